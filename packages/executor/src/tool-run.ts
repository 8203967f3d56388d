import type { JsonObject, ToolEvent } from "@narratoria/protocol";
import { mergePatch } from "@narratoria/protocol";
import type { AggregatedAsset, ToolResult } from "@narratoria/protocol/contracts";
import type { PlannedTool } from "./check-plan.js";
import type { StagedWrite } from "./host-grants.js";
import type { HostServer } from "./host-server.js";
import type { ScriptResolver } from "./resolver.js";
import type { Scratch } from "./scratch.js";
import type { ToolFailure } from "./tool-failure.js";
import type { GraceTimes } from "./tool-process.js";
import type { WarmPool } from "./warm-pool.js";

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

/** What the tools of one plan have in common. */
export interface PlanSetting {
  readonly planId: string;
  readonly resolver: ScriptResolver;
  readonly host: HostServer | undefined;
  readonly scope: string | undefined;
  readonly state: JsonObject;
  readonly context: JsonObject;
  readonly seed: string;
  readonly toolTimeoutMs: number;
  readonly grace: GraceTimes;
  readonly scratch: Scratch;
  /** Processes that were started ahead of need, if any. */
  readonly warm: WarmPool | undefined;
  /** Aborted, with a `RunStop` as reason, when the plan is to end before its time. */
  readonly stop: AbortSignal;
  /** May throw; that fails the invocation. */
  onToolEvent(tool: PlannedTool, event: ToolEvent): void;
  onStart(tool: PlannedTool, attempt: number): void;
  /** A process of the tool is under way: a good moment to start those of the tools after it. */
  onUnderWay(tool: PlannedTool): void;
  onRetry(tool: PlannedTool, retry: number, delayMs: number, failure: ToolFailure): void;
  onWarning(tool: PlannedTool, message: string): void;
  /** @returns False when session state would grow too large with these patches. */
  fits(patches: readonly JsonObject[]): boolean;
}

/** @returns The base with the patches of the tools that succeeded, in the order given; the base itself is untouched. */
export function patched(base: JsonObject, runs: readonly ToolRun[]): JsonObject {
  const patches = runs.flatMap(({ gives }) => gives?.patches ?? []);
  return patches.reduce<JsonObject>((sum, patch) => mergePatch(sum, patch), base);
}
