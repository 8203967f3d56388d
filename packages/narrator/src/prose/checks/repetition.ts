import { sentenceKey, splitPieces, splitSentences } from "@narratoria/protocol/english";
import { sharedInOrder } from "./kept-words.js";
import { type Check, wordsIn } from "./scene-facts.js";

/** Words from which a sentence is known again. */
const LEAST_WORDS = 5;
/** A word that comes so often in one sentence is a stutter. */
const MOST_OF_A_WORD = 5;

/** No whole sentence comes again, of this scene or of earlier ones; the author's own may. (rule NA718) */
export const repetition: Check = (sentence, { told, past, given, draft }) => {
  const words = wordsIn(sentence).filter((word) => word.length > 3);
  // A step may stutter: "knock, knock-knock knock, knock".
  const inDraft = (word: string): number => wordsIn(draft).filter((other) => other === word).length;
  if (
    words.some((word) => {
      const times = words.filter((other) => other === word).length;
      return times >= MOST_OF_A_WORD && times > inDraft(word);
    })
  )
    return "Do not say a thing twice.";
  const pieces = splitPieces(sentence).filter((piece) => wordsIn(piece).length >= LEAST_WORDS);
  if (isNearly(sentence, told) || isNearly(sentence, past)) {
    if (!isOrdered(sentence, given)) return "Do not repeat what has been told.";
  }
  const again = pieces.find((piece) => keysOf(told).has(sentenceKey(piece)) || keysOf(past).has(sentenceKey(piece)));
  return again === undefined || isOrdered(again, given) ? null : "Do not repeat what has been told.";
};

/** Words from which a sentence said otherwise is known again, and the share of them that stands in the same order. */
const NEARLY = { words: 9, share: 0.8 };

/** Whether a sentence has been told but for a word here and there. */
function isNearly(sentence: string, texts: readonly string[]): boolean {
  const words = wordsIn(sentence);
  if (words.length < NEARLY.words) return false;
  const least = NEARLY.share * words.length;
  return sentencesOf(texts).some(
    (other) =>
      other.words.length >= least &&
      other.words.length <= words.length / NEARLY.share &&
      words.filter((word) => other.set.has(word)).length >= least &&
      sharedInOrder(words, other.words) >= NEARLY.share * Math.max(words.length, other.words.length),
  );
}

interface ToldWords {
  readonly words: readonly string[];
  readonly set: ReadonlySet<string>;
}
const toldWords = new WeakMap<readonly string[], { readonly size: number; readonly all: readonly ToldWords[] }>();

function sentencesOf(texts: readonly string[]): readonly ToldWords[] {
  const before = toldWords.get(texts);
  if (before?.size === texts.length) return before.all;
  const all = texts.flatMap(splitSentences).map((one) => ({ words: wordsIn(one), set: new Set(wordsIn(one)) }));
  toldWords.set(texts, { size: texts.length, all });
  return all;
}

/** A step or a line that this scene is to tell again. */
const isOrdered = (piece: string, given: string): boolean => {
  const [, orders = ""] = given.split("# WHAT HAPPENS");
  return wordsIn(orders).join(" ").includes(wordsIn(piece).join(" "));
};

const known = new WeakMap<readonly string[], { readonly size: number; readonly keys: ReadonlySet<string> }>();

function keysOf(texts: readonly string[]): ReadonlySet<string> {
  const before = known.get(texts);
  if (before?.size === texts.length) return before.keys;
  const keys = new Set(texts.flatMap((text) => splitPieces(text).map(sentenceKey)));
  known.set(texts, { size: texts.length, keys });
  return keys;
}
