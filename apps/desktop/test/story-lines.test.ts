// The story tree as lines, and what a scene changed in words.
import { expect, it } from "vitest";
import { type Moment, sceneChanges } from "../src/client/screens/timeline/scene-changes.js";
import { nextTurn, shapeOf, storyLines, type Turn, wayThrough } from "../src/client/screens/timeline/story-lines.js";

const turn = (
  id: string,
  parentId: string | null,
  scene: number,
  branchId: string,
  rest: Partial<Turn> = {},
): Turn => ({
  id,
  parentId,
  scene,
  branchId,
  firstLine: "",
  ended: false,
  choice: null,
  outcome: null,
  purpose: null,
  onTheWay: false,
  current: false,
  ...rest,
});

/** The story stands on a branch that left the first line at scene 1; another left that branch at scene 2. */
const TREE = [
  turn("a0", null, 0, "main", { onTheWay: true }),
  turn("a1", "a0", 1, "main", { onTheWay: true }),
  turn("a2", "a1", 2, "main"),
  turn("a3", "a2", 3, "main", { ended: true }),
  turn("b2", "a1", 2, "bell", { onTheWay: true }),
  turn("b3", "b2", 3, "bell", { onTheWay: true, current: true }),
  turn("b4", "b3", 4, "bell"),
  turn("c3", "b2", 3, "taken"),
];
const BRANCHES = [
  { id: "main", title: "As it was first told" },
  { id: "bell", title: "The harbour bell" },
  { id: "taken", title: "Marta taken" },
];

it("[DT200] puts the line that the story stands on first, with what was undone on it, and the others by where they leave", () => {
  const lines = storyLines(TREE, BRANCHES);
  expect(
    lines.map(({ title, turns, from, depth }) => [title, turns.map(({ id }) => id).join(" "), from?.id, depth]),
  ).toEqual([
    ["The harbour bell", "a0 a1 b2 b3 b4", undefined, 0],
    ["Marta taken", "c3", "b2", 1],
    ["As it was first told", "a2 a3", "a1", 1],
  ]);
  const placed = lines.flatMap(({ turns }) => turns.map(({ id }) => id));
  expect(placed.toSorted()).toEqual(TREE.map(({ id }) => id).toSorted());
  expect(storyLines([], [])).toEqual([]);
});

it("[DT201] goes through a line from the opening to its end", () => {
  const lines = storyLines(TREE, BRANCHES);
  expect(wayThrough(lines, "a2").map(({ id }) => id)).toEqual(["a0", "a1", "a2", "a3"]);
  expect(wayThrough(lines, "c3").map(({ id }) => id)).toEqual(["a0", "a1", "b2", "c3"]);
  expect(wayThrough(lines, "gone")).toEqual([]);
});

it("[DT202] leads along a line and between lines by the arrow keys", () => {
  const lines = storyLines(TREE, BRANCHES);
  expect(nextTurn(lines, "a1", "ArrowRight")).toBe("b2");
  expect(nextTurn(lines, "c3", "ArrowLeft")).toBe("b2");
  expect(nextTurn(lines, "b3", "ArrowDown")).toBe("c3");
  expect(nextTurn(lines, "a3", "ArrowUp")).toBe("c3");
  expect(nextTurn(lines, "a3", "Home")).toBe("a2");
  expect(nextTurn(lines, "a0", "ArrowLeft")).toBeNull();
  expect(nextTurn(lines, "a0", "Enter")).toBeNull();
});

it("[DT203] gives each turn the shape of what it was most", () => {
  const shape = (rest: Partial<Turn>): string => shapeOf(turn("x", null, 1, "main", rest));
  expect(shape({ ended: true, outcome: "fail" })).toBe("end");
  expect(shape({ outcome: "success", purpose: "beat" })).toBe("worked");
  expect(shape({ outcome: "partial" })).toBe("cost");
  expect(shape({ outcome: "fail" })).toBe("failed");
  expect(shape({ purpose: "beat" })).toBe("plot");
  expect(shape({ outcome: "none", purpose: "deed" })).toBe("plain");
});

it("[DT204] says what a scene changed in words, and names no ids", () => {
  const situation = {
    people: [{ id: "odo", name: "Odo Marsh", feeling: -12 }],
    player: { stats: [{ name: "charm", value: 3 }], traits: [], conditions: ["cold"] },
    carrying: [{ id: "letter-1", name: "letter", count: 1 }],
    promises: [],
  };
  const before: Moment = { location: "The Quay", time: "First night", situation };
  const after: Moment = {
    location: "The Weir",
    time: "First night",
    weather: "rain",
    situation: {
      people: [{ id: "odo", name: "Odo Marsh", feeling: 21 }],
      player: { stats: [{ name: "charm", value: 4 }], traits: ["brave"], conditions: [] },
      carrying: [{ id: "coins", name: "coins", count: 3 }],
      promises: [{ id: "p", text: "to read the name aloud" }],
    },
  };
  expect(sceneChanges(before, after, ["You let her go."]).map(({ kind, text }) => `${kind} ${text}`)).toEqual([
    "changed place: The Quay → The Weir",
    "changed weather: rain",
    "changed Odo Marsh’s feeling: −12 → 21",
    "changed charm: 3 → 4",
    "added brave",
    "removed cold",
    "added 3 coins",
    "removed letter",
    "added promise: to read the name aloud",
    "added memory: You let her go.",
  ]);
  expect(sceneChanges(null, after, [])).toEqual([]);
  expect(sceneChanges(before, before, [])).toEqual([]);
});
