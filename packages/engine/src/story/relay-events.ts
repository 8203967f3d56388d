import { addSize, diffPatch, type JsonObject, LIMITS, withoutControls } from "@narratoria/protocol";
import type { EngineEvent, ProseEvent, ToolFault, ToolResult } from "@narratoria/protocol/contracts";
import type { ChoiceSlot } from "@narratoria/protocol/story";
import type { ExecutorEvent, PlanRun } from "@narratoria/executor";
import { readNarrative, readRoll } from "../scene/scene-parts.js";
import { rollEvent } from "../scene/scene-record.js";
import { shortened } from "./console-events.js";

/** The tool of a plan that tells the scene. Its output is the scene's prose, and no other tool's events are. */
const NARRATOR = "narrate";
/** Paragraphs that a scene can have, with room for a narrator that numbers them otherwise. */
const MOST_PARAGRAPHS = 20;
/** Notes of one turn. A shell shows each. */
const MOST_NOTES = 100;
const MOST_NOTE_UNITS = 1024 * 1024;

/**
 * Tells a shell of the executor's events while the plans of one turn run. What scripts send is untrusted: prose comes from the
 * narrator alone, is as long as a scene may be and holds no control characters; notes are counted.
 * Implements rules EN420 to EN422 and EN714.
 */
export class EventRelay {
  #attempt = 0;
  #proseChars = 0;
  #notes = 0;
  #noteUnits = 0;
  /** The try that each tool of the plan is in. */
  readonly #tries = new Map<string, { readonly execution: number; readonly try: number }>();

  /** @param attempt - Which plan of the turn is running, from 1. */
  relayed(event: ExecutorEvent, attempt: number): EngineEvent[] {
    switch (event.type) {
      case "plan-started":
        return this.#plan(event, attempt);
      case "tool-started":
        return this.#started(event, attempt);
      case "retry":
        return this.#waits(event, attempt);
      case "tool-settled":
        return this.#ended(event, attempt);
      case "tool-event": {
        const told = this.#shown(event, attempt);
        return told ? [told] : [];
      }
    }
  }

  #plan({ plan, narrative }: ExecutorEvent & { type: "plan-started" }, attempt: number): EngineEvent[] {
    const text = readNarrative(narrative).join("\n\n");
    const tools = plan.tools.map(({ toolId, toolPath, dependencies = [], required = true }) => ({
      toolId,
      toolPath,
      dependencies,
      required,
    }));
    this.#tries.clear();
    return [
      ...(text === "" ? [] : [{ type: "narrative", attempt, text } as const]),
      { type: "plan", attempt, planId: plan.requestId, tools },
    ];
  }

  #started(event: ExecutorEvent & { type: "tool-started" }, attempt: number): EngineEvent[] {
    const { toolId, toolPath } = event;
    this.#tries.set(toolId, { execution: event.executionAttempt, try: event.attempt });
    const stage = toolId === NARRATOR ? "writing" : "working";
    return [
      { type: "progress", stage, toolId, toolPath },
      { type: "tool_state", attempt, toolId, toolPath, state: "running", ...this.#tryOf(toolId) },
    ];
  }

  #waits({ toolId, toolPath, delayMs, error }: ExecutorEvent & { type: "retry" }, attempt: number): EngineEvent[] {
    const about = { attempt, toolId, toolPath, state: "waiting", ...this.#tryOf(toolId) } as const;
    return [{ type: "tool_state", ...about, delayMs, error: faultOf(error) }];
  }

  #ended({ result, ...event }: ExecutorEvent & { type: "tool-settled" }, attempt: number): EngineEvent[] {
    const { toolId, toolPath, executionAttempt } = event;
    const { state, executionTimeMs = 0, error } = result;
    const { try: last } = this.#tryOf(toolId);
    return [
      {
        type: "tool_state",
        attempt,
        toolId,
        toolPath,
        state,
        execution: executionAttempt,
        try: last,
        executionTimeMs,
        ...(error && state !== "success" ? { error: faultOf(error) } : {}),
      },
    ];
  }

  #tryOf(toolId: string): { readonly execution: number; readonly try: number } {
    return this.#tries.get(toolId) ?? { execution: 1, try: 1 };
  }

  #shown({ toolId, event }: ExecutorEvent & { type: "tool-event" }, attempt: number): EngineEvent | null {
    if (event.type !== "ui_event") return null;
    const { event: name, payload = {} } = event;
    if (name === "dice_roll" || name === "narrative_choice") return null;
    return name === "prose" && toolId === NARRATOR ? this.#prose(payload, attempt) : this.#note(name, payload, toolId);
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

function faultOf({
  code = "TOOL_FAILED",
  message = "",
}: {
  readonly code?: string;
  readonly message?: string;
}): ToolFault {
  return { code: shortened(code), message: shortened(message) };
}

/** The prose that shells have been sent in the turn in hand. Implements rule EN713. */
export class SentProse {
  #attempt = 1;
  #paragraphs: string[] = [];

  add({ attempt, paragraph, delta }: Pick<ProseEvent, "attempt" | "paragraph" | "delta">): void {
    if (attempt !== this.#attempt) this.#paragraphs = [];
    this.#attempt = attempt;
    while (this.#paragraphs.length <= paragraph) this.#paragraphs.push("");
    this.#paragraphs[paragraph] += delta;
  }

  /** The pieces after which what was sent is this text: the rest of it, or all of it once more in place of what differs. */
  missing(text: readonly string[]): ProseEvent[] {
    const sent = this.#paragraphs;
    const goesOn = sent.length <= text.length && sent.every((words, at) => text[at]?.startsWith(words));
    const attempt = goesOn ? this.#attempt : this.#attempt + 1;
    return text.flatMap((whole, paragraph) => {
      const delta = goesOn ? whole.slice(sent[paragraph]?.length ?? 0) : whole;
      return delta === "" ? [] : [{ type: "prose" as const, attempt, paragraph, delta }];
    });
  }
}

/** Sentences as pieces of prose: with the blank before each that does not begin its paragraph. */
export function* piecesOf<Piece extends { readonly text: string; readonly paragraph: number }>(
  sentences: Iterable<Piece>,
): Generator<{ readonly text: string; readonly paragraph: number }> {
  const begun = new Set<number>();
  for (const { text, paragraph } of sentences) {
    yield { paragraph, text: begun.has(paragraph) ? ` ${text}` : text };
    begun.add(paragraph);
  }
}

/** What a shell is told of a tool that has come to its end: that it has, and the dice if it threw them. */
export function settled(result: ToolResult, toolPath: string, slot: ChoiceSlot | null): EngineEvent[] {
  const { toolId, state, executionTimeMs = 0 } = result;
  const roll = toolId === "roll" && state === "success" ? readRoll(result.output ?? {}) : null;
  return [{ type: "tool", toolId, toolPath, state, executionTimeMs }, ...(roll ? [rollEvent(roll, slot)] : [])];
}

/** What the parts of a turn made of session state, one after the other. Implements rule EN715. */
export function* stateChanges(
  before: JsonObject,
  base: JsonObject,
  run: PlanRun | undefined,
  after: JsonObject,
): Generator<EngineEvent> {
  const byEngine = [diffPatch(before, base), diffPatch(run?.state ?? base, after)].map((patch) => ({ patch }));
  for (const { patch, ...by } of [...byEngine.slice(0, 1), ...(run?.patches ?? []), ...byEngine.slice(1)])
    if (Object.keys(patch).length > 0) yield { type: "state_patch", patch, ...by };
}
