import { readdirSync } from "node:fs";
import { expect, it, onTestFinished } from "vitest";
import { callScript } from "../src/tool/call-script.js";
import type { ResolvedScript } from "../src/tool/resolver.js";
import { createWarmPool } from "../src/process/warm-pool.js";
import { fixtures, isRunning, tempFolder } from "./support.js";

function script(name: string, more: Partial<ResolvedScript> = {}): ResolvedScript {
  const found = fixtures(more).resolve(`skill/${name}`);
  if (!found.ok || "call" in found.script) throw new Error("no such fixture");
  return found.script;
}

it("[EX108] a script can be called without a plan", async () => {
  const scratchRoot = tempFolder();
  const types: string[] = [];
  const onEvent = ({ type }: { type: string }): number => types.push(type);
  const outcome = await callScript(script("lights-torch"), { torch: "oak" }, { scratchRoot, onEvent });
  expect(outcome).toMatchObject({
    state: "success",
    output: { torch: "oak" },
    patches: [{ flags: { torchLit: true } }],
  });
  expect(types).toEqual(outcome.events.map(({ type }) => type));
  await expect.poll(() => readdirSync(scratchRoot), { interval: 5 }).toEqual([]);
});

it("[EX108] whatever it does wrong is in the outcome", async () => {
  expect(await callScript(script("exits-3"), {})).toMatchObject({ state: "failed", failure: { code: "PROCESS_EXIT" } });
  expect(await callScript(script("no-such-tool"), {})).toMatchObject({ failure: { code: "SCRIPT_NOT_READABLE" } });
  expect(await callScript(script("hangs"), {}, { timeoutMs: 500 })).toMatchObject({ state: "timeout" });
  const cancel = new AbortController();
  const over = callScript(script("hangs"), {}, { signal: cancel.signal, onEvent: () => cancel.abort() });
  expect(await over).toMatchObject({ state: "stopped", failure: { code: "CANCELLED" } });
  expect(await callScript(script("hangs"), {}, { signal: AbortSignal.abort() })).toMatchObject({ state: "stopped" });
});

it("[EX108] its process can be kept, and give way unheard when it has died", async () => {
  const warm = createWarmPool({ resident: true, scratchRoot: tempFolder() });
  onTestFinished(() => warm.close());
  const stays = script("stays", { resident: true });
  const pid = async (): Promise<number> => {
    const outcome = await callScript(stays, { way: "answers" }, { warm });
    return outcome.state === "success" ? Number(outcome.output.pid) : 0;
  };
  const first = await pid();
  expect(await pid()).toBe(first);
  process.kill(first, "SIGSTOP");
  const next = pid();
  setImmediate(() => process.kill(first, "SIGKILL"));
  expect(isRunning(await next)).toBe(true);
});
