/** What the player prefers, and how it shows: kept by the engine for every shell, under a key of this one. */
import { z } from "zod/mini";

const THEMES = ["dark", "light", "paper", "system"] as const;

const otherwise = z.catch;

const RANGE = (least: number, most: number, usual: number) =>
  otherwise(z.number().check(z.minimum(least), z.maximum(most)), usual);

/** A number of the player's own; null leaves it to the look, which has another one for each font and width of window. */
const OWN = (least: number, most: number) =>
  otherwise(z.nullable(z.number().check(z.minimum(least), z.maximum(most))), null);

const PREFERENCES = z.object({
  theme: otherwise(z.enum(THEMES), "dark"),
  /** More contrast than the theme has. */
  contrast: otherwise(z.boolean(), false),
  /** Of prose, in pixels. */
  size: OWN(15, 32),
  leading: OWN(1.3, 2),
  /** Length of a line, in em. */
  measure: OWN(27, 38),
  /** Between letters, in em. */
  tracking: RANGE(0, 0.12, 0),
  font: otherwise(z.enum(["book", "plain", "dyslexic"]), "book"),
  /** Space between paragraphs in the place of indents. */
  spaced: otherwise(z.boolean(), false),
  lessMotion: otherwise(z.boolean(), false),
  sounds: otherwise(z.boolean(), false),
  /** Whether they were asked about it. */
  soundsAsked: otherwise(z.boolean(), false),
  volume: RANGE(0, 1, 0.6),
  /** Whether scenes are read aloud. */
  voice: otherwise(z.boolean(), false),
  voiceName: otherwise(z.nullable(z.string()), null),
  voiceRate: RANGE(0.5, 2, 1),
  voiceReads: otherwise(z.array(z.enum(["prose", "choices", "rolls"])), ["prose", "choices", "rolls"]),
  /** Keys of actions, where the player changed them. */
  keys: otherwise(z.record(z.string(), z.string()), {}),
  /** Whether a letter alone is a key; else with Alt. */
  singleKeys: otherwise(z.boolean(), true),
  /** Whether a choice takes two presses of its number. */
  pressTwice: otherwise(z.boolean(), false),
  /** Whether the first start is over. */
  welcomed: otherwise(z.boolean(), false),
  /** Names of campaigns whose content warnings were acknowledged. */
  warned: otherwise(z.array(z.string()), []),
});

export type Preferences = z.output<typeof PREFERENCES>;

/** @param kept - As the engine keeps it; what does not fit stands at its default. */
export function preferencesIn(kept: unknown): Preferences {
  const desktop = typeof kept === "object" && kept !== null && "desktop" in kept ? kept.desktop : {};
  const read = PREFERENCES.safeParse(typeof desktop === "object" && desktop !== null ? desktop : {});
  return read.success ? read.data : PREFERENCES.parse({});
}

/**
 * Changes as a JSON Merge Patch over what is kept: a key of an action that stands at its default again is taken out.
 *
 * @param before - The keys that are kept now.
 */
export function preferencesPatch(before: Preferences["keys"], { keys, ...changes }: Partial<Preferences>) {
  if (keys === undefined) return changes;
  const gone = Object.keys(before).filter((action) => !(action in keys));
  return { ...changes, keys: { ...keys, ...Object.fromEntries(gone.map((action) => [action, null])) } };
}

/** Has the page look as the player wants it. */
export function show(preferences: Preferences): void {
  const root = document.documentElement;
  const { theme, contrast, font } = preferences;
  set(root, "theme", theme === "system" ? systemTheme() : theme);
  set(root, "contrast", contrast || matchMedia("(prefers-contrast: more)").matches ? "more" : null);
  set(root, "motion", preferences.lessMotion ? "reduced" : null);
  set(root, "proseFont", font === "book" ? null : font === "plain" ? "ui" : "dyslexic");
  set(root, "spaced", preferences.spaced ? "true" : null);
  if (font === "dyslexic") loadDyslexic();
  const { size, leading, measure } = preferences;
  property(root, "--prose-size", size === null ? null : `${size / 16}rem`);
  property(root, "--prose-leading", leading === null ? null : String(leading));
  property(root, "--prose-measure", measure === null ? null : `${measure}em`);
  property(root, "--prose-tracking", preferences.tracking === 0 ? null : `${preferences.tracking}em`);
}

/** Its files are large, and few want it. */
function loadDyslexic(): void {
  void import("@fontsource/opendyslexic/400.css");
  void import("@fontsource/opendyslexic/700.css");
}

function systemTheme(): "light" | "dark" {
  return matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
}

function set({ dataset }: HTMLElement, name: string, value: string | null): void {
  if (value === null) delete dataset[name];
  else dataset[name] = value;
}

function property({ style }: HTMLElement, name: string, value: string | null): void {
  if (value === null) style.removeProperty(name);
  else style.setProperty(name, value);
}
