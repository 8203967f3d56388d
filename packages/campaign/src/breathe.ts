/** How long reading may hold up whatever else the program does. */
const SLICE_MS = 10;

/**
 * Gives a function to be awaited between steps of long work: it lets other work through when 10 ms have passed.
 *
 * Small synchronous steps with pauses take a fifth of the time of asynchronous ones: most campaign files are a few hundred
 * bytes, and a round through the thread pool costs more than reading them.
 */
export function breather(): () => Promise<void> | undefined {
  let resumed = performance.now();
  return () => {
    if (performance.now() - resumed < SLICE_MS) return undefined;
    return new Promise((resolve) => {
      setImmediate(() => {
        resumed = performance.now();
        resolve();
      });
    });
  };
}
