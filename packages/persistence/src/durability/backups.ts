/** Copies of the database in `backups/`: made once a day, every ten turns and before a change of format. */
import { mkdirSync, readdirSync, renameSync, rmSync, statSync } from "node:fs";
import { statfs } from "node:fs/promises";
import { join } from "node:path";
import Database from "better-sqlite3";
import { MIGRATIONS, type Migration, schemaVersion } from "../schema.js";
import { formatOf } from "./inspect.js";
import { keepPrivate, makePrivateFile } from "./private-file.js";
import { syncFile, syncFileMeanwhile, syncFolder } from "./sync.js";
import { isWhole } from "./whole.js";

/** So many are kept at most: the newest, and one of each of the days before. */
const KEPT = 5;
/** So many of the newest are kept whatever day they are of. */
const NEWEST_KEPT = 2;
/** All of them together; the newest is kept whatever its size. */
const BUDGET_BYTES = 512 * 1024 * 1024;
const DAY_MS = 24 * 60 * 60 * 1000;
/** A backup is due when the last one is older than a day, or when so many turns came after it. */
const EVERY_TURNS = 10;
const NAME = /^narratoria-format-(\d+)-(\d+)\.db$/;

/** A copy of the whole database, whole and readable. */
export interface Backup {
  /** Full path. */
  readonly file: string;
  /** Milliseconds since 1970. */
  readonly madeAt: number;
  readonly stories: number;
  readonly turns: number;
}

/** The backups of a data folder that can be opened, are sound and of a format that is known here, newest first. */
export function goodBackups(dataDir: string): Backup[] {
  return copies(dataDir).flatMap(({ file, madeAt }) => {
    const counts = countsIn(file, MIGRATIONS);
    return counts === null ? [] : [{ file, madeAt, ...counts }];
  });
}

/** All copies there are, good or not; full paths, newest first. */
export function backupFiles(dataDir: string): string[] {
  return copies(dataDir).map(({ file }) => file);
}

/** What there is to go back to, in a sentence. */
export function backupSentence(dataDir: string): string {
  const [last] = goodBackups(dataDir);
  if (last === undefined) return "There is no backup of it.";
  const time = new Date(last.madeAt).toLocaleString("en-GB", { dateStyle: "long", timeStyle: "short" });
  return `Its newest good backup is of ${time} and holds ${last.stories} ${last.stories === 1 ? "story" : "stories"}.`;
}

/** Why a backup should be made: the last one is a day old or there is none, or many turns came after it; null where none should. */
export function backupDue(db: Database.Database, dataDir: string, time: number): "day" | "turns" | null {
  const newest = db.prepare<[number], number>("select created_at from turns order by rowid desc limit ?").pluck();
  const toldAt = newest.all(EVERY_TURNS);
  if (toldAt.length === 0) return null;
  const [last] = copies(dataDir);
  if (toldAt.length === EVERY_TURNS && toldAt.every((at) => last === undefined || at > last.madeAt)) return "turns";
  // A clock that went back must not put backups off until it has caught up.
  return last === undefined || Math.abs(time - last.madeAt) > DAY_MS ? "day" : null;
}

/** Whether the disk has room for one more copy. @param leftBytes - What is to be left besides. */
export async function hasRoomForBackup(db: Database.Database, dataDir: string, leftBytes: number): Promise<boolean> {
  const { bavail, bsize } = await statfs(dataDir);
  return bavail * bsize >= sizeOf(db.name) + sizeOf(`${db.name}-wal`) + leftBytes;
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}

/**
 * A backup made while the story goes on, a few pages at a time. Null where the copy is not sound: then none is added or removed.
 *
 * @param wanted - Full paths of backups that stay whatever their age, as they have what is nowhere else.
 */
export async function backUp(
  db: Database.Database,
  dataDir: string,
  time: number,
  wanted: readonly string[] = [],
): Promise<string | null> {
  const { part, copy } = namesFor(db, dataDir, time);
  await db.backup(part);
  leaveLogMode(part);
  if (!(await isWhole(part)) || describe(part, MIGRATIONS) === null) return discard(part);
  await syncFileMeanwhile(part);
  return keep(part, copy, dataDir, wanted);
}

/** As `backUp`, at once and before anything else happens. */
export function backUpNow(
  db: Database.Database,
  dataDir: string,
  time: number,
  steps: readonly Migration[],
): string | null {
  const { part, copy } = namesFor(db, dataDir, time);
  db.prepare("vacuum into ?").run(part);
  leaveLogMode(part);
  if (countsIn(part, steps) === null) return discard(part);
  syncFile(part);
  return keep(part, copy, dataDir);
}

function namesFor(db: Database.Database, dataDir: string, time: number): { part: string; copy: string } {
  const folder = folderOf(dataDir);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const copy = join(folder, `narratoria-format-${schemaVersion(db)}-${time}.db`);
  const part = `${copy}.part`;
  rmSync(part, { force: true });
  makePrivateFile(part);
  return { part, copy };
}

function discard(part: string): null {
  rmSync(part, { force: true });
  return null;
}

/** A copy gets its name only when it has been opened and found sound, so that an interrupted one is never taken for a backup. */
function keep(part: string, copy: string, dataDir: string, wanted: readonly string[] = []): string {
  renameSync(part, copy);
  syncFolder(folderOf(dataDir));
  const sized = copies(dataDir).map(({ file, madeAt }) => ({ file, madeAt, bytes: sizeOf(file) }));
  for (const file of outdated(sized)) if (!wanted.includes(file)) rmSync(file, { force: true });
  for (const { file } of copies(dataDir)) keepPrivate(file);
  for (const name of readdirSync(folderOf(dataDir))) {
    if (/\.db\.part(-\w+)?$/.test(name)) rmSync(join(folderOf(dataDir), name), { force: true });
  }
  return copy;
}

/**
 * Returns the copies that go: all but the newest two and the newest of each of the days before, five in all, as far as they
 * fit into the budget.
 *
 * @param all - Newest first.
 */
export function outdated(
  all: readonly { readonly file: string; readonly madeAt: number; readonly bytes: number }[],
): string[] {
  const days = new Set<number>();
  let [kept, bytes] = [0, 0];
  return all.flatMap((one, place) => {
    const day = Math.floor(one.madeAt / DAY_MS);
    const isNew = place < NEWEST_KEPT || !days.has(day);
    days.add(day);
    const fits = place === 0 || bytes + one.bytes <= BUDGET_BYTES;
    if (!isNew || !fits || kept === KEPT) return [one.file];
    kept++;
    bytes += one.bytes;
    return [];
  });
}

/** A copy that does not ask for a log can be read without anything being made beside it. */
function leaveLogMode(part: string): void {
  const db = new Database(part);
  try {
    db.pragma("journal_mode = delete");
  } finally {
    db.close();
  }
}

interface Counts {
  readonly stories: number;
  readonly turns: number;
}

/** What a copy holds; null where it is not sound or not ours. */
function countsIn(file: string, steps: readonly Migration[]): Counts | null {
  return describe(file, steps, (db) => db.pragma("integrity_check(1)", { simple: true }) === "ok");
}

/** What a copy holds; null where it is not ours, or `isSound` refuses it. */
function describe(
  file: string,
  steps: readonly Migration[],
  isSound: (db: Database.Database) => boolean = () => true,
): Counts | null {
  let db: Database.Database | undefined;
  try {
    db = new Database(file, { readonly: true, fileMustExist: true });
    formatOf(db, file, steps);
    if (!isSound(db)) return null;
    const stories = Number(db.prepare("select count(*) from playthroughs").pluck().get());
    const turns = Number(db.prepare("select count(*) from turns").pluck().get());
    return { stories, turns };
  } catch {
    return null;
  } finally {
    db?.close();
  }
}

/** Newest first. */
function copies(dataDir: string): { readonly file: string; readonly madeAt: number }[] {
  let names: string[];
  try {
    names = readdirSync(folderOf(dataDir));
  } catch {
    return [];
  }
  return names
    .flatMap((name) => {
      const madeAt = NAME.exec(name)?.[2];
      return madeAt === undefined ? [] : [{ file: join(folderOf(dataDir), name), madeAt: Number(madeAt) }];
    })
    .sort((a, b) => b.madeAt - a.madeAt);
}

function folderOf(dataDir: string): string {
  return join(dataDir, "backups");
}
