// SPEC.md PE452: large files are looked over beside everything else.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { expect, it } from "vitest";
import { isWhole } from "../src/durability/whole.js";
import { freshFolder } from "./helpers/stores.js";

function database(): string {
  const file = join(freshFolder(), "some.db");
  const db = new Database(file);
  db.exec("create table things (name text); create index by_name on things (name)");
  const add = db.prepare("insert into things values (?)");
  db.transaction(() => {
    for (let at = 0; at < 2_000; at++) add.run(`the thing ${at}`);
  })();
  db.close();
  return file;
}

it("[PE452] the event loop turns while a file is looked over", async () => {
  const file = database();
  let turns = 0;
  const count = (): void => void (turns++, (waiting = setImmediate(count)));
  let waiting = setImmediate(count);
  try {
    expect(await isWhole(file)).toBe(true);
    expect(turns).toBeGreaterThan(0);
  } finally {
    clearImmediate(waiting);
  }
});

it("[PE452] a file that is damaged, cut or missing is not whole", async () => {
  const file = database();
  const bytes = readFileSync(file);
  writeFileSync(file, Buffer.from(bytes).fill(0xa5, 8_192, 12_288));
  expect(await isWhole(file)).toBe(false);
  writeFileSync(file, bytes.subarray(0, 20_000));
  expect(await isWhole(file)).toBe(false);
  expect(await isWhole(join(freshFolder(), "none.db"))).toBe(false);
});
