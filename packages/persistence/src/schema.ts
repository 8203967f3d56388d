import { atOnce, getPath } from "@narratoria/protocol";
import type Database from "better-sqlite3";
import { hashAllRows, type Row, sideHashOfTurn } from "./hashed-rows.js";
import { linesOf, type TreeTurn, wayTo } from "./lines.js";

/** "NARR": marks a SQLite file as ours, so that nobody else's database is ever written to. */
export const APPLICATION_ID = 0x4e415252;

export type Migration = (db: Database.Database) => void;

/**
 * Step n takes a database from `user_version` n to n + 1. Steps are only ever added: files of every earlier version are
 * out there.
 */
export const MIGRATIONS: readonly Migration[] = [createTables, addBranches, createRecords, hashRows];

/**
 * Brings a database up to date, each step and its new `user_version` in one transaction: a crash leaves the version
 * before or after a step, never between.
 */
export function migrate(db: Database.Database, steps: readonly Migration[] = MIGRATIONS): void {
  atOnce(migrating(db, steps));
}

/** As `migrate`, with a stop after each step. */
export function* migrating(db: Database.Database, steps: readonly Migration[]): Generator<void, void> {
  for (let version = schemaVersion(db); version < steps.length; version++) {
    const step = steps[version];
    if (step === undefined) return;
    db.transaction(() => {
      step(db);
      db.pragma(`application_id = ${APPLICATION_ID}`);
      db.pragma(`user_version = ${version + 1}`);
    }).immediate();
    yield;
  }
}

/** The number of migration steps that a database has been through. */
export function schemaVersion(db: Database.Database): number {
  return Number(db.pragma("user_version", { simple: true }));
}

function createTables(db: Database.Database): void {
  db.exec(`
    -- Who plays now. The row is removed on a clean close, so one that is found tells of a crash.
    create table holder (
      one integer primary key check (one = 1),
      pid integer not null,
      since integer not null
    ) strict;

    create table playthroughs (
      id text primary key,
      campaign text not null,
      campaign_path text not null,
      campaign_version text not null,
      title text not null,
      seed text not null,
      created_at integer not null,
      updated_at integer not null,
      head text references turns (id)
    ) strict;

    create table sessions (
      id text primary key,
      playthrough text not null references playthroughs (id) on delete cascade,
      started_at integer not null,
      ended_at integer,
      location text
    ) strict;
    create index session_playthrough on sessions (playthrough);

    -- The journal. Long columns come last, so that walking along the parents never touches their pages.
    create table turns (
      id text primary key,
      playthrough text not null references playthroughs (id) on delete cascade,
      session text not null references sessions (id),
      parent text references turns (id),
      scene integer not null,
      narrator text not null,
      created_at integer not null,
      ended integer not null,
      first_line text not null,
      previous_hash text not null,
      hash text not null,
      choice text not null,
      rolls text not null,
      patches text not null,
      scene_record text not null,
      plans text not null,
      results text not null,
      state text not null
    ) strict;
    create index turn_playthrough on turns (playthrough);
    create index turn_parent on turns (parent);
    create index turn_session on turns (session);

    -- The turn that is being made. A row that is found at the next start tells that it was never finished.
    create table turns_in_flight (
      playthrough text primary key references playthroughs (id) on delete cascade,
      parent text,
      choice text,
      started_at integer not null
    ) strict;

    create table memories (
      number integer primary key,
      id text not null,
      playthrough text not null references playthroughs (id) on delete cascade,
      turn text not null references turns (id) on delete cascade,
      summary text not null,
      names text not null,
      record text not null,
      unique (turn, id)
    ) strict;
    create index memory_playthrough on memories (playthrough);

    -- Only the index: the text itself stands in memories.
    create virtual table memory_words using fts5 (
      summary, names, content = '', contentless_delete = 1, tokenize = 'porter unicode61 remove_diacritics 2'
    );
    create trigger memory_added after insert on memories begin
      insert into memory_words (rowid, summary, names) values (new.number, new.summary, new.names);
    end;
    create trigger memory_removed after delete on memories begin
      delete from memory_words where rowid = old.number;
    end;
  `);
}

/**
 * Branches. From here on a turn may also keep its state as a patch (`state-text.ts`), which an older Narratoria would take for
 * damage.
 */
function addBranches(db: Database.Database): void {
  db.exec(`
    create table branches (
      id text primary key,
      playthrough text not null references playthroughs (id) on delete cascade,
      -- Null until somebody names it.
      name text,
      -- The turn that it leaves; null for the line of the opening.
      start text references turns (id),
      tip text not null references turns (id),
      created_at integer not null
    ) strict;
    create index branch_playthrough on branches (playthrough);
    create index branch_start on branches (start);
    create index branch_tip on branches (tip);
    alter table playthroughs add column branch text references branches (id);
  `);
  const add = db.prepare("insert into branches (id, playthrough, start, tip, created_at) values (?, ?, ?, ?, ?)");
  const stand = db.prepare("update playthroughs set branch = ? where id = ?");
  const begun = db.prepare<[], { id: string; head: string; created_at: number }>(
    "select id, head, created_at from playthroughs where head is not null",
  );
  const tree = db.prepare<[string], TreeTurn>("select id, parent from turns where playthrough = ? order by rowid");
  for (const { id, head, created_at } of begun.all()) {
    const turns = tree.all(id);
    const parents = new Map(turns.map((turn) => [turn.id, turn.parent]));
    let standing = "";
    linesOf(turns).forEach(({ start, tip }, index) => {
      const branch = `${id}-${index + 1}`;
      add.run(branch, id, start, tip, created_at);
      if (standing === "" && wayTo(tip, parents).includes(head)) standing = branch;
    });
    stand.run(standing, id);
  }
}

/** Memories become one type of record among several; what is searched by meaning gets a vector. */
function createRecords(db: Database.Database): void {
  db.exec(`
    -- The in-game clock after the turn.
    alter table turns add column minutes real;

    -- Versions of records. A version is never changed: another one takes its place, or stands beside it on another branch.
    -- Numbers are never used twice, so that whoever knows the highest knows what is new.
    create table records (
      number integer primary key autoincrement,
      id text not null,
      playthrough text not null references playthroughs (id) on delete cascade,
      type text not null,
      turn text references turns (id) on delete cascade,
      born integer,
      gone integer not null,
      -- What the journal calls a memory's text, which only stands here.
      name text,
      session text references sessions (id) on delete set null,
      timestamp integer not null,
      minutes real not null,
      pinned integer not null,
      key text,
      people text not null,
      factions text not null,
      tags text not null,
      location text,
      path text,
      text text not null,
      names text not null,
      record text not null
    ) strict;
    create index record_playthrough on records (playthrough, number);
    create index record_turn on records (turn);
    create index record_name on records (name);
    create index record_session on records (session);

    -- Only the index: the text itself stands in records.
    create virtual table record_words using fts5 (
      text, names, content = '', contentless_delete = 1, tokenize = 'porter unicode61 remove_diacritics 2'
    );
    create trigger record_added after insert on records when new.text <> '' begin
      insert into record_words (rowid, text, names) values (new.number, new.text, new.names);
    end;
    create trigger record_removed after delete on records when old.text <> '' begin
      delete from record_words where rowid = old.number;
    end;

    -- 32 bit floats, little end first; a long text has one for each window.
    create table vectors (
      id integer primary key autoincrement,
      playthrough text not null references playthroughs (id) on delete cascade,
      record integer not null references records (number) on delete cascade,
      embedder text not null,
      vector blob not null
    ) strict;
    create index vector_playthrough on vectors (playthrough, embedder, id);
    create index vector_record on vectors (record, embedder);
  `);
  const tell = db.prepare("update turns set minutes = ? where id = ?");
  for (const [id, minutes] of clocks(db)) tell.run(minutes, id);
  db.exec(`
    insert into records (id, playthrough, type, turn, born, gone, name, session, timestamp, minutes, pinned, key, people, factions, tags,
      location, path, text, names, record)
    select m.id, m.playthrough, 'memory', m.turn, null, 0, lower(hex(randomblob(8))), t.session, t.created_at, coalesce(t.minutes, 0), 0, null,
      case json_type(m.record, '$.characters') when 'array' then json_extract(m.record, '$.characters') else '[]' end, '[]',
      case json_type(m.record, '$.tags') when 'array' then json_extract(m.record, '$.tags') else '[]' end,
      case json_type(m.record, '$.location') when 'text' then nullif(json_extract(m.record, '$.location'), '') end, null,
      m.summary, m.names, m.record
    from memories m join turns t on t.id = m.turn order by m.number;
    drop table memories;
    drop table memory_words;
  `);
}

/** What is stored beside turns gets a hash, and stories an order of their own in which they were played. */
function hashRows(db: Database.Database): void {
  db.exec(`
    alter table playthroughs add column hash text not null default '';
    -- Counts up over all stories whenever one is played: the wall clock may go back.
    alter table playthroughs add column played integer not null default 0;
    alter table sessions add column hash text not null default '';
    alter table branches add column hash text not null default '';
    alter table records add column hash text not null default '';
    alter table vectors add column hash text not null default '';
    -- Over the columns that a turn's own hash does not cover.
    alter table turns add column side_hash text not null default '';

    -- Ids of stories that were deleted, and of turns that were lost and gone on without: a backup that has them is no sign of a loss.
    create table let_go (id text primary key) strict;

    update playthroughs set played = place.number
    from (select id, row_number() over (order by updated_at, rowid) as number from playthroughs) as place
    where place.id = playthroughs.id;
  `);
  hashAllRows(db);
  const tell = db.prepare("update turns set side_hash = ? where rowid = ?");
  const turns = db.prepare<[], Row & { place: number }>(
    "select rowid as place, id, ended, first_line, minutes from turns",
  );
  for (const row of turns.all()) tell.run(sideHashOfTurn(row), row.place);
}

/** The in-game clock after each turn. A state that is kept as a patch names it where it moved. */
function clocks(db: Database.Database): ReadonlyMap<string, number> {
  const minutes = new Map<string, number>();
  const turns = db.prepare<[], { id: string; parent: string | null; state: string }>(
    "select id, parent, state from turns order by rowid",
  );
  for (const { id, parent, state } of turns.iterate()) {
    let told: unknown;
    try {
      told = getPath(JSON.parse(state.slice(state.indexOf("{"))), "clock.minutes");
    } catch {
      // A damaged turn keeps the clock of the one before it.
    }
    minutes.set(id, typeof told === "number" ? told : (minutes.get(parent ?? "") ?? 0));
  }
  return minutes;
}
