/** Places that running text names after a preposition. */
import { allMatches } from "@narratoria/protocol/english";
import { kindOfNoun } from "./kinds.js";
import { VESSELS } from "./lexicon.js";
import type { Add } from "./place-drafts.js";
import { fold, isPlaceNoun, NOT_A_PLACE, placeHeaded, withoutThe } from "./place-names.js";
import type { Span } from "./texts.js";

/** Whether a phrase stands anywhere as a whole. */
export function wholeOccurs(spans: readonly Span[], phrase: string): boolean {
  const wanted = withoutThe(phrase).toLowerCase();
  return spans.some(({ text }) => text.toLowerCase().includes(wanted));
}

/** How often running text puts somebody or something at a phrase: "in the hut", "behind the Cow Shed". */
export type PutThere = (name: string) => number;

const PUTS =
  /\b(?:in|on|at|aboard|inside|into|behind|outside|near|through|across)\s+(?:(?:the|a|an|this|our)\s+)?(?=[\p{L}\p{N}])/giu;

const NEXT_WORDS = /[\p{L}\p{M}\p{N}'’-]+(?:\s+[\p{L}\p{M}\p{N}'’-]+){0,3}/uy;

export function phrasesPutThere(spans: readonly Span[]): PutThere {
  const counts = new Map<string, number>();
  for (const { text } of spans)
    for (const match of allMatches(text, PUTS)) {
      NEXT_WORDS.lastIndex = match.index + match[0].length;
      const words = NEXT_WORDS.exec(text)?.[0].toLowerCase().replace(/’/g, "'").split(/\s+/) ?? [];
      for (let length = 1; length <= words.length; length++) {
        const phrase = words.slice(0, length).join(" ");
        counts.set(phrase, (counts.get(phrase) ?? 0) + 1);
      }
    }
  return (name) => {
    const key = fold(name);
    return (counts.get(key) ?? 0) + (counts.get(`${key}'s`) ?? 0);
  };
}

const PREPOSITION =
  /\b(in|on|at|aboard|inside|into|to|from|behind|outside|beneath|below|above|near|past|down|up|through|across|beside|of|by|over|under)\s+/gi;

const CAPITALISED =
  /(?:the\s+)?\p{Lu}[\p{L}\p{M}'’]*(?:-\p{L}+)?(?:\s+(?:(?:of|de|du|des|la|le|of the)\s+)?\p{Lu}[\p{L}\p{M}'’-]*){0,4}(?![\p{L}\p{N}-])/uy;

const SMALL = /the\s+((?:[\p{L}\p{M}]+(?:['’-][\p{L}\p{M}]+)*\s*){1,4})/iuy;

/** A place with its article anywhere in the setting, which is about places before anything else. */
const WITH_ARTICLE = /(?<![\p{L}'’-])the\s+/giu;

/** Standing of a place that the setting names in passing, by a noun alone. */
export const FROM_SETTING = 1.6;

/** "The bar opens at the interval": a noun of several meanings as the subject of what only a place does. */
const OPENS_FOR =
  /^The\s+(bar|stage|mess|hold|lock|ring|track|keep|circus|common|ground|fair|mint)\s+(?:opens|closes|smells|seats|stands|lies|has|is (?:open|closed|shut|empty|full|cold|dark|down|up|at|on|in|behind|below|above|always|never))\b/u;

const COUNTED_NUMBER =
  "One|Two|Three|Four|Five|Six|Seven|Eight|Nine|Ten|Eleven|Twelve|Thirteen|Fourteen|Fifteen|Sixteen|Seventeen|Eighteen|Nineteen|Twenty";

/** "Number Nine", "Flat 4B", "Platform Two": a door or a stand that has a number for its name. */
const NUMBERED_DOOR = new RegExp(
  `(?<![\\p{L}])(?:Number|No\\.?|Flat|Apartment|Apt\\.?|Room|Unit|Suite|Cabin|Cell|Berth|Bay|Pier|Platform|Lot|Plot|Stall|Ward|Block|Hut|Studio|Hangar|Bunk|Dressing Room|Meeting Room|Waiting Room|Engine Room) (?:\\d{1,4}\\p{L}?|${COUNTED_NUMBER})(?![\\p{L}\\p{N}-])(?!,?\\s+(?:of\\s+)?(?:the\\s+)?\\p{Lu})`,
  "gu",
);

const DWELLS_AT =
  /\b(?:lives?|sleeps?|lodges?|resides?|dwells?|boards|rooms|(?:has|have|keeps?|rents?) (?:an?|the|his|her|their|two|three) (?:\p{Ll}+ )?(?:house|room|rooms|flat|apartment|cottage|shop|stall|office|lodgings))\s+(?:(?:alone|still|now|upstairs)\s+)?(?:in|at|on|over|above|aboard|behind)\s+(?:\d+\w?,?\s+)?/gu;

const APPOSED = /the\s+(\p{Ll}+)\s+(\p{Lu}[\p{L}'’]+(?:\s+\p{Lu}[\p{L}'’]+)*)/uy;

/** "director's office" of "the director's office under the contract": up to two words and a noun of a place, or two such nouns. */
function placeNounIn(text: string): string | undefined {
  const words = text.trim().split(/\s+/);
  let at = words.findIndex((word, index) => index < 3 && isPlaceNoun(word));
  if (at < 0) return undefined;
  if (at < 2 && isPlaceNoun(words[at + 1] ?? "") && !AMBIGUOUS.has(words[at + 1] ?? "")) at++;
  // "in the green water"
  if (
    words[at] === "green" &&
    words[at + 1] !== undefined &&
    !/^(?:is|was|are|and|or|where|with|by|at|of|in|on|behind)$/.test(words[at + 1] ?? "")
  )
    return undefined;
  // "in the end", "on the way home": only with somebody's name before it, or a word that tells it apart.
  if (AMBIGUOUS.has(words[at] ?? "") && (at === 0 || !/['’]s?$/.test(words[at - 1] ?? ""))) return undefined;
  const before = words.slice(0, at).join(" ");
  if (NO_NAME_WORD.test(before) && !/['’]/.test(before)) return undefined;
  return words.slice(0, at + 1).join(" ");
}

/** "Eleven years in Kuwait": where somebody was, and the story is not. (rule CA1535) */
const PAST_STAY =
  /\b(?:years?|winters?|summers?|seasons?|childhood|boyhood|girlhood|apprenticeship|his service|her service|the war)\s+$/iu;

/** "She said that he used to stand at the window, in Swindon": what is only reported is elsewhere. (rule CA1626) */
const REPORTED = /\b(?:(?:said|told \p{L}+|wrote|remembered|explained) that|died|was born|grew up)\b[^.!?;]*$/iu;
/** Texts on what lies outside the story. */
const OUTSIDE: ReadonlySet<Span["kind"]> = new Set(["background", "secret", "relation"]);

/** Whether a place is named only as where somebody was. */
const isElsewhere = (span: Span, at: number): boolean =>
  OUTSIDE.has(span.kind) || REPORTED.test(span.text.slice(Math.max(0, at - 160), at));

/** Nouns that are more often something else than a place. */
const AMBIGUOUS = new Set(
  "stand stands hold home place common point spring ground end edge fair mint bank flat lock ring wall bar track dive pass keep mouth sea level study quarter mess colony circus stage rest press lift port post".split(
    " ",
  ),
);

/** Words before a noun that make no name of it: "the other side", "the whole house". */
const NO_NAME_WORD =
  /\b(?:same|other|first|last|next|whole|only|very|left|right|near|far|wrong|bottom|top|own|great|good|old|new|back|front|big|little|small|long|high|low|dark|empty|open|middle|whose|which|that|a|an|of|and|is|are|was|has)\b/i;

/** "In the Kitchen Mercy stands": a person's name behind a place is no part of it. */
function withoutPerson(name: string | undefined, people: ReadonlySet<string>): string | undefined {
  if (name === undefined || !/^the\s/i.test(name)) return name;
  const words = name.split(/\s+/);
  return words.length > 2 && people.has(fold(words.at(-1) ?? "")) ? words.slice(0, -1).join(" ") : name;
}

/** Fewest parts that make a list of a house's or a ship's rooms. */
const LISTED = 4;
const LISTED_HERE = new Set(
  "stage wings bar mess hold bridge lock ring deck corner counter steerage saloon".split(" "),
);

/** "Stage, wings, prompt corner, two good dressing rooms": a sentence that only lists places, at least half of them by their nouns. */
function listedPlaces(sentence: string): string[] {
  const items = sentence
    .replace(/[.!?]$/, "")
    .split(/\s*,\s*(?:and\s+)?|\s+and\s+/)
    .map((item) =>
      item
        .trim()
        .toLowerCase()
        .replace(/^(?:the|an?|one|two|three|four|five|six|seven|eight)\s+/, ""),
    )
    .filter((item) => item !== "" && item.split(/\s+/).length <= 3 && !/^in\b/.test(item));
  const known = items.filter((item) => placeHeaded(item) || LISTED_HERE.has(item.split(/[\s-]/).at(-1) ?? ""));
  const commas = sentence.split(",").length - 1;
  if (known.length < LISTED - 1 || commas < LISTED - 2 || known.length * 2 < items.length) return [];
  return known.map((item) => `the ${item}`);
}

/** "Stack Nine of the Lending House" is Stack Nine, where the Lending House is known for a place. */
function partOfKnown(name: string | undefined, isKnown: (form: string) => boolean): string | undefined {
  const [, part, whole = ""] = /^(.+?)\s+of\s+(?:the\s+)?(.+)$/u.exec(name ?? "") ?? [];
  return part !== undefined && part.includes(" ") && isKnown(whole) ? part : name;
}

/** Capitalised names and nouns of places that stand after a preposition. */
export function gatherFromProse(
  spans: readonly Span[],
  add: Add,
  people: ReadonlySet<string>,
  isKnown: (form: string) => boolean,
): void {
  const names = new Map<string, { form: string; at: number; all: number; span: Span }>();
  const nouns = new Map<string, { form: string; all: number; span: Span; inSetting?: true }>();
  for (const span of spans) {
    if (span.kind === "law" || span.kind === "example") continue;
    for (const match of allMatches(span.text, DWELLS_AT)) {
      CAPITALISED.lastIndex = match.index + match[0].length;
      const name = CAPITALISED.exec(span.text)?.[0]?.replace(/['’]s$/, "");
      if (name !== undefined && !people.has(fold(name)))
        add(name, 2.5, { file: span.file, text: name, why: "where somebody lives" });
    }
    const count = (form: string): void => {
      const key = fold(form);
      const entry = nouns.get(key) ?? { form, all: 0, span };
      entry.all++;
      if (span.kind === "setting") entry.inSetting = true;
      nouns.set(key, entry);
    };
    if (span.kind !== "beat" && span.kind !== "line")
      for (const [name] of allMatches(span.text, NUMBERED_DOOR))
        if (!people.has(fold(name))) add(name, 2.5, { file: span.file, text: span.text, why: "a number on a door" });
    if (span.kind === "setting") for (const { plain } of span.sentences) listedPlaces(plain).forEach(count);
    if (span.kind === "setting")
      for (const match of span.text.matchAll(WITH_ARTICLE)) {
        if (
          /\b(?:in|on|at|aboard|inside|into|to|from|behind|outside|beneath|below|above|near|past|down|up|through|across|beside|of|by|over|under)\s+$/i.test(
            span.text.slice(Math.max(0, match.index - 10), match.index),
          )
        )
          continue;
        CAPITALISED.lastIndex = match.index;
        const name = partOfKnown(withoutPerson(CAPITALISED.exec(span.text)?.[0], people), isKnown)?.replace(
          /['’]s$/,
          "",
        );
        const core = withoutThe(name ?? "");
        if (
          name !== undefined &&
          !people.has(fold(name)) &&
          !NOT_A_PLACE.test(core) &&
          placeHeaded(core) &&
          !AMBIGUOUS.has(fold(core))
        )
          add(name, 2.2, { file: span.file, text: name, why: "named in the setting" });
        SMALL.lastIndex = match.index;
        const noun = placeNounIn(SMALL.exec(span.text)?.[1] ?? "");
        const inUse = OPENS_FOR.exec(span.text.slice(match.index))?.[1];
        if (inUse !== undefined) count(`the ${inUse}`);
        const [last = ""] = noun?.split(" ").slice(-1) ?? [];
        // "The gate boy" is no gate.
        const behind = span.text.slice(match.index + match[0].length + (noun?.length ?? 0));
        if (kindOfNoun(/^\s+(\p{Ll}+)/u.exec(behind)?.[1] ?? "") !== undefined) continue;
        if (noun !== undefined && !AMBIGUOUS.has(last) && !VESSELS.has(last) && !people.has(fold(noun)))
          count(`the ${noun}`);
      }
    for (const match of allMatches(span.text, PREPOSITION)) {
      const from = match.index + match[0].length;
      CAPITALISED.lastIndex = from;
      const name = partOfKnown(withoutPerson(CAPITALISED.exec(span.text)?.[0], people), isKnown);
      if (name !== undefined && !PAST_STAY.test(span.text.slice(0, match.index))) {
        const single = !/\s/.test(withoutThe(name));
        // "in Ron's shed" names no place that is Ron's.
        if (single && /['’]s?$/.test(name)) continue;
        const form = name.replace(/['’]s?$/, "");
        const key = fold(form);
        const entry = names.get(key) ?? { form, at: 0, all: 0, span };
        entry.all++;
        if (
          /^(?:in|at|aboard|on|inside)$/i.test(match[1] ?? "") &&
          (/^the /i.test(name) || !isElsewhere(span, match.index))
        )
          entry.at++;
        names.set(key, entry);
      }
      // "the barge Wet Prudence": the name behind what it is.
      APPOSED.lastIndex = from;
      const apposed = APPOSED.exec(span.text);
      if (apposed !== null && isPlaceNoun(apposed[1] ?? "") && !people.has(fold(apposed[2] ?? ""))) {
        add(`the ${apposed[2]}`, 2, { file: span.file, text: span.text, why: `called a ${apposed[1]}` });
        continue;
      }
      SMALL.lastIndex = from;
      const noun = placeNounIn(SMALL.exec(span.text)?.[1] ?? "");
      if (noun === undefined) continue;
      count(`the ${noun}`);
    }
  }
  for (const { form, at, all, span } of names.values()) {
    const core = withoutThe(form);
    if (NOT_A_PLACE.test(core)) continue;
    const sign = { file: span.file, text: form, why: "named after a preposition" };
    const headed = placeHeaded(core) && core.includes(" ");
    if (headed) add(form, all >= 3 ? 2.5 : all >= 2 ? 2 : 1.5, sign);
    else if (at >= 2) add(form, at >= 4 ? 2 : 1.5, sign);
    // "the Palace" stands for one place where the setting says it.
    else if (span.kind === "setting" && isPlaceNoun(core.toLowerCase()) && !AMBIGUOUS.has(core.toLowerCase()))
      add(form, 2.2, sign);
  }
  for (const { form, all, span, inSetting } of nouns.values())
    add(form, all >= 6 ? 2.2 : all >= 3 ? 2 : inSetting === true ? FROM_SETTING : all >= 2 ? 1.2 : 1, {
      file: span.file,
      text: form,
      why: "a noun of a place",
    });
}
