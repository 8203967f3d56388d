import type { Criterion } from "./support/criterion.js";
import { nineteenOfTwenty, withStory } from "./support/records.js";

/** Half of what a newcomer thinks of the player comes from the faction that the newcomer is of. */
const FACTION_SHARE = 0.5;

/** For each newcomer the reputation with the faction is read, and what the newcomer thinks of the player is kept. */
export const sc017: Criterion = {
  id: "SC-017",
  title: "NPC perception init speed",
  target: "less than 100 ms, informed by faction reputation",
  measure: () =>
    withStory(async ({ store, id }) => {
      const scores = [-80, -20, 0, 40, 90];
      for (const [n, currentScore] of scores.entries()) {
        await store.store(id, "reputation", { factionId: `faction-${n}`, currentScore });
      }
      let informed = 0;
      const ms = await nineteenOfTwenty(100, async (n) => {
        const filters = { factions: [`faction-${n % scores.length}`] };
        const [reputation] = (await store.exactMatch(id, "reputation", filters)).records;
        const perceptionScore = FACTION_SHARE * (reputation?.record.currentScore ?? Number.NaN);
        await store.store(id, "perception", { npcId: `npc-${n}`, perceptionScore });
        const [kept] = (await store.exactMatch(id, "perception", { npcs: [`npc-${n}`] })).records;
        if (kept?.record.perceptionScore === FACTION_SHARE * (scores[n % scores.length] ?? Number.NaN)) informed += 1;
      });
      return {
        met: ms < 100 && informed === 100,
        found: `${ms.toFixed(1)} ms for 19 of 20, ${informed} of 100 informed`,
      };
    }),
};
