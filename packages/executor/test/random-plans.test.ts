import type { JsonObject } from "@narratoria/protocol";
import { createRandom, type Random } from "@narratoria/protocol/random";
import { describe, expect, it } from "vitest";
import { type ExecutorEvent, executePlan, type PlanRun } from "../src/plan/execute-plan.js";
import { functionTools, type ToolFunction } from "../src/tool/resolver.js";
import { type Behaviour, type Expected, expectedOf, type ModelTool, yieldOf } from "./plan-oracle.js";

/** As many as are asked for where there is time; in a run of all tests, what finds any fault that thousands find. */
const PLANS = process.env["NARRATORIA_LONG"] === "1" ? 10_000 : 1_000;
const PLANS_A_TEST = 500;
const CONCURRENCY = 4;

/** A plan of up to 32 tools; one in eight has a fault, most have tools that fail. */
function randomPlan(random: Random): ModelTool[] {
  const size = 1 + random.int(random.chance(0.2) ? 32 : 12);
  const calm = random.chance(0.3);
  const tools = Array.from({ length: size }, (_, index): ModelTool => {
    const dependencies = Array.from({ length: index === 0 ? 0 : random.int(4) }, () => `t${random.int(index)}`);
    const behaviours = Array.from({ length: random.int(calm ? 2 : 5) }, () => randomBehaviour(random));
    return {
      id: `t${index}`,
      skill: `s${random.int(5)}`,
      dependencies: [...new Set(dependencies)],
      required: random.chance(0.6),
      async: random.chance(0.7),
      ...(random.chance(0.8) && { maxRetries: random.chance(0.1) ? random.int(12) - 3 : random.int(3) }),
      ...(random.chance(0.8) && { backoffMs: random.chance(0.1) ? random.int(9_000) - 500 : random.int(200) }),
      behaviours: random.chance(0.2) ? [...behaviours, "fails"] : [...behaviours, "works"],
    };
  });
  const mixed = random.shuffle(tools);
  const [first] = mixed;
  if (!first || !random.chance(0.125)) return mixed;
  const fault = random.int(4);
  const other = random.pick(mixed);
  if (fault === 0) return [...mixed, { ...other }];
  if (fault === 1)
    return mixed.map((one) => (one === other ? { ...one, dependencies: [...one.dependencies, "ghost"] } : one));
  // An edge against the others: often a cycle, sometimes none.
  return mixed.map((one) =>
    one === other ? { ...one, dependencies: [...new Set([...one.dependencies, first.id])] } : one,
  );
}

function randomBehaviour(random: Random): Behaviour {
  const dice = random.int(20);
  return dice < 9 ? "works" : dice < 16 ? "fails" : dice < 19 ? "broken" : "unheard";
}

interface Played {
  readonly run: PlanRun;
  /** Each try, as `id execution.attempt`, in the order in which they began. */
  readonly tries: readonly string[];
  readonly pauses: readonly number[];
  /** What was odd about who ran beside whom. */
  readonly crowding: readonly string[];
}

/** Runs a plan with functions that behave as the model says. */
async function play(tools: readonly ModelTool[], parallel: boolean, random: Random): Promise<Played> {
  const byId = new Map(tools.map((one) => [one.id, one]));
  const calls = new Map<string, number>();
  const running = new Set<string>();
  const settled = new Set<string>();
  const tries: string[] = [];
  const pauses: number[] = [];
  const crowding: string[] = [];
  const run: ToolFunction = async (_input, { emit, requestId, dependencies }) => {
    const id = requestId.slice(requestId.indexOf("/") + 1);
    const call = (calls.get(id) ?? 0) + 1;
    calls.set(id, call);
    const behaviours = byId.get(id)?.behaviours ?? [];
    const behaviour = behaviours[Math.min(call, behaviours.length) - 1];
    for (let ticks = random.int(4); ticks > 0; ticks--) await Promise.resolve();
    // What a failed try sent must not count.
    if (behaviour !== "works") emit.statePatch({ last: "nobody", [id]: "failed" });
    if (behaviour === "unheard") emit.log("info", "unheard");
    if (behaviour === "broken") emit.log("info", "");
    if (behaviour === "fails") throw new Error("it fails");
    const { patches, output } = yieldOf(id, call, dependencies);
    for (const patch of patches) emit.statePatch(patch);
    return output;
  };
  const onEvent = (event: ExecutorEvent): void => {
    if (event.type === "tool-event" && event.event.type === "log") throw new Error("nobody listens");
    if (event.type === "tool-started") {
      const { toolId, attempt, executionAttempt } = event;
      tries.push(`${toolId} ${executionAttempt}.${attempt}`);
      running.add(toolId);
      const alone = [...running].some((id) => !byId.get(id)?.async);
      if (running.size > (parallel && !alone ? CONCURRENCY : 1)) crowding.push([...running].join(" "));
      for (const id of byId.get(toolId)?.dependencies ?? [])
        if (!settled.has(id)) crowding.push(`${toolId} before ${id}`);
    }
    if (event.type === "tool-settled") {
      running.delete(event.toolId);
      settled.add(event.toolId);
    }
  };
  const plan = {
    requestId: crypto.randomUUID(),
    parallel,
    tools: tools.map(({ id, skill, dependencies, required, async, maxRetries, backoffMs }) => ({
      toolId: id,
      toolPath: `${skill}/run`,
      dependencies,
      required,
      async,
      retryPolicy: { ...(maxRetries !== undefined && { maxRetries }), ...(backoffMs !== undefined && { backoffMs }) },
    })),
  };
  const result = await executePlan(plan, {
    resolver: functionTools(Object.fromEntries([0, 1, 2, 3, 4].map((n) => [`s${n}/run`, run]))),
    state: {},
    context: {},
    seed: "7",
    concurrency: CONCURRENCY,
    maxTools: 33,
    onEvent,
    wait: async (ms) => {
      pauses.push(ms);
    },
  });
  return { run: result, tries, pauses, crowding };
}

/** The result as the oracle speaks of it. */
function shownOf({ result, state }: PlanRun) {
  const { toolResults, success, canReplan, failedTools, disabledSkills, executionAttempt, aggregatedState } = result;
  const told = toolResults.map(({ toolId, state: ended, retryCount, output = null }) => ({
    toolId,
    ended,
    retryCount,
    output,
  }));
  return {
    told,
    success,
    canReplan,
    failedTools,
    disabledSkills,
    executionAttempt,
    state,
    aggregatedState,
  };
}

function shownBy(expected: Expected, tools: readonly ModelTool[]): ReturnType<typeof shownOf> {
  const { order, states, retries, outputs, success, executions } = expected;
  const failedTools = order.filter((id) => states.get(id) === "failed");
  const skillOf = (id: string): string => tools.find((one) => one.id === id)?.skill ?? "";
  const state = expected.state as JsonObject;
  return {
    told: order.map((toolId) => ({
      toolId,
      ended: states.get(toolId) ?? "skipped",
      retryCount: retries.get(toolId) ?? 0,
      output: (outputs.get(toolId) as JsonObject | undefined) ?? null,
    })),
    success,
    canReplan: !success,
    failedTools,
    disabledSkills: [...new Set(failedTools.map(skillOf))],
    executionAttempt: executions,
    state,
    aggregatedState: state,
  };
}

/** Most are the same to the letter, and comparing letters is quick. */
function expectSame(actual: unknown, wanted: unknown): void {
  if (JSON.stringify(actual) !== JSON.stringify(wanted)) expect(actual).toEqual(wanted);
}

async function check(seed: string): Promise<void> {
  const random = createRandom(seed);
  const tools = randomPlan(random);
  const expected = expectedOf(tools);
  for (const parallel of [false, true]) {
    const { run, tries, pauses, crowding } = await play(tools, parallel, random);
    if (expected.refused) {
      expect(tries).toEqual([]);
      expect(run.result).toMatchObject({ success: false, canReplan: true, aggregatedState: {} });
      const categories = new Set(run.result.toolResults.map(({ error }) => error?.category));
      expect([...categories]).toEqual([expected.refused === "circular" ? "circular_dependency" : "invalid_json"]);
      continue;
    }
    expectSame(shownOf(run), shownBy(expected, tools));
    expectSame(crowding, []);
    expectSame(parallel ? [...tries].sort() : tries, parallel ? [...expected.tries].sort() : expected.tries);
    expectSame(parallel ? [...pauses].sort() : pauses, parallel ? [...expected.pauses].sort() : expected.pauses);
    if (parallel) continue;
    const { invocations } = run.trace();
    const traced = invocations.map(({ toolId, execution, attempt }) => `${toolId} ${execution}.${attempt}`);
    expectSame(traced.sort(), [...expected.tries].sort());
  }
}

describe("random plans", () => {
  it.each(Array.from({ length: PLANS / PLANS_A_TEST }, (_, part) => part * PLANS_A_TEST))(
    "[EX118] come to what the rules say, side by side or one by one (from %i on)",
    async (from) => {
      for (let number = from; number < from + PLANS_A_TEST; number++) {
        try {
          await check(String(number));
        } catch (error) {
          if (error instanceof Error) error.message = `plan ${number}: ${error.message}`;
          throw error;
        }
      }
    },
  );

  it("[EX118] hold enough of everything", () => {
    const all = Array.from({ length: 1_000 }, (_, number) => expectedOf(randomPlan(createRandom(String(number)))));
    const share = (holds: (one: Expected) => boolean): number => all.filter(holds).length / all.length;
    expect(share(({ refused }) => refused === "circular")).toBeGreaterThan(0.01);
    expect(share(({ refused }) => refused === "duplicate")).toBeGreaterThan(0.01);
    expect(share(({ refused }) => refused === "unknown")).toBeGreaterThan(0.01);
    expect(share(({ success }) => success)).toBeGreaterThan(0.2);
    expect(share(({ executions, success }) => success && executions > 1)).toBeGreaterThan(0.05);
    expect(share(({ executions }) => executions === 3)).toBeGreaterThan(0.05);
    expect(share(({ states }) => [...states.values()].includes("skipped"))).toBeGreaterThan(0.2);
    expect(share(({ pauses }) => pauses.length > 0)).toBeGreaterThan(0.4);
  });
});
