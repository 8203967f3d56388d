import { type Criterion, LONG } from "./support/criterion.js";
import { inFreshHome } from "./support/home.js";
import { slowdownInWords, withSlowdown } from "./support/slowdown.js";
import { type ToldInTime, toldInTime } from "./support/told-in-time.js";

const LIMIT_MS = 3_000;
const MEMORY_MB = 8 * 1024;
const TURNS = LONG ? 40 : 8;

export function judge033({ sceneMs, mostMb, failures }: ToldInTime, least = TURNS, slowdown = 1) {
  const longest = Math.max(0, ...sceneMs);
  return {
    met:
      sceneMs.length >= least &&
      longest < LIMIT_MS * slowdown &&
      failures.length === 0 &&
      (mostMb === null || mostMb < MEMORY_MB),
    found: `${sceneMs.length} scenes, the longest ${(longest / 1000).toFixed(1)} s, at most ${mostMb ?? "?"} MB, ${failures.length} failures${slowdownInWords(slowdown)}`,
  };
}

/** A story is played in a process that can hold no more than a small computer has. */
export const sc033: Criterion = {
  id: "SC-033",
  title: "Scene transition speed",
  target: "each scene within 3 s of its choice, in a process held to 8 GB",
  measure: () =>
    inFreshHome(async (dataDir) => {
      const { result, slowdown } = await withSlowdown(() => toldInTime(dataDir, "one-wheel-over", TURNS, MEMORY_MB));
      return judge033(result, TURNS, slowdown);
    }),
};
