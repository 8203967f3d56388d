// SPEC.md PE444 to PE446: bits that flip on the disk, wherever they are, are refused, told, or change nothing.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createRandom } from "@narratoria/protocol/random";
import Database from "better-sqlite3";
import { expect, it } from "vitest";
import { type DataType, openStore, repairStore, type Store, StoreError } from "../src/index.js";
import { goodBackups } from "../src/durability/backups.js";
import { databaseFile } from "../src/open-database.js";
import { MIGRATIONS } from "../src/schema.js";
import { begin, freshFolder } from "./helpers/stores.js";

const TYPES: readonly DataType[] = ["memory", "lore", "reputation", "perception", "portrait", "asset", "session"];

const DAY_MS = 24 * 60 * 60 * 1000;

/** Gives a vector of a few letters, and counts the texts that it was asked for. */
const letters = {
  id: "letters",
  dimensions: 4,
  asked: 0,
  async embed(texts: readonly string[]) {
    letters.asked += texts.length;
    return texts.map((text) => new Float32Array([text.length, text.charCodeAt(0), text.charCodeAt(14), 1]));
  },
};

/** Once for all tests: a folder of two stories with two branches and records of every kind, and of a backup of them. */
let original: Promise<{ readonly file: Buffer; readonly backup: Buffer }> | null = null;

/** A copy of it. */
async function played({ backup = false } = {}): Promise<string> {
  const bytes = await (original ??= playedOnce());
  const dataDir = freshFolder();
  writeFileSync(databaseFile(dataDir), bytes.file);
  mkdirSync(join(dataDir, "backups"));
  if (backup) writeFileSync(join(dataDir, "backups", `narratoria-format-${MIGRATIONS.length}-5000.db`), bytes.backup);
  return dataDir;
}

/** Ids and times count up, so that every run is the same. */
async function playedOnce(): Promise<{ readonly file: Buffer; readonly backup: Buffer }> {
  const dataDir = freshFolder();
  let counted = 0;
  const store = await openStore({ dataDir, embedder: letters, now: () => ++counted, newId: () => `id-${++counted}` });
  for (let n = 0; n < 2; n++) {
    const story = await begin(store);
    for (let scene = 0; scene < 8; scene++) {
      const tags = [`bell-${scene}`];
      await story.tell([{ summary: `The bell rang ${scene} times at the mill.`, characters: ["osk"], tags, scene }]);
      if (scene === 4) await store.branch(story.id, story.head ?? "", "The harbour bell");
    }
    await store.store(story.id, "reputation", { factionId: "guild", currentScore: 20 });
    await store.store(story.id, "perception", { npcId: "osk", perceptionScore: -30 });
    await store.store(story.id, "portrait", { characterId: "osk", imagePath: "osk.png", descriptionHash: "h" });
    const [memory] = (await store.exactMatch(story.id, "memory", {}, { limit: 1 })).records;
    await store.pin(story.id, memory?.id ?? "", true);
  }
  // Turns make backups of their own, whenever they get to it. The daily one has all that was played.
  counted += 2 * DAY_MS;
  await store.tidy();
  await store.close();
  const [backup] = goodBackups(dataDir);
  return { file: readFileSync(databaseFile(dataDir)), backup: readFileSync(backup?.file ?? "") };
}

/** All that can be asked of a store. */
async function view(store: Store): Promise<unknown> {
  const list = await store.playthroughs();
  return Promise.all(
    list.map(async ({ id, ...story }) => [
      id,
      story,
      await store.sessions(id),
      await store.branches(id),
      await store.outline(id),
      await store.history(id),
      await store.past(id, 100),
      await Promise.all(TYPES.map(async (type) => (await store.exactMatch(id, type)).records)),
      await Promise.all((await store.outline(id)).map((turn) => store.recordsOfTurn(id, turn.id))),
    ]),
  );
}

function flipped(bytes: Buffer, at: number, bit: number): string {
  const dataDir = freshFolder();
  const copy = Buffer.from(bytes);
  copy[at] = (copy[at] ?? 0) ^ (1 << bit);
  writeFileSync(databaseFile(dataDir), copy);
  return dataDir;
}

/** What comes of opening the folder and asking all there is. */
async function outcome(dataDir: string, readOnly = true): Promise<string> {
  try {
    const store = await openStore({ dataDir, readOnly });
    try {
      if (store.findings().length > 0) return "told";
      return JSON.stringify(await view(store));
    } finally {
      await store.close();
    }
  } catch (error) {
    if (error instanceof StoreError) return "refused";
    throw error;
  }
}

it("[PE444] one flipped bit anywhere in the file is refused, told, or changes nothing that can be asked", {
  timeout: 120_000,
}, async () => {
  const sound = await played();
  const bytes = readFileSync(databaseFile(sound));
  const before = await outcome(sound, false);
  const random = createRandom("bit rot");
  const counts = new Map<string, number>();
  const flips = process.env["NARRATORIA_LONG"] === "1" ? 2_000 : 40;
  for (let n = 0; n < flips; n++) {
    const [at, bit] = [random.int(bytes.length), random.int(8)];
    const dataDir = flipped(bytes, at, bit);
    const found = await outcome(dataDir, false);
    rmSync(dataDir, { recursive: true });
    const what = found === before ? "same" : found;
    expect(["refused", "told", "same"], `bit ${bit} of byte ${at}`).toContain(what);
    counts.set(what, (counts.get(what) ?? 0) + 1);
  }
  expect([...counts.keys()].sort()).toEqual(["refused", "same", "told"]);
});

function change(dataDir: string, sql: string): void {
  const db = new Database(databaseFile(dataDir));
  db.pragma("foreign_keys = off");
  // A text that is changed by hand, as a flipped bit would: its index goes with it, and its hash stays.
  db.exec(sql);
  db.close();
}

const LAST = "(select max(number) from records where type = 'memory')";

it.each([
  ["a seed", "update playthroughs set seed = '5' where rowid = 1"],
  ["a title", "update playthroughs set title = 'The Lanterf' where rowid = 2"],
  ["an id of a story", "update playthroughs set id = 'id-X' where rowid = 1"],
  ["an id of a sitting", "update sessions set id = 'id-X' where rowid = 1"],
  ["when a sitting began", "update sessions set started_at = (started_at | 64) - (started_at & 64) where rowid = 2"],
  ["a branch's name", "update branches set name = 'The harbour jell' where name is not null"],
  ["an id of a branch", "update branches set id = 'id-X' where rowid = 2"],
  ["a memory's text", `update records set record = replace(record, 'times', 'tiles') where number = ${LAST}`],
  ["a memory's id", `update records set id = 'l' || substr(id, 2) where number = ${LAST}`],
  ["where a memory belongs", `update records set turn = 'id-nobody' where number = ${LAST}`],
  ["a memory's tag", `update records set tags = replace(tags, 'bell', 'cell') where number = ${LAST}`],
  ["a memory that breaks off", `update records set text = substr(text, 1, 9) where number = ${LAST}`],
  ["a pin", "update records set pinned = 0 where pinned = 1"],
  ["an opinion", "update records set record = replace(record, '-30', '-20') where type = 'perception'"],
  ["an opinion that is no JSON", "update records set record = substr(record, 3) where type = 'perception'"],
  ["a first line", "update turns set first_line = 'Scone 3 begins.' where rowid = 3"],
  ["a scene's clock", "update turns set minutes = minutes + 4096 where rowid = 5"],
  ["an ending", "update turns set ended = 1 where rowid = 3"],
])("[PE444, PE445] %s that changed on the disk is told, and put back as it was from a backup", async (_, sql) => {
  const dataDir = await played({ backup: true });
  const before = await outcome(dataDir);
  change(dataDir, sql);
  expect(["told", "refused"]).toContain(await outcome(dataDir));
  expect(await repairStore({ dataDir })).toMatchObject({ stories: 2, turns: 16, damaged: 0, gone: 0, doubtful: 0 });
  expect(await outcome(dataDir)).toBe(before);
});

it.each([
  ["an id of a story", "update playthroughs set id = 'id-X' where rowid = 1"],
  ["an id of a sitting", "update sessions set id = 'id-X' where rowid = 1"],
  ["an id of a branch", "update branches set id = 'id-X' where rowid = 2"],
  ["a first line", "update turns set first_line = 'Scone 3 begins.' where rowid = 3"],
  ["a scene's clock", "update turns set minutes = minutes + 4096 where rowid = 5"],
])("[PE445] %s is put back without a backup, from what is beside it", async (_, sql) => {
  const dataDir = await played();
  const before = await outcome(dataDir);
  change(dataDir, sql);
  expect(["told", "refused"]).toContain(await outcome(dataDir));
  expect(await repairStore({ dataDir })).toMatchObject({ stories: 2, turns: 16, damaged: 0, gone: 0, doubtful: 0 });
  expect(await outcome(dataDir)).toBe(before);
});

it("[PE445] what changed since the backup stays, and what no backup has is kept as it reads", async () => {
  const dataDir = await played({ backup: true });
  let store = await openStore({ dataDir });
  const [second, first] = await store.playthroughs();
  // The story is played on, so that its head and its order are not the backup's.
  await store.undo(first?.id ?? "");
  await store.close();
  change(dataDir, "update playthroughs set seed = '5' where rowid = 1");
  change(dataDir, "update sessions set location = x'6d756c6c' || location where rowid = 1");
  expect(await repairStore({ dataDir })).toMatchObject({ doubtful: 0, gone: 0 });
  store = await openStore({ dataDir });
  expect(store.findings()).toEqual([]);
  expect((await store.playthroughs()).map(({ id, seed, scene }) => [id, seed, scene])).toEqual([
    [first?.id, "7", 6],
    [second?.id, "7", 7],
  ]);
  await store.close();

  rmSync(join(dataDir, "backups"), { recursive: true });
  change(dataDir, "update playthroughs set seed = '' where rowid = 1");
  change(dataDir, `update records set record = replace(record, 'summary', 'account') where number = ${LAST}`);
  change(dataDir, `update records set record = substr(record, 3) where number = ${LAST} - 1`);
  expect(await repairStore({ dataDir })).toMatchObject({ doubtful: 2, gone: 1, damaged: 0 });
  expect(await repairStore({ dataDir })).toBeNull();
  store = await openStore({ dataDir });
  expect(store.findings()).toEqual([]);
  expect((await store.playthrough(first?.id ?? ""))?.seed).toBe("");
  await store.close();
});

it("[PE445] a damage that is known stays known while the story goes on", async () => {
  const dataDir = await played();
  change(dataDir, "update playthroughs set seed = '5' where rowid = 1");
  const store = await openStore({ dataDir });
  const [{ id = "" } = {}] = (await store.playthroughs()).slice(1);
  expect(store.findings()).toEqual([{ kind: "damaged_story", playthroughId: id }]);
  await store.undo(id);
  await store.close();
  expect(await outcome(dataDir)).toBe("told");
});

it("[PE446] a vector that changed on the disk is not used, and made anew in idle time", async () => {
  const dataDir = await played();
  change(dataDir, "update vectors set vector = zeroblob(16) where id = 3");
  letters.asked = 0;
  const store = await openStore({ dataDir, embedder: letters });
  const [, { id = "" } = {}] = await store.playthroughs();
  // By its words, as long as it has no meaning.
  const found = await store.semanticSearch(id, { dataType: "memory", query: "The bell rang 2 times at the mill." });
  expect(found.map(({ record }) => record.summary)).toContain("The bell rang 2 times at the mill.");
  letters.asked = 0;
  expect(await store.embedPending()).toEqual({ left: 0 });
  expect(letters.asked).toBe(1);
  await store.close();
  letters.asked = 0;
  const again = await openStore({ dataDir, embedder: letters });
  await again.embedPending();
  expect(letters.asked).toBe(0);
  await again.close();
});
