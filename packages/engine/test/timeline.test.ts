// Undo, redo and branches: what belongs to a turn goes and comes with it, and nothing is lost.
import { openStore } from "@narratoria/persistence";
import { expect, it } from "vitest";
import { walkWinding } from "../src/testing/winding-walk.js";
import { collect, engineOn, noticesIn, sceneIn, sharedScripts, tempFolder, walk } from "./support/play.js";

const CAMPAIGN = "one-wheel-over";

it("[EN191] redo brings back what undo took, to the character; at the ends both say so", async () => {
  const story = await (await engineOn(await tempFolder())).play(CAMPAIGN, { seed: "7" });
  const turns = await walk(story, "7", 3);
  const scenes = turns.map(sceneIn);
  expect(noticesIn(await collect(story.redo()))).toEqual(["nothing_to_redo"]);
  for (const scene of [2, 1, 0]) expect(sceneIn(await collect(story.undo()))).toEqual(scenes[scene]);
  expect(noticesIn(await collect(story.undo()))).toEqual(["nothing_to_undo"]);
  for (const scene of [1, 2, 3]) {
    const redone = await collect(story.redo());
    expect(noticesIn(redone)).toEqual(["redone"]);
    expect(sceneIn(redone)).toEqual(scenes[scene]);
  }
});

it("[EN192] a story that was undone, redone, branched and restarted on its way is the straight run, and so are its replay and its import", async () => {
  const walk = await walkWinding({
    dataDir: await tempFolder(),
    campaign: CAMPAIGN,
    seed: "1",
    turns: 12,
    scripts: await sharedScripts(),
  });
  expect(walk.differences).toEqual([]);
  expect(walk.turns).toBe(12);
  expect(walk.undone).toBeGreaterThan(0);
  expect(walk.branches).toBeGreaterThan(1);
}, 120_000);

it("[EN193] a choice made after an undo begins a branch; branches are listed with a title, gone to and named", async () => {
  const dataDir = await tempFolder();
  const engine = await engineOn(dataDir);
  const story = await engine.play(CAMPAIGN, { seed: "7" });
  await walk(story, "7", 2);
  const [opening, left] = [story.scene?.choices[0], await collect(story.undo())];
  expect(opening).toBeDefined();
  const words = sceneIn(left).choices[2]?.text ?? "";
  const right = sceneIn(await collect(story.choose(3)));
  const [main, branch, ...more] = await story.branches();
  expect(more).toEqual([]);
  expect(main).toMatchObject({
    title: "As it was first told",
    start: null,
    tip: { scene: 2 },
    turns: 3,
    current: false,
  });
  expect(branch).toMatchObject({ parentId: main?.id, start: { scene: 1 }, tip: { scene: 2 }, turns: 1, current: true });
  expect(words.startsWith(branch?.title.replace("…", "") ?? "?")).toBe(true);
  await story.nameBranch(branch?.id ?? "", "The other way");
  const gone = await collect(story.goTo(main?.id ?? ""));
  expect(noticesIn(gone)).toEqual(["went_to"]);
  expect(sceneIn(gone).scene).toBe(2);
  expect(await collect(story.goTo(right.turnId))).toContainEqual(right);
  expect((await story.branches())[1]).toMatchObject({ title: "The other way", current: true });
  await engine.close();

  const again = await (await engineOn(dataDir)).play(CAMPAIGN);
  expect(sceneIn(await collect(again.begin()))).toEqual(right);
});

it("[EN194] a branch begins at any scene that led here, by its number or its turn, and sees that past alone", async () => {
  const story = await (await engineOn(await tempFolder())).play(CAMPAIGN, { seed: "7" });
  const scenes = (await walk(story, "7", 3)).map(sceneIn);
  const branched = await collect(story.branch(1, "From the first"));
  expect(noticesIn(branched)).toEqual(["branched"]);
  expect(sceneIn(branched)).toEqual(scenes[1]);
  expect(noticesIn(await collect(story.redo()))).toEqual(["nothing_to_redo"]);
  expect(sceneIn(await collect(story.choose(1))).scene).toBe(2);
  expect(sceneIn(await collect(story.branch(scenes[3]?.turnId)))).toEqual(scenes[3]);
  expect((await story.branches()).map(({ title }) => title)).toEqual([
    "As it was first told",
    "From the first",
    "From scene 3",
  ]);
  for (const nowhere of [9, "01NOSUCHTURN"]) {
    await expect(collect(story.branch(nowhere))).rejects.toMatchObject({ code: "no_such_turn" });
  }
  await expect(collect(story.goTo("nowhere"))).rejects.toMatchObject({ code: "no_such_turn" });
  await expect(collect(story.branch(1, "x".repeat(81)))).rejects.toMatchObject({ code: "invalid" });
});

it("[EN194] before the opening there is nothing to branch from", async () => {
  const story = await (await engineOn(await tempFolder())).play(CAMPAIGN, { seed: "7" });
  await expect(collect(story.branch())).rejects.toMatchObject({ code: "no_such_turn" });
  expect(await story.branches()).toEqual([]);
});

it("[EN191] what is said when a story is opened is not said again after an undo", async () => {
  const dataDir = await tempFolder();
  const first = await engineOn(dataDir);
  const begun = await first.play(CAMPAIGN, { seed: "7" });
  await walk(begun, "7", 1);
  await first.close();
  const store = await openStore({ dataDir });
  await store.beginTurn(begun.id, { parentId: begun.scene?.turnId ?? null, choiceId: "c" });
  await store.close();
  const story = await (await engineOn(dataDir)).play(CAMPAIGN);
  expect(noticesIn(await collect(story.begin()))).toEqual(["turn_interrupted"]);
  await collect(story.undo());
  expect(noticesIn(await collect(story.choose(1)))).toEqual([]);
});
