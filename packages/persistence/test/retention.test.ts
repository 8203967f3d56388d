// SPEC.md PE80 and PE81: what goes when the disk is to stay bounded, and what never does.
import { statSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect, it } from "vitest";
import { openStore, type RetentionPolicy, type Store } from "../src/index.js";
import { begin, freshFolder, type Story } from "./helpers/stores.js";

const WORDS =
  "anvil bridge candle dagger ember falcon garden hammer island jewel kettle ladder mirror needle orchard".split(" ");

async function opened(
  retention?: RetentionPolicy,
): Promise<{ store: Store; story: Story; tick: (ms: number) => void }> {
  let time = Date.UTC(2030, 0, 1);
  const store = await openStore({ dataDir: freshFolder(), now: () => time, ...(retention ? { retention } : {}) });
  return { store, story: await begin(store), tick: (ms) => (time += ms) };
}

const summaries = async (store: Store, story: Story) =>
  (await store.exactMatch(story.id, "memory", {}, { order: "oldest", limit: 1_000 })).records.map(
    ({ record }) => record.summary,
  );

it("[PE80] without a policy nothing goes", async () => {
  const { store, story } = await opened();
  for (const word of WORDS) await story.tell([`You found the ${word}.`]);
  expect(await store.tidy()).toEqual({ removed: [] });
  expect(await summaries(store, story)).toHaveLength(WORDS.length);
  await store.close();
});

it("[PE80] by age, count and size the oldest go, never a pinned memory or one of high significance, and scenes stay", async () => {
  const limits = fc.record({
    olderThanMs: fc.option(fc.integer({ min: 0, max: 200 }), { nil: undefined }),
    atMost: fc.option(fc.integer({ min: 0, max: 12 }), { nil: undefined }),
    maxBytes: fc.option(fc.integer({ min: 0, max: 3_000 }), { nil: undefined }),
  });
  const memories = fc.array(fc.record({ high: fc.boolean(), pinned: fc.boolean() }), {
    minLength: 1,
    maxLength: WORDS.length,
  });
  await fc.assert(
    fc.asyncProperty(limits, memories, async ({ olderThanMs, atMost, maxBytes }, told) => {
      const memory = {
        ...(olderThanMs === undefined ? {} : { olderThanMs }),
        ...(atMost === undefined ? {} : { atMost }),
        ...(maxBytes === undefined ? {} : { maxBytes }),
      };
      const { store, story, tick } = await opened({ memory });
      const all: string[] = [];
      for (const [n, { high, pinned }] of told.entries()) {
        tick(10);
        const summary = `You found the ${WORDS[n]}.`;
        all.push(summary);
        await story.tell([{ summary, significance: high ? "high" : "low" }]);
        const [found] = (await store.exactMatch(story.id, "memory", {}, { limit: 1 })).records;
        if (pinned && found) await store.pin(story.id, found.id, true);
      }
      const { removed } = await store.tidy();
      const left = await summaries(store, story);
      const safe = all.filter((_, n) => told[n]?.high || told[n]?.pinned);
      expect(left).toEqual(expect.arrayContaining(safe));
      // What went is older than all that stayed and could have gone.
      const could = all.filter((summary) => !safe.includes(summary));
      const stayed = could.filter((summary) => left.includes(summary));
      expect(stayed).toEqual(could.slice(could.length - stayed.length));
      expect(removed.reduce((sum, { count }) => sum + count, 0)).toBe(all.length - left.length);
      if (atMost !== undefined) expect(left.length).toBeLessThanOrEqual(Math.max(atMost, safe.length));
      if (Object.keys(memory).length === 0) expect(left).toEqual(all);
      expect((await store.history(story.id)).map(({ sceneRecord }) => sceneRecord["paragraphs"])).toHaveLength(
        told.length,
      );
      expect(await store.tidy()).toEqual({ removed: [] });
      await store.close();
    }),
    { numRuns: 12 },
  );
}, 240_000);

const DAY = 24 * 60 * 60 * 1000;

it.each([
  ["ten years ahead", 3_650],
  ["ten years back", -3_650],
  ["right after ten years without play", 3_650],
])("[PE443] a clock that is %s lets nothing go by age but what is older in days of play", async (_, jump) => {
  const { store, story, tick } = await opened({ memory: { olderThanMs: 4 * DAY } });
  for (const word of WORDS.slice(0, 6)) {
    await story.tell([`You found the ${word}.`]);
    tick(DAY / 2);
  }
  tick(jump * DAY);
  // The story is opened, and gone on with, by the clock as it is now.
  expect(await store.tidy()).toEqual({ removed: [] });
  await story.tell(["You found the kettle."]);
  expect(await store.tidy()).toEqual({ removed: [] });
  // Back to the right time, or to another wrong one.
  tick(-jump * DAY);
  await story.tell(["You found the ladder."]);
  expect(await store.tidy()).toEqual({ removed: [] });
  tick(0.75 * DAY);
  const known = await summaries(store, story);
  expect((await store.tidy()).removed).toMatchObject([{ count: 1 }]);
  expect(await summaries(store, story)).toEqual(known.slice(1));
  await store.close();
});

it("[PE443] by count and size what was stored last stays, whatever the clock said", async () => {
  const { store, story, tick } = await opened({ memory: { atMost: 2 } });
  for (const word of ["anvil", "bridge", "candle"]) {
    tick(-10 * DAY);
    await story.tell([`You found the ${word}.`]);
  }
  await store.tidy();
  expect(await summaries(store, story)).toEqual(["You found the bridge.", "You found the candle."]);
  await store.close();
});

it("[PE80] generated assets and portraits go by size, those of a campaign stay, and each story has its own bounds", async () => {
  const { store, story, tick } = await opened({ asset: { maxBytes: 3_500 }, portrait: { atMost: 1 } });
  const other = await begin(store);
  for (const one of [story, other]) {
    await one.tell();
    for (const [n, generated] of [false, true, true].entries()) {
      tick(1);
      await store.store(one.id, "asset", {
        path: `art/${n}.png`,
        type: "image",
        keywords: ["mill"],
        generated,
        checksum: `sha256:${"0".repeat(64)}`,
        created_at: "2030-01-01T00:00:00Z",
        data: "A".repeat(1_000),
        image_metadata: { format: "png", width: 8, height: 8 },
        ...(generated
          ? { provenance: { source_model: "m", generated_at: "2030-01-01T00:00:00Z", seed_data: "s" } }
          : {}),
      });
    }
  }
  for (const characterId of ["osk", "marta"]) {
    tick(1);
    await store.store(story.id, "portrait", { characterId, imagePath: "p.png", descriptionHash: "h" });
  }
  const { removed } = await store.tidy();
  expect(removed.map(({ dataType, count }) => [dataType, count])).toEqual([
    ["asset", 1],
    ["asset", 1],
    ["portrait", 1],
  ]);
  const paths = (await store.exactMatch(other.id, "asset")).records.map(({ record }) => record.path).sort();
  expect(paths).toEqual(["art/0.png", "art/2.png"]);
  expect((await store.exactMatch(story.id, "portrait")).records.map(({ record }) => record.characterId)).toEqual([
    "marta",
  ]);
  await store.close();
});

it("[PE81] a turn that was begun comes first, and who says stop is heard", async () => {
  const { store, story } = await opened({ memory: { atMost: 0 } });
  for (const word of WORDS.slice(0, 3)) await story.tell([`You found the ${word}.`]);
  await store.beginTurn(story.id, { parentId: story.head, choiceId: "c" });
  expect(await store.tidy()).toEqual({ removed: [] });
  await story.tell();
  expect(await store.tidy({ signal: AbortSignal.abort() })).toEqual({ removed: [] });
  expect((await store.tidy()).removed).toMatchObject([{ playthroughId: story.id, dataType: "memory", count: 3 }]);
  expect(await summaries(store, story)).toEqual([]);
  await store.close();
});

it("[PE82] what is on the disk is told in bytes: all of it, and each story by itself", async () => {
  const dataDir = freshFolder();
  const store = await openStore({ dataDir });
  const story = await begin(store);
  const other = await begin(store);
  await story.tell(["You found the anvil."]);
  const before = await store.size();
  expect(before.stories).toEqual({ [story.id]: expect.any(Number), [other.id]: 0 });
  await story.tell(["You found the bridge."], {
    state: { carried: "é".repeat(25_000) },
    plans: ["é".repeat(10_000)],
    sceneRecord: { paragraphs: ["é".repeat(15_000)] },
  });
  await store.tidy();
  const after = await store.size();
  const grown = (after.stories[story.id] ?? 0) - (before.stories[story.id] ?? 0);
  expect(grown).toBeGreaterThan(100_000);
  expect(grown).toBeLessThan(102_000);
  const files = ["narratoria.db", "narratoria.db-wal"].map((name) => statSync(join(dataDir, name)).size);
  expect(after.database).toBe(files.reduce((sum, bytes) => sum + bytes));
  expect(before).toMatchObject({ backups: 0, reserve: 0 });
  expect(after.backups).toBeGreaterThan(100_000);
  expect([0, 16 * 1024 * 1024]).toContain(after.reserve); // none where the disk is nearly full
  await store.close();
});
