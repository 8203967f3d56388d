/** What somebody thinks who meets the player for the first time. */
import { createRandom, deriveSeed } from "@narratoria/protocol/random";
import { list, number, optionalNumber, record, text } from "./json-reading.js";
import { clamp } from "./perception.js";

export interface FirstScore {
  readonly score: number;
  /** What it is made of, each from -100 to 100. */
  readonly faction: number;
  readonly visible: number;
  readonly chance: number;
}

type Context = Readonly<Record<string, unknown>>;

/**
 * Decides a first score: rules NP7 to NP9.
 *
 * @param weight - Share of the faction, 0 to 1.
 */
export function firstScore(context: Context, npc: string, weight: number): FirstScore {
  const faction = standingWith(context, npc);
  const visible = visibleTo(context, npc);
  const random = createRandom(deriveSeed(text(context.seed), "perception", npc));
  const chance = random.int(201) - 100;
  const score = clamp(weight * faction + (1 - weight) * (0.6 * visible + 0.4 * chance));
  return { score: Math.round(score * 10) / 10 || 0, faction, visible, chance };
}

/** With the one of somebody's factions that thinks worst of the player. */
function standingWith({ people, factions }: Context, npc: string): number {
  const own = list<unknown>(record(record(people)[npc]).factions).map(text);
  const standings = own.flatMap((id) => optionalNumber(record(factions)[id]) ?? []);
  return standings.length === 0 ? 0 : Math.min(...standings);
}

const OF_MANNER = /charis|charm|presence|manner|grace|looks|appeal|tongue|wit\b|poise|bearing/i;
const SHOWS = /bruis|blood|wound|hurt|injur|limp|dirt|mud|filth|soak|drenched|\bwet\b|ragged|drunk|burn|sooty/i;
const POINTS = { manner: 60, condition: -15, trait: 25, thing: 15 } as const;

/** What can be seen of the player, as this person looks at it. (rule NP8) */
function visibleTo(context: Context, npc: string): number {
  const player = record(context.player);
  const stats = record(player.stats);
  const manner = list<unknown>(context.stats)
    .map(record)
    .find(({ name, description }) => OF_MANNER.test(`${text(name)} ${text(description)}`));
  const byManner = manner === undefined ? 0 : POINTS.manner * placeIn(manner, stats[text(manner.name)]);
  const conditions = Object.entries(record(player.conditions)).filter(([name, on]) => on && SHOWS.test(name)).length;
  const words = wordsOf(person(context, npc));
  const isNamed = (given: string): boolean => [...wordsOf(given)].some((word) => words.has(word));
  const traits = list<unknown>(player.traits).map(text).filter(isNamed).length;
  const things = Object.values(record(context.inventory))
    .map((item) => text(record(item).name))
    .filter(isNamed).length;
  return Math.round(
    clamp(byManner + POINTS.condition * conditions + POINTS.trait * traits + POINTS.thing * things) || 0,
  );
}

/** -1 at the least of a stat, 0 at its default, 1 at the most. */
function placeIn(stat: Readonly<Record<string, unknown>>, value: unknown): number {
  const usual = number(stat.default);
  const now = optionalNumber(value) ?? usual;
  const room = now < usual ? usual - number(stat.min) : number(stat.max) - usual;
  return room <= 0 ? 0 : Math.max(-1, Math.min(1, (now - usual) / room));
}

/** What is written of somebody. */
function person({ facts }: Context, npc: string): string {
  const found = list<unknown>(record(facts).people)
    .map(record)
    .find(({ id }) => id === npc);
  if (!found) return "";
  const { role, style, motives, topics } = found;
  return [text(role), ...[style, motives, topics].flatMap((one) => list<unknown>(one).map(text))].join(" ");
}

/** Words that can mean something by themselves. */
function wordsOf(given: string): Set<string> {
  return new Set(given.toLowerCase().match(/\p{L}{4,}/gu) ?? []);
}
