// What the kill report counts as a fault: each is planted in the data folder of a real play, and found.
import { spawn, spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, openSync, rmSync, statSync, writeFileSync, writeSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { dataFaults, goneWithin, strays } from "../benchmarks/kill-rounds.mjs";

const CLI = fileURLToPath(new URL("../apps/cli/bin/narratoria.js", import.meta.url));
// The benchmarks' own, as the root needs no database.
const Database: new (file: string) => { exec(sql: string): void; close(): void } = createRequire(
  new URL("../benchmarks/package.json", import.meta.url),
)("better-sqlite3");
let home = "";
let played = "";
const turns: string[] = [];

beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), "narratoria-kill-checks-"));
  played = join(home, "played");
  const args = ["play", "--json", "--choose", "first", "--turns", "2", "--seed", "1", "--data", played];
  const { stdout } = spawnSync(process.execPath, [CLI, ...args], { encoding: "utf8" });
  for (const line of stdout.trim().split("\n")) {
    const event = JSON.parse(line) as { type: string; turnId?: string };
    if (event.type === "scene" && event.turnId !== undefined) turns.push(event.turnId);
  }
}, 240_000);
afterAll(() => rmSync(home, { recursive: true, force: true }));

let copies = 0;
function copy(): string {
  const folder = join(home, `copy-${copies++}`);
  cpSync(played, folder, { recursive: true });
  return folder;
}

function change(data: string, sql: string): void {
  const db = new Database(join(data, "narratoria.db"));
  db.exec(`PRAGMA foreign_keys = OFF; ${sql}`);
  db.close();
}

describe("the kill report", () => {
  it("finds nothing in a sound data folder", async () => {
    expect(turns).toHaveLength(3);
    expect(await dataFaults(copy(), new Set(turns))).toEqual([]);
  });

  it("finds a finished turn that is lost", async () => {
    const data = copy();
    change(data, `UPDATE playthroughs SET head = '${turns[1]}'`);
    expect(await dataFaults(data, new Set(turns))).toEqual([`a finished turn is not in the journal: ${turns[2]}`]);
  });

  it("finds a turn whose words were changed, and one that follows another", async () => {
    const changed = copy();
    change(changed, `UPDATE turns SET first_line = 'Another.', state = '{}' WHERE id = '${turns[1]}'`);
    expect((await dataFaults(changed, new Set())).join()).toMatch(/the journal cannot be read: .*damaged/);
    const cut = copy();
    change(cut, `UPDATE turns SET parent = '${turns[0]}' WHERE id = '${turns[2]}'`);
    expect((await dataFaults(cut, new Set())).length).toBeGreaterThan(0);
  });

  it("finds a database that is not whole", async () => {
    const data = copy();
    const file = join(data, "narratoria.db");
    change(data, "PRAGMA wal_checkpoint(TRUNCATE)");
    const length = statSync(file).size;
    const handle = openSync(file, "r+");
    writeSync(handle, Buffer.alloc(length - 8192, 0x5a), 0, length - 8192, 8192);
    expect((await dataFaults(data, new Set())).join()).toMatch(/the database/);
  });

  it("finds a file of JSON that was cut short", async () => {
    const data = copy();
    mkdirSync(join(data, "skill-data", "memory"), { recursive: true });
    writeFileSync(join(data, "skill-data", "memory", "config.json"), '{"a": ');
    expect(await dataFaults(data, new Set())).toEqual([join("skill-data", "memory", "config.json") + " is no JSON"]);
  });

  it.runIf(process.platform === "linux")(
    "finds a process that outlives its play, and sees when it is gone",
    async () => {
      const marker = join(home, "marker");
      const child = spawn("sleep", ["60"], { env: { PATH: process.env["PATH"], NARRATORIA_DATA_DIR: marker } });
      onTestFinished(() => void child.kill("SIGKILL"));
      await new Promise((resolve) => child.once("spawn", resolve));
      expect(await goneWithin(() => strays(marker), 50)).toEqual([expect.stringMatching(`^${child.pid} `)]);
      child.kill("SIGKILL");
      expect(await goneWithin(() => strays(marker), 2000)).toEqual([]);
    },
  );
});
