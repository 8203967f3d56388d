import { type Criterion, LONG } from "./support/criterion.js";
import { slowdownInWords, withSlowdown } from "./support/slowdown.js";
import { type BareStory, manyMemories, withStory } from "./support/records.js";

const READERS = 8;
const MEMORIES = 1_000;
/** As long as SC-007 gives one search alone. */
const BUDGET_MS = 500;

/** A short while, unless there is time for the whole minute. */
const SECONDS = LONG ? 60 : 2;

/** Eight readers and a writer at one open store, all as fast as they can. */
export const sc031: Criterion = {
  id: "SC-031",
  title: "Readers beside a writer",
  target: "8 readers and a writer at one open store for a minute: none is turned away, all within their time",
  measure: () =>
    withStory(async (story) => {
      await story.store.change(story.id, manyMemories(MEMORIES));
      // What a story's first search reads of it is not what readers wait for beside a writer.
      await story.store.semanticSearch(story.id, { dataType: "memory", query: "bell" });
      const waits: number[] = [];
      const failures = new Set<string>();
      const { result: written, slowdown } = await withSlowdown(async () => {
        const until = performance.now() + SECONDS * 1000;
        const readers = Array.from({ length: READERS }, (_, n) => read(story, n, until, waits, failures));
        const [turns] = await Promise.all([write(story, until, failures), ...readers]);
        return turns;
      });
      waits.sort((a, b) => a - b);
      const p95 = waits[Math.ceil(0.95 * waits.length) - 1] ?? Number.NaN;
      const { total } = await story.store.exactMatch(story.id, "memory");
      const met = failures.size === 0 && p95 < BUDGET_MS * slowdown && total === MEMORIES + written && written > 0;
      const failed = failures.size === 0 ? "none failed" : [...failures].join("; ");
      return {
        met,
        found: `${failed}; ${waits.length} reads, 19 of 20 within ${p95.toFixed(1)} ms; ${written} turns in ${SECONDS} s${slowdownInWords(slowdown)}`,
      };
    }),
};

/** Reads in every way there is, until the time is over. */
async function read(
  { store, id }: BareStory,
  reader: number,
  until: number,
  waits: number[],
  failures: Set<string>,
): Promise<void> {
  const ways = [
    () => store.semanticSearch(id, { dataType: "memory", query: `who rang the bell at house ${reader}`, limit: 5 }),
    () => store.exactMatch(id, "memory", { characters: [`p${reader % 5}`] }, { limit: 20 }),
    () => store.head(id),
    () => store.history(id, { limit: 5 }),
  ];
  for (let n = reader; performance.now() < until; n += 1) {
    const startedAt = performance.now();
    try {
      await ways[n % ways.length]?.();
    } catch (error) {
      failures.add(String(error));
    }
    waits.push(performance.now() - startedAt);
    // The others' turn: a promise that is there already would keep it.
    await new Promise((resolve) => setImmediate(resolve));
  }
}

/** Tells turns, each with a memory, until the time is over. @returns How many. */
async function write({ store, id, tell }: BareStory, until: number, failures: Set<string>): Promise<number> {
  let written = 0;
  while (performance.now() < until) {
    try {
      await tell(written);
      await store.store(id, "memory", { summary: `A lamp was lit at post ${written}x.` });
      written += 1;
    } catch (error) {
      failures.add(String(error));
    }
    await new Promise((resolve) => setImmediate(resolve));
  }
  return written;
}
