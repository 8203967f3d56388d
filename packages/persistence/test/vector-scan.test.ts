import { readFile } from "node:fs/promises";
import fc from "fast-check";
import { expect, it } from "vitest";
import { plainKernel, wasmKernel } from "../src/vector-scan/kernel.js";
import { createVectorScan, type VectorScan } from "../src/vector-scan/vector-scan.js";
import { assembleKernel } from "../tools/assemble-kernel.mjs";

/** Vectors round a few centres, as sentences are round their subjects. */
function vectors(count: number, dimensions: number, seed: number): Float32Array[] {
  let state = seed;
  const random = (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 31 - 1;
  };
  const centres = Array.from({ length: 20 }, () => Float32Array.from({ length: dimensions }, random));
  return Array.from({ length: count }, () => {
    const centre = centres[Math.floor(((random() + 1) / 2) * 20)] ?? new Float32Array(dimensions);
    return centre.map((value) => value + 0.7 * random());
  });
}

function cosine(one: Float32Array, other: Float32Array): number {
  let [dot, left, right] = [0, 0, 0];
  one.forEach((value, at) => {
    const twin = other[at] ?? 0;
    dot += value * twin;
    left += value * value;
    right += twin * twin;
  });
  return dot / Math.sqrt(left * right);
}

function filled(scan: VectorScan, all: readonly Float32Array[]): VectorScan {
  all.forEach((vector, owner) => {
    scan.add(owner, vector);
  });
  return scan;
}

it("[PE25] finds exactly the nearest of a scope that is scored whole, in any dimension, the lower number first among equals", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 150 }),
      fc.integer({ min: 1, max: 60 }),
      fc.integer({ min: 1, max: 12 }),
      fc.constantFrom("wasm" as const, "plain" as const),
      fc.integer({ min: 0, max: 2 ** 31 }),
      (dimensions, count, limit, kernel, seed) => {
        const [query = new Float32Array(dimensions), ...all] = vectors(count + 1, dimensions, seed);
        const allowed = Uint8Array.from({ length: count }, (_, at) => (seed >> (at % 20)) & 1);
        const scan = filled(createVectorScan({ dimensions, kernel }), all);
        const found = scan.nearest(query, limit, allowed);
        const exact = all
          .map((vector, owner) => ({ owner, cosine: cosine(vector, query) }))
          .filter(({ owner }) => allowed[owner] === 1)
          .sort((a, b) => b.cosine - a.cosine)
          .slice(0, limit);
        expect(found).toHaveLength(exact.length);
        found.forEach((one, at) => {
          expect(one.cosine).toBeCloseTo(exact[at]?.cosine ?? Number.NaN, 5);
          expect(allowed[one.owner]).toBe(1);
        });
      },
    ),
    { numRuns: 200 },
  );
  const twice = createVectorScan({ dimensions: 3 });
  for (const owner of [2, 0, 1]) twice.add(owner, Float32Array.of(1, 2, 3));
  expect(twice.nearest(Float32Array.of(1, 2, 3), 2).map(({ owner }) => owner)).toEqual([0, 1]);
});

it("[PE26] passes over the sign bits of a large scope and scores the nearest by them, missing next to nothing", () => {
  const all = vectors(6000, 128, 5);
  const queries = vectors(40, 128, 5);
  const allowed = Uint8Array.from(all, (_, owner) => (owner % 3 === 0 ? 0 : 1));
  const scan = filled(createVectorScan({ dimensions: 128 }), all);
  let [hits, wanted] = [0, 0];
  for (const query of queries) {
    const exact = all
      .map((vector, owner) => ({ owner, cosine: cosine(vector, query) }))
      .filter(({ owner }) => allowed[owner] === 1)
      .sort((a, b) => b.cosine - a.cosine)
      .slice(0, 10);
    const found = new Set(scan.nearest(query, 10, allowed).map(({ owner }) => owner));
    hits += exact.filter(({ owner }) => found.has(owner)).length;
    wanted += exact.length;
  }
  expect(hits / wanted).toBeGreaterThanOrEqual(0.99);

  const few = filled(createVectorScan({ dimensions: 128, candidates: 1 }), all);
  expect(few.nearest(queries[0] ?? new Float32Array(128), 10, allowed)).toHaveLength(1);
});

it("[PE26] scores the more, the more may be found, as the more lie close to a query", () => {
  const all = vectors(100_000, 64, 6);
  const [query = new Float32Array(64)] = vectors(1, 64, 6);
  const scan = createVectorScan({ dimensions: 64 });
  const scoredOf = (rows: number, allowed?: Uint8Array): number => {
    for (; scan.rows < rows; ) scan.add(scan.rows, all[scan.rows] ?? query);
    return scan.nearest(query, 5000, allowed).length;
  };
  expect(scoredOf(1400)).toBe(1400);
  expect(scoredOf(20_000)).toBe(400);
  expect(scoredOf(50_000)).toBe(300);
  expect(scoredOf(100_000)).toBe(400);
  expect(
    scoredOf(
      100_000,
      Uint8Array.from(all, (_, owner) => owner % 2),
    ),
  ).toBe(300);
});

it("[PE26] an estimate is the sum of the query's values, in four bits each, at a row's sign bits", () => {
  for (const kernel of [wasmKernel(), plainKernel()]) {
    kernel.grow(65_536);
    // One row with bits 0, 1 and 63 set; values 5 at 0, -8 at 1, -1 at 63, 7 where no bit is.
    const levels = [5, -8, ...Array.from({ length: 61 }, () => 7), -1];
    new Uint32Array(kernel.buffer, 0, 2).set([0b11, 0x8000_0000]);
    const planes = new Uint32Array(kernel.buffer, 64, 8);
    for (const [column, level] of levels.entries()) {
      for (let bit = 0; bit < 4; bit += 1) {
        const half = bit * 2 + (column >> 5);
        planes[half] = (planes[half] ?? 0) | (((level >> bit) & 1) << (column & 31));
      }
    }
    new Uint32Array(kernel.buffer, 128, 1)[0] = 0;
    kernel.estimates(0, 0, 1, 64, 128, 132, 256);
    expect(new Int32Array(kernel.buffer, 256, 1)[0]).toBe(5 - 8 - 1);
  }
});

it("[PE26] gives the same in WebAssembly and in plain JavaScript, also for rows added after a search", () => {
  for (const dimensions of [384, 100]) {
    const all = vectors(4200, dimensions, 11);
    const queries = vectors(5, dimensions, 12);
    const scans = (["wasm", "plain"] as const).map((kernel) =>
      createVectorScan({ dimensions, kernel, candidates: 60 }),
    );
    for (const [from, to] of [
      [0, 2000],
      [2000, 2100],
      [2100, 4200],
    ]) {
      for (const scan of scans) {
        for (let owner = from ?? 0; owner < (to ?? 0); owner += 1) {
          scan.add(owner, all[owner] ?? new Float32Array(dimensions));
        }
      }
      for (const query of queries) {
        const [wasm = [], plain = []] = scans.map((scan) => scan.nearest(query, 10));
        expect(wasm.map(({ owner }) => owner)).toEqual(plain.map(({ owner }) => owner));
        expect(wasm).toHaveLength(10);
      }
    }
  }
});

it("[PE26] both kernels write the same sign bits, distances, lists and estimates", () => {
  const stride = 128;
  const rows = 50;
  const layout = { rows: 0, mean: 40_000, bits: 41_000, query: 42_000, mask: 43_000, out: 44_000, counts: 45_000 };
  const [wasm, plain] = [wasmKernel(), plainKernel()].map((kernel) => {
    kernel.grow(65_536);
    const values = new Float32Array(kernel.buffer, layout.rows, rows * stride);
    vectors(rows, stride, 3).forEach((vector, row) => {
      values.set(vector, row * stride);
    });
    new Float32Array(kernel.buffer, layout.mean, stride).fill(0.1);
    new Uint8Array(kernel.buffer, layout.mask, rows).fill(1).fill(0, 10, 20);
    kernel.sign(layout.rows, layout.mean, layout.bits, rows, stride);
    kernel.sign(layout.rows, layout.mean, layout.query, 1, stride);
    kernel.distances(layout.bits, layout.query, layout.mask, layout.out, layout.counts, rows, stride / 64);
    new Uint32Array(kernel.buffer, 47_000, 1)[0] = 2;
    const cut = new Uint16Array(kernel.buffer, layout.out, rows)[30] ?? 0;
    const end = kernel.select(layout.out, rows, cut, 47_000, 48_000, 7);
    // Any bits will do as planes; the rows are listed without gaps, as if all were of one chunk.
    new Uint32Array(kernel.buffer, 49_000, 16).set(new Uint32Array(kernel.buffer, layout.bits, 16));
    new Uint32Array(kernel.buffer, 50_000, rows).set(Array.from({ length: rows }, (_, row) => rows - 1 - row));
    kernel.estimates(layout.bits, 0, stride / 64, 49_000, 50_000, 50_000 + rows * 4, 51_000);
    const estimates = new Int32Array(kernel.buffer, 51_000, rows);
    expect(new Set(estimates).size).toBeGreaterThan(10);
    expect(Math.min(...estimates)).toBeLessThan(0);
    return [
      estimates,
      new Uint8Array(kernel.buffer, layout.bits, 7_000),
      end,
      new Uint8Array(kernel.buffer, 48_000, 400),
    ];
  });
  expect(wasm).toEqual(plain);
});

it("[PE27] finds a record of several windows once, by its best", () => {
  const scan = createVectorScan({ dimensions: 4 });
  scan.add(7, Float32Array.of(0, 1, 0, 0));
  scan.add(3, Float32Array.of(1, 1, 0, 0));
  scan.add(7, Float32Array.of(1, 0, 0, 0));
  const found = scan.nearest(Float32Array.of(2, 0, 0, 0), 5);
  expect(found.map(({ owner }) => owner)).toEqual([7, 3]);
  expect(found[0]?.cosine).toBeCloseTo(1, 6);
  expect(scan.nearest(Float32Array.of(2, 0, 0, 0), 5, Uint8Array.of(1, 1, 1, 1))).toHaveLength(1);
});

it("[PE28] refuses a vector of another length or with what is no number, and then holds what it held", () => {
  const scan = createVectorScan({ dimensions: 2 });
  scan.add(0, Float32Array.of(1, 0));
  for (const bad of [Float32Array.of(1), Float32Array.of(Number.NaN, 1), Float32Array.of(1, Infinity)]) {
    expect(() => scan.add(1, bad)).toThrow(RangeError);
    expect(() => scan.nearest(bad, 1)).toThrow(RangeError);
  }
  expect(scan.rows).toBe(1);
  scan.add(1, Float32Array.of(0, 0));
  expect(scan.nearest(Float32Array.of(3, 0), 2).map((one) => one.cosine)).toEqual([1, 0]);
  expect(() => createVectorScan({ dimensions: 0 })).toThrow(RangeError);
});

it("[PE26] ships the kernel that its source assembles to", async () => {
  const shipped = await readFile(new URL("../src/vector-scan/kernel-bytes.ts", import.meta.url), "utf8");
  expect(shipped).toBe(await assembleKernel());
});
