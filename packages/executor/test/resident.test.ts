// SPEC.md EX102 to EX105. Every tool is a real process.
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { executePlan, type PlanRun } from "../src/plan/execute-plan.js";
import { openAssetFolder } from "../src/tool/asset-folder.js";
import { createWarmPool, type WarmPoolOptions } from "../src/process/warm-pool.js";
import { fixture, fixtures, isRunning, options, outputOf, planOf, resultOf, tempFolder, tool } from "./support.js";

interface Told {
  readonly pid: number;
  readonly folder: unknown;
  readonly resident: unknown;
}

/** A table at which one script is played again and again, kept as the pool and the script have it. */
function table(pool: WarmPoolOptions = {}, script: { resident?: boolean; timeoutMs?: number } = {}) {
  const scratchRoot = tempFolder();
  const warm = createWarmPool({ scratchRoot, resident: true, ...pool });
  onTestFinished(() => warm.close());
  const resolver = fixtures({ resident: true, ...script });
  const play = (way: string, signal?: AbortSignal): Promise<PlanRun> => {
    const plan = planOf([tool("a", "stays", { input: { way } })]);
    return executePlan(plan, options({ resolver, warm, ...(signal && { signal }) }));
  };
  const told = async (way: string): Promise<Told> => {
    const { pid, folder, resident } = outputOf((await play(way)).result.toolResults, "a");
    return { pid: Number(pid), folder, resident };
  };
  return { play, told, warm, resolver, folders: () => readdirSync(scratchRoot) };
}

const gone = (pid: number): Promise<void> => expect.poll(() => isRunning(pid), { interval: 5 }).toBe(false);

describe("a process that is kept", () => {
  it("[EX102] answers one invocation after another", async () => {
    const { told } = table();
    const first = await told("answers");
    expect(first.resident).toBe(true);
    for (let turn = 0; turn < 5; turn++) expect(await told("answers")).toEqual(first);
    expect(isRunning(first.pid)).toBe(true);
  });

  it.each([
    ["the host", { resident: false }, {}],
    ["the manifest", {}, { resident: false }],
  ])("[EX102] is not had unless %s asks for it", async (_who, pool, script) => {
    const { told } = table(pool, script);
    const [first, second] = [await told("answers"), await told("answers")];
    expect([first.resident, second.resident]).toEqual([false, false]);
    expect(first.pid).not.toBe(second.pid);
  });

  it("[EX102] is kept for the scripts that the host picks alone", async () => {
    const picked = table({ resident: ({ file }) => file.endsWith("stays.mjs") });
    expect(await picked.told("answers")).toEqual(await picked.told("answers"));
    const { told } = table({ resident: () => false });
    expect((await told("answers")).resident).toBe(false);
  });

  it("[EX102] serves one invocation at a time", async () => {
    const { warm, resolver } = table();
    const twins = ["a", "b", "c"].map((id) => tool(id, "stays", { async: true, input: { way: "answers" } }));
    const plan = planOf(twins, { parallel: true });
    const { result } = await executePlan(plan, options({ resolver, warm, concurrency: 3 }));
    expect(new Set(result.toolResults.map(({ output }) => output?.pid)).size).toBe(3);
  });

  it("[EX6302] is not started a second time for the next plan while it is out", async () => {
    const scratchRoot = tempFolder();
    const warm = createWarmPool({ scratchRoot, resident: true, concurrency: 32 });
    onTestFinished(() => warm.close());
    const resolver = fixtures({ resident: true });
    const found = resolver.resolve("stays");
    const expected = found.ok ? [found.script, found.script] : [];
    const inARow = ["a", "b"].map((id, at) =>
      tool(id, "stays", { input: { way: "answers" }, dependencies: ["a"].slice(0, at) }),
    );
    for (const _turn of [1, 2]) await executePlan(planOf(inARow), options({ resolver, warm, expected }));
    expect(readdirSync(scratchRoot).length).toBeLessThanOrEqual(2);
    const { length } = readdirSync(scratchRoot);
    await warm.startAhead([], { later: expected });
    expect(readdirSync(scratchRoot)).toHaveLength(length);
  });

  describe("that scripts of a skill share", () => {
    /** Plans of scripts in a row that all name one file to be kept, though each has its own. */
    const shared = (pool: WarmPoolOptions = {}) => {
      const scratchRoot = tempFolder();
      const warm = createWarmPool({ scratchRoot, resident: true, ...pool });
      onTestFinished(() => warm.close());
      const resolver = fixtures({ resident: true, keptFile: fixture("stays") });
      const play = async (...scripts: string[]): Promise<unknown[]> => {
        const tools = scripts.map((script, at) => tool(`t${at}`, script, { input: { way: "answers" } }));
        const inARow = tools.map((one, at) => (at === 0 ? one : { ...one, dependencies: [`t${at - 1}`] }));
        const { result } = await executePlan(planOf(inARow), options({ resolver, warm }));
        return result.toolResults.map(({ output }) => output?.pid);
      };
      return { play, processes: () => readdirSync(scratchRoot).length };
    };

    it("[EX5550] answers for each of them in turn", async () => {
      const { play } = shared();
      const pids = [...(await play("stays", "echoes", "fails")), ...(await play("echoes", "stays"))];
      expect([new Set(pids).size, pids.length]).toEqual([1, 5]);
    });

    it("[EX5550] is none where the host keeps no process of theirs", async () => {
      const [first, second] = await shared({ resident: false }).play("stays", "echoes");
      expect(first).not.toBe(second);
    });

    it("[EX5551] is not started a second time while it is out for one of them", async () => {
      const { play, processes } = shared();
      await play("stays", "echoes", "patches");
      expect(processes()).toBe(1);
      await play("echoes", "stays");
      expect(processes()).toBe(1);
    });
  });

  it("[EX2700] serves plans of several data folders where its script is given none", async () => {
    const scratchRoot = tempFolder();
    const warm = createWarmPool({ scratchRoot, resident: true });
    onTestFinished(() => warm.close());
    const pidsOf = async (dataFolder: boolean): Promise<unknown[]> => {
      const pids: unknown[] = [];
      for (const _player of [1, 2]) {
        const resolver = fixtures({ resident: true, dataFolder });
        const plan = planOf([tool("a", "stays", { input: { way: "answers" } })]);
        const { result } = await executePlan(plan, options({ resolver, warm }));
        pids.push(outputOf(result.toolResults, "a").pid);
        expect(readdirSync(resolver.dataDir)).toHaveLength(dataFolder ? 1 : 0);
      }
      return pids;
    };
    expect(new Set(await pidsOf(false)).size).toBe(1);
    expect(new Set(await pidsOf(true)).size).toBe(2);
  });

  it("[EX2700] its working folder stands in for the data folder, also for its assets", async () => {
    const resolver = fixtures({ dataFolder: false });
    const path = "$DATA/picture.png";
    const paints = { files: [path], assets: [{ assetId: "picture", path }] };
    const plan = planOf([tool("a", "echoes"), tool("b", "patches", { input: paints })]);
    const assets = await openAssetFolder(join(tempFolder(), "assets"), { isKept: () => false });
    const { result } = await executePlan(plan, options({ resolver, assets }));
    const { env, cwd } = outputOf(result.toolResults, "a");
    expect(env).toMatchObject({ NARRATORIA_DATA_DIR: cwd });
    expect(result.aggregatedAssets).toHaveLength(1);
    expect(readdirSync(resolver.dataDir)).toEqual([]);
  });

  it("[EX103] leaves no file to the next invocation", async () => {
    const { told } = table();
    const first = await told("leaves a file");
    expect(await told("answers")).toEqual({ ...first, folder: [] });
    expect(await told("leaves folders")).toEqual({ ...first, folder: [] });
    expect(await told("answers")).toEqual({ ...first, folder: [] });
  });

  it("[EX105] gives way when it leaves more files than can be removed at once", async () => {
    const { told } = table();
    const { pid } = await told("leaves many files");
    await gone(pid);
    const next = await told("answers");
    expect([next.folder, next.pid === pid]).toEqual([[], false]);
  });

  it.each([
    ["fails", { state: "failed", error: { code: "TOOL_FAILED" } }],
    ["dies", { state: "failed", error: { code: "PROCESS_EXIT" } }],
    ["hangs", { state: "timeout" }],
    ["takes another's name", { state: "failed", error: { code: "WRONG_REQUEST" } }],
    ["talks on at once", { state: "success" }],
    ["begins to talk on", { state: "success" }],
    ["talks on later", { state: "success" }],
    ["dies later", { state: "success" }],
  ])("[EX104] is given up when it %s; the next invocation has a new one", async (way, result) => {
    const { play, told, folders } = table({}, { timeoutMs: way === "hangs" ? 700 : 5_000 });
    const { pid } = await told("answers");
    expect(resultOf((await play(way)).result.toolResults, "a")).toMatchObject(result);
    await gone(pid);
    expect((await told("answers")).pid).not.toBe(pid);
    await expect.poll(() => folders().length, { interval: 5 }).toBe(1);
  });

  it("[EX104] is given up when its turn is cancelled", async () => {
    const { play, told } = table();
    const { pid } = await told("answers");
    const cancel = new AbortController();
    const over = play("hangs", cancel.signal);
    setImmediate(() => cancel.abort());
    expect((await over).failure).toBe("the turn was cancelled");
    await gone(pid);
    expect((await told("answers")).pid).not.toBe(pid);
  });

  it("[EX104] and dies of an earlier invocation gives way to a new one, unheard", async () => {
    const { play, told, resolver } = table();
    const { pid } = await told("answers");
    // The process cannot read its end before it has been given its input.
    process.kill(pid, "SIGSTOP");
    const over = play("answers");
    setImmediate(() => process.kill(pid, "SIGKILL"));
    const run = await over;
    expect(run).toMatchObject({ result: { success: true }, warnings: [] });
    expect(resultOf(run.result.toolResults, "a").output?.pid).not.toBe(pid);
    expect(resolver.verdicts.map(([, verdict]) => verdict)).toEqual(["success", "success"]);
  });

  it("[EX105] gives way after so many invocations", async () => {
    const { told } = table({ maxCalls: 2 });
    const pids = [];
    for (let turn = 0; turn < 4; turn++) pids.push((await told("answers")).pid);
    expect([pids[0] === pids[1], pids[1] === pids[2], pids[2] === pids[3]]).toEqual([true, false, true]);
  });

  it("[EX105] gives way when it is old", async () => {
    const { told } = table({ maxAgeMs: 400 });
    const { pid } = await told("answers");
    await gone(pid);
    expect((await told("answers")).pid).not.toBe(pid);
  });

  it.runIf(process.platform === "linux")("[EX105] gives way when it holds too much memory", async () => {
    const { told } = table({ maxMemoryBytes: 100 * 1024 * 1024 });
    const { pid } = await told("grows");
    await gone(pid);
  });
});
