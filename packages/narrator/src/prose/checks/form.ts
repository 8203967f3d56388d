import { countWords, looksFinite } from "@narratoria/protocol/english";
import { lintScene } from "../../lint-scene.js";
import { type Check, unquoted, wordsIn } from "./scene-facts.js";

const FEWEST_WORDS = 3;
const MOST_WORDS = 38;
/** Shorter sentences say little of their language. */
const TELLING_WORDS = 6;
const COMMON_SHARE = 0.15;
const SCRIPT_SHARE = 0.9;

/** Neither a fragment nor an endless one; "Nothing follows" is whole, and what “you” do in two words is not the model's to tell. */
export const length: Check = (sentence) => {
  const words = countWords(sentence);
  const [first = "", second = ""] = wordsIn(sentence);
  const isWhole = words === 2 && looksFinite(second, true) && first !== "you";
  if (words < FEWEST_WORDS && !isWhole) return "Write whole sentences.";
  return words > MOST_WORDS ? "Write shorter sentences." : null;
};

/** The campaign's own script, and its commonest words among the others. */
export const language: Check = (sentence, { words }) => {
  const letters = sentence.match(/\p{L}/gu) ?? [];
  const own = letters.filter((letter) => words.script.test(letter));
  if (own.length < SCRIPT_SHARE * letters.length) return "Write in the language of the story.";
  const said = wordsIn(sentence);
  const common = said.filter((word) => words.common.has(word));
  return said.length >= TELLING_WORDS && common.length < COMMON_SHARE * said.length
    ? "Write in the language of the story."
    : null;
};

const MARKUP =
  /<[|/\w]|\|>|\[\/?\w|\*\*|__|^#|```|^[-*•]\s|^\d+[.)]\s|https?:|[{}\\^~=|]|\ufffd|&\w+;|\p{Extended_Pictographic}/u;
const OF_THE_TASK =
  /\b(?:the (?:player|reader|narrator|protagonist|story|scene|paragraph|passage|text|author|character)|this (?:story|scene|paragraph|passage|sentence|text|tale)|(?:next|two|first|second|last|short) sentences?|language model|as an ai|second person|present tense|lorem ipsum|for example|in summary|in conclusion|once upon)\b/i;
const LABEL = /^\p{L}+(?: \p{L}+)?:\s/u;

/** No marks of a model's own format, no list, no heading, and not a word about the task. */
export const markup = (sentence: string): string | null => {
  if (MARKUP.test(sentence) || LABEL.test(sentence)) return "Write plain sentences, without marks or headings.";
  return OF_THE_TASK.test(unquoted(sentence)) ? "Write the story itself, and not about it." : null;
};

const PAST =
  /\b(?:was|were|had|did|said|looked|stood|came|went|took|made|gave|felt|seemed|turned|watched|noticed|asked|told|walked)\b/i;
/** "Ought to be asked", "is made of". */
const PARTICIPLE =
  /\b(?:be|been|being|is|are|has|have|gets?)(?: (?:not|never|\w+ly))? (?:said|looked|made|asked|told|turned|watched|noticed|felt)\b/gi;
const PRESENT =
  /\b(?:is|are|has|have|does|do|can|will|may|might|must|ought|should|would|could|seems?|looks?|stands?|comes?|goes?|turns?|watch(?:es)?|smells?|sounds?|hangs?|lies?|sits?|keeps?|holds?|waits?|moves?|leans?|shows?|makes?|takes?|gives?|puts?|nods?|hears?|sees?|rests?|runs?)\b/i;

/** Told as it happens: a sentence of nothing but what has been is a sentence of another story. */
export const tense: Check = (sentence) => {
  const words = unquoted(sentence).replace(PARTICIPLE, "is");
  return PAST.test(words) && !PRESENT.test(words) ? "Write in the present tense." : null;
};

/** "What of the courtyard?" needs no verb. */
const SHORT_QUESTION = /^(?:And |But )?(?:what (?:of|about)|how about|and) [^.!]+\?$|^And [^.!]+\?$/i;

/** Whatever the word: what is right twice running in an author's sentence is a slip in a model's. */
const DOUBLED = /(?<![\p{L}’'-])(?!(?:had|that) )(\p{L}+) \1(?![\p{L}’'-])/iu;

/** Doubled words, a and an, agreement, stops: what `lintScene` finds. */
export const slips: Check = (sentence) =>
  (!SHORT_QUESTION.test(sentence) &&
    !wordsIn(unquoted(sentence)).some((word) => looksFinite(word, true) || /[a-z]{3,}s$/.test(word))) ||
  lintScene([sentence], new Set()).length > 0 ||
  DOUBLED.test(sentence) ||
  /[,;] *$|\b(?:the|a|an|and)[.!?…]/i.test(sentence)
    ? "Write whole and correct sentences."
    : null;
