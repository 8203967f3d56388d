// SPEC.md PR840 and PR841: the parts of a story that a script can ask for.
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { CONTEXT_KEYS, misspeltContextKey } from "../src/index.js";
import { storyContextOf } from "../src/story-context.js";

it("[PR840] the page of the context lists every key with its kind and what it holds, and no other", () => {
  const page = readFileSync(new URL("../docs/context.md", import.meta.url), "utf8");
  const rows = [...page.matchAll(/^\| `(\w+)` \| (\w+) \| (.*) \|$/gm)].map(([, key, kind, says]) => [
    key,
    { kind, says },
  ]);
  expect(Object.fromEntries(rows)).toEqual(CONTEXT_KEYS);
});

it.each([
  ["poeple", "people"],
  ["Clock", "clock"],
  ["scence", "scene"],
  ["people", null],
  ["tide", null],
  ["moon", null],
])("[PR840] %s is taken for a slip of %s", (key, meant) => {
  expect(misspeltContextKey(key)).toBe(meant);
});

it("[PR841] a part of the story that is of another kind is not given to the script", () => {
  const given = {
    seed: 7,
    scene: 3,
    people: [],
    clock: { minutes: 60 },
    choice: null,
    weather: {},
    scenes: [],
    tide: "high",
  };
  expect(storyContextOf(given)).toEqual({ scene: 3, clock: { minutes: 60 }, choice: null, scenes: [], tide: "high" });
});
