import { mkdir } from "node:fs/promises";
import { dirname } from "node:path";
import { isJsonObject, type JsonObject, type JsonValue } from "@narratoria/protocol";
import { writeFileAtomic } from "@narratoria/protocol/files";
import { SkillError } from "../errors.js";
import type { Problem } from "../problems.js";
import { plainText } from "../wishes.js";
import { type FilledField, namesVariable, type Variables } from "./environment.js";
import { type FormField, leavesOf } from "./form-model.js";
import { judgeValue, put, readSettings, type Settings, type SettingsPlaces, unknownSetting } from "./read-settings.js";

/** A field with what stands in it. Of a sensitive one neither value nor default is told, only whether it is set. */
export interface SettingField extends Omit<FormField, "fields"> {
  /** What is saved, as it is written, so that `${NAME}` stays that; null where nothing is, or where it is sensitive. */
  readonly value: JsonValue | null;
  /** Whether a value is saved; else the default holds, where there is one. */
  readonly set: boolean;
  /** Whether its environment variable has a value now; null where it has no variable. */
  readonly envSet: boolean | null;
  /** Whether it takes its value from that variable. */
  readonly fromEnv: boolean;
  /** What is wrong with it as it is saved, as a sentence that says what to do. */
  readonly problem: string | null;
  readonly fields: readonly SettingField[];
}

/** A skill's settings as a form that any shell can draw. Plain data. */
export interface SettingsForm {
  readonly skill: string;
  readonly title: string;
  readonly description: string | null;
  /** The fields under each heading, in the order of the schema; those without a heading come first. */
  readonly sections: readonly { readonly category: string | null; readonly fields: readonly SettingField[] }[];
  /** The file in which they are saved. */
  readonly file: string;
  /** What is wrong with the files that hold the form and what was saved; of single settings the fields tell. */
  readonly problems: readonly Problem[];
}

/** Changes by the path of the field: a new value, or null to put the default back. */
export type SettingChanges = Readonly<Record<string, JsonValue>>;

/** Why a change cannot be saved. */
export interface SettingFault {
  readonly path: string;
  /** A sentence that says what to do. */
  readonly message: string;
}

export type SaveOutcome =
  | { readonly saved: true; readonly form: SettingsForm }
  | { readonly saved: false; readonly faults: readonly SettingFault[] };

/** The skill whose settings they are. */
export interface SettingsOwner {
  readonly name: string;
  readonly displayName: string;
  readonly places: SettingsPlaces;
  /** Keeps which settings the player has filled from a variable, out of the skill's reach. */
  keepFilled(filled: readonly FilledField[]): Promise<void>;
}

/** Reads the form of a skill with what is saved now. Implements rules SK120 and SK122. */
export async function openForm(owner: SettingsOwner, env: Variables = process.env): Promise<SettingsForm> {
  return filledForm(owner, await readSettings(owner.places, env), env);
}

/**
 * Checks changes as `saveForm` does, and saves nothing. Rule SK121.
 *
 * @returns What is wrong, a sentence a field; nothing where they could be saved.
 */
export async function checkForm(
  owner: Pick<SettingsOwner, "places">,
  changes: SettingChanges,
  env: Variables = process.env,
): Promise<readonly SettingFault[]> {
  const { form } = await readSettings(owner.places, env);
  return faultsOf(form?.fields ?? [], changes, env);
}

/**
 * Checks changes, and saves them all or none. The file is written whole, for the player alone to read; what else stands in
 * it stays. Rules SK121, SK122 and SK125.
 *
 * @throws {SkillError} `settings_unwritable` when the file cannot be written.
 */
export async function saveForm(
  owner: SettingsOwner,
  changes: SettingChanges,
  env: Variables = process.env,
): Promise<SaveOutcome> {
  const { form, written } = await readSettings(owner.places, env);
  const leaves = leavesOf(form?.fields ?? []);
  const faults = faultsOf(form?.fields ?? [], changes, env);
  if (faults.length > 0) return { saved: false, faults };
  // A file that is no JSON held nothing that was used.
  const content: Record<string, JsonValue> = { ...written };
  for (const [path, change] of Object.entries(changes)) {
    const keys = leaves.find((one) => one.path === path)?.keys ?? [];
    if (change === null) takeOut(content, keys);
    else put(content, keys, change);
  }
  const file = fileOf(owner.places);
  try {
    await mkdir(dirname(file), { recursive: true, mode: 0o700 });
    await writeFileAtomic(file, `${JSON.stringify(content, null, 2)}\n`);
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "unknown";
    const message = `The settings of ${plainText(owner.displayName)} could not be saved in ${file} (${code}).`;
    throw new SkillError("settings_unwritable", message, "Make room or give yourself the right to write there.");
  }
  await owner.keepFilled(
    filledIn(content, leaves, (one) => Object.hasOwn(changes, one.path) || wasFilled(owner.places, one)),
  );
  return { saved: true, form: await openForm(owner, env) };
}

function wasFilled({ saved }: SettingsPlaces, filled: FilledField): boolean {
  return saved.at(-1)?.mayBeFilled(filled) ?? false;
}

/** The settings of a file that name their variable, as far as the player wrote them. */
function filledIn(
  content: JsonObject,
  leaves: readonly FormField[],
  isPlayers: (filled: FilledField) => boolean,
): FilledField[] {
  return leaves.flatMap(({ path, keys: [key = "", inner], envVar }) => {
    const outer = content[key];
    const value = inner === undefined ? outer : isJsonObject(outer) ? outer[inner] : undefined;
    if (envVar === null || value === undefined || !namesVariable(value)) return [];
    const filled = { path, variable: envVar };
    return isPlayers(filled) ? [filled] : [];
  });
}

function faultsOf(fields: readonly FormField[], changes: SettingChanges, env: Variables): SettingFault[] {
  const leaves = leavesOf(fields);
  return Object.entries(changes).flatMap(([path, change]) => {
    const field = leaves.find((one) => one.path === path);
    const message = field === undefined ? strangeSetting(path, fields) : changeFault(field, change, env);
    return message === null ? [] : [{ path, message }];
  });
}

function changeFault(field: FormField, change: JsonValue, env: Variables): string | null {
  if (change === null || change === "") {
    const empty = field.required && (change === "" || field.default === null);
    if (empty) return `${field.title} is needed. Give it a value.`;
    if (change === null) return null;
  }
  // Whoever changes a setting here is the player.
  const { fault } = judgeValue(field, change, env, () => true);
  return fault === null ? null : `${field.title} ${fault}.`;
}

function strangeSetting(path: string, fields: readonly FormField[]): string {
  const group = fields.find((field) => field.kind === "group" && field.path === path);
  if (group === undefined) return unknownSetting(path, leavesOf(fields));
  return `${group.title} has settings of its own: ${group.fields.map((field) => field.path).join(", ")}.`;
}

function takeOut(content: Record<string, JsonValue>, [key = "", inner]: readonly string[]): void {
  const group = content[key];
  if (inner === undefined) delete content[key];
  else if (isJsonObject(group)) {
    const { [inner]: _gone, ...rest } = group;
    if (Object.keys(rest).length > 0) content[key] = rest;
    else delete content[key];
  }
}

function filledForm(
  { name, displayName, places }: SettingsOwner,
  { form, saved, problems }: Settings,
  env: Variables,
): SettingsForm {
  const filled = (field: FormField): SettingField => {
    const kept = saved.get(field.path);
    const missing = field.required && field.default === null && kept === undefined;
    const fault = kept?.fault ?? null;
    return {
      ...field,
      fields: field.fields.map(filled),
      default: field.sensitive ? null : field.default,
      value: kept === undefined || field.sensitive ? null : kept.raw,
      set: kept !== undefined,
      envSet: field.envVar === null ? null : (env[field.envVar] ?? "") !== "",
      fromEnv: kept !== undefined && field.envVar !== null && namesVariable(kept.raw),
      problem: missing
        ? `${field.title} is needed. Give it a value.`
        : fault === null
          ? null
          : `${field.title} ${fault}.`,
    };
  };
  const fields = (form?.fields ?? []).map(filled);
  const categories = [...new Set([null, ...fields.map(({ category }) => category)])];
  return {
    skill: name,
    title: form?.title ?? plainText(displayName),
    description: form?.description ?? null,
    sections: categories
      .map((category) => ({ category, fields: fields.filter((field) => field.category === category) }))
      .filter((section) => section.fields.length > 0),
    file: fileOf(places),
    problems: problems.files,
  };
}

function fileOf({ saved }: SettingsPlaces): string {
  return saved.at(-1)?.file ?? "";
}
