/**
 * What a sentence puts to the player, and the sentences behind it that each take up one of its ways by a word and say what comes of it:
 * "You may buy the knife, or borrow it. Bought, it is evidence. Lent, it comes with the child." (rule CA1700)
 */
import { capitalise, participle, verbLemmas } from "@narratoria/protocol/english";
import { alternativesIn, permittedIn } from "./alternatives.js";
import type { BranchesOfBeat } from "./branches.js";
import { inFewWords, isBare, isDeed, isThreat, lowered, NOTICED, withOneVerb } from "./deed-words.js";
import { asHappening } from "./happening.js";
import { withoutCounts, wordsOfDeed } from "./named-deeds.js";

/** A sentence of a beat, and the paragraph or the item of a list in which it stands. */
export interface BeatSentence {
  readonly meaning: string;
  readonly told: string;
  readonly block: number;
}

/** "Your call:", "Last call:", "What you do about this is up to you:", "Here there are two honest courses:" */
const PUTS =
  /^(?:(?:\p{L}+ ){0,2}(?:call|choice|choices|decision|options?|pick|move|dilemma)|choose|decide|pick one|[^:“”"?]{0,60}\b(?:up to (?:you|them)|lies with you|your (?:call|choice|decision)|choice|courses|ways|options)\b[^:“”"?]{0,60}): (?=\S)/iu;
/** "It lies with you to buy it, or to ask for the loan of it." */
const IS_FOR_YOU =
  /^(?:it|that) (?:lies with|is for|falls to|rests with|is open to|is left to) (?:you|them) (?=to \p{Ll})/iu;
const BETWEEN_WAYS = /(,? or (?:else )?(?:may )?|; (?:or )?|, (?:or )?)/u;

/** The ways that a sentence puts, bare infinitives, or none. */
function waysPutBy(meaning: string): readonly string[] {
  const plain = meaning.trim().replace(/[.!?\s]+$/u, "");
  const lead = (PUTS.exec(plain) ?? IS_FOR_YOU.exec(plain))?.[0];
  if (lead !== undefined) return listOf(plain.slice(lead.length));
  const may = /^(?:and |but |so |here |now )?you (?:may|can|could) (?=\p{Ll})/iu.exec(plain)?.[0];
  const permitted = may === undefined || !/ or /.test(plain) ? [] : listOf(plain.slice(may.length));
  if (permitted.length > 1) return permitted;
  const ways = alternativesIn(meaning);
  return ways.length > 1 ? ways : permittedIn(meaning);
}

/** "Take the book while he looks at the roses, or wait, without speaking, for him to fetch it" as its ways. */
function listOf(words: string): readonly string[] {
  if (!/\bor\b/.test(words) || /[“”"]/.test(words)) return [];
  const alike = withOneVerb(words.split(/,\s+(?:or\s+)?|\s+or\s+/u));
  if (alike.length > 0) return alike;
  const parts: string[] = [];
  let between = "";
  for (const [at, piece] of words.split(BETWEEN_WAYS).entries()) {
    if (at % 2 === 1) {
      between = piece;
      continue;
    }
    const way = bare(piece);
    // "Or rat her out": a verb that is in no list.
    const opens = isDeed(way, true) && (/\bor\b/.test(between) || isBare(way.split(/[ ,]/)[0] ?? ""));
    const last = parts.length - 1;
    if (last < 0 || opens) parts.push(way);
    else parts[last] = `${parts[last] ?? ""}${between}${piece}`;
  }
  const ways = parts.map((part) => inFewWords(withoutRemark(part)));
  return ways.length > 1 && ways.every((way) => way !== undefined && isOffered(way))
    ? ways.flatMap((way) => way ?? [])
    : [];
}

const bare = (words: string): string => lowered(words.trim()).replace(/^(?:either |to |may |can )+/u, "");
/** ", which is theft", ", garnets, glove and grave": no part of the deed. */
const withoutRemark = (way: string): string =>
  way
    .replace(/, (?:which|who|since|because|as|but|for|without)\b.*$/su, "")
    .replace(/, (?!and |then )[^,]+(?:, [^,]+)* and [^,]+$/su, "")
    .trim();
const isOffered = (way: string): boolean =>
  isDeed(way.replaceAll(",", ""), true) && !NOTICED.test(way) && !isThreat(way);

/** A sentence that takes up one way, and what it says comes of it. */
interface Outcome {
  readonly words: string;
  readonly isDenied: boolean;
  readonly comes: string;
}

/** "Trade: it costs you something you like." */
const LABEL = /^(\p{Lu}[^:.!?“”",]{0,40}): (\S.*)$/su;
/** "Bought, it is evidence", "Left alone, he sings", "Carried to the Row, it stands on the sill" */
const DONE = /^(\p{Lu}\p{Ll}+)((?: (?!and\b|or\b|but\b)[\p{L}’'-]+){0,4}), (?:and )?(\S.*)$/su;
/** "If the Canon is told, he sees it", "If he is not, Price stays where he is" */
const IF = /^(?:But |And )?If ([^,:;“”"]{2,60}?)(?:, | then )(\S.*)$/su;
const LABEL_WORDS = 6;

function outcomeOf(sentence: string): Outcome | undefined {
  const [, label = "", after = ""] = LABEL.exec(sentence) ?? [];
  if (label !== "" && label.split(" ").length <= LABEL_WORDS)
    return { words: lowered(label), isDenied: DENIED.test(lowered(label)), comes: after };
  const [, done = "", rest = "", so = ""] = DONE.exec(sentence) ?? [];
  if (done !== "" && isParticiple(done.toLowerCase()))
    return { words: `${done.toLowerCase()}${rest}`, isDenied: false, comes: so };
  const [, clause = "", then = ""] = IF.exec(sentence) ?? [];
  return clause === ""
    ? undefined
    : { words: lowered(clause), isDenied: / not$|n['’]t\b|^not\b| not /u.test(clause), comes: then };
}

const DENIED = /^(?:do not|don['’]t|didn['’]t|not)\b/u;
const isParticiple = (word: string): boolean =>
  verbLemmas(word).some((lemma) => participle(lemma) === word && lemma !== word) ||
  /^(?:\p{Ll}{2,}ed|put|let|cut|shut|set|read|hit|kept|left|lent|held|told|paid|sold|sent|spent)$/u.test(word);

/** "Either way, she goes home": comes of each. */
const OF_EACH = /^(?:either way|whichever|whatever you (?:do|choose|decide)|in either case|both ways)\b[^,]{0,40}, /iu;
/** Sentences behind an outcome that go on with it. */
const MOST_GOING_ON = 4;

/** What is said behind a sentence that puts ways, from its own index on. */
interface Behind {
  readonly outcomes: readonly { readonly outcome: Outcome; readonly from: number; readonly to: number }[];
  readonly ofEach: readonly number[];
  readonly end: number;
}

function outcomesBehind(sentences: readonly BeatSentence[], at: number): Behind {
  const outcomes: { outcome: Outcome; from: number; to: number }[] = [];
  const ofEach: number[] = [];
  let index = at + 1;
  for (; index < sentences.length; index++) {
    const { told, block } = sentences[index] ?? { told: "", block: 0 };
    if (outcomes.length > 0 && OF_EACH.test(told)) {
      ofEach.push(index);
      continue;
    }
    const outcome = outcomeOf(told);
    const last = outcomes.at(-1);
    if (outcome !== undefined) outcomes.push({ outcome, from: index, to: index });
    else if (last === undefined || ofEach.length > 0) break;
    // What stands in an item of its own behind the last is told of no single one.
    else if (block !== (sentences[last.from]?.block ?? block) || index - last.from > MOST_GOING_ON) break;
    else last.to = index;
  }
  return { outcomes, ofEach, end: index };
}

/** Which outcome is that of which way: by the words they share, and what is left over on both sides in its order. */
function matched(ways: readonly string[], outcomes: readonly Outcome[]): ReadonlyMap<string, number> | undefined {
  const found = new Map<string, number>();
  const isTaken = (at: number): boolean => [...found.values()].includes(at);
  const isUndone = (way: string): boolean => /^(?:decide not|do not|don['’]t|refuse to) /u.test(way);
  const pairs = ways
    .flatMap((way) =>
      outcomes.map(({ words, isDenied }, at) => ({
        way,
        at,
        shared: isDenied === isUndone(way) ? sharedOf(wordsOfDeed(words), wordsOfDeed(way)) : 0,
      })),
    )
    .filter(({ shared }) => shared > 0)
    .toSorted((one, other) => other.shared - one.shared);
  for (const { way, at } of pairs) if (!found.has(way) && !isTaken(at)) found.set(way, at);
  const isSure = found.size > 0 && found.size * 2 >= outcomes.length;
  const open = ways.filter((way) => !found.has(way));
  const left = outcomes.map((_, at) => at).filter((at) => !isTaken(at));
  if (!isSure || left.length > open.length) return undefined;
  if (left.length > 0 && left.length < open.length) return undefined;
  left.forEach((at, index) => found.set(open[index] ?? "", at));
  return found;
}

const sharedOf = (one: ReadonlySet<string>, other: ReadonlySet<string>): number =>
  [...one].filter((word) => other.has(word)).length;

/**
 * Reads the ways that a beat puts in one sentence, each with what the sentences behind it say comes of it. (rule CA1700)
 *
 * @param sentences - All that the beat tells, in order, in the second person.
 */
export function readNamedOutcomes(sentences: readonly BeatSentence[]): BranchesOfBeat {
  for (let at = 0; at < sentences.length; at++) {
    const { meaning = "" } = sentences[at] ?? {};
    const ways = waysPutBy(meaning);
    if (ways.length < 2) continue;
    const { outcomes, ofEach, end } = outcomesBehind(sentences, at);
    const known =
      outcomes.length > 1
        ? matched(
            ways,
            outcomes.map(({ outcome }) => outcome),
          )
        : undefined;
    if (known === undefined) {
      if (!PUTS.test(meaning) && !IS_FOR_YOU.test(meaning)) continue;
      return { branches: ways.map((text) => ({ text })), decides: true, taken: new Set([at]) };
    }
    const each = ofEach
      .map((index) => (sentences[index]?.told ?? "").replace(OF_EACH, ""))
      // "Either way, get those two to talk" is said to the teller.
      .filter((told) => !isBare(lowered(told).split(/[ ,]/)[0] ?? ""))
      .map(capitalise);
    const branches = ways.map((text) => {
      const own = outcomes[known.get(text) ?? -1];
      const goesOn = own === undefined ? [] : sentences.slice(own.from + 1, own.to + 1).map(({ told }) => told);
      const result = own === undefined ? "" : resultOf([capitalise(own.outcome.comes), ...goesOn, ...each].join(" "));
      return { text, ...(result === "" ? {} : { result }) };
    });
    return { branches, decides: true, taken: new Set(Array.from({ length: end - at }, (_, index) => at + index)) };
  }
  return { branches: [], decides: false, taken: new Set() };
}

function resultOf(words: string): string {
  const told = withoutCounts(words).trim();
  return /\p{L}/u.test(told) ? asHappening(/[.!?…][”"’']?$/u.test(told) ? told : `${told}.`) : "";
}
