import { existsSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { makePrivateFile } from "./durability/private-file.js";
import { addonFault } from "./errors.js";

/** How long a second player waits for the first, who may be about to leave. */
const WAIT_MS = 300;

/**
 * Takes the one place of a player in a data folder: an exclusive transaction on a small database of its own, which the
 * kernel ends when this process does, however it dies. Readers of the story do not need it.
 *
 * @param dataDir - An existing folder.
 * @returns Gives the place back. Null where somebody else holds it.
 * @throws {StoreError} `no_addon`; else what SQLite throws when the file cannot be made or read.
 */
export function takePlayerLock(dataDir: string): (() => void) | null {
  const file = join(dataDir, "player.lock");
  if (!existsSync(file)) makePrivateFile(file);
  const lock = openLock(file);
  try {
    lock.exec("begin exclusive");
  } catch (error) {
    lock.close();
    if (error instanceof Database.SqliteError && error.code.startsWith("SQLITE_BUSY")) return null;
    throw error;
  }
  return () => {
    lock.close();
  };
}

function openLock(file: string): Database.Database {
  try {
    return new Database(file, { timeout: WAIT_MS });
  } catch (error) {
    throw addonFault(error) ?? error;
  }
}
