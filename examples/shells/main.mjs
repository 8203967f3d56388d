// Runs the examples of this folder one after the other, as CI does.
import { main as memory } from "./memory.mjs";
import { main as planGraph } from "./plan-graph.mjs";
import { main as server } from "./server.mjs";
import { main as stateTree } from "./state-tree.mjs";
import { main as timeline } from "./timeline.mjs";
import { main as trouble } from "./trouble.mjs";

for (const [name, main] of Object.entries({ planGraph, stateTree, timeline, memory, trouble, server })) {
  console.log(`\n== ${name}`);
  if (!(await main())) throw new Error(`the example ${name} did not come out as it should`);
}
