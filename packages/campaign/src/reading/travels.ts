/** Who goes where the player goes: a band on tour, a crew, a guide, the truck in which they all ride. */
import type { CastReading } from "./cast.js";
import { escape } from "./patterns.js";
import type { ReadingSource } from "./read-story.js";
import type { Decision } from "./tally.js";
import type { Sentence, Span } from "./texts.js";

/** A beat as far as it says who is where. */
interface StagedPlace {
  readonly place?: string;
  readonly cast: readonly string[];
}

/** A body of people who live on the way. */
const COMPANY =
  /\b(band|crew|troupe|company|caravan|circus|expedition|party|team|convoy|orchestra|ensemble|gang|fellowship)\b/iu;
/** That they are on their way together. */
const ON_THE_ROAD =
  /\b(?:travel|tour|journey|drive|ride|sail|trek|march|go|move)s?\s+(?:(?:everywhere|about|around|together|from \p{L}+ to \p{L}+)\s+)?(?:in|aboard|by|on)\s+(?:the |an? |her |his |their )?|\b(?:travel|tour|journey|sail|trek)s?\s+together\b|\b(?:is|are) (?:on (?:the road|tour)|on (?:the|its|their|this|a) (?:last |first )?tour)\b/iu;
/** Sentences back to the company that "they" are. */
const SENTENCES_BACK = 8;
/** Who is on stage at fewer places is not shown to be on the way. */
const FEWEST_PLACES = 3;

/** What a profile says of somebody who is always with the player. */
const withPlayer = (player: string): RegExp =>
  new RegExp(
    `\\b(?:(?:travels?|rides?|sails?|drives?|marches|journeys?|goes|comes) (?:(?:everywhere|along|about|on|always) )?(?:with|beside)|(?:goes|follows|comes|walks) (?:wherever|everywhere(?: that)?)|(?:never leaves)) (?:the )?(?:${player})(?:['’]s? side)?\\b(?! (?:to|as far as|until|home|only|if|when|in (?:beat|the end))\\b)|\\bfollows (?:${player}) everywhere\\b`,
    "iu",
  );
const TAGGED = /^(?:travels[- ]with[- ](?:you|(?:the[- ])?player)|(?:party|crew)[- ]member|player[- ]companion)$/i;

/**
 * Decides who travels with the player: whoever's profile says it, and the people of a company that the author has on the road, with what
 * they ride in, where the first beat has them beside the player and the beats show them at several places. (rule CA452)
 *
 * @param playerForms - What texts call the player, "you" aside.
 * @param beats - In the author's order.
 * @param stopOf - The number that a place has on the story's road.
 */
export function findTravellers(
  source: ReadingSource,
  { mentions, members }: CastReading,
  spans: readonly Span[],
  beats: readonly StagedPlace[],
  playerForms: readonly string[],
  stopOf: (place: string) => number | undefined = () => undefined,
): ReadonlyMap<string, Decision<string>> {
  const found = new Map<string, Decision<string>>();
  const note = (id: string, certainty: "stated" | "inferred", file: string, text: string, why: string): void => {
    const mobile = members.some((one) => one.id === id && one.presence.from === "start");
    if (mobile && !found.has(id)) found.set(id, { value: id, certainty, score: 1, sign: { file, text, why } });
  };
  const says = withPlayer(["you", ...playerForms.map(escape)].join("|"));
  for (const { owner, kind, sentences } of spans)
    for (const { text, span } of sentences)
      if (owner !== undefined && (kind === "role" || kind === "background" || kind === "note") && says.test(text))
        note(owner, "stated", span.file, text, "the profile says that they go with the player");
  for (const { id, profile } of source.npcs)
    for (const tag of profile.metadata?.tags ?? [])
      if (TAGGED.test(tag)) note(id, "stated", `characters/npcs/${id}/profile.json`, tag, `tagged "${tag}"`);
  const places = new Map<string, Set<string>>();
  for (const { place, cast } of beats)
    for (const id of place === undefined ? [] : cast) places.set(id, (places.get(id) ?? new Set()).add(place ?? ""));
  const begins = new Set(beats[0]?.cast ?? []);
  // "Perrin, Bramble the goat, Captain Brandt and you.": who sets out together, where the beats have one of them at several places.
  for (const { kind, sentences } of spans)
    for (const { text, plain, span } of kind === "premise" ? sentences : []) {
      if (!/(?:,| and) (?:and )?you[.!]?$/u.test(plain.trim())) continue;
      const named = [...new Set(mentions.find(text).map(({ id }) => id))];
      if (named.length < 2 || !named.some((id) => (places.get(id)?.size ?? 0) >= FEWEST_PLACES)) continue;
      for (const id of named) note(id, "inferred", span.file, text, "the premise has them set out with the player");
    }
  for (const { sentence } of setOutTogether(spans, beats))
    for (const id of begins)
      if ((places.get(id)?.size ?? 0) >= FEWEST_PLACES)
        note(id, "inferred", sentence.span.file, sentence.text, "the premise has all of them set out together");
  // Who is there from the first beat on and at most stops of a journey goes the same way, and so do the others of whom that is most. (rule CA5412)
  const halts = haltsOf(beats).length;
  const metAt = (id: string): number => places.get(id)?.size ?? 0;
  const goAlong = halts < FEWEST_STOPS ? [] : [...begins].filter((id) => metAt(id) * 2 > halts);
  const areMost = goAlong.length * 2 >= begins.size;
  for (const id of goAlong.length === 0 ? [] : begins)
    if (goAlong.includes(id) || (areMost && metAt(id) >= FEWEST_PLACES))
      note(id, "inferred", "plot/beats.json", id, "the beats have them at one stop of the journey after the other");
  for (const id of alongTheRoad(source, beats, stopOf))
    note(id, "inferred", "plot/beats.json", id, "the beats have them at one stop of the road after the other");
  for (const { id, sentence } of ownCompany(spans, mentions, begins, places))
    note(id, "inferred", sentence.span.file, sentence.text, "the author speaks to the player and them as one company");
  for (const { company, sentence } of companiesOnTheRoad(spans)) {
    const { file } = sentence.span;
    const noun = company.toLowerCase();
    const ofIt = source.npcs.filter(({ id, profile }) => {
      const tagged = (profile.metadata?.tags ?? []).some((tag) => tag.toLowerCase() === noun);
      const named = new RegExp(
        `\\b(?:of|in|with) (?:the|this|his|her|their) ${noun}\\b|\\b(?:his|her|their|its) ${noun}\\b`,
        "iu",
      );
      return (tagged || named.test(profile.role)) && begins.has(id);
    });
    const onTheWay = ofIt.filter(({ id }) => (places.get(id)?.size ?? 0) >= FEWEST_PLACES);
    if (onTheWay.length === 0) continue;
    for (const { id } of ofIt) note(id, "inferred", file, sentence.text, `the ${noun} travels together`);
    // "They travel in La Paloma": what carries them goes with them.
    const road = ON_THE_ROAD.exec(sentence.plain);
    const end = road === null ? 0 : road.index + road[0].length;
    for (const { id, start } of mentions.find(sentence.text))
      if (road !== null && start >= end - 1 && start <= end + 2)
        note(id, "inferred", file, sentence.text, `the ${noun} travels in it`);
  }
  return found;
}

/** "They went out together": who begins with the player goes the same road. */
const TOGETHER =
  /\b(?:they|we|all|you(?: all)?)\b[^.;:]{0,40}\b(?:went|go|set|sets|started|start|rode|ride|walked|walk|sailed|sail)\b(?: (?:out|off|forth|on))?[^.;:,]{0,20} together\b/iu;
/** Places of the beats, at least, none of which comes back after another: a journey. */
const FEWEST_HALTS = 7;

/** Stops of a road on which somebody is met who goes the whole way, at least. */
const FEWEST_MET = 3;

/**
 * Who goes along on a road: whoever is there where it begins and at two stops and more of it besides, unless a beat further on has them come,
 * wait or be found there by themselves. (rule CA5777)
 */
function alongTheRoad(
  { beats: texts, npcs }: Pick<ReadingSource, "beats" | "npcs">,
  beats: readonly StagedPlace[],
  stopOf: (place: string) => number | undefined,
): readonly string[] {
  const start = beats.findIndex(({ place }) => place !== undefined && stopOf(place) !== undefined);
  const first = beats[start];
  if (first?.place === undefined) return [];
  const met = new Map<string, Set<number>>();
  let stop = stopOf(first.place) ?? 0;
  for (const { place, cast } of beats.slice(start)) {
    stop = (place === undefined ? undefined : stopOf(place)) ?? stop;
    for (const id of cast) met.set(id, (met.get(id) ?? new Set()).add(stop));
  }
  const later = texts.slice(start + 1).map(({ description }) => description);
  const comes = (id: string): boolean => {
    const { name = id } = npcs.find((one) => one.id === id)?.profile ?? {};
    return comesByThemselves([name, ...name.split(" ")], later);
  };
  return first.cast.filter((id) => (met.get(id)?.size ?? 0) >= FEWEST_MET && !comes(id));
}

/** "Dombar has come after you", "Osk is waiting at the ford": whoever it is has gone there by themselves. */
const COMES_BY_THEMSELVES =
  "(?:,[^,.;]{1,60},)? (?:(?:has|had|have) (?:come|ridden|followed|caught|got|gone) (?:up|after|on|ahead|by|from|there|here)|(?:comes|came|rides|rode|catches|caught|turns|turned) up (?:from|with|behind|on)|arrives|arrived|(?:is|was) (?:already )?(?:waiting|there before|(?:\\p{Ll}+ ){1,4}ahead))\\b";

/** Whether a text has somebody come to where it is by themselves, or be there first: they have not come along. */
export function comesByThemselves(names: readonly string[], texts: readonly string[]): boolean {
  const forms = names.filter((form) => /^\p{Lu}\p{L}{2,}/u.test(form)).map(escape);
  return (
    forms.length > 0 &&
    new RegExp(`(?<!\\p{L})(?:${forms.join("|")})${COMES_BY_THEMSELVES}`, "u").test(texts.join("\n"))
  );
}

/** Stops of a journey on which who is there at several of them goes along, at least. */
const FEWEST_STOPS = 6;

/** The places of the beats in their order, where none comes back after another; else none. */
function haltsOf(beats: readonly StagedPlace[]): readonly string[] {
  const halts = beats.flatMap(({ place }) => place ?? []).filter((place, at, all) => place !== all[at - 1]);
  return new Set(halts).size < halts.length ? [] : halts;
}

/** Sentences of the premise by which all set out together, in a story that is a journey. (rule CA3181) */
function setOutTogether(
  spans: readonly Span[],
  beats: readonly StagedPlace[],
): readonly { readonly sentence: Sentence }[] {
  if (haltsOf(beats).length < FEWEST_HALTS) return [];
  return spans
    .filter(({ kind }) => kind === "premise")
    .flatMap(({ sentences }) => sentences)
    .filter(({ plain }) => TOGETHER.test(plain))
    .map((sentence) => ({ sentence }));
}

/** Spoken to as one of several: "You're all in the dry bit of the pool", "none of you". */
const ALL_OF_YOU =
  /\b(?:you(?:['’]re| are| were)? all|all of you|none of you|(?:the|all) (?:four|five|six|seven|eight) of you|you (?:four|five|six|lot)|you and the others)\b/iu;
/** Sentences that speak so, at least, and texts in which they stand. */
const FEWEST_SO = 3;
const FEWEST_TEXTS = 2;
/** Places that such a company comes to. */
const FEWEST_LISTED = 4;

/**
 * The company that the player is one of, where an author speaks to all of them as "you all" from the premise on: who is in the first beat or
 * acts in the premise, and is met at several places later. (rule CA1412)
 */
function ownCompany(
  spans: readonly Span[],
  mentions: CastReading["mentions"],
  begins: ReadonlySet<string>,
  places: ReadonlyMap<string, ReadonlySet<string>>,
): readonly { readonly id: string; readonly sentence: Sentence }[] {
  const told = spans.filter(({ kind }) => kind === "premise" || kind === "beat");
  const signs = told.flatMap(({ sentences }) => sentences.filter(({ plain }) => ALL_OF_YOU.test(plain)));
  const texts = new Set(signs.map(({ span }) => span.beat ?? span.file));
  const [sentence] = signs;
  const opensSo = signs.some(({ span }) => span.kind === "premise");
  if (sentence === undefined || !opensSo || signs.length < FEWEST_SO || texts.size < FEWEST_TEXTS) return [];
  const acting = told
    .filter(({ kind }) => kind === "premise")
    .flatMap(({ sentences }) => sentences)
    // "On the thirtieth Coy is going to ask the township": who only will do something is not yet there.
    .filter(({ plain }) => !/\b(?:is|are) going to\b|\b(?:will|shall)\b|[’']ll\b/u.test(plain))
    .flatMap(({ text, plain }) =>
      mentions.find(text).flatMap(({ id, start, end }) => (plain.slice(start, end).trim() === "" ? [] : [id])),
    );
  const company = [...new Set([...begins, ...acting])].filter((id) => (places.get(id)?.size ?? 0) > 1);
  const stops = new Set(company.flatMap((id) => [...(places.get(id) ?? [])]));
  return stops.size < FEWEST_LISTED ? [] : company.map((id) => ({ id, sentence }));
}

/** Sentences of premise and setting that have a company on the road, named by them or by one shortly before. */
function companiesOnTheRoad(spans: readonly Span[]): { readonly company: string; readonly sentence: Sentence }[] {
  const told = spans
    .filter(({ kind }) => kind === "premise" || kind === "setting")
    .flatMap(({ sentences }) => sentences);
  return told.flatMap((sentence, at) => {
    if (!ON_THE_ROAD.test(sentence.plain)) return [];
    const own = COMPANY.exec(sentence.plain)?.[1];
    const before = /^(?:\p{L}+ )?they\b/iu.test(sentence.plain)
      ? told
          .slice(Math.max(0, at - SENTENCES_BACK), at)
          .findLast(({ plain, span }) => span.file === sentence.span.file && COMPANY.test(plain))
      : undefined;
    const company = own ?? COMPANY.exec(before?.plain ?? "")?.[1];
    return company === undefined ? [] : [{ company, sentence }];
  });
}
