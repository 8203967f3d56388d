import { openStore } from "@narratoria/persistence";
import { expect, it, onTestFinished } from "vitest";
import { keptRecords } from "../src/host/kept-records.js";
import { StagedRecords } from "../src/host/staged-records.js";
import { tempFolder } from "./support/play.js";

/** Two dimensions: the first is what is asked for. */
const cosine = (near: number): number[] => [near, Math.sqrt(1 - near * near)];
const MEANINGS: Readonly<Record<string, readonly number[]>> = {
  "Who rang the bell?": cosine(1),
  "Somebody pulled a rope.": cosine(0.5),
  "Osk rang the bell.": cosine(0.48),
  "A lantern went out.": cosine(0.1),
};

it("[EN288] a script gets lore as the store ranks it, words and all, and what is far from its question too", async () => {
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
  for (const [at, content] of Object.keys(MEANINGS).slice(1).entries()) {
    const record = { filePath: `lore/${at}.md`, chunkIndex: 0, paragraphId: 0, content, tokenCount: 5 };
    await store.store(id, "lore", record);
  }
  const found = await new StagedRecords([], keptRecords(store, id)).search("lore", "Who rang the bell?", {}, 3);
  expect(found.map(({ record }) => record["content"])).toEqual([
    "Osk rang the bell.",
    "Somebody pulled a rope.",
    "A lantern went out.",
  ]);
  expect(found[0]?.relevance).toBeLessThan(found[1]?.relevance ?? 0);
});
