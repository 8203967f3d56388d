import type { JsonObject } from "@narratoria/protocol";
import { createRandom, deriveSeed } from "@narratoria/protocol/random";
import type { SceneBrief, SceneDirection, StorySource } from "@narratoria/protocol/story";
import { ModelError } from "../errors.js";
import type { StoryIndex } from "../index-story.js";
import type { ModelHost, TextWriter } from "../model-host/model-host.js";
import type { SceneDraft } from "../storybook.js";
import { campaignWords } from "./checks/campaign-words.js";
import { canJudge } from "./judge-scene.js";
import { promptStart, type Style } from "./scene-prompt.js";
import { type NarratedScene, type SceneBudget, SceneWriter, type WritingPace } from "./scene-writer.js";
import type { PastOfStory } from "./story-so-far.js";

/** A scene as the storybook told it, and what a model needs to know to tell it. */
export interface SceneToTell {
  readonly brief: SceneBrief & Partial<SceneDirection>;
  /** Session state after the outcome. */
  readonly state: JsonObject;
  readonly draft: SceneDraft;
  readonly past: PastOfStory;
  readonly style: Style;
}

/** A scene of which nothing is decided. */
export type NextScene = Pick<SceneToTell, "state" | "past" | "style"> & { readonly scene: number };

export interface TellOptions {
  readonly signal: AbortSignal;
  /** Told each sentence as it holds, in order. What was told is never taken back. */
  readonly onSentence: (paragraph: number, text: string) => void;
  /** Who writes a scene that nobody has asked for yet: it has time, and nothing is learned from it. */
  readonly ahead?: TextWriter;
  /** How long after the choice the player waits for a first sentence of the model's. 10 s when left out. */
  readonly patienceMs?: number;
  /** Whether all of the scene has to be there by then, as what a server writes has to. */
  readonly isWholeByThen?: boolean;
  /** As `SceneWriterOptions.onWait`. */
  readonly onWait?: (isWaiting: boolean) => void;
}

/** Tells scenes in a model's words. */
export interface ModelNarrator {
  /**
   * Tells one scene. Whatever the model does, a whole scene comes of it in `budgetMs` and a little more.
   *
   * @throws The signal's reason once it is aborted, and nothing else.
   */
  tell(scene: SceneToTell, options: TellOptions): Promise<NarratedScene>;
  /**
   * Has the beginning of the next scene's prompt read, as far as it is known before a choice is taken. Never rejects; ends when
   * anything is written, or the signal fires.
   */
  readAhead(scene: NextScene, options: { readonly signal: AbortSignal }): Promise<void>;
  /** Whether the model tells scenes at present. */
  readonly tells: boolean;
  /** The model's id, as far as it is known. */
  readonly called?: string;
  /** Why the model is not asked any more, once that is so. */
  readonly gaveUp: ModelError | null;
}

/** What a model is let do: tell whole scenes, or plan and recall alone. */
export type ModelTells = "scene" | "plans";

export interface ModelNarratorOptions extends Partial<SceneBudget> {
  /** One that cannot read ahead is not asked to. */
  readonly host: TextWriter & Partial<Pick<ModelHost, "preload">>;
  readonly story: StoryIndex;
  readonly source: StorySource;
  /** Asked before each scene; `scene` when left out. Below the mark no prose of the model's is used. */
  readonly tells?: () => ModelTells;
  /** Why the model cannot be asked at all, where that was found out by others; null while nothing is known. */
  readonly fault?: () => ModelError | null;
  /** For the wording of choices, after the prose. 8 s when left out; 0 leaves the wording to the storybook. */
  readonly choicesMs?: number;
  /** Whether the model looks at its own sentences before they are told. `auto`, where its pace allows, when left out. */
  readonly judges?: "auto" | "always" | "never";
  /** Told of each scene that the model was asked for how much of it there was by then, where anything is written ahead. */
  readonly onAsked?: (ready: "whole" | "begun" | null) => void;
  /** Milliseconds by a clock that is never set. */
  readonly now?: () => number;
}

/** What does not pass by itself while a story is open. */
const FOR_GOOD: ReadonlySet<string> = new Set([
  "no_runtime",
  "no_model",
  "model_broken",
  "no_memory",
  "host_gave_up",
  "closed",
]);
const BUDGET_MS = 45_000;
const AHEAD_MS = 150_000;
/** A scene that is judged is told as a whole: so long may that take, with its judgement. */
const JUDGED_SCENE_MS = 9_000;
/** Letters of a scene, and of its judgement with what is mended. */
const JUDGED_LETTERS = { scene: 900, judgement: 350 };
const JUDGE_MS = 6_000;
const JUDGE_AHEAD_MS = 60_000;
/** A model that gives no verdicts in so many scenes in a row is not asked for any more. */
const MOST_UNANSWERED = 2;
/** How long a player waits for a scene who has set nothing. (SC-009) */
const PATIENCE_MS = 10_000;
/** Of that for what a turn does before and after its scene is written. */
const REST_OF_TURN_MS = 1_000;
/** For the first sentence of a model that was silent in two scenes, where the player has not agreed to wait longer. */
const SILENT_SCENES = 2;
const SILENT_MS = 6_000;
const FIRST_TEXT_MS = 3_000;
const CHOICES_MS = 8_000;
/** Until a model has said what it holds. */
const CONTEXT_TOKENS = 4096;

/** How long a whole scene takes with its judgement, which asks twice at the most. */
const judgedSceneMs = ({ lettersPerSecond, firstPieceMs }: WritingPace): number =>
  2 * firstPieceMs + (1000 * (JUDGED_LETTERS.scene + JUDGED_LETTERS.judgement)) / lettersPerSecond;

/**
 * Makes a narrator of a model that can write: it tells a whole scene from its brief in one generation, with the storybook's draft as what
 * happens. Every sentence is held against hard facts; one that fails is mended once from the last good sentence on, and what is missing
 * after that is told by the storybook. Implements rules NA700 to NA727.
 */
export function createModelNarrator(options: ModelNarratorOptions): ModelNarrator {
  const words = campaignWords(options.source);
  const now = options.now ?? (() => performance.now());
  const { host, story, source, tells = () => "scene" } = options;
  let gaveUp: ModelError | null = null;
  const whyNot = (): ModelError | null => gaveUp ?? options.fault?.() ?? null;
  /** Scenes in a row in which the model was asked and said nothing. */
  let silent = 0;
  /** How long the first sentence took in the last scene; null before there was one. */
  let lastFirstMs: number | null = null;
  let pace: WritingPace | null = null;
  /** Scenes in a row in which the model was asked about its sentences, and gave no answer. */
  let unanswered = 0;
  const judgeMs = (isAhead: boolean): number => {
    const { judges = "auto" } = options;
    if (judges === "never" || isJudge === false || unanswered >= MOST_UNANSWERED) return 0;
    if (isAhead) return JUDGE_AHEAD_MS;
    return judges === "always" || (pace !== null && judgedSceneMs(pace) <= JUDGED_SCENE_MS) ? JUDGE_MS : 0;
  };
  /** Whether the model can judge, once that is known. */
  let isJudge: boolean | null = options.judges === "always" ? true : null;
  const mayJudge = async (by: TextWriter, budgetMs: number, signal: AbortSignal): Promise<boolean> => {
    isJudge ??= await canJudge(by, budgetMs, signal);
    if (isJudge === null && ++unanswered >= MOST_UNANSWERED) isJudge = false;
    return isJudge === true;
  };
  const contextTokens = (): number => host.status.model?.contextTokens || CONTEXT_TOKENS;
  return {
    get gaveUp() {
      return whyNot();
    },
    get tells() {
      return whyNot() === null && tells() === "scene";
    },
    get called() {
      return host.status.model?.id ?? "";
    },
    async tell(scene, telling) {
      const { ahead, isWholeByThen = false, onWait } = telling;
      const patienceMs = (telling.patienceMs ?? PATIENCE_MS) - REST_OF_TURN_MS;
      const isPatient = patienceMs > PATIENCE_MS;
      const firstByMs = silent >= SILENT_SCENES && !isPatient ? SILENT_MS : patienceMs;
      const budgetMs = Math.max(options.budgetMs ?? BUDGET_MS, isPatient ? patienceMs : 0);
      const writer = new SceneWriter({
        host: ahead ?? host,
        isAhead: ahead !== undefined,
        ...(ahead ? {} : { patienceMs: firstByMs }),
        ...(onWait === undefined ? {} : { onWait }),
        story,
        source,
        words,
        scene,
        now,
        onSentence: telling.onSentence,
        signal: telling.signal,
        contextTokens: contextTokens(),
        seed: (of) => createRandom(deriveSeed(scene.brief.seed, "prose", of)).int(2 ** 31),
        budgetMs: ahead ? AHEAD_MS : isWholeByThen ? Math.min(budgetMs, patienceMs) : budgetMs,
        choicesMs: options.choicesMs ?? CHOICES_MS,
        judgeMs: judgeMs(ahead !== undefined),
        canJudge: mayJudge,
        firstTextMs: options.firstTextMs ?? FIRST_TEXT_MS,
        expectedFirstMs: options.expectedFirstMs ?? lastFirstMs ?? 0,
      });
      if (!ahead) host.onScene?.(scene);
      const mayTell =
        whyNot() === null && tells() === "scene" && scene.brief.choice !== undefined && !scene.brief.ending;
      const told = mayTell ? await writer.tell() : writer.byStorybook();
      if (ahead) return told;
      const { judged } = told.narration;
      if (judged.length > 0) unanswered = judged.some(({ error }) => error === undefined) ? 0 : unanswered + 1;
      pace = writer.pace ?? pace;
      if (mayTell && host.writtenAhead) options.onAsked?.(writer.readiness);
      const { fault } = writer;
      if (fault && FOR_GOOD.has(fault.code)) gaveUp = fault;
      // One that was silent through a scene is not expected to be quick in the next.
      if (mayTell) lastFirstMs = writer.firstMs ?? writer.waitedMs;
      // One whose sentences were all cut was there in time.
      if (mayTell) silent = writer.answered ? 0 : silent + 1;
      return told;
    },
    async readAhead({ scene, ...next }, { signal }) {
      if (whyNot() !== null || tells() !== "scene" || host.status.state === "given-up") return;
      const start = promptStart({ story, source, scene, ...next, contextTokens: contextTokens() });
      const request = { sequence: "prose", system: start.system, prompt: start.stable } as const;
      await host.preload?.(request, { signal }).catch(() => {});
    },
  };
}
