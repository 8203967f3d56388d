/** Letters of texts that are kept in each half of a memory. */
const LETTERS = 500_000;

/**
 * Remembers what a pure function gave for a text, for as many of the texts asked about last as come to half a million to a million
 * letters: readers of a story cut the same texts again and again.
 *
 * @param compute - Gives the same for the same text; what it returns is shared and must not be changed.
 */
export function memoizeText<Result>(compute: (text: string) => Result): (text: string) => Result {
  let [young, old] = [new Map<string, Result>(), new Map<string, Result>()];
  let letters = 0;
  return (text) => {
    const known = young.get(text);
    if (known !== undefined) return known;
    const result = old.get(text) ?? compute(text);
    if (letters + text.length > LETTERS) {
      [young, old] = [new Map(), young];
      letters = 0;
    }
    young.set(text, result);
    letters += text.length;
    return result;
  };
}
