/** Looking a whole database over takes a millisecond a megabyte, so a thread of its own does it. */
import { Worker } from "node:worker_threads";
import { packagePath } from "@narratoria/protocol/launch";
import Database from "better-sqlite3";

/** Runs in the thread. A text, as a program of its own would have to be carried along by whoever bundles us. */
const PROGRAM = `
const { parentPort, workerData } = require("node:worker_threads");
const Database = require(workerData.library);
const db = new Database(workerData.file, { readonly: true, fileMustExist: true });
parentPort.postMessage(String(db.pragma("integrity_check(1)", { simple: true })));
db.close();
`;

/** Returns whether every page of a database file that nobody writes to is as SQLite made it. Where no thread can be had, this one looks. */
export async function isWhole(file: string): Promise<boolean> {
  const found = (await checkedInThread(file)) ?? checkedHere(file);
  return found === "ok";
}

/** @returns What SQLite says; null where the thread came to nothing. */
async function checkedInThread(file: string): Promise<string | null> {
  const library = packagePath({
    moduleUrl: import.meta.url,
    beside: [],
    bundled: "better-sqlite3",
    installed: ["better-sqlite3", "."],
  });
  if (library === null) return null;
  return new Promise((resolve) => {
    let found: string | null = null;
    const worker = new Worker(PROGRAM, { eval: true, execArgv: [], workerData: { library, file } });
    worker.once("message", (text: string) => (found = text));
    // An error comes before the end, and at the end the file is closed: Windows renames none that is open.
    worker.once("error", () => (found = null));
    worker.once("exit", () => resolve(found));
  });
}

function checkedHere(file: string): string | null {
  let db: Database.Database | undefined;
  try {
    db = new Database(file, { readonly: true, fileMustExist: true });
    return String(db.pragma("integrity_check(1)", { simple: true }));
  } catch {
    return null;
  } finally {
    db?.close();
  }
}
