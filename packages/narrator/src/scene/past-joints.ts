/** Our own joints between the sentences of an author who tells in the past: "You go to the mill" is "You went to the mill". */
import { isLemma, isVerb, pastTense, verbLemmas } from "@narratoria/protocol/english";

/** What stands between "you" and its verb. */
const YOU = /\b([Yy]ou)((?: (?:all|still|both))?) (\p{Ll}+)/gu;
const AND = /\band (\p{Ll}+)(?=[ ,.]|$)/gu;
const OTHERS = /\b(Nobody|That|It|it|that|nobody) (is|takes|works|does|comes)\b/gu;
/** A verb whose subject is the slot before it. */
const BEHIND_SLOT = /^ (is|are|comes?|goes|go|has|have|does|do)\b/u;

const FORMS: Readonly<Record<string, string>> = {
  is: "was",
  are: "were",
  has: "had",
  have: "had",
  does: "did",
  do: "did",
  comes: "came",
  goes: "went",
  takes: "took",
  works: "worked",
};

const past = (verb: string): string => FORMS[verb] ?? pastTense(verb);

/**
 * Puts the words of a joint into the past. (rule NA3260)
 *
 * @param words - Words of a frame as they stand, between two slots and outside quotation marks.
 * @param behindSlot - Whether a slot stands right before them, which may be the subject of their first verb.
 */
export function jointInPast(words: string, behindSlot: boolean): string {
  const told = words
    .replace(YOU, (whole, you: string, how: string, verb: string) =>
      FORMS[verb] !== undefined || isLemma(verb) ? `${you}${how} ${past(verb)}` : whole,
    )
    .replace(OTHERS, (_, subject: string, verb: string) => `${subject} ${past(verb)}`)
    .replace(AND, (whole, verb: string) => (isLemma(verb) ? `and ${past(verb)}` : whole))
    .replace(/\bwill\b/gu, "would");
  return behindSlot ? told.replace(BEHIND_SLOT, (_, verb: string) => ` ${past(verb)}`) : told;
}

/** A second deed: what stands behind it stands behind verbs alone. */
const SECOND_DEED =
  /(?<= and )(\p{Ll}+)(?= (?:\p{Lu}|(?:the|an?|him|her|it|them|his|its|their|your|you|to|for|with|up|down|in|on|off|away|out|back|over|at|after|about|from|who|what|how|why|where|whether|if|that|nothing|something|everything|nobody|yes|no)\b)|[.,;]|$)/gu;

/**
 * A deed in the past: "drink your tea and ask about it" gives "drank your tea and asked about it". (rule NA3260)
 *
 * @param deed - In the bare form.
 */
export function deedInPast(deed: string): string {
  const [first = ""] = deed.split(" ");
  if (!isLemma(first) && first !== "be" && FORMS[first] === undefined) return deed;
  // A noun may be a verb: only one with something behind it, or none at all, is a second deed.
  return `${past(first)}${deed.slice(first.length)}`.replace(SECOND_DEED, (verb: string) =>
    isLemma(verb) ? pastTense(verb) : verb,
  );
}

/** What somebody does, as it happened: "Posy holds out the glass" gives "Posy held out the glass". (rule NA3260) */
export function doneInPast(sentence: string, name: string): string {
  const rest = sentence.startsWith(`${name} `) ? sentence.slice(name.length + 1) : "";
  const [verb = ""] = rest.split(/[ .,]/u);
  const lemma = verbLemmas(verb).find((one) => isVerb(one) && one !== verb);
  const told = FORMS[verb] ?? (lemma === undefined ? undefined : pastTense(lemma));
  return told === undefined ? sentence : `${name} ${told}${rest.slice(verb.length)}`;
}

/** As {@link jointInPast}, of words that may hold speech: what stands in quotation marks stays. */
export function outsideQuotes(words: string, isInside: boolean, change: (words: string) => string): string {
  let inside = isInside;
  return words
    .split(/(["“”])/u)
    .map((piece) => {
      if (/^["“”]$/u.test(piece)) inside = piece === "“" || (piece === '"' && !inside);
      return inside ? piece : change(piece);
    })
    .join("");
}
