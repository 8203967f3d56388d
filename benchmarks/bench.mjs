// How long a player waits, beside the floor that Node itself sets: `node -e 0` runs in the same rounds, so that a busy
// machine slows both. Usage: pnpm bench, or npm run bench -- --rounds 20;
// `--only "every skill"` times the rows alone whose names have these words.
import { execFileSync, spawn } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism, cpus, loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { openEngine } from "@narratoria/engine";
import { ndjsonBench } from "./ndjson-bench.mjs";

const CLI = fileURLToPath(new URL("../apps/cli/bin/narratoria.js", import.meta.url));
// Built from nothing: one variable of a shell (NODE_EXTRA_CA_CERTS) can treble the time of a start.
const ENVIRONMENT = { PATH: process.env.PATH };
const TURNS_A_ROUND = 5;
/** Less than anybody takes over a scene. */
const READING_MS = 1_000;

const { values } = parseArgs({
  options: { rounds: { type: "string", default: "10" }, only: { type: "string", default: "" } },
});
const rounds = Number(values.rounds);
if (!Number.isInteger(rounds) || rounds < 1) {
  console.error("Error: --rounds is a whole number from 1.");
  process.exit(2);
}

const home = mkdtempSync(join(tmpdir(), "narratoria-bench-"));
const begun = join(home, "begun");
const started = (round) => ["play", "--json", "--data", join(home, `new-${round}`), "--seed", String(round)];

const FLOOR = "node -e 0";
/** Of each turn of every skill, whether dice were thrown. */
const thrown = [];
/** Name → what is timed in one round, in milliseconds, as often as it happened. */
const MEASURES = {
  [FLOOR]: async () => {
    const all = [];
    for (let start = 0; start < TURNS_A_ROUND; start++) all.push(await untilExit(["-e", "0"]));
    return all;
  },
  "narratoria --help": async () => [await untilExit([CLI, "--help"])],
  "start to the first scene, new story": async (round) => [await untilScene([CLI, ...started(round), "--turns", "0"])],
  "start to the first scene, story resumed": async () => [
    await untilScene([CLI, "play", "--json", "--data", begun, "--turns", "0"]),
  ],
  "a turn, from choice to finished scene": (round) => turns([CLI, ...started(`turns-${round}`)], TURNS_A_ROUND),
  "a turn, nothing started ahead": (round) => turnsInside(round, { startAhead: false }),
  "a turn, chosen at once": (round) => turnsInside(round, {}),
  "a turn, chosen after a while": (round) => turnsInside(round, {}, { readingMs: READING_MS }),
  "a turn of every skill, chosen at once": (round) => turnsInside(round, {}, { everySkill: true }),
  "a turn of every skill, a process for each": (round) =>
    turnsInside(round, { residentScripts: false }, { everySkill: true }),
  "no sandbox, nothing started ahead": (round) => turnsInside(round, { startAhead: false, sandbox: "off" }),
  "no sandbox, chosen at once": (round) => turnsInside(round, { sandbox: "off" }),
  "no sandbox, chosen after a while": (round) => turnsInside(round, { sandbox: "off" }, { readingMs: READING_MS }),
};

try {
  // Once before it counts: disk caches are warm for all alike, and there is a story to go on with.
  await untilExit([CLI, "play", "--json", "--data", begun, "--choose", "first", "--turns", "2"]);
  const measures = Object.entries(MEASURES).filter(([name]) => name === FLOOR || name.includes(values.only));
  const times = Object.fromEntries(measures.map(([name]) => [name, []]));
  for (let round = 1; round <= rounds; round++) {
    for (const [name, measure] of measures) times[name].push(...(await measure(round)));
  }
  print(times);
  if (thrown.length > 0)
    console.log(`Dice in ${thrown.filter(Boolean).length} of ${thrown.length} turns of every skill.`);
  if (values.only === "") elsewhere();
} finally {
  rmSync(home, { recursive: true, force: true });
}

/** Measures of the layers below. */
function elsewhere() {
  apart("plan-bench.mjs");
  apart("journal-bench.mjs");
  apart("search-bench.mjs");
  apart("embedder-bench.mjs");
  apart("discovery-bench.mjs");
  apart("reading-bench.mjs");
  apart("large-campaign-bench.mjs");
  console.log("");
  apart("stall-bench.mjs", "--rounds", String(Math.ceil(rounds / 5)));
  console.log("");
  ndjsonBench();
  console.log("");
  apart("tool-calls.mjs", "--rounds", String(rounds * 2));
  console.log("");
  apart("host-calls.mjs", "--rounds", String(rounds * 2));
  console.log("");
  apart("window-bench.mjs", "--rounds", String(Math.ceil(rounds / 2)));
}

function start(args) {
  return spawn(process.execPath, args, { env: ENVIRONMENT, stdio: ["pipe", "pipe", "inherit"] });
}

function untilExit(args) {
  const startedAt = performance.now();
  const child = start(args);
  child.stdin.end();
  child.stdout.resume();
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", (code) => {
      if (code === 0) resolve(performance.now() - startedAt);
      else reject(new Error(`${args.join(" ")} ended with ${code}`));
    });
  });
}

async function untilScene(args) {
  const startedAt = performance.now();
  const [story] = await scenes(args, 0);
  return story.at - startedAt;
}

/** Times of the turns alone: from the choice, written to a running player, to the scene that it reads back. */
async function turns(args, count) {
  const told = await scenes(args, count);
  return told.slice(1).map(({ at, askedAt }) => at - askedAt);
}

/** A copy of the story with deeds of its author's that dice decide, and that are offered in every scene. */
function storyOfDice() {
  const folder = join(home, "story-of-dice");
  if (existsSync(folder)) return folder;
  cpSync(fileURLToPath(new URL("../campaigns/one-wheel-over", import.meta.url)), folder, { recursive: true });
  const deeds = ["Climb the signal ladder", "Charm the porter", "Lift the axle", "Listen at the door", "Spot the flaw"];
  const stats = ["dexterity", "charisma", "strength", "perception", "intelligence"];
  const choices = deeds.map((text, at) => ({
    text,
    tag: `deed-${at}`,
    again: true,
    roll: { stat: stats[at] },
    then: { factions: { "the-yard": 1 } },
    fail: { factions: { "the-yard": -1 } },
  }));
  writeFileSync(join(folder, "plot", "choices.json"), JSON.stringify({ choices }));
  return folder;
}

/**
 * Times of turns in this very process, chosen as soon as the scene is there, or after the player has read for a while. With
 * `everySkill` the player throws dice in every turn, and is known to a faction.
 */
async function turnsInside(round, options, { readingMs = 0, everySkill = false } = {}) {
  const engine = await openEngine({ dataDir: mkdtempSync(join(home, "inside-")), ...options });
  const times = [];
  try {
    if (everySkill) await engine.skills.configure("reputation", { factionList: ["The Yard"] });
    const story = await engine.play(everySkill ? storyOfDice() : "one-wheel-over", { seed: String(round) });
    await finished(story.begin());
    for (let turn = 0; turn < TURNS_A_ROUND; turn++) {
      await pause(readingMs);
      const startedAt = performance.now();
      const { choices } = story.scene;
      // Where the story's own beat leaves no room for them, a turn goes by without dice.
      const chosen = (everySkill && choices.find(({ odds }) => odds !== undefined)) || choices[0];
      if (everySkill) thrown.push(chosen.odds !== undefined);
      await finished(story.choose(chosen.id));
      times.push(performance.now() - startedAt);
    }
  } finally {
    await engine.close();
  }
  return times;
}

async function finished(events) {
  for await (const event of events) if (event.type === "scene") return;
}

async function scenes(args, choices) {
  const child = start(args);
  const told = [];
  let askedAt = performance.now();
  for await (const line of createInterface({ input: child.stdout })) {
    if (!line.startsWith('{"type":"scene"')) continue;
    told.push({ at: performance.now(), askedAt });
    if (told.length > choices) {
      child.stdin.end();
    } else {
      askedAt = performance.now();
      child.stdin.write("1\n");
    }
  }
  if (told.length <= choices) throw new Error(`${args.join(" ")} told ${told.length} scenes instead of ${choices + 1}`);
  return told;
}

/** Runs a measure in a process of its own, which no earlier one has warmed or slowed. */
function apart(script, ...args) {
  const file = fileURLToPath(new URL(script, import.meta.url));
  execFileSync(process.execPath, [file, ...args], { env: ENVIRONMENT, stdio: "inherit" });
}

function print(times) {
  const floor = quantile(times[FLOOR], 0.5);
  console.log(
    `Node ${process.versions.node}, ${availableParallelism()} cores of ${cpus()[0]?.model.trim() ?? "an unknown processor"},`,
  );
  console.log(
    `load ${loadavg()[0].toFixed(1)}, ${rounds} interleaved rounds, environment: PATH alone. Milliseconds.\n`,
  );
  console.log(
    `${"".padEnd(42)}${"median".padStart(8)}${"p10".padStart(8)}${"p90".padStart(8)}${"p95".padStart(8)}${"x node -e 0".padStart(14)}${"p95 x".padStart(8)}`,
  );
  for (const [name, all] of Object.entries(times)) {
    const ratio = (share) => (quantile(all, share) / floor).toFixed(2);
    const cells = [0.5, 0.1, 0.9, 0.95].map((share) => quantile(all, share).toFixed(1).padStart(8));
    console.log(`${name.padEnd(42)}${cells.join("")}${ratio(0.5).padStart(14)}${ratio(0.95).padStart(8)}`);
  }
}

function quantile(values, share) {
  const sorted = [...values].sort((a, b) => a - b);
  const at = (sorted.length - 1) * share;
  const [low, high] = [sorted[Math.floor(at)], sorted[Math.ceil(at)]];
  return low + (high - low) * (at - Math.floor(at));
}
