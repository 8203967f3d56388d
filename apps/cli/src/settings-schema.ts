/** The terminal's part of the file of preferences, checked. Loaded where something is set. */
import { nearest } from "@narratoria/protocol";
import * as z from "zod/mini";
import { SETTINGS, type TerminalSettings, wantedWords } from "./settings-table.js";

const [LEAST, MOST] = SETTINGS.find(({ key }) => key === "measure")?.between ?? [40, 100];

const SCHEMA = z.strictObject({
  lang: z.optional(z.enum(["auto", "en", "de"])),
  narrator: z.optional(z.enum(["auto", "model", "storybook"])),
  screen: z.optional(z.enum(["drawn", "plain"])),
  colour: z.optional(z.enum(["auto", "off"])),
  // The command line writes it as it was typed.
  measure: z.optional(
    z.pipe(
      z.pipe(z.union([z.number(), z.string().check(z.regex(/^\d{1,3}$/))]), z.transform(Number)),
      z.int().check(z.minimum(LEAST), z.maximum(MOST)),
    ),
  ),
});

/** One setting that cannot be used. */
interface Fault {
  /** Keys from the terminal's part on. */
  readonly path: readonly string[];
  readonly message: string;
}

/** Reads the settings that fit, and says what is wrong with the others. */
export function settingsIn(value: unknown): {
  readonly settings: Partial<TerminalSettings>;
  readonly faults: readonly Fault[];
} {
  const read = SCHEMA.safeParse(value);
  if (read.success) return { settings: defined(read.data), faults: [] };
  if (typeof value !== "object" || value === null || Array.isArray(value))
    return { settings: {}, faults: [{ path: [], message: "The settings must be names with values." }] };
  const faults = read.error.issues.flatMap((issue): Fault[] =>
    issue.code === "unrecognized_keys"
      ? issue.keys.map((key) => ({ path: [key], message: unknown(key) }))
      : [{ path: [String(issue.path[0])], message: unfit(String(issue.path[0]), value) }],
  );
  const wrong = new Set(faults.map(({ path }) => path[0]));
  const rest = Object.fromEntries(Object.entries(value).filter(([key]) => !wrong.has(key)));
  const kept = SCHEMA.safeParse(rest);
  return { settings: kept.success ? defined(kept.data) : {}, faults };
}

function defined(settings: z.infer<typeof SCHEMA>): Partial<TerminalSettings> {
  return Object.fromEntries(Object.entries(settings).filter(([, one]) => one !== undefined));
}

function unknown(key: string): string {
  const near = nearest(
    key,
    SETTINGS.map((one) => one.key),
  );
  return `There is no setting named ${key}.${near === null ? "" : ` The nearest is ${near}.`} It is not used.`;
}

function unfit(key: string, all: object): string {
  const setting = SETTINGS.find((one) => one.key === key);
  const value: unknown = Object.entries(all).find(([name]) => name === key)?.[1];
  const shown = JSON.stringify(value) ?? "";
  const what = shown.length > 40 ? `${shown.slice(0, 37)}...` : shown;
  return setting === undefined
    ? `${key} cannot be ${what}.`
    : `${key} cannot be ${what}. It is ${wantedWords(setting)}; ${setting.values[0]} is used.`;
}
