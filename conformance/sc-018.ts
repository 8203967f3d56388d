import { contextWith } from "../skills/player-choices/test/support.js";
import type { Criterion } from "./support/criterion.js";
import { inFreshHome } from "./support/home.js";
import { runSkill, withSkill } from "./support/run-skill.js";
import { slotsIn } from "./support/walk.js";

const PERSON = "orsolya";
const SCORES = Array.from({ length: 201 }, (_, n) => n - 100);
/** Of which rolls are looked at. */
const ROLLED = [-100, -75, -60, -45, -31, -30, 0, 30, 31, 45, 60, 75, 100];
const D20 = { dice: { count: 1, sides: 20 }, partial: 8, success: 14, bonuses: [], stats: [] };

/** The modifier that the documents give for a score. */
export function expected(score: number): number {
  const tier = Math.abs(score) >= 75 ? 3 : Math.abs(score) >= 45 ? 2 : Math.abs(score) > 30 ? 1 : 0;
  return score < 0 && tier > 0 ? -tier : tier;
}

export interface Seen018 {
  readonly score: number;
  readonly modifier: number;
  /** What the opinion adds in each roll that is offered with the person, where rolls were looked at. */
  readonly rolls?: readonly number[];
}

export function judge018(seen: readonly Seen018[]) {
  const right = seen.filter(
    ({ score, modifier, rolls = [] }) =>
      modifier === expected(score) && rolls.every((added) => added === expected(score)),
  ).length;
  const rolls = seen.reduce((sum, one) => sum + (one.rolls?.length ?? 0), 0);
  const whole = new Set(seen.map(({ score }) => score)).size === SCORES.length;
  return {
    met: whole && right === seen.length && rolls >= ROLLED.length,
    found: `${right} of ${seen.length} right, with ${rolls} rolls`,
  };
}

/** Every whole score from -100 to 100 is asked for, as a script of ours tells it; rolls with the person then count that modifier. */
export const sc018: Criterion = {
  id: "SC-018",
  title: "Dice modifier accuracy",
  target: "the right modifier for every score, and in all rolls that it applies to",
  measure: () =>
    inFreshHome(async (dataDir) => {
      const people = Object.fromEntries(SCORES.map((score, n) => [`p${n}`, { feeling: score }]));
      const seen: Seen018[] = [];
      for (let from = 0; from < SCORES.length; from += 50) {
        const npcs = Object.keys(people).slice(from, from + 50);
        const given = { input: { npcs }, context: { people } };
        const { output } = await runSkill("npc-perception/query-perception", given, dataDir);
        for (const { score, modifier } of output["perceptions"] as { score: number; modifier: number }[])
          seen.push({ score, modifier });
      }
      return withSkill("player-choices/generate-choices", dataDir, async (ask) => {
        const judged: Seen018[] = [];
        for (const one of seen) {
          if (!ROLLED.includes(one.score)) {
            judged.push(one);
            continue;
          }
          const state = {
            people: { [PERSON]: { feeling: one.score, modifier: one.modifier, met: 0 } },
            world: {
              choices: { done: { [`refused:${PERSON}:tally`]: 1 } },
              known: { facts: { "tally-1": 7, "tally-2": 6 }, topics: { tally: 7 } },
            },
          };
          const context = contextWith({ state, seed: "d", rules: D20 });
          const slots = slotsIn(await ask({ context, dependencies: { outcome: null, recall: { memories: [] } } }));
          const rolls = slots.flatMap(({ roll, bind }) =>
            roll === undefined || bind.npc !== PERSON
              ? []
              : [roll.modifiers.reduce((sum, { label, value }) => sum + (OF_OPINION.test(label) ? value : 0), 0)],
          );
          judged.push({ ...one, rolls });
        }
        return judge018(judged);
      });
    }),
};

/** Words for an opinion in a roll. */
const OF_OPINION = /would do much for you|trusts? you|likes? you|hates? you|cold to you|wary of you/;
