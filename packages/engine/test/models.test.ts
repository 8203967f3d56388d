// SPEC.md EN1700.
import { expect, it } from "vitest";
import { estimatedSize } from "../src/models.js";

const PHI = { kind: "narrator", bytes: null, weights: 3_800_000_000 } as const;

it("[EN1700] estimates what a narrator takes by its number of weights", () => {
  const size = estimatedSize(PHI);
  // As published, 2.39 GB.
  expect(size?.bytes).toBeGreaterThan(2.2e9);
  expect(size?.bytes).toBeLessThan(2.5e9);
  expect(size?.memoryBytes).toBeGreaterThan(size?.bytes ?? 0);
});

it.each([
  ["its size is known", { ...PHI, bytes: 2_393_232_672 }],
  ["its number of weights is unknown", { ...PHI, weights: null }],
  ["it finds memories", { ...PHI, kind: "memories" as const }],
])("[EN1700] estimates nothing where %s", (_, model) => {
  expect(estimatedSize(model)).toBeNull();
});
