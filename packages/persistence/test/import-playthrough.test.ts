import { expect, it } from "vitest";
import type { ImportedPlaythrough } from "../src/index.js";
import { begin, openTestStore } from "./helpers/stores.js";

const turn = (id: string, parentId: string | null, scene: number): ImportedPlaythrough["turns"][number] => ({
  id,
  parentId,
  sessionId: "s",
  scene,
  choice: scene === 0 ? null : { id: `c${scene}`, text: `Go ${id}` },
  plans: [{ n: 1 }],
  results: [],
  patches: [],
  rolls: [{ dice: [scene + 1] }],
  state: { place: "mill", scene },
  sceneRecord: { turnId: id, paragraphs: [`Scene ${scene} begins.`], ended: false },
  memories: [{ id: `m-${id}`, record: { summary: `The bell rang in ${id}.` } }],
  narrator: "storybook",
  createdAt: 100 + scene,
});

const FILE: ImportedPlaythrough = {
  campaignPath: "/stories/lantern",
  playthrough: {
    campaign: "lantern",
    campaignVersion: "1.0.0",
    title: "The Lantern",
    seed: "7",
    createdAt: 100,
    updatedAt: 200,
    head: "left",
    branch: "b1",
  },
  branches: [
    { id: "b1", name: null, start: null, tip: "left", createdAt: 100 },
    { id: "b2", name: "Right", start: "opening", tip: "right", createdAt: 101 },
  ],
  sessions: [{ id: "s", startedAt: 90, endedAt: 300, location: "the mill" }],
  turns: [turn("opening", null, 0), turn("left", "opening", 1), turn("right", "opening", 1)],
};

it("[PE67] an imported playthrough is there under new ids, as it was", async () => {
  const store = await openTestStore();
  const { id } = await store.importPlaythrough(FILE);
  expect(await store.playthrough(id)).toMatchObject({ title: "The Lantern", scene: 1, createdAt: 100, updatedAt: 200 });
  expect(await store.sessions(id)).toEqual([
    { id: expect.any(String), startedAt: 90, endedAt: 300, location: "the mill" },
  ]);
  const [left, opening] = await store.history(id);
  expect(left?.sceneRecord["turnId"]).toBe(left?.id);
  expect(left?.id).not.toBe("left");
  expect(opening).toMatchObject({ state: { place: "mill", scene: 0 }, rolls: [{ dice: [1] }], createdAt: 100 });
  const branches = await store.branches(id);
  expect(branches.map(({ name, start, tip, current }) => [name, start?.scene, tip.scene, current])).toEqual([
    [null, undefined, 1, true],
    ["Right", 0, 1, false],
  ]);
  const found = await store.semanticSearch(id, { dataType: "memory", query: "bell" });
  expect(found.map((hit) => hit.id)).toEqual(["m-left", "m-opening"]);
  expect((await store.importPlaythrough(FILE)).id).not.toBe(id);
});

it.each<[string, Partial<ImportedPlaythrough>]>([
  ["a turn before the one it follows", { turns: [turn("left", "opening", 1), turn("opening", null, 0)] }],
  ["two openings", { turns: [...FILE.turns, turn("again", null, 0)] }],
  ["a turn twice", { turns: [...FILE.turns, turn("left", "opening", 1)] }],
  ["a session twice", { sessions: [...FILE.sessions, ...FILE.sessions] }],
  ["a session that is not there", { sessions: [] }],
  ["a branch twice", { branches: [...FILE.branches, ...FILE.branches] }],
  ["turns on no branch", { branches: FILE.branches.slice(0, 1) }],
  ["a branch that does not leave its start", { branches: FILE.branches.map((one) => ({ ...one, start: "left" })) }],
  ["no place where it stands", { playthrough: { ...FILE.playthrough, head: null } }],
  ["a branch to stand on that is not there", { playthrough: { ...FILE.playthrough, branch: "b9" } }],
])("[PE67] a playthrough with %s is refused, and nothing of it is kept", async (_what, changes) => {
  const store = await openTestStore();
  const kept = await begin(store);
  await expect(store.importPlaythrough({ ...FILE, ...changes })).rejects.toMatchObject({ code: "invalid" });
  expect((await store.playthroughs()).map(({ id }) => id)).toEqual([kept.id]);
});

it("[PE67] whoever imports may refuse a turn, and then nothing is kept", async () => {
  const store = await openTestStore();
  const refuse = store.importPlaythrough(FILE, ({ scene }) => {
    if (scene === 1) throw new Error("not this one");
  });
  await expect(refuse).rejects.toThrow("not this one");
  expect(await store.playthroughs()).toEqual([]);
});
