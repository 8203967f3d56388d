/** Copies of the database in `backups/`: made once a day and before a change of format, kept five. (HARDENING 3.10) */
import { mkdirSync, readdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { MIGRATIONS, type Migration, schemaVersion } from "../schema.js";
import { formatOf } from "./inspect.js";
import { keepPrivate, makePrivateFile } from "./private-file.js";
import { syncFile, syncFolder } from "./sync.js";

/** So many are kept; the oldest go. */
const KEPT = 5;
/** A backup is due when the last one is older. */
const EVERY_MS = 24 * 60 * 60 * 1000;
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

/** Whether the last backup is so old that a new one should be made. */
export function backupDue(dataDir: string, time: number): boolean {
  const [last] = copies(dataDir);
  // A clock that went back must not put backups off until it has caught up.
  return last === undefined || Math.abs(time - last.madeAt) > EVERY_MS;
}

/** A backup made while the story goes on, a few pages at a time. Null where the copy is not sound: then none is added or removed. */
export async function backUp(db: Database.Database, dataDir: string, time: number): Promise<string | null> {
  const { part, copy } = namesFor(db, dataDir, time);
  await db.backup(part);
  return keep(part, copy, dataDir, MIGRATIONS);
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
  return keep(part, copy, dataDir, steps);
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

/** A copy gets its name only when it has been opened and found sound, so that an interrupted one is never taken for a backup. */
function keep(part: string, copy: string, dataDir: string, steps: readonly Migration[]): string | null {
  leaveLogMode(part);
  if (countsIn(part, steps) === null) {
    rmSync(part, { force: true });
    return null;
  }
  syncFile(part);
  renameSync(part, copy);
  syncFolder(folderOf(dataDir));
  for (const { file } of copies(dataDir).slice(KEPT)) rmSync(file, { force: true });
  for (const { file } of copies(dataDir)) keepPrivate(file);
  for (const name of readdirSync(folderOf(dataDir))) {
    if (/\.db\.part(-\w+)?$/.test(name)) rmSync(join(folderOf(dataDir), name), { force: true });
  }
  return copy;
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

/** What a copy holds; null where it is not sound or not ours. */
function countsIn(
  file: string,
  steps: readonly Migration[],
): { readonly stories: number; readonly turns: number } | null {
  let db: Database.Database | undefined;
  try {
    db = new Database(file, { readonly: true, fileMustExist: true });
    formatOf(db, file, steps);
    if (db.pragma("integrity_check(1)", { simple: true }) !== "ok") return null;
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
