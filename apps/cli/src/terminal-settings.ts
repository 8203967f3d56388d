/** What the player set for the terminal: `narratoria config` and the page of settings in play. */
import { isJsonObject } from "@narratoria/protocol";
import type { Language } from "@narratoria/engine";

export interface TerminalSettings {
  readonly lang: "auto" | Language;
  readonly narrator: "auto" | "model" | "storybook";
  readonly screen: "drawn" | "plain";
  readonly colour: "auto" | "off";
  /** Columns of the prose. */
  readonly measure: number;
}

export interface Setting {
  readonly key: keyof TerminalSettings;
  readonly title: string;
  readonly about: string;
  /** What it can be; of a number, what the page of settings goes through. The first is what holds unless something is set. */
  readonly values: readonly [string, ...string[]];
  /** Bounds of a number. */
  readonly between?: readonly [least: number, most: number];
}

/** Whether it takes effect at once; the others do at the next start. */
export const AT_ONCE: ReadonlySet<string> = new Set(["colour", "measure"]);

export const SETTINGS: readonly Setting[] = [
  {
    key: "measure",
    title: "Line length",
    about: "columns of the prose",
    values: ["66", "50", "58", "74", "82"],
    between: [40, 100],
  },
  { key: "colour", title: "Colour", about: "of marks alone; auto heeds NO_COLOR", values: ["auto", "off"] },
  {
    key: "screen",
    title: "Screen",
    about: "drawn, or plain lines as with --plain, from the next start",
    values: ["drawn", "plain"],
  },
  {
    key: "narrator",
    title: "Narrator",
    about: "who tells the stories, from the next start",
    values: ["auto", "model", "storybook"],
  },
  {
    key: "lang",
    title: "Language",
    about: "of what is said beside the story, from the next start; auto heeds LANG",
    values: ["auto", "en", "de"],
  },
];

/** Whether a setting can have a value. */
export function holds({ values, between }: Setting, value: string): boolean {
  if (!between) return values.includes(value);
  return /^\d{1,3}$/.test(value) && Number(value) >= between[0] && Number(value) <= between[1];
}

/** Preferences are shared by all shells; those of the terminal have a key of their own. */
const KEY = "terminal";

/** The settings of a data folder. What does not fit any more is as if it had not been set. */
export async function readSettings(data?: string): Promise<TerminalSettings> {
  const { preferences } = await import("@narratoria/engine");
  const own = (await preferences(data))[KEY];
  const kept = isJsonObject(own) ? own : {};
  const of = (key: Setting["key"]): string => {
    const setting = settingOf(key);
    const value = String(kept[key] ?? "");
    return holds(setting, value) ? value : setting.values[0];
  };
  return {
    lang: of("lang") as TerminalSettings["lang"],
    narrator: of("narrator") as TerminalSettings["narrator"],
    screen: of("screen") as TerminalSettings["screen"],
    colour: of("colour") as TerminalSettings["colour"],
    measure: Number(of("measure")),
  };
}

/** @param value - Null for what holds unless something is set. */
export async function writeSetting(key: Setting["key"], value: string | null, data?: string): Promise<void> {
  const { setPreferences } = await import("@narratoria/engine");
  await setPreferences({ [KEY]: { [key]: value } }, data);
}

function settingOf(key: Setting["key"]): Setting {
  const found = SETTINGS.find((one) => one.key === key);
  if (!found) throw new RangeError(`there is no setting ${key}`);
  return found;
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
