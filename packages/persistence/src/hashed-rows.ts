/**
 * Rows that carry a hash over their own columns, as SQLite's pages have no checksums. Turns have a chain of hashes of their own
 * (`turn.ts`); here is all that is stored beside them.
 */
import { hash } from "node:crypto";
import type Database from "better-sqlite3";
import type { NewPlaythrough } from "./store.js";

/** What a column holds. */
export type Value = string | number | bigint | Buffer | null;
export type Row = Readonly<Record<string, Value>>;

/** Tables whose rows carry a hash in the column `hash`, and the columns that it covers. */
const COVERED = {
  playthroughs: [
    ..."id campaign campaign_path campaign_version title seed".split(" "),
    ..."created_at updated_at head branch played".split(" "),
  ],
  sessions: "id playthrough started_at ended_at location".split(" "),
  branches: "id playthrough name start tip created_at".split(" "),
  records: [
    ..."number id playthrough type turn born gone name session timestamp minutes pinned key".split(" "),
    ..."people factions tags location path text names record".split(" "),
  ],
  vectors: ["record", "embedder", "vector"],
} as const satisfies Record<string, readonly string[]>;

export type HashedTable = keyof typeof COVERED;
const HASHED_TABLES: readonly HashedTable[] = ["playthroughs", "sessions", "branches", "records", "vectors"];

export function isHashed(table: string): table is HashedTable {
  return HASHED_TABLES.some((one) => one === table);
}

/** Columns of a turn that its own hash does not cover, as they can be told from what it does. They are hashed in `side_hash`. */
const BESIDE_TURN = ["id", "ended", "first_line", "minutes"];

export function coveredColumns(table: HashedTable): readonly string[] {
  return COVERED[table];
}

/** SHA-256 over the columns of a row, in base64. */
export function hashOfRow(table: HashedTable, row: Row): string {
  return hashOf(COVERED[table], row);
}

/** Whether a row is what was once written. */
export function isSoundRow(table: HashedTable, row: Row): boolean {
  return row["hash"] === hashOfRow(table, row);
}

export function sideHashOfTurn(row: Row): string {
  return hashOf(BESIDE_TURN, row);
}

/** A value as it is hashed. Lengths keep text from moving unseen between neighbouring columns; null is not the empty text. */
export function hashedValue(value: Value): readonly [before: string, text: string] {
  return value === null ? ["~", ""] : [`${String(value).length}:`, String(value)];
}

function hashOf(columns: readonly string[], row: Row): string {
  const parts: (string | Buffer)[] = [];
  for (const column of columns) {
    const value = row[column] ?? null;
    if (Buffer.isBuffer(value)) parts.push(`${value.length}:`, value);
    else parts.push(...hashedValue(value));
  }
  const whole = parts.every((part) => typeof part === "string")
    ? parts.join("")
    : Buffer.concat(parts.map((part) => (typeof part === "string" ? Buffer.from(part) : part)));
  return hash("sha256", whole, "base64");
}

/** Writes the rows of one table that has the key `id`, each with its hash. */
export interface HashedRows {
  add(row: Row): void;
  /** Changes columns of a row. One that was damaged stays known as damaged. Does nothing where there is none of that id. */
  set(id: string, changes: Row): void;
}

/** What is stored of stories beside their turns and records. */
export type StoryRows = Readonly<Record<"playthroughs" | "sessions" | "branches", HashedRows>>;

export function storyRows(db: Database.Database): StoryRows {
  const rows = (table: keyof StoryRows) => openHashedRows(db, table);
  return { playthroughs: rows("playthroughs"), sessions: rows("sessions"), branches: rows("branches") };
}

/**
 * A story that has not begun.
 *
 * @param time - Milliseconds since 1970.
 * @param played - Its place in the order in which stories were played.
 */
export function playthroughRow(about: NewPlaythrough & { readonly id: string }, time: number, played: number): Row {
  const { id, campaign, campaignPath, campaignVersion, title, seed } = about;
  const named = { campaign_path: campaignPath, campaign_version: campaignVersion };
  return { id, campaign, ...named, title, seed, created_at: time, updated_at: time, head: null, branch: null, played };
}

function openHashedRows(db: Database.Database, table: keyof StoryRows): HashedRows {
  const columns = [...COVERED[table], "hash"];
  const insert = db.prepare<[Row]>(
    `insert into ${table} (${columns.join(", ")}) values (${columns.map((column) => `:${column}`).join(", ")})`,
  );
  const find = db.prepare<[string], Row>(`select * from ${table} where id = ?`);
  const update = db.prepare<[Row]>(
    `update ${table} set ${columns.map((column) => `${column} = :${column}`).join(", ")} where id = :id`,
  );
  return {
    add: (row) => void insert.run({ ...row, hash: hashOfRow(table, row) }),
    set(id, changes) {
      const before = find.get(id);
      if (before === undefined) return;
      const after = { ...before, ...changes };
      // A fresh hash would pass damage off as what was written.
      update.run(isSoundRow(table, before) ? { ...after, hash: hashOfRow(table, after) } : after);
    },
  };
}

/** Gives every row the hash of what it holds now. */
export function hashAllRows(db: Database.Database): void {
  for (const table of HASHED_TABLES) {
    const update = db.prepare<[string, number]>(`update ${table} set hash = ? where rowid = ?`);
    const rows = db.prepare<[number], PlacedRow>(
      `select rowid as rowid, * from ${table} where rowid > ? order by rowid limit 500`,
    );
    for (let after = 0, some = rows.all(after); some.length > 0; some = rows.all(after)) {
      for (const row of some) {
        after = row.rowid;
        if (!isSoundRow(table, row)) update.run(hashOfRow(table, row), after);
      }
    }
  }
}

type PlacedRow = Row & { readonly rowid: number };

/**
 * The rows that read back differently from how they were written, youngest first.
 *
 * @param atMost - So many rows are looked at.
 */
export function* unsoundRows(
  db: Database.Database,
  table: HashedTable,
  atMost = Number.MAX_SAFE_INTEGER,
): Generator<PlacedRow> {
  const rows = db.prepare<[number], PlacedRow>(`select rowid as rowid, * from ${table} order by rowid desc limit ?`);
  for (const row of rows.iterate(atMost)) if (!isSoundRow(table, row)) yield row;
}
