import { sentenceKey, splitPieces } from "../../english/sentences.js";
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
  const { sentences, phrases: known } = heardIn(facts);
  const again =
    splitPieces(sentence).some((piece) => sentences.has(sentenceKey(piece))) ||
    phrases(words, PHRASE).some((one) => known.has(one));
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

const ofPast = new WeakMap<readonly string[], Heard>();

/** The past is the same for all sentences of a scene. */
function heardIn({ past, told, own, instructions }: SceneFacts): Heard {
  const before = ofPast.get(past) ?? heard(past);
  ofPast.set(past, before);
  const now = heard([...told, ...own, ...instructions]);
  return {
    sentences: new Set([...before.sentences, ...now.sentences]),
    phrases: new Set([...before.phrases, ...now.phrases]),
  };
}

function heard(texts: readonly string[]): Heard {
  return {
    sentences: new Set(texts.flatMap((text) => splitPieces(text).map(sentenceKey))),
    phrases: new Set(texts.flatMap((text) => phrases(wordsIn(text), PHRASE))),
  };
}
