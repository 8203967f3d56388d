// SPEC.md PR5300: places that are parts of others.
import { expect, it } from "vitest";
import { liesIn } from "../src/story.js";

const place = (name: string, within?: string) => ({ id: name, name, ...(within === undefined ? {} : { within }) });

it.each([
  ["Orsk pier", "Orsk", true],
  ["the mill’s loft", "the mill", true],
  ["the cellar of the Swan", "the Swan", true],
  ["Orskholm", "Orsk", false],
  ["the house on the quay", "the quay", false],
  ["the barn past Orsk", "Orsk", false],
  ["the road to Orsk", "Orsk", false],
  ["Orsk", "Orsk pier", false],
  ["the Swan", "the Swan", false],
])("[PR5300] %s lies in %s: %s", (part, whole, isIn) => {
  expect(liesIn(place(part), { ...place(whole), id: `of ${whole}` })).toBe(isIn);
});

it("[PR5300] a place lies where the author has it, and not in itself", () => {
  expect(liesIn(place("the Swan", "Orsk"), place("Orsk"))).toBe(true);
  expect(liesIn(place("Orsk", "Orsk"), place("Orsk"))).toBe(false);
});
