import type { Campaign } from "@narratoria/campaign";
import { EngineError } from "../errors.js";
import { type ChecksOf, text, valuesOf } from "../options.js";
import { clean } from "../scene/scene-parts.js";
import { say } from "../words/say.js";

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
  const template = campaign.playerTemplate ?? {};
  const preset = pick("preset", template.presets, wanted.preset);
  const race = pick("race", template.allowed_races, wanted.race) ?? ofPreset(template.allowed_races, preset?.race);
  const calling =
    pick("class", template.allowed_classes, wanted.class) ?? ofPreset(template.allowed_classes, preset?.class);
  const background =
    pick("background", template.allowed_backgrounds, wanted.background) ??
    ofPreset(template.allowed_backgrounds, preset?.background);
  const said = Object.entries(wanted.answers ?? {})
    .map(([question, answer]) => [clean(question), oneLine(answer, LONGEST_ANSWER)] as const)
    .filter(([, answer]) => answer !== "");
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
  };
}

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
): T | { readonly name: string; readonly traits?: undefined; readonly starting_items?: undefined } | undefined {
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
