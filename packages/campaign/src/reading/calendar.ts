/** When a story begins, and how many days it lasts. */
import type { BeatReading, Manners } from "@narratoria/protocol/contracts";
import { contentWords, splitSentences } from "@narratoria/protocol/english";
import { daysAhead, NUMBERS, TENS } from "./days-ahead.js";
import { dayCountOrigin, minuteIn } from "./beat-clock.js";

type Calendar = NonNullable<Manners["calendar"]>;
type Weekday = NonNullable<Calendar["weekday"]>;

const WEEKDAYS: readonly Weekday[] = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];
const MOST_DAYS = 120;

const TIME_WORD = `0\\d[0-5]\\d(?: hours)?|[12]\\d[0-5]\\d hours|(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day|January|February|March|April|May|June|July|August|September|October|November|December|\\d{1,2}(?:[:.]\\d{2})?(?:st|nd|rd|th)?|[ap]\\.?m|${NUMBERS.join("|")}|(?:${Object.keys(TENS).join("|")})(?:-\\p{Ll}+)?|\\p{Ll}+(?:th|first|second|third)|half|quarter|past|to|in|on|at|the|of|an?|o['’]clock|now|just|about|nearly|almost|early|late|before|after|minutes?|dawn|daybreak|sunrise|morning|noon|midday|afternoon|dusk|sunset|evening|night|midnight`;
/** The weekday that a premise's own label gives to the first day. */
export function openingWeekday(premise: string): Weekday | undefined {
  return (
    weekdayIn(dayHeading(premise)) ??
    weekdayIn(firstLabel(premise)) ??
    weekdayIn(TODAY.exec(premise)?.[1] ?? "") ??
    weekdayIn(IT_IS.exec(premise)?.[1] ?? "") ??
    weekdayIn(WHICH_IS.exec(premise.slice(0, 600))?.[1] ?? "") ??
    dayOfComing(premise) ??
    dayOfStanding(premise)
  );
}

/** "This morning is Thursday.": the day on which the premise has the story begin. (rule CA720) */
const TODAY =
  /(?:^|[.!?…]\s+|\n)(?:today|tonight|this (?:morning|afternoon|evening|day)|it) is (?:now )?(?:a |an )?((?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day)\b/iu;

/** "On the eighth of November, which is a Tuesday": a date of the opening and its day. (rule CA1354) */
const WHICH_IS =
  /\b\d{0,2}(?:st|nd|rd|th)?(?: of)? ?(?:January|February|March|April|May|June|July|August|September|October|November|December)(?: \d{1,4})?, which (?:is|was) a ((?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day)\b/u;
/** "It is ten past seven on the evening of Friday the seventeenth of April.": a sentence of words of time alone. (rule CA1354) */
const IT_IS = new RegExp(
  `(?:^|[.!?…]["”’']?\\s+)(?:(?:So|And|Now),? )?[Ii]t(?:['’]s| is| was)((?:,? (?:${TIME_WORD}))+)(?=[.,;:!?–—]| (?:and|when) you\\b)`,
  "u",
);

/** "You came to the Head on a Monday in May", "It was a wet Tuesday". */
const ON_A_DAY = /\b(?:on|[Ii]t (?:is|was)) an? (?:\p{Ll}+ ){0,2}((?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day)\b/u;
/** "You had come down on the Wednesday bus": the day of what brought the player. */
const BY_THE_BUS =
  /\b[Yy]ou(?:['’]d| had)? (?:have )?(?:come|came|arrived?|got|travell?ed)\b[^.;]{0,40}\b(?:on|by) the ((?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day)(?: \p{Ll}+)? (?:bus|train|boat|ferry|coach|tram|plane|steamer|mail)\b/u;
const LONG_AGO = /\b(?:born|last|every|ago|years?|once|had|always|used to|would|will)\b/i;

/** The weekday on which a premise has the story begin, in its first two sentences. (rule CA1502) */
function dayOfComing(premise: string): Weekday | undefined {
  const plain = premise.replace(/^#.*$/gm, "").trim();
  for (const sentence of splitSentences(plain.slice(0, 800)).slice(0, 2)) {
    const brought = BY_THE_BUS.exec(sentence)?.[1];
    if (brought !== undefined) return weekdayIn(brought);
    const found = ON_A_DAY.exec(sentence);
    if (found && !LONG_AGO.test(sentence.slice(0, found.index + found[0].length))) return weekdayIn(found[1] ?? "");
  }
  return undefined;
}

/** "Here is what you don't know on the stoop, with your bag in your hand, on the Thursday morning." */
const ON_THE_DAY =
  /\b(?:on|it is|it['’]s) (?:the|this) ((?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day)(?: (?:morning|noon|afternoon|evening|night))?(?=[.,;:!?]|$| (?:on|in|when|as|and)\b)/iu;

/** The weekday on which a sentence of the premise has the player stand where the story begins. (rule CA1531) */
function dayOfStanding(premise: string): Weekday | undefined {
  for (const sentence of splitSentences(premise.replace(/^#.*$/gm, ""))) {
    const found = ON_THE_DAY.exec(sentence);
    const before = sentence.slice(0, found?.index ?? 0);
    if (found && /\byou\b/i.test(before) && !LONG_AGO.test(before)) return weekdayIn(found[1] ?? "");
  }
  return undefined;
}

/** "On Monday morning at twenty past nine the chain stops." */
const ON_WEEKDAY = /^On ((?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day)\b/u;
/** Words that a sentence of the premise and the first beat have in common where they tell the same. */
const SAME_EVENT = 3;

/** The weekday on which the premise has what the first beat tells happen. (rule CA3167) */
export function weekdayOfFirstBeat(premise: string, first: BeatReading | undefined): Weekday | undefined {
  const told = contentWords((first?.told ?? []).slice(0, 3).join(" "));
  for (const sentence of splitSentences(premise.replace(/^#.*$/gm, "").replace(/\s+/g, " "))) {
    const day = weekdayIn(ON_WEEKDAY.exec(sentence)?.[1] ?? "");
    const shared = [...contentWords(sentence)].filter((word) => told.has(word)).length;
    if (day !== undefined && shared >= SAME_EVENT) return day;
  }
  return undefined;
}

/**
 * Reads the calendar of a story.
 *
 * @param given - `premise` and `setting` as written; `beats` with the time words that they have.
 * @returns What the author says, or undefined where nothing does.
 */
export function readCalendar(given: {
  readonly premise: string;
  readonly setting: string;
  readonly beats: readonly BeatReading[];
}): Calendar | undefined {
  const { premise, setting, beats } = given;
  const named = Math.max(1, ...beats.map(({ clock }) => clock?.day ?? 1));
  const days = Math.max(daysAhead(premise) ?? daysAhead(setting) ?? 1, named);
  // A beat is the first of the story where its author wrote it first, and on its first day.
  const first = beats[0]?.clock?.day === undefined || beats[0].clock.day === 1 ? beats[0]?.clock : undefined;
  const weekday = openingWeekday(premise) ?? weekdayIn(first?.text ?? "") ?? weekdayOfFirstBeat(premise, beats[0]);
  const number = dayCountOrigin(beats, premise);
  const heading = dayHeading(premise);
  const minutes =
    (heading === "" ? undefined : minuteIn(heading)) ??
    minuteIn(firstLabel(premise)) ??
    minuteIn(IT_IS.exec(premise)?.[1] ?? "") ??
    first?.minutes;
  const calendar = {
    ...(number === undefined ? {} : { number }),
    ...(days < 2 ? {} : { days: Math.min(MOST_DAYS, days) }),
    ...(weekday === undefined ? {} : { weekday }),
    ...(minutes === undefined ? {} : { minutes: minutes % 1440 }),
  };
  return Object.keys(calendar).length === 0 ? undefined : calendar;
}

/** A line at the head of a text that only says when and where: "Tue 7.30pm, week 1. The Clubhouse." */
function firstLabel(text: string): string {
  const line = text.split("\n").find((one) => one.trim() !== "" && !one.startsWith("#")) ?? "";
  const head = splitSentences(line)[0] ?? "";
  return head.split(/\s+/).length <= 10 && /^\W*(?:on )?(?:\p{L}+,? )?(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)/iu.test(head)
    ? head
    : "";
}

/** The heading of a premise that opens with the weekday of its first scene: "# Wednesday, about noon". (rule CA1045) */
function dayHeading(premise: string): string {
  const [, heading = ""] = /^#{1,6}\s+(.+?)\s*#*\s*$/mu.exec(premise.trimStart().split("\n")[0] ?? "") ?? [];
  return /^(?:on )?(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day\b(?![’'])/iu.test(heading) &&
    heading.split(/\s+/).length <= 8
    ? heading
    : "";
}

/** The only weekday that a text names. */
function weekdayIn(text: string): Weekday | undefined {
  const found = new Set(
    [...text.matchAll(/\b(Mon|Tue|Wed|Thu|Fri|Sat|Sun)(?:s|nes|rs?|ur)?(?:day)?\b/g)].map(([, short]) => short ?? ""),
  );
  const [only] = found;
  return found.size === 1 ? WEEKDAYS.find((day) => day.startsWith(only ?? "-")) : undefined;
}
