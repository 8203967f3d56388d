// Runs tools with one fault each, again and again, and prints what they came to and what they left behind: processes, open
// files, handles, memory. Usage: npm run fault-report, or npm run fault-report -- --times 200 --only hangs
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { executePlan } from "@narratoria/executor";

const { values } = parseArgs({ options: { times: { type: "string", default: "50" }, only: { type: "string" } } });
const times = Number(values.times);
if (!Number.isInteger(times) || times < 1) {
  console.error("Error: --times is a whole number from 1.");
  process.exit(2);
}

const FIXTURES = new URL("../packages/executor/test/fixtures/", import.meta.url);
const faults = JSON.parse(readFileSync(new URL("faults.json", FIXTURES), "utf8")).filter(
  ({ kind }) => values.only === undefined || kind.includes(values.only),
);
/** Two at once, as a turn may have them. */
const AT_ONCE = 2;
const home = mkdtempSync(join(tmpdir(), "narratoria-faults-"));
setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc");

let wrong = 0;
try {
  console.log(`${times} runs of each kind, Node ${process.versions.node}, load ${loadavg()[0].toFixed(1)}.\n`);
  print("kind", "came to", "as it should", "warned", "survivors", "files +", "handles +", "RSS MB +");
  // Once before it counts: what is loaded or set aside at its first use is not growth.
  for (const fault of faults) {
    const first = await once(fault, mkdtempSync(join(home, "first-")));
    if (fault.survivor) end([first]);
  }
  const begun = await measure();
  for (const fault of faults) await report(fault);
  const over = await measure();
  console.log(
    `\nIn all: files ${signed(over.files - begun.files)}, handles ${signed(over.handles - begun.handles)}, ` +
      `RSS ${begun.rss.toFixed(0)} MB before, ${over.rss.toFixed(0)} MB after, heap ${signed(over.heap - begun.heap, 1)} MB. ` +
      `${wrong === 0 ? "Every run came to what it should." : `${wrong} of the kinds did not come to what they should.`}`,
  );
  process.exitCode = wrong === 0 ? 0 : 1;
} finally {
  rmSync(home, { recursive: true, force: true });
}

async function report(fault) {
  const scratchRoot = mkdtempSync(join(home, "run-"));
  const before = await measure();
  const runs = [];
  for (let time = 0; time < times; time += AT_ONCE) {
    const count = Math.min(AT_ONCE, times - time);
    runs.push(...(await Promise.all(Array.from({ length: count }, () => once(fault, scratchRoot)))));
  }
  const right = runs.filter(
    ({ state, code, category }) => state === fault.state && code === fault.code && category === fault.category,
  ).length;
  const warned = runs.filter(({ warnings }) =>
    warnings.some((one) => one.includes(fault.warning ?? "the tool")),
  ).length;
  const hidden = fault.survivor ? runs.filter(({ pid }) => isRunning(pid)) : [];
  const after = await measure(scratchRoot);
  const survivors = processesOf(scratchRoot).length;
  if (right < times || survivors > 0 || (fault.warning && warned < times)) wrong++;
  print(
    fault.kind,
    fault.code ?? fault.state,
    `${right}/${times}`,
    warned === 0 ? "-" : `${warned}/${times}`,
    hidden.length === 0 ? survivors : `${survivors} + ${hidden.length} hidden`,
    signed(after.files - before.files),
    signed(after.handles - before.handles),
    signed(after.rss - before.rss, 1),
  );
  end(hidden);
}

function end(hidden) {
  for (const { pid } of hidden) if (isRunning(pid)) process.kill(pid, "SIGKILL");
}

async function once(fault, scratchRoot) {
  const file = fileURLToPath(new URL(`tools/${fault.tool}.mjs`, FIXTURES));
  const dataDir = join(scratchRoot, "data");
  const script = { skill: "s", script: "s", file, skillDir: home, dataDir, timeoutMs: fault.timeoutMs ?? 30_000 };
  const rest = { context: ["scenes"], host: [], config: {}, concurrent: true };
  const tool = { toolId: "a", toolPath: "s/s", input: fault.input ?? {}, retryPolicy: { maxRetries: 0, backoffMs: 0 } };
  const { result, warnings } = await executePlan(
    { requestId: crypto.randomUUID(), tools: [tool] },
    {
      resolver: { resolve: () => ({ ok: true, script: { ...script, ...rest } }) },
      state: {},
      context: { scenes: "x".repeat(fault.contextBytes ?? 0) },
      seed: "7",
      maxExecutions: 1,
      scratchRoot,
      grace: { killAfterMs: 200, pipeMs: 300, ...(fault.lingerMs && { lingerMs: fault.lingerMs }) },
    },
  );
  const [{ state, error, output }] = result.toolResults;
  const { code, category } = error ?? {};
  return { state, code, category, warnings: warnings.map(({ message }) => message), pid: output?.pid };
}

/** Once all is quiet: a tool may take its time to be gone after its result is known. */
async function measure(scratchRoot) {
  const until = performance.now() + 5_000;
  const quiet = () =>
    (scratchRoot === undefined || (processesOf(scratchRoot).length === 0 && readdirSync(scratchRoot).length <= 1)) &&
    !process.getActiveResourcesInfo().some((kind) => kind.startsWith("FSReq"));
  do await pause(50);
  while (!quiet() && performance.now() < until);
  collect();
  await pause(10);
  const { rss, heapUsed } = process.memoryUsage();
  return {
    files: process.platform === "linux" ? readdirSync("/proc/self/fd").length : 0,
    handles: process.getActiveResourcesInfo().filter((kind) => kind !== "Immediate").length,
    rss: rss / 1e6,
    heap: heapUsed / 1e6,
  };
}

function processesOf(folder) {
  if (process.platform !== "linux") return [];
  return readdirSync("/proc").filter((pid) => {
    try {
      return /^\d+$/.test(pid) && readFileSync(`/proc/${pid}/environ`, "utf8").includes(folder);
    } catch {
      return false;
    }
  });
}

function isRunning(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

function signed(number, digits = 0) {
  const text = number.toFixed(digits);
  return number < 0 || Number(text) === 0 ? text.replace(/^-(0(\.0)?)$/, "$1") : `+${text}`;
}

function print(kind, ...cells) {
  const [code, ...rest] = cells;
  console.log(`${kind.padEnd(46)}${String(code).padEnd(21)}${rest.map((cell) => String(cell).padStart(14)).join("")}`);
}
