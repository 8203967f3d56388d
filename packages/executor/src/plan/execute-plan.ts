import { availableParallelism } from "node:os";
import { setImmediate, setTimeout as pause } from "node:timers/promises";
import { addSize, type JsonObject, jsonByteLength, LIMITS, mergePatches, type ToolEvent } from "@narratoria/protocol";
import type { ExecutionResult, PlanJson, ToolResult } from "@narratoria/protocol/contracts";
import { type CheckedPlan, checkPlan, type RefusedPlan } from "./check-plan.js";
import type { StagedWrite } from "../host/host-grants.js";
import type { HostServer } from "../host/host-server.js";
import { type LogEntry, PlanLog } from "./plan-log.js";
import type { AssetFolder } from "../tool/asset-folder.js";
import type { ResolvedScript, ScriptResolver } from "../tool/resolver.js";
import { runTool } from "../tool/run-tool.js";
import { runTools } from "./run-tools.js";
import type { Sandbox } from "../sandbox/sandbox.js";
import { QUOTA, type Quota } from "../sandbox/watch-quota.js";
import { makeScratch } from "../process/scratch.js";
import { Stop } from "../process/stop.js";
import { CANCELLED, type ToolFailure } from "../tool/tool-failure.js";
import type { GraceTimes } from "../process/tool-process.js";
import { StagingRoom } from "../host/staging-room.js";
import { extraMs, type Patience, type PlanSetting, type ToolRun } from "../tool/tool-run.js";
import { type PlanOutcome, PlanRecorder, type PlanTrace } from "../trace/trace.js";
import type { WarmPool } from "../process/warm-pool.js";

/** What happens during a run, for whoever shows it. Nothing here counts until the result is there. */
export type ExecutorEvent =
  /** The plan has passed its checks and its tools are about to run; `narrative` is what it says meanwhile. */
  | { type: "plan-started"; planId: string; narrative: string | null; plan: PlanJson }
  /** A process is about to start; `attempt` 2 and up are retries, `executionAttempt` 2 and up repeats of the plan. */
  | { type: "tool-started"; toolId: string; toolPath: string; attempt: number; executionAttempt: number }
  /** Provisional: a failed try takes back all its events. */
  | { type: "tool-event"; toolId: string; event: ToolEvent; provisional: true }
  /** A try failed; `retry` (1 for the first) follows after `delayMs`. */
  | { type: "retry"; toolId: string; toolPath: string; retry: number; delayMs: number; error: ToolFailure }
  /** The result of a tool in this execution of the plan. The one in `PlanRun.result` is what holds. */
  | { type: "tool-settled"; toolId: string; toolPath: string; result: ToolResult; executionAttempt: number };

export interface ExecutePlanOptions {
  readonly resolver: ScriptResolver;
  /** Serves the scripts whose manifests ask for host services; without it they get none. */
  readonly host?: HostServer;
  /** Handed to the host services with each call, such as the id of the playthrough. */
  readonly scope?: string;
  /** Session state at the start of the turn. It is never changed. */
  readonly state: JsonObject;
  /** The whole view; each script gets the keys that its manifest lists, and a seed of its own. */
  readonly context: JsonObject;
  /** The seed of the turn. */
  readonly seed: string;
  /** Which plan of the turn this is, 1 to 5. */
  readonly attempt?: number;
  /** What it throws for an event of a tool fails that invocation; otherwise it becomes a warning. */
  readonly onEvent?: (event: ExecutorEvent) => void;
  /** Aborted to cancel: the answer comes at once, with the state untouched. */
  readonly signal?: AbortSignal;
  /** Shortens what the manifests allow each tool. */
  readonly toolTimeoutMs?: number;
  /** 60,000 unless given. */
  readonly planTimeoutMs?: number;
  /** One script that the player agreed to wait for beyond the caps: what it may take longer, and plan and turn with it. */
  readonly patience?: Patience;
  /** The end of the turn, on the clock of `performance.now()`. */
  readonly deadlineAt?: number;
  /** Executions of the plan, 3 unless given. */
  readonly maxExecutions?: number;
  /** Processes at once in a parallel plan; the number of cores unless given. */
  readonly concurrency?: number;
  readonly disabledSkills?: readonly string[];
  /** Ids that plans of this turn have had; a plan that brings one of them gets another. */
  readonly usedPlanIds?: ReadonlySet<string>;
  /** The folder for working folders; the temporary folder unless given. */
  readonly scratchRoot?: string;
  /** Gives tools processes that were started ahead, and has those of the next two started; none are unless given. */
  readonly warm?: WarmPool;
  /**
   * Scripts that the plan after this one is expected to run. Their processes are started ahead, too, once fewer than two tools of this
   * plan have yet to begin: what is left of it seldom keeps every core busy. None are unless given. (rule EX6301)
   */
  readonly expected?: readonly ResolvedScript[];
  /**
   * What holds the processes of scripts back. Without it a script whose skill must have a sandbox does not run, and all others
   * run without one.
   */
  readonly sandbox?: Sandbox;
  /** Lowers what an invocation may take of the machine. */
  readonly quota?: Partial<Quota>;
  /** Keeps the files that tools announce, until whoever opened it ends the turn. Without it they are refused, with a warning. */
  readonly assets?: AssetFolder;
  /** Shortens the times that a tool may take over its end. */
  readonly grace?: Partial<GraceTimes>;
  /** Tools that a plan may have, 32 unless given. That is plenty for a turn; a program may write longer plans of its own. */
  readonly maxTools?: number;
  /** Waits out the pause before a retry, in real time unless given. It must settle when the signal is aborted. */
  readonly wait?: (ms: number, signal: AbortSignal) => Promise<void>;
  /** Given a line for the log of each plan, each try and each outcome. What it throws goes unheard. */
  readonly log?: (entry: LogEntry) => void;
}

export interface ExecutionWarning {
  /** Null when it concerns the plan. */
  readonly toolId: string | null;
  readonly message: string;
}

export interface PlanRun {
  /** The plan as it was run, or as far as it could be read; null when it is no plan at all. */
  readonly plan: PlanJson | null;
  readonly result: ExecutionResult;
  /** The base state with the patches of all tools that succeeded, in topological order; the base itself after a cancel. */
  readonly state: JsonObject;
  /** What the tools that succeeded made of session state, in topological order: at most two patches of each. */
  readonly patches: readonly { readonly toolId: string; readonly patch: JsonObject }[];
  /** The writes of all tools that succeeded, in topological order. */
  readonly writes: readonly StagedWrite[];
  /** Why the run failed, in at most 500 characters; null when it did not. */
  readonly failure: string | null;
  readonly warnings: readonly ExecutionWarning[];
  /** Files that were announced and not taken, and why: "its file lies outside the skill's own folders". */
  readonly refusedAssets: readonly { readonly toolId: string; readonly reason: string }[];
  /** All that went on. It is put together when it is asked for, and is the same every time. */
  trace(): PlanTrace;
}

/**
 * Runs a plan: checks it, runs its tools in dependency order, and runs again what failed. Always comes back with an answer:
 * whatever a plan or a tool does wrong is in the result.
 *
 * @param plan - What a plan generator gave, unchecked.
 */
export async function executePlan(plan: unknown, options: ExecutePlanOptions): Promise<PlanRun> {
  const recorder = new PlanRecorder(performance.now(), options.attempt ?? 1);
  const checked = checkPlan(plan, {
    resolver: options.resolver,
    disabledSkills: options.disabledSkills ?? [],
    usedPlanIds: options.usedPlanIds ?? new Set(),
    maxTools: options.maxTools ?? LIMITS.planTools,
  });
  const log = new PlanLog(options.log);
  if ("error" in checked) return refuse(checked, options, recorder, log);
  log.plan(checked.plan, recorder.attempt, checked.tools);
  const clock = startClock(options, recorder.startedAt);
  try {
    return await execute(checked, options, clock.stop, recorder, log);
  } finally {
    clock.clear();
  }
}

async function execute(
  checked: CheckedPlan,
  options: ExecutePlanOptions,
  stop: Stop,
  recorder: PlanRecorder,
  log: PlanLog,
): Promise<PlanRun> {
  const { plan, tools } = checked;
  const { requestId: planId } = plan;
  const warnings: ExecutionWarning[] = checked.warnings.map((message) => ({ toolId: null, message }));
  const refusedAssets: PlanRun["refusedAssets"][number][] = [];
  const scratch = makeScratch(options.scratchRoot);
  const processes: Promise<void>[] = [];
  let runs: readonly ToolRun[] = [];
  let kept: ReadonlyMap<string, ToolRun> = new Map();
  let fits = stateLimit(options.state, []);
  let room = new StagingRoom();
  let execution = 1;
  /** Tools of this execution that have had their process, or need none. */
  let begun = new Set<string>();
  const { onEvent } = options;
  const emit = (event: ExecutorEvent): void => {
    try {
      onEvent?.(event);
    } catch (error) {
      const toolId = "toolId" in event ? event.toolId : null;
      warnings.push({ toolId, message: `the event handler failed: ${String(error)}` });
    }
  };
  const setting: PlanSetting = {
    planId,
    resolver: options.resolver,
    host: options.host,
    scope: options.scope,
    state: options.state,
    context: options.context,
    contextTexts: new WeakMap(),
    seed: options.seed,
    toolTimeoutMs: options.toolTimeoutMs ?? LIMITS.maxToolTimeoutMs,
    patience: options.patience,
    grace: {
      killAfterMs: options.grace?.killAfterMs ?? LIMITS.killAfterMs,
      pipeMs: options.grace?.pipeMs ?? LIMITS.pipeGraceMs,
      lingerMs: options.grace?.lingerMs ?? LIMITS.lingerMs,
    },
    scratch,
    warm: options.warm,
    sandbox: options.sandbox,
    quota: { ...QUOTA, ...options.quota },
    assets: options.assets,
    stop,
    wait: options.wait ?? waitInRealTime,
    onToolEvent: ({ toolId }, event) => onEvent?.({ type: "tool-event", toolId, event, provisional: true }),
    onStart: ({ toolId, toolPath }, attempt) => {
      if (options.warm) begun.add(toolId);
      if (onEvent) emit({ type: "tool-started", toolId, toolPath, attempt, executionAttempt: execution });
    },
    onUnderWay: () => {
      if (stop.failure) return;
      const next = tools.filter(({ toolId }) => !begun.has(toolId)).slice(0, LOOKAHEAD);
      const scripts = next.flatMap(({ script }) => ("call" in script ? [] : script));
      const recheck = (script: ResolvedScript): object | null => options.resolver.recheck?.(script) ?? null;
      const later = next.length < LOOKAHEAD ? (options.expected ?? []) : [];
      void options.warm?.startAhead(scripts, { grace: setting.grace, recheck, later });
    },
    onTry: (done) => {
      recorder.tried(execution, done);
      log.tried(planId, execution, done);
    },
    onRetry: ({ toolId, toolPath }, retry, delayMs, error) =>
      emit({ type: "retry", toolId, toolPath, retry, delayMs, error }),
    onWarning: ({ toolId }, message) => warnings.push({ toolId, message }),
    onRefusedAsset: ({ toolId }, { message, reason }) => {
      warnings.push({ toolId, message });
      refusedAssets.push({ toolId, reason });
    },
    fits: (patches) => fits(patches),
    get room() {
      return room;
    },
  };

  if (onEvent && tools.length > 0) emit({ type: "plan-started", planId, narrative: plan.narrative || null, plan });
  const most = Math.min(options.maxExecutions ?? LIMITS.planExecutions, LIMITS.planExecutions);
  for (; ; execution++) {
    recorder.beginExecution(execution, [...kept.keys()]);
    const finished = await runTools(tools, {
      parallel: plan.parallel ?? false,
      kept,
      concurrency: Math.max(1, options.concurrency ?? availableParallelism()),
      stop,
      run: (tool, before) => runTool(tool, before, setting),
      onSettled: (run) => {
        const { tool, result } = run;
        if (result.state === "skipped") {
          recorder.skip(execution, run);
          log.skip(planId, execution, run);
        }
        const { toolId, toolPath } = tool;
        if (onEvent) emit({ type: "tool-settled", toolId, toolPath, result, executionAttempt: execution });
      },
    });
    recorder.endExecution();
    runs = finished.runs;
    processes.push(finished.gone);
    if (execution >= most || stop.failure || !worthRepeating(runs)) break;
    kept = whatStands(runs);
    begun = new Set(kept.keys());
    fits = stateLimit(options.state, [...kept.values()]);
    room = new StagingRoom(
      [...kept.values()].map(({ tool, gives }) => ({ skill: tool.script.skill, writes: gives?.writes ?? [] })),
    );
  }
  if (stop.failure) options.warm?.dismiss();
  // Nobody waits for that: a tool may linger in its folder, and some file systems take milliseconds to remove one. What is
  // not removed in time is swept by a later start.
  void Promise.all(processes)
    .then(scratch.remove)
    .catch(() => {});

  // Merging what the last tool sent may have taken its time, and so may merging all of it.
  await setImmediate();
  const cancelled = stop.failure?.code === CANCELLED.code;
  const counted = cancelled ? [] : runs;
  const success = !cancelled && runs.every(({ tool, gives }) => gives !== null || !tool.required);
  const failed = runs.filter(({ result }) => result.state === "failed" || result.state === "timeout");
  const applied = counted.flatMap(({ tool: { toolId }, gives }) =>
    (gives?.patches ?? []).map((patch) => ({ toolId, patch })),
  );
  const patches = applied.map(({ patch }) => patch);
  const endedAt = performance.now();
  const result: ExecutionResult = {
    planId,
    success,
    // Another plan cannot help a turn that is over.
    canReplan: !success && (stop.failure === null || stop.failure.code === PLAN_TIMEOUT),
    failedTools: failed.map(({ tool }) => tool.toolId),
    disabledSkills: [...new Set(failed.map(({ tool }) => tool.script.skill))],
    toolResults: runs.map((run) => run.result),
    aggregatedState: mergePatches({}, patches),
    aggregatedAssets: counted.flatMap(({ gives }) => gives?.assets ?? []),
    executionTimeMs: Math.round(endedAt - recorder.startedAt),
    attemptNumber: recorder.attempt,
    executionAttempt: execution,
  };
  const failure = success ? null : explain(runs, stop);
  const stopped = stop.failure && (cancelled ? "cancelled" : "timeout");
  const outcome: PlanOutcome = success ? "success" : (stopped ?? "failed");
  log.result(result, outcome, failure);
  return {
    plan,
    result,
    state: mergePatches(options.state, patches),
    patches: applied,
    writes: counted.flatMap(({ gives }) => gives?.writes ?? []),
    failure,
    warnings,
    refusedAssets,
    trace: once(() => recorder.trace({ planId, outcome, failure, plan, warnings }, tools, endedAt)),
  };
}

/** The results that a further execution keeps: all but those of tools that may be run again, and of what depends on them. */
function whatStands(runs: readonly ToolRun[]): ReadonlyMap<string, ToolRun> {
  const again = new Set<string>();
  // In topological order, so what is run again takes along what depends on it by way of others too.
  for (const { tool, gives, repeatable } of runs) {
    if ((!gives && repeatable) || tool.dependencies.some((id) => again.has(id))) again.add(tool.toolId);
  }
  return new Map(runs.filter(({ tool }) => !again.has(tool.toolId)).map((run) => [run.tool.toolId, run]));
}

/** Something required failed, and nothing required failed in a way that it would fail in again. */
function worthRepeating(runs: readonly ToolRun[]): boolean {
  const lacking = runs.filter(({ tool, gives }) => tool.required && gives === null);
  return lacking.length > 0 && lacking.every(({ repeatable }) => repeatable);
}

/**
 * Adds up what the tools of one execution would make of session state, exactly only where an estimate is not enough.
 *
 * @returns Whether there is room for the patches of one more tool; if so they count from then on.
 */
function stateLimit(base: JsonObject, kept: readonly ToolRun[]): PlanSetting["fits"] {
  const accepted = kept.flatMap(({ gives }) => gives?.patches ?? []);
  const bytesOf = (values: readonly JsonObject[]): number =>
    values.reduce((sum, value) => sum + jsonByteLength(value), 0);
  const valuesOf = (values: readonly JsonObject[]): number => {
    const size = { values: 0, textUnits: 0 };
    for (const value of values) addSize(value, size);
    return size.values;
  };
  let patchValues = valuesOf(accepted);
  let atMost: { readonly bytes: number; readonly values: number } | undefined;
  return (patches) => {
    if (patches.length === 0) return true;
    // All patches of a plan are merged at once when it ends, and that takes the longer the more values they hold.
    const added = valuesOf(patches);
    if (patchValues + added > 2 * LIMITS.stateValues) return false;
    atMost ??= { bytes: bytesOf([base, ...accepted]), values: valuesOf([base, ...accepted]) };
    let size = { bytes: atMost.bytes + bytesOf(patches), values: atMost.values + added };
    if (size.bytes > LIMITS.stateBytes || size.values > LIMITS.stateValues) {
      const state = mergePatches(base, [...accepted, ...patches]);
      size = { bytes: jsonByteLength(state), values: valuesOf([state]) };
    }
    if (size.bytes > LIMITS.stateBytes || size.values > LIMITS.stateValues) return false;
    accepted.push(...patches);
    patchValues += added;
    atMost = size;
    return true;
  };
}

function refuse(
  { error, plan, planId, warnings }: RefusedPlan,
  options: ExecutePlanOptions,
  recorder: PlanRecorder,
  log: PlanLog,
): PlanRun {
  const category = error.code === "circular_dependency" ? "circular_dependency" : "invalid_json";
  const ids = [...new Set(plan?.tools.map(({ toolId }) => toolId))];
  const toolResults = ids.map((toolId): ToolResult => {
    const blamed = error.toolIds.includes(toolId);
    const why = blamed
      ? { code: error.code.toUpperCase(), message: error.message }
      : { code: "PLAN_REFUSED", message: "the plan was refused, so this tool did not run" };
    const state = blamed ? "failed" : "skipped";
    return { toolId, state, events: [], executionTimeMs: 0, retryCount: 0, error: { ...why, category } };
  });
  const endedAt = performance.now();
  const result: ExecutionResult = {
    planId,
    success: false,
    canReplan: true,
    failedTools: ids.filter((id) => error.toolIds.includes(id)),
    disabledSkills: [],
    toolResults,
    aggregatedState: {},
    aggregatedAssets: [],
    executionTimeMs: Math.round(endedAt - recorder.startedAt),
    attemptNumber: recorder.attempt,
    executionAttempt: 1,
  };
  const failure = shorten(`the plan was refused: ${error.message}`);
  const told = warnings.map((message) => ({ toolId: null, message }));
  log.result(result, "refused", failure);
  return {
    plan,
    result,
    state: options.state,
    patches: [],
    writes: [],
    failure,
    warnings: told,
    refusedAssets: [],
    trace: once(() => recorder.trace({ planId, outcome: "refused", failure, plan, warnings: told }, [], endedAt)),
  };
}

function explain(runs: readonly ToolRun[], stop: Stop): string {
  if (stop.failure) return stop.failure.message;
  const lacking = runs.filter(
    ({ tool, result }) => tool.required && result.state !== "success" && result.state !== "skipped",
  );
  return shorten(
    lacking.map(({ tool, result }) => `${tool.toolPath} failed: ${result.error?.message ?? ""}`).join("; "),
  );
}

function shorten(text: string): string {
  return text.length <= 500 ? text : `${text.slice(0, 499)}…`;
}

/** Enough that a start is never waited for, few enough that a plan that ends early has wasted little. */
const LOOKAHEAD = 2;

const PLAN_TIMEOUT = "PLAN_TIMEOUT";

/** One end for the three reasons that end a plan before its time. */
function startClock(options: ExecutePlanOptions, startedAt: number): { readonly stop: Stop; clear(): void } {
  const stop = new Stop();
  const cancel = (): void => stop.end(CANCELLED);
  const planTimeoutMs =
    Math.min(options.planTimeoutMs ?? LIMITS.planTimeoutMs, LIMITS.planTimeoutMs) + extraMs(options.patience);
  const planLeft = planTimeoutMs - (performance.now() - startedAt);
  const turnLeft = (options.deadlineAt ?? Number.POSITIVE_INFINITY) - performance.now();
  const timer = setTimeout(
    () => {
      const turn = turnLeft <= planLeft;
      const message = turn ? "the turn ran out of time" : `the plan took longer than ${planTimeoutMs} ms`;
      stop.end({ code: turn ? "TURN_TIMEOUT" : PLAN_TIMEOUT, message, category: "timeout" });
    },
    Math.max(0, Math.min(planLeft, turnLeft)),
  );
  if (options.signal?.aborted) cancel();
  options.signal?.addEventListener("abort", cancel, { once: true });
  return {
    stop,
    clear: () => {
      clearTimeout(timer);
      options.signal?.removeEventListener("abort", cancel);
    },
  };
}

async function waitInRealTime(ms: number, signal: AbortSignal): Promise<void> {
  await pause(ms, undefined, { signal }).catch(() => {});
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
