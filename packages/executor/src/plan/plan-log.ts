import type { JsonValue } from "@narratoria/protocol";
import type { ExecutionResult, PlanJson } from "@narratoria/protocol/contracts";
import type { PlannedTool } from "./check-plan.js";
import type { ToolFailure } from "../tool/tool-failure.js";
import type { ToolRun, ToolTry } from "../tool/tool-run.js";
import { type Redact, redactorOfAll } from "../trace/redact.js";
import { type PlanOutcome, wallClock } from "../trace/trace.js";

/**
 * One line of the log. It tells what ran and what came of it, never what was said: no input, no output, no story.
 *
 * | event | also holds |
 * | --- | --- |
 * | `plan` | `planId`, `attempt`, `tools` (`toolId` and `toolPath` of each), `parallel` |
 * | `no-plan` | `attempt`, `message` |
 * | `tool` | `planId`, `toolId`, `toolPath`, `execution`, `attempt`, `state`, `ms`; where it failed `code`, `message`, `category` and, if there is one, `retryAfterMs` |
 * | `skip` | `planId`, `toolId`, `toolPath`, `execution`, `code`, `message` |
 * | `result` | `planId`, `attempt`, `outcome`, `ms`, `executions`, `failedTools`, `message` (null after success) |
 * | `turn` | `outcome`, `ms`, `plans`, `disabledSkills`, `message` (null after success) |
 */
export interface LogEntry {
  /** ISO 8601. */
  readonly time: string;
  readonly level: "info" | "warn" | "error";
  readonly event: "plan" | "no-plan" | "tool" | "skip" | "result" | "turn";
  readonly [detail: string]: JsonValue;
}

/** Tells the log what goes on, without secrets, and without ever being in the way. */
export class PlanLog {
  readonly #sink: ((entry: LogEntry) => void) | undefined;
  #hide: Redact = (value) => value;

  constructor(sink: ((entry: LogEntry) => void) | undefined) {
    this.#sink = sink;
  }

  noPlan(attempt: number, message: string): void {
    this.#write(performance.now(), "warn", "no-plan", { attempt, message });
  }

  plan(plan: PlanJson, attempt: number, tools: readonly PlannedTool[]): void {
    if (!this.#sink) return;
    this.#hide = redactorOfAll(
      tools.map(({ script }) => script.secrets ?? []),
      "none",
    );
    this.#write(performance.now(), "info", "plan", {
      planId: plan.requestId,
      attempt,
      tools: plan.tools.map(({ toolId, toolPath }) => ({ toolId, toolPath })),
      parallel: plan.parallel ?? false,
    });
  }

  tried(planId: string, execution: number, done: ToolTry): void {
    if (!this.#sink) return;
    const { tool, attempt, outcome, retryAfterMs } = done;
    const ok = outcome.state === "success";
    this.#write(done.endedAt, ok ? "info" : retryAfterMs === null ? "error" : "warn", "tool", {
      planId,
      toolId: tool.toolId,
      toolPath: tool.toolPath,
      execution,
      attempt,
      state: outcome.state,
      ms: Math.round(done.endedAt - done.startedAt),
      ...(!ok && reasons(outcome.failure)),
      ...(retryAfterMs !== null && { retryAfterMs }),
    });
  }

  skip(planId: string, execution: number, { tool, result }: ToolRun): void {
    if (!this.#sink) return;
    const { code = "SKIPPED", message = "" } = result.error ?? {};
    const { toolId, toolPath } = tool;
    this.#write(performance.now(), "warn", "skip", { planId, toolId, toolPath, execution, code, message });
  }

  result(result: ExecutionResult, outcome: PlanOutcome, failure: string | null): void {
    if (!this.#sink) return;
    this.#write(performance.now(), outcome === "success" ? "info" : "error", "result", {
      planId: result.planId,
      attempt: result.attemptNumber ?? 1,
      outcome,
      ms: result.executionTimeMs ?? 0,
      executions: result.executionAttempt ?? 1,
      failedTools: result.failedTools ?? [],
      message: failure,
    });
  }

  turn(outcome: string, ms: number, plans: number, disabledSkills: readonly string[], failure: string | null): void {
    const level = outcome === "fallback" ? "error" : "info";
    this.#write(performance.now(), level, "turn", {
      outcome,
      ms: Math.round(ms),
      plans,
      disabledSkills,
      message: failure,
    });
  }

  #write(
    at: number,
    level: LogEntry["level"],
    event: LogEntry["event"],
    details: { readonly [detail: string]: JsonValue },
  ): void {
    if (!this.#sink) return;
    try {
      this.#sink({ time: wallClock(at), level, event, ...this.#hide(details) });
    } catch {
      // A log is worth no turn.
    }
  }
}

function reasons({ code, message, category }: ToolFailure): { readonly [detail: string]: JsonValue } {
  return { code, message, category };
}
