import { splitPieces } from "@narratoria/protocol/english";

/** How a sentence opens, as a reader hears it. */
export type Opener = "you" | "name" | "pronoun" | "the" | "it" | "quote" | "other";

/**
 * The opener class of a sentence, found from its words.
 *
 * @param names - Short and full names of the people, and their first words.
 */
function openerOf(sentence: string, names: ReadonlySet<string>): Opener {
  if (/^[“"]/.test(sentence)) return "quote";
  const first = /^[\p{L}'’-]+/u.exec(sentence)?.[0] ?? "";
  const lower = first.toLowerCase();
  if (/^(?:you|your|yours)$/.test(lower) || /^you['’]/.test(lower)) return "you";
  if (/^(?:he|she|they|his|her|their)$/.test(lower)) return "pronoun";
  if (/^(?:the|a|an)$/.test(lower)) return "the";
  if (/^(?:it|its|there|that|this)$/.test(lower) || /^(?:it|there|that)['’]/.test(lower)) return "it";
  if (names.has(first.replace(/['’]s$/, ""))) return "name";
  return "other";
}

export const openersOf = (text: string, names: ReadonlySet<string>): Opener[] =>
  splitPieces(text).map((piece) => openerOf(piece, names));

/** Whether three sentences in a row would open alike. `quote` and `other` are no pattern that an ear minds. */
export function runsOn(before: readonly Opener[], now: readonly Opener[]): boolean {
  const all = [...before.slice(-2), ...now];
  for (let at = 2; at < all.length; at++) {
    const opener = all[at];
    if (opener !== "other" && opener === all[at - 1] && opener === all[at - 2]) return true;
  }
  return false;
}

/** "as if", "like a", "the way people": one of these a scene is plenty. */
export const hasSimile = (text: string): boolean =>
  /\bas if\b|\bas though\b|\blike (?:an?|the|some(?:body|one|thing)?|people|men|women)\b|\bthe way (?:people|a|an|men|women|some|other)\b|\bas \w+ as an?\b/i.test(
    text,
  );
