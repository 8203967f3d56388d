/** Holds text against the laws of a story. */
import { allMatches } from "./english/all-matches.js";
import { getPath } from "./json-path.js";
import type { JsonObject } from "./json.js";
import type { LawCheck, ReadLaw } from "./generated/contracts.js";
import { participle, verbForms } from "./english/inflect.js";
import { memoizeText } from "./english/memoize-text.js";

/** What of a law text is held against. */
export type CheckedLaw = Pick<ReadLaw, "checks">;

/** A law that a text breaks. */
export interface BrokenLaw<Law extends CheckedLaw = ReadLaw> {
  readonly law: Law;
  /** The words that break it, as they stand in the text. */
  readonly words: string;
  /** Where they begin, in UTF-16 units. */
  readonly at: number;
  /**
   * Whether they are denied, compared or reported of the past: an author may say so in passing, what is told to a player
   * leaves it out.
   */
  readonly passing: boolean;
  /** Whether they are denied. */
  readonly denied: boolean;
}

export interface TextToCheck {
  /** Names of whoever speaks what the text quotes. */
  readonly speaker?: readonly string[];
  /** Whether the text is an order to the player, as the words of a choice are: its first verb is the player's. */
  readonly order?: boolean;
}

interface Token {
  readonly text: string;
  /** Small, with a straight apostrophe. */
  readonly lower: string;
  /** Without "'s", as written. */
  readonly base: string;
  /** The same, small. */
  readonly key: string;
  readonly hasDigit: boolean;
  readonly at: number;
  readonly end: number;
  /** What stands between it and the token before. */
  readonly gap: string;
  /** Number of the quotation in which it stands, from 1 on; 0 outside of any. */
  readonly quote: number;
}

type Form = "base" | "third" | "past" | "participle" | "ing";

/** A verb of a check, by its first word: the forms, the particle that has to follow, whether it is a passive. */
interface VerbPattern {
  readonly lemma: string;
  readonly forms: ReadonlyMap<string, ReadonlySet<Form>>;
  readonly particle: readonly string[];
  readonly passive: boolean;
  /** It is no verb, but what somebody is: "be a priest". */
  readonly noun?: true;
}

interface Span {
  readonly from: number;
  /** Exclusive. */
  readonly to: number;
}

/** What a check looks for from one of its trigger words on. */
type Find = (tokens: readonly Token[], at: number, text: TextToCheck) => Span | null;

interface Compiled {
  readonly finds: ReadonlyMap<
    string,
    readonly { readonly law: number; readonly find: Find; readonly check: LawCheck }[]
  >;
  readonly exceptions: ReadonlyMap<LawCheck, readonly (readonly string[])[]>;
  /** Phrases of the place at which a check holds. */
  readonly places: ReadonlyMap<LawCheck, readonly (readonly string[])[]>;
  readonly quoted: readonly { readonly law: number; readonly check: LawCheck }[];
  readonly digits: readonly number[];
}

const compiledLaws = new WeakMap<readonly CheckedLaw[], Compiled>();

/**
 * Finds the laws that a text breaks, each once with the first words that do so. Takes time in proportion to the text; the
 * laws are compiled once for each array.
 *
 * @param text - A sentence, a paragraph or the words of a choice.
 */
export function brokenLaws<Law extends CheckedLaw>(
  text: string,
  laws: readonly Law[],
  about: TextToCheck = {},
): BrokenLaw<Law>[] {
  if (laws.length === 0) return [];
  const compiled = compiledLaws.get(laws) ?? compile(laws);
  compiledLaws.set(laws, compiled);
  const tokens = tokensOf(text);
  const found = new Map<number, BrokenLaw<Law>>();
  const note = (index: number, { from, to }: Span): void => {
    const [first, last] = [tokens[from], tokens[to - 1]];
    const known = found.get(index);
    const law = laws[index];
    if (!law || !first || !last || known?.passing === false || isMentioned(tokens, from, to)) return;
    const denied = isDeniedAround(tokens, from, to);
    const passing = denied || isPassing(tokens, from, to);
    if (known === undefined || !passing)
      found.set(index, { law, words: text.slice(first.at, last.end), at: first.at, passing, denied });
  };
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at];
    if (!token) continue;
    for (const { law, find, check } of compiled.finds.get(token.key) ?? []) {
      const span = find(tokens, at, about);
      if (
        span &&
        isAtPlace(tokens, span, compiled.places.get(check)) &&
        !isExcepted(tokens, span, compiled.exceptions.get(check) ?? [])
      )
        note(law, span);
    }
    if (token.hasDigit) for (const law of compiled.digits) note(law, { from: at, to: at + 1 });
  }
  if (about.speaker && /["“]/.test(text)) {
    const first = tokens.findIndex(({ gap }) => /["“]/.test(gap));
    const quote = { from: Math.max(0, first), to: Math.max(0, first) + 1 };
    for (const { law, check } of compiled.quoted) if (namesOne(check, about.speaker)) note(law, quote);
  }
  return [...found.values()];
}

/** Whether the laws let a text be told. */
export function isLawful(text: string, laws: readonly CheckedLaw[], about: TextToCheck = {}): boolean {
  return laws.length === 0 || brokenLaws(text, laws, about).length === 0;
}

/** Whether a law forbids somebody to speak. @param names - Whatever they are called. */
export function isSpeechless(names: readonly string[], laws: readonly CheckedLaw[]): boolean {
  return laws.some(({ checks }) => checks.some((check) => isTalk(check) && namesOne(check, names)));
}

const isTalk = ({ kind }: LawCheck): boolean => kind === "speech" || kind === "living";
const namesOne = ({ subject = [] }: LawCheck, names: readonly string[]): boolean =>
  names.some((name) => subject.includes(withoutThe(name)));

/**
 * The laws that hold at a point of the story. The same array as long as no beat has ended one, so that it is compiled once.
 *
 * @param state - Session state.
 */
export function lawsInForce<Law extends CheckedLaw>(laws: readonly Law[], state: JsonObject): readonly Law[] {
  const ended = ({ until }: LawCheck): boolean =>
    until !== undefined && getPath(state, `beats.${until}.state`) === "fired";
  if (!laws.some(({ checks }) => checks.some(ended))) return laws;
  return laws.map((law) => ({ ...law, checks: law.checks.filter((check) => !ended(check)) }));
}

const withoutThe = (name: string): string => name.replace(/^the /i, "");

const STOPS = /[.!?…\n]/;
const CLAUSE_BREAK = /[.!?…\n;:()[\]—–"“”]/;

/** Letters of texts whose words are kept: what is told is held against the laws again and again, and words take more room than letters. */
const TOKEN_LETTERS = 100_000;

const tokensOf = memoizeText((text): readonly Token[] => {
  const tokens: Token[] = [];
  let end = 0;
  let quotes = 0;
  let quote = 0;
  for (const match of allMatches(text, /[\p{L}\p{N}]+(?:['’][\p{L}]+)*/gu)) {
    const word = match[0];
    const gap = text.slice(end, match.index);
    for (const mark of gap.match(/[“”"\n]/gu) ?? []) {
      if (mark === "“" || (mark === '"' && quote === 0)) quote = ++quotes;
      else if (mark !== "\n" || /"/.test(text)) quote = 0;
    }
    const base = word.replace(/['’]s?$/u, "");
    tokens.push({
      text: word,
      lower: word.toLowerCase().replaceAll("’", "'"),
      base,
      key: base.toLowerCase().replaceAll("’", "'"),
      hasDigit: /\p{N}/u.test(word),
      at: match.index,
      end: match.index + word.length,
      gap,
      quote,
    });
    end = match.index + word.length;
  }
  return tokens;
}, TOKEN_LETTERS);

const isPossessive = ({ text }: Token): boolean => /['’]s$/.test(text);
const isCapital = (word: string): boolean => /^\p{Lu}/u.test(word);

/** Words of a pattern: those with a capital are met with a capital only. */
function wordsOf(phrase: string): string[] {
  return phrase.match(/[\p{L}\p{N}]+(?:['’][\p{L}]+)*/gu) ?? [];
}

const sameWord = (token: Token, word: string): boolean =>
  isCapital(word)
    ? isCapital(token.text) && token.key === word.toLowerCase()
    : token.lower === word || token.key === word;

const TITLES = /^(?:Mr|Mrs|Ms|Dr|St|Prof|Capt|Sgt|Lt|Col|Gen|Rev|Hon)$/;

/** The end of a phrase that begins at a token, exclusive; -1 where it does not stand there. */
function phraseEnd(tokens: readonly Token[], at: number, words: readonly string[]): number {
  for (const [offset, word] of words.entries()) {
    const token = tokens[at + offset];
    if (!token || !sameWord(token, word)) return -1;
    // "Mrs. Ash"
    const stop = TITLES.test(tokens[at + offset - 1]?.text ?? "") ? token.gap.replace(/^\./, "") : token.gap;
    if (offset > 0 && !/^[\s\-‐‑]+$/.test(stop)) return -1;
  }
  return at + words.length;
}

function compile(laws: readonly CheckedLaw[]): Compiled {
  const finds = new Map<string, { law: number; find: Find; check: LawCheck }[]>();
  const exceptions = new Map<LawCheck, readonly (readonly string[])[]>();
  const places = new Map<LawCheck, readonly (readonly string[])[]>();
  const quoted: { law: number; check: LawCheck }[] = [];
  const digits: number[] = [];
  for (const [law, { checks }] of laws.entries()) {
    for (const check of checks) {
      if (check.exceptions) exceptions.set(check, check.exceptions.map(wordsOf));
      if (check.where) places.set(check, check.where.map(wordsOf));
      if (check.kind === "digits") digits.push(law);
      if (isTalk(check)) quoted.push({ law, check });
      for (const [trigger, find] of findsOf(check)) {
        const list = finds.get(trigger) ?? [];
        list.push({ law, find, check });
        finds.set(trigger, list);
      }
    }
  }
  return { finds, exceptions, places, quoted, digits };
}

const WHO =
  /(?:man|men|woman|women|girl|boy|child|lady|lord|king|queen|knight|maid|bride|groom|monk|nun|priest|hound|dog|cat|horse|thief|wife|widow|er|or|ist|ian)$/;

/** "The ghost of a smile", "dead level": the word is said of something else. */
function isOtherSense(tokens: readonly Token[], to: number): boolean {
  const [last, next, then] = [tokens[to - 1], tokens[to], tokens[to + 1]];
  if (!last || !next || !isPlainGap(next)) return false;
  if (/^(?:ghost|phantom|spectre|specter|wraith)s?$/.test(last.key) && next.lower === "of")
    // The ghost of a sailor is one.
    return (
      /^(?:an?|another)$/.test(then?.lower ?? "") && !tokens.slice(to + 2, to + 5).some(({ key }) => WHO.test(key))
    );
  return (
    last.key === "dead" &&
    /^(?:level|straight|on|tired|right|certain|sure|easy|against|centre|center|slow|calm|set|drunk)$/.test(next.lower)
  );
}

/** The searches of a check, by the word that sets each off. */
function findsOf(check: LawCheck): (readonly [string, Find])[] {
  const subjects = (check.subject ?? []).map(wordsOf).filter((words) => words.length > 0);
  const bySubject = (find: (words: readonly string[]) => Find): (readonly [string, Find])[] =>
    subjects.map((words) => [(words[0] ?? "").toLowerCase(), find(words)] as const);
  switch (check.kind) {
    case "spoken":
      return check.words.flatMap((phrase) => {
        const words = wordsOf(phrase);
        return words.length === 0
          ? []
          : spokenTriggers(words).map((key) => [key, spokenWords(words, subjects)] as const);
      });
    case "weather":
      return check.words.flatMap((phrase) => {
        const words = wordsOf(phrase);
        return words.length === 0 ? [] : [[triggerOf(words), weather(words, check)] as const];
      });
    case "phrase":
      return check.words.flatMap((phrase) => {
        const words = wordsOf(phrase);
        const find: Find = (tokens, at) => {
          const to = phraseEnd(tokens, at, words);
          // "A rain-jar" is a jar.
          const isPart = words.length === 1 && /^[-‐‑]$/.test(tokens[to]?.gap ?? "");
          return to < 0 || isPart || isOtherSense(tokens, to) ? null : { from: at, to };
        };
        return words.length === 0 ? [] : [[triggerOf(words), find] as const];
      });
    case "bound": {
      const things = check.words.map(wordsOf);
      return bySubject((words) => boundThing(words, things));
    }
    case "subject-verb":
    case "speech":
    case "dead":
    case "living": {
      const verbs = check.words.map(verbPattern);
      return bySubject((words) => subjectVerb(words, verbs, isTalk(check), check));
    }
    case "verb-object": {
      const objects = (check.object ?? []).map(wordsOf);
      const byVerb = new Map<string, VerbPattern[]>();
      for (const verb of check.words.map(verbPattern))
        for (const form of verb.forms.keys()) byVerb.set(form, [...(byVerb.get(form) ?? []), verb]);
      return [...byVerb].map(([form, verbs]) => [form, verbObject(verbs, objects, subjects, check)] as const);
    }
    default:
      return [];
  }
}

const triggerOf = (words: readonly string[]): string =>
  (words[0] ?? "").toLowerCase().replaceAll("’", "'").replace(/'s?$/, "");

const spanTo = (from: number, to: number): Span | null => (to < 0 ? null : { from, to });

const verbPattern = memoizeText((word): VerbPattern => {
  const [first = "", ...rest] = word.split(" ");
  if (first === "be" && rest.length > 0) {
    const forms = new Map([[rest[0] ?? "", new Set<Form>(["participle"])]]);
    const noun = /^an?$/.test(rest[0] ?? "") ? { noun: true as const } : {};
    return { lemma: word, forms, particle: rest.slice(1), passive: true, ...noun };
  }
  const [base = first, third = first, past = first, ...others] = verbForms(first);
  const forms = new Map<string, Set<Form>>();
  const add = (form: string, kind: Form): void => {
    forms.set(form, (forms.get(form) ?? new Set()).add(kind));
  };
  add(base, "base");
  add(third, "third");
  add(past, "past");
  if (/ing$/.test(past)) add(past, "ing");
  for (const other of others) add(other, other.endsWith("ing") ? "ing" : "participle");
  add(participle(first), "participle");
  // Verb forms know the other verb alone: lay, lain.
  if (first === "lie") {
    add("lied", "past");
    add("lied", "participle");
  }
  return { lemma: first, forms, particle: rest, passive: false };
});

const NEGATIONS = new Set(
  "no not never nobody none nothing neither nor without cannot hardly scarcely nowhere no-one instead don't doesn't didn't isn't aren't wasn't weren't won't wouldn't can't couldn't hasn't haven't hadn't shan't shouldn't mustn't".split(
    " ",
  ),
);
const isNegation = ({ lower, key }: Token): boolean => NEGATIONS.has(lower) || (key !== lower && NEGATIONS.has(key));
const BE = new Set("is are was were am be been being gets get got getting lies lay remains".split(" "));
const HAVE = new Set("has have had having".split(" "));
/** What has a thing in it or about it. */
const OWNS = new Set([...HAVE, ..."hold holds held contain contains contained".split(" ")]);
const AUXILIARIES = new Set(
  "do does did can could will would shall should may might must begin begins began start starts started seem seems seemed try tries tried".split(
    " ",
  ),
);
const ADVERBS = new Set(
  "then now just only also still even too again once always often sometimes suddenly soon later at last all both each very ever almost himself herself itself themselves quite so".split(
    " ",
  ),
);
const isAdverb = ({ lower }: Token): boolean => ADVERBS.has(lower) || /[a-z]{2}ly$/.test(lower);
/** What ends the reach of a subject: another clause begins. */
const CLAUSE_OPENERS = new Set(
  "but while when as if because so although though where who whom which that what how why whether until since before after than he she it they we you i".split(
    " ",
  ),
);
/** What may stand before the subject of a clause. */
const BEFORE_SUBJECT = new Set(
  "and but then when while as if that because so where until before after or yet now here there today tonight once though although whether what how why since for the a an this old young poor dear little even only perhaps maybe".split(
    " ",
  ),
);
/** Furthest verb from its subject, and object from its verb, in words. */
const REACH = 7;

/** Verbs of saying after which the speaker stands without ambiguity: "says Ticket". */
const SAYS = new Set(
  "say says said whisper whispers whispered mutter mutters muttered murmur murmurs murmured".split(" "),
);
/** Verbs by which others report what somebody once did. */
const REPORTED = new Set("say tell ask write speak talk sing".split(" "));

/** Subject and verb in one clause, in either order, unless the verb is denied. */
function subjectVerb(
  subject: readonly string[],
  verbs: readonly VerbPattern[],
  talk: boolean,
  { kind, unless, tense }: LawCheck,
): Find {
  const reported = kind === "living";
  const isPast = (forms: ReadonlySet<Form>): boolean => forms.has("past") && !forms.has("base") && !forms.has("third");
  const counts = (verb: VerbPattern, forms: ReadonlySet<Form>): boolean =>
    !(reported && REPORTED.has(verb.lemma) && (isPast(forms) || forms.has("participle")));
  return (tokens, at) => {
    const player = subject.length === 1 && subject[0] === "you";
    const end = phraseEnd(tokens, at, subject);
    const last = tokens[end - 1];
    if (end < 0 || !last || (isPossessive(last) && !/['’]s$/.test(subject.at(-1) ?? ""))) return null;
    // "“The dog says that you may come”": a manner of speaking, and no speech of the dog's.
    if (kind === "speech" && tokens[at]?.quote !== 0) return null;
    if (kind === "dead" && isBelieved(tokens, at)) return null;
    const isRecorded = kind === "living" && isOfRecord(tokens, at, end);
    if (isDenied(tokens, at) || (unless !== undefined && isDoneBy(tokens, unless))) return null;
    // "says Ticket", "rings the bell"
    const article = tokens[at - 1]?.lower;
    const verbAt =
      article !== undefined && /^(?:the|a|an|his|her|its|their|this|that)$/.test(article) ? at - 2 : at - 1;
    const before = tokens[verbAt];
    if (before && (verbAt === at - 1 || isPlainGap(tokens[at - 1])) && isPlainGap(tokens[at])) {
      for (const verb of verbs) {
        const forms = verb.forms.get(before.lower);
        if (!forms || verb.passive || verb.particle.length > 0 || !counts(verb, forms)) continue;
        if (isRecorded && SPOKEN_VERBS.has(before.lower)) continue;
        const opens = /["”]/.test(before.gap) || (SAYS.has(before.lower) && isClauseStart(tokens, verbAt));
        const isBefore = tense === "present" && isPast(forms);
        if ((opens || !talk) && !player && !isBefore && !isDenied(tokens, verbAt)) return { from: verbAt, to: end };
      }
    }
    const opening = isClauseStart(tokens, at);
    let helper: "none" | "be" | "have" | "do" = "none";
    for (let next = end; next < Math.min(tokens.length, end + REACH); next++) {
      const token = tokens[next];
      if (!token || CLAUSE_BREAK.test(token.gap)) {
        // Ticket: “...”
        return talk && token && next === end && /:\s*["“]$/.test(token.gap) ? { from: at, to: end } : null;
      }
      if (isNegation(token) || /,/.test(token.gap) || isCapital(token.text)) return null;
      for (const verb of verbs) {
        const forms = verb.forms.get(token.lower);
        if (!forms || !counts(verb, forms)) continue;
        if (isRecorded && SPOKEN_VERBS.has(token.lower)) continue;
        if (verb.lemma === "lie" && LIES_SOMEWHERE.has(tokens[next + 1]?.lower ?? "")) continue;
        if (!fitsHelper(forms, verb.passive, helper, next === end)) continue;
        // "Rain are spoken of": others speak.
        if (talk && !verb.passive && helper === "be" && !forms.has("ing")) continue;
        if (tense === "present" && isOfBefore(tokens, at, next, forms)) continue;
        if (verb.noun && !isBesideHelper(tokens, next)) continue;
        const to = particleEnd(tokens, next + 1, verb.particle);
        if (to >= 0) return { from: at, to };
      }
      // "Harun was sitting there" reports, like "Harun said".
      if (reported && /^(?:was|were|been)$/.test(token.lower)) break;
      if (BE.has(token.lower)) helper = "be";
      else if (HAVE.has(token.lower)) helper = "have";
      else if (AUXILIARIES.has(token.lower)) helper = "do";
      else if (token.lower === "to" && helper !== "do") break;
      else if (!isAdverb(token) && (!opening || CLAUSE_OPENERS.has(token.lower))) break;
    }
    return null;
  };
}

/** Verbs of those who only say or think that something is so. */
const BELIEFS = wordForms(
  "tell say think believe suppose assume hear claim fear swear pretend imagine dream guess call",
);
/** Nouns and conjunctions of what is only thought to be so. */
const SUPPOSED = new Set("if though whether rumour rumor rumours rumors belief word story".split(" "));

/** "People believe that Ann is dead": that does not make it so. */
function isBelieved(tokens: readonly Token[], at: number): boolean {
  for (let before = at - 1; before >= Math.max(0, at - 8); before--) {
    const token = tokens[before];
    if (!token || STOPS.test(tokens[before + 1]?.gap ?? "") || /[“”"]/.test(tokens[before + 1]?.gap ?? ""))
      return false;
    if (BELIEFS.has(token.lower) || SUPPOSED.has(token.lower)) return true;
  }
  return false;
}

/** Behind "lies" of a body: it tells no lie. */
const LIES_SOMEWHERE = new Set(
  "down on in under beside beneath across behind back awake asleep still here there low at near by among dead".split(
    " ",
  ),
);

/** What holds the voice of somebody who is not there. */
const RECORDS = new Set(
  "tape tapes recording recordings record records reel cassette gramophone phonograph letter letters diary diaries note film".split(
    " ",
  ),
);

/** Whether what somebody says stands on a tape or in a letter. */
function isOfRecord(tokens: readonly Token[], from: number, to: number): boolean {
  const [start, end] = sentenceAround(tokens, from, to);
  return tokens.slice(start, end).some(({ key }) => RECORDS.has(key));
}

/** "Gene ate an orange", "she saw Gene come": of before a story that is told in the present. */
function isOfBefore(tokens: readonly Token[], subjectAt: number, at: number, forms: ReadonlySet<Form>): boolean {
  const helper = tokens.slice(subjectAt, at).findLast(({ lower }) => BE.has(lower) || HAVE.has(lower));
  if (helper?.lower === "had" && !forms.has("ing")) return true;
  if (forms.has("past") && !forms.has("base") && !forms.has("third"))
    return helper === undefined || /^(?:was|were|been|had)$/.test(helper.lower);
  return forms.has("base") && PERCEIVED.has(tokens[subjectAt - 1]?.lower ?? "");
}

const PERCEIVED = new Set("saw heard watched felt let made".split(" "));

/** "is a priest", "is no longer quite a priest": what somebody is stands beside the verb. */
const isBesideHelper = (tokens: readonly Token[], at: number): boolean => {
  let before = at - 1;
  while (tokens[before] !== undefined && isAdverb(tokens[before] as Token)) before--;
  return BE.has(tokens[before]?.lower ?? "");
};

/** Whether a form can be the verb after what stands between it and its subject. */
function fitsHelper(
  forms: ReadonlySet<Form>,
  passive: boolean,
  helper: "none" | "be" | "have" | "do",
  adjacent: boolean,
): boolean {
  if (passive) return helper === "be";
  if (forms.has("third") || forms.has("past")) return true;
  if (forms.has("base") && (helper === "do" || adjacent)) return true;
  if (forms.has("ing")) return helper === "be" || adjacent;
  return forms.has("participle") && (helper === "have" || helper === "be");
}

/** The forms of verbs, lower case. */
function wordForms(verbs: string): ReadonlySet<string> {
  return new Set(verbs.split(" ").flatMap((verb) => [...verbForms(verb), participle(verb)]));
}

/** Verbs by which a line is given to whoever says it. */
const SPOKEN_VERBS = wordForms(
  "say ask answer reply tell speak add continue explain announce declare remark murmur mutter whisper shout call repeat report state write respond observe",
);

/** The words that set off the search for a phrase in a line: "I" stands in "I'm" too. */
function spokenTriggers(words: readonly string[]): string[] {
  const first = triggerOf(words);
  return words.length > 1 ? [first] : [first, ...["'m", "'ll", "'ve", "'d", "'re"].map((end) => first + end)];
}

/** Words within what somebody says, whoever is known to say it or is named beside the quotation. */
function spokenWords(words: readonly string[], subjects: readonly (readonly string[])[]): Find {
  return (tokens, at, { speaker }) => {
    const token = tokens[at];
    if (!token || token.quote === 0) return null;
    const isAlone = words.length === 1;
    const end = isAlone && token.key !== words[0] ? at + 1 : phraseEndInAnyCase(tokens, at, words);
    if (end < 0) return null;
    const isSpeaker =
      speaker === undefined
        ? isQuotedOf(tokens, at, subjects)
        : subjects.some((subject) => speaker.some((name) => withoutThe(name) === subject.join(" ")));
    return isSpeaker ? { from: at, to: end } : null;
  };
}

const phraseEndInAnyCase = (tokens: readonly Token[], at: number, words: readonly string[]): number =>
  phraseEnd(
    tokens,
    at,
    words.map((word) => word.toLowerCase()),
  );

/** Whether the quotation in which a word stands is given to one of these: "...," says the Clerk. */
function isQuotedOf(tokens: readonly Token[], at: number, subjects: readonly (readonly string[])[]): boolean {
  const quote = tokens[at]?.quote;
  let start = at;
  while (tokens[start - 1]?.quote === quote) start--;
  let end = at;
  while (tokens[end]?.quote === quote) end++;
  const isSaid = (from: number, to: number): boolean => {
    for (let index = from; index < to; index++)
      for (const subject of subjects) {
        const after = phraseEnd(tokens, index, subject);
        if (after < 0 || after > to) continue;
        const before = /^(?:the|an?)$/.test(tokens[index - 1]?.lower ?? "") ? index - 2 : index - 1;
        const verb = tokens[after] && isAdverb(tokens[after]) ? after + 1 : after;
        const isVerbBefore = before >= from && SPOKEN_VERBS.has(tokens[before]?.lower ?? "");
        if (isVerbBefore || (verb < to && SPOKEN_VERBS.has(tokens[verb]?.lower ?? ""))) return true;
      }
    return false;
  };
  let last = end;
  while (last < tokens.length && last < end + REACH && tokens[last]?.quote === 0) {
    if (last > end && STOPS.test(tokens[last]?.gap ?? "")) break;
    last++;
  }
  if (isSaid(end, last)) return true;
  let first = start;
  while (first > 0 && first > start - REACH && tokens[first - 1]?.quote === 0) {
    if (STOPS.test(tokens[first]?.gap ?? "")) break;
    first--;
  }
  return isSaid(first, start);
}

/** What is wished for, remembered, foretold or denied, before a word of the weather. */
const NO_WEATHER = new Set([
  ...wordForms(
    "pray hope wish wait ask long look smell dream talk speak promise forecast expect threaten think remember miss need want fear",
  ),
  ..."prayer prayers hopes memory memories promises threat chance sign signs word hint lack want end until till before if unless when whenever may might could would will shall should going about since like than had ago used for without though whether".split(
    " ",
  ),
]);
/** What is only foretold, behind a word of the weather. */
const FORETOLD = new Set("forecast expected promised due tomorrow ago".split(" "));
/** What has its name from the weather. */
const NAMED_AFTER = new Set(
  "barrel barrels butt butts coat coats gauge hat hats cloud clouds boots check dance dances jacket jackets song cape shadow forest tank tanks boot goose geese globe shoe shoes plough line".split(
    " ",
  ),
);

/** Weather as it happens. */
function weather(words: readonly string[], { tense }: LawCheck): Find {
  return (tokens, at) => {
    const to = phraseEnd(tokens, at, words);
    const next = tokens[to];
    if (to < 0 || /^[-‐‑]$/.test(next?.gap ?? "") || (next && isPlainGap(next) && NAMED_AFTER.has(next.key)))
      return null;
    const [start, end] = sentenceAround(tokens, at, to);
    const before = tokens.slice(Math.max(start, at - REACH), at);
    const isSaid = before.some(
      (token, index) =>
        isNegation(token) ||
        NO_WEATHER.has(token.lower) ||
        /['’](?:ll|d)$/.test(token.lower) ||
        (token.lower === "last" && before[index - 1]?.lower !== "at"),
    );
    if (isSaid || tokens.slice(to, Math.min(end, to + 4)).some(({ lower }) => FORETOLD.has(lower))) return null;
    if (tense === "present" && /ed$/.test(tokens[at]?.lower ?? "")) return null;
    return { from: at, to };
  };
}

/** What follows a particle that has no object: "she goes under again". */
const AFTER_PARTICLE = new Set(
  "again and but or twice once there then with without before after when while at in for like as too first".split(" "),
);

/** The end of a particle that begins at most one word later; -1 where it is missing. Under has no object: "went under the bridge" is none. */
function particleEnd(tokens: readonly Token[], at: number, particle: readonly string[]): number {
  if (particle.length === 0) return at;
  if (particle.join(" ") === "under") {
    const next = tokens[at + 1];
    const isParticle =
      next === undefined || CLAUSE_BREAK.test(next.gap) || /,/.test(next.gap) || AFTER_PARTICLE.has(next.lower);
    return isParticle && tokens[at]?.lower === "under" && isPlainGap(tokens[at]) ? at + 1 : -1;
  }
  for (let start = at; start <= at + 2; start++) {
    const end = phraseEnd(tokens, start, particle);
    if (end >= 0 && !CLAUSE_BREAK.test(tokens[start]?.gap ?? "")) return end;
  }
  return -1;
}

const isPlainGap = (token: Token | undefined): boolean => token !== undefined && /^\s*$/.test(token.gap);

/** Whether a clause may begin with the word: nothing stands before it that could be its verb or preposition. */
function isClauseStart(tokens: readonly Token[], at: number): boolean {
  const token = tokens[at];
  const before = tokens[at - 1];
  if (!token || !before || /[^\s]/.test(token.gap)) return true;
  if (!BEFORE_SUBJECT.has(before.lower) && !isAdverb(before)) return false;
  return /^(?:the|a|an|this|old|young|poor|dear|little)$/.test(before.lower) ? isClauseStart(tokens, at - 1) : true;
}

/** "no bell", "without the Governor": what stands here is denied. */
function isDenied(tokens: readonly Token[], at: number): boolean {
  for (let before = at - 1; before >= Math.max(0, at - 2); before--) {
    const token = tokens[before];
    if (!token || CLAUSE_BREAK.test(tokens[before + 1]?.gap ?? "")) return false;
    // "Neither you nor Rain speaks of it" still has a Rain who could.
    if (isNegation(token) && !/^n(?:either|or)$/.test(token.lower)) return true;
  }
  return false;
}

/** Whether a text says that somebody who may do it does. */
const isDoneBy = (tokens: readonly Token[], who: string): boolean =>
  tokens.some((token) => sameWord(token, who) || (who === "you" && /^(?:your|player)$/.test(token.key)));

const NOUN_FOLLOWS = new Set("a an the his its their my your our".split(" "));
const isNoun = (tokens: readonly Token[], at: number): boolean => {
  const before = tokens[at - 1]?.lower ?? "";
  return (
    isPlainGap(tokens[at]) && (NOUN_FOLLOWS.has(before) || (before === "one" && !/s$/.test(tokens[at]?.lower ?? "")))
  );
};

/** Verb and object in one clause, or the object and its passive verb. */
function verbObject(
  verbs: readonly VerbPattern[],
  objects: readonly (readonly string[])[],
  subjects: readonly (readonly string[])[],
  { unless, tense }: LawCheck,
): Find {
  return (tokens, at, { order }) => {
    const token = tokens[at];
    // "A fall", "one die": no verb.
    if (!token || isNoun(tokens, at)) return null;
    const start = clauseStart(tokens, at);
    const before = tokens.slice(start, at);
    if (before.some(isNegation)) return null;
    const allowed = unless === undefined ? undefined : wordsOf(unless)[0];
    const isOrder = order === true && start === at && isBase(verbs, token);
    if (allowed !== undefined && (isOrder || isDoneBy(tokens, allowed))) return null;
    if (subjects.length > 0) {
      const named = subjects.some((words) => before.some((_, offset) => phraseEnd(tokens, start + offset, words) >= 0));
      if (!named && !(isOrder && subjects.some(([word]) => word === "you"))) return null;
    }
    for (const verb of verbs) {
      const forms = verb.forms.get(token.lower);
      const from = forms === undefined ? -1 : particleEnd(tokens, at + 1, verb.particle);
      // "See to it": nobody is seen.
      if (forms === undefined || from < 0 || (verb.lemma === "see" && tokens[from]?.lower === "to")) continue;
      if (objects.length === 0) {
        // "would die for them" says nothing of anybody's death.
        const supposed = /^(?:would|could|might|may|to|\S+['’]d)$/.test(tokens[at - 1]?.lower ?? "");
        if (
          supposed ||
          isOfAnybody(tokens, before, from) ||
          before.some(({ lower }) => /^(?:before|until|till|unless)$/.test(lower))
        )
          continue;
        // "He is dying" is alive.
        if (verb.lemma === "die" && forms.has("ing")) continue;
        if (tense === "present" && isOfBefore(tokens, start, at, forms)) continue;
        return { from: at, to: from };
      }
      for (let next = from; next < Math.min(tokens.length, from + REACH); next++) {
        const token = tokens[next];
        if (!token || CLAUSE_BREAK.test(token.gap) || /,/.test(token.gap) || isNegation(token)) break;
        if (
          next > from &&
          CLAUSE_OPENERS.has(tokens[next - 1]?.lower ?? "") &&
          !/^(?:it|that|as|you|before)$/.test(tokens[next - 1]?.lower ?? "")
        )
          break;
        for (const words of objects) {
          const to = phraseEnd(tokens, next, words);
          if (to >= 0 && !isHerOwn(tokens, next)) return { from: at, to };
        }
      }
      // "the match is struck"
      if (!forms.has("participle")) continue;
      const be = tokens.slice(Math.max(start, at - 3), at).findIndex(({ lower }) => BE.has(lower));
      if (be < 0) continue;
      const beAt = Math.max(start, at - 3) + be;
      for (const words of objects) {
        const from_ = beAt - words.length;
        if (from_ >= start && phraseEnd(tokens, from_, words) === beAt) return { from: from_, to: at + 1 };
      }
    }
    return null;
  };
}

/** "When somebody dies", "somebody dies, you ring the bell": whoever it may be, and nobody yet. */
function isOfAnybody(tokens: readonly Token[], before: readonly Token[], to: number): boolean {
  if (before.some(({ lower }) => /^(?:if|whenever|whoever|should|every|each)$/.test(lower))) return true;
  if (!before.some(({ lower }) => /^(?:somebody|someone|anybody|anyone)$/.test(lower))) return false;
  const next = tokens[to];
  return (
    before.some(({ lower }) => lower === "when") ||
    (next !== undefined && /^,\s*$/.test(next.gap) && !/^(?:and|but|or|while|as|so)$/.test(next.lower))
  );
}

/** "her husband" is not she: something of hers follows. */
function isHerOwn(tokens: readonly Token[], at: number): boolean {
  const next = tokens[at + 1];
  return tokens[at]?.lower === "her" && next !== undefined && isPlainGap(next) && !AFTER_HER.has(next.lower);
}

const AFTER_HER = new Set(
  "up down whole in on at with to and but or for off out alive again from by into over through when while as before after until then there here away back".split(
    " ",
  ),
);

const isBase = (verbs: readonly VerbPattern[], { lower }: Token): boolean =>
  verbs.some(({ forms }) => forms.get(lower)?.has("base") === true);

function clauseStart(tokens: readonly Token[], at: number): number {
  let start = at;
  while (start > 0 && at - start < 2 * REACH && !CLAUSE_BREAK.test(tokens[start]?.gap ?? "")) start--;
  return start;
}

/** "Will's hands", "the hands of Will", "Will raises his hand", "Will has hands". */
function boundThing(subject: readonly string[], things: readonly (readonly string[])[]): Find {
  const thingAt = (tokens: readonly Token[], from: number, most: number): number => {
    for (let at = from; at < Math.min(tokens.length, from + most); at++) {
      if (/[,;:.!?—()“”"]/.test(tokens[at]?.gap ?? "") && at > from) return -1;
      for (const words of things) {
        const end = phraseEnd(tokens, at, words);
        if (end >= 0) return end;
      }
    }
    return -1;
  };
  return (tokens, at) => {
    const end = phraseEnd(tokens, at, subject);
    const last = tokens[end - 1];
    if (end < 0 || !last || isDenied(tokens, at)) return null;
    if (isPossessive(last)) return spanTo(at, thingAt(tokens, end, 3));
    const of = /^(?:the|a|an)$/.test(tokens[at - 1]?.lower ?? "") ? at - 2 : at - 1;
    if (tokens[of]?.lower === "of") {
      for (const words of things) {
        const from = of - words.length;
        if (from >= 0 && phraseEnd(tokens, from, words) === of) return { from, to: end };
      }
    }
    if (!isClauseStart(tokens, at)) return null;
    for (let next = end; next < Math.min(tokens.length, end + REACH); next++) {
      const token = tokens[next];
      if (!token || CLAUSE_BREAK.test(token.gap) || isNegation(token) || CLAUSE_OPENERS.has(token.lower)) return null;
      if (isCapital(token.text)) return null;
      const held = tokens[next + 1];
      // Who holds her hand has none of it.
      const isOthers =
        held !== undefined && (isPossessive(held) || /^(?:the|his|her|its|their|your|my|our)$/.test(held.lower));
      const has = HAVE.has(token.lower) || (OWNS.has(token.lower) && !isOthers);
      const owns = /^(?:his|her|its|their)$/.test(token.lower) || (has && next === end);
      if (owns && !isNegation(tokens[next + 1] ?? token)) {
        const to = thingAt(tokens, next + 1, OWNS.has(token.lower) ? 3 : 2);
        if (to >= 0) return { from: at, to };
      }
    }
    return null;
  };
}

/** Whether words stand in one sentence with the place at which they are forbidden, if there is one. */
function isAtPlace(
  tokens: readonly Token[],
  { from, to }: Span,
  places: readonly (readonly string[])[] | undefined,
): boolean {
  if (places === undefined) return true;
  const [start, end] = sentenceAround(tokens, from, to);
  for (let at = start; at < end; at++) if (places.some((words) => phraseEnd(tokens, at, words) >= 0)) return true;
  return false;
}

function isExcepted(tokens: readonly Token[], { from, to }: Span, exceptions: readonly (readonly string[])[]): boolean {
  return exceptions.some((words) => {
    for (let at = Math.max(0, from - words.length + 1); at < to; at++)
      if (phraseEnd(tokens, at, words) >= 0) return true;
    return false;
  });
}

const COMPARES = new Set("like than".split(" "));
const SUPPOSES = new Set("if unless whether would might".split(" "));
/** What is only feared, spoken of or painted. */
const SPOKEN_OF = new Set(
  "risk fear danger threat talk rumour rumor mention thought dream story tale picture drawing painting photograph legend memory hope chance".split(
    " ",
  ),
);
const PASTS = new Set("was were had did used once ago formerly been".split(" "));
const PRESENTS = new Set("is are has have does do am will can".split(" "));

/** The first and the last word of the sentence in which some words stand, the last exclusive. */
function sentenceAround(tokens: readonly Token[], from: number, to: number): readonly [number, number] {
  let start = from;
  while (start > 0 && !STOPS.test(tokens[start]?.gap ?? "")) start--;
  let end = to;
  while (end < tokens.length && !STOPS.test(tokens[end]?.gap ?? "")) end++;
  return [start, end];
}

/** Whether the words stand in a denial: "there is no ghost", "a ghost does not walk". */
function isDeniedAround(tokens: readonly Token[], from: number, to: number): boolean {
  const [start, end] = sentenceAround(tokens, from, to);
  return tokens.slice(start, from).some(isNegation) || tokens.slice(to, Math.min(end, to + 4)).some(isNegation);
}

/** Whether the words are only what a sign stands for: "A brass washer means walk." */
function isMentioned(tokens: readonly Token[], from: number, to: number): boolean {
  const [start, end] = sentenceAround(tokens, from, to);
  return to === end && from > start && /^(?:means?|meant|spells?)$/.test(tokens[from - 1]?.lower ?? "");
}

/** Whether the words stand in a comparison, a supposition or a report of the past. */
function isPassing(tokens: readonly Token[], from: number, to: number): boolean {
  const [start, end] = sentenceAround(tokens, from, to);
  const before = tokens.slice(start, from);
  if (before.some(({ lower }) => SUPPOSES.has(lower))) return true;
  if (before.slice(-6).some(({ lower }) => COMPARES.has(lower))) return true;
  if (
    before
      .slice(-8)
      .some(({ lower }, at, near) => lower === "as" && /^(?:if|though|a|an|the)$/.test(near[at + 1]?.lower ?? ""))
  )
    return true;
  // "A risk of fire", "talk of a tunnel"
  const of = /^(?:an?|the|any)$/.test(tokens[from - 1]?.lower ?? "") ? from - 2 : from - 1;
  if (tokens[of]?.lower === "of" && SPOKEN_OF.has(tokens[of - 1]?.key ?? "")) return true;
  let [first, last] = [from, to];
  while (first > start && !/[;—–]/.test(tokens[first]?.gap ?? "")) first--;
  while (last < end && !/[;—–]/.test(tokens[last]?.gap ?? "")) last++;
  const sentence = tokens.slice(first, last);
  const isPast = ({ lower }: Token): boolean => PASTS.has(lower) || /[a-z]{2}ed$/.test(lower);
  return sentence.some(isPast) && !sentence.some(({ lower }) => PRESENTS.has(lower));
}
