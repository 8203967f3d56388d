/** When a beat plays. */
import type { BeatReading } from "@narratoria/protocol/contracts";
import { looksFinite } from "@narratoria/protocol/english";
import { daysAhead } from "./days-ahead.js";
import { mealHour } from "./meal-hours.js";
import type { PeopledSentence } from "./people-mentions.js";
import { darkHour, isInPresent, statedHours, withoutOtherTimes } from "./told-times.js";

const DAYS = "monday tuesday wednesday thursday friday saturday sunday".split(" ");
const HOURS: Readonly<Record<string, number>> = {
  "before dawn": 300,
  "before light": 300,
  "before daybreak": 300,
  dawn: 360,
  daybreak: 360,
  sunrise: 390,
  "first light": 360,
  "before breakfast": 420,
  "at breakfast": 480,
  "after breakfast": 540,
  "by daylight": 600,
  morning: 540,
  noon: 720,
  midday: 720,
  afternoon: 900,
  dusk: 1140,
  sunset: 1140,
  sundown: 1140,
  evening: 1200,
  nightfall: 1200,
  "at supper": 1140,
  "after supper": 1200,
  "after dark": 1260,
  tonight: 1260,
  night: 1320,
  midnight: 1440,
  "by moonlight": 1320,
  "by starlight": 1320,
};
const NUMBER_WORDS = "one two three four five six seven eight nine ten eleven twelve".split(" ");
const ORDINALS =
  "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth".split(
    " ",
  );
/** "Two minutes to nine", "eleven minutes past nine". (rule CA5942) */
const MINUTE_WORDS = [
  ...NUMBER_WORDS,
  ..."thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty twenty[- ]five".split(" "),
].join("|");
const CLOCK = new RegExp(
  `\\b(?:(?:(half past|quarter past|quarter to|(?:${MINUTE_WORDS}|\\d{1,2}) minutes? (?:to|past)|(?:ten|twenty[- ]five|five|twenty) (?:to|past)) )(${NUMBER_WORDS.join("|")}|midnight|noon|\\d{1,2})(?: o['’]clock)?|(\\d{1,2})[:.](\\d{2}) ?([ap]\\.?m\\.?)?|(\\d{1,2}) ?([ap]\\.?m\\.?)|(${NUMBER_WORDS.join("|")}) o['’]clock)\\b`,
  "i",
);
/** As written with a capital: the sun shines, and somebody sat down. What is Thursday's is there on other days. */
const WEEKDAY =
  /\b(?:(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day(?!['’]s)|(?:Mon|Tues?|Wed|Thu(?:rs?)?|Fri|Sat|Sun)\b(?! (?:down|up|on|in|at|by|with|there|and)\b))\b/;
/** "All the town is there tonight", not "before tonight" and not "tonight's bread". (rule CA1623) */
const TONIGHT = "(?<!\\b(?:before|until|till|by|for|about|of|from|than|not|if|or) )tonight(?!['’])";
/** "The night shift", "an evening dress", "the morning boy": of that kind at any hour. (rule CA5941) */
const OF_A_KIND =
  "(?! (?:shifts?|porters?|watch(?:man|men)|nurses?|clerks?|operators?|trains?|mails?|boats?|ferr(?:y|ies)|bus(?:es)?|bells?|schools?|classes|dress|papers?|post|boy|girl|man|duty|coats?|gowns?|caps?|shirts?)\\b)";
const PARTS = new RegExp(
  `\\b(${[...Object.keys(HOURS).filter((part) => part !== "tonight"), TONIGHT].join("|")})\\b${OF_A_KIND}`,
  "i",
);
const DAY_OF = new RegExp(
  `\\b(?:on )?(?:(?:the |(?<=^))(${ORDINALS.join("|")}) (?:day|morning|evening|night|afternoon|dawn)|day (\\d{1,2}))\\b`,
  "i",
);
/** "Two days out, with the islands astern": so many days after the story began. (rule CA3165) */
const DAYS_OUT = new RegExp(`^(${NUMBER_WORDS.slice(1).join("|")}) days (?:out|at sea|on the road)\\b`, "i");
/** A league's, a term's or a voyage's own count: "Sat 3pm, week 6". */
const WEEK = new RegExp(`\\bweek (${NUMBER_WORDS.join("|")}|\\d{1,2})\\b`, "i");
const THAT_SAME =
  /\b(?:that same|the same|that) (?:morning|afternoon|evening|night|day)\b|\b(?:next|following) (?:morning|day|evening|night)\b|\b(?:an? )?(?:hour|day|week|month)s? later\b/i;

/** "Three in the morning", "four at night". */
const HOUR_OF = new RegExp(
  `\\b(${NUMBER_WORDS.join("|")}|\\d{1,2}) (?:in the (morning|afternoon|evening)|at (night))\\b`,
  "i",
);
/** "On Thursday at seven they all come down", "Sunday at three, the bell": an hour without its half of the day. */
const AT_HOUR = new RegExp(
  `\\bat (${NUMBER_WORDS.join("|")}|\\d{1,2})(?=[,.;:]| (?:all|the|an?|you|he|she|they|it|we|there|every|each|no|his|her|their|sharp|precisely|exactly|when|as)\\b)`,
  "i",
);
/** From seven to eleven an hour may be of the morning or of the evening. */
const EITHER_FROM = 7;
const EITHER_TO = 11;
/** The watches of a ship, as their first minutes. */
const WATCHES: Readonly<Record<string, number>> = {
  first: 1200,
  middle: 0,
  morning: 240,
  forenoon: 480,
  afternoon: 720,
  dog: 960,
};
const WATCH = new RegExp(`\\b(${Object.keys(WATCHES).join("|")}) watch\\b`, "i");
/** The hours of a house that prays, as their first minutes. (rule CA1510) */
const OFFICES: Readonly<Record<string, number>> = {
  Matins: 120,
  Lauds: 300,
  Prime: 360,
  Terce: 540,
  Sext: 720,
  None: 900,
  Nones: 900,
  Vespers: 1080,
  Compline: 1230,
};
const OFFICE = new RegExp(
  `(?:\\b(?:[Aa]t|[Aa]fter|[Bb]efore|[Bb]y|of|[Bb]etween|[Tt]owards?|from|[Uu]ntil)|(?<=^(?:[Dd]ay \\d{1,2}|[A-Z][a-z]+day),)) (${Object.keys(OFFICES).join("|")})(?=[,.;:]|\\s\\p{Ll}|$)`,
  "u",
);
/** "0640" at the head of a text, and "2000" behind a count of days. */
const HOURS_24 =
  /(?:^|[DT] ?[-–−] ?\d{1,3}[,.]? )([01]\d|2[0-3])([0-5]\d)(?=[,.;:]| hours\b)|^ ?(0\d)([0-5]\d)$|\b([01]\d|2[0-3])([0-5]\d) hours\b/;
/** Days before one that everybody waits for: "D-6", "T-2", "the Fourth Before"; "T-13:55" counts hours. */
const COUNTDOWN = new RegExp(
  `\\b[DT] ?[-–−] ?(\\d{1,3})\\b(?![:.]\\d\\d)|\\bthe (${ORDINALS.join("|")}) Before\\b`,
  "i",
);

/** How many days before the awaited one a text is; undefined where it does not count them. */
function daysBefore(text: string): number | undefined {
  const found = COUNTDOWN.exec(text);
  if (!found || (found[2] !== undefined && !/Before$/.test(found[0]))) return undefined;
  return found[1] === undefined ? ORDINALS.indexOf(found[2]?.toLowerCase() ?? "") + 1 : Number(found[1]);
}

/** A beat whose opening or title counts the days to come is on the day that this makes, from the first count that is given. */
export function withCountdown(beats: readonly BeatReading[], premise: string): readonly BeatReading[] {
  const countOf = ({ title, told }: BeatReading): number | undefined =>
    daysBefore(told.slice(0, 2).join(" ").slice(0, 160)) ?? daysBefore(title);
  const counts = beats.map(countOf);
  const first = daysBefore(premise.slice(0, 600)) ?? counts.find((count) => count !== undefined);
  if (first === undefined || counts.filter((count) => count !== undefined).length === 0) return beats;
  return beats.map((beat, index) => {
    const count = counts[index];
    if (count === undefined || count > first) return beat;
    const day = first - count + 1;
    return { ...beat, clock: { text: `${count} days before`, ...beat.clock, day } };
  });
}

const MONTHS = "january february march april may june july august september october november december".split(" ");
const LENGTHS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
const NTH = [
  ...ORDINALS,
  ..."sixteenth seventeenth eighteenth nineteenth twentieth twenty-first twenty-second twenty-third twenty-fourth twenty-fifth twenty-sixth twenty-seventh twenty-eighth twenty-ninth thirtieth".split(
    " ",
  ),
  ...["thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"].flatMap((tens, at, all) => [
    ...ORDINALS.slice(0, 9).map((unit) => `${tens}-${unit}`),
    ...(all[at + 1] === undefined ? [] : [`${all[at + 1]?.slice(0, -1)}ieth`]),
  ]),
];
const NTH_WORDS = [...NTH].sort((a, b) => b.length - a.length).join("|");
/** "The 4th of September", "September 4th", "the twentieth of November". */
const DATE = new RegExp(
  `\\b(?:the )?(\\d{1,2})(?:st|nd|rd|th)?(?: of)? (${MONTHS.join("|")})\\b|\\b(${MONTHS.join("|")}) (?:the )?(\\d{1,2})(?:st|nd|rd|th)?\\b(?! ?(?:men|people))|\\bthe (${NTH_WORDS}) of (${MONTHS.join("|")})\\b`,
  "gi",
);
/** A date that lies further ahead of the one before is none of the story. */
const FARTHEST_DAYS = 60;

/** Days that have names, as dates. */
const FEASTS: Readonly<Record<string, string>> = {
  Candlemas: "2 February",
  "Lady Day": "25 March",
  "May Day": "1 May",
  "Saint John['’]s Eve|Midsummer Eve": "23 June",
  "Saint John['’]s [Dd]ay|Midsummer Day": "24 June",
  Lammas: "1 August",
  Michaelmas: "29 September",
  "Saint Luke['’]s [Dd]ay": "18 October",
  "Hallowe['’]?en": "31 October",
  "All Saints['’]?(?: [Dd]ay)?": "1 November",
  "Martinmas|Saint Martin['’]s [Dd]ay": "11 November",
  "Christmas Eve": "24 December",
  "Christmas [Dd]ay": "25 December",
  "New Year['’]s Eve": "31 December",
};
const FEAST = Object.entries(FEASTS).map(
  ([name, date]) => [new RegExp(`\\b(?:${name})(?=[,.;: ]|$)`, "gu"), date] as const,
);
const EVE_OF = /\b[Tt]he eve of (\d+) (\p{Lu}\p{Ll}+)/gu;

/** "The twenty-sixth of the fourth month", "the 3rd day of the fifth month". */
const NUMBERED_MONTH = new RegExp(
  `\\b(?:the )?(${NTH_WORDS}|\\d{1,2}(?:st|nd|rd|th)?)(?: day)? of the (${NTH.slice(0, 12).join("|")}) month\\b`,
  "giu",
);

/** A text with names for numbered months, as many as a year has. (rule CA5847) */
const withNamedMonths = (text: string): string =>
  text.replace(NUMBERED_MONTH, (match, day: string, month: string) => {
    const at = NTH.indexOf(day.toLowerCase());
    const name = MONTHS[NTH.indexOf(month.toLowerCase())] ?? "";
    const nth = at < 0 ? Number.parseInt(day, 10) : at + 1;
    return name === "" || nth > 31 ? match : `${nth} ${name.charAt(0).toUpperCase()}${name.slice(1)}`;
  });

/** A text with dates for the names of days: "the eve of Martinmas" is 10 November. (rule CA3170) */
function withFeastsAsDates(text: string): string {
  const dated = FEAST.reduce((told, [name, date]) => told.replace(name, date), withNamedMonths(text));
  return dated.replace(EVE_OF, (_, day: string, month: string) => `${Number(day) - 1} ${month}`);
}

/** Days of the year that a text names, in its order. */
function datesIn(named: string): number[] {
  const text = withFeastsAsDates(named);
  return [...text.matchAll(DATE)].flatMap(([, first, second, third, fourth, fifth, sixth]) => {
    const month = MONTHS.indexOf((second ?? third ?? sixth ?? "").toLowerCase());
    const day = fifth === undefined ? Number(first ?? fourth) : NTH.indexOf(fifth.toLowerCase()) + 1;
    if (month < 0 || day < 1 || day > 31) return [];
    return [LENGTHS.slice(0, month).reduce((sum, length) => sum + length, 0) + day];
  });
}

/** Dates with which sentences open: "On the morning of Monday the 4th of September". Others are told of, and are not when it is. */
function openingDates(named: string): number[] {
  return withFeastsAsDates(named)
    .split(/(?<=[.!?…]["”’']?)\s+/)
    .flatMap((sentence) => {
      // "Kyoto, the twenty-sixth of the fourth month": the head of a letter or a log. (rule CA5847)
      const opening = sentence.trim().replace(HEADED_BY_PLACE, "").slice(0, 70);
      const [first = ""] = opening.match(DATE) ?? [];
      const before = opening.slice(0, opening.indexOf(first));
      const opens = first !== "" && /^(?:(?:early |late )?(?:on|by|since|towards?) )?(?:\p{L}+ ){0,5}$/iu.test(before);
      // "This Saturday, the 17th of November, is the last concert" says what is to come. (rule CA5920)
      const isTalkedOf = /^,? (?:is|was|will|would|has|had|falls|fell|comes|came)\b/.test(
        opening.slice(before.length + first.length),
      );
      return opens && !isTalkedOf && !/\bhad\b/.test(before) && OPENS_TIME.test(opening)
        ? datesIn(opening).slice(0, 1)
        : [];
    });
}

const HEADED_BY_PLACE = new RegExp(
  `^(?!(?:This|Next|Last|That)\\b)\\p{Lu}[\\p{L}’'-]+(?: \\p{L}[\\p{L}’'-]+){0,3}, (?=(?:the )?(?:\\d{1,2}(?:st|nd|rd|th)?|${NTH_WORDS})(?: of)? (?:${MONTHS.join("|")})\\b)`,
  "iu",
);

const OPENS_TIME = new RegExp(
  `^(?:early |late )?(?:on|by|since|towards?|the|\\d{1,2}(?:st|nd|rd|th)?|${MONTHS.join("|")}|${DAYS.join("|")})\\b`,
  "i",
);

/**
 * A beat whose first sentence opens with a date is so many days after the last date with which a sentence of the premise opens, which is
 * the story's first day. (rule CA437)
 */
export function withDates(beats: readonly BeatReading[], premise: string): readonly BeatReading[] {
  const dated = openingDates(premise).at(-1);
  if (dated === undefined) return beats;
  const first = dated - daysUntilDate(premise, dated, beats[0]);
  let last = 1;
  return beats.map((beat) => {
    const opening = beat.told[0] ?? "";
    const [date] = openingDates(opening);
    if (date === undefined || beat.clock?.day !== undefined || /\b(?:last|that|the) year\b/.test(opening)) return beat;
    const day = ((date - first + 365) % 365) + 1;
    // What happened long before, or before the last beat that has a date, is told of and does not happen then.
    if (day > last + FARTHEST_DAYS || day < last) return beat;
    last = day;
    return { ...beat, clock: { text: `day ${day}`, ...beat.clock, day } };
  });
}

/** "This Saturday, the seventeenth of November, is the last concert." */
const LIES_AHEAD = /^(?:This|Next)\b|^(?:On|By)\b[^.]*\b(?:will|must|shall|is to|are to|is due|are due)\b/u;

/**
 * Days from the day on which a story begins to a date of its premise that is of another weekday: "This Saturday, the seventeenth of November,
 * is the last concert", where the first beat is of Monday. (rule CA5945)
 */
function daysUntilDate(premise: string, date: number, first: BeatReading | undefined): number {
  const weekdayIn = (text: string): number => {
    const word = WEEKDAY.exec(text)?.[0]?.slice(0, 3).toLowerCase();
    return word === undefined ? -1 : DAYS.findIndex((day) => day.startsWith(word));
  };
  const from = weekdayIn(first?.clock?.text ?? "");
  const sentence = premise
    .split(/(?<=[.!?…]["”’']?)\s+/)
    .findLast((one) => openingDates(one).includes(date))
    ?.trim();
  const to = LIES_AHEAD.test(sentence ?? "") ? weekdayIn((sentence ?? "").slice(0, 70)) : -1;
  return from < 0 || to < 0 ? 0 : (to - from + 7) % 7;
}

/** "1645-08-04", as a tag. */
const ISO_DATE = /^\d{1,4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/;
/** Titles or tags that have dates, at least. */
const FEWEST_DATED = 3;

/**
 * Gives beats with a date in their titles ("The Summons, 4 August") or tags its day of the story, the earliest of which is the first,
 * where three have one and they are of two days and more. (rule CA1416)
 */
export function withTitledDates(
  beats: readonly BeatReading[],
  tagsOf: (id: string) => readonly string[],
): readonly BeatReading[] {
  const dates = beats.map(({ id, title }) => {
    const tagged = tagsOf(id).flatMap((tag) => {
      const [, month, day] = ISO_DATE.exec(tag.trim()) ?? [];
      // "wednesday-27-may" (rule CA5428)
      return month === undefined
        ? datesIn(tag.replace(/[-_]/g, " ")).slice(0, 1)
        : [LENGTHS.slice(0, Number(month) - 1).reduce((a, b) => a + b, 0) + Number(day)];
    });
    return datesIn(title)[0] ?? tagged[0];
  });
  const known = dates.filter((date) => date !== undefined);
  const [first = 0] = known;
  const after = (date: number): number => (date - first + 365) % 365;
  if (known.length < FEWEST_DATED || new Set(known).size < 2 || known.some((date) => after(date) > MOST_DATED))
    return beats;
  return beats.map((beat, index) => {
    const date = dates[index];
    if (date === undefined || beat.clock?.day !== undefined) return beat;
    return { ...beat, clock: { text: `day ${after(date) + 1}`, ...beat.clock, day: after(date) + 1 } };
  });
}

/** Stories that take longer have dates that are no appointments. */
const MOST_DATED = 60;

/** "The Twenty-seventh Day; wind at south-east", of a count that began before the story. */
const DAY_OF_COUNT = new RegExp(`\\b[Tt]he (${NTH_WORDS}) day\\b`, "i");
/** A count that begins with the story needs no origin. */
const LATE_COUNT = 3;

/** "Day 6, morning", at the head of a text. */
const DAY_IN_FIGURES = /\bDay (\d{1,3})\b/;

const countedDay = (text: string): number => NTH.indexOf(DAY_OF_COUNT.exec(text)?.[1]?.toLowerCase() ?? "") + 1;
/** 0 where there is none. */
const dayInFigures = (text: string): number => Number(DAY_IN_FIGURES.exec(text)?.[1] ?? 0);
/** "Sixth dawn", "on the seventh night": a part of a day of the count; 0 where there is none. (rule CA3163) */
const countedPart = ({ clock }: BeatReading): number =>
  clock?.day !== undefined && PART_OF_COUNT.test(clock.text) ? clock.day : 0;
const PART_OF_COUNT = new RegExp(`\\b(?:${ORDINALS.join("|")}) (?:morning|evening|night|afternoon|dawn)\\b`, "i");
const openingOf = ({ told }: BeatReading): string => (told[0] ?? "").slice(0, 120);

/** What an author's own count, which began before the story, calls its first day; undefined where there is no such count. */
export function dayCountOrigin(beats: readonly BeatReading[], premise: string): number | undefined {
  const openings = beats.map(openingOf);
  const named = countedDay(openings.find((text) => countedDay(text) > 0) ?? "");
  // A story that lasts as long counts its own days. (rule CA3163)
  const counted = countedDay(premise) || (named <= (daysAhead(premise) ?? 0) ? 0 : named);
  // What the first beat calls its day is the first, where the premise calls it so too. (rule CA1550)
  const [first = 0] = openings.map(dayInFigures);
  const origin = counted || (new RegExp(`\\bDay ${first}\\b`).test(premise) ? first : 0);
  // "By the sixth day that was plain": a beat of an earlier day of the count says that it begins with the story. (rule CA1660)
  if (openings.some((text) => dayInFigures(text) > 0 && dayInFigures(text) < origin)) return undefined;
  return origin < LATE_COUNT ? undefined : origin;
}

/**
 * Gives beats that name a day of a count their day of the story, where the count began before it: the first such day that the premise
 * names, else the first that a beat names, is the first day. (rule CA448)
 */
export function withDayCount(beats: readonly BeatReading[], premise: string): readonly BeatReading[] {
  const origin = dayCountOrigin(beats, premise);
  if (origin === undefined) return beats;
  return beats.map((beat) => {
    const number = countedDay(openingOf(beat)) || dayInFigures(openingOf(beat)) || countedPart(beat);
    if (number < origin) return beat;
    const day = number - origin + 1;
    return { ...beat, clock: { text: `day ${day}`, ...beat.clock, day } };
  });
}

/** "First Dusk. The Charge", "Day 2: Ashore", "Night Three": the day or part of it with which a title begins. */
const TITLED_DAY = new RegExp(
  `^(?:the )?(${ORDINALS.join("|")}) (day|dawn|morning|noon|afternoon|dusk|sunset|evening|night)\\b(?=\\s*(?:[.:,;–—-]|$))|^(day|night|evening|morning) (\\d{1,2}|${NUMBER_WORDS.join("|")})\\b`,
  "i",
);
/** Titles that count their days, at least. */
const FEWEST_TITLED = 3;

/** Gives beats whose titles count the days of the story ("First Dusk", "Day 2") their day. (rule CA457) */
export function withTitledDays(beats: readonly BeatReading[]): readonly BeatReading[] {
  const found = beats.map(({ title }) => {
    const [, ordinal, of, part, number] = TITLED_DAY.exec(title.trim()) ?? [];
    const day = ordinal === undefined ? (numberIn(number) ?? 0) : ORDINALS.indexOf(ordinal.toLowerCase()) + 1;
    return { day, part: (of ?? part ?? "").toLowerCase() };
  });
  const counted = found.filter(({ day }) => day > 0);
  const first = Math.min(...counted.map(({ day }) => day));
  if (counted.length < FEWEST_TITLED || new Set(counted.map(({ day }) => day)).size < 2) return beats;
  return beats.map((beat, index) => {
    const { day = 0, part = "" } = found[index] ?? {};
    if (day === 0) return beat;
    const minutes = beat.clock?.minutes ?? HOURS[part];
    const text = beat.clock?.text ?? `day ${day}`;
    return { ...beat, clock: { text, ...(minutes === undefined ? {} : { minutes }), day: day - first + 1 } };
  });
}

/** "On the ninth, between Terce and Sext": a date that names its day alone. */
const ANY_DATE = new RegExp(`\\b(?:[Oo]n|of) the (?:${NTH_WORDS}|\\d{1,2}(?:st|nd|rd|th))\\b`, "gu");
const BARE_DATE = new RegExp(
  `\\b(?:[Oo]n|(?:night|morning|evening|eve|day|afternoon|dawn) of|[Bb]y|[Uu]ntil|[Bb]efore) the (?:(${NTH_WORDS})|(\\d{1,2})(?:st|nd|rd|th))(?=[,.;:]|\\s(?:at|between|after|before|in the|towards?|about|with|there|and|he|she|they|you|the|it)\\b|\\s\\p{Lu}|$)`,
  "u",
);
/** "The 10th. Four boats", "The night of the 14th.", "The 17th, night": a beat that begins with its date. (rule CA3164) */
const HEAD_DATE = new RegExp(
  `^(?:[Tt]he )?(?:(?:night|morning|evening|eve|afternoon|dawn) of the )?(?:(${NTH_WORDS})|(\\d{1,2})(?:st|nd|rd|th))(?=[.,;:])`,
  "u",
);
/** "6th of Barley-month. Two tablets reach your shelf." */
const PREMISE_DATE = new RegExp(
  `^(?:\\p{Lu}\\p{L}*[.:] )?(?:[Tt]he )?(?:(${NTH_WORDS})|(\\d{1,2})(?:st|nd|rd|th)) of \\p{Lu}`,
  "u",
);
const bareDate = (text: string): number => {
  const [, word, figure] = HEAD_DATE.exec(text) ?? BARE_DATE.exec(text) ?? [];
  return word === undefined ? Number(figure ?? 0) : NTH.indexOf(word.toLowerCase()) + 1;
};

/**
 * Gives beats whose openings date them by the day of the month alone ("on the ninth") their day of the story, where three have such a date,
 * of two days and more, and none goes back. The first of them is the first day. (rule CA1511)
 */
export function withBareDates(beats: readonly BeatReading[], premise = ""): readonly BeatReading[] {
  const dates = beats.map(({ told }) => {
    const inPresent = isInPresent(told);
    const opening = told.slice(0, 2).map((sentence) => withoutOtherTimes(sentence, ANY_DATE, inPresent));
    return bareDate(opening.join(" ").slice(0, 220));
  });
  const known = dates.filter((date) => date > 0);
  const [, word, figure] = PREMISE_DATE.exec(premise.replace(/^#.*$|\*/gm, "").trim()) ?? [];
  const opens = word === undefined ? Number(figure ?? 0) : NTH.indexOf(word.toLowerCase()) + 1;
  // The story begins on the date with which its premise does, where no beat lies before it.
  const first = opens > 0 && known.every((date) => date >= opens) ? opens : (known[0] ?? 0);
  const runsOn = known.every((date, at) => at === 0 || date >= (known[at - 1] ?? 0));
  if (known.length < FEWEST_DATED || new Set(known).size < 2 || !runsOn) return beats;
  return beats.map((beat, at) => {
    const date = dates[at] ?? 0;
    if (date === 0 || beat.clock?.day !== undefined) return beat;
    const day = date - first + 1;
    return { ...beat, clock: { text: `day ${day}`, ...beat.clock, day } };
  });
}

/** "day1", "day-2", "night_three": a tag that counts the days. */
const DAY_TAG = new RegExp(`^(?:day|night)[-_ ]?(\\d{1,2}|${NUMBER_WORDS.join("|")})$`, "i");

/** Gives beats whose tags count the days of the story that day, where they name none themselves. (rule CA1406) */
export function withTaggedDays(
  beats: readonly BeatReading[],
  tagsOf: (id: string) => readonly string[],
): readonly BeatReading[] {
  const days = beats.map(({ id }) =>
    tagsOf(id)
      .map((tag) => numberIn(DAY_TAG.exec(tag.trim())?.[1]))
      .find((day) => day !== undefined),
  );
  const counted = days.filter((day) => day !== undefined);
  const first = Math.min(...counted);
  if (counted.length < FEWEST_TITLED || new Set(counted).size < 2) return beats;
  return beats.map((beat, index) => {
    const day = days[index];
    if (day === undefined || beat.clock?.day !== undefined) return beat;
    return { ...beat, clock: { text: `day ${day}`, ...beat.clock, day: day - first + 1 } };
  });
}

/** Beats whose ids name a weekday, at least: one alone may be anything. */
const FEWEST_NAMED = 3;

/**
 * Gives beats whose ids begin or end with a weekday ("friday_bread"), or that have one as a tag, that day, where three do and they name two
 * days and more, and the beat itself names none. (rule CA701)
 *
 * @param tagsOf - The tags of a beat, by its id.
 */
export function withDaysOfIds(
  beats: readonly BeatReading[],
  tagsOf: (id: string) => readonly string[] = () => [],
): readonly BeatReading[] {
  const named = beats.map(({ id }) => {
    const parts = id.toLowerCase().split(/[^\p{L}]+/u);
    const tagged = DAYS.filter((day) => tagsOf(id).some((tag) => tag.toLowerCase() === day));
    return (
      DAYS.find((day) => parts[0] === day || parts.at(-1) === day) ?? (tagged.length === 1 ? tagged[0] : undefined)
    );
  });
  const days = named.filter((day) => day !== undefined);
  if (days.length < FEWEST_NAMED || new Set(days).size < 2) return beats;
  return beats.map((beat, index) => {
    const day = named[index];
    if (day === undefined || beat.clock?.day !== undefined || WEEKDAY.test(beat.clock?.text ?? "")) return beat;
    const weekday = `${day.charAt(0).toUpperCase()}${day.slice(1)}`;
    const text = beat.clock === undefined ? weekday : `${weekday}, ${beat.clock.text}`;
    return { ...beat, clock: { ...beat.clock, text } };
  });
}

/** "Wednesday, Falfurrias." and "That's Tuesday, five a.m.": a sentence that is a label of the day. */
const OPENS_WITH_WEEKDAY =
  /^(?:(?:So|And) )?(?:[Tt]hat['’]s |[Ii]t['’]s )?(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day(?: (?:dawn|morning|noon|midday|afternoon|dusk|sunset|sundown|evening|night|midnight))?[,.:;]/;
/** "And the clock on the dash says Friday": the day that a beat shows, wherever it does. (rule CA1667) */
const SHOWS_DAY =
  /\b(?:clock|calendar|watch|screen|display|dial)\b[^.,;:“”"]{0,30}\b(?:says|said|reads|shows|showed) (?:that )?(?:it (?:is|was) |it['’]s )?(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day\b/u;
/** Sentences among which such a label stands. */
const LABEL_WITHIN = 6;

/** What somebody says, offers or has planned. */
const ANNOUNCED =
  /\b(?:[Hh]e|[Ss]he|[Tt]hey|who|\p{Lu}\p{L}+) (?:says?|said|tells?|told|announces?|announced|promises?|promised|offers?|offered|plans?|planned|wants?|wanted)\b|\b(?:for sale|due|by|until|till|deadline|will|shall|would|is to|are to)\b/u;

/** "He says that it is for sale. Saturday, midnight, at his ball.": when what has just been announced is to be. (rule CA1655) */
const isOfAnnouncement = (text: string, before: string): boolean =>
  ANNOUNCED.test(before) && !/[“”"]/.test(before) && !splitWords(text).some((word) => looksFinite(word));

/** A part of another day's: "dated the evening of the fire", "every morning", "since Thursday", "the afternoon of the wedding". */
const OTHER_TIME = new RegExp(
  `\\bthan (?:it (?:was|had been) )?at [^.,;]{3,30}|\\b(?:dated|since|until|till|every|each|last|yesterday|tomorrow) (?:the )?(?:(?:${DAYS.join("|")})s? ?)?(?:${Object.keys(HOURS).join("|")})?s?\\b|\\b(?:the )?(?:${Object.keys(HOURS).join("|")}) of (?:the|that|his|her|their|its|your|an?) (?!${ORDINALS.join("|")}|\\d)`,
  "gi",
);
/** A paper, on which times stand that are none of the scene's. */
const PAPER =
  /\b(?:page|diary|letters?|note|entry|notice|cards?|list|register|ledger|log|sign|poster|tickets?|telegram|calendar|timetable|invitation|label|book)\b/i;

const ANY_HOUR = new RegExp(CLOCK.source, "gi");

/** Weekdays and parts of the day, with the words that lead to them. */
const ANY_TIME = new RegExp(
  `(?:\\b(?:on|upon|in|of|that|this|the|at) ){0,3}(?:\\b(?:${ORDINALS.join("|")}) )?(?:\\b(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day(?: |\\b))?\\b(?:${Object.keys(
    HOURS,
  )
    .filter((part) => part !== "tonight")
    .join(
      "|",
    )})\\b|\\b(?:on |upon )?(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day\\b|\\b(?:on|upon) the (?:${ORDINALS.join("|")}) (?:day|night)\\b`,
  "gu",
);

/** "At half past one the wind dropped, and there were stars": whatever hour a sentence names is of the night. (rule CA3162) */
const NIGHT_SKY = /\b(?:stars|starlight|moonlight|the moon)\b/i;
const AT_NIGHT = PARTS.exec("night");

/** "It is in his beautiful clerk's hand": what was read before it is written somewhere. */
const IS_IN_A_HAND =
  /^(?:It|That|This|All of it)(?: is|['’]s| was) (?:all )?(?:written |set down |entered |printed )?in (?:[\p{L}’'-]+ ){0,5}(?:hand|handwriting|writing|script|ink|pencil|chalk|print|capitals)\b/u;
/** Words that an entry has at most. */
const ENTRY_WORDS = 8;

/** Whether a short sentence is read from somewhere: one soon behind it says in whose hand it is. (rule CA3326) */
const isRead = (text: string, next: readonly string[]): boolean =>
  splitWords(text).length <= ENTRY_WORDS && next.some((one) => IS_IN_A_HAND.test(one));

/** Whether a sentence is what stands on a paper which the sentence before it names: an entry stands behind its day, or has no verb. */
const isOnPaper = (text: string, before: string | undefined): boolean =>
  before !== undefined &&
  PAPER.test(before) &&
  (/^\S+day(?: \p{Ll}+)?: /iu.test(text) || (/^\S+day\b|^\d/i.test(text) && isVerbless(text)));
const isVerbless = (text: string): boolean =>
  !splitWords(text.split(/\b(?:that|which|who|whom|whose)\b/i)[0] ?? text).some((word) => looksFinite(word));
const splitWords = (text: string): readonly string[] => text.toLowerCase().match(/\p{L}+/gu) ?? [];

/** The minute of the day that a text of a few words names: "Wednesday, about noon", "Friday, 16:30". */
export function minuteIn(text: string): number | undefined {
  const other = otherHour(text);
  if (other !== undefined) return other.minutes;
  const clock = CLOCK.exec(text);
  const part = PARTS.exec(text)?.[1]?.toLowerCase();
  return clock === null ? (part === undefined ? undefined : HOURS[part]) : minutesOf(clock, part);
}

/** "22:47 - Doors", "0340. The Gate": the hour with which a title begins. */
const TITLED_HOUR =
  /^(?:(\d{1,2})[:.](\d{2}) ?([ap]\.?m\.?)?|([01]\d|2[0-3])([0-5]\d)(?: hours)?)(?=\s*(?:[-–—:.,;/|]|$))/i;

/** Hours by which a title may go back within a day: an author's order is not always that of time. */
const SAME_DAY = 360;

/**
 * The hour with which a beat's title begins is the beat's. Where titles name hours as a rule, one that lies far before the one before it
 * is of the next day. (rule CA1360)
 *
 * @param beats - In the author's order.
 */
export function withTitledHours(beats: readonly BeatReading[]): readonly BeatReading[] {
  const hours = beats.map(({ title }) => {
    const [text, hour = "", minute = "", half = "", hour24 = "", minute24 = ""] = TITLED_HOUR.exec(title.trim()) ?? [];
    if (text === undefined) return undefined;
    const count = (Number(hour || hour24) % (half === "" ? 24 : 12)) + (/^p/i.test(half) ? 12 : 0);
    return { text, minutes: count * 60 + Number(minute || minute24) };
  });
  const areCounted = hours.filter((one) => one !== undefined).length >= FEWEST_TITLED;
  let day = 1;
  let last = 0;
  return beats.map((beat, index) => {
    const hour = hours[index];
    if (hour === undefined) return beat;
    if (hour.minutes < last - SAME_DAY) day++;
    last = hour.minutes;
    return { ...beat, clock: { ...beat.clock, ...hour, ...(areCounted ? { day: beat.clock?.day ?? day } : {}) } };
  });
}

/**
 * The words of a beat that say when it plays, in its opening or in its location ("INT. REC ROOM - MONDAY NIGHT").
 *
 * @param when - What its author wrote behind a label of time, which goes before all else.
 * @param title - The beat's title.
 */
export function clockOf(
  sentences: readonly PeopledSentence[],
  location = "",
  when: readonly string[] = [],
  title = "",
): BeatReading["clock"] {
  const found = clockIn(sentences, location, when, title);
  const stated = found?.minutes === undefined ? withStatedHour(found, sentences) : found;
  const dated = WEEKDAY.test(stated?.text ?? "") || when.length > 0 ? stated : withTitledWeekday(stated, title);
  const closed = when.length > 0 ? dated : withClosingHour(dated, title);
  const dark = closed?.minutes === undefined ? inTheDark(closed, sentences) : closed;
  const told = dark?.minutes === undefined ? atTable(dark, sentences) : dark;
  // "Six O'Clock": a title that is an hour. (rule CA1542)
  const hour = CLOCK.exec(title.trim());
  if (hour === null || hour[0].length < title.trim().length || when.length > 0) return told;
  const minutes = minutesOf(hour, undefined);
  if (minutes === undefined) return told;
  return { ...told, text: told === undefined ? hour[0] : `${told.text}, ${hour[0]}`, minutes };
}

/** A beat of which only the day is said is told at night where it is dark. (rule CA3168) */
function inTheDark(clock: BeatReading["clock"], sentences: readonly PeopledSentence[]): BeatReading["clock"] {
  const isDated = clock?.day !== undefined || WEEKDAY.test(clock?.text ?? "");
  const minutes = isDated
    ? darkHour(sentences.flatMap(({ sentence }) => (sentence.span.kind === "beat" ? [sentence.plain] : [])))
    : undefined;
  return clock === undefined || minutes === undefined ? clock : { ...clock, minutes };
}

/** A beat that names no hour is told at that of the meal with which it opens. (rule CA6453) */
function atTable(clock: BeatReading["clock"], sentences: readonly PeopledSentence[]): BeatReading["clock"] {
  const meal = mealHour(sentences.flatMap(({ sentence }) => (sentence.span.kind === "beat" ? [sentence.plain] : [])));
  return meal === undefined
    ? clock
    : { ...clock, text: [clock?.text, meal.text].filter(Boolean).join(", "), minutes: meal.minutes };
}

/** "Thursday, Eleven Forty", "Saturday Night, in the Back Bedroom", "Rain Sunday", "Tuesday's bus": the day that a title names. */
const TITLED_WEEKDAY =
  /^(?:on )?((?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day)(?: (Dawn|Morning|Noon|Afternoon|Evening|Night|Midnight))?(?=[,.:;]|$)|^\p{Lu}[\p{L}-]+ ((?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day)$|^((?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day)['’]s (?:bus|train|boat|ferry|coach|tram|plane|post|mail|market|class|lesson|supper|dinner)$/iu;

/** The weekday of a beat's title, and the part of it where the beat names no hour. (rule CA3166) */
function withTitledWeekday(clock: BeatReading["clock"], title: string): BeatReading["clock"] {
  const [, opening, part, closing, of] = TITLED_WEEKDAY.exec(title.trim()) ?? [];
  const day = opening ?? closing ?? of;
  if (day === undefined || clock?.day !== undefined) return clock;
  const minutes = clock?.minutes ?? HOURS[part?.toLowerCase() ?? ""];
  const text = clock === undefined ? [day, part].filter(Boolean).join(" ") : `${day}, ${clock.text}`;
  return { text, ...(minutes === undefined ? {} : { minutes }) };
}

/** The hour that a beat states in a sentence of its own behind its opening. (rule CA3161) */
function withStatedHour(clock: BeatReading["clock"], sentences: readonly PeopledSentence[]): BeatReading["clock"] {
  const told = sentences.filter(({ sentence }) => sentence.span.kind === "beat");
  for (const words of statedHours(told.map(({ sentence }) => sentence.plain))) {
    const hour = CLOCK.exec(words);
    const minutes =
      hour === null || hour.index > 0 ? undefined : minutesOf(hour, PARTS.exec(words)?.[1]?.toLowerCase());
    if (hour !== null && minutes !== undefined)
      return { ...clock, text: clock === undefined ? hour[0] : `${clock.text}, ${hour[0]}`, minutes };
  }
  return clock;
}

/** "INT. REC ROOM - MONDAY NIGHT", "EXT. THE GATE - FRIDAY, 7:10 A.M.": a heading of a script, in a location or a title. (rule CA5940) */
const SLUG = /^(?:INT|EXT|I\/E)\b.*\s[-–—]+\s+(.+)$/;

/** "The Ice House, Friday 2 p.m.", "Doors (19:30)": an hour in figures that says its half of the day, at the end of a title. */
const CLOSES_WITH_HOUR =
  /(?:^|[\s(])(?:(\d{1,2})[:.](\d{2}) ?([ap]\.?m\b\.?)|(\d{1,2}) ?([ap]\.?m\b\.?)|([01]\d|2[0-3])[:.]([0-5]\d))\)?(?: \([^)]*\))?$/i;

/** The hour with which a title closes, where the beat names none. (rule CA5940) */
function withClosingHour(clock: BeatReading["clock"], title: string): BeatReading["clock"] {
  const found = clock?.minutes === undefined ? CLOSES_WITH_HOUR.exec(title.trim()) : null;
  if (found === null) return clock;
  const hour = CLOCK.exec(found[0].trim());
  const minutes = hour === null ? undefined : minutesOf(hour, undefined);
  if (hour === null || minutes === undefined) return clock;
  return { ...clock, text: clock === undefined ? hour[0] : `${clock.text}, ${hour[0]}`, minutes };
}

/** "Must be home before the twelfth night": a day by which something is to be done is still to come. (rule CA5925) */
const NOT_YET = new RegExp(
  `\\b(?:before|until|till|by) (?:the )?(?:${NTH_WORDS}|\\d{1,2}(?:st|nd|rd|th)) (?:night|day|evening|morning|dawn|afternoon)\\b`,
  "giu",
);

function clockIn(
  sentences: readonly PeopledSentence[],
  location: string,
  when: readonly string[],
  title: string,
): BeatReading["clock"] {
  const told = sentences.filter(({ sentence }) => sentence.span.kind === "beat");
  const shown = told.find(({ sentence }) => SHOWS_DAY.test(sentence.plain))?.sentence.plain;
  const label = told
    .slice(1, LABEL_WITHIN)
    .find(
      ({ sentence }, at) =>
        OPENS_WITH_WEEKDAY.test(sentence.plain) &&
        !isOnPaper(sentence.plain, told[at]?.sentence.plain) &&
        !isOfAnnouncement(sentence.plain, told[at]?.sentence.plain ?? ""),
    );
  const hour = (SLUG.exec(location) ?? SLUG.exec(title))?.[1]?.toLowerCase();
  const opening = [
    ...when,
    ...(hour === undefined ? [] : [hour.replace(/(?<!\p{L})\p{L}(?=\p{L}+day\b)/gu, (letter) => letter.toUpperCase())]),
    ...(label === undefined ? [] : [label.sentence.plain.slice(0, 160)]),
    ...told.slice(0, 2).flatMap(({ sentence }, at) =>
      isOnPaper(sentence.plain, told[at - 1]?.sentence.plain) ||
      isRead(
        sentence.plain,
        told.slice(at + 1, at + 3).map((one) => one.sentence.plain),
      )
        ? []
        : [sentence.plain.slice(0, 160)],
    ),
    ...(shown === undefined ? [] : [shown.slice(0, 160)]),
  ];
  const inPresent = isInPresent(told.map(({ sentence }) => sentence.plain));
  for (const words of opening) {
    const dated = withoutOtherTimes(words.replace(OTHER_TIME, "").replace(NOT_YET, ""), ANY_TIME, inPresent);
    const text = withoutOtherTimes(dated, ANY_HOUR, inPresent);
    const clock = CLOCK.exec(text);
    const other = clock === null ? otherHour(text) : undefined;
    const day = DAY_OF.exec(text);
    const out = DAYS_OUT.exec(text);
    const weekday = WEEKDAY.exec(text);
    // "The Night the Clock Stopped": an hour that says no half of the day is of the one in the title. (rule CA1503)
    const part =
      PARTS.exec(text) ?? (clock === null ? null : (PARTS.exec(title) ?? (NIGHT_SKY.test(words) ? AT_NIGHT : null)));
    const same = THAT_SAME.exec(text);
    const week = WEEK.exec(text);
    const said = [
      day?.[0],
      out?.[0],
      weekday?.[0],
      week?.[0],
      same?.[0],
      clock?.[0] ?? other?.text ?? part?.[0],
    ].filter((word): word is string => word !== undefined);
    if (weekday !== null && clock !== null && /^night$/i.test(PARTS.exec(text)?.[1] ?? ""))
      said.splice(said.indexOf(weekday[0]), 1, `${weekday[0]} night`);
    if (
      said.length === 0 ||
      (said.length === 1 &&
        weekday !== null &&
        label === undefined &&
        words === opening.at(-1) &&
        opening.length > 1 &&
        words === told[1]?.sentence.plain.slice(0, 160))
    )
      continue;
    const minutes = other
      ? other.minutes
      : clock === null
        ? part === null
          ? undefined
          : HOURS[part[1]?.toLowerCase() ?? ""]
        : minutesOf(clock, part?.[1]?.toLowerCase());
    const number =
      day === null
        ? out === null
          ? undefined
          : (numberIn(out[1]) ?? 0) + 1
        : day[2] === undefined
          ? ORDINALS.indexOf(day[1]?.toLowerCase() ?? "") + 1
          : Number(day[2]);
    return {
      text: [...new Set(said)].join(", "),
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
    // "Tuesday night, half past two" is of the night that follows Tuesday. (rule CA1659)
    const isSmallHour = /night/i.test(text) && (beat.clock.minutes ?? SMALL_HOURS) < SMALL_HOURS;
    return { ...beat, clock: { ...beat.clock, day: isSmallHour && beat.clock.day === undefined ? day + 1 : day } };
  });
}

const NOON = 720;

/**
 * Hours that say no half of the day ("seven o'clock") and would lie before the beat that the author has come before them on the same day are
 * of its second half. (rule CA3184)
 *
 * @param beats - In the author's order, with their days.
 */
export function inTheirHalf(beats: readonly BeatReading[]): readonly BeatReading[] {
  let last = { day: 0, minutes: 0 };
  return beats.map((beat) => {
    const { day, minutes, text = "" } = beat.clock ?? {};
    if (beat.clock === undefined || day === undefined || minutes === undefined) return beat;
    const saysHalf = PARTS.test(text) || /\d ?[ap]\.?m\b|:\d\d/iu.test(text);
    const isLater = day === last.day && minutes < last.minutes && minutes + NOON >= last.minutes && minutes < NOON;
    const told = isLater && !saysHalf ? minutes + NOON : minutes;
    last = { day, minutes: told };
    return told === minutes ? beat : { ...beat, clock: { ...beat.clock, minutes: told } };
  });
}

/** Hours of a night that are of the next day. */
const SMALL_HOURS = 300;

function numberIn(word: string | undefined): number | undefined {
  if (word === undefined) return undefined;
  return /^\d/.test(word) ? Number(word) : NUMBER_WORDS.indexOf(word.toLowerCase()) + 1;
}

/** An hour that is no o'clock: of a ship, of a part of the day, or in four figures. */
function otherHour(text: string): { readonly text: string; readonly minutes: number } | undefined {
  const figures = HOURS_24.exec(text);
  if (figures) {
    const [hour, minute] = [figures[1] ?? figures[3] ?? figures[5], figures[2] ?? figures[4] ?? figures[6]];
    return { text: figures[0].trim(), minutes: Number(hour) * 60 + Number(minute) };
  }
  const watch = WATCH.exec(text);
  if (watch) return { text: watch[0], minutes: WATCHES[watch[1]?.toLowerCase() ?? ""] ?? 0 };
  const office = OFFICE.exec(text);
  if (office) return { text: office[0], minutes: OFFICES[office[1] ?? ""] ?? 0 };
  const hour = HOUR_OF.exec(text);
  if (!hour) return atHour(text);
  const count = numberIn(hour[1]) ?? 0;
  if (count < 1 || count > 12) return undefined;
  const part = (hour[2] ?? hour[3] ?? "").toLowerCase();
  const isLate = part === "afternoon" || part === "evening" || (part === "night" && count >= 6 && count < 12);
  return { text: hour[0], minutes: ((count % 12) + (isLate ? 12 : 0)) * 60 };
}

/** An hour of which the text says the half of the day, or which is commonly of one half. (rule CA1353) */
function atHour(text: string): { readonly text: string; readonly minutes: number } | undefined {
  const found = AT_HOUR.exec(text);
  const count = numberIn(found?.[1]) ?? 0;
  if (!found || count < 1 || count > 12) return undefined;
  const part = PARTS.exec(text)?.[1]?.toLowerCase() ?? "";
  if (/^(?:before|dawn|daybreak|sunrise|first|morning)/.test(part))
    return { text: found[0], minutes: (count % 12) * 60 };
  const isLate = /^(?:afternoon|dusk|sunset|sundown|evening|nightfall|night|by)/.test(part);
  if (!isLate && count >= EITHER_FROM && count <= EITHER_TO) return undefined;
  const isSmall = part.includes("night") && count < 6;
  return { text: found[0], minutes: ((count % 12) + (isSmall ? 0 : 12)) * 60 };
}

const COUNTED_MINUTES =
  "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty".split(
    " ",
  );

/** Minutes of "two minutes to", less than none, and of "eleven minutes past". */
function minutesCounted(phrase: string): number {
  const [, word = "", side] = /^(\S+) minutes? (to|past)$/i.exec(phrase) ?? [];
  const count = /^\d/.test(word)
    ? Number(word)
    : /^twenty.five$/i.test(word)
      ? 25
      : COUNTED_MINUTES.indexOf(word.toLowerCase()) + 1;
  return side === undefined ? 0 : side.toLowerCase() === "to" ? -count : count;
}

function minutesOf(clock: RegExpExecArray, part: string | undefined): number | undefined {
  const [, phrase, spoken, hour24, minute, half24, hour, half, oclock] = clock;
  const named = /^(?:midnight|noon)$/i.test(spoken ?? "");
  const numberOf = (word: string | undefined): number =>
    named ? (/^n/i.test(word ?? "") ? 12 : 0) : (numberIn(word) ?? Number.NaN);
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
    "twenty five to": -25,
    "twenty five past": 25,
  };
  if (phrase !== undefined) minutes = offsets[phrase.toLowerCase().replace("-", " ")] ?? minutesCounted(phrase);
  const afternoon =
    /^p/i.test(half ?? half24 ?? "") ||
    (half === undefined &&
      half24 === undefined &&
      !named &&
      hours < 12 &&
      (part === "afternoon" || part === "evening" || part === "dusk" || (part === "night" && hours >= 6)));
  // "Ten to four", said of a scene: nobody means the small hours.
  const small = !named && hour24 === undefined && hours < 7 && !/^(?:morning|night|dawn|midnight)$/.test(part ?? "");
  if (small && half === undefined && half24 === undefined) hours += 12;
  if (/^a/i.test(half ?? half24 ?? "") && hours === 12) hours = 0;
  if (afternoon && hours < 12) hours += 12;
  // "Ten to midnight" is of the day before.
  const total = hours * 60 + minutes + (named && hours === 0 && minutes < 0 ? 1440 : 0);
  return Number.isFinite(total) && total >= 0 && total < 1440 ? total : undefined;
}
