/** What the machine has, at this moment. */
export interface Machine {
  readonly totalBytes: number;
  /** What can be had without taking it from others; the system's caches count as free. */
  readonly freeBytes: number;
  /** Those that do arithmetic of their own: two threads of one core count once. */
  readonly cores: number;
  /** How many cores others keep busy, on average of the last minute; 0 where the system does not say. */
  readonly busy: number;
}

/** What its file says of a model. */
export interface ModelFacts {
  readonly fileBytes: number;
  /** The longest context that it was trained for. */
  readonly trainedTokens: number;
  readonly layers: number;
  readonly keyValueHeads: number;
  /** Numbers in the key and in the value of one head. */
  readonly headSize: number;
}

export interface ModelFit {
  readonly threads: number;
  /** Sizes of context that fit into memory, the largest first; none where the model is too large for this machine. */
  readonly contextTokens: readonly number[];
  /** What the model takes with the smallest context, in bytes. */
  readonly leastBytes: number;
}

/** No prompt of ours is longer than 3,000 tokens; below a thousand there is no room for a scene. */
const CONTEXTS = [4096, 3072, 2048, 1536, 1024];
/** Plan and prose. */
export const SEQUENCES = 2;
/** What the library and its buffers take beside weights and context. */
const BUFFER_BYTES = 200 * 2 ** 20;
/** A model of a few megabytes spends more on dividing the work than on the work. */
const TINY_BYTES = 24 * 2 ** 20;
/** What is left to everybody else. */
const KEEP_FREE = 0.1;

/**
 * How many threads and how large a context suit the machine. More threads than free cores starve each other: they spin while
 * they wait, and 3 on 2 cores are a hundred times slower than 2. Implements rules NA152 and NA153.
 *
 * @param wish - What was asked for: an upper bound of the context in tokens, a number of threads.
 */
export function fitModel(
  machine: Machine,
  model: ModelFacts,
  wish: { readonly contextTokens?: number | undefined; readonly threads?: number | undefined } = {},
): ModelFit {
  const perToken = SEQUENCES * model.layers * model.keyValueHeads * model.headSize * 2 * 2;
  const needed = (tokens: number): number => model.fileBytes + BUFFER_BYTES + tokens * perToken;
  const most = Math.min(wish.contextTokens ?? Number.POSITIVE_INFINITY, model.trainedTokens);
  // A model that was trained for less than the least of ours gets what it was trained for.
  const sizes = CONTEXTS.some((tokens) => tokens <= most) ? CONTEXTS.filter((tokens) => tokens <= most) : [most];
  const free = Math.min(machine.freeBytes, machine.totalBytes * (1 - KEEP_FREE));
  return {
    threads: threadsFor(machine, model, wish.threads),
    contextTokens: sizes.filter((tokens) => needed(tokens) <= free),
    leastBytes: needed(sizes.at(-1) ?? most),
  };
}

function threadsFor({ cores, busy }: Machine, { fileBytes }: ModelFacts, wished: number | undefined): number {
  const most = Math.max(1, Math.floor(cores));
  if (wished !== undefined) return Math.min(most, Math.max(1, Math.floor(wished)));
  if (fileBytes < TINY_BYTES) return 1;
  return Math.max(1, most - Math.floor(busy));
}
