// Makes a thousand invocations of the scripts that are shipped, by playing, each a process of its own, and counts how many
// settled within their timeout and how many succeeded. Usage: npm run invocation-report, or with -- --invocations 2000
import { mkdtempSync, rmSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { openEngine } from "@narratoria/engine";

const { values } = parseArgs({ options: { invocations: { type: "string", default: "1000" } } });
const wanted = Number(values.invocations);
if (!Number.isInteger(wanted) || wanted < 1) {
  console.error("Error: --invocations is a whole number from 1.");
  process.exit(2);
}

/** SC-005: of a thousand invocations so many are to settle within their timeout. */
const TARGET = 0.99;
const SCENES_A_STORY = 40;

const home = mkdtempSync(join(tmpdir(), "narratoria-invocations-"));
/** Script → how its invocations ended, and how long they took. */
const scripts = new Map();
let made = 0;

try {
  const engine = await openEngine({ dataDir: home });
  for (let seed = 1; made < wanted; seed++) {
    const story = await engine.play("one-wheel-over", { seed: String(seed), fresh: true });
    await told(story.begin());
    count(story.trace());
    for (let scene = 1; scene < SCENES_A_STORY && made < wanted && !story.scene.ended; scene++) {
      await told(story.choose(1 + ((seed + scene * 7) % story.scene.choices.length)));
      count(story.trace());
    }
  }
  await engine.close();
  print();
} finally {
  rmSync(home, { recursive: true, force: true });
}

async function told(events) {
  for await (const event of events) if (event.type === "scene") continue;
}

function count(trace) {
  for (const { run } of trace.attempts) {
    for (const { toolPath, state, startMs, endMs, timeoutMs } of run?.invocations ?? []) {
      if (made === wanted) return;
      made++;
      if (!scripts.has(toolPath))
        scripts.set(toolPath, { timeoutMs, success: 0, failed: 0, timeout: 0, stopped: 0, ms: [] });
      const script = scripts.get(toolPath);
      script[state]++;
      script.ms.push(endMs - startMs);
    }
  }
}

function print() {
  console.log(`${made} invocations, load ${loadavg()[0].toFixed(1)}. Milliseconds.\n`);
  console.log(
    `${"".padEnd(34)}${["calls", "failed", "timeout", "p50", "p95", "most", "allowed"].map((head) => head.padStart(9)).join("")}`,
  );
  let inTime = 0;
  for (const [name, { timeoutMs, success, failed, timeout, ms }] of [...scripts].sort()) {
    inTime += success + failed;
    const sorted = ms.sort((a, b) => a - b);
    const at = (share) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))].toFixed(1);
    const cells = [ms.length, failed, timeout, at(0.5), at(0.95), at(1), timeoutMs];
    console.log(`${name.padEnd(34)}${cells.map((cell) => String(cell).padStart(9)).join("")}`);
  }
  const share = inTime / made;
  const mark = share >= TARGET ? " " : "!";
  console.log(
    `\n${mark} settled within their timeout: ${(100 * share).toFixed(2)} %   to reach: ${100 * TARGET} % or more`,
  );
  process.exitCode = share >= TARGET ? 0 : 1;
}
