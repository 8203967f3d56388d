import { PlanError } from "../errors.js";

/** The part of a tool that decides its place in the order. */
export interface GraphNode {
  readonly toolId: string;
  readonly dependencies?: readonly string[];
}

/**
 * Sorts tools after their dependencies: one pass of Kahn's algorithm in which, among the tools that are ready, the earliest
 * in plan order goes first, so the order is a function of the plan alone. Implements rules EX5 to EX7.
 *
 * @param tools - In plan order.
 * @returns The same tools in topological order.
 * @throws {PlanError} `duplicate_tool_id`, `unknown_dependency`, or `circular_dependency` with the cycle as a path
 * (A → B → C → A, where A depends on B).
 */
export function topologicalOrder<T extends GraphNode>(tools: readonly T[]): T[] {
  const indexOf = new Map<string, number>();
  for (const [index, { toolId }] of tools.entries()) {
    if (indexOf.has(toolId)) {
      throw new PlanError("duplicate_tool_id", [toolId], `two tools have the toolId "${toolId}"`);
    }
    indexOf.set(toolId, index);
  }
  const dependents: number[][] = tools.map(() => []);
  const unmet = tools.map(({ toolId, dependencies }, index) => {
    const distinct = withoutRepeats(dependencies);
    for (const dependency of distinct) {
      const before = indexOf.get(dependency);
      if (before === undefined) {
        const message = `tool "${toolId}" depends on "${dependency}", which is not in the plan`;
        throw new PlanError("unknown_dependency", [toolId], message);
      }
      dependents[before]?.push(index);
    }
    return distinct.length;
  });

  const order: T[] = [];
  // Kept ascending, so that the earliest in plan order is always at the front.
  const ready = unmet.flatMap((count, index) => (count === 0 ? [index] : []));
  for (let index = ready.shift(); index !== undefined; index = ready.shift()) {
    const tool = tools[index];
    if (tool) order.push(tool);
    for (const dependent of dependents[index] ?? []) {
      const left = (unmet[dependent] ?? 0) - 1;
      unmet[dependent] = left;
      if (left === 0) insertAscending(ready, dependent);
    }
  }
  if (order.length < tools.length) {
    const done = new Set(order.map(({ toolId }) => toolId));
    const cycle = findCycle(tools.filter(({ toolId }) => !done.has(toolId)));
    const path = [...cycle, ...cycle.slice(0, 1)].join(" → ");
    throw new PlanError("circular_dependency", cycle, `circular dependency: ${path}`);
  }
  return order;
}

/** @returns Each id once, in the order in which they came; none where there are none. */
export function withoutRepeats(ids: readonly string[] = NONE): readonly string[] {
  // Most tools wait for a few others, and looking through a few is quicker than making a set of them.
  if (ids.length <= 8 && ids.every((id, at) => ids.indexOf(id) === at)) return ids;
  return [...new Set(ids)];
}

const NONE: readonly string[] = [];

function insertAscending(sorted: number[], value: number): void {
  let at = sorted.length;
  while (at > 0 && (sorted[at - 1] ?? 0) > value) at--;
  sorted.splice(at, 0, value);
}

/**
 * @param stuck - What Kahn's algorithm could not place, in plan order: the tools on a cycle and those behind one. Each has a
 * dependency among them, so following the first such dependency always runs into a cycle.
 * @returns The toolIds of one cycle, beginning with its earliest in plan order.
 */
function findCycle(stuck: readonly GraphNode[]): string[] {
  const byId = new Map(stuck.map((tool) => [tool.toolId, tool]));
  const walked: string[] = [];
  let current = stuck[0];
  while (current && !walked.includes(current.toolId)) {
    walked.push(current.toolId);
    const next = current.dependencies?.find((dependency) => byId.has(dependency));
    current = next === undefined ? undefined : byId.get(next);
  }
  const cycle = current ? walked.slice(walked.indexOf(current.toolId)) : walked;
  const first = stuck.find(({ toolId }) => cycle.includes(toolId));
  const turn = first ? cycle.indexOf(first.toolId) : 0;
  return [...cycle.slice(turn), ...cycle.slice(0, turn)];
}
