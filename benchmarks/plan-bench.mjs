// What the executor itself costs: a plan of a hundred trivial functions beside the same graph in LangGraph.js and in p-graph,
// and a thousand functions that take their time over eight slots. All in this process, in blocks that take turns.
import { setTimeout as pause } from "node:timers/promises";
import { Annotation, END, START, StateGraph } from "@langchain/langgraph";
import { executePlan, functionTools } from "@narratoria/executor";
import { PGraph } from "p-graph";

const LAYERS = 10;
const WIDTH = 10;
const BLOCKS = 5;
const SLOTS = 8;
const MANY = 1_000;

/** Ten layers of ten; each node waits for two of the layer above. */
const NODES = Array.from({ length: LAYERS * WIDTH }, (_, index) => {
  const above = Math.floor(index / WIDTH) - 1;
  const parents = above < 0 ? [] : [index % WIDTH, (index + 3) % WIDTH].map((at) => `n${above * WIDTH + at}`);
  return { id: `n${index}`, parents };
});

/** Prints a table of ratios, each with what it is to reach. */
async function planBench() {
  let calls = 0;
  const work = async () => {
    calls++;
    return {};
  };
  const contenders = {
    executor: { run: ours(work), runs: 200 },
    "LangGraph.js, compiled before": { run: langGraph(work), runs: 10 },
    "p-graph, built each run": { run: pGraph(work), runs: 200 },
  };
  for (const { run, runs } of Object.values(contenders)) await times(run, runs * 2);
  const medians = Object.fromEntries(Object.keys(contenders).map((name) => [name, []]));
  for (let block = 0; block < BLOCKS; block++) {
    for (const [name, { run, runs }] of Object.entries(contenders)) {
      calls = 0;
      medians[name].push(median(await times(run, runs)));
      if (calls !== runs * NODES.length)
        throw new Error(`${name} made ${calls} calls instead of ${runs * NODES.length}`);
    }
  }
  const [mine, graph, promises] = Object.values(medians).map(median);
  console.log(
    `\nA plan of ${NODES.length} trivial functions: parsed, checked, run and traced. Milliseconds, medians of ${BLOCKS} blocks.\n`,
  );
  for (const [name, all] of Object.entries(medians)) {
    console.log(
      `${name.padEnd(42)}${median(all).toFixed(3).padStart(8)}  [${Math.min(...all).toFixed(3)} to ${Math.max(...all).toFixed(3)}]`,
    );
  }
  const slots = await overSlots();
  console.log("");
  row("executor / LangGraph.js", mine / graph, 1 / 50);
  row("executor / p-graph", mine / promises, 1.5);
  row(`${MANY} tools over ${SLOTS} slots / (work / slots)`, slots, 1.15);
}

function row(name, ratio, bound) {
  const mark = ratio <= bound ? " " : "!";
  console.log(`${mark} ${name.padEnd(44)}${ratio.toFixed(4).padStart(9)}   to reach: ${bound.toFixed(3)} or less`);
}

function ours(work) {
  const tools = NODES.map(({ id, parents }) => ({
    toolId: id,
    toolPath: "bench/work",
    dependencies: parents,
    async: true,
  }));
  const text = JSON.stringify({ requestId: crypto.randomUUID(), parallel: true, tools });
  const options = { resolver: functionTools({ "bench/work": work }), state: {}, context: {}, seed: "7" };
  return async () => {
    const run = await executePlan(JSON.parse(text), { ...options, maxTools: NODES.length, concurrency: SLOTS });
    if (run.trace().invocations.length !== NODES.length) throw new Error(run.failure ?? "not all is in the trace");
  };
}

function langGraph(work) {
  const graph = new StateGraph(Annotation.Root({ done: Annotation({ reducer: (a, b) => a + b, default: () => 0 }) }));
  for (const { id } of NODES) graph.addNode(id, async () => ({ done: await work().then(() => 1) }));
  for (const { id, parents } of NODES) {
    if (parents.length === 0) graph.addEdge(START, id);
    else graph.addEdge(parents, id);
  }
  for (const { id } of NODES.slice(-WIDTH)) graph.addEdge(id, END);
  const compiled = graph.compile();
  return async () => {
    const { done } = await compiled.invoke({}, { recursionLimit: 2 * LAYERS });
    if (done !== NODES.length) throw new Error(`LangGraph ran ${done} nodes`);
  };
}

function pGraph(work) {
  const edges = NODES.flatMap(({ id, parents }) => parents.map((parent) => [parent, id]));
  return () => new PGraph(new Map(NODES.map(({ id }) => [id, { run: work }])), edges).run({ concurrency: SLOTS });
}

/** @returns Wall time of functions that only wait, as a multiple of what they took together divided by the slots. */
async function overSlots() {
  let worked = 0;
  const resolver = functionTools({
    "w/w": async (_input, { requestId }) => {
      const startedAt = performance.now();
      await pause(15 + (Number(requestId.split("/t")[1]) % 11) * 2);
      worked += performance.now() - startedAt;
    },
  });
  const tools = Array.from({ length: MANY }, (_, index) => ({ toolId: `t${index}`, toolPath: "w/w", async: true }));
  const plan = { requestId: crypto.randomUUID(), parallel: true, tools };
  const startedAt = performance.now();
  const run = await executePlan(plan, {
    resolver,
    state: {},
    context: {},
    seed: "7",
    maxTools: MANY,
    concurrency: SLOTS,
  });
  if (!run.result.success) throw new Error(run.failure);
  return (performance.now() - startedAt) / (worked / SLOTS);
}

async function times(run, count) {
  const all = [];
  for (let index = 0; index < count; index++) {
    const startedAt = performance.now();
    await run();
    all.push(performance.now() - startedAt);
  }
  return all;
}

function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)];
}

await planBench();
