import { execFile } from "node:child_process";
import { setTimeout } from "node:timers/promises";
import { promisify } from "node:util";

const run = promisify(execFile);

/** How long an empty Node process takes on a small machine that does nothing else, in ms. */
const IDLE_START_MS = 60;
const STARTS = 5;
/** Between two looks while something is measured: they are not to slow it down themselves. */
const PAUSE_MS = 700;

async function startMs(): Promise<number> {
  const startedAt = performance.now();
  await run(process.execPath, ["-e", "0"]);
  return performance.now() - startedAt;
}

const medianOf = (times: readonly number[]): number =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? IDLE_START_MS;

async function medianStartMs(): Promise<number> {
  const times: number[] = [];
  for (let n = 0; n < STARTS; n += 1) times.push(await startMs());
  return medianOf(times);
}

/** Looks on until it is told to stop. @returns How long empty processes took. */
async function startsUntil(stop: AbortSignal): Promise<readonly number[]> {
  const times: number[] = [];
  while (!stop.aborted) {
    await setTimeout(PAUSE_MS, undefined, { signal: stop }).catch(() => {});
    if (!stop.aborted) times.push(await startMs());
  }
  return times;
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
  const over = new AbortController();
  const meanwhile = startsUntil(over.signal);
  const result = await measure().finally(() => over.abort());
  const starts = [before, medianOf(await meanwhile), await medianStartMs()];
  return { result, slowdown: Math.max(1, ...starts.map((ms) => ms / IDLE_START_MS)) };
}

/** Says by what factor the limits were multiplied; nothing where they were not. */
export const slowdownInWords = (slowdown: number): string =>
  slowdown === 1 ? "" : `, on a machine ${slowdown.toFixed(1)} times slower than an idle one`;
