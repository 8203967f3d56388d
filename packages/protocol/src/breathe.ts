/** After how long a slice ends. Its last step comes on top: code that runs for the first time may take three times as long. */
const SLICE_MS = 5;

/**
 * Gives a function to be awaited between steps of long work: it lets other work through when 5 ms have passed.
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

/** Does work that stops at each `yield`, and lets other work through before it begins, as something may just have taken its time, and after every 5 ms. */
export async function inSlices<Result>(
  work: Generator<void, Result>,
  now: () => number = () => performance.now(),
): Promise<Result> {
  await new Promise(setImmediate);
  const breathe = breather(now);
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
    await breathe();
  }
}
