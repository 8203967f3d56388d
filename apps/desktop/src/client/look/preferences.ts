/** What the player prefers, and how it shows: kept by the engine for every shell, under a key of this one. */
import { z } from "zod/mini";

export const THEMES = ["dark", "light", "paper", "system"] as const;

const RANGE = (least: number, most: number, otherwise: number) =>
  z.catch(z.number().check(z.minimum(least), z.maximum(most)), otherwise);

const PREFERENCES = z.object({
  theme: z.catch(z.enum(THEMES), "dark"),
  /** More contrast than the theme has. */
  contrast: z.catch(z.boolean(), false),
  /** Of prose, in pixels. */
  size: RANGE(15, 32, 19),
  leading: RANGE(1.3, 2, 1.58),
  /** Length of a line, in em. */
  measure: RANGE(27, 38, 31.5),
  /** Between letters, in em. */
  tracking: RANGE(0, 0.12, 0),
  font: z.catch(z.enum(["book", "plain", "dyslexic"]), "book"),
  /** Space between paragraphs in the place of indents. */
  spaced: z.catch(z.boolean(), false),
  lessMotion: z.catch(z.boolean(), false),
  sounds: z.catch(z.boolean(), false),
  volume: RANGE(0, 1, 0.6),
  /** Whether scenes are read aloud. */
  voice: z.catch(z.boolean(), false),
  voiceName: z.catch(z.nullable(z.string()), null),
  voiceRate: RANGE(0.5, 2, 1),
  voiceReads: z.catch(z.array(z.enum(["prose", "choices", "rolls"])), ["prose", "choices", "rolls"]),
  /** Keys of actions, where the player changed them. */
  keys: z.catch(z.record(z.string(), z.string()), {}),
  /** Whether a letter alone is a key; else with Alt. */
  singleKeys: z.catch(z.boolean(), true),
  /** Whether a choice takes two presses of its number. */
  pressTwice: z.catch(z.boolean(), false),
});

export type Preferences = z.output<typeof PREFERENCES>;

/** @param kept - As the engine keeps it; what does not fit stands at its default. */
export function preferencesIn(kept: unknown): Preferences {
  const desktop = typeof kept === "object" && kept !== null && "desktop" in kept ? kept.desktop : {};
  const read = PREFERENCES.safeParse(typeof desktop === "object" && desktop !== null ? desktop : {});
  return read.success ? read.data : PREFERENCES.parse({});
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
  // What the theme sets by itself is left to it while the player has not chosen otherwise.
  property(root, "--prose-size", preferences.size === 19 ? null : `${preferences.size / 16}rem`);
  property(root, "--prose-leading", preferences.leading === 1.58 ? null : String(preferences.leading));
  property(root, "--prose-measure", preferences.measure === 31.5 ? null : `${preferences.measure}em`);
  property(root, "--prose-tracking", preferences.tracking === 0 ? null : `${preferences.tracking}em`);
}

export function systemTheme(): "light" | "dark" {
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
