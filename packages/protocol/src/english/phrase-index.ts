/** Where phrases stand in a long text, found by their words: reading the text through for each would take the square of its length. */

/** A text that is asked for many phrases. */
export interface PhraseIndex {
  /** The text as it was given. */
  readonly text: string;
  /**
   * Offsets at which a phrase stands, in order. It opens with a whole word; its last word may go on.
   *
   * @param anyCase - Whether capitals do not matter.
   */
  offsetsOf(phrase: string, anyCase?: boolean): number[];
}

/** Letters and digits in a row: a word, for whoever looks for names. */
const WORD = /[\p{L}\p{N}]+/gu;
const IN_WORD = /[\p{L}\p{N}]/u;

/** Indexes a text by its words. Takes time and room in proportion to its length. */
export function indexPhrases(text: string): PhraseIndex {
  let byWord: Map<string, number[]> | null = null;
  const indexed = (): Map<string, number[]> => {
    const offsets = new Map<string, number[]>();
    for (const { 0: word, index } of text.matchAll(WORD)) {
      const key = word.toLowerCase();
      const known = offsets.get(key);
      if (known) known.push(index);
      else offsets.set(key, [index]);
    }
    return offsets;
  };
  return {
    text,
    offsetsOf(phrase, anyCase = false) {
      byWord ??= indexed();
      const wanted = anyCase ? phrase.toLowerCase() : phrase;
      const words = [...phrase.matchAll(WORD)];
      // The last word may be the beginning of a longer one, unless it is the only one that can be looked up.
      const whole = words.length > 1 ? words.slice(0, -1) : words;
      let rarest: { readonly at: number; readonly offsets: readonly number[] } | null = null;
      for (const { 0: word, index: at } of whole) {
        const offsets = byWord.get(word.toLowerCase()) ?? [];
        if (rarest === null || offsets.length < rarest.offsets.length) rarest = { at, offsets };
      }
      if (rarest === null) return [];
      const opensWithWord = IN_WORD.test(phrase.charAt(0));
      const found: number[] = [];
      for (const offset of rarest.offsets) {
        const start = offset - rarest.at;
        if (start < 0 || (opensWithWord && IN_WORD.test(text.charAt(start - 1)))) continue;
        const stands = anyCase
          ? text.slice(start, start + phrase.length).toLowerCase() === wanted
          : text.startsWith(wanted, start);
        if (stands) found.push(start);
      }
      return found;
    },
  };
}
