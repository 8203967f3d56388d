import type Database from "better-sqlite3";
import type { SessionRow } from "./records/sessions.js";
import { NAMED } from "./records/sqlite-record-table.js";
import type { SessionSummary } from "./store.js";
import type { Row } from "./hashed-rows.js";
import type { MemoryRow, TurnRow } from "./turn.js";

/** A playthrough with what is known of its head and of a turn in flight. */
export interface PlaythroughRow {
  readonly id: string;
  readonly campaign: string;
  readonly campaign_path: string;
  readonly campaign_version: string;
  readonly title: string;
  readonly seed: string;
  readonly created_at: number;
  readonly updated_at: number;
  readonly head: string | null;
  readonly scene: number | null;
  readonly first_line: string | null;
  readonly ended: number | null;
  readonly begun: number | null;
  readonly begun_parent: string | null;
  readonly begun_choice: string | null;
}

const PLAYTHROUGHS = `
  select p.*, t.scene, t.first_line, t.ended, f.started_at as begun, f.parent as begun_parent, f.choice as begun_choice
  from playthroughs p
  left join turns t on t.id = p.head
  left join turns_in_flight f on f.playthrough = p.id`;

/** The turns on the way to the head, youngest first, with what later scenes are told of each. */
const PAST_TURNS = `
  with recursive past (turn, depth) as (
    select head, 1 from playthroughs where id = ? and head is not null
    union all
    select t.parent, depth + 1 from past cross join turns t on t.id = past.turn where t.parent is not null and depth < ?
  )
  select t.id, t.scene, case when json_valid(t.scene_record) then json_extract(t.scene_record, '$.summary') end as summary
  from past cross join turns t on t.id = past.turn order by depth`;

/** Named, as the library's own names for what it prepares cannot stand in a published declaration. */
export interface Statements {
  /** Begin and end what is read from one moment of the file. */
  readonly begin: Database.Statement<[]>;
  readonly end: Database.Statement<[]>;
  readonly playthrough: Database.Statement<[string], PlaythroughRow>;
  readonly playthroughs: Database.Statement<[string | null], PlaythroughRow>;
  /** The highest place in the order in which stories were played. */
  readonly lastPlayed: Database.Statement<[], number>;
  /** The same among stories that were played last at a moment or before it. */
  readonly playedBefore: Database.Statement<[number], number>;
  readonly deletePlaythrough: Database.Statement<[string]>;
  readonly session: Database.Statement<[string], string>;
  readonly sessions: Database.Statement<[string], SessionSummary>;
  readonly beginTurn: Database.Statement<[string, string | null, string | null, number]>;
  readonly abandonTurn: Database.Statement<[string]>;
  readonly anyTurnBegun: Database.Statement<[]>;
  readonly turn: Database.Statement<[string], TurnRow>;
  readonly past: Database.Statement<[string, number], { id: string; scene: number; summary: string | null }>;
  readonly addTurn: Database.Statement<[TurnRow]>;
  readonly memoriesOf: Database.Statement<[string], Row & MemoryRow>;
  readonly namedMemory: Database.Statement<[string], string>;
  readonly sessionRows: Database.Statement<[string], SessionRow>;
  readonly removeSession: Database.Statement<[string]>;
  readonly sessionInUse: Database.Statement<[string]>;
}

/** Every statement the store uses; all values are bound, none is ever written into the text. */
export function prepareStatements(db: Database.Database): Statements {
  return {
    begin: db.prepare("begin"),
    end: db.prepare("commit"),
    playthrough: db.prepare(`${PLAYTHROUGHS} where p.id = ?`),
    playthroughs: db.prepare<[string | null], PlaythroughRow>(
      `${PLAYTHROUGHS} where p.campaign = coalesce(?, p.campaign) order by p.played desc, p.rowid desc`,
    ),
    lastPlayed: db.prepare<[], number>("select coalesce(max(played), 0) from playthroughs").pluck(),
    playedBefore: db
      .prepare<[number], number>("select coalesce(max(played), 0) from playthroughs where updated_at <= ?")
      .pluck(),
    deletePlaythrough: db.prepare("delete from playthroughs where id = ?"),
    session: db.prepare<[string], string>("select playthrough from sessions where id = ?").pluck(),
    sessions: db.prepare(
      `select id, started_at as startedAt, ended_at as endedAt, location from sessions where playthrough = ? order by rowid`,
    ),
    beginTurn: db.prepare(
      "insert or replace into turns_in_flight (playthrough, parent, choice, started_at) values (?, ?, ?, ?)",
    ),
    abandonTurn: db.prepare("delete from turns_in_flight where playthrough = ?"),
    anyTurnBegun: db.prepare("select 1 from turns_in_flight limit 1"),
    turn: db.prepare("select * from turns where id = ?"),
    past: db.prepare(PAST_TURNS),
    addTurn: db.prepare(
      `insert into turns (id, playthrough, session, parent, scene, narrator, created_at, ended, first_line, minutes,
         previous_hash, hash, choice, rolls, patches, scene_record, plans, results, state, side_hash)
       values (:id, :playthrough, :session, :parent, :scene, :narrator, :created_at, :ended, :first_line, :minutes,
         :previous_hash, :hash, :choice, :rolls, :patches, :scene_record, :plans, :results, :state, :side_hash)`,
    ),
    memoriesOf: db.prepare(
      "select * from records where turn = ? and type = 'memory' and gone = 0 order by coalesce(born, number)",
    ),
    namedMemory: db.prepare<[string], string>(NAMED).pluck(),
    sessionRows: db.prepare(
      "select id, started_at, ended_at, location from sessions where playthrough = ? order by rowid",
    ),
    removeSession: db.prepare("delete from sessions where id = ?"),
    sessionInUse: db.prepare("select 1 from turns where session = ?"),
  };
}
