/** Rows beside turns that read back differently from how they were written: put back from a backup where one has them. */
import type Database from "better-sqlite3";
import {
  coveredColumns,
  hashedValue,
  hashOfRow,
  isSoundRow,
  type HashedTable,
  type Row,
  unsoundRows,
} from "../hashed-rows.js";
import { flippedBit, type HashedMatter } from "./flipped-bit.js";

/** Vectors are not among them: they are made anew from the texts. */
const MENDED = ["playthroughs", "sessions", "branches", "records"] as const satisfies readonly HashedTable[];
export type MendedTable = (typeof MENDED)[number];

/** What changes in a row while its story goes on: a backup may be right about all the rest, and old in these. */
const CHANGING: Readonly<Record<MendedTable, readonly string[]>> = {
  playthroughs: ["head", "branch", "updated_at", "played"],
  sessions: ["ended_at", "location"],
  branches: ["name", "tip"],
  records: [],
};

/** Time for looking for flipped bits, in all rows together. */
const PATIENCE_MS = 5_000;

/** Ids that other tables name and that no row of the table has. */
const MISSED: Readonly<Record<MendedTable, string | null>> = {
  playthroughs: "select distinct playthrough from turns where playthrough not in (select id from playthroughs)",
  sessions: "select distinct session from turns where session not in (select id from sessions)",
  branches: "select branch from playthroughs where branch is not null and branch not in (select id from branches)",
  records: null,
};

/** Columns that hold JSON text. */
const JSON_COLUMNS = ["record", "people", "factions", "tags"];

export interface UnsoundRow {
  readonly table: MendedTable;
  readonly rowid: number;
}

/** Where the rows are that are not what was once written. */
export function findUnsoundRows(db: Database.Database): UnsoundRow[] {
  return MENDED.flatMap((table) => [...unsoundRows(db, table)].map(({ rowid }) => ({ table, rowid })));
}

/**
 * Puts rows back as they were.
 *
 * @param source - A backup of the same format; null to try without one.
 * @returns Those that it does not help with.
 */
export function mendRows(
  db: Database.Database,
  source: Database.Database | null,
  unsound: readonly UnsoundRow[],
): UnsoundRow[] {
  const until = performance.now() + PATIENCE_MS;
  return db.transaction(() =>
    unsound.filter(({ table, rowid }) => {
      const row = rowAt(db, table, rowid);
      const before = row && restoredRow(table, row, source && rowAt(source, table, rowid), missedIds(db, table), until);
      if (before) putRow(db, table, rowid, before);
      return before === null;
    }),
  )();
}

/** What became of rows that no backup has. */
export interface Settled {
  /** Rows that are kept as they read now. */
  readonly doubtful: number;
  /** Records that could be read no more, and were taken out. The journal then names them as forgotten. */
  readonly gone: number;
}

/** Takes out what can be read no more, and keeps the rest as it reads. */
export function settleRows(db: Database.Database, unsound: readonly UnsoundRow[]): Settled {
  return db.transaction(() => {
    let gone = 0;
    for (const { table, rowid } of unsound) {
      const row = rowAt(db, table, rowid);
      if (row === undefined) continue;
      if (isReadable(row)) putRow(db, table, rowid, row);
      else gone += db.prepare(`delete from ${table} where rowid = ?`).run(rowid).changes;
    }
    const vectors = [...unsoundRows(db, "vectors")];
    for (const { rowid } of vectors) db.prepare("delete from vectors where rowid = ?").run(rowid);
    return { doubtful: unsound.length - gone, gone };
  })();
}

/**
 * A row as it was once written, as far as that can be told: the hash says which of its columns is wrong, if only one is.
 *
 * @param row - One that is not sound.
 * @param backup - The row in its place in a backup.
 * @param missed - Ids that are named elsewhere, one of which may be its own.
 * @param until - When to give up looking for a flipped bit, by `performance.now()`.
 * @returns Null where it cannot be told.
 */
export function restoredRow(
  table: MendedTable,
  row: Row,
  backup: Row | null | undefined,
  missed: readonly string[],
  until = 0,
): Row | null {
  const right = (one: Row): boolean => isSoundRow(table, one);
  const known = backup && right(backup) ? backup : null;
  const guesses = [
    ...missed.map((id) => ({ ...row, id })),
    ...(known === null ? [] : coveredColumns(table).map((column) => ({ ...row, [column]: known[column] ?? null }))),
  ];
  const exact = guesses.find(right);
  if (exact) return exact;
  const flipped = flippedBit(matterOf(table, row), until);
  if (flipped !== null && flipped !== "undecided" && flipped.column !== "hash")
    return { ...row, [flipped.column]: flipped.value };
  if (known === null) return null;
  const same = coveredColumns(table).filter((column) => row[column] === known[column]).length;
  // A place may be another record's where the story went on differently after the backup.
  if (row["id"] !== known["id"] && same < coveredColumns(table).length - 2) return null;
  return { ...known, ...Object.fromEntries(CHANGING[table].map((column) => [column, row[column] ?? null])) };
}

/** Whether what should be JSON is. */
export function isReadable(row: Readonly<Record<string, unknown>>): boolean {
  try {
    for (const column of JSON_COLUMNS) if (column in row) JSON.parse(String(row[column]));
    return true;
  } catch {
    return false;
  }
}

/** Ids that rows of the table should have and none has. */
export function missedIds(db: Database.Database, table: MendedTable): string[] {
  const sql = MISSED[table];
  return sql === null ? [] : db.prepare<[], string>(sql).pluck().all();
}

/** What the hash of a row was made over. */
export function matterOf(table: MendedTable, row: Row): HashedMatter {
  const parts = coveredColumns(table).map((column) => ({ column, value: row[column] ?? null }));
  return { parts, written: hashedValue, encoding: "base64", stored: String(row["hash"]) };
}

function rowAt(db: Database.Database, table: MendedTable, rowid: number): Row | undefined {
  return db.prepare<[number], Row>(`select * from ${table} where rowid = ?`).get(rowid);
}

/** Writes a row with a hash that holds. */
function putRow(db: Database.Database, table: MendedTable, rowid: number, row: Row): void {
  const columns = [...coveredColumns(table), "hash"];
  db.prepare(
    `update ${table} set ${columns.map((column) => `${column} = :${column}`).join(", ")} where rowid = :rowid`,
  ).run({
    ...row,
    hash: hashOfRow(table, row),
    rowid,
  });
}
