import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { type GenerateRequest, type ReplanOptions, type ReplanResult, runReplanLoop } from "../src/plan/replan-loop.js";
import { functionTools } from "../src/tool/resolver.js";
import { fixtures, options, planOf, tool } from "./support.js";

const good = (): object => planOf([tool("light", "lights-torch")]);
const bad = (skill = "weak"): object => planOf([tool("fail", `${skill}/fails`)]);

/** Plays the given plans one after the other, and notes what was asked. */
async function loop(
  plans: readonly (unknown | (() => unknown))[],
  more: Partial<ReplanOptions> = {},
): Promise<{ result: ReplanResult; asked: GenerateRequest[] }> {
  const asked: GenerateRequest[] = [];
  const generate = async (request: GenerateRequest): Promise<unknown> => {
    asked.push(request);
    const plan = plans[request.attempt - 1];
    return typeof plan === "function" ? plan() : plan;
  };
  const result = await runReplanLoop({ generate, execute: options({ state: { turn: 1 } }), ...more });
  return { result, asked };
}

describe("the replan loop", () => {
  it("[EX80] comes back with the first plan that succeeds", async () => {
    const { result, asked } = await loop([good()]);
    expect(result).toMatchObject({ outcome: "success", disabledSkills: [], failure: null, writes: [] });
    expect(result.state).toEqual({ turn: 1, flags: { torchLit: true } });
    expect(result.runs).toHaveLength(1);
    expect(asked).toEqual([{ attempt: 1, parentPlanId: null, disabledSkills: [] }]);
  });

  it("[EX82] tells the generator what failed, and which skills to leave alone", async () => {
    const first = planOf([tool("fail", "weak/fails")]);
    const { result, asked } = await loop([first, good()]);
    expect(asked[1]).toEqual({
      attempt: 2,
      parentPlanId: first.requestId,
      disabledSkills: ["weak"],
      failure: "weak/fails failed: there is no such door",
    });
    expect(result).toMatchObject({ outcome: "success", disabledSkills: ["weak"] });
    expect(result.runs.map((run) => run.result.attemptNumber)).toEqual([1, 2]);
  });

  it("[EX82] refuses a plan that uses a skill that failed, without starting it", async () => {
    const { result } = await loop([bad(), bad(), good()]);
    expect(result.runs[1]?.result.toolResults[0]?.error).toMatchObject({ code: "SKILL_DISABLED" });
    expect(result.outcome).toBe("success");
  });

  it("[EX86] starts each attempt from the base state", async () => {
    const half = planOf([tool("light", "lights-torch"), tool("fail", "weak/fails")]);
    const echo = planOf([tool("a", "patches", { input: { patches: [{ a: 1 }] } })]);
    const { result } = await loop([half, echo]);
    expect(result.state).toEqual({ turn: 1, a: 1 });
  });

  it("[EX81] gives up after five plans, with the state untouched", async () => {
    const skills = ["a", "b", "c", "d", "e", "f"];
    const { result, asked } = await loop(
      skills.map((skill) => bad(skill)),
      { maxAttempts: 9 },
    );
    expect(asked).toHaveLength(5);
    expect(result).toMatchObject({ outcome: "fallback", state: { turn: 1 }, writes: [] });
    expect(result.disabledSkills).toEqual(["a", "b", "c", "d", "e"]);
    expect(result.failure).toBe("e/fails failed: there is no such door");
  });

  it("[EX81] counts what is no plan as an attempt", async () => {
    const { result, asked } = await loop([null, "Sure!", { tools: [] }, [], 7]);
    expect(asked).toHaveLength(5);
    expect(result.outcome).toBe("fallback");
    expect(asked[1]?.failure).toMatch(/^the plan was refused: /);
  });

  it("[EX83] counts a generator that throws, or gives nothing in time, as an attempt", async () => {
    const aborted: boolean[] = [];
    const asked: GenerateRequest[] = [];
    const generate: ReplanOptions["generate"] = (request, signal) => {
      asked.push(request);
      if (request.attempt === 1) throw new Error("the model is asleep");
      if (request.attempt === 3) return Promise.resolve(good());
      signal.addEventListener("abort", () => aborted.push(true));
      return new Promise(() => {});
    };
    const startedAt = performance.now();
    const result = await runReplanLoop({ generate, execute: options(), generateTimeoutMs: 60 });
    expect(performance.now() - startedAt).toBeLessThan(2_000);
    expect(asked.map(({ failure }) => failure)).toEqual([
      undefined,
      "no plan could be made: the model is asleep",
      "no plan was ready within 60 ms",
    ]);
    expect(aborted).toEqual([true]);
    expect(result.outcome).toBe("success");
  });

  it("[EX83] a plan that comes too late goes nowhere", async () => {
    let late: (plan: unknown) => void = () => {};
    const generate: ReplanOptions["generate"] = ({ attempt }) => {
      if (attempt === 1) return new Promise((resolve) => (late = resolve));
      late(planOf([tool("late", "patches", { input: { patches: [{ late: true }] } })]));
      return Promise.resolve(good());
    };
    const result = await runReplanLoop({ generate, execute: options(), generateTimeoutMs: 60 });
    expect(result.state).toEqual({ flags: { torchLit: true } });
    expect(result.runs).toHaveLength(1);
  });

  it("[EX84] falls back when the turn is over, whatever goes on", async () => {
    const hanging = planOf([tool("hang", "slow/hangs")]);
    const { result, asked } = await loop([hanging, good()], { turnTimeoutMs: 300 });
    expect(result).toMatchObject({ outcome: "fallback", failure: "the turn ran out of time", state: { turn: 1 } });
    expect(asked).toHaveLength(1);
    const generate = (): Promise<unknown> => new Promise(() => {});
    const stuck = await runReplanLoop({ generate, execute: options(), turnTimeoutMs: 80 });
    expect(stuck).toMatchObject({ outcome: "fallback", runs: [] });
  });

  it.each([
    ["has as long as the player's patience with it says, and its plan and turn too", "slow/waits", "success"],
    ["has no longer for a patience with another", "slow/other", "fallback"],
  ])("[EX5600] a script %s", async (_, patient, outcome) => {
    const waits = (): Promise<void> => new Promise((resolve) => void setTimeout(resolve, 600));
    const { result } = await loop([planOf([tool("slow", "slow/waits")])], {
      turnTimeoutMs: 300,
      execute: options({
        resolver: functionTools({ "slow/waits": waits }),
        toolTimeoutMs: 300,
        planTimeoutMs: 300,
        patience: { tool: patient, ms: patient === "slow/waits" ? 5_000 : 0 },
      }),
    });
    expect(result.outcome).toBe(outcome);
  });

  it("[EX5600] another script is given up when its own time is over", async () => {
    const { result } = await loop([planOf([tool("hang", "slow/hangs")])], {
      execute: options({ toolTimeoutMs: 300, patience: { tool: "slow/waits", ms: 5_000 } }),
    });
    expect(result.runs[0]?.result.toolResults[0]).toMatchObject({
      state: "timeout",
      error: { message: "the tool took longer than 300 ms" },
    });
  });

  it("[EX87] gives a plan that reuses an id another one", async () => {
    const requestId = randomUUID();
    const { result } = await loop([
      { ...bad(), requestId },
      { ...good(), requestId },
    ]);
    expect(result.runs[0]?.result.planId).toBe(requestId);
    expect(result.runs[1]?.result.planId).not.toBe(requestId);
  });
});

describe("a cancelled turn", () => {
  it("[EX85] ends within a second while a plan runs, with nothing changed", async () => {
    const controller = new AbortController();
    let cancelledAt = 0;
    const execute = options({
      state: { turn: 1 },
      signal: controller.signal,
      resolver: fixtures(),
      onEvent: (event) => {
        if (event.type !== "tool-event" || event.toolId !== "hang") return;
        cancelledAt = performance.now();
        controller.abort();
      },
    });
    const plan = planOf([tool("light", "lights-torch"), tool("hang", "ignores-sigterm")]);
    const { result, asked } = await loop([plan, good()], { execute });
    expect(performance.now() - cancelledAt).toBeLessThan(1_000);
    expect(result).toMatchObject({ outcome: "cancelled", state: { turn: 1 }, writes: [] });
    expect(asked).toHaveLength(1);
  });

  it("[EX85] ends within a second while a plan is being made", async () => {
    const controller = new AbortController();
    const generate = (): Promise<unknown> => {
      setImmediate(() => controller.abort());
      return new Promise(() => {});
    };
    const startedAt = performance.now();
    const result = await runReplanLoop({ generate, execute: options({ signal: controller.signal }) });
    expect(performance.now() - startedAt).toBeLessThan(1_000);
    expect(result).toMatchObject({ outcome: "cancelled", runs: [] });
  });

  it("[EX85] that was cancelled before it began asks for nothing", async () => {
    const { result, asked } = await loop([good()], { execute: options({ signal: AbortSignal.abort() }) });
    expect(result.outcome).toBe("cancelled");
    expect(asked).toEqual([]);
  });
});
