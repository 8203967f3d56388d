// What it takes a script to ask the host for something, beside the same from a bare node:http echo over a Unix socket: the
// first time in a process, and from then on. Interleaved rounds, a process each. Usage: npm run host-calls, or
// npm run host-calls -- --rounds 40
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { openHostServer } from "@narratoria/executor";
import { toolEnvironment } from "@narratoria/protocol/launch";

const { values } = parseArgs({ options: { rounds: { type: "string", default: "20" } } });
const rounds = Number(values.rounds);
if (!Number.isInteger(rounds) || rounds < 1) {
  console.error("Error: --rounds is a whole number from 1.");
  process.exit(2);
}

const home = mkdtempSync(join(tmpdir(), "narratoria-host-calls-"));
const ENVIRONMENT = toolEnvironment(home, join(home, "data"), process.platform, process.env);
const CALLS = 200;
/** The client of the SDK is to load faster than that of Node, and tokens and checks are to cost next to nothing. */
const MOST_FIRST = 0.75;
const MOST_LATER = 1.25;
const STATE = { place: "mill", inventory: { rope: { name: "a rope", count: 1 } }, clock: { minutes: 480 } };

const host = await openHostServer({ services: { state: async (call) => ({ state: call.state }) }, runDir: home });
const echo = createServer((request, response) => {
  const chunks = [];
  request.on("data", (chunk) => chunks.push(chunk));
  request.on("end", () => {
    JSON.parse(Buffer.concat(chunks).toString());
    const body = JSON.stringify({ state: STATE });
    response.writeHead(200, { "content-type": "application/json", "content-length": Buffer.byteLength(body) });
    response.end(body);
  });
});
const echoSocket =
  process.platform === "win32" ? `\\\\.\\pipe\\narratoria-echo-${process.pid}` : join(home, "echo.sock");
await new Promise((resolve) => echo.listen(echoSocket, resolve));

const first = { host: [], echo: [] };
const later = { host: [], echo: [] };
try {
  for (let round = -1; round < rounds; round++) {
    for (const name of round % 2 === 0 ? ["host", "echo"] : ["echo", "host"]) {
      const [one, ...rest] = await (name === "host" ? askHost() : askEcho());
      // The first round warms caches and is not counted.
      if (round < 0) continue;
      first[name].push(one);
      later[name].push(...rest);
    }
  }
  print();
} finally {
  echo.close();
  await host.close();
  rmSync(home, { recursive: true, force: true });
}

async function askHost() {
  const grant = host.grant({
    services: ["state"],
    call: {
      invocationId: "bench",
      skill: "bench",
      script: "asks-host",
      toolId: "bench",
      scope: undefined,
      state: STATE,
      staged: [],
      stage: () => {},
    },
  });
  try {
    return await timesOf(new URL("./peers/asks-host.mjs", import.meta.url), {
      socket: host.socketPath,
      token: grant.token,
    });
  } finally {
    grant.revoke();
  }
}

function askEcho() {
  return timesOf(new URL("./peers/asks-echo.mjs", import.meta.url), { socket: echoSocket, token: "" });
}

function timesOf(script, access) {
  const child = spawn(process.execPath, [fileURLToPath(script)], {
    env: ENVIRONMENT,
    stdio: ["pipe", "pipe", "inherit"],
  });
  child.stdin.end(JSON.stringify({ requestId: "bench", input: { calls: CALLS }, host: access }));
  let text = "";
  child.stdout.on("data", (chunk) => {
    text += chunk;
  });
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", () => {
      const done = JSON.parse(text.trim().split("\n").at(-1));
      if (done.ok) resolve(done.output.times);
      else reject(new Error(text));
    });
  });
}

function print() {
  console.log(`A call of the host, milliseconds; ${rounds} rounds of ${CALLS} calls, load ${loadavg()[0].toFixed(1)}`);
  console.log(`${"".padEnd(46)}${["median", "p95", "x node:http"].map((head) => head.padStart(16)).join("")}`);
  for (const [title, times, most] of [
    ["the first call of a process", first, MOST_FIRST],
    ["a further call", later, MOST_LATER],
  ]) {
    for (const name of ["echo", "host"]) {
      const label = `${title}, ${name === "host" ? "state by the SDK" : "bare node:http"}`;
      const ratio = quantile(times.host, 0.5) / quantile(times.echo, 0.5);
      const told = name === "host" ? `${ratio > most ? "! " : ""}${ratio.toFixed(2)} (<= ${most})` : "";
      const cells = [quantile(times[name], 0.5).toFixed(3), quantile(times[name], 0.95).toFixed(3), told];
      console.log(`${label.padEnd(46)}${cells.map((cell) => cell.padStart(16)).join("")}`);
    }
  }
}

function quantile(all, share) {
  const sorted = [...all].sort((a, b) => a - b);
  const at = (sorted.length - 1) * share;
  const [low, high] = [sorted[Math.floor(at)], sorted[Math.ceil(at)]];
  return low + (high - low) * (at - Math.floor(at));
}
