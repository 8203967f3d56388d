import { contextWith } from "../skills/player-choices/test/support.js";
import type { Criterion } from "./support/criterion.js";
import { inFreshHome } from "./support/home.js";
import { withSkill } from "./support/run-skill.js";
import { slotsIn } from "./support/walk.js";

const PERSON = "orsolya";
const SEEDS = 8;

interface Slot {
  readonly bind: { readonly npc?: string };
  readonly roll?: { readonly modifiers: readonly { readonly label: string; readonly value: number }[] };
}

export interface Seen038 {
  /** Whether the memory bears on the deed: it is of the same person. */
  readonly applies: boolean;
  readonly slot: Slot;
}

export function judge038(seen: readonly Seen038[]) {
  const counts = ({ slot }: Seen038): boolean =>
    slot.roll?.modifiers.some(({ label, value }) => /passed between|happened/.test(label) && value === 1) === true;
  const applicable = seen.filter(({ applies }) => applies);
  const surfaced = applicable.filter(counts).length;
  const elsewhere = seen.filter((one) => !one.applies && counts(one)).length;
  return {
    met: applicable.length > 0 && surfaced === applicable.length && elsewhere === 0,
    found: `${surfaced} of ${applicable.length} rolls with the person count the memory by one, ${elsewhere} others`,
  };
}

/** A triumph and a failure with one person: each later roll with them counts it, in words; none with anybody else does. */
export const sc038: Criterion = {
  id: "SC-038",
  title: "Episodic memory surfacing",
  target: "a triumph or failure counts in all rolls that it bears on, and in no other",
  measure: () =>
    inFreshHome((dataDir) =>
      withSkill("player-choices/generate-choices", dataDir, async (ask) => {
        const seen: Seen038[] = [];
        for (const [significance, of] of [
          ["high", PERSON],
          ["high", "ilka"],
          ["medium", PERSON],
        ] as const) {
          for (const feeling of [0, -60]) {
            for (let seed = 0; seed < SEEDS; seed++) {
              const state = {
                people: { [PERSON]: { feeling, met: 0 } },
                world: {
                  choices: { done: { [`refused:${PERSON}:tally`]: 1 } },
                  known: {
                    facts: { "tally-1": 7, "tally-2": 6, "brass-scale-1": 5 },
                    topics: { tally: 7, "frost-year": 7 },
                  },
                },
              };
              const memory = {
                id: "m1",
                summary: "You proved the count wrong before everybody.",
                scene: 2,
                characters: [of],
                location: "weigh-house",
                significance,
                tags: [],
                relevance: 0.8,
                sure: true,
              };
              const context = contextWith({ state, seed: `e${seed}` });
              const dependencies = { outcome: null, recall: { memories: [memory] } };
              const output = await ask({ context, dependencies });
              const slots = slotsIn(output);
              const rolled = slots.filter(({ roll, bind }) => roll !== undefined && bind.npc === PERSON);
              for (const slot of rolled) seen.push({ applies: significance === "high" && of === PERSON, slot });
            }
          }
        }
        return judge038(seen);
      }),
    ),
};
