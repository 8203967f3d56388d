/** Endings written as lists of what becomes of whom: "- **Tobin:** swore the oath after all." */
import { capitalise, isVerb, looksFinite, verbLemmas } from "@narratoria/protocol/english";

/** A word or two with a capital, a colon, and what is said of it. */
const ENTRY = /^(\p{Lu}[\p{L}’'.-]*(?: [\p{L}’'.-]+){0,3}):\s+(\S.*)$/su;
/** What only names the place of a sentence in the ending. */
const PLACE =
  /^(?:the )?(?:last|final|closing|first|opening) (?:image|shot|line|scene|picture|frame|word|thing|sight|moment)s?$|^(?:image|epilogue|afterwards|outcome|result|aftermath|price|the price|cost|the cost|what happens|what happened|summary|text|ending|read aloud)$/iu;
/** What opens a clause of its own. */
const CLAUSE =
  /^(?:the|an?|his|her|its|their|your|my|our|this|that|these|those|he|she|it|they|you|we|i|there|nobody|nothing|somebody|everybody|everyone|no|every|each|some|all|both|in|on|at|by|from|after|before|when|as|if|with|for|to)\b/iu;
/** Entries from which on they are a habit. */
const ENTRIES = 2;

/**
 * The paragraphs of an ending with the entries of such a list as sentences: "Tobin swore the oath after all." What stands behind a label
 * as a clause of its own is told without it. (rule CA5846)
 */
export function withEntriesTold(paragraphs: readonly string[]): readonly string[] {
  const entries = paragraphs.filter((paragraph) => ENTRY.test(paragraph));
  if (entries.length < ENTRIES) return paragraphs;
  return paragraphs.map((paragraph) => {
    const [, label = "", rest = ""] = ENTRY.exec(paragraph) ?? [];
    if (label === "" || /^[“"]/u.test(rest)) return paragraph;
    const [first = ""] = rest.split(/[\s,;:.!?]/u);
    const opens = /^\p{Ll}/u.test(rest) && !CLAUSE.test(rest) && isPredicate(first);
    if (opens) return `${label} ${rest}`;
    return PLACE.test(label) || CLAUSE.test(rest) || /^\p{Lu}/u.test(rest) ? capitalise(rest) : paragraph;
  });
}

const isPredicate = (word: string): boolean =>
  looksFinite(word) || verbLemmas(word).some((lemma) => lemma !== word && isVerb(lemma));
