import type { JsonObject } from "@narratoria/protocol";
import { countWords, curlyQuotes } from "@narratoria/protocol/english";
import { ModelError } from "../errors.js";
import { markup } from "../prose/checks/form.js";
import { quotedIn, unquoted, wordsIn } from "../prose/checks/scene-facts.js";
import { storytellerOf } from "../prose/exemplar.js";
import { holdsWords } from "../prose/steps.js";
import type { TextWriter } from "./model-host.js";

/** What a model was found to be able to do, in a few short texts. */
export interface ModelProbe {
  /** Of writing alone; 0 where nothing was written. */
  readonly tokensPerSecond: number;
  /** Whether JSON under a grammar came out whole. */
  readonly grammar: boolean;
  /** Share of what it was told to do that it did, 0 to 1: steps told, lines kept, length, form, the player not quoted. */
  readonly instruction: number;
  /** Share of its texts that name nobody but those whom they were given, 0 to 1. */
  readonly names: number;
  /** Share of its four-word phrases that come more than once, 0 to 1. */
  readonly repeats: number;
  /** Whether it was through in its time. What a busy machine held up says nothing of the model. */
  readonly whole: boolean;
  /** `scene` above the mark: it tells scenes. Below it, it plans and recalls, and its prose is not used. */
  readonly tells: "scene" | "plans";
}

export interface ProbeOptions {
  readonly signal: AbortSignal;
  /** Milliseconds for the whole probe; a model that is not through by then is too slow to tell. 60 s when left out. */
  readonly budgetMs?: number;
  readonly now?: () => number;
}

/** The mark: below any of these a model's prose is not used. */
export const MARK = { tokensPerSecond: 4, instruction: 0.7, names: 0.5, repeats: 0.12 } as const;

/** A short scene to write, of no campaign. */
interface Exercise {
  readonly people: string;
  readonly steps: readonly string[];
  /** Words by which each step is known, one of them at least. */
  readonly told: readonly (readonly string[])[];
  readonly line: string;
  /** Whoever may be named. */
  readonly names: readonly string[];
}

const EXERCISES: readonly Exercise[] = [
  {
    people: "- Hedda, a ferrywoman, at her boat. Curt; talks about ropes when she means people.",
    steps: [
      "You ask Hedda why the ferry does not sail.",
      "She shows you the rope: it is worn through at the ring.",
      "Hedda says (word for word, below)",
      "She goes on splicing the rope, and asks you to hold the other end.",
    ],
    told: [["ask"], ["rope", "ring", "worn", "frayed"], ["river"], ["hold", "splic", "end"]],
    line: "The river takes what is not tied.",
    names: ["hedda"],
  },
  {
    people: "- Master Oyle, a clock mender, behind his bench. Polite, evasive; keeps his lens in his eye.",
    steps: [
      "You give Master Oyle the stopped watch.",
      "He opens it and finds grey sand in the works.",
      "Master Oyle says (word for word, below)",
      "He says, in words of his own, that he can clean it, and closes the lid again.",
    ],
    told: [
      ["give", "hand", "set", "lay", "put", "watch"],
      ["sand", "grit", "grey"],
      ["beach"],
      ["clean", "lid", "close"],
    ],
    line: "Nobody carries a watch to the beach in winter.",
    names: ["oyle", "master"],
  },
];

const SCHEMA: JsonObject = {
  type: "object",
  properties: {
    act: { type: "string", enum: ["ask", "wait", "leave"] },
    who: { type: "string", enum: ["hedda", "nobody"] },
  },
};

const BUDGET_MS = 60_000;
const SCENE_TOKENS = 180;
const WORDS = { least: 30, most: 170 };
const PHRASE = 4;
const CAPITALS = /(?<![.!?…“”:\n]\s*|^)\b\p{Lu}[\p{L}’']+/gu;
const ALLOWED = new Set(["i", "i'm", "i've", "i'll", "i'd", "god", "sir"]);

/**
 * Finds out what a model can do by two short scenes and one plan under a grammar. It takes seconds; a model that is not through in its time
 * does not tell. Implements rules NA740 and NA741.
 *
 * @throws {ModelError} Where the model does not run at all; `signal.reason` once the signal fires.
 */
export async function probeModel(
  writer: TextWriter,
  { signal, budgetMs = BUDGET_MS, now = () => performance.now() }: ProbeOptions,
): Promise<ModelProbe> {
  const until = now() + budgetMs;
  const grammar = await keepsGrammar(writer, signal, budgetMs);
  const texts: string[] = [];
  let written = 0;
  let writingMs = 0;
  for (const [at, exercise] of EXERCISES.entries()) {
    const left = Math.ceil(until - now());
    if (left < 1) break;
    const request = { ...requestFor(exercise), seed: at + 1, timeoutMs: left };
    try {
      const { text, tokens, timeMs } = await writer.write(request, { signal });
      texts.push(curlyQuotes(text.trim()));
      // The first token comes of reading.
      written += Math.max(0, tokens.written - 1);
      writingMs += timeMs.total - timeMs.firstText;
    } catch (error) {
      signal.throwIfAborted();
      // One that holds too little for a scene's prompt does not tell, either.
      if (!(error instanceof ModelError) || !/^(?:timeout|bad_request)$/.test(error.code)) throw error;
      break;
    }
  }
  const tokensPerSecond = writingMs <= 0 ? 0 : (written * 1000) / writingMs;
  const scores = texts.map((text, at) => scoreOf(text, EXERCISES[at]));
  const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / EXERCISES.length;
  const probe = {
    tokensPerSecond,
    grammar,
    instruction: mean(scores.map(({ instruction }) => instruction)),
    names: mean(scores.map(({ names }) => names)),
    whole: texts.length === EXERCISES.length,
    repeats: texts.length === 0 ? 0 : Math.max(...texts.map(repeatsOf)),
  };
  return { ...probe, tells: isAbove(probe, writingMs > 0) ? "scene" : "plans" };
}

/** Whoever gives no times, such as a server, is not judged by them. */
function isAbove(
  { tokensPerSecond, instruction, names, repeats, whole }: Omit<ModelProbe, "tells">,
  isTimed: boolean,
): boolean {
  return (
    whole &&
    (!isTimed || tokensPerSecond >= MARK.tokensPerSecond) &&
    instruction >= MARK.instruction &&
    names >= MARK.names &&
    repeats <= MARK.repeats
  );
}

async function keepsGrammar(writer: TextWriter, signal: AbortSignal, timeoutMs: number): Promise<boolean> {
  try {
    const { text } = await writer.write(
      {
        sequence: "prose",
        system: "You answer in JSON.",
        prompt: "Hedda mends a rope and is silent. What does the player do, and with whom?",
        maxTokens: 40,
        schema: SCHEMA,
        timeoutMs,
      },
      { signal },
    );
    const answer: unknown = JSON.parse(text);
    return typeof answer === "object" && answer !== null && "act" in answer && "who" in answer;
  } catch {
    signal.throwIfAborted();
    // A writer without grammars may still write; one that does not run is found out by the next request.
    return false;
  }
}

/** Few and short: a probe is to take seconds, of which most go into reading. */
const RULES = [
  "Present tense. The player is “you”, and does not speak in quotation marks.",
  "Tell every step of WHAT HAPPENS, in that order, in your own words. Add nothing.",
  "The line under WORD FOR WORD stands unchanged in the scene, once, in quotation marks.",
  "Nobody else is there or is named.",
  "Only the prose: no title, no list, no notes.",
];

function requestFor({ people, steps, line }: Exercise) {
  return {
    sequence: "prose",
    system: `${storytellerOf("The Short Crossing")}\n\n# RULES OF TELLING\n${RULES.map((rule, at) => `${at + 1}. ${rule}`).join("\n")}`,
    prompt: [
      `# HERE (nobody else)\n${people}`,
      `# WHAT HAPPENS (tell all of it, in this order, in your own words)\n${steps.map((step, at) => `${at + 1}. ${step}`).join("\n")}`,
      `# WORD FOR WORD (each once, unchanged)\n“${line}”`,
      "# NOW\nWrite the scene: present tense, “you”, 60 to 120 words, only people under HERE, prose only. Begin with what happens in step 1.",
    ].join("\n\n"),
    maxTokens: SCENE_TOKENS,
    temperature: 0.7,
    minP: 0.06,
  } as const;
}

function scoreOf(
  text: string,
  exercise: Exercise | undefined,
): { readonly instruction: number; readonly names: number } {
  if (exercise === undefined || text === "") return { instruction: 0, names: 0 };
  const words = wordsIn(text);
  const held = [
    ...exercise.told.map((stems) => words.some((word) => stems.some((stem) => word.startsWith(stem)))),
    holdsWords(text, exercise.line),
    countWords(text) >= WORDS.least && countWords(text) <= WORDS.most,
    text.split(/\n+/).every((paragraph) => markup(paragraph.trim()) === null),
    /\byou\b/i.test(unquoted(text)) && !/\b(?:you were|you said|you asked|I)\b/.test(unquoted(text)),
    quotedIn(text).length > 0 && !/\byou (?:say|reply|answer)\b/i.test(unquoted(text)),
  ];
  // A line that is not kept, of the one there is, weighs as much as all else that is asked of form.
  const weights = held.map((_, at) => (at === exercise.told.length ? 3 : 1));
  const all = weights.reduce((sum, weight) => sum + weight, 0);
  const instruction = held.reduce((sum, holds, at) => sum + (holds ? (weights[at] ?? 0) : 0), 0) / all;
  const strangers = (text.match(CAPITALS) ?? []).filter((name) => {
    const word = (wordsIn(name)[0] ?? "").replace(/'s$/, "");
    return !exercise.names.includes(word) && !ALLOWED.has(word);
  });
  return { instruction, names: strangers.length === 0 ? 1 : 0 };
}

function repeatsOf(text: string): number {
  const words = wordsIn(text);
  const phrases = words.slice(PHRASE - 1).map((_, at) => words.slice(at, at + PHRASE).join(" "));
  return phrases.length === 0 ? 0 : 1 - new Set(phrases).size / phrases.length;
}
