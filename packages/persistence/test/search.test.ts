import fc from "fast-check";
import { expect, it } from "vitest";
import { openForPlayer } from "../src/open-database.js";
import { WordRank } from "../src/rank.js";
import {
  HOLDERS,
  LAST_VECTOR,
  STANDING,
  UNEMBEDDED,
  VECTORS,
  VERSIONS,
  WAY,
} from "../src/records/sqlite-record-table.js";
import { begin, freshFolder, openTestStore, type Story } from "./helpers/stores.js";

async function find(story: Story, query: string, more: object = {}): Promise<unknown[]> {
  const hits = await story.store.semanticSearch(story.id, { dataType: "memory", query, ...more });
  return hits.map((hit) => hit.record.summary);
}

it("[PE18] finds memories of the head's own past only", async () => {
  const store = await openTestStore();
  const story = await begin(store);
  const other = await begin(store);
  await other.tell(["Osk hid a letter under the mill."]);
  const opening = await story.tell(["You met Osk at the mill."]);
  await story.tell(["Osk gave you a letter."]);
  await story.tell(["You burned the letter."]);
  expect(await find(story, "letter")).toEqual(["You burned the letter.", "Osk gave you a letter."]);

  await story.backTo(opening);
  expect(await find(story, "letter")).toEqual([]);
  await story.tell(["The letter stayed sealed."]);
  expect(await find(story, "letter mill")).toEqual(["The letter stayed sealed.", "You met Osk at the mill."]);
  await expect(store.semanticSearch("nobody", { dataType: "memory", query: "letter" })).rejects.toMatchObject({
    code: "not_found",
  });
});

it("[PE19] reads words by their stem, without accents and case, in summary, people, place and tags", async () => {
  const store = await openTestStore();
  const story = await begin(store);
  await story.tell([
    "Ódile was asking about the bells.",
    { summary: "Somebody lied.", characters: ["old-marta"], location: "weigh-house", tags: ["broken promise"] },
  ]);
  for (const query of ["odile", "ÓDILE", "asked", "bell", "O\u0301dile's bell"]) {
    expect(await find(story, query), query).toEqual(["Ódile was asking about the bells."]);
  }
  for (const query of ["Marta", "the Weigh House", "promises"]) {
    expect(await find(story, query), query).toEqual(["Somebody lied."]);
  }
});

it("[PE19] words that stand in nearly every sentence find nothing", async () => {
  const story = await begin(await openTestStore());
  await story.tell(["You were with the miller, and she would not say why."]);
  expect(await find(story, "what would you do with her and why was I not there")).toEqual([]);
  expect(await find(story, "why did the miller")).toHaveLength(1);
});

it.each([
  '"',
  "*",
  "NEAR(a b)",
  "summary:bell",
  "bell AND",
  "-bell",
  "^bell",
  "(bell",
  "bell'; drop table memories; --",
  "\u0000bell",
  "bell*",
])("[PE19] the query %j is words, never syntax", async (query) => {
  const story = await begin(await openTestStore());
  await story.tell(["A bell rang."]);
  expect(await find(story, query)).toEqual(query.includes("bell") ? ["A bell rang."] : []);
});

it("[PE19] any query at all is answered", async () => {
  const story = await begin(await openTestStore());
  await story.tell(["A bell rang."]);
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: "binary", maxLength: 200 }), async (query) => {
      for (const hit of await story.store.semanticSearch(story.id, { dataType: "memory", query })) {
        expect(hit.relevance).toBeGreaterThan(0);
      }
    }),
  );
});

it("[PE20] relevance is the share of the query that was found, rare words counting for more", async () => {
  const story = await begin(await openTestStore());
  await story.tell(["Osk rang the bell.", "Osk slept.", "Osk cursed the rope.", "Osk left.", "The bell cracked."]);
  const hits = await story.store.semanticSearch(story.id, { dataType: "memory", query: "Osk bell rope" });
  expect(hits.map((hit) => hit.record.summary)).toEqual([
    "Osk cursed the rope.",
    "Osk rang the bell.",
    "The bell cracked.",
    "Osk left.",
    "Osk slept.",
  ]);
  for (const hit of hits) expect(hit.relevance > 0 && hit.relevance < 1).toBe(true);
  const [exact] = await story.store.semanticSearch(story.id, { dataType: "memory", query: "the cracked bells" });
  expect(exact).toMatchObject({ relevance: 1, record: { summary: "The bell cracked." } });
});

it("[PE20] other stories in the file and undone turns change neither order nor relevance", async () => {
  const tell = async (story: Story, between: () => Promise<void>) => {
    await story.tell(["Osk rang the bell.", "A rope was cut."]);
    await between();
    await story.tell(["Osk found the rope.", "You rang the bell."]);
  };
  const ask = async (story: Story) => {
    const hits = await story.store.semanticSearch(story.id, { dataType: "memory", query: "Osk and the bell rope" });
    return hits.map(({ id, relevance, record }) => ({ id, relevance, record }));
  };
  const alone = await begin(await openTestStore());
  await tell(alone, async () => {});

  const store = await openTestStore();
  const crowd = await begin(store);
  await crowd.tell(["Osk, Osk, Osk.", "Osk again."]);
  const story = await begin(store);
  await tell(story, async () => {
    const here = story.head ?? "";
    await story.tell(["The rope, the rope.", "The rope broke."]);
    await story.backTo(here);
    await crowd.tell(["Bell and rope.", "Osk and rope."]);
  });

  const expected = await ask(alone);
  expect(expected).toHaveLength(4);
  expect(await ask(story)).toEqual(expected);
});

it("[PE20] more words found never rank lower, and relevance stays within 0 and 1", () => {
  const numbers = fc.uniqueArray(fc.integer({ min: 1, max: 12 }), { maxLength: 12 });
  fc.assert(
    fc.property(numbers, fc.array(numbers, { minLength: 1, maxLength: 6 }), (all, found) => {
      const held = found.map((holders) => holders.filter((index) => all.includes(index)));
      const ranked = new WordRank(held, all.length, 13);
      const hits = ranked.top(Number.POSITIVE_INFINITY, () => true);
      const words = (n: number) => held.flatMap((holders, word) => (holders.includes(n) ? [word] : []));
      for (const [place, hit] of hits.entries()) {
        expect(all).toContain(hit.index);
        expect(hit.relevance).toBeGreaterThan(0);
        expect(hit.relevance).toBeLessThanOrEqual(1 + 1e-12);
        for (const later of hits.slice(place + 1)) {
          const own = words(hit.index);
          const others = words(later.index);
          const fewer = own.length < others.length && own.every((word) => others.includes(word));
          expect(fewer).toBe(false);
          if (own.join() === others.join()) expect(hit.index).toBeGreaterThan(later.index);
        }
      }
      expect(hits.length).toBe(all.filter((n) => words(n).length > 0).length);
      expect(ranked.top(3, () => true)).toEqual(hits.slice(0, 3));
    }),
  );
});

it("[PE21] filters and limit narrow what is found", async () => {
  const story = await begin(await openTestStore());
  const memory = (summary: string, characters: string[], location: string, tags: string[]) => ({
    summary,
    characters,
    location,
    tags,
  });
  await story.tell([
    memory("The bell rang one.", ["osk"], "mill", ["debt"]),
    memory("The bell rang two.", ["marta", "osk"], "quay", []),
    memory("The bell rang three.", ["marta"], "mill", ["promise", "debt"]),
  ]);
  expect(await find(story, "bell", { filters: { characters: ["osk"] } })).toEqual([
    "The bell rang two.",
    "The bell rang one.",
  ]);
  expect(await find(story, "bell", { filters: { characters: ["osk", "marta"] } })).toHaveLength(3);
  expect(await find(story, "bell", { filters: { location: "mill" } })).toEqual([
    "The bell rang three.",
    "The bell rang one.",
  ]);
  expect(await find(story, "bell", { filters: { tags: ["promise", "oath"] } })).toEqual(["The bell rang three."]);
  expect(await find(story, "bell", { filters: { location: "mill", characters: ["osk"], tags: ["debt"] } })).toEqual([
    "The bell rang one.",
  ]);
  expect(await find(story, "bell", { limit: 1 })).toEqual(["The bell rang three."]);
  expect(await find(story, "bell", { limit: 0 })).toHaveLength(1);
  expect(await find(story, "bell", { limit: 1, filters: { characters: ["osk"] } })).toEqual(["The bell rang two."]);
});

it("[PE21] a query without words finds by its filters alone, the youngest first, and nothing without filters", async () => {
  const story = await begin(await openTestStore());
  await story.tell([
    { summary: "One.", characters: ["osk"] },
    { summary: "Two.", characters: ["marta"] },
    { summary: "Three.", characters: ["osk"] },
  ]);
  const request = { dataType: "memory" as const, query: "what of the", filters: { characters: ["osk"] } };
  const hits = await story.store.semanticSearch(story.id, request);
  expect(hits.map((hit) => [hit.record.summary, hit.relevance])).toEqual([
    ["Three.", 0],
    ["One.", 0],
  ]);
  expect(await find(story, "what of the")).toEqual([]);
});

it("[PE21] only what holds text can be searched", async () => {
  const story = await begin(await openTestStore());
  const request = (dataType: string) => JSON.parse(JSON.stringify({ dataType, query: "bell" }));
  for (const dataType of ["asset", "session", "spell", "__proto__"]) {
    await expect(story.store.semanticSearch(story.id, request(dataType))).rejects.toMatchObject({ code: "invalid" });
  }
});

it("[PE22] a search walks the word index and the story's own past, never the whole of a table", () => {
  const opened = openForPlayer(freshFolder(), Date.now);
  const plan = (sql: string, ...values: unknown[]) =>
    opened.db
      .prepare<unknown[], { detail: string }>(`explain query plan ${sql}`)
      .all(...values)
      .map((step) => step.detail);
  // "M" is FTS5's word for a match, "><" for the range of row numbers it is held to.
  expect(plan(HOLDERS, "bell", 1, 9)).toEqual([expect.stringMatching(/VIRTUAL TABLE INDEX \d+:M\d*><$/)]);
  const used = [
    plan(STANDING, "story"),
    plan(WAY, "story"),
    plan(VERSIONS, "story", 0),
    plan(VECTORS, "story", "model", 0),
    plan(UNEMBEDDED, 9, "model", 9),
    plan(LAST_VECTOR, "story", "model"),
  ];
  expect(used[1]).toContainEqual(expect.stringMatching(/^SEARCH t USING .*\(id=\?\)/));
  expect(used[2]).toContainEqual(expect.stringMatching(/^SEARCH records USING .*\(playthrough=\? AND number>\?\)/));
  expect(used[3]).toContainEqual(
    expect.stringMatching(/^SEARCH vectors USING .*\(playthrough=\? AND embedder=\? AND id>\?\)/),
  );
  expect(used.flat().filter((step) => /^SCAN (?!way|past)|AUTOMATIC|TEMP B-TREE/.test(step))).toEqual([]);
  opened.close();
});
