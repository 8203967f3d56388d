import {
  isLemma,
  isVerb,
  looksFinite,
  memoizeText,
  secondPersonFrom,
  splitSentences,
} from "@narratoria/protocol/english";
import { escape } from "./patterns.js";
import { saysThemInCases, withOwnThey, withThemInCases } from "./player-they.js";
import { withAgreement } from "./player-verbs.js";

/** Words that mean the player in a campaign's texts, and the texts with "you" in their place. */
export interface PlayerWords {
  /** "the player", "the PC", "the delegate": without "you", longest first. */
  readonly forms: readonly string[];
  /** Source of a pattern for any of them, "you" included. */
  readonly pattern: string;
  /** The sentence with "you" for the player and its verbs put right, as it may be told. */
  inSecondPerson(sentence: string): string;
  /** The same of a sentence that is only understood: where the author has a name for the player, for that as well. */
  asYou(sentence: string): string;
}

const COMMON = ["the player's character", "the player character", "the player", "the PC"];
/** What authors who never say "you" call whoever plays. */
const CONVENTIONAL = [
  "the hero",
  "the heroine",
  "the heroes",
  "the party",
  "the protagonist",
  "the protagonists",
  "the adventurer",
  "the adventurers",
  "the investigators",
  "the main character",
  "the players",
  "the player characters",
  "the PCs",
  "the group",
];
/** Of what stands as subject of consequences, a role must be so many times the subject to be the player's. */
const ENOUGH = 3;
/** The same of a role that somebody of the cast has as well, as a share of all. */
const MOST = 0.4;

/**
 * Finds what a campaign calls its player.
 *
 * @param consequences - Consequences and outcomes of beats: whose knowledge and belongings change is most often the player.
 * @param given - Words that the author names for the player.
 * @param told - Premise, descriptions of beats, and what the author says to whoever makes a character: what these make of the player, the
 *   beats may call them.
 * @param others - Names and roles of the cast, which are nobody else's.
 * @param characters - Names of the character that is everybody's who plays: such texts are told in the third person, as they stand.
 */
export function findPlayerWords(
  consequences: readonly string[],
  others: readonly string[],
  given: readonly string[] = [],
  told: { readonly premise: string; readonly beats: readonly string[]; readonly guidance?: string } = {
    premise: "",
    beats: [],
  },
  characters: readonly string[] = [],
): PlayerWords {
  const names = [...new Set([...characters, ...roleInGuidance(told)])];
  const taken = others.join("\n").toLowerCase();
  const isName = (form: string): boolean => names.some((name) => name.toLowerCase() === form.toLowerCase());
  const counts = new Map<string, number>();
  const knowing = new Set<string>();
  for (const text of consequences) {
    // "The Post Book has the stamp": a thing with a name has, keeps and holds as well. (rule CA5714)
    const role =
      /^([Tt]he \p{Ll}+(?: \p{Ll}+)?) (?:now )?(?:knows?|has|holds?|owes?|learns?|may|is sent|keeps?|gets?)\b/u.exec(
        text,
      )?.[1] ?? /^([Tt]he \p{L}+(?: \p{L}+)?) (?:now )?(?:knows?|owes?|learns?|is sent)\b/u.exec(text)?.[1];
    if (role === undefined) continue;
    const form = role.toLowerCase();
    counts.set(form, (counts.get(form) ?? 0) + 1);
    if (/^(?: now)? (?:knows?|owes?|learns?|is sent|may)\b/u.test(text.slice(role.length))) knowing.add(form);
  }
  // Somebody of the cast may have been it before: then most consequences must be the player's.
  const isPlayers = (form: string, count: number): boolean =>
    taken.includes(form.slice(4)) ? count >= consequences.length * MOST : count >= ENOUGH;
  const plain = [...COMMON, ...conventionalIn(told.beats, taken)].toSorted((a, b) => b.length - a.length);
  const plainSource = plain.map(escape).join("|").replaceAll("'", "['’]");
  const role = [...counts].filter(
    // "The register has three names": so does a thing; who plays knows, learns or owes something sooner or later. (rule CA5922)
    ([form, count]) => knowing.has(form) && !plain.some((one) => one.toLowerCase() === form) && isPlayers(form, count),
  );
  const forms = [...new Set([...plain, ...given, ...roleInPremise(told, taken), ...role.map(([form]) => form)])]
    .filter((form) => !isName(form))
    .sort((one, other) => other.length - one.length);
  const any = forms.map(escape).join("|").replaceAll("'", "['’]");
  const roles = forms
    .filter((form) => !plain.includes(form))
    .map(escape)
    .join("|");
  // "The prompter" may stand where "you" would not surely be right; "the player" may not.
  const titles = titlesOf(told, taken).filter((title) => !isName(`the ${title}`));
  const titled =
    titles.length === 0 ? undefined : new RegExp(`(?<!\\p{L})([Tt])he (?:${titles.join("|")})(?![\\p{L}-])`, "gu");
  // Only its capital tells "the Third" from the third of many.
  const owned = titled && new RegExp(`(?<!\\p{L})([Tt])he (\\p{Ll}+) of ${titled.source}`, "gu");
  const asPlayer = (sentence: string): string =>
    titled && owned ? sentence.replace(owned, "$1he player's $2").replace(titled, "$1he player") : sentence;
  const asThem = saysThemInCases(told.beats) ? (sentence: string) => withThemInCases(sentence) : undefined;
  const texts = [...told.beats.flatMap((text) => splitSentences(text)), ...consequences];
  const plainForm = new RegExp(`(?<![\\p{L}])(?:${plainSource})(?![\\p{L}])`, "giu");
  const habit = texts.filter((text) => callsThem(text, plainForm)).length;
  const commonAsYou = createSecondPerson(plainSource, habit);
  const anyAsYou = any === plainSource ? commonAsYou : createSecondPerson(any, habit);
  const inSecondPerson = (given: string): string => {
    const sentence = asPlayer(asThem === undefined ? given : asThem(given));
    return roles !== "" && isSurelyYou(sentence, roles) ? anyAsYou(sentence) : commonAsYou(sentence);
  };
  const named = [...names, ...forms].map(escape).join("|").replaceAll("'", "['’]");
  const namedAsYou = createSecondPerson(named, habit);
  return {
    forms: [...names, ...forms],
    pattern: `(?:you|${named})`,
    inSecondPerson,
    asYou: (sentence) =>
      names.length === 0
        ? (roles === "" ? commonAsYou : anyAsYou)(asPlayer(asThem === undefined ? sentence : asThem(sentence)))
        : namedAsYou(asPlayer(asThem === undefined ? sentence : asThem(sentence))).replace(
            /(?<=[\p{L},;] )You(?!\p{L})/gu,
            "you",
          ),
  };
}

/**
 * Conventional words for whoever plays ("the hero", "the party") that the beats use, where these speak to nobody as "you" and no one of the cast
 * is called so. (rule CA5708)
 */
function conventionalIn(beats: readonly string[], taken: string): readonly string[] {
  const counted = (pattern: RegExp): number =>
    beats.filter((text) => pattern.test(text.replace(/[“"][^”"]*[”"]/gu, " "))).length;
  const addressed = counted(/(?<!\p{L})you(?:r|rs|rself)?(?!\p{L})/iu);
  const found = CONVENTIONAL.filter(
    (form) => !new RegExp(`(?<!\\p{L})${form.slice(4)}(?!\\p{L})`, "u").test(taken),
  ).map((form) => ({ form, count: counted(new RegExp(`(?<!\\p{L})${form}(?![\\p{L}-])`, "iu")) }));
  const isHabit = found.some(({ count }) => count >= BEATS_OF_ROLE && count > addressed);
  return isHabit ? found.filter(({ count }) => count > addressed).map(({ form }) => form) : [];
}

/** Whether a sentence surely has "they" for the player. */
function callsThem(sentence: string, plainForm: RegExp): boolean {
  if (!/\b(?:they|them|their)\b/i.test(sentence)) return false;
  const told = sentence.replace(plainForm, "you");
  return told !== sentence && withOwnThey(told, 0) !== told;
}

/** What a subject follows: nothing, a mark, or what opens a clause. */
const OPENS_CLAUSE =
  /(?:^|[,;:—–(“"‘]\s*|[.!?…]["”’)]*\s+|(?:^|\s)(?:and|but|or|nor|that|when|while|as|if|because|whether|where|before|after|until|since|though|although|so|for|then|what|whom|which|how|why|than|once|unless|now|there|here|yet|till)\s+)$/iu;
/** What an object stands behind besides a verb; "the eyes of you" is nothing that anybody says. */
const BEFORE_OBJECT =
  /(?:^|\s)(?:to|for|with|at|on|by|in|from|before|behind|beside|towards?|after|about|against|over|near|past|upon|between|around|round|above|below|under|beyond|without|except|but|and|or|tells?|give[ns]?|gave|lets?|makes?|made)\s+$/iu;
/** "Unscrews it from the sill" behind its subject. */
const DOES_TO = /^ \p{Ll}+(?<!s)s (?:it|him|her|them|the|an?|his|their|this|that|two|three|["“])(?![\p{L}])/u;
const HAS_THEM_DO = /(?:^|\s)(?:makes?|made|lets?|helps?|helped|watch(?:es|ed)?|sees?|saw|hears?|heard|has|had)\s+$/iu;
/** What goes on after an object without having it as its subject. */
const AFTER_OBJECT =
  /^(?:$|\s*[.,;:!?…—–)”"’]|\s+(?:to|for|with|at|on|by|from|before|behind|beside|towards?|after|about|against|over|near|past|upon|between|into|onto|out|up|down|off|away|back|in|and|or|but|that|what|how|why|when|where|whether|if|as|than|the|an?|this|these|those|some|two|three|nothing|everything|something|again|first|last|too|then|now|once|only|not|so|\p{Ll}+ly|his|her|its|their|my|your|one)\b)/iu;
/** Between a subject and its verb. */
const BETWEEN =
  /^(?:\s+(?:also|now|still|never|always|only|first|finally|suddenly|then|alone|quietly|just|already|soon|once|again|\p{Ll}+ly))*\s+(\p{Ll}+(?:n['’]t)?)(?![\p{L}’'])/u;
/** Words that a "he", "her" or "their" of the same sentence may mean. */
const MEANT_AGAIN = /\b(?:he|she|him|his|her|hers|himself|herself)\b/iu;
const THEY = /\b(?:they|them|their|theirs|themselves)\b/iu;
const mayMeanAgain = (after: string, before: string): boolean => {
  // After somebody's name "he" is that one.
  const [own = ""] = after.split(/(?<=[\p{Ll},;] )(?=\p{Lu})/u);
  return MEANT_AGAIN.test(own) || (THEY.test(own) && !PLURAL.test(before));
};
/** "In casting up the ledger the Clerk comes upon it": where and when, without a verb or a mark before the subject. */
const FRONTED =
  /^(?:in|on|at|upon|after|before|by|from|with|through|during|under|over|once|towards?) (?!.*\b(?:who|which|that|whom|whose)\b)[^,;:.!?]*\s$/iu;
const INVERTED =
  /(?:^|[,;:—–.!?]\s*|(?:^|\s)(?:nor|neither|so|never|then|only|what|when|where|why|how|who|whom)\s+)(?:is|was|has|does|had|did|can|could|will|would|must|may|should|isn['’]t|wasn['’]t|hasn['’]t|doesn['’]t)\s+$/iu;

/** "What frightens" before its object. */
const CLEFT = /(?:^|[.;:]\s+)(?:what|whatever|whoever)\s+\p{Ll}+(?:s|ed)\s+$/iu;

const isFinite = (verb: string): boolean =>
  looksFinite(verb) || (/s$/.test(verb) && isVerb(secondPersonFrom(verb))) || /(?:ed|n['’]t)$/.test(verb);

/**
 * Whether "you" can stand for a role wherever a sentence has it: as subject with its verb at hand, as object of a verb or a preposition, or
 * in the possessive, and nothing else means it. (rule CA710)
 */
function isSurelyYou(sentence: string, roles: string): boolean {
  const found = [...sentence.matchAll(new RegExp(`(?<![\\p{L}’'-])(?:${roles})(?![\\p{L}-])`, "giu"))];
  return found.every((match) => {
    const before = sentence.slice(0, match.index);
    const after = sentence.slice(match.index + match[0].length);
    if (/^['’]s?(?!\p{L})/u.test(after)) return true;
    // "The prompter of this house", "the prompter who came before": one of several.
    if (/^\s+(?:of|who|whose|whom|named|called)\b/iu.test(after)) return false;
    if (/^,\s+who\s+\p{Ll}+/u.test(after)) return isFinite(/^,\s+who\s+(\p{Ll}+)/u.exec(after)?.[1] ?? "");
    if (/^ alone,? (?:as|while|when|before) they\b/iu.test(after)) return true;
    if (INVERTED.test(before)) return !/^\s*[.,;:!?]/.test(after) || /[?]$/.test(sentence);
    const verb = BETWEEN.exec(after)?.[1] ?? "";
    // "The prompter unscrews it": a verb in no list, by what it is done to.
    if (/(?:^|[.!?…]["”’)]*\s+)$/u.test(before) && DOES_TO.test(after)) return !mayMeanAgain(after, before);
    if (/(?:^|\s)(?:is|was|are|were|be|been|become|becomes|became|as|like|called|named)\s+$/iu.test(before))
      return false;
    if (OPENS_CLAUSE.test(before) && (isFinite(verb) || /^\s+and\s+(?:the )?\p{Lu}/u.test(after)))
      return !mayMeanAgain(after, before);
    const words = before.trim().split(/\s+/).slice(1);
    if (FRONTED.test(before) && isFinite(verb) && !words.some((word) => looksFinite(word)))
      return !mayMeanAgain(after, before);
    if (OPENS_CLAUSE.test(before) && /^,\s+(?:whose|being|having|with|like)\b/iu.test(after)) return true;
    // "Pickle makes the prompter count": somebody has them do it.
    if (
      HAS_THEM_DO.test(before) &&
      !mayMeanAgain(after, before) &&
      isVerb(/^ (\p{Ll}+)(?![\p{L}’'])/u.exec(after)?.[1] ?? "")
    )
      return true;
    const isObject = BEFORE_OBJECT.test(before) || isVerbLike(/(\p{L}+)\s+$/u.exec(before)?.[1] ?? "");
    // "What frightens the prompter is not the roar."
    const isCleft = CLEFT.test(before) && isFinite(verb);
    return isObject && (AFTER_OBJECT.test(after) || isCleft);
  });
}

/** Whether what follows these words is the object of their verb: "Osk hands", "What frightens". */
const isObjectAt = (before: string, next: string): boolean =>
  CLEFT.test(before) ||
  (!OPENS_CLAUSE.test(before) && !isFinite(next) && isVerbLike(/(\p{L}+)\s+$/u.exec(before)?.[1] ?? ""));

const isVerbLike = (word: string): boolean =>
  isVerb(word.toLowerCase()) || looksFinite(word.toLowerCase(), true) || isFinite(word.toLowerCase());

/** Beats that have to speak of "the assistant" before that is the player whom the premise made one; where it made them the only one, one. */
const BEATS_OF_ROLE = 3;
const BEATS_OF_ONLY = 1;

/** "You were appointed assistant manager" makes "the assistant" of the beats the player, where nobody else is one. */
function roleInPremise(
  { premise, beats }: { readonly premise: string; readonly beats: readonly string[] },
  taken: string,
): string[] {
  const found = [
    ...premise.matchAll(
      /\b(?:[Yy]ou|[Tt]he player(?:['’]s character| character)?|[Tt]he PC) (?:are|were|is|was|have been|has been|had been|will be|plays?) (?:(?:appointed|hired|taken on|engaged|elected|made|named|sworn in|chosen)(?: as)? )?(?:an? |the |that |this |such an? )?((?:(?:new|junior|relief|young|temporary|acting|newest) )?[\p{Ll}-]{4,}(?: [\p{Ll}-]{4,}){0,2})/gu,
    ),
    // "It is this depute whose part the reader is to take."
    ...premise.matchAll(
      /\b(?:the|this|that) (\p{Ll}{4,}) (?:whose part|in whose (?:shoes|place|person|skin)|whom|as whom|that) (?:you|the reader|the player)\b/gu,
    ),
    // "We had engaged you in August, senhor or senhora letter-reader, ..."
    ...premise.matchAll(
      /\b[Yy]ou\b[^.;:!?]{0,40},\s+(?:(?:\p{Ll}+ or )?(?:the |our |my )?(?:\p{Ll}+ )?)(\p{Ll}+-\p{Ll}+|\p{Ll}+(?:er|or|ist|man|woman|keeper|clerk|judge|guard|guest|heir))(?=[,.;])/gu,
    ),
  ].flatMap(([, words = ""]) => words.split(" "));
  const isOnly = (noun: string): boolean =>
    new RegExp(
      `\\b(?:[Yy]ou|[Tt]he player|[Tt]he PC) (?:are|were|is|was) the ${escape(noun)}(?![\\p{L}’'-])`,
      "u",
    ).test(premise);
  return [...new Set(found)]
    .filter((noun) => !taken.includes(noun))
    .map((noun) => ({ form: `the ${noun}`, least: isOnly(noun) ? BEATS_OF_ONLY : BEATS_OF_ROLE }))
    .filter(
      ({ form, least }) =>
        beats.filter((text) => new RegExp(`\\b${escape(form)}\\b(?![’'-]?\\p{L})`, "iu").test(text)).length >= least,
    )
    .map(({ form }) => form);
}

/**
 * What the author calls the player to whoever makes a character, in small letters: "Let the pilgrim say whose child it is." The beats that
 * call them so are told in the third person, as they stand. (rule CA1554)
 */
function roleInGuidance({
  beats,
  guidance = "",
}: {
  readonly beats: readonly string[];
  readonly guidance?: string;
}): readonly string[] {
  const found = [
    ...guidance.matchAll(
      /(?:^|[.!?]\s+)(?:The|Let the) (\p{Ll}{4,}) (?:is|are|was|may|can|must|should|comes?|has|hath|have|says?|say|tells?|tell|choose|begins?|starts?|needs?)\b/gu,
    ),
  ].map(([, noun = ""]) => `the ${noun}`);
  return [...new Set(found)].filter(
    (form) =>
      !COMMON.includes(form) &&
      beats.filter((text) => new RegExp(`\\b${escape(form)}\\b(?![’'-]?\\p{L})`, "iu").test(text)).length >=
        BEATS_OF_ROLE,
  );
}

/**
 * What the author makes of the player by a name with a capital: "The player is the Sworn Third" makes the Third of the beats the player.
 * (rule CA1528)
 */
function titlesOf(
  {
    premise,
    beats,
    guidance = "",
  }: { readonly premise: string; readonly beats: readonly string[]; readonly guidance?: string },
  taken: string,
): readonly string[] {
  const found = [
    ...`${guidance}\n${premise}`.matchAll(
      /\b(?:[Tt]he player|[Yy]ou|[Tt]he PC) (?:is|was|are|were|will be|plays?|played)(?: called| known as)? (?:the |an? )?(\p{Lu}[\p{L}’'-]+(?: \p{Lu}[\p{L}’'-]+){0,2})/gu,
    ),
  ].flatMap(([, title = ""]) => [title, title.split(" ").at(-1) ?? title]);
  return [...new Set(found)]
    .filter((title) => !new RegExp(`(?<!\\p{L})${escape(title.toLowerCase())}(?!\\p{L})`, "u").test(taken))
    .filter((title, _, all) => {
      const last = title.split(" ").at(-1) ?? title;
      const isCalled = new RegExp(`(?<!\\p{L})[Tt]he ${escape(last)}(?![\\p{L}-])`, "u");
      return all.includes(last) && beats.filter((text) => isCalled.test(text)).length >= BEATS_OF_ROLE;
    })
    .map(escape);
}

/** Words after which the player is no subject. */
const OBJECT_OF =
  "to|for|with|at|on|by|of|from|before|behind|beside|towards?|after|about|against|over|near|past|upon|like|than|between";

/** "You, who must stand with a wand, is present": an aside stands between the subject and its verb. */
const BEFORE_AN_ASIDE = new RegExp(
  `(?<!\\b(?:${OBJECT_OF}) )\\b(you), ((?:who|whom|whose|being|having|as|like|in|with|\\p{Ll}+(?:ed|ing)) [^,;:.!?“”"]{2,90}), (\\p{Ll}+)(?=[ ,.;])`,
  "giu",
);

function agreeing(match: string, you: string, aside: string, verb: string): string {
  const base = secondPersonFrom(verb);
  if (base === verb || !(/^(?:is|was|has|does)$/.test(verb) || isLemma(base))) return match;
  // "You, who stands there": the verb of the aside has the same subject.
  const own = aside.replace(
    /^(who) (\p{Ll}+)/iu,
    (_, who: string, first: string) => `${who} ${secondPersonFrom(first)}`,
  );
  return `${you}, ${own}, ${base}`;
}

/** "You who reads it knows": behind what says which player is meant stands the verb. (rule CA1573) */
const WHO_MAY =
  /(?<!\p{L})(you) who ((?:can|could|may|might|must|will|would|should|has|have) (?:\p{Ll}+ly )?\p{Ll}+|\p{Ll}+s)((?: (?!and\b|or\b)[^\s,;:.!?]+){0,4}?) (\p{Ll}+s)(?![\p{L}’'])/giu;

function whoMay(match: string, you: string, does: string, rest: string, verb: string): string {
  const base = secondPersonFrom(verb);
  if (base === verb || !(/^(?:is|was|has|does)$/.test(verb) || isLemma(base) || isVerb(base))) return match;
  const [first = "", ...others] = does.split(" ");
  return `${you} who ${[secondPersonFrom(first), ...others].join(" ")}${rest} ${base}`;
}

/** "You who takes the rope from him and feels along it will find the other end": what comes of a deed. (rule CA4708) */
const WHO_WILL =
  /^You who (\p{Ll}+s) ((?:(?!\b(?:will|can|may|might|must|would|who)\b)[^;:.!?“”"]){2,90}?) (will|can|may|might|must|would) (?=\p{Ll})/u;

function ifYouDo(match: string, verb: string, rest: string, modal: string): string {
  const base = (word: string): string => {
    const own = secondPersonFrom(word);
    return own !== word && (isLemma(own) || isVerb(own)) ? own : word;
  };
  if (base(verb) === verb) return match;
  const whole = rest.replace(/\b(and|or) (\p{Ll}+s)\b/gu, (_, and: string, other: string) => `${and} ${base(other)}`);
  return `If you ${base(verb)} ${whole}, you ${modal} `;
}

/** "To the Friend alone, as they pass": where nobody else is several, the one spoken of passes. */
const ALONE_IN_PASSING = /^(.*?)\b(?:to|at|by|with|for) you\u2060?(?: alone)?,? (?:as|while|when|before) they\b/isu;
const PLURAL =
  /\b(?:the|all|both|two|three|four|five|these|those|some|many|other) (?:\p{Ll}+ )?\p{L}{3,}s\b|\b(?:they|them|their|everybody|everyone|people)\b| and /iu;

/** "If you refuse, Nina respects them", "shouts you over by their title": nobody else is meant. (rule CA1548) */
function meantByThem(told: string): string {
  const instead = (word: string) => (given: string, before: string) =>
    PLURAL.test(before.split(/[,;:]|\band\b/).at(-1) ?? "") ? given : `${before}${word}`;
  return told
    .replace(
      /^(If you\b.*?\b(?:likes?|liked|respects?|respected|trusts?|trusted|thanks?|thanked|remembers?|forgives?|forgave|hates?|hated|fears?|admires?|believes?|warns?|tells?|told|shows?|gives?|lets?) )them\b/iu,
      instead("you\u2060"),
    )
    .replace(/^(.*\byou\u2060? (?:(?:over|up|down|back|in|out|away) )?(?:by|with|in) )their\b/iu, instead("your"));
}

/** Returns a function that gives a sentence with "you" for what `any` matches. */
function createSecondPerson(any: string, habit: number): (sentence: string) => string {
  const adverbs =
    "(?:(?:also|now|still|never|always|only|first|finally|suddenly|then|alone|quietly|just|already|soon|once)\\s+)*";
  const isNamed = new RegExp(`(?<![\\p{L}])(?:${any})(?![\\p{L}])`, "iu");
  const beforeParticle = new RegExp(
    `(?<![\\p{L}])(?<!\\b(?:the|an?|his|her|their|its|your|my|this|that) )(\\p{Ll}+)\\s+(in|out|up|down|off|away|back|through|along)\\s+(?:${any})(?![\\p{L}'’])(?=\\s*[.,;:!?…—–)”"]|\\s+(?:and|or|but|into|onto|to|with|from|again|at|without)\\b)`,
    "giu",
  );
  const owningNothing = new RegExp(
    `(?<![\\p{L}])(?:${any})['’]s(?=\\s*(?:[.,;:!?]|$)|\\s+(?:aloud|too|also|as well|again|alone|instead|first|last|and|or|but|is|was|has|had|will|would|does|did)(?![\\p{L}]))`,
    "giu",
  );
  const owning = new RegExp(`(?<![\\p{L}])(?:${any})['’]s(?![\\p{L}])`, "giu");
  const behindVerb = new RegExp(
    `(?<=^|[,;:—–.!?“"]\\s*|\\b(?:nor|neither|so|never|then|only|what|when|where|why|how|who|whom) )(is|was|has|does|isn['’]t|wasn['’]t|hasn['’]t|doesn['’]t) (${any})(?![\\p{L}'’])`,
    "giu",
  );
  const beforeVerb = new RegExp(`(?<![\\p{L}])(?:(${OBJECT_OF})\\s+)?(${any})\\s+(${adverbs})([\\p{L}'’]+)`, "giu");
  const elsewhere = new RegExp(`(?<![\\p{L}])(?:${any})(?![\\p{L}\u2060])`, "giu");
  const upper = (match: string): boolean => /^\p{Lu}/u.test(match);
  return memoizeText((sentence) => {
    if (!isNamed.test(sentence)) return sentence;
    const told = sentence
      // "Lets in the player": a pronoun stands before the particle.
      .replace(beforeParticle, (match, verb: string, particle: string) =>
        isVerbLike(verb) ? `${verb} you\u2060 ${particle}` : match,
      )
      // "Counts the player's aloud" has no thing behind it.
      .replace(owningNothing, (match) => (upper(match) ? "Yours" : "yours"))
      .replace(owning, (match) => (upper(match) ? "Your" : "your"))
      // "Nor has the player seen it": the verb stands before its subject.
      .replace(behindVerb, (_, verb: string) => {
        const base = secondPersonFrom(verb.toLowerCase());
        return `${upper(verb) ? base.charAt(0).toUpperCase() + base.slice(1) : base} you\u2060`;
      })
      .replace(
        beforeVerb,
        // After a preposition the player does nothing, nor as the object of another's deed.
        (_, of: string | undefined, who: string, between: string, verb: string, at: number, whole: string) => {
          // "Before the player does" is a clause.
          if (of !== undefined && /^(?:before|after|than|like)$/i.test(of) && /^(?:does|has|is|was)$/.test(verb))
            return `${of} you ${between}${secondPersonFrom(verb)}`;
          if (of !== undefined) return `${of} you\u2060 ${between}${verb}`;
          const isObject = isObjectAt(whole.slice(0, at), verb);
          return `${upper(who) ? "You" : "you"}${isObject ? "\u2060" : ""} ${between}${isObject ? verb : secondPersonFrom(verb)}`;
        },
      )
      .replace(
        elsewhere,
        (match: string, at: number, whole: string) =>
          `${upper(match) ? "You" : "you"}${isObjectAt(whole.slice(0, at), "") ? "\u2060" : ""}`,
      )
      .replace(BEFORE_AN_ASIDE, agreeing)
      .replace(WHO_MAY, whoMay)
      .replace(WHO_WILL, ifYouDo)
      .replace(
        /\b(you\u2060?, who) (\p{Ll}+)(?![\p{L}’'])/giu,
        (_, you: string, verb: string) => `${you} ${isFinite(verb) ? secondPersonFrom(verb) : verb}`,
      )
      .replace(ALONE_IN_PASSING, (match, before: string) =>
        PLURAL.test(before) ? match : match.replace(/they$/, "you"),
      );
    return withAgreement(withOwnThey(meantByThem(told), habit), OBJECT_OF).replace(/[\u2060\u2061]/gu, "");
  });
}
