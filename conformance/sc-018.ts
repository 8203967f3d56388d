import type { Criterion } from "./support/criterion.js";
import { inFreshHome } from "./support/home.js";
import { runSkill } from "./support/run-skill.js";

/** The modifier that the documents give for a score. */
function expected(score: number): number {
  const tier = Math.abs(score) >= 75 ? 3 : Math.abs(score) >= 45 ? 2 : Math.abs(score) > 30 ? 1 : 0;
  return score < 0 && tier > 0 ? -tier : tier;
}

/** Every whole score from -100 to 100 is asked for, as a script of ours tells it. */
export const sc018: Criterion = {
  id: "SC-018",
  title: "Dice modifier accuracy",
  target: "the right modifier for every score",
  measure: () =>
    inFreshHome(async (dataDir) => {
      const scores = Array.from({ length: 201 }, (_, n) => n - 100);
      const people = Object.fromEntries(scores.map((score, n) => [`p${n}`, { feeling: score }]));
      let right = 0;
      for (let from = 0; from < scores.length; from += 50) {
        const npcs = Object.keys(people).slice(from, from + 50);
        const given = { input: { npcs }, context: { people } };
        const { output } = await runSkill("npc-perception/query-perception", given, dataDir);
        const told = output["perceptions"] as { score: number; modifier: number }[];
        right += told.filter(({ modifier }, at) => modifier === expected(scores[from + at] ?? Number.NaN)).length;
      }
      return { met: right === scores.length, found: `${right} of ${scores.length} right` };
    }),
};
