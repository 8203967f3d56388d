import { setImmediate } from "node:timers/promises";
import fc from "fast-check";
import { expect, it } from "vitest";
import { openStore } from "../src/index.js";
import { createHnswIndex, loadGraphLibrary } from "../src/vector-scan/hnsw-index.js";
import { createVectorScan, type VectorScan } from "../src/vector-scan/vector-scan.js";
import { begin, freshFolder } from "./helpers/stores.js";

const DIMENSIONS = 48;
/** An optional dependency: it is there wherever it could be built. */
const library = await loadGraphLibrary();
const title = library ? "" : " (skipped: hnswlib-node could not be built here)";

function vectors(count: number, seed: number): Float32Array[] {
  let state = seed;
  const random = (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 31 - 1;
  };
  return Array.from({ length: count }, () => Float32Array.from({ length: DIMENSIONS }, random));
}

/** Until the graph has caught up with the scan. */
async function grown(index: VectorScan, query: Float32Array): Promise<void> {
  for (index.nearest(query, 1); index.answeredBy !== "hnsw"; index.nearest(query, 1)) await setImmediate();
}

it.skipIf(!library)(
  `[PE29] a graph finds what the scan finds, whatever the filter, and what came or went since${title}`,
  async () => {
    if (!library) return;
    let [hits, wanted] = [0, 0];
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: 2 ** 31 }), fc.integer({ min: 2, max: 30 }), async (seed, part) => {
        const all = vectors(500, seed);
        const [query = new Float32Array(DIMENSIONS)] = vectors(1, seed + 1);
        const scan = createVectorScan({ dimensions: DIMENSIONS });
        const index = createHnswIndex(createVectorScan({ dimensions: DIMENSIONS }), library, {
          dimensions: DIMENSIONS,
          fromRows: 300,
        });
        // Some records have two windows.
        const add = (vector: Float32Array, row: number): void => {
          for (const one of [scan, index]) one.add(row % 400, vector);
        };
        all.slice(0, 480).forEach(add);
        await grown(index, query);
        const allowed = Uint8Array.from({ length: 400 }, (_, owner) => (owner % part === 0 ? 0 : 1));
        const few = allowed.map((one) => 1 - one);
        for (const mask of [allowed, few, undefined]) {
          const found = index.nearest(query, 10, mask);
          const exact = scan.nearest(query, 10, mask);
          expect(found).toHaveLength(exact.length);
          expect(new Set(found.map(({ owner }) => owner)).size).toBe(found.length);
          for (const { owner, cosine } of found) {
            expect(mask?.[owner] ?? 1).toBe(1);
            const same = exact.find((one) => one.owner === owner);
            if (!same) continue;
            hits += 1;
            expect(cosine).toBeCloseTo(same.cosine, 5);
          }
          wanted += exact.length;
        }
        for (const [share, by] of [
          [0.5, "scan"],
          [0.9, "hnsw"],
        ] as const) {
          index.nearest(
            query,
            10,
            Uint8Array.from({ length: 400 }, (_, owner) => (owner < 400 * share ? 1 : 0)),
          );
          expect(index.answeredBy).toBe(by);
        }
        // A new one is found at once, though the graph has it later; one that is shut out is not.
        add(query, 480);
        expect(index.nearest(query, 1)).toEqual(scan.nearest(query, 1));
        expect(index.answeredBy).toBe("scan");
        await grown(index, query);
        expect(index.nearest(query, 1)[0]?.owner).toBe(80);
        const without = new Uint8Array(400).fill(1);
        without[80] = 0;
        expect(index.nearest(query, 20, without).map(({ owner }) => owner)).not.toContain(80);
      }),
      { numRuns: 4 },
    );
    expect(hits / wanted).toBeGreaterThanOrEqual(0.98);
  },
);

it("[PE29] where the library is not installed, there is none, and whatever else has its name is none", async () => {
  expect(await loadGraphLibrary("a-library-that-nobody-has")).toBeNull();
  expect(await loadGraphLibrary("ulid")).toBeNull();
});

it("[PE29] a store finds what there is, and says what answered: where the graph has too few, the scan", async () => {
  const embedder = {
    id: "first letters",
    dimensions: 2,
    embed: async (texts: readonly string[]) => texts.map((text) => Float32Array.of(text.length, text.charCodeAt(0))),
  };
  const store = await openStore({ dataDir: freshFolder(), embedder, index: "hnsw" });
  const story = await begin(store);
  await story.tell(["Bell cracked."]);
  expect(await store.semanticSearch(story.id, { dataType: "memory", query: "Bell cracked." })).toHaveLength(1);
  await store.exactMatch(story.id, "memory");
  expect(store.measures().map(({ index }) => index)).toEqual(["scan", null]);
  await store.close();
});
