/** A memory that a search found. */
export interface Hit {
  /** Row number; within one story a higher one is younger. */
  readonly number: number;
  /** 0 to 1. */
  readonly relevance: number;
}

/**
 * Ranks memories by the words they hold: BM25 with k1 = 0, where a word counts once however often it stands there, and
 * length does not matter, since all memories are of a sentence or two. A word weighs
 * `ln(1 + (N - n + 0.5) / (n + 0.5))`, where N memories are searched and n of them hold it; rare words weigh most.
 * The sum, divided by what a memory with every word of the query would get, is the relevance: 1 means that every word
 * was found. N and n are counted over the story's own past alone, so that neither another story in the same file nor an
 * undone turn can change what is recalled.
 *
 * @param scope - Row numbers of all memories that may be found.
 * @param found - For each word of the query, the row numbers that hold it; those outside of the scope are ignored.
 * @returns The memories with at least one word, best first, the younger first among equals.
 */
export function rank(scope: ReadonlySet<number>, found: readonly (readonly number[])[]): Hit[] {
  const weights = new Map<number, number>();
  let best = 0;
  for (const numbers of found) {
    const holders = numbers.filter((number) => scope.has(number));
    const weight = Math.log(1 + (scope.size - holders.length + 0.5) / (holders.length + 0.5));
    best += weight;
    for (const number of holders) weights.set(number, (weights.get(number) ?? 0) + weight);
  }
  return [...weights]
    .map(([number, weight]) => ({ number, relevance: weight / best }))
    .sort((a, b) => b.relevance - a.relevance || b.number - a.number);
}
