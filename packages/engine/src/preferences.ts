/** What the player prefers in any shell, such as a theme or a size of text: `preferences.json` in the data folder. */
import { join } from "node:path";
import { isJsonObject, type JsonObject, type JsonValue, jsonByteLength, mergePatch } from "@narratoria/protocol";
import { readPlainFile, writeFileAtomic } from "@narratoria/protocol/files";
import { makeDataFolder } from "./data-folder.js";
import { EngineError } from "./errors.js";
import { dataFolder } from "./locate.js";
import { say } from "./words/say.js";

const FILE = "preferences.json";
/** Preferences are a page of settings and no place for a library. */
const MOST_BYTES = 64 * 1024;

/** What was set; nothing where nothing was, and where the file cannot be read. Each shell has keys of its own. */
export async function preferences(dataDir?: string): Promise<JsonObject> {
  try {
    const value: JsonValue = JSON.parse(await readPlainFile(join(dataFolder(dataDir), FILE)));
    return isJsonObject(value) ? value : {};
  } catch {
    return {};
  }
}

/** One change after the other, so that none is lost. */
let last: Promise<unknown> = Promise.resolve();

/**
 * Changes preferences, and gives them as they are then. Implements rule EN744.
 *
 * @param changes - A JSON Merge Patch: null removes a key.
 * @throws {EngineError} `invalid_option` for what comes to more than 64 kB; `data_folder`.
 */
export function setPreferences(changes: JsonObject, dataDir?: string): Promise<JsonObject> {
  const done = last.then(async () => {
    const folder = dataFolder(dataDir);
    const changed = mergePatch(await preferences(folder), changes);
    if (jsonByteLength(changed) > MOST_BYTES)
      throw new EngineError("invalid_option", say("error.preferences_too_large"));
    await makeDataFolder(folder);
    await writeFileAtomic(join(folder, FILE), `${JSON.stringify(changed, null, 2)}\n`);
    return changed;
  });
  last = done.catch(() => {});
  return done;
}
