/** How many days a text says lie ahead of its reader. */
import { splitSentences } from "@narratoria/protocol/english";

export const NUMBERS: readonly string[] =
  "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty".split(
    " ",
  );
export const TENS: Readonly<Record<string, number>> = {
  twenty: 20,
  thirty: 30,
  forty: 40,
  fifty: 50,
  sixty: 60,
  ninety: 90,
};
const UNITS: Readonly<Record<string, number>> = { day: 1, night: 1, evening: 1, week: 7, month: 30, fortnight: 14 };

const NUMBER = `\\d{1,3}|(?:${Object.keys(TENS).join("|")})-(?:${NUMBERS.slice(0, 9).join("|")})|${[...NUMBERS, ...Object.keys(TENS)].join("|")}|an?`;
const SPAN = `(${NUMBER}) (?:more |further |short |full )?(day|night|evening|week|fortnight|month)s?`;
/** A span that lies ahead, said to the player or of what is to come. */
const AHEAD: readonly RegExp[] = [
  new RegExp(
    `\\b(?:you(?:['’]ve got| have(?: got)?| get)|there (?:is|are)|that (?:gives|leaves) you) (?:only |just |exactly )?${SPAN}\\b`,
    "i",
  ),
  new RegExp(`\\b${SPAN} (?:from now|left|to go|remain|are left|until|till)\\b`, "i"),
  new RegExp(`\\bfor ${SPAN.replace("(?:more |further |short |full )?", "(?:more|further) ")}\\b`, "i"),
  // "You are going to be aboard for twenty-one days", and not "you have been at it for eight". (rule CA3163)
  new RegExp(
    `\\byou(?: are|['’]re| will|['’]ll)\\b(?:(?!\\bhave\\b)[^.;?!]){0,50}\\bfor (?:the next )?${SPAN}\\b`,
    "i",
  ),
];
/** "In six nights it will be Founders' Night": ahead where its sentence looks ahead. */
const WITHIN = new RegExp(`\\b(?:in|within) ${SPAN}\\b(?!['’]? (?:ago|since|before))`, "i");
const LOOKS_AHEAD =
  /\b(?:will|shall|is to|are to|has to|have to|must|until|till|is due|are due|goes through|closes|ends)\b|['’]ll\b/i;

/** The longest span that lies ahead of a text's reader, in days. */
export function daysAhead(text: string): number | undefined {
  const found = splitSentences(text.replace(/\s+/g, " ")).flatMap((sentence) => {
    const spans = [...AHEAD, ...(LOOKS_AHEAD.test(sentence) ? [WITHIN] : [])].flatMap((pattern) => {
      const match = pattern.exec(sentence);
      return match?.[1] === undefined || match[2] === undefined
        ? []
        : [numberOf(match[1]) * (UNITS[match[2].toLowerCase()] ?? 1)];
    });
    return spans.filter((span) => span >= 1);
  });
  return found.length === 0 ? undefined : Math.max(...found);
}

function numberOf(word: string): number {
  const [tens = "", units] = word.toLowerCase().split("-");
  if (/^\d/.test(tens)) return Number(tens);
  if (/^an?$/.test(tens)) return 1;
  const whole = NUMBERS.indexOf(tens) + 1 || (TENS[tens] ?? 0);
  return whole + (units === undefined ? 0 : NUMBERS.indexOf(units) + 1);
}
