/** Our own joints between the sentences of an author who tells in the past: "You go to the mill" is "You went to the mill". */
import { isLemma, pastOf, pastTense } from "@narratoria/protocol/english";

/** What stands between "you" and its verb. */
const YOU = /\b([Yy]ou)((?: (?:all|still|both))?) (\p{Ll}+)/gu;
const AND = /\band (\p{Ll}+)(?=[ ,.]|$)/gu;
const OTHERS = /\b(Nobody|That|It|it|that|nobody) (is|takes|works|does|comes)\b/gu;
/** A verb whose subject is the slot before it. */
const BEHIND_SLOT = /^ (is|are|comes?|goes|go|has|have|does|do)\b/u;

const AUXILIARY = /^(?:is|are|has|have|does|do)$/u;

const HAPPENED = /^(?:was|were|had|did|would|could)$/u;

const past = (verb: string): string => pastOf(verb) ?? pastTense(verb);

/**
 * Puts the words of a joint into the past. (rule NA3260)
 *
 * @param words - Words of a frame as they stand, between two slots and outside quotation marks.
 * @param behindSlot - Whether a slot stands right before them, which may be the subject of their first verb.
 */
export function jointInPast(words: string, behindSlot: boolean): string {
  const told = words
    .replace(YOU, (whole, you: string, how: string, verb: string) =>
      isLemma(verb) || AUXILIARY.test(verb) ? `${you}${how} ${past(verb)}` : whole,
    )
    .replace(OTHERS, (_, subject: string, verb: string) => `${subject} ${past(verb)}`)
    .replace(AND, (whole, verb: string) => (isLemma(verb) ? `and ${past(verb)}` : whole))
    .replace(/\bwill\b/gu, "would");
  return behindSlot ? told.replace(BEHIND_SLOT, (_, verb: string) => ` ${past(verb)}`) : told;
}

/**
 * What somebody does, as it happened: "Posy holds out the glass" gives "Posy held out the glass". (rule NA3260)
 *
 * @param names - What they may be called in it, the longest first.
 */
export function doneInPast(sentence: string, names: readonly string[]): string {
  const name = names.find((one) => sentence.startsWith(`${one} `) || sentence.startsWith(`${one}, `));
  if (name === undefined) return sentence;
  // "Posy Garlick, the baker, holds out the glass": who she is stands between.
  const [head = ""] = /^(?:, [^,.]+,)? /u.exec(sentence.slice(name.length)) ?? [];
  const rest = sentence.slice(name.length + head.length);
  const [verb = ""] = rest.split(/[ .,]/u);
  // "Osk was tightening a girth" has happened already. (rule NA4317)
  if (HAPPENED.test(verb)) return sentence;
  const told = head === "" || (isLemma(verb) && !AUXILIARY.test(verb)) ? undefined : pastOf(verb);
  return told === undefined ? sentence : `${name}${head}${told}${rest.slice(verb.length)}`;
}
