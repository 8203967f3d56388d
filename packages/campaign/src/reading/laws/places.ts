/** Places at which a law forbids something, and which of them are the whole of a story. */
import { markdownSections } from "../mine/markdown.js";
import type { ReadingSource } from "../read-story.js";
import { ADVERBS, AUXILIARIES, CONJUNCTIONS, DETERMINERS, PREPOSITIONS, PRONOUNS, type Word } from "./words.js";
import { STORY } from "./verbs.js";

/** A place that a law names. */
export interface LawPlace {
  /** As written, without its article. */
  readonly text: string;
  /** By what it is known in a sentence. */
  readonly forms: readonly string[];
}

const AT = new Set(
  "in on at inside within under underneath beneath below above aboard upon near beside behind beyond over across along down outside around".split(
    " ",
  ),
);
const OUTDOORS: LawPlace = { text: "out of doors", forms: ["out of doors", "outdoors", "outside", "open air"] };
const SIDES = /^(?:out|outside|inside|west|east|north|south|upstream|downstream|front|top)$/;
/** What is no place: a time, or the story. */
const TIMES =
  /^(?:nights?|days?|weeks?|weekends?|months?|years?|hours?|minutes?|mornings?|evenings?|afternoons?|summers?|winters?|springs?|autumns?|times?|moments?|age|century|season|holidays?|\p{L}+day|front|end|middle|beginning|way|name|sense|form|words?|case|dreams?)$/u;

/** The place that begins at a word, and where it ends; null where none does. */
export function placeAt(words: readonly Word[], at: number): { readonly place: LawPlace; readonly end: number } | null {
  const [first, second, third] = [words[at]?.lower ?? "", words[at + 1]?.lower ?? "", words[at + 2]?.lower ?? ""];
  if (first === "out" && second === "of" && third === "doors") return { place: OUTDOORS, end: at + 3 };
  if (first === "outdoors") return { place: OUTDOORS, end: at + 1 };
  const isSide = SIDES.test(first) && second === "of";
  if (!AT.has(first) && !isSide) return null;
  let start = at + (isSide ? 2 : 1);
  const hasArticle = DETERMINERS.has(words[start]?.lower ?? "");
  if (/^(?:an?|any|all|every)$/.test(words[start]?.lower ?? "")) return null;
  while (DETERMINERS.has(words[start]?.lower ?? "")) start++;
  let end = start;
  while (end < words.length && end - start < 4) {
    const word = words[end];
    const isEnd =
      !word ||
      word.punctuation ||
      PREPOSITIONS.has(word.lower) ||
      CONJUNCTIONS.has(word.lower) ||
      AUXILIARIES.has(word.lower) ||
      PRONOUNS.has(word.lower) ||
      (end > start && ADVERBS.has(word.lower)) ||
      /^(?:except|unless|because|since|only|but)$/.test(word.lower);
    if (isEnd) break;
    end++;
  }
  const named = words.slice(start, end);
  const head = named.at(-1);
  const isName = named.some(({ text }) => /^\p{Lu}/u.test(text));
  if (!head || TIMES.test(head.lower) || (!hasArticle && !isName)) return null;
  const text = named.map((word) => word.text).join(" ");
  const noun = head.text.replace(/'s?$/, "");
  return { place: { text, forms: [...new Set([text, ...(isName ? [] : [noun])])] }, end };
}

/** Country and houses that hold a whole story where its setting opens with them. */
const LAND =
  /^(?:moon|planet|earth|steppes?|deserts?|plains?|mountains?|hills|moors?|valley|forest|woods?|sea|ocean|lake|river|road|trail|run|march|voyage|trip|journey|crossing|island|isles?|islands|coast|bay|ship|boat|station|base|camp|fort|castle|palace|house|manor|hotel|inn|school|abbey|monastery|convent|hospital|theatre|theater|museum|mine|colony|asylum|orchard|parish|harbou?r|port|quarter|district|line|ice|hall|hills?|reef|wall|wild|wilderness|air|south|north|east|west)$/;
/** What is part of a place, however it is called. */
const PART =
  /(?:road|street|lane|highway|route|alley|bridge|room|hall|inn|church|chapel|gate|tower|yard|market|pool|pond|cellar|attic|square|door|office|shop|bar|house|mill|floor|deck|stairs?|\d+)$/i;

/**
 * Returns what tells whether a place is the whole of a story, so that what is not there is nowhere: it stands in the title or
 * the first heading of the setting, or setting or premise open with it.
 */
export function wholePlaces({ title, setting, premise, beats }: ReadingSource): (place: string) => boolean {
  const sections = markdownSections(setting);
  const headings = [title, ...sections.slice(0, 1).map(({ heading }) => heading)].join("\n");
  const opening = (text: string): readonly string[] =>
    markdownSections(text)
      .find(({ paragraphs }) => paragraphs.length > 0)
      ?.paragraphs.slice(0, 2) ?? [];
  const openings = [...opening(setting), ...opening(premise)].join("\n");
  const staged = new Set(beats.flatMap(({ location = "" }) => (location === "" ? [] : [location.toLowerCase()])));
  const holds = (text: string, words: string): boolean =>
    new RegExp(String.raw`(?<!\p{L})${words.replace(/[^\p{L}\p{N} ]/gu, ".")}(?!\p{L})`, "iu").test(text);
  return (place) => {
    const lower = place.toLowerCase();
    const head = lower.split(" ").at(-1) ?? lower;
    if (/^\p{Lu}/u.test(place)) {
      if (holds(headings, place)) return true;
      const isOneOfMany = staged.size > 1 && [...staged].some((location) => location.includes(lower));
      return !PART.test(head) && !isOneOfMany && holds(openings, place);
    }
    if (STORY.has(head)) return true;
    // "It is an island with an inn": the island is the whole, and the inn a part.
    const isIt = new RegExp(String.raw`\b(?:the|this|our|(?:is|was) an?)(?: \p{L}+){0,2} ${head}(?!\p{L})`, "iu");
    return LAND.test(head) && (holds(headings, head) || isIt.test(openings));
  };
}
