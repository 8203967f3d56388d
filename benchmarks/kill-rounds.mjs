// Rounds of a play that is killed at a moment nobody chose, and what has to hold afterwards.
import { spawn } from "node:child_process";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import Database from "better-sqlite3";
import { openStore } from "@narratoria/persistence";

const CLI = fileURLToPath(new URL("../apps/cli/bin/narratoria.js", import.meta.url));
/** How long a killed play's processes may take to be gone. */
const GONE_WITHIN_MS = 2000;
const LATEST_KILL_MS = 2500;
/** A turn is some ten to thirty lines: so far into a play a kill by lines may fall. */
const LATEST_KILL_LINE = 150;

/**
 * Plays on in a data folder with the real command, kills it with SIGKILL, goes on with the story by one more turn, and looks
 * at what is left.
 *
 * @param {object} round
 * @param {string} round.home - A folder of its own, which every process of the play carries in its environment.
 * @param {string} round.campaign
 * @param {{int(below: number): number, chance(p: number): boolean}} round.random - When the kill comes.
 * @param {string} round.seed - Of the story and the choices.
 * @param {Set<string>} round.finished - Turns whose scene has been seen in this story; grows.
 * @param {boolean} round.fresh - Begin anew.
 * @returns {Promise<{faults: string[], scenes: number, ended: boolean, played: number, killedInTurn: boolean}>}
 */
export async function killRound({ home, campaign, random, seed, finished, fresh }) {
  const data = join(home, "data");
  const play = ["play", campaign, "--json", "--choose", "random", "--seed", seed, "--data", data];
  const faults = [];

  // Half of the kills by the clock, half by what was just written: commits and starts of processes are near those lines.
  const atLine = random.chance(0.5) ? 1 + random.int(LATEST_KILL_LINE) : null;
  const afterMs = atLine === null ? 30 + random.int(LATEST_KILL_MS) : random.int(25);
  const killed = await run([...play, "--turns", "40", ...(fresh ? ["--new"] : [])], home, { atLine, afterMs });
  const told = killed.events.filter(({ type }) => type === "scene");
  for (const { turnId } of told) finished.add(turnId);
  faults.push(...killed.faults);

  const left = await goneWithin(() => strays(home), GONE_WITHIN_MS);
  faults.push(...left.map((process) => `stray process: ${process}`));

  const resumed = await run([...play, "--turns", "1"], home, null);
  faults.push(...resumed.faults);
  if (resumed.code !== 0) faults.push(`resuming ended with ${resumed.code}: ${resumed.err.trim()}`);
  const scenes = resumed.events.filter(({ type }) => type === "scene");
  const [found] = scenes;
  // What was on the table when the play was killed, or the turn that was written and not yet shown.
  const last = told.at(-1);
  if (last && (!found || found.scene < last.scene))
    faults.push(`scene ${last.scene} is lost: the story stands at ${found?.scene}`);
  if (found && !found.ended && scenes.length < 2) faults.push(`the story does not go on from scene ${found.scene}`);
  for (const { turnId } of scenes) finished.add(turnId);
  faults.push(...(await dataFaults(data, finished)));

  return {
    faults,
    scenes: told.length,
    ended: scenes.at(-1)?.ended === true,
    played: scenes.at(-1)?.scene ?? 0,
    killedInTurn: killed.signal === "SIGKILL" && killed.events.at(-1)?.type !== "scene",
  };
}

/**
 * What is wrong with a data folder: a database that is not whole, turns that are missing, damaged or out of order, files of
 * JSON that cannot be read.
 *
 * @param {string} data
 * @param {ReadonlySet<string>} finished - Ids of turns that have to be on the way to a head.
 * @returns {Promise<string[]>}
 */
export async function dataFaults(data, finished) {
  const faults = [];
  const db = new Database(join(data, "narratoria.db"), { readonly: true });
  try {
    const found = db.pragma("integrity_check", { simple: true });
    if (found !== "ok") faults.push(`the database is not whole: ${found}`);
    const broken = db.pragma("foreign_key_check");
    if (broken.length > 0) faults.push(`${broken.length} rows of the database point to nothing`);
  } catch (error) {
    faults.push(`the database cannot be read: ${error.message}`);
  } finally {
    db.close();
  }
  if (faults.length === 0) faults.push(...(await journalFaults(data, finished)));
  for (const file of jsonFiles(data)) {
    try {
      JSON.parse(readFileSync(file, "utf8"));
    } catch {
      faults.push(`${file.slice(data.length + 1)} is no JSON`);
    }
  }
  return faults;
}

async function journalFaults(data, finished) {
  const faults = [];
  const missing = new Set(finished);
  let store;
  try {
    store = await openStore({ dataDir: data, readOnly: true });
    for (const { id } of await store.playthroughs()) {
      const turns = (await store.history(id)).reverse();
      turns.forEach((turn, at) => {
        missing.delete(turn.id);
        if (turn.scene !== at) faults.push(`scene ${turn.scene} stands at place ${at}`);
        if (turn.previousHash !== (turns[at - 1]?.hash ?? "")) faults.push(`scene ${turn.scene} follows another scene`);
        if (turn.sceneRecord.turnId !== turn.id) faults.push(`scene ${turn.scene} is of another turn`);
      });
    }
  } catch (error) {
    faults.push(`the journal cannot be read: ${error.message}`);
  } finally {
    await store?.close();
  }
  return [...faults, ...[...missing].map((id) => `a finished turn is not in the journal: ${id}`)];
}

function jsonFiles(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return jsonFiles(path);
    return entry.name.endsWith(".json") ? [path] : [];
  });
}

/**
 * Living processes that carry `marker` in their environment: their ids and command lines. Linux alone can say.
 *
 * @param {string} marker
 */
export function strays(marker) {
  if (process.platform !== "linux") return [];
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .flatMap((pid) => {
      try {
        if (!readFileSync(`/proc/${pid}/environ`, "latin1").includes(marker)) return [];
        const command = readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ").trim();
        // One that has ended and waits for its parent has no command line left.
        return command === "" ? [] : [`${pid} ${command}`];
      } catch {
        return [];
      }
    });
}

/** @returns What is still found when the time is over, or nothing as soon as nothing is. */
export async function goneWithin(find, limitMs) {
  const until = performance.now() + limitMs;
  for (;;) {
    const found = find();
    if (found.length === 0 || performance.now() >= until) return found;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** Bytes that plays have left in the temporary folder. */
export function leftovers(home) {
  const sizeOf = (path) => {
    const info = statSync(path, { throwIfNoEntry: false });
    if (!info?.isDirectory()) return info ? 1 : 0;
    return 1 + readdirSync(path).reduce((sum, name) => sum + sizeOf(join(path, name)), 0);
  };
  return sizeOf(join(home, "tmp")) - 1;
}

function run(args, home, kill) {
  const child = spawn(process.execPath, [CLI, ...args], {
    cwd: home,
    env: { PATH: process.env.PATH, TMPDIR: join(home, "tmp"), NARRATORIA_HOME: join(home, "data") },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const events = [];
  const faults = [];
  let err = "";
  let timer;
  const end = () => child.kill("SIGKILL");
  if (kill && kill.atLine === null) timer = setTimeout(end, kill.afterMs);
  const lines = createInterface({ input: child.stdout });
  lines.on("line", (line) => {
    try {
      events.push(JSON.parse(line));
    } catch {
      // Whoever is killed may be in the middle of a line; whoever is not may not.
      if (!kill) faults.push(`a line of the output is no JSON: ${line.slice(0, 80)}`);
    }
    if (kill && events.length === kill.atLine) timer ??= setTimeout(end, kill.afterMs);
  });
  child.stderr.on("data", (chunk) => (err += chunk));
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code, signal) => {
      clearTimeout(timer);
      lines.close();
      resolve({ code, signal, events, faults, err });
    });
  });
}
