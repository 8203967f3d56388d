/** What is looked at when a store is opened, beside the pages of its file: the turns told last. (HARDENING 2.6, 3.10) */
import Database from "better-sqlite3";
import { isSound, type TurnRow } from "../turn.js";
import { type Backup, goodBackups } from "./backups.js";
import { UNREADABLE } from "./mend-records.js";
import type { ToldTurn } from "./told-turns.js";

/** So many turns are read and checked at every start: some 1.5 MB. */
const CHECKED = 50;

/** What opening found. The store can be used all the same; the player should know. */
export type Finding =
  | {
      /** Scenes that were told and are not there any more. */
      readonly kind: "lost_turns";
      readonly playthroughId: string;
      /** Numbers of the scenes, rising. */
      readonly scenes: readonly number[];
      /** The newest good backup that holds any of them. */
      readonly backup: Backup | null;
    }
  | {
      /** Scenes that read back differently from how they were written, or do not follow on the scene before. */
      readonly kind: "damaged_turns";
      readonly playthroughId: string;
      readonly scenes: readonly number[];
    }
  | {
      /** Memories and other records that can be read no more, and are left out of what is found. */
      readonly kind: "damaged_records";
      readonly playthroughId: string;
      readonly count: number;
    }
  | {
      /** The disk is full: what is saved from here on goes into the room that was set aside for that. */
      readonly kind: "reserve_used";
      readonly bytes: number;
    };

/** Checks the hashes of the turns written last, and that each follows on the one before it. */
export function damagedTurns(db: Database.Database): Finding[] {
  const last = db.prepare<[number], TurnRow>("select * from turns order by rowid desc limit ?").all(CHECKED);
  const hash = db.prepare<[string], string>("select hash from turns where id = ?").pluck();
  const follows = ({ parent, previous_hash }: TurnRow) => previous_hash === (parent === null ? "" : hash.get(parent));
  const damaged = last.filter((row) => !isSound(row) || !follows(row));
  return byStory(damaged).map(([playthroughId, scenes]) => ({ kind: "damaged_turns", playthroughId, scenes }));
}

/** So many records are looked at: those written last. */
const LOOKED_AT = 500;

/** Finds records that are no JSON any more. They have no hash of their own, as the player may edit them. */
export function damagedRecords(db: Database.Database): Finding[] {
  const damaged = db.prepare<[number], { playthroughId: string; count: number }>(
    `select playthrough as playthroughId, count(*) as count from (select * from records order by number desc limit ?) as r
     where ${UNREADABLE} group by playthrough`,
  );
  return damaged.all(LOOKED_AT).map((one) => ({ kind: "damaged_records", ...one }));
}

/** Those of the turns that were told that are not in the database. */
export function notIn(db: Database.Database, told: readonly ToldTurn[]): ToldTurn[] {
  const there = db.prepare<[string]>("select 1 from turns where id = ?");
  return told.filter(({ id }) => there.get(id) === undefined);
}

/** Says which scenes are lost, and what there is to go back to. */
export function lostTurns(lost: readonly ToldTurn[], dataDir: string): Finding[] {
  if (lost.length === 0) return [];
  const backups = goodBackups(dataDir);
  return byStory(lost).map(([playthroughId, scenes]) => {
    const ids = lost.filter(({ playthrough }) => playthrough === playthroughId).map(({ id }) => id);
    const backup = backups.find(({ file }) => holdsAny(file, ids)) ?? null;
    return { kind: "lost_turns", playthroughId, scenes, backup };
  });
}

function holdsAny(file: string, ids: readonly string[]): boolean {
  const db = new Database(file, { readonly: true, fileMustExist: true });
  try {
    return (
      notIn(
        db,
        ids.map((id) => ({ playthrough: "", scene: 0, id })),
      ).length < ids.length
    );
  } finally {
    db.close();
  }
}

function byStory(turns: readonly { readonly playthrough: string; readonly scene: number }[]): [string, number[]][] {
  const stories = new Map<string, Set<number>>();
  for (const { playthrough, scene } of turns) {
    const scenes = stories.get(playthrough) ?? new Set();
    stories.set(playthrough, scenes.add(scene));
  }
  return [...stories].map(([id, scenes]) => [id, [...scenes].sort((one, other) => one - other)]);
}
