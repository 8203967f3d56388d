import { type ChildProcess, spawn } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { executePlan } from "../src/plan/execute-plan.js";
import { makeScratch } from "../src/process/scratch.js";
import { fixtures, isRunning, options, planOf, resultOf, tempFolder, tool } from "./support.js";

const WARNING = 'the tool left a process behind, out of its group ("sleep"); what was found was ended';

describe.runIf(process.platform === "linux")("processes that got out of the group of a tool", () => {
  it.each([
    ["ends", "success"],
    ["hangs", "timeout"],
  ])("[EX100] are ended and reported when it %s", async (way, state) => {
    const resolver = fixtures({ timeoutMs: way === "hangs" ? 700 : 5_000 });
    const plan = planOf([tool("a", "setsid-grandchild", { input: { way } })]);
    const { result, warnings } = await executePlan(plan, options({ resolver }));
    const { events, state: came } = resultOf(result.toolResults, "a");
    expect(came).toBe(state);
    expect(warnings).toEqual([{ toolId: "a", message: WARNING }]);
    const [log] = events ?? [];
    const pid = Number(log?.type === "log" && log.message);
    await expect.poll(() => isRunning(pid), { interval: 5 }).toBe(false);
  });

  it("[EX100] a tool that leaves nothing is not spoken of, nor is what other tools started", async () => {
    const twins = ["lights-torch", "setsid-grandchild"].map((name) => tool(name, name, { async: true, input: {} }));
    const { warnings } = await executePlan(planOf(twins, { parallel: true }), options({ concurrency: 2 }));
    expect(warnings).toEqual([{ toolId: "setsid-grandchild", message: WARNING }]);
  });

  it("[EX101] are ended by a later start when their runtime was killed, and no others are", async () => {
    const root = tempFolder();
    const sleeper = (runtime: number, how: "env" | "cwd"): ChildProcess => {
      const folder = join(root, `narratoria-run-${runtime}-abcdef`, how);
      mkdirSync(folder, { recursive: true });
      const at = how === "env" ? { env: { TMPDIR: folder } } : { env: {}, cwd: folder };
      const child = spawn("/bin/sleep", ["30"], { stdio: "ignore", ...at });
      onTestFinished(() => void child.kill("SIGKILL"));
      return child;
    };
    const dead = [sleeper(2_000_000_000, "env"), sleeper(2_000_000_000, "cwd")];
    const alive = [sleeper(process.pid, "env"), sleeper(process.pid, "cwd")];
    const scratch = makeScratch(root);
    scratch.next();
    const running = (children: readonly ChildProcess[]): boolean[] => children.map(({ pid = 0 }) => isRunning(pid));
    await expect.poll(() => running(dead), { interval: 5 }).toEqual([false, false]);
    expect(running(alive)).toEqual([true, true]);
    await scratch.remove();
  });
});
