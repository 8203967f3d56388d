/** Verbs that share the player for their subject. */
import { isLemma, isVerb, looksFinite, secondPersonFrom } from "@narratoria/protocol/english";

/** What opens a clause with a subject of its own. */
const OWN_SUBJECT = /^(?:\p{Lu}[\p{L}’']*|he|she|it|they|his|her|its|their|the|an?|nobody|everybody|somebody)$/u;
/** Somebody who does what stands behind them. */
const SOMEBODY = /^(?:he|she|they|nobody|everybody|somebody|everyone|someone|\p{Lu}\p{Ll}[\p{L}’'-]*)$/u;
const DETERMINER = /^(?:the|an?|his|her|its|their|your|no|every|one)$/iu;
/** What opens a clause before the one that matters. */
const SUBORDINATE =
  /^(?:if|when|whenever|once|unless|as|while|after|before|until|since|because|although|though|whatever|wherever|however|where)\s/i;
/** What a verb has behind it, and a noun has not. */
const AFTER_VERB =
  /^(?:it|him|her|them|you|the|an?|his|its|their|your|my|this|that|what|how|why|to|up|down|in|out|on|off|over|at|for|with|away|back|into|onto|through|about|nothing|nobody|everything)$/iu;
const OPENS_MAIN = /^(?:and|but|so|then|if|when|as|while|once|now|here|there)$/i;
const AUXILIARY = /^(?:is|was|has|had|does|did|will|would|can|could|may|might|must)$/;
/** Words between a determiner and the verb of its noun, at most. */
const FAR = 4;

const wordOf = (token: string | undefined): string => token?.replace(/[^\p{L}'’-]/gu, "") ?? "";

const isThirdPerson = (word: string): boolean =>
  AUXILIARY.test(word) || (/s$/.test(word) && (looksFinite(word) || isLemma(secondPersonFrom(word))));

/**
 * Puts the verbs right that share the subject "you": "You find the page, and reads it" is "and read it". A verb agrees with its own
 * subject: "When you lean on it he laughs, and has to sit down". (rule CA1573)
 *
 * @param told - Sentences in which the player is "you", an object marked by U+2060 and one that is no subject of what follows by U+2061.
 * @param objectOf - Source of a pattern for words behind which the player is no subject.
 */
export function withAgreement(told: string, objectOf: string): string {
  const behind = new RegExp(`^(?:${objectOf})$`, "i");
  const tokens = told.split(/(\s+)/);
  const isCondition = SUBORDINATE.test(told);
  let isYours = false;
  /** Whether "you" opens its clause: behind "how you behaved," another subject goes on. */
  let isMain = false;
  return tokens
    .map((token, index) => {
      const word = token.replace(/[^\p{L}'’]/gu, "");
      const given = tokens[index - 2];
      const before = given?.replace(/[^\p{L}]/gu, "") ?? "";
      const next = wordOf(tokens[index + 2]);
      let result = token;
      if (/^you$/i.test(word)) {
        if (!token.includes("\u2061")) isYours = !token.includes("\u2060") && !behind.test(before);
        isMain = given === undefined || /[,.;:!?]["”’)]?$/.test(given) || OPENS_MAIN.test(before);
      }
      // "If you are honest, Cyril strikes out thirty-one and keeps one": the clause after the condition has its own subject.
      else if (isCondition && /,$/.test(given ?? "") && OWN_SUBJECT.test(word)) isYours = false;
      else if (index > 0 && SOMEBODY.test(word) && !/[,.;:!?]$/.test(token) && isThirdPerson(next)) isYours = false;
      else if (/^(?:and|or|but)$|,$/.test(given ?? "") && DETERMINER.test(word) && hasVerb(tokens, index))
        isYours = false;
      else if (word === "who" && /^you\u2060?,$/iu.test(given ?? "")) isYours = true;
      else if (/^(?:who|which|that|while|when|where|because|as|if)$/i.test(word)) isYours = false;
      else if (isYours && /s$/.test(word) && isShared(word, before, isMain ? given : undefined, next)) {
        result = token.replace(word, secondPersonFrom(word));
      }
      if (/[.;:!?]["”’)]?$/.test(token)) isYours = false;
      return result;
    })
    .join("");
}

/** Whether a word is a further verb of the subject: behind "and", or behind a comma with an object of its own. */
function isShared(word: string, before: string, given: string | undefined, next: string): boolean {
  const base = secondPersonFrom(word);
  const isVerbal = base !== word && (isLemma(base) || looksFinite(word));
  const hasObject = AFTER_VERB.test(next);
  if (/^(?:and|or|then|but)$/i.test(before)) return isVerbal || (base !== word && isVerb(base) && hasObject);
  return /,$/.test(given ?? "") && base !== word && isVerbal && hasObject;
}

/** Whether the noun behind a determiner has a verb: "and the cook laughs". */
function hasVerb(tokens: readonly string[], index: number): boolean {
  for (let far = 2; far <= FAR; far++) {
    const token = tokens[index + 2 * far] ?? "";
    const word = wordOf(token);
    const passed = tokens[index + 2 * (far - 1)] ?? "";
    if (/[,.;:!?]$/.test(passed) || /^(?:and|or|but|of|in|on|at|with|for|from|to|by)$/i.test(wordOf(passed)))
      return false;
    const isVerbal = /s$/.test(word) && isVerb(secondPersonFrom(word));
    const next = wordOf(tokens[index + 2 * (far + 1)]);
    if (isThirdPerson(word) || (isVerbal && (/^(?:and|or)$/.test(next) || AFTER_VERB.test(next)))) return true;
  }
  return false;
}
