// SPEC.md PR5300: places that are parts of others.
import { expect, it } from "vitest";
import { liesIn, minutesBetween, stopNumbers, stopsFrom } from "../src/story.js";

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

const onRoad = (id: string, stop: number, more: object = {}) => ({ id, road: { stop, minutes: 100 * stop, ...more } });

it("the stops of a fork have one number, and a part that of its stop", () => {
  const number = stopNumbers({
    stops: ["a", "b", "north", "south"],
    forks: [{ stops: ["north", "south"] }],
    parts: [{ place: "yard", stop: "b" }],
  });
  expect(["a", "b", "north", "south", "yard", "moon"].map(number)).toEqual([1, 2, 3, 3, 2, undefined]);
});

it("a way takes the time of the stops between, or what the author gives for it", () => {
  const [a, b, c, d] = [onRoad("a", 1), onRoad("b", 2), onRoad("c", 3), onRoad("d", 3)];
  const yard = onRoad("yard", 1, { part: true, minutes: 7 });
  const places = [yard, a, b, c, d];
  expect(minutesBetween(places, a, c)).toBe(300);
  expect(minutesBetween(places, c, a)).toBe(300);
  expect(minutesBetween(places, yard, b)).toBe(100);
  expect(minutesBetween(places, a, yard)).toBeUndefined();
  expect(minutesBetween(places, c, d)).toBe(400);
  expect(minutesBetween(places, { ...a, ways: [{ to: "c", minutes: 9 }] }, c)).toBe(9);
  expect(minutesBetween(places, a, { id: "moon" })).toBeUndefined();
});

it("a road that comes round leads from its last stop to its first", () => {
  const last = onRoad("c", 3, { then: 1 });
  expect(stopsFrom(last, onRoad("a", 1))).toBe(1);
  expect(stopsFrom(onRoad("a", 1), last)).toBe(2);
  expect(stopsFrom(last, { id: "moon" })).toBeUndefined();
});
