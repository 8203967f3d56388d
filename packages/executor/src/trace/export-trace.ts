import type { JsonObject, JsonValue } from "@narratoria/protocol";
import type { InvocationTrace, PlanTrace, TurnTrace } from "./trace.js";

/**
 * Writes a trace out. Implements rule EX115.
 *
 * @param trace - Of a turn, or of one plan, which is then the only one of its turn.
 * @param format - `json` gives the contract execution-trace. `chrome` gives the Trace Event Format, which Perfetto
 * (ui.perfetto.dev) and chrome://tracing open: the turn with its plans and their executions in one row, below it as many
 * rows as tools ran at once, with what they sent, the pauses before retries, and an arrow from each tool to those that
 * waited for it.
 */
export function exportTrace(trace: TurnTrace | PlanTrace, format: "json" | "chrome"): string {
  const turn = "attempts" in trace ? trace : turnOf(trace);
  return format === "json" ? JSON.stringify(turn, null, 2) : JSON.stringify(chromeTrace(turn));
}

function turnOf(plan: PlanTrace): TurnTrace {
  const { startedAt, durationMs, failure, attempt } = plan;
  const outcome = plan.outcome === "success" || plan.outcome === "cancelled" ? plan.outcome : "fallback";
  const only = { attempt, parentPlanId: null, disabledSkills: [], askedMs: 0, answeredMs: 0, failure: null, run: plan };
  return { startedAt, durationMs, outcome, failure, attempts: [only] };
}

type ChromeEvent = { readonly [field: string]: JsonValue };

const PROCESS = 1;
const TURN_ROW = 1;

function chromeTrace(turn: TurnTrace): JsonObject {
  const events: ChromeEvent[] = [
    { ph: "M", pid: PROCESS, tid: TURN_ROW, name: "process_name", args: { name: "Narratoria" } },
    { ph: "M", pid: PROCESS, tid: TURN_ROW, name: "thread_name", args: { name: "turn" } },
    slice("turn", "turn", TURN_ROW, 0, turn.durationMs, { outcome: turn.outcome, failure: turn.failure }),
  ];
  const rows = new Rows();
  let arrow = 0;
  for (const { attempt, askedMs, answeredMs, failure, disabledSkills, parentPlanId, run } of turn.attempts) {
    const asked = { attempt, parentPlanId, disabledSkills: [...disabledSkills], failure };
    events.push(slice(`plan ${attempt} is made`, "generation", TURN_ROW, askedMs, answeredMs, asked));
    if (!run) continue;
    const at = (ms: number): number => answeredMs + ms;
    const name = `plan ${attempt} runs`;
    const told = { planId: run.planId, outcome: run.outcome, failure: run.failure };
    events.push(slice(name, "plan", TURN_ROW, at(0), at(run.durationMs), told));
    for (const { execution, startMs, endMs, kept } of run.executions) {
      const args = { kept: [...kept] };
      events.push(slice(`execution ${execution}`, "execution", TURN_ROW, at(startMs), at(endMs), args));
    }
    for (const { toolId, execution, atMs, error } of run.skipped) {
      events.push(instant(`${toolId} did not run`, "skip", TURN_ROW, at(atMs), { execution, ...error }));
    }
    const rowOf = new Map<InvocationTrace, number>();
    for (const invocation of [...run.invocations].sort((a, b) => a.startMs - b.startMs)) {
      const row = rows.take(at(invocation.startMs), at(invocation.endMs + (invocation.retryAfterMs ?? 0)));
      rowOf.set(invocation, row);
      events.push(...invocationEvents(invocation, row, at));
    }
    for (const [from, to] of dependenciesIn(run)) {
      const id = ++arrow;
      const flow = { cat: "dependency", name: "waited for", pid: PROCESS, id };
      events.push({ ...flow, ph: "s", tid: rowOf.get(from) ?? TURN_ROW, ts: micros(at(from.endMs)) });
      events.push({ ...flow, ph: "f", bp: "e", tid: rowOf.get(to) ?? TURN_ROW, ts: micros(at(to.startMs)) });
    }
  }
  for (const row of rows.numbers()) {
    events.push({ ph: "M", pid: PROCESS, tid: row, name: "thread_name", args: { name: `tools ${row - TURN_ROW}` } });
  }
  return { traceEvents: events, displayTimeUnit: "ms", otherData: { startedAt: turn.startedAt } };
}

function invocationEvents(
  invocation: InvocationTrace,
  row: number,
  at: (ms: number) => number,
): readonly ChromeEvent[] {
  const { toolId, attempt, startMs, endMs, events, retryAfterMs, error, input, ...about } = invocation;
  const { toolPath, execution, state, by, sandbox, timeoutMs, exit } = about;
  const args = { toolPath, execution, attempt, state, by, sandbox, timeoutMs, exit, error: error ?? null, input };
  const name = attempt === 1 ? toolId : `${toolId}, try ${attempt}`;
  return [
    slice(name, "tool", row, at(startMs), at(endMs), JSON.parse(JSON.stringify(args))),
    ...events.map(({ atMs, event }) =>
      instant(event.type, "event", row, at(atMs), JSON.parse(JSON.stringify({ event }))),
    ),
    ...(retryAfterMs === null
      ? []
      : [slice("pause before retry", "backoff", row, at(endMs), at(endMs + retryAfterMs), { toolId })]),
  ];
}

/** The last try of a tool, with the first try in the same execution of each that waited for it. */
function dependenciesIn({ plan, invocations }: PlanTrace): [InvocationTrace, InvocationTrace][] {
  const dependencies = new Map(plan?.tools.map(({ toolId, dependencies: ids }) => [toolId, ids ?? []]));
  return invocations
    .filter(({ attempt }) => attempt === 1)
    .flatMap((to) =>
      (dependencies.get(to.toolId) ?? []).flatMap((id): [InvocationTrace, InvocationTrace][] => {
        const from = invocations.findLast(({ toolId, endMs }) => toolId === id && endMs <= to.startMs);
        return from ? [[from, to]] : [];
      }),
    );
}

/** Rows in which nothing overlaps: each slice goes to the first row that is free. */
class Rows {
  readonly #freeFrom: number[] = [];

  take(startMs: number, endMs: number): number {
    const free = this.#freeFrom.findIndex((freeFrom) => freeFrom <= startMs);
    const at = free === -1 ? this.#freeFrom.length : free;
    this.#freeFrom[at] = endMs;
    return TURN_ROW + 1 + at;
  }

  numbers(): number[] {
    return this.#freeFrom.map((_, at) => TURN_ROW + 1 + at);
  }
}

function slice(
  name: string,
  cat: string,
  tid: number,
  startMs: number,
  endMs: number,
  args: { readonly [name: string]: JsonValue },
): ChromeEvent {
  // The end is rounded, not the length: so what began together and ended together stays nested.
  const ts = micros(startMs);
  return { ph: "X", pid: PROCESS, tid, name, cat, ts, dur: Math.max(0, micros(endMs) - ts), args };
}

function instant(
  name: string,
  cat: string,
  tid: number,
  atMs: number,
  args: { readonly [name: string]: JsonValue | undefined },
): ChromeEvent {
  return { ph: "i", s: "t", pid: PROCESS, tid, name, cat, ts: micros(atMs), args: JSON.parse(JSON.stringify(args)) };
}

function micros(ms: number): number {
  return Math.round(ms * 1_000);
}
