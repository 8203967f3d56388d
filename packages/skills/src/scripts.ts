import { constants, type Dirent, opendirSync, statSync } from "node:fs";
import { basename, extname, relative, sep } from "node:path";
import {
  inputFaults,
  type InputShape,
  isContextKey,
  isJsonObject,
  type JsonObject,
  LIMITS,
  lowerLimits,
  misspeltContextKey,
  readInputShape,
  speaksProtocol,
} from "@narratoria/protocol";
import { findInside } from "./find-inside.js";
import { isOwnAffair } from "./folder-print.js";
import { type JsonText, parseJsonObject, pointerTo } from "./json-text.js";
import { type Manifest, numberOf, shown, textOf, textsOf } from "./manifest.js";
import { type Report, START } from "./problems.js";
import { readText } from "./read-text.js";
import type { SkillOrigin, SkillScript } from "./skill.js";
import { plainText } from "./wishes.js";

/** A folder of scripts that no manifest lists may hold so many; nobody picks from more. */
const MAX_UNLISTED = 64;
const SCRIPT_NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;
const SCRIPT_ENDINGS: ReadonlySet<string> = new Set([".js", ".mjs", ".cjs", ".py", ".sh"]);

/**
 * The scripts that a manifest lists and that are really there, inside the skill's folder. Those that are not are reported
 * and left out.
 */
export async function listedScripts(
  dir: string,
  origin: SkillOrigin,
  listed: NonNullable<Manifest["scripts"]>,
  json: JsonText,
  report: Report,
): Promise<SkillScript[]> {
  const scripts = new Map<string, SkillScript>();
  for (const { pointer, fields } of listed) {
    const name = textOf(fields, "name") ?? "";
    const path = textOf(fields, "path") ?? "";
    const fault = async (field: string, message: string) =>
      report("warning", await json.locate(pointer + pointerTo(field)), `${message} The script is left out.`);
    if (!SCRIPT_NAME.test(name)) {
      await fault(
        "name",
        `The script name ${shown(name)} may hold only letters, digits, dots, hyphens and underscores.`,
      );
      continue;
    }
    if (scripts.has(name)) {
      await fault("name", `There is a script "${name}" already.`);
      continue;
    }
    const found = findScript(dir, origin, path);
    if ("message" in found) {
      await fault("path", found.message);
      continue;
    }
    const inputShape = await inputShapeOf(dir, fields, pointer, json, report);
    const misfit = inputShape && isJsonObject(fields.input) ? misfitOf(inputShape, fields.input) : "";
    if (misfit) {
      const never = `The input of the script "${name}" does not fit its input schema: ${misfit}. Where no model plans, it is never called.`;
      report("warning", await json.locate(pointer + pointerTo("input")), never);
    }
    scripts.set(name, {
      name,
      description: textOf(fields, "description") ?? "",
      path: found.path,
      file: found.file,
      timeoutMs: await timeoutOf(fields, pointer, json, report),
      required: fields.required === true,
      context: await contextOf(fields, pointer, json, report),
      when: textsOf(fields, "when"),
      ...(await residentOf(dir, origin, fields, pointer, json, report)),
      ...dataFolderOf(fields),
      limits: lowerLimits(isJsonObject(fields.limits) ? fields.limits : {}),
      inputShape,
      ...(isJsonObject(fields.input) ? { input: fields.input } : {}),
    });
  }
  return [...scripts.values()];
}

/** Whether the process of a script may be kept, and which file's. One that cannot be used leaves each invocation its own. (rule SK5550) */
async function residentOf(
  dir: string,
  origin: SkillOrigin,
  fields: JsonObject,
  pointer: string,
  json: JsonText,
  report: Report,
): Promise<Pick<SkillScript, "resident" | "keptFile">> {
  const path = textOf(fields, "resident");
  if (path === null) return { resident: fields.resident === true };
  const found = findScript(dir, origin, path);
  if (!("message" in found)) return { resident: true, keptFile: found.file };
  const at = await json.locate(pointer + pointerTo("resident"));
  report("warning", at, `${found.message} Its process is not kept.`);
  return { resident: false };
}

/**
 * The scripts in `scripts/` of a skill whose manifest lists none: all that an interpreter is known for, or that can be executed.
 *
 * @param when - Kinds of scenes in which they are run of themselves.
 * @param anyProgram - Whether every program counts. Else only those do that look like skill scripts, as a folder by the Agent Skills
 * standard may bring programs that speak no protocol. (rule SK741)
 */
export function unlistedScripts(
  dir: string,
  origin: SkillOrigin,
  { when, anyProgram }: { readonly when: readonly string[]; readonly anyProgram: boolean },
  report: Report,
): SkillScript[] {
  const names = fileNames(dir);
  const scripts = new Map<string, SkillScript>();
  for (const file of names) {
    const name = basename(file, extname(file));
    if (!SCRIPT_NAME.test(name) || scripts.has(name)) continue;
    const found = findScript(dir, origin, `scripts/${file}`);
    if ("message" in found) {
      report("warning", START, `${found.message} It is left out.`);
      continue;
    }
    if (!found.runnable) continue;
    if (!anyProgram && !speaksProtocol(sourceOf(dir, file))) {
      const hint = "To have it run all the same, say when: narratoria-when, in the metadata.";
      report(
        "notice",
        START,
        `"${plainText(found.path)}" does not look like a skill script, so no plan runs it. ${hint}`,
      );
      continue;
    }
    scripts.set(name, {
      name,
      description: "",
      path: found.path,
      file: found.file,
      timeoutMs: LIMITS.toolTimeoutMs,
      required: false,
      context: [],
      when,
      resident: false,
      limits: lowerLimits(),
      inputShape: null,
    });
  }
  return [...scripts.values()];
}

/**
 * Reports the programs in `scripts/` that a manifest does not list: an author who adds a script may forget its line. A file
 * that another one there loads is taken for a module. Implements rule SK481.
 *
 * @param listed - The scripts of the manifest, those with faults included.
 */
export async function reportOmitted(
  dir: string,
  origin: SkillOrigin,
  listed: NonNullable<Manifest["scripts"]>,
  json: JsonText,
  report: Report,
): Promise<void> {
  // Ours are checked before they ship, and need not be read at every start.
  if (origin === "bundled") return;
  const named = listed.flatMap(({ fields }) => [textOf(fields, "path"), textOf(fields, "resident")]);
  const paths = new Set(named.map((path) => (path ?? "").replace(/^scripts\//, "")));
  const names = fileNames(dir);
  const programs = names.filter((name) => {
    if (paths.has(name)) return false;
    const found = findScript(dir, origin, `scripts/${name}`);
    return !("message" in found) && found.runnable;
  });
  if (programs.length === 0) return;
  const texts = names.map((name) => ({ name, text: sourceOf(dir, name) }));
  const omitted = programs.filter((name) => !texts.some((other) => other.name !== name && loads(other.text, name)));
  if (omitted.length === 0) return;
  const one = omitted.length === 1;
  const files = omitted.map((name) => `"scripts/${plainText(name)}"`);
  const list = one ? files[0] : `${files.slice(0, -1).join(", ")} and ${files.at(-1)}`;
  const advice = one ? "List it if it is a script of its own." : "List each that is a script of its own.";
  const message = `The manifest does not list ${list}, so no plan runs ${one ? "it" : "them"}. ${advice}`;
  report("notice", await json.locate("/scripts"), message);
}

/** The start of a script, where it loads what it needs; empty for a file that is no text. */
function sourceOf(dir: string, name: string): string {
  const found = readText(dir, `scripts/${name}`, MAX_SOURCE_BYTES);
  return found.state === "read" ? found.text : "";
}

/** Whether a source loads the file: by its name, by `./name`, or by a Python import. */
function loads(source: string, name: string): boolean {
  const module = basename(name, extname(name));
  if (source.includes(name) || source.includes(`./${module}`)) return true;
  return new RegExp(`\\b(?:import|from)\\s+${module.replace(/[^A-Za-z0-9_]/g, "\\$&")}\\b`).test(source);
}

const MAX_SOURCE_BYTES = 64 * 1024;

/** Names of the files in `scripts/`, in order; the first few of a crowd. */
function fileNames(dir: string): string[] {
  const folder = findInside(dir, "scripts");
  // No such folder: a skill may be words alone.
  if (folder.state !== "found" || !statSync(folder.file).isDirectory()) return [];
  const names: string[] = [];
  const entries = opendirSync(folder.file);
  try {
    for (let entry = entries.readSync(); entry !== null && names.length < MAX_UNLISTED; entry = entries.readSync()) {
      if (mayBeScript(entry)) names.push(entry.name);
    }
  } finally {
    entries.closeSync();
  }
  return names.sort();
}

function mayBeScript(entry: Dirent): boolean {
  return entry.isFile() || entry.isSymbolicLink();
}

type Found = { readonly path: string; readonly file: string; readonly runnable: boolean };

function findScript(dir: string, origin: SkillOrigin, path: string): Found | { message: string } {
  const direct = findInside(dir, path);
  // The documents also write the bare name of a file in scripts/.
  const inside = direct.state === "absent" ? findInside(dir, `scripts/${path}`) : direct;
  if (inside.state === "absent") return { message: `There is no file "${path}" in the skill's folder.` };
  if (inside.state === "refused") return { message: `The script cannot be used: ${inside.reason}.` };
  const { file } = inside;
  if (isOwnAffair(relative(dir, file).replaceAll(sep, "/"))) {
    return { message: `"${path}" lies in data/, which holds what may change at any time, and no scripts.` };
  }
  const found = statSync(file);
  if (!found.isFile()) return { message: `"${path}" is not a plain file.` };
  // On a machine of several people, what all may write any of them could make the player run.
  if (origin !== "bundled" && process.platform !== "win32" && (found.mode & constants.S_IWOTH) !== 0) {
    return { message: `Everybody on this machine may change "${path}". Take that right away (chmod o-w).` };
  }
  const executable = process.platform !== "win32" && (found.mode & constants.S_IXUSR) !== 0;
  return {
    path: direct.state === "absent" ? `scripts/${path}` : path,
    file,
    runnable: executable || SCRIPT_ENDINGS.has(extname(file).toLowerCase()),
  };
}

async function timeoutOf(fields: JsonObject, pointer: string, json: JsonText, report: Report): Promise<number> {
  if (fields.timeout === undefined) return LIMITS.toolTimeoutMs;
  const { minToolTimeoutMs: min, maxToolTimeoutMs: max } = LIMITS;
  const wanted = numberOf(fields, "timeout");
  const used = wanted === null ? LIMITS.toolTimeoutMs : Math.round(Math.min(Math.max(wanted, min), max));
  if (used !== wanted) {
    const at = await json.locate(pointer + pointerTo("timeout"));
    const rule = `A timeout is a whole number of milliseconds from ${min} to ${max}`;
    report("warning", at, `${rule}, not ${shown(fields.timeout)}. ${used} is used instead.`);
  }
  return used;
}

/** The parts of the story that a script asks for, without those that are misspelt. (rule SK740) */
async function contextOf(fields: JsonObject, pointer: string, json: JsonText, report: Report): Promise<string[]> {
  const asked = textsOf(fields, "context");
  const kept: string[] = [];
  for (const [index, key] of asked.entries()) {
    const meant = misspeltContextKey(key);
    if (meant === null) kept.push(key);
    if (isContextKey(key)) continue;
    const at = await json.locate(pointer + pointerTo("context", index));
    if (meant === null) {
      const message = `${shown(key)} is no part of every story: a script is given it once a skill has put it into session state.`;
      report("notice", at, message);
    } else {
      const message = `There is no part of the story called ${shown(key)}; is "${meant}" meant? It is left out.`;
      report("warning", at, message);
    }
  }
  return kept;
}

/** The input schema that a manifest names. One that cannot be read asks nothing of the input. */
async function inputShapeOf(
  dir: string,
  fields: JsonObject,
  pointer: string,
  json: JsonText,
  report: Report,
): Promise<InputShape | null> {
  const path = textOf(fields, "inputSchema");
  if (path === null) return null;
  const unused = async (reason: string): Promise<null> => {
    const at = await json.locate(pointer + pointerTo("inputSchema"));
    report("warning", at, `The input schema "${path}" is not used: ${reason}`);
    return null;
  };
  const found = readText(dir, path, MAX_SCHEMA_BYTES);
  if (found.state === "absent") return unused("there is no such file in the skill's folder.");
  if (found.state === "unfit") return unused(found.reason);
  if (found.cut) return unused(`it is larger than ${MAX_SCHEMA_BYTES / 1024} KiB.`);
  const parsed = await parseJsonObject(found.text);
  if (!parsed.ok) return unused(`${parsed.message} (line ${parsed.at.line}, column ${parsed.at.column})`);
  return readInputShape(parsed.json.value) ?? unused('its "type" must be "object".');
}

/** Stands in a text of an input for what a scene has of it. */
const FROM_SCENE = /\{(?:choice|person|personId|topic|place|partOfDay|weather)\}/;

/**
 * What of an input can never fit, whatever the scene puts in the place of its signs; empty where it may fit. Implements rule SK6600.
 */
function misfitOf(shape: InputShape, input: JsonObject): string {
  const isOpen = (name: string): boolean => FROM_SCENE.test(JSON.stringify(input[name]));
  const properties = Object.entries(shape.properties).filter(([name]) => !isOpen(name));
  const required = (shape.required ?? []).filter((name) => !isOpen(name));
  const faults = inputFaults({ ...shape, properties: Object.fromEntries(properties), required }, input);
  const noText = Object.entries(shape.properties).flatMap(([name, { type }]) =>
    isOpen(name) && typeof input[name] === "string" && type !== "string" ? [`"${name}" is no text there`] : [],
  );
  return plainText([...faults, ...noText].slice(0, 3).join("; "));
}

const MAX_SCHEMA_BYTES = 64 * 1024;

/** What the manifest says of the data folder, where it says anything but that it is needed. (rule SK2700) */
function dataFolderOf({ dataFolder }: JsonObject): Pick<SkillScript, "dataFolder"> {
  if (dataFolder === false) return { dataFolder };
  if (!isJsonObject(dataFolder)) return {};
  const { setting, value } = dataFolder;
  return typeof setting === "string" && typeof value === "string" ? { dataFolder: { setting, value } } : {};
}
