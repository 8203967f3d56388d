/** What is let go of when a player wants the disk bounded: the oldest records of chosen types, and none that matters. */
import type Database from "better-sqlite3";
import type { DataType } from "../records/record-types.js";

/** The types that may go. Scenes, lore, opinions and sittings never do. */
export type Retained = Extract<DataType, "memory" | "asset" | "portrait">;

/** Bounds for the records of one type in each story; those stored or changed longest ago go first. */
export interface RetentionLimits {
  /**
   * Older ones go. Time between two turns counts as a day at most: after a long break, and under a clock that is wrong, a record is no
   * older than it was.
   */
  readonly olderThanMs?: number;
  /** So many stay at most. */
  readonly atMost?: number;
  /** Bytes of records, texts and vectors that stay at most. */
  readonly maxBytes?: number;
}

/**
 * Nothing goes unless it is named here. What is never touched counts towards the bounds: memories that are pinned or of great
 * significance (the episodic ones), and assets that were not generated.
 */
export type RetentionPolicy = { readonly [Type in Retained]?: RetentionLimits };

/** What was let go of. */
export interface Removed {
  readonly playthroughId: string;
  readonly dataType: Retained;
  readonly count: number;
  readonly bytes: number;
}

/** What is due to go. */
export interface Due extends Omit<Removed, "count"> {
  readonly id: string;
}

interface Kept {
  readonly playthrough: string;
  readonly id: string;
  /** The highest number of a version: the higher, the later it was stored or changed. */
  readonly last: number;
  readonly bytes: number;
  readonly safe: number;
}

/** One row for each record, with all of its versions, youngest first. */
const RECORDS = `
  select r.playthrough, r.id, max(r.number) as last,
    sum(length(cast(r.record as blob)) + length(cast(r.text as blob)) + length(cast(r.names as blob))
      + coalesce((select sum(length(v.vector)) from vectors v where v.record = r.number), 0)) as bytes,
    max(r.pinned = 1 or coalesce(json_extract(r.record, '$.significance'), '') = 'high'
      or (r.type = 'asset' and coalesce(json_extract(r.record, '$.generated'), 0) <> 1)) as safe
  from records r where r.type = ? group by r.playthrough, r.id order by r.playthrough, last desc`;

/**
 * What a policy lets go of, the oldest first.
 *
 * @param time - Milliseconds since 1970.
 */
export function dueToGo(db: Database.Database, policy: RetentionPolicy, time: number): Due[] {
  const types: readonly Retained[] = ["memory", "asset", "portrait"];
  const read = db.prepare<[string], Kept>(RECORDS);
  return types.flatMap((dataType) => {
    const limits = policy[dataType];
    return limits === undefined ? [] : beyond(read.all(dataType), limits, dataType, agesIn(db, time));
  });
}

/** What counts of the time between two turns. */
const LONGEST_GAP_MS = 24 * 60 * 60 * 1000;

/** Milliseconds for which a story went on after a version of a record was written, by the story and the version's number. */
type Ages = (playthrough: string, number: number) => number;

function agesIn(db: Database.Database, time: number): Ages {
  const turnsOf = db.prepare<[string], { id: string; created_at: number }>(
    "select id, created_at from turns where playthrough = ? order by rowid",
  );
  const versionsOf = db.prepare<[string], { number: number; turn: string | null }>(
    "select number, turn from records where playthrough = ? order by number",
  );
  const known = new Map<string, ReadonlyMap<number, number>>();

  function read(playthrough: string): ReadonlyMap<number, number> {
    const at = new Map<string, number>();
    let [played, before]: [number, number | null] = [0, null];
    const goOn = (to: number): number => {
      // A clock that went back took nothing of what was played.
      played += before === null ? 0 : Math.min(Math.max(to - before, 0), LONGEST_GAP_MS);
      before = to;
      return played;
    };
    for (const { id, created_at } of turnsOf.iterate(playthrough)) at.set(id, goOn(created_at));
    const now = goOn(time);
    const ages = new Map<number, number>();
    let latest = 0;
    for (const { number, turn } of versionsOf.iterate(playthrough)) {
      // What belongs to no turn, and what was pinned later, was written with what stands beside it.
      latest = Math.max(latest, at.get(turn ?? "") ?? 0);
      ages.set(number, now - latest);
    }
    return ages;
  }

  return (playthrough, number) => {
    const ages = known.get(playthrough) ?? read(playthrough);
    known.set(playthrough, ages);
    return ages.get(number) ?? 0;
  };
}

function beyond(
  kept: readonly Kept[],
  {
    olderThanMs = Number.POSITIVE_INFINITY,
    atMost = Number.POSITIVE_INFINITY,
    maxBytes = Number.POSITIVE_INFINITY,
  }: RetentionLimits,
  dataType: Retained,
  age: Ages,
): Due[] {
  const left = new Map<string, { count: number; bytes: number }>();
  for (const { playthrough, safe, bytes } of kept) {
    const room = left.get(playthrough) ?? { count: atMost, bytes: maxBytes };
    left.set(playthrough, safe ? { count: room.count - 1, bytes: room.bytes - bytes } : room);
  }
  const due: Due[] = [];
  for (const { playthrough, id, bytes, last, safe } of kept) {
    const room = left.get(playthrough);
    if (safe || room === undefined) continue;
    const old = Number.isFinite(olderThanMs) && age(playthrough, last) > olderThanMs;
    if (old || room.count < 1 || room.bytes < bytes) due.push({ playthroughId: playthrough, dataType, id, bytes });
    else left.set(playthrough, { count: room.count - 1, bytes: room.bytes - bytes });
  }
  return due.reverse();
}

/** Adds up what went. */
export function removedOf(gone: readonly Due[]): Removed[] {
  const sums = new Map<string, Removed>();
  for (const { playthroughId, dataType, bytes } of gone) {
    const key = `${dataType} ${playthroughId}`;
    const before = sums.get(key) ?? { playthroughId, dataType, count: 0, bytes: 0 };
    sums.set(key, { ...before, count: before.count + 1, bytes: before.bytes + bytes });
  }
  return [...sums.values()];
}
