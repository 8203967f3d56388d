/** Where a decision takes the player: "go into the van now". Pure. */
import { getPath } from "@narratoria/protocol";
import type { PlotBeat } from "@narratoria/protocol/contracts";
import type { Place } from "@narratoria/protocol/story";
import { type BeatMoment, beatState } from "./conditions.js";

/** Deeds that begin with setting out. */
const SETS_OUT =
  /^(?:go|run|walk|hurry|rush|climb|crawl|slip|step|creep|head|make|set (?:out|off)|ride|row|sail|drive|swim|cross|descend|return|march|follow|take|bring|carry|lead)\b/iu;
/** Whither, with the words that name it. */
const WHITHER =
  /\b(?:in|into|to|onto|on|up|down|for|over|inside|across|towards?|through) (?:(?:the|an?|his|her|their|your) )?([^,.;:!?“”"()]+)/giu;
const ARTICLE = /^(?:the|an?) /iu;
/** What may stand behind the noun of a place; anything else makes another noun of it ("the van door"). */
const GOES_ON =
  /^(?:$|(?:now|and|or|with|without|alone|at|in|by|first|before|while|yourself|again|together|tonight|too|after|as|to|for|where|of|so|straight|quickly)\b)/iu;

/**
 * The one place, other than where the player is, to which the words of a decision set out: they give its name, or the noun that ends it
 * ("go into the van" sets out for the mail van). (rule EN4700)
 *
 * @param text - A bare infinitive.
 * @param places - Where something may happen, the player's own place among them; two that go by the same noun are not told apart.
 * @param here - Id of the player's place.
 * @returns Its id; undefined where the words name none, or more than one.
 */
export function decidedWay(
  text: string,
  places: readonly Pick<Place, "id" | "name">[],
  here: string,
): string | undefined {
  if (!SETS_OUT.test(text)) return undefined;
  const whither = [...text.matchAll(WHITHER)].flatMap(([, words]) => words ?? []);
  const named = places.filter(({ name }) => {
    const bare = name.replace(ARTICLE, "");
    const noun = bare.split(/\s+/u).at(-1) ?? bare;
    // The last word of a proper name is no noun of its own: "Harrow Bridge" is not any bridge.
    const forms = /^\p{Ll}{3,}$/u.test(noun) ? [bare, noun] : [bare];
    return whither.some((words) => forms.some((form) => begins(words, form)));
  });
  const [place, other] = named;
  return place && !other && place.id !== here ? place.id : undefined;
}

/**
 * Where a decision sets out to, among the places of beats that are still to come and the player's own. (rule EN4700)
 *
 * @param text - Of the decision, a bare infinitive.
 */
export function wayDecided(
  text: string,
  beats: readonly PlotBeat[],
  places: ReadonlyMap<string, Place>,
  { state, placeOf }: Pick<BeatMoment, "state" | "placeOf">,
): string | undefined {
  const here = String(getPath(state, "place") ?? "");
  const isToCome = ({ id }: PlotBeat): boolean => !["fired", "skipped"].includes(beatState(state, id)?.state ?? "");
  const stages = new Set([here, ...beats.flatMap((beat) => (isToCome(beat) ? (placeOf(beat) ?? []) : []))]);
  return decidedWay(
    text,
    [...stages].flatMap((id) => places.get(id) ?? []),
    here,
  );
}

/** Whether words begin with a form, and nothing behind it makes another noun of it. */
const begins = (words: string, form: string): boolean =>
  words.toLowerCase().startsWith(form.toLowerCase()) &&
  GOES_ON.test(words.slice(form.length).trimStart()) &&
  !/^[\p{L}\p{N}’'-]/u.test(words.slice(form.length));
