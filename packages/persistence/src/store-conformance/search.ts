/** Searching by meaning and words, and what it costs. */
import assert from "node:assert/strict";
import { createRandom, type Random } from "@narratoria/protocol/random";
import type { RecordStore } from "../in-memory-store.js";
import type { RecordFilters, StoredRecord } from "../records/record-types.js";
import { type Case, begun, lore, rejects, Story, WORDS } from "./story.js";

export const SEARCH_CASES: readonly Case[] = [
  [
    "PE36",
    "a thousand random queries give what a search through everything gives, of their own story alone",
    null,
    queriesAtRandom,
  ],
  [
    "PE37",
    "memories, reputations and perceptions go and come back with their turn; lore, portraits and assets stay",
    null,
    async (story, store) => {
      const opening = await story.tell(0, { memories: [{ id: "m0", record: { summary: "The mill stood empty." } }] });
      await store.store(story.id, "reputation", { factionId: "guild", currentScore: 10 });
      const left = await story.tell(10, {
        memories: [{ id: "m1", record: { summary: "Osk took the lamp." } }],
        changes: [
          { change: "store", dataType: "reputation", record: { factionId: "guild", currentScore: 30 } },
          { change: "store", dataType: "perception", record: { npcId: "osk", perceptionScore: -5 } },
          { change: "delete", dataType: "memory", id: "m0" },
        ],
      });
      await store.store(story.id, "lore", lore(0, "The mill is older than the town."));
      const scores = async (): Promise<number[]> =>
        (await story.all("reputation")).map(({ storedScore = 0 }) => storedScore);
      const ids = async (): Promise<string[]> => (await story.all("memory")).map(({ id }) => id);
      assert.deepEqual([await ids(), await scores()], [["m1"], [30]]);
      await story.back(opening);
      assert.deepEqual([await ids(), await scores()], [["m0"], [10]]);
      assert.deepEqual(await story.all("perception"), []);
      assert.equal((await story.all("lore")).length, 1);
      await story.tell(20, { memories: [{ id: "m2", record: { summary: "You kept the lamp." } }] });
      assert.deepEqual([await ids(), await scores()], [["m0", "m2"], [10]]);
      assert.deepEqual(await story.found("lamp"), ["You kept the lamp."]);
      await story.back(left);
      assert.deepEqual([await ids(), await scores()], [["m1"], [30]]);
      assert.deepEqual(await story.found("lamp"), ["Osk took the lamp."]);
    },
  ],
  [
    "PE38",
    "sittings are records too: found, corrected, and removed unless turns name them",
    null,
    async (story, store) => {
      await story.tell(0);
      const [first] = await story.all("session");
      assert.equal(first?.id, story.session);
      const second = await store.store(story.id, "session", { currentLocation: "quay" });
      const ended = await store.update(story.id, "session", second.id, { endTime: "2026-01-02T00:00:00Z" });
      assert.equal(ended.record.endTime, "2026-01-02T00:00:00.000Z");
      assert.deepEqual(
        (await story.all("session", { location: "quay" })).map(({ id }) => id),
        [second.id],
      );
      assert.deepEqual(await story.all("session", { characters: ["osk"] }), []);
      await rejects(store.delete(story.id, "session", story.session), "invalid");
      assert.equal(await store.delete(story.id, "session", second.id), true);
      const other = await begun(store);
      await rejects(store.update(story.id, "session", other.session, { currentLocation: "mill" }), "not_found");
    },
  ],
  [
    "PE39",
    "what is near in meaning is found from a similarity of 0.7 on, or as the query says",
    WORDS,
    async (story, store) => {
      await story.tell(0, {
        memories: ["bell bell bell", "bell lamp lamp", "quay"].map((summary, n) => ({
          id: `m${n}`,
          record: { summary },
        })),
      });
      const request = { dataType: "memory" as const, query: "bell" };
      const found = await store.semanticSearch(story.id, request);
      assert.equal(found[0]?.id, "m0");
      for (const { relevance } of found) assert.ok(relevance >= 0.7 && relevance <= 1);
      const all = await store.semanticSearch(story.id, { ...request, threshold: 0 });
      assert.equal(all.length, 3);
      assert.ok(Math.abs((all[0]?.relevance ?? 0) - 1) < 0.01);
      assert.deepEqual(
        (await store.semanticSearch(story.id, { ...request, threshold: 0, filters: { ids: ["m2"] } })).map(
          ({ id }) => id,
        ),
        ["m2"],
      );
      await rejects(store.semanticSearch(story.id, { ...request, vector: new Float32Array(3) }), "invalid");
      await rejects(store.semanticSearch(story.id, { ...request, vector: new Float32Array(8) }), "invalid");
    },
  ],
  [
    "PE41",
    "a long text is found once, by its best part",
    WORDS,
    async (story, store) => {
      await story.tell(0);
      const long = "quay quay quay\n\nbell\n\nlamp lamp";
      await store.store(story.id, "lore", lore(0, long));
      const found = await store.semanticSearch(story.id, { dataType: "lore", query: "bell" });
      assert.equal(found.length, 1);
      assert.ok((found[0]?.relevance ?? 0) > 0.99);
    },
  ],
  [
    "PE43",
    "each query says how long it took, what it found, and among how many",
    null,
    async (story, store) => {
      await story.tell(0, {
        memories: ["Osk lied.", "Marta came."].map((summary, n) => ({
          id: `m${n}`,
          record: { summary, characters: ["osk"] },
        })),
      });
      await story.found("who lied", { characters: ["osk"] });
      await store.exactMatch(story.id, "memory", { characters: ["nobody"] });
      const [search, match] = store.measures().slice(-2);
      assert.deepEqual(
        [search?.method, search?.by, search?.results, search?.scope, search?.searched],
        ["semanticSearch", "words", 1, 2, 2],
      );
      assert.deepEqual(
        [match?.method, match?.by, match?.results, match?.scope, match?.searched],
        ["exactMatch", "filters", 0, 2, 0],
      );
      assert.ok((search?.ms ?? -1) >= 0);
    },
  ],
];

/** Rule PE36: three stories with the same people and places, and a plain search through lists as the oracle. */
async function queriesAtRandom(first: Story, store: RecordStore): Promise<void> {
  const random = createRandom("filters");
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random.next() * list.length)] ?? (list[0] as T);
  const stories = [first, new Story(store, await begun(store)), new Story(store, await begun(store))];
  const people = ["osk", "marta", "ilse", "bram"];
  const places = ["mill", "quay", "tower"];
  const tags = ["debt", "oath", "fire"];
  const words = ["bell", "rope", "lamp", "letter", "flour"];
  const kept = new Map<Story, (StoredRecord<"memory"> & { readonly held: readonly string[] })[]>();
  for (const [n, story] of stories.entries()) {
    for (let turn = 0; turn < 12; turn += 1) {
      await story.tell(turn * 10, {
        memories: Array.from({ length: 4 }, (_, m) => {
          const held = [pick(words), pick(words)];
          const summary = `${held.join(" and ")}, story ${"xyz"[n]}${turn}q${m}`;
          const record = {
            summary,
            characters: [pick(people)],
            location: pick(places),
            tags: [pick(tags), pick(tags)],
          };
          return { id: `${n}-${turn}-${m}`, record };
        }),
      });
    }
    const all = await story.all("memory");
    assert.equal(all.length, 48);
    kept.set(
      story,
      all.map((one) => ({ ...one, held: words.filter((word) => one.record.summary.includes(word)) })),
    );
  }
  for (let query = 0; query < 1000; query += 1) {
    const story = pick(stories);
    const mine = kept.get(story) ?? [];
    const { filters, passes } = filtersAtRandom(random, pick, { people, places, tags, mine, story });
    const expected = mine.filter(passes);
    const page = await store.exactMatch(story.id, "memory", filters, { limit: 1000, order: "oldest" });
    assert.deepEqual(
      page.records.map(({ id }) => id),
      expected.map(({ id }) => id),
      JSON.stringify(filters),
    );
    const asked = [pick(words), pick(words)];
    const found = await store.semanticSearch(story.id, {
      dataType: "memory",
      query: asked.join(" "),
      filters,
      limit: 100,
    });
    const holders = expected.filter(({ held }) => asked.some((word) => held.includes(word)));
    assert.deepEqual(
      new Set(found.map(({ id }) => id)),
      new Set(holders.map(({ id }) => id)),
      JSON.stringify({ filters, asked }),
    );
    for (const { playthroughId } of [...found, ...page.records]) assert.equal(playthroughId, story.id);
  }
}

function filtersAtRandom(
  random: Random,
  pick: <T>(list: readonly T[]) => T,
  {
    people,
    places,
    tags,
    mine,
    story,
  }: {
    readonly people: readonly string[];
    readonly places: readonly string[];
    readonly tags: readonly string[];
    readonly mine: readonly StoredRecord<"memory">[];
    readonly story: Story;
  },
): { readonly filters: RecordFilters; readonly passes: (one: StoredRecord<"memory">) => boolean } {
  const maybe = (): boolean => random.next() < 0.4;
  const list = (name: string, one: StoredRecord<"memory">): readonly unknown[] => {
    const value = one.record[name];
    return Array.isArray(value) ? value : [];
  };
  const characters = maybe() ? [pick(people), pick(people)] : undefined;
  const npcs = random.next() < 0.1 ? [pick(people)] : undefined;
  const location = maybe() ? pick(places) : undefined;
  const wanted = maybe() ? [pick(tags)] : undefined;
  const from = random.next() < 0.2 ? pick(mine).timestamp : undefined;
  const to = random.next() < 0.2 ? pick(mine).timestamp : undefined;
  const toMinutes = random.next() < 0.2 ? pick(mine).gameMinutes : undefined;
  const session = random.next() < 0.1 ? pick([story.session, "elsewhere"]) : undefined;
  const filters: RecordFilters = {
    ...(characters ? { characters } : {}),
    ...(npcs ? { npcs } : {}),
    ...(location === undefined ? {} : { location }),
    ...(wanted ? { tags: wanted } : {}),
    ...(from === undefined ? {} : { from }),
    ...(to === undefined ? {} : { to }),
    ...(toMinutes === undefined ? {} : { toMinutes }),
    ...(session === undefined ? {} : { session }),
  };
  return {
    filters,
    passes: (one) =>
      (!characters || list("characters", one).some((id) => characters.includes(String(id)))) &&
      (!npcs || list("characters", one).some((id) => npcs.includes(String(id)))) &&
      (location === undefined || one.record.location === location) &&
      (!wanted || list("tags", one).some((tag) => wanted.includes(String(tag)))) &&
      (from === undefined || one.timestamp >= from) &&
      (to === undefined || one.timestamp <= to) &&
      (toMinutes === undefined || one.gameMinutes <= toMinutes) &&
      (session === undefined || one.sessionId === session),
  };
}
