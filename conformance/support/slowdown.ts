import { execFile } from "node:child_process";
import { promisify } from "node:util";

const run = promisify(execFile);

/** How long an empty Node process takes on a small machine that does nothing else, in ms. */
const IDLE_START_MS = 60;
const STARTS = 5;

async function medianStartMs(): Promise<number> {
  const times: number[] = [];
  for (let n = 0; n < STARTS; n += 1) {
    const startedAt = performance.now();
    await run(process.execPath, ["-e", "0"]);
    times.push(performance.now() - startedAt);
  }
  return times.sort((a, b) => a - b)[Math.floor(STARTS / 2)] ?? IDLE_START_MS;
}

/** A result, and by what factor its time limits are multiplied. */
export interface Timed<T> {
  readonly result: T;
  /** 1 on a machine that does nothing else, more where other work slows an empty Node process down too. */
  readonly slowdown: number;
}

/**
 * Measures something, and how much slower than an idle machine this one was meanwhile. A time limit holds for a machine that runs
 * nothing else; `npm test` runs other tests beside it.
 *
 * @param measure - What is measured.
 */
export async function withSlowdown<T>(measure: () => Promise<T>): Promise<Timed<T>> {
  const before = await medianStartMs();
  const result = await measure();
  const after = await medianStartMs();
  return { result, slowdown: Math.max(1, before / IDLE_START_MS, after / IDLE_START_MS) };
}

/** Says by what factor the limits were multiplied; nothing where they were not. */
export const slowdownInWords = (slowdown: number): string =>
  slowdown === 1 ? "" : `, on a machine ${slowdown.toFixed(1)} times slower than an idle one`;
