// What a turn leaves on the disk: whole, or nothing; and what taking it back or failing leaves of it.
import { join } from "node:path";
import { openStore, type Turn } from "@narratoria/persistence";
import { expect, it } from "vitest";
import type { EngineEvent, SceneEvent, Story } from "../src/index.js";
import { ENDING_AT_ONCE, smallCampaign } from "./support/campaign.js";
import { collect, comparable, engineOn, noticesIn, sceneIn, tempFolder, withScript } from "./support/play.js";

const CAMPAIGN = "one-wheel-over";

/** The turns on the disk, the opening first, as another process would read them. */
async function turnsOnDisk(dataDir: string, story: Story): Promise<Turn[]> {
  const store = await openStore({ dataDir, readOnly: true });
  const turns = await store.history(story.id);
  await store.close();
  return turns.reverse();
}

function endingOf(scene: SceneEvent): string {
  const choice = scene.choices.find(({ sources }) => sources.some(({ kind }) => kind === "ending"));
  if (!choice) throw new Error(`no ending is offered: ${JSON.stringify(scene.choices)}`);
  return choice.id;
}

it("[EN6] the scene event comes when its turn is on the disk, and not at all when it cannot be written", async () => {
  const dataDir = await tempFolder();
  const engine = await engineOn(dataDir);
  const story = await engine.play(CAMPAIGN, { seed: "4" });
  for await (const event of story.begin()) {
    if (event.type === "scene") expect((await turnsOnDisk(dataDir, story)).map(({ id }) => id)).toEqual([event.turnId]);
  }
  const told: EngineEvent[] = [];
  await expect(async () => {
    for await (const event of story.choose(1)) {
      told.push(event);
      if (event.type === "planning") await engine.deletePlaythrough(story.id);
    }
  }).rejects.toThrow();
  expect(told.map(({ type }) => type)).toContain("prose");
  expect(told.map(({ type }) => type)).not.toContain("scene");
});

it("[EN9] a scene whose memory could not be stored is remembered by the engine's own summary", async () => {
  const dataDir = await tempFolder();
  const skills = [await withScript("memory", "store-memory", "process.exit(3)")];
  const story = await (await engineOn(dataDir, { skills })).play(CAMPAIGN, { seed: "4" });
  await collect(story.begin());
  await collect(story.choose(1));
  for (const turn of await turnsOnDisk(dataDir, story)) {
    const deeds = turn.memories.filter(({ record }) => !JSON.stringify(record["tags"]).includes("heard"));
    expect(deeds).toHaveLength(1);
  }
});

it("[EN10] a turn that no plan could do leaves state as it was, is not remembered, and ends nothing", async () => {
  const dataDir = await tempFolder();
  const campaign = await smallCampaign(join(await tempFolder(), "strap"), ENDING_AT_ONCE);
  const well = await engineOn(dataDir);
  const begun = await well.play(campaign, { seed: "1" });
  await collect(begun.begin());
  const offered = sceneIn(await collect(begun.choose(1)));
  await well.close();
  const skills = [await withScript("player-choices", "evaluate-choice", "process.exit(3)")];
  const story = await (await engineOn(dataDir, { skills })).play(campaign);
  const events = await collect(story.choose(endingOf(offered)));
  expect(noticesIn(events)).toContain("no_plan");
  expect(sceneIn(events)).toMatchObject({ scene: 2, ended: false, choices: offered.choices });
  const [, before, after] = await turnsOnDisk(dataDir, story);
  expect(after?.state).toEqual(before?.state);
  expect(after?.memories).toEqual([]);
});

it("[EN11] a turn that is stopped is not there for whoever opens the story next", async () => {
  const dataDir = await tempFolder();
  const skills = [await withScript("player-choices", "evaluate-choice", "setInterval(() => {}, 1000)")];
  const engine = await engineOn(dataDir, { skills });
  const story = await engine.play(CAMPAIGN, { seed: "4" });
  const opening = sceneIn(await collect(story.begin()));
  const stop = new AbortController();
  for await (const event of story.choose(1, { signal: stop.signal })) if (event.type === "progress") stop.abort();
  expect(story.scene).toEqual(opening);
  expect(await turnsOnDisk(dataDir, story)).toHaveLength(1);
  await engine.close();
  const again = await collect((await (await engineOn(dataDir)).play(CAMPAIGN)).begin());
  expect(noticesIn(again)).toEqual([]);
  expect(sceneIn(again)).toEqual(opening);
});

it("[EN12] what was taken back is not among the deeds that an ending names", async () => {
  const campaign = await smallCampaign(join(await tempFolder(), "strap"), ENDING_AT_ONCE);
  const engine = await engineOn(await tempFolder());
  const ends = await Promise.all(
    [false, true].map(async (undoes) => {
      const story = await engine.play(campaign, { seed: "1", fresh: true });
      await collect(story.begin());
      await collect(story.choose(2));
      if (undoes) {
        await collect(story.undo());
        await collect(story.choose(2));
      }
      return sceneIn(await collect(story.choose(endingOf(sceneIn([story.scene as SceneEvent])))));
    }),
  );
  expect(comparable(ends.slice(1))).toEqual(comparable(ends.slice(0, 1)));
});

it("[EN41] every sentence of the storybook's is kept with its frame and its sources, in the order it was told", async () => {
  const dataDir = await tempFolder();
  const story = await (await engineOn(dataDir)).play(CAMPAIGN, { seed: "2" });
  await collect(story.begin());
  await collect(story.choose(1));
  for (const turn of await turnsOnDisk(dataDir, story)) {
    const { paragraphs, sentences } = turn.sceneRecord as {
      paragraphs: string[];
      sentences: { text: string; paragraph: number; key?: string; tags?: string[]; sources: unknown[] }[];
    };
    const told = paragraphs.map((_, at) =>
      sentences.filter(({ paragraph }) => paragraph === at).map(({ text }) => text),
    );
    expect(told.map((texts) => texts.join(" "))).toEqual(paragraphs);
    for (const { key, tags } of sentences) expect(tags === undefined).toBe(key === undefined);
    // A question that is answered begins with its answer.
    if (turn.scene === 1) expect(sentences[0]?.key).toMatch(/^(?:deed|gain) /);
  }
});

it("[EN190] a journal whose scenes are not ours is refused with a sentence, and left as it is", async () => {
  const dataDir = await tempFolder();
  const story = await (await engineOn(await tempFolder())).play(CAMPAIGN, { seed: "4" });
  const scene = sceneIn(await collect(story.begin()));
  for (const sceneRecord of [{ paragraphs: ["Once."] }, { ...scene, slots: [{ id: "a" }] }]) {
    const store = await openStore({ dataDir });
    const { id } = await store.createPlaythrough({
      campaign: CAMPAIGN,
      campaignPath: CAMPAIGN,
      title: "Other",
      campaignVersion: "1",
      seed: "1",
    });
    const session = await store.openSession(id);
    const nothing = { plans: [], results: [], patches: [], rolls: [], memories: [], narrator: "storybook" };
    const about = { playthroughId: id, sessionId: session.id, parentId: null, scene: 0, choice: null };
    await store.commitTurn({ ...nothing, ...about, state: {}, sceneRecord });
    await store.close();
    const engine = await engineOn(dataDir);
    await expect(engine.resume(id)).rejects.toMatchObject({ code: "scene_unreadable" });
    await engine.close();
  }
});

it("[EN3206] reads a scene that was kept with a source without words", async () => {
  const dataDir = await tempFolder();
  const story = await (await engineOn(await tempFolder())).play(CAMPAIGN, { seed: "4" });
  const scene = sceneIn(await collect(story.begin()));
  const [first, ...others] = scene.choices;
  if (!first) throw new Error("no choice is offered");
  const empty = { kind: "beat", ref: "beat_001", text: "" } as const;
  const store = await openStore({ dataDir });
  const { id } = await store.createPlaythrough({
    campaign: CAMPAIGN,
    campaignPath: CAMPAIGN,
    title: "Other",
    campaignVersion: "1",
    seed: "1",
  });
  const session = await store.openSession(id);
  const nothing = { plans: [], results: [], patches: [], rolls: [], memories: [], narrator: "storybook" };
  const about = { playthroughId: id, sessionId: session.id, parentId: null, scene: 0, choice: null };
  const sceneRecord = { ...scene, choices: [{ ...first, sources: [empty] }, ...others], slots: [] };
  await store.commitTurn({ ...nothing, ...about, state: {}, sceneRecord });
  await store.close();
  const engine = await engineOn(dataDir);
  const again = await engine.resume(id);
  expect(again.scene?.choices.map(({ text, sources }) => [text, sources.length])[0]).toEqual([first.text, 0]);
  await engine.close();
});
