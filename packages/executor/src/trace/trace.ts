import { addSize, type ToolEvent, type ToolInput } from "@narratoria/protocol";
import type { PlanJson } from "@narratoria/protocol/contracts";
import type { DirectedBrief } from "@narratoria/protocol/story";
import type { PlannedTool } from "../plan/check-plan.js";
import { redactor, redactorOfAll } from "./redact.js";
import type { ToolFailure } from "../tool/tool-failure.js";
import type { ToolRun, ToolTry } from "../tool/tool-run.js";

/** One try of one tool. Times are milliseconds since the start of its plan, by a clock that is never set. */
export interface InvocationTrace {
  readonly toolId: string;
  readonly toolPath: string;
  readonly skill: string;
  readonly script: string;
  /** Which execution of the plan it was part of, from 1. */
  readonly execution: number;
  /** 1 for the first try; 2 and up are retries. */
  readonly attempt: number;
  readonly startMs: number;
  readonly endMs: number;
  readonly timeoutMs: number;
  readonly by: ToolTry["by"];
  /** How its process was held back; null where there was none. */
  readonly sandbox: ToolTry["sandbox"];
  readonly state: "success" | "failed" | "timeout" | "stopped";
  /** Without its token; null where it came to none. */
  readonly input: ToolInput | null;
  readonly events: readonly { readonly atMs: number; readonly event: ToolEvent }[];
  readonly warnings: readonly string[];
  readonly exit: { readonly code: number | null; readonly signal: string | null } | null;
  readonly error?: ToolFailure;
  /** The pause before the retry that follows; null where none does. */
  readonly retryAfterMs: number | null;
}

/** A tool that did not run in an execution, and why. */
export interface SkippedTrace {
  readonly toolId: string;
  readonly toolPath: string;
  readonly execution: number;
  readonly atMs: number;
  readonly error: ToolFailure;
}

/** All that went on while one plan ran. Secrets of the skills' settings are left out wherever they stand. */
export interface PlanTrace {
  readonly planId: string;
  /** Which plan of the turn it was, from 1. */
  readonly attempt: number;
  /** When it began, by the wall clock (ISO 8601). */
  readonly startedAt: string;
  readonly durationMs: number;
  readonly outcome: PlanOutcome;
  /** Why it failed; null when it did not. */
  readonly failure: string | null;
  readonly plan: PlanJson | null;
  readonly warnings: readonly { readonly toolId: string | null; readonly message: string }[];
  readonly executions: readonly {
    readonly execution: number;
    readonly startMs: number;
    readonly endMs: number;
    /** Tools whose results of an earlier execution stood. */
    readonly kept: readonly string[];
  }[];
  /** In the order in which they ended. */
  readonly invocations: readonly InvocationTrace[];
  readonly skipped: readonly SkippedTrace[];
}

export type PlanOutcome = "success" | "failed" | "refused" | "timeout" | "cancelled";

/** All that went on during one turn. Times are milliseconds since its start. */
export interface TurnTrace {
  readonly startedAt: string;
  readonly durationMs: number;
  readonly outcome: "success" | "fallback" | "cancelled";
  readonly failure: string | null;
  readonly attempts: readonly {
    readonly attempt: number;
    readonly parentPlanId: string | null;
    /** Skills that the plan could not use. */
    readonly disabledSkills: readonly string[];
    /** When the plan was asked for, and when it was there. */
    readonly askedMs: number;
    readonly answeredMs: number;
    /** Why there was no plan; null when there was. */
    readonly failure: string | null;
    readonly run: PlanTrace | null;
  }[];
  /** What was measured beside, by whoever ran the turn: until the first text, until the choices had their words, until it was done. */
  readonly timeMs?: { readonly [what: string]: number };
  /** The brief by which the turn's scene was told, as given by whoever ran the turn. */
  readonly brief?: DirectedBrief;
}

/** Notes what goes on while a plan runs, and nothing more: a trace is made of it when somebody asks. */
export class PlanRecorder {
  readonly #tries: { readonly done: ToolTry; readonly execution: number }[] = [];
  readonly #skipped: { readonly run: ToolRun; readonly execution: number; readonly at: number }[] = [];
  readonly #executions: { execution: number; startedAt: number; endedAt: number; kept: readonly string[] }[] = [];

  constructor(
    readonly startedAt: number,
    readonly attempt: number,
  ) {}

  beginExecution(execution: number, kept: readonly string[]): void {
    this.#executions.push({ execution, startedAt: performance.now(), endedAt: 0, kept });
  }

  endExecution(): void {
    const last = this.#executions.at(-1);
    if (last) last.endedAt = performance.now();
  }

  tried(execution: number, done: ToolTry): void {
    this.#tries.push({ done, execution });
  }

  skip(execution: number, run: ToolRun): void {
    this.#skipped.push({ run, execution, at: performance.now() });
  }

  trace(
    end: Pick<PlanTrace, "planId" | "outcome" | "failure" | "plan" | "warnings">,
    tools: readonly PlannedTool[],
    endedAt: number,
  ): PlanTrace {
    const since = (time: number): number => roundMs(time - this.startedAt);
    // The numbers are times and counts of ours; those of a tool have been looked at where they came in.
    const hide = redactorOfAll(
      tools.map(({ script }) => script.secrets ?? []),
      "none",
    );
    return hide<PlanTrace>({
      planId: end.planId,
      attempt: this.attempt,
      startedAt: wallClock(this.startedAt),
      durationMs: since(endedAt),
      outcome: end.outcome,
      failure: end.failure,
      plan: end.plan,
      warnings: end.warnings,
      executions: this.#executions.map(({ execution, startedAt, endedAt: ended, kept }) => ({
        execution,
        startMs: since(startedAt),
        endMs: since(ended),
        kept,
      })),
      invocations: this.#tries.map(({ done, execution }) => invocationTrace(done, execution, since)),
      skipped: this.#skipped.map(({ run: { tool, result }, execution, at }) => ({
        toolId: tool.toolId,
        toolPath: tool.toolPath,
        execution,
        atMs: since(at),
        error: failureOf(result.error),
      })),
    });
  }
}

function invocationTrace(done: ToolTry, execution: number, since: (time: number) => number): InvocationTrace {
  const { tool, outcome } = done;
  const input = done.input?.() ?? null;
  const token = input?.host?.token;
  const hide = redactor(token === undefined ? [] : [token], "none");
  const shown = eventsShown(outcome.events);
  const leftOut = outcome.events.length - shown.length;
  const secrets = tool.script.secrets ?? [];
  return {
    toolId: tool.toolId,
    toolPath: tool.toolPath,
    skill: tool.script.skill,
    script: tool.script.script,
    execution,
    attempt: done.attempt,
    startMs: since(done.startedAt),
    endMs: since(done.endedAt),
    timeoutMs: done.timeoutMs,
    by: done.by,
    sandbox: done.sandbox,
    state: outcome.state,
    input: input && hide({ ...redactor(secrets)(input), config: redactor(secrets, "all")(input.config ?? {}) }),
    events: shown.map((event, at) => ({ atMs: since(outcome.eventTimes[at] ?? 0), event: hide(event) })),
    warnings: leftOut > 0 ? [...hide(outcome.warnings), leftOutWarning(leftOut)] : hide(outcome.warnings),
    exit: outcome.exit,
    ...(outcome.state !== "success" && { error: hide(outcome.failure) }),
    retryAfterMs: done.retryAfterMs,
  };
}

/** A trace is made and searched for secrets at once, which would take the longer the more a tool has said. */
const MOST_SHOWN = { values: 20_000, textUnits: 1024 * 1024 };

/** The first events of an invocation, as many as a trace shows, but at least one. */
function eventsShown(events: readonly ToolEvent[]): readonly ToolEvent[] {
  const size = { values: 0, textUnits: 0 };
  const fitting = events.findIndex((event) => {
    addSize(event, size);
    return size.values > MOST_SHOWN.values || size.textUnits > MOST_SHOWN.textUnits;
  });
  return fitting === -1 ? events : events.slice(0, Math.max(1, fitting));
}

function leftOutWarning(events: number): string {
  return `${events} further events are not shown: the trace of an invocation holds ${MOST_SHOWN.textUnits} characters and ${MOST_SHOWN.values} values at most`;
}

function failureOf(error: Partial<ToolFailure> | undefined): ToolFailure {
  return {
    code: error?.code ?? "SKIPPED",
    message: error?.message ?? "",
    category: error?.category ?? "tool_failure",
    ...(error?.details && { details: error.details }),
  };
}

/** Microseconds are as fine as a trace viewer goes. */
export function roundMs(ms: number): number {
  return Math.round(ms * 1_000) / 1_000;
}

/** @param time - On the clock of `performance.now()`. */
export function wallClock(time: number): string {
  return new Date(performance.timeOrigin + time).toISOString();
}
