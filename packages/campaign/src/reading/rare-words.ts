import { contentWords } from "@narratoria/protocol/english";

/** Which words of a campaign are rare enough to tie two passages together. */
export interface RareWords {
  /** Rare words of a text, stemmed. */
  in(text: string): ReadonlySet<string>;
  /** Content words of a text, stemmed, each with how much it says: the rarer, the more. Names say nothing here. */
  weights(text: string): ReadonlyMap<string, number>;
}

/** A word is rare in up to so many passages, or in this share of them. */
const MOST_PASSAGES = 6;
const MOST_SHARE = 0.02;

/**
 * Counts in how many passages each word stands.
 *
 * @param passages - Texts of the campaign, a paragraph each.
 * @param names - Names of people and places, which tie nothing by themselves.
 */
export function countRareWords(passages: readonly string[], names: readonly string[]): RareWords {
  const counts = new Map<string, number>();
  for (const passage of passages)
    for (const word of contentWords(passage)) counts.set(word, (counts.get(word) ?? 0) + 1);
  const most = Math.max(MOST_PASSAGES, Math.floor(passages.length * MOST_SHARE));
  const named = new Set(names.flatMap((name) => [...contentWords(name)]));
  const known = new Map<string, ReadonlySet<string>>();
  const wordsOf = (text: string): ReadonlySet<string> => {
    const words = known.get(text) ?? contentWords(text);
    known.set(text, words);
    return words;
  };
  return {
    in: (text) => new Set([...wordsOf(text)].filter((word) => (counts.get(word) ?? 0) <= most && !named.has(word))),
    weights: (text) =>
      new Map(
        [...wordsOf(text)]
          .filter((word) => !named.has(word))
          .map((word) => [word, Math.log((passages.length + 1) / ((counts.get(word) ?? 0) + 1))]),
      ),
  };
}
