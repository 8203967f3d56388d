/** The workings of a turn in one shape, whether it runs now or is long over. */
import type { Trace } from "../../story/past.js";
import type { Plan, ToolStep, TurnNow } from "../../story/turn-now.js";

export type ToolState = "pending" | "running" | "waiting" | "success" | "failed" | "timeout" | "skipped";

export interface ToolTry {
  /** 1 for the first. */
  readonly number: number;
  readonly state: ToolState;
  /** Milliseconds since the start of the plan. */
  readonly startMs: number;
  /** Null while it runs. */
  readonly endMs: number | null;
}

export interface Tool {
  readonly id: string;
  /** Skill and script. */
  readonly path: string;
  readonly required: boolean;
  readonly dependencies: readonly string[];
  readonly state: ToolState;
  readonly tries: readonly ToolTry[];
  /** All of its tries; null while nobody knows. */
  readonly timeMs: number | null;
  readonly error: { readonly code: string; readonly message: string } | null;
  readonly sandbox: string | null;
  readonly input: unknown;
  readonly output: unknown;
}

export interface PlanRun {
  /** 1 for the first plan of the turn. */
  readonly attempt: number;
  readonly tools: readonly Tool[];
  readonly failure: string | null;
}

export interface EventRow {
  readonly key: string;
  /** Milliseconds since the start of the turn. */
  readonly atMs: number;
  readonly plan: number;
  /** Null where it is of the whole plan. */
  readonly tool: string | null;
  readonly type: string;
  readonly text: string;
  readonly bad: boolean;
  readonly isLog: boolean;
}

export interface Workings {
  readonly plans: readonly PlanRun[];
  readonly events: readonly EventRow[];
  readonly failure: string | null;
  /** Null while the turn runs. */
  readonly durationMs: number | null;
  /** Milliseconds until something, by its name. */
  readonly timeMs: Readonly<Record<string, number>>;
  /** What the narrator was told, by section. */
  readonly brief: Readonly<Record<string, unknown>>;
}

/** The skill of a tool's path. */
export function skillOf(path: string): string {
  return path.split("/")[0] ?? path;
}

/** Of a turn that is over. */
export function tracedWorkings(trace: Trace): Workings {
  return {
    plans: trace.attempts.map(({ attempt, run, failure }) => ({
      attempt,
      tools: (run?.plan?.tools ?? []).map((planned) => tracedTool(planned, run)),
      failure: failure ?? run?.failure ?? null,
    })),
    events: trace.attempts.flatMap((attempt) => tracedEvents(attempt)).sort((one, other) => one.atMs - other.atMs),
    failure: trace.failure,
    durationMs: trace.durationMs,
    timeMs: { ...trace.timeMs },
    brief: { ...trace.brief },
  };
}

type Attempt = Trace["attempts"][number];
type Run = NonNullable<Attempt["run"]>;

function tracedTool(planned: NonNullable<Run["plan"]>["tools"][number], run: Run | null): Tool {
  const tries = (run?.invocations ?? []).filter(({ toolId }) => toolId === planned.toolId);
  const skipped = (run?.skipped ?? []).find(({ toolId }) => toolId === planned.toolId);
  const last = tries.at(-1);
  const done = last?.events.map(({ event }) => event).findLast((event) => event.type === "done");
  const error = last?.error ?? (last ? undefined : skipped?.error);
  return {
    id: planned.toolId,
    path: planned.toolPath,
    required: planned.required ?? true,
    dependencies: planned.dependencies ?? [],
    // Of a plan that is over, what did not run was left out.
    state: last ? (last.state === "stopped" ? "failed" : last.state) : "skipped",
    tries: tries.map(({ startMs, endMs, state }, place) => ({
      number: place + 1,
      state: state === "stopped" ? "failed" : state,
      startMs,
      endMs,
    })),
    timeMs: last ? tries.reduce((sum, { startMs, endMs }) => sum + endMs - startMs, 0) : null,
    error: error ? { code: error.code, message: error.message } : null,
    sandbox: last?.sandbox ?? null,
    input: last?.input ? { ...last.input.input } : null,
    output: done?.output ?? null,
  };
}

function tracedEvents({ attempt, answeredMs, run }: Attempt): EventRow[] {
  if (!run) return [];
  const rows = run.invocations.flatMap(
    ({ toolId, execution, attempt: tried, events, startMs, warnings, error, endMs }) => [
      ...events.map(({ atMs, event }, place) => ({
        key: `${attempt}-${execution}-${toolId}-${tried}-${place}`,
        atMs: answeredMs + atMs,
        plan: attempt,
        tool: toolId,
        type: event.type,
        text: textOf(event),
        bad: event.type === "error" || (event.type === "done" && !event.ok),
        isLog: event.type === "log" || event.type === "error",
      })),
      ...warnings.map((text, place) => ({
        key: `${attempt}-${execution}-${toolId}-${tried}-warning-${place}`,
        atMs: answeredMs + startMs,
        plan: attempt,
        tool: toolId,
        type: "warning",
        text,
        bad: false,
        isLog: true,
      })),
      ...(error
        ? [
            {
              key: `${attempt}-${execution}-${toolId}-${tried}-failure`,
              atMs: answeredMs + endMs,
              plan: attempt,
              tool: toolId,
              type: "failed",
              text: `${error.code} ${error.message}`,
              bad: true,
              isLog: true,
            },
          ]
        : []),
    ],
  );
  const skipped = run.skipped.map(({ toolId, execution, atMs, error }) => ({
    key: `${attempt}-${execution}-${toolId}-skipped`,
    atMs: answeredMs + atMs,
    plan: attempt,
    tool: toolId,
    type: "skipped",
    text: error.message,
    bad: false,
    isLog: true,
  }));
  return [...rows, ...skipped];
}

type TracedEvent = Run["invocations"][number]["events"][number]["event"];

const LONGEST_TEXT = 140;

function textOf(event: TracedEvent): string {
  switch (event.type) {
    case "log":
      return `${event.level} ${event.message}`;
    case "error":
      return `${event.errorCode} ${event.errorMessage}`;
    case "done":
      return event.ok ? `ok ${event.summary ?? short(event.output ?? {})}` : `failed ${event.summary ?? ""}`;
    case "state_patch":
      return short(event.patch);
    case "ui_event":
      return `${event.event} ${short(event.payload ?? {})}`;
    case "asset":
      return `${event.kind} ${event.mediaType}`;
    default:
      return "";
  }
}

function short(value: object): string {
  const text = JSON.stringify(value);
  return text.length > LONGEST_TEXT ? `${text.slice(0, LONGEST_TEXT)}…` : text;
}

/** Of the turn that runs, as far as it has come. @param now - Milliseconds since 1970. */
export function liveWorkings(turn: TurnNow, now: number): Workings {
  const since = (at: number): number => Math.max(0, at - turn.startedAt);
  const steps = turn.steps.map((step) => ({
    key: `step-${step.seq}`,
    atMs: since(step.at),
    plan: step.attempt,
    tool: step.toolId,
    type: step.state,
    text: stepText(step),
    bad: step.state === "failed" || step.state === "timeout",
    isLog: false,
    seq: step.seq,
  }));
  const console = turn.console.map((line) => ({
    key: `line-${line.seq}`,
    atMs: since(line.at),
    plan: turn.plans.findLast(({ seq }) => seq < line.seq)?.attempt ?? 1,
    tool: line.toolId ?? null,
    type: line.type,
    text: line.type === "log" ? `${line.level} ${line.message}` : `${line.code} ${line.message}`,
    bad: line.type === "error",
    isLog: true,
    seq: line.seq,
  }));
  return {
    plans: turn.plans.map((plan, place) => ({
      attempt: plan.attempt,
      tools: plan.tools.map((planned) => liveTool(planned, plan, turn, now)),
      failure: place < turn.plans.length - 1 ? "another plan was made" : null,
    })),
    events: [...steps, ...console].sort((one, other) => one.seq - other.seq),
    failure: null,
    durationMs: turn.scene === null ? null : since(turn.plans.at(-1)?.at ?? now),
    timeMs: {},
    brief: {},
  };
}

function liveTool(planned: Plan["tools"][number], plan: Plan, turn: TurnNow, now: number): Tool {
  const steps = turn.steps.filter(({ attempt, toolId }) => attempt === plan.attempt && toolId === planned.toolId);
  const tries: ToolTry[] = [];
  for (const { state, at, execution, try: tried } of steps) {
    const number = tries.length;
    if (state === "running") tries.push({ number: number + 1, state, startMs: at - plan.at, endMs: null });
    else if (state !== "skipped" && number > 0) {
      const open = tries[number - 1];
      // A pause ends a try that failed.
      if (open && open.endMs === null && tried > 0 && execution > 0)
        tries[number - 1] = { ...open, state: state === "waiting" ? "failed" : state, endMs: at - plan.at };
    }
  }
  const last = steps.at(-1);
  const running = last?.state === "running" ? tries.at(-1) : undefined;
  return {
    id: planned.toolId,
    path: planned.toolPath,
    required: planned.required,
    dependencies: planned.dependencies,
    state: last?.state ?? "pending",
    tries,
    timeMs: last?.executionTimeMs ?? (running ? Math.max(0, now - plan.at - running.startMs) : null),
    error: steps.findLast(({ error }) => error !== undefined)?.error ?? null,
    sandbox: null,
    input: null,
    output: null,
  };
}

function stepText({ state, try: tried, delayMs, executionTimeMs, error }: ToolStep): string {
  if (error) return `${error.code} ${error.message}`;
  if (state === "waiting") return `${Math.round(delayMs ?? 0)} ms until the next try`;
  if (state === "running") return tried > 1 ? `try ${tried}` : "";
  return executionTimeMs === undefined ? "" : `${executionTimeMs} ms`;
}

const STATES: Readonly<Record<ToolState, string>> = {
  pending: "waiting",
  running: "running",
  waiting: "pausing",
  success: "success",
  failed: "failed",
  timeout: "out of time",
  skipped: "skipped",
};

export function stateName(state: ToolState): string {
  return STATES[state];
}

/** A state with its time and tries: "failed · 3 retries". */
export function standing({ state, timeMs, tries }: Tool): string {
  const retries = tries.length - 1;
  const isLost = state === "failed" || state === "timeout";
  const parts = [stateName(state)];
  if (timeMs !== null && !(isLost && retries > 0)) parts.push(duration(timeMs));
  if (retries > 0) parts.push(retries === 1 ? "1 retry" : `${retries} retries`);
  return parts.join(" · ");
}

export function duration(ms: number): string {
  return ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`;
}
