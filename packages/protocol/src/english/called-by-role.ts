/** What is told to a player as "you", told of whoever has a role instead: "You go" is "The pilgrim goes". */
import { isVerb, verbLemmas } from "./inflect.js";
import { capitalise } from "./nouns.js";
import { outsideQuotes } from "./past.js";
import { isLemma, pastTense, thirdPerson } from "./verbs.js";

/** What opens a clause, so that a "you" behind it does something. */
const OPENS_CLAUSE =
  /^(?:and|but|or|nor|that|what|whatever|when|while|as|if|because|where|how|so|than|until|before|after|who|whom|which|whether|though|then|once|since|for|here|there|now|today|later)$/iu;
const PREPOSITION =
  /^(?:to|for|with|at|on|by|of|from|behind|beside|towards?|about|against|over|near|past|upon|like|between|in|into|around|round|without|under|among|except)$/iu;
const ADVERBS =
  "(?: (?:still|both|also|now|never|always|only|just|already|soon|then|once|no longer|once more|\\p{Ll}+ly))*";
const YOU = new RegExp(
  `(?<![\\p{L}’'-])([Yy])ou(?![\\p{L}’'-])(${ADVERBS})(?: (\\p{Ll}+(?:n[’']t)?)(?![\\p{L}’'-]))?`,
  "gu",
);

const FORMS: Readonly<Record<string, string>> = { are: "is", were: "was", have: "has", do: "does" };
const UNCHANGED = /^(?:can|cannot|could|will|would|may|might|must|shall|should|did|had|was)$/u;

/** A verb that "you" takes, as one takes it of whom it speaks; undefined for what is no verb in the present. */
function agreeing(verb: string): string | undefined {
  const negated = /^(are|were|have|do)n[’']t$/u.exec(verb)?.[1];
  if (negated !== undefined) return `${FORMS[negated] ?? negated}n’t`;
  if (UNCHANGED.test(verb)) return undefined;
  const isBare = isLemma(verb) || (isVerb(verb) && verbLemmas(verb).includes(verb));
  // "Put" and "read" are both; as we tell in the past what has a past, that is for the caller to say.
  return FORMS[verb] ?? (isBare ? thirdPerson(verb) : undefined);
}

/** Verbs whose past is their present. */
const isPastToo = (verb: string): boolean => verb !== "were" && pastTense(verb) === verb;

/** A second deed of the same subject. */
const SECOND =
  /(?<= (?:and|or|but|then) )(\p{Ll}+)(?= (?:\p{Lu}|(?:the|an?|him|her|it|them|his|its|their|your|you|to|for|with|up|down|in|on|off|away|out|back|over|at|after|about|from|who|what|how|why|where|whether|if|that|nothing|something|everything|nobody|yes|no|not|still|along|home|there|here)\b)|[.,;]|$)/gu;

/** Whether the word before a "you" has it as its object. */
function isObject(before: string): boolean {
  const word = /(\p{L}+)\s*$/u.exec(before)?.[1];
  if (word === undefined || !/\p{L} $/u.test(before) || OPENS_CLAUSE.test(word)) return false;
  return PREPOSITION.test(word) || verbLemmas(word).some((lemma) => isVerb(lemma));
}

/**
 * Tells in the third person what is told to "you": "You leave the mill and go home" gives "The keeper leaves the mill and goes home". What
 * is said in quotation marks stays.
 *
 * @param role - "the keeper".
 * @param isPast - Whether it is told in the past, where "put" is the past of "put".
 */
export function inThirdPerson(text: string, role: string, isPast: boolean): string {
  if (!/(?<!\p{L})you/iu.test(text)) return text;
  const own = `${role}’s`;
  return outsideQuotes(text, false, (words) =>
    words
      .split(/(?<=[.!?;:]\s+)/u)
      .map((clause) => ofRole(clause, role, own, isPast))
      .join(""),
  );
}

function ofRole(clause: string, role: string, own: string, isPast: boolean): string {
  const named = (letter: string, word: string): string => (/\p{Lu}/u.test(letter) ? capitalise(word) : word);
  let isSubject = false;
  const told = clause
    .replace(/\b(look(?:s|ed|ing)?(?: \p{Ll}+ly)? (?:around|about)) you\b/giu, "$1")
    .replace(/\b([Yy])ou all\b/gu, (_, letter: string) => named(letter, "they all"))
    .replace(/\b([Gg]ives?|[Gg]ave) (\p{Lu}\p{L}*(?: \p{Lu}\p{L}*)*|him|her|them) your word\b/gu, "$1 $2 a promise")
    .replace(/(?<=\p{L} )your help\b/gu, "help")
    .replace(YOU, (_, letter: string, adverbs: string, verb: string | undefined, at: number) => {
      const who = named(letter, role);
      const rest = verb === undefined ? "" : ` ${verb}`;
      if (verb === undefined || isObject(clause.slice(0, at))) return `${who}${adverbs}${rest}`;
      const told = isPast && isPastToo(verb) ? undefined : agreeing(verb);
      isSubject = true;
      return `${who}${adverbs} ${told ?? verb}`;
    })
    .replace(/\b([Yy])ourself\b/gu, (_, letter: string) => named(letter, "themself"))
    .replace(/\b([Yy])ours?\b/gu, (_, letter: string) => named(letter, own));
  if (!isSubject) return told;
  return told
    .replace(/(?<= and )were(?= \p{Ll}+ed\b)/gu, "was")
    .replace(SECOND, (verb: string) =>
      isPast || !(isLemma(verb) || verb === "are" || verb === "have") ? verb : (agreeing(verb) ?? verb),
    );
}

/** A choice without "you" and "your": "Offer Maud your help" gives "Offer Maud help". */
export function orderWithoutYou(text: string, role: string): string {
  const plain = outsideQuotes(text, false, (words) =>
    words
      .replace(/\b(Give .+?) your word that you will (not )?/gu, "$1 a promise $2to ")
      .replace(/\b(Promise .+?) that you will (not )?/gu, "$1 $2to ")
      .replace(/\b(Tell .+?) that you will not do it\b/gu, "$1 no")
      .replace(/\b(Promise .+?) your help to /gu, "$1 to help "),
  );
  return inThirdPerson(plain, role, false);
}
