/** Reading in a thread of its own. */
import { Worker } from "node:worker_threads";
import type { Reading } from "@narratoria/protocol/contracts";
import { packagePath } from "@narratoria/protocol/launch";
import { type BoundedTexts, readBounded } from "./read-story.js";

/** What the thread posts. */
export type Answer = { readonly reading: string } | { readonly fault: string };

/**
 * Reads in a thread, and in this one where none can be started.
 *
 * @throws What `signal` was aborted with; then the thread has ended.
 */
export async function readInWorker(bounded: BoundedTexts, signal?: AbortSignal): Promise<Reading> {
  const program = entry();
  if (program === null) return readBounded(bounded);
  const worker = new Worker(program, { workerData: bounded });
  let stop = (): void => {};
  try {
    const answer = await new Promise<Answer>((resolve, reject) => {
      stop = () => reject(signal?.reason);
      signal?.addEventListener("abort", stop, { once: true });
      worker.once("message", resolve);
      worker.once("error", (error: Error) => resolve({ fault: error.message }));
      worker.once("exit", () => resolve({ fault: "the thread has ended" }));
    });
    // A thread may be refused where memory is short: then it takes longer, and is done all the same.
    return "reading" in answer ? (JSON.parse(answer.reading) as Reading) : readBounded(bounded);
  } finally {
    signal?.removeEventListener("abort", stop);
    await worker.terminate();
  }
}

/** Beside this file once built; from sources, the thread still runs what was built. */
function entry(): string | null {
  return packagePath({
    moduleUrl: import.meta.url,
    beside: ["reading-worker.js", "../../dist/reading-worker.js"],
    bundled: "programs/reading-worker.mjs",
    installed: ["@narratoria/campaign", "dist/reading-worker.js"],
  });
}
