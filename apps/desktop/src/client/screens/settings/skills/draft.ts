/** What the player filled in and did not save: by the path of the field, as it was typed. */
import type { Setting, SettingsForm, SettingValue } from "./form.js";

/** Null stands for the default. */
export type Draft = ReadonlyMap<string, SettingValue>;

/** All fields that hold values, in the order in which they are shown. */
export function fieldsOf({ sections }: Pick<SettingsForm, "sections">): Setting[] {
  return sections.flatMap(({ fields }) => fields.flatMap((field) => (field.kind === "group" ? field.fields : [field])));
}

/** What a control shows: what was typed, else what is saved, else the default. Of a secret nothing but what was typed. */
export function shownValue(field: Setting, draft: Draft): SettingValue {
  const typed = draft.get(field.path);
  if (typed !== undefined) return typed ?? field.default;
  return field.set && !field.fromEnv ? field.value : field.default;
}

/** The same as text. */
export function shownText(field: Setting, draft: Draft): string {
  const value = shownValue(field, draft);
  return typeof value === "string" ? value : typeof value === "number" ? String(value) : "";
}

/** The same as a list of texts. */
export function shownList(field: Setting, draft: Draft): readonly string[] {
  const value = shownValue(field, draft);
  return Array.isArray(value) ? value : [];
}

/** Takes down what was typed; what comes to what is saved already is no change. */
export function withTyped(draft: Draft, field: Setting, typed: SettingValue): Draft {
  const next = new Map(draft);
  // A secret that is not filled in stays what it is.
  if ((field.sensitive && typed === "") || isSaved(field, valueOf(field, typed))) next.delete(field.path);
  else next.set(field.path, typed);
  return next;
}

/** Everything back at its default; secrets stay. */
export function withDefaults(fields: readonly Setting[]): Draft {
  return new Map(fields.filter(({ set, sensitive }) => set && !sensitive).map(({ path }) => [path, null]));
}

/** What is to be saved: values of the kind of their fields. What is of another kind goes as it was typed, to be refused with a reason. */
export function changesOf(fields: readonly Setting[], draft: Draft): Record<string, SettingValue> {
  const changes = fields.flatMap((field): [string, SettingValue][] => {
    const typed = draft.get(field.path);
    return typed === undefined ? [] : [[field.path, valueOf(field, typed)]];
  });
  return Object.fromEntries(changes);
}

/** What is typed for a field as a value of its kind; null puts the default back. */
function valueOf({ kind, options, required }: Setting, typed: SettingValue): SettingValue {
  if (typeof typed !== "string") return typed;
  const word = typed.trim();
  switch (kind) {
    case "number":
    case "integer":
      return word === "" ? null : Number.isFinite(Number(word)) ? Number(word) : typed;
    case "choice":
      return word === "" ? null : (options?.find((option) => String(option) === typed) ?? typed);
    case "uri":
    case "email":
      return word === "" && !required ? null : word;
    case "password":
      return typed;
    default:
      return typed === "" && !required ? null : typed;
  }
}

function isSaved({ set, sensitive, fromEnv, value, default: usual }: Setting, wanted: SettingValue): boolean {
  if (sensitive) return !set && wanted === null;
  if (!set) return wanted === null || JSON.stringify(wanted) === JSON.stringify(usual);
  return !fromEnv && JSON.stringify(wanted) === JSON.stringify(value);
}

/** Hosts of a list that are not this computer. */
export function hostsElsewhere(list: readonly string[]): string[] {
  return list.filter((entry) => !/^(?:localhost|127(?:\.\d{1,3}){3}|\[?::1\]?)(?::\d+)?$/i.test(entry.trim()));
}

/** Steps of a slider over a range, about a hundred of them. */
export function stepOf({ kind, minimum, maximum }: Pick<Setting, "kind" | "minimum" | "maximum">): number {
  if (kind === "integer") return 1;
  const range = (maximum ?? 1) - (minimum ?? 0);
  return range <= 0 ? 1 : 10 ** (Math.ceil(Math.log10(range)) - 2);
}

/** The limits of a number in words; null where there are none. */
export function limitsText({ minimum, maximum }: Pick<Setting, "minimum" | "maximum">): string | null {
  if (minimum !== null && maximum !== null) return `${minimum} to ${maximum}.`;
  if (minimum !== null) return `At least ${minimum}.`;
  return maximum === null ? null : `At most ${maximum}.`;
}

/** Whether a choice is few and short enough to be shown whole. */
export function isShort(options: readonly (string | number)[]): boolean {
  return options.length <= 3 && options.every((option) => String(option).length <= 12);
}

/** A value as a choice: "vivid" as "Vivid". */
export function optionLabel(option: string | number): string {
  const text = String(option);
  return /^[a-z]+$/.test(text) ? text.charAt(0).toUpperCase() + text.slice(1) : text;
}
