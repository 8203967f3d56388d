// SPEC.md CL845 and CL846: why a beat does not come, and the drawing of a plot.
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished, vi } from "vitest";
import { runCommand } from "../src/main.js";
import { fakeTerminal } from "./fake-terminal.js";

vi.setConfig({ testTimeout: 240_000 });

async function typed(...args: string[]): Promise<{ code: number; out: string; err: string }> {
  const { terminal, out, err } = fakeTerminal();
  const code = await runCommand(["campaign", "why", "one-wheel-over", ...args], terminal);
  return { code, out: out(), err: err() };
}

function newHome(): string {
  const home = mkdtempSync(join(tmpdir(), "narratoria-why-"));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  return home;
}

it("[CL845] says of a beat what is missing, of a new story and of one that is played", async () => {
  const data = ["--data", join(newHome(), "data")];
  const { code, out } = await typed("--beat", "beat_003", ...data);
  expect(code).toBe(0);
  expect(out).toContain('beat_003 "Deeper by a Thumb" has not come. Scene 1 comes next.\n');
  expect(out).toMatch(/^ {2}missing {2}scene_count: .*play on until scene 9\.$/m);
  expect(out).toMatch(/^ {2}missing {2}requires_beat: beat beat_002 /m);
  const { terminal } = fakeTerminal();
  await runCommand(["play", "one-wheel-over", "--choose", "first", "--turns", "1", "--seed", "3", ...data], terminal);
  const later = await typed("--beat", "beat_003", "--story", "last", "--json", ...data);
  expect(JSON.parse(later.out)).toMatchObject({ id: "beat_003", nextScene: 2, state: "open" });
  expect(await typed("--beat", "beat_003", "--story", "zzz", ...data)).toMatchObject({ code: 1, out: "" });
});

it("[CL845] names the beats there are where there is none of the name", async () => {
  expect(await typed("--beat", "beat_900")).toMatchObject({
    code: 1,
    err: expect.stringMatching(/neither a beat nor an ending "beat_900"\. Name one of these: beat_001,/),
  });
});

it("[CL846] draws to standard output, or to a file by its ending", async () => {
  const home = newHome();
  expect((await typed("--graph")).out).toMatch(/^---\ntitle: "One Wheel Over"\n---\nflowchart LR\n/);
  const svg = join(home, "plot.svg");
  expect(await typed("--graph", svg)).toMatchObject({ code: 0, out: `Written to ${svg}.\n` });
  expect(readFileSync(svg, "utf8")).toMatch(/^<svg .*<\/svg>\n$/s);
  const other = join(home, "plot.pdf");
  expect(await typed("--graph", other)).toMatchObject({ code: 2, err: expect.stringContaining(".svg or .mmd") });
  expect(existsSync(other)).toBe(false);
  for (const args of [[], ["--graph", svg, "--beat", "beat_001"]])
    expect(await typed(...args)).toMatchObject({ code: 2, err: expect.stringContaining("Give --beat") });
});
