import { isJsonObject, type JsonObject, type JsonValue, nearest } from "@narratoria/protocol";
import { checkContract } from "@narratoria/protocol/contracts";
import { type JsonText, parseJsonObject, pointerTo } from "./json-text.js";
import { prune, sentence, shown } from "./manifest.js";
import { type Problem, type Report, reportTo, START } from "./problems.js";
import { readText } from "./read-text.js";

const MAX_BYTES = 256 * 1024;

/** A file that may hold settings or their description. */
interface SettingsFile {
  readonly root: string;
  readonly path: string;
  /** As it is named in problems. */
  readonly file: string;
}

export interface Settings {
  readonly values: JsonObject;
  /** Names of those that are shown to nobody. */
  readonly secret: readonly string[];
}

/**
 * A skill's settings: the defaults of its schema, with each saved file over them in turn. A saved value of the wrong kind
 * is reported and the value below it stays.
 *
 * @param schema - `config-schema.json`. Without one, saved values are taken as they are.
 * @param saved - `config.json` files, the stronger last.
 */
export async function readSettings(
  schema: SettingsFile,
  saved: readonly SettingsFile[],
  problems: Problem[],
): Promise<Settings> {
  const fields = await readFields(schema, problems);
  const settings: Record<string, JsonValue> = {};
  for (const [key, field] of Object.entries(fields ?? {})) {
    if (isJsonObject(field) && field.default !== undefined) settings[key] = field.default;
  }
  for (const source of saved) {
    const json = await readJson(source, problems);
    if (json === null) continue;
    const report = reportTo(problems, source.file);
    for (const [key, value] of Object.entries(json.value)) {
      const fault = value === undefined || fields === null ? null : settingFault(key, value, fields);
      if (fault !== null) report("warning", await json.locate(pointerTo(key)), fault);
      else if (value !== undefined) settings[key] = value;
    }
  }
  const secret = Object.entries(fields ?? {}).flatMap(([key, field]) =>
    isJsonObject(field) && field["x-sensitive"] === true ? [key] : [],
  );
  return { values: settings, secret };
}

/** The fields of the schema that can be used; null when there is no schema. */
async function readFields(schema: SettingsFile, problems: Problem[]): Promise<JsonObject | null> {
  const json = await readJson(schema, problems);
  if (json === null) return null;
  const report = reportTo(problems, schema.file);
  const refused = new Set<string>();
  for (const issue of checkContract("config-schema-meta", json.value)) {
    // A fault anywhere in a field makes the field unusable; one outside of them only deserves a word.
    const field = /^\/properties\/[^/]+/.exec(issue.pointer)?.[0];
    const message = `${sentence(issue.message)}${field === undefined ? "" : " The setting is left out."}`;
    report("warning", await json.locate(issue.pointer), message);
    if (field !== undefined) refused.add(field);
  }
  const { properties } = json.value;
  if (!isJsonObject(properties)) return {};
  const fields: Record<string, JsonValue> = {};
  for (const [key, field] of Object.entries(properties)) {
    const pointer = pointerTo("properties", key);
    if (!isJsonObject(field) || refused.has(pointer)) continue;
    const fault = field.default === undefined ? null : valueFault(field.default, field);
    if (fault !== null) {
      report("warning", await json.locate(`${pointer}/default`), `The default of "${key}" ${fault}. It is left out.`);
    }
    fields[key] = fault === null ? field : (prune(field, new Set(["/default"]), "") ?? {});
  }
  return fields;
}

async function readJson({ root, path, file }: SettingsFile, problems: Problem[]): Promise<JsonText | null> {
  const report: Report = reportTo(problems, file);
  const found = readText(root, path, MAX_BYTES);
  if (found.state === "absent") return null;
  const unused = "It is not used.";
  if (found.state === "unfit") {
    report("warning", START, `${found.reason} ${unused}`);
    return null;
  }
  if (found.cut) {
    report("warning", START, `The file is larger than ${MAX_BYTES / 1024} KiB. ${unused}`);
    return null;
  }
  const parsed = await parseJsonObject(found.text);
  if (parsed.ok) return parsed.json;
  report("warning", parsed.at, `${parsed.message} ${unused}`);
  return null;
}

function settingFault(key: string, value: JsonValue, fields: JsonObject): string | null {
  const field = fields[key];
  if (!isJsonObject(field)) {
    const near = nearest(key, Object.keys(fields));
    return `There is no setting "${key}".${near === null ? "" : ` Did you mean "${near}"?`} It is not used.`;
  }
  const fault = valueFault(value, field);
  if (fault === null) return null;
  const instead = field.default === undefined ? "It is not used" : `${shown(field.default)} is used instead`;
  return `The setting "${key}" ${fault}. ${instead}.`;
}

/** What is wrong with a value, as the end of a sentence; null when it fits. Patterns are for forms and are not run here. */
function valueFault(value: JsonValue, field: JsonObject): string | null {
  const kind = kindFault(value, field);
  if (kind !== null) return kind;
  const choices = field.enum;
  if (Array.isArray(choices) && !choices.some((choice) => JSON.stringify(choice) === JSON.stringify(value))) {
    return `must be one of ${choices.map(shown).join(", ")}, not ${shown(value)}`;
  }
  const [size, min, max, unit] =
    typeof value === "number"
      ? [value, field.minimum, field.maximum, ""]
      : typeof value === "string"
        ? [[...value].length, field.minLength, field.maxLength, " characters"]
        : [0, undefined, undefined, ""];
  if (typeof min === "number" && size < min) return `must be at least ${min}${unit}, not ${size}`;
  if (typeof max === "number" && size > max) return `must be at most ${max}${unit}, not ${size}`;
  return null;
}

function kindFault(value: JsonValue, field: JsonObject): string | null {
  switch (field.type) {
    case "string":
      return typeof value === "string" ? null : `must be text, not ${shown(value)}`;
    case "boolean":
      return typeof value === "boolean" ? null : `must be true or false, not ${shown(value)}`;
    case "number":
      return typeof value === "number" ? null : `must be a number, not ${shown(value)}`;
    case "integer":
      return Number.isInteger(value) ? null : `must be a whole number, not ${shown(value)}`;
    case "array":
      return Array.isArray(value) && value.every((item) => typeof item === "string")
        ? null
        : `must be a list of texts, not ${shown(value)}`;
    default:
      return groupFault(value, field);
  }
}

function groupFault(value: JsonValue, field: JsonObject): string | null {
  if (!isJsonObject(value)) return `must be an object, not ${shown(value)}`;
  for (const [key, inner] of Object.entries(isJsonObject(field.properties) ? field.properties : {})) {
    const member = value[key];
    if (member === undefined || !isJsonObject(inner)) continue;
    const fault = valueFault(member, inner);
    if (fault !== null) return `holds "${key}", which ${fault}`;
  }
  return null;
}
