/** Letters of texts that are kept, at least, unless said otherwise. */
const LETTERS = 500_000;

/**
 * Remembers what a pure function gave for a text, for as many of the texts asked about last as come to so many letters, and up to
 * twice as many: readers of a story cut the same texts again and again.
 *
 * @param compute - Gives the same for the same text; what it returns is shared and must not be changed.
 */
export function memoizeText<Result>(
  compute: (text: string) => Result,
  mostLetters: number = LETTERS,
): (text: string) => Result {
  let [young, old] = [new Map<string, Result>(), new Map<string, Result>()];
  let letters = 0;
  return (text) => {
    const known = young.get(text);
    if (known !== undefined) return known;
    const result = old.get(text) ?? compute(text);
    if (letters + text.length > mostLetters) {
      [young, old] = [new Map(), young];
      letters = 0;
    }
    young.set(text, result);
    letters += text.length;
    return result;
  };
}
