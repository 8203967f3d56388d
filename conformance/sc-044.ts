import { join } from "node:path";
import { enrichCampaign } from "@narratoria/engine";
import { walkStory } from "@narratoria/engine/testing";
import { testCampaign } from "./support/campaigns.js";
import { type Criterion, LONG } from "./support/criterion.js";
import { inFreshHome, sharedScripts } from "./support/home.js";
import { SPARSE_CAMPAIGNS, writeSparseCampaign } from "./support/sparse-campaigns.js";
import { type DueBeat, dueBeats } from "./support/under-way.js";

const SHARE = 0.95;
const LEAST = 10;
const TURNS = 25;
const FULL = LONG ? ["farthest-south", "mercy-and-will"].map(testCampaign) : [];

export function judge044(beats: readonly DueBeat[]) {
  const late = beats.filter(({ underWay, until }) => underWay === null || underWay > until);
  const [first] = late;
  return {
    met: beats.length >= LEAST && late.length <= (1 - SHARE) * beats.length,
    found: `${beats.length - late.length} of ${beats.length} beats in time${first === undefined ? "" : ` (not ${first.id}: due ${first.due}, under way ${first.underWay ?? "never"})`}`,
  };
}

/** As SC-035 measures them, in the campaigns of authors who wrote little: their beats are generated and wait for flags of choices. */
export const sc044: Criterion = {
  id: "SC-044",
  title: "Plot beat responsiveness",
  target: "95% of the beats of sparse campaigns are under way within 2 scenes of their conditions",
  measure: () =>
    inFreshHome(async (home) => {
      const beats: DueBeat[] = [];
      const scripts = await sharedScripts();
      const campaigns: string[] = [...FULL];
      for (const [name, files] of Object.entries(SPARSE_CAMPAIGNS)) {
        const dir = join(home, name.replaceAll(" ", "-"));
        await writeSparseCampaign(dir, files);
        await enrichCampaign(dir, { dataDir: join(home, "data") });
        campaigns.push(dir);
      }
      for (const campaign of campaigns) {
        const walk = {
          dataDir: join(home, "data"),
          campaign,
          seed: "44",
          turns: TURNS,
          player: "seeker",
          scripts,
        } as const;
        beats.push(...dueBeats((await walkStory(walk)).scenes));
      }
      return judge044(beats);
    }),
};
