// SPEC.md EN2400 to EN2412: players walk through a campaign, and what they came to is reported.
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { loadCampaign, openReading } from "@narratoria/campaign";
import type { ToldScene } from "@narratoria/narrator";
import type { ChoiceSlot } from "@narratoria/protocol/story";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { drawPlot, pack, type StoryTest, testCampaign, type WhyAnswer } from "../src/index.js";
import { indexed } from "../src/prepared-campaign.js";
import { coverageOf } from "../src/story-test/coverage.js";
import { deadEndOf, lawBreaks, repeatsIn } from "../src/story-test/faults.js";
import { changesSince, readTranscripts, type Transcript, TRANSCRIPTS } from "../src/story-test/transcripts.js";

vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });

const home = mkdtempSync(join(tmpdir(), "narratoria-story-test-"));
afterAll(() => rmSync(home, { recursive: true, force: true }));

const FILES: Readonly<Record<string, string>> = {
  "manifest.json": JSON.stringify({ title: "The Sluice", version: "1.0.0" }),
  "world/setting.md": "# Where\n\n## The sluice\n\nThe sluice stands over the weir. A wheel hangs beside it.\n",
  "world/constraints.md": "- Nobody says “upstream”.\n",
  "plot/premise.md": "You came to the sluice at noon, because the water has stopped.\n",
  "plot/beats.json": JSON.stringify({
    beats: [
      {
        id: "beat_001",
        title: "The stuck wheel",
        description: "The wheel hangs still. The player must decide whether to turn the wheel or to call the miller.",
        location: "The sluice",
        conditions: { scene_count: { min: 1 } },
        priority: "critical",
      },
      {
        id: "beat_002",
        title: "The far bank",
        description: "A bell rings on the far bank.",
        conditions: { player_choice: "cross_the_weir" },
      },
      {
        id: "beat_003",
        title: "The flood",
        description: "The water comes back at night.",
        conditions: { scene_count: { min: 40 } },
      },
    ],
  }),
  "plot/choices.json": JSON.stringify({
    choices: [{ text: "Oil the axle", location: "The sluice", then: { told: "The axle takes the oil." } }],
  }),
  "plot/endings/water.md": "---\ntitle: Water\n---\n\nThe water runs again.\n",
  "lore/miller.md": "The miller sold the wheel twice last spring.\n",
  "lore/eels.md": "Eels climb the weir at every new moon.\n",
};

const dir = join(home, "the-sluice");
for (const [file, text] of Object.entries(FILES)) {
  mkdirSync(dirname(join(dir, file)), { recursive: true });
  writeFileSync(join(dir, file), text);
}

async function known() {
  const { campaign } = await loadCampaign(dir);
  if (!campaign) throw new Error("the campaign cannot be read");
  return { campaign, mined: indexed(await openReading(campaign)) };
}

const slot = (text: string, more: Partial<ChoiceSlot> = {}): ChoiceSlot => ({
  id: text,
  verb: "watch",
  class: "look",
  bind: {},
  sources: [],
  text,
  label: text,
  tags: [],
  ...more,
});

const scene = (number: number, more: Partial<ToldScene> = {}): ToldScene => ({
  scene: number,
  paragraphs: ["The weir is loud."],
  sentences: [],
  choice: null,
  slots: [slot("Look around")],
  outcome: "none",
  effects: [],
  memories: [],
  before: {},
  after: {},
  ended: false,
  ...more,
});

describe("coverage", () => {
  it("[EN2400] counts the walks in which beats and endings came, and names the first walk and scene", async () => {
    const { campaign, mined } = await known();
    const after = { beats: { beat_001: { state: "fired", scene: 1 }, beat_002: { state: "waiting", scene: 1 } } };
    const end = scene(2, { ended: true, choice: slot("End", { bind: { ending: "water" } }), after });
    const { beats, endings } = coverageOf(campaign, mined, [
      { walk: 1, scenes: [scene(0)] },
      { walk: 2, scenes: [scene(0), scene(1, { after }), end] },
      { walk: 3, scenes: [scene(0), scene(1, { after })] },
    ]);
    expect(beats).toEqual([
      { id: "beat_001", title: "The stuck wheel", priority: "critical", reached: 2, first: { walk: 2, scene: 1 } },
      { id: "beat_002", title: "The far bank", priority: "medium", reached: 0, first: null },
      { id: "beat_003", title: "The flood", priority: "medium", reached: 0, first: null },
    ]);
    expect(endings).toEqual([{ id: "water", title: "Water", reached: 1, first: { walk: 2, scene: 2 } }]);
  });

  it("[EN2401] counts choices written in full, decisions, and acts that nobody wrote a choice for", async () => {
    const { campaign, mined } = await known();
    const turn = slot("Turn the wheel", { verb: "decide", tags: ["turn-the-wheel"] });
    const { choices } = coverageOf(campaign, mined, [
      { walk: 1, scenes: [scene(0), scene(1, { slots: [turn, slot("Oil the axle", { tags: ["oil-the-axle"] })] })] },
      { walk: 2, scenes: [scene(0, { slots: [turn] }), scene(1, { choice: turn })] },
    ]);
    const told = choices.map(({ kind, id, offered, taken, first }) => [kind, id, offered, taken, first?.walk ?? null]);
    expect(told).toEqual([
      ["own", "oil-the-axle", 1, 0, 1],
      ["decision", "turn-the-wheel", 2, 1, 1],
      ["decision", "call-the-miller", 0, 0, null],
      ["act", "cross_the_weir", 0, 0, null],
    ]);
    const crossed = scene(1, { slots: [slot("Cross the weir", { tags: ["cross_the_weir"] })] });
    const offered = coverageOf(campaign, mined, [{ walk: 1, scenes: [crossed] }]).choices;
    expect(offered.find(({ kind }) => kind === "act")).toMatchObject({ of: "beat_002", offered: 1 });
  });

  it("[EN2402] [EN2403] counts lore that was told, people who were met and places where somebody came", async () => {
    const { campaign, mined } = await known();
    const [place] = mined.matter.places;
    const told = scene(1, {
      paragraphs: ["“Eels climb the weir at every new moon,” says somebody."],
      after: { place: place?.id ?? "" },
    });
    const { lore, places } = coverageOf(campaign, mined, [{ walk: 1, scenes: [told] }]);
    expect(lore).toEqual([
      { file: "lore/eels.md", sentences: 1, told: 1 },
      { file: "lore/miller.md", sentences: 1, told: 0 },
    ]);
    expect(places[0]).toMatchObject({ name: "the sluice", met: 1 });
  });
});

describe("faults", () => {
  const ending = (isLost: boolean): WhyAnswer => ({
    kind: "ending",
    id: "water",
    title: "Water",
    state: "open",
    nextScene: 4,
    conditions: [{ condition: "requires_beat", wants: "beat_009", holds: false, ...(isLost && { isLost: true }) }],
    besides: [],
  });
  const fired = (at: number) => ({ beats: { beat_001: { state: "fired", scene: at } } });

  it.each([
    ["offers nothing", [scene(3, { slots: [] })], [ending(false)], "no_choices"],
    ["can end in no way", [scene(3)], [ending(true)], "closed"],
    ["has had no beat for 15 scenes", [scene(20, { after: fired(5) })], [ending(false)], "standstill"],
    ["has had a beat lately", [scene(19, { after: fired(5) })], [ending(false)], undefined],
    ["has ended", [scene(20, { ended: true })], [ending(true)], undefined],
  ])("[EN2404] a walk that %s", (_, scenes, left, kind) => {
    const found = deadEndOf(scenes, left);
    expect(found?.kind).toBe(kind);
    if (kind === "closed" || kind === "standstill") expect(found?.waits).toEqual(left);
  });

  it("[EN2405] names the law that a sentence or a choice breaks", async () => {
    const { mined } = await known();
    const told = scene(4, { paragraphs: ["They look upstream."], slots: [slot("Walk upstream")] });
    const where = expect.stringContaining("world/constraints.md:1");
    expect(lawBreaks(mined, [scene(3), told])).toEqual([
      { scene: 4, text: where },
      { scene: 4, text: where },
    ]);
  });

  it("[EN2406] names a sentence of the author's that is told again, and no other", () => {
    const authored = new Set(["The wheel hangs still in the water."]);
    const twice = (text: string) =>
      repeatsIn(
        { authored },
        [1, 2].map((one) => scene(one, { paragraphs: [text] })),
      );
    expect(twice("The wheel hangs still in the water.")).toEqual([
      { scene: 1, text: "The wheel hangs still in the water." },
    ]);
    expect(twice("You walk on for a while.")).toEqual([]);
  });
});

it("[EN2411] says in sentences what a walk does otherwise than its transcript", () => {
  const told = (text: string, ...offered: string[]) => ({ told: [text], offered });
  const before: Transcript = {
    version: 1,
    name: "random-1",
    seed: "1",
    chosen: ["Turn the wheel", "Wait"],
    scenes: [told("It is noon.", "Turn the wheel", "Wait"), told("It turns. It stops.", "Wait"), told("Dusk.")],
    beats: { beat_001: 1, beat_002: 2 },
    ending: "water",
  };
  expect(changesSince(before, before, null)).toEqual([]);
  const other = told("It turns. It breaks.", "Wait", "Run");
  const now = {
    ...before,
    scenes: [before.scenes[0] ?? other, other, told("Night.")],
    beats: { beat_001: 2 },
    ending: null,
  };
  expect(changesSince(before, now, null)).toEqual([
    "It comes to no ending after 3 scenes. Before: water in scene 2.",
    "beat_001 comes in scene 2. Before: scene 1.",
    "beat_002 does not come any more. Before: scene 2.",
    'Scene 1 offers "Run" as well.',
    'Scene 1 tells "It breaks." in place of "It stops.".',
    'Scene 2 tells "Night." in place of "Dusk.".',
  ]);
  const less = { ...before, scenes: [told("It is noon.", "Wait"), ...before.scenes.slice(1)] };
  expect(changesSince(before, less, null)).toEqual(['Scene 0 does not offer "Turn the wheel" any more.']);
  expect(changesSince(before, { ...before, scenes: [...before.scenes.slice(0, 2), told("Night.")] }, 1)).toEqual([
    'Scene 1 no longer offers "Wait". The walk goes another way from there.',
  ]);
});

describe("a test of a campaign", () => {
  const data = join(home, "data");
  const options = { dataDir: data, walks: 2, turns: 4 };
  const texts = (): string[] => readdirSync(dir, { recursive: true, encoding: "utf8" }).sort();
  const before = texts();
  let first: StoryTest;
  beforeAll(async () => {
    first = await testCampaign(dir, options);
  });

  it("[EN2407] [EN2409] walks as each player, reports it, and leaves nothing behind", async () => {
    expect(first).toMatchObject({
      title: "The Sluice",
      campaign: "the-sluice",
      failures: [],
      broken: [],
      deadEnds: [],
    });
    expect(first.walks.map(({ name, seed }) => [name, seed])).toEqual([
      ["random-1", "1"],
      ["seeker-1", "1"],
    ]);
    for (const { scenes, choices } of first.walks) expect(choices).toHaveLength(scenes - 1);
    expect(first.scenes).toBe(first.walks.reduce((sum, { scenes }) => sum + scenes, 0));
    expect(first.beats[0]).toMatchObject({ id: "beat_001", reached: 2 });
    expect(texts()).toEqual(before);
    expect(existsSync(join(data, "narratoria.db"))).toBe(false);
    await expect(testCampaign(dir, { ...options, signal: AbortSignal.abort(new Error("enough")) })).rejects.toThrow(
      "enough",
    );
  });

  it("[EN2412] is written on the map of the story", async () => {
    const [wheel, ...others] = first.beats;
    const beats = [...(wheel ? [wheel] : []), ...others.map((beat) => ({ ...beat, reached: 0, first: null }))];
    const map = await drawPlot(dir, "svg", { ...first, beats });
    expect(map).toMatch(/beat: The stuck wheel \(beat_001\): 2 of 2, first walk 1, scene \d/);
    expect(map).toMatch(/stroke="#b3261e" stroke-dasharray="5 3"/);
    expect(map).toContain("beat: The flood (beat_003): never reached");
  });

  it("[EN2407] [EN2408] [EN2410] keeps its walks, walks the same way again, and says where a choice is gone", async () => {
    const blessed = await testCampaign(dir, { ...options, bless: true });
    expect(blessed.transcripts).toEqual({ folder: TRANSCRIPTS, compared: 0, changed: [], written: 2 });
    expect(blessed.walks).toEqual(first.walks);
    expect(readdirSync(join(dir, TRANSCRIPTS))).toEqual(["random-1.json", "seeker-1.json"]);
    expect((await loadCampaign(dir)).problems.filter(({ file }) => file.startsWith("."))).toEqual([]);
    expect((await pack(dir, { file: join(home, "sluice.narratoria") })).leftOut).toEqual([`${TRANSCRIPTS}/`]);

    const file = join(dir, TRANSCRIPTS, "random-1.json");
    const transcript: Transcript = JSON.parse(readFileSync(file, "utf8"));
    const [, ...rest] = transcript.chosen;
    writeFileSync(file, JSON.stringify({ ...transcript, chosen: ["Leave by boat", ...rest] }));
    const { transcripts, walks } = await testCampaign(dir, options);
    expect(transcripts).toMatchObject({ compared: 2, written: 0 });
    expect(transcripts.changed).toEqual([
      {
        name: "random-1",
        changes: ['Scene 0 no longer offers "Leave by boat". The walk goes another way from there.'],
      },
    ]);
    expect(walks).toEqual(first.walks);
    writeFileSync(file, "{");
    await expect(readTranscripts(dir)).rejects.toMatchObject({ code: "transcript_unusable" });
  });
});
