/** Which words are a deed, and which only look like one. */
import { isVerb, verbLemmas } from "@narratoria/protocol/english";

/** Words a decision or a choice may have. */
export const LONGEST_DEED = 14;
/** Words of one that asks a question: the question is not cut. */
const LONGEST_QUESTION = 20;

const NO_DEED =
  /^(?:be|is|are|was|were|does|did|have|the|a|an|and|or|but|for|with|at|in|on|by|from|of|as|like|that|this|it|his|her|their|your|its|not|no|if|when|only|so|who|what|why|how|which|where|whether|two|three|both|either|all|some|any|rain|love|rest|even|better|right|mind|light|still|well|dear|time|because|although|though|since|while|unless|until|once|after|before|whatever|whoever|whomever|whichever|however|wherever|whenever|as|than|nor|neither|otherwise)$/;

/** A word that no list of verbs has, in front of what it is done to: "vent the hold". */
const DONE_TO =
  /^(?!(?:past|over|under|above|below|behind|beside|near|around|across|after|before|along|among|beyond|during|inside|outside|into|onto|until|till|since|toward|towards|upon|within|without|against|between|through|about|just|then|there|here|now|maybe|perhaps|half|every|each|many|much|most|more|less|same|such|almost|nearly|where)\b)\p{Ll}{3,}(?<!ly|ing|ed|ness|s) (?:the|an?|your|my|our|his|her|their|its|it|him|them|us|me|each|all|both|this|that|these|those|one|everybody|everyone|everything|somebody|something|nobody|nothing|\p{Lu}\p{L}+)(?= |$)/u;

/** "Team up", "bail out". */
const WITH_PARTICLE = /^\p{Ll}{3,}(?<!ly|ing|ed|ness) (?:up|out|off|down|in|away|back|over|on|through|aside)(?= |$)/u;

const HAS_DONE =
  /^have (?:him|her|it|them|\p{Lu}\p{L}+) (?:in|out|up|down|over|back|along|away|off)\b|^have (?:him|her|it|them|\p{Lu}\p{L}+|(?:the|your|his|her|their) (?:\p{Ll}+ )?\p{Ll}+) \p{Ll}+(?:ed|en|pt|ught|de|ld|nt|ut)\b/u;

/** "Say how much she is to hear", "put into her hand": what is left open, and what lacks its object. (rule CA5426) */
const NO_END =
  /^(?:(?:say|decide|choose|judge|settle|determine) (?:how|what|which|whether|who|whom|where|when)\b|put (?:in|into|on|onto|to|by|before|under)\b (?!it\b|them\b))/u;

/**
 * Whether words are a deed in the infinitive.
 *
 * @param words - In small letters but for names.
 * @param beside - Whether they stand beside other deeds, so that a verb in no list may be one.
 */
export function isDeed(words: string, beside: boolean): boolean {
  const [first = ""] = words.split(" ");
  if (NO_END.test(words)) return false;
  // "Have him carried up", beside others "have a fault".
  // "Be there when he does" is done as well. (rule CA5709)
  if (/^be (?:there|present) (?:when|while|for|as)\b/u.test(words)) return true;
  if (HAS_DONE.test(words) || (beside && /^have (?:an?|the) \p{Ll}+/u.test(words))) return true;
  return !NO_DEED.test(first) && (isVerb(first) || (beside && (DONE_TO.test(words) || WITH_PARTICLE.test(words))));
}

/** Words as they stand within a sentence: with a small letter at their beginning. */
export const lowered = (text: string): string =>
  /^\p{Lu}{2,}/u.test(text) && !/\p{Ll}/u.test(text)
    ? text.toLowerCase()
    : text.charAt(0).toLowerCase() + text.slice(1);

/** Whether a word is a verb in its bare form: "give", not "gave". "Lay" is the past of another verb as well. */
export const isBare = (word: string): boolean => word === "lay" || (isVerb(word) && verbLemmas(word).includes(word));

/** The bare form of a verb in any form: "stood", "asking" and "offers" give "stand", "ask" and "offer"; undefined for what is no verb. */
export const bareOf = (form: string): string | undefined =>
  isBare(form) ? form : verbLemmas(form).find((lemma) => isVerb(lemma) && lemma !== form);

/** "Jump, or lose a leg": what threatens whoever does not jump. */
const THREAT =
  /^(?:lose (?:an?|your|the|it|everything|all)\b|(?:die|drown|perish|starve|freeze|hang(?! (?:it|them|him|her|the|an?|your|his|their|up|on|back|out|about|around|over)\b)|regret|suffer|face|risk)\b|burn$|be (?!\p{Ll}+ (?:about|with|to)\b)\p{Ll}+|pay (?:for (?:it|this|that|everything)|the price)\b|get (?:caught|killed|wet|hurt|lost|left)\b|end up\b|go (?:hungry|under|mad)\b|go to (?:prison|the wall)\b|take the consequences|miss (?:the|your|it)\b)/u;

/** Whether a deed is what threatens whoever does not do another. */
export const isThreat = (deed: string): boolean => THREAT.test(deed);

/** What only says when, why, how or with what, the least needed first. */
const LESS_NEEDED: readonly RegExp[] = [
  /,\s.*$/su,
  /(?<= and .+) and .*$/u,
  / (?:so that|so|because|until|till|since|unless|while|as though|as if|like|saying|showing)\b.*$/u,
  /(?<= .+ .+) and (?!(?:out|off|down|on|in|back|over|up|away|through)\b).*$/u,
  / (?:with|without)\b.*$/u,
  / (?:where|who|which|that[’']s|at which|in which)\b.*$/u,
];
/** "Ask her why somebody who could do it has not": a question is whole or not there at all. */
const QUESTION = / (?:straight out )?(?:why|whether|how|if|when) .*$/u;

/** "Lift because the water has begun to think of turning": why it is done is no part of it. (rule CA1666) */
const WHY = /(?<=^\p{Ll}+\b.*) because\b.*$/su;

/** "Go down with a line, and roll Sea-legs": how it is decided is for whoever counts. (rule CA1706) */
export const ROLLS =
  /,? and (?:then )?(?:roll|check|test|make an?) (?:for |against |on |your |an? )?\p{Lu}[\p{L}-]+(?: (?:roll|check|test))?$/u;

/** "Come without it but told her the truth on Wednesday": what was done before is no part of the deed. (rule CA4214) */
const BUT_DID =
  /,? (?:but|and) (?:have |had |has )?(?:told|said|lied|gave|took|left|kept|went|came|did|promised|refused|signed|agreed|paid)\b.*$/su;

/** A deed without what was done before it. */
export const withoutWhatWas = (deed: string): string => deed.replace(BUT_DID, "");

/** A deed in as many words as a choice may have, or undefined where its own verb needs more. */
export function inFewWords(given: string): string | undefined {
  const deed = withoutWhatWas(given.replace(ROLLS, ""));
  const isShort = (words: string): boolean => words.split(/\s+/).length <= LONGEST_DEED;
  let short = /^(?:say|tell|ask|explain|admit|argue|claim|answer)\b/.test(deed) ? deed : deed.replace(WHY, "");
  if (!isShort(deed) && QUESTION.test(deed) && /^(?:ask|wonder|find out)\b/u.test(deed))
    return deed.split(/\s+/).length <= LONGEST_QUESTION ? deed.replace(/,\s.*$/su, "") : undefined;
  for (const less of LESS_NEEDED) {
    if (isShort(short)) return short;
    short = short.replace(less, "");
  }
  return isShort(short) ? short : undefined;
}

/** What is only noticed, or is so without being done, is no deed. */
export const NOTICED =
  /^(?:(?:see|hear|feel|smell|taste|imagine|think|believe|remember|know|guess|wonder|have(?! (?:it out|him|her|them|a word|words|the \p{Ll}+ \p{Ll}+(?:ed|en|pt|ught|de|ld|nt|ut))\b)|be|almost|hardly|not|never|make out|well)\b|(?:tell|swear) (?:that|by|from|he|she|it|they|the difference)\b)/u;

/** What a deed goes on to be about: "to let you in", "that it is late", "who coloured it". */
const ABOUT = "(?=(?:to|that|what|who|whom|why|where|how|whether|about|for|if)\\b)";
/** ", plainly, ", ", and smiling, ", ", with the case open between you, ", where the deed goes on behind it. */
const HOW_BETWEEN = new RegExp(
  `^([^,]{2,60}?), (?:(?:and|but|still|quite|very|as) )?(?:\\p{Ll}+ly|\\p{Ll}+ing|(?:since|as|because|if|when|while|in|with|without|for|over|across|on|at|by|before|after)\\b[^,]{2,50})(?:, (?:and|but) [^,]{2,30})?, ${ABOUT}`,
  "u",
);
/** What is said stands behind one word: "say, in that strange late voice, the name". */
const HOW_SAID = /^(\p{Ll}+), [^,]{3,50}, (?=that\b|to\b|the\b|an?\b)/u;

/** Leaves out what stands between commas and only says how a deed is done. (rule CA1675) */
export const withoutManner = (words: string): string => words.replace(HOW_SAID, "$1 ").replace(HOW_BETWEEN, "$1 ");

/**
 * Keeps what is done besides with a deed: "let it burn, and stand by it" is one deed of two verbs, and not "let it burn". (rule CA1633)
 *
 * @param words - A deed and what goes on with it, in small letters.
 */
export function withSecondDeed(words: string): string {
  const [, deed = "", second = ""] = /^([^,;:]+), and ((?:\p{Ll}+ )?\p{Ll}+ [^,;:]+)/u.exec(words) ?? [];
  const [verb = ""] = second.split(" ");
  const whole = `${deed} and ${second}`;
  const isDone =
    deed !== "" &&
    // "Borrow the programme": a verb in no list.
    (isBare(verb) || (!isVerb(verb) && DONE_TO.test(second))) &&
    !NOTICED.test(second) &&
    !isThreat(second) &&
    !/^(?:be|do|get|lose|win)\b/u.test(second);
  return isDone && whole.split(" ").length <= LONGEST_DEED
    ? `${whole}${words.slice(deed.length + 6 + second.length)}`
    : words;
}

/** "Say, It is whole": what is said stands in quotation marks. (rule CA1634) */
export const withSaidWords = (words: string): string =>
  words.replace(
    /^(say|answer|reply|cry|call|whisper), ((?:\p{Lu}\p{Ll}*|go|come|stop|yes|no|let|take|give|wait|run|turn|keep|I|we) [^;:“”"]+)$/u,
    (_, verb: string, said: string) =>
      `${verb} “${said.charAt(0).toUpperCase()}${said.slice(1).replace(/[.!?\s]+$/u, "")}”`,
  );

/** What no list of deeds has at the head of each. */
const NO_VERB_OF_ALL =
  /^(?:the|an?|his|her|their|its|your|my|our|that|this|these|those|some|any|no|all|both|one|to|for|with|without|from|by|in|on|at|into|onto|over|under|through|behind|before|after|if|when|while|because)$/u;

/**
 * Of three ways or more a word that each begins with is what is done, be it in any list of verbs or not: "back Doe", "back Vane", "back the
 * mule". (rule CA4809)
 *
 * @param parts - As they stand between commas and "or".
 * @returns The ways in few words; none where they have no such word.
 */
export function withOneVerb(parts: readonly string[]): readonly string[] {
  const ways = parts.map((part) => lowered(part.trim().replace(/[.!?]$/u, "")));
  const [verb = ""] = ways[0]?.split(" ") ?? [];
  const isOfAll =
    /^\p{Ll}{3,}$/u.test(verb) && ways.every((way) => way.length > verb.length + 1 && way.startsWith(`${verb} `));
  if (ways.length < 3 || !isOfAll || NO_VERB_OF_ALL.test(verb)) return [];
  const short = ways.flatMap((way) => inFewWords(way) ?? []);
  return short.length === ways.length && new Set(short).size === short.length && !short.some(isThreat) ? short : [];
}
