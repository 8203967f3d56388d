import type { JsonObject } from "@narratoria/protocol";
import type { ReadLaw } from "@narratoria/protocol/contracts";
import { isLawful } from "@narratoria/protocol/laws";
import type { ChoiceSlot } from "@narratoria/protocol/story";
import { capitalise, countWords, curlyQuotes, sentenceKey, isLemma } from "@narratoria/protocol/english";
import { ModelError } from "../errors.js";
import { bundledFrames } from "../frames/library.js";
import type { StoryIndex } from "../index-story.js";
import type { TextWriter } from "../model-host/model-host.js";
import type { WordedChoice } from "../scene/word-choices.js";
import { MAX_LETTERS } from "../scene/word-choices.js";
import { unheardNames } from "../unheard-names.js";
import { markup } from "./checks/form.js";
import { wordsIn } from "./checks/scene-facts.js";
import { promptFor, type ScenePrompt } from "./scene-prompt.js";

/** What a model made of the wording of choices. */
export interface ChoiceWording {
  /** By id, of those that passed. */
  readonly texts: ReadonlyMap<string, string>;
  readonly worded: number;
  /** What was refused, and why: for the trace. */
  readonly refused: readonly { readonly id: string; readonly text: string; readonly why: string }[];
  readonly error?: string;
}

export interface ChoicesToWord {
  readonly host: TextWriter;
  readonly story: StoryIndex;
  readonly prompt: ScenePrompt;
  /** The finished scene. */
  readonly told: readonly string[];
  /** Paragraphs of the scene before. */
  readonly before: readonly string[];
  readonly slots: readonly ChoiceSlot[];
  /** The storybook's wording, which stands where the model's will not do. */
  readonly choices: readonly WordedChoice[];
  /** Those in force. */
  readonly laws: readonly ReadLaw[];
  readonly seed: number;
  readonly budgetMs: number;
}

const TOKENS_A_CHOICE = 28;
const MOST_WORDS = 20;

/**
 * Has a model word the choices in one short generation, one bounded string a slot. Who and what a choice is about stays, and so does
 * the storybook's wording where the model's will not do or takes too long. (rules NA349 and NA350)
 *
 * @throws The signal's reason once it is aborted.
 */
export async function wordByModel(asked: ChoicesToWord, signal: AbortSignal): Promise<ChoiceWording | null> {
  const { host, choices, prompt, told, seed, budgetMs } = asked;
  if (choices.length === 0) return null;
  const listed = choices.map(({ text }, at) => `${at + 1}. ${text}`).join("\n");
  const wanted = `These choices come next:\n${listed}\nSay each in other words, as an order to oneself, with the same names. Answer in JSON.`;
  try {
    const { text } = await host.write(
      {
        sequence: "prose",
        system: prompt.system,
        prompt: `${promptFor(prompt)}\n\n# WRITTEN\n${told.join(" ")}\n\n# NEXT\n${wanted}`,
        maxTokens: choices.length * TOKENS_A_CHOICE,
        seed,
        schema: schemaFor(choices.length),
        timeoutMs: budgetMs,
      },
      { signal },
    );
    return judged(asked, answersIn(text, choices.length));
  } catch (error) {
    signal.throwIfAborted();
    const code = error instanceof ModelError ? error.code : "host_failed";
    return { texts: new Map(), worded: 0, refused: [], error: code };
  }
}

function schemaFor(count: number): JsonObject {
  const slots = Array.from(
    { length: count },
    (_, at) => [String(at + 1), { type: "string", maxLength: MAX_LETTERS }] as const,
  );
  return { type: "object", properties: Object.fromEntries(slots) };
}

/** What is not the JSON that was asked for, as when it was cut, gives nothing. */
function answersIn(text: string, count: number): (string | undefined)[] {
  let answer: unknown = null;
  try {
    answer = JSON.parse(text);
  } catch {
    // Cut at its length: the storybook's wording stands.
  }
  const members =
    typeof answer === "object" && answer !== null
      ? new Map<string, unknown>(Object.entries(answer))
      : new Map<string, unknown>();
  return Array.from({ length: count }, (_, at) => {
    const one = members.get(String(at + 1));
    return typeof one === "string" ? one : undefined;
  });
}

function judged(asked: ChoicesToWord, answers: readonly (string | undefined)[]): ChoiceWording {
  const texts = new Map<string, string>();
  const refused: ChoiceWording["refused"][number][] = [];
  const taken = new Set(asked.choices.map(({ text }) => sentenceKey(text)));
  for (const [at, choice] of asked.choices.entries()) {
    const answer = answers[at];
    if (answer === undefined) continue;
    const text = capitalise(
      curlyQuotes(
        answer
          .replace(/\s+/g, " ")
          .trim()
          .replace(/[.!]+$/, ""),
      ),
    );
    const why = whyNot(
      text,
      choice,
      asked.slots.find(({ id }) => id === choice.id),
      asked,
      taken,
    );
    if (why === "same") continue;
    if (why === null) {
      texts.set(choice.id, text);
      taken.add(sentenceKey(text));
    } else refused.push({ id: choice.id, text: text.slice(0, 2 * MAX_LETTERS), why });
  }
  return { texts, worded: texts.size, refused };
}

/** Why a wording will not do; null where it will. */
function whyNot(
  text: string,
  choice: WordedChoice,
  slot: ChoiceSlot | undefined,
  { story, told, before, laws }: ChoicesToWord,
  taken: ReadonlySet<string>,
): string | null {
  if (sentenceKey(text) === sentenceKey(choice.text)) return "same";
  if (text.length > MAX_LETTERS || countWords(text) > MOST_WORDS || countWords(text) < 2) return "length";
  if (taken.has(sentenceKey(text))) return "alike";
  if (/[.!?]\s|[:;]|\d/.test(text) || markup(text) !== null) return "form";
  const opener = wordsIn(text)[0] ?? "";
  if (!isLemma(opener) && !openers().has(opener)) return "no order";
  if (!isLawful(text, laws, { order: true })) return "constraints";
  const wanted = story.names.keysIn(choice.text);
  const named = new Set(story.names.keysIn(text));
  if (!wanted.every((key) => named.has(key))) return "names lost";
  if (
    [...named].some((key) => !wanted.includes(key)) ||
    unheardNames(story, text, [...told, ...before, choice.text]).length > 0
  )
    return "names added";
  if (!keepsSense(text, choice.text, slot)) return "sense lost";
  return /\b(?:succeed|successfully|and (?:find|learn|win|get)|in vain|you)\b/i.test(text) ? "outcome told" : null;
}

/** It begins as the storybook's wording does or with the word for what is done, and keeps half of the words that carry it. */
function keepsSense(text: string, original: string, slot: ChoiceSlot | undefined): boolean {
  const stems = (words: string): string[] =>
    wordsIn(words)
      .filter((word) => word.length > 3)
      .map((word) => word.slice(0, 5));
  const own = new Set(wordsIn(text).map((word) => word.slice(0, 5)));
  const wanted = stems(original);
  const opening = wordsIn(original)[0] ?? "";
  const does = own.has(opening.slice(0, 5)) || (slot !== undefined && own.has(slot.verb.slice(0, 5)));
  return does && wanted.filter((word) => own.has(word)).length >= Math.ceil(wanted.length / 2);
}

let known: ReadonlySet<string> | undefined;

/** Words that a choice can begin with: those of all our own wordings. */
function openers(): ReadonlySet<string> {
  known ??= new Set(
    bundledFrames()
      .flatMap(({ text }) => text.split(/^# /m))
      .filter((section) => section.startsWith("choice "))
      .flatMap((section) =>
        [...section.matchAll(/^- ([\p{Lu}][\p{Ll}]+)/gmu)].map((match) => (match[1] ?? "").toLowerCase()),
      ),
  );
  return known;
}
