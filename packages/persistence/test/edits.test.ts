// SPEC.md PE6500 to PE6504: what somebody changed by hand in the file is kept and told; what the disk spoilt is damage.
import Database from "better-sqlite3";
import { expect, it } from "vitest";
import { flippedBit, type HashedMatter } from "../src/durability/flipped-bit.js";
import { hashedValue } from "../src/hashed-rows.js";
import { openStore, repairStore, type Store } from "../src/index.js";
import { databaseFile } from "../src/open-database.js";
import { begin, freshFolder, openTestStore, type Story } from "./helpers/stores.js";
import { createHash } from "node:crypto";

interface Played {
  readonly dataDir: string;
  readonly id: string;
  readonly turns: readonly string[];
}

/** A story of six scenes with memories, an opinion and an inventory, and of a backup of them where one is wanted. */
async function played({ backup = false } = {}): Promise<Played> {
  const dataDir = freshFolder();
  const store = await openTestStore(dataDir);
  const story: Story = await begin(store);
  const turns: string[] = [];
  for (let scene = 0; scene < 6; scene++) {
    const state = {
      clock: { minutes: scene * 10 },
      inventory: { lamp: { name: "lamp", count: 1 } },
      place: `mill-${scene}`,
    };
    turns.push(await story.tell([`The bell rang ${scene} times at the mill.`], { state }));
  }
  await store.store(story.id, "perception", { npcId: "osk", perceptionScore: -30 });
  if (backup) await store.backUp();
  await store.close();
  return { dataDir, id: story.id, turns };
}

function change(dataDir: string, work: (db: Database.Database) => void): void {
  const db = new Database(databaseFile(dataDir));
  work(db);
  db.close();
}

const sql = (text: string) => (db: Database.Database) => db.exec(text);
const LAST = "(select max(rowid) from turns)";

async function opened<T>(dataDir: string, look: (store: Store) => T | Promise<T>, readOnly = false): Promise<T> {
  const store = await openStore({ dataDir, readOnly });
  try {
    return await look(store);
  } finally {
    await store.close();
  }
}

const kinds = (store: Store) => store.findings().map(({ kind }) => kind);

it.each([false, true])(
  "[PE6500, PE6502] a memory changed by hand is kept, found by its new words and told once (backup: %s)",
  async (backup) => {
    const { dataDir, id } = await played({ backup });
    change(
      dataDir,
      sql(`update records set record = replace(record, 'rang 4 times', 'was stolen') where type = 'memory'`),
    );
    await opened(dataDir, async (store) => {
      expect(store.findings()).toEqual([
        {
          kind: "edited",
          playthroughId: id,
          scenes: [],
          records: [{ type: "memory", words: "The bell was stolen at the mill." }],
          story: false,
        },
      ]);
      const found = await store.semanticSearch(id, { dataType: "memory", query: "stolen" });
      expect(found[0]?.record.summary).toBe("The bell was stolen at the mill.");
      expect((await store.turn((await store.head(id))?.id ?? ""))?.scene).toBe(5);
    });
    expect(await opened(dataDir, kinds)).toEqual([]);
    expect(await repairStore({ dataDir })).toBeNull();
    const again = await opened(dataDir, (store) => store.exactMatch(id, "memory"));
    expect(again.records.map(({ record }) => record.summary)).toContain("The bell was stolen at the mill.");
  },
);

it("[PE6500] words of a memory that were changed beside its record are put into it", async () => {
  const { dataDir, id } = await played();
  change(dataDir, sql("update records set text = 'Nobody rang.' where text like '%4 times%'"));
  const { records } = await opened(dataDir, (store) => store.exactMatch(id, "memory"));
  expect(records.map(({ record }) => record.summary)).toContain("Nobody rang.");
});

it.each([
  ["the last scene", 5],
  ["a scene that others follow on", 2],
])("[PE6500] the state of %s is kept as it was changed, and the story goes on", async (_, at) => {
  const { dataDir, id, turns } = await played();
  change(dataDir, (db) => {
    const state =
      db
        .prepare<[string], string>("select state from turns where id = ?")
        .pluck()
        .get(turns[at] ?? "") ?? "";
    const from = state.indexOf("{");
    const told = { ...JSON.parse(state.slice(from)), inventory: { sword: { name: "long sword", count: 1 } } };
    db.prepare("update turns set state = ? where id = ?").run(state.slice(0, from) + JSON.stringify(told), turns[at]);
  });
  await opened(dataDir, async (store) => {
    expect(store.findings()).toMatchObject([{ kind: "edited", scenes: [at], records: [], story: false }]);
    expect((await store.turn(turns[at] ?? ""))?.state).toMatchObject({ inventory: { sword: { count: 1 } } });
    expect((await store.history(id)).map(({ scene }) => scene)).toEqual([5, 4, 3, 2, 1, 0]);
  });
  await opened(dataDir, async (store) => {
    expect(kinds(store)).toEqual([]);
    await store.tidy();
    expect(kinds(store)).toEqual([]);
    expect((await store.head(id))?.state).toMatchObject({ inventory: { sword: { count: 1 } } });
  });
});

it("[PE6500] a scene that reads otherwise by hand is told so in lists as well, and so is a title", async () => {
  const { dataDir, id, turns } = await played();
  change(dataDir, sql("update turns set scene_record = replace(scene_record, 'Scene 5 begins', 'A gull cries')"));
  change(dataDir, sql("update playthroughs set title = 'My own story'"));
  await opened(dataDir, async (store) => {
    expect(store.findings()).toMatchObject([{ kind: "edited", scenes: [5], story: true }]);
    expect(await store.playthrough(id)).toMatchObject({ title: "My own story", lastLine: "A gull cries." });
    expect((await store.turn(turns[5] ?? ""))?.sceneRecord).toMatchObject({
      paragraphs: ["A gull cries. It goes on."],
    });
  });
});

it("[PE6500] two memories that changed places read whole, and are kept so", async () => {
  const { dataDir, id } = await played({ backup: true });
  change(dataDir, (db) => {
    const rows = db
      .prepare<[], { number: number; record: string }>("select number, record from records where type = 'memory'")
      .all();
    const put = db.prepare("update records set record = ? where number = ?");
    put.run(rows[1]?.record, rows[0]?.number);
    put.run(rows[0]?.record, rows[1]?.number);
  });
  const found = await opened(dataDir, (store) => store.findings());
  expect(found).toMatchObject([
    { kind: "edited", playthroughId: id, records: [{ type: "memory" }, { type: "memory" }] },
  ]);
});

it.each([
  ["JSON that breaks off", "update records set record = substr(record, 1, 30) where type = 'memory' and rowid = 1"],
  ["a contract that does not hold", `update records set record = '{"npcId":7}' where type = 'perception'`],
  ["one bit of a memory", "update records set record = replace(record, 'rang 4', 'rang 5') where rowid = 5"],
  ["one bit of a number", "update records set timestamp = timestamp + 1 - 2 * (timestamp & 1) where rowid = 5"],
  ["one bit of a hash", "update records set hash = replace(hash, '=', '<') where rowid = 5"],
  ["a text that broke off", "update records set text = substr(text, 1, 12) where rowid = 5"],
  ["a state that broke off", `update turns set state = substr(state, 1, 20) where rowid = ${LAST}`],
  ["one bit of a scene", `update turns set scene_record = replace(scene_record, 'goes', 'goer') where rowid = ${LAST}`],
])("[PE6501] %s is damage, with a backup or without", async (_, text) => {
  for (const backup of [false, true]) {
    const { dataDir } = await played({ backup });
    change(dataDir, sql(text));
    const [kind] = await opened(dataDir, kinds);
    expect(["damaged_records", "damaged_turns"]).toContain(kind);
  }
});

it("[PE6502] a reader names what was changed by hand, and changes nothing", async () => {
  const { dataDir } = await played();
  change(dataDir, sql("update records set record = replace(record, 'rang 4 times', 'was stolen')"));
  expect(await opened(dataDir, kinds, true)).toContain("edited");
  expect(await opened(dataDir, kinds, true)).toContain("edited");
  expect(await opened(dataDir, kinds)).toEqual(["edited"]);
});

it("[PE6503] a repair keeps what was changed by hand, beside damage that it mends from a backup", async () => {
  const { dataDir, id, turns } = await played({ backup: true });
  change(dataDir, sql("update records set record = replace(record, 'rang 4 times', 'was stolen')"));
  change(dataDir, sql("update turns set scene_record = replace(scene_record, 'Scene 2 begins', 'A gull cries')"));
  change(dataDir, sql("update turns set results = '[}' where scene = 3"));
  expect(await repairStore({ dataDir })).toMatchObject({ edited: 2, damaged: 0, doubtful: 0, gone: 0 });
  await opened(dataDir, async (store) => {
    expect(kinds(store)).toEqual([]);
    await store.tidy();
    expect(kinds(store)).toEqual([]);
    expect((await store.history(id)).map(({ scene }) => scene)).toEqual([5, 4, 3, 2, 1, 0]);
    expect((await store.turn(turns[2] ?? ""))?.sceneRecord).toMatchObject({
      paragraphs: ["A gull cries. It goes on."],
    });
  });
  expect(await repairStore({ dataDir })).toBeNull();
});

it.each([
  ["a memory", "update records set record = replace(record, 'rang 4', 'rang 5') where rowid = 5"],
  ["a scene", `update turns set scene_record = replace(scene_record, 'goes', 'goer') where rowid = ${LAST}`],
  ["a scene that others follow on", "update turns set choice = replace(choice, 'Wait', 'Waht') where scene = 2"],
])("[PE6504] one bit of %s is put back without a backup", async (_, text) => {
  const { dataDir, id } = await played();
  const all = (store: Store) => Promise.all([store.history(id), store.exactMatch(id, "memory")]);
  const before = await opened(dataDir, all);
  change(dataDir, sql(text));
  expect((await opened(dataDir, kinds)).length).toBe(1);
  expect(await repairStore({ dataDir })).toMatchObject({
    kept: expect.any(String),
    backup: null,
    damaged: 0,
    doubtful: 0,
  });
  expect(await opened(dataDir, all)).toEqual(before);
});

it("[PE6501] each bit of a text is tried, also beside letters of several bytes", () => {
  const text = "Zoë’s 10 lamps — 🜂 — burn.";
  const hashed = (value: string) => createHash("sha256").update(hashedValue(value).join("")).digest("base64");
  const bytes = Buffer.from(text);
  const matter = (value: string): HashedMatter => ({
    parts: [{ column: "text", value }],
    written: hashedValue,
    encoding: "base64",
    stored: hashed(text),
  });
  let tried = 0;
  for (let at = 0; at < bytes.length; at++) {
    for (let bit = 0; bit < 8; bit++) {
      const copy = Buffer.from(bytes);
      copy[at] = (copy[at] ?? 0) ^ (1 << bit);
      const value = copy.toString("utf8");
      // What is no UTF-8 any more is told without this.
      if (value.includes("\uFFFD")) continue;
      tried++;
      expect(flippedBit(matter(value), Number.POSITIVE_INFINITY)).toEqual({ column: "text", value: text });
    }
  }
  expect(tried).toBeGreaterThan(200);
  expect(flippedBit(matter("Zoë’s 12 lamps — 🜂 — burn!"), Number.POSITIVE_INFINITY)).toBeNull();
});
