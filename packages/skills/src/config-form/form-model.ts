import { isJsonObject, type JsonObject, type JsonValue } from "@narratoria/protocol";
import { checkContract } from "@narratoria/protocol/contracts";
import { type JsonText, pointerTo } from "../json-text.js";
import { sentence } from "../manifest.js";
import type { Report } from "../problems.js";
import { plainText } from "../wishes.js";
import { valueFault } from "./check-value.js";
import { mayFill, namesVariable } from "./environment.js";
import { preparePattern } from "./text-pattern.js";

/** How a field is filled in; each shell draws a kind as it can. `group` holds fields and has no value of its own. */
export type FieldKind =
  | "text"
  | "textarea"
  | "uri"
  | "email"
  | "password"
  | "number"
  | "integer"
  | "boolean"
  | "choice"
  | "list"
  | "group";

/** What one setting is, as its skill describes it. Words for people hold no control characters. */
export interface FormField {
  /** Names it among all fields of the form: its key, inside a group `<group>.<key>`. */
  readonly path: string;
  /** Where its value stands in `config.json`. */
  readonly keys: readonly string[];
  readonly title: string;
  readonly description: string | null;
  /** The heading under which it is shown. */
  readonly category: string | null;
  readonly kind: FieldKind;
  readonly required: boolean;
  /** Bounds of a number; null where there is none. */
  readonly minimum: number | null;
  readonly maximum: number | null;
  /** Bounds of a text, in characters. */
  readonly minLength: number | null;
  readonly maxLength: number | null;
  /** Regular expression that a text must match somewhere; null where there is none that can be checked. */
  readonly pattern: string | null;
  /** The values to choose from, of a choice or of the entries of a list. */
  readonly options: readonly (string | number)[] | null;
  readonly default: JsonValue | null;
  /** Shown to nobody once it is saved. */
  readonly sensitive: boolean;
  /** The environment variable that it may be filled from, where the player says so. */
  readonly envVar: string | null;
  /** Whether a player who names hosts in it gives the skill the network. */
  readonly network: boolean;
  /** The fields of a group. */
  readonly fields: readonly FormField[];
}

/** A skill's settings as its `config-schema.json` describes them. */
export interface Form {
  readonly title: string | null;
  readonly description: string | null;
  readonly fields: readonly FormField[];
}

/** Nobody fills in more. */
const MAX_FIELDS = 200;
/** Instructions of all patterns of a form together, which bounds the time that making them takes. */
const MAX_PATTERNS = 5_000;

/**
 * Reads the form out of a `config-schema.json`: a fixed part of JSON Schema and nothing else. No reference is followed. A field that is wrong is reported and left out. Implements rules SK24 and SK120.
 */
export async function readForm(json: JsonText, report: Report): Promise<Form> {
  const refused = new Set<string>();
  for (const issue of checkContract("config-schema-meta", json.value)) {
    // A fault anywhere in a field makes the field unusable; one outside of them only deserves a word.
    const field = /^\/properties\/[^/]+(?:\/properties\/[^/]+)?/.exec(issue.pointer)?.[0];
    const message = `${sentence(issue.message)}${field === undefined ? "" : " The setting is left out."}`;
    report("warning", await json.locate(issue.pointer), message);
    if (field !== undefined) refused.add(field);
  }
  const warn = async (pointer: string, message: string): Promise<void> =>
    report("warning", await json.locate(pointer), message);
  const fields = await readFields(json.value, "", null, { refused, warn, room: { patterns: MAX_PATTERNS } });
  return { title: wordsOf(json.value.title), description: wordsOf(json.value.description), fields };
}

/** The fields that hold values, those of groups among them. */
export function leavesOf(fields: readonly FormField[]): FormField[] {
  return fields.flatMap((field) => (field.kind === "group" ? field.fields : [field]));
}

interface Reading {
  /** JSON pointers of fields that the contract refuses. */
  readonly refused: ReadonlySet<string>;
  warn(pointer: string, message: string): Promise<void>;
  /** What is left of `MAX_PATTERNS`. */
  readonly room: { patterns: number };
}

async function readFields(
  schema: JsonObject,
  pointer: string,
  group: FormField | null,
  reading: Reading,
): Promise<FormField[]> {
  const { refused, warn } = reading;
  const entries = Object.entries(isJsonObject(schema.properties) ? schema.properties : {});
  if (entries.length > MAX_FIELDS) {
    await warn(`${pointer}/properties`, `There are ${entries.length} settings here; the first ${MAX_FIELDS} are used.`);
  }
  const needed = Array.isArray(schema.required) ? schema.required : [];
  const fields: FormField[] = [];
  for (const [key, described] of entries.slice(0, MAX_FIELDS)) {
    const at = `${pointer}${pointerTo("properties", key)}`;
    if (!isJsonObject(described) || refused.has(at)) continue;
    const plain = fieldOf(key, described, group, needed.includes(key));
    const field = { ...plain, pattern: await patternOf(described, plain, at, reading) };
    if (field.options?.length === 0) {
      await warn(`${at}/enum`, `None of the choices of "${field.path}" is of its type. The setting is left out.`);
      continue;
    }
    const variable = described["x-env-var"];
    if (typeof variable === "string" && field.envVar === null) {
      const who = `"${field.path}" cannot be filled from the environment variable ${plainText(variable)}`;
      await warn(`${at}/x-env-var`, `${who}: it is the system's or Narratoria's own, or not in capital letters.`);
    }
    if (field.kind !== "group") {
      const fault = described.default === undefined ? null : defaultFault(field, described.default);
      if (fault !== null) await warn(`${at}/default`, `The default of "${field.path}" ${fault}. It is left out.`);
      fields.push(fault === null ? field : { ...field, default: null });
      continue;
    }
    const inner = await readFields(described, at, field, reading);
    const group_ = { ...field, fields: await withDefaults(inner, described.default, at, warn) };
    if (inner.length > 0) fields.push(group_);
    else await warn(at, `"${field.path}" has no settings in it. It is left out.`);
  }
  return fields;
}

/** The pattern of a text field, ready to be checked; null where there is none, or none that can be. (rule SK482) */
async function patternOf(
  { type, pattern }: JsonObject,
  field: FormField,
  pointer: string,
  { warn, room }: Reading,
): Promise<string | null> {
  if (type !== "string" || typeof pattern !== "string") return null;
  const { program, fault } =
    room.patterns > 0
      ? await preparePattern(pattern)
      : { program: 0, fault: "the patterns before it took all the room there is" };
  room.patterns -= program;
  if (fault === null) return pattern;
  await warn(`${pointer}/pattern`, `The pattern of "${field.path}" is not checked: ${plainText(fault)}.`);
  return null;
}

/** A group may give the defaults of its fields in one place. */
async function withDefaults(
  fields: readonly FormField[],
  given: JsonValue | undefined,
  pointer: string,
  warn: (pointer: string, message: string) => Promise<void>,
): Promise<FormField[]> {
  const result: FormField[] = [];
  for (const field of fields) {
    const value = isJsonObject(given) ? given[field.keys[1] ?? ""] : undefined;
    const fault = value === undefined ? null : defaultFault(field, value);
    if (fault !== null) await warn(`${pointer}/default`, `The default of "${field.path}" ${fault}. It is left out.`);
    result.push(value === undefined || fault !== null ? field : { ...field, default: value });
  }
  return result;
}

/** Nothing of the environment goes to a skill because its author wrote so: the player has to. */
function defaultFault(field: FormField, value: JsonValue): string | null {
  if (field.envVar !== null && namesVariable(value)) return "cannot come from the environment";
  return valueFault(field, value);
}

function fieldOf(key: string, described: JsonObject, group: FormField | null, required: boolean): FormField {
  const { type, format, items } = described;
  const sensitive = described["x-sensitive"] === true || format === "password" || group?.sensitive === true;
  const options = type === "array" ? optionsOf(items, "string") : optionsOf(described, type);
  const variable = described["x-env-var"];
  return {
    path: group === null ? key : `${group.path}.${key}`,
    keys: [...(group?.keys ?? []), key],
    title: wordsOf(described.title) ?? titleFrom(key),
    description: wordsOf(described.description),
    category: wordsOf(described["x-category"]) ?? group?.category ?? null,
    kind: kindOf(type, format, options !== null, sensitive),
    required,
    minimum: numberIn(described.minimum),
    maximum: numberIn(described.maximum),
    minLength: numberIn(described.minLength),
    maxLength: numberIn(described.maxLength),
    pattern: null,
    options,
    default: described.default ?? null,
    sensitive,
    envVar: typeof variable === "string" && mayFill(variable) ? variable : null,
    network: type === "array" && described["x-network"] === true,
    fields: [],
  };
}

function kindOf(
  type: JsonValue | undefined,
  format: JsonValue | undefined,
  chosen: boolean,
  sensitive: boolean,
): FieldKind {
  if (type === "array") return "list";
  if (type === "object") return "group";
  if (type === "boolean") return "boolean";
  if (chosen) return "choice";
  if (type === "number" || type === "integer") return type;
  if (sensitive) return "password";
  return format === "textarea" || format === "uri" || format === "email" ? format : "text";
}

/** The values of an `enum` that are of the type; null where there is no `enum`. */
function optionsOf(described: JsonValue | undefined, type: JsonValue | undefined): (string | number)[] | null {
  if (!isJsonObject(described) || !Array.isArray(described.enum)) return null;
  if (type !== "string" && type !== "number" && type !== "integer") return null;
  return described.enum.filter((option): option is string | number => {
    if (type === "string") return typeof option === "string" && plainText(option) === option;
    return typeof option === "number" && (type === "number" || Number.isInteger(option));
  });
}

function wordsOf(value: JsonValue | undefined): string | null {
  const words = typeof value === "string" ? plainText(value) : "";
  return words === "" ? null : words;
}

function numberIn(value: JsonValue | undefined): number | null {
  return typeof value === "number" ? value : null;
}

/** `maxLength`, `max-length` and `max_length` become "Max length". */
function titleFrom(key: string): string {
  const words = plainText(key)
    .replace(/([a-z\d])([A-Z])/g, "$1 $2")
    .replace(/[_-]+/g, " ")
    .trim()
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
