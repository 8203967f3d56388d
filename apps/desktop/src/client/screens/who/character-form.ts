/** What the player says of who they are, and how a campaign's template bounds it. */
import type { PlayerCharacter, PlayerTemplate } from "@narratoria/engine";
import { between, type Chance, chanceOf, pick } from "../../parts/drawing.js";

export type Mode = "preset" | "guided" | "freeform";

export interface Stat {
  readonly name: string;
  readonly min: number;
  readonly max: number;
  readonly default: number;
  readonly description?: string;
}

export interface Sheet {
  readonly template: PlayerTemplate | null;
  readonly stats: readonly Stat[];
}

export interface CharacterForm {
  readonly mode: Mode;
  readonly name: string;
  readonly preset: string | null;
  readonly race: string | null;
  readonly class: string | null;
  readonly background: string | null;
  /** Only those that were changed. */
  readonly stats: Readonly<Record<string, number>>;
  /** By what was asked. */
  readonly answers: Readonly<Record<string, string>>;
  /** Who they are, in the player's own words. */
  readonly words: string;
}

export const MOST_NAME = 60;
/** The question that the player's own words answer. */
const IN_MY_WORDS = "In my own words";

/** The ways of making a character that a template has something for; the campaign's own comes first. */
export function modesOf(template: PlayerTemplate | null): readonly [Mode, ...Mode[]] {
  const own = template?.character_creation?.mode;
  const hasPresets = (template?.presets ?? []).length > 0;
  const first: Mode = own === "preset" && !hasPresets ? "guided" : (own ?? (hasPresets ? "preset" : "guided"));
  const all: readonly Mode[] = [...(hasPresets ? ["preset" as const] : []), "guided", "freeform"];
  // Where one must be one of those there are, the campaign says so by its mode.
  const others = own === "preset" && hasPresets ? [] : all.filter((mode) => mode !== first);
  return [first, ...others];
}

export function emptyForm(mode: Mode): CharacterForm {
  const nothing = { preset: null, race: null, class: null, background: null };
  return { mode, name: "", ...nothing, stats: {}, answers: {}, words: "" };
}

/** What is asked of everybody, each once: what the template needs to know, then its prompts. */
export function questionsOf(template: PlayerTemplate | null) {
  const asked = new Set(["name", "race", "class", "background"]);
  const ask = (question: string, about: string | undefined, examples: readonly string[]) => {
    const key = question.trim().toLowerCase();
    if (key === "" || asked.has(key)) return [];
    asked.add(key);
    return [{ question, about, examples }];
  };
  const first = [
    ...(template?.required_attributes ?? []).flatMap((name) => ask(name, undefined, [])),
    ...(template?.prompts ?? []).flatMap(({ question, guidance, examples }) => ask(question, guidance, examples ?? [])),
  ];
  return { first, more: (template?.optional_attributes ?? []).flatMap((name) => ask(name, undefined, [])) };
}

export interface Bounds {
  readonly min: number;
  readonly max: number;
}

export function boundsOf({ template }: Sheet, stat: Stat): Bounds {
  const own = template?.starting_stats?.attributes?.find(({ name }) => name === stat.name);
  return { min: own?.min ?? stat.min, max: own?.max ?? stat.max };
}

export function valueOf(form: CharacterForm, stat: Stat): number {
  return form.stats[stat.name] ?? stat.default;
}

/** Points that are left of the template's pool; null where it has none. */
export function pointsLeft({ template, stats }: Sheet, form: CharacterForm): number | null {
  const pool = template?.starting_stats?.point_pool;
  return pool === undefined ? null : pool - stats.reduce((sum, stat) => sum + valueOf(form, stat), 0);
}

/** Whether the campaign itself gives more than its pool: that stands, as long as the player changes nothing. */
export function isAsGiven(form: CharacterForm, left: number | null): boolean {
  return left !== null && left < 0 && Object.keys(form.stats).length === 0;
}

/** A stat one higher or lower, where its bounds and the pool allow that; the form itself where they do not. */
export function stepped(sheet: Sheet, form: CharacterForm, stat: Stat, by: 1 | -1): CharacterForm {
  const { min, max } = boundsOf(sheet, stat);
  const next = valueOf(form, stat) + by;
  if (next < min || next > max || (by > 0 && (pointsLeft(sheet, form) ?? 1) < 1)) return form;
  return { ...form, stats: { ...form.stats, [stat.name]: next } };
}

/** What the engine is told. */
export function characterOf(form: CharacterForm): PlayerCharacter {
  const name = form.name.trim();
  const named = name === "" ? {} : { name };
  if (form.mode === "preset") return { ...named, ...(form.preset === null ? {} : { preset: form.preset }) };
  const words = form.words.trim();
  const answers = Object.fromEntries(
    [
      ...Object.entries(form.answers),
      ...(form.mode === "freeform" && words !== "" ? [[IN_MY_WORDS, words]] : []),
    ].filter(([, answer]) => (answer ?? "").trim() !== ""),
  );
  return {
    ...named,
    ...(form.race === null ? {} : { race: form.race }),
    ...(form.class === null ? {} : { class: form.class }),
    ...(form.background === null ? {} : { background: form.background }),
    ...(Object.keys(form.stats).length === 0 ? {} : { stats: form.stats }),
    ...(Object.keys(answers).length === 0 ? {} : { answers }),
  };
}

/** How somebody says their name. */
const NAMED =
  /\b(?:my name is|i am called|they call me|call me|i am|i'm|i’m)\s+((?:\p{Lu}[\p{L}'’-]+)(?:\s+(?:of|the|de|von|van)?\s*\p{Lu}[\p{L}'’-]+){0,2})/iu;

/** Fills in what the player's own words name; what they do not name stays as it was. */
export function readWords({ template }: Sheet, form: CharacterForm, words: string): CharacterForm {
  const said = words.toLowerCase();
  const among = (list: readonly { readonly name: string }[] | undefined): string | null =>
    list?.find(({ name }) => new RegExp(`(?<!\\p{L})${escaped(name.toLowerCase())}(?!\\p{L})`, "u").test(said))?.name ??
    null;
  const name = nameIn(words);
  // What the player wrote into the field themselves stays.
  const isRead = form.name === "" || form.name === nameIn(form.words);
  return {
    ...form,
    words,
    name: isRead ? name : form.name,
    race: among(template?.allowed_races) ?? form.race,
    class: among(template?.allowed_classes) ?? form.class,
    background: among(template?.allowed_backgrounds) ?? form.background,
  };
}

function nameIn(words: string): string {
  const [, name = ""] = NAMED.exec(words) ?? [];
  // "I am tired" tells no name.
  return /^\p{Lu}/u.test(name) ? name.trim().slice(0, MOST_NAME) : "";
}

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
}

const FIRST_NAMES = [
  "Wren",
  "Odo",
  "Inez",
  "Tamsin",
  "Corin",
  "Marta",
  "Bram",
  "Isolde",
  "Jory",
  "Petra",
  "Silas",
  "Nell",
  "Ansel",
  "Greta",
  "Hale",
  "Ida",
] as const;
const LAST_NAMES = [
  "Ashdown",
  "Marsh",
  "Calloway",
  "Keel",
  "Lacey",
  "Thorne",
  "Vane",
  "Holloway",
  "Pell",
  "Rook",
  "Sorrel",
  "Tarn",
  "Winter",
  "Yarrow",
  "Quill",
  "Moss",
] as const;

/** Somebody whom the player has never met, whole: the same seed deals the same. */
export function dealStranger(sheet: Sheet, form: CharacterForm, seed: string): CharacterForm {
  const chance = chanceOf(seed);
  const { template } = sheet;
  const preset = one(chance, template?.presets);
  if (form.mode === "preset") return { ...form, preset, name: preset ?? "" };
  const answers = questionsOf(template).first.flatMap(({ question, examples }) => {
    const answer = one(
      chance,
      examples.map((name) => ({ name })),
    );
    return answer === null ? [] : [[question, answer]];
  });
  const dealt: CharacterForm = {
    ...emptyForm("guided"),
    name: `${pick(chance, FIRST_NAMES)} ${pick(chance, LAST_NAMES)}`,
    race: one(chance, template?.allowed_races),
    class: one(chance, template?.allowed_classes),
    background: one(chance, template?.allowed_backgrounds),
    answers: Object.fromEntries(answers),
  };
  return withDealtStats(sheet, dealt, chance);
}

function one(chance: Chance, list: readonly { readonly name: string }[] | undefined): string | null {
  return list?.[Math.floor(chance() * list.length)]?.name ?? null;
}

/** Points go from one stat to another: the sum, and with it what the pool allows, stays as it is. */
function withDealtStats(sheet: Sheet, form: CharacterForm, chance: Chance): CharacterForm {
  const { stats } = sheet;
  if (stats.length < 2 || (pointsLeft(sheet, form) ?? 0) < 0) return form;
  let dealt = form;
  for (let move = 0; move < stats.length * 2; move++) {
    const from = stats[Math.floor(between(chance, 0, stats.length))];
    const to = stats[Math.floor(between(chance, 0, stats.length))];
    if (!from || !to || from === to) continue;
    const less = stepped(sheet, dealt, from, -1);
    const more = stepped(sheet, less, to, 1);
    if (less !== dealt && more !== less) dealt = more;
  }
  return dealt;
}

/** What a campaign does not allow, as sentences. */
export function constraintWords(template: PlayerTemplate | null): string {
  const { no_magic, must_be_human, fixed_background, era_locked, custom = [] } = template?.constraints ?? {};
  return [
    ...(era_locked ? [`Era: ${era_locked}.`] : []),
    ...(must_be_human ? ["You are human."] : []),
    ...(no_magic ? ["There is no magic."] : []),
    ...(typeof fixed_background === "string" && fixed_background !== ""
      ? [`Your past is settled: ${fixed_background}.`]
      : []),
    ...custom.map((rule) => sentence(rule)),
  ].join(" ");
}

export function sentence(text: string): string {
  const words = text.trim();
  const first = words.charAt(0).toUpperCase() + words.slice(1);
  return /[.!?…]["”’)]*$/u.test(first) ? first : `${first}.`;
}

/** The stat that stands highest between its bounds; null where none stands out. */
export function bestStat(sheet: Sheet, values: Readonly<Record<string, number>>): string | null {
  const ranked = sheet.stats
    .map((stat) => {
      const { min, max } = boundsOf(sheet, stat);
      return { name: stat.name, height: max > min ? ((values[stat.name] ?? stat.default) - min) / (max - min) : 0 };
    })
    .sort((a, b) => b.height - a.height);
  const [best, next] = ranked;
  return best && best.height > (next?.height ?? 0) ? best.name : null;
}

export function statLabel(name: string): string {
  const words = name.replaceAll(/[-_]/g, " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Authors write Markdown: their words without its stars. */
export function unmarked(text: string): string {
  return text.replaceAll(/(\*\*|__|\*)(\S(?:.*?\S)?)\1/g, "$2");
}
