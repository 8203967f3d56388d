import { setImmediate } from "node:timers/promises";
import { atOnce, inSlices, type JsonObject } from "@narratoria/protocol";
import { createRandom, deriveSeed } from "@narratoria/protocol/random";
import type { SceneBrief } from "@narratoria/protocol/story";
import type { FrameProblem } from "@narratoria/protocol/frame-file";
import { bundledFrames, type FrameLibrary, loadFrames, loadingFrames } from "./frames/library.js";
import { familiesOf } from "@narratoria/protocol/english";
import type { StoryIndex } from "./index-story.js";
import { Composer, factsByText } from "./scene/composer.js";
import { composeEnding, composeOpening } from "./scene/framing-scenes.js";
import type { MemoryChange } from "./scene/narrator-memory.js";
import { memoryPatch, readMemory } from "./scene/narrator-memory.js";
import { readStage } from "./scene/stage.js";
import type { ToldSentence } from "./scene/composer.js";
import { composeTurn } from "./scene/turn-scene.js";
import type { WordedChoice } from "./scene/word-choices.js";
import { wordChoices } from "./scene/word-choices.js";
import { lawsInForce } from "@narratoria/protocol/laws";
import type { StorySource } from "@narratoria/protocol/story";

/** Scenes for which the mood of a beat lasts. */
const MOOD_SCENES = 4;

/** A told scene. */
export interface SceneDraft {
  readonly paragraphs: readonly string[];
  /** What is told after an ending. */
  readonly epilogue?: readonly string[];
  /** Every sentence with the frame and the sources that it came from: the answer to "where is this from?". */
  readonly sentences: readonly ToldSentence[];
  readonly choices: readonly WordedChoice[];
  /** Merge patch for session state: the narrator's own part, `storybook`. */
  readonly patch: JsonObject;
  /** Things to say for which no frame was left. */
  readonly unmet: number;
}

/** Tells scenes from a campaign's own words, without a model. */
export interface Storybook {
  /**
   * Tells one scene. Deterministic: the brief's seed and the state decide every word. Under 5 ms.
   *
   * @param brief - What happened, who recalls what, and the choices about to be offered.
   * @param state - Session state after the outcome.
   */
  tell(brief: SceneBrief, state: JsonObject): SceneDraft;
  /** As `tell`, with stops at which other work may go on: the first scene of a process takes several times as long. */
  telling(brief: SceneBrief, state: JsonObject): Generator<void, SceneDraft>;
  /** How many frames there are, ours and the campaign's. */
  readonly frameCount: number;
  /** Faults in the campaign's frame files, by file and line. */
  readonly problems: readonly FrameProblem[];
}

/** Whether a beat has told that somebody goes out, goes missing or dies: nobody is told to leave after it. (rule NA514) */
const hasGone = (beat: SceneBrief["beat"], id: string): boolean =>
  beat?.leaves?.some(({ npc }) => npc === id) === true ||
  beat?.presence?.some(({ npc, state }) => npc === id && state !== "here") === true;

/**
 * Joins our frames and the campaign's into a narrator for one story.
 *
 * @param story - The mined campaign.
 * @param source - The same campaign's texts: its frames are read here.
 */
export function createStorybook(story: StoryIndex, source: Pick<StorySource, "frames">): Storybook {
  return storybookOf(story, loadFrames(bundledFrames(), source.frames, story.laws));
}

/** As `createStorybook`, while whatever else the program does goes on. (rule NA890) */
export async function createStorybookInSlices(
  story: StoryIndex,
  source: Pick<StorySource, "frames">,
): Promise<Storybook> {
  const library = await inSlices(loadingFrames(bundledFrames(), source.frames, story.laws));
  await setImmediate();
  factsByText(story);
  return storybookOf(story, library);
}

function storybookOf(story: StoryIndex, library: FrameLibrary): Storybook {
  return {
    frameCount: library.size,
    problems: library.problems,
    tell: (brief, state) => atOnce(telling(brief, state)),
    telling,
  };

  function* telling(brief: SceneBrief, state: JsonObject): Generator<void, SceneDraft> {
    const memory = readMemory(state);
    const stage = readStage(story, brief, state, memory);
    const composer = new Composer(
      story,
      stage,
      memory,
      library,
      createRandom(deriveSeed(brief.seed, "storybook")),
      lawsInForce(story.laws, state),
      brief.beat?.told,
    );
    yield;
    let callbacks: ReadonlySet<string> = new Set();
    let threads: ReadonlySet<string> = new Set();
    let told = Number.POSITIVE_INFINITY;
    if (brief.ending) told = composeEnding(composer, brief);
    else if (!brief.choice) composeOpening(composer, brief);
    else ({ callbacks, threads } = composeTurn(composer, brief));
    yield;
    const worded = wordChoices(composer, brief.slots);
    const beatMood = familiesOf(brief.beat?.mood)[0];
    const change: MemoryChange = {
      pieces: composer.pieces,
      // What was told of a beat or an ending stands; what is told beside it later is no news.
      told: composer.sentences.map(({ text }) => text),
      frames: new Set([...composer.frames, ...worded.frames]),
      props: composer.props,
      named: composer.named,
      callbacks,
      threads,
      spoken: composer.spoken,
      met: new Set(stage.present.map((person) => person.id).filter((id) => composer.named.has(`npc:${id}`))),
      items: new Map([...stage.itemNames, ...stage.heldItems().map(({ id, name }) => [id, name] as const)]),
      done: composer.done,
      words: composer.words,
      place: stage.place?.id,
      minutes: stage.minutes,
      // Who went out in the beat has been seen to go.
      people: stage.present.flatMap(({ id }) => (hasGone(brief.beat, id) ? [] : [id])),
      mood:
        beatMood !== undefined
          ? { family: beatMood, until: brief.scene + MOOD_SCENES }
          : memory.mood !== undefined && memory.mood.until > brief.scene
            ? memory.mood
            : undefined,
    };
    return {
      paragraphs: composer.texts.slice(0, told),
      ...(told < composer.texts.length ? { epilogue: composer.texts.slice(told) } : {}),
      sentences: composer.sentences,
      choices: worded.choices,
      patch: memoryPatch(memory, change, brief.scene),
      unmet: composer.unmet,
    };
  }
}
