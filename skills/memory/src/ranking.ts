/** Which of the memories found are given, and in what order. */
import type { SearchResult } from "@narratoria/protocol/skill";

export interface RecalledMemory {
  readonly id: string;
  readonly summary: string;
  /** 0 to 1. */
  readonly relevance: number;
  /** True from the threshold of the settings on: less sure memories are given as well, but after them in rank. */
  readonly sure: boolean;
  readonly [field: string]: unknown;
}

/** Of pinned memories beyond their share those come before what is a little nearer. (rule ME9) */
const PINNED = 0.1;
/** One in so many memories is a deed done to the people at hand. (rule ME31) */
const DEEDS_IN = 3;
/** That something was heard of bears on a scene less than what was done about it. (rule ME11) */
const HEARD = 0.1;

/** What changed something comes before the journeys and small talk that share more words with the scene. (rule ME30) */
const SIGNIFICANCE = new Map<unknown, number>([
  ["high", 0.1],
  ["low", -0.1],
]);

function rankOf({ relevance, record }: SearchResult): number {
  const isHeard = Array.isArray(record.tags) && record.tags.includes("heard");
  const weight = SIGNIFICANCE.get(record.significance) ?? 0;
  return relevance + weight + (record.pinned === true ? PINNED : 0) - (isHeard ? HEARD : 0);
}

/** Pinned memories come first, and leave half of the places to what the player has not pinned. (rule ME4400) */
const PINNED_SHARE = 0.5;

/** The first of a ranking, pinned ones before all, and among the others a share of deeds: the last of the rest give way to them. */
function withShares(
  ranked: readonly SearchResult[],
  { limit, deeds = [] }: { readonly limit: number; readonly deeds?: readonly SearchResult[] },
): readonly SearchResult[] {
  const ids = new Set(deeds.map(({ id }) => id));
  const pinned = ranked.filter(({ record }) => record.pinned === true).slice(0, Math.ceil(limit * PINNED_SHARE));
  const rest = ranked.filter((one) => !pinned.includes(one));
  const room = limit - pinned.length;
  const share = rest.filter(({ id }) => ids.has(id)).slice(0, Math.min(room, Math.floor(limit / DEEDS_IN)));
  const others = rest.filter((one) => !share.includes(one)).slice(0, room - share.length);
  return [...pinned, ...rest.filter((one) => share.includes(one) || others.includes(one))];
}

/**
 * Joins the finds of several searches, each memory once at its best relevance, most relevant first; among equals the one
 * that an earlier search found first.
 *
 * @param searches - Results, the most telling search first.
 * @param options.threshold - Relevance from which a memory counts as sure.
 * @param options.least - Memories below this relevance are left out.
 * @param options.deeds - What was done to the people at hand: a third of what is given, rounded down, as far as there are as many.
 */
export function rankMemories(
  searches: readonly (readonly SearchResult[])[],
  options: {
    readonly limit: number;
    readonly threshold: number;
    readonly least: number;
    readonly deeds?: readonly SearchResult[];
  },
): RecalledMemory[] {
  const best = new Map<string, SearchResult>();
  for (const result of searches.flat()) {
    const before = best.get(result.id);
    if (!before || result.relevance > before.relevance) best.set(result.id, result);
  }
  const ranked = [...best.values()]
    .filter(({ record, relevance }) => typeof record.summary === "string" && relevance >= options.least)
    .sort((a, b) => rankOf(b) - rankOf(a));
  return withShares(ranked, options).map(({ id, relevance, record }) => ({
    ...record,
    id,
    summary: String(record.summary),
    relevance,
    sure: relevance >= options.threshold,
  }));
}
