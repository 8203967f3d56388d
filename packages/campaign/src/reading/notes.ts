import {
  capitalise,
  isLemma,
  isOfUnnamed,
  isVerb,
  looksFinite,
  pluralPresent,
  secondPersonFrom,
  splitSentences,
  thirdPerson,
  verbLemmas,
  withOwnPronouns,
} from "@narratoria/protocol/english";

/** A note as sentences: in the third person with `{name}` and `{other}`, and in the mouth of whoever it is about. */
export interface NoteSentence {
  readonly sentence?: string;
  readonly spoken?: string;
  /** What follows the subject: "owes him for a wheel". */
  readonly predicate?: string;
}

const KIN =
  /^(?:(?:\p{L}+-)*(?:mother|father|sister|brother|son|daughter|wife|husband|aunt|uncle|niece|nephew|cousin|grandmother|grandfather|friend|neighbour|neighbor|mate|clerk|pupil|teacher|rival|enemy|partner|master|servant|boss|employer|apprentice|captain|colleague|godmother|godfather|lodger|landlady|landlord|mentor|protector|ward|patient|source|rope-boy|owner|keeper))\b/iu;
const OPENS_NOUN =
  /^(?:his|her|their|its|my|the|an?|one|old|best|oldest|only|former|late|next-door|thirty|nine|ten|eight|seven|six|five|four|three|two|\d+|\p{L}+(?:['’]s|s['’]))\s/iu;

/** What follows a verb: a plural noun at the start is followed by other words. */
const OPENS_OBJECT =
  /^(?:him|her|it|them|himself|herself|themselves|the|an?|his|their|its|your?|that|to|for|at|about|how|what|why|whether|nobody|everybody|nothing|everything|no|every|all|any|\p{Lu}[\p{L}.'’-]*)$/u;

/** Forms that stand for the owner, objects left out. */
const OWN: Readonly<Record<string, RegExp>> = {
  he: /\b(?:he|his|himself)\b/i,
  she: /\b(?:she|her|hers|herself)\b/i,
  they: /\b(?:they|their|themselves)\b/i,
};

/**
 * Makes a whole sentence of a note, by its shape: a verb first ("Fears her good opinion"), a noun first ("Her clerk for nine
 * years"), or a clause. Where no shape fits, nothing comes back: such a note serves to find things and is quoted by nobody.
 *
 * @param note - The note as written, without a subject of its own or with one.
 * @param plural - Whether the owner takes plural verbs.
 * @param other - The pronoun of whom a relation's note is about.
 */
export function sentenceOfNote(
  note: string,
  pronoun: string | null,
  plural: boolean,
  other?: string | null,
): NoteSentence {
  const text = note.trim();
  const [first = ""] = splitFirst(text);
  const rest = text.slice(first.length);
  const stop = /[.!?…]["”’']?$/.test(text) ? "" : ".";
  const word = first.replace(/[^\p{L}'’-]/gu, "");
  if (word === "") return {};
  // "He was hatched under ..." and "They have talked ..." are whole.
  if (/^(?:he|she|they|it|i|we|you|nobody|there|this|that|these|those|everybody)$/i.test(word))
    return /^(?:he|she|they|it)$/i.test(word) ? { sentence: text + stop } : {};
  if (OPENS_NOUN.test(text) || KIN.test(text)) {
    if (/^(?:the|an?)\s/i.test(text) && hasSubjectAndVerb(text)) return { sentence: text + stop };
    const predicate = `${beOf(text, plural)} ${lowerFirst(text)}`;
    return { sentence: `{name} ${predicate}${stop}`, predicate: bare(predicate) };
  }
  const lower = word.toLowerCase();
  const next = /^\s+(\S+)/.exec(rest)?.[1] ?? "";
  const isThird =
    thirdPersonForm(lower) && !/[,;:]$/.test(first) && (isLemma(secondPersonFrom(lower)) || OPENS_OBJECT.test(next));
  const adverb =
    /^(?:still|never|always|only|just|once|now|also|often|has|is|was|will|would|cannot|can|could|does|did)$/.test(
      lower,
    );
  // "Never tell the children": what somebody is resolved on. (rule CA3223)
  const never = /^never (\p{Ll}+)\b/iu.exec(text)?.[1];
  if (never !== undefined && isLemma(never) && thirdPersonForm(never) === false) {
    const means = `${plural ? "mean" : "means"} never to ${text.slice("never ".length)}`;
    const spoken = spokenOf(means, pronoun, other);
    return {
      sentence: `{name} ${means}${stop}`,
      predicate: bare(means),
      ...(spoken === undefined ? {} : { spoken: spoken + stop }),
    };
  }
  if (isThird || adverb || (/ed$/.test(lower) && looksFinite(lower, true))) {
    const verb = plural && isThird ? secondPersonFrom(lower) : lower;
    const predicate = `${verb}${rest}`;
    const spoken = spokenOf(predicate, pronoun, other);
    return {
      sentence: `{name} ${predicate}${stop}`,
      predicate: bare(predicate),
      ...(spoken === undefined ? {} : { spoken: spoken + stop }),
    };
  }
  if (isLemma(lower) && !plural && !isOfUnnamed(text)) {
    // A goal or motive: "Keep the scales true".
    return {
      sentence: `{name} means to ${lower}${rest}${stop}`,
      predicate: bare(`means to ${lower}${rest}`),
      spoken: `I mean to ${ownWords(`${lower}${rest}`, pronoun) ?? `${lower}${rest}`}${stop}`,
    };
  }
  return {};
}

/** What lasts since long has been so: "her clerk for nine years". */
function beOf(text: string, plural: boolean): string {
  const lasts =
    /\bfor (?:[\p{L}\d-]+ ){1,2}(?:years?|months?|weeks?|days?)\b|\bsince (?:\d|\p{Lu}|the|his|her|their|she|he|they)/u;
  if (lasts.test(text)) return plural ? "have been" : "has been";
  return plural ? "are" : "is";
}

/** Somebody on one side of a relation. */
interface Related {
  readonly pronoun: string | null;
  readonly plural: boolean;
  readonly name?: string;
}

const OBJECTS: Readonly<Record<string, RegExp>> = {
  he: /\b(?:him|his|he)\b/i,
  she: /\b(?:her|hers|she)\b/i,
  they: /\b(?:them|their|they)\b/i,
  it: /\b(?:it|its)\b/i,
};

/** Whether a note speaks of the other as somebody else: without that, its verb could be theirs. */
function speaksOf(text: string, { pronoun, name = "" }: Related): boolean {
  const objects = pronoun === null ? /\b(?:him|his|her|hers|them|their|it|its)\b/i : OBJECTS[pronoun];
  const names = name.match(/\p{Lu}[\p{L}'’-]{2,}/gu) ?? [];
  return objects?.test(text) === true || names.some((one) => text.includes(one));
}

/** "Owes her: fair hearing" is "owes her fair hearing"; where a clause follows the colon, the note is no sentence. */
function withoutColon(note: string): string {
  const [, verb = "", rest = ""] = /^(\p{L}+ (?:him|her|them|it|\p{Lu}\S+)):\s+(.+)$/su.exec(note) ?? [];
  if (verb === "") return note;
  const isClause = /^(?:he|she|they|it|that|there|nobody)\b/i.test(rest) || hasSubjectAndVerb(rest);
  return isClause ? "" : `${verb} ${rest}`;
}

const OPENS_STATE =
  /^(?:(?:terrified|frightened|worried|convinced|embarrassed|fascinated|obsessed|amused|annoyed|puzzled|intimidated|impressed|charmed|infatuated|offended|alarmed|appalled|horrified|disgusted|bored|irritated|haunted|delighted|relieved|disappointed|confused|concerned|interested|smitten|resigned|attached|related|opposed) (?:of|by|with|about|at|in|to|that|for)|ashamed|afraid|frightened|proud|fond|jealous|wary|sure|tired|sorry|grateful|suspicious|scared|devoted|loyal|indebted|married(?! (?:him|her|them|it|into)\b)|engaged|close|polite|cold|kind|estranged|bound|sworn|used|in (?:awe|love|debt)|at odds|on (?:good|bad) terms|\p{L}+ing)\b/iu;
/** What two people are to each other, whoever says it. */
const MUTUAL =
  /^(?:(?:old|oldest|best|good|close|only|former|sworn) )?(?:friend|rival|enemy|partner|neighbour|neighbor|cousin|colleague|mate|accomplice)\b/i;
const POSSESSIVE: Readonly<Record<string, string>> = { he: "his", she: "her", they: "their", it: "its" };

/**
 * Makes a sentence of what an author notes of somebody towards somebody else. The note has the one it stands with for its subject, where it
 * begins with a verb or a state; "her clerk" is the other where *her* can only be the owner. Where it could be either, nothing comes back.
 *
 * @param note - The note as written; its first sentence is read.
 */
export function sentenceOfRelation(note: string, owner: Related, other: Related): NoteSentence {
  // A stop of "Mrs." ends nothing.
  const [first = ""] = splitSentences(note);
  const text = withoutColon(/^.*?(?:;(?=\s)|$)/su.exec(first)?.[0] ?? "")
    .replace(/[.;!]+$/, "")
    .replace(/[*_]/g, "")
    .trim();
  const word = /^[\p{L}'’-]+/u.exec(text)?.[0] ?? "";
  if (word === "") return {};
  const { spoken: whole, ...told } = sentencesOf(text, word, owner, other);
  const spoken = whole === undefined ? undefined : withOneVerb(whole);
  return spoken === undefined || IS_LEDGER.test(text) || IS_KEPT_BACK.test(note) ? told : { ...told, spoken };
}

/** "I am scared of her, and worries that her boots leak": what would have to change too is left out, with all behind it. */
function withOneVerb(spoken: string): string {
  const [, before = "", verb = ""] =
    /^(I [^.;]{8,}?)(?:,? (?:and|but|or|then),?|,) (?:\p{Ll}+ly |never |still |always |also )?(\p{Ll}{3,}s)\b/u.exec(
      spoken,
    ) ?? [];
  return before !== "" && thirdPersonForm(verb) && isLemma(secondPersonFrom(verb)) ? `${before}.` : spoken;
}

/** "Owes her: the truth" is an entry, which nobody says. */
const IS_LEDGER = /^[^.:]{1,60}:\s/;
/** What somebody has not told the other, they tell nobody who only asks. */
const IS_KEPT_BACK =
  /\b(?:never|not|n[’']t|yet to) (?:yet )?(?:told?|sa(?:id|y)|confess(?:ed)?|admit(?:ted)?)\b|\bsecretly\b|\bin secret\b|\bwithout (?:(?:his|her|their) knowing|telling)\b|\b(?:he|she|they) (?:do(?:es)? not|do(?:es)?n[’']t|must(?: not|n[’']t)(?: ever)?) (?:yet )?know\b|\bwould (?:rather|sooner)\b.*\bthan (?:say|admit|tell|own)\b|\b(?:hid(?:es?|den)?|hiding|kept|keeps?)\b.*\b(?:from|away)\b|\bpretends?\b|\blie[ds]? (?:to|about|for)\b|\b(?:no ?body|no one) (?:else )?(?:is to |may |must |can |should )?(?:know|learn|find)s?\b|\bwill not discuss\b|\b(?:his|her|their) lie\b/i;

function sentencesOf(text: string, word: string, owner: Related, other: Related): NoteSentence {
  const be = beOf(text, owner.plural);
  const possessive = /^(his|her|their|its) /i.exec(text)?.[1]?.toLowerCase();
  if (possessive !== undefined) {
    const owns = POSSESSIVE[owner.pronoun ?? ""] === possessive;
    const owned = POSSESSIVE[other.pronoun ?? ""] === possessive;
    if (hasSubjectAndVerb(text) && !MUTUAL.test(text.slice(possessive.length + 1))) return {};
    const own = ownWords(text.slice(possessive.length + 1), owner.pronoun, other.pronoun);
    if (owns && !owned) {
      const subject = other.pronoun === null ? other.name : capitalise(other.pronoun);
      const isMany = other.plural || other.pronoun === "they";
      return {
        sentence: `{other} ${beOf(text, other.plural)} ${lowerFirst(text)}.`,
        ...(other.name === undefined
          ? {}
          : { predicate: `${owner.plural ? "have" : "has"} ${other.name} as ${lowerFirst(text)}` }),
        ...(own === undefined || subject === undefined
          ? {}
          : { spoken: `${subject} ${beOf(text, isMany)} my ${own}.` }),
      };
    }
    if (owned && !owns)
      return {
        sentence: `{name} ${be} ${lowerFirst(text)}.`,
        predicate: `${be} ${lowerFirst(text)}`,
        ...(own === undefined ? {} : { spoken: `I ${/been/.test(be) ? "have been" : "am"} ${possessive} ${own}.` }),
      };
    return {};
  }
  const [mutual = text] = text.split(/,\s+(?=(?:not|but|never|though)\b)/i);
  if (MUTUAL.test(text)) {
    const whose = POSSESSIVE[other.pronoun ?? ""];
    const predicate = `${be} ${whose} ${lowerFirst(mutual)}`;
    const own = ownWords(lowerFirst(mutual), owner.pronoun, other.pronoun)?.replace(
      /\bsince they were\b/,
      "since we were",
    );
    return whose === undefined || owner.plural
      ? {}
      : {
          sentence: `{name} ${predicate}.`,
          predicate,
          ...(own === undefined ? {} : { spoken: `I ${/been/.test(be) ? "have been" : "am"} ${whose} ${own}.` }),
        };
  }
  // "A clever boy that wants his ears boxed" is said as it stands, where it can mean nobody else.
  const opinion = /^an? /i.test(text) && OBJECTS[owner.pronoun ?? ""]?.test(text) !== true && other.name !== undefined;
  if (opinion && !/\byou|\bplayer/i.test(text))
    return {
      predicate: `${owner.plural ? "see" : "sees"} ${other.name} as ${lowerFirst(text)}`,
      spoken: `${capitalise(text)}.`,
    };
  const whole = ofTheOther(text, owner, other);
  if (whole !== undefined) return whole;
  if (/^(?:he|she|they|it|there|nobody|everybody)(?:['’]|\s|$)/i.test(text) || OPENS_NOUN.test(text) || KIN.test(text))
    return {};
  const habit = /^used to (\p{Ll}+)/iu.exec(text)?.[1];
  if (habit !== undefined && isLemma(habit)) {
    const predicate = `used${text.slice(4)}`;
    const own = ownWords(predicate, owner.pronoun, other.pronoun);
    return { sentence: `{name} ${predicate}.`, predicate, ...(own === undefined ? {} : { spoken: `I ${own}.` }) };
  }
  if (OPENS_STATE.test(text) && !/^(?:during|nothing|something|anything|everything|king|thing)$/i.test(word)) {
    const predicate = `${be} ${text.charAt(0).toLowerCase()}${text.slice(1)}`;
    const own = ownWords(predicate.slice(be.length + 1), owner.pronoun, other.pronoun);
    return {
      sentence: `{name} ${predicate}.`,
      predicate,
      ...(own === undefined ? {} : { spoken: `I ${/been/.test(be) ? "have been" : "am"} ${own}.` }),
    };
  }
  if (!speaksOf(text, other)) return {};
  const lower = word.toLowerCase();
  const next = text.slice(word.length).trim().split(/[\s,]/)[0] ?? "";
  const done =
    isVerb(lower) &&
    verbLemmas(lower)[0] !== lower &&
    (OPENS_OBJECT.test(next) || /^(?:one|two|three|up|down|out|off|once|by)$/.test(next));
  if (done && !thirdPersonForm(lower)) {
    const predicate = lower + text.slice(word.length);
    const own = ownWords(predicate, owner.pronoun, other.pronoun);
    return { sentence: `{name} ${predicate}.`, predicate, ...(own === undefined ? {} : { spoken: `I ${own}.` }) };
  }
  const { sentence, predicate, spoken } = sentenceOfNote(text, owner.pronoun, owner.plural, other.pronoun);
  // A goal among relations ("Keep an eye on him") is no verb of the owner's own.
  return predicate === undefined || /^(?:is|are|has been|have been|means to) /.test(predicate)
    ? {}
    : { predicate, ...(sentence === undefined ? {} : { sentence }), ...(spoken === undefined ? {} : { spoken }) };
}

/**
 * A whole sentence about the other ("He says the fund is spent", where the owner is a woman), or about both ("They sang in one choir"): it
 * is said by the owner as it stands, with their own pronouns in the first person.
 */
function ofTheOther(text: string, owner: Related, other: Related): NoteSentence | undefined {
  const subject = /^(he|she|they)(?=['’ ])/i.exec(text)?.[1]?.toLowerCase();
  const name = other.name;
  if (subject === undefined || name === undefined || owner.plural || other.plural) return undefined;
  const said = {
    sentence: `${text}.`,
    predicate: `says of ${name} that ${text.charAt(0).toLowerCase()}${text.slice(1)}`,
  };
  if (subject === "they") {
    // Of two of whom each is he, she or it, "they" are both.
    if (owner.pronoun === "they" || other.pronoun === "they" || owner.pronoun === null || other.pronoun === null)
      return undefined;
    if (/\b(?:he|him|his|she|her|hers)\b/i.test(text)) return undefined;
    const ours = text
      .replace(/^They\b/, "We")
      .replace(/\bthey\b/g, "we")
      .replace(/\bthem\b/g, "us")
      .replace(/\btheir\b/g, "our");
    return { ...said, spoken: `${ours}.` };
  }
  if (other.pronoun !== subject || owner.pronoun === subject) return undefined;
  // Whoever is only they, or nothing that a text says, might be anybody in it.
  if (owner.pronoun === "they" && /\b(?:they|them|their)\b/i.test(text)) return undefined;
  const own = ownWords(text, owner.pronoun, other.pronoun);
  if (own === undefined) return undefined;
  // A quotation that the sentence's end has cut is closed.
  const closed = / ['‘][^'’]*$/u.test(own) ? `${own}.'` : /[.!?]['’]$/u.test(own) ? own : `${own}.`;
  return { ...said, spoken: closed };
}

function splitFirst(text: string): [string] {
  return [/^\S+/.exec(text)?.[0] ?? ""];
}

/** "fears", "goes", "owes": a verb in the third person. */
function thirdPersonForm(word: string): boolean {
  if (!/s$/.test(word) || /(?:ss|us|'s|’s)$/.test(word)) return false;
  const base = secondPersonFrom(word);
  return (
    base !== word &&
    (isLemma(base) || thirdPerson(base) === word) &&
    !/^(?:his|its|this|is|was|always|years|eyes|hands|bees|yes|perhaps|besides|sometimes|thanks|cheers|less)$/.test(
      word,
    )
  );
}

function hasSubjectAndVerb(text: string): boolean {
  return text
    .split(/\s+/)
    .slice(1, 8)
    .some((word) => looksFinite(word.replace(/[^\p{L}']/gu, "")));
}

/** The predicate in the first person: "fears her good opinion" gives "I fear her good opinion". */
function spokenOf(predicate: string, pronoun: string | null, other?: string | null): string | undefined {
  const adverb = /^(?:still|never|always|only|just|once|now|also|often) /.exec(predicate)?.[0] ?? "";
  const [verb = "", ...rest] = predicate.slice(adverb.length).split(" ");
  const base =
    verb === "is"
      ? "am"
      : verb === "was"
        ? "was"
        : verb === "has"
          ? "have"
          : verb === "does"
            ? "do"
            : pluralPresent(thirdPersonForm(verb) ? secondPersonFrom(verb) : verb);
  const after = rest.join(" ");
  // A second verb of the same subject would have to change too.
  if (
    /[.;!?]\s|\b(?:and|but|or|then)\s+(?:\p{Ll}+ly\s|still\s|never\s|always\s|now\s)?(?:has|is|does|was|\p{Ll}+s)\b/u.test(
      after,
    )
  )
    return undefined;
  const own = ownWords(after, pronoun, other);
  return own === undefined ? undefined : `I ${adverb}${[base, own].filter(Boolean).join(" ")}`;
}

/**
 * The owner's pronouns in the first person; undefined where one of them may mean somebody else.
 *
 * @param other - The pronoun of whom the note is about; undefined where it is about nobody, null where nothing says.
 */
function ownWords(text: string, pronoun: string | null, other?: string | null): string | undefined {
  if (pronoun === null || !/\b(?:he|him|his|himself|she|her|hers|herself|they|them|their|themselves)\b/i.test(text))
    return text;
  const forms = OWN[pronoun];
  if (forms === undefined) return undefined;
  const isKnown = other !== undefined && other !== null && other !== pronoun && pronoun !== "they";
  // Of two that differ, each pronoun has one whom it can mean; of two alike, an object is the other.
  if (!forms.test(text) && !(isKnown && pronoun === "he" && /\bhim\b/i.test(text))) return text;
  if (other === pronoun) return untilOwn(text, pronoun);
  if (!isKnown) return undefined;
  return withOwnPronouns(text, pronoun === "he" ? "he" : "she");
}

/** Where both are "he", the words up to the clause in which it is open whom a pronoun means: an object is always the other. */
function untilOwn(text: string, pronoun: string): string | undefined {
  const open = {
    he: /\b(?:he|his|himself)\b/i,
    she: /\b(?:she|hers|herself|her(?! (?:for|to|from|with|at|in|on|by|and|or|about|again|since|more|less|as)\b| ?[,.;]|$))\b/i,
    they: /\b(?:they|their|themselves)\b/i,
  }[pronoun];
  const kept: string[] = [];
  for (const clause of text.split(/(?<=,) /)) {
    if (open?.test(clause)) break;
    kept.push(clause);
  }
  const words = kept.join(" ").replace(/,$/, "");
  return words.split(/\s+/).length >= 3 && !/\b(?:and|but|or|as|that|which|who)$/.test(words) ? words : undefined;
}

const lowerFirst = (text: string): string =>
  /^\p{Lu}[\p{Ll}'’-]*(?:['’]s)?\b/u.test(text) &&
  /^(?:His|Her|Their|Its|The|An?|One|Old|Best|Oldest|Only|Former|Next|Thirty|Nine|Ten|Eight|Seven|Six|Five|Four|Three|Two|\p{Lu}\p{Ll}+(?:mother|father|sister|brother|friend)|Friend|Mother|Father|Sister|Brother|Mentor|Neighbour|Clerk|Rival|Partner|Pupil|Teacher|Source|Owner|Keeper|Cousin|Uncle|Aunt|Wife|Husband|Son|Daughter|Apprentice|Landlady|Landlord|Lodger|Master|Colleague|Boss|Ward|Patient|Protector|Employer|Enemy|Mate|Captain|\p{Lu}\p{Ll}{3,}(?=\s+(?:of|to|for|in|at|since|by|from|on|with|until)\b|[,;.]|$))\b/u.test(
    text,
  )
    ? text.charAt(0).toLowerCase() + text.slice(1)
    : text;

const bare = (text: string): string => text.replace(/[.]$/, "");
