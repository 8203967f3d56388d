import type { ChoiceSlot } from "@narratoria/protocol/story";
import { contextWith } from "../skills/player-choices/test/support.js";
import type { Criterion } from "./support/criterion.js";
import { inFreshHome } from "./support/home.js";
import { withSkill } from "./support/run-skill.js";
import { slotsIn } from "./support/walk.js";

const SHARE = 0.7;
const LEAST = 20;
const STATS = ["strength", "dexterity", "intelligence", "charisma", "stealth", "perception"];
const SEEDS = 3;

type Tried = Pick<ChoiceSlot, "roll" | "difficulty">;

export interface Seen014 {
  /** What the player has of the stat that a choice tries, 1 to 20. */
  readonly value: number;
  /** A choice that dice decide; others try nothing. */
  readonly slot: Tried;
}

/** A choice speaks of its stat where it names it, counts a strong one and marks a weak one. */
export function judge014(seen: readonly Seen014[]) {
  const speaks = ({ value, slot: { roll, difficulty } }: Seen014): boolean => {
    if (roll?.stat === undefined || !STATS.includes(roll.stat)) return false;
    const counts = roll.modifiers.some(({ label }) => label === `${roll.stat} ${value}`);
    return value > 15 ? counts : value < 8 ? difficulty === "unlikely to succeed" : !counts;
  };
  const relevant = seen.filter(speaks).length;
  return {
    met: seen.length >= LEAST && relevant >= SHARE * seen.length,
    found: `${relevant} of ${seen.length} choices that dice decide name the stat they try and what the player has of it`,
  };
}

/** Players of whom each is good, bad or middling at one thing are offered choices. */
export const sc014: Criterion = {
  id: "SC-014",
  title: "Choice stat relevance",
  target: "70% of choices that dice decide speak of the stat they try, with players of different stats",
  measure: () =>
    inFreshHome((dataDir) =>
      withSkill("player-choices/generate-choices", dataDir, async (ask) => {
        const seen: Seen014[] = [];
        for (const charisma of [18, 10, 4]) {
          for (const feeling of [0, -60]) {
            for (let seed = 0; seed < SEEDS; seed++) {
              const stats = Object.fromEntries(STATS.map((stat) => [stat, stat === "charisma" ? charisma : 10]));
              const known = {
                facts: { "tally-1": 7, "tally-2": 6, "brass-scale-1": 5 },
                topics: { tally: 7, "frost-year": 7 },
              };
              const state = {
                player: { stats },
                people: { orsolya: { feeling, met: 0 } },
                world: { known, choices: { done: { "refused:orsolya:tally": 1 } } },
              };
              const context = contextWith({ state, seed: `t${seed}` });
              const dependencies = { outcome: null, recall: { memories: [] } };
              const output = await ask({ context, dependencies });
              for (const slot of slotsIn(output))
                if (slot.roll) seen.push({ value: stats[slot.roll.stat ?? ""] ?? 0, slot });
            }
          }
        }
        return judge014(seen);
      }),
    ),
};
