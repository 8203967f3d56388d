/** Sentences of a beat that are half a note to whoever tells it, as they are told to the player. */
import type { PlotBeat } from "@narratoria/protocol/contracts";
import { capitalise, isLemma, isWholeSentence } from "@narratoria/protocol/english";

/** "Either he's given in or he has caught you at it; in both cases he's crying a bit." */
const IN_BOTH_CASES =
  /^(?:[Ee]ither|[Ww]hether) [^.?!“”"]+? or [^.?!“”"]+?[;,:—–-]+ ?(?:(?:and|but) )?(?:in (?:both|either|any) cases?|either way|both ways|whichever it (?:is|was)|in the one case as in the other),? (?=\S)/u;
/** "Pilar or Deacon, one of them, is out in it": which of the two, nobody says. */
const ONE_OF_TWO =
  /^((?:The )?\p{Lu}[\p{L}’'-]+(?: \p{Lu}[\p{L}’'-]+)?) or ((?:the )?\p{Lu}[\p{L}’'-]+(?: \p{Lu}[\p{L}’'-]+)?), (?:one (?:of them|of the two|or the other)|whichever(?: [^,]{2,30})?|either(?: one)?|it does(?:n['’]t| not) matter which|your choice),? /u;
/** "Decision: his card, five pounds with it.", "Then: it may have been honey." */
const LABEL =
  /^(?:\*\*|__)?(?:the |your )?(?:decisions?|decide|choices?|question|then(?=[*_]*:[*_]* (?:it|he|she|they|there|you|nobody|the) )|outcomes?|results?|next|afterwards?|later|before|beat|note|what happens|what (?:they|you) (?:see|hear|find))(?:\*\*|__)?:(?:\*\*|__)?\s+(?=\S)/iu;
/** "(it comes again on Wednesday, if they missed it)" */
const ASIDE =
  /\s*\((?:[^()“”"]*[\s,;])?(?:if|unless|when|where|in case) (?:they|you|the (?:player|PC|party|crew|group)s?|nobody|no one) (?:have |has |had |['’]ve )?(?:missed?|misses|not|n['’]t|do(?:es)? not|don['’]t|did not|didn['’]t|already|ask(?:ed|s)?|want(?:ed|s)?|need(?:ed|s)?|fail(?:ed|s)?|came|come|choose|chose)\b[^()“”"]*\)/giu;

/** A sentence without what only its teller needs; empty where nothing else is in it. (rule CA5703) */
export function plainly(sentence: string): string {
  const told = sentence.replace(ASIDE, "");
  const both = IN_BOTH_CASES.exec(told);
  if (both !== null) {
    const rest = capitalise(told.slice(both[0].length));
    if (isWholeSentence(rest)) return rest;
  }
  const [two, first = "", second = ""] = ONE_OF_TWO.exec(told) ?? [];
  if (two !== undefined) return `One of them, ${first} or ${second}, ${told.slice(two.length)}`;
  const label = LABEL.exec(told);
  return label === null ? told : capitalise(told.slice(label[0].length));
}

/** "Do it with her before the bus: count goes up by one.": a deed, and what its teller counts for it. */
const COUNTED =
  /^(\p{Lu}\p{Ll}+ [^:“”"?]{3,70}): (?:the |your |their )?[\p{L}_]+(?: [\p{L}_]+)? (?:goes?|went|rises?|falls?|drops?|is|are) (?:up|down|raised|lowered|to)?\s?(?:by )?[\p{L}\d+-]+[.!]$/u;

/** The deed of a sentence that says what its teller counts for it. (rule CA5704) */
export const countedDeed = (sentence: string): string | undefined => {
  const deed = COUNTED.exec(sentence.trim())?.[1];
  return deed === undefined ? undefined : `${deed.charAt(0).toLowerCase()}${deed.slice(1)}`;
};

const IF_YOU = /^(?:Only )?[Ii]f you (?=\p{Ll})(?!(?:are|were|have|had|know|want|can|do|did)\b)([^“”"?]+)$/u;
/** "Follow the bell.": an order in few words. */
const ORDER = /^(\p{Lu}\p{Ll}+)(?: [\p{Ll}’'-]+){1,5}\.$/u;
const wordsOf = (text: string): readonly string[] => text.toLowerCase().match(/\p{L}{3,}/gu) ?? [];

/**
 * The opening of a beat that waits for a deed of the player's, where it names that deed as if it were still to be done: "If you crawl in under
 * the bell and look up: lettering" is told as "You crawl in under the bell and look up: lettering", and "Follow the bell." as "You follow the
 * bell." (rule CA5705)
 *
 * @param sentences - In the second person.
 */
export function withOwnDeed(sentences: readonly string[], conditions: PlotBeat["conditions"]): readonly string[] {
  const tags = [conditions?.player_choice ?? [], conditions?.player_choices ?? []].flat();
  const [first = "", ...rest] = sentences;
  if (tags.length === 0 || rest.some((one) => /^(?:But |And |Or )?[Ii]f you\b/u.test(one))) return sentences;
  const deed = IF_YOU.exec(first.trim())?.[1];
  if (deed !== undefined) {
    const [done = "", follows] = deed.split(/, (?:then )?(?=(?:you|he|she|it|they|there|the|an?|\p{Lu}\p{L}*) )/u);
    const told = follows === undefined ? [`You ${done}`] : [`You ${done}.`, capitalise(follows)];
    return [...told, ...rest];
  }
  const verb = ORDER.exec(first.trim())?.[1]?.toLowerCase();
  const known = new Set(tags.flatMap((tag) => wordsOf(tag.replaceAll(/[_-]/g, " "))));
  const isIt = verb !== undefined && known.has(verb) && isLemma(verb);
  return isIt ? [`You ${first.charAt(0).toLowerCase()}${first.slice(1)}`, ...rest] : sentences;
}

/** "(It is a letter.", "(The whistle is Gus.": what the question before it comes to. */
const GIVES_ANSWER =
  /^\((?:it|that|this|he|she|they|the (?:answer|riddle|solution|truth|word|\p{Ll}+)|answer:|\p{Lu}\p{L}+)['’]?s?\b/iu;
/** Sentences before it among which the question stands. */
const NEAR_QUESTION = 8;

/**
 * Indices of sentences in brackets of their own that give the answer of a question or a riddle before them: these are for whoever tells it.
 * (rule CA5715)
 */
export function riddleAnswers(sentences: readonly string[]): ReadonlySet<number> {
  const found = new Set<number>();
  sentences.forEach((sentence, at) => {
    const plain = sentence.trim();
    if (!/^\(/u.test(plain) || !GIVES_ANSWER.test(plain)) return;
    const asked = sentences
      .slice(Math.max(0, at - NEAR_QUESTION), at)
      .some((one) => /\?|\b(?:riddles?|asks?:?|question|clues?)\b/iu.test(one));
    const end = sentences.findIndex((one, index) => index >= at && /\)[.!]?$/u.test(one.trim()));
    if (!asked || end < 0) return;
    for (let index = at; index <= end; index++) found.add(index);
  });
  return found;
}
