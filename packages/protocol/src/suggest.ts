/**
 * The option that a misspelt word most likely stands for.
 *
 * @param word - What was written.
 * @param options - What may be written.
 * @returns The nearest option, or null when none is near enough to be a slip of the pen.
 */
export function nearest(word: string, options: readonly string[]): string | null {
  const wanted = fold(word);
  let best: string | null = null;
  // One slip in three letters; of a word of two letters nothing is left to tell it by.
  let bestDistance = Math.floor(wanted.length / 3) + 1;
  for (const option of options) {
    const distance = editDistance(wanted, fold(option), bestDistance);
    if (distance < bestDistance) {
      best = option;
      bestDistance = distance;
    }
  }
  if (best !== null || wanted.length < 4) return best;
  return options.find((option) => fold(option).startsWith(wanted)) ?? null;
}

/** `speechPatterns`, `speech-patterns` and `Speech_Patterns` are one word to whoever wrote them. */
function fold(word: string): string {
  return word
    .slice(0, 64)
    .toLowerCase()
    .replace(/[^a-z0-9]/g, "");
}

/** Levenshtein distance with swaps of neighbours counted once; gives `limit` as soon as it cannot be less. */
function editDistance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) >= limit) return limit;
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1;
      let value = Math.min(at(last, j) + 1, at(row, j - 1) + 1, at(last, j - 1) + cost);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        value = Math.min(value, at(beforeLast, j - 2) + 1);
      }
      row.push(value);
    }
    if (Math.min(...row) >= limit) return limit;
    beforeLast = last;
    last = row;
  }
  return at(last, b.length);
}

function at(row: readonly number[], index: number): number {
  return row[index] ?? Number.POSITIVE_INFINITY;
}
