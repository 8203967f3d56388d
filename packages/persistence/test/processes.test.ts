// PE2, PE10 and PE16 with real processes: the store's own code, bundled, killed or starved in the middle of its work.
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { createRandom } from "@narratoria/protocol/random";
import Database from "better-sqlite3";
import { build } from "tsup";
import { beforeAll, expect, it, onTestFinished } from "vitest";
import { openStore } from "../src/index.js";
import { goodBackups } from "../src/durability/backups.js";
import { databaseFile, openForPlayer } from "../src/open-database.js";
import { MIGRATIONS, schemaVersion } from "../src/schema.js";
import { freshFolder, LANTERN } from "./helpers/stores.js";

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
// Inside node_modules, so that the bundle finds better-sqlite3 and git overlooks it.
const outDir = here("../node_modules/.test-bundles");
const program = `${outDir}/commits-turns.js`;

beforeAll(async () => {
  await build({
    config: false,
    silent: true,
    entry: ["commits-turns", "fills-the-disk", "migrates", "starts-on-a-full-disk"].map((name) =>
      here(`./fixtures/${name}.ts`),
    ),
    outDir,
    format: ["esm"],
    target: "node20",
    external: ["better-sqlite3"],
    noExternal: [/^@narratoria\//, "ulid"],
    tsconfig: here("../../../tsconfig.json"),
  });
});

/** SC-026 kills many more. */
const ROUNDS = 6;

/** Starts a program and reads its lines one by one; the process is gone when the test ends. */
function start(command: string, args: readonly string[]): { child: ChildProcess; line(): Promise<string | null> } {
  const child = spawn(command, args, { stdio: ["ignore", "pipe", "inherit"] });
  onTestFinished(() => void child.kill("SIGKILL"));
  const lines: string[] = [];
  let rest = "";
  let ended = false;
  let wake = () => {};
  child.stdout.setEncoding("utf8");
  child.stdout.on("data", (text: string) => {
    const parts = (rest + text).split("\n");
    rest = parts.pop() ?? "";
    lines.push(...parts);
    wake();
  });
  child.stdout.on("close", () => {
    ended = true;
    wake();
  });
  return {
    child,
    async line() {
      while (lines.length === 0 && !ended) await new Promise<void>((resolve) => (wake = resolve));
      return lines.shift() ?? null;
    },
  };
}

it("[PE2] a kill at any moment loses no acknowledged turn and leaves nothing half", { timeout: 60_000 }, async () => {
  const dataDir = freshFolder();
  const random = createRandom("kill -9");
  const acknowledged: string[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const { child, line } = start(process.execPath, [program, dataDir, String(1 + random.int(200))]);
    const story = (await line())?.replace("story ", "") ?? "";
    // Some kills come at once, some within a commit, some between two: the odd spin shifts them against the disk.
    for (let left = random.int(25); left > 0; left--) acknowledged.push(((await line()) ?? "").split(" ")[1] ?? "");
    const until = performance.now() + random.next() * 3;
    while (performance.now() < until);
    child.kill("SIGKILL");
    for (let text = await line(); text !== null; text = await line()) acknowledged.push(text.split(" ")[1] ?? "");

    const store = await openStore({ dataDir });
    const history = (await store.history(story)).reverse();
    const ids = history.map((turn) => turn.id);
    // At most one turn more than was heard of: the one whose line the kill cut off.
    expect(ids.slice(0, acknowledged.length)).toEqual(acknowledged);
    expect(ids.length - acknowledged.length).toBeLessThanOrEqual(1);
    expect(history.map((turn) => turn.scene)).toEqual(ids.map((_, scene) => scene));
    acknowledged.splice(0, Number.POSITIVE_INFINITY, ...ids);
    const last = ids.length - 1;
    if (last >= 0) {
      const found = await store.semanticSearch(story, { dataType: "memory", query: `number${last}` });
      expect(found.map((hit) => hit.id).sort()).toEqual([`${last}-1`, `${last}-2`]);
    }
    await store.close();
    const db = new Database(databaseFile(dataDir), { readonly: true });
    expect(db.pragma("integrity_check", { simple: true })).toBe("ok");
    expect(db.prepare("select count(*) from records").pluck().get()).toBe(2 * ids.length);
    expect(db.prepare("select count(*) from record_words").pluck().get()).toBe(2 * ids.length);
    db.close();
  }
  expect(acknowledged.length).toBeGreaterThan(4 * ROUNDS);
});

it("[PE2] a kill in the middle of writing a turn leaves none of it, and tells that there was one", async () => {
  const dataDir = freshFolder();
  const { line } = start(process.execPath, [program, dataDir, "1", "4", "die"]);
  const story = (await line())?.replace("story ", "") ?? "";
  for (let scene = 0; scene < 3; scene++) expect(await line()).toContain(`${scene} `);
  expect(await line()).toBeNull();

  const store = await openStore({ dataDir });
  expect((await store.playthrough(story))?.interrupted?.choiceId).toBe("c3");
  expect((await store.history(story)).map((turn) => turn.scene)).toEqual([2, 1, 0]);
  await store.close();
  const db = new Database(databaseFile(dataDir), { readonly: true });
  const count = (table: string) => db.prepare(`select count(*) from ${table}`).pluck().get();
  expect([count("turns"), count("records"), count("record_words")]).toEqual([3, 6, 6]);
  db.close();
});

it("[PE10] the place of a player is free as soon as its process is dead", async () => {
  const dataDir = freshFolder();
  const { child, line } = start(process.execPath, [program, dataDir, "1", "3", "stay"]);
  for (let n = 0; n < 4; n++) await line();
  const second = openStore({ dataDir });
  await expect(second).rejects.toMatchObject({ code: "locked" });
  await expect(second).rejects.toThrow(`Another Narratoria (process ${child.pid}) is playing`);
  const gone = once(child, "exit");
  child.kill("SIGKILL");
  await gone;
  const store = await openStore({ dataDir });
  expect((await store.playthroughs())[0]?.scene).toBe(2);
  await store.close();
});

it.skipIf(process.platform === "win32")(
  "[PE16] a disk that takes no more refuses the turn whole, and the turns before it stay",
  async () => {
    const dataDir = freshFolder();
    // A limit on the size of a file acts on a real write, at an arbitrary place within a commit.
    const { child, line } = start("sh", [
      "-c",
      `ulimit -f 2000; exec "$@"`,
      "sh",
      process.execPath,
      program,
      dataDir,
      "90",
    ]);
    const story = (await line())?.replace("story ", "") ?? "";
    const acknowledged: string[] = [];
    let refusal = "";
    for (let text = await line(); text !== null; text = await line()) {
      if (text.startsWith("refused")) refusal = text;
      else acknowledged.push(text.split(" ")[1] ?? "");
    }
    expect(child.exitCode ?? (await once(child, "exit"))[0]).toBe(0);
    expect(refusal).toMatch(/^refused (io|disk_full)$/);
    expect(acknowledged.length).toBeGreaterThan(3);

    const store = await openStore({ dataDir });
    const history = (await store.history(story)).reverse();
    expect(history.map((turn) => turn.id)).toEqual(acknowledged);
    // The note of the turn was kept as well, unless it was the note that found no room.
    const { interrupted } = (await store.playthrough(story)) ?? {};
    expect([`c${acknowledged.length}`, undefined]).toContain(interrupted?.choiceId);
    await store.close();
  },
);

const ownDisk = spawnSync("unshare", ["-rm", "mount", "-t", "tmpfs", "tmpfs", "/tmp"]).status === 0;

it.skipIf(!ownDisk)(
  "[PE73] a disk that is full costs no turn: the reserve is given up, then turns are refused, and with room again the story goes on",
  async () => {
    const dataDir = freshFolder();
    const { line } = start("unshare", [
      "-rm",
      "sh",
      "-c",
      `mount -t tmpfs -o size=192m tmpfs "$1" && exec "$2" "$3" "$1"`,
      "sh",
      dataDir,
      process.execPath,
      `${outDir}/fills-the-disk.js`,
    ]);
    const found = JSON.parse((await line()) ?? "null");
    expect(found).toMatchObject({
      hadReserve: true,
      refusal: "disk_full",
      again: "disk_full",
      spent: true,
      after: ["", ""],
      refilled: true,
      lost: 0,
      more: 0,
    });
    // The reserve alone holds some thirty of these turns.
    expect(found.withReserve).toBeGreaterThan(20);
  },
  240_000,
);

it.skipIf(!ownDisk)(
  "[PE440, PE441] on a disk that is full at the start stories are read, and played on in the room of the reserve",
  async () => {
    const disk = freshFolder();
    const { line } = start("unshare", [
      "-rm",
      "sh",
      "-c",
      `mount -t tmpfs -o size=112m tmpfs "$1" && exec "$2" "$3" "$1"`,
      "sh",
      disk,
      process.execPath,
      `${outDir}/starts-on-a-full-disk.js`,
    ]);
    const found = JSON.parse((await line()) ?? "null");
    const all = (turns: number) => `${turns} turns, ${turns} memories`;
    expect(found).toMatchObject({ reads: [all(3), all(3)], left: [] });
    const each = ["played, reserve_used", all(4), "disk_full", all(4)];
    expect(found.plays).toEqual([...each, ...each, "played, ", "played, "]);
  },
  240_000,
);

it.skipIf(process.platform === "win32")(
  "[PE74] after a write that the disk failed nothing more is written, and what there is can be read",
  async () => {
    const dataDir = freshFolder();
    const { line } = start("sh", [
      "-c",
      `ulimit -f 2000; exec "$@"`,
      "sh",
      process.execPath,
      program,
      dataDir,
      "90",
      "1000",
      "again",
    ]);
    let refusal = "";
    let told = 0;
    for (let text = await line(); text !== null; text = await line()) {
      if (text.startsWith("refused")) refusal = text;
      else if (refusal === "") told++;
      else expect(text).toBe(`then read_only, ${told - 1} turns can be read`);
    }
    expect(refusal).toBe("refused io");
  },
);

it("[PE14] a kill in the middle of a step leaves the file as it was before the step, and the next start goes on from there", async () => {
  const dataDir = freshFolder();
  const store = await openStore({ dataDir });
  const { id } = await store.createPlaythrough(LANTERN);
  await store.close();
  const { child, line } = start(process.execPath, [`${outDir}/migrates.js`, dataDir]);
  expect(await line()).toBe("half way");
  const gone = once(child, "exit");
  child.kill("SIGKILL");
  await gone;
  const again = openForPlayer(dataDir, Date.now);
  expect(again.db.prepare("select name from sqlite_schema where name = 'notes'").get()).toBeUndefined();
  expect(schemaVersion(again.db)).toBe(MIGRATIONS.length);
  expect(again.db.prepare("select id from playthroughs").pluck().all()).toEqual([id]);
  again.close();
  expect(goodBackups(dataDir)).toMatchObject([{ stories: 1 }]);
});
