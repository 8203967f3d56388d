import { isNetworkError } from "@narratoria/protocol";
import { backoffDelayMs } from "../plan/backoff.js";
import type { PlannedTool } from "../plan/check-plan.js";
import type { InvocationVerdict } from "./resolver.js";
import type { StopListener } from "../process/stop.js";
import type { InvocationOutcome } from "./tool-account.js";
import type { ToolFailure } from "./tool-failure.js";
import { type Before, type PlanSetting, timeoutOf, type ToolRun, type ToolYield } from "./tool-run.js";
import { tryTool } from "./try-tool.js";

/** What a tool came to, which may be known before its process is gone. */
export interface EndedTool {
  readonly run: ToolRun;
  /** Settles when nothing of it is left; null when nothing is. */
  readonly gone: Promise<unknown> | null;
}

/**
 * Runs one tool until it succeeds or its retries are used up. Never rejects. Implements rules EX20 to EX24 and EX50.
 *
 * @param before - What the tools came to that this one depends on.
 */
export async function runTool(tool: PlannedTool, before: Before, setting: PlanSetting): Promise<EndedTool> {
  const startedAt = performance.now();
  const timeoutMs = timeoutOf(tool, setting);
  let gone: Promise<unknown> | null = null;
  for (let attempt = 1; ; attempt++) {
    setting.onStart(tool, attempt);
    const tryAt = attempt === 1 ? startedAt : performance.now();
    const tried = await tryTool(tool, before, setting);
    const { outcome, gives, input, by, sandbox } = tried;
    const endedAt = performance.now();
    gone = gone === null ? tried.gone : Promise.all([gone, tried.gone]);
    for (const warning of outcome.warnings) setting.onWarning(tool, warning);
    const last = outcome.state === "success" || !outcome.repeatable || attempt > tool.maxRetries;
    for (const verdict of verdictsOn(outcome, last)) setting.resolver.report?.(tool.script.skill, verdict);
    const retryAfterMs = last ? null : backoffDelayMs(tool, attempt);
    setting.onTry({ tool, attempt, startedAt: tryAt, endedAt, by, sandbox, timeoutMs, input, outcome, retryAfterMs });

    const ms = endedAt - startedAt;
    if (gives) return { run: succeeded(tool, outcome, gives, ms, attempt), gone };
    if (retryAfterMs === null) {
      return { run: givenUp(tool, outcome, outcome.failure, outcome.repeatable, ms, attempt), gone };
    }
    setting.onRetry(tool, attempt, retryAfterMs, outcome.failure);
    await waitForTurn(retryAfterMs, tool.script.concurrent ? null : tried.gone, setting);
    const { failure } = setting.stop;
    if (failure) return { run: givenUp(tool, outcome, failure, false, performance.now() - startedAt, attempt), gone };
  }
}

function succeeded(
  tool: PlannedTool,
  { events }: InvocationOutcome,
  gives: ToolYield,
  ms: number,
  attempt: number,
): ToolRun {
  const executionTimeMs = Math.round(ms);
  const retryCount = attempt - 1;
  const { toolId } = tool;
  const result = { toolId, state: "success", output: gives.output, events, executionTimeMs, retryCount } as const;
  return { tool, result, gives, repeatable: false };
}

function givenUp(
  tool: PlannedTool,
  { events }: InvocationOutcome,
  error: ToolFailure,
  repeatable: boolean,
  ms: number,
  attempt: number,
): ToolRun {
  const state = error.category === "timeout" ? "timeout" : "failed";
  const executionTimeMs = Math.round(ms);
  const result = { toolId: tool.toolId, state, error, events, executionTimeMs, retryCount: attempt - 1 } as const;
  return { tool, result, gives: null, repeatable };
}

/** What one try says about the health of its skill. */
function verdictsOn(outcome: InvocationOutcome, last: boolean): readonly InvocationVerdict[] {
  if (outcome.state === "success") return SUCCEEDED;
  const { repeatable, failure } = outcome;
  const offline = outcome.verdict === "failure" && failure.category === "tool_failure" && isNetworkError(failure.code);
  const verdict = offline ? "network" : outcome.verdict;
  const verdicts: InvocationVerdict[] = verdict === null ? [] : [verdict];
  // It speaks another protocol, which trying again will not change.
  if (verdict === "failure" && FOREIGN.has(failure.code)) verdicts.push(verdict);
  if (verdict === "failure" && NATIVE_FAULTS.has(outcome.exit?.signal ?? "")) verdicts.push("crashed");
  // A timeout is not tried again within a turn, so its first try uses up the retries.
  if (last && (repeatable || verdict === "timeout")) verdicts.push("retries_exhausted");
  return verdicts;
}

/** What ends a process that itself did something wrong; nobody sends these to one that did not. */
const NATIVE_FAULTS: ReadonlySet<string> = new Set(["SIGSEGV", "SIGBUS", "SIGILL", "SIGFPE", "SIGABRT", "SIGTRAP"]);
const FOREIGN: ReadonlySet<string> = new Set(["UNKNOWN_TYPE", "UNSUPPORTED_VERSION"]);
const SUCCEEDED = ["success"] as const;

/** Waits out the backoff, and for the last process to be gone, as the next one uses the same folder; or until the run stops. */
async function waitForTurn(ms: number, gone: Promise<unknown> | null, { stop, wait }: PlanSetting): Promise<void> {
  if (stop.failure) return;
  const over = new AbortController();
  let listener: StopListener | undefined;
  const stopped = new Promise<void>((resolve) => {
    listener = { onStop: resolve };
    stop.listen(listener);
  });
  await Promise.race([Promise.all([wait(ms, over.signal), gone]), stopped]);
  if (listener) stop.unlisten(listener);
  over.abort();
}
