import type { JsonObject } from "@narratoria/protocol";
import { countWords, curlyQuotes } from "@narratoria/protocol/english";
import { ModelError } from "../errors.js";
import type { TextWriter, WriteRequest } from "../model-host/model-host.js";
import { promptFor, type ScenePrompt } from "./scene-prompt.js";

/** Kinds of a find, each with the question that the model answers, and what the writer is told to do instead. */
const FINDS = {
  event: {
    asks: "something happens, is done, agreed, given, found, opened, broken or decided, or time passes, and no step has it; or a step comes out another way than its result",
    order: "Nothing happens but what the steps say.",
  },
  person: {
    asks: "somebody acts, speaks or is there who is dead, or is neither under HERE nor in a step, or does it outside of the step that has them; a line of WORD FOR WORD is in another mouth, or changed; or a name is new",
    order: "Nobody is here but the people under HERE.",
  },
  life: {
    asks: "it gives somebody a past, a relative, a trade, a habit of years or a possession that nothing above gives them",
    order: "Do not give anybody a past, a relative or a possession.",
  },
  thing: {
    asks: "it makes up an important thing, or puts one in a place that nothing above has it in",
    order: "Do not make up things, and put none in a new place.",
  },
  where: {
    asks: "it is another place or hour than WHERE AND WHEN says, or somebody leaves, and no step has it",
    order: "It is where and when WHERE AND WHEN says.",
  },
  fact: {
    asks: "it has a number, a reason, a secret or an answer that nothing above has, or contradicts what stands above",
    order: "Tell no fact that the steps do not have.",
  },
  you: {
    asks: "“you” say, promise, want, feel, think or do what no step has",
    order: "“You” say, feel and do nothing but what the steps say.",
  },
  law: { asks: "it breaks a law of this world", order: "Break no law of this world." },
  secret: {
    asks: "it says, or lets the player guess, anything of KEPT BACK that the steps do not say, in whatever words",
    order: "Say and hint nothing that is still to come to light.",
  },
  form: {
    asks: "somebody has the wrong pronoun, or a body, a voice or clothes that HERE does not give them; or the tense or the person changes; or it speaks of the task",
    order: "Keep to the tense, and to everybody’s pronoun and body.",
  },
} as const;

export type FindKind = keyof typeof FINDS;

/** What is found of these is never passed, whatever a later scene remembers. */
const ALWAYS_MENDED: ReadonlySet<FindKind> = new Set(["law", "secret", "form"]);

const KINDS = Object.keys(FINDS) as FindKind[];
const isKind = (value: unknown): value is FindKind => KINDS.some((kind) => kind === value);

/** A sentence in which the model found something that nobody told it. */
export interface Find {
  /** Counted from 0 among the sentences that were asked about. */
  readonly at: number;
  readonly sentence: string;
  readonly kind: FindKind;
  /** `passed` where no later scene has to remember it, `mended` where `instead` takes its place, `cut` where nothing is left of it. */
  readonly became: "passed" | "mended" | "cut";
  readonly instead?: string;
  /** The find as an order to whoever writes on. */
  readonly order: string;
}

/** What a model found in a scene, with all that it was asked and answered: the trace shows it. */
export interface Judgement {
  readonly asked: number;
  readonly finds: readonly Find[];
  readonly questions: readonly { readonly prompt: string; readonly answer: string }[];
  readonly error?: ModelError["code"] | "no_answer";
  readonly timeMs: number;
}

export interface SentencesToJudge {
  readonly host: TextWriter;
  readonly prompt: ScenePrompt;
  /** The scene so far, sentence by sentence, with what is asked about in it. */
  readonly told: readonly { readonly text: string; readonly isAsked: boolean }[];
  /** What nobody may tell yet, nor hint at: whoever writes does not see it, and whoever judges has to. */
  readonly keptBack: readonly string[];
  /** Whether a mended sentence may be told in place of another. */
  readonly isSound: (sentence: string, instead: string) => boolean;
  /** Whether the model is asked only where its answer is there, or on its way, before that. */
  readonly isReadyOnly: boolean;
  readonly seed: number;
  readonly budgetMs: number;
  readonly now: () => number;
}

const TOKENS_A_SENTENCE = 9;
const TOKENS_A_FIND = 90;
const MOST_LETTERS = 400;
/** A mended sentence has no more words than before, but for a few that join what is left. */
const MORE_WORDS = 2;

/**
 * Has the model look at a scene that it wrote, one verdict a sentence, all of them in one answer under a grammar. What it finds is asked
 * about once more: does the next scene have to remember it? If so, the sentence is told without it. Implements rules NA3300 to NA3302.
 *
 * @returns What was found, which is nothing where the model did not answer as it was asked to; null where it was not asked.
 * @throws The signal's reason once it is aborted.
 */
export async function judgeScene(asked: SentencesToJudge, signal: AbortSignal): Promise<Judgement | null> {
  const { host, prompt, told, seed, budgetMs, now } = asked;
  const startedAt = now();
  const questions: { prompt: string; answer: string }[] = [];
  const sentences = told.filter(({ isAsked }) => isAsked).map(({ text }) => text);
  const over = (more: Pick<Judgement, "finds" | "error">): Judgement => ({
    asked: sentences.length,
    questions,
    ...more,
    timeMs: Math.round(now() - startedAt),
  });
  const ask = async (
    question: string,
    schema: JsonObject,
    maxTokens: number,
  ): Promise<ReadonlyMap<string, unknown> | null> => {
    const request: WriteRequest = {
      sequence: "prose",
      system: prompt.system,
      prompt: `${promptFor(prompt)}\n\n${question}`,
      maxTokens,
      seed,
      schema,
      timeoutMs: Math.max(1, budgetMs - (now() - startedAt)),
    };
    if (asked.isReadyOnly && questions.length === 0 && !host.writtenAhead?.(request)) return null;
    const { text } = await host.write(request, { signal });
    // Who looks into a trace is not told how the story ends.
    questions.push({ prompt: request.prompt.replace(KEPT_BACK, "$1\n(left out here)\n\n"), answer: text });
    return membersOf(text);
  };
  try {
    let number = 0;
    const written = told.map(({ text, isAsked }) => (isAsked ? `${++number}. ${text}` : `- ${text}`)).join("\n");
    const schema = schemaOf(sentences.map((_, at) => [String(at + 1), { enum: ["fine", ...kindsOf(asked.keptBack)] }]));
    const verdicts = await ask(
      questionOf(written, prompt.calls, asked.keptBack),
      schema,
      sentences.length * TOKENS_A_SENTENCE + 20,
    );
    if (verdicts === null) return null;
    if (verdicts.size === 0) return over({ finds: [], error: "no_answer" });
    const found = sentences.flatMap((sentence, at) => {
      const kind = verdicts.get(String(at + 1));
      return isKind(kind) ? [{ at, sentence, kind, order: FINDS[kind].order }] : [];
    });
    if (found.length === 0) return over({ finds: [] });
    const listed = found.map(({ at, sentence, kind }) => `${at + 1}. (${kind}) ${sentence}`).join("\n");
    const answers = await ask(
      secondQuestionOf(written, listed),
      schemaOf(found.map(({ at }) => [String(at + 1), MENDED])),
      found.length * TOKENS_A_FIND + 20,
    );
    return over({ finds: found.map((find) => settled(find, answers?.get(String(find.at + 1)), asked.isSound)) });
  } catch (error) {
    signal.throwIfAborted();
    return over({ finds: [], error: error instanceof ModelError ? error.code : "host_failed" });
  }
}

/** A scene of no story, and whether each of its sentences is one that a judge has to find. */
export const JUDGE_SAMPLE: readonly (readonly [sentence: string, isFalse: boolean])[] = [
  ["You ask Brannoch about the cracked jar.", false],
  ["He goes on sorting corks, and a bee walks along the rim of the bench.", false],
  ["“It came from the third hive,” he says, and wipes his hands.", false],
  ["He learned the trade from his late wife, who was a nun before they married.", true],
  ["Outside a bucket is set down.", false],
  ["You promise him that nobody will hear of it, and sign the paper.", true],
  ["Brannoch turns the jar until the crack faces the wall.", false],
  ["In the cellar, behind the wine, lies the mayor’s gold.", true],
];
const SAMPLE_STEPS = `# HERE (nobody else but whom a step has)
- Brannoch, 60, beekeeper. Slow, exact.

# WHAT HAPPENS
1. You ask Brannoch about the cracked jar.
2. Brannoch says that it came from the third hive.
3. Brannoch turns the jar so that the crack faces the wall.`;
/** Of its sound sentences a judge may take so many for false ones. */
const MOST_WRONG = 1;

/**
 * Finds out whether a model can tell what a scene was given from what it was not: one that cannot would cut good sentences.
 * Implements rule NA3305.
 *
 * @returns Null where it did not come to the end of its answer.
 */
export async function canJudge(host: TextWriter, budgetMs: number, signal: AbortSignal): Promise<boolean | null> {
  const written = JUDGE_SAMPLE.map(([sentence], at) => `${at + 1}. ${sentence}`).join("\n");
  const request: WriteRequest = {
    sequence: "prose",
    system: "You check scenes of a text adventure.",
    prompt: `${SAMPLE_STEPS}\n\n${questionOf(written)}`,
    maxTokens: JUDGE_SAMPLE.length * TOKENS_A_SENTENCE + 20,
    seed: 1,
    schema: schemaOf(JUDGE_SAMPLE.map((_, at) => [String(at + 1), { enum: ["fine", ...KINDS] }])),
    timeoutMs: budgetMs,
  };
  try {
    const { text, ended } = await host.write(request, { signal });
    if (ended === "gave_way") return null;
    const verdicts = membersOf(text);
    const found = JUDGE_SAMPLE.filter((_, at) => isKind(verdicts.get(String(at + 1))));
    const wrong = found.filter(([, isFalse]) => !isFalse).length;
    return wrong <= MOST_WRONG && found.length - wrong === JUDGE_SAMPLE.filter(([, isFalse]) => isFalse).length;
  } catch {
    signal.throwIfAborted();
    return null;
  }
}

const MENDED: JsonObject = {
  type: "object",
  properties: { remember: { enum: ["yes", "no"] }, instead: { type: "string", maxLength: MOST_LETTERS } },
  required: ["remember", "instead"],
  additionalProperties: false,
};

function schemaOf(members: readonly (readonly [string, JsonObject])[]): JsonObject {
  return {
    type: "object",
    properties: Object.fromEntries(members),
    required: members.map(([name]) => name),
    additionalProperties: false,
  };
}

const KEPT_HEAD = "# KEPT BACK (known to you alone; a sentence that tells or hints any of it is “secret”)";
const KEPT_BACK = new RegExp(`(${KEPT_HEAD.replace(/[()]/g, "\\$&")})\n[^#]*`, "u");

/** Nothing is kept back from whom nothing is told of it. */
const kindsOf = (keptBack: readonly string[]): readonly FindKind[] =>
  KINDS.filter((kind) => kind !== "secret" || keptBack.length > 0);

/** @param calls - The role that the player is called by; undefined where they are "you". */
function questionOf(written: string, calls?: string, keptBack: readonly string[] = []): string {
  const asks = (kind: FindKind): string =>
    kind === "you" && calls !== undefined
      ? `${calls} says, promises, wants, feels, thinks or does what no step has`
      : FINDS[kind].asks;
  const kinds = kindsOf(keptBack)
    .map((kind) => `“${kind}”: ${asks(kind)}.`)
    .join("\n");
  const kept = keptBack.length === 0 ? "" : `${KEPT_HEAD}\n${keptBack.map((text) => `- ${text}`).join("\n")}\n\n`;
  return `${kept}# WRITTEN (the scene, as it was written from the steps)
${written}

# CHECK
Do not write the scene again: look at each numbered sentence of WRITTEN as an editor does who has to keep the later scenes true. Whatever stands above may be said, in any words, and so may what follows from it. Free to whoever writes, and fine: gestures, looks, pauses, breath, what hands do with things that lie about, props of a trade, clothes, weather, light, sounds, smells, animals passing, comparisons, jokes, manners of address, small talk that settles nothing, a crowd that is there anyhow.
Hold each sentence by itself against what stands above: who is where, who has what, how many, what was said, and what came of it. A small word may turn it: “not”, “never”, another name, number, day, side or colour.
Give each number one word:
“fine”: nothing but that.
${kinds}
Answer in JSON, a word a number.`;
}

function secondQuestionOf(written: string, listed: string): string {
  return `# WRITTEN (the scene, as it was written from the steps)
${written}

# MEND
An editor has marked these:
${listed}
For each: “remember”: would a later scene be wrong that does not know of it, or does it change what the steps say? “yes” or “no”. “instead”: the same sentence without what was marked, in no more words, and true to the steps; empty where nothing is left.
Answer in JSON.`;
}

/** Members of the JSON object in an answer; a model without a grammar may put words around it. */
function membersOf(text: string): ReadonlyMap<string, unknown> {
  try {
    const value: unknown = JSON.parse(text.slice(text.indexOf("{"), text.lastIndexOf("}") + 1));
    return typeof value === "object" && value !== null ? new Map<string, unknown>(Object.entries(value)) : new Map();
  } catch {
    return new Map();
  }
}

/** Decides what becomes of a find. Without an answer about it, nothing is left of the sentence: the first verdict stands. */
function settled(
  find: Pick<Find, "at" | "sentence" | "kind" | "order">,
  answer: unknown,
  isSound: SentencesToJudge["isSound"],
): Find {
  const { remember, instead } = readMended(answer);
  if (remember === "no" && !ALWAYS_MENDED.has(find.kind)) return { ...find, became: "passed" };
  const mended = curlyQuotes(instead.replace(/\s+/g, " ").trim());
  const isLess =
    mended !== find.sentence && countWords(mended) > 0 && countWords(mended) <= countWords(find.sentence) + MORE_WORDS;
  return isLess && /[.!?…:—”*]$/.test(mended) && isSound(mended, find.sentence)
    ? { ...find, became: "mended", instead: mended }
    : { ...find, became: "cut" };
}

function readMended(answer: unknown): { readonly remember: string; readonly instead: string } {
  const members =
    typeof answer === "object" && answer !== null ? new Map<string, unknown>(Object.entries(answer)) : null;
  const [remember, instead] = [members?.get("remember"), members?.get("instead")];
  return { remember: remember === "no" ? "no" : "yes", instead: typeof instead === "string" ? instead : "" };
}
