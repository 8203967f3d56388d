// The past of a story as a shell shows it: scenes, tree, states, values, ways that were not taken, branches beside each other.
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { mergePatch } from "@narratoria/protocol";
import { expect, it } from "vitest";
import { openEngine, type SceneEvent } from "../src/index.js";
import { playedMs } from "../src/timeline/bookmark.js";
import { KeptTraces, keptTrace } from "../src/timeline/kept-traces.js";
import { collect, engineOn, sceneIn, tempFolder } from "./support/play.js";
import { toldOnce } from "./support/told-once.js";

const CAMPAIGN = "one-wheel-over";

/** A story of four scenes, and another way from its second scene on. The story stands on the other way. */
const forked = toldOnce(async (dataDir) => {
  const engine = await engineOn(dataDir);
  const story = await engine.play(CAMPAIGN, { seed: "4" });
  const scenes: SceneEvent[] = [sceneIn(await collect(story.begin()))];
  for (let turn = 0; turn < 3; turn++) scenes.push(sceneIn(await collect(story.choose(1))));
  await story.branch(1, "The other way");
  const other = sceneIn(await collect(story.choose(2)));
  await engine.close();
  return { id: story.id, scenes, other };
});

async function historyOn() {
  const told = await forked();
  const { dataDir, id } = told;
  const { scenes, other } = told;
  const engine = await openEngine({ dataDir, readOnly: true });
  const history = await engine.history(id);
  return { engine, history, scenes, other, id };
}

it("[EN750] gives scenes by their numbers, their turns and their branch, as they were told", async () => {
  const { engine, history, scenes, other } = await historyOn();
  const [opening, first, second, third] = scenes;
  expect(await history.scenes()).toEqual([opening, first, other]);
  expect(await history.scenes({ from: 1, to: 1 })).toEqual([first]);
  const main = (await history.tree()).branches.find(({ start }) => start === null);
  expect(await history.scenes({ from: 2, branch: main?.id ?? "" })).toEqual([second, third]);
  expect(await history.scene(third?.turnId)).toEqual(third);
  expect(await history.scene(0)).toEqual(opening);
  expect(await history.scene()).toEqual(other);
  await expect(history.scene(9)).rejects.toMatchObject({ code: "no_such_turn" });
  await expect(history.scenes({ branch: "none" })).rejects.toMatchObject({ code: "no_such_turn" });
  await engine.close();
});

it("[EN1050] bookmarks where the story stands, with what happened last", async () => {
  const { engine, history, other } = await historyOn();
  const bookmark = await history.bookmark();
  expect(bookmark).toMatchObject({ character: "", scene: 2, time: other.time, location: other.location });
  expect(bookmark?.lately).toHaveLength(2);
  expect(bookmark?.lately.join(" ")).not.toMatch(/the story began/i);
  expect(bookmark?.playedAt).toBe(Math.max(...(await history.tree()).turns.map(({ createdAt }) => createdAt)));
  await engine.close();
});

it("[EN1050] counts a long wait between two turns as five minutes played", () => {
  const minute = 60_000;
  const turns = [0, 2, 3, 600, 601].map((minutes) => ({ createdAt: minutes * minute }));
  expect(playedMs(turns)).toBe((2 + 1 + 5 + 1) * minute);
  expect(playedMs([])).toBe(0);
});

it("[EN751] gives the tree with each turn's choice, roll and purpose, and the way to where the story stands", async () => {
  const { engine, history, scenes, other } = await historyOn();
  const { turns, branches } = await history.tree();
  expect(turns.map(({ id }) => id)).toEqual([...scenes, other].map(({ turnId }) => turnId));
  expect(turns.map(({ onTheWay }) => onTheWay)).toEqual([true, true, false, false, true]);
  expect(turns.filter(({ current }) => current).map(({ id }) => id)).toEqual([other.turnId]);
  expect(turns[0]).toMatchObject({ choice: null, purpose: "opening", parentId: null });
  expect(turns.slice(1).map(({ choice }) => choice?.text)).toEqual(
    [...scenes.slice(1), other].map(({ choice }) => choice),
  );
  for (const [place, scene] of [...scenes, other].entries())
    expect(turns[place]?.outcome ?? undefined).toBe(scene.roll?.outcome);
  expect(branches.map(({ title }) => title)).toContain("The other way");
  await engine.close();
});

it("[EN752] gives the state of any turn, and each value that a key had, with the turn and the tool that gave it", async () => {
  const { engine, history, scenes } = await historyOn();
  const third = scenes[3]?.turnId ?? "";
  expect(await history.state(third)).toMatchObject({ clock: { minutes: expect.any(Number) } });
  const minutes = await history.values("clock.minutes", third);
  expect(minutes[0]).toMatchObject({ scene: 0, turnId: scenes[0]?.turnId });
  expect(minutes.map(({ value }) => value)).toEqual([...new Set(minutes.map(({ value }) => value))]);
  expect(minutes.at(-1)?.value).toBe(((await history.state(third))["clock"] as { minutes: number }).minutes);
  const told = await history.values("storybook", third);
  expect(told.length).toBeGreaterThan(1);
  expect((await history.values("clock.minutes", third)).slice(1).some(({ toolId }) => toolId === "outcome")).toBe(true);
  expect(await history.values("no.such.key", third)).toEqual([]);
  await engine.close();
});

it("[EN753] says of each choice of a scene where it led, so that a road not taken can be tried", async () => {
  const { engine, history, scenes, other } = await historyOn();
  const roads = await history.roads(1);
  expect(roads.map(({ choice }) => choice)).toEqual(scenes[1]?.choices);
  expect(roads[0]).toMatchObject({ taken: [scenes[2]?.turnId], onTheWay: false });
  expect(roads[1]).toMatchObject({ taken: [other.turnId], onTheWay: true });
  expect(roads.slice(2).every(({ taken }) => taken.length === 0)).toBe(true);
  await engine.close();
});

it("[EN754] sets two branches beside each other from where they part", async () => {
  const { engine, history, scenes, other } = await historyOn();
  const { branches } = await history.tree();
  const [main, way] = [
    branches.find(({ start }) => start === null)?.id ?? "",
    branches.find(({ name }) => name)?.id ?? "",
  ];
  const compared = await history.compare(main, way);
  expect(compared.parting).toEqual({ turnId: scenes[1]?.turnId, scene: 1 });
  expect(compared.left).toEqual(scenes.slice(2));
  expect(compared.right).toEqual([other]);
  expect(mergePatch(await history.state(scenes[3]?.turnId), compared.state)).toEqual(await history.state(other.turnId));
  await engine.close();
});

it("[EN755] keeps the traces of the turns of a sitting, each with its turn", async () => {
  const { dataDir } = await forked();
  const story = await (await engineOn(dataDir)).play(CAMPAIGN);
  const first = sceneIn(await collect(story.choose(1)));
  await story.undo();
  const second = sceneIn(await collect(story.choose(2)));
  expect(story.trace(first.turnId)?.brief).toMatchObject({ choice: { text: first.choice } });
  expect(story.trace(second.turnId)).toEqual(story.trace());
  expect(story.trace("another")).toBeNull();
});

it("[EN755] keeps the traces of the last turns across a restart, and none that quotes what is forgotten or of a story that is gone", async () => {
  const { dataDir } = await forked();
  const engine = await engineOn(dataDir);
  const story = await engine.play(CAMPAIGN);
  const { turnId, choice } = sceneIn(await collect(story.choose(1)));
  const traced = story.trace(turnId);
  await engine.close();
  const later = await engineOn(dataDir);
  const history = await later.history(story.id);
  expect(await history.trace()).toEqual(JSON.parse(JSON.stringify(traced)));
  expect((await history.trace(turnId ?? ""))?.brief).toMatchObject({ choice: { text: choice } });
  const memories = await later.memories(story.id);
  const [first] = await memories.list();
  await memories.pin(first?.id ?? "");
  expect(await history.trace(turnId ?? "")).not.toBeNull();
  await memories.forget(first?.id ?? "");
  expect(await history.trace(turnId ?? "")).toBeNull();
  const again = await later.play(CAMPAIGN);
  await collect(again.choose(1));
  await again.close();
  expect(await history.trace()).not.toBeNull();
  await later.deletePlaythrough(story.id);
  expect(await readdir(join(dataDir, "traces"))).toEqual([]);
});

it("[EN2701] keeps no trace on the disk where the host wants none, and has that of the sitting", async () => {
  const { dataDir } = await forked();
  const engine = await engineOn(dataDir, { keepTraces: false });
  const story = await engine.play(CAMPAIGN);
  const { turnId = "", choice } = sceneIn(await collect(story.choose(1)));
  expect(story.trace(turnId)?.brief).toMatchObject({ choice: { text: choice } });
  await story.close();
  expect(await (await engine.history(story.id)).trace(turnId)).toBeNull();
});

it("[EN755] keeps no more traces than those of 50 turns", async () => {
  const dir = await tempFolder();
  const traces = new KeptTraces(join(dir, "traces"));
  const about = { startedAt: "2026-01-01T00:00:00.000Z", durationMs: 1, failure: null, attempts: [] };
  const trace = { ...about, outcome: "success" } as const;
  const ids = Array.from({ length: 53 }, (_, at) => `turn-${100 + at}`);
  for (const id of ids) traces.add(id, () => trace);
  await traces.saved();
  const names = await readdir(join(dir, "traces"));
  expect(names.sort()).toEqual(ids.slice(3).map((id) => `${id}.json.gz`));
  expect(await keptTrace(join(dir, "traces"), "turn-152")).toEqual(trace);
  expect(await keptTrace(join(dir, "traces"), "turn-102")).toBeNull();
});
