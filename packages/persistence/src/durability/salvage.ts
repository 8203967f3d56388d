/** What can still be read of a damaged database, put into a new one; a backup fills the holes. (HARDENING 2.6, 3.10) */
import Database from "better-sqlite3";
import { linesOf, type TreeTurn, wayTo } from "../lines.js";
import { patchesIn } from "../state-text.js";
import { isSound, type TurnRow } from "../turn.js";

/** Rows that one is found by: the tables, parents before what hangs on them. What reads them is the same in every format. */
const TABLES = ["playthroughs", "sessions", "turns", "branches", "memories", "records", "vectors"];

type Row = Readonly<Record<string, unknown>>;

/**
 * Fills a database with what the sources hold: a table of a later source only where the one before could not be read to its
 * end. A turn that is not what was written once stays only where a sound one follows on it, so that its story goes on around it; what
 * hangs on something that is lost goes with it.
 *
 * @param db - Empty, with all its tables.
 * @param sources - Databases of the same format, the damaged one first.
 */
export function salvage(db: Database.Database, sources: readonly Database.Database[]): void {
  db.pragma("foreign_keys = off");
  db.transaction(() => {
    for (const table of TABLES) fill(db, table, sources);
    dropOrphans(db);
    for (const id of db.prepare<[], string>("select id from playthroughs").pluck().all()) stand(db, id);
  })();
}

function fill(db: Database.Database, table: string, sources: readonly Database.Database[]): void {
  const columns = db.prepare<[string], string>("select name from pragma_table_info(?)").pluck().all(table);
  if (columns.length === 0) return; // not in this format
  let found: Row[] = [];
  const unsound: Row[] = [];
  for (const source of sources) {
    const { rows, whole } = rowsOf(source, table, columns);
    // A hash covers what stands in a turn's row, so that one is as good as it was or not at all.
    const sound = table === "turns" ? rows.filter((row) => isSound(asTurn(row))) : rows.filter(isReadable);
    found.push(...sound);
    if (table === "turns") unsound.push(...rows.filter((row) => !isSound(asTurn(row))));
    if (whole && sound.length === rows.length) break;
  }
  if (table === "turns") {
    // In the order in which they were made, wherever they were found.
    found = worthKeeping(found, unsound).sort(
      (a, b) => Number(a.created_at) - Number(b.created_at) || Number(a.scene) - Number(b.scene),
    );
  }
  const insert = db.prepare(
    `insert or ignore into ${table} (${columns.join(", ")}) values (${columns.map(() => "?").join(", ")})`,
  );
  for (const row of found) {
    try {
      insert.run(columns.map((column) => row[column]));
    } catch {
      // A value that its column does not take: the row is lost.
    }
  }
}

/**
 * The turns worth keeping: those whose state can be read, and all that led to them. Between them turns may stand that are not what was
 * written once; behind the last of them none do.
 */
function worthKeeping(sound: readonly Row[], unsound: readonly Row[]): Row[] {
  // Of a row that is there twice, the first is the better one.
  const all = new Map([...sound, ...unsound].reverse().map((row) => [row.id, row]));
  const whole = new Set(sound.map(({ id }) => id));
  const kept = new Set<Row>();
  for (const one of sound) {
    let base: Row | undefined = one;
    // No further than there are turns: a file may say anything.
    for (let left = Math.min(patchesIn(String(one.state)), all.size); left > 0 && base && whole.has(base.id); left--)
      base = all.get(base.parent);
    if (!base || !whole.has(base.id)) continue;
    for (let row = all.get(one.id); row && !kept.has(row); row = all.get(row.parent)) kept.add(row);
  }
  return [...kept];
}

/** Whether what should be JSON is. */
function isReadable(row: Row): boolean {
  try {
    for (const column of ["record", "people", "factions", "tags"]) {
      if (column in row) JSON.parse(String(row[column]));
    }
    return true;
  } catch {
    return false;
  }
}

/** The rows from the first on and from the last back, as far as they can be read. */
function rowsOf(
  db: Database.Database,
  table: string,
  columns: readonly string[],
): { readonly rows: Row[]; readonly whole: boolean } {
  const read = (order: "asc" | "desc", into: Row[]): boolean => {
    try {
      const rows = db.prepare<[], Row>(`select ${columns.join(", ")} from ${table} order by rowid ${order}`);
      for (const row of rows.iterate()) into.push(row);
      return true;
    } catch {
      return false;
    }
  };
  const rows: Row[] = [];
  if (read("asc", rows)) return { rows, whole: true };
  const back: Row[] = [];
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
    minutes: null,
    previous_hash: text("previous_hash"),
    hash: text("hash"),
    choice: text("choice"),
    rolls: text("rolls"),
    patches: text("patches"),
    scene_record: text("scene_record"),
    plans: text("plans"),
    results: text("results"),
    state: text("state"),
  };
}

/** Takes out what names something that is lost, and then what names that. */
function dropOrphans(db: Database.Database): void {
  type Orphan = { readonly table: string; readonly rowid: number; readonly parent: string };
  const check = db.prepare<[], Orphan>('select "table", "rowid", "parent" from pragma_foreign_key_check');
  for (let orphans = check.all(); orphans.length > 0; orphans = check.all()) {
    for (const { table, rowid, parent } of orphans) {
      if (table === "playthroughs")
        db.prepare(`update playthroughs set ${standingOn(parent)} = null where rowid = ?`).run(rowid);
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
