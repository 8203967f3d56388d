import { existsSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { LIMITS } from "@narratoria/protocol";
import { checkContract, type ToolInvocation } from "@narratoria/protocol/contracts";
import { describe, expect, it } from "vitest";
import { type ExecutorEvent, executePlan, type PlanRun } from "../src/plan/execute-plan.js";
import { openSandbox } from "../src/sandbox/sandbox.js";
import { fixtures, options, outputOf, planOf, resultOf, tempFolder, tool } from "./support.js";

const states = ({ result }: PlanRun): Record<string, string> =>
  Object.fromEntries(result.toolResults.map(({ toolId, state }) => [toolId, state]));

/** A tool that sends one patch. */
const patch = (toolId: string, value: object, more: Partial<ToolInvocation> = {}): ToolInvocation =>
  tool(toolId, "patches", { ...more, input: { patches: [{ ...value }] } });

describe("a plan that succeeds", () => {
  it("[EX58] gives the whole trace, valid by its contract", async () => {
    const plan = planOf([tool("light", "lights-torch"), tool("fail", "fails", { required: false })]);
    const { result, failure, warnings, plan: ran } = await executePlan(plan, options({ attempt: 2 }));
    expect(checkContract("execution-result", result)).toEqual([]);
    expect(result).toMatchObject({
      planId: plan.requestId,
      success: true,
      canReplan: false,
      failedTools: ["fail"],
      aggregatedState: { flags: { torchLit: true } },
      attemptNumber: 2,
      executionAttempt: 1,
    });
    expect(resultOf(result.toolResults, "light")).toMatchObject({
      state: "success",
      retryCount: 0,
      output: { torch: "pine" },
    });
    expect(resultOf(result.toolResults, "light").events).toHaveLength(5);
    expect(failure).toBeNull();
    expect(warnings).toEqual([]);
    expect(ran).toEqual(plan);
  });

  it("[EX483] tells what the plan says before its first tool starts, and nothing of one without tools or one that is refused", async () => {
    const events: ExecutorEvent[] = [];
    const onEvent = (event: ExecutorEvent): void => void events.push(event);
    const plan = planOf([tool("a", "lights-torch")], { narrative: "You reach for the dice." });
    await executePlan(plan, options({ onEvent }));
    expect(events[0]).toMatchObject({
      type: "plan-started",
      planId: plan.requestId,
      narrative: "You reach for the dice.",
      plan,
    });
    events.length = 0;
    await executePlan(planOf([tool("a", "lights-torch")]), options({ onEvent }));
    expect(events[0]).toMatchObject({ type: "plan-started", narrative: null });
    events.length = 0;
    await executePlan(planOf([tool("a", ".none/fall")], { narrative: "You fall." }), options({ onEvent }));
    await executePlan(planOf([], { narrative: "It rains." }), options({ onEvent }));
    expect(events).toEqual([]);
  });

  it("[EX11] a narrative without tools succeeds without doing anything", async () => {
    const { result, state } = await executePlan(planOf([], { narrative: "It rains." }), options({ state: { a: 1 } }));
    expect(result).toMatchObject({ success: true, toolResults: [] });
    expect(state).toEqual({ a: 1 });
  });

  it("[EX19] merges the patches of what succeeded into a copy of the state, in topological order", async () => {
    const state = { flags: { door: "shut" }, gone: 1 };
    const plan = planOf([
      patch("last", { order: "last" }, { dependencies: ["first"] }),
      patch("first", { order: "first", flags: { lamp: "lit" }, gone: null }),
    ]);
    const run = await executePlan(plan, options({ state }));
    expect(run.state).toEqual({ flags: { door: "shut", lamp: "lit" }, order: "last" });
    expect(state).toEqual({ flags: { door: "shut" }, gone: 1 });
    expect(run.result.toolResults.map(({ toolId }) => toolId)).toEqual(["first", "last"]);
  });

  it("[EX36] hands each tool its names, input, settings and the outputs of what it depends on", async () => {
    const plan = planOf([
      patch("grandparent", { far: true }),
      patch("parent", { near: true }, { dependencies: ["grandparent"] }),
      tool("lost", "fails", { required: false }),
      tool("child", "echoes", { dependencies: ["parent", "lost"], input: { deep: { down: 1 } } }),
    ]);
    const run = await executePlan(plan, options({ resolver: fixtures({ config: { tone: "grim" } }) }));
    expect(outputOf(run.result.toolResults, "child").input).toEqual({
      requestId: `${plan.requestId}/child`,
      tool: "skill",
      operation: "echoes",
      input: { deep: { down: 1 } },
      dependencies: { parent: { near: true }, lost: null },
      context: { seed: expect.any(String) },
      config: { tone: "grim" },
      host: null,
    });
  });

  it("[EX37] shows a script the parts of the view that its manifest asks for, and no others", async () => {
    const context = { clock: { minutes: 90 }, facts: { dice: 2 }, secrets: "none of its business" };
    const resolver = fixtures({ context: ["clock", "facts", "weather", "toString"] });
    const run = await executePlan(planOf([tool("a", "echoes")]), options({ resolver, context }));
    const { input } = outputOf(run.result.toolResults, "a");
    expect(input).toMatchObject({ context: { clock: { minutes: 90 }, facts: { dice: 2 }, seed: expect.any(String) } });
    expect(JSON.stringify(input)).not.toContain("none of its business");
    expect(JSON.stringify(input)).not.toContain("toString");
  });

  it("[EX38] gives each use of a script a seed of its own, the same in every run of the turn", async () => {
    const seedsOf = async (seed: string): Promise<string[]> => {
      const plan = planOf([tool("a", "echoes"), tool("b", "echoes"), tool("c", "other/echoes")]);
      const { result } = await executePlan(plan, options({ seed }));
      return ["a", "b", "c"].map(
        (id) => JSON.stringify(outputOf(result.toolResults, id).input).match(/"seed":"(\w+)"/)?.[1] ?? "",
      );
    };
    const [first, again, other] = [await seedsOf("7"), await seedsOf("7"), await seedsOf("8")];
    expect(again).toEqual(first);
    expect(new Set([...first, ...other]).size).toBe(6);
  });
});

describe("a plan that is refused", () => {
  it("[EX12] starts nothing, blames the tool and asks for another plan", async () => {
    const events: ExecutorEvent[] = [];
    const plan = planOf([tool("good", "lights-torch"), tool("bad", "no/such/script"), tool("after", "fails")]);
    const run = await executePlan(plan, options({ state: { a: 1 }, onEvent: (event) => events.push(event) }));
    expect(run.result).toMatchObject({ success: false, canReplan: true, failedTools: ["bad"], aggregatedState: {} });
    expect(checkContract("execution-result", run.result)).toEqual([]);
    expect(states(run)).toEqual({ good: "skipped", bad: "failed", after: "skipped" });
    expect(run.failure).toContain('there is no script "no/such/script"');
    expect(run.state).toEqual({ a: 1 });
    expect(events).toEqual([]);
  });

  it("[EX12] says what is wrong in at most 500 characters, even if it is no plan at all", async () => {
    const tools = Array.from({ length: 30 }, (_, i) => tool(`t${i}`, `${"long/".repeat(20)}${i}`));
    const run = await executePlan(planOf(tools), options());
    expect(run.failure?.length).toBe(500);
    const nothing = await executePlan("Here is your plan:", options());
    expect(nothing).toMatchObject({ plan: null, result: { success: false, canReplan: true, toolResults: [] } });
    expect(checkContract("execution-result", nothing.result)).toEqual([]);
  });

  it("[EX5] a cycle is reported as one, and no tool of the plan starts", async () => {
    const resolver = fixtures();
    const plan = planOf([
      tool("free", "counts-tries"),
      tool("a", "counts-tries", { dependencies: ["b"] }),
      tool("b", "counts-tries", { dependencies: ["a"] }),
    ]);
    const run = await executePlan(plan, options({ resolver }));
    expect(run.failure).toContain("a → b → a");
    expect(resultOf(run.result.toolResults, "a").error).toMatchObject({ category: "circular_dependency" });
    expect(existsSync(join(resolver.dataDir, "skill"))).toBe(false);
  });
});

describe("a tool that fails", () => {
  it("[EX17] when it is required, takes what depends on it along and nothing else", async () => {
    const plan = planOf([
      tool("fail", "fails"),
      tool("child", "lights-torch", { dependencies: ["fail"], required: false }),
      tool("grandchild", "lights-torch", { dependencies: ["child"], required: false }),
      patch("free", { free: true }),
    ]);
    const run = await executePlan(plan, options());
    expect(states(run)).toEqual({ fail: "failed", child: "skipped", grandchild: "skipped", free: "success" });
    expect(resultOf(run.result.toolResults, "grandchild").error).toMatchObject({ code: "DEPENDENCY_FAILED" });
    expect(run.result).toMatchObject({
      success: false,
      canReplan: true,
      failedTools: ["fail"],
      disabledSkills: ["skill"],
    });
    expect(run.failure).toBe("skill/fails failed: there is no such door");
    expect(run.state).toEqual({ free: true });
  });

  it("[EX18] when it is not required, leaves null to those that depend on it", async () => {
    const plan = planOf([
      tool("fail", "fails", { required: false }),
      tool("child", "echoes", { dependencies: ["fail"] }),
    ]);
    const run = await executePlan(plan, options());
    expect(states(run)).toEqual({ fail: "failed", child: "success" });
    expect(run.result.success).toBe(true);
    expect(outputOf(run.result.toolResults, "child").input).toMatchObject({ dependencies: { fail: null } });
  });

  it("[EX50] leaves nothing behind in the state", async () => {
    const run = await executePlan(planOf([tool("fail", "fails", { required: false })]), options({ state: { a: 1 } }));
    expect(run.state).toEqual({ a: 1 });
    expect(run.result.aggregatedState).toEqual({});
  });

  it("[EX21] is tried again as often as its policy says, with growing pauses", async () => {
    const events: ExecutorEvent[] = [];
    const retryPolicy = { maxRetries: 2, backoffMs: 5 };
    const plan = planOf([tool("a", "counts-tries", { input: { failures: 2 }, retryPolicy })]);
    const run = await executePlan(plan, options({ onEvent: (event) => events.push(event) }));
    expect(resultOf(run.result.toolResults, "a")).toMatchObject({
      state: "success",
      retryCount: 2,
      output: { tries: 3 },
    });
    const retries = events.flatMap((event) => (event.type === "retry" ? [[event.retry, event.delayMs]] : []));
    expect(retries).toEqual([
      [1, 5],
      [2, 10],
    ]);
    expect(run.state).toEqual({ try3: true });
    expect(resultOf(run.result.toolResults, "a").events).toHaveLength(2);
  });

  it("[EX21] is given up when its retries are used up", async () => {
    const plan = planOf([
      tool("a", "counts-tries", { input: { failures: 9 }, retryPolicy: { maxRetries: 1, backoffMs: 1 } }),
    ]);
    const run = await executePlan(plan, options());
    expect(resultOf(run.result.toolResults, "a")).toMatchObject({
      state: "failed",
      retryCount: 1,
      error: { code: "TOOL_FAILED", message: "try 2 failed", category: "tool_failure" },
    });
  });

  it("[EX482] has as long as its plan says", async () => {
    const plan = planOf([
      tool("cut", "skill/hangs", { timeout: 200, required: false }),
      tool("a", "skill/lights-torch", { timeout: 9_000 }),
    ]);
    const run = await executePlan(plan, options());
    expect(resultOf(run.result.toolResults, "cut")).toMatchObject({
      state: "timeout",
      error: { message: "the tool took longer than 200 ms" },
    });
    expect(run.trace().invocations.map(({ toolId, timeoutMs }) => [toolId, timeoutMs])).toEqual([
      ["cut", 200],
      ["a", 9_000],
    ]);
  });

  it("[EX22] is not tried again after a timeout, nor when it cannot be started", async () => {
    const resolver = fixtures({ timeoutMs: 1_200 });
    const retryPolicy = { maxRetries: 3, backoffMs: 1 };
    const plan = planOf([
      tool("hang", "counts-tries", { input: { failures: 1, how: "hang" }, retryPolicy, required: false }),
      tool("missing", "no-such-file", { retryPolicy }),
    ]);
    const run = await executePlan(plan, options({ resolver, maxExecutions: 3 }));
    expect(resultOf(run.result.toolResults, "hang")).toMatchObject({ state: "timeout", retryCount: 0 });
    expect(resultOf(run.result.toolResults, "missing")).toMatchObject({ state: "failed", retryCount: 0 });
    expect(readFileSync(join(resolver.dataDir, "skill", "tries.txt"), "utf8")).toBe("x");
    expect(run.result.executionAttempt).toBe(1);
  });

  it("[EX24] is reported try by try, for the health of its skill", async () => {
    const resolver = fixtures({ timeoutMs: 1_200 });
    const retryPolicy = { maxRetries: 1, backoffMs: 1 };
    const plan = planOf([
      tool("a", "late/counts-tries", { input: { failures: 1 }, retryPolicy }),
      tool("b", "never/fails", { retryPolicy, required: false }),
      tool("c", "slow/hangs", { retryPolicy, required: false }),
      tool("d", "lost/no-such-file", { retryPolicy, required: false }),
    ]);
    await executePlan(plan, options({ resolver }));
    expect(resolver.verdicts).toEqual([
      ["late", "failure"],
      ["late", "success"],
      ["never", "failure"],
      ["never", "failure"],
      ["never", "retries_exhausted"],
      ["slow", "timeout"],
      // It is not tried again within the turn, so that was its last.
      ["slow", "retries_exhausted"],
      ["lost", "unstartable"],
    ]);
  });

  it("[EX481] a network error is reported as one, is tried again, and uses up the retries like any other", async () => {
    const resolver = fixtures();
    const retryPolicy = { maxRetries: 1, backoffMs: 1 };
    const event = (errorCode: string) => ({ version: "0", type: "error", errorCode, errorMessage: "nobody answers" });
    const failing = (errorCode: string) => ({
      input: { lines: [event(errorCode), { version: "0", type: "done", ok: false }] },
      retryPolicy,
      required: false,
    });
    await executePlan(
      planOf([
        tool("a", "offline/sends-lines", failing("ECONNREFUSED")),
        tool("b", "sdk/sends-lines", failing("network_error")),
        tool("c", "other/sends-lines", failing("ENOENT")),
      ]),
      options({ resolver }),
    );
    expect(resolver.verdicts).toEqual([
      ["offline", "network"],
      ["offline", "network"],
      ["offline", "retries_exhausted"],
      ["sdk", "network"],
      ["sdk", "network"],
      ["sdk", "retries_exhausted"],
      ["other", "failure"],
      ["other", "failure"],
      ["other", "retries_exhausted"],
    ]);
  });

  it("[EX24] one that speaks another protocol counts double", async () => {
    const resolver = fixtures();
    await executePlan(planOf([tool("a", "skill/speaks-version-9")]), options({ resolver }));
    expect(resolver.verdicts).toEqual([
      ["skill", "failure"],
      ["skill", "failure"],
      ["skill", "retries_exhausted"],
    ]);
  });
});

describe("a plan that is run again", () => {
  it("[EX23] runs what failed and what depends on it, and nothing that succeeded", async () => {
    const resolver = fixtures();
    const started: string[] = [];
    const plan = planOf([
      tool("good", "counts-tries", { input: { name: "good" } }),
      tool("weak", "counts-tries", { input: { name: "weak", failures: 2 } }),
      tool("child", "counts-tries", { input: { name: "child" }, dependencies: ["good", "weak"] }),
    ]);
    const onEvent = (event: ExecutorEvent): void => {
      if (event.type === "tool-started") started.push(`${event.toolId}${event.executionAttempt}`);
    };
    const run = await executePlan(plan, options({ resolver, onEvent, maxExecutions: 3 }));
    expect(started).toEqual(["good1", "weak1", "weak2", "weak3", "child3"]);
    expect(run.result).toMatchObject({ success: true, executionAttempt: 3 });
    expect(run.state).toEqual({ try1: true, try3: true });
  });

  it("[EX23] is given up after three times", async () => {
    const plan = planOf([tool("a", "counts-tries", { input: { failures: 9 } })]);
    const run = await executePlan(plan, options({ maxExecutions: 9 }));
    expect(run.result).toMatchObject({ success: false, canReplan: true, executionAttempt: 3 });
    expect(resultOf(run.result.toolResults, "a").error?.message).toBe("try 3 failed");
  });

  it("[EX23] gives those that went on without a failed tool another chance with it", async () => {
    const plan = planOf([
      tool("weak", "counts-tries", { input: { name: "weak", failures: 1 }, required: false }),
      tool("child", "echoes", { dependencies: ["weak"] }),
      tool("other", "counts-tries", { input: { name: "other", failures: 1 } }),
    ]);
    const run = await executePlan(plan, options({ maxExecutions: 3 }));
    expect(outputOf(run.result.toolResults, "child").input).toMatchObject({ dependencies: { weak: { tries: 2 } } });
  });

  it("[EX23] is not run again for tools that are not required", async () => {
    const plan = planOf([tool("weak", "counts-tries", { input: { failures: 1 }, required: false })]);
    const run = await executePlan(plan, options({ maxExecutions: 3 }));
    expect(run.result).toMatchObject({ success: true, executionAttempt: 1 });
  });

  it("[EX23] is not run again when something required has failed for good", async () => {
    const resolver = fixtures({ timeoutMs: 1_200 });
    const plan = planOf([tool("hang", "hangs"), tool("weak", "counts-tries", { input: { failures: 1 } })]);
    const run = await executePlan(plan, options({ resolver, maxExecutions: 3 }));
    expect(run.result).toMatchObject({ success: false, executionAttempt: 1, failedTools: ["hang", "weak"] });
  });
});

describe("processes side by side", () => {
  const cores = availableParallelism();
  const alone = (): ToolInvocation[] => {
    const place = tempFolder();
    return ["a", "b", "c"].map((id) => tool(id, "stays-alone", { async: true, input: { place } }));
  };
  const meeting = (size: number): ToolInvocation[] => {
    const place = tempFolder();
    const names = Array.from({ length: size }, (_, index) => `m${index}`);
    return names.map((name) =>
      tool(name, "meets", { async: true, required: false, input: { place, name, others: names } }),
    );
  };

  it("[EX13] there are none in a sequential plan", async () => {
    expect((await executePlan(planOf(alone()), options({ concurrency: 3 }))).result.failedTools).toEqual([]);
  });

  it("[EX14] there are none of one skill", async () => {
    const more = { concurrency: 3, resolver: fixtures({ concurrent: false }) };
    const { result } = await executePlan(planOf(alone(), { parallel: true }), options(more));
    expect(result.failedTools).toEqual([]);
  });

  it("[EX15] there are in a parallel plan", async () => {
    const { result } = await executePlan(planOf(meeting(3), { parallel: true }), options({ concurrency: 3 }));
    expect(result.failedTools).toEqual([]);
  });

  it.runIf(cores < 16)("[EX16] there are as many as there are cores, and no more", async () => {
    // Long enough for a process that starts late on a busy machine.
    const more = { resolver: fixtures({ timeoutMs: 4_000 }) };
    const all = await executePlan(planOf(meeting(cores), { parallel: true }), options(more));
    expect(all.result.failedTools).toEqual([]);
    // The first waits in vain for the last one. Whoever began late may still be there when that one comes.
    const { result } = await executePlan(planOf(meeting(cores + 1), { parallel: true }), options(more));
    expect(result.failedTools).toContain("m0");
  });
});

describe("the time a plan may take", () => {
  it("[EX55] ends with the plan's own limit: what runs times out, what waits is skipped", async () => {
    const plan = planOf([tool("hang", "hangs"), tool("next", "lights-torch")]);
    const run = await executePlan(plan, options({ planTimeoutMs: 300 }));
    expect(states(run)).toEqual({ hang: "timeout", next: "skipped" });
    expect(run.result).toMatchObject({ success: false, canReplan: true });
    expect(run.failure).toBe("the plan took longer than 300 ms");
    expect(resultOf(run.result.toolResults, "hang").error).toMatchObject({ code: "PLAN_TIMEOUT", category: "timeout" });
  });

  it("[EX55] ends with the turn's deadline, after which no plan can help", async () => {
    const run = await executePlan(planOf([tool("hang", "hangs")]), options({ deadlineAt: performance.now() + 300 }));
    expect(run.result).toMatchObject({ success: false, canReplan: false });
    expect(resultOf(run.result.toolResults, "hang").error).toMatchObject({ code: "TURN_TIMEOUT" });
  });

  it("[EX55] cuts short the pause before a retry", async () => {
    const startedAt = performance.now();
    const plan = planOf([tool("a", "fails", { retryPolicy: { maxRetries: 5, backoffMs: 5_000 } })]);
    const run = await executePlan(plan, options({ planTimeoutMs: 300 }));
    expect(states(run)).toEqual({ a: "timeout" });
    expect(performance.now() - startedAt).toBeLessThan(2_000);
  });

  it("[EX55] is for each tool the shortest that anybody set", async () => {
    const run = await executePlan(planOf([tool("a", "hangs")]), options({ toolTimeoutMs: 250 }));
    expect(resultOf(run.result.toolResults, "a").error?.message).toBe("the tool took longer than 250 ms");
  });
});

describe("a cancelled plan", () => {
  it("[EX56] answers within a second with the state untouched, whatever the tools do", async () => {
    const controller = new AbortController();
    let cancelledAt = 0;
    const plan = planOf([
      patch("first", { done: true }),
      tool("stubborn", "ignores-sigterm"),
      tool("next", "lights-torch"),
    ]);
    const onEvent = (event: ExecutorEvent): void => {
      if (event.type !== "tool-event" || event.toolId !== "stubborn") return;
      cancelledAt = performance.now();
      controller.abort();
    };
    const grace = { killAfterMs: 1_500, pipeMs: 100, lingerMs: 100 };
    const run = await executePlan(plan, options({ signal: controller.signal, onEvent, grace, state: { a: 1 } }));
    expect(performance.now() - cancelledAt).toBeLessThan(1_000);
    expect(states(run)).toEqual({ first: "success", stubborn: "failed", next: "skipped" });
    expect(run.result).toMatchObject({ success: false, canReplan: false, aggregatedState: {} });
    expect(run.state).toEqual({ a: 1 });
    expect(run.failure).toBe("the turn was cancelled");
  });

  it("[EX56] that was cancelled before it began starts nothing", async () => {
    const run = await executePlan(planOf([tool("a", "lights-torch")]), options({ signal: AbortSignal.abort() }));
    expect(states(run)).toEqual({ a: "skipped" });
  });
});

describe("what happens on the way", () => {
  it("[EX25] is told as it happens, and called provisional", async () => {
    const events: ExecutorEvent[] = [];
    await executePlan(planOf([tool("a", "lights-torch")]), options({ onEvent: (event) => events.push(event) }));
    const types = ["plan-started", "tool-started", ...Array(5).fill("tool-event"), "tool-settled"];
    expect(events.map(({ type }) => type)).toEqual(types);
    expect(events[2]).toMatchObject({ toolId: "a", event: { type: "log" }, provisional: true });
    expect(events.at(-1)).toMatchObject({ toolPath: "skill/lights-torch", result: { state: "success" } });
  });

  it("[EX57] a handler that throws fails the tool whose event it could not take, no more", async () => {
    const plan = planOf([tool("a", "lights-torch", { required: false }), tool("b", "fails", { required: false })]);
    const onEvent = (event: ExecutorEvent): void => {
      if (event.type !== "tool-event" || event.toolId === "a") throw new Error("no room");
    };
    const run = await executePlan(plan, options({ onEvent }));
    expect(resultOf(run.result.toolResults, "a").error).toMatchObject({ code: "EVENT_HANDLER_FAILED" });
    expect(resultOf(run.result.toolResults, "b").error).toMatchObject({ code: "NO_SUCH_DOOR" });
    expect(run.warnings.map(({ message }) => message)).toContain("the event handler failed: Error: no room");
  });
});

it.skipIf(process.platform === "win32")(
  "[EX401] does not start a skill whose data folder is a link, and says so",
  async () => {
    const [elsewhere, dataDir] = [tempFolder(), join(tempFolder(), "data")];
    symlinkSync(elsewhere, dataDir);
    const { result } = await executePlan(
      planOf([tool("paint", "patches", { input: { files: ["$DATA/cat.png"] } })]),
      options({ resolver: fixtures({ dataDir }) }),
    );
    expect(resultOf(result.toolResults, "paint").error).toMatchObject({
      code: "SPAWN_FAILED",
      message: `the tool could not be started: the data folder ${dataDir} is a link; a folder must stand there, so remove the link`,
    });
    expect(readdirSync(elsewhere)).toEqual([]);
  },
);

describe("limits and folders", () => {
  const big = (toolId: string, key: string, kilobytes: number): ToolInvocation =>
    patch(toolId, { [key]: "x".repeat(kilobytes * 1024) }, { required: false });

  it("[EX53] a tool that would make the state too large fails, and the state stays as it was", async () => {
    const state = { filler: "x".repeat(LIMITS.stateBytes - 40 * 1024) };
    const plan = planOf([big("one", "a", 25), big("two", "b", 25)]);
    const run = await executePlan(plan, options({ state }));
    expect(states(run)).toEqual({ one: "success", two: "failed" });
    expect(resultOf(run.result.toolResults, "two").error).toMatchObject({ code: "STATE_LIMIT" });
    expect(Object.keys(run.state)).toEqual(["filler", "a"]);
  });

  /** A tool that sends one patch of many members. */
  const wide = (toolId: string, count: number, prefix = toolId): ToolInvocation =>
    tool(toolId, "patches", { input: { wide: { count, prefix } }, required: false });

  it("[EX420] a tool that would bring the state to too many values fails, and the state stays as it was", async () => {
    const before = Array.from({ length: LIMITS.stateValues - 1_000 }, (_, at) => [`base${at}`, 0]);
    const state = Object.fromEntries(before);
    const plan = planOf([wide("one", 600), wide("two", 600), wide("again", 600, "one")]);
    const run = await executePlan(plan, options({ state }));
    // What is there already is counted once.
    expect(states(run)).toEqual({ one: "success", two: "failed", again: "success" });
    expect(resultOf(run.result.toolResults, "two").error).toMatchObject({
      code: "STATE_LIMIT",
      message: expect.stringContaining(`${LIMITS.stateValues} values`),
    });
    expect(Object.keys(run.state)).toHaveLength(LIMITS.stateValues - 400);
  });

  it("[EX420] patches that replace each other for ever are refused when they come to too many", async () => {
    const each = 9_000;
    const tools = Array.from({ length: 5 }, (_, at) => wide(`t${at}`, each, "k"));
    const run = await executePlan(planOf(tools), options());
    const fitting = Math.floor((2 * LIMITS.stateValues) / each);
    expect(Object.values(states(run))).toEqual(tools.map((_, at) => (at < fitting ? "success" : "failed")));
  });

  it("[EX421] many patches of a tool are told as at most two with the same effect", async () => {
    const state = { a: { x: 1 }, b: 1 };
    const patches = [{ a: null }, { a: { y: 2 } }, ...Array.from({ length: 400 }, (_, at) => ({ c: { n: at } }))];
    const run = await executePlan(planOf([tool("many", "patches", { input: { patches } })]), options({ state }));
    expect(run.patches).toEqual([
      { toolId: "many", patch: { a: null } },
      { toolId: "many", patch: { a: { y: 2 }, c: { n: 399 } } },
    ]);
    expect(run.state).toEqual({ a: { y: 2 }, b: 1, c: { n: 399 } });
    expect(run.result.aggregatedState).toEqual({ a: { y: 2 }, c: { n: 399 } });
  });

  it("[EX53] what is replaced makes room again", async () => {
    const state = { filler: "x".repeat(LIMITS.stateBytes - 40 * 1024) };
    const run = await executePlan(planOf([big("one", "filler", 25), big("two", "b", 25)]), options({ state }));
    expect(states(run)).toEqual({ one: "success", two: "success" });
  });

  it("[EX35] each try works in an empty folder of its own, of which nothing is left", async () => {
    const scratchRoot = tempFolder();
    const plan = planOf([tool("a", "echoes"), tool("b", "echoes")]);
    const { result } = await executePlan(plan, options({ scratchRoot }));
    const [a, b] = ["a", "b"].map((id) => String(outputOf(result.toolResults, id).cwd));
    expect(a).not.toBe(b);
    expect(a?.startsWith(scratchRoot)).toBe(true);
    await expect.poll(() => readdirSync(scratchRoot), { interval: 5 }).toEqual([]);
  });

  it.skipIf(process.platform === "win32")(
    "[EX35] where there is no such temporary folder as is named, the usual one is taken",
    async () => {
      const settings = options();
      const before = process.env.TMPDIR;
      process.env.TMPDIR = "/nonexistent";
      try {
        const { result } = await executePlan(planOf([tool("a", "echoes")]), settings);
        expect(outputOf(result.toolResults, "a").cwd).toMatch(/^(\/private)?\/tmp\/narratoria-run-/);
        const inside = await openSandbox();
        expect(inside.socketDir ?? "/tmp/").toMatch(/^(\/private)?\/tmp\//);
        await inside.close();
      } finally {
        if (before === undefined) delete process.env.TMPDIR;
        else process.env.TMPDIR = before;
      }
    },
  );

  it("[EX35] the private data folder is made for the skill, for its owner only", async () => {
    const resolver = fixtures();
    const { result } = await executePlan(planOf([tool("a", "echoes")]), options({ resolver }));
    const folder = join(resolver.dataDir, "skill");
    expect(outputOf(result.toolResults, "a").env).toMatchObject({ NARRATORIA_DATA_DIR: folder });
    expect(statSync(folder).mode & 0o777).toBe(0o700);
  });

  it("[EX35] a disk that cannot be written to fails the tools, not the runtime", async () => {
    const scratchRoot = join(tempFolder(), "gone");
    const run = await executePlan(planOf([tool("a", "lights-torch")]), options({ scratchRoot }));
    expect(resultOf(run.result.toolResults, "a").error).toMatchObject({ code: "INVOCATION_FAILED" });
    rmSync(scratchRoot, { force: true });
  });
});
