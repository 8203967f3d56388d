/** Stages of a road that an author numbers: "Stage two. The ferry.", "Day 3: the Marsh", "the third halt". */
import { markdownSections } from "./mine/markdown.js";

/** One text of the author's. */
interface Passage {
  readonly text: string;
  readonly file: string;
}

/** The places of a road in their order, and how the author counts them. */
export interface Stages {
  readonly stops: readonly string[];
  /** Whether a number counts days or nights: the next place is a day away. */
  readonly daily: boolean;
  /** What the whole road takes, where its sign says so. */
  readonly minutes?: number;
  readonly sign: Passage;
}

const ORDINALS = "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth".split(" ");
const CARDINALS = "one two three four five six seven eight nine ten eleven twelve".split(" ");
const NOUNS = "stage|leg|halt|stop|march|day|night|station";
/** "Stage two", "Day 3", "The third night", as a text begins. */
const LABEL = new RegExp(
  `^\\W*(?:the )?(?:(${NOUNS})s? (\\d{1,2}|${CARDINALS.join("|")})|(${ORDINALS.join("|")}) (${NOUNS})|(last) (?:${NOUNS}))\\b(.*)$`,
  "iu",
);
/** Places are named near the label. */
const NEAR = 60;
const END =
  /^\W*(?:the )?(?:end of the (?:road|way|line|journey|march|trail|walk|voyage)|(?:journey|road|trail)['’]s end|last (?:stage|leg|halt|stop|march|station))\b/i;
const ROAD = /\b(?:road|route|way|stages?|halts?|itinerary|journey|march|stops|trail|days|nights)\b/i;
/** Fewer places than these are no road. */
export const FEWEST_STOPS = 4;
/** Labels below one heading from which on they are a list. */
const LIST = 3;

interface Labelled {
  readonly noun: string;
  readonly number: number;
  readonly rest: string;
}

/** The label of a stage with which a text begins. */
function labelOf(text: string): Labelled | undefined {
  const [, noun, cardinal, ordinal, ordinalNoun, last, rest = ""] = LABEL.exec(text) ?? [];
  if (last !== undefined) return undefined;
  const word = (cardinal ?? ordinal ?? "").toLowerCase();
  const number = /^\d/.test(word) ? Number(word) : CARDINALS.indexOf(word) + 1 || ORDINALS.indexOf(word) + 1;
  const of = (noun ?? ordinalNoun ?? "").toLowerCase();
  return number > 0 && of !== "" ? { noun: of, number, rest } : undefined;
}

/**
 * Reads the places of a road from the numbers that an author gives to its stages: at the head of what is said of each place, in its
 * heading, or in a list. (rule CA500)
 *
 * @param found - Ids of the places that a text names, in its order.
 * @returns Undefined where fewer than four places are numbered by one noun.
 */
export function stagesIn(texts: readonly Passage[], found: (text: string) => readonly string[]): Stages | undefined {
  const roads = new Map<string, { readonly at: Map<number, string>; readonly sign: Passage }>();
  const ends: string[] = [];
  for (const { text, file } of texts)
    for (const { heading, paragraphs } of markdownSections(text)) {
      // A list of stages stands under the name of the road.
      const isList = paragraphs.filter((paragraph) => labelOf(paragraph) !== undefined).length >= LIST;
      const here = isList ? undefined : found(heading)[0];
      const own = labelOf(heading);
      const labelled: { readonly label: Labelled; readonly places: readonly string[]; readonly text: string }[] = [];
      if (own !== undefined && here !== undefined) labelled.push({ label: own, places: [here], text: heading });
      for (const [index, paragraph] of paragraphs.entries()) {
        // What is said of a place opens with its number; in a list each entry does.
        if (here !== undefined && index > 0) break;
        const label = labelOf(paragraph);
        if (here !== undefined && END.test(paragraph)) ends.push(here);
        if (label === undefined) continue;
        const places = here === undefined ? found(label.rest.slice(0, NEAR)) : [here];
        // Days of a list are a road only where the list is about one.
        const isRoad = here !== undefined || !/^(?:day|night)$/.test(label.noun) || ROAD.test(heading);
        if (isRoad) labelled.push({ label, places, text: paragraph });
      }
      for (const { label, places, text: sign } of labelled) {
        const road = roads.get(label.noun) ?? { at: new Map<number, string>(), sign: { text: sign, file } };
        roads.set(label.noun, road);
        const [first, second] = places;
        // "Day 2: Arling to Besk" ends at Besk.
        const to = second !== undefined && /\b(?:to|→|-+>)\s/.test(label.rest.slice(0, NEAR)) ? second : first;
        if (to === undefined) continue;
        if (to === second && first !== undefined && !road.at.has(label.number - 1))
          road.at.set(label.number - 1, first);
        if (to === second || !road.at.has(label.number)) road.at.set(label.number, to);
      }
    }
  const [best] = [...roads].sort((a, b) => b[1].at.size - a[1].at.size);
  if (best === undefined) return undefined;
  const [noun, { at, sign }] = best;
  const numbered = [...at].sort(([a], [b]) => a - b).map(([, id]) => id);
  const stops = [...new Set([...numbered, ...ends])];
  if (new Set(numbered).size < FEWEST_STOPS) return undefined;
  return { stops, daily: /^(?:day|night|march)$/.test(noun), sign };
}

const HEAD_LABEL = new RegExp(
  `^([\\s>*_-]*)(?:stage|leg|halt|march) (?:\\d{1,2}|${CARDINALS.join("|")})(?: \\([^)\\n]*\\))?[.:]\\s+(?=\\S)`,
  "gimu",
);

/** A text without the numbers of stages with which its paragraphs open: they are for whoever reads it, and no sentence. (rule CA504) */
export const withoutStageLabels = (text: string): string => text.replace(HEAD_LABEL, "$1");
