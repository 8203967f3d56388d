/** What `config` does. */
import { nearest } from "@narratoria/protocol";
import type { ConfigFlags } from "./config-commands.js";
import { CliError, EXIT } from "./errors.js";
import { writeAnswer } from "./fitted-lines.js";
import { holds, type Setting, SETTINGS, type TerminalSettings, wantedWords } from "./settings-table.js";
import { readSettings, type SettingFault, settingFaults, writeSetting } from "./terminal-settings.js";
import type { Terminal } from "./terminal.js";

/** @throws {CliError} For a key or a value that there is not. */
export async function configure(
  key: string | undefined,
  value: string | undefined,
  flags: ConfigFlags,
  { stdout, stderr }: Pick<Terminal, "stdout" | "stderr">,
): Promise<void> {
  if (key === undefined) {
    if (flags.unset) throw new CliError("Name the setting to put back.", EXIT.usage);
    const all = await readSettings(flags.data);
    for (const fault of await settingFaults(flags.data)) stderr.write(`${faultLine(fault)}\n`);
    return writeAnswer(
      stdout,
      flags,
      all,
      SETTINGS.map((one) => settingLine(one, all)),
    );
  }
  const setting = SETTINGS.find((one) => one.key === key);
  if (!setting) throw noSuchSetting(key);
  if (value !== undefined && flags.unset) throw new CliError("Give a value, or --unset, not both.", EXIT.usage);
  if (value !== undefined && !holds(setting, value)) {
    throw new CliError(`${key} cannot be "${value}". It is ${wantedWords(setting)}.`, EXIT.usage);
  }
  if (value !== undefined || flags.unset) await writeSetting(setting.key, value ?? null, flags.data);
  const all = await readSettings(flags.data);
  writeAnswer(stdout, flags, { [key]: all[setting.key] }, [settingLine(setting, all)]);
}

/** "preferences.json:3:16 error: measure cannot be 500." */
export function faultLine({ file, line, column, message }: SettingFault): string {
  return `${file}:${line}:${column} error: ${message}`;
}

/** "measure   66     columns of the prose: a whole number from 40 to 100". */
function settingLine(setting: Setting, all: TerminalSettings): string {
  const { key, about } = setting;
  return `${key.padEnd(10)}${String(all[key]).padEnd(11)}${about}: ${wantedWords(setting)}`;
}

function noSuchSetting(key: string): CliError {
  const keys = SETTINGS.map((one) => one.key);
  const near = nearest(key, keys);
  const hint = near === null ? `The settings are ${keys.join(", ")}.` : `The nearest is ${near}.`;
  return new CliError(`There is no setting named ${key}. ${hint}`, EXIT.usage);
}
