import type { Criterion } from "./support/criterion.js";
import { type Enriched, enrichAll } from "./support/enriched.js";

export function judge047(all: readonly Pick<Enriched, "made">[]) {
  const made = all.flatMap((one) => one.made);
  const unmarked = made.filter(
    ({ path, text }) =>
      !/_generated\.[a-z]+$/.test(path) ||
      !/"?generated"?: true/.test(text) ||
      !["source_model", "generated_at", "seed_data"].every((name) => text.includes(name)),
  );
  return {
    met: made.length > 0 && unmarked.length === 0,
    found: `${made.length - unmarked.length} of ${made.length} generated files are marked${unmarked.map(({ path }) => `; ${path} is not`).join("")}`,
  };
}

/** Every file that was made says so, with its source, its date and what it was made from. */
export const sc047: Criterion = {
  id: "SC-047",
  title: "Generated asset marking",
  target: "100% of generated files marked with `generated: true` and their provenance",
  measure: async () => judge047(await enrichAll()),
};
