import type { ConfidenceTerms as Terms } from "@narratoria/protocol/contracts";
import type { NameIndex } from "@narratoria/protocol/english";

const TELLS =
  "(?:tells?|says?|shows?|admits?|reveals?|speaks?|talks?|owns? (?:up|to)|confess(?:es)?|shares?|explains?|gives?|hands?)";
/** A sentence on telling in general, not on what was once told. */
const ON_TELLING = new RegExp(
  `(?:\\b(?:will|would|won['’]t|can|may|does not|doesn['’]t|do not|don['’]t|never|only)\\b(?: \\p{L}+){0,2}? |\\b(?:she|he|they|\\p{Lu}[\\p{L}’']*) )${TELLS}\\b(.*)$`,
  "u",
);
const TO_WHOM =
  /\b(?:(?:only|nobody|no one|none|anybody|anyone|somebody|someone|one|those|people|a \p{L}+)(?: but (?:those|somebody|someone))? (?:who|that)|who(?:m|ever|mever)?)\b\s+(.+)$/u;
const ONLY_THEN = /\b(?:if|when|once|after|unless|until|till|before)\b\s+(.+)$/u;
/** Without one of these a clause of time says when something happens, not on what terms. */
const RESTRICTS = /\b(?:will|would|won['’]t|only|never|not|n['’]t|nothing|nobody|no one|unless|until)\b/u;
const NEVER =
  /\b(?:will|would|can) never (?:tell|say|show|admit|reveal|speak|confess)\b|\bto (?:her|his|their|the) grave\b|\b(?:sooner|rather) die\b/u;

const LISTENER = /^(?:the player|the PC|you|they|she|he|somebody|someone|anybody|anyone|one)\s+/iu;
const TRUST = /\b(?:trust(?:s|ed)?|friends?|kind(?:ly|ness)?|help(?:s|ed)|earn(?:s|ed)?|likes?|liked|loves?|loved)\b/iu;
const PERFECT = "(?:(?:has|have|had)(?: (?:already|also|once))? |['’](?:s|ve) |(?:is|are|was|were) )?";
const CARRIES = new RegExp(
  `^${PERFECT}(?:given|gives?|shown|shows?|handed|hands?|brought|brings?|carr(?:y|ies|ied)|holds?|wears?)\\b(?: (?:her|him|them|back))?\\s+(.+)$`,
  "iu",
);
const ASKS =
  /\b(?:asks?|asked)\b(?:.*?\b(?:about|of|for|after)\s+(.+))?|\b(?:mentions?|mentioned|names|named|speaks? of|brings? up)\s+(.+)/iu;
const KNOWS = new RegExp(
  `^${PERFECT}(?:seen|sees?|read|reads|found|finds?|heard|hears?|learn(?:s|ed|t)?|knows?|known|been|visited|discovered|uncovered|understands?|understood|guess(?:es|ed))\\b\\s+(.+)$`,
  "iu",
);
/** What follows the thing that is meant. */
const BEYOND = /[,.;:!?—]| (?:that|which|who|because|and|or|but|before|after|when|where|with)\b/u;
const SMALL =
  /^(?:the|an?|his|her|their|its|my|your|this|that|these|those|to|in|at|of|on|about|from|it|them|him|out|up|some|any|all)$/u;

/**
 * Reads on what terms a secret is told, where a sentence of it says so: "She tells it only to who has seen the page".
 *
 * @returns Undefined where the sentence is not about telling. Terms that cannot be understood are `unclear`. Implements rule CA560.
 */
export function readTerms(sentence: string, names: NameIndex): Terms | undefined {
  const [, rest] = ON_TELLING.exec(sentence) ?? [];
  if (rest === undefined) return NEVER.test(sentence) ? { when: "never" } : undefined;
  const listener = TO_WHOM.exec(rest)?.[1];
  const clause = listener ?? (RESTRICTS.test(sentence) ? ONLY_THEN.exec(rest)?.[1] : undefined);
  if (clause === undefined) return NEVER.test(sentence) ? { when: "never" } : undefined;
  // "Nobody who has not read it": who has read it.
  const positive = /\b(?:nobody|no one|none|nothing|never|not)\b.*\b(?:not|n['’]t)\b/u.test(sentence)
    ? clause.replace(/\b(ha(?:s|ve|d)|is|are)(?: not|n['’]t)\b/u, "$1")
    : clause;
  return termsOf(positive.replace(LISTENER, ""), names);
}

/** The part of a sentence before it speaks of telling: "She keeps the slip in Volume Nine, and will show it to who asks". */
export function beforeTerms(sentence: string): string | undefined {
  const before = new RegExp(
    `^(.+?),? (?:and|but) (?:(?:she|he|they) )?(?:will|would|only|never|${TELLS})\\b`,
    "u",
  ).exec(sentence)?.[1];
  return before === undefined || ON_TELLING.test(`${before}.`) ? undefined : `${before}.`;
}

function termsOf(clause: string, names: NameIndex): Terms {
  if (TRUST.test(clause)) return { when: "trusted" };
  const carried = CARRIES.exec(clause)?.[1];
  if (carried !== undefined) return about("carried", carried, names);
  const known = KNOWS.exec(clause)?.[1];
  if (known !== undefined) return about("known", known, names);
  const asked = ASKS.exec(clause);
  if (asked === null) return { when: "unclear" };
  const of = asked[1] ?? asked[2];
  const topic = of === undefined ? undefined : about("asked", of, names);
  return topic === undefined || topic.when === "unclear" ? { when: "asked" } : topic;
}

function about(when: Terms["when"], text: string, names: NameIndex): Terms {
  const [object = ""] = text.split(BEYOND);
  const words = (object.toLowerCase().match(/[\p{L}\p{N}’'-]+/gu) ?? []).filter((word) => !SMALL.test(word));
  const keys = names.keysIn(object);
  if (words.length === 0 && keys.length === 0) return { when: "unclear" };
  return { when, names: keys, words };
}
