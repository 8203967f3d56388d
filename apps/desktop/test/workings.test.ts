// The workings of a turn in one shape: live from its events, and from its trace.
import { expect, it } from "vitest";
import type { Trace } from "../src/client/story/past.js";
import { beginTurn, type Plan, type ToolStep, type TurnNow, withEvent } from "../src/client/story/turn-now.js";
import { duration, liveWorkings, standing, tracedWorkings } from "../src/client/screens/tools/workings.js";

const tools = [
  { toolId: "roll", toolPath: "dice-roller/roll", dependencies: [], required: true },
  { toolId: "paint", toolPath: "portraits/paint", dependencies: ["roll"], required: false },
];

function turnOf(...events: readonly (Plan | ToolStep)[]): TurnNow {
  const numbered = events.map((event, place) => ({ ...event, seq: place + 1 }));
  return numbered.reduce(withEvent, beginTurn({ turn: "t1", at: 1000 }));
}

const plan = (attempt: number, at: number): Plan => ({
  type: "plan",
  attempt,
  planId: `plan-${attempt}`,
  tools,
  turn: "t1",
  seq: 1,
  at,
});

const step = (state: ToolStep["state"], at: number, rest: Partial<ToolStep> = {}): ToolStep => ({
  type: "tool_state",
  attempt: 1,
  toolId: "roll",
  toolPath: "dice-roller/roll",
  state,
  execution: 1,
  try: 1,
  turn: "t1",
  seq: 1,
  at,
  ...rest,
});

it("[DT184] shows a running plan with tries, pauses and what still waits", () => {
  const turn = turnOf(
    plan(1, 1010),
    step("running", 1020),
    step("waiting", 1050, { delayMs: 100, error: { code: "OOPS", message: "no dice" } }),
    step("running", 1150, { try: 2 }),
  );
  const { plans, events, durationMs } = liveWorkings(turn, 1250);
  expect(durationMs).toBeNull();
  const [roll, paint] = plans[0]?.tools ?? [];
  expect(roll).toMatchObject({ state: "running", timeMs: 100, error: { code: "OOPS" } });
  expect(roll?.tries).toEqual([
    { number: 1, state: "failed", startMs: 10, endMs: 40 },
    { number: 2, state: "running", startMs: 140, endMs: null },
  ]);
  expect(paint).toMatchObject({ state: "pending", timeMs: null, tries: [] });
  expect(events.map(({ type, atMs }) => [type, atMs])).toEqual([
    ["running", 20],
    ["waiting", 50],
    ["running", 150],
  ]);
  if (roll) expect(standing(roll)).toBe("running · 100 ms · 1 retry");
});

it("[DT184] keeps what the tools of an earlier plan came to", () => {
  const turn = turnOf(
    plan(1, 1010),
    step("running", 1020),
    step("failed", 1040, { executionTimeMs: 20 }),
    plan(2, 1100),
  );
  const { plans } = liveWorkings(turn, 1200);
  expect(plans.map(({ attempt, tools }) => [attempt, tools[0]?.state])).toEqual([
    [1, "failed"],
    [2, "pending"],
  ]);
});

it("[DT185] reads the same shape from a trace, with what each tool was given and gave", () => {
  const trace: Trace = {
    startedAt: "2026-01-01T00:00:00.000Z",
    durationMs: 90,
    outcome: "success",
    failure: null,
    timeMs: { firstText: 40, total: 90 },
    attempts: [
      {
        attempt: 1,
        parentPlanId: null,
        disabledSkills: [],
        askedMs: 0,
        answeredMs: 10,
        failure: null,
        run: {
          planId: "p",
          attempt: 1,
          startedAt: "2026-01-01T00:00:00.010Z",
          durationMs: 70,
          outcome: "success",
          failure: null,
          plan: {
            requestId: "p",
            tools: [
              { toolId: "roll", toolPath: "dice-roller/roll", input: {}, dependencies: [], required: true },
              { toolId: "paint", toolPath: "portraits/paint", input: {}, dependencies: ["roll"], required: false },
            ],
          },
          warnings: [],
          executions: [],
          invocations: [
            {
              toolId: "roll",
              toolPath: "dice-roller/roll",
              skill: "dice-roller",
              script: "roll",
              execution: 1,
              attempt: 1,
              startMs: 1,
              endMs: 5,
              timeoutMs: 5000,
              by: "process kept",
              sandbox: "bubblewrap",
              state: "success",
              input: {
                requestId: "p/roll",
                tool: "dice-roller",
                operation: "roll",
                input: { formula: "2d6" },
                dependencies: {},
              },
              events: [
                { atMs: 4, event: { version: "0", type: "done", ok: true, summary: "8", output: { total: 8 } } },
              ],
              warnings: [],
              exit: null,
              retryAfterMs: null,
            },
          ],
          skipped: [
            {
              toolId: "paint",
              toolPath: "portraits/paint",
              execution: 1,
              atMs: 60,
              error: { code: "SKIPPED", message: "the skill is off", category: "tool_failure" },
            },
          ],
        },
      },
    ],
  };
  const { plans, events, timeMs, durationMs } = tracedWorkings(trace);
  expect(durationMs).toBe(90);
  expect(timeMs).toEqual({ firstText: 40, total: 90 });
  const [roll, paint] = plans[0]?.tools ?? [];
  expect(roll).toMatchObject({ state: "success", input: { formula: "2d6" }, output: { total: 8 }, timeMs: 4 });
  expect(paint).toMatchObject({ state: "skipped", error: { message: "the skill is off" } });
  expect(events.map(({ tool, type, atMs, text }) => [tool, type, atMs, text])).toEqual([
    ["roll", "done", 14, "ok 8"],
    ["paint", "skipped", 70, "the skill is off"],
  ]);
  expect(duration(4100)).toBe("4.1 s");
});
