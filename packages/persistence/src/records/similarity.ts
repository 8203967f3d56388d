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
/** As much for a piece of lore: it is longer than a memory, so that its meaning is blurred, and its names and rare words tell more. */
const WORDS_OF_LORE = 0.04;
/**
 * What the meaning of the whole file adds to that of a piece of lore: a question is about what the page is about more often than about what one
 * paragraph says. Measured with 180 questions about 25 campaigns, at 0 as at 0.6 each file's best piece first: 152 found among three at 0, 157 at 0.6.
 */
const FILE_OF_LORE = 0.6;
/** What a piece of lore loses for each better piece of its file: three paragraphs of one page must not crowd out the right one. */
export const SAME_FILE = 0.4;
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
}): number {
  return found.cosine + WORDS * found.words + RECENT * 0.5 ** Math.max(0, found.weeks) + (found.pinned ? PINNED : 0);
}

/**
 * The rank of a piece of lore found by its meaning.
 *
 * @param cosine - Of the query and the piece.
 * @param words - BM25 of the query's words that it holds; 0 without any.
 * @param file - The cosine of the query and the whole file.
 */
export function loreScore(cosine: number, words: number, file: number): number {
  return cosine + WORDS_OF_LORE * words + FILE_OF_LORE * file;
}

/** The most that anything beside its meaning can add to the rank of a record that is no lore. */
export function mostBeside({ words, pinned }: { readonly words: number; readonly pinned: boolean }): number {
  return WORDS * words + RECENT + (pinned ? PINNED : 0);
}

/** The rank of a record found by its words alone. */
export function wordScore(relevance: number, pinned: boolean): number {
  return relevance + (pinned ? PINNED : 0);
}
