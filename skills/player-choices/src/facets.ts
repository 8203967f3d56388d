/** What the player can say of themselves, and as whom they ask and look: the entries of their past as phrases for choices. */
import {
  countWords,
  indefiniteArticle,
  isLemma,
  isThirdPerson,
  pastTense,
  secondPersonFrom,
  splitSentences,
  thirdPerson,
  verbLemmas,
} from "@narratoria/protocol/english";
import type { PastEntry } from "@narratoria/protocol/story";
import { memoizeView } from "./memoize-view.js";
import type { View } from "./view.js";

/** One thing that a player is, in the forms that choices need; a form that the entry does not give is left out. */
export interface Facet {
  /** Tells facets apart. */
  readonly id: string;
  readonly entry: PastEntry;
  /** As whom: "a drover", "somebody who grew up downstream". */
  readonly role?: string;
  /** Whether the role is a noun of a few words, which can stand before a verb. */
  readonly isNoun?: true;
  /** What is so, after "that": "you grew up downstream". */
  readonly that?: string;
  /** What is told, after "tell somebody": "what you owe and to whom", "about your day job". */
  readonly what?: string;
  /** How something is done: "patiently". */
  readonly manner?: string;
  /** What somebody was to the player, after "who": "taught you to read". */
  readonly who?: { readonly npc: string; readonly clause: string };
}

const MOST_ROLE_WORDS = 9;
const MOST_CLAUSE_WORDS = 15;
/** Words of a role that can stand before a verb. */
const MOST_NOUN_WORDS = 4;

/** Nouns of people. Nouns that end as those of people do need no entry. */
const PEOPLE = new Set(
  (
    "accountant assistant attendant claimant emigrant employee evacuee immigrant informant lieutenant merchant migrant refugee tenant trainee trustee actor apprentice auditor aunt author bachelor bandmate barrister bride brother cadet captain carer chef child chief clerk comedian constable cook cousin creditor cripple " +
    "crofter daughter debtor deputy doctor drover dropout electrician engineer exile farmhand father foundling friend girl godchild guard guest guide heir hire historian " +
    "husband incomer inspector intern investigator journeyman judge kid kin kinsman kinswoman knight lad lass librarian magician maid man mate mathematician notary matron mechanic " +
    "medic midwife miner mother musician neighbor neighbour nephew newcomer niece novice nun nurse observer officer optician orphan outlaw outsider partner passenger pastor " +
    "physician pilgrim pilot player plumber poet politician porter prefect priest prince princess private professor pupil ranger relation relative roughneck runaway sailor " +
    "scribe sculptor secretary sergeant servant shepherd sister smith soldier solicitor son sprite squire steward stranger student surgeon surveyor tailor technician thief " +
    "traitor traveler traveller troll tutor uncle vet veteran vicar visitor volunteer waif waiter waitress ward widow widower wife woman boy"
  ).split(" "),
);
/** How nouns of people end. Names and things may end so too. */
const OF_PERSON = /(?:ist|man|woman|smith|wright|monger|hand|er|[aei]tor|ctor|eyor|ssor|(?:ri|di|ci)an)$/;
/** Words that end like those of people and are none. */
const NO_PERSON =
  /(?:water|paper|tower|power|flower|river|number|summer|winter|corner|letter|matter|weather|leather|chamber|timber|finger|ever|under|after|butter|copper|silver|pepper|ladder|shoulder|border|murder|thunder|wonder|hunger|anger|layer|center|theater|quarter|laughter|slaughter|character|ledger|cover|answer|manner|dinner|supper|offer|prayer|beer|deer|career|upper|lower|inner|outer|former|latter|clever|tender|bitter|sober|eager|proper|younger|elder|older|other|another|order|danger|factor|tractor|reactor|vector|monitor|elevator|motor|human|german|roman|over|list|beforehand)$/;

/** Whether a noun is one of people. Where the words may be somebody's name, only a noun that is listed is. */
function isPerson(noun: string, mayBeName: boolean): boolean {
  const word = noun.toLowerCase().split("-").at(-1) ?? "";
  return PEOPLE.has(word) || (!mayBeName && word.length > 4 && OF_PERSON.test(word) && !NO_PERSON.test(word));
}

/** What is no person and has people: "ship's medic". */
const HAS_PEOPLE =
  /^(?:ship|boat|house|company|city|town|village|school|church|parish|court|king|queen|crown|bishop|abbot|notary|lady|lord|devil|fool|pan-raker|night|guild|bank|line|land|state|army|navy)$/i;

/** "Teo's" of "Teo's friend": somebody's own name. "Chandler's" is a calling's, and takes an article. */
function isOwner(word: string): boolean {
  const owner = word.replace(/['’]s$/u, "");
  return /^\p{Lu}.*['’]s$/u.test(word) && !HAS_PEOPLE.test(owner) && !isPerson(owner, false);
}

/** What stands behind the noun of a person: "of the Mutual", "with a hole in one shoe". */
const BEHIND = /\s(?=(?:of|to|from|in|on|with|without|at|off|who|for|by|between|out|under|against)\s)/u;

/**
 * The person that a name, or the beginning of a description, is: "Circuit Preacher" gives "a circuit preacher", "Clerk of the late
 * Transmontane" gives "a clerk of the late Transmontane". Undefined where it is none.
 *
 * @param mayBeName - Whether the words may be the name of one person.
 */
export function personIn(words: string, mayBeName = false): string | undefined {
  const text = (words.split(/[,;:(–—]|\.(?:\s|$)/u)[0] ?? "").trim();
  if (/\byou(?:r|rs)?\b|[*_“”"]/iu.test(text) || countWords(text) > MOST_ROLE_WORDS) return undefined;
  if (/^the one who /iu.test(text)) return text.charAt(0).toLowerCase() + text.slice(1);
  const [, article = "", rest = ""] = /^(?:(an?|the)\s)?(.*)$/iu.exec(text) ?? [];
  const [front = "", ...behind] = rest.split(BEHIND);
  const before = front.split(" ");
  const [first = ""] = before;
  if (before.length > MOST_NOUN_WORDS || !isPerson(before.at(-1) ?? "", mayBeName)) return undefined;
  if (/^(?:his|her|their|its|my|our|some|no|two|three|many)$/iu.test(first)) return undefined;
  // "Drain Street kid": where the noun is written small, two capitals in front of it are a name.
  const isTitle = /^\p{Lu}/u.test(before.at(-1) ?? "");
  const hasName = !isTitle && before.filter((word) => /^\p{Lu}/u.test(word)).length > 1;
  const lower = before.map((word, at) => {
    const isName = isOwner(word) || /\p{Lu}{2}/u.test(word) || hasName || (!isTitle && at > 0);
    return isName ? word : word.toLowerCase();
  });
  const whole = [lower.join(" "), ...behind].join(" ");
  if (isOwner(first)) return whole;
  return article.toLowerCase() === "the" ? `the ${whole}` : `${indefiniteArticle(whole)} ${whole}`;
}

/** Participles of what is done to people; others may be deeds of theirs. */
const DONE_TO =
  /^(?:(?:once|twice|newly|recently|just|lately) )?(?:born|sent|hired|raised|rescued|sacked|dismissed|trained|apprenticed|laid off|brought up|bonded|fired|orphaned|banished|exiled|widowed)\b/iu;
/** Forms of the past that are no participles. */
const DEED =
  /^(?:(?:never|always|once|just|also) )?(?:arrived|worked|lived|served|studied|walked|moved|stayed|skated|came|went|grew|left|lost|saw|took|fell|gave|ran|broke|spoke|knew|wrote|rode|drew|drove|stole|began|made|kept|sold|fought|sang|swam|slept|stood|sat)\b(?! [A-Z]\p{Ll}+$)/iu;
/** What stands for something that was said before: the clause does not stand alone. */
const POINTS_BACK = /\b(?:it|they|them|he|him|she|her|this|these|those|ones?|so|either|neither|otherwise|else)\b/iu;
const QUOTED = /[*_“”"()]|\d/u;
/** How a clause ends that leaves something out. */
const IS_OPEN =
  /\?|\b(?:tell|can|could|do|did|was|were|is|are|have|had|to|for|of|with|before|after|since|anyway|two|three|four|five|six)$/iu;
const LEAST_CLAUSE_WORDS = 4;

const withoutStop = (text: string): string => text.trim().replace(/[.!]+$/, "");

/** A clause without what its author adds, as long as a choice can hold it; undefined where it is longer or does not stand alone. */
function shortClause(sentence: string): string | undefined {
  const [first = ""] = withoutStop(sentence).split(
    /\s*(?:[;:–—]|, (?:and|but|or|so|which|who|though|because|then)\b)\s*/u,
  );
  const parts = first.split(", ");
  // "You are going, in a manner of speaking, home" goes on behind what is set off.
  const isWhole = parts.length < 2 || countWords(parts[0] ?? "") >= LEAST_CLAUSE_WORDS;
  const isCut = parts.length > 2 || countWords(first) > MOST_CLAUSE_WORDS || countWords(parts[1] ?? "") < 3;
  const clause = isWhole && isCut ? (parts[0] ?? "") : first;
  const words = countWords(clause);
  const isShort = isWhole && words >= LEAST_CLAUSE_WORDS && words <= MOST_CLAUSE_WORDS;
  return isShort && !POINTS_BACK.test(clause) && !QUOTED.test(clause) && !IS_OPEN.test(clause) ? clause : undefined;
}

/** Where somebody comes from: "From the quay", "A mining town". Families and crews have their members. */
const ORIGIN =
  /^(?:(from|off) )?((?:an? |the )?(?:[\p{L}'’-]+ ){0,3}(?:town|city|village|farm|island|coast|quay|valley|hills|inland|family|household|crew|team|gang|party|tramps|boats|bench|office|counting-house|orchard|sickroom|library|university|college|hospital|mill|docks|railway|theatre|newspaper|monastery|convent|abbey|barracks|mines))$/iu;

/** "from a mining town", "one of the hill party". */
function originIn(name: string): string | undefined {
  const plain = withoutStop(name.split(/[,;(]/u)[0] ?? "").trim();
  const [, from = "", place = ""] = ORIGIN.exec(plain) ?? [];
  if (
    place === "" ||
    DEED.test(plain) ||
    (from === "" && countWords(place) > 2) ||
    /\p{Lu}/u.test(place.slice(1)) ||
    POINTS_BACK.test(place)
  )
    return undefined;
  const lower = place.charAt(0).toLowerCase() + place.slice(1);
  if (from !== "") return `${from.toLowerCase()} ${lower}`;
  if (/(?:crew|team|gang|party)$/u.test(lower)) return `of ${/^(?:an?|the) /u.test(lower) ? lower : `the ${lower}`}`;
  return `from ${/^(?:an?|the) /u.test(lower) ? lower : `${indefiniteArticle(lower)} ${lower}`}`;
}

/** What an entry says that the player is or has done: "you grew up downstream". */
function saidOf(text: string): string | undefined {
  for (const [at, sentence] of splitSentences(text).entries()) {
    const clause = /^You(?:['’](?:re|ve|d))? /u.test(sentence) ? shortClause(sentence) : undefined;
    // "You have the trunk" is of a trunk that was spoken of.
    const standsAlone = at === 0 || !/ the (?:\p{L}+ )?\p{L}+$/u.test(clause ?? "");
    if (clause !== undefined && standsAlone) return clause.charAt(0).toLowerCase() + clause.slice(1);
  }
  return undefined;
}

/** How a name begins that says how it stands with somebody. */
const STATE = /^(?:back|home|new to|out of|in debt|on leave|on the run|under)\b/iu;

/** "born in Kilcorran" and "came back" with "you". */
function saidOfName(name: string): string | undefined {
  const plain = withoutStop(name);
  if (/^\p{L}+ \p{Lu}\p{Ll}+$/u.test(plain) || POINTS_BACK.test(plain) || QUOTED.test(plain)) return undefined;
  const words = plain.charAt(0).toLowerCase() + plain.slice(1);
  if (countWords(words) > MOST_CLAUSE_WORDS || /\byour?\b/iu.test(words)) return undefined;
  if (DONE_TO.test(words) && countWords(words) > 1) return `you were ${words}`;
  if (STATE.test(words) && countWords(words) > 1) return `you are ${words}`;
  return DEED.test(words) && countWords(words) > 1 ? `you ${words}` : undefined;
}

/** "somebody who grew up downstream": what is so of the player, of anybody. */
function somebodyWho(that: string): string | undefined {
  const whole = that.replace(/^you['’]re /u, "you are ").replace(/^you['’]ve (?:got )?/u, "you have ");
  if (/['’]|\byour(?:s|self)?\b/u.test(whole.replace(/(?<=\p{L})['’]s\b/gu, ""))) return undefined;
  const [, adverb = "", verb = "", rest = ""] =
    /^you ((?:once|never|always|still|also|just) )?(\S+)(.*)$/u.exec(whole) ?? [];
  const fixed: Readonly<Record<string, string>> = { are: "is", were: "was", have: "has", do: "does" };
  const isPast = !isLemma(verb) && verbLemmas(verb).some((lemma) => pastTense(lemma) === verb);
  const form = fixed[verb] ?? (isPast || verb === "can" ? verb : isLemma(verb) ? thirdPerson(verb) : undefined);
  // A second verb would have to be put as well.
  const hasSecond =
    !isPast &&
    form !== verb &&
    [...rest.matchAll(/ (?:and|or) (\p{Ll}+)(?= \p{L})/gu)].some(([, word = ""]) => isLemma(word));
  // "Somebody born in Kilcorran" is said for short.
  const short =
    /^you were ((?:once )?(?:born|sent|raised|rescued|brought up|laid off|dismissed|hired|trained)\b.*)$/u.exec(
      that,
    )?.[1];
  const words = short === undefined ? `somebody who ${adverb}${form ?? ""}${rest}` : `somebody ${short}`;
  if (form === undefined || hasSecond || countWords(words) > MOST_ROLE_WORDS + 3 || /\byou\b/u.test(words))
    return undefined;
  return words;
}

const OF_SKILL =
  /^(?:\p{Ll}+ )?\p{Ll}{3,}(?:work|craft|ation|ology|onomy|lore|law|medicine|accounts|passwords)$|^\p{Ll}+ (?:work|lore|law)$/u;

/** An ability as what its owner does: "reads weather", "can talk a crowd round", "never lets go first". */
const ABILITY = /^((?:never|always) )?(\S+)( .+)$/u;

function ofAbility(ability: string): Pick<Facet, "role" | "that"> {
  const text = withoutStop(ability).split(/[,;(]/u)[0]?.trim() ?? "";
  const [, adverb = "", verb = "", rest = ""] = ABILITY.exec(text) ?? [];
  // "Rope work", "winter navigation": what one knows.
  if (OF_SKILL.test(text)) return { role: `somebody who knows ${text}`, that: `you know ${text}` };
  const isDeed =
    !/^ (?:and|or)\b/u.test(rest) &&
    (verb === "can" || (/^\p{Ll}/u.test(verb) && isThirdPerson(verb) && verb !== "is" && verb !== "has"));
  if (!isDeed || countWords(text) > MOST_ROLE_WORDS || /\byou/iu.test(text) || POINTS_BACK.test(rest)) return {};
  return { role: `somebody who ${text}`, that: `you ${adverb}${secondPersonFrom(verb)}${rest}` };
}

/** Qualities that say how somebody does things. */
const QUALITIES = new Set(
  (
    "adaptable angry exact plausible reserved tidy tired jumpy anxious awkward bashful bitter blunt bold brave brusque calm careful casual cautious charming cheerful cheeky clumsy cold courteous curious cynical diplomatic direct discreet dogged " +
    "earnest fearless fierce frank gentle gloomy graceful gruff guarded haughty hesitant honest hopeful humble impatient kind loud loyal meek melancholy mild modest nervous nosy obstinate open patient " +
    "plain polite practical proud quick quiet reckless restless rude sceptical secretive serious sharp shrewd shy sincere skeptical slow sly sober solemn stern stubborn suspicious tactful thoughtful timid " +
    "tireless vague warm wary weary wry"
  ).split(" "),
);

/** "patient" gives "patiently". */
function adverbOf(quality: string): string {
  if (/[^aeiou]y$/.test(quality) && !/^(?:shy|sly|wry)$/.test(quality)) return `${quality.slice(0, -1)}ily`;
  if (/ic$/.test(quality)) return `${quality}ally`;
  if (/[^aeiou]le$/.test(quality)) return `${quality.slice(0, -1)}y`;
  return `${quality}ly`;
}

/**
 * What is told by whoever answers a question of the template: "Why did you join?" gives "why you joined", "your hands" gives "about your
 * hands". Undefined where the question gives no clause.
 */
export function toldBy(question: string): string | undefined {
  const text = question.trim();
  if (countWords(text) > MOST_CLAUSE_WORDS + 2 || QUOTED.test(text)) return undefined;
  const plain = text.charAt(0).toLowerCase() + text.slice(1);
  if (!text.endsWith("?")) {
    if (/^(?:who|whom|whose|what|why|how|where|when|which)\b.*\b(?:you|your)\b/u.test(plain)) return withoutStop(plain);
    return /^your \p{Ll}[\p{L} ’'-]+$/u.test(plain) ? `about ${withoutStop(plain)}` : undefined;
  }
  const [asked = ""] = plain.slice(0, -1).split(/, (?:and|or|but)\b|\? | and (?:did|do|have|is|was|are|were)\b/u);
  const named = /^what(?:['’]s| is| was) (the \p{L}.*\byou\b.*)$/u.exec(asked)?.[1];
  if (named !== undefined) return `about ${named}`;
  const did = /^((?:wh\p{L}+|how)(?: \p{L}+){0,3}?) did you ((?:first|once|ever|last|never) )?(\p{Ll}+)(.*)$/u.exec(
    asked,
  );
  if (did) return `${did[1] ?? ""} you ${did[2] ?? ""}${pastTense(did[3] ?? "")}${did[4] ?? ""}`;
  const does = /^((?:wh\p{L}+|how)(?: \p{L}+){0,3}?) do you (.+)$/u.exec(asked);
  if (does) return `${does[1] ?? ""} you ${does[2] ?? ""}`;
  const has = /^((?:wh\p{L}+|how)(?: \p{L}+){0,3}?) (have|are|were|can|could|would|will) you (.+)$/u.exec(asked);
  if (has) return `${has[1] ?? ""} you ${has[2] ?? ""} ${has[3] ?? ""}`;
  const subject = /^who(?:se \p{L}+)? (?:first )?(\p{Ll}+) you\b.*$/u.exec(asked);
  return subject && !/^(?:do|did|have|are|were|can|could|would|will)$/.test(subject[1] ?? "") ? asked : undefined;
}

/** Everything that the player is, in the forms that choices need, each form once. */
export const facetsOf = memoizeView((view: View): readonly Facet[] => {
  const found = view.past.flatMap((entry, at): readonly Facet[] => {
    const one: Facet = { id: `${entry.kind}-${at}`, entry, ...phrasesOf(entry) };
    const are = one.isNoun && one.role !== undefined ? `you are ${one.role.replace(/^somebody /, "")}` : undefined;
    if (are === undefined || one.that === undefined || are === one.that) return [one];
    // "A carny kid" is also "somebody who grew up on midways".
    const role = somebodyWho(one.that);
    return [one, { id: `${one.id}-is`, entry, that: are, ...(role === undefined ? {} : { role }) }];
  });
  const seen = new Set<string>();
  return found.filter((facet) => {
    const { role, that, what, manner, who } = facet;
    const key = [role, that, what, manner, who && `${who.npc} ${who.clause}`].join("|");
    return key !== "||||" && !seen.has(key) && seen.add(key);
  });
});

/** How a deed begins that somebody has done, or does, to the player. */
const BOND =
  /^(?:(?:still|once|never|always) )?(?:\p{Ll}+ed|taught|knew|knows|saw|fed|gave|told|took|held|kept|lent|sold|bought|brought|found|led|left|made|met|put|sent|stood|wrote|owes|remembers|trusts|likes|loves|wants|thinks|blames|cuts|feeds) /u;

/** What somebody was to the player: "Taught you to read" of Osk is "Osk, who taught you to read". */
function ofBond({ npc, text }: PastEntry): Pick<Facet, "who"> {
  const words = text.replace(/^(?:he|she|they) /iu, "");
  const lower = words.charAt(0).toLowerCase() + words.slice(1);
  const clause = lower.split(/[;:.(—–]|, |,? and (?!you\b)/u)[0]?.trim() ?? "";
  const isBond = npc !== undefined && BOND.test(clause) && /\byou(?:r|rs)?\b/u.test(clause);
  return isBond && countWords(clause) <= MOST_ROLE_WORDS && !POINTS_BACK.test(clause) && !QUOTED.test(clause)
    ? { who: { npc, clause } }
    : {};
}

function phrasesOf(entry: PastEntry): Omit<Facet, "id" | "entry"> {
  const { kind, of = "", text } = entry;
  switch (kind) {
    case "class":
    case "background":
    case "race": {
      const described = personIn(text, true);
      const named = personIn(of, false);
      const role = nounOf(named, entry) ?? described;
      const origin = role === undefined ? originIn(of) : undefined;
      const state = saidOfName(of) ?? (origin && `you are ${origin}`) ?? saidOfName(splitSentences(text)[0] ?? "");
      const are = role === undefined ? state : `you are ${role}`;
      const that = saidOf(text) ?? are;
      const whose = role ?? (origin && `somebody ${origin}`) ?? (that === undefined ? undefined : somebodyWho(that));
      const isNoun = (role ?? origin) !== undefined && countWords(whose ?? "") <= MOST_NOUN_WORDS + 1;
      return {
        ...(whose === undefined ? {} : { role: whose }),
        ...(isNoun ? { isNoun: true } : {}),
        ...(that === undefined ? {} : { that }),
      };
    }
    case "ability":
      return ofAbility(text);
    case "trait": {
      const quality = withoutStop(text).toLowerCase();
      return QUALITIES.has(quality) ? { manner: adverbOf(quality) } : ofAbility(text);
    }
    case "relationship":
      return ofBond(entry);
    case "answer": {
      const what = toldBy(of);
      return what === undefined ? {} : { what };
    }
    default:
      return {};
  }
}

/** Two words with capitals may be one person's own name, which a ready-made character has: only a noun that is listed makes them a calling. */
const nounOf = (role: string | undefined, { kind, of = "" }: PastEntry): string | undefined =>
  kind === "background" && role !== undefined && /^\p{Lu}\p{Ll}+ \p{Lu}\p{Ll}+$/u.test(of) ? personIn(of, true) : role;
