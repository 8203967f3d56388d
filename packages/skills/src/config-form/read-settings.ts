import { isJsonObject, type JsonObject, type JsonValue, nearest } from "@narratoria/protocol";
import { type JsonText, parseJsonObject, pointerTo } from "../json-text.js";
import { shown } from "../manifest.js";
import { type Position, type Problem, type Report, reportTo, START } from "../problems.js";
import { readText } from "../read-text.js";
import { plainText } from "../wishes.js";
import { valueFault } from "./check-value.js";
import { type FilledField, fromEnvironment, type Variables } from "./environment.js";
import { type Form, type FormField, leavesOf, readForm } from "./form-model.js";

const MAX_BYTES = 256 * 1024;
/** All that a tool says is searched for the secrets of its skill, and the table for that grows with both of these. */
const MAX_SECRET_CHARS = 8_192;
const MAX_SECRET_UNITS = 256;

/** A file that may hold settings or their description. */
interface SettingsFile {
  readonly root: string;
  readonly path: string;
  /** As it is named in problems. */
  readonly file: string;
}

/** A `config.json`. */
export interface SavedFile extends SettingsFile {
  /** Whether the player wrote that this setting of the file is filled from this variable: the file may have come with the skill. */
  mayBeFilled(filled: FilledField): boolean;
}

/** Where the settings of a skill are described and kept. */
export interface SettingsPlaces {
  /** `config-schema.json`; without one, saved values are taken as they are. */
  readonly schema: SettingsFile;
  /** `config.json` files, the stronger last: that is the one which is written. */
  readonly saved: readonly SavedFile[];
}

/** A value that was saved: as it is written, what it comes to, and what is wrong with it. */
export interface SavedValue {
  readonly raw: JsonValue;
  /** Null where something is wrong. */
  readonly value: JsonValue | null;
  /** The end of a sentence that begins with the field; null where it fits. */
  readonly fault: string | null;
}

export interface Settings {
  /** For the skill's invocations: the defaults, with what was saved over them. */
  readonly values: JsonObject;
  /** Texts that no trace, log or form shows. */
  readonly secrets: readonly string[];
  /** Hosts that were saved where naming one gives the network; a default gives none. */
  readonly network: readonly string[];
  /** Null where nothing describes them. */
  readonly form: Form | null;
  /** By the path of the field; the strongest file that has one. */
  readonly saved: ReadonlyMap<string, SavedValue>;
  /** What the strongest file holds, as it stands there; nothing where that is no JSON object. */
  readonly written: Readonly<Record<string, JsonValue>>;
  readonly problems: {
    /** Of the files. */
    readonly files: readonly Problem[];
    /** Of single settings in them. */
    readonly fields: readonly Problem[];
  };
}

/**
 * Reads a skill's settings: the defaults of its form, with each saved file over them in turn. A saved value that does not fit
 * is reported and the value below it stays. Implements rules SK22 to SK24.
 */
export async function readSettings(places: SettingsPlaces, env: Variables = process.env): Promise<Settings> {
  const problems: { readonly files: Problem[]; readonly fields: Problem[] } = { files: [], fields: [] };
  const described = await readJson(places.schema, problems.files);
  const form =
    typeof described === "string" ? null : await readForm(described, reportTo(problems.files, places.schema.file));
  const leaves = leavesOf(form?.fields ?? []);
  const saved = new Map<string, SavedValue>();
  const loose: Record<string, JsonValue> = {};
  let written: Record<string, JsonValue> = {};
  for (const place of places.saved) {
    const json = await readJson(place, problems.files);
    written = {};
    if (typeof json === "string") continue;
    for (const [key, value] of Object.entries(json.value)) if (value !== undefined) written[key] = value;
    if (form === null) Object.assign(loose, written);
    else await takeSaved(json, form.fields, { env, place }, saved, reportTo(problems.fields, place.file));
  }
  const needed = places.saved.at(-1);
  for (const field of leaves) {
    if (!field.required || field.default !== null || saved.has(field.path) || needed === undefined) continue;
    reportTo(problems.fields, needed.file)("warning", START, `The setting "${field.path}" is needed and has no value.`);
  }
  const values: Record<string, JsonValue> = loose;
  const secrets: string[] = [];
  const room = new SecretRoom();
  const network: string[] = [];
  for (const field of leaves) {
    const kept = saved.get(field.path);
    const value = kept === undefined || kept.fault !== null ? field.default : kept.value;
    if (value === null) continue;
    if (field.sensitive && !room.holds(textsIn(value))) {
      const message = `The setting "${field.path}" ${TOO_MUCH_TO_HIDE}. It is not used.`;
      if (needed !== undefined) reportTo(problems.fields, needed.file)("warning", START, message);
      continue;
    }
    put(values, field.keys, value);
    if (field.sensitive) secrets.push(...textsIn(value));
    if (field.network && kept !== undefined && kept.fault === null) network.push(...textsIn(value));
  }
  return { values, secrets, network, form, saved, written, problems };
}

/** The end of a sentence that begins with a sensitive setting for which there is no room. */
const TOO_MUCH_TO_HIDE = `cannot be kept secret: the sensitive settings of a skill have at most ${MAX_SECRET_CHARS} characters together, ${MAX_SECRET_UNITS} different ones`;

/** Counts what the sensitive settings of a skill hold. Implements rule SK421. */
class SecretRoom {
  #chars = 0;
  readonly #units = new Set<string>();

  /** @returns Whether there was room for these texts, which then count. */
  holds(texts: readonly string[]): boolean {
    const chars = texts.reduce((sum, text) => sum + text.length, this.#chars);
    if (chars > MAX_SECRET_CHARS) return false;
    const units = new Set(texts.flatMap((text) => text.split("")));
    if (this.#units.size + [...units].filter((unit) => !this.#units.has(unit)).length > MAX_SECRET_UNITS) return false;
    this.#chars = chars;
    for (const unit of units) this.#units.add(unit);
    return true;
  }
}

/**
 * What a raw value comes to in a field.
 *
 * @param env - Where variables are looked up.
 * @param mayBeFilled - Whether the player wrote it.
 */
export function judgeValue(
  field: FormField,
  raw: JsonValue,
  env: Variables,
  mayBeFilled: SavedFile["mayBeFilled"],
): SavedValue {
  const filled = fromEnvironment(field, raw, env, mayBeFilled);
  if ("fault" in filled) return { raw, value: null, fault: filled.fault };
  // What came from a variable is repeated to nobody, nor is it known to be harmless.
  const fault = valueFault(filled.value === raw ? field : { ...field, sensitive: true }, filled.value);
  return { raw, value: fault === null ? filled.value : null, fault };
}

/** Writes a value at its place, in the group that it belongs to. */
export function put(into: Record<string, JsonValue>, [key = "", inner]: readonly string[], value: JsonValue): void {
  if (inner === undefined) {
    into[key] = value;
    return;
  }
  const group = into[key];
  into[key] = { ...(isJsonObject(group) ? group : {}), [inner]: value };
}

async function takeSaved(
  json: JsonText,
  fields: readonly FormField[],
  { env, place }: { readonly env: Variables; readonly place: SavedFile },
  saved: Map<string, SavedValue>,
  report: Report,
): Promise<void> {
  const takeIn = async (values: JsonObject, known: readonly FormField[], above: readonly string[]): Promise<void> => {
    for (const [key, raw] of Object.entries(values)) {
      if (raw === undefined) continue;
      const at = () => json.locate(pointerTo(...above, key));
      const field = known.find(({ keys }) => keys.at(-1) === key);
      if (field === undefined) {
        report("warning", await at(), `${unknownSetting([...above, key].join("."), leavesOf(fields))} It is not used.`);
        continue;
      }
      if (field.kind === "group" && isJsonObject(raw)) {
        await takeIn(raw, field.fields, field.keys);
        continue;
      }
      const judged = judgeValue(field, raw, env, (filled) => place.mayBeFilled(filled));
      if (judged.fault !== null)
        report("warning", await at(), `The setting "${field.path}" ${judged.fault}. ${instead(field)}.`);
      // A faulty value does not hide a sound one below it.
      if (judged.fault === null || saved.get(field.path)?.fault !== null) saved.set(field.path, judged);
    }
  };
  await takeIn(json.value, fields, []);
}

/** Says that there is no such setting, and which may have been meant. */
export function unknownSetting(path: string, leaves: readonly FormField[]): string {
  const paths = leaves.map((field) => field.path);
  const near = nearest(path, paths);
  return `There is no setting "${plainText(path)}".${near === null ? "" : ` Did you mean "${near}"?`}`;
}

function instead(field: FormField): string {
  return field.default === null || field.sensitive ? "It is not used" : `${shown(field.default)} is used instead`;
}

async function readJson(
  { root, path, file }: SettingsFile,
  problems: Problem[],
): Promise<JsonText | "absent" | "unfit"> {
  const unused = (at: Position, why: string): "unfit" => {
    reportTo(problems, file)("warning", at, `${why} It is not used.`);
    return "unfit";
  };
  const found = readText(root, path, MAX_BYTES);
  if (found.state === "absent") return "absent";
  if (found.state === "unfit") return unused(START, found.reason);
  if (found.cut) return unused(START, `The file is larger than ${MAX_BYTES / 1024} KiB.`);
  const parsed = await parseJsonObject(found.text);
  return parsed.ok ? parsed.json : unused(parsed.at, parsed.message);
}

/** The texts of a setting, whatever its shape. */
function textsIn(value: JsonValue): string[] {
  if (typeof value === "string") return value === "" ? [] : [value];
  if (typeof value === "number") return [String(value)];
  return Array.isArray(value) ? value.flatMap((item: JsonValue) => textsIn(item)) : [];
}
