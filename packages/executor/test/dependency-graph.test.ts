import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type GraphNode, topologicalOrder } from "../src/plan/dependency-graph.js";
import { PlanError } from "../src/errors.js";

const graph = (text: Record<string, readonly string[]>): GraphNode[] =>
  Object.entries(text).map(([toolId, dependencies]) => ({ toolId, dependencies }));
const orderOf = (nodes: readonly GraphNode[]): string[] => topologicalOrder(nodes).map(({ toolId }) => toolId);

function fault(nodes: readonly GraphNode[]): PlanError {
  try {
    topologicalOrder(nodes);
  } catch (error) {
    if (error instanceof PlanError) return error;
  }
  throw new Error("the order was found");
}

/** Any graph: edges may point anywhere, also to themselves and twice. */
const anyGraph = fc
  .array(fc.array(fc.nat({ max: 11 }), { maxLength: 3 }), { minLength: 1, maxLength: 12 })
  .map((rows) =>
    rows.map((row, index) => ({ toolId: `t${index}`, dependencies: row.map((to) => `t${to % rows.length}`) })),
  );

/** The definition, as slowly as it reads: again and again the first tool in plan order whose dependencies are all placed. */
function oracle(nodes: readonly GraphNode[]): string[] | null {
  const placed: string[] = [];
  while (placed.length < nodes.length) {
    const next = nodes.find(
      (node) => !placed.includes(node.toolId) && (node.dependencies ?? []).every((d) => placed.includes(d)),
    );
    if (!next) return null;
    placed.push(next.toolId);
  }
  return placed;
}

describe("topologicalOrder", () => {
  it("[EX7] puts every tool after its dependencies, the earliest in plan order first", () => {
    expect(orderOf(graph({ d: ["b", "c"], b: ["a"], a: [], c: ["a"], e: [] }))).toEqual(["a", "b", "c", "d", "e"]);
    expect(orderOf(graph({ z: [], a: [], m: [] }))).toEqual(["z", "a", "m"]);
  });

  it("[EX7] counts a dependency that is named twice once", () => {
    expect(orderOf(graph({ b: ["a", "a"], a: [] }))).toEqual(["a", "b"]);
  });

  it("[EX5] names a cycle as a path, from its earliest tool on", () => {
    const error = fault(graph({ x: [], a: ["b"], b: ["c"], c: ["a"] }));
    expect(error).toMatchObject({ code: "circular_dependency", toolIds: ["a", "b", "c"] });
    expect(error.message).toBe("circular dependency: a → b → c → a");
    expect(fault(graph({ a: ["a"] })).message).toBe("circular dependency: a → a");
  });

  it("[EX5] blames the cycle, not the tools behind it", () => {
    expect(fault(graph({ last: ["b"], b: ["c"], c: ["b"] })).toolIds).toEqual(["b", "c"]);
  });

  it("[EX6] refuses a dependency that is not in the plan, and a toolId that is there twice", () => {
    expect(fault(graph({ a: ["ghost"] }))).toMatchObject({ code: "unknown_dependency", toolIds: ["a"] });
    const twice = [...graph({ a: [] }), ...graph({ a: [] })];
    expect(fault(twice)).toMatchObject({ code: "duplicate_tool_id", toolIds: ["a"] });
  });

  it("[EX5] [EX7] agrees with the definition on any graph", () => {
    fc.assert(
      fc.property(anyGraph, (nodes) => {
        const expected = oracle(nodes);
        if (expected) {
          expect(orderOf(nodes)).toEqual(expected);
          return;
        }
        const { toolIds } = fault(nodes);
        expect(toolIds.length).toBeGreaterThan(0);
        for (const [index, toolId] of toolIds.entries()) {
          const next = toolIds[(index + 1) % toolIds.length];
          expect(nodes.find((node) => node.toolId === toolId)?.dependencies).toContain(next);
        }
      }),
    );
  });
});
