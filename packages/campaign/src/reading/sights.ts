/** What a place looks like, whether it is under a roof, and where one can go from it. */
import type { PlaceEntry } from "@narratoria/protocol/contracts";
import { splitSentences } from "@narratoria/protocol/english";
import type { Gazetteer, KnownPlace } from "./gazetteer.js";
import { INDOOR_NOUNS, OUTDOOR_NOUNS } from "./lexicon.js";
import { markdownSections } from "./mine/markdown.js";
import type { ReadingSource } from "./read-story.js";

export interface PlaceText {
  readonly text: string;
  readonly file: string;
}

export interface DescribedPlace {
  /** Paragraphs under a heading of the setting that is its name. */
  readonly own: readonly PlaceText[];
  /** Sentences of the setting elsewhere that name it. */
  readonly named: readonly PlaceText[];
  /** Paragraphs of lore about it. */
  readonly lore: readonly PlaceText[];
}

/** Longest lore file about places that is read for its looks, in letters. */
const LORE_LETTERS = 40_000;

/** Words of a name with which a paragraph opens, at most. */
const LABEL_WORDS = 4;

/** The name that is the first sentence of a paragraph, and what stands behind it in brackets. */
function labelOf(paragraph: string): { readonly name: string; readonly where?: string } | undefined {
  const [first = "", ...rest] = splitSentences(paragraph.replaceAll("**", ""));
  const [, name = "", where] = /^(\p{Lu}[^()]*?)(?: \(([^()]*)\))?[.:]?$/u.exec(first) ?? [];
  if (rest.length === 0 || name === "" || name.split(" ").length > LABEL_WORDS) return undefined;
  return { name, ...(where === undefined ? {} : { where }) };
}

/** Letters among which a paragraph names what it is about, and before that name. */
const OPENING = 60;
const WITH_ARTICLE = 6;
/** Whether words go on from the subject of a sentence. */
const isSubject = (rest: string): boolean => /^[*_]*(?:,| (?:is|was|has|had|lies|lay|stands|stood)\b)/u.test(rest);

/** "A village with a church, an inn and a ford" says what there is, and not what the church looks like. (rule CA719) */
const ANY = /\b(?:an?|one|two|three|no|another|any|every|some)\s+(?:\p{Ll}+\s+)?$/iu;

/**
 * Gathers what the setting and the lore about places say of each place, in the author's order.
 *
 * @param isTold - Whether the story has a place: a paragraph about a part of a town that is no place of it is about the town. (rule CA6358)
 */
export function describePlaces(
  source: Pick<ReadingSource, "setting" | "lore">,
  gazetteer: Gazetteer,
  isTold: (id: string) => boolean = () => true,
): ReadonlyMap<string, DescribedPlace> {
  const found = new Map<string, { own: PlaceText[]; named: PlaceText[]; lore: PlaceText[] }>();
  const of = (id: string) => {
    const entry = found.get(id) ?? { own: [], named: [], lore: [] };
    found.set(id, entry);
    return entry;
  };
  const setting = "world/setting.md";
  for (const section of markdownSections(source.setting)) {
    const place = section.level >= 2 ? gazetteer.resolve(section.heading) : undefined;
    for (const paragraph of section.paragraphs) {
      if (place !== undefined) {
        of(place.id).own.push({ text: paragraph, file: setting });
        continue;
      }
      const sentences = splitSentences(paragraph);
      // "**The Drawer.** The office. Narrow, full of paper.": an entry about the place that it opens with.
      const [opening = ""] = sentences;
      const [subject] = opening.length < 40 && sentences.length > 1 ? gazetteer.find(opening) : [];
      if (
        subject !== undefined &&
        subject.start <= 4 &&
        opening.replace(/[.:]$/, "").length - (subject.end - subject.start) <= 5
      ) {
        of(subject.id).own.push({ text: paragraph, file: setting });
        continue;
      }
      for (const sentence of sentences)
        for (const id of new Set(
          gazetteer.find(sentence).flatMap(({ id: one, start }) => (ANY.test(sentence.slice(0, start)) ? [] : [one])),
        ))
          if (gazetteer.byId.get(id)?.region !== true) of(id).named.push({ text: sentence, file: setting });
    }
  }
  const byFile = new Map<string, KnownPlace[]>();
  for (const place of gazetteer.places)
    if (place.file !== undefined) byFile.set(place.file, [...(byFile.get(place.file) ?? []), place]);
  for (const { file, text } of source.lore) {
    const places = byFile.get(file);
    if (places === undefined) continue;
    let [current] = places;
    for (const section of markdownSections(text.slice(0, LORE_LETTERS))) {
      const headed =
        section.level >= 2 ? places.find(({ id }) => gazetteer.resolve(section.heading)?.id === id) : undefined;
      current = headed ?? current;
      for (const paragraph of section.paragraphs) {
        if (places.length > 1 && headed === undefined)
          current =
            places.find(({ id }) =>
              gazetteer.find(paragraph.slice(0, 120)).some((mention) => mention.id === id && mention.start < 80),
            ) ?? current;
        // "**The shop (Southbound).** Sweets, maps." in a text about Northbound is about the shop. (rule CA1544)
        const label = headed === undefined ? labelOf(paragraph) : undefined;
        const named = label === undefined ? undefined : gazetteer.resolve(label.name);
        if (named !== undefined && named.id !== current?.id && named.file === undefined) {
          of(named.id).lore.push({ text: paragraph, file });
          continue;
        }
        if (label?.where !== undefined && gazetteer.resolve(label.where)?.id !== current?.id) continue;
        // "Umm Zill, which is the Third, ..." in a text about the Twins is about Umm Zill. (rule CA544)
        const [subject] = headed === undefined ? gazetteer.find(paragraph.slice(0, OPENING)) : [];
        const other =
          subject !== undefined && subject.start <= WITH_ARTICLE && isSubject(paragraph.slice(subject.end))
            ? gazetteer.byId.get(subject.id)
            : undefined;
        const about = other === undefined || other.region === true || !isTold(other.id) ? current : other;
        if (about !== undefined) of(about.id).lore.push({ text: paragraph, file });
      }
    }
  }
  return found;
}

const INDOOR_WORDS =
  /\b(?:ceiling|floorboards?|rafters|stove|shel(?:f|ves)|counter|windows?|indoors|fireplace|hearth|carpet|beams?|drawers?|tables?|curtains?|upstairs|roof|benches|beds?|bunks?|chairs?|cupboards?|walls)\b/gi;
const OUTDOOR_WORDS =
  /\b(?:sky|wind|grass|mud|fields?|clouds?|stars|trees?|birds?|gulls?|cobbles|horizon|weeds|hedges?|slope|sun|open air|open to the sky|puddles?|outdoors|out of doors|waves|ice|snow|rain)\b/gi;
/** Points from which a name or a description decides. */
const ROOF_ENOUGH = 3;

/** Whether a place is under a roof: by the noun of its name, else by what is said of it; null where that says neither. */
export function roofOf(place: KnownPlace, described: DescribedPlace | undefined): boolean | null {
  const score = [place.name, place.called, ...place.aliases].reduce((sum, name) => sum + roofOfName(name), 0);
  const text = [...(described?.own ?? []), ...(described?.lore ?? []).slice(0, 3), ...(described?.named ?? [])]
    .map((one) => one.text)
    .join(" ");
  const inside = new Set((text.match(INDOOR_WORDS) ?? []).map((word) => word.toLowerCase())).size;
  const outside = new Set((text.match(OUTDOOR_WORDS) ?? []).map((word) => word.toLowerCase())).size;
  const total = score + inside - outside;
  if (total >= ROOF_ENOUGH) return true;
  return total <= -ROOF_ENOUGH ? false : null;
}

function roofOfName(name: string): number {
  // "9 Crumb Lane" is a house.
  if (/^\d+\p{L}? \p{Lu}/u.test(name)) return 0;
  const words = name
    .toLowerCase()
    .replace(/['’]s\b/g, "")
    .split(/[^\p{L}-]+/u)
    .filter(Boolean);
  const [before = []] = [words.slice(0, Math.max(1, indexOfLink(words)))];
  const head = before.at(-1) ?? "";
  const forms = [head, head.split("-").at(-1) ?? head];
  if (forms.some((form) => OUTDOOR_NOUNS.has(form))) return -4;
  if (forms.some((form) => INDOOR_NOUNS.has(form))) return 4;
  return 0;
}

const indexOfLink = (words: readonly string[]): number => {
  const at = words.findIndex(
    (word, index) => index > 0 && /^(?:of|with|in|at|on|by|under|behind|between|beneath)$/.test(word),
  );
  return at < 0 ? words.length : at;
};

const IN_NAME =
  /\b(?:house|hall|room|shop|inn|office|loft|cellar|kitchen|mill|church|chapel|barn|attic|cabin|library|workshop|forge|store|archive|bakery|cottage|hut|laundry|museum|parlou?r|pub|shed|stables?|theatre|tower|vault|warehouse|ward|courtyard|yard|garden|orchard|woods?|forest|street|lane|square|park|market|valley|camp|cubicle|grotto|closet|drawer|gallery|cave|hollow|court)$/i;
const ON_NAME =
  /\b(?:landing|floor|platform|terrace|bridge|quay|pier|hill|shore|beach|strand|stairs|steps|roof|deck|moor|breakwater|ridge|island|road|slip|slope|green|porch|common|threshing floor)$/i;

/** The word that says that somebody is there: the one that the texts use most, else what such a name takes. */
export function prepositionOfPlace(place: KnownPlace): PlaceEntry["preposition"] {
  const counts = place.prepositions;
  const ranked = (["in", "on", "at", "aboard"] as const)
    .map((word) => [word, counts[word] ?? 0] as const)
    .sort((a, b) => b[1] - a[1]);
  const [most] = ranked;
  if (most !== undefined && most[1] > 0) return most[0];
  return IN_NAME.test(place.name) ? "in" : ON_NAME.test(place.name) ? "on" : "at";
}

const NEEDS =
  /\b(?:only with|not without|unless (?:you|one|somebody) (?:has|have|is|wears?)|needs?|you need|one needs|takes|if you have|by) ((?:an?|the|his|her|your) (?:[a-zà-ž-]+ ){0,2}(?:suit|pass|key|helmet|permit|ticket|boat|lamp|rope|ladder|password|token|badge|mask|horse|sledge|guide|coin|fare))\b/i;
const WAY =
  /\b(?:leads?|opens?|goes|go|runs?|climbs?|door|stairs?|steps|ladder|path|road|bridge|hatch|gate|passage|corridor|way|flap|tunnel)\b/i;
const WAYS_LABEL =
  /^\s*(?:exits?|ways? (?:in|out)(?: and out| or in)?|doors?|leads to|connects to|from here)\s*[:–—-]\s*/i;

/** Ways from a place to others, as its own texts name them, with what one needs. */
export function exitsOf(
  place: KnownPlace,
  described: DescribedPlace | undefined,
  gazetteer: Gazetteer,
): PlaceEntry["exits"] {
  const exits = new Map<string, string | undefined>();
  for (const { text } of [...(described?.own ?? []), ...(described?.lore ?? [])]) {
    const listed = WAYS_LABEL.test(text);
    for (const sentence of splitSentences(text)) {
      const clauses = listed ? sentence.split(/[;,]/) : [sentence];
      for (const clause of clauses) {
        if (!listed && !WAY.test(clause)) continue;
        for (const mention of gazetteer.find(clause)) {
          const other = gazetteer.byId.get(mention.id);
          if (other === undefined || other.id === place.id || other.standing < 3 || other.region) continue;
          if (!listed && !/^(?:to|into|onto|on|through|from|between|down|up|toward|towards)$/.test(mention.preposition))
            continue;
          const needs = NEEDS.exec(clause)?.[1];
          if (!exits.has(other.id)) exits.set(other.id, needs);
        }
      }
    }
  }
  return [...exits].map(([to, needs]) => ({ to, ...(needs === undefined ? {} : { needs }) }));
}

const PART_OF =
  /\b(?:(?:a |the )?(?:part|corner|end|room|floor|wing|back|deck) of|(?:stands?|lies|is|sits|are) (?:in|inside|aboard|within|under|on)|aboard|inside|within|at the (?:back|end|top|foot|bottom|heart) of)\s+(?:the\s+)?$/i;

/** The place that a place is a part of, where a path or its own first sentences say so. */
export function partOf(
  place: KnownPlace,
  described: DescribedPlace | undefined,
  gazetteer: Gazetteer,
): string | undefined {
  if (place.within !== undefined) return place.within;
  // What the text about a place sets in bold lies in it, where no text of its own and no beat says more of it.
  const about = gazetteer.places.find(
    ({ id, sign }) => id !== place.id && sign.file === place.sign.file && sign.why === "lore about a place",
  );
  if (about !== undefined && place.sign.why === "set in bold") return about.id;
  // "the chart-room of the Perpetua".
  const [, of] = / of (the .+)$/.exec(place.sign.text) ?? [];
  const whole = of === undefined ? undefined : gazetteer.resolve(of);
  if (whole !== undefined && whole.id !== place.id) return whole.id;
  const [first] = [...(described?.own ?? []), ...(described?.lore ?? [])];
  for (const sentence of splitSentences(first?.text ?? "").slice(0, 2)) {
    const mentions = gazetteer.find(sentence);
    const self = mentions.find(({ id }) => id === place.id);
    for (const mention of mentions) {
      const other = gazetteer.byId.get(mention.id);
      if (other === undefined || other.id === place.id || other.standing < 3 || other.region) continue;
      if (self !== undefined && self.start < mention.start && PART_OF.test(sentence.slice(0, mention.start)))
        return other.id;
    }
  }
  return undefined;
}
