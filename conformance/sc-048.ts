import type { Criterion } from "./support/criterion.js";
import { type Enriched, enrichAll } from "./support/enriched.js";

export function judge048(all: readonly Pick<Enriched, "campaign" | "changed" | "made">[]) {
  const changed = all.flatMap(({ campaign, changed }) => changed.map((path) => `${campaign}: ${path}`));
  return {
    met: all.length > 0 && all.every(({ made }) => made.length > 0) && changed.length === 0,
    found: `${changed.length} files of authors changed in ${all.length} campaigns${changed.map((one) => `; ${one}`).join("")}`,
  };
}

/** What authors wrote is compared before and after, byte by byte. */
export const sc048: Criterion = {
  id: "SC-048",
  title: "Human override preservation",
  target: "100% of human files unchanged by enrichment",
  measure: async () => judge048(await enrichAll()),
};
