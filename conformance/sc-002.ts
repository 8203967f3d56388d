import { createPatternPlanner } from "@narratoria/narrator";
import { inWords, isRight, readActions, select } from "./support/actions.js";
import type { Criterion } from "./support/criterion.js";

/** 120 labelled actions, all scenes and skills, and 40 that were written after the planner was done. */
export const sc002: Criterion = {
  id: "SC-002",
  title: "Skill selection accuracy",
  target: "the right skills for 90% of actions",
  async measure() {
    const planner = createPatternPlanner();
    const [selections, unseen] = [
      await select(planner, await readActions("actions")),
      await select(planner, await readActions("held-out")),
    ];
    const right = selections.filter(isRight).length;
    return { met: right >= 0.9 * selections.length, found: `${inWords(selections)}; unseen: ${inWords(unseen)}` };
  },
};
