/** The `skills config` command: a skill's settings, shown, changed one by one or asked for in turn. */
import {
  type SaveOutcome,
  type SettingField,
  type SettingFault,
  type SettingsForm,
  settingFromText,
  type Skills,
} from "@narratoria/engine";
import { type JsonValue, nearest } from "@narratoria/protocol";
import { CliError, EXIT } from "./errors.js";
import { openLineInput } from "./play/line-input.js";
import { plainWords, withStop } from "@narratoria/engine/shell";
import { fitted } from "./fitted-lines.js";
import { boundWords, valueWords } from "./setting-words.js";
import { askSettings } from "./skill-questions.js";
import { commandFor, entryOf, openPlace, type SkillsPlace } from "./skills.js";
import type { Terminal } from "./terminal.js";
import { OWN } from "./own-command.js";

export interface ConfigOptions extends SkillsPlace {
  /** `path=value` each. */
  readonly set: readonly string[];
  readonly unset: readonly string[];
  readonly interactive?: boolean;
  readonly json?: boolean;
}

/** @returns The exit code; 2 where a value is refused. */
export async function configureSkill(name: string, options: ConfigOptions, terminal: Terminal): Promise<number> {
  const { stdout } = terminal;
  const { set, unset, interactive = false, json = false } = options;
  const changing = set.length + unset.length > 0;
  if (interactive && (changing || json)) {
    throw new CliError("--interactive asks for everything by itself: leave out --set, --unset and --json.", EXIT.usage);
  }
  const skills = await openPlace(options);
  entryOf(skills.list(), name);
  const form = await skills.form(name);
  if (interactive) return ask(form, skills, options, terminal);
  if (!changing) {
    stdout.write(json ? jsonText(form) : fitted(formLines(form, options), stdout));
    return EXIT.done;
  }
  const { changes, faults } = readChanges(form, set, unset);
  const outcome: SaveOutcome = faults.length > 0 ? { saved: false, faults } : await skills.configure(name, changes);
  if (json) stdout.write(jsonText(outcome));
  else if (outcome.saved) stdout.write(fitted(savedLines(outcome.form, Object.keys(changes)), stdout));
  else terminal.stderr.write(`${faultLines(outcome.faults).join("\n")}\n`);
  return outcome.saved ? EXIT.done : EXIT.usage;
}

/** The form as it is read: each heading, and under it what each setting is now, what it is for and what is wrong with it. */
export function formLines(form: SettingsForm, place: SkillsPlace): string[] {
  const { skill, title, description, sections, file, problems } = form;
  const fields = leavesOf(form);
  if (fields.length === 0) {
    return [`${title} has no settings.`, ...problems.map((problem) => `! ${problemLine(problem)}`)];
  }
  const example = fields.find(({ sensitive }) => !sensitive);
  const command = commandFor("config", skill, place);
  return [
    description === null ? `${title}.` : `${title}: ${description}`,
    ...problems.map((problem) => `! ${problemLine(problem)}`),
    ...sections.flatMap(({ category, fields: inside }) => [
      "",
      ...(category === null ? [] : [category]),
      ...inside.flatMap((field) => fieldLines(field)),
    ]),
    "",
    `Saved in ${file}`,
    ...(example === undefined ? [] : [`Change one:       ${command} --set ${example.path}=${exampleValue(example)}`]),
    ...(example === undefined ? [] : [`Put one back:     ${command} --unset ${example.path}`]),
    `Be asked for all: ${command} --interactive`,
  ];
}

/** Something else than what is there, where that is easily found. */
function exampleValue({ kind, options, value, default: standard }: SettingField): string {
  const now = value ?? standard;
  if (kind === "boolean") return now === true ? "no" : "yes";
  const other = kind === "choice" ? options?.find((option) => option !== now) : undefined;
  return other === undefined ? "VALUE" : plainWords(String(other));
}

function fieldLines(field: SettingField): string[] {
  if (field.kind === "group") return field.fields.flatMap((inner) => fieldLines(inner));
  const about = [
    withStop(field.title),
    ...(field.description === null ? [] : [withStop(field.description)]),
    ...boundWords(field),
    ...(field.required ? ["Needed."] : []),
    ...(field.sensitive ? ["Secret: it is kept, and never shown."] : []),
    ...(field.envVar === null ? [] : [`To take it from the environment: --set ${field.path}='\${${field.envVar}}'.`]),
  ];
  return [
    `  ${stateWords(field)}`,
    `      ${about.join(" ")}`,
    ...(field.problem === null ? [] : [`    ! ${plainWords(field.problem)}${defaultInstead(field)}`]),
  ];
}

/** "wicks = 2 (default)". */
function stateWords({ path, sensitive, set, value, default: standard, fromEnv, envVar, envSet }: SettingField): string {
  const name = plainWords(path);
  const from = fromEnv ? `, from ${envVar}${envSet === true ? "" : ", which is not set"}` : "";
  if (sensitive) return set ? `${name} is set${from}` : `${name} is not set`;
  if (set && value !== null) return `${name} = ${valueWords(value)}${from}`;
  return standard === null ? `${name} is not set` : `${name} = ${valueWords(standard)} (default)`;
}

function defaultInstead({ default: standard, set }: SettingField): string {
  if (!set) return "";
  return standard === null ? " It is not used." : ` ${valueWords(standard)} is used instead.`;
}

async function ask(form: SettingsForm, skills: Skills, place: SkillsPlace, terminal: Terminal): Promise<number> {
  const { stdin, stdout, signal } = terminal;
  if (leavesOf(form).length === 0) {
    stdout.write(fitted(formLines(form, place), stdout));
    return EXIT.done;
  }
  const person = stdin.isTTY === true && stdout.isTTY === true;
  const input = openLineInput({
    stdin,
    stdout,
    interactive: person,
    onInterrupt: terminal.interrupt,
    onSuspend: terminal.suspend,
  });
  const close = (): void => input.close();
  signal.addEventListener("abort", close, { once: true });
  const say = (text: string): void => void stdout.write(fitted(text.split("\n"), stdout));
  try {
    const saved = await askSettings({ form, input, say, save: (changes) => skills.configure(form.skill, changes) });
    if (signal.aborted) return EXIT.interrupted;
    say(saved === null ? "Nothing was changed." : savedLines(saved.form, saved.paths).join("\n"));
    return EXIT.done;
  } finally {
    signal.removeEventListener("abort", close);
    input.close();
  }
}

function readChanges(
  form: SettingsForm,
  set: readonly string[],
  unset: readonly string[],
): { changes: Record<string, JsonValue>; faults: SettingFault[] } {
  const fields = form.sections.flatMap(({ fields: inside }) => inside.flatMap((field) => [field, ...field.fields]));
  const changes: Record<string, JsonValue> = {};
  const faults: SettingFault[] = [];
  const take = (path: string, value: (field: SettingField) => JsonValue | null): void => {
    const field = fields.find((one) => one.path === path);
    if (field === undefined) {
      const near = nearest(
        path,
        leavesOf(form).map((one) => one.path),
      );
      const hint =
        near === null ? `\`${OWN} skills config ${form.skill}\` shows those there are.` : `The nearest is ${near}.`;
      faults.push({ path, message: `There is no setting "${plainWords(path)}". ${hint}` });
    } else if (Object.hasOwn(changes, path)) {
      faults.push({ path, message: `${field.title} is changed twice. Say once what it is to be.` });
    } else changes[path] = value(field);
  };
  for (const pair of set) {
    const at = pair.indexOf("=");
    if (at <= 0) throw new CliError(`--set wants NAME=VALUE, not ${plainWords(pair)}.`, EXIT.usage);
    take(pair.slice(0, at), (field) => {
      const read = settingFromText(field, pair.slice(at + 1));
      if ("value" in read) return read.value;
      faults.push({ path: field.path, message: `${field.title} ${read.fault}.` });
      return null;
    });
  }
  for (const path of unset) take(path, () => null);
  return { changes, faults };
}

/** What was saved, as it is now. */
function savedLines(form: SettingsForm, paths: readonly string[]): string[] {
  const changed = leavesOf(form).filter(({ path }) => paths.includes(path));
  const missing = leavesOf(form).filter(({ path, problem }) => problem !== null && !paths.includes(path));
  return [
    "Saved. It holds from the next turn.",
    ...changed.map((field) => `  ${stateWords(field)}`),
    ...missing.map(({ problem }) => `! ${plainWords(problem ?? "")}`),
  ];
}

function faultLines(faults: readonly SettingFault[]): string[] {
  return [...faults.map(({ message }) => `Error: ${plainWords(message)}`), "Nothing was saved."];
}

function problemLine({ file, line, column, message }: SettingsForm["problems"][number]): string {
  return plainWords(`${file}:${line}:${column} ${message}`);
}

function leavesOf({ sections }: SettingsForm): SettingField[] {
  return sections.flatMap(({ fields }) => fields.flatMap((field) => (field.kind === "group" ? field.fields : [field])));
}

function jsonText(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
