/** The last check of an author's sentence before it is told where it does not have to be. */
import { contentWords, isWholeSentence, lacksNoun, leansOnOther, splitSentences } from "@narratoria/protocol/english";
import { type Person, RELATIVE_TIME } from "@narratoria/protocol/story";

/** A clause about something that another sentence has named: "Where everybody meets.", "Run by a provost." */
const HANGS =
  /^(?:(?:where|which|who|whom|whose)\b[^?]*[.!]$|(?:run|built|sung|stuck|held|kept|made|set|cut|hung|known|owned|named|called|\p{L}+ed) (?:by|in|on|for|with|from|of|between|at|to|as|after)\b[^,]*\.$)/iu;
/** An entry of a log: what happened on another day, told as now. */
const ENTRY = /^(?:[DT] ?[-–−] ?\d{1,3}|\d{1,2}[.:]\d{2}|[0-2]\d{3})\b/;
/** A heading that has run into its text. */
const HEADING = /^(?:\p{Lu}{2,}[ ,]+){2}/u;
/** Share of its content words that another sentence may have said before. */
const MOST_RESTATED = 0.7;
const FEW_WORDS = 4;
const FEWEST_WORDS = 2;

/** Why a sentence of the setting is not told here; null where it may be. (rule NA375) */
export type Unfit = "fragment" | "relative-time" | "leans" | "restates";

/**
 * Checks a sentence of the setting, or of lore, against what has been told of the scene.
 *
 * @param before - The sentence that the author wrote directly before it, where that was the last one told.
 * @param told - What the scene has told so far.
 */
export function unfitHere(sentence: string, told: readonly string[], before: boolean): Unfit | null {
  const [first = sentence] = splitSentences(sentence);
  if (!isWholeSentence(first) || HEADING.test(sentence)) return "fragment";
  if (RELATIVE_TIME.test(sentence) || ENTRY.test(sentence)) return "relative-time";
  if (!before && (leansOnOther(sentence) || HANGS.test(first) || lacksNoun(first))) return "leans";
  const words = contentWords(sentence);
  // Of a few words each has to have been said: "Kettle B has a tag." beside "Kettle B has a tag on it: DESCALE." (rule NA3127)
  const share = words.size >= FEW_WORDS ? MOST_RESTATED : 1;
  const restates =
    words.size >= FEWEST_WORDS &&
    told.some((other) => {
      const said = contentWords(other);
      return [...words].filter((word) => said.has(word)).length >= share * words.size;
    });
  return restates ? "restates" : null;
}

/** What no sentence has: doubled stops, an article before a preposition or a verb, "you" with another's verb, nothing between quotation marks. */
const MALFORMED_ANYWHERE = /[.!?…],|,[.!?]|,,|[;:][.,;]|(?<!\.)\.\.(?!\.)|[{}[\]]|“[\s.,;!?]*”|\b(?:undefined|NaN)\b/u;
const MALFORMED =
  /\b(?:an?|the) (?:an?|the|and|or|of|on|in|at|to|from|with|by|for|is|are|was|were|has|have|had)\b(?![-’'])|\ban? (?!(?:only|early|daily|likely|lonely|lovely|family)\b)\p{Ll}+ing \p{Ll}{3,}ly\b|(?<!\b(?:of|to|for|with|about|between|than|like|and|at|on|by|behind|before|from|both|nor|or|[Ww]hat|who|that|how|where) )\b[Yy]ou (?:is|has|was|does|goes|wants|knows|says|takes|gives|asks|tells|comes|makes|sees)\b/u;

/** Whether words do not parse as sentences, by signs that no author leaves. Implements rule NA547. */
export function isMalformed(words: string): boolean {
  return MALFORMED_ANYWHERE.test(words) || MALFORMED.test(words.replace(/“[^”]*”/gu, "“…”"));
}

/** A clause that another sentence has begun ("Run by a provost."), which stands nowhere by itself. */
export const hangsOnOther = (sentence: string): boolean => HANGS.test(splitSentences(sentence)[0] ?? sentence);

/** What is said to whoever comes in. */
const GREETS =
  /^(?:sit|come|stand|wipe|mind|shut|close|take|have|eat|drink|wait|look|careful|good (?:morning|day|afternoon|evening|night)|hello|hullo|hallo|welcome|ah|what can|what do you|what brings|who(?:['’]s| is| are)|are you|do you|have you|can i|may i|is it|you['’](?:re|ve|ll|d)|you (?:are|have|will|look|want|must|may|can|came|took|there))\b/i;

/** Whether a line of somebody's can greet whoever comes: it is said to them, and answers nothing. (rule NA606) */
export const greets = (line: string): boolean =>
  GREETS.test(line) && !/^["“'‘]/.test(line) && !/\b(?:that|this|he|him|she|they|them)\b/i.test(line);

/** "before you ask me that", "You may not ask me": said to whoever has asked. */
const OF_BEING_ASKED =
  /\bask(?:ed|ing|s)? me (?:that|this|so|again|about)\b|\byou (?:may|can|must|might|should)(?: ?not|n['’]t)? ask\b|\b(?:do not|don['’]t|never) ask\b|\bbefore you ask\b|\b(?:that|such a|a (?:good|fair|hard|very good)) question\b/iu;
/** Whether a line speaks of being asked: nobody says it before they are. (rule NA3451) */
export const speaksOfAsking = (line: string): boolean => OF_BEING_ASKED.test(line);

/** "Drains, Doctor?" is said to a doctor: whether a line calls somebody by name or role who is not the player. */
export function addressesAnother(line: string, speaker: Person, people: readonly Person[]): boolean {
  const called = [
    ...line.matchAll(/(?:^|[,.!?] )(?:my |dear )*(\p{Lu}[\p{L}’']+(?: \p{Lu}[\p{L}’']+)*)(?=[,.!?])/gu),
  ].map(([, name = ""]) => name);
  return called.some((name) =>
    people.some(
      ({ id, name: full, short, role }) =>
        id !== speaker.id && [full, short, role].some((known) => known.toLowerCase().includes(name.toLowerCase())),
    ),
  );
}
