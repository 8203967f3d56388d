/** Whether what was just told puts a thing at issue, or only mentions it by the way. */
import {
  countWords,
  memoizeText,
  singular,
  splitSentences,
  thingsIn,
  escapeRegExp,
} from "@narratoria/protocol/english";

/** What stands with, behind, like or in something is how or where something else is: "with a bun in her hand", "in the voice of a duck". */
const BY_THE_WAY =
  /\b(?:with|without|like|as|than|in|into|on|onto|under|behind|beside|between|by|from|of|at|round|around|through|near|above|below|across|along|against|past|inside|outside)(?: (?:an?|the|his|her|their|its|my|your|our|one|some|both|each|every|no|any))?(?: [\p{L}’'-]+){0,2} $/iu;
/** "…, a green pencil behind one ear": what somebody has about them. */
const ABOUT_THEM = /, (?:an?|the|his|her|their|its|no)(?: [\p{L}’'-]+){0,2} $/iu;
/** What stands behind such a thing. */
const WHERE = /^ (?:in|on|behind|under|over|round|around|at|about|across|between|down|off|with)\b/iu;

const sentencesOf = memoizeText((text): readonly string[] => splitSentences(text));

/** Words of a sentence that is about the one thing in it, at most: "Osk leans on the anvil." */
const PLAIN = 8;

const isAlone = memoizeText(
  (sentence): boolean =>
    countWords(sentence) <= PLAIN && new Set(thingsIn(sentence).map(({ noun }) => noun)).size === 1,
);

/** "letter" also as "letters". */
const formsOf = memoizeText((name) => {
  const one = singular(name);
  return new RegExp(
    `(?<!\\p{L})(?:${[...new Set([name, one, `${one}s`])].map(escapeRegExp).join("|")})(?!\\p{L})`,
    "giu",
  );
});

/**
 * Whether texts put a thing at issue: two sentences speak of it, or one has it as what it is about, and not as where, with what or like
 * what something else is. (rule PC5724)
 *
 * @param name - Without its article.
 */
export function isAtIssue(texts: readonly string[], name: string): boolean {
  let mentions = 0;
  for (const sentence of texts.flatMap(sentencesOf)) {
    const found = [...sentence.matchAll(formsOf(name))];
    if (found.length === 0) continue;
    mentions += 1;
    const isIt = found.some(({ index, 0: word }) => {
      const [before, after] = [sentence.slice(0, index), sentence.slice(index + word.length)];
      return !BY_THE_WAY.test(before) && !(ABOUT_THEM.test(before) && WHERE.test(after));
    });
    if (isIt || mentions > 1 || isAlone(sentence)) return true;
  }
  return false;
}
