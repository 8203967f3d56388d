import { isDeepStrictEqual } from "node:util";
import { type Criterion, LONG } from "./support/criterion.js";
import { manyMemories, withStory } from "./support/records.js";

const COUNT = LONG ? 10_000 : 2_000;

/** Thousands of memories are kept, read back page by page, and each is compared with what it was. */
export const sc023: Criterion = {
  id: "SC-023",
  title: "Memory accuracy",
  target: "at least 99 of 100 of 1000 and more memories come back as they were",
  measure: () =>
    withStory(async ({ store, id }) => {
      const given = manyMemories(COUNT);
      await store.change(id, given);
      let same = 0;
      let at = 0;
      for (let after: string | null = ""; after !== null; ) {
        const page: Awaited<ReturnType<typeof store.exactMatch<"memory">>> = await store.exactMatch(
          id,
          "memory",
          {},
          { limit: 1000, order: "oldest", ...(after === "" ? {} : { after }) },
        );
        for (const { record } of page.records) if (isDeepStrictEqual(record, given[at++]?.record)) same += 1;
        after = page.next;
      }
      return { met: same >= 0.99 * COUNT && at === COUNT, found: `${same} of ${COUNT}` };
    }),
};
