import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { openStore, type Store } from "@narratoria/persistence";
import { afterEach, expect, it, vi } from "vitest";
import { limitMemories, listMemories, memoryLimits, openEngine } from "../src/index.js";
import { retentionOf } from "../src/memory-limits.js";
import { collect, engineOn, tempFolder } from "./support/play.js";

afterEach(() => void vi.useRealTimers());

it("[EN299] what the player wants kept stands in the data folder until it is set anew", async () => {
  const dataDir = join(await tempFolder(), "new", "folder");
  expect(await memoryLimits(dataDir)).toEqual({});
  await limitMemories({ atMost: 500, days: 30 }, dataDir);
  expect(await memoryLimits(dataDir)).toEqual({ atMost: 500, days: 30 });
  await limitMemories({ megabytes: 2 }, dataDir);
  expect(await memoryLimits(dataDir)).toEqual({ megabytes: 2 });
  await limitMemories({}, dataDir);
  expect(await memoryLimits(dataDir)).toEqual({});
});

it.each([{ atMost: 0 }, { days: Number.NaN }, { megabytes: -1 }, { atMost: "5" }, { weeks: 3 }])(
  "[EN299] %j is refused, and what was set stays",
  async (limits) => {
    const dataDir = await tempFolder();
    await limitMemories({ days: 30 }, dataDir);
    await expect(limitMemories(limits as object, dataDir)).rejects.toThrow(RangeError);
    expect(await memoryLimits(dataDir)).toEqual({ days: 30 });
  },
);

it("[EN299] a story opened with limits lets the oldest memories go; with a file that cannot be read, none", async () => {
  const dataDir = await tempFolder();
  const playthroughId = await remembering(dataDir, ["first", "second", "third"]);
  const summaries = async (): Promise<string[]> =>
    (await listMemories({ dataDir, playthroughId })).map(({ summary }) => summary);
  const file = join(dataDir, "retention.json");

  writeFileSync(file, '{"atMost": "one"}');
  await expect(memoryLimits(dataDir)).rejects.toMatchObject({
    code: "data_folder",
    message: expect.stringContaining(file),
  });
  expect(await retentionOf(dataDir)).toBeUndefined();

  await limitMemories({ atMost: 1 }, dataDir);
  expect(JSON.parse(readFileSync(file, "utf8"))).toEqual({ atMost: 1 });
  await tidied(dataDir, async () => expect(await summaries()).toEqual(["Marta said the third."]));
});

it("[EN443] memories that went by the player's limits are not written down again by the scenes that follow", async () => {
  const dataDir = await tempFolder();
  const engine = await engineOn(dataDir, { retention: { memory: { atMost: 0 } } });
  const story = await engine.play("one-wheel-over", { seed: "11" });
  await collect(story.begin());
  await collect(story.choose(1));
  await collect(story.choose(2));
  const place = { dataDir, playthroughId: story.id };
  const before = await listMemories(place);
  const store: Store = Reflect.get(engine, "store");
  await store.tidy();
  const left = new Set((await listMemories(place)).map(({ id }) => id));
  const gone = before.filter(({ id }) => !left.has(id)).map(({ summary }) => summary.replace(/\.$/, ""));
  expect(gone.length).toBeGreaterThan(0);
  for (let turn = 0; turn < 2; turn++) await collect(story.choose(1));
  const turns = (await store.history(story.id, { limit: 2 })).map(({ sceneRecord, ...turn }) => ({
    ...turn,
    sceneRecord: { ...sceneRecord, paragraphs: [] },
  }));
  expect(turns[0]?.state["past"]).toMatchObject({ 1: { text: "(forgotten)" } });
  expect(gone.filter((text) => JSON.stringify(turns).includes(text))).toEqual([]);
});

/** Opens the folder, and has its time of rest come at once. */
async function tidied(dataDir: string, until: () => Promise<void>): Promise<void> {
  vi.useFakeTimers({ toFake: ["setTimeout", "setInterval"] });
  const engine = await openEngine({ dataDir, startAhead: false });
  vi.advanceTimersByTime(60_000);
  vi.useRealTimers();
  try {
    await vi.waitFor(until, { timeout: 10_000, interval: 10 });
  } finally {
    await engine.close();
  }
}

async function remembering(dataDir: string, said: readonly string[]): Promise<string> {
  const store = await openStore({ dataDir });
  const about = { campaign: "c", campaignPath: "/c", title: "C", campaignVersion: "1.0.0", seed: "1" };
  const { id: playthroughId } = await store.createPlaythrough(about);
  const { id: sessionId } = await store.openSession(playthroughId);
  const memories = said.map((word) => ({ id: word, record: { summary: `Marta said the ${word}.` } }));
  const none = { choice: null, plans: [], results: [], patches: [], rolls: [], state: {}, sceneRecord: {} };
  await store.commitTurn({
    ...none,
    playthroughId,
    sessionId,
    parentId: null,
    scene: 0,
    narrator: "storybook",
    memories,
  });
  await store.close();
  return playthroughId;
}
