import { join } from "node:path";
import type { Criterion } from "./support/criterion.js";
import { inFreshHome } from "./support/home.js";
import { slowdownInWords, withSlowdown } from "./support/slowdown.js";
import { SMALL_CAMPAIGNS, writeSmallCampaign } from "./support/small-campaigns.js";
import { type ToldInTime, toldInTime } from "./support/told-in-time.js";

const LIMIT_MS = 5_000;

export function judge039(seen: readonly ToldInTime[], slowdown = 1) {
  const longest = Math.max(
    0,
    ...seen.map(({ firstMs, sceneMs }) => firstMs + (sceneMs[0] ?? Number.POSITIVE_INFINITY)),
  );
  const failures = seen.flatMap((one) => one.failures);
  return {
    met: seen.length > 0 && longest < LIMIT_MS * slowdown && failures.length === 0,
    found: `${seen.length} campaigns, the longest ${(longest / 1000).toFixed(1)} s to the scene after the first choice, ${failures.length} failures${slowdownInWords(slowdown)}`,
  };
}

/** Each is opened by a process of its own in a home where nothing has been played yet. */
export const sc039: Criterion = {
  id: "SC-039",
  title: "Minimal campaign load",
  target: "campaigns of one to four files are loaded and played within 5 s",
  measure: () =>
    inFreshHome(async (dir) => {
      const { result, slowdown } = await withSlowdown(async () => {
        const seen: ToldInTime[] = [];
        for (const [at, name] of Object.keys(SMALL_CAMPAIGNS).entries())
          seen.push(await toldInTime(join(dir, `home-${at}`), await writeSmallCampaign(dir, name), 1));
        return seen;
      });
      return judge039(result, slowdown);
    }),
};
