/** How near in meaning, as a number that can be compared between embedders. */

/** The cosine at which similarity is 0.7, the default threshold. */
const MATCH = 0.4;

/**
 * Similarity of a cosine: `(1 + cosine) / 2` for an embedder whose related texts begin at a cosine of 0.4. For another, cosines
 * are first bent in two straight lines so that its own beginning comes to 0.4; order is kept, -1 and 1 stay where they are.
 *
 * @param match - The cosine from which the embedder's texts count as related, above -1 and below 1.
 * @returns 0 to 1.
 */
export function similarity(cosine: number, match = MATCH): number {
  const held = Math.max(-1, Math.min(1, cosine));
  const bent =
    held <= match ? -1 + ((held + 1) * (MATCH + 1)) / (match + 1) : 1 - ((1 - held) * (1 - MATCH)) / (1 - match);
  return Math.max(0, Math.min(1, (1 + bent) / 2));
}

/**
 * What each unit of BM25 adds to a cosine: enough for a name or a rare word to decide between neighbours. More than this costs the embedder
 * that ships right answers (`benchmarks/embedder-bench.mjs`).
 */
const WORDS = 0.01;
/**
 * As much for a piece of lore: it is longer than a memory, so that its meaning is blurred, and its names and rare words tell more. Measured with
 * 105 questions about four campaigns: 97 found among three at 0.03, 93 at 0.01, 94 at 0.08.
 */
const WORDS_OF_LORE = 0.03;
/** What the newest memory has over one that is long past, and what a pinned one has over the rest. */
const RECENT = 0.02;
const PINNED = 0.1;

/**
 * The rank of a record found by its meaning. Relevance stays the similarity; this only orders.
 *
 * @param words - BM25 of the query's words that it holds; 0 without any.
 * @param weeks - In-game weeks since it was stored.
 */
export function rankScore(found: {
  readonly cosine: number;
  readonly words: number;
  readonly weeks: number;
  readonly pinned: boolean;
  /** Whether it is a piece of lore. */
  readonly lore?: boolean;
}): number {
  return (
    found.cosine +
    (found.lore ? WORDS_OF_LORE : WORDS) * found.words +
    RECENT * 0.5 ** Math.max(0, found.weeks) +
    (found.pinned ? PINNED : 0)
  );
}

/** The most that anything beside its meaning can add to a record's rank. */
export function mostBeside(of: { readonly words: number; readonly pinned: boolean; readonly lore?: boolean }): number {
  const { words, pinned, lore = false } = of;
  return (lore ? WORDS_OF_LORE : WORDS) * words + RECENT + (pinned ? PINNED : 0);
}

/** The rank of a record found by its words alone. */
export function wordScore(relevance: number, pinned: boolean): number {
  return relevance + (pinned ? PINNED : 0);
}
