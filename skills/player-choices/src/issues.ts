/** Whether what was just told puts a thing at issue, or only mentions it by the way. */
import {
  countWords,
  headOf,
  memoizeText,
  singular,
  splitSentences,
  thingsIn,
  escapeRegExp,
} from "@narratoria/protocol/english";

/** What stands with, behind, like or in something is how or where something else is: "with a bun in her hand", "in the voice of a duck". */
const BY_THE_WAY =
  /\b(?:with|without|like|as|than|in|into|on|onto|under|behind|beside|between|by|for|from|of|at|round|around|through|near|above|below|across|along|against|past|inside|outside)(?: (?:an?|the|his|her|their|its|my|your|our|one|some|both|each|every|no|any))?(?: [\p{L}’'-]+){0,2} $/iu;
/** "…, a green pencil behind one ear": what somebody has about them. */
const ABOUT_THEM = /, (?:an?|the|his|her|their|its|no)(?: [\p{L}’'-]+){0,2} $/iu;
/** What stands behind such a thing. */
const WHERE = /^ (?:in|on|behind|under|over|round|around|at|about|across|between|down|off|with)\b/iu;

const sentencesOf = memoizeText((text): readonly string[] => splitSentences(text));

/** What somebody looks at, hides or holds is what they have on their mind, whatever else the sentence tells. */
const ATTENDED =
  /\b(?:look(?:s|ed|ing)?|star(?:es?|ed|ing)|glanc(?:es?|ed|ing)|peer(?:s|ed)?|frown(?:s|ed)?|point(?:s|ed|ing)?|nod(?:s|ded)?) (?:\p{Ll}+ )?(?:at|to|towards?|into|away from|past|over)(?: (?:an?|the|his|her|their|its|your))?(?: [\p{L}’'-]+){0,2} $|\b(?:hid(?:es?|ing|den)?|cover(?:s|ed|ing)?|cover(?:s|ed)? up|turn(?:s|ed)? over|tuck(?:s|ed)?|pocket(?:s|ed)?|push(?:es|ed)|slid(?:es?)?|keeps?|kept|hold(?:s|ing)?|held|open(?:s|ed)?|clos(?:es|ed)|shut(?:s)?|drop(?:s|ped)?|lay(?:s)?|laid|puts?|takes?|took|shows?|showed)(?: (?:you|up|out|down|away|over|back))?(?: (?:an?|the|his|her|their|its|your))?(?: [\p{L}’'-]+){0,2} $/iu;
/** Sentences at the end of what was told that leave the player with what they are about. */
const LAST = 3;

/** Words of a sentence that is about the one thing in it, at most: "Osk leans on the anvil." */
const PLAIN = 8;

/** The noun of the one thing in a short sentence. */
const onlyThing = memoizeText((sentence): string | undefined => {
  const nouns = new Set(thingsIn(sentence).map(({ noun }) => singular(noun)));
  return countWords(sentence) <= PLAIN && nouns.size === 1 ? [...nouns][0] : undefined;
});

/** "letter" also as "letters". */
const formsOf = memoizeText((name) => {
  const one = singular(name);
  return new RegExp(
    `(?<!\\p{L})(?:${[...new Set([name, one, `${one}s`])].map(escapeRegExp).join("|")})(?!\\p{L})`,
    "giu",
  );
});

/**
 * Whether texts put a thing at issue: two sentences speak of it, one of the last has it as what it is about (and not as where, with what or
 * like what something else is), somebody looks at it, hides it or holds it, or a sentence names nothing else. (rule PC5724)
 *
 * @param name - Without its article.
 */
export function isAtIssue(texts: readonly string[], name: string): boolean {
  let mentions = 0;
  const sentences = texts.flatMap(sentencesOf);
  for (const [at, sentence] of sentences.entries()) {
    const found = [...sentence.matchAll(formsOf(name))];
    if (found.length === 0) continue;
    mentions += 1;
    const isIt = found.some(({ index, 0: word }) => {
      const [before, after] = [sentence.slice(0, index), sentence.slice(index + word.length)];
      if (ATTENDED.test(before)) return true;
      if (at < sentences.length - LAST) return false;
      return !BY_THE_WAY.test(before) && !(ABOUT_THEM.test(before) && WHERE.test(after));
    });
    if (isIt || mentions > 1 || onlyThing(sentence) === singular(headOf(name))) return true;
  }
  return false;
}
