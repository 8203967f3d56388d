/** What the sentences of a beat put to the player between them: what they could do, one sentence each, and bare deeds at the end. */
import { gerund, looksFinite } from "@narratoria/protocol/english";
import { alternativesIn, bareAlternativesIn, permittedIn } from "./alternatives.js";
import { DETERMINED, done, letting, split, SUBJECT } from "./clauses.js";
import {
  bareOf,
  inFewWords,
  isBare,
  isDeed,
  isThreat,
  LONGEST_DEED,
  lowered,
  NOTICED,
  ROLLS,
  withoutManner,
  withSaidWords,
  withoutWhatWas,
  withSecondDeed,
} from "./deed-words.js";

/** Sentences at the end of a beat in which bare deeds are put to the player. */
const AT_THE_END = 6;

/** What a deed brings about stands behind it: "vent the hold and it adds up", "burn hard for Ceres: seventy days". */
const WHAT_FOLLOWS =
  /\s*(?:[:;—–(]|,\s+(?:and|but|which|who|so|because|since|while|as)\b|\s(?:and|but|so|because) (?:(?:it|they|he|she|you|there|that|this|nobody|everybody|everyone|who)\b|(?:the|a|an|your|his|her|their) \p{L}+ (?:is|are|will|has|have|goes|comes)\b)).*$/su;

/** "Do what nobody has done yet, and take your hat off." */
const TO_NO_POINT = /^do what [^,]*?,? and (?=\p{Ll})/iu;

/** The deed that bare words name, without what it brings about. */
export function plainDeed(words: string, beside = false): string | undefined {
  const plain = words
    .replace(/^(?:either|or|else|so|then|now|maybe|perhaps)[, ]+(?:else )?/i, "")
    .replace(TO_NO_POINT, "")
    .replace(WHAT_FOLLOWS, "")
    .replace(/[.!?\s]+$/u, "")
    .trim();
  const deed = lowered(plain);
  return isDeed(deed, beside) ? inFewWords(deed) : undefined;
}

const MANNERS =
  "(?:(?:also|just|even|still|simply|always|instead|perhaps|of course|as well|too|then|now|only|merely|equally) )*";
/** "You could also bring the raffle forward, and let them have ten more minutes." */
const COULD = new RegExp(
  `^(?:(?:And|Or|But|Then|Still|Or else),? )?(?:you|one|a person|somebody|anybody|anyone) (?:may|can|could|might) ${MANNERS}(?:not [^,;:]+, (?:and|but) )?(\\p{Ll}[^“”"?]*)$`,
  "iu",
);
/** "It was also possible to ask Osk", "Harder to ask what is in the tin". */
const IT_IS_OPEN =
  /^(?:(?:And|Or|But|Then),? )?(?:it(?:[’']d| would| is|[’']s| was) (?:be )?(?:also |still |just |quite |very |more |so )?(?:possible|open to you|easy|easier|simple|simpler|simplest|safe|safer|kind|kinder|quick|quicker|hard|harder|tempting)|(?:hard|harder|easier|simpler|quicker|safer|kinder|better))(?:, too,?)? to (\p{Ll}[^“”"?]*)$/iu;
/** "Asking nobody was a third way." */
const IS_A_WAY =
  /^(\p{Lu}\p{Ll}+ing\b[^,;:“”"?]*?) (?:is|was|were|would be)(?: also| still)? (?:(?:an?|the|one) (?:other |second |third |fourth |last |only )?(?:way|choice|option|possibility|answer)|another(?: way| choice| option)?|open|possible)\b/u;
/** What goes on with a deed, and is not needed to name it. */
const GOES_ON = /[;:—–].*$|,\s(?!(?:\p{Ll}+ ){1,6}and \p{Ll}).*$/u;

/** What one sentence says the player could do. */
interface Option {
  readonly way: string;
  /** What comes of it, in the author's words. */
  readonly result?: string;
  /**
   * "may": the sentence leaves it to the player; "sure": it says that it can be done; "could": it says what may become of something;
   * "other": it begins with "Or"; "asked": it is a question; "bare": a command, which is for the player beside others alone.
   */
  readonly kind: "may" | "sure" | "could" | "other" | "asked" | "bare";
}

function deedAfter(words: string): string | undefined {
  if (NOTICED.test(words) || / or (?:\p{Ll}+ )?\p{Ll}+/u.test(words.replace(/ or (?:so|two|three)\b/g, "")))
    return undefined;
  const said = withSaidWords(words.replace(/[.!?\s]+$/u, ""));
  if (said.includes("“")) return inFewWords(said);
  const plain = withSecondDeed(withoutManner(words.replace(TO_NO_POINT, "")));
  const deed = withItsTail(plain) ?? plain.replace(GOES_ON, "").replace(/ too$/, "");
  // "Ask him anything but that" names no deed.
  return (isDeed(deed, true) || DOES_WITH.test(deed)) && !/ (?:anything|whatever|everything but)\b/.test(deed)
    ? inFewWords(deed)
    : undefined;
}

/** "Count it in one, for the boat": how or for whom it is done, in a few words behind a comma, makes it another deed. (rule CA6504) */
const TAIL =
  /^([^,;:—–]+, (?:in|for|with|without|before|to|from|into|under|against|by|on|at|as) (?:the |an? |his |her |your |their |its |one |two |three |ten |front |all )?(?:\p{L}+ ?){1,4})(?=$|[,;:—–.?!])/u;

function withItsTail(words: string): string | undefined {
  const whole = TAIL.exec(words)?.[1]?.trim();
  return whole !== undefined && whole.split(" ").length <= LONGEST_DEED ? whole : undefined;
}

/** "Spar with him", behind "you may": a verb that is in no list. */
const DOES_WITH = /^\p{Ll}{3,}(?<!ly|ing|ed|ness) (?:with|against) (?:\S+ ){0,6}\S+$/u;

const CAN_BECOME = new RegExp(
  `^(?:Or )?(${SUBJECT}) (?:may|can|could|might) (?:also |still |just )?(be )?(\\p{Ll}[^,;:“”"?]*)`,
  "u",
);
const IS_IT_TO_BE = new RegExp(
  `^(?:Or )?(?:[Ii]s|[Aa]re|[Ww]as|[Ww]ere|[Ss]hould|[Ss]hall|[Mm]ust|[Cc]ould|[Cc]an) (${SUBJECT}) (?:to )?be ([^,;:“”"?]+)[^“”"?]*\\?$`,
  "u",
);
const SHALL_YOU =
  /^(?:(?:And|Or|So|Then),? )?(?:do|should|shall|will|would|could|can|might) (?:you|I|we) (\p{Ll}[^“”"?]*)\?$/iu;
const IF_YOU = /^(?:And |But |Or )?if you (?:only |just )?(\p{Ll}+)( [^,;:“”"?]{2,50})?, (?:then )?(\S[^“”"?]*)[.!]$/iu;

/** Reads one sentence as what the player could do by it. */
function optionOf(sentence: string): Option | undefined {
  // A remark in brackets says how it is tried.
  const said = sentence.replace(/\s*\([^()]*\)/g, "").trim();
  const plain = said.replace(/[.!]$/, "");
  const open = COULD.exec(plain)?.[1] ?? IT_IS_OPEN.exec(plain)?.[1];
  if (open !== undefined) {
    const way = deedAfter(open);
    return way === undefined
      ? undefined
      : { way, kind: /^Or\b/.test(plain) ? "other" : /^You may\b/.test(plain) ? "may" : "sure" };
  }
  if (/[“”"]/.test(said)) return undefined;
  const gerund = IS_A_WAY.exec(plain)?.[1];
  if (gerund !== undefined) {
    const [verb = "", ...rest] = lowered(gerund).split(" ");
    const bare = bareOf(verb);
    return bare === undefined ? undefined : { way: [bare, ...rest].join(" "), kind: "sure" };
  }
  const question = SHALL_YOU.exec(said)?.[1];
  if (question !== undefined) {
    const way = deedAfter(question);
    return way === undefined || !isBare(way.split(" ")[0] ?? "") ? undefined : { way, kind: "asked" };
  }
  const [, about = "", become = ""] = IS_IT_TO_BE.exec(said) ?? [];
  const asked = about === "" ? undefined : split(`${about} ${become}`, done)?.way;
  if (asked !== undefined) return { way: asked, kind: "asked" };
  if (/^Or,? /.test(plain)) {
    const way = plainDeed(said, true) ?? deedAfter(lowered(plain.replace(/^Or,? (?:else )?/, "")));
    return way === undefined ? undefined : { way, kind: "other" };
  }
  const [verb = ""] = lowered(said).split(/[ ,]/);
  if (said.endsWith("?")) {
    const way =
      isBare(verb) && !/^(?:do|have|be|will|can|may|must)$/.test(verb)
        ? plainDeed(said.replace(/,? and (?:where|what|how|who|then what)\?$/i, ""))
        : undefined;
    return way === undefined ? undefined : { way, kind: "asked" };
  }
  const [, deed = "", object = "", result = ""] = IF_YOU.exec(said) ?? [];
  const lemma = deed === "" ? undefined : bareOf(deed);
  if (lemma !== undefined && !NOTICED.test(lemma) && !/^(?:want|wish|like|need|do|fail|miss|try)$/.test(lemma))
    return { way: withoutWhatWas(`${lemma}${object}`), result, kind: "could" };
  const [, subject = "", be, words = ""] = CAN_BECOME.exec(plain) ?? [];
  if (subject !== "") {
    const way = split(`${subject} ${words}`, be === undefined ? letting : done)?.way;
    return way === undefined ? undefined : { way, kind: "could" };
  }
  const bare = isBare(verb) ? plainDeed(said) : undefined;
  return bare === undefined ? undefined : { way: bare, kind: "bare" };
}

/** "Lloyd's Open Form: no cure, no pay.", "Killybegs, 38, beam sea all the way.": one of several, and what it is like. */
const LABELLED = /^(?:Or,? (?=\p{Lu}))?(\p{Lu}[\p{L}’' -]{2,36}?)(?:: (?=\p{Ll}|\p{Lu}[\p{L}]+[’']s\b)|, (?=\d+\b))/u;
/** Words by which a beat asks for one of them. */
const ASKS_WHICH =
  /\b(?:wants? (?:an answer|a decision)|which (?:one|of|it is)|tell (?:me|her|him|them) which|your (?:call|choice|decision)|you (?:choose|decide|pick|break (?:it|the tie))|up to you|(?:two|three|four) (?:ways|plans|choices|options|roads|doors)(?: \p{Ll}+)?(?=[.:])|listen to you|listens? to (?:her|his|the|their) \p{Ll}+|sign (?:either|one))\b/iu;

/** Indices of sentences side by side that each name one of several things to choose from, where the beat asks for one. (rule CA1532) */
function labelledIn(sentences: readonly string[]): readonly number[] {
  const labelled = sentences.map((sentence) => LABELLED.test(sentence) && !/[“”"?]/.test(sentence));
  const first = labelled.findIndex((is, at) => is && labelled[at + 1] === true);
  if (first < 0 || !sentences.some((sentence) => ASKS_WHICH.test(sentence))) return [];
  const end = labelled.findIndex((is, at) => at > first && !is);
  return sentences.map((_, at) => at).slice(first, end < 0 ? sentences.length : end);
}

/** "See: ask her who coloured it.", "Or: stay.", "A) Go.": a deed behind a label of its own. */
const LABELLED_DEED = /^(?:\p{L}[\p{L} ]{0,18}:|(?:\p{L}|\d{1,2})\)) (\p{L}[^“”"?]*)$/u;

/** The author's words for one deed, whole where they are few enough. */
function behindLabel(given: string): string | undefined {
  const words = given.replace(ROLLS, "");
  const isWhole = words.split(/\s+/).length <= LONGEST_DEED && !/[;:—–]/u.test(words);
  return isWhole && isDeed(words.replace(/,/g, ""), true) && !NOTICED.test(words)
    ? words
    : (deedAfter(words.replace(/,? or not\b/g, "")) ?? inFewWords(words));
}

/** Deeds that stand side by side among the last sentences, each behind a label, by the index of their sentence. (rule CA1669) */
function labelledDeeds(sentences: readonly string[], from: number): ReadonlyMap<number, string> {
  const all = new Map<number, string>();
  sentences.forEach((sentence, at) => {
    const rest = at < from ? undefined : LABELLED_DEED.exec(sentence.trim())?.[1];
    const deed = rest === undefined ? undefined : behindLabel(lowered(rest.replace(/[.!]$/, "")));
    if (deed !== undefined && isBare(deed.split(/[ ,]/)[0] ?? "")) all.set(at, deed);
  });
  return new Map([...all].filter(([at]) => all.has(at - 1) || all.has(at + 1)));
}

/** "Not both.", "They turn to you.", "One or the other.": of two things that are named one is to be chosen. */
const NOT_BOTH =
  /^(?:(?:but )?not both|one or the other|(?:you|they)(?: can|[’']ve)?(?: only| just)? (?:pick|choose|get one|turn to you)|they (?:all )?(?:turn to|look at) you|pick one|your (?:call|choice)|which)\b/iu;

/** "Twelve hundred pounds of quarters, with Wheels. Or eleven ounces of book. Not both." (rule CA4712) */
function thingsToChoose(sentences: readonly string[]): { readonly ways: readonly string[]; readonly at: number } {
  const at = sentences.findIndex(
    (sentence, index) =>
      index > 0 &&
      /^Or,? [^“”"?]+\.$/u.test(sentence) &&
      sentences.slice(index + 1, index + 3).some((one) => NOT_BOTH.test(one)),
  );
  const thingOf = (sentence = ""): string => {
    const plain =
      sentence
        .replace(/^Or,? /u, "")
        .replace(/[.!]$/u, "")
        .split(",")[0] ?? "";
    const words = plain.split(/\s+/u);
    const isThing = words.length <= LONGEST_DEED && words.every((word) => !looksFinite(word, false));
    return isThing && !isBare(lowered(plain).split(" ")[0] ?? "") ? `choose ${lowered(plain)}` : "";
  };
  const ways = at < 0 ? [] : [thingOf(sentences[at - 1]), thingOf(sentences[at])];
  return ways.every((way) => way !== "") ? { ways, at } : { ways: [], at };
}

/** "The motions are: (1) hang Osk, (2) pay Osk, (3) table it." */
const NUMBERED = /(?:^|\s)\(?(?:\d{1,2}|[a-h])\)\s+/gu;
/** "Which motion do you speak for?" */
const WHICH_OF_THEM =
  /^(?:(?:And|So|Now|Well|Then),? )?which (?:one |of (?:them|these|the \p{Ll}+) |\p{Ll}+ )?(?:do|will|would|shall|should) you (\p{Ll}+)(?: (for|against|with|on|to))?\?$/iu;

/** Ways that a sentence numbers, where a later one asks which of them it is to be. (rule CA3502) */
function numberedWays(sentences: readonly string[]): { readonly ways: readonly string[]; readonly askedAt: number } {
  const askedAt = sentences.findLastIndex((sentence) => WHICH_OF_THEM.test(sentence.trim()));
  const [, verb = "", towards] = WHICH_OF_THEM.exec(sentences[askedAt]?.trim() ?? "") ?? [];
  const listed = sentences
    .slice(0, Math.max(0, askedAt))
    .map((sentence) => sentence.split(NUMBERED).slice(1))
    .findLast((items) => items.length > 1);
  const ways = (listed ?? []).map((item) => {
    const plain = lowered(item.replace(/(?:[,;.]|,? (?:or|and))\s*$/u, "").trim());
    const [deed = "", ...rest] = plain.split(" ");
    if (DETERMINED.test(plain)) return [verb, towards, plain].filter(Boolean).join(" ");
    if (!isBare(deed) && !isDeed(plain, true)) return "";
    return towards === undefined ? plain : [verb, towards, gerund(deed), ...rest].join(" ");
  });
  const areDeeds = ways.every((way) => way !== "" && way.split(" ").length <= LONGEST_DEED);
  return areDeeds ? { ways, askedAt } : { ways: [], askedAt };
}

/** "Give him the key": what is done, before what it is done with. */
const BEFORE_THING =
  /^(\p{Ll}+(?: (?:him|her|them|\p{Lu}[\p{L}’'-]+))?(?: (?:on|up|off|out|down|in|over|back|for|to|with))?) (?:the|an?|your|his|her|its|their) \p{L}/u;

/** "Or the side of the clock?", behind a question: done like what is asked there. (rule CA4212) */
function likeTheLast(sentence: string, last: Option | undefined): Option | undefined {
  const thing = /^Or,? (?:else )?((?:the|an?|your|his|her|its|their) [^,;:“”"?]{2,50})\?$/u.exec(sentence.trim())?.[1];
  const head = last?.kind === "asked" ? BEFORE_THING.exec(last.way)?.[1] : undefined;
  return thing === undefined || head === undefined ? undefined : { way: `${head} ${thing}`, kind: "other" };
}

/** Somebody whom nobody names: whoever reads it cannot do it. (rule CA4213) */
const TO_NOBODY_NAMED =
  /^(?:ask|question|tell|speak (?:to|with)|talk (?:to|with)|accuse|press|confront|interview|choose|pick) (?:(?:any |only |just )?one (?:person|man|woman|member|guest|witness|of (?:them|those|these|the others))|somebody|someone|anybody|anyone|whoever|whomever)\b(?! (?:for|to|where|who|whom)\b)/iu;

/** What a beat puts to the player. */
export interface DecisionsOfBeat {
  /** Deeds that exclude each other. */
  readonly decisions: readonly string[];
  readonly choices: readonly { readonly text: string; readonly result?: string }[];
  /** Indices of sentences that say no more than that. */
  readonly taken: ReadonlySet<number>;
}

/** "Say it now.": a command that stands alone. */
const isCommand = (option: Option | undefined, sentence = ""): boolean =>
  option?.kind === "bare" && option.result === undefined && isBare(lowered(sentence).split(/[ ,.]/)[0] ?? "");

/** "Or the side of the clock?" beside "take the side of the wheel": as much of the deed before as stands before the words that both have. */
function likeBefore(sentence: string, before: string): string | undefined {
  const [, thing = ""] = /^Or,? (?:else )?(\p{Ll}[^“”"?,]*)\?$/u.exec(sentence.trim()) ?? [];
  const head = thing.split(" ").slice(0, 2).join(" ");
  const at = head.includes(" ") ? before.indexOf(` ${head} `) : -1;
  return at < 0 ? undefined : `${before.slice(0, at)} ${thing}`;
}

const isCommandWord = (words: string): boolean => isBare(words.split(" ")[0] ?? "");

const hasAlternatives = (sentence: string): boolean =>
  alternativesIn(sentence).length > 1 || permittedIn(sentence.replace(/\s*\([^()]*\)/g, "")).length > 1;

/** Whether sentences side by side put something to the player: two that say so, or what only looks so beside one that does. */
function isPut(run: readonly Option[]): boolean {
  const count = (...kinds: readonly Option["kind"][]): number => run.filter(({ kind }) => kinds.includes(kind)).length;
  if (run.length < 2) return count("may") > 0;
  return (
    count("may", "sure", "other") > 0 ||
    count("asked") > 1 ||
    (count("could") > 1 && run.some(({ result }) => result === undefined))
  );
}

/**
 * Finds what a beat puts to the player in several sentences side by side ("You could tell them. You could also wait.", "Vent the hold. Or
 * pray.", "Pour it out? Wake the cook?"), or in bare words in one of its last. (rules CA1500, CA1517 and CA1525)
 *
 * @param sentences - All that the beat tells, in order, in the second person.
 */
export function readDecisions(sentences: readonly string[]): DecisionsOfBeat {
  const from = Math.max(0, sentences.length - AT_THE_END);
  const byLabel = labelledDeeds(sentences, from);
  if (byLabel.size > 1)
    return { decisions: [...new Set(byLabel.values())], choices: [], taken: new Set(byLabel.keys()) };
  const { ways: numbered, askedAt } = numberedWays(sentences);
  if (numbered.length > 1) return { decisions: [...new Set(numbered)], choices: [], taken: new Set([askedAt]) };
  const things = thingsToChoose(sentences);
  if (things.ways.length > 1) return { decisions: things.ways, choices: [], taken: new Set([things.at]) };
  const listed = sentences.map((sentence, at) => (at < from ? [] : bareAlternativesIn(sentence)));
  const decided = listed.findLastIndex((ways) => ways.length > 1);
  const options = sentences.map((sentence, at) => {
    if (at === decided || hasAlternatives(sentence)) return undefined;
    const option = optionOf(sentence);
    return option !== undefined &&
      (at >= from || option.kind === "sure" || option.kind === "may") &&
      !isThreat(option.way)
      ? option
      : undefined;
  });
  options.forEach((option, at) => {
    options[at] = option ?? (at > from ? likeTheLast(sentences[at] ?? "", options[at - 1]) : undefined);
  });
  options.forEach((option, at) => {
    // A verb in no list is one before a sentence that begins with "Or".
    const deed =
      option?.kind === "other" && options[at - 1] === undefined ? plainDeed(sentences[at - 1] ?? "", true) : undefined;
    if (deed !== undefined && /^\p{Lu}/u.test(sentences[at - 1] ?? "")) options[at - 1] = { way: deed, kind: "bare" };
  });
  options.forEach((option, at) => {
    const before = options[at - 1];
    // "Do you take the side of the wheel? Or the side of the clock?": what is left out is the deed before. (rule CA4714)
    const way =
      option === undefined && before?.kind === "asked" ? likeBefore(sentences[at] ?? "", before.way) : undefined;
    if (way !== undefined) options[at] = { way, kind: "asked" };
  });
  const decisions = [...(listed[decided] ?? [])];
  // They say what each is like, and are told.
  const labels = labelledIn(sentences).flatMap((at) => LABELLED.exec(sentences[at] ?? "")?.[1] ?? []);
  const taken = new Set(decided < 0 ? [] : [decided]);
  // "Feed him: he sits eleven minutes. Follow him: he might turn round.": what is done stands before what it is like. (rule CA4705)
  const deeds = labels
    .map((label) => lowered(label))
    .filter((label) => /^\p{Ll}+ \p{L}/u.test(label) && isCommandWord(label));
  if (decisions.length === 0 && deeds.length > 1 && deeds.length === labels.length) {
    decisions.push(...deeds);
    for (const at of labelledIn(sentences)) taken.add(at);
  } else if (decisions.length === 0)
    decisions.push(...labels.map((label) => `choose ${/^(?:The|A|An) /.test(label) ? lowered(label) : label}`));
  const choices: { readonly text: string; readonly result?: string }[] = [];
  for (let start = 0; start < options.length; start++) {
    if (options[start] === undefined) continue;
    let end = start;
    while (options[end + 1] !== undefined) end++;
    // A bare deed is put by what follows it.
    const last = options.findLastIndex((option, at) => at >= start && at <= end && !isCommand(option, sentences[at]));
    // Of commands side by side the last is put by what follows it, and by "Or" all of them are. (rule CA1525)
    const orAt = options.findIndex((option, at) => at >= start && at <= end && option?.kind === "other");
    const before = orAt < 0 ? [] : options.slice(start, orAt);
    const isOneList = before.length > 0 && before.every((option, at) => isCommand(option, sentences[start + at]));
    const first = options.findIndex(
      (option, at) =>
        at >= start &&
        (isOneList || !isCommand(option, sentences[at]) || !isCommand(options[at + 1], sentences[at + 1])),
    );
    const run = options.slice(first, last + 1).flatMap((option) => option ?? []);
    const isBeside = [start - 1, end + 1].some((at) => at === decided || hasAlternatives(sentences[at] ?? ""));
    if (isPut(run) || (isBeside && run.some(({ kind }) => kind === "sure"))) {
      run.forEach((_, at) => taken.add(first + at));
      if (
        run.some(({ kind }) => kind === "other" || kind === "asked" || kind === "could") &&
        run.every(({ result }) => result === undefined)
      )
        decisions.push(...run.map(({ way }) => way));
      else choices.push(...run.map(({ way, result }) => ({ text: way, ...(result === undefined ? {} : { result }) })));
    }
    start = end;
  }
  return {
    decisions: [...new Set(decisions)].filter((way) => !TO_NOBODY_NAMED.test(way)),
    choices: choices.filter(({ text }) => !TO_NOBODY_NAMED.test(text)),
    taken,
  };
}
