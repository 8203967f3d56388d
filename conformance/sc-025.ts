import { type Criterion, LONG } from "./support/criterion.js";
import { manyMemories, nineteenOfTwenty, withStory } from "./support/records.js";

const MEMORIES = LONG ? 10_000 : 2_000;

/** What a scene is told from: two searches, a reputation, a perception and a portrait, in a story of thousands of memories. */
export const sc025: Criterion = {
  id: "SC-025",
  title: "Context augmentation speed",
  target: "less than 200 ms for five pieces of data",
  measure: () =>
    withStory(async ({ store, id }) => {
      await store.change(id, manyMemories(MEMORIES));
      await store.store(id, "reputation", { factionId: "guild", currentScore: 12 });
      await store.store(id, "perception", { npcId: "p1", perceptionScore: 30 });
      await store.store(id, "portrait", { characterId: "p1", imagePath: "art/p1.png", descriptionHash: "1" });
      let pieces = 0;
      const ms = await nineteenOfTwenty(40, async (n) => {
        const found = await Promise.all([
          store.semanticSearch(id, { dataType: "memory", query: `Osk at house ${n * 5}`, limit: 5 }),
          store.semanticSearch(id, {
            dataType: "memory",
            query: "the fire",
            filters: { characters: ["p1"] },
            limit: 5,
          }),
          store.exactMatch(id, "reputation", { factions: ["guild"] }).then(({ records }) => records),
          store.exactMatch(id, "perception", { npcs: ["p1"] }).then(({ records }) => records),
          store.exactMatch(id, "portrait", { characters: ["p1"] }).then(({ records }) => records),
        ]);
        pieces += found.filter(({ length }) => length > 0).length;
      });
      return { met: ms < 200 && pieces === 200, found: `${ms.toFixed(1)} ms for 19 of 20, ${pieces} of 200 pieces` };
    }),
};
