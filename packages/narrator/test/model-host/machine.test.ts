import fc from "fast-check";
import { expect, it } from "vitest";
import { fitModel, type Machine, type ModelFacts } from "../../src/model-host/machine.js";

const GB = 2 ** 30;
const machine: Machine = { totalBytes: 16 * GB, freeBytes: 10 * GB, cores: 8, busy: 0 };
/** Phi-3.5-mini-instruct Q4_K_M: 384 kB a token for each sequence. */
const phi: ModelFacts = { fileBytes: 2.4 * GB, trainedTokens: 131_072, layers: 32, keyValueHeads: 32, headSize: 96 };

it("[NA152] never takes more threads than there are cores, and leaves those that are busy", () => {
  expect(fitModel(machine, phi).threads).toBe(8);
  expect(fitModel({ ...machine, busy: 3.4 }, phi).threads).toBe(5);
  expect(fitModel({ ...machine, busy: 19 }, phi).threads).toBe(1);
  expect(fitModel({ ...machine, cores: 1.5 }, phi).threads).toBe(1);
  expect(fitModel({ ...machine, busy: 19 }, phi, { threads: 2 }).threads).toBe(2);
  expect(fitModel(machine, phi, { threads: 64 }).threads).toBe(8);
});

it("[NA152] gives a tiny model one thread", () => {
  expect(fitModel(machine, { ...phi, fileBytes: 3 * 2 ** 20 }).threads).toBe(1);
});

it("[NA153] offers the contexts that fit into memory, the largest first", () => {
  expect(fitModel(machine, phi).contextTokens).toEqual([4096, 3072, 2048, 1536, 1024]);
  expect(fitModel({ ...machine, freeBytes: 4.5 * GB }, phi).contextTokens).toEqual([2048, 1536, 1024]);
  expect(fitModel({ ...machine, freeBytes: 3 * GB }, phi).contextTokens).toEqual([]);
  expect(fitModel({ ...machine, totalBytes: 3.4 * GB }, phi).contextTokens).toEqual([]);
  expect(fitModel(machine, phi).leastBytes / GB).toBeCloseTo(3.3, 0);
});

it("[NA153] keeps to what was asked for and to what the model was trained for", () => {
  expect(fitModel(machine, phi, { contextTokens: 2500 }).contextTokens).toEqual([2048, 1536, 1024]);
  expect(fitModel(machine, { ...phi, trainedTokens: 2048 }).contextTokens).toEqual([2048, 1536, 1024]);
  expect(fitModel(machine, { ...phi, trainedTokens: 512 }).contextTokens).toEqual([512]);
});

it("[NA153] never offers more with less memory", () => {
  const gigabytes = fc.double({ min: 0.1, max: 64, noNaN: true });
  fc.assert(
    fc.property(gigabytes, gigabytes, (one, other) => {
      const [less, more] = [Math.min(one, other), Math.max(one, other)].map((free) =>
        fitModel({ ...machine, totalBytes: 64 * GB, freeBytes: free * GB }, phi),
      );
      expect(more?.contextTokens).toEqual(expect.arrayContaining([...(less?.contextTokens ?? [])]));
    }),
  );
});
