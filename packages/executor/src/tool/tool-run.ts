import { type JsonObject, LIMITS, mergePatches, type ToolEvent, type ToolInput } from "@narratoria/protocol";
import type { AggregatedAsset, ToolResult } from "@narratoria/protocol/contracts";
import type { PlannedTool } from "../plan/check-plan.js";
import type { StagedWrite } from "../host/host-grants.js";
import type { HostServer } from "../host/host-server.js";
import type { StagingRoom } from "../host/staging-room.js";
import type { AssetFolder, RefusedAsset } from "./asset-folder.js";
import type { ScriptResolver } from "./resolver.js";
import type { SandboxTier } from "../sandbox/describe-sandbox.js";
import type { Sandbox } from "../sandbox/sandbox.js";
import type { Quota } from "../sandbox/watch-quota.js";
import type { Scratch } from "../process/scratch.js";
import type { Stop } from "../process/stop.js";
import type { InvocationOutcome } from "./tool-account.js";
import type { ToolFailure } from "./tool-failure.js";
import type { GraceTimes } from "../process/tool-process.js";
import type { WarmPool } from "../process/warm-pool.js";

/** What a tool that succeeded gives to the turn. */
export interface ToolYield {
  readonly output: JsonObject;
  readonly patches: readonly JsonObject[];
  readonly writes: readonly StagedWrite[];
  readonly assets: readonly AggregatedAsset[];
}

/** What a tool came to in one execution of the plan, retries included. */
export interface ToolRun {
  readonly tool: PlannedTool;
  readonly result: ToolResult;
  /** Null unless it succeeded: nothing of a failed tool reaches the session. */
  readonly gives: ToolYield | null;
  /** Whether a further execution of the plan may run it again. */
  readonly repeatable: boolean;
}

/** What the tools came to that one tool depends on. Put together only where it is asked for. */
export interface Before {
  /** Those that it names, in the order in which it names them. */
  direct(): readonly ToolRun[];
  /** Those that it depends on, directly or not, in topological order. */
  all(): readonly ToolRun[];
}

/** One try of a tool, for the trace. Times are on the clock of `performance.now()`. */
export interface ToolTry {
  readonly tool: PlannedTool;
  /** 1 for the first; 2 and up are retries. */
  readonly attempt: number;
  readonly startedAt: number;
  readonly endedAt: number;
  /** Whether its process was started for it, had been started ahead, was kept, or there was none to start. */
  readonly by: "process" | "process started ahead" | "process kept" | "function" | "nothing";
  /** How its process was held back; null where there was none. */
  readonly sandbox: SandboxTier | null;
  readonly timeoutMs: number;
  /** What it was given; null where it came to nothing. */
  readonly input: (() => ToolInput) | null;
  readonly outcome: InvocationOutcome;
  /** The pause before the retry that follows; null where none does. */
  readonly retryAfterMs: number | null;
}

/** What the tools of one plan have in common. */
export interface PlanSetting {
  readonly planId: string;
  readonly resolver: ScriptResolver;
  readonly host: HostServer | undefined;
  readonly scope: string | undefined;
  readonly state: JsonObject;
  readonly context: JsonObject;
  /** JSON of the parts of `context` that a script was given. */
  readonly contextTexts: WeakMap<object, string>;
  readonly seed: string;
  readonly toolTimeoutMs: number;
  readonly patience: Patience | undefined;
  readonly grace: GraceTimes;
  readonly scratch: Scratch;
  /** Processes that were started ahead of need, if any. */
  readonly warm: WarmPool | undefined;
  /** What holds processes back, if anything. */
  readonly sandbox: Sandbox | undefined;
  readonly quota: Quota;
  /** Keeps the files that tools announce; undefined where they are refused. */
  readonly assets: AssetFolder | undefined;
  readonly stop: Stop;
  /** Waits out a backoff, or less when the signal is aborted. Never rejects. */
  wait(ms: number, signal: AbortSignal): Promise<void>;
  /** May throw; that fails the invocation. */
  onToolEvent(tool: PlannedTool, event: ToolEvent): void;
  onStart(tool: PlannedTool, attempt: number): void;
  /** A process of the tool is under way: a good moment to start those of the tools after it. */
  onUnderWay(tool: PlannedTool): void;
  /** A try is over. */
  onTry(done: ToolTry): void;
  onRetry(tool: PlannedTool, retry: number, delayMs: number, failure: ToolFailure): void;
  onWarning(tool: PlannedTool, message: string): void;
  onRefusedAsset(tool: PlannedTool, refused: RefusedAsset): void;
  /** @returns False when session state would grow too large with these patches. */
  fits(patches: readonly JsonObject[]): boolean;
  /** Of the execution that runs now. */
  readonly room: StagingRoom;
}

/** @returns The base with the patches of the tools that succeeded, in the order given; the base itself is untouched. */
export function patched(base: JsonObject, runs: readonly ToolRun[]): JsonObject {
  return mergePatches(
    base,
    runs.flatMap(({ gives }) => gives?.patches ?? []),
  );
}

/** Milliseconds beyond every cap that a player agreed to wait for one script. */
export interface Patience {
  /** `<skill>/<script>`. */
  readonly tool: string;
  readonly ms: number;
}

/** What a patience adds, within its own cap. */
export function extraMs(patience: Patience | undefined): number {
  return Math.min(Math.max(patience?.ms ?? 0, 0), LIMITS.patienceMs);
}

/**
 * The shortest limit that anybody set wins, within what is sensible for any tool; a player's patience with one script comes on top.
 * Implements rule EX5600.
 */
export function timeoutOf(tool: PlannedTool, { toolTimeoutMs, patience }: PlanSetting): number {
  const wanted = Math.min(tool.timeoutMs, toolTimeoutMs, LIMITS.maxToolTimeoutMs);
  const isMeant = `${tool.script.skill}/${tool.script.script}` === patience?.tool;
  return Math.max(wanted, LIMITS.minToolTimeoutMs) + (isMeant ? extraMs(patience) : 0);
}
