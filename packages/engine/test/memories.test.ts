import { openStore } from "@narratoria/persistence";
import { expect, it } from "vitest";
import { editMemory, forgetMemory, listMemories, openEngine, pinMemory, searchMemories } from "../src/index.js";
import { tempFolder } from "./support/play.js";

it("[EN296] what a story remembers is read beside whoever plays, and changed when nobody does", async () => {
  const dataDir = await tempFolder();
  const store = await openStore({ dataDir });
  const { id: playthroughId } = await store.createPlaythrough({
    campaign: "c",
    campaignPath: "/c",
    title: "C",
    campaignVersion: "1.0.0",
    seed: "1",
  });
  const session = await store.openSession(playthroughId);
  const memory = (id: string, summary: string, more: object = {}) => ({ id, record: { summary, ...more } });
  await store.commitTurn({
    playthroughId,
    sessionId: session.id,
    parentId: null,
    scene: 0,
    choice: null,
    plans: [],
    results: [],
    patches: [],
    rolls: [],
    state: {},
    sceneRecord: { paragraphs: [] },
    narrator: "storybook",
    memories: [
      memory("a", "Osk lied about the rope.", { scene: 3, characters: ["osk"], location: "mill" }),
      memory("b", "Marta kept the lamp."),
    ],
  });
  const place = { dataDir, playthroughId };
  const [osk, marta] = await listMemories(place);
  expect(osk).toEqual({
    id: "a",
    summary: "Osk lied about the rope.",
    scene: 3,
    characters: ["osk"],
    location: "mill",
    pinned: false,
  });
  expect(marta).toMatchObject({ id: "b", scene: null, characters: [], location: null });
  expect(await searchMemories(place, "a lamp")).toEqual([{ ...marta, relevance: 1 }]);
  await expect(pinMemory(place, "a")).rejects.toMatchObject({ code: "locked" });
  await store.close();

  expect(await pinMemory(place, "a")).toEqual({ ...osk, pinned: true });
  expect(await editMemory(place, "b", "Marta sold the lamp.")).toEqual({ ...marta, summary: "Marta sold the lamp." });
  expect(await forgetMemory(place, "a")).toBe(true);
  expect(await forgetMemory(place, "a")).toBe(false);
  expect((await listMemories(place)).map(({ summary }) => summary)).toEqual(["Marta sold the lamp."]);
});

it("[EN297] at first start, with nothing downloaded, a memory is found by what it means; without an embedder only by its words", async () => {
  const dataDir = await tempFolder();
  const engine = await openEngine({ dataDir });
  const story = await engine.play("one-wheel-over", { seed: "1" });
  for await (const _ of story.begin());
  await engine.close();
  const place = { dataDir, playthroughId: story.id };
  const [first] = await listMemories(place);
  if (!first) throw new Error("The opening left no memory.");
  await editMemory(place, first.id, "Marta hid you from the soldiers in her cellar");
  const found = await searchMemories(place, "who sheltered me");
  expect(found[0]).toMatchObject({ id: first.id, summary: "Marta hid you from the soldiers in her cellar" });
  expect(await searchMemories({ ...place, embedder: null }, "who sheltered me")).toEqual([]);
});
