import { readdirSync, readFileSync, realpathSync, statSync } from "node:fs";
import { basename, extname, join, resolve } from "node:path";
import { checkContract, unknownMembers } from "../contracts.js";
import { resolveInside } from "../files.js";
import { isJsonObject, type JsonObject, type JsonValue } from "../json.js";
import { findCommand, type ScriptCommand } from "../launch.js";
import { LIMITS, lowerLimits, type ToolLimits } from "../limits.js";
import { fitsSkillFolder } from "../skill-folder.js";
import { speaksProtocol } from "../speaks-protocol.js";
import { misspeltContextKey } from "../context-keys.js";
import { isContextKey } from "../story-context.js";

/** A script as its skill declares it. */
export interface ScriptUnderTest {
  readonly name: string;
  /** Inside the skill's folder. */
  readonly path: string;
  /** Null where it cannot be started; the skill's faults say why. */
  readonly command: ScriptCommand | null;
  readonly timeoutMs: number;
  /** Caps, lowered where its manifest does so. */
  readonly limits: ToolLimits;
  /** The parts of the story that it asks for. */
  readonly context: readonly string[];
  /** How the process is started that is kept for it; null where none may be. */
  readonly kept: ScriptCommand | null;
  /** Its input as JSON Schema, where it has one. */
  readonly inputSchema: JsonValue | undefined;
}

/** A skill's folder, read. */
export interface SkillUnderTest {
  readonly dir: string;
  readonly name: string;
  readonly version: string;
  readonly scripts: readonly ScriptUnderTest[];
  /** The host services that it declares. */
  readonly host: readonly string[];
  /** Its settings as JSON Schema, by name. */
  readonly settings: Readonly<Record<string, JsonValue>>;
  /** JSON of its SKILL.md that could be an input. */
  readonly examples: readonly JsonObject[];
  /** What is wrong with its files, in sentences. */
  readonly faults: readonly string[];
  readonly warnings: readonly string[];
}

const RUNNABLE: ReadonlySet<string> = new Set([".js", ".mjs", ".cjs", ".py", ".sh"]);

/**
 * Reads a skill's folder. What is wrong with it is a fault of the skill, never an exception.
 *
 * @returns Null where there is neither a `skill.json` nor a `SKILL.md`: the folder is no skill.
 */
export async function readSkill(folder: string): Promise<SkillUnderTest | null> {
  const dir = realpathSync(resolve(folder));
  const manifestText = textOf(join(dir, "skill.json"));
  const skillMd = textOf(join(dir, "SKILL.md"));
  if (manifestText === null && skillMd === null) return null;
  const faults: string[] = [];
  const warnings: string[] = [];
  const manifest =
    manifestText === null ? fromSkillMd(skillMd ?? "", faults) : fromManifest(manifestText, faults, warnings);
  const name = typeof manifest.name === "string" ? manifest.name : basename(dir);
  if (manifest.name !== undefined && !fitsSkillFolder(name, basename(dir))) {
    faults.push(`the name "${name}" differs from the name of its folder, "${basename(dir)}"`);
  }
  if (/^-|-$|--/.test(name) || name.length > 64) {
    faults.push(`the name "${name}" must have at most 64 characters, no hyphen at an end and no two in a row`);
  }
  const isMeant = (file: string): boolean =>
    manifestText !== null || saysWhen(skillMd ?? "") || speaksProtocol(textOf(file) ?? "");
  const listed = Array.isArray(manifest.scripts)
    ? manifest.scripts.filter(isJsonObject)
    : unlisted(dir).filter(({ path }) => {
        if (isMeant(join(dir, path))) return true;
        warnings.push(`${path} does not look like a skill script, so no plan runs it`);
        return false;
      });
  const scripts: ScriptUnderTest[] = [];
  for (const fields of listed) {
    const script = await readScript(dir, fields, faults);
    if (script === null) continue;
    scripts.push(script);
    for (const key of script.context.filter((one) => !isContextKey(one))) {
      const meant = misspeltContextKey(key);
      const asks = `the script "${script.name}" asks for "${key}" of the story`;
      if (meant !== null) faults.push(`${asks}, which is not there; is "${meant}" meant?`);
      else warnings.push(`${asks}, which is there only once a skill has put it into session state`);
    }
  }
  const settings = jsonOf(
    dir,
    typeof manifest.configSchema === "string" ? manifest.configSchema : "config-schema.json",
    faults,
  );
  return {
    dir,
    name,
    version: typeof manifest.version === "string" ? manifest.version : "",
    scripts,
    host: textsOf(manifest.host),
    settings: isJsonObject(settings) && isJsonObject(settings.properties) ? definedOf(settings.properties) : {},
    examples: skillMd === null ? [] : fencedObjects(skillMd),
    faults,
    warnings,
  };
}

async function readScript(dir: string, fields: JsonObject, faults: string[]): Promise<ScriptUnderTest | null> {
  const { name, path, timeout, resident } = fields;
  if (typeof name !== "string" || typeof path !== "string") return null;
  const command = await commandOf(dir, name, path, faults);
  const wanted = typeof timeout === "number" ? timeout : LIMITS.toolTimeoutMs;
  const inputSchema =
    typeof fields.inputSchema === "string" ? jsonOf(dir, fields.inputSchema, faults, true) : undefined;
  return {
    name,
    path,
    command,
    timeoutMs: Math.min(Math.max(wanted, LIMITS.minToolTimeoutMs), LIMITS.maxToolTimeoutMs),
    limits: lowerLimits(isJsonObject(fields.limits) ? fields.limits : {}),
    context: textsOf(fields.context),
    kept: typeof resident === "string" ? await commandOf(dir, name, resident, faults) : resident ? command : null,
    inputSchema,
  };
}

async function commandOf(dir: string, name: string, path: string, faults: string[]): Promise<ScriptCommand | null> {
  // The documents also write the bare name of a file in scripts/.
  for (const candidate of [path, `scripts/${path}`]) {
    const file = await resolveInside(dir, candidate).catch(() => null);
    if (file === null) continue;
    const found = findCommand(file);
    if (found.ok) return found.command;
    faults.push(`the script "${name}" cannot be started: ${found.message.replaceAll(`${dir}/`, "")}`);
    return null;
  }
  faults.push(`the script "${name}" has no file "${path}" inside the skill's folder`);
  return null;
}

function fromManifest(text: string, faults: string[], warnings: string[]): JsonObject {
  let value: JsonValue;
  try {
    value = JSON.parse(text.replace(/^\ufeff/, "")) as JsonValue;
  } catch (error) {
    faults.push(`skill.json is no JSON: ${error instanceof Error ? error.message : String(error)}`);
    return {};
  }
  if (!isJsonObject(value)) {
    faults.push("skill.json must hold one JSON object");
    return {};
  }
  const at = (pointer: string): string => `skill.json${pointer === "" ? "" : ` at ${pointer}`}`;
  for (const { pointer, message } of checkContract("skill-manifest", value)) faults.push(`${at(pointer)}: ${message}`);
  for (const { pointer, message } of unknownMembers("skill-manifest", value))
    warnings.push(`${at(pointer)}: ${message}`);
  return value;
}

/** The plain values of the front matter are enough here: whoever installs the skill reads it with a YAML parser. */
function fromSkillMd(text: string, faults: string[]): JsonObject {
  const head = /^---[ \t]*\r?\n([\s\S]*?)^---[ \t]*$/m.exec(text)?.[1];
  if (head === undefined) {
    faults.push("SKILL.md must open with front matter: a line ---, name, description, a line ---");
    return {};
  }
  const valueOf = (key: string): string | undefined =>
    new RegExp(`^${key}:[ \\t]*["']?(.*?)["']?[ \\t]*$`, "m").exec(head)?.[1];
  const name = valueOf("name");
  if (name === undefined) faults.push("SKILL.md does not give the skill a name");
  else if (!/^[a-z0-9-]+$/.test(name))
    faults.push(`the name "${name}" may hold only small letters, digits and hyphens`);
  if (!valueOf("description")) faults.push("SKILL.md does not describe the skill");
  return name === undefined ? {} : { name };
}

/** Whether a SKILL.md says when its scripts are run: then they are meant for Narratoria. */
function saysWhen(text: string): boolean {
  return /^\s+narratoria-when:/m.test(text);
}

/** Scripts of a skill that lists none: what an interpreter is known for, or what may be executed. */
function unlisted(dir: string): { name: string; path: string }[] {
  const folder = join(dir, "scripts");
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return [];
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => {
      const found = statSync(join(folder, entry.name), { throwIfNoEntry: false });
      const executable = found !== undefined && process.platform !== "win32" && (found.mode & 0o100) !== 0;
      return found?.isFile() && (executable || RUNNABLE.has(extname(entry.name).toLowerCase()));
    })
    .map(({ name }) => ({ name: basename(name, extname(name)), path: `scripts/${name}` }));
}

/** Fenced JSON in a SKILL.md that has an `input`. */
function fencedObjects(text: string): JsonObject[] {
  return [...text.matchAll(/^```json\s*\n([\s\S]*?)^```/gm)].flatMap(([, body = ""]) => {
    try {
      const value = JSON.parse(body) as JsonValue;
      return isJsonObject(value) && isJsonObject(value.input) ? [value] : [];
    } catch {
      // An excerpt, written for people.
      return [];
    }
  });
}

/** @param needed - Whether its absence is a fault. */
function jsonOf(dir: string, path: string, faults: string[], needed = false): JsonValue | undefined {
  const text = textOf(join(dir, path));
  if (text === null) {
    if (needed) faults.push(`there is no file "${path}"`);
    return undefined;
  }
  try {
    return JSON.parse(text.replace(/^\ufeff/, "")) as JsonValue;
  } catch (error) {
    faults.push(`${path} is no JSON: ${error instanceof Error ? error.message : String(error)}`);
    return undefined;
  }
}

function textOf(file: string): string | null {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return null;
  }
}

function textsOf(value: JsonValue | undefined): string[] {
  return Array.isArray(value) ? value.filter((item): item is string => typeof item === "string") : [];
}

function definedOf(object: JsonObject): Record<string, JsonValue> {
  return Object.fromEntries(
    Object.entries(object).flatMap(([key, value]) => (value === undefined ? [] : [[key, value]])),
  );
}
