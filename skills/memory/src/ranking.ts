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

/** What the player wants remembered comes before what is a little nearer. (rule ME9) */
const PINNED = 0.1;
/** That something was heard of bears on a scene less than what was done about it. (rule ME11) */
const HEARD = 0.1;

function rankOf({ relevance, record }: SearchResult): number {
  const isHeard = Array.isArray(record.tags) && record.tags.includes("heard");
  return relevance + (record.pinned === true ? PINNED : 0) - (isHeard ? HEARD : 0);
}

/**
 * Joins the finds of several searches, each memory once at its best relevance, most relevant first; among equals the one
 * that an earlier search found first.
 *
 * @param searches - Results, the most telling search first.
 * @param options.threshold - Relevance from which a memory counts as sure.
 * @param options.least - Memories below this relevance are left out.
 */
export function rankMemories(
  searches: readonly (readonly SearchResult[])[],
  options: { readonly limit: number; readonly threshold: number; readonly least: number },
): RecalledMemory[] {
  const best = new Map<string, SearchResult>();
  for (const result of searches.flat()) {
    const before = best.get(result.id);
    if (!before || result.relevance > before.relevance) best.set(result.id, result);
  }
  return [...best.values()]
    .filter(({ record, relevance }) => typeof record.summary === "string" && relevance >= options.least)
    .sort((a, b) => rankOf(b) - rankOf(a))
    .slice(0, options.limit)
    .map(({ id, relevance, record }) => ({
      ...record,
      id,
      summary: String(record.summary),
      relevance,
      sure: relevance >= options.threshold,
    }));
}
