import { createRandom } from "@narratoria/protocol/random";
import type { Criterion } from "./support/criterion.js";
import { bareStory, manyMemories, withStory } from "./support/records.js";

const QUERIES = 1_000;

/** Two stories hold the same memories; a thousand random queries of one are compared with a plain search through its list. */
export const sc032: Criterion = {
  id: "SC-032",
  title: "Scope filtering",
  target: "nothing from outside of the scope in filtered queries",
  measure: () =>
    withStory(async ({ store, id }) => {
      const other = await bareStory(store);
      await other.tell(0);
      const given = manyMemories(500);
      await store.change(id, given);
      await store.change(other.id, given);
      const random = createRandom("scope");
      let [leaks, missing] = [0, 0];
      for (let n = 0; n < QUERIES; n += 1) {
        const story = random.chance(0.5) ? id : other.id;
        const [character, tag] = [`p${random.int(5)}`, `t${random.int(7)}`];
        const filters = {
          ...(random.chance(0.7) ? { characters: [character] } : {}),
          ...(random.chance(0.5) ? { tags: [tag] } : {}),
        };
        const inScope = given.filter((_, at) => {
          const person = !filters.characters || `p${at % 5}` === character;
          return person && (!filters.tags || `t${at % 7}` === tag);
        });
        const known = new Set(inScope.map(({ record }) => record.summary));
        const { records } = await store.exactMatch(story, "memory", filters, { limit: 1000 });
        const found = await store.semanticSearch(story, {
          dataType: "memory",
          query: "bell rope fire house",
          filters,
          limit: 100,
        });
        leaks += [...records, ...found].filter(
          (one) => one.playthroughId !== story || !known.has(one.record.summary),
        ).length;
        missing += inScope.length - records.length;
      }
      return {
        met: leaks === 0 && missing === 0,
        found: `${leaks} out of scope, ${missing} missed, in ${QUERIES} queries`,
      };
    }),
};
