/** Cutting prose into sentences, and telling whether two sentences are the same. */
import { allMatches } from "./all-matches.js";
import { memoizeText } from "./memoize-text.js";

const ABBREVIATIONS =
  /(?:^|[\s("“*_])(?:Mr|Mrs|Ms|Dr|St|Prof|Capt|Sgt|Lt|Col|Gen|Rev|Hon|Jr|Sr|No|Nos|Nr|Mme|Mlle|Msgr|Fr|Hr|vs|etc|e\.g|i\.e|cf|approx|[Rr]ef|[Ff]ig|[Vv]ol|Mt|Maj|Cpl|Adm|Supt|Insp|Sen|Gov|Messrs|[A-Z])\.$/;

/** "P.C. Dobbie", "the S.S. Alma": letters with stops, before a name. */
const INITIALS = /(?:^|[\s("“*_])(?:\p{L}\.){2,}$/u;
/** What begins a sentence, and no name. */
const BEGINS =
  /^["“‘'(*_]*(?:The|An?|He|She|It|They|You|We|I|His|Her|Its|Their|Your|My|Our|There|Here|This|That|These|Those|And|But|So|Then|When|While|In|On|At|By|To|From|With|No|Nobody|Nothing|Somebody|Everybody|Everyone|If|As|For|What|Who|How|Why|Where|Not|One|Two|Three|Now|After|Before|Both|All|Some|Each|Every|Even|Only|Once|Yet|Or)\b/u;

/** Letters in which a sentence has opened, behind the marks of quotations and of emphasis. */
const LONGEST_OPENING = 6;

/** Letters that are enough to know one, with what stands before it. */
const LONGEST_ABBREVIATION = 12;

/** "'Well. It is done,' he says": what is said between single quotation marks, which end behind a stop. */
const SPOKEN =
  /(?<=^|[\s(—–*_])['‘](?=[\p{Lu}…])(?:[^'‘’"“”]|(?<=\p{L})['’](?=\p{L}))*?[.,!?…—–]['’](?=$|[\s,.;:!?)—–*_])/gu;

function spokenSpans(text: string): readonly (readonly [from: number, to: number])[] {
  if (!/['‘]/.test(text)) return [];
  return allMatches(text, SPOKEN).map(({ index, 0: said }) => [index, index + said.length - 1]);
}

/**
 * Splits running text into sentences. Quoted speech stays whole with the words around it; abbreviations, initials, decimal
 * points, file names and an ellipsis before a small letter do not end a sentence.
 */
export const splitSentences = memoizeText((text): readonly string[] => {
  const flat = text.replace(/\s+/g, " ").trim();
  const sentences: string[] = [];
  let start = 0;
  let depth = 0;
  const spoken = spokenSpans(flat);
  const marks = /[.!?…"“”]/g;
  for (let mark = marks.exec(flat); mark !== null; mark = marks.exec(flat)) {
    const char = mark[0];
    const at = mark.index;
    // Within single quotation marks nothing ends but what is said.
    if (spoken.some(([from, to]) => at >= from && at < to - 1)) continue;
    if (char === "“") depth++;
    else if (char === "”") depth = Math.max(0, depth - 1);
    // Inches: no quotation opens directly after a figure.
    else if (char === '"' && depth === 0 && /\d/.test(flat[at - 1] ?? "")) continue;
    else if (char === '"') depth = depth > 0 ? 0 : 1;
    const closing = char === "”" || char === '"';
    const ends = depth === 0 && (closing ? /[.!?…]/.test(flat[at - 1] ?? "") : char !== "“");
    if (!ends) continue;
    let end = at + 1;
    while (end < flat.length && /[.!?…"”’')\]*_]/.test(flat[end] ?? "")) end++;
    if (end < flat.length && flat[end] !== " ") continue;
    const next = flat.slice(end + 1, end + 1 + LONGEST_OPENING);
    if (next !== "" && !/^["“‘'(*_]*[\p{Lu}\p{N}"“]/u.test(next)) continue;
    const soFar = flat.slice(Math.max(start, at - LONGEST_ABBREVIATION), at + 1);
    // "The single word No." ends a sentence, and "No. 40" does not.
    const isAnswer = /(?:^|[\s("“*_])No\.$/.test(soFar) && !/^\p{N}/u.test(next);
    // "Hauptmann a. D. Gallus", "geb. v. H.": a small letter before an initial. (rule PR4800)
    if (char === "." && /(?:^|\s)\p{Ll}\.$/u.test(soFar) && /^\p{Lu}\./u.test(next)) continue;
    const isBeforeName = INITIALS.test(soFar) && !BEGINS.test(flat.slice(end + 1, end + 14));
    if (
      char === "." &&
      !isAnswer &&
      (isBeforeName || ABBREVIATIONS.test(soFar) || (/\bno\.$/.test(soFar) && /^\p{N}/u.test(next)))
    )
      continue;
    sentences.push(flat.slice(start, end).trim());
    start = end;
    marks.lastIndex = end;
    depth = 0;
  }
  const rest = flat.slice(start).trim();
  if (rest !== "") sentences.push(rest);
  return sentences;
});

/** "Head of St. Ann's, once" without the stop that ends nothing: "Head of St Ann's, once". */
export const withoutAbbreviationStops = (text: string): string =>
  text.replace(/\.(?= \p{Lu})/gu, (stop, at: number) =>
    ABBREVIATIONS.test(text.slice(Math.max(0, at - LONGEST_ABBREVIATION), at + 1)) ? "" : stop,
  );

/** Every piece of the text that ends in a stop, inside quotations too: the finest grain at which a repetition is heard. */
export const splitPieces = memoizeText((text): readonly string[] => {
  const pieces: string[] = [];
  for (const piece of text.split(/(?<=[.!?…]["”’')]*)\s+/u)) {
    const last = pieces.at(-1);
    // "Mrs. Danvers" has a stop and goes on.
    if (last !== undefined && ABBREVIATIONS.test(last)) pieces[pieces.length - 1] = `${last} ${piece.trim()}`;
    else pieces.push(piece.trim());
  }
  return pieces.filter((piece) => /\p{L}|\d[:.]\d/u.test(piece));
});

/** The words of a sentence, small, without marks: two sentences that normalise alike are the same to a reader. */
export function normalise(text: string): string {
  return text
    .toLowerCase()
    .replace(/[’‘]/g, "'")
    .replace(/[^\p{L}\p{N}' ]+/gu, " ")
    .replace(/(^|\s)'+|'+(\s|$)/g, " ")
    .replace(/\s+/g, " ")
    .trim();
}

/** A short key of a sentence's words (53 bits in base 36). */
export const sentenceKey = memoizeText((text): string => {
  const words = normalise(text);
  let high = 0x9e3779b9;
  let low = 0x85ebca6b;
  for (let at = 0; at < words.length; at++) {
    const code = words.charCodeAt(at);
    high = Math.imul(high ^ code, 0x27d4eb2f);
    low = Math.imul(low ^ code, 0x165667b1);
    high ^= high >>> 15;
    low ^= low >>> 13;
  }
  return ((high >>> 0) * 0x200000 + ((low >>> 0) & 0x1fffff)).toString(36);
});

/** Number of words. */
export function countWords(text: string): number {
  return text.match(/[\p{L}\p{N}]+(?:['’-][\p{L}\p{N}]+)*/gu)?.length ?? 0;
}

/** Straight quotation marks to curly ones; an apostrophe inside or after a word is closing. */
export function curlyQuotes(text: string): string {
  return text
    .replace(/(^|[\s(\[—–“])"/g, "$1“")
    .replace(/"/g, "”")
    .replace(
      /(^|[\s(\[—–“])'(?=\p{L}+'?(?:\s|$)|[^\s])/gu,
      (match: string, before: string, offset: number, whole: string) => {
        // 'tis, 'em and years open with an apostrophe, not a quotation.
        const after = whole.slice(offset + match.length);
        return before + (/^(tis|twas|em\b|til\b|n\b|\d)/i.test(after) ? "’" : "‘");
      },
    )
    .replace(/'/g, "’");
}
