// SPEC.md CL1000: what a sparse campaign lacks is filled in, shown, or left out.
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished, vi } from "vitest";
import { runCommand } from "../src/main.js";
import { fakeTerminal } from "./fake-terminal.js";

vi.setConfig({ testTimeout: 240_000 });

function sparse(): { dir: string; data: string } {
  const home = mkdtempSync(join(tmpdir(), "narratoria-cli-enrich-"));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  const dir = join(home, "bears");
  mkdirSync(dir);
  writeFileSync(join(dir, "manifest.json"), '{ "title": "Bears of the Lower Canal", "version": "1.0.0" }');
  return { dir, data: join(home, "data") };
}

async function typed(...args: string[]): Promise<{ code: number; out: string }> {
  const { terminal, out } = fakeTerminal();
  return { code: await runCommand(args, terminal), out: out() };
}

it("[CL1000] shows what would be written, writes it, and then has nothing to do", async () => {
  const { dir, data } = sparse();
  const shown = await typed("campaign", "enrich", dir, "--preview", "--data", data);
  expect(shown.code).toBe(0);
  expect(shown.out).toContain("== plot/beats_generated.json\n");
  expect(shown.out).toMatch(/Nothing was written\.\n$/);
  expect(readdirSync(dir)).toEqual(["manifest.json"]);
  const made = await typed("campaign", "enrich", dir, "--data", data);
  expect(made.out).toContain("  plot/beats_generated.json\n");
  expect(readdirSync(dir)).toContain("plot");
  const again = await typed("campaign", "enrich", dir, "--json", "--data", data);
  expect(JSON.parse(again.out)).toMatchObject({ title: "Bears of the Lower Canal", files: [] });
});

it("[CL1000] is left as it is with --no-enrich", async () => {
  const { dir, data } = sparse();
  const { code } = await typed("play", dir, "--no-enrich", "--choose", "first", "--turns", "0", "--data", data);
  expect(code).toBe(0);
  expect(readdirSync(dir)).toEqual(["manifest.json"]);
});
