/** What went on behind the last turns of a story, on the disk: for whoever looks for a fault after a restart. */
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { promisify } from "node:util";
import { constants, gunzip, gzip } from "node:zlib";
import { removeTree } from "@narratoria/protocol/files";
import { isContract } from "@narratoria/protocol/contracts";
import type { TurnTrace } from "@narratoria/executor";

/** Turns whose traces are kept. */
export const TRACES_KEPT = 50;
/** A longer trace, in characters of JSON, is kept in memory alone. */
const LONGEST_TRACE = 4 * 1024 * 1024;
const ENDING = ".json.gz";

/** @param id - Of a playthrough that is there: it becomes part of a path. */
export function tracesOfStory(dataDir: string, id: string): string {
  return join(dataDir, "traces", id);
}

/** The traces of one story. Nothing here fails a turn: what cannot be written is not kept. Implements rule EN755. */
export class KeptTraces {
  /** Settles when all is written. */
  #work: Promise<void> = Promise.resolve();

  /** @param dir - The folder; made when it is needed. */
  constructor(private readonly dir: string) {}

  /** Writes a trace once whatever waits for the turn has had it. */
  add(turnId: string, trace: () => TurnTrace): void {
    this.#then(async () => {
      await setImmediate();
      const text = JSON.stringify(trace());
      if (text.length > LONGEST_TRACE) return;
      await mkdir(this.dir, { recursive: true, mode: 0o700 });
      // For the player alone, as the traces quote the story.
      await writeFile(join(this.dir, turnId + ENDING), await promisify(gzip)(text, { level: constants.Z_BEST_SPEED }), {
        mode: 0o600,
      });
      // Ids of turns sort by time.
      const names = (await readdir(this.dir)).filter((name) => name.endsWith(ENDING)).sort();
      for (const name of names.slice(0, -TRACES_KEPT)) await rm(join(this.dir, name), { force: true });
    });
  }

  /** Removes all of them: they quote what the player wants forgotten. */
  forget(): Promise<void> {
    return this.#then(() => removeTree(this.dir));
  }

  saved(): Promise<void> {
    return this.#work;
  }

  #then(work: () => Promise<void>): Promise<void> {
    this.#work = this.#work.then(work).catch(() => {});
    return this.#work;
  }
}

/** The trace of a turn; null where none is kept. */
export async function keptTrace(dir: string, turnId: string): Promise<TurnTrace | null> {
  try {
    const value: unknown = JSON.parse(
      (await promisify(gunzip)(await readFile(join(dir, turnId + ENDING)))).toString("utf8"),
    );
    return isContract("execution-trace", value) ? (value as TurnTrace) : null;
  } catch {
    return null;
  }
}
