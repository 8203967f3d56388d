/** What the player set for the terminal: `narratoria config` and the page of settings in play. */
import type { Language } from "@narratoria/engine";
import type { Setting, TerminalSettings } from "./settings-table.js";

/** Preferences are shared by all shells; those of the terminal have a key of their own. */
const KEY = "terminal";

/**
 * The settings of a data folder. What does not fit any more is as if it had not been set; `settingFaults` says what that is.
 */
export async function readSettings(data?: string): Promise<TerminalSettings> {
  const { preferences } = await import("@narratoria/engine");
  const own = (await preferences(data))[KEY];
  // Whoever has set nothing need not wait for what checks it.
  if (own === undefined) return usual();
  const { settingsIn } = await import("./settings-schema.js");
  return { ...usual(), ...settingsIn(own).settings };
}

/** What holds unless something is set. */
function usual(): TerminalSettings {
  return { lang: "auto", narrator: "auto", screen: "drawn", colour: "auto", measure: 66 };
}

/** Something in the file of preferences that is not used. */
export interface SettingFault {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly message: string;
}

/** What is wrong with the settings of a data folder, by line and column. Implements rule CL2500. */
export async function settingFaults(data?: string): Promise<SettingFault[]> {
  const { preferencesFile } = await import("@narratoria/engine");
  const { file, value, fault, locate } = await preferencesFile(data);
  if (fault !== null) return [{ file, ...fault }];
  const own = value[KEY];
  if (own === undefined) return [];
  const { settingsIn } = await import("./settings-schema.js");
  const faults = settingsIn(own).faults.map(async ({ path, message }): Promise<SettingFault> => {
    const pointer = [KEY, ...path].map((part) => `/${part.replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
    return { file, ...(await locate(pointer)), message };
  });
  return Promise.all(faults);
}

/** @param value - Null for what holds unless something is set. */
export async function writeSetting(key: Setting["key"], value: string | null, data?: string): Promise<void> {
  const { setPreferences } = await import("@narratoria/engine");
  await setPreferences({ [KEY]: { [key]: value } }, data);
}

/** The language to be spoken: as an option says, else as was set, else that of the locale where there is a catalogue of it. */
export function languageOf(
  asked: Language | undefined,
  { lang }: Pick<TerminalSettings, "lang">,
  env: NodeJS.ProcessEnv,
): Language {
  if (asked) return asked;
  if (lang !== "auto") return lang;
  const locale = env["LC_ALL"] || env["LC_MESSAGES"] || env["LANG"] || "";
  return /^de(?:[_.@]|$)/i.test(locale) ? "de" : "en";
}

/** The language of a command that takes no `--lang`. */
export async function usualLanguage(data: string | undefined): Promise<Language> {
  return languageOf(undefined, await readSettings(data), process.env);
}
