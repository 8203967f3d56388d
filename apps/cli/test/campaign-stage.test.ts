// SPEC.md CL1010 to CL1012: what an author is told of pictures and sounds.
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished, vi } from "vitest";
import { generatedLines } from "../src/archives.js";
import { runCommand } from "../src/main.js";
import { fakeTerminal } from "./fake-terminal.js";

vi.setConfig({ testTimeout: 60_000 });

const PIANO = "the-piano-on-the-third-landing";

async function typed(...args: string[]): Promise<{ code: number; out: string }> {
  const { terminal, out } = fakeTerminal();
  const code = await runCommand(["campaign", "stage", PIANO, ...args], terminal);
  return { code, out: out() };
}

it("[CL1010] lists what places, people and beats would show and play, and why", async () => {
  const { code, out } = await typed();
  expect(code).toBe(0);
  expect(out).toContain("The Piano on the Third Landing: what its scenes look and sound like\n");
  expect(out).toMatch(
    /\n {2}the courtyard\n {4}art\/locations\/courtyard\.webp, music\/ambient\/a-house-at-night\.ogg\n/,
  );
  expect(out).toContain("Background: art/locations/courtyard.webp, as it shows the courtyard, by its name.");
  expect(out).toContain("Made by a machine");
  const json = JSON.parse((await typed("--json")).out);
  expect(json).toMatchObject({ broken: [], idle: [] });
  expect(json.places).toHaveLength(4);
});

it("[CL1011] writes a page with small pictures", async () => {
  const home = mkdtempSync(join(tmpdir(), "narratoria-stage-"));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  const page = join(home, "stage.html");
  expect(await typed("--html", page)).toEqual({ code: 0, out: `Written to ${page}.\n` });
  const html = readFileSync(page, "utf8");
  expect(html).toMatch(/<img loading="lazy" src="file:\/\/[^"]+art\/locations\/hall\.webp" alt="The hall">/);
  expect(html).not.toContain("<script");
});

it("[CL1012] lists what a machine made, and how many more there are", () => {
  const made = (count: number) =>
    Array.from({ length: count }, (_, at) => ({
      file: `art/${at}.png`,
      model: "a-model",
      date: "2026-01-01T00:00:00Z",
      seed: "x",
    }));
  expect(generatedLines([])).toEqual([]);
  expect(generatedLines(made(1))).toEqual([
    "A machine made 1 file of this campaign:",
    "  art/0.png: a-model, 2026-01-01",
  ]);
  expect(generatedLines(made(43)).slice(-2)).toEqual(["  art/39.png: a-model, 2026-01-01", "  and 3 more"]);
});
