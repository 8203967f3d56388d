/** Longer questions are cut: what matters comes first in them, and every word costs a pass over the index. */
const MAX_WORDS = 32;

/**
 * The words of a query that are worth looking for: each once, in lower case, without those that stand in nearly every
 * sentence (they cost ten times more than the rest and tell nothing).
 *
 * @param most - How many at most.
 */
export function searchWords(query: string, most = MAX_WORDS): string[] {
  const words = new Set<string>();
  for (const [word] of query.toLowerCase().matchAll(/[\p{L}\p{N}\p{M}]+/gu)) {
    if (word.length > 64 || STOP_WORDS.has(word) || /^\p{Script=Latin}$/u.test(word)) continue;
    words.add(word);
    if (words.size === most) break;
  }
  return [...words];
}

/** The words of a story are few, and come again and again. */
const STEMS_AT_HAND = 10_000;
const stems = new Map<string, string>();

/** A word without accents and without its commonest endings: bells and bell, asked and asking are one. */
export function stem(word: string): string {
  const known = stems.get(word);
  if (known !== undefined) return known;
  if (stems.size >= STEMS_AT_HAND) stems.clear();
  const found = stemmed(word);
  stems.set(word, found);
  return found;
}

function stemmed(word: string): string {
  const plain = word
    .normalize("NFKD")
    .replace(/\p{M}+/gu, "")
    .toLowerCase();
  const single = /(?:ss|us|is)$/.test(plain) ? plain : plain.replace(/(?<=..)ies$/, "i").replace(/(?<=...)s$/, "");
  const bare = single.replace(/(?<=[aeiouy].*)(?:ed|ing)$/, "").replace(/([bdfgmnprt])\1$/, "$1");
  return (bare.length >= 2 ? bare : single).replace(/(?<=...)e$/, "").replace(/(?<=..)y$/, "i");
}

const STOP_WORDS: ReadonlySet<string> = new Set(
  `about above after again against all also am an and any are aren as at be because been before being below between both
  but by can cannot could couldn did didn do does doesn doing don down during each either else ever few for from further
  had hadn has hasn have haven having he her here hers herself him himself his how if in into is isn it its itself just
  ll may me might more most must my myself neither no nor not now of off on once only onto or other our ours ourselves
  out over own re same shall she should shouldn so some such than that the their theirs them themselves then there these
  they this those though through thus to too under until up upon us ve very was wasn we were weren what when where
  whether which while who whom whose why will with within without won would wouldn yet you your yours yourself
  yourselves`.split(/\s+/),
);
