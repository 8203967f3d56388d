/** Writes into a skill's manifest what its scripts say they take. */
import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { readSkill } from "../check/read-skill.js";
import { checkContract } from "../contracts.js";
import { isJsonObject, type JsonObject, type JsonValue } from "../json.js";
import { DESCRIBE, UNSAID } from "./describe-tool.js";

/** What the files of a skill come to. */
export interface ManifestReport {
  /** Files that are, or would be, written, by their paths in the skill's folder. */
  readonly files: readonly string[];
  /** Scripts that do not say what they take: of other languages, or without schemas. */
  readonly silent: readonly string[];
  readonly faults: readonly string[];
}

/** Longer than a script takes to load its libraries. */
const PATIENCE_MS = 20_000;
const SETTINGS = "config-schema.json";

/**
 * Asks each script of a skill what it takes, and writes it: `schemas/<script>.json` with the `inputSchema` that names it, and
 * `config-schema.json`. What else stands in `skill.json` stays. Implements rules PR863 to PR866.
 *
 * @param dryRun - Whether nothing is written.
 * @returns Null where the folder holds no `skill.json`.
 */
export async function writeManifest(folder: string, dryRun = false): Promise<ManifestReport | null> {
  const manifestText = textOf(join(folder, "skill.json"));
  const skill = manifestText === null ? null : await readSkill(folder);
  const manifest = manifestText === null ? null : parsed(manifestText);
  if (skill === null || manifest === null || !isJsonObject(manifest)) return null;
  const faults: string[] = [];
  const silent: string[] = [];
  const texts = new Map<string, string>();
  const inputs = new Map<string, string>();
  let settings: JsonObject | null = null;
  for (const { name, path, command } of skill.scripts) {
    const described = command === null ? null : describe(command.program, command.args, skill.dir);
    if (
      described === null ||
      (described.input === null && described.settings === null && described.faults.length === 0)
    ) {
      silent.push(name);
      continue;
    }
    for (const fault of described.faults) faults.push(`${path}: ${fault}`);
    if (described.input !== null) {
      const file = `schemas/${name}.json`;
      texts.set(file, jsonText(described.input));
      inputs.set(name, file);
    }
    if (described.settings === null) continue;
    const form = withoutClosing(described.settings);
    if (settings !== null && JSON.stringify(settings) !== JSON.stringify(form))
      faults.push(`${path}: Its settings differ from those of another script. A skill has one form of settings.`);
    settings ??= form;
  }
  if (settings !== null) {
    const file = typeof manifest["configSchema"] === "string" ? manifest["configSchema"] : SETTINGS;
    for (const { pointer, message } of checkContract("config-schema-meta", settings))
      faults.push(`The settings cannot be a form: ${pointer === "" ? "" : `at ${pointer}, `}${message}.`);
    texts.set(file, jsonText(settings));
  }
  const changed = withSchemas(manifest, inputs, settings !== null);
  if (JSON.stringify(changed) !== JSON.stringify(manifest)) texts.set("skill.json", jsonText(changed));
  const files = [...texts].flatMap(([file, text]) => (textOf(join(skill.dir, file)) === text ? [] : [file]));
  if (!dryRun && faults.length === 0) {
    for (const file of files) {
      mkdirSync(dirname(join(skill.dir, file)), { recursive: true });
      writeFileSync(join(skill.dir, file), texts.get(file) ?? "");
    }
  }
  return { files, silent, faults };
}

/** How Node says that a script, or what it imports, cannot be loaded: a fault of the script's, whatever language others are in. (rule PR5600) */
const UNLOADED =
  /^(?:Error(?: \[ERR_MODULE_NOT_FOUND\])?: (?=Cannot find (?:package|module))|(?=SyntaxError\b|ReferenceError\b))(.+)$/mu;

/** What a script says it takes; null where it says nothing of the kind. */
function describe(
  file: string,
  args: readonly string[],
  cwd: string,
): { input: JsonObject | null; settings: JsonObject | null; faults: readonly string[] } | null {
  const { stdout, stderr, status } = spawnSync(file, args, {
    cwd,
    env: { ...process.env, [DESCRIBE]: "1" },
    input: "",
    timeout: PATIENCE_MS,
    encoding: "utf8",
  });
  if (status !== 0) {
    const why = UNLOADED.exec(stderr)?.[1];
    return why === undefined
      ? null
      : { input: null, settings: null, faults: [`It cannot be loaded: ${why.replace(/[.\s]*$/, "")}.`] };
  }
  const value = parsed(stdout);
  // A script without the SDK answers the empty input with events.
  if (value === null || !isJsonObject(value) || value["input"] === undefined || value["settings"] === undefined)
    return null;
  const faults: string[] = [];
  const schemaOf = (what: "input" | "settings"): JsonObject | null => {
    const schema = value[what];
    if (!isJsonObject(schema)) return null;
    const vendor = schema[UNSAID];
    if (vendor === undefined) return schema;
    const why = typeof schema["why"] === "string" ? `: ${schema["why"]}` : ".";
    const hint = vendor === "valibot" ? " Wrap it with toStandardJsonSchema of @valibot/to-json-schema." : "";
    faults.push(`The schema of its ${what} (${String(vendor)}) cannot say itself as JSON Schema${why}${hint}`);
    return null;
  };
  return { input: schemaOf("input"), settings: schemaOf("settings"), faults };
}

/** A form says nothing of members that it does not name. */
function withoutClosing(schema: JsonObject): JsonObject {
  const visit = (value: JsonValue | undefined): JsonValue => {
    if (Array.isArray(value)) return value.map(visit);
    if (!isJsonObject(value)) return value ?? null;
    const members = Object.entries(value).filter(([key]) => key !== "additionalProperties");
    return Object.fromEntries(members.map(([key, one]) => [key, visit(one)]));
  };
  const visited = visit(schema);
  return isJsonObject(visited) ? visited : {};
}

function withSchemas(manifest: JsonObject, inputs: ReadonlyMap<string, string>, hasSettings: boolean): JsonObject {
  const { scripts } = manifest;
  const named = (script: JsonValue): JsonValue => {
    const file = isJsonObject(script) ? inputs.get(String(script["name"])) : undefined;
    return isJsonObject(script) && file !== undefined ? { ...script, inputSchema: file } : script;
  };
  return {
    ...manifest,
    ...(hasSettings && manifest["configSchema"] === undefined ? { configSchema: SETTINGS } : {}),
    ...(Array.isArray(scripts) ? { scripts: scripts.map(named) } : {}),
  };
}

const jsonText = (value: JsonObject): string => `${JSON.stringify(value, null, 2)}\n`;

function parsed(text: string): JsonValue | null {
  try {
    return JSON.parse(text.replace(/^\ufeff/, "")) as JsonValue;
  } catch {
    return null;
  }
}

function textOf(file: string): string | null {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return null;
  }
}
