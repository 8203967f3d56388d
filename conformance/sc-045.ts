import { join } from "node:path";
import { writeSizedCampaign } from "@narratoria/engine/testing";
import { type Criterion, LONG } from "./support/criterion.js";
import { inFreshHome } from "./support/home.js";
import { slowdownInWords, withSlowdown } from "./support/slowdown.js";
import { type ToldInTime, toldInTime } from "./support/told-in-time.js";

const BYTES = LONG ? 100_000_000 : 5_000_000;
const FIRST_MS = 5_000;
const SCENE_MS = 3_000;
const MEMORY_MB = 1024;
const TURNS = 10;

export function judge045({ firstMs, sceneMs, mostMb, failures }: ToldInTime, slowdown = 1) {
  const longest = Math.max(0, ...sceneMs);
  return {
    met:
      firstMs < FIRST_MS * slowdown &&
      sceneMs.length === TURNS &&
      longest < SCENE_MS * slowdown &&
      failures.length === 0 &&
      (mostMb === null || mostMb < MEMORY_MB),
    found: `first scene after ${(firstMs / 1000).toFixed(1)} s, ${sceneMs.length} more, the longest ${(longest / 1000).toFixed(1)} s, at most ${mostMb ?? "?"} MB, ${failures.length} failures${slowdownInWords(slowdown)}`,
  };
}

/** A world book of that size, made up by a seed, is opened by a process of its own and played. */
export const sc045: Criterion = {
  id: "SC-045",
  title: "Large campaign stability",
  target: "5 MB of lore (100 MB with `--long`): the first scene within 5 s, ten more, less than 1 GB of memory",
  measure: () =>
    inFreshHome(async (dataDir) => {
      const campaign = join(dataDir, "campaign");
      await writeSizedCampaign(campaign, { bytes: BYTES });
      const { result, slowdown } = await withSlowdown(() => toldInTime(join(dataDir, "home"), campaign, TURNS));
      return judge045(result, slowdown);
    }),
};
