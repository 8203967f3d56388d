// SPEC.md PR845: long work that lets other work through.
import { expect, it } from "vitest";
import { atOnce, inSlices } from "../src/index.js";

/** Steps of 4 ms each by a clock of the test's own, which says what happened between them. */
function* steps(count: number, clock: { ms: number }, said: string[]): Generator<void, number> {
  for (let step = 1; step <= count; step++) {
    clock.ms += 4;
    said.push(`step ${step}`);
    yield;
  }
  return count;
}

it("[PR845] work in slices lets other work through after 5 ms, and gives what it gives at once", async () => {
  const [clock, said] = [{ ms: 0 }, [] as string[]];
  const done = inSlices(steps(6, clock, said), () => clock.ms);
  setImmediate(() => said.push("other work"));
  expect(await done).toBe(6);
  expect(said).toEqual(["step 1", "step 2", "other work", "step 3", "step 4", "step 5", "step 6"]);
  expect(atOnce(steps(6, clock, []))).toBe(6);
});

it("[PR845] work in slices fails as its work does", async () => {
  function* broken(): Generator<void, never> {
    yield;
    throw new Error("no wick");
  }
  await expect(inSlices(broken())).rejects.toThrow("no wick");
});
