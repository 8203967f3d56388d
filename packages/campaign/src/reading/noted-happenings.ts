/** What somebody is seen or heard to do, in the list of a teller's notes beside a text that is read aloud. */
import { capitalise, isVerb, splitSentences, verbLemmas } from "@narratoria/protocol/english";

/** What nobody sees somebody do, and what is said of them rather than done. */
const UNSEEN = new Set(
  "be have know believe think suspect remember love hate fear hope need owe mean deserve lie pretend plan intend hide belong seem matter own guess doubt expect understand realise realize recognise recognize forget wish prefer contain cost become remain exist".split(
    " ",
  ),
);
/** What is so in one case, is hidden, or speaks of the game. */
const NOT_TOLD =
  /\b(?:if|unless|when(?:ever)? (?:asked|pressed|pushed|told|you)|until|may|might|can|could|will|would|should|must|secretly|really|actually|supposed(?:ly)?|unseen|unnoticed|nobody (?:sees|notices|knows)|no one (?:sees|notices|knows)|the (?:players?|PCs?|party|group|GM|scene|story|session|table)|DC|roll|one line|once|or)\b|\d\s?[+%]|[:;]\s*$|\([^)]*\)/iu;
/** "Anna says reflection": a note on words, and not the words. */
const NOTED_WORDS =
  /^(?:says|tells|asks|answers|replies) (?!nothing\b|no\b|yes\b|so\b|that\b|it\b|him\b|her\b|you\b|them\b|who\b|what\b|how\b|why\b|where\b|if\b|thank)/iu;
const OPENS_WITH_NAME =
  /^((?:(?:Mr|Mrs|Ms|Dr|St)\.? )?\p{Lu}[\p{L}’'-]*(?: \p{Lu}[\p{L}’'-]*){0,2}) (\p{Ll}+)(?= |[.!]$)/u;
const OPENS_WITH_PRONOUN = /^(?:He|She|They) (\p{Ll}+)(?= |[.!]$)/u;
/** "Anna: that's my voice.": only one's own words have "I" and "my". */
const OWN_WORDS = /^(\p{Lu}[\p{L}’'-]*): (?![“"])([^“”"]*\b(?:I|I['’]\p{L}+|my|me|we|our)\b[^“”"]*[.!?])$/u;

/**
 * The sentences of one entry that tell what somebody does, from the first on: "Anna hands you her mittens. She smiles." An entry that opens
 * with anything else, and whatever stands behind such a sentence, stays the teller's.
 *
 * @param entry - In the second person.
 * @param isSomebody - Whether a name is somebody's.
 */
export function happeningsIn(entry: string, isSomebody: (name: string) => boolean): string[] {
  const told: string[] = [];
  for (const sentence of splitSentences(entry)) {
    const [, speaker = "", words = ""] = OWN_WORDS.exec(sentence) ?? [];
    if (words !== "" && isSomebody(speaker)) {
      told.push(`“${capitalise(words).replace(/(?<!\.)\.$/u, ",")}” says ${speaker}.`);
      continue;
    }
    const goesOn = OPENS_WITH_PRONOUN.exec(sentence)?.[1];
    const [, name = "", acts] = goesOn === undefined ? (OPENS_WITH_NAME.exec(sentence) ?? []) : [];
    const verb = goesOn ?? acts;
    if (verb === undefined || (goesOn === undefined ? !isSomebody(name) : told.length === 0)) break;
    if (!/[.!]$/.test(sentence) || NOT_TOLD.test(sentence) || !isSeen(verb, sentence)) break;
    if (NOTED_WORDS.test(sentence.slice(sentence.indexOf(` ${verb} `) + 1))) break;
    told.push(sentence);
  }
  return told;
}

/** What stands behind a verb, and behind no noun that follows a name. */
const BEHIND_VERB =
  "(?:the|an?|him|her|it|them|you|his|its|their|your|to|with|up|down|in|on|off|away|out|back|over|at|after|nothing|nobody)\\b";

/** Whether a word is what somebody is seen to do: "hands", "goes". */
function isSeen(word: string, sentence: string): boolean {
  const lemmas = /s$/u.test(word) ? verbLemmas(word).filter((lemma) => lemma !== word) : [];
  if (lemmas.some((lemma) => UNSEEN.has(lemma))) return false;
  return lemmas.some(isVerb) || (lemmas.length > 0 && new RegExp(`\\b${word} ${BEHIND_VERB}`, "u").test(sentence));
}
