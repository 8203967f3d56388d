/** The road of a story whose beats go from one place to the next and come back to none. */
import type { Leg } from "./road-tables.js";

/** Where and when a beat is, as far as its author says so. */
export interface Halt {
  readonly place?: string;
  readonly day?: number;
  readonly minutes?: number;
}

export interface RoadOfBeats {
  readonly stops: readonly string[];
  readonly legs: readonly Leg[];
  /** Whether the story ends where it began. */
  readonly isRound: boolean;
}

const DAY = 1440;
/** Stops of a road of which nothing but its days, or nothing but its order, is known, at least. */
const FEWEST_BY_DAYS = 5;
const FEWEST_BY_ORDER = 6;
/** Ways on which a day or more goes by, at least, and their share. */
const FEWEST_DAYS = 3;
const SHARE_OF_DAYS = 0.5;
/** Minutes of a way of which nothing is said. */
const HALF_A_DAY = 480;
const LEAST = 60;

/** Words of a journey. */
const AFAR =
  /\b(?:journey\w*|voyage\w*|trek\w*|expedition|caravan|convoy|pilgrim(?:s|age)?|on the (?:road|march|trail)|(?:days?|nights?) (?:out|by|on the road|along|up|down|from)|set(?:s|ting)? out|march(?:es|ed|ing)?|sail(?:s|ed|ing)?|rides?|rode|riding|travel\w*|miles?|leagues?|mountain pass|wagons?|sledges?|lorr(?:y|ies)|trains?|steamers?|ships?|boats?|islands?|halts?|camps?)\b/giu;
const FEWEST_WORDS = 4;
/** Words that surely are of a long way. */
const LONG =
  /\b(?:(?:first|second|third|fourth|fifth|sixth|last|two|three|four|five|six|seven|ten|twelve) (?:days?|nights?) (?:out|on the road|on the trail|at sea|by (?:horse|wagon|sledge|foot|train|boat|ship))|(?:a|one|two|three|four|five|six|\d+) (?:days?|nights?)['’]?s?['’]? (?:march|ride|sail|walk|journey|drive)|\d+ miles|[a-z]+(?:-[a-z]+)? miles (?:out|on|off|up|down|away|further|farther|north|south|east|west|from|to|of)|leagues|the (?:whole|long) (?:way|road|journey|march)|the next (?:stop|halt|station|port|harbou?r|camp))\b/giu;
const FEWEST_LONG = 3;
const NUMBER =
  "(?:\\d[\\d,.]*|(?:an?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|thirty|forty|fifty|sixty|eighty|ninety|hundred|thousand|many)(?:[- ](?:one|two|three|four|five|six|seven|eight|nine|hundred|thousand))*)";
/** Lengths that nobody gives to a way across a room: "three hundred ri". */
const LENGTHS = new RegExp(`\\b${NUMBER} (?:ri|li|versts?|parasangs?|leagues?|kilomet(?:re|er)s|km)\\b`, "giu");
/** "The journey goes in one direction", "we do not go back to a place that we have left". */
const ONE_WAY =
  /\b(?:journey|voyage|caravan|convoy|expedition|march|trek|pilgrimage|procession|column|train|road)\b[^.]{0,30}\b(?:goes|go|runs|leads|moves|travels)\b[^.]{0,12}\bone (?:direction|way)\b(?! street)|\b(?:we|you|they|nobody|it) (?:do not|does not|don['’]t|doesn['’]t|never|cannot|can['’]t) (?:go|come|turn|ride|sail|walk) back to (?:a|any) (?:place|stop|town|port|camp)\b/iu;

/**
 * Reads a road from the beats: the places that they go through one after the other, none of which comes back but the first at the end, where
 * days go by between them, or where the author's words are of a long way. (rules CA5773 and CA5973)
 *
 * @param beats - In the author's order; none of a place that is only guessed.
 * @param texts - All that the author tells of the story.
 * @param isCarried - Whether a place goes along: the ship, the train.
 */
export function roadOfBeats(
  beats: readonly Halt[],
  texts: readonly string[],
  isCarried: (place: string) => boolean,
): RoadOfBeats | undefined {
  const placed = beats.filter(({ place }) => place !== undefined && !isCarried(place));
  const halts = placed.filter(({ place }, at) => place !== placed[at - 1]?.place);
  const ids = halts.flatMap(({ place }) => place ?? []);
  const [first] = ids;
  const isRound = ids.length > FEWEST_BY_DAYS && first !== undefined && ids.at(-1) === first;
  const stops = isRound ? ids.slice(0, -1) : ids;
  if (stops.length < FEWEST_BY_DAYS || new Set(stops).size < stops.length) return undefined;
  const whole = texts.join("\n");
  const count = (words: RegExp): number => new Set((whole.match(words) ?? []).map((word) => word.toLowerCase())).size;
  const ways = halts.slice(1).map((to, at) => wayBetween(lastAt(placed, halts[at]), to));
  const days = ways.filter((way) => (way ?? 0) >= DAY / 2).length;
  const isByDays = days >= FEWEST_DAYS && days >= ways.length * SHARE_OF_DAYS && count(AFAR) >= FEWEST_WORDS;
  const isOneWay = ONE_WAY.test(whole) || count(LONG) + count(LENGTHS) >= FEWEST_LONG;
  const isByOrder = stops.length >= FEWEST_BY_ORDER && isOneWay;
  if (!isByDays && !isByOrder) return undefined;
  const legs = halts.slice(1).map(
    (to, at): Leg => ({
      from: ids[at] ?? "",
      to: to.place ?? "",
      minutes: ways[at] ?? HALF_A_DAY,
    }),
  );
  return { stops, legs, isRound };
}

/** The last beat at a halt that has a day, before the story goes on. */
function lastAt(placed: readonly Halt[], halt: Halt | undefined): Halt | undefined {
  const at = halt === undefined ? -1 : placed.indexOf(halt);
  const end = placed.findIndex(({ place }, index) => index > at && place !== halt?.place);
  const there = at < 0 ? [] : placed.slice(at, end < 0 ? placed.length : end);
  return there.findLast(({ day }) => day !== undefined);
}

/** Minutes between two beats with days: whole days, or the hours of one day. */
function wayBetween(from: Halt | undefined, to: Halt): number | undefined {
  if (from?.day === undefined || to.day === undefined || to.day < from.day) return undefined;
  const days = to.day - from.day;
  if (days > 0) return days * DAY;
  const hours = (to.minutes ?? 0) - (from.minutes ?? 0);
  return from.minutes === undefined || to.minutes === undefined || hours < LEAST ? LEAST : hours;
}
