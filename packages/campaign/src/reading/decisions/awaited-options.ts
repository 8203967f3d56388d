/** Which of the ways that a beat puts to the player is the deed that a later beat waits for. */
import { verbLemmas } from "@narratoria/protocol/english";
import type { TaggedWords } from "../screenplay.js";

/** Whether a sentence ends in a way, in whatever form its verb stands. */
const endsIn = (words: string, way: string): boolean => {
  const [all, own] = [wordsOf(words), wordsOf(way)];
  return own.length > 0 && all.length >= own.length && hasAll(own, all.slice(-own.length - 1));
};

/** A beat that waits for a deed, and comes after the beat that puts the ways. */
export interface AwaitedDeed {
  readonly tag: string;
  /** What the beat tells first, in the second person. */
  readonly opens: readonly string[];
}

/** To keep something to oneself, in any words. */
const SILENCE =
  /\b(?:hush|say nothing|keep (?:quiet|silent|silence|mum|the (?:silence|secret|peace))|keep (?:it|his|her|their|the) (?:secret|name)|hold your (?:tongue|peace)|be silent)\b/iu;
const YES = /^(?:say yes|agree|accept|consent|nod)\b/iu;
const NO = /^(?:say no|refuse|decline|turn (?:him|her|them|it) down)\b/iu;
/** Verbs that say nothing without their object. */
const EMPTY = /^(?:go|do|be|have|take|make|get|put|give|let|tell|say|ask|keep|leave|come|it|him|her|them|the|an?|to)$/u;
/** "Not", "nothing": the opposite of the deed. */
const OPPOSITE = /\b(?:not|nothing|nobody|never|neither|without|instead of|refuse|decline)\b|n[’']t\b/iu;

/** What one does with the one of several that one chooses. */
const TAKES = /^(?:take|choose|pick|use|follow|try|go)$/u;

const wordsOf = (text: string): readonly string[] =>
  text
    .toLowerCase()
    .replaceAll(/[-_]+/g, " ")
    .replaceAll(/[“”"‘’',.;:!?()]/g, " ")
    .split(/\s+/u)
    .filter((word) => word !== "");

/** A word under all the forms that it may be written in. */
const formsOf = (word: string): readonly string[] => [word, ...verbLemmas(word)];

const hasAll = (needed: readonly string[], within: readonly string[]): boolean => {
  const forms = new Set(within.flatMap(formsOf));
  return needed.length > 0 && needed.every((word) => formsOf(word).some((form) => forms.has(form)));
};

const telling = (words: readonly string[]): readonly string[] => words.filter((word) => !EMPTY.test(word));
const isNegative = (text: string): boolean => OPPOSITE.test(text);

/**
 * Whether a way is the deed: its words are the tag's, or the tag's are its own; both are to keep silent; or the waiting beat begins with the
 * player doing it ("You said no", "You tell it, out loud").
 */
function isTheDeed(way: string, { tag, opens }: AwaitedDeed): boolean {
  const words = wordsOf(way);
  const deed = wordsOf(tag);
  if (isNegative(way) === isNegative(deed.join(" "))) {
    const [own, of] = [telling(words), telling(deed)];
    const sameVerb = hasAll(words.slice(0, 1), deed) && hasAll(deed.slice(0, 1), words);
    if (sameVerb && (hasAll(of, words) || hasAll(own, deed))) return true;
  }
  // "Choose the fort road" is to take it.
  const [verb = "", ...object] = deed;
  if (words[0] === "choose" && TAKES.test(verb) && hasAll(telling(object), words.slice(1))) return true;
  if (SILENCE.test(way) && SILENCE.test(deed.join(" "))) return true;
  return opens.slice(0, 2).some((sentence) => isDoneIn(way, sentence));
}

/** "You said no.", "You tell it, out loud, to all of them." */
function isDoneIn(way: string, sentence: string): boolean {
  const done = /^(?:So |Then |And )?you (?:have |had )?(.+)$/iu.exec(sentence)?.[1];
  if (done === undefined || isNegative(way.replace(NO, "")) !== isNegative(done.replace(/^(?:say|said) no\b/iu, "")))
    return false;
  const [verb = "", ...rest] = wordsOf(way);
  const [first = "", ...others] = wordsOf(done);
  if (!formsOf(first).includes(verb) && !formsOf(verb).includes(first)) return false;
  const needed = rest.filter((word) => !/^(?:the|an?|now|right|there|then)$/u.test(word));
  return hasAll(needed.slice(0, 3), others) && (needed.length > 0 || others.length < 4);
}

/** Share of the words of a tag that a way has which is the deed in other words: "print_the_slip" beside "run off a slip". */
const SHARED_OF_TAG = 0.5;

/**
 * Gives the ways that are left the tags that are left, where each of these tags shares words with one of the ways alone, and each of these ways
 * with one of the tags alone. Where as many ways as tags are known but for one, the last is the last. (rule CA5700)
 *
 * @returns Undefined where a tag has no way of its own.
 */
function withSharedWords(
  ways: readonly string[],
  tags: readonly (string | undefined)[],
  all: readonly string[],
): readonly (string | undefined)[] | undefined {
  const left = all.filter((tag) => !tags.includes(tag));
  const open = ways.flatMap((_, at) => (tags[at] === undefined ? [at] : []));
  // "Sell the boat" is not "burn_the_boat": words alone tell apart only the tags of several ways.
  if (left.length === 0 || all.length < 2 || open.length < left.length) return undefined;
  const shares = (way: string, tag: string): boolean => {
    const deed = wordsOf(tag);
    const words = new Set(telling(wordsOf(way)).flatMap(formsOf));
    const own = telling(deed);
    const shared = own.filter((word) => formsOf(word).some((form) => words.has(form))).length;
    return isNegative(way) === isNegative(deed.join(" ")) && shared > 0 && shared >= own.length * SHARED_OF_TAG;
  };
  const found = left.map((tag) => open.filter((at) => shares(ways[at] ?? "", tag)));
  const wayOf = left.map((_, index) => {
    const [at, other] = found[index] ?? [];
    const isOnly = at !== undefined && other === undefined;
    return isOnly && found.filter((ats) => ats.includes(at)).length === 1 ? at : undefined;
  });
  const unknown = left.flatMap((_, index) => (wayOf[index] === undefined ? [index] : []));
  const rest = open.filter((at) => !wayOf.includes(at));
  const [last] = unknown;
  if (unknown.length > 1 || (last !== undefined && (rest.length !== 1 || ways.length < FEWEST_WAYS))) return undefined;
  if (last !== undefined) {
    const [at = -1] = rest;
    if (isNegative(ways[at] ?? "") !== isNegative(wordsOf(left[last] ?? "").join(" "))) return undefined;
    wayOf[last] = at;
  }
  return ways.map((_, at) => tags[at] ?? left[wayOf.indexOf(at)]);
}

/** Of two ways the second may be anything; of three the last is what is left. */
const FEWEST_WAYS = 3;

/**
 * Gives each way that a later beat waits for its tag: of two ways that fit one deed, or two deeds that fit one way, none. Where a no is one of
 * two deeds, the yes beside it is the other. (rule CA4701)
 *
 * @param ways - What a beat puts to the player, bare infinitives.
 * @param named - Flags that the author names behind the ways that set them; they go before all else. (rule CA4807)
 * @returns The tag of each way; undefined where it has none.
 */
export function awaitedOptions(
  ways: readonly string[],
  deeds: readonly AwaitedDeed[],
  named: readonly TaggedWords[] = [],
): readonly (string | undefined)[] {
  const given = ways.map((way) => named.find(({ words }) => endsIn(words, way))?.tag);
  if (given.some((tag) => tag !== undefined)) {
    const rest = deeds.filter(({ tag }) => !given.includes(tag));
    const others = awaitedOptions(ways, rest);
    return given.map((tag, at) => tag ?? others[at]);
  }
  const fits = ways.map((way) => [...new Set(deeds.filter((deed) => isTheDeed(way, deed)).map(({ tag }) => tag))]);
  const tags = fits.map(([tag, other]) =>
    tag !== undefined && other === undefined && fits.filter((of) => of.includes(tag)).length === 1 ? tag : undefined,
  );
  const all = [...new Set(deeds.map(({ tag }) => tag))];
  const byWords = withSharedWords(ways, tags, all);
  if (byWords !== undefined) return byWords;
  const left = all.filter((tag) => !tags.includes(tag));
  const isAnswered = (form: RegExp): boolean => ways.some((way, at) => tags[at] !== undefined && form.test(way));
  if (all.length !== 2 || left.length !== 1) return tags;
  return tags.map((tag, at) => {
    const way = ways[at] ?? "";
    const isOther = (isAnswered(NO) && YES.test(way)) || (isAnswered(YES) && NO.test(way));
    return tag ?? (isOther ? left[0] : undefined);
  });
}
