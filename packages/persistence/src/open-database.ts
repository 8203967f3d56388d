import { lstatSync, mkdirSync, readdirSync, renameSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { atOnce } from "@narratoria/protocol";
import Database from "better-sqlite3";
import { backUpNow, goodBackups } from "./durability/backups.js";
import { formatOf } from "./durability/inspect.js";
import { openInMemory } from "./durability/memory-copy.js";
import { keepPrivate, makePrivateFile } from "./durability/private-file.js";
import { syncFolder } from "./durability/sync.js";
import { corrupt, StoreError } from "./errors.js";
import { takePlayerLock } from "./player-lock.js";
import { MIGRATIONS, type Migration, migrate, migrating, schemaVersion } from "./schema.js";

/** Files up to this size are checked at every start (some 15 ms); larger ones after a start that did not end well. */
const ALWAYS_CHECKED_BYTES = 8 * 1024 * 1024;
/** What SQLite calls `synchronous = full`. */
const FULL = 2;
/** How long a statement waits for another connection: readers only hold up a checkpoint, so this is never reached in play. */
const BUSY_TIMEOUT_MS = 2_000;

/** An open database and how to let go of it. */
export interface OpenDatabase {
  readonly db: Database.Database;
  close(): void;
}

/** The one file that holds everything. */
export function databaseFile(dataDir: string): string {
  return join(dataDir, "narratoria.db");
}

/**
 * Opens the database for the one player: takes the player's place, creates or migrates the file, checks it.
 *
 * @param dataDir - Is created when missing.
 * @param now - Milliseconds since 1970, for the name of a backup and the note of who plays.
 * @param steps - The migrations to bring the file to; a test's own, otherwise all there are.
 * @throws {StoreError} `locked`, `newer_version`, `unwritable` or `corrupt`; what SQLite and the file system throw otherwise.
 */
export function openForPlayer(
  dataDir: string,
  now: () => number,
  steps: readonly Migration[] = MIGRATIONS,
): OpenDatabase {
  return atOnce(openingForPlayer(dataDir, now, steps));
}

/** As `openForPlayer`, with a stop after each step that takes milliseconds. Whoever began it brings it to its end: the player's place is taken. */
export function* openingForPlayer(
  dataDir: string,
  now: () => number,
  steps: readonly Migration[] = MIGRATIONS,
): Generator<void, OpenDatabase> {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const release = lockFor(dataDir);
  let db: Database.Database | undefined;
  try {
    yield;
    const file = databaseFile(dataDir);
    removeUnfinished(dataDir);
    if (!hasFile(file)) yield* creatingFile(file, steps);
    else inspect(file, steps);
    yield;
    for (const end of ["", "-wal", "-shm"]) keepPrivate(file + end);
    db = new Database(file, { timeout: BUSY_TIMEOUT_MS, fileMustExist: true });
    configure(db);
    yield;
    checkPages(db, file);
    if (schemaVersion(db) < steps.length) {
      if (backUpNow(db, dataDir, now(), steps) === null) throw corrupt(file);
      migrate(db, steps);
    }
    db.prepare("insert or replace into holder (one, pid, since) values (1, ?, ?)").run(process.pid, now());
  } catch (error) {
    db?.close();
    release();
    throw error;
  }
  const opened = db;
  return {
    db: opened,
    close() {
      try {
        opened.prepare("delete from holder").run();
      } catch {
        // A full disk: every turn is safe, and the next start only looks at the file more closely.
      }
      // The last connection folds the write-ahead log into the file as it closes.
      opened.close();
      release();
    },
  };
}

/**
 * Opens the database for reading, beside a player or alone. A folder without a story yet reads as an empty store, and
 * nothing is created in it.
 *
 * @throws {StoreError} As `openForPlayer`; `locked` only when an older file has to be migrated first and somebody plays.
 */
export function openForReading(
  dataDir: string,
  now: () => number,
  steps: readonly Migration[] = MIGRATIONS,
): OpenDatabase {
  const file = databaseFile(dataDir);
  if (!hasFile(file)) return emptyDatabase(steps);
  try {
    if (inspect(file, steps) < steps.length) openForPlayer(dataDir, now, steps).close();
    const db = new Database(file, { readonly: true, fileMustExist: true, timeout: BUSY_TIMEOUT_MS });
    db.pragma("trusted_schema = off");
    return { db, close: () => void db.close() };
  } catch (error) {
    if (nothingCanBeMade(error)) return openCopy(file, steps);
    throw error;
  }
}

/**
 * A database with a log is read with the help of a file beside it, which a disk that cannot be written to, or is full, does not take.
 * So it is with a file of an older format, which is brought up to date first.
 */
function nothingCanBeMade(error: unknown): boolean {
  if (error instanceof Database.SqliteError) return /^SQLITE_(CANTOPEN|READONLY|FULL|IOERR_SHM)/.test(error.code);
  return error instanceof Error && "code" in error && ["ENOSPC", "EDQUOT", "EROFS"].includes(String(error.code));
}

function openCopy(file: string, steps: readonly Migration[]): OpenDatabase {
  const db = openInMemory(file);
  try {
    formatOf(db, file, steps);
    migrate(db, steps);
    db.pragma("trusted_schema = off");
    db.pragma("query_only = on");
    return { db, close: () => void db.close() };
  } catch (error) {
    db.close();
    throw error;
  }
}

function emptyDatabase(steps: readonly Migration[]): OpenDatabase {
  const db = new Database(":memory:");
  migrate(db, steps);
  db.pragma("query_only = on");
  return { db, close: () => void db.close() };
}

/** Takes the player's place. @throws {StoreError} `locked`, with who has it. */
export function lockFor(dataDir: string): () => void {
  const release = takePlayerLock(dataDir);
  if (release !== null) return release;
  throw new StoreError(
    "locked",
    `Another Narratoria${holderOf(dataDir)} is playing with the data folder ${dataDir}. ` +
      `Close it first, or choose another folder.`,
  );
}

/** " (process 4711)", or nothing when it cannot be told. */
function holderOf(dataDir: string): string {
  try {
    const db = new Database(databaseFile(dataDir), { readonly: true, fileMustExist: true });
    try {
      const pid = db.prepare<[], number>("select pid from holder").pluck().get();
      return pid === undefined ? "" : ` (process ${pid})`;
    } finally {
      db.close();
    }
  } catch {
    return "";
  }
}

/** Whether there is a database file, which then is a plain one. */
function hasFile(file: string): boolean {
  const found = lstatSync(file, { throwIfNoEntry: false });
  if (found === undefined) {
    refuseOrphanedLog(file);
    refuseLostFile(file);
    return false;
  }
  if (found.isFile()) return true;
  throw new StoreError("unwritable", `${file} is not a plain file. Move it away, or choose another folder.`);
}

/** SQLite would play a log that lies beside a new database into it, whatever database it came from. */
function refuseOrphanedLog(file: string): void {
  const log = lstatSync(`${file}-wal`, { throwIfNoEntry: false });
  if (log === undefined || log.size === 0) return;
  throw new StoreError(
    "corrupt",
    `${file} is missing, but its log ${file}-wal is still there. Put the database back beside it, or ` +
      "let a repair bring back a backup.",
  );
}

/** Where there is a backup there were stories, and a new beginning would look as if there had been none. */
function refuseLostFile(file: string): void {
  if (goodBackups(dirname(file)).length === 0) return;
  throw new StoreError(
    "corrupt",
    `${file} is missing, though stories were told here. Put it back, or let a repair bring back a backup. ` +
      "To begin anew instead, move the folder of backups away as well.",
  );
}

/**
 * Makes a complete database under another name first: a crash leaves either no database or a whole one, and an empty file
 * is never a beginning.
 */
export function createFile(file: string, steps: readonly Migration[]): void {
  atOnce(creatingFile(file, steps));
}

function* creatingFile(file: string, steps: readonly Migration[]): Generator<void, void> {
  const unfinished = `${file}.new-${process.pid}`;
  makePrivateFile(unfinished);
  const db = new Database(unfinished);
  try {
    db.pragma("synchronous = full");
    yield* migrating(db, steps);
  } finally {
    db.close();
  }
  yield;
  renameSync(unfinished, file);
  syncFolder(dirname(file));
}

function removeUnfinished(dataDir: string): void {
  for (const name of readdirSync(dataDir)) {
    if (name.startsWith("narratoria.db.new-") || name.startsWith("narratoria.repair-")) {
      rmSync(join(dataDir, name), { recursive: true, force: true });
    }
  }
}

/**
 * Looks at a file without writing to it, and returns its version.
 *
 * @throws {StoreError} `corrupt` or `newer_version`.
 */
function inspect(file: string, steps: readonly Migration[]): number {
  // What no bytes are in, SQLite would take for a beginning.
  if (lstatSync(file).size === 0) throw corrupt(file);
  const db = new Database(file, { readonly: true, fileMustExist: true, timeout: BUSY_TIMEOUT_MS });
  try {
    return formatOf(db, file, steps);
  } finally {
    db.close();
  }
}

function configure(db: Database.Database): void {
  db.pragma("journal_mode = wal");
  // A commit is on the disk before anybody is told: measured, this costs a fraction of a millisecond a turn.
  db.pragma("synchronous = full");
  if (db.pragma("synchronous", { simple: true }) !== FULL) {
    throw new StoreError("io", `${db.name} cannot be written so that a power cut would cost nothing.`);
  }
  db.pragma("fullfsync = on"); // macOS only; elsewhere it does nothing
  db.pragma("foreign_keys = on");
  db.pragma("trusted_schema = off");
  db.pragma("cell_size_check = on");
  db.pragma("mmap_size = 0");
  db.pragma("secure_delete = fast");
  db.pragma("temp_store = memory");
  db.pragma("wal_autocheckpoint = 1000");
  db.pragma(`journal_size_limit = ${4 * 1024 * 1024}`);
}

function checkPages(db: Database.Database, file: string): void {
  const crashed = db.prepare("select 1 from holder").get() !== undefined;
  const size = lstatSync(file).size;
  if (size > ALWAYS_CHECKED_BYTES && !crashed) return;
  // Its indexes as well: a damaged one hides what is there.
  if (db.pragma("integrity_check(1)", { simple: true }) !== "ok") throw corrupt(file);
}
