import Database from "better-sqlite3";
import { expect, it } from "vitest";
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
