import { mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { bench, benchLines } from "../src/bench.js";
import { narratorChecks } from "../src/doctor.js";
import { fakeTerminal } from "./fake-terminal.js";

const data = mkdtempSync(join(tmpdir(), "narratoria-bench-"));
afterAll(() => rmSync(data, { recursive: true, force: true }));

const measured = {
  model: "SmolLM2 135M",
  path: "/models/smol.gguf",
  contextTokens: 2048,
  loadMs: 1_412,
  tokensPerSecond: 21.4,
  firstTextMs: 912,
  promptShare: 0.092,
  cancelMs: 38.6,
  probe: {
    tokensPerSecond: 20.9,
    grammar: true,
    instruction: 0.58,
    names: 0.5,
    repeats: 0.31,
    whole: true,
    tells: "plans",
  },
  ahead: null,
  mark: { tokensPerSecond: 4, instruction: 0.7, names: 0.5, repeats: 0.12 },
} as const;

it("[CL206] [CL1031] [CL1900] what was measured is told in plain words", () => {
  expect(benchLines(measured)).toEqual([
    "SmolLM2 135M on this machine:",
    "  loads in 1.4 s",
    "  writes 21 tokens a second, about 16 words",
    "  first words after 0.9 s",
    "  reads 9% of a prompt anew and knows the rest from the turn before",
    "  stops within 39 ms",
    "  holds 2048 tokens at a time",
    "",
    "It writes faster than most people read. A scene takes it about 7.0 s.",
    "",
    expect.stringMatching(/^It plans and recalls, and the storybook tells\. .*--narrator model$/),
    "  does 58% of what it is told to (70% needed)",
    "  keeps to the given names in 50% of its texts (50% needed)",
    "  says 31% of its phrases twice (at most 12%)",
    "  keeps a given form",
  ]);
  const counted = (scenes: number, whole: number, begun: number) =>
    benchLines({ ...measured, ahead: { scenes, whole, begun } }).at(-1);
  expect(counted(20, 7, 4)).toBe("  had 7 of 20 scenes written when you chose, and 4 more begun");
  expect(counted(1, 1, 0)).toBe("  had 1 of 1 scene written when you chose, and 0 more begun");
  const slow = benchLines({ ...measured, model: "", tokensPerSecond: 1.2, loadMs: 31_000 });
  expect(slow[0]).toBe("The model on this machine:");
  expect(slow[2]).toBe("  writes 1.2 tokens a second, about 1 word");
  expect(slow.join("\n")).toMatch(
    /slower than most people read.*125 s\. What is not written in time, the storybook tells\./,
  );
});

it("[CL206] without a model there is nothing to measure, and what to do is said", async () => {
  const { terminal } = fakeTerminal();
  await expect(bench({ data }, terminal)).rejects.toThrow(/No model has been chosen\. .*--model FILE/);
  await expect(bench({ data, model: join(data, "none.gguf") }, terminal)).rejects.toThrow(/There is no model at/);
});

it("[CL204] doctor tells what was measured, and recommends by it", async () => {
  const path = join(data, "own.gguf");
  writeFileSync(path, "x".repeat(1_000));
  const { size: bytes, mtimeMs } = statSync(path);
  const files = [{ path, bytes, mtimeMs, sha256: "0".repeat(64) }];
  const records = (chosen: string | null, tokensPerSecond: number): string =>
    JSON.stringify({
      chosen,
      models: { own: { title: "Own", kind: "narrator", added: true, files } },
      measured: { path, bytes: 1_000, mtimeMs, tokensPerSecond },
    });
  const said = async () => (await narratorChecks(data, 16e9)).map(({ text }) => text).join(" ");
  writeFileSync(join(data, "models.json"), records("own", 12.3));
  expect(await said()).toMatch(/^Narrator: Own, then the storybook/);
  // A thousand bytes at that rate: what has a million times as many is a million times as slow.
  writeFileSync(join(data, "models.json"), records(null, 12.3));
  expect(await said()).toContain("no language model both fits and is quick enough");
  writeFileSync(join(data, "models.json"), records(null, 1e9));
  expect(await said()).toMatch(
    /judged by memory, its number of weights and what was measured: narratoria models pull phi-3\.5-mini$/,
  );
});
