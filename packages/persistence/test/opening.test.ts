import { execFileSync } from "node:child_process";
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { basename, join } from "node:path";
import Database from "better-sqlite3";
import { expect, it } from "vitest";
import { openStore } from "../src/index.js";
import { databaseFile, openForPlayer, openForReading } from "../src/open-database.js";
import { MIGRATIONS, type Migration, schemaVersion } from "../src/schema.js";
import { begin, freshFolder, openTestStore } from "./helpers/stores.js";

/** A data folder that holds one story of two scenes, closed. */
async function playedFolder(): Promise<string> {
  const dataDir = freshFolder();
  const store = await openStore({ dataDir });
  const story = await begin(store);
  await story.tell(["A bell rang."]);
  await story.tell(["A rope broke."]);
  await store.close();
  return dataDir;
}

it("[PE1] makes the folder and a complete file", async () => {
  const dataDir = join(freshFolder(), "deep", "er");
  const store = await openTestStore(dataDir);
  expect(await store.playthroughs()).toEqual([]);
  await store.close();
  expect(readdirSync(dataDir).filter((name) => name.startsWith("narratoria"))).toEqual(["narratoria.db"]);
  const db = new Database(databaseFile(dataDir), { readonly: true });
  expect(db.pragma("application_id", { simple: true })).toBe(0x4e415252);
  expect(db.pragma("user_version", { simple: true })).toBe(MIGRATIONS.length);
  db.close();
});

const othersMay = (path: string): string[] => ((statSync(path).mode & 0o077) === 0 ? [] : [path]);
const filesIn = (dir: string): string[] =>
  readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));

it.skipIf(process.platform === "win32")(
  "[PE420] all files of a store are for the owner alone, also in a folder that others may enter",
  async () => {
    const dataDir = freshFolder();
    chmodSync(dataDir, 0o755);
    const before = process.umask(0o000);
    try {
      const store = await openStore({ dataDir });
      const story = await begin(store);
      await story.tell(["A bell rang."]);
      await store.tidy();
      const db = new Database(databaseFile(dataDir), { readonly: true });
      db.close();
      expect(filesIn(dataDir).map((path) => basename(path))).toEqual(
        expect.arrayContaining(["narratoria.db", "narratoria.db-wal", "narratoria.told", "player.lock"]),
      );
      expect(filesIn(dataDir).flatMap(othersMay)).toEqual([]);
      await store.close();
      expect(filesIn(dataDir).flatMap(othersMay)).toEqual([]);
    } finally {
      process.umask(before);
    }
  },
);

it.skipIf(process.platform === "win32")("[PE420] a database that others could read is closed to them", async () => {
  const dataDir = await playedFolder();
  chmodSync(databaseFile(dataDir), 0o644);
  const store = await openStore({ dataDir });
  expect(othersMay(databaseFile(dataDir))).toEqual([]);
  await store.close();
});

it.skipIf(process.platform === "win32")(
  "[PE421] a pipe in the place of the note of told turns holds nobody up",
  async () => {
    const dataDir = freshFolder();
    execFileSync("mkfifo", [join(dataDir, "narratoria.told")]);
    const store = await openStore({ dataDir });
    const story = await begin(store);
    await story.tell(["A bell rang."]);
    expect(await store.playthroughs()).toHaveLength(1);
    await store.close();
  },
);

it("[PE1] a file that a crash left half made is swept away", async () => {
  const dataDir = freshFolder();
  writeFileSync(join(dataDir, "narratoria.db.new-1"), "half");
  await (await openStore({ dataDir })).close();
  expect(readdirSync(dataDir)).not.toContain("narratoria.db.new-1");
});

it("[PE1] reading where nothing was played finds nothing and leaves nothing behind", async () => {
  for (const dataDir of [freshFolder(), join(freshFolder(), "missing")]) {
    const before = existsSync(dataDir) ? readdirSync(dataDir) : null;
    const store = await openStore({ dataDir, readOnly: true });
    expect(await store.playthroughs()).toEqual([]);
    expect(await store.playthrough("any")).toBeNull();
    await expect(
      store.createPlaythrough({ campaign: "", campaignPath: "", title: "", campaignVersion: "", seed: "" }),
    ).rejects.toMatchObject({ code: "read_only" });
    await store.close();
    expect(existsSync(dataDir) ? readdirSync(dataDir) : null).toEqual(before);
  }
});

it("[PE1] every commit is on the disk before it is acknowledged", () => {
  const opened = openForPlayer(freshFolder(), Date.now);
  const setting = (name: string) => opened.db.pragma(name, { simple: true });
  expect(setting("journal_mode")).toBe("wal");
  expect(setting("synchronous")).toBe(2);
  expect(setting("foreign_keys")).toBe(1);
  expect(setting("trusted_schema")).toBe(0);
  expect(setting("cell_size_check")).toBe(1);
  expect(setting("secure_delete")).toBe(2);
  opened.close();
});

it("[PE10] a second player is told who plays, and gets the place when the first has left", async () => {
  const dataDir = freshFolder();
  const first = await openStore({ dataDir });
  const second = openStore({ dataDir });
  await expect(second).rejects.toMatchObject({ name: "StoreError", code: "locked" });
  await expect(second).rejects.toThrow(`Another Narratoria (process ${process.pid}) is playing`);
  await first.close();
  await (await openStore({ dataDir })).close();
});

it("[PE11] readers see every committed turn beside a player, and cannot write", async () => {
  const dataDir = freshFolder();
  const player = await openStore({ dataDir });
  const story = await begin(player);
  await story.tell(["A bell rang."]);
  const readers = await Promise.all([1, 2, 3].map(() => openStore({ dataDir, readOnly: true })));
  const [reader] = readers;
  if (reader === undefined) throw new Error("no reader");
  for (let n = 0; n < 20; n++) {
    const head = await story.tell([`The bell rang ${n} times.`]);
    expect((await reader.head(story.id))?.id).toBe(head);
  }
  const found = await reader.semanticSearch(story.id, { dataType: "memory", query: "bell", limit: 100 });
  expect(found).toHaveLength(21);
  const refusals = [
    reader.createPlaythrough({ campaign: "", campaignPath: "", title: "", campaignVersion: "", seed: "" }),
    reader.deletePlaythrough(story.id),
    reader.openSession(story.id),
    reader.beginTurn(story.id, { parentId: null, choiceId: null }),
    reader.abandonTurn(story.id),
    reader.commitTurn(story.next()),
    reader.moveHead(story.id, story.head ?? ""),
    reader.recover(story.id),
  ];
  // All at once: a promise that is refused while nobody looks at it counts as unhandled.
  await Promise.all(refusals.map((refusal) => expect(refusal).rejects.toMatchObject({ code: "read_only" })));
  for (const each of readers) await each.close();
  await player.close();
});

const foreign = (file: string) => {
  const db = new Database(file);
  db.exec("create table theirs (x)");
  db.close();
};
it.each<[string, (file: string) => void]>([
  ["empty", (file) => writeFileSync(file, "")],
  ["text", (file) => writeFileSync(file, "Once upon a time".repeat(1000))],
  [
    "random bytes",
    (file) => writeFileSync(file, Buffer.from(Array.from({ length: 9000 }, (_, n) => (n * 7919) % 251))),
  ],
  ["another program's database", foreign],
  ["cut in half", (file) => truncateSync(file, Math.floor(statSync(file).size / 8192) * 4096)],
  ["cut within its first page", (file) => truncateSync(file, 100)],
  [
    "overwritten in the middle",
    (file) => {
      const bytes = readFileSync(file);
      bytes.fill(0xa5, 4096, bytes.length - 4096);
      writeFileSync(file, bytes);
    },
  ],
])("[PE12] a file that is %s is refused with a sentence and left as it is", async (what, damage) => {
  const dataDir = what === "another program's database" ? freshFolder() : await playedFolder();
  const file = databaseFile(dataDir);
  damage(file);
  const before = readFileSync(file);
  const opening = openStore({ dataDir });
  await expect(opening).rejects.toMatchObject({ name: "StoreError", code: "corrupt" });
  await expect(opening).rejects.toThrow(
    `${file} is damaged or is not a Narratoria database. It has been left as it is.`,
  );
  expect(readFileSync(file).equals(before)).toBe(true);
  // The place of the player is free again: with the file moved away, a new story can begin.
  renameSync(file, `${file}.aside`);
  await (await openStore({ dataDir })).close();
});

it("[PE12] a page that is damaged deep inside is found before anything is read from it", async () => {
  const dataDir = freshFolder();
  const store = await openStore({ dataDir });
  const story = await begin(store);
  for (let n = 0; n < 60; n++) await story.tell([`The bell rang ${n} times.`], { id: `turn-${n}` });
  await store.close();
  const file = databaseFile(dataDir);
  const bytes = readFileSync(file);
  // The page with an early turn: nothing that opening or the head would come by.
  const page = Math.floor(bytes.indexOf("turn-7") / 4096) * 4096;
  bytes.fill(0xa5, page, page + 64);
  writeFileSync(file, bytes);
  await expect(openStore({ dataDir })).rejects.toMatchObject({ code: "corrupt" });
  expect(readFileSync(file).equals(bytes)).toBe(true);
});

it("[PE12] a log without its database is not played into a new one", async () => {
  const dataDir = freshFolder();
  const store = await openStore({ dataDir });
  await (await begin(store)).tell();
  copyFileSync(`${databaseFile(dataDir)}-wal`, join(dataDir, "kept"));
  await store.close();
  renameSync(databaseFile(dataDir), join(dataDir, "elsewhere.db"));
  renameSync(join(dataDir, "kept"), `${databaseFile(dataDir)}-wal`);
  for (const readOnly of [false, true]) {
    await expect(openStore({ dataDir, readOnly })).rejects.toMatchObject({ code: "corrupt" });
  }
  expect(existsSync(databaseFile(dataDir))).toBe(false);
  renameSync(join(dataDir, "elsewhere.db"), databaseFile(dataDir));
  const again = await openStore({ dataDir });
  expect(await again.playthroughs()).toHaveLength(1);
  await again.close();
});

it("[PE13] a file of a newer version is refused, named, and not written to", async () => {
  const dataDir = await playedFolder();
  const file = databaseFile(dataDir);
  const db = new Database(file);
  db.pragma("user_version = 99");
  db.close();
  const before = readFileSync(file);
  for (const readOnly of [false, true]) {
    const opening = openStore({ dataDir, readOnly });
    await expect(opening).rejects.toMatchObject({ code: "newer_version" });
    await expect(opening).rejects.toThrow(`format 99; this one reads up to ${MIGRATIONS.length}`);
  }
  expect(readFileSync(file).equals(before)).toBe(true);
});

const addNotes: Migration = (db) => db.exec("create table notes (text text) strict");
const addMoods: Migration = (db) => db.exec("alter table notes add column mood text");
const breaks: Migration = (db) => {
  db.exec("create table half (x)");
  throw new Error("the power went out");
};

it("[PE14] an older file is brought up to date step by step, and a copy of it is kept", async () => {
  const dataDir = await playedFolder();
  const opened = openForPlayer(dataDir, () => 1234, [...MIGRATIONS, addNotes, addMoods]);
  expect(schemaVersion(opened.db)).toBe(MIGRATIONS.length + 2);
  opened.db.exec("insert into notes (text, mood) values ('kept', 'calm')");
  opened.close();

  const copy = join(dataDir, "backups", `narratoria-format-${MIGRATIONS.length}-1234.db`);
  const old = freshFolder();
  copyFileSync(copy, databaseFile(old));
  const store = await openStore({ dataDir: old });
  const [story] = await store.playthroughs();
  expect(story?.scene).toBe(1);
  expect(await store.history(story?.id ?? "")).toHaveLength(2);
  await store.close();
});

it("[PE14] a step that fails leaves the version before it", async () => {
  const dataDir = await playedFolder();
  expect(() => openForPlayer(dataDir, Date.now, [...MIGRATIONS, addNotes, breaks])).toThrow("the power went out");
  const opened = openForPlayer(dataDir, Date.now, [...MIGRATIONS, addNotes]);
  expect(schemaVersion(opened.db)).toBe(MIGRATIONS.length + 1);
  expect(opened.db.prepare("select name from sqlite_schema where name in ('half', 'notes')").pluck().all()).toEqual([
    "notes",
  ]);
  opened.close();
});

it("[PE14] a reader brings an older file up to date first", async () => {
  const dataDir = await playedFolder();
  const opened = openForReading(dataDir, Date.now, [...MIGRATIONS, addNotes]);
  expect(schemaVersion(opened.db)).toBe(MIGRATIONS.length + 1);
  expect(() => opened.db.exec("insert into notes (text) values ('x')")).toThrow("readonly");
  opened.close();
});

it.each<[string, (dataDir: string) => void]>([
  ["is a file", (dataDir) => writeFileSync(dataDir, "")],
  ["lies under a file", (dataDir) => writeFileSync(join(dataDir, ".."), "")],
  ["has a folder where the lock belongs", (dataDir) => mkdirSync(join(dataDir, "player.lock"), { recursive: true })],
  ["has a folder where the database belongs", (dataDir) => mkdirSync(databaseFile(dataDir), { recursive: true })],
  [
    "has a link where the database belongs",
    (dataDir) => {
      mkdirSync(dataDir);
      symlinkSync("/etc/hostname", databaseFile(dataDir));
    },
  ],
])("[PE15] a data folder that %s is refused with a sentence", async (what, prepare) => {
  const parent = freshFolder();
  const dataDir = what === "lies under a file" ? join(parent, "file", "data") : join(parent, "data");
  prepare(what === "lies under a file" ? dataDir.replace(/data$/, "x") : dataDir);
  const opening = openStore({ dataDir });
  await expect(opening).rejects.toMatchObject({ name: "StoreError", code: "unwritable" });
  await expect(opening).rejects.toThrow(dataDir);
});

it("[PE15] reading from a data folder that is a file is refused as well", async () => {
  const file = join(freshFolder(), "data");
  writeFileSync(file, "");
  await expect(openStore({ dataDir: file, readOnly: true })).rejects.toMatchObject({ code: "unwritable" });
});

it("[PE17] a turn that reads back differently is noticed, and the story goes on before it", async () => {
  const dataDir = freshFolder();
  const store = await openStore({ dataDir });
  const story = await begin(store);
  const ids = [await story.tell(), await story.tell(), await story.tell(), await story.tell()];
  await store.close();
  const db = new Database(databaseFile(dataDir));
  db.prepare("update turns set state = replace(state, '30', '31') where id = ?").run(ids[3]);
  db.prepare("update turns set scene = 7 where id = ?").run(ids[2]);
  db.close();

  const again = await openTestStore(dataDir);
  const damaged = { name: "StoreError", code: "damaged_turn" };
  await expect(again.head(story.id)).rejects.toMatchObject(damaged);
  await expect(again.turn(ids[2] ?? "")).rejects.toMatchObject(damaged);
  await expect(again.history(story.id)).rejects.toMatchObject(damaged);
  expect((await again.recover(story.id))?.id).toBe(ids[1]);
  expect((await again.head(story.id))?.id).toBe(ids[1]);
  expect((await again.history(story.id)).map((turn) => turn.id)).toEqual([ids[1], ids[0]]);
});

it("[PE17] each turn's hash covers the turn before it", async () => {
  const story = await begin(await openTestStore());
  await story.tell();
  await story.tell();
  const [second, first] = await story.store.history(story.id);
  expect(first?.previousHash).toBe("");
  expect(first?.hash).toMatch(/^[0-9a-f]{64}$/);
  expect(second?.previousHash).toBe(first?.hash);
});

const flip = (letter: string) => String.fromCharCode(letter.charCodeAt(0) ^ 1);

it.each([
  "choice",
  "rolls",
  "patches",
  "scene_record",
  "plans",
  "results",
  "state",
  "narrator",
  "previous_hash",
  "session",
])("[PE17] a change of %s is noticed", async (column) => {
  const dataDir = freshFolder();
  const store = await openTestStore(dataDir);
  const story = await begin(store);
  await store.openSession(story.id);
  const turn = await story.tell();
  const [other] = [(await store.openSession(story.id)).id];
  await store.close();
  const db = new Database(databaseFile(dataDir));
  const before = db.prepare<[string], string>(`select ${column} from turns where id = ?`).pluck().get(turn) ?? "";
  // As a disk does it: another session is there, and else one bit is another.
  const flipped = before === "" ? "[]" : `${before.slice(0, 3)}${flip(before.charAt(3))}${before.slice(4)}`;
  db.prepare(`update turns set ${column} = ? where id = ?`).run(column === "session" ? other : flipped, turn);
  db.close();
  const again = await openTestStore(dataDir);
  await expect(again.head(story.id)).rejects.toMatchObject({ code: "damaged_turn" });
});

it("[PE23] a session knows when it began and ended, and where the story stood", async () => {
  const dataDir = freshFolder();
  const store = await openTestStore(dataDir);
  const story = await begin(store);
  const session = await store.openSession(story.id);
  await story.tell([], { sessionId: session.id, sceneRecord: { location: "mill" } });
  await story.tell([], { sessionId: session.id, sceneRecord: {} });
  await session.close();
  await store.close();
  const db = new Database(databaseFile(dataDir), { readonly: true });
  const row = db
    .prepare<[string], { started_at: number; ended_at: number; location: string }>(
      "select * from sessions where id = ?",
    )
    .get(session.id);
  db.close();
  expect(row?.location).toBe("mill");
  expect(row?.ended_at).toBeGreaterThan(row?.started_at ?? Number.NaN);
});
