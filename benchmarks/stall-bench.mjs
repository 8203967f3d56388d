// How long a skill can keep the runtime from everything else: the longest turn of the event loop while a story is played with a skill
// that sends all that it may, beside the same story with a skill that sends nothing. Usage: npm run stalls, or npm run stalls -- --rounds 5
import { closeSync, mkdirSync, mkdtempSync, openSync, readSync, rmSync, writeFileSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { setTimeout as pause } from "node:timers/promises";
import { parseArgs } from "node:util";
import { openEngine } from "@narratoria/engine";
import { LIMITS } from "@narratoria/protocol";

const { values } = parseArgs({ options: { rounds: { type: "string", default: "3" }, only: { type: "string" } } });
const rounds = Number(values.rounds);
if (!Number.isInteger(rounds) || rounds < 1) {
  console.error("Error: --rounds is a whole number from 1.");
  process.exit(2);
}

/** Begins each script: `say` writes an event, `post` calls a host service. */
const START = `
const fs = require("node:fs");
const http = require("node:http");
const { host } = JSON.parse(fs.readFileSync(0, "utf8"));
const say = (event) => {
  const bytes = Buffer.from(JSON.stringify({ version: "0", ...event }) + "\\n");
  for (let at = 0; at < bytes.length; ) {
    try { at += fs.writeSync(1, bytes, at); } catch (error) { if (error.code !== "EAGAIN") throw error; }
  }
};
const post = (name, body) => new Promise((resolve, reject) => {
  const headers = { authorization: "Bearer " + host.token };
  const request = http.request({ socketPath: host.socket, method: "POST", path: "/v0/" + name, headers }, (answer) => {
    answer.resume().on("end", () => answer.statusCode === 200 ? resolve() : reject(new Error(name + " " + answer.statusCode)));
  });
  request.on("error", reject).end(JSON.stringify(body));
});
const many = (count, make) => Array.from({ length: count }, (_, at) => make(at));
const keys = (count) => Object.fromEntries(many(count, (at) => ["k" + at, at]));
const done = (output) => say({ type: "done", ok: true, output });
`;
const KEYS = LIMITS.lineMembers - 20;
const LINES = Math.floor(LIMITS.stdoutBytes / LIMITS.lineBytes) - 1;
const PATCHED = LIMITS.stateValues - 1_500;
const TEXT = LIMITS.patchBytes / 2;
const RECORD = Math.floor(LIMITS.hostStagedBytes / LIMITS.hostStagedWrites) - 200;

/** What the skill does in each turn, by name. The first is what the others stand beside. */
const CASES = {
  "sends nothing": "done({});",
  "events with as many keys as they may hold": `many(${LINES}, () => say({ type: "ui_event", event: "x", payload: keys(${KEYS}) })); done({});`,
  "events with as many elements": `many(${LINES}, () => say({ type: "ui_event", event: "x", payload: { a: many(${LIMITS.lineValues - 20}, (at) => at) } })); done({});`,
  "lines of a mebibyte": `many(${LINES}, () => say({ type: "log", level: "info", message: "x", fields: { a: "<b>[a](b) *c* ".repeat(${Math.floor((LIMITS.lineBytes - 200) / 14)}) } })); done({});`,
  "as many events as it may": `many(${LIMITS.events - 10}, (at) => say({ type: "ui_event", event: "e" + at, payload: { at } })); done({});`,
  "output of many keys": `done(keys(${KEYS}));`,
  "a state of many values": `say({ type: "state_patch", patch: { x: keys(${PATCHED}) } }); done({});`,
  "a state of much text": `many(3, (at) => say({ type: "state_patch", patch: { ["t" + at]: "The lamp is lit. ".repeat(${Math.floor(TEXT / 17)}) } })); done({});`,
  "many small patches": `many(${LIMITS.events - 10}, (at) => say({ type: "state_patch", patch: { x: { ["k" + (at % 8_000)]: at } } })); done({});`,
  "as many records as it may keep": `(async () => { for (let at = 0; at < ${LIMITS.hostStagedWrites}; at++) await post("store", { dataType: "memory", record: { summary: ("The ferryman number " + at + " told of the lamp " + at + ". ").repeat(40).slice(0, ${RECORD}) } }); done({}); })();`,
  "a flood on standard error": `const flood = Buffer.alloc(65_536, "x"); many(1_024, () => { try { fs.writeSync(2, flood); } catch {} }); done({});`,
};
const TURNS = 2;

/** The longest turn of the event loop while the first story of a process is opened and begun, and while a later one is. */
const openings = [];

const home = mkdtempSync(join(tmpdir(), "narratoria-stalls-"));
/** Name → the longest turns of the event loop, one for each round, in milliseconds. */
const stalls = new Map();
try {
  for (let opening = 0; opening < 2; opening++) openings.push(await longestOfOpening());
  for (let round = 0; round < rounds; round++) {
    for (const [name, script] of Object.entries(CASES)) {
      if (values.only && !name.includes(values.only) && stalls.has(name)) continue;
      if (values.only && !name.includes(values.only) && name !== "sends nothing") continue;
      const all = stalls.get(name) ?? [];
      stalls.set(name, [...all, await longestTurn(script)]);
    }
  }
  print();
} finally {
  rmSync(home, { recursive: true, force: true });
}

/** Opens the engine, then a story, and begins it. The first time in a process all code is cold. */
async function longestOfOpening() {
  const dataDir = mkdtempSync(join(home, "opening-"));
  const stop = watch();
  const engine = await openEngine({ dataDir });
  const story = await engine.play("one-wheel-over", { seed: "3" });
  await finished(story.begin());
  const longest = stop();
  await engine.close();
  return longest;
}

/** Plays a few turns with the skill. */
async function longestTurn(script) {
  const dataDir = mkdtempSync(join(home, "story-"));
  const folder = join(dataDir, "skills", "noisy");
  mkdirSync(join(folder, "scripts"), { recursive: true });
  const scripts = [{ name: "run", path: "scripts/run.cjs", timeout: 20_000, when: ["turn"] }];
  const manifest = { name: "noisy", version: "1.0.0", description: "Sends all that it may.", host: ["store"], scripts };
  const sensitive = { type: "string", title: "Key", "x-sensitive": true };
  writeFileSync(join(folder, "skill.json"), JSON.stringify(manifest));
  writeFileSync(join(folder, "config-schema.json"), JSON.stringify({ type: "object", properties: { key: sensitive } }));
  writeFileSync(join(folder, "config.json"), JSON.stringify({ key: "something-that-is-looked-for" }));
  writeFileSync(join(folder, "scripts", "run.cjs"), START + script);
  const engine = await openEngine({ dataDir, startAhead: false });
  try {
    await engine.skills.agree("noisy", engine.skills.show("noisy").hash ?? "", { withoutSandbox: true });
    const story = await engine.play("one-wheel-over", { seed: "3" });
    await finished(story.begin());
    // What was begun with the story, such as a backup, is over by then.
    await pause(2_500);
    const stop = watch();
    for (let turn = 0; turn < TURNS; turn++) {
      await finished(story.choose(1));
      story.trace();
    }
    await pause(50);
    const longest = stop();
    const ran = story.trace()?.attempts.flatMap(({ run }) => run?.invocations ?? []) ?? [];
    const own = ran.find(({ skill }) => skill === "noisy");
    if (own?.state !== "success") throw new Error(`the skill failed: ${JSON.stringify(own?.error)}`);
    return longest;
  } finally {
    await engine.close();
  }
}

/** @returns Ends the watch and gives the longest turn of the event loop, by the clock and in processor time, where that is told. */
function watch() {
  const delay = monitorEventLoopDelay({ resolution: 5 });
  delay.enable();
  const clock = processorClock();
  let before = clock.ms();
  let busiest = 0;
  let watching = true;
  const look = () => {
    if (!watching) return;
    const now = clock.ms();
    busiest = Math.max(busiest, now - before);
    before = now;
    setImmediate(look);
  };
  setImmediate(look);
  return () => {
    watching = false;
    delay.disable();
    clock.close();
    return { wallMs: delay.max / 1e6, processorMs: busiest };
  };
}

/** What this thread has taken of the processor: on a busy machine the clock on the wall tells of the machine. Linux alone has it. */
function processorClock() {
  if (process.platform !== "linux") return { ms: () => 0, close: () => {} };
  const file = openSync(`/proc/self/task/${process.pid}/schedstat`, "r");
  const bytes = Buffer.alloc(64);
  const ms = () => Number(bytes.toString("latin1", 0, readSync(file, bytes, 0, 64, 0)).split(" ")[0]) / 1e6;
  return { ms, close: () => closeSync(file) };
}

async function finished(events) {
  for await (const event of events) if (event.type === "scene") return;
}

function print() {
  const least = (name, clock) => Math.min(...(stalls.get(name) ?? []).map((one) => one[clock]));
  const [idle] = Object.keys(CASES);
  console.log(
    `Longest turn of the event loop while a skill runs, the least of ${rounds} rounds, load ${loadavg()[0].toFixed(1)}. Milliseconds.\n`,
  );
  const row = (...cells) =>
    console.log(cells.map((cell, at) => (at === 0 ? cell.padEnd(44) : cell.padStart(11))).join(""));
  for (const [at, { wallMs, processorMs }] of openings.entries()) {
    const what = at === 0 ? "The first opening of a process" : "A later opening";
    console.log(`${what}: ${wallMs.toFixed(1)} by clock, ${processorMs.toFixed(1)} of the processor, 20 at most.`);
  }
  console.log();
  row("a skill that", "by clock", "x nothing", "processor", "x nothing");
  for (const name of stalls.keys()) {
    const cells = ["wallMs", "processorMs"].flatMap((clock) => {
      const ms = least(name, clock);
      return [ms.toFixed(1), (ms / least(idle, clock)).toFixed(2)];
    });
    row(name, ...cells);
  }
}
