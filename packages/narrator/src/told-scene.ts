import type { JsonObject, JsonValue } from "@narratoria/protocol";
import type { ChoiceSlot, Effect, Outcome, StoryMemory } from "@narratoria/protocol/story";
import type { ToldSentence } from "./scene/composer.js";

/** A scene after it was told, with all that it can be judged by. */
export interface ToldScene {
  /** 0 for the opening. */
  readonly scene: number;
  readonly paragraphs: readonly string[];
  /** Every sentence and what it came from; empty where another narrator than the storybook told. */
  readonly sentences: readonly ToldSentence[];
  /** What was chosen; null in the opening. */
  readonly choice: ChoiceSlot | null;
  /** What is offered next; nothing after an ending. */
  readonly slots: readonly ChoiceSlot[];
  /** What the dice said; `none` where none were thrown. */
  readonly outcome: Outcome;
  readonly effects: readonly Effect[];
  readonly memories: readonly StoryMemory[];
  /** Session state before and after the turn. */
  readonly before: JsonObject;
  readonly after: JsonObject;
  readonly ended: boolean;
}

/** A turn as a journal keeps it: what `readToldScenes` needs of it. */
export interface JournalledTurn {
  readonly scene: number;
  readonly choice: JsonObject | null;
  readonly results: readonly JsonValue[];
  readonly rolls: readonly JsonValue[];
  readonly state: JsonObject;
  readonly sceneRecord: JsonObject;
  readonly memories: readonly { readonly id: string; readonly record: JsonObject }[];
}

/**
 * Reads a story back from its journal.
 *
 * @param turns - From the opening on, in order.
 */
export function readToldScenes(turns: readonly JournalledTurn[]): ToldScene[] {
  return turns.map((turn, at) => {
    const record = turn.sceneRecord as { paragraphs?: string[]; sentences?: ToldSentence[]; slots?: ChoiceSlot[] };
    const roll = turn.rolls[0] as { outcome?: Outcome } | undefined;
    return {
      scene: turn.scene,
      paragraphs: record.paragraphs ?? [],
      sentences: record.sentences ?? [],
      choice: turn.choice as ChoiceSlot | null,
      slots: record.slots ?? [],
      outcome: roll?.outcome ?? "none",
      effects: effectsIn(turn.results),
      memories: turn.memories.map(({ id, record: memory }) => ({ id, ...(memory as object) }) as StoryMemory),
      before: turns[at - 1]?.state ?? {},
      after: turn.state,
      ended: turn.sceneRecord["ended"] === true,
    };
  });
}

interface Kept {
  readonly toolId: string;
  readonly effects?: Effect[];
  readonly output?: { readonly effects?: Effect[] };
}

/** The effects that happened: what `outcome` gave in the run that held. */
function effectsIn(results: readonly JsonValue[]): Effect[] {
  const last = results.at(-1) as { toolResults?: Kept[] } | undefined;
  const outcome = last?.toolResults?.find(({ toolId }) => toolId === "outcome");
  // Older journals hold all that a script gave.
  return outcome?.effects ?? outcome?.output?.effects ?? [];
}

/** One frame's sentences, which stand and fall together. */
export interface ToldPassage extends ToldSentence {
  readonly key: string;
}

/** What the frames of a scene told, one entry a frame used. Authored sentences, which claim nothing, are left out. */
export function passagesOf({ sentences }: Pick<ToldScene, "sentences">): ToldPassage[] {
  const passages: ToldPassage[] = [];
  let last: string | undefined;
  for (const { key, ...sentence } of sentences) {
    if (key !== undefined && sentence.frameId !== last) passages.push({ ...sentence, key });
    else if (key !== undefined) {
      const whole = passages.pop();
      if (whole) passages.push({ ...whole, text: `${whole.text} ${sentence.text}` });
    }
    last = sentence.frameId;
  }
  return passages;
}
