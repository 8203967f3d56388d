import { type Campaign, ruledOut } from "@narratoria/campaign";
import type { PastEntry } from "@narratoria/protocol/story";
import type { PlayerBackground, PlayerClass, PlayerRace, PlayerTemplate } from "@narratoria/protocol/contracts";
import { EngineError } from "../errors.js";
import { type ChecksOf, text, valuesOf } from "../options.js";
import { clean } from "../scene/scene-parts.js";
import { say } from "../words/say.js";
import { pastOf, restrictionsOf } from "./player-past.js";

/** What a player says of the character they want to be. All of it may be left out. */
export interface PlayerCharacter {
  readonly name?: string;
  /** Name of one of the template's ready-made characters; what else is given goes before what it brings. */
  readonly preset?: string;
  /** Names out of the template's lists. */
  readonly race?: string;
  readonly class?: string;
  readonly background?: string;
  /** Values by stat, within the bounds of the campaign and the template's pool of points. */
  readonly stats?: Readonly<Record<string, number>>;
  /** Answers in the player's own words, by what was asked. */
  readonly answers?: Readonly<Record<string, string>>;
}

export const PLAYER_CHARACTER: ChecksOf<PlayerCharacter> = {
  name: text,
  preset: text,
  race: text,
  class: text,
  background: text,
  stats: valuesOf("an object of numbers", (value) => typeof value === "number"),
  answers: valuesOf("an object of texts", text.holds),
};

/** A character as a story starts with it. */
export interface Player {
  readonly name: string;
  readonly stats: Readonly<Record<string, number>>;
  readonly traits: readonly string[];
  /** Names of what is carried, each once. */
  readonly items: readonly string[];
  /** Race, class, background and answers, as far as there are any. */
  readonly about: Readonly<Record<string, string>>;
  /** What is said of them, each entry with its source; empty where they are as the campaign has them. */
  readonly past: readonly PastEntry[];
  /** What their people and calling may not do, in their author's words. */
  readonly restrictions: readonly string[];
}

const LONGEST_NAME = 60;
const LONGEST_ANSWER = 500;

/**
 * Makes a character by a campaign's template. (rule EN42)
 *
 * @param campaign - Gives stats, lists, ready-made characters and what is carried.
 * @param wanted - What the player said.
 * @throws {EngineError} `no_such_character` for a name that the template does not have, or stats that it does not allow.
 */
export function createPlayer(
  campaign: Pick<Campaign, "stats" | "playerTemplate">,
  wanted: PlayerCharacter = {},
): Player {
  const template = allowedParts(campaign.playerTemplate ?? {});
  const preset = pick("preset", template.presets, wanted.preset);
  const race: PlayerRace | undefined =
    pick("race", template.allowed_races, wanted.race) ?? ofPreset(template.allowed_races, preset?.race);
  const calling: PlayerClass | undefined =
    pick("class", template.allowed_classes, wanted.class) ?? ofPreset(template.allowed_classes, preset?.class);
  const background: PlayerBackground | undefined =
    pick("background", template.allowed_backgrounds, wanted.background) ??
    ofPreset(template.allowed_backgrounds, preset?.background) ??
    fixedBackground(template);
  const said = Object.entries(wanted.answers ?? {})
    .map(([question, answer]) => [clean(question), oneLine(answer, LONGEST_ANSWER)] as const)
    .filter(([, answer]) => answer !== "");
  checkAnswered(
    template,
    wanted,
    said.map(([question]) => question),
  );
  const parts = { race, calling, background, preset, answers: said };
  const own = pastOf(parts);
  const themes = (template.themes ?? []).map((theme): PastEntry => ({ kind: "theme", text: theme.trim() }));
  // What a story is about is somebody's story once the player has said who they are. (rule EN3211)
  const past = own.length === 0 ? own : [...own, ...themes];
  return {
    name: oneLine(wanted.name ?? "", LONGEST_NAME),
    stats: statsOf(campaign, { ...preset?.stats, ...wanted.stats }, wanted.stats !== undefined),
    traits: [...new Set([...(race?.traits ?? []), ...(preset?.traits ?? [])])],
    items: [
      ...new Set([...(template.starting_items ?? []), ...(background?.starting_items ?? []), ...(preset?.items ?? [])]),
    ],
    about: {
      ...(race ? { race: race.name } : {}),
      ...(calling ? { class: calling.name } : {}),
      ...(background ? { background: background.name } : {}),
      ...Object.fromEntries(said),
    },
    past,
    restrictions: [...restrictionsOf(parts), ...(past.length === 0 ? [] : (template.constraints?.custom ?? []))],
  };
}

/** Questions that a player answers by telling all there is to tell. */
const IN_OWN_WORDS = ["in my own words", "who are you?"];

/**
 * Whoever answers questions answers all that the template requires. (rule EN3210)
 *
 * @throws {EngineError} `no_such_character`, naming what is left unsaid.
 */
function checkAnswered(
  { required_attributes: required = [] }: PlayerTemplate,
  { name = "", preset, race, class: calling, background }: PlayerCharacter,
  answered: readonly string[],
): void {
  const folded = (text: string): string => text.trim().toLowerCase();
  const isTold = answered.some((question) => IN_OWN_WORDS.includes(folded(question)));
  if (answered.length === 0 || preset !== undefined || isTold) return;
  const said = new Set(answered.map(folded));
  for (const [part, value] of Object.entries({ name, race, class: calling, background }))
    if (oneLine(value ?? "", LONGEST_NAME) !== "") said.add(part);
  const missing = required.filter((one) => folded(one) !== "" && !said.has(folded(one)));
  if (missing.length === 0) return;
  throw new EngineError(
    "no_such_character",
    say("error.unanswered", { missing: missing.join(", ") }),
    say("error.unanswered.action"),
  );
}

/** A template without what its own constraints rule out: that cannot be chosen. (rule EN2803) */
function allowedParts(template: PlayerTemplate): PlayerTemplate {
  const out = ruledOut(template);
  const without = <T extends { readonly name: string }>(list: readonly T[] = [], names: readonly string[]) =>
    list.filter(({ name }) => !names.includes(name));
  return {
    ...template,
    allowed_races: without(template.allowed_races, out.race),
    allowed_classes: without(template.allowed_classes, out.class),
    allowed_backgrounds: without(template.allowed_backgrounds, out.background),
  };
}

/** The past that a template gives everybody, where it names one. (rule EN2803) */
const fixedBackground = ({ constraints, allowed_backgrounds: list = [] }: PlayerTemplate) =>
  typeof constraints?.fixed_background === "string" && list.length === 1 ? list[0] : undefined;

function pick<T extends { readonly name: string }>(
  kind: "preset" | "race" | "class" | "background",
  list: readonly T[] | undefined,
  name: string | undefined,
): T | undefined {
  if (name === undefined) return undefined;
  const found = list?.find((one) => one.name.toLowerCase() === name.trim().toLowerCase());
  if (found) return found;
  const names = (list ?? []).map((one) => one.name).join(", ");
  throw new EngineError(
    "no_such_character",
    say("error.no_such_character", { kind, name: oneLine(name, LONGEST_NAME) }),
    say("error.no_such_character.action", { names: names || "none" }),
  );
}

/** What a ready-made character is, also where the template's lists do not have it. (rule EN1133) */
function ofPreset<T extends { readonly name: string }>(
  list: readonly T[] = [],
  name: string | undefined,
): T | { readonly name: string } | undefined {
  if (name === undefined) return undefined;
  const found = list.find((one) => one.name.toLowerCase() === name.trim().toLowerCase());
  return found ?? { name: oneLine(name, LONGEST_NAME) };
}

/**
 * Every stat of the campaign, in order: as wanted, else as it stands.
 *
 * @param isOwn - Whether the player has chosen any of them, and has to do with the points that there are.
 */
function statsOf(
  { stats, playerTemplate }: Pick<Campaign, "stats" | "playerTemplate">,
  wanted: Readonly<Record<string, number>>,
  isOwn: boolean,
): Record<string, number> {
  const refuse = (message: string): never => {
    throw new EngineError("no_such_character", message, say("error.no_such_stat.action"));
  };
  const { attributes = [], point_pool: pool } = playerTemplate?.starting_stats ?? {};
  const settled = Object.fromEntries(
    stats.map((stat) => {
      const value = wanted[stat.name] ?? stat.default;
      const bounds = attributes.find(({ name }) => name === stat.name);
      const [min, max] = [bounds?.min ?? stat.min, bounds?.max ?? stat.max];
      if (wanted[stat.name] !== undefined && (!Number.isInteger(value) || value < min || value > max))
        refuse(say("error.stat_out_of_range", { name: stat.name, min, max, value }));
      return [stat.name, value];
    }),
  );
  const unknown = Object.keys(wanted).find((name) => !Object.hasOwn(settled, name));
  if (unknown !== undefined) refuse(say("error.no_such_stat", { name: oneLine(unknown, LONGEST_NAME) }));
  const spent = Object.values(settled).reduce((sum, value) => sum + value, 0);
  if (isOwn && pool !== undefined && spent > pool) refuse(say("error.too_many_points", { spent, pool }));
  return settled;
}

function oneLine(text: string, letters: number): string {
  return clean(text).replace(/\s+/g, " ").slice(0, letters).trim();
}
