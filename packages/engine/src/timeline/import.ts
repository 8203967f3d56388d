/** Takes in a playthrough that `asJson` wrote, here or on another machine. */
import { createHash } from "node:crypto";
import { constants } from "node:fs";
import { open } from "node:fs/promises";
import { checkContract, isContract, type PlaythroughFile } from "@narratoria/protocol/contracts";
import { checkJson, isJsonObject, type JsonValue, LIMITS, ProtocolError } from "@narratoria/protocol";
import type { PlaythroughSummary, Store } from "@narratoria/persistence";
import { EngineError } from "../errors.js";
import { recordOf } from "../scene/scene-record.js";
import { FILE_VERSION, MOST_BYTES } from "./as-json.js";
import { say } from "../words/say.js";

/** State and results of scripts are nested less deeply by far; deeper, and whoever walks through it runs out of stack. */
const MOST_LEVELS = 2 * LIMITS.jsonDepth;

/**
 * Reads a file and keeps what it holds as a new playthrough, under new ids: importing twice gives two.
 *
 * @param path - The file.
 * @param campaignPath - Where its campaign lies, by the campaign's name.
 * @throws {EngineError} `import_failed`, and then nothing is kept.
 */
export async function importFile(
  store: Store,
  path: string,
  campaignPath: (campaign: string) => Promise<string>,
): Promise<PlaythroughSummary> {
  const file = parse(await readText(path), path);
  const { campaign } = file.playthrough;
  try {
    return await store.importPlaythrough({ ...file, campaignPath: await campaignPath(campaign) }, (turn) => {
      recordOf(turn);
    });
  } catch (error) {
    if (error instanceof EngineError && error.code === "scene_unreadable") throw refused(path, error.message);
    if (error instanceof Error && "code" in error && error.code === "invalid") throw refused(path, error.message);
    throw error;
  }
}

async function readText(path: string): Promise<string> {
  // Without O_NONBLOCK, opening a named pipe waits for somebody to write into it.
  const handle = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0)).catch(() => {
    throw refused(path, say("import.unreadable"), say("import.unreadable.action"));
  });
  try {
    const info = await handle.stat();
    if (!info.isFile()) throw refused(path, say("import.no_file"), say("import.no_file.action"));
    if (info.size > MOST_BYTES) throw refused(path, say("import.too_large"), say("import.too_large.action"));
    return await handle.readFile("utf8");
  } finally {
    await handle.close();
  }
}

function parse(text: string, path: string): PlaythroughFile {
  let file: JsonValue;
  try {
    file = JSON.parse(text.replace(/^\ufeff/, ""));
  } catch {
    throw refused(path, say("import.no_json"));
  }
  if (!isJsonObject(file) || file["format"] !== "narratoria-playthrough") {
    throw refused(path, say("import.no_playthrough"));
  }
  if (typeof file["version"] === "number" && file["version"] > FILE_VERSION) {
    throw refused(path, say("import.newer"), say("import.newer.action"));
  }
  try {
    checkJson(file, { maxDepth: MOST_LEVELS, refuseForbiddenKeys: true });
  } catch (error) {
    throw error instanceof ProtocolError ? refused(path, `${error.pointer || "The file"}: ${error.reason}.`) : error;
  }
  if (!isContract("playthrough-file", file)) {
    const [issue] = checkContract("playthrough-file", file);
    throw refused(path, issue ? `${issue.pointer === "" ? "The file" : issue.pointer}: ${issue.message}` : "");
  }
  // A name, never a way through this machine's folders.
  if (!/^(?!\.{1,2}$)[^/\\:\0]+$/.test(file.playthrough.campaign)) {
    throw refused(path, say("import.no_campaign", { name: file.playthrough.campaign }));
  }
  if (sumOf(file) !== file.sha256) {
    throw refused(path, say("import.changed"));
  }
  return file;
}

function sumOf({ playthrough, branches, sessions, turns, records = [] }: PlaythroughFile): string {
  const sum = createHash("sha256");
  for (const part of [playthrough, branches, sessions, ...turns, ...records]) sum.update(`${JSON.stringify(part)}\n`);
  return sum.digest("hex");
}

function refused(path: string, why: string, action = say("error.import.action")): EngineError {
  return new EngineError("import_failed", say("error.import", { path, why }), action);
}
