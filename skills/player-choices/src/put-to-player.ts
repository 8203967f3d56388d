/** What a told passage puts to the player: a question, a request, an offer, or eyes that wait; with what can be said or done to it. */
import { isLemma, isPair, isVerb, splitSentences, escapeRegExp } from "@narratoria/protocol/english";
import type { BeatMatter, Person } from "@narratoria/protocol/story";
import {
  answersInSpeech,
  type Answers,
  AUXILIARY,
  isShort,
  saidOfOneself,
  statementsOf,
  toldOpenly,
} from "./answer-words.js";
import { possessive } from "./words.js";

/** What is put to the player, and by whom. */
export interface Put {
  readonly npc: string;
  readonly kind: "offer" | "request" | "invitation" | "question" | "remark";
  /** What the player would do or say to it, as a bare infinitive: "finish tonight's letter", "say that there is a letter". */
  readonly yes: string;
  /** The same against it. */
  readonly no?: string;
}

/** Whoever has a part in a passage. */
export type Listener = Pick<Person, "id" | "short" | "name" | "pronoun" | "speech">;

/** A sentence as it is told, or something that somebody says in it. */
interface Piece {
  readonly text: string;
  readonly by?: Listener | undefined;
  readonly how?: string | undefined;
  /** All that was told before it. */
  readonly before: string;
  /** Nothing is said after it. */
  readonly isLast?: true;
  /** It is among the last that is told or said. */
  readonly isLate?: boolean;
}

/** Sentences and speeches at the end of a passage in which a short request still waits. */
const LATE = 4;

/** What is known of a passage where one of its sentences is read. */
interface Scene {
  readonly people: readonly Listener[];
  /** Nobody else is there who could be meant. */
  readonly isAlone: boolean;
}

/**
 * Finds what a passage puts to the player, the last that it does: what is plainly said goes before eyes that only wait.
 * (rules PC66, PC660 and PC663)
 */
export function putToPlayer(
  { told, dialogue }: Pick<BeatMatter, "told" | "dialogue">,
  people: readonly Listener[],
): Put | undefined {
  const scene: Scene = { people, isAlone: people.filter(({ speech }) => speech !== "none").length === 1 };
  const pieces = piecesOf(told, dialogue, people).reverse();
  for (const read of [inNarration, inSpeech, inRemark]) {
    for (const [at, piece] of pieces.entries()) {
      if (read !== inRemark && isAnswered(piece, pieces.slice(0, at))) continue;
      const put = read({ ...piece, isLate: at < LATE }, scene);
      if (put) return put;
    }
  }
  return undefined;
}

/** A deed of the player's that the passage tells, and not what they see, know or feel. */
const OWN_DEED =
  /^(?:(?:then|so|and|but|at last|after a while|in the end|presently),? )?you (?!(?:see|saw|hear|heard|notice|noticed|find|found|know|knew|can|could|feel|felt|are|were|have|had|look|looked|think|thought|wonder|wondered|remember|remembered|understand|understood|recognise|recognised|do|did|will|would|may|might|must|should|ought|wait|waited|stand|stood|get|got)\b)(?:\p{Ll}+ly )?\p{Ll}+\b/iu;
/** The beginning of an answer that whoever asks gives themselves. */
const OWN_ANSWER =
  /^["“]?(?:no|yes|aye|nay|of course|I suppose|perhaps|probably|never|not (?:at all|likely|now)|quite)\b/iu;

/**
 * Whether what comes after a piece has settled what it puts: the player is told to have done something, or whoever asked has answered.
 * (rule PC6204)
 *
 * @param later - What follows it, in any order.
 */
const isAnswered = ({ by, text }: Piece, later: readonly Piece[]): boolean =>
  later.some((one) =>
    one.by === undefined
      ? OWN_DEED.test(one.text)
      : one.by.id === by?.id && text.trimEnd().endsWith("?") && OWN_ANSWER.test(one.text),
  );

/** What somebody says in a passage. */
export interface Spoken {
  readonly npc: string;
  readonly text: string;
  readonly how?: string;
}

/** All that is said in a passage, in the order in which it is told. */
export const spokenIn = (
  { told, dialogue }: Pick<BeatMatter, "told" | "dialogue">,
  people: readonly Listener[],
): readonly Spoken[] =>
  piecesOf(told, dialogue, people).flatMap(({ by, text, how }) =>
    by === undefined ? [] : [{ npc: by.id, text, ...(how === undefined ? {} : { how }) }],
  );

/** Told sentences and lines in the order in which they are told; what stands in quotation marks is speech. */
function piecesOf(told: readonly string[], dialogue: BeatMatter["dialogue"], people: readonly Listener[]): Piece[] {
  const pieces: Piece[] = [];
  let before = "";
  const say = (at: number | undefined): void => {
    for (const { speaker, line, how, at: place } of dialogue) {
      const by = people.find(({ id }) => id === speaker);
      if (place === at && by?.speech === "words") pieces.push({ text: line, by, how, before });
    }
  };
  told.forEach((sentence, at) => {
    const plain = sentence.replace(QUOTED, " ").trim();
    if (/\p{L}{2}/u.test(plain)) pieces.push({ text: plain, before });
    for (const words of speechesIn(sentence)) {
      const by = speakerOf(plain, before, people);
      if (by?.speech === "words") pieces.push({ text: words, by, before });
    }
    before = `${before} ${sentence}`;
    say(at);
  });
  say(undefined);
  const last = pieces.findLastIndex(({ by }) => by !== undefined);
  return pieces.map((piece, at) => (at === last ? { ...piece, isLast: true } : piece));
}

/** Fewer words than these before "he asks" are no clause of their own: "Would you," she asks, "wait?" */
const CLAUSE_WORDS = 3;

/** What is said in a sentence; where the teller breaks in ("..., he asks, ..."), it is one speech. (rule PC700) */
function speechesIn(sentence: string): string[] {
  const speeches: string[] = [];
  for (const [, words = ""] of sentence.matchAll(QUOTED)) {
    const open = speeches.at(-1);
    if (open === undefined || !open.trimEnd().endsWith(",") || !/^[\p{Ll}I]/u.test(words)) speeches.push(words);
    else {
      const start = open.trimEnd();
      const isClause = (start.split(/[.!?]\s/).at(-1) ?? "").split(" ").length >= CLAUSE_WORDS;
      speeches[speeches.length - 1] = `${isClause ? start : start.slice(0, -1)} ${words}`;
    }
  }
  return speeches;
}

const QUOTED = /[“"]([^”"]+)[”"]/gu;

const speakerOf = (plain: string, before: string, people: readonly Listener[]): Listener | undefined =>
  lastMeant(plain, before, people) ?? (people.length === 1 ? people[0] : undefined);

/** "the mate" as an expression that also finds "The mate". */
const eitherCase = (name: string): string => {
  const first = name.charAt(0);
  return `[${escapeRegExp(first.toLowerCase())}${escapeRegExp(first.toUpperCase())}]${escapeRegExp(name.slice(1))}`;
};

/** Names under which a text may speak of somebody: "Colonel Jeltje Roorda" is also Colonel Roorda, Roorda and the Colonel. (rule PC702) */
function namesOf({ name, short }: Listener, people: readonly Listener[]): readonly string[] {
  const words = name.split(" ");
  const [first = ""] = words;
  const last = words.at(-1) ?? "";
  const isProper = words.length > 1 && [first, last].every((word) => /^\p{Lu}\p{Ll}/u.test(word));
  const others = people.filter((one) => one.name !== name).flatMap((one) => one.name.split(" "));
  const parts = isProper ? [`${first} ${last}`, last, `the ${first}`] : [];
  return [...new Set([name, short, ...parts.filter((part) => !others.some((word) => part.endsWith(word)))])];
}

/** Whoever is meant last in a piece of text, by name or as "he", "she" or "they". */
function lastMeant(text: string, before: string, people: readonly Listener[]): Listener | undefined {
  const formsOf = new Map(people.map((person) => [person, namesOf(person, people)]));
  const forms = [...formsOf.values()]
    .flat()
    .toSorted((one, other) => other.length - one.length)
    .map(eitherCase);
  const pronouns = people.map(({ pronoun }) => pronoun).filter((one) => one !== null);
  const words = [...forms, ...[...new Set(pronouns)].map(eitherCase)].join("|");
  const found = [...text.matchAll(new RegExp(`(?<![\\p{L}])(?:${words})(?![\\p{L}’'])`, "gu"))];
  const last = found.at(-1)?.[0].toLowerCase();
  if (last === undefined) return undefined;
  const named = people.find((one) => formsOf.get(one)?.some((form) => last === form.toLowerCase()));
  if (named) return named;
  const able = people.filter(({ pronoun }) => pronoun === last);
  if (able.length < 2) return able[0];
  // What is somebody's does nothing.
  const all = `${before} ${text.slice(0, found.at(-1)?.index)}`.replace(/(?<=\p{L})[’']s\b/gu, "\u0001");
  const at = (one: Listener): number =>
    Math.max(
      ...(formsOf.get(one) ?? []).map(
        (form) =>
          [...all.matchAll(new RegExp(`(?<!\\p{L})${eitherCase(form)}(?![\\p{L}\u0001])`, "gu"))].at(-1)?.index ?? -1,
      ),
    );
  return able.toSorted((one, other) => at(other) - at(one)).find((one) => at(one) >= 0);
}

/** What is not said as happening now. */
const NOT_NOW =
  /\b(?:if|whenever|when you|once you|whoever|never|nobody|not|used to|would(?! like| have)|as if|as though)\b|n[’']t\b/i;

/** What may or could be done, by anybody, or before or without which something else is: in the verb's own clause. (rule PC5729) */
const NOT_DONE =
  /\b(?:before|until|till|unless|lest|without|instead of|anyone|anybody|no one|none|can|cannot|could|may|might|shall|should|must|ought|ready to|about to|too \p{Ll}+ to)\b/iu;

/** A clause between commas, and one that only gives a reason or says which. */
const ASIDE = /,\s(?:since|because|as|while|when|who|whom|which|though|although|where|for)\b[^,;:]*(?=,)/giu;

/** Who does what a verb says that stands at a place of a sentence; undefined where it is not done now. */
function doer({ text, before }: Piece, at: number, people: readonly Listener[]): Listener | undefined {
  const head = text.slice(0, at).replace(ASIDE, "");
  const clause = head.split(/[;:—]|, (?:and|but) /).at(-1) ?? "";
  if (NOT_NOW.test(clause) || NOT_DONE.test(clause.split(",").at(-1) ?? "")) return undefined;
  const by =
    lastMeant(head, before, people) ??
    (/\beach(?: of them)?(?:,[^,]*,)? $/i.test(head) || /^(?:(?:then|and|so|but|now),? )*$/i.test(head)
      ? people[0]
      : undefined);
  return by?.speech === "none" ? undefined : by;
}

/** What may stand between a verb of asking and what is asked. */
const MANNER =
  "(?:,[^,;:.]{1,60},|\\s(?:instead|again|then|once more|only|aloud|\\p{Ll}+ly|in an? [\\p{Ll}, -]{2,30}? voice))*";
const QUESTION = new RegExp(
  `\\b(?:asks?|asked|asking|wonders?|wondered|(?:wants?|wanted|demands?|demanded|would like) to know|inquires?|enquires?)( you)?${MANNER}\\s(whether|if|what|who|whom|whose|where|when|why|how|which)\\s([^.;:?!—“”"()]+)`,
  "u",
);
const REQUEST =
  /\b(?:asks?|asked|begs?|begged|wants?|wanted|needs?|needed|urges?|urged|orders?|ordered|tells?|told|commands?|commanded|implores?|implored|expects?|expected|dares?|dared|forbids?|would like|would have) (?:you|somebody|someone|anybody|anyone|one of you|a volunteer) (not )?to (\p{Ll}[^.;:!?—“”"()]*)/u;
const ASKS_FOR =
  /\b(?:asks?|asked|begs?|begged)(?: you)?(?: only)? for\b(?: nothing(?: more| else)? (?:but|than)\b| only\b| just\b)?(?: ([^.,;:!?—“”"()]*))?/;
const TO_YOU_TO =
  /\byou (?:are|were) (?:asked|told|invited|urged|ordered|expected|begged|required) (not )?to (\p{Ll}[^.;:!?—“”"()]*)/iu;
const OFFERS = /\b(?:offers?|offered|proposes?|proposed)(?= (?:you|to|that|an?|the|his|her|their|its)\b)/;
const INVITES = /\b(?:invites?|invited)(?= you\b)/;
/** A thing and whose it is, in few words. */
const NP = "(?:an?|the|his|her|their|one|two) [\\p{Ll}’'-]+(?: [\\p{Ll}’'-]+){0,3}?";
const HELD_OUT = new RegExp(
  `\\b(?:(?:holds?|held) out|(?:slides?|slid|pushes|pushed|puts?|lays?|laid|sets?|places?|placed|passes|passed|hands?|handed) )\\s?(${NP})(?=[.,;]|\\s(?:out|over|across|down|to|towards?|before|in front of|and|for|with)\\b)([^.;]*)`,
  "u",
);
const WAITS_FOR =
  /\b(?:waits?|waited|(?:is|are|was|were) waiting)(?: there)? (?:to be (given|told|shown|offered|handed) ([^.,;:!?—]+)|for (?:you to (\p{Ll}[^.,;:!?—]*)|(?:an?|your|the) (?:answer|reply|word)\b))/u;
const HAD_BETTER =
  /^(?:(?:And|But|So|Then|Now),? )?(?:you (?:had|[’']d) better|you (?:will|[’']ll) have to|you ought to|it is (?:your turn|for you|up to you) to|it[’']s (?:your turn|for you|up to you) to|all you (?:have|need) to do is(?: to)?|there is nothing (?:left )?(?:for you )?but to) (\p{Ll}[^.;:!?—“”"()]*)[.!]$/iu;
/** "Ask him what is in the flask.": what a story in the second person bids its player do. */
const BIDDEN =
  /^(?:And |So |Now |Then )?(ask|tell|show|give|take|open|read|follow|answer|help|stop|fix|catch|hold|find|bring|sign|pull|push|try|hide|run|lift|choose) (?!(?:in|on|off|out|up|of|care|a look|for)\b)([^.;:!?—“”"()]{2,60})[.!]$/iu;

/** What a sentence of the telling puts to the player. */
function inNarration(piece: Piece, scene: Scene): Put | undefined {
  if (piece.by !== undefined) return undefined;
  const { text } = piece;
  const { people, isAlone } = scene;
  const found = (pattern: RegExp): { readonly match: RegExpExecArray; readonly by: Listener } | undefined => {
    const match = pattern.exec(text);
    // Nobody says their own name.
    const others = people.filter(({ short }) => !match?.[0].includes(short));
    const by = match ? doer(piece, match.index, others.length > 0 ? others : people) : undefined;
    return match && by ? { match, by } : undefined;
  };
  const waits = found(WAITS_FOR);
  if (waits) {
    const { by, match } = waits;
    const [, , given, deed] = match;
    if (given !== undefined)
      return { npc: by.id, kind: "request", yes: `give ${by.short} ${given}`, no: `refuse ${by.short} ${given}` };
    return deed === undefined || SPEAK.test(deed) ? undefined : ofDeed(deed, by, people);
  }
  const asked = found(QUESTION);
  if (asked) {
    const [, you, word = "", clause = ""] = asked.match;
    const isToPlayer =
      you !== undefined ||
      /\byou(?:r|rs)?\b/.test(clause) ||
      (people.every(({ id, short }) => id === asked.by.id || clause.includes(short)) &&
        !/\b(?:wonders?|wondered)\b/.test(asked.match[0]));
    const isPast = /^(?:\p{Ll}+ed)\b/u.test(asked.match[0]);
    if (isToPlayer) return askedBy(asked.by, word, isPast ? asSaidThen(clause) : clause, people);
  }
  const requested = found(REQUEST) ?? passive(piece, scene);
  if (requested) {
    const [, not, deed = ""] = requested.match;
    if (not === undefined)
      return ofDeed(deed, requested.by, people) ?? asIsAsked(deed, requested.by, piece.isLate === true);
    const kept = inTheirWords(deed, requested.by, people);
    return kept === undefined ? undefined : promised(requested.by, `not to ${kept}`);
  }
  const begged = found(ASKS_FOR);
  if (begged && (isAlone || / you\b/.test(begged.match[0].split(" for")[0] ?? "")))
    return wanted(begged.match[1] ?? "", begged.by, people);
  const offered = found(OFFERS);
  if (offered) return ofOffer(text.slice(offered.match.index + offered.match[0].length), offered.by, people);
  const invited = found(INVITES);
  if (invited) return ofInvitation(text.slice(invited.match.index + invited.match[0].length), invited.by, people);
  const held = found(HELD_OUT);
  if (
    held &&
    (/\b(?:to|towards?|before|in front of|for) you\b|\binto your\b/.test(held.match[2] ?? "") ||
      (isAlone && /^(?:holds?|held)\b/.test(held.match[0])))
  ) {
    // A hand held out for something wants that, and not to be taken. (rule PC1200)
    const [, wantedThing] =
      /^\s*for ((?:the|your|his|her|their) [\p{L}’'-]+)(?=[.,;]|$|\s(?:in|and|with)\b)/u.exec(held.match[2] ?? "") ??
      [];
    if (wantedThing !== undefined && /\bhands?$/.test(held.match[1] ?? ""))
      return {
        npc: held.by.id,
        kind: "request",
        yes: `give ${held.by.short} ${wantedThing}`,
        no: `refuse ${held.by.short} ${wantedThing}`,
      };
    const thing = inTheirWords(theThing(held.match[1] ?? ""), held.by, people);
    if (thing !== undefined && !/\b(?:arms?|eyes?|head|face|feet|foot|fingers?)$/.test(thing))
      return { npc: held.by.id, kind: "offer", yes: `take ${thing}`, no: `refuse ${thing}` };
  }
  const [by] = people.filter(({ speech }) => speech !== "none");
  const bidden = HAD_BETTER.exec(text)?.[1] ?? spoken(BIDDEN.exec(text));
  if (by && bidden !== undefined) {
    const words = bidden.split(/,| (?:and|but|so that) /)[0] ?? "";
    const deed = isVerb(words.split(" ")[0] ?? "")
      ? inTheirWords(words, lastMeant(words, piece.before, people) ?? by, people)
      : undefined;
    if (deed !== undefined && deed.includes(" ")) return { npc: by.id, kind: "request", yes: deed };
  }
  return undefined;
}

const spoken = (match: RegExpExecArray | null): string | undefined =>
  match ? `${(match[1] ?? "").toLowerCase()} ${match[2] ?? ""}` : undefined;

/** "You are asked to sign it": by whoever was named last. */
function passive(
  piece: Piece,
  { people }: Scene,
): { readonly match: RegExpExecArray; readonly by: Listener } | undefined {
  const match = TO_YOU_TO.exec(piece.text);
  const by = match && (lastMeant(`${piece.before} ${piece.text}`, "", people) ?? people[0]);
  return match && by && !NOT_NOW.test(piece.text.slice(0, match.index)) ? { match, by } : undefined;
}

/** Fewer words than these are hardly a remark. */
const REMARK_WORDS = 4;

/** Whether a line is no question, and more than a word or two. */
export const isRemark = (line: string): boolean =>
  !/\?["”’']?$/.test(line.trim()) && line.split(/\s+/).length >= REMARK_WORDS;

/** "ask Osk what he means" */
export const meant = ({ short, pronoun }: Listener): string =>
  `ask ${short} what ${pronoun === "they" ? "they mean" : `${pronoun ?? short} means`}`;

/** Whoever has had the last word, where it is no question: they can be asked what they mean by it. (rule PC663) */
const inRemark = ({ by, text }: Piece): Put | undefined =>
  by !== undefined && isRemark(text) ? { npc: by.id, kind: "remark", yes: meant(by) } : undefined;

/** A promise is given, or is not. */
const promised = ({ id, short }: Listener, words: string): Put => ({
  npc: id,
  kind: "request",
  yes: `promise ${short} ${words}`,
  no: "refuse to promise it",
});

/** What somebody waits for who only wants the player to say something. */
const SPEAK = /^(?:speak|answer|say|reply|go on|begin|start|finish|decide)\b/;

/** "asked whether the figures were right" was said as "are the figures right?": so it stands in an answer. (rule PC1902) */
function asSaidThen(clause: string): string {
  const [, before = "", verb = "", rest = ""] = /^(.*?)\b(was|were|had|would|could|might)\b(.*)$/su.exec(clause) ?? [];
  if (verb === "" || before.trim().split(/\s+/).length > SUBJECT_WORDS) return clause;
  const isSeveral = /(?:^|\s)(?:you|they|we|I)\s*$/i.test(before);
  const now: Readonly<Record<string, string>> = {
    was: "is",
    were: "are",
    had: isSeveral ? "have" : "has",
    would: "will",
    could: "can",
    might: "may",
  };
  return `${before}${now[verb] ?? verb}${rest}`;
}

/** Words before the verb of a question, at most. */
const SUBJECT_WORDS = 4;

/** What can be said to a question: yes and no in its own words, or what it asks for. (rules PC532 and PC1601) */
function askedBy(by: Listener, word: string, clause: string, people: readonly Listener[]): Put | undefined {
  const said =
    clause
      .split(/,(?! )|, (?:and|but|or|as|since|because|who|which)\b/)[0]
      ?.trim()
      .replace(/,$/, "") ?? "";
  const asIs: Pick<Put, "npc" | "kind"> = { npc: by.id, kind: "question" };
  if (word !== "whether" && word !== "if") {
    const isPlain = isShort(said) && !/\b(?:I|me|my|we|us)\b/.test(said);
    return isPlain ? { ...asIs, yes: `tell ${by.short} ${word} ${said}`, no: "say nothing" } : undefined;
  }
  const own = isShort(said)
    ? (advised(said, by, people) ?? answersTo(said) ?? allowed(said, by, people) ?? statementsOf(said, by.short))
    : undefined;
  return own === undefined ? undefined : { ...asIs, ...own };
}

/** "whether she might come in", "May I come in?": somebody asks leave. */
function allowed(said: string, by: Listener, people: readonly Listener[]): Answers | undefined {
  const deed = /^(?:I|he|she|they|it) (?:might|may|can|could) (?:just |perhaps |possibly )?(\p{Ll}.*)$/u.exec(
    said,
  )?.[1];
  const kept = deed === undefined || !isVerbFirst(deed) ? undefined : inTheirWords(deed, by, people);
  return kept === undefined || /\b(?:I|me|my|we|us|our)\b/.test(kept)
    ? undefined
    : { yes: `let ${by.short} ${kept}`, no: `refuse to let ${by.short} ${kept}` };
}

/** "Whether he ought to tell the skipper": somebody asks for advice. (rule PC3166) */
function advised(said: string, by: Listener, people: readonly Listener[]): Answers | undefined {
  const deed =
    /^(?:I|he|she|they|it) (?:ought to|should|must|had better|is to|are to|has to|have to) (?:just |perhaps |really |now )?(\p{Ll}.*)$/u.exec(
      said,
    )?.[1];
  const kept = deed === undefined || !isVerbFirst(deed) ? undefined : inTheirWords(deed, by, people);
  return kept === undefined || /\b(?:I|me|my|we|us|our)\b/.test(kept)
    ? undefined
    : { yes: `tell ${by.short} to ${kept}`, no: `tell ${by.short} not to ${kept}` };
}

/** What can be said to a question that is answered by yes or no, in its own words. */
function answersTo(clause: string): Answers | undefined {
  const any = /^there (is|are|was|were) any(thing|body|one)\b(.*)$/.exec(clause);
  if (any) {
    const [, verb = "", what = "", rest = ""] = any;
    return {
      yes: `say that there ${verb} some${what}${rest}`,
      no: `say that there ${verb} no${what === "one" ? "body" : what}${rest}`,
    };
  }
  const there = /^there (is|are|was|were) (?:any )?(.+)$/.exec(clause);
  if (there) return { yes: `say that there ${there[1]} ${there[2]}`, no: `say that there ${there[1]} none` };
  return saidOfOneself(clause);
}

/** What stands behind a thing that is offered, and says on what terms, or how it was taken. */
const AFTER_THING =
  /(?:^| )(?:in return|in exchange|if|for|and|but|as|so|with|because|before|after|until|while|when|who|which|that)\b.*$|[,.;:].*$/;

/** How an offer was taken, in the sentence that makes it. */
const TAKEN =
  /\byou (?:\p{Ll}+ly )?(?:take|took|accept|accepted|refuse|refused|decline|declined|sit|sat|drink|drank|eat|ate|say|said|shake|shook|thank|thanked|follow|followed|go|went|come|came)\b/u;

/**
 * What somebody offers: a thing is taken or refused, a deed of theirs wanted or not. Nothing where the thing has no name, or the sentence
 * says how the offer was taken. (rule PC1602)
 */
function ofOffer(words: string, by: Listener, people: readonly Listener[]): Put | undefined {
  if (TAKEN.test(words)) return undefined;
  const plain = words.replace(/^ you\b/, "").trim();
  if (plain.startsWith("to ")) {
    const deed = inTheirWords(plain.slice(3).replace(AFTER_THING, ""), by, people);
    return deed === undefined || !isVerbFirst(deed) || /\byou\b/.test(deed)
      ? undefined
      : { npc: by.id, kind: "offer", yes: `let ${by.short} ${deed}`, no: `tell ${by.short} not to ${deed}` };
  }
  const np = plain.replace(AFTER_THING, "");
  const thing =
    /^(?:an?|the|his|her|their|its|some|one|two|three) \p{Ll}/u.test(np) && !ONLY_SAID.test(np)
      ? inTheirWords(theThing(np), by, people)
      : undefined;
  return thing === undefined ? undefined : { npc: by.id, kind: "offer", yes: `take ${thing}`, no: `refuse ${thing}` };
}

/** What is offered in words or looks alone is nothing that could be taken. (rule PC5729) */
const ONLY_SAID =
  /\b(?:opinions?|views?|explanations?|apolog(?:y|ies)|excuses?|thanks|comments?|remarks?|thoughts?|suggestions?|theor(?:y|ies)|guess(?:es)?|words?|smiles?|nods?|shrugs?|prayers?|looks?|glances?|hopes?|reasons?|observations?|objections?|arguments?|resistance|greetings?|blessings?|condolences|congratulations|sympathy|advice|criticisms?|praise|compliments?|examples?|warnings?|lessons?|summar(?:y|ies)|versions?|accounts?|answers?|stor(?:y|ies)|jokes?|proofs?|evidence|songs?|details?|resemblance|clues?|view)$/iu;

/** Where somebody invites the player: "in", "to supper". */
function ofInvitation(words: string, by: Listener, people: readonly Listener[]): Put | undefined {
  if (TAKEN.test(words)) return undefined;
  const plain = words
    .replace(/^ you\b/, "")
    .trim()
    .replace(AFTER_THING, "");
  const { id: npc, short } = by;
  if (/^(?:in|inside)$/.test(plain)) return { npc, kind: "invitation", yes: `go in with ${short}`, no: "stay outside" };
  const to = plain.startsWith("to ") ? inTheirWords(plain.slice(3), by, people) : undefined;
  if (to === undefined) return undefined;
  return isVerbFirst(to)
    ? { npc, kind: "invitation", yes: to, no: `refuse to ${to}` }
    : { npc, kind: "invitation", yes: `accept the invitation to ${to}`, no: `decline the invitation to ${to}` };
}

/** Verbs that say what is done without an object. */
const ALONE =
  /^(?:come|go|stay|sit|leave|run|hide|stop|eat|drink|read|speak|sing|dance|wait|swear|sleep|follow|stand|kneel)$/;

/** What it is not to do what is asked: whoever is to say nothing keeps quiet, or does not. (rule PC660) */
const refusalOf = (deed: string): string => `refuse to ${deed.replace(/^say nothing\b/, "keep quiet")}`;

/** "To measure honestly and to say nothing about her": what is to be kept behind what is done anyway. */
const AND_TO_KEEP =
  /,? and (not )?to ((?:say nothing|tell nobody|tell no one|keep|hold|hide)\b.*?)(?= (?:until|till|before|after|while|so that|because|if|unless)\b|[,.;]|$)/u;

/** A deed that is asked for, done or refused. */
function ofDeed(words: string, by: Listener, people: readonly Listener[]): Put | undefined {
  // Who asks for two things waits for the one that has to be promised. (rule PC4209)
  const [, not, kept = ""] = AND_TO_KEEP.exec(words) ?? [];
  if (kept !== "" && isShort(kept)) return promised(by, `${not === undefined ? "" : "not "}to ${kept}`);
  const deed = inTheirWords(
    words.split(/,| (?:and|but|so that|because|before|after|until|while|when|if|or) /)[0]?.trim() ?? "",
    by,
    people,
  );
  return deed === undefined || !isVerb(deed.split(" ")[0] ?? "") || (deed.split(" ").length < 2 && !ALONE.test(deed))
    ? undefined
    : { npc: by.id, kind: "request", yes: deed, no: refusalOf(deed) };
}

/** Words of a deed that is asked for, at least, for it to be more than a gesture. */
const DEED_WORDS = 4;

/** "She asks you to carry it up the river and have it tied again": what leans on other sentences is done or refused as it is asked. (rule PC5413) */
function asIsAsked(words: string, { id, short }: Listener, isLate: boolean): Put | undefined {
  const [verb = ""] = words.split(" ");
  const isDeed =
    isVerb(verb) &&
    !OF_MIND.test(words) &&
    (words.split(" ").length >= DEED_WORDS || (isLate && /^\p{Ll}+ (?:it|them)\b/u.test(words)));
  return isDeed
    ? { npc: id, kind: "request", yes: `do as ${short} asks`, no: `refuse to do as ${short} asks` }
    : undefined;
}

/** A thing that is asked for, given or refused: "a second pair of eyes". (rule PC724) */
function wanted(words: string, by: Listener, people: readonly Listener[]): Put | undefined {
  const np =
    words
      .split(/ (?:and|but|so|because|before|after|until|while|when|if|or|that|which|who|to|from|as) /)[0]
      ?.trim()
      .replace(/^one more /, "another ") ?? "";
  const thing = /^(?:an?|another|two|three|the|your|some|help|silence|time|news|leave|advice)\b/.test(np)
    ? inTheirWords(np, by, people)
    : undefined;
  return thing === undefined
    ? undefined
    : { npc: by.id, kind: "request", yes: `give ${by.short} ${thing}`, no: `refuse ${by.short} ${thing}` };
}

const isVerbFirst = (deed: string): boolean =>
  isLemma(deed.split(" ")[0] ?? "") || /^(?:sit|fetch|hide|swear|lift|fix|choose)\b/.test(deed);

/** Words with names for whoever asks; undefined where another may be meant, or where they are too long for a choice. */
function inTheirWords(words: string, by: Listener, people: readonly Listener[]): string | undefined {
  if (!isShort(words)) return undefined;
  const isOnly = people.every(({ id, pronoun }) => id === by.id || pronoun !== by.pronoun);
  const named =
    isOnly && by.pronoun === "he"
      ? words.replace(/\bhim\b/g, by.short).replace(/\bhis\b/g, possessive(by.short))
      : isOnly && by.pronoun === "she"
        ? words
            .replace(
              /\bher(?=$| (?:to|from|with|at|in|on|by|and|or|for|about|again|back|up|down|out|off|what|that|how|why|where)\b)/g,
              by.short,
            )
            .replace(/\bher\b/g, possessive(by.short))
        : isOnly && by.pronoun === "they"
          ? words.replace(/\bthem\b/g, by.short).replace(/\btheir\b/g, possessive(by.short))
          : words;
  return /\b(?:he|she|they|it|its|him|his|her|hers|them|their|this|that|these|those|one|so|there|here)\b/i.test(named)
    ? undefined
    : named;
}

/** "a key" as "the key". */
const theThing = (np: string): string => np.replace(/^(?:an?|one) /, "the ");

/** Words with which nobody is bidden to do anything. */
const MANNERS =
  /^(?:look|listen|mind|wait|think|suppose|say|see|believe|forgive|excuse|pardon|imagine|fancy|hope|thank|bless|damn|mean|love|like|hate|know|need|want|mark|note|worry|fear|call|hang|name|rest|rot|land|light|wonder|guess|go on|come,|come on|let (?:us|alone)|let['’]s|never mind|no|god|help yourself|have a|take care|take your time|trust)\b/i;
const BID =
  /^(?:Please,? |Then |Now |So |And |But )?(don['’]t |do not |never )?(\p{L}+)(?: ([^.;:!?—“”"()]*))?[.!…]*$/iu;
const YOU_MUST =
  /\b(?:I|we) (?:want|need|ask|beg|expect|only ask|would like|must ask|am asking|are asking) you to (\p{Ll}[^.;:!?—“”"()]*)|\b(?:I|we)[’']d like you to (\p{Ll}[^.;:!?—“”"()]*)|^(?:And |But |So |Then )?you (?:must|have to|will have to|ought to|had better)(?: now)? (\p{Ll}[^.;:!?—“”"()]*)/iu;
/** What goes on in the mind, or is said for effect, is nothing to do: "I ask you to imagine the trousers". (rule PC3103) */
const OF_MIND =
  /^(?:be|know|have|understand|see|think|feel|forgive|excuse|believe|imagine|picture|consider|suppose|realise|realize|note|notice|observe|bear|keep in mind|appreciate)\b/;
/** What is said at the end of a speech is what waits for an answer. */
const LAST_SENTENCES = 3;

/** What is asked of nobody in particular. */
const SOMEBODY_MUST =
  /^(?:well,? |then |and |but |so )?(?:someone|somebody|one of us)(?: here| else)? (?:will have to|['’]ll have to|must|has to|has got to|ought to|should|had better|needs to)(?: (\p{Ll}[^.,;:!?—“”"()]*))?[.,!…]?$/iu;

/** What somebody says to the player puts to them. */
function inSpeech({ text, how, by, isLast, isLate }: Piece, { people, isAlone }: Scene): Put | undefined {
  if (by === undefined) return undefined;
  // "Someone will have to": whoever hears it can say that they will. (rule PC6210)
  const open = isLate === true ? SOMEBODY_MUST.exec(splitSentences(text).at(-1)?.trim() ?? "") : null;
  if (open) {
    const own = open[1] === undefined ? undefined : inTheirWords(open[1].trim(), by, people);
    return { npc: by.id, kind: "request", yes: `say that you will ${own ?? "do it"}`, no: "leave it to somebody else" };
  }
  const isToPlayer =
    isAlone ||
    (isLast === true && text.trimEnd().endsWith("?")) ||
    /\byou\b/.test(how ?? "") ||
    (how === undefined && /\byou(?:r|rs|[’'](?:re|ve|ll|d))?\b/i.test(text));
  const others = people.filter(({ id }) => id !== by.id);
  const isToAnother =
    /(?:, |^)(?:Excellency|Signora|Signor|Monsieur|Madame|Captain|Inspector|Doctor|Sergeant|Father|Sister|Your \p{Lu}\p{L}+)[,.!?]/u.test(
      isAlone ? "" : text,
    ) || others.some(({ short }) => new RegExp(`(?:, |^)${escapeRegExp(short)}[,.!?]`, "u").test(text));
  if (!isToPlayer || isToAnother) return undefined;
  const last = splitSentences(text).slice(-LAST_SENTENCES).reverse();
  for (const [at, sentence] of last.entries()) {
    // "Are you whole? Then lift.": nobody waits for the answer. (rule PC5410)
    if (sentence.endsWith("?") && /^(?:Then|Now then|Good|Right)\b/u.test(last[at - 1] ?? "")) continue;
    // "Would she have noticed? No.": nor does anybody who answers themselves. (rule PC6204)
    if (sentence.endsWith("?") && OWN_ANSWER.test(last[at - 1] ?? "")) continue;
    // Among several, what is asked of nobody in particular is asked of all, and answered by whoever knows. (rule PC3104)
    if (!isAlone && !/\byou\b/.test(how ?? "") && sentence.endsWith("?") && !/\b(?:you|your|I|we|or)\b/i.test(sentence))
      continue;
    // "Shut your ladder", in a crowd: whoever it is said to is known by nobody. (rule PC5842)
    if (!isAlone && !/\byou\b/.test(how ?? "") && !/\byou\b/i.test(sentence) && bids(sentence)) continue;
    const put = said(sentence.trim(), by, people);
    if (put) return put;
  }
  return undefined;
}

/** "Lose the vanilla and you lose the lease", "touch it and we all drown": what comes of it is a warning. (rule PC4700) */
const WARNS =
  /^\p{L}+\b[^.!?;:]*?,? and (?:you|we|they|he|she|it|I)(?:[’']ll| will| would|[’']d)? (?:all )?(?:lose|die|drown|freeze|starve|suffocate|pay|regret|hang|burn|fall|fail|miss|go under|are (?:dead|done|finished|lost)|is (?:dead|done|finished|lost)|be (?:dead|done|finished|lost|sorry))\b/iu;

function said(sentence: string, by: Listener, people: readonly Listener[]): Put | undefined {
  // "Don't tell me" keeps nothing from anybody.
  if (WARNS.test(sentence) || /^(?:oh,? )?don[’']t tell me\b/iu.test(sentence)) return undefined;
  // "Ask me how long.": whoever says so has an answer. (rule PC5906)
  const wish =
    /^(?:please,? |then |now |so |and |but |well,? )?ask me ((?:how|what|why|who|when|where|whether|which)\b[^.;:!?—“”"()]*)[.!…]*$/iu
      .exec(sentence)?.[1]
      ?.replace(/,? then$/, "");
  if (wish !== undefined)
    return isShort(wish) && !/\b(?:I|me|my|mine|we|us|our|you|your)\b/i.test(wish)
      ? { npc: by.id, kind: "remark", yes: `ask ${by.short} ${wish}` }
      : undefined;
  // "Ask them nicely, you say": what others have said.
  if (/\b(?:you|they|he|she|people) (?:say|said|says|always say)[.,!…]*$/i.test(sentence)) return undefined;
  if (sentence.endsWith("?")) return questioned(sentence, by);
  const told = /^(?:please,? |then |now |so |and |but )?tell me (?:that )?([^.;:!?—“”"()]+)/i
    .exec(sentence)?.[1]
    ?.replace(/,? then$/, "")
    .replace(/,$/, "")
    .trim();
  if (told !== undefined) {
    const isPlain = isShort(told) && !/\b(?:I|me|my|mine|we|us|our|you|your)\b/i.test(told);
    return isPlain ? { npc: by.id, kind: "question", yes: `tell ${by.short} ${told}`, no: "say nothing" } : undefined;
  }
  const vow = /^promise(?: me)?(?: that)? you(?:[’']ll| will) (\p{Ll}[^.;:!?—“”"()]*)/iu.exec(sentence)?.[1];
  if (vow !== undefined) {
    const kept = /\b(?:I|me|my|we|us|our)\b/.test(vow) ? undefined : inTheirWords(vow.trim(), by, people);
    return kept === undefined ? undefined : promised(by, `to ${kept}`);
  }
  const here = /\bhere(?: is|[’']s) (?:the|an?|your) (\p{Ll}+(?: \p{Ll}+)?)(?=[.,;!]|$)/iu.exec(sentence)?.[1];
  if (
    here !== undefined &&
    !/^(?:thing|point|problem|question|trouble|matter|truth|news|list|plan|rub|deal)/.test(here)
  )
    return { npc: by.id, kind: "offer", yes: `take the ${here}`, no: `refuse the ${here}` };
  const must = YOU_MUST.exec(sentence);
  const deed = must?.[1] ?? must?.[2] ?? must?.[3];
  if (deed !== undefined && OF_MIND.test(deed) && (must?.[3] !== undefined || !/^(?:be|forgive)\b/.test(deed)))
    return undefined;
  if (deed !== undefined) return /\b(?:I|me|my|we|us|our)\b/.test(deed) ? undefined : ofDeed(deed, by, people);
  // "Come in the morning if you want facts" is advice, and "fill the jug and it will leak" says what comes of it.
  const isAdvice =
    /\bif you\b|,? (?:and|or)(?: then)? (?:he|she|it|they|the \p{Ll}+)(?:['’]ll| will| would| won['’]t)\b/iu.test(
      sentence,
    );
  const bid = MANNERS.test(sentence) || isAdvice ? null : BID.exec(sentence);
  if (!bid) return undefined;
  const [, not, verb = "", rest = ""] = bid;
  if (
    !isVerbFirst(verb.toLowerCase()) ||
    (rest === "" &&
      !/^(?:come|go|stay|sit|leave|run|hide|stop|choose|eat|drink|read|speak|sing|follow)$/i.test(verb)) ||
    !isObject(rest)
  )
    return undefined;
  const own = biddenIn(`${verb.toLowerCase()} ${rest}`.trim(), by);
  return not !== undefined && own ? promised(by, `not to ${own.yes}`) : not === undefined ? own : undefined;
}

/** A verb in front of these bids; in front of another verb it is a noun, or a sentence without its subject. */
const isObject = (rest: string): boolean =>
  rest === "" ||
  /^(?:me|us|him|her|it|them|this|that|these|those|the|an?|my|your|our|his|its|their|some|one|nobody|nothing|everybody|everything|to|at|in|into|on|out|up|down|over|off|back|away|for|with|by|through|here|there|now|home|inside|outside|still|quiet|what|who|where|how|if|\p{Lu}\p{L}+)\b/u.test(
    rest,
  );

/** Whether a sentence that somebody says bids the player do, or not do, something. */
export function bids(sentence: string): boolean {
  const plain = sentence
    .trim()
    .replace(/^(?:(?:oh|no|now|well|here|there|hey|ah|aye|come|so|and|but),? )+/i, "")
    .replace(/,$/, "");
  // Whoever bids the player ask waits for the question, and not for obedience. (rule PC5906)
  if (plain.endsWith("?") || WARNS.test(plain) || /^(?:then |so |well,? )?ask me\b/iu.test(plain)) return false;
  if (YOU_MUST.test(plain)) return true;
  const bid = MANNERS.test(plain) ? null : BID.exec(plain);
  if (!bid) return false;
  const [, not, verb = "", rest = ""] = bid;
  return rest !== "" && (not !== undefined || isVerbFirst(verb.toLowerCase())) && isObject(rest);
}

/** What is done at once with a thing, in the words of whoever bids it. (rule PC619) */
function biddenIn(words: string, by: Listener): Put | undefined {
  const deed = words
    .replace(/ (?:while|and|or|if|until|till|when|before|after|because|so|but|then|for (?:me|us))\b.*$/i, "")
    .replace(/,.*$/, "")
    // "Write that we were orderly" says what is to be written. (rule PC4802)
    .replace(
      /\b(?:this|that|these|those)\b(?! (?:the|an?|I|we|you|he|she|it|they|there|nobody|everybody|\p{L}+['’]s?)\b)/iu,
      "the",
    )
    // "Find me my part": one name is enough. (rule PC5780)
    .replace(/\bme my\b/i, "my")
    .replace(/\bmy\b/i, possessive(by.short))
    .replace(/\bme\b/i, by.short);
  const isPlain =
    / (?:the|an?|your|some|\S+['’]s?) \p{Ll}/iu.test(deed) &&
    !/\b(?:I|we|us|our|it|its|they|them|their|he|she|him|his|her|one|here|there|now|you)\b/i.test(deed);
  if (!isPlain || !isShort(deed)) return undefined;
  // What takes a search is promised now, and done later. (rule PC5728)
  if (IN_TIME.test(deed))
    return promised(by, `to ${deed.replace(possessive(by.short), OWN[by.pronoun ?? "it"] ?? "the")}`);
  return { npc: by.id, kind: "request", yes: deed, no: refusalOf(deed) };
}

/** Deeds that take more than the moment in which they are asked for. */
const IN_TIME = /^(?:find|discover|track down|bring back|get back|win|save|rescue|earn|learn)\b/iu;

/** "my" of whoever asks, in the mouth of the player. */
const OWN: Readonly<Record<string, string>> = { he: "his", she: "her", they: "their", it: "the" };

/** "Well? Do we shake?": a bargain is closed by hand. (rule PC3412) */
const SHAKES =
  /^(?:(?:well|so|then|and|now),? )?(?:do we|shall we|will you|can we|could we)? ?shake(?: hands)?(?: on (?:it|that|this))?(?:,? then)?\?$/iu;
/** "Deal?", "Are we agreed?" (rule PC3412) */
const AGREES =
  /^(?:(?:well|so|then|and|now),? )?(?:(?:is (?:it|that) |do we have |have we(?: got)? |are we |do you )?(?:a deal|deal|a bargain|agreed|agree))(?:,? then)?\?$/iu;

/** A question that is put to the player in so many words. */
function questioned(sentence: string, by: Listener): Put | undefined {
  // "Isn't it?", "do you see?": nobody waits for an answer.
  if (
    /, (?:do|don['’]t|is|isn['’]t|are|aren['’]t|was|wasn['’]t|can|can['’]t|will|won['’]t|did|didn['’]t|have|haven['’]t|has|hasn['’]t|would|wouldn['’]t|eh|right|see|no|yes|what) ?(?:n['’]t)?(?: (?:you|it|he|she|they|we|I))?(?: see| know| think| suppose| reckon| imagine| say)?\?$/i.test(
      sentence,
    )
  )
    return undefined;
  if (SHAKES.test(sentence))
    return { npc: by.id, kind: "request", yes: `shake hands with ${by.short}`, no: "refuse to shake hands" };
  if (AGREES.test(sentence))
    return { npc: by.id, kind: "request", yes: `agree with ${by.short}`, no: "refuse to agree" };
  const either = alternativesOf(sentence);
  if (either) return { npc: by.id, kind: "question", yes: `answer “${either[0]}”`, no: `answer “${either[1]}”` };
  // "Have you come to arrest me or review me?" is answered by neither yes nor no. (rule PC5411)
  if (/[^,] or (?!not\b|no\b|so\b|two\b|three\b|something\b|anything\b)\p{Ll}+ [^?]*\?$/iu.test(sentence))
    return undefined;
  const leave = /^(?:may|might|can|could) I (\p{Ll}[^.!?,]*)\?$/iu.exec(sentence)?.[1];
  const asked = /(?:^|, )(will|would|can|could|have|are|do|did) you (\p{Ll}[^.!?]*)\?$/iu.exec(sentence);
  const own =
    (leave === undefined ? undefined : allowed(`I may ${leave}`, by, [])) ??
    (asked === null ? undefined : saidOfOneself(`you ${(asked[1] ?? "").toLowerCase()} ${asked[2] ?? ""}`)) ??
    answersInSpeech(sentence, by.short);
  if (own) return { npc: by.id, kind: "question", ...own };
  const openly = toldOpenly(sentence);
  return openly === undefined
    ? undefined
    : { npc: by.id, kind: "question", yes: `tell ${by.short} ${openly}`, no: "say nothing" };
}

/** Words of an answer that a question names, at most. */
const ANSWER_WORDS = 3;

/** The two answers that a question names: "Did she say shall, or did she say will?", "Tea or coffee?" (rule PC701) */
function alternativesOf(sentence: string): readonly [string, string] | undefined {
  const match = /^(?:(?:and|but|so|then|well|now),? )?([^,;:.!?]+?),? or ([^,;:.!?]+)\?$/iu.exec(sentence);
  const [, first = "", second = ""] = match ?? [];
  const one = first.split(" ");
  const other = second.split(" ");
  if (match === null || /^(?:not|no|else|something|somebody|anything|what|so|more|less)\b/i.test(second))
    return undefined;
  // The same words before both are the question's own: "did she say".
  let shared = 0;
  while (shared < other.length - 1 && one[shared]?.toLowerCase() === other[shared]?.toLowerCase()) shared++;
  const named = other.slice(shared);
  const isQuestion = new RegExp(`^(?:${AUXILIARY}|do|does|did|shall)$`, "i").test(one[0] ?? "");
  const rest = shared > 0 ? one.slice(shared) : isQuestion ? one.slice(-named.length) : one;
  const isAnswer = (words: readonly string[]): boolean =>
    words.length > 0 &&
    words.length <= ANSWER_WORDS &&
    !words.some((word) =>
      /^(?:I|me|my|we|us|our|you|your|he|she|it|they|his|her|their|him|them|to|of|in|on|at)$/i.test(word),
    );
  if (!isAnswer(named) || !isAnswer(rest) || (isQuestion && shared === 0 && one.length < named.length + 2))
    return undefined;
  const answer = rest.join(" ");
  // What opens the sentence has its capital from there, where the other answer has none.
  const isOpening = rest.length === one.length && /^\p{Ll}/u.test(named[0] ?? "");
  return [isOpening ? answer.charAt(0).toLowerCase() + answer.slice(1) : answer, named.join(" ")];
}

/** What can be put in a pocket, by the nouns of all times and places. */
const PORTABLE =
  "letter|note|card|postcard|key|envelope|photograph|photo|telegram|ticket|map|notebook|diary|ring|coin|locket|knife|pistol|revolver|page|book|parcel|packet|package|purse|wallet|glove|handkerchief|feather|button|medal|whistle|torch|scroll|receipt|badge|matchbox";
const WITH_NOUN = `(an?|one) ((?:\\p{Ll}[\\p{Ll}-]* ){0,2})(${PORTABLE})\\b(?! of\\b)`;
const LIES = new RegExp(
  `(?:\\bthere (?:is|are|was|were)|\\byou (?:find|found|see|saw|notice|noticed|discover|discovered)|(?:^|[,;] |\\band )(?:on|under|in|inside|behind|beside|between|beneath|over|at)\\b[^.;]{3,60}? (?:is|was|lies?|lay|hangs?|hung|sits?|sat|stands?|stood)(?: (?:stuck|pinned|tucked|propped|left|laid|folded))?) ${WITH_NOUN}`,
  "iu",
);
const COMES_TO_LIGHT = new RegExp(
  `(?:^|[,;] |\\b(?:and|while [^,;]{3,30}?) )(?:${WITH_NOUN}) (?:slides?|slid|falls?|fell|drops?|dropped|rolls?|rolled|flutters?|fluttered|lies|lay|hangs|hung|sticks|stuck|is (?:stuck|pinned|tucked|lying|left))\\b`,
  "iu",
);
/** On somebody, or in their hands. */
const HELD =
  /\b(?:(?:his|her|their|whose) (?:\p{Ll}+ )?(?:hands?|neck|pockets?|arms?|fists?|belt|lap|fingers|mouth|teeth|breast|coat|sleeve|knees?)|(?:holds?|holding|held|wears?|wearing|carries|carrying))\b/iu;

/** What somebody says there is, or there once was. */
const REPORTED =
  /\b(?:says?|said|tells?|told|thinks?|thought|believes?|remembers?|remembered|swears?|swore|claims?|hears?|heard|asks?|asked|wonders?) .*\b(?:there (?:is|are|was|were)|lay|lies)\b|\bthere (?:had been|used to be|once was)\b/iu;

/** What can be carried off of what an answer takes: "take the envelope" brings an envelope. (rule PC1603) */
export const carriedOff = (words: string): string | undefined =>
  new RegExp(`^take (the (?:[\\p{L}’'-]+ ){0,2}(?:${PORTABLE}))$`, "u").exec(words)?.[1];

/**
 * A thing that a passage lets the player find and that nobody has: it can be taken. (rule PC664)
 *
 * @returns "the visiting card"; undefined where nothing lies there, or somebody has it.
 */
export function foundIn(told: readonly string[]): string | undefined {
  const plainly = told.join(" ").replace(QUOTED, " ");
  const isToldNow =
    (plainly.match(/\b(?:is|are|has|says|does)\b/gu) ?? []).length >
    (plainly.match(/\b(?:was|were|said|did)\b/gu) ?? []).length;
  for (const sentence of told.toReversed()) {
    const plain = sentence.replace(QUOTED, " ");
    const found = LIES.exec(plain) ?? COMES_TO_LIGHT.exec(plain);
    const [, , before = "", noun = ""] = found ?? [];
    // "He says that there was a note": nobody sees it here.
    if (
      noun === "" ||
      HELD.test(plain) ||
      // In a story told as it happens, what "was" there is spoken of, and not seen. (rule PC5729)
      (isToldNow && /\bthere (?:was|were)\b/iu.test(found?.[0] ?? "")) ||
      REPORTED.test(plain) ||
      /\b(?:no|not|never|nobody|if|like|as if)\b/i.test(plain)
    )
      continue;
    const last = before.trim().split(" ").at(-1) ?? "";
    return `the ${last !== "" && isPair(last, noun) ? `${last} ` : ""}${noun}`;
  }
  return undefined;
}
