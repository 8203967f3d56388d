import fc from "fast-check";
import { expect, it } from "vitest";
import { type Health, HEALTHY, nextHealth, type Outcome } from "../src/index.js";

const after = (outcomes: readonly Outcome[], from: Health = HEALTHY) => outcomes.reduce(nextHealth, from);
const times = (count: number, ...outcomes: Outcome[]) => Array.from({ length: count }, () => outcomes).flat();
const OUTCOMES: readonly Outcome[] = ["success", "failure", "timeout", "retries_exhausted", "unstartable", "network"];

it.each<[string, Outcome[], string]>([
  ["healthy at the start", [], "healthy"],
  ["healthy after two failures", times(2, "failure"), "healthy"],
  ["degraded after three in a row", times(3, "failure"), "degraded"],
  ["healthy when a success came between", [...times(2, "failure"), "success", ...times(2, "failure")], "healthy"],
  ["degraded after two more", times(5, "failure"), "degraded"],
  ["failed for good after three more", times(6, "failure"), "permanentFailure"],
  [
    "failed for good where timeouts are among the three",
    [...times(4, "failure"), ...times(2, "timeout")],
    "permanentFailure",
  ],
  ["healthy again after one success", [...times(5, "failure"), "success"], "healthy"],
  ["counted from the start after that", [...times(5, "failure"), "success", ...times(2, "failure")], "healthy"],
  [
    "degraded, not worse, however often an invocation was given up",
    [...times(3, "failure"), ...times(9, "retries_exhausted")],
    "degraded",
  ],
])("[SK30] %s", (_what, outcomes, state) => {
  expect(after(outcomes).state).toBe(state);
});

it.each<[string, Outcome[], string]>([
  ["a timeout is a temporary failure", ["timeout"], "temporaryFailure"],
  ["and a success ends it", ["timeout", "retries_exhausted", "success"], "healthy"],
  ["two invocations given up do not end the skill", times(2, "timeout", "retries_exhausted"), "temporaryFailure"],
  ["three in a row do", times(3, "timeout", "retries_exhausted"), "permanentFailure"],
  [
    "not with a success between",
    [...times(2, "timeout", "retries_exhausted"), "success", "timeout", "retries_exhausted"],
    "temporaryFailure",
  ],
  ["single tries do not count", ["timeout", ...times(9, "timeout"), ...times(9, "failure")], "temporaryFailure"],
])("[SK31] %s", (_what, outcomes, state) => {
  expect(after(outcomes).state).toBe(state);
});

it.each<[string, Outcome[], string]>([
  ["is a temporary failure, as a timeout is", ["network"], "temporaryFailure"],
  ["ends with a success", ["network", "success"], "healthy"],
  [
    "ends the skill when three invocations in a row are given up",
    times(3, "network", "retries_exhausted"),
    "permanentFailure",
  ],
  ["does not while fewer are", times(2, "network", "network", "retries_exhausted"), "temporaryFailure"],
  ["counts as a failure of a degraded skill", [...times(3, "failure"), ...times(3, "network")], "permanentFailure"],
])("[SK483] a network error %s", (_what, outcomes, state) => {
  expect(after(outcomes).state).toBe(state);
});

it("[SK32] what cannot be started fails for good at once, from any state", () => {
  for (const before of [[], times(3, "failure"), ["timeout"]] as Outcome[][]) {
    expect(after([...before, "unstartable"]).state).toBe("permanentFailure");
  }
});

it("[SK33] nothing within a session ends a failure for good, and anything else ends with one success", () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...OUTCOMES)), fc.array(fc.constantFrom(...OUTCOMES)), (first, more) => {
      const health = after(first);
      if (health.state === "permanentFailure") expect(after(more, health)).toEqual(health);
      else expect(nextHealth(health, "success")).toEqual(HEALTHY);
    }),
  );
});
