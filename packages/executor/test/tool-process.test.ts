import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { build } from "tsup";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { failedBehindGuard, guardAgainstOrphans } from "@narratoria/protocol/launch";
import { makeScratch } from "../src/process/scratch.js";
import { endTools, startToolProcess, windowsTreeKill } from "../src/process/tool-process.js";
import { fixture, isRunning, tempFolder } from "./support.js";

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const outDir = mkdtempSync(join(tmpdir(), "executor-runtime-"));

/** Starts a small runtime with a tool, and gives it with the process id that the tool tells. */
async function runtimeWith(
  name: string,
  tool: string,
): Promise<{ runtime: ChildProcess; pid: number; folder: string }> {
  const folder = tempFolder();
  const args = [join(outDir, `${name}.mjs`), fixture(tool), folder];
  const runtime = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
  const [line] = await once(createInterface({ input: runtime.stdout }), "line");
  return { runtime, pid: Number(line), folder };
}

describe("the end of the runtime", () => {
  beforeAll(async () => {
    await build({
      config: false,
      silent: true,
      entry: ["runs-a-plan", "exits"].map((name) => here(`./fixtures/runtime/${name}.ts`)),
      tsconfig: here("../../../tsconfig.json"),
      outDir,
      format: "esm",
      outExtension: () => ({ js: ".mjs" }),
      noExternal: [/@narratoria/],
      platform: "node",
      target: "node20",
    });
  });

  afterAll(() => rmSync(outDir, { recursive: true, force: true }));

  it.runIf(process.platform === "linux")(
    "[EX41] killed in the middle of a plan, it leaves no tool behind",
    async () => {
      const { runtime, pid } = await runtimeWith("runs-a-plan", "ignores-sigterm");
      expect(isRunning(pid)).toBe(true);
      runtime.kill("SIGKILL");
      await once(runtime, "exit");
      await expect.poll(() => isRunning(pid), { interval: 5 }).toBe(false);
    },
  );

  it("[EX42] [EX35] exiting of its own will, it takes its tools and their folders with it", async () => {
    const { runtime, pid, folder } = await runtimeWith("exits", "ignores-sigterm");
    await once(runtime, "exit");
    await expect.poll(() => isRunning(pid), { interval: 5 }).toBe(false);
    expect(readdirSync(folder)).toEqual([]);
  });
});

describe("endTools", () => {
  /** A tool that is asked to end has so long for it. */
  const started = async (tool: string, killAfterMs: number): Promise<ChildProcess> => {
    const command = { program: process.execPath, args: [fixture(tool)] };
    const grace = { killAfterMs, pipeMs: 100, lingerMs: 100 };
    const { child } = startToolProcess(command, { cwd: tempFolder(), env: {}, grace });
    await once(child.stdout, "data");
    return child;
  };
  /** Longer than any test: who is given it would be waited for. */
  const FOREVER_MS = 600_000;

  it("[EX42] lets a tool come to its end", async () => {
    const child = await started("says-and-answers-sigterm", FOREVER_MS);
    await endTools();
    expect([child.exitCode, child.signalCode]).toEqual([0, null]);
    await endTools();
  });

  it("[EX42] gives tools that do not end a while, and no more than that", async () => {
    const children = [await started("ignores-sigterm", 150), await started("ignores-sigterm", 150)];
    await endTools();
    expect(children.map(({ signalCode }) => signalCode)).toEqual(["SIGKILL", "SIGKILL"]);
    expect(children.map(({ pid = 0 }) => isRunning(pid))).toEqual([false, false]);
  });

  it("[EX42] gives none when asked to", async () => {
    const child = await started("says-and-answers-sigterm", FOREVER_MS);
    await endTools({ now: true });
    expect([child.exitCode, child.signalCode]).toEqual([null, "SIGKILL"]);
  });
});

it("[EX430] a pipe that stays full is read in slices, between which all else has its turn", async () => {
  let turns = 0;
  let isOver = false;
  const turn = (): void => {
    turns++;
    if (!isOver) setImmediate(turn);
  };
  setImmediate(turn);
  const readIn: number[] = [];
  const CHUNKS = 30;
  const command = { program: process.execPath, args: [fixture("floods-long-events")] };
  const grace = { killAfterMs: 150, pipeMs: 100, lingerMs: 100 };
  const tool = startToolProcess(command, { cwd: tempFolder(), env: {}, grace });
  const nothing = (): void => {};
  tool.listen({
    onStdout() {
      readIn.push(turns);
      // More than a slice, so that the pipe fills up again meanwhile.
      const until = performance.now() + 20;
      while (performance.now() < until);
      if (readIn.length === CHUNKS) tool.kill();
    },
    onStdoutEnd: nothing,
    onStderr: nothing,
    onExit: nothing,
    onUnstartable: nothing,
  });
  tool.feed("{}");
  await tool.gone;
  isOver = true;
  expect(readIn.length).toBeGreaterThanOrEqual(CHUNKS);
  expect(new Set(readIn.slice(0, CHUNKS)).size).toBe(CHUNKS);
});

it("[EX106] on Windows a tree of processes is ended by the system's own program, which is not looked up", () => {
  expect(windowsTreeKill(4711, "D:\\Windows")).toEqual({
    program: "D:\\Windows\\System32\\taskkill.exe",
    args: ["/PID", "4711", "/T", "/F"],
  });
});

describe("the guard against orphans", () => {
  it.runIf(process.platform === "linux")("[EX41] wraps the command and leaves its arguments alone", async () => {
    const command = await guardAgainstOrphans({ program: "/bin/echo", args: ["--", "a b"] });
    expect(command.program).toMatch(/setpriv$/);
    expect(command.args.slice(-4)).toEqual(["--", "/bin/echo", "--", "a b"]);
  });

  it("[EX32] a program that the guard could not start is told from one that exits alike", () => {
    const said = "setpriv: failed to execute /s/tool: Permission denied\n";
    expect(failedBehindGuard(126, said)).toBe(true);
    expect(failedBehindGuard(127, said)).toBe(true);
    expect(failedBehindGuard(127, "sh: tool: not found\n")).toBe(false);
    expect(failedBehindGuard(1, said)).toBe(false);
  });
});

describe("scratch folders", () => {
  it("[EX35] go with what the tools left in them", async () => {
    const root = tempFolder();
    const scratch = makeScratch(root);
    const [one, two] = [scratch.next(), scratch.next()];
    expect(one).not.toBe(two);
    writeFileSync(join(two, "left"), "behind");
    await scratch.remove();
    expect(readdirSync(root)).toEqual([]);
  });

  it("[EX242] go whatever stands in them: folders deeper than a path can say, names that are no text", async () => {
    const root = tempFolder();
    const scratch = makeScratch(root);
    const deepest = nest(scratch.next(), 60);
    writeFileSync(Buffer.concat([Buffer.from(deepest), Buffer.from("/left-\xff", "latin1")]), "behind");
    mkdirSync(Buffer.concat([Buffer.from(deepest), Buffer.from("/\xfe", "latin1")]));
    await scratch.remove();
    expect(readdirSync(root)).toEqual([]);
  });

  it.skipIf(process.getuid?.() === 0)("[EX242] go with folders that are shut", async () => {
    const root = tempFolder();
    const scratch = makeScratch(root);
    const shut = join(scratch.next(), "shut");
    mkdirSync(join(shut, "inner"), { recursive: true });
    chmodSync(shut, 0);
    await scratch.remove();
    expect(readdirSync(root)).toEqual([]);
  });

  it("[EX43] of killed runtimes are removed, those of living ones and young ones are not", async () => {
    const root = tempFolder();
    const dead = "narratoria-run-2000000000-abcdef";
    const young = "narratoria-run-2000000001-abcdef";
    const living = `narratoria-run-${process.pid}-abcdef`;
    for (const name of [dead, young, living, "narratoria-other"]) {
      mkdirSync(join(root, name));
      if (name !== young) utimesSync(join(root, name), 0, 0);
    }
    const scratch = makeScratch(root);
    scratch.next();
    await scratch.remove();
    await expect
      .poll(() => readdirSync(root).sort(), { interval: 5 })
      .toEqual([young, living, "narratoria-other"].sort());
  });
});

/** Folders in folders, together too long for one path: half of them are made elsewhere and moved in. @returns Where half stand. */
function nest(folder: string, levels: number): string {
  const name = "d".repeat(60);
  const outer = join(folder, ...Array<string>(levels).fill(name));
  mkdirSync(outer, { recursive: true });
  const aside = join(folder, "aside");
  mkdirSync(join(aside, ...Array<string>(levels - 5).fill(name)), { recursive: true });
  renameSync(aside, join(outer, "in"));
  return outer;
}
