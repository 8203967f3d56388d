// A story played again from its journal is the same to the character, or the replay says where it is not, and why.
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, it, onTestFinished, vi } from "vitest";
import { ENDING_AT_ONCE, smallCampaign } from "./support/campaign.js";
import { collect, engineOn, sceneIn, tempFolder, walk, withScript } from "./support/play.js";

const CAMPAIGN = "one-wheel-over";
const resident = { residentScripts: true } as const;
const leftOver = (folder: string) => readdirSync(folder).filter((name) => name.startsWith("narratoria-replay-"));

it("[EN195] a replay gives the same scenes, rolls, states and memories, on any branch, and leaves the story alone", async () => {
  const engine = await engineOn(await tempFolder(), resident);
  const story = await engine.play(CAMPAIGN, { seed: "11" });
  await walk(story, "11", 6);
  const main = story.scene?.turnId ?? "";
  await collect(story.branch(2));
  await collect(story.choose(1));
  await collect(story.choose(2));
  const before = story.scene;
  const told: number[] = [];
  const onScene = (scene: number, scenes: number) => void told.push(scene, scenes);
  expect(await engine.replay(story.id, { onScene })).toEqual({ turns: 5, taken: [], difference: null });
  expect(told).toEqual([0, 5, 1, 5, 2, 5, 3, 5, 4, 5]);
  expect(await engine.replay(story.id, { turn: main })).toEqual({ turns: 7, taken: [], difference: null });
  expect(story.scene).toEqual(before);
  expect(await engine.playthroughs()).toHaveLength(1);
  await expect(engine.replay("nobody")).rejects.toMatchObject({ code: "playthrough_not_found" });
  await expect(engine.replay(story.id, { turn: "nowhere" })).rejects.toMatchObject({ code: "no_such_turn" });
});

it("[EN195] it runs beside whoever plays, with the character that was chosen, to an ending or a leaving", async () => {
  const dataDir = await tempFolder();
  const engine = await engineOn(dataDir, resident);
  const story = await engine.play(CAMPAIGN, { seed: "12" });
  await collect(story.begin({ character: { name: "Wren", stats: { charisma: 11 } } }));
  await collect(story.choose(1));
  await collect(story.leave());
  const campaign = await smallCampaign(join(await tempFolder(), "strap"), ENDING_AT_ONCE);
  const ended = await engine.play(campaign, { seed: "1" });
  await collect(ended.begin());
  await collect(ended.choose(1));
  const choices = ended.scene?.choices ?? [];
  await collect(ended.choose(choices.find(({ sources }) => sources.some(({ kind }) => kind === "ending"))?.id ?? ""));

  const reader = await engineOn(dataDir, { readOnly: true, ...resident });
  expect(await reader.replay(story.id)).toEqual({ turns: 3, taken: [], difference: null });
  expect(await reader.replay(ended.id)).toEqual({ turns: 3, taken: [], difference: null });
  await expect(reader.deletePlaythrough(story.id)).rejects.toMatchObject({ code: "read_only" });
});

it("[EN196] it says where it differs and which skill gave something else", async () => {
  const dataDir = await tempFolder();
  const first = await engineOn(dataDir, resident);
  const story = await first.play(CAMPAIGN, { seed: "11" });
  const rolled = (await walk(story, "11", 6)).findIndex((events) => events.some(({ type }) => type === "roll"));
  await first.close();
  const loaded = `
    const lines = [];
    process.stdin.on("data", (chunk) => lines.push(chunk)).on("end", () => {
      const { dependencies } = JSON.parse(Buffer.concat(lines));
      const { modifiers, label, stat } = dependencies.evaluate;
      const output = { formula: "2d6", dice: [1, 1], kept: [1, 1], modifiers, total: 2, outcome: "fail", label, stat };
      console.log(JSON.stringify({ version: "0", type: "done", ok: true, output }));
    });`;
  const second = await engineOn(dataDir, { skills: [await withScript("dice-roller", "roll-dice", loaded)] });
  const { turns, difference } = await second.replay(story.id);
  expect(turns).toBe(rolled + 1);
  expect(difference).toMatchObject({
    scene: rolled,
    what: "rolls",
    where: expect.stringMatching(/^\/0\/dice\//),
    found: "1",
  });
  expect(difference?.why).toMatch(/^dice-roller\/roll-dice is the first that gave something else\./);
});

it("[EN196] it says which skill failed", async () => {
  const dataDir = await tempFolder();
  const first = await engineOn(dataDir, resident);
  const story = await first.play(CAMPAIGN, { seed: "11" });
  await walk(story, "11", 1);
  await first.close();
  const broken = await withScript("player-choices", "generate-choices", "process.exit(3)");
  const second = await engineOn(dataDir, { skills: [broken] });
  const { turns, difference } = await second.replay(story.id);
  expect(turns).toBe(1);
  expect(difference).toMatchObject({ scene: 0, what: "scene", where: expect.stringMatching(/^\/choices\/0\//) });
  expect(difference?.why).toBe("player-choices/generate-choices failed this time.");
});

it("[EN197] a turn in which a skill failed is taken from the journal, and the rest played again", async () => {
  const dataDir = await tempFolder();
  const broken = await withScript("memory", "store-memory", "process.exit(3)");
  const first = await engineOn(dataDir, { skills: [broken] });
  const story = await first.play(CAMPAIGN, { seed: "11" });
  await walk(story, "11", 1);
  await first.close();
  const second = await engineOn(dataDir, resident);
  const again = await second.resume(story.id);
  await collect(again.begin());
  expect(sceneIn(await collect(again.choose(1))).scene).toBe(2);
  expect(await second.replay(story.id)).toEqual({ turns: 3, taken: [0, 1], difference: null });
});

it("[EN195] stopped, it says how far it came; nothing of it is left on the disk", async () => {
  const temporary = await tempFolder();
  vi.stubEnv("TMPDIR", temporary);
  onTestFinished(() => void vi.unstubAllEnvs());
  const engine = await engineOn(await tempFolder(), resident);
  const story = await engine.play(CAMPAIGN, { seed: "11" });
  await walk(story, "11", 2);
  const stop = new AbortController();
  const onScene = (scene: number) => {
    if (scene === 1) stop.abort();
  };
  expect(await engine.replay(story.id, { signal: stop.signal, onScene })).toMatchObject({ turns: 2, difference: null });
  expect(leftOver(temporary)).toEqual([]);
});
