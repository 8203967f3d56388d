/** What is done for the data folder while nobody waits for it. */
import type Database from "better-sqlite3";
import { backUp, backupDue, hasRoomForBackup } from "./backups.js";
import type { Removed } from "./retention.js";
import { fillReserve, RESERVE_BYTES } from "./reserve.js";

/** So long after opening it begins: the story is on the screen by then, and the player reads. */
const IDLE_AFTER_MS = 2_000;
/** For who leaves a story open for days. */
const AGAIN_AFTER_MS = 60 * 60 * 1000;
/** A backup for the turns told since the last one waits for so many times as long as the last one took: they take 2 % of the time at most. */
const REST = 50;

export interface Housekeeping {
  /** Does what is due now: the reserve, a backup, and last what `chores` does. Comes to an end before it begins anew. */
  tidy(signal?: AbortSignal): Promise<readonly Removed[]>;
  /** Makes a backup now, whether one is due or not. Null where the copy is not sound. */
  backUp(): Promise<string | null>;
  /** Makes a backup in the background where enough turns were told since the last one. */
  turnTold(): void;
  /** Lets what was begun come to its end, and begins no more. */
  close(): Promise<void>;
}

/**
 * Begins by itself a while after opening.
 *
 * @param now - Milliseconds since 1970.
 * @param wanted - Full paths of the backups that have what is nowhere else; null where neither a reserve nor backups are kept.
 * @param chores - What is done for the records, until the signal says stop.
 */
export function keepHouse(
  db: Database.Database,
  dataDir: string,
  now: () => number,
  wanted: (() => readonly string[]) | null,
  chores: (signal: AbortSignal) => Promise<readonly Removed[]>,
): Housekeeping {
  let running: Promise<unknown> = Promise.resolve();
  const closing = new AbortController();

  let last = { startedAt: Number.NEGATIVE_INFINITY, endedAt: Number.NEGATIVE_INFINITY, tookMs: 0 };
  // A clock that went back must not put backups off until it has caught up.
  const isResting = (): boolean => Math.abs(now() - last.endedAt) < REST * last.tookMs;

  async function backUpWhenDue(): Promise<void> {
    if (backupDue(db, dataDir, now()) === null || !(await hasRoomForBackup(db, dataDir, RESERVE_BYTES))) return;
    const startedAt = now();
    await backUp(db, dataDir, startedAt, wanted?.() ?? []);
    const endedAt = now();
    last = { startedAt, endedAt, tookMs: Math.max(0, endedAt - startedAt) };
  }

  async function backUpAtOnce(): Promise<string | null> {
    // Two backups of one millisecond would have one name.
    const startedAt = Math.max(now(), last.startedAt + 1);
    const file = await backUp(db, dataDir, startedAt, wanted?.() ?? []);
    last = { startedAt, endedAt: now(), tookMs: last.tookMs };
    return file;
  }

  async function round(stop: AbortSignal): Promise<readonly Removed[]> {
    if (stop.aborted) return [];
    if (wanted === null) return chores(stop);
    await fillReserve(dataDir);
    if (stop.aborted) return [];
    await backUpWhenDue();
    return chores(stop);
  }

  let isWaiting = false;
  const tidy = (signal?: AbortSignal): Promise<readonly Removed[]> => {
    const stop = signal ? AbortSignal.any([signal, closing.signal]) : closing.signal;
    const done = running.catch(() => {}).then(() => round(stop));
    running = done;
    return done;
  };
  // Nobody asked for it, so nobody is told when it fails; a disk that is full is told of when a turn is written.
  const quietly = (): void => void tidy().catch(() => {});
  const first = setTimeout(quietly, IDLE_AFTER_MS).unref();
  const again = setInterval(quietly, AGAIN_AFTER_MS).unref();

  return {
    tidy,
    backUp() {
      const done = running.catch(() => {}).then(backUpAtOnce);
      running = done;
      return done;
    },
    turnTold() {
      if (wanted === null) return;
      if (isWaiting || closing.signal.aborted || isResting() || backupDue(db, dataDir, now()) !== "turns") return;
      isWaiting = true;
      const done = running
        .catch(() => {})
        .then(() => (closing.signal.aborted ? undefined : backUpWhenDue()))
        // As above: nobody asked for it.
        .catch(() => {})
        .finally(() => (isWaiting = false));
      running = done;
    },
    async close() {
      closing.abort();
      clearTimeout(first);
      clearInterval(again);
      await running.catch(() => {});
    },
  };
}
