/** A record that a search found by its words. */
export interface Hit {
  /** Its index; within one story a higher one is younger. */
  readonly index: number;
  /** 0 to 1. */
  readonly relevance: number;
}

/**
 * Ranks records by the words they hold: BM25 with k1 = 0, where a word counts once however often it stands there, and length does
 * not matter, since all memories are of a sentence or two. A word weighs `ln(1 + (N - n + 0.5) / (n + 0.5))`, where N records are
 * searched and n of them hold it; rare words weigh most. The sum, divided by what a record with every word of the query would get,
 * is the relevance: 1 means that every word was found. N and n are counted over the story's own past alone, so that neither another
 * story in the same file nor an undone turn can change what is recalled.
 */
export class WordRank {
  /** Indexes with at least one word, as they came. */
  readonly found: number[] = [];
  readonly #weights: Float64Array;
  #best = 0;

  /**
   * @param holders - For each word of the query, the indexes that hold it.
   * @param searched - N.
   * @param size - Above every index.
   */
  constructor(holders: readonly (readonly number[])[], searched: number, size: number) {
    this.#weights = new Float64Array(holders.length === 0 ? 0 : size);
    for (const indexes of holders) {
      const weight = Math.log(1 + (searched - indexes.length + 0.5) / (indexes.length + 0.5));
      this.#best += weight;
      for (const index of indexes) {
        const before = this.#weights[index] ?? 0;
        if (before === 0) this.found.push(index);
        this.#weights[index] = before + weight;
      }
    }
  }

  /** BM25 of one record; 0 without any of the words. */
  weight(index: number): number {
    return this.#weights[index] ?? 0;
  }

  /** BM25 of a record with every word of the query: none has more. */
  get most(): number {
    return this.#best;
  }

  relevance(index: number): number {
    return this.#best === 0 ? 0 : this.weight(index) / this.#best;
  }

  /** The best of those that pass, the younger first among equals. */
  top(limit: number, passes: (index: number) => boolean): Hit[] {
    const best: number[] = [];
    for (const index of this.found) {
      const last = best[best.length - 1];
      if (best.length === limit && last !== undefined && !this.#before(index, last)) continue;
      if (!passes(index)) continue;
      let place = best.length;
      while (place > 0 && this.#before(index, best[place - 1] ?? index)) place -= 1;
      best.splice(place, 0, index);
      if (best.length > limit) best.pop();
    }
    return best.map((index) => ({ index, relevance: this.relevance(index) }));
  }

  #before(one: number, other: number): boolean {
    const difference = this.weight(one) - this.weight(other);
    return difference > 0 || (difference === 0 && one > other);
  }
}
