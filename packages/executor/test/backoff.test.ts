import { expect, it } from "vitest";
import { backoffDelayMs } from "../src/plan/backoff.js";

it("[EX20] doubles the delay with each retry", () => {
  const policy = { maxRetries: 3, backoffMs: 100 };
  expect([1, 2, 3].map((retry) => backoffDelayMs(policy, retry))).toEqual([100, 200, 400]);
});

it.each([0, 4, 1.5, Number.NaN])("[EX20] knows no retry %s of 3", (retry) => {
  expect(() => backoffDelayMs({ maxRetries: 3, backoffMs: 100 }, retry)).toThrow(RangeError);
});
