/** Where a decision takes the player: "go into the van now". Pure. */
import { getPath, type JsonObject } from "@narratoria/protocol";
import { escapeRegExp } from "@narratoria/protocol/english";
import type { PlotBeat } from "@narratoria/protocol/contracts";
import { liesIn, minutesBetween, type Person, type Place, stopsFrom } from "@narratoria/protocol/story";
import { type BeatMoment, beatState } from "./conditions.js";

/** Deeds that begin with setting out. */
const SETS_OUT =
  /^(?:go|run|walk|hurry|rush|climb|crawl|slip|step|creep|head|make|set (?:out|off)|ride|row|sail|drive|swim|cross|descend|return|march|follow|take|bring|carry|lead)\b/iu;
/** Whither, with the words that name it. */
const WHITHER =
  /\b(?:(?:up|down|out|over|across|back|along|round|on) ){0,2}(?:in|into|to|onto|on|up|down|for|over|inside|across|towards?|through) (?:(?:the|an?|his|her|their|your) )?([^,.;:!?“”"()]+)/giu;
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

/** A way that the words of a decision make the player's own. */
export interface OwnWay {
  /** Id of where it ends. */
  readonly place: string;
  /** Id of whoever it leads to. */
  readonly npc?: string;
  /** Id of whoever is taken along. */
  readonly along?: string;
}

/** What is not done now, or is not done. */
const PUT_OFF =
  /\b(?:later|tomorrow|tonight|at night|in the morning|next (?:day|week|morning)|some ?day|one day|when(?:ever)?|if|unless|before|once|not|never|nobody|don['’]t)\b/iu;
/** Deeds that one goes to somebody for: what is carried, handed over or said to them. */
const GOES_TO =
  /^(?:\p{Ll}+ly )?(?:take|bring|carry|show|give|hand|return|deliver|report|lead|walk|run|go|hurry|ride|drive|row|turn|confess)\b/iu;
/** Deeds that are done to whoever stands right behind the verb. */
const SEES = /^(?:\p{Ll}+ly )?(?:tell|warn|visit|see|call on|go and (?:tell|see|ask|warn|find)|seek out|find)$/iu;
/** Deeds that take somebody along. */
const TAKES = /^(?:\p{Ll}+ly )?(?:take|bring|lead|hide|carry|walk|shelter|lodge|drive|row|put up) /iu;
/** Deeds that are done at a place that their words name last. */
const DONE_AT = /^(?:\p{Ll}+ly )?(?:hide|shelter|lodge|leave|put up)\b.* (?:at|in|with) (?:the )?([^,.;:!?“”"()]+)$/iu;
/** What follows the name of a place in a deed done there. */
const UNTIL = / (?:until|till|for)\b.*$/iu;
/** The longest way that is made by a decision alone, in minutes. */
const MOST_MINUTES = 180;

/**
 * Where a decision takes the player by its own words: to the place that they set out for, or to whoever they name who is somewhere else ("take
 * the button to Sergeant Gittins"), with whom they take along ("bring him to Nell"). (rule EN6500)
 *
 * @param text - A bare infinitive.
 * @param state - Session state before the decision: who is where.
 * @param meant - Id of whoever the deed is done to, where it says no more than "him".
 * @returns undefined where the deed is done here, is put off, names two such places or one that is far off.
 */
export function ownWay(
  text: string,
  { people, places }: { readonly people: readonly Person[]; readonly places: ReadonlyMap<string, Place> },
  state: JsonObject,
  meant?: string,
): OwnWay | undefined {
  if (PUT_OFF.test(text)) return undefined;
  const here = String(getPath(state, "place") ?? "");
  const placeOf = (npc: string): string => String(getPath(state, `people.${npc}.place`) ?? "");
  const isLiving = (npc: string): boolean => getPath(state, `people.${npc}.alive`) !== false;
  const present = people.filter(({ id }) => isLiving(id) && placeOf(id) === here);
  const away = people.filter(
    ({ id }) => isLiving(id) && placeOf(id) !== here && getPath(state, `people.${id}.follows`) !== true,
  );
  const sought = away.filter((one) => goesTo(text, one, titleOf(one, people)));
  const [npc, second] = sought;
  const known = [...places.values()];
  const at = UNTIL.test(text) ? text.replace(UNTIL, "") : text;
  const named = decidedWay(at, known, here) ?? doneAt(at, known);
  const place = npc === undefined ? named : second === undefined ? placeOf(npc.id) : undefined;
  if (place === undefined || place === here) return undefined;
  const [from, to] = [places.get(here), places.get(place)];
  if (from === undefined || to === undefined || (npc === undefined && liesIn(from, to))) return undefined;
  if (Math.abs(stopsFrom(from, to) ?? 0) > 1 || (minutesBetween(known, from, to) ?? 0) > MOST_MINUTES) return undefined;
  const along = takenAlong(text, present, meant);
  return { place, ...(npc === undefined ? {} : { npc: npc.id }), ...(along === undefined ? {} : { along: along.id }) };
}

/** What a person is called in a deed. */
const calledIn = ({ name, short }: Pick<Person, "name" | "short">): string =>
  [...new Set([name, short])].map(escapeRegExp).join("|");

/** The word before somebody's name that nobody else's begins with: "the Sergeant" is Sergeant Gittins. */
function titleOf({ name }: Pick<Person, "name">, people: readonly Pick<Person, "name">[]): string | undefined {
  const [first = "", ...rest] = name.split(" ");
  const isTitle = rest.length > 0 && /^\p{Lu}\p{Ll}+$/u.test(first);
  return isTitle && people.filter((one) => one.name.startsWith(`${first} `)).length === 1 ? first : undefined;
}

/** Whether a deed goes to somebody: what they are called stands behind "to", or right behind a verb of seeing them. */
function goesTo(text: string, person: Person, title: string | undefined): boolean {
  const called = title === undefined ? calledIn(person) : `${calledIn(person)}|the ${escapeRegExp(title)}`;
  const at = new RegExp(`(?<!\\p{L})(?:${called})(?![\\p{L}’'-])`, "u").exec(text)?.index;
  if (at === undefined) return false;
  const before = text
    .slice(0, at)
    .replace(/ ?(?:the|your|old|young) ?$/iu, "")
    .trim();
  return SEES.test(before) || (GOES_TO.test(before) && /\bto$/u.test(before));
}

/** The one place in which, by the last words of a deed, it is done. */
function doneAt(text: string, places: readonly Place[]): string | undefined {
  const words = DONE_AT.exec(text)?.[1];
  const [one, other] = words === undefined ? [] : places.filter(({ name }) => isCalled(words, name));
  return other === undefined ? one?.id : undefined;
}

const isCalled = (words: string, name: string): boolean => {
  const bare = name.replace(ARTICLE, "").toLowerCase();
  return words.toLowerCase() === bare;
};

const PRONOUNS: Readonly<Record<string, string>> = { him: "he", her: "she", them: "they" };

/** Whoever is here and is taken along by a deed that begins with taking them. */
function takenAlong(text: string, present: readonly Person[], meant: string | undefined): Person | undefined {
  const verb = TAKES.exec(text)?.[0];
  if (verb === undefined) return undefined;
  const rest = text.slice(verb.length);
  const named = present.find((one) =>
    new RegExp(`^(?:the |old |young )?(?:${calledIn(one)})(?![\\p{L}’'-])`, "u").test(rest),
  );
  if (named !== undefined) return named;
  const pronoun = PRONOUNS[/^(him|her|them)\b(?! \p{Ll}*(?:s|ing)\b)/u.exec(rest)?.[1] ?? ""];
  if (pronoun === undefined) return undefined;
  const able = present.filter((person) => person.pronoun === pronoun && person.mobility === "walks");
  return able.find(({ id }) => id === meant) ?? (able.length === 1 ? able[0] : undefined);
}
