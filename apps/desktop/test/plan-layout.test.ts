// The graph of a plan: levels, edges, places, and where the arrow keys lead.
import { expect, it } from "vitest";
import { BOX, directEdges, layOut, levelsOf, MARGIN, neighbour } from "../src/client/screens/tools/plan-layout.js";

const tool = (id: string, ...dependencies: string[]) => ({ id, dependencies });

/** As our own planner writes them. */
const TURN = [
  tool("evaluate"),
  tool("outcome", "evaluate"),
  tool("recall"),
  tool("perceive", "outcome"),
  tool("choices", "outcome", "recall", "perceive"),
  tool("narrate", "evaluate", "outcome", "recall", "perceive", "choices"),
  tool("remember", "outcome", "narrate"),
];

it("[DT180] puts a tool one level behind the last one that it waits for", () => {
  const levels = levelsOf(TURN);
  expect(Object.fromEntries(levels)).toEqual({
    evaluate: 0,
    outcome: 1,
    recall: 0,
    perceive: 2,
    choices: 3,
    narrate: 4,
    remember: 5,
  });
  expect(levelsOf([tool("a", "gone")]).get("a")).toBe(0);
  expect(levelsOf([tool("a", "b"), tool("b", "a")]).size).toBe(2);
});

it("[DT5104] fits a turn of our own planner into the window that is the narrowest with a graph of its own width", () => {
  // 1,240 px less the rail, the padding of the page on both sides, and the frame of the graph.
  expect(layOut(TURN).width + 2 * MARGIN).toBeLessThanOrEqual(1240 - 80 - 2 * 36 - 2);
});

it("[DT181] draws no edge that follows from others", () => {
  expect(directEdges(TURN).map(({ from, to }) => `${from} ${to}`)).toEqual([
    "evaluate outcome",
    "outcome perceive",
    "recall choices",
    "perceive choices",
    "choices narrate",
    "narrate remember",
  ]);
});

it("[DT182] lays boxes out without one lying over another, and inside of its bounds", () => {
  const wide = Array.from({ length: 9 }, (_, place) => tool(`leaf-${place}`, place % 2 === 0 ? "a" : "b"));
  for (const tools of [TURN, [tool("a"), tool("b"), ...wide, tool("end", ...wide.map(({ id }) => id))], []]) {
    const { boxes, width, height } = layOut(tools);
    expect(boxes.map(({ id }) => id).sort()).toEqual(tools.map(({ id }) => id).sort());
    for (const box of boxes) {
      expect(box.x).toBeGreaterThanOrEqual(0);
      expect(box.y).toBeGreaterThanOrEqual(0);
      expect(box.x + BOX.width).toBeLessThanOrEqual(width);
      expect(box.y + BOX.height).toBeLessThanOrEqual(height + 0.001);
      for (const other of boxes)
        if (other !== box && other.level === box.level)
          expect(Math.abs(other.y - box.y)).toBeGreaterThanOrEqual(BOX.height);
    }
  }
});

it("[DT183] leads from box to box along edges by left and right, and within a level by up and down", () => {
  const layout = layOut(TURN);
  expect(neighbour(layout, "evaluate", "ArrowRight")).toBe("outcome");
  expect(neighbour(layout, "recall", "ArrowRight")).toBe("choices");
  expect(neighbour(layout, "narrate", "ArrowLeft")).toBe("choices");
  expect(neighbour(layout, "evaluate", "ArrowDown") ?? neighbour(layout, "evaluate", "ArrowUp")).toBe("recall");
  expect(neighbour(layout, "remember", "ArrowRight")).toBeNull();
  expect(neighbour(layout, "gone", "ArrowLeft")).toBeNull();
});
