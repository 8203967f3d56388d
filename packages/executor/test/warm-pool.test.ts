import { spawn } from "node:child_process";
import { once } from "node:events";
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "tsup";
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { type ExecutorEvent, executePlan, type PlanRun } from "../src/plan/execute-plan.js";
import type { ResolvedScript } from "../src/tool/resolver.js";
import { createWarmPool, type WarmPool, type WarmPoolOptions } from "../src/process/warm-pool.js";
import { fixture, fixtures, isRunning, options, outputOf, planOf, resultOf, tempFolder, tool } from "./support.js";

/** A pool with a folder of its own, in which each of its processes has one. */
function poolOf(more: WarmPoolOptions = {}): { pool: WarmPool; folders(): string[] } {
  const scratchRoot = tempFolder();
  const pool = createWarmPool({ scratchRoot, concurrency: 32, ...more });
  onTestFinished(() => pool.close());
  return { pool, folders: () => readdirSync(scratchRoot) };
}

function scriptsOf(resolver: ReturnType<typeof fixtures>, ...paths: string[]): ResolvedScript[] {
  return paths.flatMap((path) => {
    const found = resolver.resolve(path);
    return found.ok ? [found.script] : [];
  });
}

/** Process ids of the tools that have signed in at a skill, once there are so many. */
async function signedIn(dataDir: string, count: number): Promise<number[]> {
  const names = (): string[] => (existsSync(dataDir) ? readdirSync(dataDir) : []);
  await expect.poll(() => names().length, { interval: 5 }).toBe(count);
  return names().map(Number);
}

const gone = (pids: readonly number[]): Promise<void> =>
  expect.poll(() => pids.filter(isRunning), { interval: 5 }).toEqual([]);

const signsIn = (toolId: string, skill = "skill"): ReturnType<typeof tool> => tool(toolId, `${skill}/signs-in`);
const pidOf = ({ result }: PlanRun, toolId: string): unknown => outputOf(result.toolResults, toolId).pid;

describe("while a plan runs", () => {
  it("[EX90] the processes of the next tools are there before their turn", async () => {
    const resolver = fixtures();
    const { pool } = poolOf();
    const place = join(resolver.dataDir, "others");
    const first = tool("first", "awaits-sign-ins", { input: { place, count: 2 } });
    const run = await executePlan(
      planOf([first, signsIn("second", "others"), signsIn("third", "others")]),
      options({ resolver, warm: pool }),
    );
    const waited = outputOf(run.result.toolResults, "first").pids;
    expect([pidOf(run, "second"), pidOf(run, "third")].sort()).toEqual([...(waited as number[])].sort());
  });

  it("[EX90] the next two in order are asked for, and none that has begun", async () => {
    const asked: string[][] = [];
    const { pool } = poolOf();
    const warm: WarmPool = {
      startAhead: async (scripts) => {
        asked.push(scripts.map(({ skill }) => skill));
      },
      fileOf: ({ file }) => file,
      take: () => null,
      countStart: pool.countStart.bind(pool),
      drop: () => {},
      dismiss: () => {},
      close: async () => {},
    };
    const plan = planOf([
      tool("d", "d/patches", { dependencies: ["c"] }),
      ...["a", "b", "c"].map((id) => tool(id, `${id}/patches`, { input: { patches: [] } })),
    ]);
    await executePlan(plan, options({ warm }));
    expect(asked).toEqual([["b", "c"], ["c", "d"], ["d"], []]);
  });

  it("[EX6301] asks for the expected scripts once fewer than two tools have yet to begin", async () => {
    const asked: string[][] = [];
    const { pool } = poolOf();
    const resolver = fixtures();
    const warm: WarmPool = {
      startAhead: async (scripts, { later = [] } = {}) => {
        asked.push([...scripts, ...later].map(({ skill }) => skill));
      },
      fileOf: ({ file }) => file,
      take: () => null,
      countStart: pool.countStart.bind(pool),
      drop: () => {},
      dismiss: () => {},
      close: async () => {},
    };
    const inARow = ["a", "b", "c", "d"].map((id, at, all) =>
      tool(id, `${id}/patches`, { input: { patches: [] }, dependencies: all.slice(0, at).slice(-1) }),
    );
    await executePlan(planOf(inARow), options({ resolver, warm, expected: scriptsOf(resolver, "e/patches") }));
    expect(asked).toEqual([["b", "c"], ["c", "d"], ["d", "e"], ["e"]]);
  });

  it("[EX6301] the process of an expected script waits for the next plan, and ends with the pool", async () => {
    const resolver = fixtures();
    const { pool, folders } = poolOf();
    const expected = scriptsOf(resolver, "others/signs-in", "third/signs-in");
    const first = tool("first", "awaits-sign-ins", { input: { place: join(resolver.dataDir, "others"), count: 1 } });
    const run = await executePlan(planOf([first]), options({ resolver, warm: pool, expected }));
    const [waits] = outputOf(run.result.toolResults, "first").pids as number[];
    const next = await executePlan(planOf([signsIn("second", "others")]), options({ resolver, warm: pool }));
    expect(pidOf(next, "second")).toBe(waits);
    const unused = await signedIn(join(resolver.dataDir, "third"), 1);
    expect(unused.map(isRunning)).toEqual([true]);
    await pool.close();
    await gone([...unused, Number(waits)]);
    expect(folders()).toEqual([]);
  });

  it("[EX96] they are killed when it is cancelled", async () => {
    const resolver = fixtures();
    const { pool, folders } = poolOf();
    const cancel = new AbortController();
    const over = executePlan(
      planOf([tool("hangs", "hangs"), signsIn("next", "others")]),
      options({ resolver, warm: pool, signal: cancel.signal }),
    );
    const pids = await signedIn(join(resolver.dataDir, "others"), 1);
    expect(pids.map(isRunning)).toEqual([true]);
    cancel.abort();
    await over;
    await gone(pids);
    await expect.poll(folders, { interval: 5 }).toEqual([]);
  });
});

describe("processes that wait", () => {
  it("[EX91] start as the cores allow", async () => {
    const resolver = fixtures();
    const { pool, folders } = poolOf({ concurrency: 2 });
    // A start counts for a time, which on a busy machine may be over before the next line.
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    onTestFinished(() => void vi.useRealTimers());
    await pool.startAhead(scriptsOf(resolver, "a/signs-in", "b/signs-in", "c/signs-in"));
    expect(folders()).toHaveLength(2);
    vi.advanceTimersByTime(1_000);
    vi.useRealTimers();
    await expect.poll(() => folders().length, { interval: 5 }).toBe(3);
  });

  it("[EX91] start as tools that run leave cores to them", async () => {
    const { pool, folders } = poolOf({ concurrency: 1 });
    let end: () => void = () => {};
    pool.countStart(
      new Promise<void>((resolve) => {
        end = resolve;
      }),
    );
    await pool.startAhead(scriptsOf(fixtures(), "a/signs-in"));
    expect(folders()).toHaveLength(0);
    end();
    await expect.poll(() => folders().length, { interval: 1 }).toBe(1);
  });

  it("[EX91] make room when there are too many, the least wanted first", async () => {
    const resolver = fixtures();
    const { pool } = poolOf({ maxWaiting: 2 });
    const waiting = async (skill: string): Promise<number[]> => signedIn(join(resolver.dataDir, skill), 1);
    await pool.startAhead(scriptsOf(resolver, "a/signs-in"));
    await pool.startAhead(scriptsOf(resolver, "b/signs-in"));
    const early = [...(await waiting("a")), ...(await waiting("b"))];
    await pool.startAhead(scriptsOf(resolver, "a/signs-in", "c/signs-in"));
    const late = await waiting("c");
    await gone(early.slice(1));
    expect([...early, ...late].map(isRunning)).toEqual([true, false, true]);
  });

  it("[EX400] are not started from a script that its resolver takes back, also where they had to wait for a core", async () => {
    const resolver = fixtures();
    const { pool, folders } = poolOf({ concurrency: 1 });
    let changed = true;
    const recheck = (): object | null => (changed ? { code: "SKILL_CHANGED" } : null);
    await pool.startAhead(scriptsOf(resolver, "a/signs-in"), { recheck });
    expect(folders()).toEqual([]);
    let end: () => void = () => {};
    const busy = new Promise<void>((resolve) => {
      end = resolve;
    });
    pool.countStart(busy);
    changed = false;
    await pool.startAhead(scriptsOf(resolver, "a/signs-in", "b/signs-in"), { recheck });
    changed = true;
    end();
    await busy;
    // The pool hears of it right after.
    await new Promise(setImmediate);
    expect(folders()).toEqual([]);
  });

  it("[EX400] are not handed an input once their skill has changed, and are killed", async () => {
    const resolver = fixtures();
    const { pool } = poolOf();
    await pool.startAhead(scriptsOf(resolver, "skill/signs-in", "other/signs-in"));
    const [mine] = await signedIn(join(resolver.dataDir, "skill"), 1);
    const [other] = await signedIn(join(resolver.dataDir, "other"), 1);
    const recheck = ({ skill }: ResolvedScript) =>
      skill === "skill" ? { code: "SKILL_CHANGED", message: "it is not what it was" } : null;
    const { result } = await executePlan(
      planOf([signsIn("a"), { ...signsIn("b", "other"), required: false }]),
      options({ resolver: { ...resolver, recheck }, warm: pool }),
    );
    expect(resultOf(result.toolResults, "a").error?.code).toBe("SKILL_CHANGED");
    expect(outputOf(result.toolResults, "b").pid).toBe(other);
    await gone([mine ?? 0]);
    expect(readdirSync(join(resolver.dataDir, "skill"))).toEqual([String(mine)]);
  });

  it("[EX92] serve one invocation each, with the folder and environment of a new one", async () => {
    const resolver = fixtures();
    const { pool, folders } = poolOf();
    await pool.startAhead(scriptsOf(resolver, "skill/signs-in"));
    const waited = await signedIn(join(resolver.dataDir, "skill"), 1);
    const sideBySide = ["warm", "cold"].map((id) => ({ ...signsIn(id), async: true }));
    const plan = planOf(sideBySide, { parallel: true });
    const { result } = await executePlan(plan, options({ resolver, warm: pool }));
    const [warm, cold] = [outputOf(result.toolResults, "warm"), outputOf(result.toolResults, "cold")];
    expect(waited).toEqual([warm.pid]);
    expect(cold.pid).not.toBe(warm.pid);
    expect([warm.input, cold.input]).toMatchObject([
      { requestId: `${plan.requestId}/warm` },
      { requestId: `${plan.requestId}/cold` },
    ]);
    expect(cold.cwd).not.toBe(warm.cwd);
    for (const { cwd, env } of [warm, cold]) expect(env).toMatchObject({ HOME: cwd, TMPDIR: cwd });
    const rest = ({ env }: typeof warm): object => ({ ...Object(env), HOME: "", TMPDIR: "", PWD: "" });
    expect(rest(warm)).toEqual(rest(cold));
    await expect.poll(folders, { interval: 5 }).toEqual([]);
  });

  it("[EX92] [EX40] are given nothing rather than too much, and end", async () => {
    const resolver = fixtures({ context: ["scenes"] });
    const { pool, folders } = poolOf();
    await pool.startAhead(scriptsOf(resolver, "skill/signs-in"));
    const waited = await signedIn(join(resolver.dataDir, "skill"), 1);
    const { result } = await executePlan(
      planOf([tool("long", "signs-in")]),
      options({ resolver, warm: pool, context: { scenes: "x".repeat(1_100_000) } }),
    );
    expect(resultOf(result.toolResults, "long").error?.code).toBe("INPUT_TOO_LARGE");
    await gone(waited);
    await expect.poll(folders, { interval: 5 }).toEqual([]);
  });

  it("[EX93] change nothing about what a plan comes to", async () => {
    const scripts = [
      "lights-torch",
      "speaks-first",
      "patches",
      "fails",
      "exits-3",
      "prints-nonsense",
      "crash-after-done",
      "exits-without-reading",
      "never-done",
      "talks-after-done",
      "counts-tries",
    ];
    const input = { patches: [{ a: 1 }], say: "hello" };
    const resolver = fixtures();
    const plan = planOf(scripts.map((script) => tool(script, script, { input, required: false })));
    const play = async (warm: WarmPool | null): Promise<unknown> => {
      rmSync(join(resolver.dataDir, "skill"), { recursive: true, force: true });
      const events: ExecutorEvent[] = [];
      const onEvent = (event: ExecutorEvent): number => events.push(event);
      const paths = scripts.map((script) => `skill/${script}`);
      await warm?.startAhead(scriptsOf(resolver, ...paths));
      const run = await executePlan(plan, options({ resolver, onEvent, ...(warm && { warm }) }));
      return JSON.parse(JSON.stringify({ ...run, events }, (key, value) => (key === "executionTimeMs" ? 0 : value)));
    };
    const cold = await play(null);
    expect(await play(poolOf({ maxWaiting: 32 }).pool)).toEqual(cold);
  });

  it("[EX94] are not used when their script has changed", async () => {
    const folder = tempFolder();
    const file = join(folder, "script.mjs");
    copyFileSync(fixture("signs-in"), file);
    const resolver = fixtures({ file });
    const { pool } = poolOf();
    await pool.startAhead(scriptsOf(resolver, "skill/script"));
    const waited = await signedIn(join(resolver.dataDir, "skill"), 1);
    writeFileSync(file, `console.log('{"version":"0","type":"done","ok":true,"output":{"edition":2}}')`);
    const { result } = await executePlan(planOf([tool("a", "script")]), options({ resolver, warm: pool }));
    expect(outputOf(result.toolResults, "a")).toEqual({ edition: 2 });
    await gone(waited);
  });

  it("[EX94] are not used when their skill has moved its data", async () => {
    const [before, after] = [fixtures(), fixtures()];
    const { pool } = poolOf();
    await pool.startAhead(scriptsOf(before, "skill/signs-in"));
    await signedIn(join(before.dataDir, "skill"), 1);
    const run = await executePlan(planOf([signsIn("a")]), options({ resolver: after, warm: pool }));
    expect(readdirSync(join(after.dataDir, "skill"))).toEqual([String(pidOf(run, "a"))]);
  });

  it("[EX94] are killed when they have waited long enough", async () => {
    const resolver = fixtures();
    const { pool, folders } = poolOf({ maxAgeMs: 300 });
    await pool.startAhead(scriptsOf(resolver, "skill/signs-in"));
    const waited = await signedIn(join(resolver.dataDir, "skill"), 1);
    await gone(waited);
    await expect.poll(folders, { interval: 5 }).toEqual([]);
    const run = await executePlan(planOf([signsIn("a")]), options({ resolver, warm: pool }));
    expect(run.result.success).toBe(true);
    expect(waited).not.toContain(pidOf(run, "a"));
  });

  it("[EX95] may die; then there is a new one, and no word of it", async () => {
    const resolver = fixtures();
    const { pool, folders } = poolOf();
    await pool.startAhead(scriptsOf(resolver, "skill/signs-in"));
    const [pid = 0] = await signedIn(join(resolver.dataDir, "skill"), 1);
    process.kill(pid, "SIGKILL");
    await expect.poll(folders, { interval: 5 }).toEqual([]);
    const run = await executePlan(planOf([signsIn("a")]), options({ resolver, warm: pool }));
    expect(run).toMatchObject({ result: { success: true }, warnings: [] });
    expect(resolver.verdicts).toEqual([["skill", "success"]]);
    expect(pidOf(run, "a")).not.toBe(pid);
    await pool.startAhead(scriptsOf(resolver, "skill/signs-in"));
    expect(folders()).toHaveLength(1);
  });

  it("[EX95] are not had of a script that does not wait, until it changes", async () => {
    const file = join(tempFolder(), "script.mjs");
    copyFileSync(fixture("exits-without-reading"), file);
    const resolver = fixtures({ file });
    const { pool, folders } = poolOf();
    await pool.startAhead(scriptsOf(resolver, "skill/script"));
    await expect.poll(folders, { interval: 5 }).toEqual([]);
    await pool.startAhead(scriptsOf(resolver, "skill/script"));
    expect(folders()).toEqual([]);
    copyFileSync(fixture("signs-in"), file);
    await pool.startAhead(scriptsOf(resolver, "skill/script"));
    expect(folders()).toHaveLength(1);
  });

  it("[EX95] [EX32] a script that cannot be started is left to the plan, which says why", async () => {
    const resolver = fixtures({ file: join(tempFolder(), "missing.mjs") });
    const { pool } = poolOf();
    await pool.startAhead(scriptsOf(resolver, "skill/script"));
    const { result } = await executePlan(planOf([tool("a", "script")]), options({ resolver, warm: pool }));
    expect(resultOf(result.toolResults, "a").error?.code).toBe("SCRIPT_NOT_READABLE");
  });

  it("[EX96] are killed when the pool is closed, which then starts nothing", async () => {
    const resolver = fixtures();
    const { pool, folders } = poolOf();
    await pool.startAhead(scriptsOf(resolver, "a/signs-in", "b/signs-in"));
    const pids = (await Promise.all(["a", "b"].map((skill) => signedIn(join(resolver.dataDir, skill), 1)))).flat();
    const startedAt = performance.now();
    await pool.close();
    expect(pids.map(isRunning)).toEqual([false, false]);
    expect(folders()).toEqual([]);
    expect(performance.now() - startedAt).toBeLessThan(1_000);
    await pool.startAhead(scriptsOf(resolver, "a/signs-in"));
    expect(folders()).toEqual([]);
    const run = await executePlan(planOf([signsIn("a")]), options({ resolver, warm: pool }));
    expect(run.result.success).toBe(true);
    await pool.close();
  });
});

describe("the end of the runtime", () => {
  const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
  const outDir = mkdtempSync(join(tmpdir(), "executor-runtime-"));

  beforeAll(() =>
    build({
      config: false,
      silent: true,
      entry: [here("./fixtures/runtime/starts-ahead.ts")],
      tsconfig: here("../../../tsconfig.json"),
      outDir,
      format: "esm",
      outExtension: () => ({ js: ".mjs" }),
      noExternal: [/@narratoria/],
      platform: "node",
      target: "node20",
    }),
  );

  afterAll(() => rmSync(outDir, { recursive: true, force: true }));

  function runtime(then: "stay" | "leave"): { ended: Promise<unknown>; kill(): void; folder: string } {
    const folder = tempFolder();
    mkdirSync(join(folder, "scratch"));
    const args = [join(outDir, "starts-ahead.mjs"), fixture("signs-in"), folder, then];
    const child = spawn(process.execPath, args, { stdio: "inherit" });
    return { ended: once(child, "exit"), kill: () => child.kill("SIGKILL"), folder };
  }

  it.runIf(process.platform === "linux")("[EX96] killed, it leaves none waiting", async () => {
    const { ended, kill, folder } = runtime("stay");
    const pids = await signedIn(join(folder, "data"), 1);
    expect(pids.map(isRunning)).toEqual([true]);
    kill();
    await ended;
    await gone(pids);
  });

  it("[EX97] [EX96] it ends when its work does, and takes along what waits", async () => {
    const { ended, folder } = runtime("leave");
    expect(await ended).toEqual([0, null]);
    expect(readdirSync(join(folder, "scratch"))).toEqual([]);
    await gone(readdirSync(join(folder, "data")).map(Number));
  });
});
