import type { Criterion } from "./support/criterion.js";
import { type Enriched, enrichAll } from "./support/enriched.js";

const MOST_MS = 15_000;

export function judge046(all: readonly Pick<Enriched, "ms" | "made">[]) {
  const longest = Math.max(0, ...all.map(({ ms }) => ms));
  return {
    met: all.length > 0 && longest < MOST_MS && all.every(({ made }) => made.length > 0),
    found: `${all.length} campaigns filled in, the longest in ${(longest / 1000).toFixed(2)} s, with ${all.map(({ made }) => made.length).join(", ")} files`,
  };
}

/** Campaigns of one to three files are filled in without a model. */
export const sc046: Criterion = {
  id: "SC-046",
  title: "Enrichment speed",
  target: "less than 15 s for campaigns of one to three files",
  measure: async () => judge046(await enrichAll()),
};
