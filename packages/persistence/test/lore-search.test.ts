import { expect, it, onTestFinished } from "vitest";
import { type Embedder, openStore } from "../src/index.js";
import { loreScore } from "../src/records/similarity.js";
import { begin, freshFolder, type Story } from "./helpers/stores.js";

/** A text means the directions that stand in it: "Of east 3 and north 4." */
const DIRECTIONS = ["east", "north", "up"];
const compass: Embedder = {
  id: "compass",
  dimensions: DIRECTIONS.length,
  embed: async (texts) =>
    texts.map((text) =>
      Float32Array.from(DIRECTIONS, (name) => Number(new RegExp(`${name} ([0-9.]+)`).exec(text)?.[1] ?? 0)),
    ),
};

type Pages = Readonly<Record<string, readonly string[]>>;

async function storyOf(pages: Pages, embedder?: Embedder, more: object = {}): Promise<Story> {
  const store = await openStore({ dataDir: freshFolder(), ...(embedder ? { embedder } : {}) });
  onTestFinished(() => store.close());
  const story = await begin(store);
  await story.tell();
  for (const [name, paragraphs] of Object.entries(pages)) {
    for (const [at, content] of paragraphs.entries()) {
      const place = { filePath: `lore/${name}.md`, chunkIndex: at, paragraphId: at };
      await store.store(story.id, "lore", { ...place, content, tokenCount: 3, ...more });
    }
  }
  return story;
}

async function pieces({ store, id }: Story, query: string, limit = 9): Promise<string[]> {
  const found = await store.semanticSearch(id, { dataType: "lore", query, limit, threshold: 0 });
  return found.map(({ record }) => `${record.filePath.slice(5, -3)} ${record.chunkIndex}`);
}

it("[PE730] ranks a piece by itself, by its words and by its file", () => {
  expect(loreScore(0.5, 2, 0)).toBeGreaterThan(loreScore(0.57, 0, 0));
  expect(loreScore(0.5, 1, 0)).toBeLessThan(loreScore(0.55, 0, 0));
  expect(loreScore(0.5, 0, 0.3)).toBeGreaterThan(loreScore(0.6, 0, 0));
  expect(loreScore(0.5, 0, 0.1)).toBeLessThan(loreScore(0.6, 0, 0));
});

it("[PE730] of two pieces as near, the one whose page is about it comes first", async () => {
  const near = "Of east 4 and north 3.";
  const story = await storyOf(
    { inn: [near, "Of north 9.", "Of up 9."], mill: [near, "Of east 9 and north 1.", "Of east 9."] },
    compass,
  );
  expect((await pieces(story, "east 4 north 3"))[0]).toBe("mill 0");
  // What takes the place of a piece counts instead of it.
  for (const at of [1, 2]) {
    const page = { chunkIndex: at, paragraphId: at, tokenCount: 3 };
    await story.store.store(story.id, "lore", { ...page, filePath: "lore/mill.md", content: "Of up 9." });
    await story.store.store(story.id, "lore", { ...page, filePath: "lore/inn.md", content: "Of east 9." });
  }
  expect((await pieces(story, "east 4 north 3"))[0]).toBe("inn 0");
});

it("[PE730] a long paragraph says more of what its page is about than a short one", async () => {
  const near = "Of east 1 and north 1.";
  const story = await storyOf(
    {
      inn: [near, `${"On and on. ".repeat(40)}Of north 9.`, "Of east 9."],
      mill: [near, "Of north 9.", `${"On and on. ".repeat(40)}Of east 9.`],
    },
    compass,
  );
  expect((await pieces(story, "east 9 north 8"))[0]).toBe("mill 0");
  expect((await pieces(story, "east 8 north 9"))[0]).toBe("inn 0");
});

it("[PE730] three paragraphs of one page do not crowd out another page", async () => {
  const pages = { inn: ["Of east 9.", "Of east 8.", "Of east 7."], mill: ["Of east 9 and up 2."], quay: ["Of up 9."] };
  const story = await storyOf(pages, compass);
  expect((await pieces(story, "east 1")).slice(0, 2).sort()).toEqual(["inn 2", "mill 0"]);
  // The page that has nothing to do with it stays behind all of them.
  expect((await pieces(story, "east 1")).at(-1)).toBe("quay 0");

  const worded = await storyOf({ inn: ["A bell rang.", "The bell again."], mill: ["No bell, but a rope."] });
  expect((await pieces(worded, "bell", 2)).map((piece) => piece.split(" ")[0]).sort()).toEqual(["inn", "mill"]);
});

it("[PE730] a page of more pieces than are looked at by themselves is found as any other", async () => {
  const far = Array.from({ length: 80 }, () => "Of north 2 and up 9.");
  const story = await storyOf({ inn: ["Of east 9."], mill: far, quay: far }, compass);
  expect(await pieces(story, "east 1", 1)).toEqual(["inn 0"]);
  expect(await pieces(story, "north 2 up 9", 2)).toEqual(["quay 79", "mill 79"]);
});

it("[PE730, PE19] a piece is found by its page's title and tags, whatever it says itself", async () => {
  const story = await storyOf({ scale: ["It is old."] }, undefined, { title: "The weigh-house", tags: ["Odile"] });
  expect(await pieces(story, "weigh house")).toEqual(["scale 0"]);
  expect(await pieces(story, "Ódile")).toEqual(["scale 0"]);
  expect(await pieces(story, "the mill")).toEqual([]);

  const meant = await storyOf({ scale: ["It is old."] }, compass, { title: "Of east 9" });
  const [found] = await meant.store.semanticSearch(meant.id, { dataType: "lore", query: "east 1", threshold: 0.9 });
  expect(found?.record.content).toBe("It is old.");
});
