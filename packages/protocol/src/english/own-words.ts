import { escapeRegExp } from "./escape-reg-exp.js";
/** Sentences of the author's in the mouth of whom they are about. */
import { isVerb, participle, verbLemmas } from "./inflect.js";
import { capitalise } from "./nouns.js";
import type { Referable } from "./pronouns.js";
import { isLemma, looksFinite, secondPersonFrom, thirdPerson } from "./verbs.js";

type Speaker = Pick<Referable, "short" | "pronoun"> & { readonly name: string };

/** A wish in the mouth of whose it is: "to count the lamps before she sleeps" gives "... before I sleep". */
export function inFirstPerson(wish: string, { pronoun, short, name }: Speaker): string | undefined {
  if (wish.includes(short) || wish.includes(name) || GIVES_ANOTHER.test(pronoun === "she" ? wish : ""))
    return undefined;
  if (pronoun === "it" && !/\b(?:it|he|she|they|him|her|them|his|their)\b/.test(wish))
    return wish.replace(/\bits\b/g, "my").replace(/\bitself\b/g, "myself");
  const own = pronoun === "he" ? /\b(?:he|him|his|himself)\b/ : pronoun === "she" ? /\b(?:she|hers|herself)\b/ : null;
  // Of a swarm, of a thing, and of whom nothing is known, the words may mean others.
  if (!own) return /\b(?:he|him|his|she|her|it|its|they|them|their)\b/.test(wish) ? undefined : wish;
  // "get Nora to stop before her body stops her", "take his father home before he dies": the other one may be meant.
  if (meansAnother(wish, pronoun)) return undefined;
  const said = withOwnPronouns(wish, pronoun);
  if (said === undefined) return undefined;
  // A second verb of the same subject would have to change too.
  return /\bI\b.* (?:and|but|or) (?:\p{Ll}+ly )?(?:has|is|does)\b/u.test(said) ? undefined : said;
}

/**
 * Whether a wish is about somebody or something that it does not name: the object of its first verb is a pronoun, and that is never whose
 * wish it is ("to bring her home"), nor is anything before it that it could mean.
 *
 * @param wish - In the infinitive, with "to" or without.
 */
export const isOfUnnamed = (wish: string): boolean =>
  new RegExp(
    `^(?:to )?\\p{Ll}+(?: (?:out|up|down|back|off|on|away|for|at|about|to|with|of))? (?:(?:him|them|it)\\b|her(?=${AFTER_OBJECT}| (?:home|here|there|safe|alive|again|back)\\b))`,
    "iu",
  ).test(wish.trim());

/** Nouns of people, after what says whose they are or which. */
const SOMEBODY =
  /\b(?:(?:his|her|their|the|an?) (?:\p{Ll}+ )?(?:father|mother|dad|mum|mam|son|daughter|brother|sister|husband|wife|uncle|aunt|nephew|niece|cousin|grandfather|grandmother|gran|grandson|granddaughter|man|woman|boy|girl|lad|child|baby|friend|patient|captain|king|queen)|(?<!^)\p{Lu}\p{Ll}+)\b/u;

/** Whether a pronoun in a wish stands behind somebody else, whom it may mean as well as whose wish it is. */
function meansAnother(wish: string, pronoun: Speaker["pronoun"]): boolean {
  const other = SOMEBODY.exec(wish);
  if (!other) return false;
  const own = pronoun === "he" ? /\b(?:he|him|his)\b/ : /\b(?:she|her|hers)\b/;
  return own.test(wish.slice(other.index + other[0].length));
}

/** "gives her the ride": whom she gives it is another. */
const GIVES_ANOTHER = /\bher (?:the|an?|some|no|every|everything|nothing|it)\b/;

/** Verbs that take a person as well as a thing: "taught her navigation", "wrote her letters"; and those that a verb follows. */
const GIVING =
  "teach(?:es)?|taught|gives?|gave|tells?|told|shows?|showed|writes?|wrote|sends?|sent|lends?|lent|reads?|sells?|sold|owes?|owed|pays?|paid|offers?|offered|buys?|bought|brings?|brought|hands?|handed|pass(?:es|ed)?|promise[sd]?|grants?|granted|plays?|played|cooks?|cooked|makes?|made|lets?";
/** Whoever is "her" own: nobody gives them. */
const HERS =
  /^(?:own|mother|father|sister|brother|son|daughter|child|children|husband|wife|aunt|uncle|niece|nephew|friends?|name|mind|hand|head|life|story|room|house|way|age|home|back|turn)$/i;

/** Whether "her" stands after such a verb and before a word that may be hers or given to her: nobody can tell. */
const mayBeEither = (words: string): boolean =>
  [...words.matchAll(new RegExp(`\\b(${GIVING}) her (\\p{L}+)`, "giu"))].some(([, verb = "", next = ""]) => {
    if (HERS.test(next) || new RegExp(`^(?:${AFTER_OBJECT_WORDS})$`, "iu").test(next)) return false;
    return !/^(?:lets?|makes?|made)$/i.test(verb) || !isLemma(next);
  });

/** Forms of a verb that follow "I" as they stand. */
const UNCHANGED =
  /^(?:was|had|did|can|could|will|would|may|might|must|should|shall|ought|never|always|still|only|also|once|often|just|now|then|too|both|all|[\p{L}]+ly|wasn['’]t|hadn['’]t|didn['’]t|can['’]t|cannot|couldn['’]t|won['’]t|wouldn['’]t)$/u;
const CHANGED: Readonly<Record<string, string>> = {
  is: "am",
  are: "am",
  were: "was",
  has: "have",
  does: "do",
  "isn't": "am not",
  "isn’t": "am not",
  "aren't": "am not",
  "aren’t": "am not",
  "weren't": "wasn't",
  "weren’t": "wasn’t",
  "hasn't": "haven't",
  "hasn’t": "haven’t",
  "doesn't": "don't",
  "doesn’t": "don’t",
};
const CONTRACTED: Readonly<Record<string, string>> = {
  "he'd": "I'd",
  "she'd": "I'd",
  "they'd": "I'd",
  "he'll": "I'll",
  "she'll": "I'll",
  "they'll": "I'll",
  "they've": "I've",
  "they're": "I'm",
};

/** Stands for the speaker as the subject of a verb that has still to be changed. */
export const SPEAKER = "\u0001";

/**
 * Words about somebody with their pronouns in the first person and the verbs after these changed: "he keeps his key" gives "I keep my key".
 *
 * @param words - `SPEAKER` may stand in them for the speaker.
 * @param pronoun - The speaker's; null leaves all pronouns as they stand.
 * @returns Undefined where what follows the speaker is no verb.
 */
export function withOwnPronouns(words: string, pronoun: Speaker["pronoun"]): string | undefined {
  let failed = pronoun === "she" && mayBeEither(words);
  const said = (pronoun === null ? words : ownPronouns(words, pronoun)).replace(
    /\u0001((?: (?:never|always|still|only|also|once|often|just|now|then|both|all|[\p{Ll}]+ly))*) ([\p{Ll}'’]+)/gu,
    (_, adverbs: string, verb: string) => {
      const form = firstPerson(verb);
      if (form === undefined) failed = true;
      return `I${adverbs} ${form ?? verb}`;
    },
  );
  return failed || said.includes(SPEAKER) ? undefined : said;
}

/** What follows "her" where it is nobody's, but an object. */
const AFTER_OBJECT_WORDS =
  "to|from|with|at|in|on|by|and|or|but|for|about|since|until|again|as|that|out|up|off|into|over|down|away|through|of|than|after|before|while|because|the|an?|what|when|where|why|if|so|how|not|outright|alone|home|straight|badly|dearly|deeply|greatly|gently|quietly|properly|really|truly|directly|openly|politely|kindly|safely|secretly|slowly|quickly|terribly";
const AFTER_OBJECT = `[.,;:!?]|$| (?:${AFTER_OBJECT_WORDS})\\b| (?:once|twice|\\p{Ll}+ times)\\b`;

/** The pronouns of the speaker in the first person; `SPEAKER` where a verb follows. */
function ownPronouns(words: string, pronoun: Speaker["pronoun"]): string {
  const contracted = words
    .replace(
      new RegExp(`\\b${pronoun}['’](?:d|ll|ve|re)\\b`, "gi"),
      (form) => CONTRACTED[form.toLowerCase().replace("’", "'")] ?? form,
    )
    .replace(
      new RegExp(`\\b${pronoun}['’]s((?: (?:\\p{Ll}+ly|never|always|not|only|just|still|also))*) (\\p{Ll}+)`, "giu"),
      (_, adverbs: string, next: string) => `${isParticiple(next) ? "I've" : "I'm"}${adverbs} ${next}`,
    );
  switch (pronoun) {
    case "he":
      return (
        contracted
          .replace(/\bhe\b/gi, SPEAKER)
          .replace(/\bhimself\b/gi, "myself")
          .replace(/\bhim\b/gi, "me")
          // "The key is his."
          .replace(/\bhis(?=[.,;:!?]|$)/gi, "mine")
          .replace(/\bhis\b/gi, "my")
      );
    case "she":
      return (
        contracted
          .replace(/\bshe\b/gi, SPEAKER)
          .replace(/\bherself\b/gi, "myself")
          .replace(/\bhers\b/gi, "mine")
          .replace(new RegExp(`\\bher(?=${AFTER_OBJECT})`, "giu"), "me")
          // "He let her carry three nuts."
          .replace(
            /(?<=\b(?:let|lets|made|make|makes|saw|heard|helped|watched) )her(?= (\p{Ll}+))/giu,
            (her, next: string) => (isLemma(next) ? "me" : her),
          )
          .replace(/\bher\b/gi, "my")
      );
    case "they":
      return contracted
        .replace(/\bthey\b/gi, SPEAKER)
        .replace(/\bthemselves\b/gi, "myself")
        .replace(/\btheirs\b/gi, "mine")
        .replace(/\btheir\b/gi, "my");
    default:
      return words;
  }
}

function firstPerson(verb: string): string | undefined {
  if (CHANGED[verb] !== undefined) return CHANGED[verb];
  if (UNCHANGED.test(verb)) return verb;
  if (isThirdPerson(verb)) return secondPersonFrom(verb);
  const plain = verb.replace(/^(?:re|un|over|mis|out)(?=\p{Ll}{3})/u, "");
  return [verb, plain].some((form) => isVerb(form) || looksFinite(form, true) || isLemma(form)) ? verb : undefined;
}

/** "keeps", "goes": no plural noun. */
export function isThirdPerson(verb: string): boolean {
  if (/^(?:is|has|does)$/.test(verb)) return true;
  if (!/s$/.test(verb) || /(?:ss|us)$/.test(verb)) return false;
  const base = secondPersonFrom(verb);
  return base !== verb && (isLemma(base) || thirdPerson(base) === verb);
}

/** "written" after "has": no state as "gone" and "married" are. */
function isParticiple(word: string): boolean {
  if (
    /^(?:gone|married|tired|worried|scared|frightened|ashamed|bored|pleased|surprised|supposed|interested|convinced|engaged|retired|related|used)$/.test(
      word,
    )
  )
    return false;
  return (
    /^(?:been|got|had)$/.test(word) ||
    verbLemmas(word).some((lemma) => lemma !== word && participle(lemma) === word) ||
    /^(?:put|cut|read|let|set|hit|shut|cost)$/.test(word)
  );
}

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
  const name = `(?:${forms.map((form) => escapeRegExp(form)).join("|")})`;
  // "Lord Osk's birthday" is nobody's own.
  if (new RegExp(`(?<=\\p{Ll},? )\\p{Lu}\\p{L}*\\.? ${name}(?![\\p{L}])`, "u").test(sentence)) return undefined;
  if (new RegExp(`\\b${name},? and \\p{Lu}|\\band ${name}\\b|\\b${name}, `, "u").test(sentence)) return undefined;
  let failed = false;
  const told = sentence
    // "between Osk's and the hatch"
    .replace(new RegExp(`\\b${name}(?:['’]s|(?<=s)['’])(?= (?:and|or|is|was|but)\\b|[.,;:!?]|$)`, "gu"), "mine")
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
  const said = withOwnPronouns(told, pronoun);
  return said === undefined ? undefined : capitalise(said);
}
