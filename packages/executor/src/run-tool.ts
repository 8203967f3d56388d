import { setTimeout as pause } from "node:timers/promises";
import { LIMITS } from "@narratoria/protocol";
import type { AggregatedAsset, ToolResult } from "@narratoria/protocol/contracts";
import { takeAsset } from "./assets.js";
import { backoffDelayMs } from "./backoff.js";
import type { PlannedTool } from "./check-plan.js";
import { invokeTool } from "./invoke-tool.js";
import { findGuardedCommand } from "./orphan-guard.js";
import type { InvocationVerdict } from "./resolver.js";
import { startScript } from "./start-script.js";
import { failed, type FailedInvocation, type SuccessfulInvocation } from "./tool-account.js";
import { stopFailure } from "./tool-failure.js";
import { type PreparedInput, prepareInput } from "./tool-input.js";
import type { PlanSetting, ToolRun, ToolYield } from "./tool-run.js";
import type { WarmTool } from "./warm-pool.js";

/** A tool under way: its result may be known before its process is gone. */
export interface RunningTool {
  readonly run: Promise<ToolRun>;
  readonly gone: Promise<void>;
}

/**
 * Runs one tool until it succeeds or its retries are used up. Implements rules EX20 to EX24 and EX50.
 *
 * @param before - What the tools came to that this one depends on, directly or not, in topological order.
 */
export function runTool(tool: PlannedTool, before: readonly ToolRun[], setting: PlanSetting): RunningTool {
  const processes: Promise<void>[] = [];
  const run = tryUntilDone(tool, before, setting, processes);
  return { run, gone: run.then(() => Promise.all(processes)).then(() => undefined) };
}

async function tryUntilDone(
  tool: PlannedTool,
  before: readonly ToolRun[],
  setting: PlanSetting,
  processes: Promise<void>[],
): Promise<ToolRun> {
  const startedAt = performance.now();
  const report = (verdict: InvocationVerdict): void => setting.resolver.report?.(tool.script.skill, verdict);
  for (let attempt = 1; ; attempt++) {
    setting.onStart(tool, attempt);
    const { outcome, gives, gone } = await tryOnce(tool, before, setting);
    processes.push(gone);
    for (const warning of outcome.warnings) setting.onWarning(tool, warning);
    const trace = (): Pick<ToolResult, "toolId" | "events" | "executionTimeMs" | "retryCount"> => ({
      toolId: tool.toolId,
      events: outcome.events,
      executionTimeMs: Math.round(performance.now() - startedAt),
      retryCount: attempt - 1,
    });
    if (gives) {
      report("success");
      return { tool, result: { ...trace(), state: "success", output: gives.output }, gives, repeatable: false };
    }
    const giveUp = ({ failure, repeatable }: Pick<FailedInvocation, "failure" | "repeatable">): ToolRun => {
      const state = failure.category === "timeout" ? "timeout" : "failed";
      return { tool, result: { ...trace(), state, error: failure }, gives: null, repeatable };
    };
    if (outcome.verdict !== null) report(outcome.verdict);
    if (!outcome.repeatable) return giveUp(outcome);
    if (attempt > tool.maxRetries) {
      report("retries_exhausted");
      return giveUp(outcome);
    }
    const delayMs = backoffDelayMs(tool, attempt);
    setting.onRetry(tool, attempt, delayMs, outcome.failure);
    await waitForTurn(delayMs, tool.script.concurrent ? Promise.resolve() : gone, setting.stop);
    if (setting.stop.aborted) return giveUp({ failure: stopFailure(setting.stop), repeatable: false });
  }
}

/** Waits out the backoff, and for the last process to be gone, as the next one uses the same folder; or until the run stops. */
async function waitForTurn(delayMs: number, gone: Promise<void>, stop: AbortSignal): Promise<void> {
  const over = new AbortController();
  const stopped = new Promise<void>((resolve) => {
    if (stop.aborted) resolve();
    stop.addEventListener("abort", () => resolve(), { once: true, signal: over.signal });
  });
  const backoff = pause(delayMs, undefined, { signal: over.signal }).catch(() => undefined);
  await Promise.race([Promise.all([backoff, gone]), stopped]);
  over.abort();
}

type Try = { readonly gone: Promise<void> } & (
  | { readonly outcome: SuccessfulInvocation; readonly gives: ToolYield }
  | { readonly outcome: FailedInvocation; readonly gives: null }
);

/** One process with its folder, its token and its staged writes; all of them end with it, but for a process that is kept. */
async function tryOnce(tool: PlannedTool, before: readonly ToolRun[], setting: PlanSetting): Promise<Try> {
  const { script } = tool;
  let prepared: PreparedInput | null = null;
  /** Taken out of the pool for this try alone. */
  let taken: WarmTool | null = null;
  try {
    const found = await findGuardedCommand(script.file);
    if (!found.ok) return withoutProcess(found.code, found.message, "unstartable");
    const warm = setting.warm?.take(script, found.command, setting.grace) ?? null;
    taken = warm;
    const cwd = warm?.tool.cwd ?? setting.scratch.next();
    prepared = prepareInput(tool, before, setting);
    const { outcome: settled, gone } = invokeTool({
      start: () => warm?.tool ?? startScript(script, found.command, { cwd, grace: setting.grace }),
      input: prepared.input,
      timeoutMs: timeoutOf(tool, setting),
      grace: setting.grace,
      stop: setting.stop,
      onEvent: (event) => setting.onToolEvent(tool, event),
    });
    setting.warm?.countStart(settled);
    setting.onUnderWay(tool);
    const outcome = await settled;
    prepared.revoke();
    // A process that was kept can die of an earlier invocation, or while nobody looks: a new one takes its place unheard.
    const died = warm?.kept && outcome.state === "failed" && outcome.exit !== null && outcome.events.length === 0;
    if (died) return await tryOnce(tool, before, setting);
    if (outcome.state !== "success") return { outcome, gives: null, gone };
    if (!setting.fits(outcome.patches)) return { outcome: tooMuchState(outcome), gives: null, gone };
    const { output, patches } = outcome;
    const assets = await takeAssets(tool, outcome, cwd, setting);
    return { outcome, gives: { output, patches, assets, writes: prepared.writes }, gone };
  } catch (error) {
    // No folder could be made, for one: the disk is full or may not be written to.
    prepared?.revoke();
    const reason = error instanceof Error ? error.message : String(error);
    return withoutProcess("INVOCATION_FAILED", `the tool could not be prepared: ${reason}`, null);
  } finally {
    taken?.release();
  }
}

/** The shortest limit that anybody set wins, within what is sensible for any tool. */
function timeoutOf(tool: PlannedTool, setting: PlanSetting): number {
  const wanted = Math.min(tool.script.timeoutMs, setting.toolTimeoutMs, LIMITS.maxToolTimeoutMs);
  return Math.max(wanted, LIMITS.minToolTimeoutMs);
}

function withoutProcess(code: string, message: string, verdict: "unstartable" | null): Try {
  const outcome = failed({ code, message, category: "process_error" }, { repeatable: false, verdict });
  return { outcome, gives: null, gone: Promise.resolve() };
}

function tooMuchState({ events, eventTimes, warnings, exit }: SuccessfulInvocation): FailedInvocation {
  const message = `session state would be over ${LIMITS.stateBytes} bytes with what the tool adds`;
  const failure = { code: "STATE_LIMIT", message, category: "invalid_json" } as const;
  return { ...failed(failure, { repeatable: false, verdict: "failure" }), events, eventTimes, warnings, exit };
}

async function takeAssets(
  tool: PlannedTool,
  outcome: SuccessfulInvocation,
  scratchDir: string,
  setting: PlanSetting,
): Promise<AggregatedAsset[]> {
  const kept: AggregatedAsset[] = [];
  for (const [index, event] of outcome.assets.entries()) {
    const name = `${setting.planId}-${tool.toolId}-${index + 1}`;
    const taken = await takeAsset(event, { scratchDir, dataDir: tool.script.dataDir, name, toolId: tool.toolId });
    if (typeof taken === "string") setting.onWarning(tool, taken);
    else kept.push(taken);
  }
  return kept;
}
