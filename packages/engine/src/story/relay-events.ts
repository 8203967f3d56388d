import { addSize, LIMITS, withoutControls } from "@narratoria/protocol";
import type { EngineEvent, ToolResult } from "@narratoria/protocol/contracts";
import type { ChoiceSlot } from "@narratoria/protocol/story";
import type { ExecutorEvent } from "@narratoria/executor";
import { readNarrative, readRoll } from "../scene/scene-parts.js";
import { rollEvent } from "../scene/scene-record.js";

/** The tool of a plan that tells the scene. Its output is the scene's prose, and no other tool's events are. */
const NARRATOR = "narrate";
/** Paragraphs that a scene can have, with room for a narrator that numbers them otherwise. */
const MOST_PARAGRAPHS = 20;
/** Notes of one turn. A shell shows each. */
const MOST_NOTES = 100;
const MOST_NOTE_UNITS = 1024 * 1024;

/**
 * Tells a shell of the executor's events while the plans of one turn run; nothing of most. What scripts send is untrusted:
 * prose comes from the narrator alone, is as long as a scene may be and holds no control characters; notes are counted.
 * Implements rules EN420 to EN422.
 */
export class EventRelay {
  #attempt = 0;
  #proseChars = 0;
  #notes = 0;
  #noteUnits = 0;

  /** @param attempt - Which plan of the turn is running, from 1. */
  relayed(event: ExecutorEvent, attempt: number): EngineEvent | null {
    if (event.type === "plan-started") {
      const text = readNarrative(event.narrative).join("\n\n");
      return text === "" ? null : { type: "narrative", attempt, text };
    }
    if (event.type === "tool-started") {
      const { toolId, toolPath } = event;
      return { type: "progress", stage: toolId === NARRATOR ? "writing" : "working", toolId, toolPath };
    }
    if (event.type !== "tool-event" || event.event.type !== "ui_event") return null;
    const { event: name, payload = {} } = event.event;
    if (name === "dice_roll" || name === "narrative_choice") return null;
    return name === "prose" && event.toolId === NARRATOR
      ? this.#prose(payload, attempt)
      : this.#note(name, payload, event.toolId);
  }

  #prose({ delta, paragraph = 0 }: { readonly delta?: unknown; readonly paragraph?: unknown }, attempt: number) {
    if (attempt !== this.#attempt) this.#proseChars = 0;
    this.#attempt = attempt;
    if (typeof delta !== "string") return null;
    const at = typeof paragraph === "number" && Number.isInteger(paragraph) ? paragraph : 0;
    this.#proseChars += delta.length;
    if (at < 0 || at >= MOST_PARAGRAPHS || this.#proseChars > LIMITS.narrativeChars) return null;
    return { type: "prose", attempt, paragraph: at, delta: withoutControls(delta) } as const;
  }

  #note(event: string, payload: Extract<EngineEvent, { type: "note" }>["payload"], toolId: string) {
    const size = { values: 0, textUnits: event.length };
    addSize(payload, size);
    this.#notes++;
    this.#noteUnits += size.textUnits + size.values;
    if (this.#notes > MOST_NOTES || this.#noteUnits > MOST_NOTE_UNITS) return null;
    return { type: "note", event, payload, toolId } as const;
  }
}

/** What a shell is told of a tool that has come to its end: that it has, and the dice if it threw them. */
export function settled(result: ToolResult, toolPath: string, slot: ChoiceSlot | null): EngineEvent[] {
  const { toolId, state, executionTimeMs = 0 } = result;
  const roll = toolId === "roll" && state === "success" ? readRoll(result.output ?? {}) : null;
  return [{ type: "tool", toolId, toolPath, state, executionTimeMs }, ...(roll ? [rollEvent(roll, slot)] : [])];
}
