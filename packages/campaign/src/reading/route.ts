/** The way through a story's places: which follows which on a road, and how long it takes between them. */
import type { Reading } from "@narratoria/protocol/contracts";
import type { Gazetteer } from "./gazetteer.js";
import { lineOf } from "./locate.js";
import { markdownSections } from "./mine/markdown.js";
import type { ReadingSource } from "./read-story.js";
import { FEWEST_STOPS, type Stages, stagesIn } from "./stages.js";
import { type Halt, roadOfBeats } from "./road-of-beats.js";
import { COUNT, countOf, type Leg, paceOf, roadInTables } from "./road-tables.js";
import { splitSentences } from "@narratoria/protocol/english";

export type Route = NonNullable<Reading["route"]>;

interface Passage {
  readonly text: string;
  readonly file: string;
  /** Heading under which it stands. */
  readonly heading?: string;
}

/** From so many minutes on a way is a march, which nobody takes twice in a morning. */
const MARCH = 240;

const NUMBERS: Readonly<Record<string, number>> = {
  a: 1,
  an: 1,
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
  eleven: 11,
  twelve: 12,
  fifteen: 15,
  twenty: 20,
  thirty: 30,
  forty: 40,
};
const DAY = 1440;
const UNITS: Readonly<Record<string, number>> = { minute: 1, hour: 60, day: 1440, night: 1440, week: 10_080 };
const SPAN = new RegExp(
  `\\b(half an?|${Object.keys(NUMBERS).join("|")}|\\d{1,3})(?: and a half)?[ -](${Object.keys(UNITS).join("|")})s?(?:['’]s?|s['’])?(?!\\p{L})`,
  "iu",
);

const ORDINALS =
  "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth".split(
    " ",
  );

/** Words of a sentence by which the places that it lists follow each other. */
const IN_ORDER =
  /\b(?:in (?:that|this|their|its|the) order|(?:their|its|the) order|in turn|one after (?:the other|another)|stages?|halts?|stations?|stopping[- ]places|(?:road|route|trail|line|way|track|railway|river) (?:runs|goes|leads|passes|calls|climbs|stops))\b/i;
/** Words by which a span of time lies between any two neighbours. */
const APART =
  /\b(?:apart|between (?:each|any two|one (?:\p{L}+ )?and the next|two (?:of them|\p{L}+s))|from (?:one|each) (?:\p{L}+ )?to the next)\b/iu;
/** Words by which a span of time is that of a way. */
const WAY =
  /\b(?:march|walk|walking|ride|riding|sail|sailing|journey|drive|climb|row|travel|trek|away|from|takes?|took)\b/i;

/**
 * Reads the road of a story: places that its author lists in order, or numbers, with a march between each two; and ways between two
 * places whose length the author gives. Rules CA360, CA361, CA500 to CA502 and CA5771 to CA5774.
 *
 * @param halts - Where and when the beats are, in the author's order, as far as that is not only guessed.
 * @returns Undefined where nothing says how places follow each other, or how far apart they are.
 */
export function readRoute(
  source: ReadingSource,
  gazetteer: Gazetteer,
  places: readonly RoadPlace[],
  halts: readonly Halt[] = [],
): Route | undefined {
  const passages = passagesOf(source);
  const known = new Set(places.map(({ id }) => id));
  const found = (text: string): string[] => [
    ...new Set(gazetteer.find(text).flatMap(({ id }) => (known.has(id) ? [id] : []))),
  ];
  const texts = textsOf(source);
  const told = [...texts.map(({ text }) => text), ...source.beats.map(({ description }) => description)];
  const pace = paceOf(told);
  const table = roadInTables(texts, found, pace);
  // The text that holds the table is about the road, and no place. (rule CA5775)
  for (const { id, file } of places) if (file !== undefined && file === table?.sign.file) known.delete(id);
  const isCarried = carriedIn(texts, found);
  const played = roadOfBeats(halts, told, isCarried);
  const road = table === undefined ? played && { ...played, forks: [], parts: new Map<string, string>() } : table;
  const apart = distancesIn(passages, found);
  const given = waysIn(passages, found);
  const listed = listedIn(passages, found);
  const ways =
    road === undefined ? given : withLegs(given, timed(road.legs, played?.legs ?? []), apart, { road, pace });
  if (road !== undefined && isLong(road.stops, ways))
    return routeOf(source, { road, ways, apart, halts, table, isCarried, isPlace: (id) => known.has(id), pace });
  const stages = stagesIn(texts, found);
  const passed = stages === undefined && listed === undefined ? passedIn(passages, found) : undefined;
  const stops = stages?.stops ?? listed ?? passed?.stops ?? numbered(places) ?? chainOf(ways);
  const march =
    stops === undefined
      ? undefined
      : (spanApart(passages) ?? spanOf(stages ?? passed, passages) ?? marchOn(stops, ways));
  const isMarch = march !== undefined && march.minutes >= MARCH;
  if (!isMarch && ways.length === 0 && apart.length === 0) return undefined;
  const evidence = isMarch ? march : (ways[0] ?? apart[0])?.passage;
  return {
    stops: isMarch ? [...(stops ?? [])] : [],
    ...(isMarch ? { minutes: march.minutes } : {}),
    ways: ways.map(({ from, to, minutes }) => ({ from, to, minutes })),
    ...(apart.length === 0 ? {} : { apart: apart.map((one) => apartEntry(one, pace)) }),
    evidence: {
      certainty: "inferred",
      file: evidence?.file ?? "",
      line: evidence === undefined ? 0 : lineOf(source, evidence.file, evidence.text),
      why: isMarch
        ? "places in an order, and the time between them"
        : ways.length > 0
          ? "the time between two places"
          : "the distance between two places",
    },
  };
}

interface RoadPlace {
  readonly id: string;
  readonly name: string;
  readonly aliases: readonly string[];
  /** Of what is said of it. */
  readonly file?: string | undefined;
}

/** A road of which the ways between two stops are known each by itself. */
interface Road {
  readonly stops: readonly string[];
  readonly forks: readonly (readonly string[])[];
  readonly parts: ReadonlyMap<string, string>;
  readonly legs: readonly Leg[];
  readonly isRound?: boolean;
  readonly sign?: { readonly file: string; readonly text: string };
}

/** Minutes from which on the ways of a road are long, for half of them. */
const LONG_LEG = 90;

const isWay = ({ from, to }: Pick<Way, "from" | "to">, other: Pick<Way, "from" | "to">): boolean =>
  (from === other.from && to === other.to) || (from === other.to && to === other.from);

/** The legs of a road with the minutes of those of another where they give none. */
const timed = (legs: readonly Leg[], others: readonly Leg[]): readonly Leg[] =>
  legs.map((leg) => ({ ...leg, minutes: leg.minutes ?? others.find((one) => isWay(one, leg))?.minutes }));

/** Ways that the author gives, those between the stops of the road, and those whose miles the author gives. */
function withLegs(
  given: readonly Way[],
  legs: readonly Leg[],
  apart: readonly Distance[],
  { road, pace }: { readonly road: Road; readonly pace: (miles: number) => number },
): readonly Way[] {
  const passage = { text: road.sign?.text ?? "", file: road.sign?.file ?? "plot/beats.json" };
  const ways = [...given];
  for (const { from, to, minutes } of legs)
    if (minutes !== undefined && !ways.some((way) => isWay(way, { from, to })))
      ways.push({ from, to, minutes, passage });
  for (const { from, to, miles, passage: sign } of apart)
    if (!ways.some((way) => isWay(way, { from, to }))) ways.push({ from, to, minutes: pace(miles), passage: sign });
  return ways;
}

const apartEntry = ({ from, to, miles }: Distance, pace: (miles: number) => number) => ({
  from,
  to,
  minutes: pace(miles),
});

/** Whether a road is one: most of its ways take an hour and a half and more. */
function isLong(stops: readonly string[], ways: readonly Way[]): boolean {
  const own = ways.filter(({ from, to }) => stops.includes(from) && stops.includes(to));
  const long = own.filter(({ minutes }) => minutes >= LONG_LEG);
  return own.length > 0 && long.length * 2 >= own.length && own.some(({ minutes }) => minutes >= MARCH / 2);
}

function routeOf(
  source: ReadingSource,
  {
    road,
    ways,
    apart,
    halts,
    table,
    isCarried,
    isPlace,
    pace,
  }: {
    readonly road: Road;
    readonly ways: readonly Way[];
    readonly apart: readonly Distance[];
    readonly halts: readonly Halt[];
    readonly table: Road | undefined;
    readonly isCarried: (place: string) => boolean;
    readonly isPlace: (place: string) => boolean;
    readonly pace: (miles: number) => number;
  },
): Route {
  const { stops, forks, sign } = road;
  const parts = new Map(road.parts);
  const carried = [...new Set(halts.flatMap(({ place }) => (place !== undefined && isCarried(place) ? [place] : [])))];
  // Where a beat is that is at no stop, one has come to from the stop before. (rule CA5774)
  let last: string | undefined;
  for (const { place } of halts) {
    if (place === undefined || isCarried(place) || !isPlace(place)) continue;
    if (stops.includes(place)) last = place;
    else if (last !== undefined && !parts.has(place)) parts.set(place, last);
  }
  return {
    stops: [...stops],
    ...(forks.length === 0 ? {} : { forks: forks.map((fork) => ({ stops: [...fork] })) }),
    ...(parts.size === 0 ? {} : { parts: [...parts].map(([place, stop]) => ({ place, stop })) }),
    ...(carried.length === 0 ? {} : { carried: [...carried] }),
    ...(road.isRound === true ? { round: true } : {}),
    ways: ways.map(({ from, to, minutes }) => ({ from, to, minutes })),
    ...(apart.length === 0 ? {} : { apart: apart.map((one) => apartEntry(one, pace)) }),
    evidence: {
      certainty: "inferred",
      file: sign?.file ?? "plot/beats.json",
      line: sign === undefined ? 0 : lineOf(source, sign.file, sign.text),
      why: table === undefined ? "the beats go from place to place, and come back to none" : "a table of the road",
    },
  };
}

/** "The Dumpling is the post boat": what carries the player goes along. */
const CARRIES =
  /^(?:the )?\S+(?: \S+)? (?:is|was) (?:an? |the |our |your |her |his )(?:[\p{L}-]+ ){0,3}(?:boat|ship|steamer|barge|train|caravan|van|lorry|truck|bus|airship|schooner|ketch|barque|cutter|brig|dhow|balloon|zeppelin|submarine|starship|spaceship|freighter)\b/iu;

/** Tells of a place whether it is what the player travels in. */
function carriedIn(texts: readonly Passage[], found: (text: string) => string[]): (place: string) => boolean {
  const carried = new Set(
    texts.flatMap(({ text }) =>
      markdownSections(text).flatMap(({ paragraphs }) =>
        paragraphs.flatMap((paragraph) =>
          splitSentences(paragraph).flatMap((sentence) => (CARRIES.test(sentence) ? found(sentence).slice(0, 1) : [])),
        ),
      ),
    ),
  );
  return (place) => carried.has(place);
}

const textsOf = ({ setting, rules, premise, lore }: ReadingSource): readonly Passage[] => [
  { text: setting, file: "world/setting.md" },
  { text: rules ?? "", file: "world/rules.md" },
  { text: premise, file: "plot/premise.md" },
  ...lore,
];

function passagesOf(source: ReadingSource): readonly Passage[] {
  return textsOf(source).flatMap(({ text, file }) =>
    markdownSections(text).flatMap(({ heading, paragraphs }) =>
      paragraphs.flatMap((paragraph) =>
        splitSentences(paragraph).map((sentence) => ({ text: sentence, file, ...(heading === "" ? {} : { heading }) })),
      ),
    ),
  );
}

/** The longest list of places in a sentence that says that they follow each other. */
function listedIn(passages: readonly Passage[], found: (text: string) => string[]): readonly string[] | undefined {
  return passages
    .filter(({ text }) => IN_ORDER.test(text))
    .map(({ text }) => found(listOf(text)))
    .filter((stops) => stops.length >= FEWEST_STOPS)
    .sort((a, b) => b.length - a.length)
    .at(0);
}

const A_ROAD = /\b(?:road|route|way|journey|voyage|trail|track|river|line)\b/i;
/** "It passeth the Ford of Tolling, Merrow, Nether Sallow, ... and it endeth at Sandholm." */
const PASSES =
  /\b(?:it|he|she|they|you|we|(?:road|route|way|trail|track|river|line)) (?:then |first )?(?:pass(?:es|eth)?|goes (?:by|through|past)|goeth|runs|runneth|leads|leadeth|crosses|crosseth|touches|toucheth|follows)\b|\band (?:then )?pass(?:es|eth)\b/i;

/** The places that a sentence has a road pass, where that sentence or the one before it names the road and how many days it takes. (rule CA3182) */
function passedIn(passages: readonly Passage[], found: (text: string) => string[]): Stages | undefined {
  for (const [at, passage] of passages.entries()) {
    const before = passages[at - 1];
    const near = before?.file === passage.file ? [before, passage] : [passage];
    if (!PASSES.test(passage.text)) continue;
    const sign = near.find(({ text }) => A_ROAD.test(text) && (minutesIn(text) ?? 0) >= 2 * DAY);
    const stops = found(passage.text);
    const minutes = sign === undefined ? undefined : minutesIn(sign.text);
    if (sign !== undefined && minutes !== undefined && stops.length >= FEWEST_STOPS)
      return { stops, daily: false, minutes, sign };
  }
  return undefined;
}

/** What stands after a colon, where there is a list, else the whole sentence. */
const listOf = (text: string): string => {
  const after = text.slice(text.lastIndexOf(":") + 1);
  return /[,;].*[,;]/.test(after) ? after : text;
};

/** Places called by an ordinal number and one noun: "the Second Well", "Third Lock". */
function numbered(
  places: readonly { readonly id: string; readonly name: string; readonly aliases: readonly string[] }[],
): readonly string[] | undefined {
  const byNoun = new Map<string, Map<number, string>>();
  for (const { id, name, aliases } of places)
    for (const form of [name, ...aliases]) {
      const [, ordinal = "", noun = ""] = /^(?:the )?(\p{L}+) (\p{L}+)$/iu.exec(form) ?? [];
      const at = ORDINALS.indexOf(ordinal.toLowerCase());
      if (at < 0) continue;
      const of = byNoun.get(noun.toLowerCase()) ?? new Map<number, string>();
      if (!of.has(at)) of.set(at, id);
      byNoun.set(noun.toLowerCase(), of);
    }
  const stops = [...byNoun.values()].sort((a, b) => b.size - a.size).at(0);
  if (stops === undefined || stops.size < FEWEST_STOPS) return undefined;
  return [...stops].sort(([a], [b]) => a - b).map(([, id]) => id);
}

/** The time between any two neighbours, where a sentence gives one for all. */
function spanApart(passages: readonly Passage[]): Timed | undefined {
  for (const passage of passages) {
    if (!APART.test(passage.text)) continue;
    const minutes = minutesIn(passage.text);
    if (minutes !== undefined && minutes > 0) return { ...passage, minutes };
  }
  return undefined;
}

/** The time that a stage takes: a day where days are counted, else its share of a way that the author says takes days. (rule CA501) */
function spanOf(stages: Stages | undefined, passages: readonly Passage[]): Timed | undefined {
  if (stages === undefined) return undefined;
  if (stages.daily) return { ...stages.sign, minutes: DAY };
  const { minutes, sign } = stages;
  const whole = minutes === undefined ? wholeWays(passages)[0] : { ...sign, minutes };
  if (whole === undefined) return undefined;
  const share = whole.minutes / (stages.stops.length - 1);
  // Eight days over seven legs is a day for each.
  return { ...whole, minutes: share > 0.75 * DAY && share < 1.5 * DAY ? DAY : Math.round(share) };
}

/** Ways that take days, as sentences say it. */
function wholeWays(passages: readonly Passage[]): readonly Timed[] {
  return passages.flatMap((passage) => {
    const minutes = WAY.test(passage.text) ? minutesIn(passage.text) : undefined;
    return minutes === undefined || minutes < 2 * DAY ? [] : [{ ...passage, minutes }];
  });
}

/** Places of which each is a march from the next, by what is said of each two: a line without a fork. (rule CA502) */
function chainOf(ways: readonly Way[]): readonly string[] | undefined {
  const marches = ways.filter(({ minutes }) => minutes >= MARCH);
  const beside = new Map<string, string[]>();
  for (const { from, to } of marches) {
    beside.set(from, [...(beside.get(from) ?? []), to]);
    beside.set(to, [...(beside.get(to) ?? []), from]);
  }
  const tips = [...beside].filter(([, next]) => next.length === 1).map(([id]) => id);
  if (tips.length !== 2 || [...beside.values()].some((next) => next.length > 2)) return undefined;
  const start = marches.find(({ from }) => tips.includes(from))?.from ?? tips[0];
  const stops: string[] = [];
  for (let at = start; at !== undefined; at = beside.get(at)?.find((next) => !stops.includes(next))) stops.push(at);
  return stops.length >= FEWEST_STOPS && stops.length === beside.size ? stops : undefined;
}

/** The shortest march between two stops. */
const marchOn = (stops: readonly string[], ways: readonly Way[]): Timed | undefined => {
  const [shortest] = ways
    .filter(({ from, to, minutes }) => minutes >= MARCH && stops.includes(from) && stops.includes(to))
    .sort((a, b) => a.minutes - b.minutes);
  return shortest && { ...shortest.passage, minutes: shortest.minutes };
};

type Timed = Passage & { readonly minutes: number };

interface Way {
  readonly from: string;
  readonly to: string;
  readonly minutes: number;
  readonly passage: Passage;
}

/** What a sentence is about that stands under the name of a place: "It's two hours up from the Landing", "Four miles from Merrow." */
const OF_HEADING = new RegExp(
  `^(?:(?:some|about|nearly|barely|just|only|over) )?(?:it\\b|this place\\b|the place\\b|you (?:get|come|go|walk|ride|drive|climb|row|sail)\\b|to get (?:here|there)\\b|(?:${Object.keys(NUMBERS).join("|")}|half|\\d{1,3}) )`,
  "iu",
);

/** The two places that a clause is about: those that it names, or the one under whose name it stands and the other one. (rule CA5601) */
function endsOf(
  clause: string,
  { text, heading = "" }: Passage,
  found: (text: string) => string[],
): readonly [string, string] | undefined {
  const named = found(clause);
  const [first, second, third] = named;
  if (first !== undefined && second !== undefined) return third === undefined ? [first, second] : undefined;
  const owners = found(heading);
  const [owner] = owners;
  if (first === undefined || owner === undefined || owners.length > 1 || owner === first) return undefined;
  return text.startsWith(clause) && OF_HEADING.test(clause) ? [owner, first] : undefined;
}

const MILES: Readonly<Record<string, number>> = { mile: 1, league: 3, kilometre: 0.62, kilometer: 0.62, km: 0.62 };
/** From so many miles on two places are far apart. */
const FAR_MILES = 2;
const DISTANCE = new RegExp(
  `(?<![\\p{L}-])(${COUNT})(?: and a half)?[ -](?:(?:long|good|statute|english|country) )?(${Object.keys(MILES).join("|")})s?(?!\\p{L})`,
  "iu",
);
/** Words by which a distance is one between two places. */
const LIES = /\b(?:from|off|away|beyond|above|below|past|between|apart|outside|distant|to)\b/i;

/** Clauses with two places and a distance of two miles and more: "The mill is six miles from Arling". (rule CA5600) */
function distancesIn(passages: readonly Passage[], found: (text: string) => string[]): readonly Distance[] {
  const distances = new Map<string, Distance>();
  for (const passage of passages)
    for (const clause of passage.text.split(/[;:]/)) {
      const [, count = "", unit = ""] = DISTANCE.exec(clause) ?? [];
      const ends = count === "" || !LIES.test(clause) ? undefined : endsOf(clause, passage, found);
      const miles = countOf(count) * (MILES[unit.toLowerCase()] ?? 0);
      if (ends === undefined || Number.isNaN(miles) || miles < FAR_MILES * 0.9) continue;
      const [from, to] = ends;
      const key = [from, to].sort().join(" ");
      if (!distances.has(key)) distances.set(key, { from, to, miles, passage });
    }
  return [...distances.values()];
}

type Distance = Pick<Way, "from" | "to" | "passage"> & { readonly miles: number };

/** Clauses with two places, a way and one span of time: "The Lip is ten minutes' walk from Linger". */
function waysIn(passages: readonly Passage[], found: (text: string) => string[]): readonly Way[] {
  const ways = new Map<string, Way>();
  for (const passage of passages)
    for (const clause of passage.text.split(/[;:]/)) {
      const [from, to] = (WAY.test(clause) ? endsOf(clause, passage, found) : undefined) ?? [];
      if (from === undefined || to === undefined) continue;
      const spans = [...clause.matchAll(new RegExp(SPAN, "giu"))];
      const minutes = spans.length === 1 ? minutesIn(clause) : undefined;
      const key = [from, to].sort().join(" ");
      if (minutes !== undefined && minutes > 0 && !ways.has(key)) ways.set(key, { from, to, minutes, passage });
    }
  return [...ways.values()];
}

/** The first span of time in a text, in minutes. */
function minutesIn(text: string): number | undefined {
  const found = SPAN.exec(text);
  if (found === null) return undefined;
  const [all, count = "", unit = ""] = found;
  const word = count.toLowerCase();
  const number = word.startsWith("half") ? 0.5 : (NUMBERS[word] ?? Number(word));
  // "two and a half days", "a day and a half".
  const more = / and a half\b/i.test(text.slice(found.index, found.index + all.length + " and a half".length))
    ? 0.5
    : 0;
  return Math.round((number + more) * (UNITS[unit.toLowerCase()] ?? 0));
}
