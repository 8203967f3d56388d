/** What an author's consequences say comes of the choices of their beat: "If you kept it (kept-the-copy), Osk nods", "Let him go and he thanks you". */
import type { BeatReading, DeclaredEffect } from "@narratoria/protocol/contracts";
import { capitalise, isVerb, isWholeSentence, verbLemmas } from "@narratoria/protocol/english";
import { ofClause } from "./decisions/clauses.js";
import { withoutCounts, wordsOfDeed } from "./decisions/named-deeds.js";
import { bareOf, inFewWords, isBare, isThreat, lowered, NOTICED } from "./decisions/deed-words.js";

type AuthorChoice = BeatReading["choices"][number];

/** "If you kept it (kept-the-copy), Osk nods", "If not (left-it), she goes", "If Osk was asked: he went red". */
const IF_CHOSEN =
  /^(?:and |but )?if (you \p{Ll}[^,:;“”"(]{1,70}|not|[^,:;“”"(]{3,60}(?= \()|[^,:;“”"(]{3,60}(?=:)|[\p{L}\p{N}’' ]{3,60} (?:is|are|was|were) [^,:;“”"(]{2,40})(?: \(([\p{Ll}\d]+(?:[-_][\p{Ll}\d]+)+)\))?[,:] (?:then )?(\S.*)$/iu;
/** "Let him go by the yard, and he thanks you", "Say nothing: he leaves you his number". */
const BIDDEN =
  /^(\p{Lu}\p{Ll}+\b[^:“”"]*?)(?::\s|,? and (?=(?:he|she|it|they|you|there|nobody|everybody|neither|both|the \p{Ll}+|an? \p{Ll}+|\p{Lu}\p{L}+)(?:[’']\p{Ll}+)? (?!and\b)\p{L}))(.*)$/u;
/** "Rang the bell: the parish came.", "Didn't ring it: nobody came." */
const DONE = /^(\p{Lu}\p{Ll}+)\b([^:“”"]{0,70}): (\S.*)$/u;
const LEFT_UNDONE = /^(?:Didn['’]t|Did not|Don['’]t|Do not) (\p{Ll}[^:“”"]{1,70}): (\S.*)$/u;
/** A deed that is left undone, of a clause or of a choice: "decide not to tell her". */
const UNDONE = /^(?:you |decide |to )*(?:do not|don['’]t|did not|didn['’]t|not)\b/iu;
/** Words that open a note to whoever counts, and what befalls somebody. */
const NO_CHOICE =
  /^(?:note|see|remember|add|gain|lose|set|mark|update|unlock|trigger|remove|increase|reduce|raise|lower|tick|advance|change|track|count|find|learn|get|hear|notice|meet|be|have|know|win|fail|miss|come|become|receive|keep in mind|make sure|use this|end|start|open up|note that)\b/;
/** ": The Open Yard": the name of an ending. */
const TITLE =
  /(?:^|: )(?:\p{Lu}[\p{L}’']*|of|the|a|an|and|in|to|at|for|on)(?: (?:\p{Lu}[\p{L}’']*|of|the|a|an|and|in|to|at|for|on))*$/u;
/** Choices that a beat has at most. */
const MOST_CHOICES = 6;

interface Consequence {
  /** Words that say which choice is meant, and the tag. */
  readonly words: ReadonlySet<string>;
  readonly tag?: string;
  /** What is told of it. */
  readonly result?: string;
  /** What comes of it, as its author counts it: "Ferry Lodge +1, and two days". */
  readonly comes: string;
  /** Whether it comes of the deed that is left undone. */
  readonly isDenied: boolean;
  /** The choice that the consequence itself names. */
  readonly deed?: string;
  /** Whether it can only be meant of a choice of this beat. */
  readonly isOwn: boolean;
  /** Whether it says what the player does: "if you promise to save the carp". */
  readonly isPlayers: boolean;
  /** "If you took the money" may be said of what was done long before. */
  readonly isPast: boolean;
}

function resultOf(then: string): string | undefined {
  const told = withoutCounts(then.trim())
    .replace(/[.\s]+$/u, "")
    .replace(TITLE, "");
  const own = ofThePlayer(told);
  // "No shooter, and a child who did not speak": a clause that only says which is no sentence.
  return own === "" || !isWholeSentence(`${own.replace(/ (?:who|which|that) [^,;:]*/gu, "")}.`)
    ? undefined
    : capitalise(own);
}

/** "Slept on the floor, was respected": what opens with a past form is said of the player. */
function ofThePlayer(told: string): string {
  const [verb = "", next = ""] = told.split(/[ ,]/);
  const isPast = /^\p{Ll}/u.test(told) && !isBare(verb) && pastOf(verb) && !/^(?:of|is|was|are|were)$/.test(next);
  return isPast ? `you ${told.replace(/(?<=, |\band )was\b/gu, "were")}` : told;
}

/** Whether a word is a past form of a verb, and no noun in the plural. */
const pastOf = (word: string): boolean =>
  /\p{Ll}{3}ed$/u.test(word) ||
  verbLemmas(word).some((lemma) => isVerb(lemma) && lemma !== word && !word.endsWith("s") && !word.endsWith("ing"));

function deedOf(clause: string): string | undefined {
  const own = /^you (?:only |just |did |do )?(.+)$/iu.exec(clause)?.[1];
  const [verb = "", ...rest] = (own ?? "").split(" ");
  const bare = own === undefined ? undefined : bareOf(verb);
  const deed =
    own === undefined ? ofClause(clause)?.way : bare === undefined ? undefined : [bare, ...allBare(rest)].join(" ");
  return deed === undefined || NOTICED.test(deed) || NO_CHOICE.test(deed) || isThreat(deed)
    ? undefined
    : inFewWords(deed);
}

/** "Or promised the skin" after a bare verb is "or promise the skin". */
const allBare = (words: readonly string[]): readonly string[] =>
  words.map((word, at) => (/^(?:or|and)$/.test(words[at - 1] ?? "") && pastOf(word) ? (bareOf(word) ?? word) : word));

/** "If you say yes you've got the parcel (promised-bram)": a comma is lacking. (rule CA1566) */
const WITHOUT_COMMA =
  /^(if you \p{Ll}[^,:;()“”"]{1,40}?) ((?:you|he|she|they|there)(?:['’](?:ve|s|re|ll|d)| (?:have|has|are|is|get|gets|will|can|may|must|take|takes|know|knows))\b[^,:;]*)$/iu;
/** A tag behind the whole is the clause's. */
const TAG_AT_END = /^(if you \p{Ll}[^,:;()“”"]{1,60}), ([^()]*?) (\([\p{Ll}\d]+(?:[-_][\p{Ll}\d]+)+\))[.]?$/iu;

const inOrder = (text: string): string => text.replace(WITHOUT_COMMA, "$1, $2").replace(TAG_AT_END, "$1 $3, $2");

function consequenceOf(given: string): Consequence | undefined {
  const text = inOrder(given.trim());
  const [, clause = "", tag, then = ""] = IF_CHOSEN.exec(text) ?? [];
  // "If the silence is kept, and Ruth knows by now, she stands": more than the choice is asked for.
  if (/^(?:and|but) /i.test(then)) return undefined;
  if (clause !== "") {
    const result = resultOf(then);
    const deed = deedOf(clause);
    return {
      words: wordsOfDeed(`${clause} ${(tag ?? "").replace(/[-_]/g, " ")}`),
      ...(tag === undefined ? {} : { tag }),
      ...(result === undefined ? {} : { result }),
      ...(deed === undefined ? {} : { deed }),
      comes: then,
      isDenied: UNDONE.test(clause),
      isOwn: false,
      isPlayers: /^you /iu.test(clause),
      isPast: pastOf(clause.replace(/^you (?:only |just )?/iu, "").split(" ")[0] ?? ""),
    };
  }
  const [, undone = "", left = ""] = LEFT_UNDONE.exec(text) ?? [];
  if (undone !== "") {
    const result = resultOf(left);
    return {
      words: wordsOfDeed(undone),
      ...(result === undefined ? {} : { result }),
      comes: left,
      isDenied: true,
      isOwn: false,
      isPlayers: true,
      isPast: false,
    };
  }
  const [, bid = "", comes = ""] = BIDDEN.exec(text) ?? [];
  const [, past = "", rest = "", came = ""] = DONE.exec(text) ?? [];
  const bare = past === "" || isBare(lowered(past)) ? undefined : bareOf(lowered(past));
  const words = isBare(lowered(bid).split(" ")[0] ?? "") ? lowered(bid) : bare === undefined ? "" : `${bare}${rest}`;
  if (words === "" || NO_CHOICE.test(words) || NOTICED.test(words) || isThreat(words)) return undefined;
  const deed = inFewWords(words.replace(/,.*$/su, ""));
  const follows = bare === undefined || words === lowered(bid) ? comes : came;
  const result = resultOf(follows);
  return {
    words: wordsOfDeed(words),
    comes: follows,
    isDenied: UNDONE.test(words),
    ...(deed === undefined ? {} : { deed }),
    ...(result === undefined ? {} : { result }),
    isOwn: true,
    isPlayers: false,
    isPast: false,
  };
}

/** Choices of a beat with what comes of them. */
export interface WithResults extends Pick<BeatReading, "decisions" | "choices"> {
  /** Consequences that come of a choice, and not of the beat alone. */
  readonly ofChoices: readonly string[];
}

/**
 * Gives a beat's choices what its consequences say of them: each goes to the choice with which it shares most words; those left over, where
 * there are as many of both between two that are known, in their order (rule CA1521). What names a deed that no choice has is a choice itself
 * (rule CA1527).
 *
 * @param consequences - In the second person.
 * @param description - What the beat tells.
 * @param effectsOf - What the author's words of what comes of a choice change.
 * @returns The decisions that nothing is said of, and the choices, those decisions among them of which something is.
 */
export function withResults(
  { decisions, choices }: Pick<BeatReading, "decisions" | "choices">,
  consequences: readonly string[],
  description: string,
  effectsOf: (text: string) => readonly DeclaredEffect[] = () => [],
): WithResults {
  const read = consequences.map((text) => ({ text, said: consequenceOf(text) }));
  const said = read.flatMap(({ said: one }) => one ?? []);
  const open = [...decisions, ...choices.filter((one) => one.asks === undefined).map(({ text }) => text)];
  if (said.length === 0) return { decisions, choices, ofChoices: [] };
  const found = paired(said, open);
  const texts = [...new Set([...open, ...choices.filter(({ asks }) => asks === undefined).map(({ text }) => text)])];
  const own = ownChoices(said, [...found.values()], texts, description, effectsOf);
  const withResult = (choice: AuthorChoice): AuthorChoice => {
    const { tag, result, comes = "" } = found.get(choice.text) ?? {};
    const effects = effectsOf(comes);
    return {
      ...choice,
      ...(effects.length === 0 ? {} : { effects: [...effects] }),
      ...(tag === undefined ? {} : { tag }),
      // What the beat itself says of it comes first.
      ...(result === undefined || choice.result !== undefined ? {} : { result }),
    };
  };
  const used = new Set([...found.values(), ...own.map(({ from }) => from)]);
  if (isPairInOtherWords(decisions, found, own)) {
    const named = own.map(({ choice }) => ({ ...choice, decides: true }));
    const ofPair = read.flatMap(({ text, said: one }) => (one !== undefined && used.has(one) ? [text] : []));
    return { decisions: [], choices: [...choices, ...named], ofChoices: ofPair };
  }
  // A seventh deed is not offered, and comes of the beat as little; one that stands alone may be anything.
  const isOfChoices = (one: Consequence): boolean => used.has(one) || (one.isOwn && used.size > 0);
  return {
    decisions: decisions.filter((text) => !found.has(text)),
    choices: [
      ...decisions.filter((text) => found.has(text)).map((text) => withResult({ text, decides: true })),
      ...choices.map((choice) => (found.has(choice.text) && choice.asks === undefined ? withResult(choice) : choice)),
      ...own.map(({ choice }) => choice),
    ],
    ofChoices: read.flatMap(({ text, said: one }) => (one !== undefined && isOfChoices(one) ? [text] : [])),
  };
}

/**
 * Whether the two ways of a plain question, of which nothing is said, are the two that the consequences name themselves: "Do you put it in the
 * book?" beside "Wrote it down: ..." and "Left it out: ...". (rule CA3503)
 */
const isPairInOtherWords = (
  decisions: readonly string[],
  found: ReadonlyMap<string, Consequence>,
  own: readonly { readonly from: Consequence }[],
): boolean =>
  decisions.length === 2 &&
  decisions[1] === `decide not to ${decisions[0]}` &&
  decisions.every((text) => !found.has(text)) &&
  own.length === 2 &&
  own.every(({ from }) => from.isOwn);

/** Which consequence is that of which choice, by the choice's words. */
function paired(said: readonly Consequence[], open: readonly string[]): ReadonlyMap<string, Consequence> {
  const found = new Map<string, Consequence>();
  const left = new Set(said);
  const give = (text: string | undefined, one: Consequence | undefined): void => {
    if (text === undefined || one === undefined) return;
    found.set(text, one);
    left.delete(one);
  };
  const pairs = said
    .flatMap((one) => open.map((text) => ({ one, text, shared: sharedOf(one.words, wordsOfDeed(text)) })))
    .filter(({ one, text, shared }) => shared > 0 && one.isDenied === UNDONE.test(text))
    .toSorted((a, b) => b.shared - a.shared);
  for (const { one, text } of pairs) if (left.has(one) && !found.has(text)) give(text, one);
  const known = new Map(found);
  // Between two choices of which it is known, as many consequences as choices are theirs, in their order.
  const bounds = [-1, ...open.flatMap((text, at) => (known.has(text) ? [at] : [])), open.length];
  for (const [index, from] of bounds.slice(0, -1).entries()) {
    const to = bounds[index + 1] ?? open.length;
    const placeOf = (at: number, none: number): number => {
      const one = known.get(open[at] ?? "");
      return one === undefined ? none : said.indexOf(one);
    };
    const texts = open.slice(from + 1, to);
    const between = said
      .slice(placeOf(from, -1) + 1, Math.max(0, placeOf(to, said.length)))
      .filter((one) => left.has(one));
    const isSure = texts.length === 1 || between.every(({ isOwn }) => !isOwn);
    if (isSure && texts.length === between.length) texts.forEach((text, at) => give(text, between[at]));
  }
  // What names its own deed is only that of a choice that stands where it stands.
  const others = open.filter((text) => !found.has(text));
  const vague = [...left].filter(({ isOwn }) => !isOwn);
  if (others.length === vague.length) vague.forEach((one, at) => give(others[at], one));
  return found;
}

/** Choices that only consequences name. */
function ownChoices(
  said: readonly Consequence[],
  taken: readonly Consequence[],
  known: readonly string[],
  description: string,
  effectsOf: (text: string) => readonly DeclaredEffect[],
): readonly { readonly choice: AuthorChoice; readonly from: Consequence }[] {
  const told = wordsOfDeed(description);
  const own = said.flatMap((from) => {
    const { deed, tag, result, isOwn, words } = from;
    if (deed === undefined || taken.includes(from) || known.includes(deed)) return [];
    // "If you took the money" may be said of what was done long before: what the beat tells of is its own.
    if (!isOwn && sharedOf(words, told) === 0) return [];
    const effects = effectsOf(from.comes);
    const choice = {
      text: deed,
      ...(tag === undefined ? {} : { tag }),
      ...(result === undefined ? {} : { result }),
      ...(effects.length === 0 ? {} : { effects: [...effects] }),
    };
    return [{ choice, from }];
  });
  // One consequence alone may be anything, but for one that says what the player does. (rule CA1540)
  const isHere = ({ isPlayers, isPast, deed = "" }: Consequence): boolean =>
    isPlayers && (!isPast || sharedOf(wordsOfDeed(`to ${deed.split(" ").slice(1).join(" ")}`), told) > 0);
  const sure = own.length + taken.length < 2 ? own.filter(({ from }) => isHere(from)) : own;
  return sure.slice(0, Math.max(0, MOST_CHOICES - known.length));
}

const sharedOf = (one: ReadonlySet<string>, other: ReadonlySet<string>): number =>
  [...one].filter((word) => other.has(word)).length;
