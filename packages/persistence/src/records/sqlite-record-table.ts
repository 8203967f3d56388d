/** Versions of records in SQLite. All values are bound; the text of a statement never holds one. */
import { isJsonObject, type JsonValue } from "@narratoria/protocol";
import type Database from "better-sqlite3";
import { hashOfRow, isSoundRow, type Row } from "../hashed-rows.js";
import { namesIn, showMemories } from "../memory-names.js";
import { type NewVersion, OPINIONS, type RecordTable, type Standing } from "./record-table.js";
import type { DataType } from "./record-types.js";
import type { Version } from "./scope.js";

/** The versions that hold a word, within the range of the story's own. */
export const HOLDERS = "select rowid from record_words where record_words match ? and rowid between ? and ?";

export const STANDING = `
  select p.head, t.parent, t.session, coalesce(t.minutes, 0) as minutes,
    coalesce((select number from records where playthrough = p.id order by number desc limit 1), 0) as last
  from playthroughs p left join turns t on t.id = p.head where p.id = ?`;

/** The turns from the head to the opening. */
export const WAY = `
  with recursive way (turn) as (
    select head from playthroughs where id = ? and head is not null
    union
    select t.parent from way cross join turns t on t.id = way.turn where t.parent is not null
  )
  select turn from way`;

export const VERSIONS = `
  select number, id, type, turn, coalesce(born, number) as born, gone, name, session, timestamp, minutes, pinned, key, people, factions, tags, location, path,
    case type when 'lore' then length(text) else 0 end as length
  from records where playthrough = ? and number > ? order by number`;

export const VECTORS = `
  select id, record, embedder, vector, hash from vectors where playthrough = ? and embedder = ? and id > ? order by id`;

export const LAST_VECTOR = `
  select id from vectors where playthrough = ? and embedder = ? order by id desc limit 1`;

export const NAMED = `
  select text from records where name = ? and gone = 0 order by number desc limit 1`;

export const UNEMBEDDED = `
  select r.number, r.text from records r
  where r.number < ? and r.text <> '' and not exists (select 1 from vectors v where v.record = r.number and v.embedder = ?)
  order by r.number desc limit ?`;

interface VectorRow {
  readonly id: number;
  readonly record: number;
  readonly embedder: string;
  readonly vector: Buffer;
  readonly hash: string;
}

interface VersionRow {
  readonly number: number;
  readonly id: string;
  readonly type: DataType;
  readonly turn: string | null;
  readonly born: number;
  readonly gone: number;
  readonly name: string | null;
  readonly session: string | null;
  readonly timestamp: number;
  readonly minutes: number;
  readonly pinned: number;
  readonly key: string | null;
  readonly people: string;
  readonly factions: string;
  readonly tags: string;
  readonly location: string | null;
  readonly path: string | null;
  readonly length: number;
}

/** Types of records that name memories. */
const NAMING: ReadonlySet<unknown> = new Set(OPINIONS);

export function sqliteRecordTable(db: Database.Database): RecordTable {
  const standing = db.prepare<[string], Standing>(STANDING);
  const way = db.prepare<[string], string>(WAY).pluck();
  const versions = db.prepare<[string, number], VersionRow>(VERSIONS);
  const add = db.prepare<[Row]>(
    `insert into records (number, id, playthrough, type, turn, born, gone, name, session, timestamp, minutes, pinned, key, people, factions,
       tags, location, path, text, names, record, hash)
     values (:number, :id, :playthrough, :type, :turn, :born, :gone, :name, :session, :timestamp, :minutes, :pinned, :key, :people,
       :factions, :tags, :location, :path, :text, :names, :record, :hash)`,
  );
  // As SQLite counts by itself: no number is used twice. The hash covers it.
  const last = db.prepare<[], number>("select seq from sqlite_sequence where name = 'records'").pluck();
  const remove = db.prepare<[number]>("delete from records where number = ?");
  const find = db.prepare<[number], Row>("select * from records where number = ?");
  const holders = db.prepare<[string, number, number], number>(HOLDERS).pluck();
  const vectors = db.prepare<[string, string, number], VectorRow>(VECTORS);
  const lastVector = db.prepare<[string, string], number>(LAST_VECTOR).pluck();
  const dropVectors = db.prepare<[number]>("delete from vectors where record = ?");
  const vectorsOf = db.prepare<[number], VectorRow>("select * from vectors where record = ? order by id");
  const addVector = db.prepare<[Row]>(
    `insert into vectors (playthrough, record, embedder, vector, hash)
     select playthrough, number, :embedder, :vector, :hash from records where number = :record`,
  );
  const insertVector = (row: Row): void => void addVector.run({ ...row, hash: hashOfRow("vectors", row) });
  /** Records one of whose vectors was found to be damaged. */
  const spoilt = new Set<number>();
  const unembedded = db.prepare<[number, string, number], { number: number; text: string }>(UNEMBEDDED);
  const list = listReader();
  const textOf = db.prepare<[string], string>(NAMED).pluck();
  const named = (name: string): string | undefined => textOf.get(name);
  const soundRow = (number: number): Row | undefined => {
    const row = find.get(number);
    return row !== undefined && isSoundRow("records", row) ? row : undefined;
  };

  return {
    standing: (playthrough) => standing.get(playthrough),
    way: (playthrough) => new Set(way.all(playthrough)),
    *versions(playthrough, above): Generator<Version> {
      for (const row of versions.all(playthrough, above)) {
        const { type, gone, pinned, people, factions, tags, ...same } = row;
        yield {
          ...same,
          dataType: type,
          gone: gone === 1,
          pinned: pinned === 1,
          people: list(people),
          factions: list(factions),
          tags: list(tags),
        };
      }
    },
    add(version: NewVersion) {
      const { dataType, ...same } = version;
      const number = (last.get() ?? 0) + 1;
      const row = {
        ...same,
        number,
        type: dataType,
        gone: version.gone ? 1 : 0,
        pinned: version.pinned ? 1 : 0,
        people: JSON.stringify(version.people),
        factions: JSON.stringify(version.factions),
        tags: JSON.stringify(version.tags),
        record: JSON.stringify(version.record),
      };
      add.run({ ...row, hash: hashOfRow("records", row) });
      return number;
    },
    remove: (number) => void remove.run(number),
    record(number) {
      const row = soundRow(number);
      if (row === undefined) return undefined;
      const json = String(row["record"]);
      const read = readJson(NAMING.has(row["type"]) ? showMemories(json, named) : json);
      return isJsonObject(read) ? read : undefined;
    },
    namesIn: (number) => namesIn(String(soundRow(number)?.["record"] ?? "")),
    named,
    holders: (word, first, last) => holders.all(`"${word}"`, first, last),
    *vectors(playthrough, embedder, after) {
      // Nearly always there is nothing new, and that is told sooner without beginning to read.
      if ((lastVector.get(playthrough, embedder) ?? 0) <= after) return;
      for (const row of vectors.iterate(playthrough, embedder, after)) {
        const { id, record: number, vector } = row;
        if (!isSoundRow("vectors", { ...row })) {
          spoilt.add(number);
          continue;
        }
        // A copy: the bytes lie wherever the library's buffer begins, and floats have to be aligned.
        yield { id, number, vector: new Float32Array(new Uint8Array(vector).buffer) };
      }
    },
    setVectors(number, embedder, all) {
      dropVectors.run(number);
      for (const one of all) {
        insertVector({ record: number, embedder, vector: Buffer.from(one.buffer, one.byteOffset, one.byteLength) });
      }
    },
    copyVectors(from, to) {
      for (const { embedder, vector } of vectorsOf.all(from)) insertVector({ record: to, embedder, vector });
    },
    spoiltVectors() {
      const found = [...spoilt];
      spoilt.clear();
      return found;
    },
    unembedded: (embedder, below, limit) => unembedded.all(below, embedder, limit),
    wipe() {
      // Deleted words stay in a segment of the index until it is merged, deleted rows in free pages and in the log.
      db.exec("insert into record_words (record_words) values ('optimize')");
      db.pragma("wal_checkpoint(truncate)");
      db.exec("vacuum");
      db.pragma("wal_checkpoint(truncate)");
    },
  };
}

/** Undefined for what was damaged on the disk: whatever stands beside it is still of use. */
function readJson(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Reads lists of a few strings; the same few come again and again. */
function listReader(): (text: string) => readonly string[] {
  const known = new Map<string, readonly string[]>();
  return (text) => {
    const before = known.get(text);
    if (before) return before;
    const parsed = readJson(text);
    const list = Array.isArray(parsed) ? parsed.filter((one): one is string => typeof one === "string") : [];
    if (known.size > 10_000) known.clear();
    known.set(text, list);
    return list;
  };
}
