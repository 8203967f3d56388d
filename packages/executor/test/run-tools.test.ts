import type { JsonObject } from "@narratoria/protocol";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type CheckedPlan, checkPlan, type PlannedTool } from "../src/plan/check-plan.js";
import type { ResolvedScript } from "../src/tool/resolver.js";
import type { EndedTool } from "../src/tool/run-tool.js";
import { runTools } from "../src/plan/run-tools.js";
import { Stop } from "../src/process/stop.js";
import { type Before, patched, type ToolRun } from "../src/tool/tool-run.js";
import { fixtures, planOf, tool } from "./support.js";

type Shape = { id: string; after?: string[]; async?: boolean; required?: boolean; skill?: string };

function planned(shapes: readonly Shape[], overrides: Partial<ResolvedScript> = {}): CheckedPlan["tools"] {
  const tools = shapes.map(({ id, after = [], async = true, required = true, skill = "skill" }) =>
    tool(id, `${skill}/lights-torch`, { dependencies: after, async, required }),
  );
  const resolver = fixtures({ dataDir: "/data", ...overrides });
  const checked = checkPlan(planOf(tools), { resolver, disabledSkills: [], usedPlanIds: new Set(), maxTools: 32 });
  if ("error" in checked) throw checked.error;
  return checked.tools;
}

/** Stands in for processes: each tool runs until the test lets it end. */
class Stage {
  readonly running: string[] = [];
  readonly log: string[] = [];
  /** The most that ran at once. */
  most = 0;
  readonly #ends = new Map<string, (ok: boolean) => void>();
  readonly #gone = new Map<string, () => void>();
  /** Tools whose process stays on after the result is known. */
  lingering: ReadonlySet<string> = new Set();

  readonly run = async (planned: PlannedTool, dependencies: Before): Promise<EndedTool> => {
    const before = dependencies.all();
    const { toolId } = planned;
    this.running.push(toolId);
    this.most = Math.max(this.most, this.running.length);
    this.log.push(`${toolId}(${before.map((run) => run.tool.toolId).join(",")})`);
    const run = new Promise<ToolRun>((resolve) => {
      this.#ends.set(toolId, (ok) => {
        this.running.splice(this.running.indexOf(toolId), 1);
        const gives = ok ? { output: {}, patches: [patchOf(planned, before)], writes: [], assets: [] } : null;
        resolve({ tool: planned, result: { toolId, state: ok ? "success" : "failed" }, gives, repeatable: true });
      });
    });
    const gone = new Promise<void>((resolve) => this.#gone.set(toolId, resolve));
    return { run: await run, gone: this.lingering.has(toolId) ? gone : Promise.resolve() };
  };

  async end(toolId: string, ok = true): Promise<void> {
    const end = this.#ends.get(toolId);
    if (!end) throw new Error(`${toolId} was not started`);
    this.#ends.delete(toolId);
    end(ok);
    await idle();
  }

  async leave(toolId: string): Promise<void> {
    this.#gone.get(toolId)?.();
    await idle();
  }
}

/** Depends on who ran before, so that an order of merging that is not the plan's shows. */
function patchOf(planned: PlannedTool, before: readonly ToolRun[]): JsonObject {
  return {
    last: planned.toolId,
    [planned.toolId]: before.length,
    shared: { [`by-${planned.toolId}`]: true, winner: planned.toolId },
  };
}

const idle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
const defaults = { parallel: true, kept: new Map(), concurrency: 8, stop: new Stop(), onSettled: () => {} };

describe("the order of running", () => {
  it("[EX13] a sequential plan runs one tool at a time, in topological order", async () => {
    const stage = new Stage();
    const tools = planned([{ id: "b", after: ["a"] }, { id: "a" }, { id: "c" }]);
    const finished = runTools(tools, { ...defaults, parallel: false, run: stage.run });
    for (const id of ["a", "b", "c"]) {
      await idle();
      expect(stage.running).toEqual([id]);
      await stage.end(id);
    }
    expect((await finished).runs.map((run) => run.tool.toolId)).toEqual(["a", "b", "c"]);
  });

  it("[EX13] each tool is given what all it depends on came to, directly or not", async () => {
    const stage = new Stage();
    const tools = planned([{ id: "a" }, { id: "b", after: ["a"] }, { id: "x" }, { id: "c", after: ["b"] }]);
    const finished = runTools(tools, { ...defaults, run: stage.run });
    for (const id of ["a", "b", "x", "c"]) {
      await idle();
      await stage.end(id);
    }
    await finished;
    expect(stage.log).toEqual(["a()", "x()", "b(a)", "c(a,b)"]);
  });

  it("[EX15] async tools of a parallel plan run side by side, each as soon as it can", async () => {
    const stage = new Stage();
    const tools = planned([{ id: "a" }, { id: "b" }, { id: "c", after: ["b"] }]);
    const finished = runTools(tools, { ...defaults, run: stage.run });
    await idle();
    expect(stage.running).toEqual(["a", "b"]);
    await stage.end("b");
    expect(stage.running).toEqual(["a", "c"]);
    await stage.end("a");
    await stage.end("c");
    await finished;
  });

  it("[EX15] a tool that is not async runs alone, and those behind it do not push past", async () => {
    const stage = new Stage();
    const tools = planned([{ id: "a" }, { id: "alone", async: false }, { id: "b" }]);
    const finished = runTools(tools, { ...defaults, run: stage.run });
    await idle();
    expect(stage.running).toEqual(["a"]);
    await stage.end("a");
    expect(stage.running).toEqual(["alone"]);
    await stage.end("alone");
    expect(stage.running).toEqual(["b"]);
    await stage.end("b");
    await finished;
  });

  it("[EX16] no more run at once than there are cores", async () => {
    const stage = new Stage();
    const tools = planned(Array.from({ length: 6 }, (_, i) => ({ id: `t${i}` })));
    const finished = runTools(tools, { ...defaults, concurrency: 2, run: stage.run });
    for (let i = 0; i < 6; i++) {
      await idle();
      await stage.end(stage.running[0] ?? "");
    }
    await finished;
    expect(stage.most).toBe(2);
  });
});

describe("one skill at a time", () => {
  it("[EX14] two tools of one skill take turns while others pass by", async () => {
    const stage = new Stage();
    const tools = planned([{ id: "a" }, { id: "b" }, { id: "other", skill: "other" }], { concurrent: false });
    const finished = runTools(tools, { ...defaults, run: stage.run });
    await idle();
    expect(stage.running).toEqual(["a", "other"]);
    await stage.end("other");
    expect(stage.running).toEqual(["a"]);
    await stage.end("a");
    expect(stage.running).toEqual(["b"]);
    await stage.end("b");
    await finished;
  });

  it("[EX14] a skill is free when the process is gone, also for another plan", async () => {
    const stage = new Stage();
    stage.lingering = new Set(["a"]);
    const first = runTools(planned([{ id: "a" }], { concurrent: false }), { ...defaults, run: stage.run });
    await idle();
    await stage.end("a");
    const { gone } = await first;
    const second = runTools(planned([{ id: "b" }], { concurrent: false }), { ...defaults, run: stage.run });
    await idle();
    expect(stage.running).toEqual([]);
    await stage.leave("a");
    await gone;
    expect(stage.running).toEqual(["b"]);
    await stage.end("b");
    await second;
  });

  it("[EX14] a skill that says it is concurrent need not wait", async () => {
    const stage = new Stage();
    const finished = runTools(planned([{ id: "a" }, { id: "b" }], { concurrent: true }), {
      ...defaults,
      run: stage.run,
    });
    await idle();
    expect(stage.running).toEqual(["a", "b"]);
    await stage.end("a");
    await stage.end("b");
    await finished;
  });
});

describe("failures and stops", () => {
  it("[EX17] [EX18] only what depends on a required failure is skipped", async () => {
    const stage = new Stage();
    const tools = planned([
      { id: "must" },
      { id: "may", required: false },
      { id: "lost", after: ["must"] },
      { id: "lostToo", after: ["lost"] },
      { id: "goesOn", after: ["may"] },
    ]);
    const settled: string[] = [];
    const onSettled = ({ result }: ToolRun): unknown => settled.push(`${result.toolId} ${result.state}`);
    const finished = runTools(tools, { ...defaults, run: stage.run, onSettled });
    await idle();
    await stage.end("must", false);
    await stage.end("may", false);
    await stage.end("goesOn");
    await finished;
    expect(settled).toEqual(["must failed", "lost skipped", "lostToo skipped", "may failed", "goesOn success"]);
  });

  it("[EX55] once the run is stopped nothing starts any more", async () => {
    const stage = new Stage();
    const stop = new Stop();
    const tools = planned([{ id: "a" }, { id: "b" }, { id: "c" }]);
    const finished = runTools(tools, { ...defaults, concurrency: 1, stop, run: stage.run });
    await idle();
    stop.end({ code: "PLAN_TIMEOUT", message: "too late", category: "timeout" });
    await idle();
    await stage.end("a", false);
    const { runs } = await finished;
    expect(runs.map(({ result }) => [result.toolId, result.state, result.error?.code])).toEqual([
      ["a", "failed", undefined],
      ["b", "skipped", "PLAN_TIMEOUT"],
      ["c", "skipped", "PLAN_TIMEOUT"],
    ]);
  });

  it("[EX23] what is kept from an earlier execution is not run", async () => {
    const stage = new Stage();
    const tools = planned([{ id: "a" }, { id: "b", after: ["a"] }]);
    const first = runTools(tools, { ...defaults, run: stage.run });
    await idle();
    await stage.end("a");
    await stage.end("b", false);
    const kept = new Map((await first).runs.filter(({ gives }) => gives).map((run) => [run.tool.toolId, run]));
    const second = runTools(tools, { ...defaults, kept, run: stage.run });
    await idle();
    expect(stage.running).toEqual(["b"]);
    await stage.end("b");
    expect((await second).runs.map(({ result }) => result.state)).toEqual(["success", "success"]);
  });
});

describe("parallel and sequential runs", () => {
  /** Any acyclic plan, with the tools in any order, some not async, some not required, some that fail. */
  const anyPlan = fc
    .array(
      fc.record({
        edges: fc.array(fc.nat({ max: 7 }), { maxLength: 3 }),
        async: fc.boolean(),
        required: fc.boolean(),
        fails: fc.integer({ min: 0, max: 4 }).map((n) => n === 0),
        skill: fc.constantFrom("one", "two"),
      }),
      { minLength: 1, maxLength: 8 },
    )
    .chain((rows) =>
      fc.record({
        rows: fc.constant(rows),
        order: fc.shuffledSubarray([...rows.keys()], { minLength: rows.length }),
        /** Which of the running tools ends next. */
        ends: fc.array(fc.nat({ max: 7 }), { minLength: rows.length, maxLength: rows.length }),
        concurrency: fc.integer({ min: 1, max: 4 }),
      }),
    );

  it("[EX19] come to the same state and the same results", async () => {
    await fc.assert(
      fc.asyncProperty(anyPlan, fc.boolean(), async ({ rows, order, ends, concurrency }, concurrent) => {
        const shapes = order.flatMap((index) => {
          const row = rows[index];
          if (!row) return [];
          const after = row.edges.filter((to) => to < index).map((to) => `t${to}`);
          return [{ id: `t${index}`, after, async: row.async, required: row.required, skill: row.skill }];
        });
        const tools = planned(shapes, { concurrent });
        const play = async (parallel: boolean): Promise<{ state: JsonObject; results: unknown }> => {
          const stage = new Stage();
          const finished = runTools(tools, { ...defaults, parallel, concurrency, run: stage.run });
          for (const pick of ends) {
            await idle();
            const id = stage.running[pick % Math.max(1, stage.running.length)];
            if (id !== undefined) await stage.end(id, !rows[Number(id.slice(1))]?.fails);
          }
          const { runs } = await finished;
          return { state: patched({}, runs), results: runs.map(({ result }) => [result.toolId, result.state]) };
        };
        expect(await play(true)).toEqual(await play(false));
      }),
      { numRuns: 60 },
    );
  });
});
