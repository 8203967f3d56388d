/** What a beat needs not tell: labels of day and place at its head, and what the opening has told. */
import { capitalise, contentWords, isWholeSentence } from "@narratoria/protocol/english";
import { clausesOf, hasVerb, type Speaker } from "./beat-clauses.js";

/** A day, an hour or a week before a colon: the heading of a scene says when it is. */
const TIME_LABEL =
  /^(?:(?:(?:mon|tue|tues|wed|thu|thur|thurs|fri|sat|sun)(?:[a-z]*day)?|\d{1,2}(?:[.:]\d\d)?(?: ?[ap]\.?m\.?)?|(?:week|day) \d+|noon|midnight|dawn|dusk|morning|evening|night|afternoon),?\s*)+:\s+/i;
/** One part of a label that says when: "D-6", "0640", "Middle watch", "First Tuesday", "11 p.m.". */
const TIME_PART =
  /^(?:(?:the )?(?:first |second |third |fourth |fifth |sixth |seventh |last |next |same )?(?:mon|tue|tues|wed|thu|thur|thurs|fri|sat|sun)(?:[a-z]*day)?(?: (?:morning|noon|afternoon|evening|night))?|[DT] ?[-–−] ?\d{1,3}|[0-2]\d[0-5]\d(?: hours)?|\d{1,2}[.:]\d\d(?: ?[ap]\.?m\.?)?|\d{1,2} ?[ap]\.?m\.?|(?:(?:half|a quarter|quarter|ten|twenty|five) (?:past|to) )?(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)(?: o['’]clock)?|(?:week|day|night) \d+|(?:first|middle|morning|forenoon|afternoon|dog|first dog|last dog|evening|night) watch|(?:the )?(?:(?:first|second|third|fourth|fifth|sixth|seventh|same|early|late|next) )?(?:noon|midnight|dawn|dusk|morning|evening|night|afternoon|day))$/i;
/** Words of one part of a label, and letters of a whole one. */
const MOST_PART_WORDS = 3;
const MOST_LABEL_LETTERS = 60;

/**
 * Whether words at the head of a beat only say when and where it is, as its heading does: "D-2, 2000", "The cellar, Mon, 11 p.m.". The
 * first part is a time or a place; the others have no verb.
 */
function isLabel(words: string, places: readonly string[]): boolean {
  const bare = (text: string): string => text.toLowerCase().replace(/^the /, "");
  const isPlace = (part: string): boolean => places.some((name) => bare(name) === bare(part));
  const parts = words.split(/,\s+/).map((part) => part.trim().replace(/(?<![ap]\.m)\.$/, ""));
  const [first = ""] = parts;
  const [, second = ""] = parts;
  const isSecond = TIME_PART.test(second) || isPlace(second);
  const opens = TIME_PART.test(first) || isPlace(first) || (/^\p{Lu}\p{Ll}+$/u.test(first) && isSecond);
  if (words.length > MOST_LABEL_LETTERS || !opens) return false;
  return parts.every(
    (part) =>
      TIME_PART.test(part) ||
      isPlace(part) ||
      !part.includes(" ") ||
      (part.split(/\s+/).length <= MOST_PART_WORDS && !hasVerb(`x ${part}`)),
  );
}

const WEEKDAY = "(?:mon|tues|wednes|thurs|fri|satur|sun)day";
const MONTH = "(?:january|february|march|april|may|june|july|august|september|october|november|december)";
const PART_OF_DAY = "(?:noon|midday|midnight|dawn|daybreak|dusk|morning|forenoon|evening|night|afternoon)";
const HOUR =
  "(?:(?:half|a quarter|quarter|ten|twenty|five) (?:past|to) )?(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)(?: o['’]clock)?";
/** A day or an hour in words that somebody would say. "D-6" and "Mon" are an author's marks. */
const SAID_TIME = new RegExp(
  `^(?:(?:the )?(?:(?:first|second|third|fourth|fifth|sixth|seventh|last|next|same|early|late) )?(?:${WEEKDAY}(?:(?: the)? \\d{1,2}(?:st|nd|rd|th)?(?: (?:of )?${MONTH})?)?(?: ${PART_OF_DAY})?|${PART_OF_DAY})|(?:the )?(?:first|second|third|fourth|fifth|sixth|seventh|last|next|same) day|${HOUR}|\\d{1,2}[.:]\\d\\d(?: ?[ap]\\.?m\\.?)?|\\d{1,2} ?[ap]\\.?m\\.?)$`,
  "i",
);

/** Whether a sentence says nothing but a day or an hour, in words: "Wednesday noon.", "Friday night, ten o'clock." (rule NA3361) */
export const saysWhen = (sentence: string): boolean =>
  /^[\p{Lu}\d][^“”"?!]*\.$/u.test(sentence) &&
  sentence
    .slice(0, -1)
    .split(/,\s+/)
    .every((part) => SAID_TIME.test(part));

/** A beat's sentences without the labels at its head; what says when it is in words of its own stands. */
function withoutLabels(told: readonly string[], places: readonly string[]): readonly string[] {
  const [first, ...rest] = told;
  if (first === undefined) return told;
  if (rest.length > 0 && saysWhen(first)) return [first, ...withoutLabels(rest, places)];
  if (rest.length > 0 && isLabel(first.replace(/[.:]$/, ""), places)) return withoutLabels(rest, places);
  for (const { index } of first.matchAll(/[.:](?=\s+["“'‘]?\p{L})/gu))
    if (isLabel(first.slice(0, index), places)) return [capitalise(first.slice(index + 1).trim()), ...rest];
  return told;
}

/** A list of those who are there, for whoever tells the story. */
const ROLL_CALL = /^(?:present|cast|in attendance|on stage|dramatis personae|npcs?)\s*:/i;
/** Whether a list of those who are there says no more than their names. */
const isRollOfNames = (sentence: string): boolean =>
  sentence
    .replace(ROLL_CALL, "")
    .replace(/\([^()]*\)|[.;]$/g, "")
    .split(/,|;| and /)
    .every((part) =>
      /^\s*(?:(?:the|her|his|your|an?) )?(?:you|all|everybody|everyone|\p{Lu}\S*(?: \p{Lu}\S*)*)\s*$/u.test(part),
    );
/** It has its subject in the sentence before it. */
const POINTS_BACK = /^(?:he|she|they|his|her|their)\b/iu;
/** Share of a clause's words that the opening may have told. */
const MOST_TOLD = 0.7;

/**
 * A beat's sentences without what the opening has told: that has happened. A label of day, hour and place goes as well. Where nothing
 * would be left the beat stands as it is. What the next sentence points back to stands. Implements rules NA437, NA500 and NA542.
 *
 * @param opening - Paragraphs of the opening.
 * @param places - What places are called.
 */
export function untoldOf(
  told: readonly string[],
  opening: readonly string[],
  cast: readonly Speaker[],
  places: readonly string[] = [],
): readonly string[] {
  const said = opening.map((paragraph) => contentWords(paragraph));
  const isTold = (clause: string): boolean => {
    const words = [...contentWords(clause)];
    if (words.length < 3) return false;
    return said.some((known) => words.filter((word) => known.has(word)).length >= MOST_TOLD * words.length);
  };
  const labelled = withoutLabels(told, places);
  let isUntoldBefore = false;
  const left = labelled.flatMap((sentence, index) => {
    if (index === 0 && saysWhen(sentence)) return [sentence];
    // What the next sentence points back to stands, and so does what somebody does now.
    const isLeantOn = POINTS_BACK.test(labelled[index + 1] ?? "");
    // "Present: Auntie, Fenn." is the teller's list.
    if (ROLL_CALL.test(sentence) && !isLeantOn && isRollOfNames(sentence)) return [];
    const text = capitalise(sentence.replace(TIME_LABEL, ""));
    if (isLeantOn || POINTS_BACK.test(text)) {
      isUntoldBefore = true;
      return [text];
    }
    // What stands among sentences that are told leans on them. (rule NA654)
    if (isUntoldBefore) return [text];
    if (isTold(text)) return [];
    isUntoldBefore = true;
    const clauses = clausesOf(text, index, cast);
    const fresh = clauses.filter((clause) => !isTold(clause.text));
    // "In the courtyard of the house." is no sentence: what is cut must leave whole ones.
    if (!fresh.every((clause) => isWholeSentence(clause.text))) return [text];
    return fresh.length === clauses.length
      ? [text]
      : fresh.map((clause) => capitalise(/[.!?…]["”’')]*$/.test(clause.text) ? clause.text : `${clause.text}.`));
  });
  return left.every(saysWhen) ? told : left;
}
