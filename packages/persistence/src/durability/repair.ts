/** Brings a data folder back to life whose database cannot be opened. */
import { copyFileSync, existsSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import Database from "better-sqlite3";
import { asStoreError, StoreError } from "../errors.js";
import { createFile, databaseFile, lockFor, openForPlayer } from "../open-database.js";
import { MIGRATIONS, migrate, schemaVersion } from "../schema.js";
import { type Backup, goodBackups } from "./backups.js";
import { letGo, lostTurns, notIn, restoreStory, storyInBackup } from "./lost-turns.js";
import { type Edits, keepEdits } from "./edits.js";
import { findUnsoundRows, mendRows, settleRows, type UnsoundRow } from "./mend-rows.js";
import { mendTurns, settleTurns, unsoundTurns } from "./mend-turns.js";
import { salvage } from "./salvage.js";
import { keepPrivate } from "./private-file.js";
import { syncFile, syncFolder } from "./sync.js";
import { openToldTurns, type ToldTurn } from "./told-turns.js";

export interface RepairOptions {
  readonly dataDir: string;
  /** Milliseconds since 1970: names what is kept of the damaged file. */
  readonly now?: () => number;
}

/** What a repair came to. */
export interface Repair {
  /** Where the damaged file is now, byte for byte; null where there was none, or nothing of it could be mended. */
  readonly kept: string | null;
  /** Whether the pages of the file were sound, so that nothing was lost that is not counted below. */
  readonly whole: boolean;
  /** The backup that filled what could not be read, where there was one. */
  readonly backup: Backup | null;
  readonly stories: number;
  readonly turns: number;
  /** Turns that stay damaged, as no backup has them. */
  readonly damaged: number;
  /** Turns that were told and were not in the file, and came back from a backup. */
  readonly restored: number;
  /** Turns that were told, were not in the file and are in no backup. From here on nobody is told of them. */
  readonly lost: number;
  /** Memories and other records that could be read no more and are gone, as no backup has them. */
  readonly gone: number;
  /** Memories and other details that read differently from how they were written, and are kept as they read, as no backup has them. */
  readonly doubtful: number;
  /** Scenes, memories and other details that somebody changed by hand: they are kept as they read now. */
  readonly edited: number;
}

/** What is wrong in a file whose pages are sound. */
interface Ills {
  /** Ids. */
  readonly turns: readonly string[];
  readonly rows: readonly UnsoundRow[];
  /** Turns that were told and are not there. */
  readonly lost: readonly ToldTurn[];
  /** How much was changed by hand. It is kept already. */
  readonly edited: number;
}

/**
 * Makes a database that can be opened out of one that cannot: what is still sound of it, and for the rest the newest good
 * backup. In one that can be opened, turns and records that are damaged are put back from the backups. The damaged file
 * is kept beside it as `narratoria.db.corrupt-<time>`. Nothing is changed unless something was saved.
 *
 * @returns Null where nothing is wrong.
 * @throws {StoreError} `corrupt` where nothing can be saved; `locked`, `newer_version`, `unwritable`, `disk_full`.
 */
export async function repairStore({ dataDir, now = Date.now }: RepairOptions): Promise<Repair | null> {
  const file = databaseFile(dataDir);
  try {
    const ills = look(dataDir, now);
    if (ills !== null) return isSound(ills) ? null : mend(dataDir, file, ills, now());
    const time = now();
    const rebuilt = rebuild(dataDir, file, time);
    // What can be read of a damaged file may be older than what was told last.
    const still = look(dataDir, now);
    if (still === null || still.lost.length === 0) return rebuilt;
    const { stories, turns, restored, lost, backup, edited } = mend(dataDir, file, still, Math.max(now(), time + 1));
    return { ...rebuilt, stories, turns, restored, lost, edited, backup: rebuilt.backup ?? backup };
  } catch (error) {
    throw asStoreError(error, file);
  }
}

function isSound({ turns, rows, lost, edited }: Ills): boolean {
  return turns.length + rows.length + lost.length + edited === 0;
}

function countOf({ scenes, records, story }: Edits): number {
  return scenes.length + records.length + (story ? 1 : 0);
}

/** Null where the file itself is damaged. */
function look(dataDir: string, now: () => number): Ills | null {
  try {
    const opened = openForPlayer(dataDir, now);
    try {
      const { db } = opened;
      const sound = db.pragma("integrity_check(1)", { simple: true }) === "ok";
      if (!sound) return null;
      const lost = lostTurns(db, openToldTurns(dataDir).all(), dataDir);
      const edited = keepEdits(db, dataDir).reduce((sum, edits) => sum + countOf(edits), 0);
      return { edited, turns: unsoundTurns(db), rows: findUnsoundRows(db), lost };
    } finally {
      opened.close();
    }
  } catch (error) {
    const known = asStoreError(error, dataDir);
    if (known instanceof StoreError && known.code === "corrupt") return null;
    throw error;
  }
}

/** Puts turns, rows and lost stories back from the backups, the newest first, and settles what none has. */
function mend(dataDir: string, file: string, ills: Ills, time: number): Repair {
  const release = lockFor(dataDir);
  const aside = mkdtempSync(join(dataDir, "narratoria.repair-"));
  try {
    const mended = join(aside, "narratoria.db");
    for (const end of ["", "-wal"]) if (existsSync(file + end)) copyFileSync(file + end, mended + end);
    const db = new Database(mended, { fileMustExist: true });
    let used: Backup | null = null;
    try {
      db.pragma("synchronous = full");
      const eachBackup = (isDone: () => boolean, work: (source: Database.Database, backup: Backup) => void): void => {
        for (const backup of goodBackups(dataDir)) {
          if (isDone()) return;
          const source = openCopy(backup.file, join(aside, "backup.db"));
          try {
            migrate(source);
            work(source, backup);
          } finally {
            source.close();
          }
        }
      };
      let { lost } = ills;
      eachBackup(
        () => lost.length === 0,
        (source, backup) => {
          const missing = restoreStoriesOf(db, source, backup.file, lost);
          if (missing.length < lost.length) used ??= backup;
          lost = missing;
        },
      );
      // What came back has taken the place of what was there.
      const unsound = { turns: unsoundTurns(db), rows: findUnsoundRows(db) };
      // Some of it can be told from what is sound beside it.
      let rows = mendRows(db, null, unsound.rows);
      let turns = mendTurns(db, null, unsound.turns);
      const mendedAlone = turns.length + rows.length < unsound.turns.length + unsound.rows.length;
      eachBackup(
        () => turns.length + rows.length === 0,
        (source, backup) => {
          const still = { turns: mendTurns(db, source, turns), rows: mendRows(db, source, rows) };
          if (still.turns.length < turns.length || still.rows.length < rows.length) used ??= backup;
          ({ turns, rows } = still);
        },
      );
      const settled = { rows: settleRows(db, rows), turns: settleTurns(db, turns) };
      const doubtful = settled.rows.doubtful + settled.turns.doubtful;
      const { gone } = settled.rows;
      letGo(
        db,
        lost.map(({ id }) => id),
      );
      const found = { restored: ills.lost.length - lost.length, lost: lost.length };
      const counts = { ...countsOf(db), damaged: settled.turns.damaged, gone, doubtful, ...found, edited: ills.edited };
      if (used === null && !mendedAlone && gone + doubtful + lost.length === 0)
        return { kept: null, whole: true, backup: null, ...counts };
      db.pragma("wal_checkpoint(truncate)");
      db.close();
      return { kept: putInPlace(mended, file, time), whole: true, backup: used, ...counts };
    } finally {
      db.close();
    }
  } finally {
    rmSync(aside, { recursive: true, force: true });
    release();
  }
}

/** Brings the stories of lost turns back, as far as the backup has them. @returns The turns that stay lost. */
function restoreStoriesOf(
  db: Database.Database,
  source: Database.Database,
  file: string,
  lost: readonly ToldTurn[],
): readonly ToldTurn[] {
  for (const playthrough of new Set(lost.map((turn) => turn.playthrough))) {
    const turns = lost.filter((turn) => turn.playthrough === playthrough);
    if (storyInBackup(db, file, turns) !== null) restoreStory(db, source, playthrough);
  }
  return notIn(db, lost);
}

function countsOf(db: Database.Database): { readonly stories: number; readonly turns: number } {
  const rows = (table: string) => Number(db.prepare(`select count(*) from ${table}`).pluck().get());
  return { stories: rows("playthroughs"), turns: rows("turns") };
}

/** What a data folder was brought back to. */
export interface Restored {
  readonly backup: Backup;
  /** The file that stood there, byte for byte; null where there was none. */
  readonly kept: string | null;
}

/**
 * Puts a backup in the place of the database: every story is as it was then. What stood there is kept as
 * `narratoria.db.replaced-<time>`. What was told since is not told of as lost. Implements rule PE710.
 *
 * @param wanted - The file of a backup, as `listBackups` gives it.
 * @throws {StoreError} `not_found` where there is no such backup; `locked` while somebody plays; `unwritable`, `disk_full`.
 */
export function restoreBackup({ dataDir, now = Date.now }: RepairOptions, wanted: string): Restored {
  const file = databaseFile(dataDir);
  const backup = goodBackups(dataDir).find((one) => one.file === wanted);
  if (!backup) throw new StoreError("not_found", `There is no good backup ${wanted}.`);
  const release = lockFor(dataDir);
  const aside = mkdtempSync(join(dataDir, "narratoria.repair-"));
  try {
    const built = join(aside, "narratoria.db");
    const db = openCopy(backup.file, built);
    try {
      db.pragma("synchronous = full");
      migrate(db);
    } finally {
      db.close();
    }
    const kept = putInPlace(built, file, now(), "replaced");
    openToldTurns(dataDir).drop(() => true);
    return { backup, kept };
  } catch (error) {
    throw asStoreError(error, file);
  } finally {
    rmSync(aside, { recursive: true, force: true });
    release();
  }
}

/** The good backups of a data folder, newest first. Nothing is locked or changed. */
export function listBackups({ dataDir }: Pick<RepairOptions, "dataDir">): Backup[] {
  return goodBackups(dataDir);
}

/** Keeps the damaged file under another name, and puts a sound one in its place. */
function putInPlace(built: string, file: string, time: number, why = "corrupt"): string | null {
  const kept = `${file}.${why}-${time}`;
  for (const end of ["", "-wal"]) {
    if (!existsSync(file + end)) continue;
    copyFileSync(file + end, kept + end);
    keepPrivate(kept + end);
    syncFile(kept + end);
  }
  // From here on the damaged file stands twice. A log must not be played into what takes its place.
  for (const end of ["-wal", "-shm"]) rmSync(file + end, { force: true });
  syncFile(built);
  renameSync(built, file);
  syncFolder(dirname(file));
  return existsSync(kept) ? kept : null;
}

function rebuild(dataDir: string, file: string, time: number): Repair {
  const release = lockFor(dataDir);
  const aside = mkdtempSync(join(dataDir, "narratoria.repair-"));
  try {
    const [backup] = goodBackups(dataDir);
    const built = join(aside, "narratoria.db");
    const counts = build(built, file, backup, aside);
    if (counts.stories === 0 || counts.turns === 0) {
      throw new StoreError(
        "corrupt",
        `Nothing can be read of ${file}, and there is no good backup. It has been left as it is. To start anew, move it to another place.`,
      );
    }
    const none = { gone: 0, restored: 0, lost: 0, edited: 0 };
    return { kept: putInPlace(built, file, time), whole: false, backup: backup ?? null, ...counts, ...none };
  } finally {
    rmSync(aside, { recursive: true, force: true });
    release();
  }
}

/** Works on copies, as SQLite writes to a database as soon as it is opened with a log. */
function build(
  built: string,
  file: string,
  backup: Backup | undefined,
  aside: string,
): Pick<Repair, "stories" | "turns" | "damaged" | "doubtful"> {
  const damaged = openDamaged(file, join(aside, "damaged.db"));
  // What was changed by hand would otherwise give way to the backup, wherever it can still be told.
  if (damaged !== null) tolerant(() => keepEdits(damaged, dirname(file)));
  const filler = backup === undefined ? null : openCopy(backup.file, join(aside, "backup.db"));
  try {
    const version = damaged ? schemaVersion(damaged) : filler ? schemaVersion(filler) : 0;
    if (version === 0) return { stories: 0, turns: 0, damaged: 0, doubtful: 0 };
    const steps = MIGRATIONS.slice(0, version);
    if (filler !== null) migrate(filler, steps);
    const sources = [damaged, filler].filter(
      (one) => one !== null && schemaVersion(one) === version,
    ) as Database.Database[];
    createFile(built, steps);
    const db = new Database(built);
    try {
      const doubtful = salvage(db, sources);
      if (version < MIGRATIONS.length) migrate(db);
      const turns = settleTurns(db, mendTurns(db, null, unsoundTurns(db)));
      return { ...countsOf(db), damaged: turns.damaged, doubtful: doubtful + turns.doubtful };
    } finally {
      db.close();
    }
  } finally {
    damaged?.close();
    filler?.close();
  }
}

/** A copy of the damaged file, of a format that is known; null where not even that can be told. */
function openDamaged(file: string, copy: string): Database.Database | null {
  try {
    for (const end of ["", "-wal"]) if (existsSync(file + end)) copyFileSync(file + end, copy + end);
    const db = new Database(copy, { fileMustExist: true });
    db.pragma("trusted_schema = off");
    // Otherwise a file that has lost its end would not be read at all.
    db.unsafeMode(true);
    db.pragma("writable_schema = on");
    const version = schemaVersion(db);
    if (version >= 1 && version <= MIGRATIONS.length) return db;
    db.close();
    return null;
  } catch {
    return null;
  }
}

function tolerant(work: () => unknown): void {
  try {
    work();
  } catch {
    // Pages that cannot be read, or a format without hashes.
  }
}

function openCopy(file: string, copy: string): Database.Database {
  copyFileSync(file, copy);
  // Of a copy that was there before.
  for (const end of ["-wal", "-shm"]) rmSync(copy + end, { force: true });
  return new Database(copy, { fileMustExist: true });
}
