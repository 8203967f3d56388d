/** What is done for the data folder while nobody waits for it. (HARDENING 3.10) */
import type Database from "better-sqlite3";
import { backUp, backupDue } from "./backups.js";
import type { Removed } from "./retention.js";
import { fillReserve } from "./reserve.js";

/** So long after opening it begins: the story is on the screen by then, and the player reads. */
const IDLE_AFTER_MS = 2_000;
/** For who leaves a story open for days. */
const AGAIN_AFTER_MS = 60 * 60 * 1000;

export interface Housekeeping {
  /** Does what is due now: the reserve, the day's backup, and last what `chores` does. Comes to an end before it begins anew. */
  tidy(signal?: AbortSignal): Promise<readonly Removed[]>;
  /** Lets what was begun come to its end, and begins no more. */
  close(): Promise<void>;
}

/**
 * Begins by itself a while after opening.
 *
 * @param now - Milliseconds since 1970.
 * @param chores - What is done for the records, until the signal says stop.
 */
export function keepHouse(
  db: Database.Database,
  dataDir: string,
  now: () => number,
  chores: (signal: AbortSignal) => Promise<readonly Removed[]>,
): Housekeeping {
  let running: Promise<unknown> = Promise.resolve();
  const closing = new AbortController();

  async function round(stop: AbortSignal): Promise<readonly Removed[]> {
    if (stop.aborted) return [];
    await fillReserve(dataDir);
    if (stop.aborted) return [];
    const played = db.prepare("select 1 from turns limit 1").get() !== undefined;
    if (played && backupDue(dataDir, now())) await backUp(db, dataDir, now());
    return chores(stop);
  }

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
    async close() {
      closing.abort();
      clearTimeout(first);
      clearInterval(again);
      await running.catch(() => {});
    },
  };
}
