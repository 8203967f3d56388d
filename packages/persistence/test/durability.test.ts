import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { createRandom } from "@narratoria/protocol/random";
import Database from "better-sqlite3";
import { expect, it } from "vitest";
import { listBackups, openStore, repairStore, restoreBackup } from "../src/index.js";
import { backUpNow, goodBackups, outdated } from "../src/durability/backups.js";
import { foldLog, openInMemory } from "../src/durability/memory-copy.js";
import { databaseFile, openForPlayer } from "../src/open-database.js";
import { MIGRATIONS } from "../src/schema.js";
import { begin, freshFolder } from "./helpers/stores.js";

const SCENES = 40;

/** A folder with one story, closed, and a backup from when it had 30 of its 40 scenes. */
async function playedFolder(
  dataDir = freshFolder(),
): Promise<{ readonly dataDir: string; readonly ids: readonly string[] }> {
  const ids: string[] = [];
  // Ids and times count up, so that the same bytes are damaged whenever this runs.
  let counted = 0;
  const options = { dataDir, now: () => ++counted, newId: () => `id-${++counted}` };
  let store = await openStore(options);
  let story = await begin(store);
  const tell = async () =>
    ids.push(
      await story.tell([`The bell rang ${ids.length} times.`], { state: { filler: "x".repeat(2000), n: ids.length } }),
    );
  while (ids.length < 30) await tell();
  await store.close();
  // Those made by themselves go, so that one alone is there.
  rmSync(join(dataDir, "backups"), { recursive: true, force: true });
  backUp(dataDir, 1_000);
  const kept = readdirSync(join(dataDir, "backups"));
  store = await openStore(options);
  const { head, scene } = story;
  story = Object.assign(Object.create(Object.getPrototypeOf(story)), { ...story, store, head, scene });
  while (ids.length < SCENES) await tell();
  await store.close();
  for (const name of readdirSync(join(dataDir, "backups")))
    if (!kept.includes(name)) rmSync(join(dataDir, "backups", name));
  return { dataDir, ids };
}

function backUp(dataDir: string, time: number): string | null {
  const { db, close } = openForPlayer(dataDir, Date.now);
  try {
    return backUpNow(db, dataDir, time, MIGRATIONS);
  } finally {
    close();
  }
}

function change(file: string, sql: string): void {
  const db = new Database(file);
  db.exec(sql);
  db.close();
}

const random = createRandom("damage");
const flip = (file: string, from: number, to: number, times: number) => {
  const bytes = readFileSync(file);
  for (let n = 0; n < times; n++) {
    const at = from + random.int(Math.max(1, Math.min(to, bytes.length) - from));
    bytes[at] = (bytes[at] ?? 0) ^ (1 << random.int(8));
  }
  writeFileSync(file, bytes);
};
const noise = (length: number) => Buffer.from(Array.from({ length }, () => random.int(256)));

/** What is done to a file, and with which codes it may be refused then; null where it may open as well. */
const DAMAGES: readonly (readonly [string, (file: string) => void, readonly (string | null)[]])[] = [
  ["empty", (file) => writeFileSync(file, ""), ["corrupt"]],
  ["all zeros", (file) => writeFileSync(file, Buffer.alloc(readFileSync(file).length)), ["corrupt"]],
  ...[0.1, 0.25, 0.5, 0.75, 0.95].map(
    (share) =>
      [
        `cut to ${share * 100} %`,
        (file: string) => truncateSync(file, Math.floor(readFileSync(file).length * share)),
        ["corrupt"],
      ] as const,
  ),
  ...[1, 16, 100, 512, 4095].map(
    (bytes) => [`cut to ${bytes} bytes`, (file: string) => truncateSync(file, bytes), ["corrupt"]] as const,
  ),
  ...[50, 4096, 100_000].map(
    (bytes) => [`${bytes} random bytes`, (file: string) => writeFileSync(file, noise(bytes)), ["corrupt"]] as const,
  ),
  ...Array.from(
    { length: 6 },
    (_, n) =>
      [
        `a page of random bytes (${n + 1})`,
        (file: string) => {
          const bytes = readFileSync(file);
          noise(4096).copy(bytes, 4096 * (1 + random.int(bytes.length / 4096 - 1)));
          writeFileSync(file, bytes);
        },
        ["corrupt", "damaged_turn", null],
      ] as const,
  ),
  ...Array.from(
    { length: 20 },
    (_, n) =>
      [
        `${n + 1} flipped bits`,
        (file: string) => flip(file, 4096, Number.POSITIVE_INFINITY, n + 1),
        ["corrupt", "damaged_turn", null],
      ] as const,
  ),
  ...Array.from(
    { length: 12 },
    (_, n) =>
      [
        `a flipped bit in its head (${n + 1})`,
        (file: string) => flip(file, 0, 100, 1),
        ["corrupt", "newer_version", "unwritable", null],
      ] as const,
  ),
  ["of another program", (file) => change(file, "pragma application_id = 7"), ["corrupt"]],
  ["of no program", (file) => change(file, "pragma application_id = 0"), ["corrupt"]],
  ["of a newer format", (file) => change(file, "pragma user_version = 99"), ["newer_version"]],
  ["of no format", (file) => change(file, "pragma user_version = 0"), ["corrupt"]],
  [
    "with a trigger of somebody's",
    (file) => change(file, "create trigger t after insert on turns begin delete from turns; end"),
    ["corrupt"],
  ],
  ["with a view of somebody's", (file) => change(file, "create view v as select 1"), ["corrupt"]],
  ["with a table of somebody's", (file) => change(file, "create table theirs (x)"), ["corrupt"]],
  [
    "with a story that stands nowhere",
    (file) => change(file, "pragma foreign_keys = off; update playthroughs set head = 'nowhere'"),
    ["corrupt"],
  ],
  ["without a table", (file) => change(file, "drop table turns_in_flight"), ["corrupt"]],
  [
    "with a trigger changed",
    (file) =>
      change(
        file,
        "drop trigger record_removed; create trigger record_removed after delete on records begin delete from turns; end",
      ),
    ["corrupt"],
  ],
];

it("[PE70] sixty damaged files: each is told as what it is, kept byte for byte, and mended from itself and its backup", {
  timeout: 60_000,
}, async () => {
  const { dataDir: sound, ids } = await playedFolder();
  expect(DAMAGES.length).toBeGreaterThanOrEqual(60);
  for (const [what, damage, codes] of DAMAGES) {
    const dataDir = freshFolder();
    mkdirSync(join(dataDir, "backups"));
    copyFileSync(databaseFile(sound), databaseFile(dataDir));
    for (const name of readdirSync(join(sound, "backups")))
      copyFileSync(join(sound, "backups", name), join(dataDir, "backups", name));
    damage(databaseFile(dataDir));
    const before = readFileSync(databaseFile(dataDir));

    const first = await attempt(dataDir);
    expect(codes, `${what}: ${first.message}`).toContain(first.code);
    if (first.code === "corrupt") {
      expect(first.message).toContain("holds 1 story.");
      expect(readFileSync(databaseFile(dataDir)).equals(before), what).toBe(true);
      const repair = await repairStore({ dataDir, now: () => 77 });
      expect(repair?.kept).toBe(`${databaseFile(dataDir)}.corrupt-77`);
      expect(readFileSync(repair?.kept ?? "").equals(before), what).toBe(true);
      expect(repair?.turns, what).toBeGreaterThanOrEqual(30);
      const second = await attempt(dataDir);
      expect(second.code, `${what}, mended: ${second.message}`).toBeNull();
      // Each turn is what it was, in its order, and nothing is between them that was not.
      expect(second.ids, what).toEqual(ids.slice(0, second.ids.length));
      expect(second.ids.length, what).toBeGreaterThanOrEqual(30);
      expect(await repairStore({ dataDir })).toBeNull();
    }
    rmSync(dataDir, { recursive: true, force: true });
  }
});

/** Opens, reads the story and goes on with it. */
async function attempt(
  dataDir: string,
): Promise<{ readonly code: string | null; readonly message: string; readonly ids: string[] }> {
  try {
    const store = await openStore({ dataDir });
    try {
      const [story] = await store.playthroughs();
      const history = await store.history(story?.id ?? "");
      const session = await store.openSession(story?.id ?? "");
      await store.semanticSearch(story?.id ?? "", { dataType: "memory", query: "bell" });
      await store.commitTurn({
        playthroughId: story?.id ?? "",
        sessionId: session.id,
        parentId: story?.head ?? null,
        scene: (story?.scene ?? 0) + 1,
        choice: null,
        plans: [],
        results: [],
        patches: [],
        rolls: [],
        state: {},
        sceneRecord: {},
        memories: [],
        narrator: "storybook",
      });
      await store.undo(story?.id ?? "");
      return { code: null, message: "", ids: history.map(({ id }) => id).reverse() };
    } finally {
      await store.close();
    }
  } catch (error) {
    if (!(error instanceof Error) || !("code" in error)) throw error;
    return { code: String(error.code), message: error.message, ids: [] };
  }
}

it("[PE71] a backup is made once a day while the story goes on, is sound, and five are kept", async () => {
  const dataDir = freshFolder();
  const day = 24 * 60 * 60 * 1000;
  let time = 10 * day;
  const store = await openStore({ dataDir, now: () => time });
  await store.tidy();
  expect(existsSync(join(dataDir, "backups"))).toBe(false); // nothing was played
  const story = await begin(store);
  const names = () => readdirSync(join(dataDir, "backups")).sort();
  for (let n = 1; n <= 7; n++) {
    await story.tell([`The bell rang ${n} times.`]);
    const before = n === 1 ? [] : names();
    const tidied = store.tidy();
    await Promise.all([tidied, story.tell()]);
    await store.tidy();
    expect(names().filter((name) => !before.includes(name))).toEqual([
      `narratoria-format-${MIGRATIONS.length}-${time}.db`,
    ]);
    time += day + 1;
  }
  expect(names()).toHaveLength(5);
  expect(goodBackups(dataDir).map(({ turns }) => turns)).toEqual(
    [14, 12, 10, 8, 6].map((turns) => expect.toSatisfy((found: number) => found === turns || found === turns - 1)),
  );
  await store.close();
  const copy = freshFolder();
  copyFileSync(goodBackups(dataDir)[0]?.file ?? "", databaseFile(copy));
  const again = await openStore({ dataDir: copy });
  expect((await again.history(story.id)).length).toBeGreaterThanOrEqual(13);
  await again.close();
});

it("[PE71, PE450] of the copies stay the newest two and one of each day before, five in all, within the budget", () => {
  const hour = 60 * 60 * 1000;
  const made = (hours: readonly number[], bytes = 1) =>
    hours.map((at) => ({ file: String(at), madeAt: at * hour, bytes }));
  expect(outdated(made([250, 249, 248, 247, 239, 238, 230, 215, 190, 189, 100, 50]))).toEqual([
    "248",
    "247",
    "238",
    "230",
    "189",
    "100",
    "50",
  ]);
  const mib = 1024 * 1024;
  expect(outdated(made([250, 249, 248, 200, 150], 200 * mib))).toEqual(["248", "200", "150"]);
  expect(outdated(made([250, 249], 600 * mib))).toEqual(["249"]);
});

it("[PE450] of many scenes told in sittings of any length, all but the last few come back from the backups", async () => {
  for (let round = 0; round < 4; round++) {
    const dataDir = freshFolder();
    let time = 1_000_000;
    const now = () => time;
    let story: Awaited<ReturnType<typeof begin>> | undefined;
    let turns = 0;
    while (turns < 31) {
      const store = await openStore({ dataDir, now });
      if (story === undefined) story = await begin(store);
      else Object.assign(story, { store });
      for (let left = 1 + random.int(12); left > 0; left--) {
        time += 60_000;
        await story.tell([`The bell rang ${turns++} times.`]);
        // Where the house is busy it comes a turn later.
        if (random.int(2) === 0) await new Promise(setImmediate);
      }
      await store.close();
    }
    for (const end of ["", "-wal", "-shm"]) rmSync(databaseFile(dataDir) + end, { force: true });
    const repaired = await repairStore({ dataDir, now });
    expect(repaired).toMatchObject({ stories: 1, damaged: 0, gone: 0 });
    expect(repaired?.turns).toBeGreaterThanOrEqual(turns - 12);
    expect(repaired?.lost).toBe(turns - (repaired?.turns ?? 0));
  }
});

it("[PE450] a backup that takes long is not made again at once, and one that is wanted for what is lost stays", async () => {
  const dataDir = freshFolder();
  let time = 1_000_000;
  // Every look at the clock takes a second.
  const store = await openStore({ dataDir, now: () => (time += 1_000) });
  const story = await begin(store);
  for (let n = 0; n < 10; n++) await story.tell();
  await store.tidy();
  expect(goodBackups(dataDir)).toHaveLength(1);
  for (let n = 0; n < 10; n++) await story.tell();
  await store.close();
  expect(goodBackups(dataDir)).toHaveLength(1);
  // The disk, the note and the backup of a story that is gone.
  rmSync(databaseFile(dataDir));
  const fresh = freshFolder();
  await (await openStore({ dataDir: fresh })).close();
  copyFileSync(databaseFile(fresh), databaseFile(dataDir));
  const [wanted] = goodBackups(dataDir);
  const day = 24 * 60 * 60 * 1000;
  const again = await openStore({ dataDir, now: () => (time += 1_000) });
  const other = await begin(again);
  for (let n = 0; n < 7; n++) {
    await other.tell();
    time += day;
    await again.tidy();
  }
  await again.close();
  expect(goodBackups(dataDir)).toHaveLength(6);
  expect(goodBackups(dataDir).at(-1)).toEqual(wanted);
});

it("[PE71] a backup that was interrupted or is damaged is not taken for one, and goes with the next", async () => {
  const { dataDir } = await playedFolder();
  const good = goodBackups(dataDir);
  expect(good).toMatchObject([{ madeAt: 1_000, stories: 1, turns: 30 }]);
  const name = (time: number) => join(dataDir, "backups", `narratoria-format-${MIGRATIONS.length}-${time}.db`);
  writeFileSync(`${name(5_000)}.part`, readFileSync(databaseFile(dataDir)).subarray(0, 9000));
  writeFileSync(name(2_000), readFileSync(databaseFile(dataDir)).subarray(0, 20_000));
  writeFileSync(name(3_000), "");
  expect(goodBackups(dataDir)).toEqual(good);
  writeFileSync(databaseFile(dataDir), "");
  await expect(openStore({ dataDir })).rejects.toThrow(
    /Its newest good backup is of 1 January 1970 .* and holds 1 story\.$/,
  );
  expect((await repairStore({ dataDir }))?.backup).toEqual(good[0]);
  expect(backUp(dataDir, 6_000)).toBe(name(6_000));
  expect(existsSync(`${name(5_000)}.part`)).toBe(false);
});

/** The same by SQLite itself. */
function checkpointed(main: Buffer, log: Buffer): Buffer {
  const file = databaseFile(freshFolder());
  writeFileSync(file, main);
  writeFileSync(`${file}-wal`, log);
  const db = new Database(file);
  db.pragma("wal_checkpoint(truncate)");
  db.close();
  return readFileSync(file);
}

/** The turns as they are read where nothing can be made beside the file. */
function turnsInMemory(file: string): unknown {
  const db = openInMemory(file);
  try {
    const some = db.prepare("select 1 from sqlite_schema where name = 'turns'").get();
    return some === undefined ? null : db.prepare("select id from turns order by rowid").pluck().all();
  } finally {
    db.close();
  }
}

it("[PE72, PE440] a log cut at any byte or with any bit flipped gives a prefix of the turns, never half of one", {
  timeout: 60_000,
}, async () => {
  const dataDir = freshFolder();
  const store = await openStore({ dataDir });
  const story = await begin(store);
  const ids: string[] = [];
  // The first of them is in the file, the others are in the log alone.
  for (let n = 0; n < 10; n++)
    ids.push(await story.tell([`The bell rang ${n} times.`], { state: { filler: "x".repeat(500 * n) } }));
  const [main, log] = ["", "-wal"].map((end) => readFileSync(databaseFile(dataDir) + end));
  await store.close();
  if (main === undefined || log === undefined) throw new Error("no log");

  const copy = freshFolder();
  const file = databaseFile(copy);
  const turnsWith = (bytes: Buffer): unknown => {
    writeFileSync(file, main);
    writeFileSync(`${file}-wal`, bytes);
    rmSync(`${file}-shm`, { force: true });
    const inMemory = turnsInMemory(file);
    const db = new Database(file);
    db.pragma("synchronous = off"); // what is read is not touched by it, and it saves the disk hundreds of waits
    try {
      const before = db.prepare("select count(*) from sqlite_schema where name = 'turns'").pluck().get();
      expect(inMemory).toEqual(before === 0 ? null : db.prepare("select id from turns order by rowid").pluck().all());
      const turns = db.prepare("select id from turns order by rowid").pluck().all();
      const memories = Number(db.prepare("select count(*) from records").pluck().get());
      const head = db.prepare("select head from playthroughs").pluck().get() ?? null;
      expect(memories).toBe(turns.length);
      expect(head).toBe(turns.at(-1) ?? null);
      return turns;
    } catch (error) {
      // Before the first commit there is not even a story.
      if (error instanceof Error && error.message === "no such table: turns") return [];
      throw error;
    } finally {
      db.close();
    }
  };
  const lengths = new Set<number>();
  const check = (bytes: Buffer) => {
    const turns = turnsWith(bytes);
    if (!Array.isArray(turns)) throw new Error("no turns");
    expect(turns).toEqual(ids.slice(0, turns.length));
    lengths.add(turns.length);
  };
  check(log);
  expect(foldLog(main, log).equals(checkpointed(main, log))).toBe(true);
  expect(foldLog(main, Buffer.alloc(0))).toBe(main);
  const times = process.env["NARRATORIA_LONG"] === "1" ? 1000 : 150;
  for (let n = 0; n < times; n++) check(log.subarray(0, random.int(log.length)));
  for (let n = 0; n < times; n++) {
    const bytes = Buffer.from(log);
    const at = random.int(bytes.length);
    bytes[at] = (bytes[at] ?? 0) ^ (1 << random.int(8));
    check(bytes);
  }
  expect([...lengths].sort((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);

  // And as a player comes by it: with what is left the story goes on.
  for (let n = 0; n < 20; n++) {
    writeFileSync(file, main);
    writeFileSync(`${file}-wal`, log.subarray(0, random.int(log.length)));
    rmSync(`${file}-shm`, { force: true });
    const found = await attempt(copy);
    expect([null, "not_found"]).toContain(found.code);
    expect(found.ids).toEqual(ids.slice(0, found.ids.length));
  }
});

it("[PE70] without a backup, a file that has lost its end keeps what is still there; one of which nothing can be read is left alone", async () => {
  const { dataDir, ids } = await playedFolder();
  rmSync(join(dataDir, "backups"), { recursive: true });
  const file = databaseFile(dataDir);
  truncateSync(file, readFileSync(file).length - 4096);
  await expect(openStore({ dataDir })).rejects.toThrow(/There is no backup of it\.$/);
  const repair = await repairStore({ dataDir });
  expect(repair).toMatchObject({ backup: null, stories: 1 });
  expect(repair?.turns).toBeGreaterThan(20);
  const found = await attempt(dataDir);
  expect(found.code).toBeNull();
  expect(found.ids).toEqual(ids.slice(0, found.ids.length));
  expect(found.ids).toHaveLength(repair?.turns ?? 0);

  // One was made meanwhile.
  rmSync(join(dataDir, "backups"), { recursive: true, force: true });
  writeFileSync(file, "Once upon a time");
  await expect(repairStore({ dataDir })).rejects.toMatchObject({ code: "corrupt" });
  expect(readFileSync(file, "utf8")).toBe("Once upon a time");
});

it("[PE70] scenes that are damaged for good stay where sound ones follow on them, and take nothing with them", async () => {
  const { dataDir, ids } = await playedFolder();
  rmSync(join(dataDir, "backups"), { recursive: true });
  const file = databaseFile(dataDir);
  // Two scenes in the middle, the last one, and a fault for which the whole file is refused.
  for (const at of [4, 17, 39])
    change(
      file,
      `update turns set scene_record = replace(scene_record, '"paragraphs"', '"paragraphs') where id = '${ids[at]}'`,
    );
  change(file, "create view v as select 1");
  expect(await repairStore({ dataDir, now: () => 77 })).toMatchObject({ turns: 39, damaged: 2, gone: 0, backup: null });
  const store = await openStore({ dataDir });
  const [story] = await store.playthroughs();
  expect(story?.head).toBe(ids[38]);
  expect((await store.outline(story?.id ?? "")).map(({ id }) => id)).toEqual(ids.slice(0, 39));
  expect((await store.turn(ids[38] ?? ""))?.state).toMatchObject({ n: 38 });
  await expect(store.turn(ids[17] ?? "")).rejects.toMatchObject({ code: "damaged_turn" });
  await store.close();
});

it("[PE83] a record that can be read no more is left out, named by findings, and put back from a backup or taken out", async () => {
  const { dataDir } = await playedFolder();
  const file = databaseFile(dataDir);
  // The bell of scene 4 is in the backup, that of scene 35 is not.
  change(
    file,
    "update records set record = substr(record, 2) where text in ('The bell rang 4 times.', 'The bell rang 35 times.')",
  );
  const listed = async (): Promise<readonly unknown[]> => {
    const store = await openStore({ dataDir });
    try {
      const [story] = await store.playthroughs();
      const id = story?.id ?? "";
      const { records } = await store.exactMatch(id, "memory", {}, { limit: 100 });
      const found = await store.semanticSearch(id, { dataType: "memory", query: "bell", limit: 100 });
      expect(found.map((one) => one.id).sort()).toEqual(records.map((one) => one.id).sort());
      const findings = store.findings().map((one) => (one.kind === "damaged_records" ? one.count : one.kind));
      return [records.length, ...findings];
    } finally {
      await store.close();
    }
  };
  expect(await listed()).toEqual([38, 2]);
  const going = await openStore({ dataDir });
  const [story] = await going.playthroughs();
  const session = await going.openSession(story?.id ?? "");
  // Nothing is thrown away for it: the story goes on.
  const told = Object.assign(await begin(going), {
    id: story?.id,
    sessionId: session.id,
    head: story?.head,
    scene: 39,
  });
  await told.tell(["The bell rang 4 times."]);
  await going.undo(story?.id ?? "");
  await going.close();
  expect(await repairStore({ dataDir })).toMatchObject({ damaged: 0, gone: 1, backup: { madeAt: 1_000 }, turns: 41 });
  expect(await listed()).toEqual([39]);
  expect(await repairStore({ dataDir })).toBeNull();
});

it("[PE70] what is found to be damaged while the store is open is told with the backup as well", async () => {
  const { dataDir, ids } = await playedFolder();
  const store = await openStore({ dataDir, readOnly: true });
  const bytes = readFileSync(databaseFile(dataDir));
  bytes.fill(0, 4096);
  writeFileSync(databaseFile(dataDir), bytes);
  await expect(store.turn(ids[3] ?? "")).rejects.toThrow(/Its newest good backup is of .* and holds 1 story\.$/);
  await store.close();
});

it("[PE710] puts a backup that was made on purpose in the place of the database, and loses nothing of what stood there", async () => {
  const dataDir = freshFolder();
  let store = await openStore({ dataDir });
  const story = await begin(store);
  await story.tell(["The bell rings once."]);
  const backup = await store.backUp();
  expect(backup).toMatchObject({ stories: 1, turns: 1 });
  await story.tell(["The bell rings twice."]);
  expect(() => restoreBackup({ dataDir }, backup.file)).toThrow(expect.objectContaining({ code: "locked" }));
  await store.close();
  expect(() => restoreBackup({ dataDir }, "nothing.db")).toThrow(expect.objectContaining({ code: "not_found" }));

  expect(listBackups({ dataDir }).map(({ file }) => file)).toContain(backup.file);
  const { kept } = restoreBackup({ dataDir }, backup.file);
  store = await openStore({ dataDir });
  expect((await store.playthroughs())[0]).toMatchObject({ scene: 0 });
  expect(store.findings()).toEqual([]);
  await store.close();
  const before = new Database(kept ?? "", { readonly: true });
  expect(before.prepare("select count(*) from turns").pluck().get()).toBe(2);
  before.close();

  const reader = await openStore({ dataDir, readOnly: true });
  await expect(reader.backUp()).rejects.toMatchObject({ code: "read_only" });
  await reader.close();
});

it.each([
  [true, ["backups", "narratoria.db", "narratoria.told", "player.lock", "reserve"]],
  [false, ["narratoria.db", "player.lock"]],
])("[PE4600] keeps beside a database that is durable or not (%s) only what it needs", async (durable, files) => {
  const dataDir = freshFolder();
  const store = await openStore({ dataDir, durable });
  const story = await begin(store);
  for (let told = 0; told < 12; told++) await story.tell([`The bell rang ${told} times.`]);
  await store.tidy();
  await store.close();
  expect(readdirSync(dataDir).sort()).toEqual(files);
  const again = await openStore({ dataDir, readOnly: true });
  expect((await again.history(story.id)).map(({ scene }) => scene)).toHaveLength(12);
  await again.close();
});
