/** What every store of records has to do, whatever lies below it. Rules PE30 to PE49; no test framework is needed. */
import type { RecordStore } from "./in-memory-store.js";
import type { Embedder } from "./records/embedder.js";
import { MEMORY_CASES } from "./store-conformance/memories.js";
import { RECORD_CASES } from "./store-conformance/records.js";
import { SEARCH_CASES } from "./store-conformance/search.js";
import { begun, Story } from "./store-conformance/story.js";

export interface ConformanceCase {
  /** The rule of SPEC.md that it tries. */
  readonly rule: string;
  readonly title: string;
  /** Rejects where the store does not keep the rule. */
  run(): Promise<void>;
}

/** What a store under test is made with: a clock that the test sets, and what says what texts mean. */
export interface MakeStoreOptions {
  readonly now: () => number;
  readonly embedder?: Embedder;
}

type MakeStore = (options: MakeStoreOptions) => Promise<RecordStore>;

/**
 * The suite that every implementation shares.
 *
 * @param makeStore - Makes an empty store.
 */
export function storeConformance(makeStore: MakeStore): readonly ConformanceCase[] {
  return [...RECORD_CASES, ...SEARCH_CASES, ...MEMORY_CASES].map(([rule, title, embedder, work]) => ({
    rule,
    title,
    run: async () => {
      let time = Date.UTC(2026, 0, 1);
      const store = await makeStore({ now: () => (time += 1000), ...(embedder ? { embedder } : {}) });
      try {
        await work(new Story(store, await begun(store)), store);
      } finally {
        await store.close();
      }
    },
  }));
}
