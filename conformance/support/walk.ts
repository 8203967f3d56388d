import type { JsonObject } from "@narratoria/protocol";
import type { ChoiceSlot } from "@narratoria/protocol/story";
import type { SceneEvent, Story, TurnTrace } from "@narratoria/engine";

type Run = NonNullable<TurnTrace["attempts"][number]["run"]>;
export type Invocation = Run["invocations"][number];

/** A turn as somebody who looks behind it sees it. */
export interface WalkedTurn {
  readonly scene: SceneEvent;
  /** Session state before the choice, and after the scene. */
  readonly before: JsonObject;
  readonly state: JsonObject;
  readonly tools: readonly Invocation[];
  /** What the scene offers, as code sees it. */
  readonly slots: readonly ChoiceSlot[];
}

/** Takes a choice, its number from 1. */
export type Chooser = (scene: SceneEvent, turn: number) => number;

/** Plays a story that may have begun. @param turns - Fewer where it ends before. */
export async function walk(story: Story, turns: number, choose: Chooser): Promise<WalkedTurn[]> {
  for await (const _ of story.begin());
  const walked: WalkedTurn[] = [];
  for (let turn = 0; turn < turns && story.scene && !story.scene.ended; turn++) {
    const before = await story.state();
    for await (const _ of story.choose(choose(story.scene, turn)));
    const tools = story.trace()?.attempts.flatMap(({ run }) => run?.invocations ?? []) ?? [];
    walked.push({
      scene: story.scene,
      before,
      state: await story.state(),
      tools,
      slots: slotsIn(outputOf(tools, "choices")),
    });
  }
  return walked;
}

/** What a tool of a plan gave; empty where it gave nothing. */
export function outputOf(tools: readonly Invocation[], toolId: string): JsonObject {
  const done = tools.findLast((tool) => tool.toolId === toolId)?.events.at(-1)?.event;
  return done?.type === "done" ? ((done.output ?? {}) as JsonObject) : {};
}

/** The choices in the output of `player-choices/generate-choices`, as code sees them; none where it gave none. */
export function slotsIn(output: JsonObject): readonly ChoiceSlot[] {
  return (output["slots"] ?? []) as unknown as readonly ChoiceSlot[];
}
