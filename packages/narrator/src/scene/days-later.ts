/** A night that has passed between two scenes, in words. */
import { capitalise, partOfDay } from "@narratoria/protocol/english";
import { saysWhen } from "../beat-labels.js";

const DAY = 1440;
/** The small hours belong to the night before. */
const EARLY = 5 * 60;
const NUMBERS =
  "two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen".split(
    " ",
  );

const dayOf = (minutes: number): number => Math.floor(Math.max(0, minutes - EARLY) / DAY);
/** Who is awake from before dawn to after it has lived through no night. */
const SHORTEST_NIGHT = 240;

/** Nights between two minutes. */
const nightsBetween = (before: number, now: number): number =>
  now - before < SHORTEST_NIGHT ? 0 : dayOf(now) - dayOf(before);

/**
 * Says how much later it is when a night or more has passed: "the next morning", "three days later".
 *
 * @param before - In-game minutes since the first midnight, when the last scene ended.
 * @param now - The same, in this scene.
 * @returns The words in lower case, or undefined where no night lies between.
 */
export function daysLater(before: number, now: number): string | undefined {
  const days = nightsBetween(before, now);
  if (days < 1) return undefined;
  if (days > 1) return days === 7 ? "a week later" : `${NUMBERS[days - 2] ?? days} days later`;
  return `the next ${partOfDay(now)}`;
}

/** Minutes from which on a later part of the same day is told. */
const LONG = 240;
/** A beat that says how much later it is, or is told of no one time. */
const SAYS_ITSELF =
  /\b(?:next|following|later|since then|(?<!\bfrom )(?:that|this|the) (?:very |same )?(?:morning|afternoon|evening|night(?! (?:porter|watchman|nurse|clerk|shift|school|train|mail|boat|bus|bell)s?\b)|day)|(?:days?|nights?|weeks?|hours?|time) (?:go(?:es)?|went|pass(?:es|ed)?)|by (?:then|now|morning|noon|evening|nightfall)|for (?:some|several|two|three|four|five|six) days)\b/i;
const PARTS =
  /\b(?:dawn|daybreak|morning|noon|midday|afternoon|dusk|evening(?! (?:dress|paper|post)\b)|night(?! (?:porter|watchman|nurse|clerk|shift|school|train|mail|boat|bus|bell)s?\b)|midnight|breakfast|supper|(?:first|second|third|last|middle|morning|night|dog) watch)\b/i;

/** A day by its name. */
const WEEKDAY = /\b(?:mon|tues|wednes|thurs|fri|satur|sun)day\b/i;

/** Whether a beat whose opening says when it is plays just then: an hour that has gone by is not told. (rule NA3361) */
export function isThen({ day, minutes }: { readonly day?: number; readonly minutes?: number }, now: number): boolean {
  const then = (minutes ?? now) % DAY;
  if (day !== undefined) return Math.abs((day - 1) * DAY + then - now) <= LONG;
  const apart = Math.abs(then - (now % DAY));
  return Math.min(apart, DAY - apart) <= LONG;
}

/** "Monday, 6:15 PM, ", "On Friday at noon, ": the day or the hour before what a sentence tells. */
const STAMP =
  /^(?:(?:on |it is |it was )?(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day(?: (?:morning|noon|afternoon|evening|night))?)(?:,? (?:at )?(?:\d{1,2}[:.]\d{2}(?: ?[ap]\.?m\b\.?)?|\d{1,2} ?[ap]\.?m\b\.?|noon|midnight|[\p{Ll}-]+ o['’]clock))?|\d{1,2}[:.]\d{2}(?: ?[ap]\.?m\b\.?)?|\d{1,2} ?[ap]\.?m\b\.?),\s+(?=\p{L})/iu;

/** A sentence without the day and the hour at its head, which have gone by. (rule NA6505) */
export function withoutStamp(sentence: string): string {
  const rest = sentence.replace(STAMP, "");
  return rest === sentence ? sentence : capitalise(rest);
}

/**
 * The time that goes by before a beat, where it does not say so in its own words: nights as a span ("a night", "two days"), else whether a
 * later part of the day has come. Implements rules NA505 and NA3361.
 *
 * @param before - In-game minutes when the beat is about to begin.
 * @param now - The same at its own time.
 * @param told - The beat's sentences.
 */
export function timeBeforeBeat(
  before: number,
  now: number,
  told: readonly string[],
): { readonly span: string } | "part" | undefined {
  const opening = told.slice(0, 2).join(" ");
  if (SAYS_ITSELF.test(opening)) return undefined;
  const [first = ""] = told;
  if (saysWhen(first) && WEEKDAY.test(first)) return undefined;
  const days = nightsBetween(before, now);
  if (days === 1 && partOfDay(now) === "morning") return { span: "a night" };
  if (days >= 1)
    return {
      span:
        days === 1 ? "a day" : days === 7 ? "a week" : days === 14 ? "two weeks" : `${NUMBERS[days - 2] ?? days} days`,
    };
  return now - before >= LONG && partOfDay(now) !== partOfDay(before) && !PARTS.test(opening) ? "part" : undefined;
}
