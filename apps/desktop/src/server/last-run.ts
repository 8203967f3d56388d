/** What a run of the program leaves for the next one, in case it is killed: so that open pages go on where they were. */
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { readPlainFile, writeFileAtomic } from "@narratoria/protocol/files";
import { z } from "zod";

const FILE = "window.json";
/** More pages than that nobody has open. */
const MOST_SESSIONS = 100;

const KEPT = z.object({
  port: z.number().int().min(1).max(65_535),
  /** Hashes of the tokens that pages hold; nobody can make a token of one. */
  sessions: z.array(z.string().regex(/^[\w-]{43}$/)).max(MOST_SESSIONS),
});

/** A port, and the sessions that were open on it. */
export type LastRun = z.output<typeof KEPT>;

/** @returns What a run left that did not end by itself; null after one that did. */
export async function readLastRun(dataDir: string): Promise<LastRun | null> {
  try {
    return KEPT.parse(JSON.parse(await readPlainFile(join(dataDir, FILE))));
  } catch {
    return null;
  }
}

/** One change after the other, so that the last one holds. */
let last: Promise<void> = Promise.resolve();

/** Without it an open page says that it must be opened anew: no reason to fail. */
function change(act: () => Promise<void>): Promise<void> {
  last = last.then(act).catch(() => {});
  return last;
}

export function keepRun(dataDir: string, { port, sessions }: LastRun): Promise<void> {
  const kept: LastRun = { port, sessions: sessions.slice(-MOST_SESSIONS) };
  return change(() => writeFileAtomic(join(dataDir, FILE), JSON.stringify(kept)));
}

export function forgetRun(dataDir: string): Promise<void> {
  return change(() => rm(join(dataDir, FILE), { force: true }));
}
