/** Turns that were told and are not in the database: how they are noticed, and brought back from a backup. */
import Database from "better-sqlite3";
import { hashOfRow, isHashed, isSoundRow, type Row } from "../hashed-rows.js";
import { MIGRATIONS, schemaVersion } from "../schema.js";
import { backupFiles } from "./backups.js";
import type { ToldTurn } from "./told-turns.js";

/**
 * Returns the turns that the note of told turns or the newest backup names and the database does not have. Turns that the player
 * deleted or went on without are not among them.
 *
 * @param db - Of the newest format.
 */
export function lostTurns(db: Database.Database, told: readonly ToldTurn[], dataDir: string): ToldTurn[] {
  const isLetGo = db.prepare<[string, string]>("select 1 from let_go where id in (?, ?)");
  const known = new Map([...turnsBehind(db, dataDir), ...told].map((turn) => [turn.id, turn]));
  return notIn(db, [...known.values()])
    .filter(({ id, playthrough }) => isLetGo.get(id, playthrough) === undefined)
    .sort((one, other) => one.scene - other.scene);
}

/** Returns those of the turns that are not in the database. */
export function notIn(db: Database.Database, turns: readonly ToldTurn[]): ToldTurn[] {
  const there = db.prepare<[string]>("select 1 from turns where id = ?");
  return turns.filter(({ id }) => there.get(id) === undefined);
}

/** Remembers that turns are gone for good, so that a backup that has them is no sign of a loss. @param ids - Of turns or stories. */
export function letGo(db: Database.Database, ids: readonly string[]): void {
  const add = db.prepare<[string]>("insert or ignore into let_go (id) values (?)");
  for (const id of ids) add.run(id);
}

/** The turns of the newest backup that the database does not have. One that cannot be read, or is of an older format, names none. */
function turnsBehind(db: Database.Database, dataDir: string): ToldTurn[] {
  const [file] = backupFiles(dataDir);
  if (file === undefined) return [];
  try {
    return withBackup(file, (backup) => {
      // Before it, nobody wrote down what was deleted.
      if (schemaVersion(backup) !== MIGRATIONS.length) return [];
      const hasTurn = db.prepare<[string]>("select 1 from turns where id = ?");
      const tips = backup.prepare<[], string>("select tip from branches").pluck().all();
      if (tips.every((tip) => hasTurn.get(tip) !== undefined)) return [];
      return notIn(db, backup.prepare<[], ToldTurn>("select playthrough, scene, id from turns").all());
    });
  } catch {
    return [];
  }
}

/** A story as a backup has it. */
export interface StoryInBackup {
  readonly title: string;
  /** Those of the turns asked for that the backup has. */
  readonly has: readonly ToldTurn[];
}

/**
 * Looks for turns of one story in a backup.
 *
 * @param db - The database that has lost them.
 * @returns Null where the backup has none of them, or lacks turns of the story that the database has.
 */
export function storyInBackup(db: Database.Database, file: string, lost: readonly ToldTurn[]): StoryInBackup | null {
  const [first] = lost;
  if (first === undefined) return null;
  return withBackup(file, (backup) => {
    const missing = new Set(notIn(backup, lost));
    const has = lost.filter((turn) => !missing.has(turn));
    const title = backup.prepare<[string], string>("select title from playthroughs where id = ?").pluck();
    if (has.length === 0 || notIn(backup, turnsOf(db, first.playthrough)).length > 0) return null;
    return { title: title.get(first.playthrough) ?? "", has };
  });
}

function turnsOf(db: Database.Database, playthrough: string): ToldTurn[] {
  const turns = db.prepare<[string], ToldTurn>("select playthrough, scene, id from turns where playthrough = ?");
  return turns.all(playthrough);
}

function withBackup<T>(file: string, work: (backup: Database.Database) => T): T {
  const backup = new Database(file, { readonly: true, fileMustExist: true });
  try {
    return work(backup);
  } finally {
    backup.close();
  }
}

/** The tables of a story, parents before what hangs on them. */
const TABLES = ["playthroughs", "sessions", "turns", "branches", "records", "vectors"];

/**
 * Puts a story in the place of what the database has of it.
 *
 * @param source - A backup of the same format that has every turn of the story that the database has.
 */
export function restoreStory(db: Database.Database, source: Database.Database, playthrough: string): void {
  db.pragma("foreign_keys = on");
  db.transaction(() => {
    // A story names turns and branches that come after it in the tables.
    db.pragma("defer_foreign_keys = on");
    db.prepare("delete from playthroughs where id = ?").run(playthrough);
    const shift = shiftOfNumbers(db, source, playthrough);
    for (const table of TABLES) {
      const key = table === "playthroughs" ? "id" : "playthrough";
      const rows = source.prepare<[string], Row>(`select * from ${table} where ${key} = ? order by rowid`);
      for (const row of rows.all(playthrough)) insert(db, table, renumbered(table, row, shift));
    }
  })();
}

/** Other stories may have taken the numbers of the records meanwhile. */
function shiftOfNumbers(db: Database.Database, source: Database.Database, playthrough: string): number {
  const isTaken = db.prepare<[number]>("select 1 from records where number = ?");
  const numbers = source.prepare<[string], number>("select number from records where playthrough = ?").pluck();
  if (!numbers.all(playthrough).some((number) => isTaken.get(number) !== undefined)) return 0;
  return Number(db.prepare("select coalesce(max(seq), 0) from sqlite_sequence where name = 'records'").pluck().get());
}

function renumbered(table: string, row: Row, shift: number): Row {
  if (table === "vectors") {
    // The id is only the order in which they were made: the database gives a new one.
    return rehashed(table, row, { ...row, id: null, record: Number(row["record"]) + shift });
  }
  if (table !== "records" || shift === 0) return row;
  const born = row["born"] === null ? null : Number(row["born"]) + shift;
  return rehashed(table, row, { ...row, number: Number(row["number"]) + shift, born });
}

/** A fresh hash would pass damage off as what was written. */
function rehashed(table: string, before: Row, after: Row): Row {
  return isHashed(table) && isSoundRow(table, before) ? { ...after, hash: hashOfRow(table, after) } : after;
}

function insert(db: Database.Database, table: string, row: Row): void {
  const columns = Object.keys(row);
  db.prepare<[Row]>(
    `insert into ${table} (${columns.join(", ")}) values (${columns.map((column) => `:${column}`).join(", ")})`,
  ).run(row);
}
