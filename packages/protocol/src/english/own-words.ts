/** Sentences of the author's in the mouth of whom they are about. */
import { isVerb } from "./inflect.js";
import { capitalise } from "./nouns.js";
import type { Referable } from "./pronouns.js";
import { isLemma, looksFinite, secondPersonFrom } from "./verbs.js";

type Speaker = Pick<Referable, "short" | "pronoun"> & { readonly name: string };

const OWN_WORDS: Readonly<Record<string, string>> = {
  he: "I",
  him: "me",
  his: "my",
  himself: "myself",
  she: "I",
  hers: "mine",
  herself: "myself",
};

/** A wish in the mouth of whose it is: "to count the lamps before she sleeps" gives "... before I sleep". */
export function inFirstPerson(wish: string, { pronoun, short, name }: Speaker): string | undefined {
  if (wish.includes(short) || wish.includes(name) || GIVES_ANOTHER.test(pronoun === "she" ? wish : ""))
    return undefined;
  if (pronoun === "it" && !/\b(?:it|he|she|they|him|her|them|his|their)\b/.test(wish))
    return wish.replace(/\bits\b/g, "my").replace(/\bitself\b/g, "myself");
  const own = pronoun === "he" ? /\b(?:he|him|his|himself)\b/ : pronoun === "she" ? /\b(?:she|hers|herself)\b/ : null;
  // Of a swarm, of a thing, and of whom nothing is known, the words may mean others.
  if (!own) return /\b(?:he|him|his|she|her|it|its|they|them|their)\b/.test(wish) ? undefined : wish;
  const said = withOwnPronouns(wish, pronoun, own);
  // A second verb of the same subject would have to change too.
  return /\bI\b.* (?:and|but|or) (?:\p{Ll}+ly )?(?:has|is|does)\b/u.test(said) ? undefined : said;
}

/** "gives her the ride": whom she gives it is another. */
const GIVES_ANOTHER = /\bher (?:the|an?|some|no|every|everything|nothing|it)\b/;

function withOwnPronouns(words: string, pronoun: Speaker["pronoun"], own: RegExp): string {
  return words
    .replace(/\b(?:he|she)['’]s\b(?! (?:been|got|had|\p{L}+ed)\b)/gu, (said) =>
      own.test(said.slice(0, -2)) ? "I'm" : said,
    )
    .replace(
      /\bher(?=[.,;:!?]|$| (?:to|from|with|at|in|on|by|and|or|but|again|since|till|until|when|if|because|for|as|after|before|off|out|up|down|over|through|of|about|than|so|the|an?)\b)/g,
      pronoun === "she" ? "me" : "her",
    )
    .replace(/\bher\b/g, pronoun === "she" ? "my" : "her")
    .replace(new RegExp(own, "g"), (word) => OWN_WORDS[word] ?? word)
    .replace(OWN_VERB, (_, adverb: string, verb: string) => `I ${adverb}${inFirst(verb)}`);
}

/** "I always gives" */
const OWN_VERB =
  /\bI ((?:(?:never|always|still|only|also|often|once|just|seldom|now|sometimes|usually|\p{Ll}+ly) )?)(\p{Ll}+)/gu;

/** A verb as it follows "I". */
const inFirst = (verb: string): string =>
  verb === "is" ? "am" : verb === "was" ? verb : verb === "has" ? "have" : secondPersonFrom(verb);

const ADVERB = "(?:(?:never|always|still|only|also|often|once|just|seldom|now|\\p{Ll}+ly) )?";
const BEFORE_OBJECT =
  "to|for|by|with|from|of|at|on|but|than|like|except|about|against|behind|beside|after|before|under|over|near|without|through|between";

/**
 * A sentence about somebody in their own mouth: "Osk Harrow has kept the bar since 1983" gives "I have kept the bar ...".
 *
 * @param alone - Whether nobody else is named in it, whom "he" or "her" could mean.
 * @returns Undefined where it is quoted speech, or where the words may mean others.
 */
export function inOwnMouth(sentence: string, speaker: Speaker, alone: boolean): string | undefined {
  if (/[“”"]/.test(sentence) || (speaker.pronoun === "she" && GIVES_ANOTHER.test(sentence))) return undefined;
  const forms = [...new Set([speaker.name, speaker.short])].sort((a, b) => b.length - a.length);
  const name = `(?:${forms.map((form) => form.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("|")})`;
  // "Lord Osk's birthday" is nobody's own.
  if (new RegExp(`(?<=\\p{Ll},? )\\p{Lu}\\p{L}*\\.? ${name}(?![\\p{L}])`, "u").test(sentence)) return undefined;
  if (new RegExp(`\\b${name},? and \\p{Lu}|\\band ${name}\\b|\\b${name}, `, "u").test(sentence)) return undefined;
  let failed = false;
  const told = sentence
    .replace(new RegExp(`\\b${name}(?:['’]s|(?<=s)['’])(?= )`, "gu"), "my")
    .replace(new RegExp(`\\b(${BEFORE_OBJECT}) ${name}\\b`, "gu"), "$1 me")
    .replace(new RegExp(`\\b${name} (${ADVERB})(\\p{Ll}+(?:n['’]t)?)`, "gu"), (_, adverb: string, verb: string) => {
      if (/^(?:isn|wasn|hasn|doesn)['’]t$/.test(verb))
        return `I ${adverb}${{ i: "am not", w: "wasn't", h: "haven't", d: "don't" }[verb.charAt(0)] ?? verb}`;
      const base = verb === "has" ? "have" : verb === "does" ? "do" : inFirst(verb);
      if (
        !isVerb(verb) &&
        !looksFinite(verb, true) &&
        !isLemma(base) &&
        !/^(?:am|was|have|do|can|will|would|could|may|might|must|should)$/.test(base)
      )
        failed = true;
      return `I ${adverb}${base}`;
    });
  if (failed || forms.some((form) => told.includes(form))) return undefined;
  // A second verb of the same subject would have to change too.
  if (/\b(?:and|but|or) (?:\p{Ll}+ly )?(?:has|is|does|was|\p{Ll}+[^s\W]s)\b/u.test(told)) return undefined;
  const { pronoun } = speaker;
  if (!/\b(?:he|him|his|himself|she|her|hers|herself|they|them|their)\b/i.test(told)) return capitalise(told);
  const own =
    pronoun === "he" ? /\b(?:he|him|his|himself)\b/ : pronoun === "she" ? /\b(?:she|her|hers|herself)\b/ : null;
  if (!own || !alone || !own.test(told) || told === sentence) return undefined;
  return capitalise(withOwnPronouns(told, pronoun, pronoun === "he" ? own : /\b(?:she|hers|herself)\b/));
}
