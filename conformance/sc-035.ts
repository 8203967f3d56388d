import { walkStory } from "@narratoria/engine/testing";
import { testCampaign } from "./support/campaigns.js";
import { type Criterion, LONG } from "./support/criterion.js";
import { inFreshHome, sharedScripts } from "./support/home.js";
import { type DueBeat, dueBeats } from "./support/under-way.js";

const SHARE = 0.95;
const LEAST = 10;
const TURNS = 40;
const CAMPAIGNS = [
  "one-wheel-over",
  ...(LONG ? ["the-salt-ledger", "nine-wells", "the-last-ferry"] : ["the-salt-ledger"]).map(testCampaign),
];
/** In the short form each campaign has one player. */
const playersOf = (at: number) =>
  LONG ? (["random", "seeker", "kind", "ruthless"] as const) : ([at % 2 === 0 ? "seeker" : "random"] as const);

export function judge035(beats: readonly DueBeat[]) {
  const late = beats.filter(({ underWay, until }) => underWay === null || underWay > until);
  const [first] = late;
  return {
    met: beats.length >= LEAST && late.length <= (1 - SHARE) * beats.length,
    found: `${beats.length - late.length} of ${beats.length} beats in time${first === undefined ? "" : ` (not ${first.id}: due ${first.due}, under way ${first.underWay ?? "never"})`}`,
  };
}

/**
 * Stories are walked by players of several spirits. A beat is under way when it is told or when a choice leads to it, which the
 * player may leave. Of several that are due each next one has two scenes more, for the one before and what that opened.
 */
export const sc035: Criterion = {
  id: "SC-035",
  title: "Plot beat timing",
  target: "95% of beats are under way within 2 scenes of their conditions",
  measure: () =>
    inFreshHome(async (dataDir) => {
      const beats: DueBeat[] = [];
      const scripts = await sharedScripts();
      for (const [at, campaign] of CAMPAIGNS.entries())
        for (const player of playersOf(at))
          beats.push(
            ...dueBeats(
              (await walkStory({ dataDir, campaign, seed: `35-${player}`, turns: TURNS, player, scripts })).scenes,
            ),
          );
      return judge035(beats);
    }),
};
