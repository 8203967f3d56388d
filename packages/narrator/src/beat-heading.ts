/** What a beat opens with to say only where and when it is: "The Lid, 1:20 a.m." above what happens there. */
import { capitalise, isWholeSentence } from "@narratoria/protocol/english";

/** A heading stands among so many of a beat's first sentences. */
const AT_THE_TOP = 2;
const WHEN =
  /\b(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day|january|february|march|april|may|june|july|august|september|october|november|december|morning|noon|midday|afternoon|evening|night|midnight|dawn|dusk|sunrise|sunset|late|early|daybreak|(?:dinner|lunch|tea|supper|break)(?:[- ]?(?:hour|time))?|o[’']clock|a\.?m\b\.?|p\.?m\b\.?)\b|\d/giu;
/** Words beside them that name nothing. */
const BETWEEN =
  /\b(?:or|the|an?|in|on|at|of|by|to|from|day|about|around|past|half|quarter|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|(?:twenty-?|thirty-?)?\p{L}+(?:st|nd|rd|th)|[ap]\.?m)\b|[^\p{L}]+/giu;

/** "While Ann is out": what goes on beside the hour. */
const MEANWHILE = /,? (?:while|as) [^,.;:]+(?=\.?$)/u;
/** An hour that the author leaves open: "Wednesday night or Thursday". */
const OPEN_HOUR = /\bor\b/u;

/**
 * A beat's sentences without its place where a sentence at the top says no more than place and hour: the way there has named the place,
 * and only the hour is told, and what goes on beside it. (rules NA3491 and NA4311)
 *
 * @param told - The beat's sentences.
 * @param names - Names of its place.
 */
export function withoutPlaceHeading(told: readonly string[], names: readonly string[]): readonly string[] {
  const forms = names.filter((name) => name !== "").toSorted((one, other) => other.length - one.length);
  if (forms.length === 0 || told.length < 2) return told;
  return told.flatMap((sentence, at) => {
    if (at >= AT_THE_TOP || /[“”"‘!?;]|:(?!\d)/u.test(sentence) || isWholeSentence(sentence.replace(MEANWHILE, "")))
      return [sentence];
    const form = forms.find((name) => sentence.toLowerCase().includes(name.toLowerCase()));
    if (form === undefined) return [sentence];
    const found = sentence.toLowerCase().indexOf(form.toLowerCase());
    const rest = `${sentence.slice(0, found).replace(/\b(?:the|at|in|on) $/iu, "")}${sentence.slice(found + form.length)}`;
    if (/\p{L}/u.test(rest.replace(MEANWHILE, "").replace(WHEN, " ").replace(BETWEEN, " "))) return [sentence];
    const hour = rest
      .replace(/^[\s,.–—-]+|[\s,–—-]+(?=\.?$)/gu, "")
      .replace(/(?<=\p{L}\.)\s*\.$/u, "")
      .trim();
    return /[\p{L}\d]/u.test(hour) && !OPEN_HOUR.test(hour.replace(MEANWHILE, ""))
      ? [capitalise(/[.!?]$/u.test(hour) ? hour : `${hour}.`)]
      : [];
  });
}
