// How stories are found and opened: by path, by name, by id. Nothing is told here unless a test needs a scene.
import { chmod, mkdir } from "node:fs/promises";
import { basename, join } from "node:path";
import { openStore } from "@narratoria/persistence";
import { expect, it, onTestFinished, vi } from "vitest";
import { findCampaign } from "../src/locate.js";
import { openEngine } from "../src/index.js";
import { ENDING_AT_ONCE, smallCampaign } from "./support/campaign.js";
import { collect, engineOn, noticesIn, sceneIn, tempFolder } from "./support/play.js";

const BUNDLED = "one-wheel-over";

// The superuser may write everywhere, so there is nothing to refuse.
it.skipIf(process.getuid?.() === 0)("[EN1] refuses a data folder that may not be written to, by its name", async () => {
  const folder = join(await tempFolder(), "locked");
  await mkdir(folder);
  await chmod(folder, 0o500);
  await expect(openEngine({ dataDir: folder })).rejects.toMatchObject({
    code: "data_folder",
    message: expect.stringMatching(new RegExp(`^[^.]*${basename(folder)}[^.]*\\.$`)),
  });
});

it("[EN2] goes on with the latest of this campaign's playthroughs, or with the one that is named", async () => {
  const engine = await engineOn(await tempFolder());
  const first = await engine.play(BUNDLED, { seed: "1" });
  await collect(first.begin());
  const second = await engine.play(BUNDLED, { seed: "2", fresh: true });
  await collect(second.begin());
  const other = await engine.play("the-piano-on-the-third-landing", { seed: "3" });
  await collect(other.begin());
  expect(new Set([first.id, second.id, other.id]).size).toBe(3);
  expect((await engine.play(BUNDLED)).id).toBe(second.id);
  expect((await engine.play(BUNDLED, { playthrough: first.id })).id).toBe(first.id);
});

it("[EN2][EN7][EN14][EN22][EN53] an ending in reach is offered, ends the story, and is what is shown from then on", async () => {
  const dataDir = await tempFolder();
  const campaign = await smallCampaign(join(await tempFolder(), "strap"), ENDING_AT_ONCE);
  const engine = await engineOn(dataDir);
  const story = await engine.play(campaign, { seed: "1" });
  await collect(story.begin());
  const offered = sceneIn(await collect(story.choose(1)));
  const choice = offered.choices.find(({ sources }) => sources.some(({ kind }) => kind === "ending"));
  expect(choice?.sources).toMatchObject([{ kind: "ending", text: "A Longer Strap" }]);
  const end = sceneIn(await collect(story.choose(choice?.id ?? "")));
  expect(end).toMatchObject({ scene: 2, ended: true, choices: [], ending: "A Longer Strap" });
  expect([2, 3]).toContain(end.paragraphs.length);
  expect(end.epilogue?.join(" ")).toMatch(/\b[Yy]ou \w+/);
  expect(offered).not.toHaveProperty("ending");
  expect(end.paragraphs.join(" ")).toContain("The carriers come back with a longer strap.");
  for (const again of [1, choice?.id ?? "", "nonsense"]) {
    expect(() => story.choose(again)).toThrow(expect.objectContaining({ code: "story_ended" }));
  }
  await engine.close();
  const reopened = await (await engineOn(dataDir)).play(campaign);
  expect(reopened.id).toBe(story.id);
  const shown = await collect(reopened.begin());
  expect(noticesIn(shown)).toEqual([]);
  expect(sceneIn(shown)).toEqual(end);
  expect(() => reopened.choose(1)).toThrow(expect.objectContaining({ code: "story_ended" }));
});

it("[EN3] takes a folder before a name, an installed campaign before a bundled one, and names each once", async () => {
  const dataDir = await tempFolder();
  expect(await findCampaign(BUNDLED, dataDir)).toMatch(/bundled[\\/]campaigns[\\/]one-wheel-over$/);
  const installed = await smallCampaign(join(dataDir, "campaigns", BUNDLED));
  await smallCampaign(join(dataDir, "campaigns", "strap"));
  expect(await findCampaign(BUNDLED, dataDir)).toBe(installed);
  const here = await tempFolder();
  const folder = await smallCampaign(join(here, BUNDLED));
  const cwd = vi.spyOn(process, "cwd").mockReturnValue(here);
  onTestFinished(() => cwd.mockRestore());
  expect(await findCampaign(BUNDLED, dataDir)).toBe(folder);
  await expect(findCampaign("no-such-story", dataDir)).rejects.toMatchObject({
    action: "Name a folder, or one of: one-wheel-over, strap, the-piano-on-the-third-landing.",
  });
});

it("[EN4][EN21] the opening is told from what the campaign gives, and a beat's outcome from the playthrough's seed", async () => {
  const beats = [
    {
      id: "beat_001",
      title: "The Strap",
      description: "The carriers measure the piano again.",
      outcomes: Array.from({ length: 8 }, (_, index) => ({ description: `It is measured ${index} times.` })),
    },
  ];
  const campaign = await smallCampaign(join(await tempFolder(), "measured"), {
    "plot/beats.json": JSON.stringify({ beats }),
    "plot/premise.md": "It is breakfast time, and the piano is on the third landing.\n",
  });
  const dataDir = await tempFolder();
  const outcomes: unknown[] = [];
  const engine = await engineOn(dataDir);
  for (const seed of ["1", "1", "2", "3"]) {
    const story = await engine.play(campaign, { seed, fresh: true });
    expect(sceneIn(await collect(story.begin())).time).toBe("First morning");
    await collect(story.choose(1));
    const store = await openStore({ dataDir, readOnly: true });
    const state = (await store.head(story.id))?.state;
    await store.close();
    expect(state).toMatchObject({ beats: { beat_001: { state: "fired", scene: 1 } } });
    outcomes.push(JSON.stringify(state?.["beats"]));
  }
  expect(outcomes[0]).toBe(outcomes[1]);
  expect(new Set(outcomes).size).toBeGreaterThan(1);
});

it("[EN20] what a player or a person is to have lived through is looked for in the story's memories", async () => {
  const engine = await engineOn(await tempFolder());
  const offers = async (conditions: string): Promise<boolean> => {
    const campaign = await smallCampaign(join(await tempFolder(), "lived"), {
      "plot/endings/lived.md": `---\ntitle: Lived\nconditions:\n${conditions}\n---\n\nYou go down the stairs, and they are wide.\n`,
    });
    const story = await engine.play(campaign, { seed: "1", fresh: true });
    await collect(story.begin());
    const { choices } = sceneIn(await collect(story.choose(1)));
    return choices.some(({ sources }) => sources.some(({ kind }) => kind === "ending"));
  };
  // The opening is remembered as "The story began.", and nobody else was there.
  expect(await offers("  player_state: story began")).toBe(true);
  expect(await offers("  player_state: story ended")).toBe(false);
  expect(await offers("  npc_state:\n    ada: story began")).toBe(false);
});

it("[EN52] a story that is left for good gets an ending and an epilogue, can be taken back, and is over", async () => {
  const engine = await engineOn(await tempFolder());
  const campaign = await smallCampaign(join(await tempFolder(), "strap"));
  const story = await engine.play(campaign, { seed: "3" });
  expect(() => story.leave()).toThrow(expect.objectContaining({ code: "no_such_choice" }));
  await collect(story.begin());
  const before = sceneIn(await collect(story.choose(1)));
  const end = sceneIn(await collect(story.leave()));
  expect(end).toMatchObject({ scene: 2, ended: true, choices: [], ending: "Here it rests", choice: "Leave it here" });
  expect(end.paragraphs).toHaveLength(2);
  expect(end.epilogue?.length).toBeGreaterThanOrEqual(2);
  expect(() => story.leave()).toThrow(expect.objectContaining({ code: "story_ended" }));
  expect(sceneIn(await collect(story.undo()))).toEqual(before);
});
