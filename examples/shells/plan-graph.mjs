// A plan as it runs: its tools in the order of what they wait for, each with its state, tries and time.
import { openEngine } from "@narratoria/engine";

const MARKS = { pending: " ", running: "~", waiting: "…", success: "+", failed: "x", timeout: "!", skipped: "-" };

export async function main(print = console.log) {
  const engine = await openEngine();
  const story = await engine.play("one-wheel-over");
  await story.begin();

  /** @type {Map<string, { depth: number; state: string; tries: number; ms: number }>} */
  let tools = new Map();
  for await (const event of story.choose(1)) {
    // A further plan of the same turn takes the place of the one before.
    if (event.type === "plan") tools = pending(event.tools);
    if (event.type !== "tool_state") continue;
    const tool = tools.get(event.toolId);
    if (!tool) continue;
    tool.state = event.state;
    tool.tries = Math.max(tool.tries, event.try);
    tool.ms = event.executionTimeMs ?? tool.ms;
    if (event.error) print(`${event.toolId}: ${event.error.code} ${event.error.message}`);
  }
  for (const [toolId, { depth, state, tries, ms }] of tools) {
    print(`${"  ".repeat(depth)}[${MARKS[state]}] ${toolId}${tries > 1 ? `, ${tries} tries` : ""}  ${ms} ms`);
  }
  await engine.close();
  return [...tools.values()].every(({ state }) => state === "success");
}

/** The tools of a plan, each as deep as the longest chain of tools that it waits for. */
function pending(planned) {
  const tools = new Map();
  for (const { toolId, dependencies } of planned) {
    const above = dependencies.map((id) => tools.get(id)?.depth ?? -1);
    tools.set(toolId, { depth: Math.max(-1, ...above) + 1, state: "pending", tries: 1, ms: 0 });
  }
  return tools;
}
