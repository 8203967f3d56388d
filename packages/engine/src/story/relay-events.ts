import type { EngineEvent, ToolResult } from "@narratoria/protocol/contracts";
import type { ChoiceSlot } from "@narratoria/protocol/story";
import type { ExecutorEvent } from "@narratoria/executor";
import { readNarrative, readRoll } from "../scene/scene-parts.js";
import { rollEvent } from "../scene/scene-record.js";

/** What a shell is told of an executor's event while the plan runs; nothing of most. */
export function relayed(event: ExecutorEvent, attempt: number): EngineEvent | null {
  if (event.type === "plan-started") {
    const text = readNarrative(event.narrative).join("\n\n");
    return text === "" ? null : { type: "narrative", attempt, text };
  }
  if (event.type === "tool-started") {
    const { toolId, toolPath } = event;
    return { type: "progress", stage: toolId === "narrate" ? "writing" : "working", toolId, toolPath };
  }
  if (event.type !== "tool-event" || event.event.type !== "ui_event") return null;
  const { event: name, payload } = event.event;
  if (name === "dice_roll" || name === "narrative_choice") return null;
  if (name !== "prose") return { type: "note", event: name, payload: payload ?? {}, toolId: event.toolId };
  const delta = payload?.["delta"];
  const paragraph = payload?.["paragraph"];
  if (typeof delta !== "string") return null;
  return { type: "prose", attempt, paragraph: typeof paragraph === "number" ? paragraph : 0, delta };
}

/** What a shell is told of a tool that has come to its end: that it has, and the dice if it threw them. */
export function settled(result: ToolResult, toolPath: string, slot: ChoiceSlot | null): EngineEvent[] {
  const { toolId, state, executionTimeMs = 0 } = result;
  const roll = toolId === "roll" && state === "success" ? readRoll(result.output ?? {}) : null;
  return [{ type: "tool", toolId, toolPath, state, executionTimeMs }, ...(roll ? [rollEvent(roll, slot)] : [])];
}
