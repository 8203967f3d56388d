import type { Criterion } from "./support/criterion.js";
import { inFreshHome } from "./support/home.js";
import { runSkill } from "./support/run-skill.js";

/** What player-choices makes of helping somebody, and of breaking a promise to somebody. */
const HELPED = 20;
const BETRAYED = -15;

/** Two people begin alike; one is helped twice and one betrayed twice, each deed through the script that plays use. */
export const sc028: Criterion = {
  id: "SC-028",
  title: "NPC perception accuracy",
  target: "who was helped thinks more than 30 better of the player than who was betrayed",
  measure: () =>
    inFreshHome(async (dataDir) => {
      let people: Record<string, object> = { ine: { feeling: 0, perceived: 0 }, osk: { feeling: 0, perceived: 0 } };
      for (const scene of [1, 2]) {
        const effects = [
          { kind: "feeling", npc: "ine", delta: HELPED },
          { kind: "feeling", npc: "osk", delta: BETRAYED },
        ];
        const dependencies = { outcome: { effects, memory: { summary: "You kept one promise and broke another." } } };
        const given = { dependencies, context: { scene, people } };
        const { output } = await runSkill("npc-perception/update-perception", given, dataDir);
        people = (output["patch"] as { people: typeof people }).people;
      }
      const { output } = await runSkill(
        "npc-perception/query-perception",
        { input: { npcs: ["ine", "osk"] }, context: { people } },
        dataDir,
      );
      const [helped = Number.NaN, betrayed = Number.NaN] = (output["perceptions"] as { score: number }[]).map(
        ({ score }) => score,
      );
      return { met: helped - betrayed > 30, found: `helped ${helped}, betrayed ${betrayed}` };
    }),
};
