/** The settings of the terminal, and what each can be. */
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

/** What a setting can be, in words. */
export function wantedWords({ values, between }: Setting): string {
  return between
    ? `a whole number from ${between[0]} to ${between[1]}`
    : `${values.slice(0, -1).join(", ")} or ${values.at(-1)}`;
}
