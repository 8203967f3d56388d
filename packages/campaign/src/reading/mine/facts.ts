import {
  countWords,
  isLemma,
  isWholeSentence,
  looksFinite,
  pointsBack,
  type ProperWords,
  splitSentences,
  withoutArticle,
} from "@narratoria/protocol/english";

/** A sentence that can be told out of order, with the sentence that leans on it if there is one. */
export interface TellableSentence {
  readonly text: string;
  readonly clause: string;
  readonly tail?: string;
  /** It goes on from a sentence before it in its paragraph. */
  readonly inside?: true;
  /** A sentence before it in its paragraph is left out; of the first that is told of a text, one before it in the text. */
  readonly apart?: true;
  /** The author's sentences between the one told before it and this one, which cannot be told alone. */
  readonly lead?: readonly string[];
  /** Those that follow it to the end of its paragraph. */
  readonly rest?: readonly string[];
}

const MIN_WORDS = 5;
/** Longer than what is told in one breath: authors of long sentences are told too. */
const MAX_WORDS = 45;

const LEANING_OPENERS = new Set(
  (
    "it it's they they're he he's she she's its his her their him them this these those that but and so then yet such or nor both neither either " +
    "none afterwards instead otherwise besides meanwhile later since thus hence therefore however which who whose here too also even " +
    "now still anyway again because except unlike there's"
  ).split(" "),
);
const LEANING_PHRASES =
  /^(?:two|three|four|five|some|most|many|few|all|one|none|half|each|several|any) of (?:them|these|those|it)\b|^the (?:other|others|rest|same|latter|former|second|third|last one|first one|result|reason)\b|^(?:another|the one|in that|at that|for that|after that|before that|since then|from there|from then|by then|even so|for all that|in the end|as a result|to this day it|that is|that was)\b/i;
/** It leaves out a noun that the sentence before has: "Hazim's was a lentil", "One has a tree in it", "Now there are nine". */
const ELLIPSIS =
  /^(?:one|another|some|two|three|four|five|six) (?:is|are|was|were|has|have|had)\b|^(?:the )?(?:first|second|third|fourth|next|last) (?:is|was|from)\b|^(?:\p{L}+ ){0,2}\p{Lu}[\p{L} ]*['’]s (?:was|is|were|are|has|had)\b|\bthere (?:is|are|was|were) (?:now )?(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)[.,;]/iu;
/** "Nobody has.", "She does not.": what was done, the sentence before it says. (rule CA6354) */
const LEAVES_OUT =
  /^(?:(?:and|but|so) )?(?:\p{L}[\p{L}’'-]* ){1,3}(?:(?:is|are|was|were|has|have|had|does|do|did|will|would|can|could)(?: not)?|(?:is|are|was|were|has|have|had|does|do|did|wo|would|ca|could)n[’']t|cannot)\.$/iu;
/** "The low bank is forty tan-yards", "The quay is where bark comes in": it says itself what it speaks of. (rule CA6358) */
const DEFINES =
  /^The (?:\p{L}[\p{L}’'-]* ){1,3}(?:is|are|was|were) (?:where|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\p{L}+teen|(?:twen|thir|for|fif|six|seven|eigh|nine)ty(?:-\p{L}+)?|a (?:dozen|hundred|thousand)|\d+) (?!\p{L}+ (?:old|long|high|deep|wide|away)\b)/u;
/** What it speaks of was said before, wherever in the sentence that shows: "that same Thursday", "nobody has since". */
const LEANS_ANYWHERE =
  /\b(?:(?:that|this|those|these|the) (?:same|very)|the (?:aforesaid|former|latter)|(?:as|like) (?:that|this|those|these))\b|\b(?:since|before|after|afterwards|instead|either|too|then|otherwise)(?=[.!?]["”]?$)|\b(?:ever since|since then|since, )|^(?:before you ask|as I said|as said|mind you|needless to say)\b|^you just\b/i;
/** Nobody whom a later "it" or "he" could mean. */
const NO_THING = new Set(
  (
    "you i we there nobody somebody everybody anybody everyone anyone someone what when where how if as although though while once until unless after before since in on at by from with " +
    "about above across against along among around behind below beneath beside between beyond down for inside into near of off onto opposite out outside over past round through to toward towards under underneath up upon within without"
  ).split(" "),
);
const PERSON_WORDS = new Set(
  (
    "man woman boy girl child widow father mother brother sister son daughter wife husband nobody anybody everybody someone somebody anyone everyone " +
    "whoever clerk smith king queen priest guard judge uncle aunt apprentice thief"
  ).split(" "),
);
/** One person, whom a later "he" or "her" can mean; "fishermen" cannot be meant by it. */
const isPersonWord = (lower: string): boolean => PERSON_WORDS.has(lower) || /(?:er|or|ist|man|woman|wife)$/.test(lower);
const TIMES = new Set(
  "morning evening night day week month year winter summer spring autumn time hour sunday monday friday saturday".split(
    " ",
  ),
);
const PLURAL_WORDS = new Set(
  "people folk men women children everybody nobody somebody anybody everyone whoever anyone".split(" "),
);
const DETERMINERS = new Set("the a an every each no any another one either neither this that".split(" "));
const IT_WORDS = new Set(["it", "its", "itself"]);
const PERSON_PRONOUNS = new Set("he she him her his hers himself herself".split(" "));
const PLURAL_PRONOUNS = new Set("they them their theirs themselves".split(" "));
const GAME_TALK =
  /\b(?:players?|the party|roll(?:s|ed)? (?:a|the|2d6|dice)|dice|d6|d20|DC|HP|XP|NPCs?|GM|DM|game ?master|campaign|adventurers?|hit points|skill check|saving throw)\b|\bsee \S+\.md\b|\.md\b|\bthere are (?:two|three|four|five|six|several) (?:types|kinds|ways)\b/i;
const FIRST_OR_SECOND_PERSON = /\b(?:[Yy]ou|[Yy]ours?|[Yy]ourself|I|I'm|I've|[Ww]e|[Oo]urs?|us|[Mm]y|me)\b/;

const FIRST_PERSON = /\b(?:I|I'm|I’m|I've|I’ve|I'd|I’d|I'll|I’ll|me|[Mm]y|[Mm]ine|[Mm]yself)\b/;

const SECOND_PERSON = /\b(?:[Yy]ou|[Yy]ours?|[Yy]ourself)\b/;

const wordsOf = (text: string): string[] => text.match(/[\p{L}\p{N}]+(?:['’-][\p{L}\p{N}]+)*/gu) ?? [];
const withoutQuoted = (text: string): string => text.replace(/[“"][^”"]*[”"]/g, " ");

/** Whether a sentence has a word that can be its finite verb. */
function hasFiniteVerb(text: string): boolean {
  const words = wordsOf(withoutQuoted(text));
  return words.some(
    (word, index) => (index > 0 && looksFinite(word, true)) || (index === 0 && looksFinite(word) && !isLemma(word)),
  );
}

const BEFORE_IT =
  /^(?:behind|beside|above|below|beyond|near|under|over|before|past|from|to|in|inside|on|at|with|by|around|round|through|against|across|after|of|for)$/;

/** Whether a sentence begins with what its text is about. */
const opensWith = (sentence: string, title: string): boolean =>
  title !== "" && withoutArticle(sentence).toLowerCase().startsWith(withoutArticle(title).toLowerCase());

/** Words of a part of an inscription, a notice or an entry that a colon has announced. */
const MOST_INSCRIBED = 6;

/**
 * The sentences of a paragraph; what a colon announces and is no sentence ("for thirteen years: Lanthorn.") is one with the short words
 * after it ("Nil.", "It was not I.").
 */
function sentencesOf(paragraph: string): readonly string[] {
  const whole: string[] = [];
  let isInscribed = false;
  for (const sentence of splitSentences(paragraph)) {
    if (isInscribed && countWords(sentence) <= MOST_INSCRIBED) {
      whole[whole.length - 1] = `${whole.at(-1) ?? ""} ${sentence}`;
      continue;
    }
    const announced = /^[^:]{3,}: (\p{Lu}[^:?!]*\.)$/u.exec(sentence)?.[1];
    isInscribed = announced !== undefined && countWords(announced) <= MOST_INSCRIBED && !hasFiniteVerb(announced);
    whole.push(sentence);
  }
  return whole;
}

/**
 * Whether a sentence needs its neighbour to be understood (a pronoun or a definite phrase whose owner stands elsewhere).
 *
 * @param sentence - The sentence as written.
 * @param before - The sentence before it, or "".
 * @param title - Noun phrase that the text is about: "The rope" does not lean under a heading "The Bell Rope".
 * @param ofItsWords - Whether it also does where its own words point back.
 */
function leans(sentence: string, before: string, title: string, proper: ProperWords, ofItsWords = true): boolean {
  const body = withoutQuoted(sentence);
  const words = wordsOf(body);
  const first = (words[0] ?? "").toLowerCase();
  if (LEANING_OPENERS.has(first) && !(first === "that" && /^that .+ is (?:known|certain)/i.test(body))) return true;
  if (LEANING_PHRASES.test(body.trim()) || LEANS_ANYWHERE.test(body.trim()) || ELLIPSIS.test(body.trim())) return true;
  if (LEAVES_OUT.test(body.trim())) return true;
  if (DEFINES.test(body.trim())) return false;
  if (ofItsWords && pointsBack(body) && !opensWith(body, title)) return true;
  let singularSeen = false;
  let personSeen = false;
  let pluralSeen = false;
  for (let index = 0; index < words.length; index++) {
    const word = words[index] ?? "";
    const lower = word.toLowerCase();
    if (IT_WORDS.has(lower)) {
      const next = (words[index + 1] ?? "").toLowerCase();
      // "It is late", but "behind it is the barn".
      const dummy =
        index <= 1 &&
        !(index === 1 && BEFORE_IT.test(first)) &&
        /^(?:rains|snows|rained|snowed|takes|took|is|was)$/.test(next);
      if (!singularSeen && !dummy) return true;
    } else if (PERSON_PRONOUNS.has(lower)) {
      if (!personSeen) return true;
    } else if (PLURAL_PRONOUNS.has(lower)) {
      if (!pluralSeen && !personSeen) return true;
    } else {
      if (word !== lower && proper.has(word)) {
        singularSeen = true;
        personSeen = true;
      }
      // "Offer her a chair" begins with no person.
      if (!personSeen && !(index === 0 && isLemma(lower)) && isPersonWord(lower)) personSeen = true;
      if (/[a-z]s$/.test(word) || PLURAL_WORDS.has(lower)) pluralSeen = true;
      // "Every winter it rings": a time is nothing that "it" could be.
      const ofTime = TIMES.has((words[index + 1] ?? "").toLowerCase());
      const opensNoun = index === 0 && !looksFinite(word) && !/ly$/.test(lower) && !NO_THING.has(lower);
      if ((DETERMINERS.has(lower) && !ofTime) || /['’]s$/.test(word) || opensNoun) singularSeen = true;
    }
  }
  const definite = /^The ([\p{L}-]+)/u.exec(body)?.[1]?.toLowerCase();
  if (definite !== undefined && before.toLowerCase().includes(definite) && !title.toLowerCase().includes(definite)) {
    if (new RegExp(`\\b(?:a|an|one|some|two|three)\\s+(?:[\\p{L}-]+\\s+){0,2}${definite}\\b`, "iu").test(before))
      return true;
  }
  return false;
}

/** "sarq – the shaking in the air", "four old sockets, on a shelf": an entry of a list begins small, a sentence does not. */
const isListed = (sentence: string): boolean => /^\p{Ll}/u.test(sentence);

/** A sentence that is too long is cut before a clause after a comma that only adds to it, if enough remains. */
function fitted(sentence: string): string | null {
  if (countWords(sentence) <= MAX_WORDS) return sentence;
  const cut = /,\s(?:who|which|where|although|because)\s/.exec(sentence);
  if (!cut) return null;
  const head = sentence.slice(0, cut.index).replace(/[,;:—-]+$/, "");
  // "..., and the reader, who ..." loses its verb with its clause.
  const last = head.split(/[,;]\s+/).at(-1) ?? "";
  if (/^(?:and|or|but) /.test(last) && !hasFiniteVerb(last)) return null;
  // A list that has been announced goes on.
  if (/:\s[^.]*$/.test(head)) return null;
  return countWords(head) >= 6 && hasFiniteVerb(head) ? `${head}.` : null;
}

/** "Gene", "Ray Kowalczyk": what the title of a page on somebody looks like. */
const ONE_NAME = /^\p{Lu}\p{Ll}[\p{L}’'-]*(?: \p{Lu}\p{Ll}[\p{L}’'-]*){0,2}$/u;

/** Whether a page is on somebody of this pronoun: it begins with their name, names no other of the cast there, and goes on with the pronoun. */
function isOnPerson(
  [first = ""]: readonly string[],
  title: string,
  opener: string,
  subjects: ReadonlyMap<string, string>,
): boolean {
  const [sentence = "", next = ""] = splitSentences(first);
  const own = opener === "He" ? /\b(?:he|him|his)\b/i : /\b(?:she|her|hers)\b/i;
  return (
    ONE_NAME.test(title) &&
    sentence.startsWith(`${title} `) &&
    ![...subjects.keys()].some((name) => name !== title && !name.startsWith(`${title} `) && sentence.includes(name)) &&
    own.test(`${sentence} ${next}`)
  );
}

/** Years at the head of sentences, and how many make a paragraph annals. */
const YEARS = /(?:^|[.!?…]["”’']? )(?:1\d|20)\d\d\b/gu;
const FEWEST_YEARS = 3;

/** Words that a sentence may be led up to with, and that may follow it. */
const MOST_BESIDE = 60;

/** The last sentences that have at most so many words. */
function lastOf(sentences: readonly string[]): readonly string[] {
  let words = 0;
  const from = sentences.findLastIndex((sentence) => (words += countWords(sentence)) > MOST_BESIDE);
  return sentences.slice(from + 1);
}

/** The first sentences that have at most so many words. */
function firstOf(sentences: readonly string[]): readonly string[] {
  let words = 0;
  const to = sentences.findIndex((sentence) => (words += countWords(sentence)) > MOST_BESIDE);
  return to < 0 ? sentences : sentences.slice(0, to);
}

/** "What happened: the two met under a white flag." is told without the question that it answers. (rule CA5750) */
function withoutQuestion(sentence: string): string {
  const answer = /^(?:What|Who|Where|When|Why|How)\b[^.:;,?!“"]{1,30}: (\p{L}.*)$/su.exec(sentence)?.[1];
  if (answer === undefined || !isWholeSentence(answer)) return sentence;
  return answer.charAt(0).toUpperCase() + answer.slice(1);
}

/** Whether somebody can say a sentence beside another that is told, though nobody can tell it alone. */
const isBeside = (sentence: string): boolean =>
  !FIRST_PERSON.test(withoutQuoted(sentence)) && /[.!?…]["”’)]?$/.test(sentence) && countWords(sentence) <= MAX_WORDS;

/**
 * Finds the sentences of a text that can each be told alone. A leaning sentence is kept as the tail of the one before it; one
 * that opens with a person's pronoun right after a sentence about that person by name gets the name instead. What stands between them is
 * kept with the one that it leads up to, a paragraph without any among it.
 *
 * @param paragraphs - Plain paragraphs of one section.
 * @param title - Noun phrase that the section is about.
 * @param subjects - Pronouns of people by the name that a sentence may open with ("Osk": "he").
 * @param inDocument - Whether an "I" may speak: it is the writer's.
 */
export function mineSentences(
  paragraphs: readonly string[],
  title: string,
  proper: ProperWords,
  subjects: ReadonlyMap<string, string> = new Map(),
  inDocument = false,
): TellableSentence[] {
  const found: {
    text: string;
    clause: string;
    tail?: string;
    inside?: true;
    apart?: true;
    lead?: readonly string[];
    rest?: readonly string[];
  }[] = [];
  let pending: string[] = [];
  let isLate = false;
  for (const paragraph of paragraphs) {
    let before = "";
    let lastWasFact = false;
    let isFirst = true;
    const known = found.length;
    let isGap = false;
    let isApart = false;
    // Annals are a list, of which no entry says when it was without its year.
    if (!inDocument && (paragraph.match(YEARS) ?? []).length >= FEWEST_YEARS) {
      isLate = true;
      continue;
    }
    const breakOff = (): void => {
      isLate = true;
      pending = [];
      isGap = true;
      isApart = true;
    };
    const leave = (sentence: string): void => {
      if (inDocument || !isBeside(sentence)) breakOff();
      // What leans on a sentence that is left out says nothing.
      else if (!isGap || !leans(sentence, "", title, proper)) {
        pending.push(sentence);
        isGap = false;
      } else isLate = true;
    };
    for (const raw of sentencesOf(paragraph).map(withoutQuestion)) {
      if (isFirst && NUMBERED.test(raw)) continue;
      let sentence = fitted(raw);
      const previous = before;
      before = raw;
      const inside = isFirst ? {} : { inside: true as const };
      isFirst = false;
      const spoken = inDocument ? SECOND_PERSON : FIRST_OR_SECOND_PERSON;
      if (sentence === null || isListed(sentence) || GAME_TALK.test(sentence)) {
        breakOff();
        lastWasFact = false;
        continue;
      }
      // "S. Garrow, 1841. It was not I." is said by whoever wrote it there.
      const plain = splitSentences(sentence).length > 1 ? sentence.replace(/: \p{Lu}.*$/su, ".") : sentence;
      if (spoken.test(withoutQuoted(plain))) {
        leave(raw);
        lastWasFact = false;
        continue;
      }
      const opener = /^(He|She)\b/.exec(sentence)?.[1];
      if (opener !== undefined) {
        const owner =
          [...subjects].find(
            ([name, pronoun]) => pronoun === opener.toLowerCase() && previous.startsWith(`${name} `),
          )?.[0] ??
          // A page on somebody begins its paragraphs with them. (rule CA3200)
          (!("inside" in inside) && !inDocument && isOnPerson(paragraphs, title, opener, subjects) ? title : undefined);
        if (owner !== undefined) sentence = owner + sentence.slice(opener.length);
      }
      // What goes on from sentences that cannot be told alone has them told with it.
      const [opening] = pending;
      const isLed =
        opening !== undefined && !leans(opening, "", title, proper) && !leans(sentence, previous, title, proper, false);
      if (!isLed && leans(sentence, previous, title, proper)) {
        const fact = found.at(-1);
        if (
          lastWasFact &&
          fact &&
          fact.tail === undefined &&
          countWords(sentence) <= 22 &&
          /[.!?]["”]?$/.test(sentence)
        )
          fact.tail = sentence;
        else leave(raw);
        lastWasFact = false;
        continue;
      }
      const words = countWords(sentence);
      if (
        words < MIN_WORDS ||
        words > MAX_WORDS ||
        /^\p{Ll}/u.test(sentence) ||
        !hasFiniteVerb(sentence) ||
        !/[.]["”]?$/.test(sentence)
      ) {
        leave(raw);
        lastWasFact = false;
        continue;
      }
      const lead = lastOf(pending);
      const led = pending.length;
      pending = [];
      isGap = false;
      found.push({
        text: sentence,
        ...(pointsBack(sentence) && !opensWith(sentence, title) ? { inside: true as const } : inside),
        ...(isApart || lead.length < led || (found.length === 0 && isLate) ? { apart: true as const } : {}),
        ...(lead.length === 0 ? {} : { lead }),
        clause: proper
          .lowerFirst(sentence)
          .replace(/\.$/, "")
          .replace(/\.(["”])$/, "$1"),
      });
      lastWasFact = true;
      isApart = false;
    }
    // A paragraph of which nothing can be told alone leads up to what the next one tells.
    const last = found.at(-1);
    const rest = firstOf(pending);
    if (last && found.length > known) {
      if (rest.length > 0) last.rest = rest;
      pending = [];
    }
  }
  return found;
}

/**
 * Sentences that paint a place, told by the narrator: shorter ones pass too, and a leaning sentence stays with its neighbour.
 */
export function mineDescription(paragraphs: readonly string[], title: string, proper: ProperWords): string[] {
  return mineSights(paragraphs, title, proper).flatMap(({ text, leaning }) => (leaning === true ? [] : [text]));
}

/** Whether a sentence is nothing but the name of what its paragraph is about. */
const isLabel = (sentence: string, title: string): boolean =>
  title !== "" && withoutArticle(sentence.replace(/[.:]$/, "")).toLowerCase() === withoutArticle(title).toLowerCase();

/** A sentence without the name of its place that a colon parts from it; empty where no whole one is left. (rule CA1654) */
function withoutEntry(sentence: string, title: string): string {
  const [, label = "", rest = ""] = /^([^.:;“"]{2,40}): (.+)$/su.exec(sentence) ?? [];
  if (label === "" || !isLabel(label, title)) return sentence;
  const whole = rest.charAt(0).toUpperCase() + rest.slice(1);
  return isWholeSentence(whole) && !/^(?:where|which|who|when|whose)\b/i.test(rest) ? whole : "";
}

/** "Panel 2.": a word and its number, by themselves. */
const ROW = /^(\p{Lu}\p{Ll}+) (?:\d+|[IVX]+|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)[.:]$/u;

/** Whether two sentences of a paragraph number its parts by the same word. */
function areRows(sentences: readonly string[]): boolean {
  const heads = sentences.flatMap((sentence) => ROW.exec(sentence)?.[1] ?? []);
  return heads.some((head, at) => heads.indexOf(head) < at);
}

/**
 * "Custom: The owner draws your first cup." without the label of its field; empty where no whole sentence is left, as of "Stores: Two hundred
 * tins of petrol." (rule CA5303)
 */
function withoutField(sentence: string): string {
  const [, label = "", rest] = /^(\p{Lu}\p{L}+(?: \p{Ll}+)?): (?=\p{Lu})(.+)$/su.exec(sentence) ?? [];
  if (rest === undefined) return sentence;
  if (/^(?:what|who|where|when|why|how)\b/iu.test(label)) return "";
  return /^(?:The|An?|He|She|It|They|You|There|Nobody|Every(?:body|one)|No) /u.test(rest) && hasFiniteVerb(rest)
    ? rest
    : "";
}

/** "Stage two.", "Day 3.": what numbers the parts of a guide and says nothing. */
const NUMBERED =
  /^(?:stage|chapter|part|act|scene|day|level|phase|step|stop|leg|week|episode|session|entry|no\.?|number) (?:\d+|[ivx]+|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|first|last)[.:]$/i;

/** A sentence whose subject is something new. */
const BRINGS_IN =
  /^(?:There (?:is|are|was|were)\b|There['’]s\b|(?:On|In|At|Below|Above|Under|Behind|Beside|Over) the (?:\p{Ll}+ )?\p{Ll}+,? (?:is|are|hangs?|stands?|lies?) (?:an?|one|two|three|four|five|six|seven|eight|nine|ten)\b)/u;

/** Words up to which sentences are one sight, and words of the longest. */
const ONE_SIGHT = 40;
const LONGEST_SIGHT = 80;

/** A sentence, or several, that show a place; `inside` where it goes on from the one before it. */
interface Sight {
  readonly text: string;
  readonly inside?: true;
  /** It says nothing without the one before it. */
  readonly leaning?: true;
}

/**
 * The same, each with whether it goes on from a sentence before it. A paragraph is told from its first sentence on, up to the first that
 * cannot be told: what follows that one has lost what it goes on from, unless it names what the paragraph is about. Implements rule CA540.
 *
 * @param may - Whether a sentence may be told.
 */
export function mineSights(
  paragraphs: readonly string[],
  title: string,
  proper: ProperWords,
  may: (sentence: string) => boolean = () => true,
): Sight[] {
  const found: { text: string; inside?: true; leaning?: true }[] = [];
  const name = withoutArticle(title).toLowerCase();
  for (const paragraph of paragraphs) {
    let before = "";
    let isFirst = true;
    let isCut = false;
    // "Checkerboard tile. Fake fireplace." is told with what it begins.
    let short = "";
    const all = sentencesOf(paragraph);
    // "Panel 1. Cattle. Panel 2. Boats.": rows of a table are looked up, and not seen. (rule CA5303)
    if (areRows(all)) continue;
    for (const given of all) {
      // "Dock Six: where shuttles come in." is an entry, and "Dock Six: it is cold in there." says something.
      const each = withoutField(isFirst ? withoutEntry(given, title) : given);
      if (each === "") {
        isCut = true;
        isFirst = false;
        continue;
      }
      // "The elevator. A cage, basically." opens with its label.
      if (isFirst && short === "" && (isLabel(each, title) || NUMBERED.test(each))) continue;
      const doesLean = leans(each, before, title, proper);
      if (countWords(each) < 4 && /^\p{Lu}.*\.$/u.test(each) && !doesLean && !GAME_TALK.test(each)) {
        short = short === "" ? each : `${short} ${each}`;
        before = each;
        continue;
      }
      const sentence = short === "" ? each : `${short} ${each}`;
      // "Branch 88. It seats two hundred." has said what it means. (rule CA5904)
      const isNamed = short !== "" && title !== "";
      short = "";
      before = each;
      const inside = isFirst ? {} : { inside: true as const };
      const words = countWords(sentence);
      const isTold =
        !isListed(sentence) &&
        !GAME_TALK.test(sentence) &&
        !/\b(?:I|[Ww]e|[Oo]ur|us|[Mm]y)\b/.test(withoutQuoted(sentence)) &&
        /[.!?…]["”]?$/.test(sentence) &&
        words >= (doesLean ? 1 : 4) &&
        words <= LONGEST_SIGHT &&
        may(sentence);
      const isOpening = (isFirst || isCut) && !isNamed;
      isFirst = false;
      if (!isTold || (isOpening && doesLean)) {
        isCut = true;
        continue;
      }
      // "There is a counter" brings in what it is about itself. (rule CA5904)
      const isNew = name !== "" && BRINGS_IN.test(sentence) && !FROM_ELSEWHERE.test(sentence);
      if (isCut && !isNew && (name === "" ? FROM_ELSEWHERE.test(sentence) : !sentence.toLowerCase().includes(name)))
        continue;
      isCut = false;
      const last = found.at(-1);
      if (doesLean && last !== undefined && countWords(last.text) + words <= ONE_SIGHT)
        last.text = `${last.text} ${sentence}`;
      else found.push({ text: sentence, ...inside, ...(doesLean ? { leaning: true as const } : {}) });
    }
  }
  return found;
}

/** "The levels are numbered": which, a sentence before it has said. */
const FROM_ELSEWHERE = /^(?:the|this|that|these|those|both|each|all|some|most|many|another) /i;
