/** What is looked at when a store is opened, beside the pages of its file: the turns told last. */
import { setImmediate } from "node:timers/promises";
import type Database from "better-sqlite3";
import { isSoundRow, type Row, unsoundRows } from "../hashed-rows.js";
import { isSideSound, isSound, type TurnRow } from "../turn.js";
import { type Backup, goodBackups } from "./backups.js";
import type { Edits } from "./edits.js";
import { storyInBackup } from "./lost-turns.js";
import type { ToldTurn } from "./told-turns.js";

/** So many turns are read and checked at every start: some 1.5 MB. */
export const CHECKED = 50;

/** What opening found. The store can be used all the same; the player should know. */
export type Finding =
  | {
      /** Scenes that were told and are not there any more. */
      readonly kind: "lost_turns";
      readonly playthroughId: string;
      /** Title of the story, where none of it is left and a backup has it; null otherwise. */
      readonly title: string | null;
      /** Whether nothing of the story is left. */
      readonly whole: boolean;
      /** Numbers of the scenes, rising. */
      readonly scenes: readonly number[];
      /** The newest good backup that a repair can bring any of them back from. */
      readonly backup: Backup | null;
      /** Numbers of the scenes that it has, rising. */
      readonly restorable: readonly number[];
    }
  | {
      /** Scenes that read back differently from how they were written, or do not follow on the scene before. */
      readonly kind: "damaged_turns";
      readonly playthroughId: string;
      readonly scenes: readonly number[];
    }
  | {
      /** What is kept of a story beside its scenes, such as its seed, title and branches, reads differently from how it was written. */
      readonly kind: "damaged_story";
      readonly playthroughId: string;
    }
  | {
      /** Memories and other records that read differently from how they were written, or not at all, and are left out of what is found. */
      readonly kind: "damaged_records";
      readonly playthroughId: string;
      readonly count: number;
    }
  | ({
      /** What somebody changed by hand in the file: it is kept as it reads now. */
      readonly kind: "edited";
    } & Edits)
  | {
      /** The disk is full: what is saved from here on goes into the room that was set aside for that. */
      readonly kind: "reserve_used";
      readonly bytes: number;
    };

/** What reads back differently from how it was written, of the turns and records written last and of all that is kept of stories beside them. */
export function recentDamage(db: Database.Database): Finding[] {
  return [...damagedTurns(db), ...damagedStories(db), ...damagedRecords(db)];
}

/** Rows that are checked at a time: some 5 ms. */
const SLICE = { turns: 20, records: 500 };

/**
 * As `recentDamage` of all there is, a few rows at a time so that nobody waits for it.
 *
 * @returns Null where it was told to stop.
 */
export async function allDamage(db: Database.Database, stop: AbortSignal): Promise<Finding[] | null> {
  const turns = db.prepare<[number, number], TurnRow & { place: number }>(
    "select rowid as place, * from turns where rowid > ? order by rowid limit ?",
  );
  const records = db.prepare<[number, number], Row & { number: number; playthrough: string }>(
    "select * from records where number > ? order by number limit ?",
  );
  const [unsoundTurns, sidelong, counts] = [[] as TurnRow[], new Set<string>(), new Map<string, number>()];
  const follows = followsIn(db);
  for (let after = 0, some = turns.all(after, SLICE.turns); some.length > 0; some = turns.all(after, SLICE.turns)) {
    unsoundTurns.push(...some.filter((row) => !isSound(row) || !follows(row)));
    for (const row of some) if (!isSideSound(row)) sidelong.add(row.playthrough);
    after = some.at(-1)?.place ?? after;
    await setImmediate();
    if (stop.aborted) return null;
  }
  for (
    let after = 0, some = records.all(after, SLICE.records);
    some.length > 0;
    some = records.all(after, SLICE.records)
  ) {
    for (const { playthrough } of some.filter((row) => !isSoundRow("records", row)))
      counts.set(playthrough, (counts.get(playthrough) ?? 0) + 1);
    after = some.at(-1)?.number ?? after;
    await setImmediate();
    if (stop.aborted) return null;
  }
  return [...turnFindings(unsoundTurns), ...storyFindings(db, sidelong), ...recordFindings(counts)];
}

/** Checks the hashes of the turns written last, and that each follows on the one before it. */
function damagedTurns(db: Database.Database): Finding[] {
  const follows = followsIn(db);
  return turnFindings(latestTurns(db).filter((row) => !isSound(row) || !follows(row)));
}

function turnFindings(damaged: readonly TurnRow[]): Finding[] {
  return byStory(damaged).map(([playthroughId, scenes]) => ({ kind: "damaged_turns", playthroughId, scenes }));
}

function followsIn(db: Database.Database): (row: TurnRow) => boolean {
  const hash = db.prepare<[string], string>("select hash from turns where id = ?").pluck();
  return ({ parent, previous_hash }) => previous_hash === (parent === null ? "" : hash.get(parent));
}

function latestTurns(db: Database.Database): TurnRow[] {
  return db.prepare<[number], TurnRow>("select * from turns order by rowid desc limit ?").all(CHECKED);
}

/** So many records are looked at: those written last, some 20 ms. All others are when they are read. */
export const LOOKED_AT = 5_000;

/** Checks the hashes of the records written last. */
function damagedRecords(db: Database.Database): Finding[] {
  const counts = new Map<string, number>();
  for (const { playthrough } of unsoundRows(db, "records", LOOKED_AT)) {
    counts.set(String(playthrough), (counts.get(String(playthrough)) ?? 0) + 1);
  }
  return recordFindings(counts);
}

function recordFindings(counts: ReadonlyMap<string, number>): Finding[] {
  return [...counts].map(([playthroughId, count]) => ({ kind: "damaged_records", playthroughId, count }));
}

/** Checks the hashes of what is kept of stories beside scenes and records. */
function damagedStories(db: Database.Database): Finding[] {
  const sidelong = latestTurns(db).filter((row) => !isSideSound(row));
  return storyFindings(db, new Set(sidelong.map(({ playthrough }) => playthrough)));
}

/** @param besideTurns - Stories of which what is told of a turn in lists is damaged. */
function storyFindings(db: Database.Database, besideTurns: ReadonlySet<string>): Finding[] {
  const stories = new Set(besideTurns);
  for (const { id } of unsoundRows(db, "playthroughs")) stories.add(String(id));
  for (const table of ["sessions", "branches"] as const)
    for (const { playthrough } of unsoundRows(db, table)) stories.add(String(playthrough));
  return [...stories].map((playthroughId) => ({ kind: "damaged_story", playthroughId }));
}

/** Says which scenes are lost, and which of them a repair brings back. */
export function lossFindings(db: Database.Database, lost: readonly ToldTurn[], dataDir: string): Finding[] {
  if (lost.length === 0) return [];
  const backups = goodBackups(dataDir);
  const isThere = db.prepare<[string]>("select 1 from playthroughs where id = ?");
  return byStory(lost).map(([playthroughId, scenes]) => {
    const turns = lost.filter(({ playthrough }) => playthrough === playthroughId);
    const whole = isThere.get(playthroughId) === undefined;
    for (const backup of backups) {
      const found = storyInBackup(db, backup.file, turns);
      if (found === null) continue;
      const title = whole ? found.title : null;
      const restorable = scenesOf(found.has);
      return { kind: "lost_turns", playthroughId, title, whole, scenes, backup, restorable };
    }
    return { kind: "lost_turns", playthroughId, title: null, whole, scenes, backup: null, restorable: [] };
  });
}

function byStory(turns: readonly { readonly playthrough: string; readonly scene: number }[]): [string, number[]][] {
  const stories = new Set(turns.map(({ playthrough }) => playthrough));
  return [...stories].map((id) => [id, scenesOf(turns.filter(({ playthrough }) => playthrough === id))]);
}

/** Numbers of scenes, rising, each once. */
function scenesOf(turns: readonly { readonly scene: number }[]): number[] {
  return [...new Set(turns.map(({ scene }) => scene))].sort((one, other) => one - other);
}
