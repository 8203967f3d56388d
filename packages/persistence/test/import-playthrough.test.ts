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

it("[PE67] records belong to their turns after an import as they did before, and a pinned memory stays pinned", async () => {
  const store = await openTestStore();
  const story = await begin(store);
  const npc = (npcId: string, perceptionScore: number) => ({ npcId, perceptionScore });
  await story.tell(["You met Osk at the mill."], {
    changes: [{ change: "store", dataType: "perception", id: "osk", record: npc("osk", 10) }],
  });
  await story.tell(["You lied to Osk at the weir."], {
    changes: [
      { change: "update", dataType: "perception", id: "osk", changes: { perceptionScore: -20 } },
      { change: "store", dataType: "perception", id: "marta", record: npc("marta", 5) },
      {
        change: "store",
        dataType: "reputation",
        id: "guild",
        record: { factionId: "guild", currentScore: 3, decayRate: 0 },
      },
    ],
  });
  await story.tell(["You met Osk at the mill."], {
    changes: [{ change: "delete", dataType: "perception", id: "marta" }],
  });
  await store.pin(story.id, "m1-0", true);

  const saved = await store.playthrough(story.id);
  const turns: unknown[] = [];
  for (const { id } of await store.outline(story.id)) {
    const kept = await store.turn(id);
    if (!kept) throw new Error("a turn is missing");
    const { playthroughId: _, previousHash: __, hash: ___, ...rest } = kept;
    turns.push({ ...rest, records: await store.recordsOfTurn(story.id, id) });
  }
  const [branch] = await store.branches(story.id);
  const file = {
    campaignPath: "",
    playthrough: { ...FILE.playthrough, head: saved?.head ?? null, branch: branch?.id ?? null },
    branches: [{ id: branch?.id ?? "", name: null, start: null, tip: branch?.tip.turnId ?? "", createdAt: 1 }],
    sessions: await store.sessions(story.id),
    turns,
  };
  // As a file has it.
  const given: ImportedPlaythrough = JSON.parse(JSON.stringify(file));
  const { id } = await store.importPlaythrough(given);
  const seen = async (playthrough: string): Promise<unknown> => {
    const all: unknown[] = [];
    for (let scene = 2; scene >= 0; scene--) {
      for (const dataType of ["memory", "perception", "reputation"] as const) {
        const { records } = await store.exactMatch(playthrough, dataType, {}, { order: "oldest" });
        all.push(records.map(({ id: one, record, pinned }) => [scene, one, record, pinned]));
      }
      await store.undo(playthrough);
    }
    return all;
  };
  const imported = await seen(id);
  expect(imported).toEqual(await seen(story.id));
  expect(JSON.stringify(imported)).toContain('"perceptionScore":-20');
  expect(JSON.stringify(imported)).toContain("true");
});
