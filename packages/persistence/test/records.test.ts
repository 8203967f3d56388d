import { sameWords } from "../src/records/alike.js";
import { mayBeSame } from "../src/records/told-apart.js";
import { mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import fc from "fast-check";
import { describe, expect, it, onTestFinished } from "vitest";
import { checkRecord, type Embedder, openStore, type Store } from "../src/index.js";
import { databaseFile, openForPlayer } from "../src/open-database.js";
import { decayed } from "../src/records/decay.js";
import { rankScore, similarity, wordScore } from "../src/records/similarity.js";
import { sqliteRecordTable } from "../src/records/sqlite-record-table.js";
import { StoryRecords } from "../src/records/story-records.js";
import { createInMemoryStore, storeConformance } from "../src/testing.js";
import { begin, freshFolder, type Story } from "./helpers/stores.js";

describe("[PE30, PE31, PE32, PE33, PE34, PE35, PE36, PE37, PE38, PE39, PE41, PE43, PE45, PE46, PE47, PE49, PE51] the suite of all stores", () => {
  it.each(storeConformance((options) => openStore({ dataDir: freshFolder(), ...options })))(
    "$rule in SQLite: $title",
    ({ run }) => run(),
  );

  it.each(storeConformance(async (options) => createInMemoryStore(options)))("$rule in memory: $title", ({ run }) =>
    run(),
  );
});

/** Each first word has a meaning of its own; the rest of a text does not count. */
function firstWords(id: string, fails: (text: string) => boolean = () => false): Embedder {
  const known = new Map<string, number>();
  return {
    id,
    dimensions: 16,
    embed: async (texts) =>
      texts.map((text) => {
        if (fails(text)) throw new Error("out of memory");
        const [word = ""] = text.toLowerCase().split(/\W/);
        if (!known.has(word)) known.set(word, known.size);
        return new Float32Array(16).fill(0, 0).fill(1, known.get(word), (known.get(word) ?? 0) + 1);
      }),
  };
}

async function open(dataDir: string, embedder?: Embedder, more: object = {}): Promise<Store> {
  const store = await openStore({ dataDir, ...(embedder ? { embedder } : {}), ...more });
  onTestFinished(() => store.close());
  return store;
}

const search = async (store: Store, id: string, query: string) =>
  (await store.semanticSearch(id, { dataType: "memory", query })).map(({ record }) => record.summary);

it("[PE30] ids are ULIDs, and thousands of records of mixed types come back as they were", async () => {
  // More than a page holds of each type, and ten thousand of all where there is time.
  const count = process.env["NARRATORIA_LONG"] === "1" ? 10_000 : 2_000;
  const limit = count / 10;
  const store = await open(freshFolder());
  const story = await begin(store);
  await story.tell();
  const given = Array.from({ length: count }, (_, n) => {
    const name = `n${n}`;
    const records = {
      memory: { summary: `Bell ${n} rang at ${name}.`, characterIds: [name], semanticTags: [`t${n % 7}`] },
      lore: { filePath: `lore/${n % 50}.md`, chunkIndex: n, paragraphId: n, content: `Of ${name}.`, tokenCount: n },
      reputation: {
        factionId: name,
        currentScore: (n % 201) - 100,
        lastUpdated: "2026-01-01T00:00:00Z",
        decayRate: 0.1,
      },
      perception: {
        npcId: name,
        perceptionScore: (n % 201) - 100,
        lastInteraction: "2026-01-01T00:00:00Z",
        eventHistory: `Met ${name}.`,
        decayRate: 0.2,
      },
      portrait: {
        characterId: name,
        imagePath: `${name}.png`,
        descriptionHash: name,
        generatedAt: "2026-01-01T00:00:00Z",
      },
    };
    const dataType = (Object.keys(records) as (keyof typeof records)[])[n % 5] ?? "memory";
    return { change: "store" as const, dataType, record: records[dataType] };
  });
  const stored = await store.change(story.id, given);
  expect(new Set(stored.map((one) => one?.id)).size).toBe(count);
  for (const one of stored) expect(one?.id).toMatch(/^[0-9A-HJKMNP-TV-Z]{26}$/);
  const read: unknown[] = [];
  for (const dataType of ["memory", "lore", "reputation", "perception", "portrait"] as const) {
    let after: string | null = null;
    do {
      const page: Awaited<ReturnType<typeof store.exactMatch>> = await store.exactMatch(
        story.id,
        dataType,
        {},
        { limit, order: "oldest", ...(after === null ? {} : { after }) },
      );
      read.push(...page.records);
      after = page.next;
    } while (after !== null);
  }
  const types = ["memory", "lore", "reputation", "perception", "portrait"];
  const wanted = types.flatMap((dataType, at) =>
    stored.filter((_, n) => n % 5 === at && given[n]?.dataType === dataType),
  );
  expect(read).toEqual(wanted);
  expect(wanted.map((one) => one?.record)).toEqual(
    types.flatMap((_, at) => given.filter((__, n) => n % 5 === at).map(({ record }) => record)),
  );
});

it("[PE31] what cannot be stored is told before anything is", () => {
  checkRecord("memory", { summary: "Osk lied." });
  expect(() => checkRecord("reputation", { factionId: "guild" })).toThrow('"currentScore"');
  expect(() => checkRecord("memory", { summary: "x".repeat(1024 * 1024) })).toThrow("too long");
});

it("[PE31] an optional field that will not do is left out of a turn, which is not lost for it", async () => {
  const story = await begin(await open(freshFolder()));
  await story.tell([{ summary: "Osk lied.", characters: "osk", tags: ["lie"] }]);
  const [memory] = (await story.store.head(story.id))?.memories ?? [];
  expect(memory?.record).toEqual({ summary: "Osk lied.", tags: ["lie"] });
});

it("[PE39] similarity is (1 + cosine) / 2, bent so that an embedder's related texts begin at 0.7", () => {
  expect(similarity(0.4)).toBeCloseTo(0.7, 12);
  fc.assert(
    fc.property(fc.double({ min: -1, max: 1, noNaN: true }), (cosine) => {
      expect(similarity(cosine)).toBeCloseTo((1 + cosine) / 2, 12);
    }),
  );
  const cosines = fc.double({ min: -2, max: 2, noNaN: true });
  fc.assert(
    fc.property(cosines, cosines, fc.double({ min: -0.9, max: 0.9, noNaN: true }), (one, other, match) => {
      expect(similarity(match, match)).toBeCloseTo(0.7, 9);
      const [low, high] = [Math.min(one, other), Math.max(one, other)].map((cosine) => similarity(cosine, match));
      expect(low).toBeLessThanOrEqual(high ?? 0);
      expect(low).toBeGreaterThanOrEqual(0);
      expect(high).toBeLessThanOrEqual(1);
    }),
  );
});

it("[PE40] names and rare words decide between neighbours in meaning, what is pinned comes first, then what is young", () => {
  const plain = { cosine: 0.5, words: 0, weeks: 0, pinned: false };
  expect(rankScore({ ...plain, words: 5 })).toBeGreaterThan(rankScore({ ...plain, cosine: 0.54 }));
  expect(rankScore({ ...plain, words: 1 })).toBeLessThan(rankScore({ ...plain, cosine: 0.54 }));
  expect(rankScore({ ...plain, pinned: true })).toBeGreaterThan(rankScore({ ...plain, cosine: 0.59 }));
  expect(rankScore(plain)).toBeGreaterThan(rankScore({ ...plain, weeks: 2 }));
  expect(rankScore({ ...plain, weeks: 99 })).toBeLessThan(rankScore({ ...plain, cosine: 0.51, weeks: 99 }));
  expect(wordScore(0.5, true)).toBeGreaterThan(wordScore(0.55, false));
});

it("[PE40] both in one search: meaning, words, a pin", async () => {
  const store = await open(freshFolder(), firstWords("first"));
  const story = await begin(store);
  await story.tell(["Bell of Ódile.", "Bell of Osk.", "Rope of Osk."]);
  expect(await search(store, story.id, "bell, said Odile")).toEqual(["Bell of Ódile.", "Bell of Osk."]);
  await store.pin(story.id, "m0-1", true);
  expect((await search(store, story.id, "bell"))[0]).toBe("Bell of Osk.");
  const all = await store.semanticSearch(story.id, { dataType: "memory", query: "bell of osk", threshold: 0 });
  expect(all.map(({ relevance }) => relevance)).toEqual([1, 1, 0.5]);
});

it("[PE40] of many in a small scope and in a large one, the same come first as by ranking every one", async () => {
  // A text is a number of hundredths: its angle to what is asked.
  const turned: Embedder = {
    id: "turned",
    dimensions: 2,
    embed: async (texts) =>
      texts.map((text) => {
        const angle = Number(/[0-9]+/.exec(text)?.[0] ?? 0) / 100;
        return Float32Array.of(Math.cos(angle), Math.sin(angle));
      }),
  };
  const store = await open(freshFolder(), turned);
  const story = await begin(store);
  await story.tell(Array.from({ length: 60 }, (_, n) => `Bell ${n}x.`));
  const ask = async (query: string, limit: number) =>
    (await store.semanticSearch(story.id, { dataType: "memory", query, limit, threshold: 0 })).map(({ id }) => id);
  expect(await ask("0", 3)).toEqual(["m0-0", "m0-1", "m0-2"]);
  // What shares a rare word may be farther off; what is pinned farther still, and beyond that nothing helps.
  expect(await ask("0 or 20x", 1)).toEqual(["m0-20"]);
  await store.pin(story.id, "m0-40", true);
  await store.pin(story.id, "m0-50", true);
  expect(await ask("0", 3)).toEqual(["m0-40", "m0-0", "m0-1"]);
});

it("[PE42] what another embedder has read is found by its words until this one has read it too", async () => {
  const dataDir = freshFolder();
  const first = await openStore({ dataDir, embedder: firstWords("first") });
  const story = await begin(first);
  await story.tell(["Bell cracked.", "Rope burned."]);
  await first.close();

  let wait = (): void => {};
  const slow = firstWords("second");
  const gate = new Promise<void>((resolve) => {
    wait = resolve;
  });
  const second = await open(dataDir, {
    ...slow,
    embed: async (texts) => {
      if (texts.includes("Bell cracked.")) await gate;
      return slow.embed(texts);
    },
  });
  expect(await search(second, story.id, "it cracked")).toEqual(["Bell cracked."]);
  expect(await search(second, story.id, "bell-like")).toEqual(["Bell cracked."]);
  expect(second.measures().map(({ by }) => by)).toEqual(["both", "both"]);
  const found = await second.semanticSearch(story.id, { dataType: "memory", query: "it cracked" });
  expect(found[0]?.relevance).toBe(1);
  wait();
  expect(await second.embedPending()).toEqual({ left: 0 });
  expect(await search(second, story.id, "bell-like")).toEqual(["Bell cracked."]);
  expect((await second.semanticSearch(story.id, { dataType: "memory", query: "bell" }))[0]?.relevance).toBeCloseTo(
    1,
    6,
  );
  const db = new Database(databaseFile(dataDir), { readonly: true });
  expect(db.prepare("select distinct embedder from vectors").pluck().all()).toEqual(["second"]);
  db.close();
});

it("[PE42] an embedder that fails, hangs or gives nonsense costs no record", async () => {
  const nonsense = [new Float32Array(16), new Float32Array(3).fill(1), new Float32Array(16).fill(Number.NaN)];
  const broken: readonly Embedder[] = [
    firstWords("fails", () => true),
    {
      id: "zero",
      dimensions: 16,
      embed: async (texts) => texts.map((_, n) => nonsense[n % 3] ?? new Float32Array(16)),
    },
    { id: "few", dimensions: 16, embed: async () => [] },
    { id: "hangs", dimensions: 16, embed: () => new Promise(() => {}) },
  ];
  for (const embedder of broken) {
    const store = await openStore({ dataDir: freshFolder(), embedder, embedTimeoutMs: 20 });
    const story = await begin(store);
    await story.tell(["Bell cracked.", "Rope burned.", "Mill fell."]);
    expect(await search(store, story.id, "cracked"), embedder.id).toEqual(["Bell cracked."]);
    expect(await store.embedPending(), embedder.id).toEqual({ left: 3 });
    await store.close();
  }
});

it("[PE42] reading anew begins when nobody waits, is cut short by closing the store, and goes on at the next start", async () => {
  const dataDir = freshFolder();
  const first = await openStore({ dataDir });
  const story = await begin(first);
  await story.tell(Array.from({ length: 80 }, (_, n) => `Bell ${n}x cracked.`));
  await first.close();

  const asked: number[] = [];
  const words = firstWords("second");
  let stuck = (): void => {};
  const reached = new Promise<void>((resolve) => {
    stuck = resolve;
  });
  const second = await openStore({
    dataDir,
    embedTimeoutMs: 2 ** 30,
    embedder: {
      ...words,
      embed: (texts) => {
        asked.push(texts.length);
        if (asked.length === 1) return words.embed(texts);
        stuck();
        return new Promise(() => {});
      },
    },
  });
  await second.history(story.id);
  expect(asked).toEqual([]);
  const tidied = second.tidy();
  await reached;
  await second.close();
  expect(await tidied).toEqual({ removed: [] });
  expect(asked).toEqual([32, 32]);

  const db = new Database(databaseFile(dataDir), { readonly: true });
  expect(db.prepare("select count(*) from vectors").pluck().get()).toBe(32);
  db.close();
  const third = await open(dataDir, words);
  await third.tidy();
  expect(await third.embedPending()).toEqual({ left: 0 });
  const last = new Database(databaseFile(dataDir), { readonly: true });
  expect(last.prepare("select count(*) from vectors").pluck().get()).toBe(80);
  last.close();
});

it("[PE42] a memory in other words is read anew", async () => {
  const store = await open(freshFolder(), firstWords("first"));
  const story = await begin(store);
  await story.tell(["Bell cracked."]);
  await store.edit(story.id, "m0-0", "Lamp broke.");
  await store.embedPending();
  expect((await store.semanticSearch(story.id, { dataType: "memory", query: "lamp" }))[0]?.relevance).toBeCloseTo(1, 6);
  expect(await search(store, story.id, "bell")).toEqual([]);
  await store.update(story.id, "memory", "m0-0", { summary: "Rope burned." });
  await store.embedPending();
  expect((await store.semanticSearch(story.id, { dataType: "memory", query: "rope" }))[0]?.relevance).toBeCloseTo(1, 6);
});

it("[PE44] what is held for searching has a bound, and what was let go of is read again", async () => {
  const dataDir = freshFolder();
  const store = await openStore({ dataDir });
  const stories = [await begin(store), await begin(store)];
  for (const [n, story] of stories.entries()) await story.tell([`Bell ${n}x cracked.`]);
  await store.close();

  const opened = openForPlayer(dataDir, Date.now);
  const table = sqliteRecordTable(opened.db);
  for (const [cacheBytes, reads] of [
    [1, 4],
    [1024 * 1024, 2],
  ] as const) {
    let read = 0;
    const versions: typeof table.versions = (playthrough, above) => {
      read += 1;
      return table.versions(playthrough, above);
    };
    const records = new StoryRecords({
      table: { ...table, versions },
      now: Date.now,
      newId: () => "",
      vectors: null,
      cacheBytes,
    });
    for (const n of [0, 0, 1, 0, 1]) {
      const found = records.search(stories[n]?.id ?? "", { dataType: "memory", query: "bell" }, undefined);
      expect(found.map(({ record }) => record.summary)).toEqual([`Bell ${n}x cracked.`]);
    }
    expect(read).toBe(reads);
  }
  opened.close();
});

it("[PE44] a reader finds what the player has stored, changed and forgotten since", async () => {
  const dataDir = freshFolder();
  const player = await open(dataDir);
  const story = await begin(player);
  await story.tell(["Bell cracked."]);
  const reader = await open(dataDir, undefined, { readOnly: true });
  expect(await search(reader, story.id, "bell lamp")).toEqual(["Bell cracked."]);
  await story.tell(["Lamp broke."]);
  expect(await search(reader, story.id, "lamp")).toEqual(["Lamp broke."]);
  await player.forget(story.id, "m0-0");
  await player.edit(story.id, "m1-0", "Rope burned.");
  expect(await search(reader, story.id, "bell lamp rope")).toEqual(["Rope burned."]);
  // What is gone is not counted either.
  expect(await reader.exactMatch(story.id, "memory")).toMatchObject({ total: 1, next: null });
  await expect(reader.forget(story.id, "m1-0")).rejects.toMatchObject({ code: "read_only" });
});

it("[PE45] decay never grows, never turns over and stays finite", () => {
  const unit = { rate: 0.1, unitMinutes: 10_080 };
  expect(decayed(40, 10_080, unit)).toBeCloseTo(36, 12);
  expect(decayed(60, 10_080, unit)).toBeCloseTo(58.5, 12);
  expect(decayed(-50, 20_160, unit)).toBeCloseTo(-50 * 0.975 ** 2, 12);
  expect(decayed(49.9, 10_080, unit)).toBeCloseTo(44.91, 12);
  expect(decayed(40, -10_080, unit)).toBe(40);
  const any = fc.double({ noNaN: true, noDefaultInfinity: true });
  fc.assert(
    fc.property(any, fc.double(), fc.double(), fc.double(), (score, minutes, rate, unitMinutes) => {
      const left = decayed(score, minutes, { rate: Number.isNaN(rate) ? 0 : rate, unitMinutes });
      expect(Number.isFinite(left)).toBe(true);
      expect(Math.abs(left)).toBeLessThanOrEqual(Math.min(100, Math.abs(score)));
      expect(left * score).toBeGreaterThanOrEqual(0);
    }),
  );
});

it("[PE4400] an opinion that each turn stores as it was read fades all the same", async () => {
  const store = await openStore({ dataDir: freshFolder() });
  onTestFinished(() => store.close());
  const story = await begin(store);
  const WEEK = 10_080;
  const read = async (): Promise<number> =>
    (await store.exactMatch(story.id, "reputation")).records[0]?.record.currentScore ?? 40;
  for (let week = 0; week <= 4; week++) {
    const record = { factionId: "guild", currentScore: await read(), decayRate: 0.1 };
    const changes = [{ change: "store" as const, dataType: "reputation" as const, record }];
    await story.tell([], { state: { clock: { minutes: week * WEEK } }, changes });
  }
  expect(await read()).toBeCloseTo(40 * 0.9 ** 4, 9);
});

it("[PE48] nothing of a forgotten memory is left in any file of the store", async () => {
  const dataDir = freshFolder();
  const store = await openStore({ dataDir, embedder: firstWords("first") });
  const story = await begin(store);
  const summary = "Quetzalbell told Osk where the vexillograph lay.";
  const why = "Quetzalbell told Osk where the vexillograph lay (scene 1)";
  await story.tell(["You woke."]);
  await story.tell([{ summary, characters: ["xenophontis"], tags: ["zarzuela"] }], {
    results: [{ output: { memory: { summary }, said: `He said: ${summary} And no more.` } }],
    sceneRecord: { paragraphs: ["It rained."], summary: { summary }, choices: [{ why }] },
    state: { told: { last: summary } },
  });
  expect((await story.store.head(story.id))?.sceneRecord).toMatchObject({ choices: [{ why }] });
  // A turn that recalls it, among texts in which quotes and lengths hide where a string begins.
  const recalled = { memories: [{ text: `He said "no" ${"x".repeat(99)}`, id: "m1-0", summary }] };
  await story.tell(["You slept."], { results: [{ output: { odd: 'a "b', ...recalled } }] });
  expect((await story.store.head(story.id))?.results).toEqual([{ output: { odd: 'a "b', ...recalled } }]);
  const traces = (): string[] =>
    readdirSync(dataDir).filter((name) => {
      const bytes = readFileSync(join(dataDir, name)).toString("latin1").toLowerCase();
      return ["quetzalbell", "vexillograph", "xenophontis", "zarzuela"].some((word) => bytes.includes(word));
    });
  expect(traces()).not.toEqual([]);
  await store.forget(story.id, "m1-0");
  expect(traces()).toEqual([]);
  const turns = await store.history(story.id);
  expect(turns.map(({ scene }) => scene)).toEqual([2, 1, 0]);
  expect(turns[1]?.sceneRecord).toMatchObject({ choices: [{ why: "(forgotten) (scene 1)" }] });
  await store.close();
  expect(traces()).toEqual([]);
});

it("[PE46, PE47] what one turn tells apart stays apart, and a pinned memory stays pinned in other words", async () => {
  const store = await open(freshFolder());
  const story = await begin(store);
  await story.tell(["The bell rang.", "The bell rang."]);
  const ids = async () => (await store.exactMatch(story.id, "memory")).records.map(({ id, pinned }) => [id, pinned]);
  expect(await ids()).toEqual([
    ["m0-1", false],
    ["m0-0", false],
  ]);
  await store.pin(story.id, "m0-0", true);
  expect((await store.edit(story.id, "m0-0", "The bell cracked.")).pinned).toBe(true);
  expect((await ids()).filter(([, pinned]) => pinned)).toEqual([["m0-0", true]]);
});

it("[PE43] the latest two hundred measures are kept", async () => {
  const store = await open(freshFolder());
  const story = await begin(store);
  await story.tell(["The bell rang."]);
  await search(store, story.id, "bell");
  for (let n = 0; n < 200; n++) await store.exactMatch(story.id, "memory");
  expect(store.measures().map(({ method }) => method)).toEqual(Array.from({ length: 200 }, () => "exactMatch"));
});

it("[PE48] nor of one that fills pages of its own, nor where the state goes on repeating it", async () => {
  const dataDir = freshFolder();
  const store = await openStore({ dataDir });
  const story = await begin(store);
  const [long, told] = [
    `You read on. ${"And on. ".repeat(3_000)}Zarzuela.`,
    "Quetzalbell told Osk where the rope lay.",
  ];
  await story.tell([long, told], { state: { last: told } });
  // A state is written whole in every tenth turn, and none of these turns has to do with the memory.
  for (let n = 0; n < 11; n++) await story.tell([], { state: { last: told, n } });
  for (const id of ["m0-0", "m0-1"]) await store.forget(story.id, id);
  // Backups keep what they hold.
  const files = (): string[] => readdirSync(dataDir).filter((name) => name !== "backups");
  const traces = (): string[] =>
    files().filter((name) => /zarzuela|quetzalbell/i.test(readFileSync(join(dataDir, name), "latin1")));
  expect(traces()).toEqual([]);
  expect((await store.head(story.id))?.state).toEqual({ last: "(forgotten)", n: 10 });
  await store.close();
  expect(traces()).toEqual([]);
});

it.each([
  ["retention", (store: Store, story: Story) => store.tidy().then(() => story.id)],
  ["delete", (store: Store, story: Story) => store.delete(story.id, "memory", "m0-0")],
  ["forget", (store: Store, story: Story) => store.forget(story.id, "m0-0")],
  ["edit", (store: Store, story: Story) => store.edit(story.id, "m0-0", "Osk knows a place.")],
] as const)(
  "[PE442] whoever still holds a memory's old text does not bring it back with the next turn: %s",
  async (how, take) => {
    const dataDir = freshFolder();
    const store = await openStore({
      dataDir,
      ...(how === "retention" ? { retention: { memory: { atMost: 0 } } } : {}),
    });
    const story = await begin(store);
    const summary = "Quetzalbell told Osk where the rope lay.";
    const choice = { id: "c", text: "Ask Osk", hook: { kind: "memory", id: "m0-0", text: summary } };
    await story.tell([summary], {
      state: { past: { 0: { text: summary, weight: 1 } } },
      sceneRecord: { paragraphs: ["It rained."], slots: [choice] },
    });
    const held = await store.head(story.id);
    await take(store, story);
    // The state and the choices come from the turn before, as it read then.
    await story.tell([], {
      choice: { ...choice },
      state: { ...held?.state, clock: { minutes: 7 } },
      patches: [{ told: summary }],
      results: [{ recalled: [{ id: "m0-0", summary }] }],
      sceneRecord: { paragraphs: ["It rained on."], slots: [choice] },
    });
    await story.tell([], { state: { ...held?.state, clock: { minutes: 8 } } });
    const now = how === "edit" ? "Osk knows a place." : "(forgotten)";
    const turns = await store.history(story.id, { limit: 2 });
    expect(turns.map(({ state }) => state["past"])).toEqual([0, 0].map(() => ({ 0: { text: now, weight: 1 } })));
    expect(JSON.stringify(turns)).not.toContain("Quetzalbell");
    await store.close();
    const db = new Database(databaseFile(dataDir));
    const rows = db.prepare("select choice, patches, results, scene_record, state from turns").all();
    db.close();
    expect(JSON.stringify(rows)).not.toContain("Quetzalbell");
  },
);

it.each([
  ["forgotten", "(forgotten)", (store: Store, { id }: Story) => store.forget(id, "m0-0")],
  ["edited", "You were kind.", (store: Store, { id }: Story) => store.edit(id, "m0-0", "You were kind.")],
])("[PE720] opinions and later turns say nothing more of a reason that was %s", async (_how, now, take) => {
  const dataDir = freshFolder();
  const store = await openStore({ dataDir });
  const story = await begin(store);
  const summary = "You pressed Quetzalbell for nothing.";
  const opinion = {
    change: "store",
    dataType: "perception",
    record: {
      npcId: "osk",
      perceptionScore: -10,
      eventHistory: "You pressed Quetzalbell for nothing (scene 0)",
      reasons: [{ scene: 0, text: summary, delta: -10 }],
    },
  } as const;
  const reasons = async () => (await store.exactMatch(story.id, "perception")).records[0]?.record;
  await story.tell([summary], { changes: [opinion], state: {} });
  expect(await reasons()).toMatchObject({ reasons: [{ text: summary }], eventHistory: opinion.record.eventHistory });
  // Nothing of this turn's state or choice mentions the memory: only the opinion has known it.
  await story.tell([], { state: { because: summary }, changes: [{ ...opinion, record: (await reasons()) ?? {} }] });
  await take(store, story);
  expect(await reasons()).toMatchObject({ reasons: [{ text: now }] });
  expect((await store.head(story.id))?.state["because"]).toBe(now);
  await store.close();
  const db = new Database(databaseFile(dataDir));
  const rows = [db.prepare("select * from turns").all(), db.prepare("select * from records").all()];
  db.close();
  expect(JSON.stringify(rows)).not.toContain("Quetzalbell");
});

it("[PE50] the memories of a file of format 2 become records of their turns", async () => {
  const dataDir = freshFolder();
  mkdirSync(dataDir, { recursive: true });
  const db = new Database(databaseFile(dataDir));
  db.exec(readFileSync(new URL("fixtures/format-2.sql", import.meta.url), "utf8"));
  db.close();
  const store = await open(dataDir);
  const [story] = await store.playthroughs();
  const read = async () =>
    (await store.exactMatch(story?.id ?? "", "memory", {}, { order: "oldest" })).records.map((one) => [
      one.record.summary,
      one.gameMinutes,
    ]);
  expect(await read()).toEqual([
    ["You met Osk at the mill.", 0],
    ["Osk gave you a letter.", 10],
    ["Marta saw the smoke.", 20],
  ]);
  const [left] = (await store.branches(story?.id ?? "")).filter(({ tip }) => tip.turnId !== story?.head);
  await store.moveHead(story?.id ?? "", left?.tip.turnId ?? "");
  expect((await read()).at(-1)).toEqual(["You burned Osk’s letter.", 20]);
  expect(await search(store, story?.id ?? "", "letters")).toHaveLength(2);
  const { records } = await store.exactMatch(story?.id ?? "", "memory", { characters: ["osk"], tags: ["promise"] });
  expect(records.map(({ record }) => record["scene"])).toEqual([1]);
});

it("[PE451] a long memory is the same only letter for letter, and telling that takes time by its length alone", async () => {
  const text = (last: string, words: number): string =>
    `${Array.from({ length: words }, (_, n) => `Wor${n.toString(36)}d`).join(" ")} ${last}.`;
  expect(mayBeSame(text("bell", 500), text("bell", 500))).toBe(true);
  expect(mayBeSame(text("bell", 500), text("the bell", 500))).toBe(false);
  expect(sameWords({ summary: text("bell", 500) })).not.toBe(sameWords({ summary: text("the bell", 500) }));
  expect(sameWords({ summary: "The bell rang." })).toBe(sameWords({ summary: "Bell, the: rang." }));
  // In hours, if it took time by the square.
  expect(mayBeSame(text("bell", 500_000), text("gull", 500_000))).toBe(false);
  expect(sameWords({ summary: text("bell", 500_000) })).toBeTypeOf("string");
});

it.each([
  ["Osk rang. The bell broke.", ["osk"], false],
  ["He said: “The bell” and Mara ran.", [], true],
  ["  “Osk” rang; Mara… Then slept.", [], true],
])("[PE451] names are words with a capital within a sentence: %s", (text, _names, hasMara) => {
  const other = text.replace("Mara", "Ludo");
  expect(mayBeSame(text, other)).toBe(!hasMara);
});
