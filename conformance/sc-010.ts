import { openEngine } from "@narratoria/engine";
import type { Criterion } from "./support/criterion.js";
import { inFreshHome, install } from "./support/home.js";

/** A folder is copied and Narratoria started again: the skill is there, asks once, and is used. */
export const sc010: Criterion = {
  id: "SC-010",
  title: "Skill installation ease",
  target: "a copied folder and a restart install a skill, with one agreement and no change of code",
  measure: () =>
    inFreshHome(async (dataDir) => {
      await (await openEngine({ dataDir })).close();
      await install(dataDir, "lantern", {
        "SKILL.md": "---\nname: lantern\ndescription: Light.\n---\nMind the light.\n",
      });
      const states: string[] = [];
      for (let start = 1; start <= 2; start++) {
        const engine = await openEngine({ dataDir });
        try {
          const { state, hash } = engine.skills.show("lantern");
          states.push(state);
          if (state === "waiting" && hash !== null) states.push((await engine.skills.agree("lantern", hash)).state);
        } finally {
          await engine.close();
        }
      }
      return { met: states.join() === "waiting,ready,ready", found: states.join(", then ") };
    }),
};
