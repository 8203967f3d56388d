import { contextWith } from "../skills/player-choices/test/support.js";
import type { Criterion } from "./support/criterion.js";
import { inFreshHome } from "./support/home.js";
import { withSkill } from "./support/run-skill.js";
import { slotsIn } from "./support/walk.js";

const PERSON = "orsolya";
/** What is only done with somebody who deals with the player. */
const FRIENDLY = new Set(["ask", "trust", "warn", "help", "accept"]);
const SEEDS = 6;

/** What somebody and their faction think, and whether friendly choices may be there. */
const CASES = [
  { feeling: 0, standing: 0, friendly: true },
  { feeling: -60, standing: 0, friendly: false },
  { feeling: 0, standing: -60, friendly: false },
  { feeling: -60, standing: -60, friendly: false },
  { feeling: 60, standing: -60, friendly: true },
  { feeling: -60, standing: 60, friendly: false },
  { feeling: 60, standing: 60, friendly: true },
] as const;

export interface Seen021 {
  readonly friendly: boolean;
  /** Verbs of the choices about the person, over all seeds. */
  readonly verbs: readonly string[];
}

export function judge021(seen: readonly Seen021[]) {
  const wrong = seen.filter(({ friendly, verbs }) => verbs.some((verb) => FRIENDLY.has(verb)) !== friendly);
  return {
    met: wrong.length === 0,
    found: `${seen.length - wrong.length} of ${seen.length} pairs of opinions respected`,
  };
}

/** One scene with every pair of what a person and their faction think: friendly choices only where both factors allow. */
export const sc021: Criterion = {
  id: "SC-021",
  title: "Cross-factor choices",
  target: "choices respect both reputation and perception",
  measure: () =>
    inFreshHome((dataDir) =>
      withSkill("player-choices/generate-choices", dataDir, async (ask) => {
        const seen: Seen021[] = [];
        for (const { feeling, standing, friendly } of CASES) {
          const verbs: string[] = [];
          for (let seed = 0; seed < SEEDS; seed++) {
            const state = {
              people: { [PERSON]: { feeling, factions: ["scales"] } },
              factions: { scales: standing },
              world: {
                choices: { done: { [`refused:${PERSON}:tally`]: 1 } },
                known: {
                  facts: { "tally-1": 7, "tally-2": 6 },
                  topics: { tally: 7, "frost-year": 7, "brass-scale": 7 },
                },
              },
            };
            const context = contextWith({ state, seed: `s${seed}` });
            const dependencies = { outcome: null, recall: { memories: [] } };
            const output = await ask({ context, dependencies });
            const slots = slotsIn(output);
            verbs.push(...slots.filter(({ bind }) => bind.npc === PERSON).map(({ verb }) => verb));
          }
          seen.push({ friendly, verbs });
        }
        return judge021(seen);
      }),
    ),
};
