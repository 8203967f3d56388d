/** In-game time in words. The clock counts minutes; day 1 begins at minute 0. */

const ORDINALS = [
  "First",
  "Second",
  "Third",
  "Fourth",
  "Fifth",
  "Sixth",
  "Seventh",
  "Eighth",
  "Ninth",
  "Tenth",
  "Eleventh",
  "Twelfth",
];

/** The same hours as the narrator's prose keeps, with noon by its own name. */
const PARTS: readonly (readonly [fromHour: number, word: string])[] = [
  [21, "night"],
  [17, "evening"],
  [13, "afternoon"],
  [12, "noon"],
  [5, "morning"],
  [0, "night"],
];

const WEEKDAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"] as const;
export type Weekday = (typeof WEEKDAYS)[number];

/**
 * Says when a scene takes place, as the heading of a scene does ("Third evening", "Wednesday evening").
 *
 * @param minutes - In-game minutes since the first midnight of the story.
 * @param firstDay - Weekday of the first day, where the story has weekdays.
 * @param number - What the author's own count of days calls the first day, where it began before the story.
 * @param isHourKnown - Whether anybody has said what hour it is; else the day alone is said. (rule EN5401)
 */
export function timeInWords(minutes: number, firstDay?: Weekday, number = 1, isHourKnown = true): string {
  const whole = Math.max(0, Math.floor(minutes));
  const part = isHourKnown ? partOfDay(whole) : "";
  if (firstDay) return [weekdayOf(whole, firstDay), part].filter(Boolean).join(" ");
  const day = dayOf(whole);
  const ordinal = number === 1 ? ORDINALS[day] : undefined;
  if (ordinal) return `${ordinal} ${part || "day"}`;
  return [`Day ${day + number}`, part].filter(Boolean).join(", ");
}

/** Days since the first. The small hours belong to the night before: nobody says that a new day has begun at one o'clock. */
const dayOf = (minutes: number): number => Math.floor(Math.max(0, minutes - 5 * 60) / 1440);

/** The weekday of a minute of the story, whose first day is a `firstDay`. */
export function weekdayOf(minutes: number, firstDay: Weekday): Weekday {
  return WEEKDAYS[(WEEKDAYS.indexOf(firstDay) + dayOf(minutes)) % 7] ?? firstDay;
}

/** The word for the hour: "morning", "noon", "night". */
export function partOfDay(minutes: number): string {
  const hour = Math.floor((minutes % 1440) / 60);
  return PARTS.find(([from]) => hour >= from)?.[1] ?? "night";
}

const OPENING_HOURS: readonly (readonly [word: RegExp, hour: number])[] = [
  [/\b(?:dawn|sunrise|first light)\b/i, 6],
  [/\b(?:morning|breakfast)\b/i, 8],
  [/\b(?:noon|midday)\b/i, 12],
  [/\bafternoon\b/i, 15],
  [/\b(?:evening|dusk|sunset|supper)\b/i, 19],
  // Where it opens a clause: what is "on tonight" may be hours off.
  [/(?:^|[,;:–—]\s+(?:(?:and|but)\s+)?)["“‘']?tonight\b/i, 20],
  // "You have been night clerk": of that kind at any hour. (rule EN6541)
  [
    /\b(?:midnight|night(?!['’]s|[- ](?:clerk|shift|porter|watch\w*|nurse|train|mail|boat|ferry|bus|school|class|dress|duty|sister|man|editor|manager|desk|bell|guard|auditor|fishing|bird|air|cap|shirt|gown)s?\b))\b/i,
    22,
  ],
];

/** Hours that are another day's, or none: "the same night", "every evening", "until the morning", "by Sunday evening", "sold by night". */
const OTHER_HOUR =
  /\b(?:same|that|last|every|each|next|following|other|until|till|since|after|one|of|to)\s+(?:the\s+|an?\s+)?$|\b(?:by|before|until|till|since|after|every|last|next)\s+(?:the\s+)?(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day\s+$/i;
/** "At night", "by night": what is so on any of them. */
const ANY_NIGHT = /\b(?:by|at)\s+$/i;
/** A sentence that says when the story begins: "So it's Tuesday, it's six in the morning", "On the twentieth of November". */
const SAYS_WHEN =
  /^\W*(?:(?:so|and|now)\s+)?(?:it(?:['’]s| is| was)|this (?:morning|evening|afternoon)|tonight|on the (?!(?:night|eve|morning|afternoon|evening|day)\b)\S+(?: \S+)? of|(?:early|late)\b)/i;

/** What was long before the story, told in the past and without the player: "A whale drove ashore in the night". */
const TOLD_AS_PAST = /\b(?:was|were|had|came|went|drove|fell|stood|lay|took|found|left|saw|died|began|\p{Ll}{3,}ed)\b/u;
const isBackground = (sentence: string): boolean => TOLD_AS_PAST.test(sentence) && !/\byour?\b/i.test(sentence);
/** Words that part a sentence's beginning from the time of something else: "It was found that Crane had been out at night". */
const OF_ANOTHER = /\b(?:that|had)\b/i;

/** A sentence that has the player or the hour in the present: "Now you are twenty-two", "So it's Tuesday". */
const IS_NOW = /^\W*(?:(?:so|and|now|today),? )?(?:you (?:are|have|live|stand|sit|come|wake)|it(?:['’]s| is))\b/i;
/** What was long before: "You were seven when", "It was the November of 1961", "In 1934 the river". */
const WAS_THEN =
  /^\W*(?:it was\b|you were\b|that was\b)|\b(?:in|of) (?:the (?:spring|summer|autumn|winter) of )?(?:1[5-9]|20)\d\d\b[^.]*\b(?:was|were|had|came|went|slept|\p{Ll}{3,}ed)\b|\byears? ago\b/iu;

/** The minute at which a story opens, as `hourIn` finds it, else nine in the morning. (rule EN845) */
export const openingMinute = (premise: string): number => (hourIn(premise) ?? 9) * 60;

/**
 * The hour at which a premise has its story open: the time of day in a sentence of its premise that says when it begins, else the first that it names
 * and that is neither another day's nor told of what was before. Undefined where it says none. (rule EN845)
 */
export function hourIn(premise: string): number | undefined {
  const sentences = premise.split(/(?<=[.!?…]["”’']?)\s+/);
  const isNow = sentences.some((sentence) => IS_NOW.test(sentence));
  // "It was the November of 1961, a Saturday night" is long past in a story that is told as it happens. (rule EN6540)
  const ofNow = isNow ? sentences.filter((sentence) => !WAS_THEN.test(sentence)) : sentences;
  const found = ofNow.flatMap((sentence) =>
    OPENING_HOURS.flatMap(([word, hour]) => {
      const at = sentence.search(word);
      const before = sentence.slice(0, Math.max(0, at));
      if (at < 0 || OTHER_HOUR.test(before) || (hour === 22 && ANY_NIGHT.test(before))) return [];
      return [{ at, hour, isSaid: SAYS_WHEN.test(sentence) && !OF_ANOTHER.test(before), sentence }];
    }).sort((a, b) => a.at - b.at),
  );
  const said = found.find(({ isSaid }) => isSaid) ?? found.find(({ sentence }) => !isBackground(sentence));
  return said?.hour;
}

const DAY = 1440;
/** Nobody sets out between these hours if there is time until the morning. */
const LATE = 22 * 60;
const EARLY = 5 * 60;
const MORNING = 8 * 60;

/**
 * The minute at which a journey begins that is chosen now: where the author says how many days the story lasts, one late at night waits
 * for the morning, unless the last day has come or something is to happen before it. (rule EN1951)
 *
 * @param now - In-game minutes since the first midnight.
 * @param last - The day that the journey may not pass, from 1.
 * @param next - The minute of what happens next, where that has one.
 */
export function settingOut(now: number, last: number, next = Number.POSITIVE_INFINITY): number {
  const day = Math.floor(now / DAY);
  const hour = now % DAY;
  const isLate = hour >= LATE && day + 1 < last;
  const morning = (isLate ? day + 1 : day) * DAY + MORNING;
  return (isLate || hour < EARLY) && morning <= next ? morning : now;
}

/**
 * Days by which a story has fallen behind its share of them.
 *
 * @param now - In-game minutes since the first midnight.
 * @param days - Days that the story lasts, its first one counted.
 * @param share - How much of the story has been told, 0 to 1.
 * @param last - The day that the story may not pass yet, from 1.
 */
export function daysBehind(now: number, days: number, share: number, last: number = days): number {
  const day = Math.floor(now / DAY);
  const due = Math.floor(Math.min(1, Math.max(0, share)) * (days - 1));
  return Math.max(0, Math.min(last - 1 - day, due - day));
}
