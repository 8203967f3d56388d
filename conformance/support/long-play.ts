/** One long play of the first bundled campaign, at which several measures look. */
import { readdirSync, readFileSync } from "node:fs";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { openEngine, type Story } from "@narratoria/engine";
import { LONG } from "./criterion.js";
import { inFreshHome } from "./home.js";

const TURNS = LONG ? 150 : 100;
const PLAY_MS = LONG ? 30 * 60_000 : 0;
/** For SC-005. */
export const INVOCATIONS = 1000;
/** Until then processes start that stay, and code is compiled. */
export const SETTLED_TURNS = 8;

/** How the invocations of scripts ended. */
export interface Invocations {
  success: number;
  failed: number;
  timeout: number;
}

/** What the program holds of the machine. */
export interface Load {
  readonly processes: number;
  readonly files: number;
  readonly heapMb: number;
}

/** What was seen in play. */
export interface LongPlay {
  readonly turns: number;
  /** What no story may do, as the engine finds it. */
  readonly broken: readonly string[];
  /** Scenes without a word or without a choice, and failures of turns. */
  readonly failed: number;
  /** Notices about failures. */
  readonly faults: readonly string[];
  readonly invocations: Readonly<Invocations>;
  /** When the story had settled, and at the end. */
  readonly settled: Load;
  readonly end: Load;
}

let played: Promise<LongPlay> | undefined;

/** Plays with all skills for as long as the longest measure asks, once a process; a story that ends begins anew. */
export function longPlay(): Promise<LongPlay> {
  played ??= inFreshHome(play);
  return played;
}

async function play(dataDir: string): Promise<LongPlay> {
  const engine = await openEngine({ dataDir, checkStory: true });
  try {
    await engine.skills.configure("reputation", { factionList: ["The Mutual"] });
    const [broken, faults]: [string[], string[]] = [[], []];
    const invocations: Invocations = { success: 0, failed: 0, timeout: 0 };
    let [turns, failed] = [0, 0];
    let settled: Load | null = null;
    const until = performance.now() + PLAY_MS;
    const made = (): number => invocations.success + invocations.failed + invocations.timeout;
    const goesOn = (): boolean => turns < TURNS || made() < INVOCATIONS || performance.now() < until;
    for (let round = 0; goesOn(); round++) {
      const story = await engine.play("one-wheel-over", { seed: `37-${round}`, fresh: true });
      for await (const _ of story.begin());
      while (goesOn() && story.scene && !story.scene.ended) {
        const number = 1 + ((turns + round) % story.scene.choices.length);
        for await (const event of story.choose(number)) {
          if (event.type === "log" && event.fields?.["check"] === "invariant") broken.push(event.message);
          if (event.type === "error") failed++;
          if (event.type === "notice" && /fail|off|disabled|broken/.test(event.code)) faults.push(event.code);
        }
        count(story, invocations);
        if (!story.scene.ended && story.scene.choices.length < 3) failed++;
        if (++turns === SETTLED_TURNS) settled = load();
      }
      await story.close();
    }
    return { turns, broken, failed, faults, invocations, settled: settled ?? load(), end: load() };
  } finally {
    await engine.close();
  }
}

/** What was stopped because its turn was over says nothing of the script, and is not counted. */
function count(story: Story, invocations: Invocations): void {
  const tools = story.trace()?.attempts.flatMap(({ run }) => run?.invocations ?? []) ?? [];
  for (const { state } of tools)
    if (state === "success" || state === "failed" || state === "timeout") invocations[state]++;
}

function load(): Load {
  setFlagsFromString("--expose-gc");
  const collectGarbage: () => void = runInNewContext("gc");
  // What nobody holds any more is not held.
  collectGarbage();
  return {
    processes: children(),
    files: entriesIn("/proc/self/fd"),
    heapMb: Math.round(process.memoryUsage().heapUsed / 1024 / 1024),
  };
}

function children(): number {
  try {
    const text = readFileSync(`/proc/self/task/${process.pid}/children`, "utf8");
    return text.split(" ").filter((pid) => pid.trim() !== "").length;
  } catch {
    return 0;
  }
}

/** Zero where the system does not tell. */
function entriesIn(folder: string): number {
  try {
    return readdirSync(folder).length;
  } catch {
    return 0;
  }
}
