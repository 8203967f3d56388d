import type { Criterion } from "./support/criterion.js";
import { nineteenOfTwenty, withStory } from "./support/records.js";

/** The reputation of each of two hundred factions is asked for. */
export const sc008: Criterion = {
  id: "SC-008",
  title: "Reputation query speed",
  target: "less than 100 ms for each of many factions",
  measure: () =>
    withStory(async ({ store, id }) => {
      const factions = Array.from({ length: 200 }, (_, n) => `faction-${n}`);
      await store.change(
        id,
        factions.map((factionId, n) => ({
          change: "store",
          dataType: "reputation",
          record: { factionId, currentScore: n - 100 },
        })),
      );
      let right = 0;
      const ms = await nineteenOfTwenty(factions.length, async (n) => {
        const { records } = await store.exactMatch(id, "reputation", { factions: [factions[n] ?? ""] });
        if (records.length === 1 && records[0]?.record.currentScore === n - 100) right += 1;
      });
      return { met: ms < 100 && right === 200, found: `${ms.toFixed(1)} ms for 19 of 20, ${right} of 200 right` };
    }),
};
