/** A database read into memory, for a disk on which nothing can be made beside it: one that is full or cannot be written to. */
import { readFileSync, statSync } from "node:fs";
import Database from "better-sqlite3";

/** Reads again where somebody wrote meanwhile, and so often at most. */
const ATTEMPTS = 3;

/**
 * Opens a copy in memory, with the log folded in. Nothing is written to any disk, so that nothing is left behind however the process
 * ends.
 *
 * @param file - Path of the database; its log lies beside it.
 */
export function openInMemory(file: string): Database.Database {
  for (let attempt = 1; ; attempt++) {
    const before = stamp(file);
    const pages = foldLog(readFileSync(file), contentOf(`${file}-wal`));
    if (stamp(file) === before || attempt >= ATTEMPTS) return new Database(withoutLogMode(pages));
  }
}

/** Changes whenever the database or its log was written. */
function stamp(file: string): string {
  return [file, `${file}-wal`]
    .map((one) => {
      const found = statSync(one, { throwIfNoEntry: false, bigint: true });
      return found === undefined ? "" : `${found.mtimeNs} ${found.size}`;
    })
    .join();
}

function contentOf(file: string): Buffer {
  return statSync(file, { throwIfNoEntry: false }) === undefined ? Buffer.alloc(0) : readFileSync(file);
}

const LOG_HEADER = 32;
const FRAME_HEADER = 24;
/** The last bit of the first word says whether checksums are made of words with the big end first. */
const MAGIC = 0x377f0682;

/**
 * Puts the pages that a write-ahead log holds into the database that it belongs to, up to the last transaction that is whole in it.
 * Follows "WAL-Index And WAL File Format" of SQLite (sqlite.org/walformat.html).
 *
 * @param database - The file as it lies on the disk; it is not changed.
 * @param log - Empty where there is none.
 */
export function foldLog(database: Buffer, log: Buffer): Buffer {
  if (log.length < LOG_HEADER) return database;
  const magic = log.readUInt32BE(0);
  if ((magic & ~1) >>> 0 !== MAGIC) return database;
  const word = (magic & 1) === 1 ? "readUInt32BE" : "readUInt32LE";
  const pageSize = log.readUInt32BE(8);
  const salt = log.subarray(16, 24);
  let sum = checksum(log.subarray(0, 24), word, [0, 0]);
  if (!holds(log, 24, sum)) return database;

  /** Where the newest content of each page begins in the log. */
  let committed = new Map<number, number>();
  const seen = new Map<number, number>();
  let pages = 0;
  for (let at = LOG_HEADER; at + FRAME_HEADER + pageSize <= log.length; at += FRAME_HEADER + pageSize) {
    // What an earlier use of the log left behind has another salt.
    if (!log.subarray(at + 8, at + 16).equals(salt)) break;
    const content = at + FRAME_HEADER;
    sum = checksum(log.subarray(at, at + 8), word, sum);
    sum = checksum(log.subarray(content, content + pageSize), word, sum);
    if (!holds(log, at + 16, sum)) break;
    seen.set(log.readUInt32BE(at), content);
    const size = log.readUInt32BE(at + 4);
    if (size === 0) continue;
    pages = size;
    committed = new Map(seen);
  }
  if (pages === 0) return database;
  const folded = Buffer.alloc(pages * pageSize);
  database.copy(folded, 0, 0, folded.length);
  for (const [page, content] of committed) {
    if (page <= pages) log.copy(folded, (page - 1) * pageSize, content, content + pageSize);
  }
  return folded;
}

type Sum = readonly [number, number];

function checksum(bytes: Buffer, word: "readUInt32BE" | "readUInt32LE", [one, two]: Sum): Sum {
  let [first, second] = [one, two];
  for (let at = 0; at < bytes.length; at += 8) {
    first = (first + bytes[word](at) + second) >>> 0;
    second = (second + bytes[word](at + 4) + first) >>> 0;
  }
  return [first, second];
}

function holds(log: Buffer, at: number, [one, two]: Sum): boolean {
  return log.readUInt32BE(at) === one && log.readUInt32BE(at + 4) === two;
}

/** A database in memory has no log, so that one whose header asks for one is not opened. */
function withoutLogMode(database: Buffer): Buffer {
  if (database.length >= 20) database.fill(1, 18, 20);
  return database;
}
