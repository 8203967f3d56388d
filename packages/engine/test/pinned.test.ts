import { openStore } from "@narratoria/persistence";
import { expect, it, onTestFinished } from "vitest";
import { keptRecords } from "../src/host/kept-records.js";
import { tempFolder } from "./support/play.js";

/** Meanings of two dimensions: the first is what is asked for. */
const MEANINGS: Readonly<Record<string, readonly number[]>> = {
  "the rope": [1, 0],
  "You tied the rope.": [0.9, Math.sqrt(1 - 0.81)],
  "You promised Osk a bell.": [0.15, Math.sqrt(1 - 0.0225)],
  "It rained.": [0, 1],
};

it("[EN602] gives what the player has pinned first, also where it is farther off, and no other", async () => {
  const store = await openStore({
    dataDir: await tempFolder(),
    embedder: {
      id: "two",
      dimensions: 2,
      embed: (texts: readonly string[]) =>
        Promise.resolve(texts.map((text) => Float32Array.from(MEANINGS[text] ?? [0, 1]))),
    },
  });
  onTestFinished(() => store.close());
  const made = { campaign: "c", campaignPath: "/c", campaignVersion: "1.0.0", title: "C", seed: "1" };
  const { id } = await store.createPlaythrough(made);
  const session = await store.openSession(id);
  await store.commitTurn({
    playthroughId: id,
    sessionId: session.id,
    parentId: null,
    scene: 0,
    choice: null,
    plans: [],
    results: [],
    patches: [],
    rolls: [],
    state: { clock: { minutes: 0 } },
    sceneRecord: { paragraphs: ["It rains."] },
    memories: ["You tied the rope.", "You promised Osk a bell.", "It rained."].map((summary, at) => ({
      id: `m${at}`,
      record: { summary },
    })),
    narrator: "storybook",
  });
  const found = async () =>
    (await keptRecords(store, id).search("memory", "the rope", {}, 5)).map(({ id: one, record }) => [
      one,
      record["pinned"] ?? false,
    ]);
  expect(await found()).toEqual([["m0", false]]);
  await store.pin(id, "m1", true);
  await store.pin(id, "m2", true);
  expect(await found()).toEqual([
    ["m1", true],
    ["m0", false],
  ]);
});
