/** Stories of one day, one evening or one night: which half of the day an hour is of, and that no other day comes. */
import type { BeatReading } from "@narratoria/protocol/contracts";

/** What an author writes at the head of a premise of a story that opens late: "Seven in the Evening". */
const LATE_HEADING = /^#{1,6}\s.*\b(?:evening|dusk|nightfall|night|midnight)\b/im;
/** The same said of the whole: "at seven that evening", "one night", "until morning". */
const LATE =
  /\bat [\p{L}\d-]+ (?:that|this|in the) evening\b|\btonight\b|\b(?:one|a single|this) night\b|\b(?:until|till|before|by) (?:the )?(?:morning|dawn|daybreak|daylight|first light|sunrise)\b/iu;
const EARLY = /\b(?:this|that|one|in the) (?:morning|afternoon)\b|\bat (?:noon|dawn|sunrise)\b/iu;
/** An hour that may be of either half of the day. */
const EITHER =
  /\b(?:half past|quarter past|quarter to|(?:ten|five|twenty|twenty[- ]five) (?:to|past)) [\p{L}\d]+|\bo['’]clock\b/iu;
const SAYS_WHICH =
  /\b(?:[ap]\.?m\b|dawn|daybreak|sunrise|light|morning|noon|midday|afternoon|dusk|sunset|sundown|evening|night|midnight|watch)|\d{1,2}[:.]\d{2}/iu;
const HALF = 720;
/** From here on an hour of the clock face is the evening's. */
const FIRST = 5 * 60;

/**
 * Puts hours that may be of either half of the day into the night, where the story opens in the evening and names no days. (rule CA801)
 *
 * @param beats - In the author's order.
 * @param opening - `premise` as written and `description` of the manifest.
 */
export function withLateHours(
  beats: readonly BeatReading[],
  { premise, description }: { readonly premise: string; readonly description: string },
): readonly BeatReading[] {
  const isLate = LATE_HEADING.test(premise) || (LATE.test(description) && !EARLY.test(description));
  if (!isLate || beats.some(({ clock }) => (clock?.day ?? 1) > 1)) return beats;
  return beats.map((beat) => {
    const { clock } = beat;
    if (clock?.minutes === undefined || !EITHER.test(clock.text) || SAYS_WHICH.test(clock.text)) return beat;
    const face = clock.minutes % HALF;
    return { ...beat, clock: { ...clock, minutes: face < FIRST ? face : face + HALF } };
  });
}

/**
 * Puts an hour that may be of either half of the day into the half in which premise or setting name the same words: where the lift stops
 * at "ten past seven on the evening", ten past seven is an evening's. (rule CA1355)
 *
 * @param beats - In the author's order.
 * @param texts - As written.
 */
export function withSaidHalves(beats: readonly BeatReading[], texts: readonly string[]): readonly BeatReading[] {
  return beats.map((beat) => {
    const { clock } = beat;
    const face = EITHER.exec(clock?.text ?? "")?.[0];
    if (clock?.minutes === undefined || face === undefined || SAYS_WHICH.test(clock.text)) return beat;
    const words = face.replace(/['’]/g, "['’]").replace(/\s+/g, "\\s+");
    const said = new RegExp(
      `\\b${words},?\\s+(?:in|on|of|at|every|each|that)\\s+(?:the\\s+|an?\\s+)?(morning|evening|afternoon|night)\\b`,
      "giu",
    );
    const halves = new Set(
      texts.flatMap((text) => [...text.matchAll(said)].map(([, part]) => part?.toLowerCase() !== "morning")),
    );
    const [isLate] = halves;
    if (halves.size !== 1) return beat;
    return { ...beat, clock: { ...clock, minutes: (clock.minutes % HALF) + (isLate === true ? HALF : 0) } };
  });
}

/** Hours that must go on, so that a story is known to be one of a single day. */
const FEWEST_HOURS = 3;
const OF_A_CLOCK = /\b(?:past|to) [\p{L}\d]+|\bo['’]clock\b|\bat [\p{L}\d]+$|\d[:.]\d\d|\d ?[ap]\.?m\b/iu;
/** What says that time has gone by which no hour counts. */
const ANOTHER_DAY =
  /\b(?:next|following) (?:morning|day|evening|night)\b|\b(?:days?|weeks?|months?|years?) later\b|\btomorrow\b/i;
/** A day is over at night, and what comes after midnight belongs to it until this hour. */
const NIGHT = 20 * 60;
const SMALL_HOURS = 6 * 60;
const DAY = 1440;

/**
 * Puts every hour of a story of a single day on that day: its hours go on in the author's order, and nothing names another. (rule CA1518)
 *
 * @param beats - In the author's order, with the days that are named.
 */
export function withinOneDay(beats: readonly BeatReading[]): readonly BeatReading[] {
  const hours = beats.flatMap(({ clock }) => clock?.minutes ?? []);
  const isSeveral = beats.some(
    ({ clock, told }) =>
      (clock?.day ?? 1) > 1 || ANOTHER_DAY.test(`${clock?.text ?? ""} ${told.slice(0, 2).join(" ")}`),
  );
  const onTheClock = beats.filter(({ clock }) => clock?.minutes !== undefined && OF_A_CLOCK.test(clock.text));
  if (onTheClock.length < FEWEST_HOURS || 2 * hours.length < beats.length || isSeveral) return beats;
  const times = inOrder(beats.flatMap(({ clock }) => (clock?.minutes === undefined ? [] : [clock])));
  if (times === undefined) return beats;
  return beats.map((beat) =>
    beat.clock?.minutes === undefined ? beat : { ...beat, clock: { ...beat.clock, ...times.shift() } },
  );
}

/** Minutes by which clocks go back. */
const CLOCKS_BACK = 60;
const IN_FIGURES = /\b\d{1,2}[:.]\d{2}\b/;

type Clock = NonNullable<BeatReading["clock"]>;

/**
 * The day and hour of each, where they go on from one to the next, past midnight once at most; undefined where they do not. An hour that may
 * be of either half of the day is of the one that goes on. (rule CA1543)
 */
function inOrder(clocks: readonly Clock[]): Pick<Clock, "day" | "minutes">[] | undefined {
  let last = 0;
  const times: Pick<Clock, "day" | "minutes">[] = [];
  for (const { text, minutes = 0 } of clocks) {
    const isEither = EITHER.test(text) && !SAYS_WHICH.test(text);
    const found = [minutes, ...(isEither ? [(minutes + HALF) % DAY] : [])].flatMap((hour) => {
      // Past midnight all hours are the morning's.
      const isAfterMidnight = last >= DAY || (hour <= SMALL_HOURS && last % DAY >= NIGHT);
      const at = isAfterMidnight ? DAY + hour : hour;
      // On the night on which the clocks go back, an hour is told twice. (rule CA1556)
      const isTwice = at < last && last - at <= CLOCKS_BACK && times.length > 0 && IN_FIGURES.test(text);
      if (at < last && !isTwice) return [];
      const held = Math.max(at, last);
      return [{ at: held, time: { minutes: held % DAY, day: isAfterMidnight ? 2 : 1 } }];
    });
    const [next] = last >= DAY ? found.toSorted((one, other) => one.at - other.at) : found;
    if (next === undefined) return undefined;
    last = next.at;
    times.push(next.time);
  }
  return times;
}
