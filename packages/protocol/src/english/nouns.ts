/** Articles, number and possessives. */

const AN_BY_SOUND = /^(hour|honest|honou?r|heir|herb(?!ert))/i;
const A_BY_SOUND = /^(uni(?!n|m)|use|usu|eu|one\b|once\b|ewe|ukulele|ubiqu)/i;

/** "a" or "an" by the sound of the word that follows. */
export function indefiniteArticle(next: string): "a" | "an" {
  if (AN_BY_SOUND.test(next)) return "an";
  if (A_BY_SOUND.test(next)) return "a";
  return /^[aeiou]/i.test(next) ? "an" : "a";
}

const PLURAL_WITHOUT_S = new Set(
  "people men women children sheep cattle teeth feet geese mice oxen scissors folk police fish swine".split(" "),
);
const SINGULAR_WITH_S =
  /(ss|us|is|ics|(?<!si)news|glass|lens|gas|bus|chaos|canvas|atlas|(?<![a-z])alms|works|barracks|gallows|crossroads|mews|series|species)$/i;

/** Whether a noun phrase is plural, by its head: the last word before any "of", "with", "in" and the like. */
export function isPlural(np: string): boolean {
  const head =
    np
      .split(
        /\s+(?:of|in|on|at|for|from|with|under|over|behind|by|across|along|around|above|below|beneath|beside|near|that|who|which|to)\s+/i,
      )[0]
      ?.trim()
      .split(/\s+/)
      .at(-1)
      ?.toLowerCase() ?? "";
  if (PLURAL_WITHOUT_S.has(head)) return true;
  if (/\b(and)\b/.test(np) && !/^the [a-z]+ and/i.test(np)) return true;
  return /[a-z]s$/.test(head) && !SINGULAR_WITH_S.test(head) && !/['’]s$/.test(head);
}

/** "Marta's", "Jonas's". */
export const possessive = (name: string): string => `${name}'s`;

/** The phrase without a leading article. */
export const withoutArticle = (np: string): string => np.replace(/^(?:the|a|an)\s+/i, "");

const NUMBERED =
  /^\p{L}\p{Ll}{2,} (?:\d+[a-z]?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|twenty)$/iu;

/** Whether a number tells a thing from its like: "carriage four" has no article. */
export const isNumbered = (np: string): boolean => NUMBERED.test(np);

/** A key made of the phrase's words, without its article: "The Bell-Rope" gives "bell-rope". */
export function slug(np: string): string {
  return withoutArticle(np.normalize("NFKD").replace(/\p{M}/gu, ""))
    .toLowerCase()
    .replace(/['’]/g, "")
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .replace(/^-+|-+$/g, "");
}

/** First letter large. An opening quotation mark before it does no harm. */
export function capitalise(text: string): string {
  return text.replace(/^(["“'‘(]*)(\p{Ll})/u, (_, before: string, letter: string) => before + letter.toUpperCase());
}

/** The word that says what a thing is: "cup" of "a tin cup on the ledge". */
export const headOf = (np: string): string =>
  np
    .toLowerCase()
    .split(/\s+(?:of|in|on|at|for|from|with|under|over|behind|by|across|along|around|that|who|which|to)\s+/)[0]
    ?.split(/\s+/)
    .at(-1) ?? "";
