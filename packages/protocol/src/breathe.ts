/** How long work may hold up whatever else the program does. */
const SLICE_MS = 10;

/**
 * Gives a function to be awaited between steps of long work: it lets other work through when 10 ms have passed.
 *
 * Small synchronous steps with pauses take a fifth of the time of asynchronous ones: most campaign files are a few hundred
 * bytes, and a round through the thread pool costs more than reading them.
 */
export function breather(now: () => number = () => performance.now()): () => Promise<void> | undefined {
  let resumed = now();
  return () => {
    if (now() - resumed < SLICE_MS) return undefined;
    return new Promise((resolve) => {
      setImmediate(() => {
        resumed = now();
        resolve();
      });
    });
  };
}

/** Does work that stops at each `yield` to its end at once. */
export function atOnce<Result>(work: Generator<void, Result>): Result {
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
  }
}

/** Does work that stops at each `yield`, and lets other work through after every 10 ms. */
export async function inSlices<Result>(
  work: Generator<void, Result>,
  now: () => number = () => performance.now(),
): Promise<Result> {
  const breathe = breather(now);
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
    await breathe();
  }
}
