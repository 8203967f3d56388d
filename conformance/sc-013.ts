import { openEngine } from "@narratoria/engine";
import { type Criterion, LONG } from "./support/criterion.js";
import { inFreshHome } from "./support/home.js";
import { walk } from "./support/walk.js";

const LIMIT_MS = 3_000;
const SHARE = 0.95;
const CAMPAIGNS = ["one-wheel-over", "the-piano-on-the-third-landing"];

export function judge013(points: readonly { readonly ms: number; readonly options: number }[]) {
  const good = points.filter(({ ms, options }) => ms <= LIMIT_MS && (options === 3 || options === 4)).length;
  const longest = Math.round(Math.max(0, ...points.map(({ ms }) => ms)));
  return {
    met: points.length > 0 && good >= SHARE * points.length,
    found: `${good} of ${points.length} decision points, the longest ${longest} ms`,
  };
}

/** What generate-choices took in played stories, each invocation in a process of its own. */
export const sc013: Criterion = {
  id: "SC-013",
  title: "Choice generation speed",
  target: "3 or 4 options within 3 s at 95% of decision points",
  measure: () =>
    inFreshHome(async (dataDir) => {
      const engine = await openEngine({ dataDir, residentScripts: false });
      try {
        const points: { ms: number; options: number }[] = [];
        for (const campaign of CAMPAIGNS) {
          const turns = await walk(await engine.play(campaign, { seed: "13" }), LONG ? 50 : 8, () => 1);
          for (const { tools, slots, scene } of turns) {
            const made = tools.findLast(({ toolId }) => toolId === "choices");
            // The engine fills up what a script leaves open, which is no choice of the script's.
            if (made && !scene.ended) points.push({ ms: made.endMs - made.startMs, options: slots.length });
          }
        }
        return judge013(points);
      } finally {
        await engine.close();
      }
    }),
};
