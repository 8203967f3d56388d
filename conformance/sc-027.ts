import { openEngine } from "@narratoria/engine";
import type { Criterion } from "./support/criterion.js";
import { inFreshHome, sharedScripts } from "./support/home.js";
import { outputOf, walk } from "./support/walk.js";

const TURNS = 8;

/**
 * @param deeds - What the player did on the first evening, as the story remembers it.
 * @param told - What the second evening opens with.
 */
export function judge027(deeds: readonly string[], told: readonly string[]) {
  const again = told.filter((line) => deeds.includes(line));
  return {
    met: again.length > 0,
    found: `the second evening opens with ${again.length} of ${deeds.length} deeds of the first`,
  };
}

/** A story is played on after a restart: it opens with what was done on the first evening. */
export const sc027: Criterion = {
  id: "SC-027",
  title: "Cross-session continuity",
  target: "an action of session 1 is referred to in session 2",
  measure: () =>
    inFreshHome(async (dataDir) => {
      const first = await openEngine({ dataDir, scripts: await sharedScripts() });
      const deeds: string[] = [];
      try {
        const story = await first.play("one-wheel-over", { seed: "27" });
        for (const { tools } of await walk(story, TURNS, ({ choices }, turn) => 1 + (turn % choices.length))) {
          const { summary } = outputOf(tools, "remember");
          if (typeof summary === "string") deeds.push(summary);
        }
      } finally {
        await first.close();
      }
      const second = await openEngine({ dataDir, scripts: await sharedScripts() });
      try {
        const told: string[] = [];
        for await (const event of (await second.play("one-wheel-over")).begin())
          if (event.type === "story") told.push(...(event.soFar ?? []));
        return judge027(deeds, told);
      } finally {
        await second.close();
      }
    }),
};
