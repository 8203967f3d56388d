/** What can still be read of a damaged database, put into a new one; a backup fills the holes. */
import Database from "better-sqlite3";
import { hashAllRows, hashOfRow, isHashed, isSoundRow, type Value } from "../hashed-rows.js";
import { linesOf, type TreeTurn, wayTo } from "../lines.js";
import { patchesIn } from "../state-text.js";
import { isSound, type TurnRow } from "../turn.js";
import { isReadable, type MendedTable, missedIds, restoredRow } from "./mend-rows.js";

/** Rows that one is found by: the tables, parents before what hangs on them. What reads them is the same in every format. */
const TABLES = ["playthroughs", "sessions", "turns", "branches", "memories", "records", "vectors", "let_go"];

type Row = Readonly<Record<string, Value>>;
/** A row with its rowid, which is the same in a backup, and counts up in the order in which rows were made. */
type PlacedRow = Row & { readonly place: number };

/**
 * Fills a database with what the sources hold: a table of a later source only where the one before could not be read to its
 * end, or not all of it was what was once written. A turn that is not stays only where a sound one follows on it, so that its story goes
 * on around it; what hangs on something that is lost goes with it.
 *
 * @param db - Empty, with all its tables.
 * @param sources - Databases of the same format, the damaged one first.
 * @returns How many rows beside turns are kept as they read, though they were written differently.
 */
export function salvage(db: Database.Database, sources: readonly Database.Database[]): number {
  db.pragma("foreign_keys = off");
  return db.transaction(() => {
    const doubtful = TABLES.reduce((sum, table) => sum + fill(db, table, sources), 0);
    addSessions(db);
    dropOrphans(db);
    for (const id of db.prepare<[], string>("select id from playthroughs").pluck().all()) stand(db, id);
    // What was put right has changed.
    if (db.prepare("select 1 from pragma_table_info('records') where name = 'hash'").get()) hashAllRows(db);
    return doubtful;
  })();
}

/** @returns As `salvage`. */
function fill(db: Database.Database, table: string, sources: readonly Database.Database[]): number {
  const columns = db.prepare<[string], string>("select name from pragma_table_info(?)").pluck().all(table);
  if (columns.length === 0) return 0; // not in this format
  const hashed = columns.includes("hash") && isHashed(table);
  // A hash covers what stands in a row, so that one is as good as it was or not at all.
  const isRight = (row: Row): boolean =>
    table === "turns" ? isSound(asTurn(row)) : hashed ? isSoundRow(table, row) : isReadable(row);
  const sound: PlacedRow[] = [];
  const unsound: PlacedRow[] = [];
  for (const source of sources) {
    const { rows, whole } = rowsOf(source, table, columns);
    const right = rows.filter(isRight);
    sound.push(...right);
    unsound.push(...rows.filter((row) => !isRight(row)));
    if (whole && right.length === rows.length) break;
  }
  const doubted = new Set<PlacedRow>();
  let kept = sound;
  if (table === "turns") kept = worthKeeping(sound, unsound);
  else if (hashed && table !== "vectors") {
    const missed = tolerant(() => missedIds(sources[0] ?? db, table)) ?? [];
    const better = unsound.flatMap((row) => restored(table, row, sound, missed) ?? []);
    const taken = new Set([...better, ...sound].map(({ place }) => place));
    for (const row of unsound) {
      if (isReadable(row) && !taken.has(row.place)) doubted.add({ ...row, hash: hashOfRow(table, row) });
    }
    kept = [...better, ...sound, ...doubted];
  }
  return insertAll(db, table, columns, kept, doubted);
}

/** The first of those with one key, in the order in which they were made. @returns How many of the doubtful ones were kept. */
function insertAll(
  db: Database.Database,
  table: string,
  columns: readonly string[],
  rows: readonly PlacedRow[],
  doubtful: ReadonlySet<PlacedRow>,
): number {
  const insert = db.prepare(
    `insert or ignore into ${table} (${columns.join(", ")}) values (${columns.map(() => "?").join(", ")})`,
  );
  const byKey = new Map([...rows].reverse().map((row) => [row["number"] ?? row["id"], row]));
  let kept = 0;
  for (const row of [...byKey.values()].sort((a, b) => a.place - b.place)) {
    // A value that its column does not take: the row is lost.
    const done = tolerant(() => insert.run(columns.map((column) => row[column] ?? null)).changes) ?? 0;
    if (doubtful.has(row)) kept += done;
  }
  return kept;
}

function restored(table: MendedTable, row: PlacedRow, sound: readonly PlacedRow[], missed: readonly string[]) {
  const backup = sound.find(({ id }) => id === row["id"]) ?? sound.find(({ place }) => place === row.place);
  const found = restoredRow(table, row, backup, missed);
  return found && { ...found, hash: hashOfRow(table, found), place: row.place };
}

/** Undefined where a damaged file does not let it be done. */
function tolerant<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}

/**
 * The turns worth keeping: those whose state can be read, and all that led to them. Between them turns may stand that are not what was
 * written once; behind the last of them none do.
 */
function worthKeeping(sound: readonly PlacedRow[], unsound: readonly PlacedRow[]): PlacedRow[] {
  // Of a row that is there twice, the first is the better one.
  const all = new Map([...sound, ...unsound].reverse().map((row) => [row.id, row]));
  const whole = new Set(sound.map(({ id }) => id));
  const kept = new Set<PlacedRow>();
  for (const one of sound) {
    let base: PlacedRow | undefined = one;
    // No further than there are turns: a file may say anything.
    for (let left = Math.min(patchesIn(String(one.state)), all.size); left > 0 && base && whole.has(base.id); left--)
      base = all.get(base.parent);
    if (!base || !whole.has(base.id)) continue;
    for (let row = all.get(one.id); row && !kept.has(row); row = all.get(row.parent)) kept.add(row);
  }
  return [...kept];
}

/** The rows from the first on and from the last back, as far as they can be read. */
function rowsOf(
  db: Database.Database,
  table: string,
  columns: readonly string[],
): { readonly rows: PlacedRow[]; readonly whole: boolean } {
  const read = (order: "asc" | "desc", into: PlacedRow[]): boolean => {
    try {
      const rows = db.prepare<[], PlacedRow>(
        `select ${columns.join(", ")}, rowid as place from ${table} order by rowid ${order}`,
      );
      for (const row of rows.iterate()) into.push(row);
      return true;
    } catch {
      return false;
    }
  };
  const rows: PlacedRow[] = [];
  if (read("asc", rows)) return { rows, whole: true };
  const back: PlacedRow[] = [];
  read("desc", back);
  return { rows: [...rows, ...back.reverse()], whole: false };
}

function asTurn(row: Row): TurnRow {
  const text = (name: string) => String(row[name]);
  return {
    id: text("id"),
    playthrough: text("playthrough"),
    session: text("session"),
    parent: row.parent === null ? null : text("parent"),
    scene: Number(row.scene),
    narrator: text("narrator"),
    created_at: Number(row.created_at),
    ended: Number(row.ended),
    first_line: text("first_line"),
    minutes: typeof row["minutes"] === "number" ? row["minutes"] : null,
    previous_hash: text("previous_hash"),
    hash: text("hash"),
    choice: text("choice"),
    rolls: text("rolls"),
    patches: text("patches"),
    scene_record: text("scene_record"),
    plans: text("plans"),
    results: text("results"),
    state: text("state"),
    side_hash: text("side_hash"),
  };
}

/** A sitting that is lost takes no scene with it. */
function addSessions(db: Database.Database): void {
  db.exec(`
    insert into sessions (id, playthrough, started_at)
    select session, playthrough, min(created_at) from turns where session not in (select id from sessions) group by session;
  `);
}

/** Takes out what names something that is lost, and then what names that. */
function dropOrphans(db: Database.Database): void {
  type Orphan = { readonly table: string; readonly rowid: number; readonly parent: string };
  const check = db.prepare<[], Orphan>('select "table", "rowid", "parent" from pragma_foreign_key_check');
  for (let orphans = check.all(); orphans.length > 0; orphans = check.all()) {
    for (const { table, rowid, parent } of orphans) {
      if (table === "playthroughs")
        db.prepare(`update playthroughs set ${standingOn(parent)} = null where rowid = ?`).run(rowid);
      else if (table === "records" && parent === "sessions")
        db.prepare("update records set session = null where rowid = ?").run(rowid);
      else db.prepare(`delete from ${table} where rowid = ?`).run(rowid);
    }
  }
}

function standingOn(parent: string): "branch" | "head" {
  return parent === "branches" ? "branch" : "head";
}

/** A story stands where it stood; where that is lost, at the last turn that there is. Each of its turns is on a branch. */
function stand(db: Database.Database, playthrough: string): void {
  const turns = db
    .prepare<[string], TreeTurn>("select id, parent from turns where playthrough = ? order by rowid")
    .all(playthrough);
  const last = turns.at(-1);
  if (last === undefined) return;
  db.prepare("update playthroughs set head = coalesce(head, ?) where id = ?").run(last.id, playthrough);
  if (db.prepare("select 1 from sqlite_schema where name = 'branches'").get() === undefined) return;
  const parents = new Map(turns.map(({ id, parent }) => [id, parent]));
  const tips = db.prepare<[string], string>("select tip from branches where playthrough = ?").pluck().all(playthrough);
  const reached = new Set(tips.flatMap((tip) => wayTo(tip, parents)));
  const head =
    db.prepare<[string], string>("select head from playthroughs where id = ?").pluck().get(playthrough) ?? "";
  const standing = db.prepare("select 1 from playthroughs where id = ? and branch is not null").get(playthrough);
  if (standing !== undefined && turns.every(({ id }) => reached.has(id))) return;
  // Lines that nobody wrote down: the story's branches are made out anew.
  db.prepare("update playthroughs set branch = null where id = ?").run(playthrough);
  db.prepare("delete from branches where playthrough = ?").run(playthrough);
  linesOf(turns).forEach(({ start, tip }, index) => {
    const branch = `${playthrough}-${index + 1}`;
    db.prepare(
      "insert into branches (id, playthrough, start, tip, created_at) select ?, id, ?, ?, created_at from playthroughs where id = ?",
    ).run(branch, start, tip, playthrough);
    if (!wayTo(tip, parents).includes(head)) return;
    db.prepare("update playthroughs set branch = coalesce(branch, ?) where id = ?").run(branch, playthrough);
  });
}
