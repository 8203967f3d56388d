/** Names of places out of titles of lore and locations of beats that are clauses, documents or phrases with a preposition. */
import { looksFinite, escapeRegExp } from "@narratoria/protocol/english";
import { isHeadingName, isPlaceNoun, placeNames } from "./place-names.js";
import type { PutThere } from "./place-prose.js";
import type { Span } from "./texts.js";

const AT =
  /^(?:(?:up|down|out|back|over|high|deep)\s+)?(?:in|on|at|inside|within|aboard|into|onto|upon)\s+(the\s+)?(?=[\p{L}\p{N}])/iu;
/** What somebody is in, on or at without being anywhere that a place is. */
const NOWHERE =
  /^(?:home|bed|transit|motion|flight|hiding|private|public|person|absentia|passing|general|town|foot|horseback|board|leave|duty|watch|sea|land|air|(?:the )?(?:road|way|move|run|march|phone|telephone|radio|line|wing|air|same place|meantime|distance|dark|open))\b(?![’'])/i;
/** When or with whom, and not where. */
const NOT_WHERE =
  /^(?:from|since|when(?:ever)?|after|until|till|during|throughout|always|never|everywhere|anywhere|nowhere|wherever|various|varies|any|none|unknown|tbd|n\/a|with|without)\b/i;

/**
 * A location without the preposition that it opens with: "Up in the flies" is "the flies", "On stage" is "the stage". (rule CA1041)
 *
 * @returns Undefined where it names no place.
 */
export function bareLocation(location: string): string | undefined {
  const text = location.trim();
  if (NOT_WHERE.test(text)) return undefined;
  const [opening, article] = AT.exec(text) ?? [];
  if (opening === undefined) return text;
  const rest = text.slice(opening.length);
  if (NOWHERE.test(rest)) return undefined;
  if (article !== undefined) return `the ${rest}`;
  const [first = ""] = rest.split(/[\s,;:(]/);
  return /^\p{Ll}/u.test(first) && !/^(?:an?|his|her|their|its|your|one|some|no)$/.test(first) ? `the ${rest}` : rest;
}

/** "The station gate and the Spurgeons' kitchen": two places of one beat, in the order in which it comes to them. */
const TWO_PLACES =
  /^(.{3,60}?),? (?:and(?: then)?|then|or|&) ((?:the|his|her|their|your|an?|\p{Lu}\p{L}+['’]s)\s.{3,60})$/iu;

/**
 * A beat's location that joins two places is the first of them, where no other text has both words as one name. (rule CA1504)
 *
 * @param elsewhere - Everything else that the author wrote.
 */
export function withOnePlace(location: string, elsewhere: readonly string[]): string {
  const [, first = ""] = TWO_PLACES.exec(location.trim()) ?? [];
  const bare = location
    .trim()
    .replace(/^the\s+/i, "")
    .toLowerCase();
  if (first === "" || elsewhere.some((text) => text.toLowerCase().includes(bare))) return location;
  return first;
}

/** What is written about a place and is none. */
const DOCUMENT =
  /^(?:(?:the|an?)\s+)?(?:[\p{L}’'-]+\s+){0,2}(?:plan|map|chart|sketch|guide|guidebook|list|inventory|notes?|history|account|survey|report|register|directory|description|legend|remarks|facts|rules|prices|timetable)(?:\s+(?:of|to|for|on|about)\b|$)/iu;

/** A title that says something and names nothing: "Nobody sleeps well there". */
function isClause(title: string): boolean {
  const words = title.split(/\s+/);
  return (
    /[?!]$/.test(title) ||
    /^(?:what|how|why|when|where|who|which|if|about|on)\s/i.test(title) ||
    (words.length > 3 &&
      words.slice(1).some((word) => /^\p{Ll}/u.test(word) && looksFinite(word) && !isPlaceNoun(word)))
  );
}

/** "L4-L8", "LOC-1, LOC-2": a title of nothing but labels. */
const ONLY_LABELS = /^(?:\p{Lu}{1,5}-?\d{1,4}(?:[\s,;/&–—-]+|$))+$/u;
/** "Of the Walls and Ports": an old way to head a text. */
const ABOUT = /^(?:of|concerning|regarding|touching|anent)\s+(?=the\s|an?\s|\p{Lu})/iu;

/** What the title of a text on a place says that it is about; empty where it names nothing. (rule CA1408) */
export const subjectOfTitle = (title: string): string =>
  ONLY_LABELS.test(title.trim()) ? "" : title.trim().replace(ABOUT, "");

/** "St. Maddan's kirk", where texts have it, is St. Maddan's. (rule CA1419) */
export const saintsHouses = (name: string, spans: readonly Span[]): readonly string[] =>
  /^St\.? \p{Lu}\p{L}+['’]s$/u.test(name)
    ? ["church", "kirk", "chapel", "parish church"]
        .map((noun) => `${name} ${noun}`)
        .filter((whole) => spans.some(({ text }) => text.includes(whole)))
    : [];

const escaped = (word: string): string => [...word].map((letter) => escapeRegExp(letter)).join("['’]?");

/** How the texts spell the name of a file: "the-crooked-lamp" is "the Crooked Lamp". Undefined where none has it as a name. */
function spelledIn(spans: readonly Span[], base: string): string | undefined {
  const words = base.trim().split(/\s+/).filter(Boolean);
  if (words.length === 0) return undefined;
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}])${words.map(escaped).join("[\\s-]+")}(?![\\p{L}\\p{N}])`, "giu");
  for (const { text } of spans)
    for (const [found] of text.matchAll(pattern)) {
      const core = found.replace(/^the\s+/i, "");
      if (
        core
          .split(/\s+/)
          .every((word) => /^[\p{Lu}\p{Lo}\p{N}]/u.test(word) || /^(?:of|the|and|de|la|le|at|on|in)$/.test(word))
      )
        return found.replace(/^The\b/, "the");
    }
  return undefined;
}

/**
 * The names that the title of a file of lore about places gives, or where the title is a clause, the name of the file as the texts
 * spell it. (rule CA1040)
 *
 * @returns Empty where neither names a place: a plan, a guide, notes.
 */
export function titledPlaces(
  title: string,
  base: string,
  spans: readonly Span[],
  putThere: PutThere,
): { readonly names: readonly string[]; readonly aliases: readonly string[] } {
  // "Around Little Sauk" says where what follows is.
  if (/^(?:around|about|across|beyond|between|throughout|elsewhere)\b/i.test(title)) return { names: [], aliases: [] };
  const found = placeNames(title);
  const [name = ""] = found.names;
  if (putThere(name) > 0) return found;
  const isDocument = DOCUMENT.test(name);
  if (!isDocument && !isClause(name) && !isClause(title)) return found;
  const parts = base.split(/\s+and\s+(?:(?=the\s))?/i);
  const spelled = parts.flatMap((part) => spelledIn(spans, part) ?? []);
  const whole = spelledIn(spans, base);
  if (whole !== undefined) return { names: [whole], aliases: [] };
  return { names: spelled.length === parts.length && !isDocument && isHeadingName(base) ? spelled : [], aliases: [] };
}
