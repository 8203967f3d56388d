/** What is done for the data folder while nobody waits for it. (HARDENING 3.10) */
import type Database from "better-sqlite3";
import { backUp, backupDue } from "./backups.js";
import { fillReserve } from "./reserve.js";

/** So long after opening it begins: the story is on the screen by then, and the player reads. */
const IDLE_AFTER_MS = 2_000;
/** For who leaves a story open for days. */
const AGAIN_AFTER_MS = 60 * 60 * 1000;

export interface Housekeeping {
  /** Does what is due now: the reserve, the day's backup. Comes to an end before it begins anew. */
  tidy(): Promise<void>;
  /** Lets what was begun come to its end, and begins no more. */
  close(): Promise<void>;
}

/**
 * Begins by itself a while after opening.
 *
 * @param now - Milliseconds since 1970.
 */
export function keepHouse(db: Database.Database, dataDir: string, now: () => number): Housekeeping {
  let running: Promise<void> = Promise.resolve();
  let closed = false;

  async function round(): Promise<void> {
    if (closed) return;
    await fillReserve(dataDir);
    if (closed) return;
    const played = db.prepare("select 1 from turns limit 1").get() !== undefined;
    if (played && backupDue(dataDir, now())) await backUp(db, dataDir, now());
  }

  const tidy = (): Promise<void> => {
    running = running.catch(() => {}).then(round);
    return running;
  };
  // Nobody asked for it, so nobody is told when it fails; a disk that is full is told of when a turn is written.
  const quietly = (): void => void tidy().catch(() => {});
  const first = setTimeout(quietly, IDLE_AFTER_MS).unref();
  const again = setInterval(quietly, AGAIN_AFTER_MS).unref();

  return {
    tidy,
    async close() {
      closed = true;
      clearTimeout(first);
      clearInterval(again);
      await running.catch(() => {});
    },
  };
}
