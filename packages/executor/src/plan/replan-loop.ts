import { setTimeout as pause } from "node:timers/promises";
import { type JsonObject, LIMITS } from "@narratoria/protocol";
import { type ExecutePlanOptions, executePlan, type PlanRun } from "./execute-plan.js";
import type { StagedWrite } from "../host/host-grants.js";
import { PlanLog } from "./plan-log.js";
import { extraMs } from "../tool/tool-run.js";
import { roundMs, type TurnTrace, wallClock } from "../trace/trace.js";

/** What a plan generator is told of the attempts before. */
export interface GenerateRequest {
  /** 1 for the first plan of the turn. */
  readonly attempt: number;
  /** The plan that this one is to replace. */
  readonly parentPlanId: string | null;
  /** Skills that the plan may not use. */
  readonly disabledSkills: string[];
  /** What was wrong with the last attempt, in at most 500 characters. */
  readonly failure?: string;
}

export interface ReplanOptions {
  /** Writes a plan. What it throws, or gives too late, is a failed attempt. */
  readonly generate: (request: GenerateRequest, signal: AbortSignal) => Promise<unknown>;
  readonly execute: Omit<ExecutePlanOptions, "attempt" | "deadlineAt" | "usedPlanIds">;
  /** Plans of the turn, 5 unless fewer are given. */
  readonly maxAttempts?: number;
  /** 5,000 unless fewer are given. */
  readonly generateTimeoutMs?: number;
  /** 90,000 unless fewer are given. */
  readonly turnTimeoutMs?: number;
}

export interface ReplanResult {
  /** `fallback` when no plan succeeded, or none in time. */
  readonly outcome: "success" | "fallback" | "cancelled";
  /** One for each plan that was generated, the last of which decided. */
  readonly runs: PlanRun[];
  readonly disabledSkills: string[];
  /** As the plan that succeeded left it; untouched otherwise. */
  readonly state: JsonObject;
  /** Those of the plan that succeeded; none otherwise. */
  readonly writes: readonly StagedWrite[];
  /** What was wrong with the last attempt; null after success. */
  readonly failure: string | null;
  /** All that went on in the turn. It is put together when it is asked for. */
  trace(): TurnTrace;
}

/**
 * Asks for a plan, runs it, and asks for another one without the skills that failed: at most five, each from the turn's base
 * state. Never throws for what a generator or a tool does. Implements rules EX80 to EX87.
 */
export async function runReplanLoop(options: ReplanOptions): Promise<ReplanResult> {
  const { execute } = options;
  const startedAt = performance.now();
  const turnTimeoutMs =
    Math.min(options.turnTimeoutMs ?? LIMITS.turnTimeoutMs, LIMITS.turnTimeoutMs) + extraMs(execute.patience);
  const deadlineAt = startedAt + turnTimeoutMs;
  const maxAttempts = Math.min(options.maxAttempts ?? LIMITS.planAttempts, LIMITS.planAttempts);
  const runs: PlanRun[] = [];
  const disabled = new Set(execute.disabledSkills);
  const usedPlanIds = new Set<string>();
  const log = new PlanLog(execute.log);
  const attempts: AttemptNotes[] = [];
  let failure: string | null = null;
  const finish = (outcome: ReplanResult["outcome"], run?: PlanRun): ReplanResult => {
    const endedAt = performance.now();
    const reason = outcome === "success" ? null : failure;
    log.turn(outcome, endedAt - startedAt, runs.length, [...disabled], reason);
    return {
      outcome,
      runs,
      disabledSkills: [...disabled],
      state: run?.state ?? execute.state,
      writes: run?.writes ?? [],
      failure: reason,
      trace: () => turnTrace({ outcome, failure: reason, startedAt, endedAt }, attempts),
    };
  };

  for (let attempt = 1; attempt <= maxAttempts && performance.now() < deadlineAt; attempt++) {
    if (execute.signal?.aborted) break;
    const request: GenerateRequest = {
      attempt,
      parentPlanId: runs.at(-1)?.result.planId ?? null,
      disabledSkills: [...disabled],
      ...(failure !== null && { failure }),
    };
    const limitMs = Math.min(options.generateTimeoutMs ?? LIMITS.generateTimeoutMs, LIMITS.generateTimeoutMs);
    const notes: AttemptNotes = { request, askedAt: performance.now(), answeredAt: 0, failure: null, run: null };
    attempts.push(notes);
    const timeoutMs = Math.min(limitMs, deadlineAt - notes.askedAt);
    const generated = await generateInTime(options.generate, request, timeoutMs, execute.signal);
    notes.answeredAt = performance.now();
    if (!generated.ok) {
      failure = generated.failure;
      notes.failure = failure;
      log.noPlan(attempt, failure);
      continue;
    }
    if (execute.signal?.aborted) break;
    const run = await executePlan(generated.plan, {
      ...execute,
      attempt,
      deadlineAt,
      usedPlanIds,
      disabledSkills: [...disabled],
    });
    runs.push(run);
    notes.run = run;
    usedPlanIds.add(run.result.planId);
    for (const skill of run.result.disabledSkills ?? []) disabled.add(skill);
    failure = run.failure;
    if (run.result.success) return finish("success", run);
    if (!run.result.canReplan) break;
  }
  return finish(execute.signal?.aborted ? "cancelled" : "fallback");
}

/** What is remembered of an attempt for the trace. */
interface AttemptNotes {
  readonly request: GenerateRequest;
  readonly askedAt: number;
  answeredAt: number;
  failure: string | null;
  run: PlanRun | null;
}

function turnTrace(
  end: Pick<TurnTrace, "outcome" | "failure"> & { readonly startedAt: number; readonly endedAt: number },
  attempts: readonly AttemptNotes[],
): TurnTrace {
  const { outcome, failure, startedAt, endedAt } = end;
  return {
    startedAt: wallClock(startedAt),
    durationMs: roundMs(endedAt - startedAt),
    outcome,
    failure,
    attempts: attempts.map(({ request, askedAt, answeredAt, failure: noPlan, run }) => ({
      attempt: request.attempt,
      parentPlanId: request.parentPlanId,
      disabledSkills: request.disabledSkills,
      askedMs: roundMs(askedAt - startedAt),
      answeredMs: roundMs(answeredAt - startedAt),
      failure: noPlan,
      run: run?.trace() ?? null,
    })),
  };
}

type Generated = { readonly ok: true; readonly plan: unknown } | { readonly ok: false; readonly failure: string };

/** The limit is kept from outside: a generator that ignores its signal is left behind, and its late answer goes nowhere. */
async function generateInTime(
  generate: ReplanOptions["generate"],
  request: GenerateRequest,
  timeoutMs: number,
  cancel: AbortSignal | undefined,
): Promise<Generated> {
  const over = new AbortController();
  const signal = cancel ? AbortSignal.any([cancel, over.signal]) : over.signal;
  const answer = Promise.resolve()
    .then(() => generate(request, signal))
    .then(
      (plan): Generated => ({ ok: true, plan }),
      (error: unknown): Generated => {
        const reason = error instanceof Error ? error.message : String(error);
        return { ok: false, failure: `no plan could be made: ${reason}`.slice(0, 500) };
      },
    );
  const tooLate = pause(Math.max(0, timeoutMs), undefined, { signal }).then(
    (): Generated => ({ ok: false, failure: `no plan was ready within ${Math.round(timeoutMs)} ms` }),
    (): Generated => ({ ok: false, failure: "the turn was cancelled" }),
  );
  const first = await Promise.race([answer, tooLate]);
  over.abort();
  return first;
}
