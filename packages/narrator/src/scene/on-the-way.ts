/** What a journey meets with: somebody at a place that lies on the way, what the author says of the way, a place that is passed, the weather. */
import { isWholeSentence, splitSentences } from "@narratoria/protocol/english";
import { isLawful } from "@narratoria/protocol/laws";
import type { Place, SourceRef } from "@narratoria/protocol/story";
import type { StoryIndex } from "../index-story.js";
import type { Composer } from "./composer.js";
import { lacksAntecedent } from "./referents.js";
import { unfitHere } from "./sound-sentence.js";
import { isKept } from "./explain.js";
import { isTellable } from "./passage.js";

/** Minutes from which two places are far apart. */
const FAR = 45;
/** Scenes between two journeys that meet with something. */
const REST = 3;
/** What rests, and how a scene that met with something is known by. */
export const WAY_MARK = "way";

/** How often a journey meets with something where there is something to meet with, by what the story is like. (rule NA3391) */
const SHARES = { often: 0.75, mostly: 0.5, seldom: 0.35 } as const;
const OFTEN = new Set<string>(["dread", "tense", "brisk"]);
const SELDOM = new Set<string>(["quiet", "tender", "formal"]);

/** "One can go from the gate to the temple", "The Bore goes six hundred metres into the mountain". */
const FROM_TO = /\bfrom\b[^.;,]*\bto(?:wards?)?\b|\bbetween\b[^.;,]*\band\b/i;
const LEADS =
  /\b(?:goes|runs|leads|climbs|descends|winds|passes)\b(?: [^\s.;,]+){0,6} (?:to|into|onto|from|through|past|along|between|across|over|north|south|east|west)\b/iu;
/** "Past the junction there is a wagon road." */
const HAS_A_ROAD =
  /\bthere (?:is|are) (?:\p{Ll}+ ){0,3}(?:roads?|routes?|trails?|tracks?|highways?|causeways?|lanes?|paths?|towpaths?)\b/u;
const LENGTHS = "(?:days?|hours?|weeks?|miles?|leagues?|versts?|li|ri|stages?|kilomet(?:er|re)s?)";
/** "From the winter camp to the ford is eleven days by horse." */
const IS_SO_FAR = new RegExp(`\\bfrom\\b[^.;,]*\\bto\\b[^.;]*\\b(?:is|are|takes?)\\b[^.;]*\\b${LENGTHS}\\b`, "iu");
/** What a country consists of. */
const GROUND =
  "(?:land|country|plains?|prairie|grass|deserts?|sand|dunes?|moors?|heath|heather|hills?|mountains?|forests?|woods?|pines?|sea|water|ice|snow|rivers?|steppes?|marsh(?:es)?|fens?|reeds?|mud|rock|stones?|salt|flats|nothing)";
/** "The Llano is two hundred miles of short grass." */
const OF_REGION = new RegExp(
  `^(?:The )?(?:\\p{Lu}[\\p{L}'’-]+ ){1,3}(?:is|are) [^.;]*\\b${LENGTHS} of (?:\\p{Ll}+ ){0,2}${GROUND}\\b`,
  "u",
);
/** What one has to stand still for, and what was. */
const LOOKS = /\b(?:looks?|sees?|hears?|watch(?:es)?|was|were|had|did)\b/i;
const OF_THE_ROAD = /^(?:The|This|Our) (?:\p{L}+ )?(?:road|route|trail|track|highway|causeway|lane|path|towpath)\b/u;
const OF_WEATHER =
  /^(?:The|A|There is (?:a |an )?)\s?(?:\p{Ll}+ )?(?:weather|rain|snow|wind|fog|mist|frost|sleet|dust|heat|sky)\b(?! (?:water|line|gauge|book|storm\b))/u;
/** "The hills are low and green", "There is grass, and under the grass there is more grass". */
const OF_COUNTRY =
  /^(?:The|This|Our|There (?:is|are)(?: an?| the)?)\s(?:\p{Ll}+ )?(?:land|country|plains?|prairie|grass|deserts?|sand|dunes?|moors?|heath|hills?|mountains?|forests?|woods?|sea|ice|snow|rivers?|valley|fields?|steppes?|marsh(?:es)?|fens?|coast|shore|hedges|salt flats?|flats)\b(?! (?:captain|people|folk|men|road)\b)/u;
/** What is so at one time only. */
const OF_A_TIME =
  /\b(?:\p{L}+days?|weekend|january|february|march|april|may|june|july|august|september|october|november|december|spring|summer|autumn|winter|night|nights|morning|evening|noon|dawn|dusk|if|when|until|before|after|once|never|tonight|today|tomorrow|yesterday)\b/iu;

/**
 * Tells what a journey meets with, one thing at most: who is at a place between the two, as the author's road or the lengths of the ways have
 * it; a sentence of the author's about the way between the two, or about the road of the story; a place that is passed, in a sentence about it; between places far apart, a
 * sentence of the setting about the weather. Where none of these is there, nothing. Implements rules NA3391 and NA3392.
 *
 * @param awaited - People whom the player comes to, and does not pass.
 */
export function tellTheWay(composer: Composer, awaited: readonly string[]): void {
  const { stage, story, random } = composer;
  const { from, place: to } = stage;
  if (!from || !to || from === to || !composer.hasRested(WAY_MARK, REST)) return;
  const passed = placesBetween(story, from, to);
  const meetings = [
    ...tracesOf(composer, from, to, awaited),
    ...passed.flatMap((place) => peopleAt(composer, place, awaited)),
    ...wayTexts(composer, from, to),
    ...(from.road !== undefined && to.road !== undefined ? roadTexts(composer, from, to) : []),
    ...passed.flatMap((place) => sightOf(composer, place)),
    ...(isFar(from, to) ? countryTexts(composer, from, to) : []),
  ];
  if (meetings.length === 0 || !random.chance(shareOf(story))) return;
  if (meetings.some((tell) => tell())) composer.rest(WAY_MARK);
}

type Meeting = () => boolean;

function shareOf({ tone: [first] }: Pick<StoryIndex, "tone">): number {
  if (first === undefined) return SHARES.mostly;
  return OFTEN.has(first) ? SHARES.often : SELDOM.has(first) ? SHARES.seldom : SHARES.mostly;
}

const minutesOf = (from: Place, to: Place): number | undefined =>
  (from.ways ?? []).find((way) => way.to === to.id)?.minutes ??
  (to.ways ?? []).find((way) => way.to === from.id)?.minutes;

/** Whether two places lie far apart, as far as the author says. */
export function isFar(from: Place, to: Place): boolean {
  const stops = from.road !== undefined && to.road !== undefined && from.road.stop !== to.road.stop;
  return stops || (minutesOf(from, to) ?? 0) >= FAR || (from.far ?? []).includes(to.id);
}

/** Share by which a way over a third place may be longer than the direct one where it is the same way. */
const SAME_WAY = 1.05;

/** Places that surely lie between two others: stops of the road, and those over which the way is as long as the direct one. */
function placesBetween({ matter }: StoryIndex, from: Place, to: Place): readonly Place[] {
  const direct = minutesOf(from, to);
  return matter.places.filter((place) => {
    if (place === from || place === to) return false;
    const stops = [from, place, to].map(({ road }) => road?.stop);
    const [first, middle, last] = stops;
    if (first !== undefined && middle !== undefined && last !== undefined && place.road?.part === undefined)
      return (first < middle && middle < last) || (first > middle && middle > last);
    const [before, after] = [minutesOf(from, place), minutesOf(place, to)];
    return direct !== undefined && before !== undefined && after !== undefined && before + after <= direct * SAME_WAY;
  });
}

/** Whoever stands at a place now: seen in passing, by name where they have one that the player knows. */
function peopleAt(composer: Composer, place: Place, awaited: readonly string[]): Meeting[] {
  const { story, stage } = composer;
  const there = story.matter.people.filter(
    ({ id, mobility }) =>
      stage.placeOf(id)?.id === place.id &&
      !stage.onStage.has(id) &&
      !stage.companions.has(id) &&
      mobility !== "everywhere" &&
      !awaited.includes(id),
  );
  return there.map((npc) => () => {
    const sources: SourceRef[] = [{ kind: "npc", ref: npc.id, text: npc.name }];
    return composer.say({ keys: ["turn passed"], fill: { npc, place }, must: false, sources });
  });
}

/**
 * Signs of those who have gone somewhere while the player did not see it, and whom the player knows: whose home the player comes to, or who
 * has gone the same way on the road before. (rule NA5000)
 */
function tracesOf(composer: Composer, from: Place, to: Place, awaited: readonly string[]): Meeting[] {
  const { story, stage } = composer;
  return story.matter.people.flatMap((npc): Meeting[] => {
    const { id, home } = npc;
    const gone = stage.errandOf(id);
    if (gone === undefined || gone === to || gone === from || stage.onStage.has(id) || stage.companions.has(id))
      return [];
    if (!stage.metBefore(id) || awaited.includes(id)) return [];
    const [start, first, last, end] = [story.places.get(home), from, to, gone].map((one) => one?.road?.stop);
    const isSameWay =
      start !== undefined &&
      first !== undefined &&
      last !== undefined &&
      end !== undefined &&
      ((start <= first && first < last && last < end) || (start >= first && first > last && last > end));
    const key = home === to.id ? "turn gone" : isSameWay ? "turn ahead" : undefined;
    const sources: SourceRef[] = [{ kind: "npc", ref: id, text: npc.name }];
    return key === undefined
      ? []
      : [() => composer.say({ keys: [key], fill: { npc, place: gone }, must: false, sources })];
  });
}

/** Sentences about the way itself: they name both of its ends, and no third place. */
function wayTexts(composer: Composer, from: Place, to: Place): Meeting[] {
  const { story, stage } = composer;
  const ends = [`place:${from.id}`, `place:${to.id}`];
  const isOfWay = (text: string, of?: Place): boolean => {
    const keys = story.names.keysIn(text);
    const places = new Set(keys.filter((key) => key.startsWith("place:")));
    if (of) places.add(`place:${of.id}`);
    return (
      places.size === 2 &&
      ends.every((key) => places.has(key)) &&
      !keys.some((key) => key.startsWith("npc:")) &&
      (FROM_TO.test(text) || LEADS.test(text)) &&
      stands(text)
    );
  };
  const facts = story.matter.facts.filter(
    (fact) => isTellable(fact, undefined) && !stage.knowsFact(fact.id) && !isKept(composer, fact) && isOfWay(fact.text),
  );
  return [
    ...facts.map(({ id, text }) => telling(composer, text, { kind: "lore", ref: id, text })),
    ...story.general.filter((text) => isOfWay(text)).map((text) => telling(composer, text, settingOf(text))),
    // What stands under the heading of one end is read there; that of the other is told on the way.
    ...sentencesOf(composer, from)
      .filter((text) => isOfWay(text, from))
      .map((text) => telling(composer, text, { kind: "place", ref: from.id, text: from.name })),
  ];
}

/** What the setting says of the story's one road: of all of it, or of the part that the player travels. (rule NA6100) */
function roadTexts(composer: Composer, from: Place, to: Place): Meeting[] {
  const { general, names } = composer.story;
  const isOfPart = (text: string): boolean =>
    (HAS_A_ROAD.test(text) || IS_SO_FAR.test(text)) && coversWay(composer, text, from, to);
  return general
    .filter((text) => (OF_THE_ROAD.test(text) || isOfPart(text)) && stands(text))
    .filter((text) => !names.keysIn(text).some((key) => key.startsWith("npc:")))
    .map((text) => telling(composer, text, settingOf(text)));
}

/** Whether the places that a text names are those of the way, or stops of the road before and behind it. */
function coversWay({ story }: Composer, text: string, from: Place, to: Place): boolean {
  const places = story.names.keysIn(text).filter((key) => key.startsWith("place:"));
  const named = places.flatMap((key) => story.places.get(key.slice("place:".length)) ?? []);
  if (named.length === 0) return false;
  if (named.every((place) => place === from || place === to)) return true;
  const stops = named.map(({ road }) => road?.stop);
  const way = [from, to].map(({ road }) => road?.stop);
  if (named.length < 2 || [...stops, ...way].includes(undefined)) return false;
  const [first, last] = [Math.min(...stops.map(Number)), Math.max(...stops.map(Number))];
  return way.every((stop) => Number(stop) >= first && Number(stop) <= last);
}

/** What one sees of a place in passing: a sentence of its author's that names it. */
function sightOf(composer: Composer, place: Place): Meeting[] {
  const { story } = composer;
  const isOfIt = (text: string): boolean => {
    const keys = story.names.keysIn(text);
    return keys.includes(`place:${place.id}`) && !keys.some((key) => key.startsWith("npc:")) && stands(text);
  };
  return sentencesOf(composer, place)
    .filter(isOfIt)
    .map((text) => telling(composer, text, { kind: "place", ref: place.id, text: place.name }));
}

/**
 * What the author says of the country that lies between, and of its weather, where it is so on any day: in the setting, and of road and weather
 * in lore that is of neither another place nor a person. (rules NA3392, NA5960, NA5961)
 */
function countryTexts(composer: Composer, from: Place, to: Place): Meeting[] {
  const { stage, story } = composer;
  const ends = new Set([`place:${from.id}`, `place:${to.id}`]);
  const isOfAnyDay = (text: string): boolean => {
    const [first = "", ...others] = splitSentences(text);
    return (
      others.length <= 1 &&
      isWholeSentence(first) &&
      (stage.weather === undefined || !OF_WEATHER.test(first)) &&
      !OF_A_TIME.test(first) &&
      !LOOKS.test(text) &&
      !/["“?!]/.test(text) &&
      story.names.keysIn(text).every((key) => !/^(?:npc|place):/.test(key) || ends.has(key))
    );
  };
  const ofPlaces = new Map(story.matter.places.flatMap(({ topic, id }) => (topic === undefined ? [] : [[topic, id]])));
  const facts = story.matter.facts.filter((fact) => {
    const place = ofPlaces.get(fact.topic);
    const isOfEnds = place === undefined || ends.has(`place:${place}`);
    const isOfWay = OF_THE_ROAD.test(fact.text) || OF_WEATHER.test(fact.text);
    const isOpen = isTellable(fact, undefined) && !stage.knowsFact(fact.id) && !isKept(composer, fact);
    return isOfWay && isOfEnds && isOpen && isOfAnyDay(fact.text);
  });
  return [
    ...story.general
      .filter((text) => (OF_WEATHER.test(text) || OF_COUNTRY.test(text) || OF_REGION.test(text)) && isOfAnyDay(text))
      .map((text) => telling(composer, text, settingOf(text))),
    ...facts.map(({ id, text }) => telling(composer, text, { kind: "lore", ref: id, text })),
  ];
}

const settingOf = (text: string): SourceRef => ({ kind: "lore", ref: "world/setting.md", text });

const telling =
  (composer: Composer, text: string, source: SourceRef): Meeting =>
  () =>
    composer.tell(text, [source], isOfTheRoad(composer, text));

/** "The road runs to the well, and it stops there": what the road itself does leans on nothing. */
const OF_ANOTHER = /\b(?:he|she|him|her|his|they|them|their|this|these|those|such|here|another|others?)\b/i;

/** Whoever goes along a road need not be told first that there is one: "The cart road runs between two hedges." */
function isOfTheRoad(composer: Composer, text: string): boolean {
  const { texts, coming, memory, laws, story } = composer;
  const unfit = unfitHere(text, [...texts, ...coming, ...memory.lately], false);
  return (
    OF_THE_ROAD.test(text) &&
    !composer.wasTold(text) &&
    isLawful(text, laws) &&
    !lacksAntecedent(text, "", story.matter.people) &&
    !OF_ANOTHER.test(text) &&
    (unfit === null || unfit === "leans")
  );
}

const sentencesOf = ({ story }: Composer, { sentences, inside = [] }: Place): readonly string[] =>
  sentences.filter((text) => !inside.includes(text) && !story.toFind.has(text));

/** Whether a sentence can be told on the way: one and whole, and of today. Whether it leans on another, the composer looks. */
const stands = (text: string): boolean =>
  splitSentences(text).length === 1 && isWholeSentence(text) && !LOOKS.test(text) && !/["“?!]/.test(text);
