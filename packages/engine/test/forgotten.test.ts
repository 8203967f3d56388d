// What a player has forgotten, edited or pinned by hand in a story that was played: gone from the files, and no skill's fault.
import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { createRandom } from "@narratoria/protocol/random";
import { openStore, type Turn } from "@narratoria/persistence";
import { expect, it } from "vitest";
import { editMemory, forgetMemory, listMemories, type Memory, pinMemory } from "../src/index.js";
import { collect, engineOn, tempFolder } from "./support/play.js";

/** A story of so many choices, none of which ends it, closed. */
async function played(choices = 8, seed = "4") {
  const dataDir = await tempFolder();
  const engine = await engineOn(dataDir);
  const story = await engine.play("one-wheel-over", { seed });
  const random = createRandom(seed);
  await collect(story.begin());
  for (let turn = 0; turn < choices; turn++) {
    const open = story.scene?.choices.filter(({ sources }) => !sources.some(({ kind }) => kind === "ending")) ?? [];
    await collect(story.choose(open[random.int(open.length)]?.id ?? ""));
  }
  await engine.close();
  const place = { dataDir, playthroughId: story.id };
  const all = await listMemories(place);
  // Of a scene's memories the first is that of the deed.
  const memories = new Map(all.map((one) => [one.scene, one] as const).reverse());
  const at = (scene: number): Memory => {
    const found = memories.get(scene);
    if (!found) throw new Error(`Scene ${scene} left no memory.`);
    return found;
  };
  return { place, memories: all, at };
}

async function turnsIn({ dataDir, playthroughId }: { readonly dataDir: string; readonly playthroughId: string }) {
  const store = await openStore({ dataDir, readOnly: true });
  const turns: readonly Turn[] = await store.history(playthroughId);
  await store.close();
  return turns;
}

/** What people give as reasons for what they think. */
async function reasonsIn({ dataDir, playthroughId }: { readonly dataDir: string; readonly playthroughId: string }) {
  const store = await openStore({ dataDir, readOnly: true });
  const { records } = await store.exactMatch(playthroughId, "perception");
  await store.close();
  return JSON.stringify(records.map(({ record }) => record["reasons"]));
}

/** Backups keep what they have, and say so. */
const filesWith = (folder: string, words: string): string[] =>
  readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((one) => one.isFile() && basename(one.parentPath) !== "backups")
    .filter((one) => readFileSync(join(one.parentPath, one.name)).includes(words))
    .map(({ name }) => name);

const withoutStop = ({ summary }: Memory): string => summary.replace(/\.$/, "");

it("[EN298] forgotten memories are in no file of a story that was played, nor is what its skills gave", async () => {
  const { place, memories } = await played(22, "5");
  const before = await turnsIn(place);
  const opinions = await reasonsIn(place);
  expect(memories.filter(({ summary }) => opinions.includes(summary)).length).toBeGreaterThan(0);
  expect(before.flatMap(({ results }) => JSON.stringify(results)).join("")).not.toMatch(/"(?:output|events|deed)":/);

  for (const { id } of memories) await forgetMemory(place, id);
  expect(memories.flatMap((one) => filesWith(place.dataDir, withoutStop(one)))).toEqual([]);
  expect(await reasonsIn(place)).not.toMatch(/You /);
  const paragraphs = (turns: readonly Turn[]) => turns.map(({ sceneRecord }) => sceneRecord["paragraphs"]);
  expect(paragraphs(await turnsIn(place))).toEqual(paragraphs(before));
});

it("[EN196] a replay says of what was edited or forgotten by hand that it was, and takes nothing of it back", async () => {
  const { place, at } = await played();
  const engine = await engineOn(place.dataDir, { readOnly: true });
  const why = async () => (await engine.replay(place.playthroughId)).difference?.why ?? null;
  const standing = async () => (await listMemories(place)).map(({ summary, pinned }) => `${summary} ${pinned}`);

  await pinMemory(place, at(5).id, true);
  expect(await why()).toBe(null);
  await editMemory(place, at(4).id, "You kept out of it.");
  expect(await why()).toMatch(/edited by hand/);
  await forgetMemory(place, at(2).id);
  const held = await standing();
  expect(await why()).toMatch(/forgotten by hand/);
  expect(await standing()).toEqual(held);
});
