// Generated from contracts/*.schema.json by tools/generate-types.mjs: change the schemas, not this file.
import type { JsonObject } from "../json.js";

/** Any of the six events of the tool protocol. */
export type ToolEvent = LogEvent | StatePatchEvent | AssetEvent | UiEvent | ErrorEvent | DoneEvent;
/** How to reach the host services, or null where the script may call none. */
export type HostAccess = {
  /** Path of a Unix domain socket, or name of a named pipe. */
  readonly socket: string;
  /** Bearer token, valid for this invocation only. */
  readonly token: string;
} | null;

/** The type of each contract, by the name of its schema. */
export interface ContractTypes {
  readonly "asset-event": AssetEvent;
  readonly "done-event": DoneEvent;
  readonly "error-event": ErrorEvent;
  readonly "execution-result": ExecutionResult;
  readonly "log-event": LogEvent;
  readonly "plan-json": PlanJson;
  readonly "state-patch-event": StatePatchEvent;
  readonly "tool-input": ToolInput;
  readonly "ui-event": UiEvent;
}
/** A file that the tool has made. It exists before the event is sent. */
export interface AssetEvent {
  /** Version of the tool protocol. */
  readonly version: "0";
  readonly type: "asset";
  /** The invocation, as named in the tool input. */
  readonly requestId?: string;
  /** When it happened (ISO 8601). */
  readonly timestamp?: string;
  /** Unique within the invocation. */
  readonly assetId: string;
  /** Broad category, such as image, audio, video or model. */
  readonly kind: string;
  /** MIME type, such as image/png. */
  readonly mediaType: string;
  /** The file, absolute or relative to the tool's working folder. */
  readonly path: string;
  /** Details such as dimensions. */
  readonly metadata?: JsonObject;
}
/** The end of an invocation. Exactly one is sent, and nothing after it counts. */
export interface DoneEvent {
  /** Version of the tool protocol. */
  readonly version: "0";
  readonly type: "done";
  /** The invocation, as named in the tool input. */
  readonly requestId?: string;
  /** When it happened (ISO 8601). */
  readonly timestamp?: string;
  /** Whether the tool did what was asked. */
  readonly ok: boolean;
  /** The result in a few words, for people. */
  readonly summary?: string;
  /** The tool's output. Without it, the merge of its state patches is its output. */
  readonly output?: JsonObject;
}
/** A structured error. It does not end the invocation: a done event follows. */
export interface ErrorEvent {
  /** Version of the tool protocol. */
  readonly version: "0";
  readonly type: "error";
  /** The invocation, as named in the tool input. */
  readonly requestId?: string;
  /** When it happened (ISO 8601). */
  readonly timestamp?: string;
  /** For programs: stable, in snake_case. */
  readonly errorCode: string;
  /** For people: what is wrong, where, and what to do. */
  readonly errorMessage: string;
  /** Data for debugging. */
  readonly details?: JsonObject;
}
/** What running a plan came to, with the trace of every tool. */
export interface ExecutionResult {
  /** The requestId of the plan. */
  readonly planId: string;
  /** False as soon as one required tool failed. */
  readonly success: boolean;
  /** Whether another plan could do better. */
  readonly canReplan?: boolean;
  /** The toolIds that failed. */
  readonly failedTools?: readonly string[];
  /** Skills that the next plan should leave out. */
  readonly disabledSkills?: readonly string[];
  readonly toolResults: readonly ToolResult[];
  /** The merge of the patches of all tools that succeeded, in topological order. */
  readonly aggregatedState?: JsonObject;
  /** The assets of all tools that succeeded. */
  readonly aggregatedAssets?: readonly AggregatedAsset[];
  readonly executionTimeMs?: number;
  /** Which plan of the turn this was. */
  readonly attemptNumber?: number;
  /** Which execution of the plan this was. */
  readonly executionAttempt?: number;
}
/** What one tool came to. */
export interface ToolResult {
  readonly toolId: string;
  readonly state: "success" | "failed" | "skipped" | "timeout";
  /** What the tool gave; dependents read it. */
  readonly output?: JsonObject;
  /** Its events in the order they came. */
  readonly events?: readonly ToolEvent[];
  readonly executionTimeMs?: number;
  /** Retries after the first try. */
  readonly retryCount?: number;
  readonly error?: ToolError;
}
/** Progress or diagnostics of a tool, shown in the developer console. Never an error of the invocation, whatever its level. */
export interface LogEvent {
  /** Version of the tool protocol. */
  readonly version: "0";
  readonly type: "log";
  /** The invocation, as named in the tool input. */
  readonly requestId?: string;
  /** When it happened (ISO 8601). */
  readonly timestamp?: string;
  /** How much it matters. */
  readonly level: "debug" | "info" | "warn" | "error";
  /** What there is to say, for people. */
  readonly message: string;
  /** Data that belongs to the message. */
  readonly fields?: JsonObject;
}
/** A change of session state by JSON Merge Patch (RFC 7396). It takes effect when the tool succeeds. */
export interface StatePatchEvent {
  /** Version of the tool protocol. */
  readonly version: "0";
  readonly type: "state_patch";
  /** The invocation, as named in the tool input. */
  readonly requestId?: string;
  /** When it happened (ISO 8601). */
  readonly timestamp?: string;
  /** Objects merge, everything else replaces, null removes. The keys __proto__, constructor and prototype are refused at any depth. */
  readonly patch: JsonObject;
}
/** Something for the player's screen. Shells know prose, narrative_choice and dice_roll; any other shows as a one-line note. */
export interface UiEvent {
  /** Version of the tool protocol. */
  readonly version: "0";
  readonly type: "ui_event";
  /** The invocation, as named in the tool input. */
  readonly requestId?: string;
  /** When it happened (ISO 8601). */
  readonly timestamp?: string;
  /** What to do. */
  readonly event: string;
  /** Parameters of the event. */
  readonly payload?: JsonObject;
}
/** What went wrong; absent when nothing did. */
export interface ToolError {
  readonly code?: string;
  readonly message?: string;
  readonly category?: "tool_failure" | "circular_dependency" | "timeout" | "invalid_json" | "process_error";
  readonly details?: JsonObject;
}
export interface AggregatedAsset {
  readonly assetId: string;
  readonly kind: string;
  readonly mediaType: string;
  readonly path: string;
  /** The tool that made it. */
  readonly toolId?: string;
}
/** A plan: the skill scripts that one turn runs, and what each of them waits for. */
export interface PlanJson {
  /** Names this plan. */
  readonly requestId: string;
  /** Text to show before or during the run. */
  readonly narrative?: string;
  /** May be empty only when there is a narrative. */
  readonly tools: readonly ToolInvocation[];
  /** Whether tools marked async may run at the same time. */
  readonly parallel?: boolean;
  /** Skills that this plan must not use. */
  readonly disabledSkills?: readonly string[];
  readonly metadata?: PlanMetadata;
}
/** One script to run. */
export interface ToolInvocation {
  /** Unique within the plan. */
  readonly toolId: string;
  /** A key of the skill registry, such as dice-roller/roll-dice. Never a path given to the operating system. */
  readonly toolPath: string;
  /** Handed to the script. */
  readonly input?: JsonObject;
  /** The toolIds that must finish first. */
  readonly dependencies?: readonly string[];
  /** Whether its failure fails the plan. */
  readonly required?: boolean;
  /** Whether it may run beside other async tools. */
  readonly async?: boolean;
  readonly retryPolicy?: RetryPolicy;
}
/** How often, and how many milliseconds apart, a failed tool is tried again. */
export interface RetryPolicy {
  /** Retries after the first try. */
  readonly maxRetries?: number;
  /** Wait before the first retry; it doubles with each further one. */
  readonly backoffMs?: number;
}
/** Where the plan stands in the replan loop. */
export interface PlanMetadata {
  /** 1 for the first plan of a turn; the loop stops at 5. */
  readonly generationAttempt?: number;
  /** The plan that this one replaces. */
  readonly parentPlanId?: string | null;
}
/** What a script reads from standard input: one JSON object, then the end of the file. A script ignores what it does not know. */
export interface ToolInput {
  /** Names the invocation; the same for its retries. */
  readonly requestId: string;
  /** The skill. */
  readonly tool: string;
  /** The script of the skill. */
  readonly operation: string;
  /** What the plan asks of this invocation. */
  readonly input: JsonObject;
  /** The output of each tool that this one depends on, by toolId; null where that tool failed and was not required. */
  readonly dependencies?: {
    readonly [k: string]: JsonObject | null;
  };
  /** The part of the story that the script's manifest asks for. */
  readonly context?: JsonObject;
  /** The skill's own settings. */
  readonly config?: JsonObject;
  readonly host?: HostAccess;
}
