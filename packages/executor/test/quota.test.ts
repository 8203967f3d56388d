// SPEC.md EX256 and EX257: what a tool takes of the machine besides time. Each fixture takes too much of one thing.
import { mkdirSync, readdirSync, rmSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { callScript } from "../src/tool/call-script.js";
import { executePlan } from "../src/plan/execute-plan.js";
import { folderUse } from "../src/sandbox/folder-use.js";
import { probeSandbox } from "../src/sandbox/probe-sandbox.js";
import { openSandbox } from "../src/sandbox/sandbox.js";
import { fixtures, options, planOf, resultOf, tempFolder, tool } from "./support.js";

const linux = it.skipIf(process.platform !== "linux");
const RETRIED = { maxRetries: 2, backoffMs: 1 };
const held = (await probeSandbox()).tier === "bubblewrap";

describe("a tool that takes too much", () => {
  linux.each([
    ["of memory", "takes-memory", { memoryBytes: 150 * 1024 * 1024 }, "MEMORY_QUOTA", "more than 150 MiB of memory"],
    ["processes", "fork-storm", { processes: 4 }, "PROCESS_QUOTA", "more than 4 processes"],
  ] as const)("[EX256] %s is ended, and not tried again", async (_what, name, quota, code, words) => {
    for (const sandbox of held ? [undefined, await openSandbox({ scratchRoot: tempFolder() })] : [undefined]) {
      const plan = planOf([tool("a", name, { retryPolicy: RETRIED })]);
      const resolver = fixtures({ timeoutMs: 20_000, skillDir: join(import.meta.dirname, "fixtures") });
      const { result } = await executePlan(plan, options({ resolver, quota, ...(sandbox && { sandbox }) }));
      expect(resultOf(result.toolResults, "a")).toMatchObject({
        state: "failed",
        retryCount: 0,
        error: { code, category: "process_error", message: expect.stringContaining(words) },
      });
      await sandbox?.close();
    }
  });

  it.each([
    ["data", {}],
    ["working", { scratch: true }],
  ] as const)("[EX257] room in its %s folder is ended while it runs", async (_folder, more) => {
    const plan = planOf([tool("a", "fills-disk", { retryPolicy: RETRIED, input: { ...more, goesOn: true } })]);
    const settings = { resolver: fixtures({ timeoutMs: 20_000 }), quota: { folderBytes: 5 * 1024 * 1024 } };
    const { result } = await executePlan(plan, options(settings));
    expect(resultOf(result.toolResults, "a")).toMatchObject({
      state: "failed",
      retryCount: 0,
      error: { code: "DISK_QUOTA", category: "process_error", message: expect.stringContaining("more than 5 MiB") },
    });
  });

  it("[EX257] and was too quick to be caught is not started again until it keeps less", async () => {
    const resolver = fixtures();
    const folder = join(resolver.dataDir, "skill");
    const quota = { folderBytes: 5 * 1024 * 1024 };
    const run = async (): Promise<unknown> => {
      const plan = planOf([tool("a", "fills-disk", { input: { files: 6 } })]);
      const { result } = await executePlan(plan, options({ resolver, quota }));
      return resultOf(result.toolResults, "a").error;
    };
    expect(await run()).toBeUndefined();
    await expect
      .poll(run, { interval: 20 })
      .toMatchObject({ code: "DISK_QUOTA", message: expect.stringContaining(folder) });
    for (const name of readdirSync(folder)) rmSync(join(folder, name));
    expect(await run()).toBeUndefined();
  });

  it("[EX257] and keeps too many files is refused by a call without a plan as well", async () => {
    const dataDir = tempFolder();
    const resolved = fixtures({ dataDir }).resolve("skill/lights-torch");
    if (!resolved.ok) throw new Error(resolved.message);
    for (let file = 0; file < 12; file++) writeFileSync(join(dataDir, `${file}`), "");
    const call = async (): Promise<unknown> => {
      const outcome = await callScript(resolved.script, {}, { quota: { folderEntries: 10 } });
      return outcome.state === "success" ? null : outcome.failure.code;
    };
    await expect.poll(call, { interval: 20 }).toBe("DISK_QUOTA");
  });
});

it("[EX257] what a folder holds is counted by the room that it takes, without what links lead to", async () => {
  const [folder, elsewhere] = [tempFolder(), tempFolder()];
  writeFileSync(join(elsewhere, "big"), Buffer.alloc(1_000_000, 1));
  symlinkSync(elsewhere, join(folder, "link"));
  symlinkSync(join(elsewhere, "big"), join(folder, "file"));
  mkdirSync(join(folder, "deep/er"), { recursive: true });
  writeFileSync(join(folder, "deep/er/one"), Buffer.alloc(100_000, 1));
  writeFileSync(join(folder, "holes"), "");
  truncateSync(join(folder, "holes"), 1_000_000_000);
  const most = { bytes: 500_000_000, entries: 100 };
  const { bytes, entries } = await folderUse(folder, most);
  expect(entries).toBe(6);
  expect(bytes).toBeGreaterThanOrEqual(100_000);
  expect(bytes).toBeLessThan(500_000);
  expect((await folderUse(folder, { ...most, entries: 2 })).entries).toBe(3);
  expect(await folderUse(join(folder, "none"), most)).toEqual({ bytes: 0, entries: 0 });
});
