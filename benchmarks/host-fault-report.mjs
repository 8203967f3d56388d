// Stories of 20 turns whose model is killed, stopped or finds its file spoiled at random, once a turn: each has to come to 20
// scenes. Usage: npm run host-fault-report -- [--runs 1] [--turns 20] [--seed 1]. Weights and libraries are found as tests find
// them; processes are found on Linux alone. Ends with 1 where a scene is missing or a process is left.
import { copyFileSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { openEngine } from "@narratoria/engine";
import { openModelHost } from "@narratoria/narrator";
import { createRandom } from "@narratoria/protocol/random";

const ROOT = fileURLToPath(new URL("../", import.meta.url));
const RUNTIMES = process.env.NARRATORIA_RUNTIMES || join(ROOT, "node_modules", ".cache", "narratoria", "runtimes");
const MODELS = process.env.NARRATORIA_TEST_MODELS || join(ROOT, "..", "shared", "models");
const runtime = join(RUNTIMES, "node-llama-cpp-3.22.1");
const source = join(MODELS, "smollm2-135m-instruct-q4_1.gguf");
/** As often as a turn: what is given up for good cannot fail any more. */
const PATIENCE = { restarts: 1_000, hangMs: 4_000 };
const FAULTS = ["kill", "stop", "spoil"];
/** The moment of a fault lies within so long of a choice, in milliseconds. */
const WITHIN_MS = 12_000;

const { values } = parseArgs({
  options: {
    runs: { type: "string", default: "1" },
    turns: { type: "string", default: "20" },
    seed: { type: "string", default: "1" },
  },
});
const [runs, turns] = [values.runs, values.turns].map(Number);
for (const path of [runtime, source]) {
  if (existsSync(path)) continue;
  console.error(`There is nothing at ${path}: see CONTRIBUTING.md for the model libraries.`);
  process.exit(1);
}
console.log(`${runs} stories of ${turns} turns, a fault a turn, load ${loadavg()[0].toFixed(1)}`);
for (let run = 1; run <= runs; run++) await playThrough(`${values.seed}-${run}`);

async function playThrough(seed) {
  const random = createRandom(seed);
  const dataDir = mkdtempSync(join(tmpdir(), "narratoria-host-faults-"));
  const model = join(dataDir, "model.gguf");
  copyFileSync(source, model);
  const host = openModelHost({ model, runtime, patience: PATIENCE });
  const engine = await openEngine({ dataDir, modelHost: host });
  const story = await engine.play("one-wheel-over", { seed });
  const told = { scenes: 0, model: 0, longestMs: 0 };
  const count = async (events) => {
    const begunAt = performance.now();
    for await (const event of events) {
      if (event.type !== "scene") continue;
      told.scenes += 1;
      if (event.narrator !== "storybook") told.model += 1;
    }
    told.longestMs = Math.max(told.longestMs, performance.now() - begunAt);
  };
  await count(story.begin());
  const done = Object.fromEntries(FAULTS.map((fault) => [fault, 0]));
  for (let turn = 0; turn < turns && !story.scene.ended; turn++) {
    const fault = FAULTS[random.int(FAULTS.length)];
    const turnTold = count(story.choose(1 + random.int(story.scene.choices.length)));
    const stop = new AbortController();
    const faulting = pause(random.int(WITHIN_MS), undefined, { signal: stop.signal }).then(
      () => {
        done[fault] += strike(fault, model);
      },
      () => {},
    );
    await turnTold;
    stop.abort();
    await faulting;
    // What was spoiled is sound again for the turn after.
    if (fault === "spoil") copyFileSync(source, model);
  }
  await engine.close();
  await host.close();
  const left = modelProcesses().length;
  rmSync(dataDir, { recursive: true, force: true });
  const wanted = turns + 1;
  const bad = told.scenes < wanted || left > 0;
  if (bad) process.exitCode = 1;
  console.log(
    `${bad ? "!" : " "} seed ${seed}: ${told.scenes} of ${wanted} scenes (with the opening), ${told.model} with the model's words; ` +
      `${FAULTS.map((fault) => `${fault} ${done[fault]}`).join(", ")}; ${host.status.restarts} restarts; ` +
      `longest turn ${(told.longestMs / 1000).toFixed(1)} s; ${left} processes left`,
  );
}

/** @returns How many processes it befell. */
function strike(fault, model) {
  const pids = modelProcesses();
  if (fault === "spoil") truncateSync(model, 1_000_000);
  for (const pid of pids) process.kill(pid, fault === "stop" ? "SIGSTOP" : "SIGKILL");
  return pids.length;
}

/** Model hosts below this process. */
function modelProcesses() {
  const all = new Map();
  for (const name of readdirSync("/proc")) {
    if (!/^\d+$/.test(name)) continue;
    try {
      const stat = readFileSync(`/proc/${name}/stat`, "utf8");
      const parent = Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]);
      all.set(Number(name), { parent, command: readFileSync(`/proc/${name}/cmdline`, "utf8") });
    } catch {
      // It has just ended.
    }
  }
  const isOurs = (pid) => pid > 1 && (pid === process.pid || isOurs(all.get(pid)?.parent ?? 0));
  return [...all].flatMap(([pid, { command }]) => (command.includes("model-child") && isOurs(pid) ? [pid] : []));
}
