// SPEC.md CL2300 to CL2305: a campaign is walked through and what walks came to is told.
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { StoryTest } from "@narratoria/engine";
import { expect, it, onTestFinished, vi } from "vitest";
import { runCommand } from "../src/main.js";
import { failuresOf } from "../src/story-test.js";
import { FAILS, FAILS_FOR, readFails } from "../src/story-test-flags.js";
import { again, testLines } from "../src/story-test-lines.js";
import { fakeTerminal } from "./fake-terminal.js";

vi.setConfig({ testTimeout: 240_000 });

async function typed(...args: string[]): Promise<{ code: number; out: string; err: string }> {
  const { terminal, out, err } = fakeTerminal();
  const code = await runCommand(args, terminal);
  return { code, out: out(), err: err() };
}

const walk = { player: "random", seed: "1", ended: false, ending: null } as const;
const TEST: StoryTest = {
  title: "The Sluice",
  campaign: "the-sluice",
  dir: "/stories/the-sluice",
  walks: [
    { ...walk, walk: 1, name: "random-1", scenes: 3, choices: [2, 1] },
    {
      walk: 2,
      name: "seeker-to-water-1",
      player: "seeker",
      goal: "water",
      seed: "1",
      scenes: 4,
      ended: true,
      ending: { id: "water", scene: 3 },
      choices: [1, 3, 2],
    },
  ],
  scenes: 7,
  elapsedMs: 2_000,
  beats: [
    { id: "beat_001", title: "The wheel", priority: "critical", reached: 1, first: { walk: 2, scene: 2 } },
    { id: "b2", title: "The bank", priority: "high", reached: 0, first: null },
  ],
  endings: [{ id: "water", title: "Water", reached: 1, first: { walk: 2, scene: 3 } }],
  choices: [
    { kind: "own", id: "oil", text: "Oil it", offered: 2, taken: 1, first: { walk: 1, scene: 0 } },
    { kind: "act", id: "cross", text: "Cross the weir", of: "b2", offered: 0, taken: 0, first: null },
  ],
  lore: [
    { file: "lore/eels.md", sentences: 3, told: 2 },
    { file: "lore/miller.md", sentences: 1, told: 0 },
  ],
  people: [{ id: "osk", name: "Osk", met: 0 }],
  places: [],
  deadEnds: [{ walk: 1, scene: 2, kind: "no_choices", text: "The scene offers nothing.", waits: [] }],
  broken: [],
  failures: [],
  repeats: [],
  transcripts: {
    folder: ".walks",
    compared: 2,
    changed: [{ name: "random-1", changes: ["b2 does not come any more. Before: scene 2."] }],
    written: 0,
  },
};

it("[CL2301] lists what was reached, what never was, and what is wrong", () => {
  expect(testLines(TEST, "sluice").join("\n")).toBe(`The Sluice: 2 walks, 7 scenes in 2 s, 210 a minute.

Walks
  1. random-1: 3 scenes, has not ended
  2. seeker-to-water-1: 4 scenes, ends with water

Endings: 1 of 1 reached
  water  1 of 2       Water, first in scene 3 of walk 2 (seeker-to-water-1)

Beats: 1 of 2 reached
  beat_001  1 of 2       The wheel, first in scene 2 of walk 2 (seeker-to-water-1)
  b2        never        The bank

The author's choices: 1 of 2 offered, 1 taken
  never offered: act "Cross the weir" (b2)

Lore: 1 of 2 files used
  never used: lore/miller.md

People: 0 of 1 met; never: Osk

Dead ends
  walk 1, scene 2: The scene offers nothing.
    narratoria play sluice --new --seed 1 --choose 2,1 --turns 2

Transcripts: 1 of 2 have changed. To keep them as they are now, add --bless.
  random-1
    b2 does not come any more. Before: scene 2.`);
});

it("[CL2303] plays to a scene of a walk again", () => {
  expect(again(TEST, "my sluice", { walk: 2, scene: 2 })).toBe(
    'narratoria play "my sluice" --new --seed 1 --choose 1,3 --turns 2',
  );
  expect(again(TEST, "sluice", { walk: 2, scene: 0 })).toBe("narratoria play sluice --new --seed 1 --turns 0");
});

it("[CL2302] reads what a test fails for, and names what was found of it", () => {
  expect(failuresOf(TEST, FAILS_FOR)).toEqual(["1 dead end", "1 walk that has changed"]);
  expect(failuresOf(TEST, FAILS)).toEqual([
    "1 dead end",
    "1 beat never reached",
    "1 choice never offered",
    "1 lore file never used",
    "1 walk that has changed",
  ]);
  expect(readFails("none")).toEqual([]);
  expect(readFails("beats, lore")).toEqual(["beats", "lore"]);
  expect(() => readFails("beats,weather")).toThrow(/Give none, or of these with commas: broken,/);
});

it("[CL2300] [CL2302] [CL2304] walks through a campaign, and fails for what it was told to fail for", async () => {
  const home = mkdtempSync(join(tmpdir(), "narratoria-test-command-"));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  await typed("new", "campaign", "low-tide", "--out", home);
  const dir = join(home, "low-tide");
  const page = join(home, "walks.html");
  const options = ["--walks", "1", "--turns", "1", "--data", join(home, "data")];
  const passed = await typed("test", dir, ...options, "--fail-on", "none", "--json", "--html", page);
  expect(passed.code).toBe(0);
  expect(JSON.parse(passed.out)).toMatchObject({ title: "Low Tide", scenes: 2, failed: [] });
  expect(readFileSync(page, "utf8")).toMatch(/<h1>Low Tide: .*<svg .*<\/svg>.*<td>[^<]*<\/td>.*<h2>In words<\/h2>/s);
  expect(await typed("test", dir, "--fail-on", "weather")).toMatchObject({ code: 2, out: "" });
  const stopped = fakeTerminal();
  const code = await runCommand(["test", dir, ...options], { ...stopped.terminal, signal: AbortSignal.abort() });
  expect({ code, out: stopped.out() }).toEqual({ code: 130, out: "" });
});

it("[CL2305] the page for authors names kinds and commands that there are", async () => {
  const page = readFileSync(fileURLToPath(new URL("../../../docs/authors/testing.md", import.meta.url)), "utf8");
  const kinds = [...page.matchAll(/^\| `([a-z-]+)` \| /gm)].map(([, kind = ""]) => kind);
  expect(kinds.toSorted()).toEqual([...FAILS].sort());
  const { out } = await typed("test", "--help");
  const used = [...page.matchAll(/^.*narratoria test \S+(.*)$/gm)].flatMap(
    ([, rest = ""]) => rest.match(/--[a-z-]+/g) ?? [],
  );
  expect(used.length).toBeGreaterThan(2);
  for (const option of used) expect(out).toContain(option);
});
