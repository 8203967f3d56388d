/** Settings asked for in turn, by keyboard alone: Enter keeps what is. */
import {
  type SaveOutcome,
  type SettingChanges,
  type SettingField,
  type SettingsForm,
  settingFromText,
} from "@narratoria/engine";
import type { JsonValue } from "@narratoria/protocol";
import type { LineInput } from "./play/line-input.js";
import { plainWords, rangeWords, withStop } from "@narratoria/engine/shell";
import { boundWords, valueWords } from "./setting-words.js";

export interface AskSettings {
  readonly form: SettingsForm;
  readonly input: Pick<LineInput, "read" | "readSecret">;
  /** Shows a paragraph. */
  say(text: string): void;
  save(changes: SettingChanges): Promise<SaveOutcome>;
}

/**
 * Asks for every setting, and saves once all are answered; what cannot be saved is asked for again.
 *
 * @returns The form as it was saved and which settings changed; null when nothing was.
 */
export async function askSettings({
  form,
  input,
  say,
  save,
}: AskSettings): Promise<{ readonly form: SettingsForm; readonly paths: readonly string[] } | null> {
  say(form.description === null ? `${form.title}.` : `${form.title}: ${form.description}`);
  say("Enter keeps what is, - puts back the default. Nothing is saved before the end.");
  const fields = form.sections.flatMap(({ category, fields: inside }) =>
    inside.flatMap((field) =>
      (field.kind === "group" ? field.fields : [field]).map((leaf) => ({ category, group: field, leaf })),
    ),
  );
  const changes: Record<string, JsonValue> = {};
  let heading: string | null = null;
  let wanted = fields;
  while (wanted.length > 0) {
    for (const { category, group, leaf } of wanted) {
      if (category !== heading && category !== null) say(`\n${category}`);
      heading = category;
      const answer = await askField(leaf, group.kind === "group" ? group.title : null, { input, say });
      if (answer === null) return null;
      if (answer.kept) delete changes[leaf.path];
      else changes[leaf.path] = answer.value;
    }
    const paths = Object.keys(changes);
    if (paths.length === 0) return null;
    const outcome = await save(changes);
    if (outcome.saved) return { form: outcome.form, paths };
    for (const { message } of outcome.faults) say(plainWords(message));
    wanted = fields.filter(({ leaf }) => outcome.faults.some(({ path }) => path === leaf.path));
  }
  return null;
}

type Answer = { readonly kept: true } | { readonly kept: false; readonly value: JsonValue };

/** @returns Null when whoever was asked went away. */
async function askField(
  field: SettingField,
  group: string | null,
  { input, say }: Pick<AskSettings, "input" | "say">,
): Promise<Answer | null> {
  const title = group === null ? field.title : `${group}, ${field.title.toLowerCase()}`;
  say(`\n${[title, ...(field.description === null ? [] : [field.description])].map(withStop).join(" ")}`);
  if (field.problem !== null) say(plainWords(field.problem));
  if (field.kind === "choice") say(optionLines(field));
  const prompt = promptFor(field);
  for (;;) {
    const line = await (field.sensitive ? input.readSecret(prompt) : input.read(prompt));
    if (line === null) return null;
    const typed = line.trim();
    if (typed === "") {
      if (!field.required || field.set || field.default !== null) return { kept: true };
      say(`${withStop(`${field.title} is needed`)} Give it a value, or leave with Ctrl-C.`);
      continue;
    }
    if (typed === "-") {
      if (field.required && field.default === null) {
        say(`${field.title} is needed and has no default.`);
        continue;
      }
      return { kept: false, value: null };
    }
    const read = settingFromText(field, meant(field, line));
    if ("value" in read) return { kept: false, value: read.value };
    say(plainWords(`${field.title} ${read.fault}.`));
  }
}

/** A number among choices stands for the choice, unless the choices are numbers themselves. */
function meant({ kind, options }: SettingField, line: string): string {
  if (kind === "textarea") return line.replaceAll("\\n", "\n");
  const typed = line.trim();
  if (kind !== "choice" || options === null || options.some((option) => String(option) === typed)) return line;
  const option = /^\d{1,4}$/.test(typed) ? options[Number(typed) - 1] : undefined;
  return option === undefined ? line : String(option);
}

function optionLines({ options }: SettingField): string {
  return (options ?? []).map((option, index) => `  ${index + 1}. ${plainWords(String(option))}`).join("\n");
}

function promptFor(field: SettingField): string {
  const { kind, sensitive, set, value, options, envVar, required } = field;
  const now = set ? value : field.default;
  const keeps =
    sensitive && set
      ? "Enter keeps the one that is set"
      : now === null
        ? "Enter leaves it unset"
        : `Enter keeps ${valueWords(now)}`;
  const bounds = kind === "choice" ? rangeWords(options?.length ?? 0) : (boundWords(field)[0] ?? "").replace(/\.$/, "");
  const ways = [
    ...(sensitive ? ["Not shown while you type"] : []),
    ...(kind === "textarea" ? ["\\n begins a new line"] : []),
    ...(bounds === "" ? [] : [bounds]),
    ...(envVar === null ? [] : [`\${${envVar}} takes it from the environment`]),
    ...(required && !set && now === null ? [] : [keeps]),
  ];
  return `${ways.map((way, index) => (index === 0 || way.startsWith("Enter") ? way : lowered(way))).join("; ")}: `;
}

function lowered(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
