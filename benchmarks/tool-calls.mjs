// What a call of a tool takes, beside what it is made of or could be made with instead. All of it in interleaved rounds, so
// that a busy machine slows all alike. Usage: npm run tool-calls, or npm run tool-calls -- --rounds 40
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { callScript, createWarmPool, executePlan, openSandbox } from "@narratoria/executor";
import { toolEnvironment } from "@narratoria/protocol/launch";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";

const { values } = parseArgs({ options: { rounds: { type: "string", default: "20" } } });
const rounds = Number(values.rounds);
if (!Number.isInteger(rounds) || rounds < 1) {
  console.error("Error: --rounds is a whole number from 1.");
  process.exit(2);
}

const home = mkdtempSync(join(tmpdir(), "narratoria-tool-calls-"));
const ENVIRONMENT = toolEnvironment(home, join(home, "data"), process.platform, process.env);
/** Until a process that was started ahead waits for its input; far less than a player takes over a scene. */
const READY_MS = 400;
const CALLS_A_ROUND = 50;
const WARM_UP_CALLS = 300;

const script = {
  skill: "dice-roller",
  script: "roll-dice",
  file: fileURLToPath(new URL("../skills/dice-roller/scripts/roll-dice.cjs", import.meta.url)),
  skillDir: home,
  dataDir: join(home, "data"),
  timeoutMs: 10_000,
  context: [],
  host: [],
  config: {},
  concurrent: true,
  resident: true,
};
/** The very tool that the peer has, with the SDK of each side. */
const answers = { ...script, script: "answers", file: fileURLToPath(new URL("./peers/answers.mjs", import.meta.url)) };
const sandbox = await openSandbox();
/** The shipped skill as a story has it: in a sandbox where there is one. */
const held = { ...script, skillDir: fileURLToPath(new URL("../skills/dice-roller", import.meta.url)) };
const input = { formula: "2d6" };
const esModule = join(home, "rolls.mjs");
writeFileSync(
  esModule,
  `let text = "";
for await (const chunk of process.stdin) text += chunk;
const { input } = JSON.parse(text);
console.log(JSON.stringify({ version: "0", type: "done", ok: true, output: input }));
`,
);

const ahead = createWarmPool();
const heldAhead = createWarmPool({ sandbox });
const kept = createWarmPool({ resident: true, maxCalls: Number.POSITIVE_INFINITY });
const peer = new Client({ name: "narratoria-bench", version: "1.0.0" });
const CALLS = [
  ["kept", answered],
  ["peer", peerRolled],
  ["planned", () => rolled(kept, answers)],
];
const times = { empty: [], cold: [], held: [], esm: [], waiting: [], heldWaiting: [], kept: [], planned: [], peer: [] };

try {
  const server = fileURLToPath(new URL("./peers/mcp-server.mjs", import.meta.url));
  await peer.connect(new StdioClientTransport({ command: process.execPath, args: [server], env: { PATH: "" } }));
  for (let call = 0; call < WARM_UP_CALLS; call++) {
    await answered();
    await rolled(kept, answers);
    await peerRolled();
  }
  await rolled();
  for (let round = 0; round < rounds; round++) {
    times.empty.push(await timed(() => untilExit(["-e", "0"])));
    times.cold.push(await timed(() => rolled()));
    times.held.push(await timed(() => rolled(undefined, held, undefined, sandbox)));
    times.esm.push(await timed(() => untilExit([esModule], `${JSON.stringify({ input })}\n`)));
    await ahead.startAhead([script]);
    await pause(READY_MS);
    times.waiting.push(await untilDone(ahead, script));
    await heldAhead.startAhead([held]);
    await pause(READY_MS);
    times.heldWaiting.push(await untilDone(heldAhead, held, sandbox));
    for (const [name, work] of inTurn(CALLS, round)) {
      for (let call = 0; call < CALLS_A_ROUND; call++) times[name].push(await timed(work));
    }
  }
  print();
} finally {
  await Promise.all([ahead.close(), heldAhead.close(), kept.close(), peer.close()]);
  await sandbox.close();
  rmSync(home, { recursive: true, force: true });
}

/** Whoever comes first meets colder caches and what earlier processes still have to do; so each comes first in turn. */
function inTurn(list, round) {
  const first = round % list.length;
  return [...list.slice(first), ...list.slice(0, first)];
}

async function timed(work) {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

/** A plan of one tool, from its text as a generator gives it to its result. */
async function rolled(warm, which = script, onEvent = undefined, inside = undefined) {
  const plan = {
    requestId: crypto.randomUUID(),
    tools: [{ toolId: "roll", toolPath: "dice-roller/roll-dice", input }],
  };
  const resolver = { resolve: () => ({ ok: true, script: which }) };
  const { result } = await executePlan(plan, {
    resolver,
    state: {},
    context: {},
    seed: "7",
    scratchRoot: home,
    ...(warm && { warm }),
    ...(onEvent && { onEvent }),
    ...(inside && { sandbox: inside }),
  });
  if (!result.success) throw new Error(JSON.stringify(result.toolResults));
}

/** From the plan to the tool's answer. The process takes its time to exit, while its answer can be shown. */
async function untilDone(warm, which, inside) {
  const startedAt = performance.now();
  let doneAt = Number.NaN;
  const onEvent = (event) => {
    if (event.type === "tool-event" && event.event.type === "done") doneAt = performance.now();
  };
  await rolled(warm, which, onEvent, inside);
  return doneAt - startedAt;
}

async function answered() {
  const { state } = await callScript(answers, input, { warm: kept });
  if (state !== "success") throw new Error(state);
}

async function peerRolled() {
  const { isError } = await peer.callTool({ name: "roll", arguments: input });
  if (isError) throw new Error("the peer failed");
}

function untilExit(args, text = "") {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { env: ENVIRONMENT, cwd: home, stdio: ["pipe", "pipe", "inherit"] });
    child.stdout.resume();
    child.stdin.end(text);
    child.once("error", reject);
    child.once("close", (code) => (code === 0 ? resolve() : reject(new Error(`${args.join(" ")} ended with ${code}`))));
  });
}

function print() {
  console.log(
    `Node ${process.versions.node}, load ${loadavg()[0].toFixed(1)}, ${rounds} interleaved rounds, the environment of a tool. Milliseconds.\n`,
  );
  console.log(`${"".padEnd(52)}${["p10", "p50", "p95", "ratio of p50", "of p95", "to reach"].map(cell).join("")}`);
  row("node -e 0", times.empty);
  row("a cold call of a shipped skill, / node -e 0", times.cold, times.empty, "1.25");
  if (sandbox.tier !== "none") row("the same in a sandbox, / that", times.held, times.cold, "1.3");
  row("a cold ES module", times.esm);
  row("a call of a process started ahead, to done, / that", times.waiting, times.esm, "0.125");
  if (sandbox.tier !== "none") row("the same in a sandbox, / that", times.heldWaiting, times.waiting, "1.3");
  row("a call of an MCP server over stdio", times.peer);
  row("a call of a process that is kept, / that", times.kept, times.peer, "0.75; 1");
  row("a plan of one such call, checked and traced, / that", times.planned, times.peer);
}

function row(name, own, against, reach = "") {
  const ratio = (share) => (against ? (quantile(own, share) / quantile(against, share)).toFixed(3) : "");
  const figures = [0.1, 0.5, 0.95].map((share) => quantile(own, share).toFixed(3));
  console.log(`${name.padEnd(52)}${[...figures, ratio(0.5), ratio(0.95), reach].map(cell).join("")}`);
}

function cell(text) {
  return text.padStart(14);
}

function quantile(all, share) {
  const sorted = [...all].sort((a, b) => a - b);
  const at = (sorted.length - 1) * share;
  const [low, high] = [sorted[Math.floor(at)], sorted[Math.ceil(at)]];
  return low + (high - low) * (at - Math.floor(at));
}
