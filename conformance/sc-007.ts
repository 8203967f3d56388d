import { type Criterion, LONG } from "./support/criterion.js";
import { manyMemories, nineteenOfTwenty, withStory } from "./support/records.js";

const MEMORIES = LONG ? 5_000 : 2_000;

/** Thousands of memories, asked for by words that many and few of them hold, the first time included. */
export const sc007: Criterion = {
  id: "SC-007",
  title: "Memory search speed",
  target: "less than 500 ms with 1000 and more memories",
  measure: () =>
    withStory(async ({ store, id }) => {
      await store.change(id, manyMemories(MEMORIES));
      const queries = ["Osk rang the bell", "who hid a letter at house 77", "the debt and the fire", "Ódile"];
      let results = 0;
      const ms = await nineteenOfTwenty(40, async (n) => {
        const query = queries[n % queries.length] ?? "";
        results += (await store.semanticSearch(id, { dataType: "memory", query, limit: 5 })).length;
      });
      return { met: ms < 500 && results === 200, found: `${ms.toFixed(1)} ms for 19 of 20, ${results} of 200 results` };
    }),
};
