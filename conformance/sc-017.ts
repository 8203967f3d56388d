import type { Criterion } from "./support/criterion.js";
import { inFreshHome } from "./support/home.js";
import { nineteenOfTwenty } from "./support/records.js";
import { scoresIn, withSkill } from "./support/run-skill.js";

const LIMIT_MS = 100;
const NEWCOMERS = 100;
const STANDINGS = [-80, -20, 0, 40, 90];
/** A score is told to a tenth. */
const TENTH = 0.1;

export interface Seen017 {
  readonly standing: number;
  /** What the newcomer thinks, and what they would think had the faction no opinion. */
  readonly score: number;
  readonly alone: number;
}

/** @param ms - Of 19 of 20 newcomers. Half of what a newcomer thinks comes from the faction. */
export function judge017(seen: readonly Seen017[], ms: number) {
  const informed = seen.filter(({ standing, score, alone }) => {
    const expected = Math.max(-100, Math.min(100, alone + standing / 2));
    return Math.abs(score - expected) <= TENTH;
  }).length;
  const varied = new Set(seen.map(({ alone }) => alone)).size > 1;
  return {
    met: seen.length > 0 && ms < LIMIT_MS && informed === seen.length && varied,
    found: `${ms.toFixed(1)} ms for 19 of 20, ${informed} of ${seen.length} informed by their faction`,
  };
}

/** Newcomers of a faction meet the player, as the script that plays use sees it: with the faction's opinion, and without. */
export const sc017: Criterion = {
  id: "SC-017",
  title: "NPC perception init speed",
  target: "less than 100 ms, half of it from the reputation with the faction",
  measure: () =>
    inFreshHome((dataDir) =>
      withSkill("npc-perception/initialize-perception", dataDir, async (ask) => {
        const seen: Seen017[] = [];
        const first = async (npc: string, standing: number): Promise<number> => {
          const context = { people: { [npc]: { factions: ["guild"] } }, factions: { guild: standing }, seed: "17" };
          const { initialized } = await ask({ input: { npcs: [npc] }, context });
          return scoresIn(initialized)[0] ?? Number.NaN;
        };
        const ms = await nineteenOfTwenty(NEWCOMERS, async (n) => {
          const standing = STANDINGS[n % STANDINGS.length] ?? 0;
          seen.push({ standing, score: await first(`npc-${n}`, standing), alone: Number.NaN });
        });
        const judged: Seen017[] = [];
        for (const [n, one] of seen.entries()) judged.push({ ...one, alone: await first(`npc-${n}`, 0) });
        return judge017(judged, ms);
      }),
    ),
};
