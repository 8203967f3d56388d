/** Of two tellings of one thing in a beat only one is told: a report and its quotation, the premise and the beat that follows it. */
import { capitalise, contentWords, isWholeSentence, splitSentences, escapeRegExp } from "@narratoria/protocol/english";
import type { Person } from "@narratoria/protocol/story";
import { saysWhen } from "../beat-labels.js";

type Speaker = Pick<Person, "name" | "short" | "pronoun">;

/** Words that a report changes, or adds to what was said. */
const CHANGED = new Set(
  "i me my mine you your yours he him his she her hers they them their theirs it its we us our that is am are was were be been s d ll m re ve would had will has have did does do a an the and so well yes no oh".split(
    " ",
  ),
);
const wordsOf = (text: string): string[] =>
  (text.toLowerCase().match(/\p{L}+/gu) ?? []).filter((word) => !CHANGED.has(word));
/** Whether all that one text says stands in another; a text of changed words alone says nothing. */
function isSaidIn(text: string, other: string): boolean {
  const own = wordsOf(text);
  const said = new Set(wordsOf(other));
  return own.length > 0 && own.every((word) => said.has(word));
}

const REPORTS =
  /\b(?:says?|said|asks?|asked|adds?|added|answers?|answered|calls?|called|tells you|told you|saying|calling|shouting|asking)\b/i;

/** Words before a speaker's name that say only where the voice comes from: "From the hatch". */
const MOST_BEFORE = 4;

/**
 * A sentence that reports what a line of somebody's says in their own words, without that report: "Lot K, he says." beside “Lot K, cher”
 * is nothing, "Dez stands there saying it is late, go home." beside “It's late. Go home” is "Dez stands there."
 *
 * @returns The sentence as it stands where it reports nothing of the line, or more than it; "" where nothing else is left.
 */
export function withoutReport(sentence: string, line: string, { name, short, pronoun }: Speaker): string {
  // Patterns with names in them are made anew each time, and most sentences report nothing.
  if (/[“”"]/.test(sentence) || !REPORTS.test(sentence)) return sentence;
  const who = [...new Set([name, short])].map(escapeRegExp).join("|");
  const subject = `(?:(?:${who})(?: \\p{Lu}[\\p{L}’'-]+)?${pronoun === null ? "" : `|${pronoun}`})`;
  const says = "(?:says?|said|asks?|asked|adds?|added|answers?|answered|calls?|called|tells you|told you)";
  const led = new RegExp(`^(.*?)\\b${subject},? ${says}:? (?:that |if |whether )?(.+?)[.!?]$`, "iu").exec(sentence);
  if (led) {
    const [, before = "", clause = ""] = led;
    const isPlain = before.trim().split(/\s+/).length <= MOST_BEFORE && !/\b(?:and|but|who|then)\b/i.test(before);
    return isPlain && isSaidIn(clause, line) ? "" : sentence;
  }
  const tagged = new RegExp(`^(.+?),? ${subject} ${says}(?:, (.+?))?[.!?]$`, "iu").exec(sentence);
  if (tagged) {
    const [, first = "", second = ""] = tagged;
    if (isSaidIn(first, line)) return second === "" || isSaidIn(second, line) ? "" : sentence;
    return second !== "" && isSaidIn(second, line)
      ? `${sentence.slice(0, sentence.lastIndexOf(second)).replace(/[, ]+$/, "")}.`
      : sentence;
  }
  const hung = /^(.+?),? (?:saying|calling|shouting|asking) (?:that )?(.+?)[.!?]$/iu.exec(sentence);
  if (hung) {
    const [, act = "", clause = ""] = hung;
    return isSaidIn(clause, line) && isWholeSentence(`${act}.`) ? `${act}.` : sentence;
  }
  return sentence;
}

/** Share of a sentence's words that the premise has to have said in sentences that follow each other, for the two to be one telling. */
const MOST_SAID_AGAIN = 0.75;
/** The same for words without a verb, which only show. */
const MOST_SHOWN_AGAIN = 0.5;
const FEWEST_SHOWN = 3;
/** Sentences of the premise that one sentence of a beat can sum up. */
const SUMMED_UP = 5;
/** Words of a sentence that can sum up several; what has fewer may stand in a list or a document that is read out. */
const FEWEST_SUMMED = 7;

/**
 * Whether a sentence tells again what the premise has told.
 *
 * @param opens - Whether it opens its beat: a short one says where that is.
 */
export function isToldIn(sentence: string, premise: readonly string[], opens: boolean): boolean {
  const own = [...contentWords(sentence)];
  if (own.length < (opens ? 2 : FEWEST_SUMMED) || /[“”"]/.test(sentence)) return isToldWholly(sentence, premise);
  const told = premise.flatMap((paragraph) => splitSentences(paragraph));
  const isShown = !isWholeSentence(sentence) && own.length >= FEWEST_SHOWN;
  return told.some((_, at) => {
    const said = contentWords(told.slice(at, at + (own.length >= FEWEST_SUMMED ? SUMMED_UP : 1)).join(" "));
    const shared = own.filter((word) => said.has(word)).length;
    if (isShown) return shared >= FEWEST_SHOWN && shared >= MOST_SHOWN_AGAIN * own.length;
    return shared >= (own.length <= 3 ? 1 : MOST_SAID_AGAIN) * own.length;
  });
}

/** Share of a sentence's words that the premise has to have said for it to be told again whoever speaks beside it. */
const NEARLY_ALL = 0.84;
/** Words of a sentence that the premise has said to the last one: fewer may be said of anything. */
const FEWEST_WHOLLY = 5;

/** Whether the premise has told all but a word or two of a sentence, and one of a few words in one sentence of its own. (rule NA3163) */
function isToldWholly(sentence: string, premise: readonly string[]): boolean {
  const own = [...contentWords(sentence)];
  if (own.length < FEWEST_WHOLLY || /[“”"]/.test(sentence)) return false;
  const told = premise.flatMap((paragraph) => splitSentences(paragraph));
  const isLong = own.length >= FEWEST_SUMMED;
  return told.some((_, at) => {
    const said = contentWords(told.slice(at, at + (isLong ? SUMMED_UP : 1)).join(" "));
    return own.filter((word) => said.has(word)).length >= (isLong ? NEARLY_ALL : 1) * own.length;
  });
}

/** Share of a sentence's words that one sentence of the premise has to have said where the premise tells the beat itself. */
const SAID_OF_THE_SAME = 0.55;
const FEWEST_OF_THE_SAME = 2;
/** So many words that are shared are enough where they are half of them. */
const MANY_OF_THE_SAME = 4;
/** "swimm" of "swimming" is "swim". */
const undoubled = (word: string): string => word.replace(/(\p{L})\1$/u, "$1");

/** Whether a sentence of the premise says a thing that a beat which the premise has begun to tell says in other words. (rule NA3365) */
function isOfTheSame(sentence: string, premise: readonly string[], names: ReadonlySet<string>): boolean {
  // Whom the premise calls "the dog" the beat may call by name.
  const own = [...contentWords(sentence)].filter((word) => !names.has(word)).map(undoubled);
  if (/[“”"?]/.test(sentence)) return false;
  return premise
    .flatMap((paragraph) => splitSentences(paragraph))
    .some((one) => {
      const said = new Set([...contentWords(one)].map(undoubled));
      const shared = own.filter((word) => said.has(word)).length;
      if (shared >= MANY_OF_THE_SAME) return shared >= own.length / 2;
      return shared >= FEWEST_OF_THE_SAME && shared >= SAID_OF_THE_SAME * own.length;
    });
}

/** Words that two sentences of the premise may have beyond the one that puts them into one. */
const MORE_IN_TWO = 3;

/**
 * Whether a sentence puts two short ones of the premise that follow each other into one: "You put it on because the heater is dead."
 * (rule NA4308)
 */
function isPutIntoOne(sentence: string, premise: readonly string[], names: ReadonlySet<string>): boolean {
  const own = [...contentWords(sentence)].filter((word) => !names.has(word));
  if (/[“”"?]/.test(sentence) || own.length < FEWEST_OF_THE_SAME) return false;
  return premise
    .map((paragraph) => splitSentences(paragraph))
    .some((told) =>
      told.some((_, at) => {
        if (at === 0) return false;
        const said = contentWords(told.slice(at - 1, at + 1).join(" "));
        const shared = own.filter((word) => said.has(word)).length;
        return (
          said.size <= own.length + MORE_IN_TWO &&
          shared >= FEWEST_OF_THE_SAME &&
          shared >= SAID_OF_THE_SAME * own.length
        );
      }),
    );
}

/** Content words that a short sentence has at least, and that the premise's may have beyond it. */
const FEWEST_SHORT = 2;
const MORE_IN_SHORT = 1;

/** Whether a sentence of a few words is one of the premise's to a word: "The eyelid moves." of "Ilka's eyelid moves." (rule NA4309) */
function isShortOfPremise(sentence: string, premise: readonly string[]): boolean {
  const own = [...contentWords(sentence)];
  if (own.length < FEWEST_SHORT || own.length >= FEWEST_WHOLLY || /[“”"?]/.test(sentence)) return false;
  if (!isWholeSentence(sentence) || OPENS_LEANING.test(sentence)) return false;
  return premise
    .flatMap((paragraph) => splitSentences(paragraph))
    .some((one) => {
      const said = contentWords(one);
      return said.size <= own.length + MORE_IN_SHORT && own.every((word) => said.has(word));
    });
}

/** "You count the house into the hold while Ann walks beside it." without what the premise has told. (rule NA4310) */
function withoutToldHalf(sentence: string, premise: readonly string[], names: ReadonlySet<string>): string {
  const [whole, first = "", second = ""] = /^([^,;:“”"]{8,}),? while (\p{L}[^;:“”"]+)$/u.exec(sentence) ?? [];
  if (whole === undefined || !isWholeSentence(capitalise(second)) || !/^\p{Lu}|^(?:the|an?|you)\b/u.test(second))
    return sentence;
  return isOfTheSame(`${first}.`, premise, names) && !isOfTheSame(second, premise, names)
    ? capitalise(second)
    : sentence;
}

/** A pronoun that opens a sentence means whoever the sentence before it is about. */
const OPENS_LEANING = /^["“'‘]?(he|she|they|it|his|her|their|its|this|that|these|those|then|there|so|both|neither)\b/i;

/** A heading that says when it is. */
const WHEN_AT_ALL =
  /\b(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day|morning|noon|evening|night|midnight|dawn|dusk|o[’']clock|[ap]\.?m\b)/iu;

/** A part of a beat: a sentence, and the lines that follow it. */
export interface Told {
  readonly text: string;
  readonly lines: readonly { readonly speaker: string; readonly line: string }[];
}

/**
 * The sentences of a beat as they are told, "" where one is not: without what the premise has told, and without the report of a line that
 * is said. A sentence stays on which the next one leans.
 *
 * @param premise - What has just been told; empty where the premise is past.
 */
export function toldOnce(
  told: readonly Told[],
  premise: readonly string[],
  people: ReadonlyMap<string, Speaker>,
): readonly string[] {
  const texts = told.map(({ text }) => text);
  const names = new Set([...people.values()].flatMap(({ name, short }) => [...contentWords(`${name} ${short}`)]));
  const lines = told.flatMap((one, at) => one.lines.map((line) => ({ ...line, at })));
  let opens = true;
  /** Whether the beat begins with what the premise has told. */
  let isOfPremise = false;
  const first = texts.findIndex((text) => !saysWhen(text) && (isWholeSentence(text) || !WHEN_AT_ALL.test(text)));
  const left = texts.map((text, at) => {
    const near = lines.filter((line) => line.at >= at && line.at <= at + 1);
    const trimmed = near.reduce((sentence, { speaker, line }) => {
      const person = people.get(speaker);
      return person === undefined || sentence === "" ? sentence : withoutReport(sentence, line, person);
    }, text);
    // What somebody says in it answers what it tells of them.
    const isAnswered = told[at]?.lines.some(({ speaker }) => trimmed.includes(people.get(speaker)?.short ?? "\0"));
    const isAgain = isAnswered === true ? isToldWholly(trimmed, premise) : isToldIn(trimmed, premise, opens);
    const isFirst = at === first || at === 0;
    const isSame = isOfTheSame(trimmed, premise, names) || (isFirst && isPutIntoOne(trimmed, premise, names));
    if (isFirst && (isAgain || isSame)) isOfPremise = true;
    // "The slip is sold. Sea Farms, since November.": the fragment needs the sentence before it.
    const next = texts[at + 1];
    const isShort =
      isAnswered !== true && (next === undefined || isWholeSentence(next)) && isShortOfPremise(trimmed, premise);
    const half = isAnswered === true ? trimmed : withoutToldHalf(trimmed, premise, names);
    const isTold = isAgain || isShort || (isOfPremise && isAnswered !== true && isSame && half === trimmed);
    const once = isTold ? "" : half;
    opens &&= once === "";
    return once;
  });
  // From the end on: what leans on a sentence that is left out needs it, unless whoever it means has just spoken.
  for (let at = left.length - 2; at >= 0; at--) {
    const next = left.slice(at + 1).find((text) => text !== "");
    const opener = OPENS_LEANING.exec(next ?? "")?.[1]?.toLowerCase();
    if (left[at] !== "" || opener === undefined) continue;
    const nextAt = left.indexOf(next ?? "", at + 1);
    const speaker = lines.findLast((line) => line.at >= at && line.at < nextAt)?.speaker;
    const isSpeaker = { he: "he", his: "he", she: "she", her: "she" }[opener] === people.get(speaker ?? "")?.pronoun;
    if (!isSpeaker || speaker === undefined) left[at] = texts[at] ?? "";
  }
  return left.map((text) => (text === "" ? "" : capitalise(text)));
}

const NUMBERS =
  "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty".split(
    " ",
  );
const TENS = "thirty forty fifty sixty seventy eighty ninety hundred".split(" ");
const inFigures = (text: string): string =>
  text.replace(/\p{L}+/gu, (word) => {
    const at = NUMBERS.indexOf(word.toLowerCase());
    const ten = TENS.indexOf(word.toLowerCase());
    return at >= 0 ? String(at + 1) : ten >= 0 ? String(30 + 10 * ten) : word;
  });
const wordsAndFigures = (text: string): ReadonlySet<string> =>
  new Set([...contentWords(text), ...(inFigures(text).match(/\d+/gu) ?? [])]);
/** "It is sixty metres long", "There is a stove": what only shows. */
const SHOWS = /^(?:it|there|they|he|she) (?:is|are|was|were|has|have|had)\b/iu;
const FEWEST_SEEN = 4;

/**
 * The sentences of a beat without those that only show what the way there has just shown, to the last word and number ("It is 60 metres
 * long" after "Sixty metres long, two metres wide"). (rule NA4315)
 *
 * @param seen - What the scene has told before the beat.
 */
export function withoutSeen(told: readonly string[], seen: readonly string[]): readonly string[] {
  const shown = seen.flatMap((text) => splitSentences(text)).map(wordsAndFigures);
  return told.map((sentence) => {
    const own = [...wordsAndFigures(sentence)];
    const isSeen =
      SHOWS.test(sentence) && own.length >= FEWEST_SEEN && shown.some((words) => own.every((word) => words.has(word)));
    return isSeen ? "" : sentence;
  });
}
