/** What every store of records has to do, whatever lies below it. Rules PE30 to PE49; no test framework is needed. */
import assert from "node:assert/strict";
import { createRandom, type Random } from "@narratoria/protocol/random";
import type { RecordStore } from "./in-memory-store.js";
import type { Embedder } from "./records/embedder.js";
import type { DataType, NewRecordOf, Page, RecordFilters, StoredRecord } from "./records/record-types.js";
import type { NewTurn } from "./turn.js";

export interface ConformanceCase {
  /** The rule of SPEC.md that it tries. */
  readonly rule: string;
  readonly title: string;
  /** Rejects where the store does not keep the rule. */
  run(): Promise<void>;
}

/** What a store under test is made with: a clock that the test sets, and what says what texts mean. */
export interface MakeStoreOptions {
  readonly now: () => number;
  readonly embedder?: Embedder;
}

type MakeStore = (options: MakeStoreOptions) => Promise<RecordStore>;

/**
 * The suite that every implementation shares.
 *
 * @param makeStore - Makes an empty store.
 */
export function storeConformance(makeStore: MakeStore): readonly ConformanceCase[] {
  return CASES.map(([rule, title, embedder, work]) => ({
    rule,
    title,
    run: async () => {
      let time = Date.UTC(2026, 0, 1);
      const store = await makeStore({ now: () => (time += 1000), ...(embedder ? { embedder } : {}) });
      try {
        await work(new Story(store, await begun(store)), store);
      } finally {
        await store.close();
      }
    },
  }));
}

const LANTERN = {
  campaign: "lantern",
  campaignPath: "/lantern",
  title: "The Lantern",
  campaignVersion: "1.0.0",
  seed: "7",
};

async function begun(store: RecordStore): Promise<{ id: string; session: string }> {
  const { id } = await store.createPlaythrough(LANTERN);
  return { id, session: (await store.openSession(id)).id };
}

/** A story that is told turn by turn. */
class Story {
  head: string | null = null;
  scene = -1;
  readonly id: string;
  readonly session: string;

  constructor(
    readonly store: RecordStore,
    { id, session }: { readonly id: string; readonly session: string },
  ) {
    this.id = id;
    this.session = session;
  }

  async tell(minutes: number, turn: Partial<Pick<NewTurn, "memories" | "changes">> = {}): Promise<string> {
    this.scene += 1;
    const { id } = await this.store.commitTurn({
      playthroughId: this.id,
      sessionId: this.session,
      parentId: this.head,
      scene: this.scene,
      choice: null,
      plans: [],
      results: [],
      patches: [],
      rolls: [],
      state: { clock: { minutes } },
      sceneRecord: { paragraphs: ["It rains."] },
      memories: [],
      narrator: "storybook",
      ...turn,
    });
    this.head = id;
    return id;
  }

  async back(turn: string): Promise<void> {
    await this.store.moveHead(this.id, turn);
    this.head = turn;
  }

  async all<T extends DataType>(dataType: T, filters?: RecordFilters): Promise<readonly StoredRecord<T>[]> {
    return (await this.store.exactMatch(this.id, dataType, filters, { order: "oldest", limit: 1000 })).records;
  }

  async found(query: string, filters?: RecordFilters, limit = 10): Promise<string[]> {
    const request = { dataType: "memory" as const, query, limit, ...(filters ? { filters } : {}) };
    return (await this.store.semanticSearch(this.id, request)).map(({ record }) => record.summary);
  }
}

const lore = (chunkIndex: number, content: string): NewRecordOf<"lore"> => ({
  filePath: "lore/mill.md",
  chunkIndex,
  paragraphId: chunkIndex,
  content,
  tokenCount: 9,
});

const ASSET = {
  path: "art/mill.png",
  type: "image" as const,
  keywords: ["mill"],
  generated: false,
  checksum: `sha256:${"0".repeat(64)}`,
  created_at: "2026-02-03T10:30:00Z",
  data: "AAAA",
  image_metadata: { format: "png", width: 8, height: 8 },
};

const PROVENANCE = { source_model: "gemma", generated_at: "2026-02-03T11:00:00Z", seed_data: "a mill" };

/** Texts of a few words, each a direction of its own; equal words point the same way. */
const WORDS: Embedder = {
  id: "words-8",
  dimensions: 8,
  windows: (text) => text.split("\n\n"),
  embed: async (texts) =>
    texts.map((text) => {
      const vector = new Float32Array(8).fill(0.001);
      for (const word of text.toLowerCase().match(/[a-z]+/g) ?? []) {
        const at = (word.charCodeAt(0) + word.length) % 8;
        vector[at] = (vector[at] ?? 0) + 1;
      }
      return vector;
    }),
};

/** To it every text means the same. */
const ALL_ALIKE: Embedder = {
  id: "alike",
  dimensions: 2,
  embed: async (texts) => texts.map(() => Float32Array.of(1, 0)),
};

type Case = readonly [
  rule: string,
  title: string,
  embedder: Embedder | null,
  work: (story: Story, store: RecordStore) => Promise<void>,
];

const CASES: readonly Case[] = [
  [
    "PE30",
    "a record of each type comes back with all its attributes",
    null,
    async (story, store) => {
      const head = await story.tell(90);
      const given = {
        memory: {
          summary: "Osk lied.",
          characterIds: ["osk"],
          actionType: "dialogue",
          semanticTags: ["lie"],
          location: "mill",
          mood: { now: [1] },
        },
        lore: { ...lore(0, "The mill burned once."), tags: ["fire"] },
        reputation: { factionId: "guild", currentScore: 12.5, lastUpdated: "2026-01-01T00:00:00Z", decayRate: 0.2 },
        perception: {
          npcId: "osk",
          perceptionScore: -40,
          lastInteraction: "2026-01-01T00:00:00Z",
          eventHistory: "You argued.",
          decayRate: 0,
        },
        portrait: {
          characterId: "osk",
          imagePath: "art/osk.png",
          descriptionHash: "abc",
          generatedAt: "2026-01-01T00:00:00Z",
        },
        asset: ASSET,
        session: { startTime: "2026-01-01T00:00:00.000Z", endTime: null, currentLocation: "mill" },
      };
      for (const [name, record] of Object.entries(given)) {
        const dataType = name as keyof typeof given;
        const stored = await store.store(story.id, dataType, record as NewRecordOf<typeof dataType>);
        assert.deepEqual(stored.record, record);
        const [read] = await story.all(dataType, { ids: [stored.id] });
        assert.deepEqual(read, stored);
        assert.equal(read?.playthroughId, story.id);
        const timeline = ["memory", "reputation", "perception"].includes(name);
        assert.equal(read?.turnId, timeline ? head : null);
        if (name === "session") continue;
        assert.equal(read?.sessionId, story.session);
        assert.equal(read?.gameMinutes, 90);
        assert.ok((read?.timestamp ?? 0) > Date.UTC(2026, 0, 1));
      }
      const { record } = await store.store(story.id, "reputation", { factionId: "watch", currentScore: 1 });
      assert.ok(!Number.isNaN(Date.parse(record.lastUpdated)));
      assert.equal(record.decayRate, 0.1);
    },
  ],
  [
    "PE31",
    "what a type cannot be is refused, and nothing of it is kept",
    null,
    async (story, store) => {
      await story.tell(0);
      const refused: readonly [DataType, object][] = [
        ["memory", { summary: "  " }],
        ["memory", { summary: "Osk.", characterIds: "osk" }],
        ["memory", { summary: "Osk.", weight: Number.NaN }],
        ["lore", { ...lore(-1, "Below.") }],
        ["reputation", { factionId: "guild", currentScore: Number.POSITIVE_INFINITY }],
        ["reputation", { factionId: "guild", currentScore: "12" }],
        ["perception", { npcId: "", perceptionScore: 1 }],
        ["perception", { npcId: "osk", perceptionScore: 1, lastInteraction: "2025-02-30T00:00:00Z" }],
        ["portrait", { characterId: "osk", imagePath: "a.png" }],
        ["session", { startTime: "yesterday" }],
      ];
      for (const [dataType, record] of refused) {
        await rejects(store.change(story.id, [{ change: "store", dataType, record }]), "invalid");
      }
      for (const dataType of ["memory", "lore", "reputation", "perception", "portrait"] as const) {
        assert.equal((await story.all(dataType)).length, 0);
      }
      const held = await store.store(story.id, "reputation", { factionId: "guild", currentScore: 1e308 });
      assert.equal(held.record.currentScore, 100);
      await rejects(store.store("nobody", "memory", { summary: "Osk." }), "not_found");
    },
  ],
  [
    "PE32",
    "of a faction, a person, a portrait, a piece of lore and a path there is one record",
    null,
    async (story, store) => {
      await story.tell(0);
      const first = await store.store(story.id, "perception", { npcId: "osk", perceptionScore: 5 });
      const again = await store.store(story.id, "perception", { npcId: "osk", perceptionScore: 9 });
      assert.equal(again.id, first.id);
      assert.deepEqual(
        (await story.all("perception")).map(({ record }) => record.perceptionScore),
        [9],
      );
      await store.store(story.id, "lore", lore(0, "The mill."));
      await store.store(story.id, "lore", lore(0, "The old mill."));
      await store.store(story.id, "lore", lore(1, "The quay."));
      assert.deepEqual(
        (await story.all("lore")).map(({ record }) => record.content),
        ["The old mill.", "The quay."],
      );
    },
  ],
  [
    "PE33",
    "assets carry provenance where a model made them, and only there",
    null,
    async (story, store) => {
      const NO_PROVENANCE =
        "Generated asset missing provenance (generated=true requires provenance.source_model, provenance.generated_at, provenance.seed_data)";
      const conflict =
        "Human-created asset must not contain provenance (generated=false conflicts with provenance object)";
      const refused = async (asset: object, message: string): Promise<void> => {
        const attempt = store.change(story.id, [
          { change: "store", dataType: "asset", record: { ...ASSET, ...asset } },
        ]);
        await rejects(attempt, "invalid", message);
      };
      await refused({ generated: true }, NO_PROVENANCE);
      for (const missing of Object.keys(PROVENANCE)) {
        await refused({ generated: true, provenance: { ...PROVENANCE, [missing]: undefined } }, NO_PROVENANCE);
      }
      await refused({ provenance: PROVENANCE }, conflict);
      await refused({ provenance: {} }, conflict);
      for (const generated_at of ["last week", "2026-02-30T00:00:00Z"]) {
        await rejects(
          store.change(story.id, [
            {
              change: "store",
              dataType: "asset",
              record: { ...ASSET, generated: true, provenance: { ...PROVENANCE, generated_at } },
            },
          ]),
          "invalid",
        );
      }
      assert.equal((await story.all("asset")).length, 0);
      await store.store(story.id, "asset", { ...ASSET, generated: true, provenance: PROVENANCE });
      const [asset] = await story.all("asset", { path: ASSET.path });
      assert.deepEqual(asset?.record.provenance, PROVENANCE);
      await rejects(store.update(story.id, "asset", asset?.id ?? "", { generated: false }), "invalid", conflict);
    },
  ],
  [
    "PE34",
    "an update is a merge patch, a removal is for good, and a batch is done whole or not at all",
    null,
    async (story, store) => {
      await story.tell(0);
      const { id } = await store.store(story.id, "memory", {
        summary: "Osk lied.",
        mood: { anger: 1, fear: 2 },
        location: "mill",
      });
      const updated = await store.update(story.id, "memory", id, { mood: { fear: null }, location: "quay" });
      assert.deepEqual(updated.record, { summary: "Osk lied.", mood: { anger: 1 }, location: "quay" });
      assert.deepEqual(
        (await story.all("memory", { location: "quay" })).map((one) => one.id),
        [id],
      );
      assert.equal((await story.all("memory", { location: "mill" })).length, 0);
      await rejects(store.update(story.id, "memory", id, { summary: null }), "invalid");
      await rejects(store.update(story.id, "memory", "nobody", {}), "not_found");
      await rejects(
        store.change(story.id, [
          { change: "store", dataType: "memory", record: { summary: "Marta came." } },
          { change: "delete", dataType: "memory", id },
          { change: "store", dataType: "memory", record: {} },
        ]),
        "invalid",
      );
      assert.deepEqual(await story.found("marta osk lied"), ["Osk lied."]);
      const done = await store.change(story.id, [
        { change: "store", dataType: "memory", id: "m2", record: { summary: "Marta came." } },
        { change: "update", dataType: "memory", id: "m2", changes: { location: "mill" } },
        { change: "delete", dataType: "memory", id },
      ]);
      assert.deepEqual(
        done.map((one) => one?.id ?? null),
        ["m2", "m2", null],
      );
      assert.equal(await store.delete(story.id, "memory", id), false);
      assert.equal(await store.delete(story.id, "memory", "m2"), true);
      assert.deepEqual(await story.found("marta osk"), []);
    },
  ],
  [
    "PE35",
    "pages come in order, each record once, with the number of all",
    null,
    async (story, store) => {
      await story.tell(0);
      const names = Array.from({ length: 25 }, (_, n) => `Bell ${"abcdefghijklmnopqrstuvwxyz"[n]}x rang.`);
      await store.change(
        story.id,
        names.map((summary) => ({ change: "store", dataType: "memory", record: { summary } })),
      );
      for (const order of ["newest", "oldest"] as const) {
        const read: string[] = [];
        let after: string | null = null;
        do {
          const page: Page<"memory"> = await store.exactMatch(
            story.id,
            "memory",
            {},
            { limit: 10, order, ...(after === null ? {} : { after }) },
          );
          assert.equal(page.total, 25);
          read.push(...page.records.map(({ record }) => record.summary));
          after = page.next;
        } while (after !== null);
        assert.deepEqual(read, order === "oldest" ? names : names.toReversed());
      }
      await rejects(store.exactMatch(story.id, "memory", {}, { after: "?" }), "invalid");
    },
  ],
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
  [
    "PE45",
    "opinions fade by the in-game clock when they are read",
    null,
    async (story, store) => {
      const WEEK = 7 * 24 * 60;
      await story.tell(0);
      await store.store(story.id, "reputation", { factionId: "guild", currentScore: 40 });
      await store.store(story.id, "perception", { npcId: "osk", perceptionScore: -80 });
      const scores = async (): Promise<number[]> => [
        ...(await story.all("reputation")).map(({ record }) => record.currentScore),
        ...(await story.all("perception")).map(({ record }) => record.perceptionScore),
      ];
      assert.deepEqual(await scores(), [40, -80]);
      const later = await story.tell(2 * WEEK);
      near(await scores(), [40 * 0.9 ** 2, -80 * 0.975 ** 2]);
      const [at] = (await store.exactMatch(story.id, "reputation", {}, { atMinutes: WEEK })).records;
      near([at?.record.currentScore ?? 0], [36]);
      assert.equal(at?.storedScore, 40);
      const { id } = (await story.all("perception"))[0] ?? { id: "" };
      const touched = await store.update(story.id, "perception", id, { eventHistory: "You met again." });
      near([touched.record.perceptionScore], [-80 * 0.975 ** 2]);
      const renewed = await store.update(story.id, "perception", id, { perceptionScore: -10 });
      assert.equal(renewed.record.perceptionScore, -10);
      await story.tell(WEEK);
      await story.back(later);
      near(await scores(), [40 * 0.9 ** 2, -10]);
    },
  ],
  [
    "PE46",
    "a memory that says the same of the same people at the same place is told again, not kept twice",
    WORDS,
    async (story) => {
      const memory = (summary: string, more: object = {}): object => ({
        summary,
        characters: ["osk"],
        location: "mill",
        ...more,
      });
      await story.tell(0, {
        memories: [{ id: "m0", record: memory("Osk rang the bells at the mill.", { tags: ["bell"] }) }],
      });
      const again = await story.tell(10, {
        memories: [{ id: "m1", record: memory("Osk rang the bell, at the mill!", { tags: ["dusk"] }) }],
      });
      assert.deepEqual(
        (await story.all("memory")).map(({ id, record, gameMinutes, turnId }) => [
          id,
          record["times"],
          record["tags"],
          gameMinutes,
          turnId,
        ]),
        [["m0", 2, ["bell", "dusk"], 10, again]],
      );
      await story.tell(20, {
        memories: [
          { id: "m2", record: memory("Osk rang the bells at the mill.", { characters: ["marta"] }) },
          { id: "m3", record: memory("Osk rang the bells at the mill.", { deed: { verb: "ring" } }) },
          { id: "m4", record: memory("Osk swam away.") },
        ],
      });
      assert.deepEqual(
        (await story.all("memory")).map(({ id }) => id),
        ["m0", "m2", "m3", "m4"],
      );
      // To this embedder a rope is a bell: the same meaning in other words.
      await story.tell(30, { memories: [{ id: "m5", record: memory("Osk rang the rope at the mill.") }] });
      assert.deepEqual(
        (await story.all("memory")).map(({ id, record }) => [id, record["times"] ?? 1]),
        [
          ["m0", 3],
          ["m2", 1],
          ["m3", 1],
          ["m4", 1],
        ],
      );
    },
  ],
  [
    "PE51",
    "memories that differ in who, whether, how many or which way are two, however near they are",
    ALL_ALIKE,
    async (story) => {
      const differing = [
        ["Osk said he would help at the mill.", "Osk said he would not help at the mill."],
        ["Osk would help.", "Osk wouldn't help."],
        ["Osk always paid the toll.", "Osk never paid the toll."],
        ["Somebody saw the lamp.", "Nobody saw the lamp."],
        ["You crossed with a lamp.", "You crossed without a lamp."],
        ["Osk refused the bargain at the weir.", "Osk agreed to the bargain at the weir."],
        ["Osk paid 3 coins.", "Osk paid 30 coins."],
        ["Osk paid three coins.", "Osk paid thirty coins."],
        ["The keeper trusts Marta.", "The keeper trusts Ilse."],
        ["Marta trusts the keeper.", "Ilse trusts the keeper."],
        ["Osk robbed Marta.", "Marta robbed Osk."],
        ["She trusts you.", "You trust her."],
        ["The gate is locked.", "The gate is unlocked."],
        ["The lamp is on.", "The lamp is off."],
        ["Osk walked up the hill.", "Osk walked down the hill."],
      ] as const;
      for (const [turn, pair] of differing.entries()) {
        for (const [n, summary] of pair.entries()) {
          await story.tell(turn, {
            memories: [{ id: `m${turn}-${n}`, record: { summary, location: `place ${turn}` } }],
          });
        }
        const kept = await story.all("memory", { location: `place ${turn}` });
        assert.deepEqual(
          kept.map(({ record }) => record["summary"]),
          pair,
        );
      }
      // Words beside those may differ.
      const alike = [
        ["Suddenly Osk rang three bells for Marta.", "Osk suddenly sounded three bells for Marta."],
        ["Marta's lamp didn't burn.", "The lamp of Marta did not glow."],
      ] as const;
      for (const [n, [first, second]] of alike.entries()) {
        await story.tell(100, { memories: [{ id: `a${n}`, record: { summary: first, location: `alike ${n}` } }] });
        await story.tell(101, { memories: [{ id: `b${n}`, record: { summary: second, location: `alike ${n}` } }] });
        assert.deepEqual(
          (await story.all("memory", { location: `alike ${n}` })).map(({ id, record }) => [id, record["summary"]]),
          [[`a${n}`, second]],
        );
      }
    },
  ],
  [
    "PE47",
    "what the player pins, edits or forgets stays so, on every branch",
    null,
    async (story, store) => {
      const opening = await story.tell(0, {
        memories: [{ id: "m0", record: { summary: "Osk lied about the lamp." } }],
      });
      const left = await story.tell(10, { memories: [{ id: "m1", record: { summary: "Marta took the lamp." } }] });
      assert.equal((await store.pin(story.id, "m0", true)).pinned, true);
      const edited = await store.edit(story.id, "m1", "Marta kept the lantern.");
      assert.equal(edited.record.summary, "Marta kept the lantern.");
      assert.equal(edited.turnId, left);
      await story.back(opening);
      assert.deepEqual(
        (await story.all("memory", { pinned: true })).map(({ id }) => id),
        ["m0"],
      );
      assert.equal(await store.forget(story.id, "m1"), true);
      assert.equal(await store.forget(story.id, "m1"), false);
      await story.back(left);
      assert.deepEqual(
        (await story.all("memory")).map(({ id, pinned }) => [id, pinned]),
        [["m0", true]],
      );
      assert.deepEqual(await story.found("lamp lantern"), ["Osk lied about the lamp."]);
      assert.deepEqual((await store.head(story.id))?.memories, []);
      await rejects(store.pin(story.id, "m1", true), "not_found");
      await rejects(store.edit(story.id, "m0", " "), "invalid");
    },
  ],
  [
    "PE49",
    "a memory belongs to a turn: there is none before the opening, and what was recalled makes no other",
    null,
    async (story, store) => {
      await rejects(store.store(story.id, "memory", { summary: "Nothing yet." }), "invalid");
      await story.tell(0, { memories: [{ id: "m0", record: { summary: "Osk lied.", characters: ["osk"] } }] });
      const [recalled] = await store.semanticSearch(story.id, { dataType: "memory", query: "osk" });
      await store.store(story.id, "memory", { ...recalled?.record, summary: recalled?.record.summary ?? "" });
      assert.deepEqual(
        (await story.all("memory")).map(({ id }) => id),
        ["m0"],
      );
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

function near(found: readonly number[], expected: readonly number[]): void {
  assert.equal(found.length, expected.length);
  for (const [at, value] of expected.entries()) {
    assert.ok(
      Math.abs((found[at] ?? Number.NaN) - value) < 1e-9,
      `${found.join(", ")} instead of ${expected.join(", ")}`,
    );
  }
}

async function rejects(work: Promise<unknown>, code: string, message?: string): Promise<void> {
  await assert.rejects(work, (error: unknown) => {
    assert.ok(error instanceof Error && "code" in error && error.name === "StoreError", String(error));
    assert.equal(error.code, code);
    if (message !== undefined) assert.equal(error.message, message);
    return true;
  });
}
