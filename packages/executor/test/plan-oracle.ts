/**
 * What running a plan must come to, worked out as slowly and plainly as the documents say it. It shares no line with the executor, and runs nothing.
 */

/** How a tool behaves when it is called: `broken` breaks the protocol, `unheard` meets a runtime that fails to take its event. */
export type Behaviour = "works" | "fails" | "broken" | "unheard";

export interface ModelTool {
  readonly id: string;
  readonly skill: string;
  readonly dependencies: readonly string[];
  readonly required: boolean;
  readonly async: boolean;
  /** As the plan gives it, within bounds or not; absent where the plan leaves it out. */
  readonly maxRetries?: number;
  readonly backoffMs?: number;
  /** Call by call; the last one goes on. */
  readonly behaviours: readonly Behaviour[];
}

export type Patch = { readonly [key: string]: unknown };

export interface Expected {
  readonly refused: "duplicate" | "unknown" | "circular" | null;
  /** The ids in topological order, the earliest in the plan first where there is a choice. */
  readonly order: readonly string[];
  readonly states: ReadonlyMap<string, "success" | "failed" | "skipped">;
  /** Retries in the execution that gave the result. */
  readonly retries: ReadonlyMap<string, number>;
  /** In a sequential plan: each try, as `id execution.attempt`. */
  readonly tries: readonly string[];
  /** The pauses before retries, in that order. */
  readonly pauses: readonly number[];
  readonly success: boolean;
  readonly executions: number;
  readonly state: Patch;
  readonly outputs: ReadonlyMap<string, Patch>;
}

/** What a tool gives on a call that works: it depends on what it saw and on how often it was called. */
export function yieldOf(
  id: string,
  call: number,
  saw: Patch,
): { readonly patches: readonly Patch[]; readonly output: Patch } {
  const number = Number(id.replace(/\D/g, ""));
  const patches: Patch[] = [{ last: id, tools: { [id]: { call } }, [`slot${number % 3}`]: { from: id, [id]: true } }];
  // Takes away what an earlier tool may have put there.
  if (number % 4 === 0) patches.push({ [`slot${(number + 1) % 3}`]: null });
  return { patches, output: { id, call, saw } };
}

export function expectedOf(tools: readonly ModelTool[]): Expected {
  const ids = tools.map(({ id }) => id);
  const refused =
    new Set(ids).size < ids.length
      ? "duplicate"
      : tools.some(({ dependencies }) => dependencies.some((id) => !ids.includes(id)))
        ? "unknown"
        : hasCycle(tools)
          ? "circular"
          : null;
  const order = refused ? [] : orderOf(tools);
  const tries: string[] = [];
  const pauses: number[] = [];
  const calls = new Map<string, number>();
  const states = new Map<string, "success" | "failed" | "skipped">();
  const retries = new Map<string, number>();
  const outputs = new Map<string, Patch>();
  const patches = new Map<string, readonly Patch[]>();
  /** Failed in a way that no further try can mend. */
  const forGood = new Set<string>();
  const tool = (id: string): ModelTool => tools.find((one) => one.id === id) as ModelTool;
  const lost = (id: string): boolean =>
    states.get(id) === "skipped" || (states.get(id) === "failed" && tool(id).required);

  let executions = 0;
  let success = false;
  let toRun = new Set(order);
  while (!refused) {
    executions++;
    for (const id of order) {
      if (!toRun.has(id)) continue;
      const { dependencies, maxRetries = 3, backoffMs = 100, behaviours } = tool(id);
      outputs.delete(id);
      patches.delete(id);
      forGood.delete(id);
      retries.set(id, 0);
      if (dependencies.some(lost)) {
        states.set(id, "skipped");
        continue;
      }
      for (let attempt = 1; ; attempt++) {
        tries.push(`${id} ${executions}.${attempt}`);
        const call = (calls.get(id) ?? 0) + 1;
        calls.set(id, call);
        retries.set(id, attempt - 1);
        const behaviour = behaviours[Math.min(call, behaviours.length) - 1] ?? "works";
        if (behaviour === "works") {
          const saw = Object.fromEntries(dependencies.map((one) => [one, outputs.get(one) ?? null]));
          const given = yieldOf(id, call, saw);
          outputs.set(id, given.output);
          patches.set(id, given.patches);
          states.set(id, "success");
          break;
        }
        states.set(id, "failed");
        if (behaviour === "unheard") {
          forGood.add(id);
          break;
        }
        if (attempt > within(maxRetries, 0, 5)) break;
        pauses.push(within(backoffMs, 0, 5_000) * 2 ** (attempt - 1));
      }
    }
    const lacking = order.filter((id) => tool(id).required && states.get(id) !== "success");
    success = lacking.length === 0;
    if (success || executions === 3 || lacking.some((id) => forGood.has(id))) break;
    toRun = new Set<string>();
    for (const id of order) {
      const again = states.get(id) !== "success" && !forGood.has(id);
      if (again || tool(id).dependencies.some((one) => toRun.has(one))) toRun.add(id);
    }
  }
  const state = order.flatMap((id) => patches.get(id) ?? []).reduce<Patch>(mergedWith, {});
  return { refused, order, states, retries, tries, pauses, success, executions, state, outputs };
}

function within(value: number, least: number, most: number): number {
  return Math.max(least, Math.min(most, value));
}

/** Again and again the first tool of the plan whose dependencies all have their place. */
function orderOf(tools: readonly ModelTool[]): string[] {
  const order: string[] = [];
  while (order.length < tools.length) {
    const next = tools.find(
      ({ id, dependencies }) => !order.includes(id) && dependencies.every((one) => order.includes(one)),
    );
    if (!next) throw new Error("there is a cycle");
    order.push(next.id);
  }
  return order;
}

/** Depth first, as plan-execution-algorithms 4.2 has it. */
function hasCycle(tools: readonly ModelTool[]): boolean {
  const visited = new Set<string>();
  const onPath = new Set<string>();
  const leadsBack = (id: string): boolean => {
    if (onPath.has(id)) return true;
    if (visited.has(id)) return false;
    visited.add(id);
    onPath.add(id);
    const back = tools.find((one) => one.id === id)?.dependencies.some(leadsBack) ?? false;
    onPath.delete(id);
    return back;
  };
  return tools.some(({ id }) => leadsBack(id));
}

/** RFC 7396, section 2, line by line. */
function mergedWith(target: unknown, patch: unknown): Patch {
  return mergePatchOf(target, patch) as Patch;
}

function mergePatchOf(target: unknown, patch: unknown): unknown {
  if (typeof patch !== "object" || patch === null || Array.isArray(patch)) return patch;
  const isObject = typeof target === "object" && target !== null && !Array.isArray(target);
  const result: Record<string, unknown> = isObject ? { ...target } : {};
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) delete result[name];
    else result[name] = mergePatchOf(result[name], value);
  }
  return result;
}
