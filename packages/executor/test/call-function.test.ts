import type { JsonObject } from "@narratoria/protocol";
import type { ExecutionResult } from "@narratoria/protocol/contracts";
import { describe, expect, it } from "vitest";
import { type ExecutorEvent, executePlan, type PlanRun } from "../src/plan/execute-plan.js";
import { functionTools, type ToolFunction } from "../src/tool/resolver.js";
import { fixtures, options, outputOf, planOf, resultOf, tool } from "./support.js";

/** Runs one function as the only tool of a plan. */
async function call(run: ToolFunction, more: Parameters<typeof options>[0] = {}): Promise<PlanRun> {
  const resolver = functionTools({ "skill/run": run });
  return executePlan(planOf([tool("run", "skill/run", { input: { torch: "oak" } })]), options({ resolver, ...more }));
}

const errorOf = (result: ExecutionResult): JsonObject => ({ ...resultOf(result.toolResults, "run").error });

describe("a function as a tool", () => {
  it("[EX110] is given what a script is given, and its events, patches and output count like a script's", async () => {
    const events: ExecutorEvent[] = [];
    const resolver = functionTools({
      "light/torch": (_input, { emit }) => {
        emit.log("info", "lit");
        emit.statePatch({ flags: { torchLit: true } });
        emit.uiEvent("glow", { colour: "red" });
        return { fuel: 3 };
      },
      "light/look": async (input, { dependencies, context, config, requestId, host }) => ({
        input,
        dependencies,
        context,
        config,
        requestId,
        host,
      }),
    });
    const plan = planOf([
      tool("torch", "light/torch"),
      tool("look", "light/look", { input: { at: "door" }, dependencies: ["torch"] }),
    ]);
    const run = await executePlan(
      plan,
      options({ resolver, context: { weather: "rain" }, onEvent: (event) => events.push(event) }),
    );
    expect(run.result).toMatchObject({ success: true, aggregatedState: { flags: { torchLit: true } } });
    expect(resultOf(run.result.toolResults, "torch").events?.map(({ type }) => type)).toEqual([
      "log",
      "state_patch",
      "ui_event",
      "done",
    ]);
    expect(outputOf(run.result.toolResults, "look")).toEqual({
      input: { at: "door" },
      dependencies: { torch: { fuel: 3 } },
      context: { weather: "rain", seed: expect.stringMatching(/^[0-9a-f]{32}$/) },
      config: {},
      requestId: `${plan.requestId}/look`,
      host: null,
    });
    expect(events.map(({ type }) => type)).toEqual([
      "plan-started",
      "tool-started",
      ...Array(4).fill("tool-event"),
      "tool-settled",
      "tool-started",
      "tool-event",
      "tool-settled",
    ]);
  });

  it("[EX110] gives the sum of its patches when it gives nothing else", async () => {
    const { result } = await call((_input, { emit }) => {
      emit.statePatch({ a: 1 });
      emit.statePatch({ b: 2 });
    });
    expect(outputOf(result.toolResults, "run")).toEqual({ a: 1, b: 2 });
  });

  it("[EX110] stands beside the scripts of another resolver", async () => {
    const scripts = fixtures();
    const resolver = functionTools({ "skill/mine": () => ({ mine: true }) }, { otherwise: scripts });
    const plan = planOf([tool("mine", "skill/mine"), tool("light", "lights-torch"), tool("no", "fails")]);
    const { result } = await executePlan(plan, options({ resolver }));
    expect(result.toolResults.map(({ state }) => state)).toEqual(["success", "success", "failed"]);
    expect(scripts.verdicts).toContainEqual(["skill", "retries_exhausted"]);
    const lost = await executePlan(planOf([tool("x", "skill/nobody")]), options({ resolver: functionTools({}) }));
    expect(lost.failure).toContain('there is no tool "skill/nobody"');
  });

  it.each([
    ["throws", () => Promise.reject(new Error("no such door")), "unexpected", "no such door"],
    [
      "throws at once",
      () => {
        throw new Error("no such door");
      },
      "unexpected",
      "no such door",
    ],
    ["gives a list", () => [1], "unexpected", "must be an object or nothing"],
  ] as const)("[EX111] one that %s has failed, as a script would", async (_what, run, code, message) => {
    const { result } = await call(run);
    expect(errorOf(result)).toMatchObject({
      code,
      category: "tool_failure",
      message: expect.stringContaining(message),
    });
    expect(resultOf(result.toolResults, "run").events?.map(({ type }) => type)).toEqual(["error", "done"]);
  });

  it("[EX111] is tried again like a script", async () => {
    let tries = 0;
    const resolver = functionTools({
      "skill/run": () => {
        if (++tries < 3) throw new Error("not yet");
      },
    });
    const plan = planOf([tool("run", "skill/run", { retryPolicy: { maxRetries: 3, backoffMs: 0 } })]);
    const { result } = await executePlan(plan, options({ resolver }));
    expect(result.toolResults[0]).toMatchObject({ state: "success", retryCount: 2 });
  });

  const deep = (levels: number): JsonObject => (levels === 0 ? {} : { deeper: deep(levels - 1) });
  it.each<[string, ToolFunction, string]>([
    ["a forbidden key", (_i, { emit }) => emit.statePatch(JSON.parse('{"__proto__":{"x":1}}')), "FORBIDDEN_KEY"],
    ["a patch over 256 KiB", (_i, { emit }) => emit.statePatch({ a: "x".repeat(262_144) }), "STATE_LIMIT"],
    ["an event over 1 MiB", (_i, { emit }) => emit.uiEvent("big", { a: "x".repeat(1_048_576) }), "LINE_TOO_LONG"],
    ["an output over 1 MiB", () => ({ a: "x".repeat(1_048_576) }), "LINE_TOO_LONG"],
    ["an event nested too deeply", (_i, { emit }) => emit.uiEvent("deep", deep(70)), "TOO_DEEP"],
    ["an event that contains itself", (_i, { emit }) => emit.uiEvent("round", round()), "TOO_DEEP"],
    ["a number that JSON cannot hold", () => ({ a: Number.POSITIVE_INFINITY }), "NUMBER_OUT_OF_RANGE"],
    ["a value that JSON cannot hold", () => ({ a: 1n }), "INVALID_JSON"],
    ["an empty log", (_i, { emit }) => emit.log("info", ""), "INVALID_FIELD"],
    [
      "more than 16 MiB",
      (_i, { emit }) => {
        for (let sent = 0; sent < 17; sent++) emit.uiEvent("big", { a: "x".repeat(1_000_000) });
      },
      "STDOUT_TOO_LONG",
    ],
    [
      "more than 10,000 events",
      (_i, { emit }) => {
        for (let sent = 0; sent <= 10_000; sent++) emit.log("info", "again");
      },
      "TOO_MANY_EVENTS",
    ],
  ])("[EX111] %s fails it, with the code that a script would get", async (_what, run, code) => {
    const { result } = await call(run);
    expect(errorOf(result)).toMatchObject({ code, category: "invalid_json" });
  });

  it("[EX111] takes as much as a script may send", async () => {
    const { result } = await call((_input, { emit }) => {
      for (let sent = 0; sent < 9_999; sent++) emit.log("info", "again");
      emit.uiEvent("big", { a: "x".repeat(1_000_000) });
    });
    expect(errorOf(result)).toMatchObject({ code: "TOO_MANY_EVENTS" });
    const fine = await call((_input, { emit }) => {
      for (let sent = 0; sent < 16; sent++) emit.uiEvent("big", { a: "x".repeat(1_000_000) });
    });
    expect(fine.result.success).toBe(true);
  });

  it("[EX111] has a handler's failure held against it no more than a script has", async () => {
    const { result } = await call((_input, { emit }) => emit.log("info", "hello"), {
      onEvent: (event) => {
        if (event.type === "tool-event") throw new Error("the window is gone");
      },
    });
    expect(errorOf(result)).toMatchObject({ code: "EVENT_HANDLER_FAILED" });
  });

  it("[EX111] its files are refused: it has no folder of its own", async () => {
    const { result, warnings } = await call((_input, { emit }) => {
      emit.asset({ assetId: "a", kind: "image", mediaType: "image/png", path: "/etc/hostname" });
    });
    expect(result).toMatchObject({ success: true, aggregatedAssets: [] });
    expect(warnings).toEqual([{ toolId: "run", message: expect.stringContaining("was refused") }]);
  });

  it("[EX112] cannot change what it was given, nor what it gave", async () => {
    const state = { turn: 1 };
    const context = { people: { ada: { mood: 1 } } };
    const given = { list: [1] };
    const resolver = functionTools({
      "skill/run": (input, { context: view, emit }) => {
        Object.assign(input, { torch: "burnt" });
        Object.assign(view.people as object, { ada: null });
        emit.statePatch(given);
        given.list.push(2);
        return given;
      },
    });
    const plan = planOf([tool("run", "skill/run", { input: { torch: "oak" } })]);
    const run = await executePlan(plan, options({ resolver, state, context }));
    given.list.push(3);
    expect(run.plan?.tools[0]?.input).toEqual({ torch: "oak" });
    expect(context.people.ada).toEqual({ mood: 1 });
    expect(run.state).toEqual({ turn: 1, list: [1] });
    expect(outputOf(run.result.toolResults, "run")).toEqual({ list: [1, 2] });
  });

  it("[EX112] that takes too long has timed out, is told so, and does nothing that counts any more", async () => {
    let goOn: () => void = () => {};
    let aborted = false;
    const events: string[] = [];
    const run = await call(
      async (_input, { emit, signal }) => {
        signal.addEventListener("abort", () => {
          aborted = true;
        });
        await new Promise<void>((resolve) => {
          goOn = resolve;
        });
        emit.statePatch({ late: true });
        return { late: true };
      },
      { toolTimeoutMs: 100, onEvent: ({ type }) => events.push(type) },
    );
    expect(run.result.toolResults[0]).toMatchObject({ state: "timeout", error: { code: "TOOL_TIMEOUT" } });
    expect(aborted).toBe(true);
    const settled = [...events];
    goOn();
    await new Promise((resolve) => setImmediate(resolve));
    expect(events).toEqual(settled);
    expect(run.state).toEqual({});
  });

  it("[EX112] that never ends does not keep a cancelled plan from answering", async () => {
    const controller = new AbortController();
    const cancelledAt = performance.now();
    const run = await call(
      () => {
        setImmediate(() => controller.abort());
        return new Promise<void>(() => {});
      },
      { signal: controller.signal, state: { turn: 1 } },
    );
    expect(performance.now() - cancelledAt).toBeLessThan(1_000);
    expect(run).toMatchObject({ state: { turn: 1 }, result: { success: false, canReplan: false } });
  });
});

function round(): JsonObject {
  const value: { self?: JsonObject } = {};
  value.self = value as JsonObject;
  return value as JsonObject;
}
