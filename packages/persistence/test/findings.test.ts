// SPEC.md PE75 to PE79: what opening looks at, what it says of scenes that are gone, and reading where nothing can be written.
import { spawnSync } from "node:child_process";
import { appendFileSync, copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import Database from "better-sqlite3";
import { build } from "tsup";
import { beforeAll, expect, it } from "vitest";
import { openStore, repairStore, type Store } from "../src/index.js";
import { openToldTurns } from "../src/durability/told-turns.js";
import { databaseFile, openForPlayer } from "../src/open-database.js";
import { begin, freshFolder, openTestStore } from "./helpers/stores.js";

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const told = (dataDir: string) => join(dataDir, "narratoria.told");

function change(dataDir: string, sql: string, ...values: readonly (string | number)[]): void {
  const db = new Database(databaseFile(dataDir));
  db.prepare(sql).run(...values);
  db.close();
}

/** Of scenes that nothing brings back, of a story that is there. */
const lostScenes = (playthroughId: string, scenes: readonly number[]) => ({
  kind: "lost_turns",
  playthroughId,
  title: null,
  whole: false,
  scenes,
  backup: null,
  restorable: [],
});

/** What is in the folder of an open store at a power cut or a kill: its files as they lie there. */
function copyOf(dataDir: string, without: readonly string[] = []): string {
  const copy = freshFolder();
  for (const name of readdirSync(dataDir)) {
    if (name === "backups") {
      mkdirSync(join(copy, name));
      for (const one of readdirSync(join(dataDir, name))) copyFileSync(join(dataDir, name, one), join(copy, name, one));
    } else if (!name.endsWith("-shm") && !without.includes(name)) copyFileSync(join(dataDir, name), join(copy, name));
  }
  return copy;
}

async function findingsOf(dataDir: string): Promise<ReturnType<Store["findings"]>> {
  const store = await openStore({ dataDir });
  try {
    return store.findings();
  } finally {
    await store.close();
  }
}

it("[PE75] a database is opened so that a power cut costs nothing that was acknowledged", () => {
  const opened = openForPlayer(freshFolder(), Date.now);
  expect(opened.db.pragma("synchronous", { simple: true })).toBe(2);
  expect(opened.db.pragma("journal_mode", { simple: true })).toBe("wal");
  opened.close();
});

it("[PE75] among the last fifty turns, one that is damaged and one that does not follow are named; the store can be used", async () => {
  const dataDir = freshFolder();
  const store = await openTestStore(dataDir);
  const story = await begin(store);
  const ids: string[] = [];
  for (let n = 0; n < 60; n++) ids.push(await story.tell());
  await store.close();
  expect(await findingsOf(dataDir)).toEqual([]);
  change(dataDir, "update turns set results = '[}' where id = ?", ids[5] ?? ""); // further back than is looked
  change(dataDir, "update turns set results = '[}' where id = ?", ids[55] ?? "");
  change(dataDir, "update turns set parent = ? where id = ?", ids[20] ?? "", ids[30] ?? "");
  const db = new Database(databaseFile(dataDir));
  db.pragma("foreign_keys = off");
  db.prepare("delete from turns where id = ?").run(ids[40]); // what follows on it is as it was
  db.close();
  rmSync(told(dataDir)); // which would name the one that is gone
  const again = await openStore({ dataDir });
  expect(again.findings()).toEqual([{ kind: "damaged_turns", playthroughId: story.id, scenes: [30, 41, 55] }]);
  expect((await again.head(story.id))?.id).toBe(ids[59]);
  // In idle time all of it is.
  await again.tidy();
  expect(again.findings()).toEqual([{ kind: "damaged_turns", playthroughId: story.id, scenes: [5, 30, 41, 55] }]);
  await again.close();
});

it("[PE76] where a log is lost, the scenes that were told in it are named, until the story goes on", async () => {
  const dataDir = freshFolder();
  const store = await openTestStore(dataDir);
  const story = await begin(store);
  const other = await begin(store);
  for (let n = 0; n < 4; n++) await story.tell(["The bell rang."]);
  await other.tell();
  await store.close();
  const again = await openTestStore(dataDir);
  Object.assign(story, { store: again });
  for (let n = 0; n < 3; n++) await story.tell();
  expect(readFileSync(told(dataDir), "utf8")).not.toContain("bell");
  const kept = copyOf(dataDir);
  expect(await findingsOf(kept)).toEqual([]);

  const lost = copyOf(dataDir, ["narratoria.db-wal"]);
  // The first turn of the sitting is in the file.
  const finding = lostScenes(story.id, [5, 6]);
  expect(await findingsOf(lost)).toEqual([finding]);
  expect(await findingsOf(lost)).toEqual([finding]);
  const reader = await openStore({ dataDir: lost, readOnly: true });
  expect(reader.findings()).toEqual([finding]);
  await reader.close();

  const after = await openStore({ dataDir: lost });
  await Object.assign(other, { store: after }).tell();
  expect(after.findings()).toEqual([finding]);
  const head = await after.head(story.id);
  await Object.assign(story, { store: after, head: head?.id, scene: head?.scene }).tell();
  expect(after.findings()).toEqual([]);
  await after.close();
  expect(await findingsOf(lost)).toEqual([]);
});

it("[PE76] a log of another database, and an older file in the place of a newer one, do not go unnoticed", async () => {
  const dataDir = freshFolder();
  const store = await openTestStore(dataDir);
  const story = await begin(store);
  for (let n = 0; n < 3; n++) await story.tell();
  await store.tidy();
  for (let n = 0; n < 3; n++) await story.tell();
  await store.close();

  const elsewhere = freshFolder();
  const foreign = await openTestStore(elsewhere);
  const theirs = await begin(foreign);
  await theirs.tell();
  const mixed = copyOf(dataDir);
  copyFileSync(`${databaseFile(elsewhere)}-wal`, `${databaseFile(mixed)}-wal`);
  const found = await findingsOf(mixed).catch((error: unknown) => error);
  expect(found).toSatisfy(
    (one: unknown) =>
      (Array.isArray(one) && one.length > 0) || (one instanceof Error && "code" in one && one.code === "corrupt"),
  );

  const older = copyOf(dataDir);
  const [backup = ""] = readdirSync(join(older, "backups"));
  copyFileSync(join(older, "backups", backup), databaseFile(older));
  expect(await findingsOf(older)).toEqual([lostScenes(story.id, [3, 4, 5])]);
  // A backup that has what is lost is named.
  const whole = copyOf(dataDir);
  copyFileSync(databaseFile(whole), join(older, "backups", backup));
  expect(await findingsOf(older)).toMatchObject([{ scenes: [3, 4, 5], backup: { turns: 6 } }]);
});

it("[PE76] what the player deleted is not lost, nor is what stands behind a torn line of the note", async () => {
  const dataDir = freshFolder();
  const store = await openTestStore(dataDir);
  const story = await begin(store);
  for (let n = 0; n < 3; n++) await story.tell();
  const other = await begin(store);
  await other.tell();
  await store.deletePlaythrough(story.id);
  await store.close();
  appendFileSync(told(dataDir), '["id-99", 3');
  expect(await findingsOf(dataDir)).toEqual([]);
  const again = await openTestStore(dataDir);
  await Object.assign(other, { store: again }).tell();
  await other.tell();
  const cut = copyOf(dataDir, ["narratoria.db-wal"]);
  expect(await findingsOf(cut)).toMatchObject([{ playthroughId: other.id, scenes: [2] }]);
});

it("[PE448] a first sitting is in the file after its first turn, and again after every tenth", async () => {
  const dataDir = freshFolder();
  const store = await openTestStore(dataDir);
  const story = await begin(store);
  const inFile: number[] = [];
  for (let n = 0; n < 22; n++) {
    await story.tell();
    const copy = await openStore({ dataDir: copyOf(dataDir, ["narratoria.db-wal"]), readOnly: true });
    inFile.push((await copy.history(story.id)).length);
    await copy.close();
  }
  expect(inFile).toEqual([...Array(10).fill(1), ...Array(10).fill(11), 21, 21]);
});

it("[PE449] a story that is gone with its log is named with its title and brought back from the backup", async () => {
  const dataDir = freshFolder();
  const store = await openTestStore(dataDir);
  const empty = copyOf(dataDir);
  const story = await begin(store);
  for (let n = 0; n < 3; n++) await story.tell([`The bell rang ${n} times.`]);
  await store.tidy();
  await story.tell();
  // The file as it was before the story, the note and the backup as they are now.
  const lost = copyOf(dataDir, ["narratoria.db-wal"]);
  copyFileSync(databaseFile(empty), databaseFile(lost));
  const finding = {
    ...lostScenes(story.id, [0, 1, 2, 3]),
    whole: true,
    title: "The Lantern",
    restorable: [0, 1, 2],
    backup: { turns: 3 },
  };
  expect(await findingsOf(lost)).toMatchObject([finding]);
  // The backup alone knows of it as well.
  const unnoted = copyOf(lost, ["narratoria.told"]);
  expect(await findingsOf(unnoted)).toMatchObject([{ ...finding, scenes: [0, 1, 2] }]);

  // Another story has taken the numbers of its records meanwhile.
  const between = await openStore({ dataDir: lost });
  const other = await begin(between);
  await other.tell(["A gull cried.", "It flew off."]);
  expect(between.findings()).toMatchObject([finding]);
  await between.close();
  expect(await repairStore({ dataDir: lost })).toMatchObject({
    restored: 3,
    lost: 1,
    stories: 2,
    turns: 4,
    damaged: 0,
  });
  expect(await repairStore({ dataDir: lost })).toBeNull();
  const again = await openStore({ dataDir: lost });
  expect(again.findings()).toEqual([]);
  expect((await again.history(story.id)).map(({ scene }) => scene)).toEqual([2, 1, 0]);
  const found = await again.semanticSearch(story.id, { dataType: "memory", query: "bell" });
  expect(found.map(({ record }) => record.summary).sort()).toEqual([0, 1, 2].map((n) => `The bell rang ${n} times.`));
  expect(await again.semanticSearch(other.id, { dataType: "memory", query: "gull" })).toHaveLength(1);
  const head = await again.head(story.id);
  await Object.assign(story, { store: again, head: head?.id, scene: head?.scene }).tell();
  await again.close();
  expect(await repairStore({ dataDir: lost })).toBeNull();
});

it("[PE449] a story that has lost its last turns gets those that a backup has, and what none has is told once", async () => {
  const dataDir = freshFolder();
  const store = await openTestStore(dataDir);
  const story = await begin(store);
  for (let n = 0; n < 2; n++) await story.tell();
  const older = copyOf(dataDir);
  for (let n = 0; n < 3; n++) await story.tell();
  await store.tidy();
  await story.tell();
  await store.close();
  for (const end of ["", "-wal"]) copyFileSync(databaseFile(older) + end, databaseFile(dataDir) + end);
  expect(await findingsOf(dataDir)).toMatchObject([{ scenes: [2, 3, 4, 5], restorable: [2, 3, 4], whole: false }]);
  const alone = copyOf(dataDir);
  rmSync(join(alone, "backups"), { recursive: true });
  expect(await repairStore({ dataDir: alone })).toMatchObject({ restored: 0, lost: 4, turns: 2, backup: null });
  expect(await findingsOf(alone)).toEqual([]);
  expect(await repairStore({ dataDir })).toMatchObject({ restored: 3, lost: 1, turns: 5 });
  expect(await findingsOf(dataDir)).toEqual([]);
});

it("[PE449] a backup that has what was deleted or gone on without is no sign of a loss", async () => {
  const dataDir = freshFolder();
  const store = await openTestStore(dataDir);
  const [deleted, cut] = [await begin(store), await begin(store)];
  await deleted.tell();
  await cut.tell();
  const older = copyOf(dataDir);
  await cut.tell();
  await store.tidy();
  await store.close();
  for (const end of ["", "-wal"]) copyFileSync(databaseFile(older) + end, databaseFile(dataDir) + end);
  const again = await openStore({ dataDir });
  expect(again.findings()).toMatchObject([{ playthroughId: cut.id, scenes: [1] }]);
  await again.deletePlaythrough(deleted.id);
  const head = await again.head(cut.id);
  await Object.assign(cut, { store: again, head: head?.id, scene: 0 }).tell();
  await again.close();
  rmSync(told(dataDir));
  expect(await findingsOf(dataDir)).toEqual([]);
  expect(await repairStore({ dataDir })).toBeNull();
});

it("[PE76] the note stays short", () => {
  const dataDir = freshFolder();
  const note = openToldTurns(dataDir);
  for (let scene = 0; scene < 1_000; scene++) note.add({ playthrough: "p", scene, id: `t${scene}` });
  const kept = openToldTurns(dataDir).all();
  expect(kept).toEqual(note.all());
  expect(kept.at(-1)).toEqual({ playthrough: "p", scene: 999, id: "t999" });
  expect(kept.length).toBeGreaterThanOrEqual(200);
  expect(kept.length).toBeLessThanOrEqual(400);
});

it("[PE77] a database that is gone is no new beginning where there is a backup; repair brings that back", async () => {
  const dataDir = freshFolder();
  const store = await openTestStore(dataDir);
  const story = await begin(store);
  await story.tell();
  await store.tidy();
  await store.close();
  rmSync(databaseFile(dataDir));
  await expect(openStore({ dataDir })).rejects.toThrow(
    /narratoria\.db is missing, though stories were told here.* Its newest good backup is of .* and holds 1 story\.$/,
  );
  await expect(openStore({ dataDir, readOnly: true })).rejects.toMatchObject({ code: "corrupt" });
  expect(existsSync(databaseFile(dataDir))).toBe(false);
  expect(await repairStore({ dataDir })).toMatchObject({ kept: null, stories: 1, turns: 1, damaged: 0 });
  const again = await openStore({ dataDir });
  expect(await again.history(story.id)).toHaveLength(1);
  await again.close();

  rmSync(databaseFile(dataDir));
  rmSync(join(dataDir, "backups"), { recursive: true });
  const anew = await openStore({ dataDir });
  expect(await anew.playthroughs()).toEqual([]);
  await anew.close();
});

it("[PE79] scenes that are damaged in a sound file come back from the newest backup that has them", async () => {
  const dataDir = freshFolder();
  const store = await openTestStore(dataDir);
  const story = await begin(store);
  const ids: string[] = [];
  for (let n = 0; n < 8; n++) ids.push(await story.tell());
  await store.tidy();
  for (let n = 0; n < 2; n++) ids.push(await story.tell());
  const straight = await store.history(story.id);
  await store.close();
  change(
    dataDir,
    "update turns set scene_record = replace(scene_record, '\"paragraphs\"', '\"paragraphs') where id in (?, ?)",
    ids[3] ?? "",
    ids[9] ?? "",
  );
  const before = readFileSync(databaseFile(dataDir));
  const repair = await repairStore({ dataDir, now: () => 77 });
  expect(repair).toMatchObject({
    kept: `${databaseFile(dataDir)}.corrupt-77`,
    turns: 10,
    damaged: 1,
    backup: { turns: 8 },
  });
  expect(readFileSync(repair?.kept ?? "").equals(before)).toBe(true);
  const again = await openTestStore(dataDir);
  expect(again.findings()).toEqual([{ kind: "damaged_turns", playthroughId: story.id, scenes: [9] }]);
  await again.moveHead(story.id, ids[8] ?? "");
  expect(await again.history(story.id)).toEqual(straight.slice(1));
  await again.close();
  const left = readFileSync(databaseFile(dataDir));
  expect(await repairStore({ dataDir, now: () => 78 })).toMatchObject({ kept: null, backup: null, damaged: 1 });
  expect(readdirSync(dataDir)).not.toContain("narratoria.db.corrupt-78");
  expect(readFileSync(databaseFile(dataDir)).equals(left)).toBe(true);
});

it("[PE79] a backup that has a scene damaged as well is no help for it", async () => {
  const dataDir = freshFolder();
  const store = await openTestStore(dataDir);
  const story = await begin(store);
  const ids: string[] = [];
  for (let n = 0; n < 3; n++) ids.push(await story.tell());
  await store.close();
  change(
    dataDir,
    "update turns set scene_record = replace(scene_record, '\"paragraphs\"', '\"paragraphs') where id = ?",
    ids[1] ?? "",
  );
  const again = await openTestStore(dataDir);
  await again.tidy();
  await again.close();
  expect(readdirSync(join(dataDir, "backups"))).toHaveLength(1);
  expect(await repairStore({ dataDir })).toMatchObject({ kept: null, backup: null, damaged: 1, gone: 0 });
});

// Root writes to whatever a mode forbids, so that a disk of its own is mounted and made read-only.
const ownDisk = spawnSync("unshare", ["-rm", "mount", "-t", "tmpfs", "tmpfs", "/tmp"]).status === 0;

// Inside node_modules, so that the bundle finds better-sqlite3 and git overlooks it.
const outDir = here("../node_modules/.test-bundles");

beforeAll(async () => {
  if (!ownDisk) return;
  await build({
    config: false,
    silent: true,
    entry: [here("./fixtures/reads-stories.ts")],
    outDir,
    format: ["esm"],
    target: "node20",
    external: ["better-sqlite3"],
    noExternal: [/^@narratoria\//, "ulid"],
    tsconfig: here("../../../tsconfig.json"),
  });
});

it.skipIf(!ownDisk).each(["closed", "killed", "of format 2"])(
  "[PE78] on a disk that cannot be written to the stories can be read, the folder of a store that was %s",
  async (how) => {
    const dataDir = freshFolder();
    const store = await openTestStore(dataDir);
    const story = await begin(store);
    for (let n = 0; n < 3; n++) await story.tell([`The bell rang ${n + 1} times.`]);
    let folder = dataDir;
    if (how === "killed") folder = copyOf(dataDir);
    else await store.close();
    if (how === "of format 2") {
      folder = freshFolder();
      const db = new Database(databaseFile(folder));
      db.exec(readFileSync(here("./fixtures/format-2.sql"), "utf8"));
      db.close();
    }
    const run = spawnSync(
      "unshare",
      [
        "-rm",
        "sh",
        "-c",
        `mount --bind "$1" "$1" && mount -o remount,ro,bind "$1" && exec "$2" "$3" "$1"`,
        "sh",
        folder,
        process.execPath,
        `${outDir}/reads-stories.js`,
      ],
      { encoding: "utf8" },
    );
    expect(run.stderr).toBe("");
    expect(JSON.parse(run.stdout)).toEqual({ turns: 3, memories: 3, refused: "read_only", play: "unwritable" });
    expect(readdirSync(folder).filter((name) => name.endsWith("-shm"))).toEqual([]);
  },
  240_000,
);

it("[PE14] a file of format 3 comes with all that it holds", async () => {
  const dataDir = freshFolder();
  const db = new Database(databaseFile(dataDir));
  db.exec(readFileSync(here("./fixtures/format-3.sql"), "utf8"));
  db.close();
  const store = await openTestStore(dataDir);
  expect(store.findings()).toEqual([]);
  const [story] = await store.playthroughs();
  const id = story?.id ?? "";
  expect((await store.history(id)).map(({ sceneRecord }) => sceneRecord["summary"] ?? null)).toEqual([
    { scene: 2, summary: "Marta saw the smoke." },
    null,
    null,
  ]);
  const memories = await store.exactMatch(id, "memory", {}, { order: "oldest" });
  expect(memories.records.map(({ record, pinned }) => [record.summary, pinned])).toEqual([
    ["You met Osk at the mill.", true],
    ["Osk gave you a letter.", false],
    ["Marta saw the smoke.", false],
  ]);
  const [perception] = (await store.exactMatch(id, "perception")).records;
  expect(perception).toMatchObject({ storedScore: 60, record: { npcId: "osk" } });
  expect((await store.exactMatch(id, "reputation")).records[0]?.storedScore).toBe(40);
  expect(await store.semanticSearch(id, { dataType: "lore", query: "old mill" })).toHaveLength(1);
  const [left] = (await store.branches(id)).filter(({ tip }) => tip.turnId !== story?.head);
  await store.moveHead(id, left?.tip.turnId ?? "");
  expect((await store.exactMatch(id, "perception")).records[0]?.storedScore).toBe(-20);
  expect((await store.exactMatch(id, "memory")).records[0]?.record.summary).toBe("You burned Osk’s letter.");
});
