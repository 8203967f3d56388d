import { sentenceKey, splitPieces } from "@narratoria/protocol/english";
import { type Check, type SceneFacts, wordsIn } from "./scene-facts.js";

/** So many words in a row are known again. */
const PHRASE = 6;
/** A phrase of this length that comes twice in one sentence is a stutter. */
const STUTTER = 5;

/** No sentence and no six words in a row come again: of this scene, of the last thirty, or of what the model was shown. */
export const repetition: Check = (sentence, facts) => {
  const words = wordsIn(sentence);
  const stutters = phrases(words, STUTTER);
  if (new Set(stutters).size < stutters.length || harps(words)) return "Do not say a thing twice.";
  const pieces = splitPieces(sentence).map(sentenceKey);
  const runs = phrases(words, PHRASE);
  const again = heardIn(facts).some(
    (before) => pieces.some((one) => before.sentences.has(one)) || runs.some((one) => before.phrases.has(one)),
  );
  return again ? "Do not repeat what has been told: say something new." : null;
};

/** "The earth, the earth, and the earth": a word that carries something comes three times. */
function harps(words: readonly string[]): boolean {
  const weighty = words.filter((word) => word.length > 3);
  return weighty.some((word) => weighty.filter((other) => other === word).length > 2);
}

interface Heard {
  readonly sentences: ReadonlySet<string>;
  readonly phrases: ReadonlySet<string>;
}

const phrases = (words: readonly string[], length: number): string[] =>
  words.slice(length - 1).map((_, at) => words.slice(at, at + length).join(" "));

const known = new WeakMap<readonly string[], Heard>();

/** The same lists are held against every sentence of a scene; `own` grows meanwhile. */
function heardIn({ past, told, own, instructions }: SceneFacts): Heard[] {
  const lists = [past, told, instructions].map((texts) => {
    const before = known.get(texts) ?? heard(texts);
    known.set(texts, before);
    return before;
  });
  return [...lists, heard(own)];
}

function heard(texts: readonly string[]): Heard {
  return {
    sentences: new Set(texts.flatMap((text) => splitPieces(text).map(sentenceKey))),
    phrases: new Set(texts.flatMap((text) => phrases(wordsIn(text), PHRASE))),
  };
}
