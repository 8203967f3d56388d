/** When a beat plays. */
import type { BeatReading } from "@narratoria/protocol/contracts";
import type { PeopledSentence } from "./people-mentions.js";

const DAYS = "monday tuesday wednesday thursday friday saturday sunday".split(" ");
const HOURS: Readonly<Record<string, number>> = {
  dawn: 360,
  daybreak: 360,
  sunrise: 390,
  "first light": 360,
  morning: 540,
  noon: 720,
  midday: 720,
  afternoon: 900,
  dusk: 1140,
  sunset: 1140,
  evening: 1200,
  nightfall: 1200,
  night: 1320,
  midnight: 1440,
};
const NUMBER_WORDS = "one two three four five six seven eight nine ten eleven twelve".split(" ");
const ORDINALS =
  "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth".split(
    " ",
  );
const CLOCK = new RegExp(
  `\\b(?:(?:(half past|quarter past|quarter to|ten to|ten past|five to|five past|twenty to|twenty past) )(${NUMBER_WORDS.join("|")}|\\d{1,2})(?: o['’]clock)?|(\\d{1,2})[:.](\\d{2}) ?([ap]\\.?m\\.?)?|(\\d{1,2}) ?([ap]\\.?m\\.?)|(${NUMBER_WORDS.join("|")}) o['’]clock)\\b`,
  "i",
);
/** As written with a capital: the sun shines, and somebody sat down. */
const WEEKDAY =
  /\b(?:Mon|Tues?|Wed(?:nes)?|Thu(?:rs?)?|Fri|Sat(?:ur)?|Sun)(?:day)?\b(?! (?:down|up|on|in|at|by|with|there|and)\b)/;
const PARTS = new RegExp(`\\b(${Object.keys(HOURS).join("|")})\\b`, "i");
const DAY_OF = new RegExp(
  `\\b(?:on )?(?:the (${ORDINALS.join("|")}) (?:day|morning|evening|night|afternoon)|day (\\d{1,2}))\\b`,
  "i",
);
/** A league's, a term's or a voyage's own count: "Sat 3pm, week 6". */
const WEEK = new RegExp(`\\bweek (${NUMBER_WORDS.join("|")}|\\d{1,2})\\b`, "i");
const THAT_SAME =
  /\b(?:that same|the same|that) (?:morning|afternoon|evening|night|day)\b|\b(?:next|following) (?:morning|day|evening|night)\b|\b(?:an? )?(?:hour|day|week|month)s? later\b/i;

/** The words of a beat that say when it plays, in its opening or its location. */
export function clockOf(sentences: readonly PeopledSentence[]): BeatReading["clock"] {
  const told = sentences.filter(({ sentence }) => sentence.span.kind === "beat");
  const opening = told.slice(0, 2).map(({ sentence }) => sentence.plain.slice(0, 160));
  for (const text of opening) {
    const clock = CLOCK.exec(text);
    const day = DAY_OF.exec(text);
    const weekday = WEEKDAY.exec(text);
    const part = PARTS.exec(text);
    const same = THAT_SAME.exec(text);
    const week = WEEK.exec(text);
    const words = [day?.[0], weekday?.[0], week?.[0], same?.[0], clock?.[0] ?? part?.[0]].filter(
      (word): word is string => word !== undefined,
    );
    if (
      words.length === 0 ||
      (words.length === 1 && weekday !== null && told[0]?.sentence.plain.slice(0, 160) !== text)
    )
      continue;
    const minutes =
      clock === null
        ? part === null
          ? undefined
          : HOURS[part[1]?.toLowerCase() ?? ""]
        : minutesOf(clock, part?.[1]?.toLowerCase());
    const number =
      day === null
        ? undefined
        : day[2] === undefined
          ? ORDINALS.indexOf(day[1]?.toLowerCase() ?? "") + 1
          : Number(day[2]);
    return {
      text: [...new Set(words)].join(", "),
      ...(number === undefined || number < 1 ? {} : { day: number }),
      ...(minutes === undefined ? {} : { minutes }),
    };
  }
  return undefined;
}

/**
 * Gives beats that name a weekday their day of the story: the first is as early as it can be, each weekday after it is the next of
 * its name, and a week that is counted is counted from the first day's.
 *
 * @param beats - In the author's order.
 * @param firstDay - Weekday of the first day, where the author says it.
 */
export function withWeekdays(beats: readonly BeatReading[], firstDay?: string): readonly BeatReading[] {
  const opening = firstDay === undefined ? undefined : DAYS.indexOf(firstDay.toLowerCase());
  let last = opening === undefined ? null : { day: 1, weekday: opening };
  return beats.map((beat) => {
    const text = beat.clock?.text ?? "";
    const word = WEEKDAY.exec(text)?.[0]?.slice(0, 3).toLowerCase();
    if (beat.clock === undefined || word === undefined) return beat;
    const weekday = DAYS.findIndex((day) => day.startsWith(word));
    const week = numberIn(WEEK.exec(text)?.[1]);
    const counted = week === undefined ? undefined : Math.max(1, (week - 1) * 7 + weekday - (opening ?? weekday) + 1);
    const day: number =
      beat.clock.day ?? counted ?? (last === null ? 1 : last.day + ((weekday - last.weekday + 7) % 7));
    last = { day, weekday };
    return { ...beat, clock: { ...beat.clock, day } };
  });
}

function numberIn(word: string | undefined): number | undefined {
  if (word === undefined) return undefined;
  return /^\d/.test(word) ? Number(word) : NUMBER_WORDS.indexOf(word.toLowerCase()) + 1;
}

function minutesOf(clock: RegExpExecArray, part: string | undefined): number | undefined {
  const [, phrase, spoken, hour24, minute, half24, hour, half, oclock] = clock;
  const numberOf = (word: string | undefined): number => numberIn(word) ?? Number.NaN;
  let hours = numberOf(spoken ?? hour24 ?? hour ?? oclock);
  let minutes = minute === undefined ? 0 : Number(minute);
  const offsets: Readonly<Record<string, number>> = {
    "half past": 30,
    "quarter past": 15,
    "quarter to": -15,
    "ten to": -10,
    "ten past": 10,
    "five to": -5,
    "five past": 5,
    "twenty to": -20,
    "twenty past": 20,
  };
  if (phrase !== undefined) minutes = offsets[phrase.toLowerCase()] ?? 0;
  const afternoon =
    /^p/i.test(half ?? half24 ?? "") ||
    (half === undefined &&
      half24 === undefined &&
      hours < 12 &&
      (part === "afternoon" || part === "evening" || part === "dusk" || (part === "night" && hours >= 6)));
  // "Ten to four", said of a scene: nobody means the small hours.
  const small = hour24 === undefined && hours < 7 && !/^(?:morning|night|dawn|midnight)$/.test(part ?? "");
  if (small && half === undefined && half24 === undefined) hours += 12;
  if (/^a/i.test(half ?? half24 ?? "") && hours === 12) hours = 0;
  if (afternoon && hours < 12) hours += 12;
  const total = hours * 60 + minutes;
  return Number.isFinite(total) && total >= 0 && total < 1440 ? total : undefined;
}
