/** How people and places are called whom prose names by their ids. */
import { escapeRegExp } from "@narratoria/protocol/english";
import type { NpcProfile } from "@narratoria/protocol/contracts";
import { PLACE_NOUNS, VESSELS } from "./lexicon.js";
import { partsOf } from "./names.js";

/** What stands in prose for an id: the first time in a text, and after it. */
export interface SpokenId {
  readonly first: string;
  readonly again: string;
}

const PLACE_ID =
  /(?<![\p{L}\p{N}_/.-])(?:loc|locations?|places?|rooms?|areas?|zones?|sites?)_[\p{Ll}\p{N}_]+(?![\p{L}\p{N}_/]|\.\w)/gu;
const THING_ID =
  /(?<![\p{L}\p{N}_/.-])(?:items?|obj|objects?|things?|props?)_([\p{Ll}\p{N}_]+)(?![\p{L}\p{N}_/]|\.\w)/gu;
/** Nouns behind a word of an id that make a place of it: "dining car", "crew deck". */
const isPlaceAfter = (word: string): boolean =>
  PLACE_NOUNS.has(word) || VESSELS.has(word) || /^(?:cars?|carriage|compartment|deck|wing|block|bay)$/.test(word);
/** Words that only say what kind of id one is. */
const PREFIX = /^\p{Ll}+_/u;
const NOT_NAMES = /^(?:it|that|this|there|here|one|two|three|end|no|nobody|people|and|the|a|an)$/i;

const escaped = (word: string): string => [...word].map((letter) => escapeRegExp(letter)).join("['’]?");

/** Ids of places that stand anywhere in texts. */
export const placeIdsIn = (texts: readonly string[]): ReadonlySet<string> =>
  new Set(texts.flatMap((text) => text.match(PLACE_ID) ?? []));

/** "item_gray_suitcase" in prose is the gray suitcase. */
export const withThings = (text: string): string =>
  text.replace(THING_ID, (_, words: string) => words.replace(/_/g, " "));

/**
 * How texts call the place of an id: as its definition opens ("**loc_tunnel.** Kostel Tunnel, 9.1 miles"), else as prose spells its words,
 * with the noun behind them ("dining car") and their capitals; else its words with an article. (rule CA1357)
 */
export function spokenPlace(id: string, texts: readonly string[]): string {
  const key = id.replace(PREFIX, "").replace(/_/g, " ");
  const words = key.split(" ").map(escaped).join("[\\s-]+");
  const defined = definedAs(id, key, texts);
  if (defined !== undefined) return defined;
  const last = key.split(" ").at(-1) ?? "";
  const isNumbered = /^\p{L}?\d+\p{L}?$/u.test(last);
  const isNoun = PLACE_NOUNS.has(last) || VESSELS.has(last);
  const count = new Map<string, number>();
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}_-])(the\\s+)?(${words})(?:\\s+(\\p{L}+))?(?![\\p{L}\\p{N}_])`, "giu");
  for (const text of texts)
    for (const { index, 1: article, 2: found = "", 3: next = "" } of text.matchAll(pattern)) {
      const opens = article === undefined && /(?:^|[.!?:*#\n]\s*)$/u.test(text.slice(0, index));
      const hasNoun = !isNumbered && !isNoun && isPlaceAfter(next.toLowerCase());
      const isNamed = /^\p{Lu}/u.test(found) && (!opens || / \p{Lu}/u.test(found));
      const spelt = isNamed ? found.replace(/\s+/g, " ") : key;
      // "Kostel" is where one is, and "the Kostel Pass" something else.
      const named =
        hasNoun && !isNamed
          ? `the ${spelt} ${next.toLowerCase()}`
          : isNamed && article === undefined
            ? spelt
            : undefined;
      if (named !== undefined) count.set(named, (count.get(named) ?? 0) + 1);
    }
  const [best] = [...count].sort((a, b) => b[1] - a[1]);
  if (best !== undefined) return best[0];
  return isNumbered ? `${key.charAt(0).toUpperCase()}${key.slice(1)}` : `the ${key}`;
}

/** The name with which the definition of an id opens. */
function definedAs(id: string, key: string, texts: readonly string[]): string | undefined {
  const [shortest = ""] = key.split(" ").filter((word) => word.length > 2);
  for (const text of texts) {
    const heading = new RegExp(`^#{1,6}\\s+${id}\\s*[:–—-]\\s*(.{3,60}?)\\s*#*$`, "mu").exec(text)?.[1];
    if (heading !== undefined) return heading.replace(/^.*,\s+(?=the\s)/u, "").replace(/^The\b/, "the");
    const opening = new RegExp(
      `(?:^#{1,6}\\s+${id}\\s*\\n\\s*|\\*\\*${id}[.:]?\\*\\*[.:]?\\s+)([^\\n]{3,120})`,
      "mu",
    ).exec(text)?.[1];
    const [, article = "", name = ""] =
      /^(The |An? )?((?:\p{Lu}[\p{L}'’-]*|\p{Ll}[\p{Ll}'’-]*)(?: (?:[\p{L}'’-]+)){0,3}?)(?=,| (?:is|has|was|are|isn['’]t|stands|lies|runs)\b|\.)/u.exec(
        opening ?? "",
      ) ?? [];
    if (name === "" || shortest === "" || !name.toLowerCase().includes(shortest.toLowerCase())) continue;
    if (article === "" && !name.split(" ").every((word) => /^\p{Lu}/u.test(word))) continue;
    return article === "" ? name : `the ${name}`;
  }
  return undefined;
}

/**
 * How prose calls somebody of whom it speaks by an id: by their name the first time, and after it by the part of the name that the id
 * is ("npc_halasz" is Halasz), where that is nobody else's. (rule CA1358)
 */
export function spokenPerson(
  { id, profile }: { readonly id: string; readonly profile: Pick<NpcProfile, "name"> },
  others: readonly { readonly id: string; readonly profile: Pick<NpcProfile, "name"> }[],
): SpokenId {
  const { plain, words } = partsOf(profile.name);
  const key = id.replace(PREFIX, "").toLowerCase();
  const bare = (word: string): string =>
    word
      .normalize("NFKD")
      .replace(/[^\p{L}\p{N}]/gu, "")
      .toLowerCase();
  const part = words.find((word) => bare(word) === key && !NOT_NAMES.test(word));
  const isOthers = others.some(
    (one) => one.id !== id && partsOf(one.profile.name).words.some((word) => bare(word) === key),
  );
  return { first: plain, again: part === undefined || isOthers ? plain : part };
}
