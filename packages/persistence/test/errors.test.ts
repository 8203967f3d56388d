import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Database from "better-sqlite3";
import { expect, it, onTestFinished } from "vitest";
import { asStoreError, StoreError } from "../src/errors.js";

it.each([
  ["SQLITE_FULL", "disk_full", "no room left"],
  ["SQLITE_IOERR_FSYNC", "io", "could not read or write"],
  ["SQLITE_READONLY_DIRECTORY", "unwritable", "cannot write"],
  ["SQLITE_CANTOPEN", "unwritable", "cannot write"],
  ["SQLITE_CORRUPT_VTAB", "corrupt", "left as it is"],
  ["SQLITE_NOTADB", "corrupt", "left as it is"],
  ["SQLITE_BUSY_SNAPSHOT", "busy", "in use"],
])("[PE16] %s becomes %s, with a sentence that names the file", (sqlite, code, words) => {
  const error = asStoreError(new Database.SqliteError("raw words", sqlite), "/data/narratoria.db");
  expect(error).toMatchObject({ name: "StoreError", code });
  const message = error instanceof StoreError ? error.message : "";
  expect(message).toContain("/data/narratoria.db");
  expect(message).toContain(words);
  expect(message).not.toContain("raw words");
});

it.each([
  ["ENOSPC", "disk_full"],
  ["EROFS", "unwritable"],
  ["EACCES", "unwritable"],
  ["EIO", "io"],
])("[PE16] %s of the file system becomes %s", (system, code) => {
  expect(asStoreError(Object.assign(new Error("raw words"), { code: system }), "/data")).toMatchObject({ code });
});

it("[PE16] a mistake of our own is not passed off as the disk's", () => {
  const mistake = new TypeError("x is not a function");
  expect(asStoreError(mistake, "/data")).toBe(mistake);
});

it("[PE460] an addon that was not built, or for another Node, comes with the command that builds it", () => {
  const folder = mkdtempSync(join(tmpdir(), "narratoria-addon-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, "better_sqlite3.node");
  const thrownBy = (load: () => unknown): unknown => {
    try {
      load();
    } catch (error) {
      return asStoreError(error, "/data");
    }
    throw new Error("it loaded");
  };
  const require = createRequire(createRequire(import.meta.url).resolve("better-sqlite3"));
  // What better-sqlite3 loads its addon with.
  const load = () => require("bindings")({ bindings: "better_sqlite3.node", module_root: folder });
  expect(thrownBy(load)).toMatchObject({
    code: "no_addon",
    message:
      "The addon of better-sqlite3 has not been built, as packages were installed without running their scripts. " +
      "Build it with `npm rebuild better-sqlite3 --ignore-scripts=false`, or with pnpm by `pnpm approve-builds`, then `pnpm rebuild better-sqlite3`.",
  });
  writeFileSync(file, "built for something else");
  expect(thrownBy(() => process.dlopen({ exports: {} }, file))).toMatchObject({
    code: "no_addon",
    message: expect.stringContaining(`does not load in this Node ${process.versions.node}. Build it with`),
  });
});
