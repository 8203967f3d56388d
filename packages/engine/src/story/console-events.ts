/** What a console is told of a turn's tools: their own logs and errors, and what the runtime finds. */
import { isJsonObject, type JsonObject, type JsonValue } from "@narratoria/protocol";
import type { EngineEvent, ExecutionResult, ToolResult } from "@narratoria/protocol/contracts";
import type { ExecutorEvent, PlanRun } from "@narratoria/executor";
import type { AnsweredSearch } from "../host/host-services.js";
import { clean } from "../scene/scene-parts.js";

type LogLine = Extract<EngineEvent, { type: "log" }>;
type ConsoleEvent = LogLine | Extract<EngineEvent, { type: "error" }>;
type ToolError = NonNullable<ToolResult["error"]>;
type Speaker = Pick<ConsoleEvent, "source" | "toolId" | "toolPath">;

/** Events of one turn; a tool may send ten thousand, which no console needs. */
const MOST_EVENTS = 1_000;
const MOST_CHARS = 2_000;
const MOST_JSON = 4_000;

/** The console of one turn. Implements rules EN484, EN485 and EN1421. */
export class TurnConsole {
  readonly #paths = new Map<string, string>();
  /** Codes of the errors that each tool has reported in its present try. */
  readonly #reported = new Map<string, Set<string>>();
  #count = 0;

  /** @param emit - Takes `log` and `error` events. */
  constructor(private readonly emit: (event: ConsoleEvent) => void) {}

  hear(event: ExecutorEvent): void {
    switch (event.type) {
      case "tool-started":
        this.#paths.set(event.toolId, event.toolPath);
        this.#reported.delete(event.toolId);
        return;
      case "tool-event":
        return this.#hearTool(event);
      case "retry": {
        const by = this.#by("runtime", event.toolId);
        this.#failed(event.toolId, event.error);
        return this.#log("warn", `It is tried again in ${event.delayMs} ms (retry ${event.retry}).`, undefined, by);
      }
      case "tool-settled": {
        const { state, error } = event.result;
        this.#paths.set(event.toolId, event.toolPath);
        if (state === "success" || error === undefined) return;
        if (state !== "skipped") return this.#failed(event.toolId, error);
        return this.#log("warn", `It did not run: ${error.message}.`, undefined, this.#by("runtime", event.toolId));
      }
      case "plan-started": {
        const tools = event.plan.tools.map(({ toolPath }) => toolPath).join(", ");
        return this.#log("debug", `The plan begins: ${tools}.`, { planId: event.planId }, this.#by("runtime", null));
      }
    }
  }

  /** Tells what was noticed while a plan ran. */
  warned(warnings: PlanRun["warnings"]): void {
    for (const { toolId, message } of warnings) this.#log("warn", message, undefined, this.#by("runtime", toolId));
  }

  /** Tells what a plan came to, and how long that took. */
  planRan({ planId, success, executionTimeMs = 0 }: ExecutionResult): void {
    const outcome = success ? "succeeded" : "failed";
    this.#log("debug", `The plan ${outcome}.`, { planId, executionTimeMs }, this.#by("runtime", null));
  }

  /** Tells what a script searched, how much it found and how long that took: nothing of what was asked or found. */
  searched({ service, dataType, found, ms, toolId, toolPath }: AnsweredSearch): void {
    this.#paths.set(toolId, toolPath);
    const message = `${service} of ${dataType} in this story found ${found}.`;
    this.#log("debug", message, { executionTimeMs: ms }, this.#by("runtime", toolId));
  }

  /** Tells why there is no result of a plan, or no plan. */
  planFailed(failure: string): void {
    this.#push({ type: "error", code: "PLAN_FAILED", message: shortened(failure), ...this.#by("runtime", null) });
  }

  #hearTool({ toolId, event }: Extract<ExecutorEvent, { type: "tool-event" }>): void {
    const by = this.#by("tool", toolId);
    if (event.type === "log") return this.#log(event.level, event.message, event.fields, by);
    if (event.type !== "error") return;
    const reported = this.#reported.get(toolId) ?? new Set();
    this.#reported.set(toolId, reported.add(event.errorCode));
    this.#error(event.errorCode, event.errorMessage, event.details, by);
  }

  /** A failure that the tool has reported itself is not told a second time. */
  #failed(toolId: string, { code = "TOOL_FAILED", message = "it failed", category, details }: ToolError): void {
    if (category === "tool_failure" && this.#reported.get(toolId)?.has(code)) return;
    this.#error(code, message, details, this.#by("runtime", toolId));
  }

  #log(level: LogLine["level"], message: string, fields: JsonObject | undefined, by: Speaker): void {
    const { object, note } = bounded(fields, "fields");
    const text = shortened(`${message}${note}`);
    this.#push({ type: "log", level, message: text, ...(object && { fields: object }), ...by });
  }

  #error(code: string, message: string, given: JsonObject | undefined, by: Speaker): void {
    const { object, note } = bounded(given, "details");
    const text = shortened(`${message}${note}`);
    this.#push({ type: "error", code: shortened(code), message: text, ...(object && { details: object }), ...by });
  }

  #by(source: Speaker["source"], toolId: string | null): Speaker {
    if (toolId === null) return { source };
    const toolPath = this.#paths.get(toolId);
    return { source, toolId, ...(toolPath === undefined ? {} : { toolPath }) };
  }

  #push(event: ConsoleEvent): void {
    this.#count += 1;
    if (this.#count <= MOST_EVENTS) this.emit(event);
    else if (this.#count === MOST_EVENTS + 1) {
      this.emit({ type: "log", level: "warn", message: "The turn has more to log than is shown.", source: "runtime" });
    }
  }
}

/** A message as a console shows it. */
export function shortened(text: string): string {
  const shown = clean(text);
  if (shown === "") return "(nothing that can be shown)";
  if (shown.length <= MOST_CHARS) return shown;
  // The cut may have halved a surrogate pair.
  return `${shown.slice(0, MOST_CHARS - 1).replace(/[\ud800-\udbff]$/, "")}…`;
}

/** Data beside a message, cleaned; a note in its stead where it is too long for a console. */
function bounded(data: JsonObject | undefined, name: string): { readonly object?: JsonObject; readonly note: string } {
  if (data === undefined) return { note: "" };
  const text = JSON.stringify(data);
  if (text.length > MOST_JSON) {
    return { note: ` (${text.length.toLocaleString("en")} characters of ${name} are left out)` };
  }
  return { object: cleanedObject(data), note: "" };
}

function cleanedObject(data: JsonObject): JsonObject {
  const members = Object.entries(data).map(([key, value]) => [clean(key), value === undefined ? null : cleaned(value)]);
  return Object.fromEntries(members) as JsonObject;
}

function cleaned(value: JsonValue): JsonValue {
  if (typeof value === "string") return clean(value);
  if (Array.isArray(value)) return (value as readonly JsonValue[]).map(cleaned);
  return isJsonObject(value) ? cleanedObject(value) : value;
}
