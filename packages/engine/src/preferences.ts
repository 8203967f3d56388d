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

/** Where something in the file of preferences is wrong, from 1. */
export interface PreferencePosition {
  readonly line: number;
  readonly column: number;
}

/** The file of preferences as it stands on the disk, for a shell that says what is wrong in it. */
export interface PreferencesFile {
  readonly file: string;
  /** Empty where there is no such file, or it cannot be read. */
  readonly value: JsonObject;
  /** Why it cannot be read; null where it can, and where there is none. */
  readonly fault: (PreferencePosition & { readonly message: string }) | null;
  /** Where the value of a JSON pointer stands. */
  locate(pointer: string): Promise<PreferencePosition>;
}

/** Reads the file of preferences with positions. Implements rule EN3230. */
export async function preferencesFile(dataDir?: string): Promise<PreferencesFile> {
  const file = join(dataFolder(dataDir), FILE);
  const nowhere = async (): Promise<PreferencePosition> => ({ line: 1, column: 1 });
  const text = await readPlainFile(file).catch(() => null);
  if (text === null) return { file, value: {}, fault: null, locate: nowhere };
  const { parseJsonObject } = await import("@narratoria/skills");
  const read = await parseJsonObject(text);
  if (!read.ok) return { file, value: {}, fault: { ...read.at, message: read.message }, locate: nowhere };
  return { file, value: read.json.value, fault: null, locate: read.json.locate };
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
