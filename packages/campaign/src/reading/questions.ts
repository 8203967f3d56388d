import type { BeatReading, CastEntry, ReadFact, ReadQuestion, ReadTopic } from "@narratoria/protocol/contracts";
import { type NameIndex, splitSentences } from "@narratoria/protocol/english";
import { impliedQuestions } from "./implied-questions.js";
import type { RareWords } from "./rare-words.js";
import { withoutSpeech } from "./texts.js";

export interface QuestionContext {
  readonly names: NameIndex;
  readonly rare: RareWords;
  readonly title: string;
  readonly properNames: readonly string[];
  readonly cast: readonly CastEntry[];
  readonly topics: readonly ReadTopic[];
  /** The premise as the player hears it, by paragraph. */
  readonly opening: readonly string[];
  readonly facts: readonly ReadFact[];
  readonly beats: readonly BeatReading[];
  readonly endings: readonly { readonly id: string; readonly body: string }[];
  lineOf(file: string, text: string): number;
}

/** Questions of theme, and those that nobody could answer. */
const RHETORICAL =
  /^(?:who counts|what could go wrong|why not|who cares|what else|so what|how could|and then|what now|really|isn['’]t|aren['’]t|don['’]t|wouldn['’]t|and what(?:,|\b.*\bdo you find)|what is owed|who do you stay|what do you do)\b/i;
const OPENER =
  /^(?:and |but |so |or |then )?(?:who|what|where|why|when|how|whose|which|is|are|was|were|did|does|do|has|have|had|can|will)\b/i;
const MOST_CLUES = 8;
/** What a person, place or topic in both says, beside words that say the more the rarer they are. */
const SHARED_KEY = 2;
/** Least that a clue, and an answer, has in common with its question. */
const CLUE = 4;
const ANSWER = 5;

/**
 * Finds the open questions of the story: those that premise and beats put, outside dialogue, and those that the premise raises without
 * asking, as far as something else in the campaign bears on them.
 *
 * @param premise - The premise whole, with the questions that the teller is to keep in mind.
 */
export function readQuestions(premise: string, context: QuestionContext): ReadQuestion[] {
  const asked: { text: string; from: string; file: string }[] = [];
  const take = (text: string, from: string, file: string): void => {
    const plain = text.replace(/[*_>#|]|^\s*(?:[-+]|\d+[.)])\s/gm, " ").replace(/[“"][^”"]*[”"]/g, " ");
    for (const sentence of splitSentences(plain)) {
      const question = sentence.replace(/^[^?]*?:\s*/, (head) => (head.length < 60 ? "" : head)).trim();
      if (!/\?$/.test(question) || !OPENER.test(question) || RHETORICAL.test(question)) continue;
      if (question.split(/\s+/).length < 3 || asked.some((one) => one.text.toLowerCase() === question.toLowerCase()))
        continue;
      asked.push({
        text: question.replace(/^(?:and|but|so|or|then) (\p{L})/iu, (_, letter: string) => letter.toUpperCase()),
        from,
        file,
      });
    }
  };
  for (const paragraph of premise.split(/\n\n+|\n(?=\s*(?:[-*+|]|\d+[.)]))/))
    take(paragraph, "premise", "plot/premise.md");
  // Somebody may speak for several sentences.
  for (const beat of context.beats) take(withoutSpeech(beat.told.join(" ")), beat.id, "plot/beats.json");
  const isAsked = (text: string): boolean => {
    const words = context.rare.in(text);
    const keys = context.names.keysIn(text);
    return asked.some((one) => {
      const others = context.rare.in(one.text);
      const otherKeys = context.names.keysIn(one.text);
      return (
        words.size + keys.length > 0 &&
        [...words].every((word) => others.has(word)) &&
        keys.every((key) => otherKeys.includes(key))
      );
    });
  };
  const raised = impliedQuestions(context.opening, context).filter(({ text }) => !isAsked(text));
  return [
    ...asked.map((one) => ({ ...one, why: "a question in the text" })),
    ...raised.map(({ text, sentence }) => ({
      text,
      from: "premise",
      file: sentence === context.title ? "manifest.json" : "plot/premise.md",
      sentence,
      why: "the premise leaves it open",
    })),
  ]
    .map((one) => questionOf(one, context))
    .filter(({ evidence, clues, names }) => evidence.certainty === "stated" || clues.length > 0 || names.length > 0)
    .map((question, index) => ({ id: `question-${index + 1}`, ...question }));
}

/** A question as it was found, and the words in which. */
interface Asked {
  readonly text: string;
  readonly from: string;
  readonly file: string;
  readonly sentence?: string;
  readonly why: string;
}

function questionOf({ text, from, file, sentence, why }: Asked, context: QuestionContext): Omit<ReadQuestion, "id"> {
  const { names, rare, facts, beats, endings } = context;
  const keys = names.keysIn(text);
  const words = rare.weights(text);
  const score = (other: string, otherKeys: readonly string[]): number => {
    let sum = 0;
    for (const [word] of rare.weights(other)) sum += words.get(word) ?? 0;
    for (const key of otherKeys) if (keys.includes(key)) sum += SHARED_KEY;
    return sum;
  };
  // A question that says little, such as "What is Ron hiding?", is answered by what is said of the one it names.
  const most = [...words.values()].reduce((sum, weight) => sum + weight, 0) + keys.length * SHARED_KEY;
  const least = Math.min(CLUE, Math.max(SHARED_KEY, most * 0.5));
  const clues = facts
    .map((fact) => ({ fact, points: score(`${fact.text} ${fact.tail ?? ""}`, fact.names) }))
    .filter(({ points }) => points >= least)
    .sort((one, other) => other.points - one.points)
    .slice(0, MOST_CLUES);
  const answers = [
    ...beats
      .filter((beat) => beat.id !== from)
      .map((beat) => ({
        id: beat.id,
        points: score([...beat.told, ...beat.opens.map((effect) => effect.text)].join(" "), beat.names),
      })),
    ...endings.map((ending) => ({ id: ending.id, points: score(ending.body, names.keysIn(ending.body)) })),
  ];
  const best = Math.max(0, ...answers.map(({ points }) => points));
  const line = context.lineOf(file, sentence ?? text);
  const topic = context.topics.find(({ id }) => keys.includes(`topic:${id}`))?.np;
  return {
    text,
    ...(topic === undefined ? {} : { topic }),
    from,
    clues: clues.map(({ fact }) => fact.id),
    answeredBy: answers.filter(({ points }) => points >= ANSWER && points >= best * 0.7).map((one) => one.id),
    names: keys,
    evidence: { certainty: sentence === undefined ? "stated" : "inferred", file, line, why },
  };
}
