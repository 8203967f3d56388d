// Plays a story by its first choices and prints, as one line of JSON, how long it took to its first scene and to each further
// one, in milliseconds, and the most memory that it and its children held, in MB (null where the system does not tell).
// Usage: node told-in-time.mjs DATA-FOLDER CAMPAIGN TURNS
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { openEngine } from "@narratoria/engine";

const [dataDir, campaign, turns] = process.argv.slice(2);

const startedAt = performance.now();
const engine = await openEngine({ dataDir });
const story = await engine.play(campaign, { seed: "1" });
const failures = [];
await told(story.begin());
const firstMs = performance.now() - startedAt;
const sceneMs = [];
let mostMb = memoryMb();
for (let turn = 0; turn < Number(turns) && !story.scene.ended; turn++) {
  const chosenAt = performance.now();
  await told(story.choose(1 + (turn % story.scene.choices.length)));
  sceneMs.push(performance.now() - chosenAt);
  mostMb = Math.max(mostMb, memoryMb());
}
await engine.close();
console.log(JSON.stringify({ firstMs, sceneMs, mostMb: mostMb === 0 ? null : mostMb, failures }));

async function told(events) {
  for await (const event of events) if (event.type === "error") failures.push(event.message);
}

/** The most that this process has held, and what its children hold now. */
function memoryMb() {
  if (!existsSync("/proc/self/status")) return 0;
  const children = readdirSync("/proc", { withFileTypes: true }).flatMap(({ name }) => {
    const status = statusOf(name);
    return status && new RegExp(`^PPid:\\s*${process.pid}$`, "m").test(status) ? [held(status, "VmRSS")] : [];
  });
  return Math.round(held(statusOf("self") ?? "", "VmHWM") + children.reduce((sum, one) => sum + one, 0));
}

function statusOf(pid) {
  if (!/^\d+$|^self$/.test(pid)) return null;
  try {
    return readFileSync(`/proc/${pid}/status`, "utf8");
  } catch {
    return null;
  }
}

function held(status, field) {
  return Number(new RegExp(`^${field}:\\s*(\\d+)`, "m").exec(status)?.[1] ?? 0) / 1024;
}
