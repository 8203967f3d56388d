import { readdirSync, readFileSync } from "node:fs";
import { openEngine } from "@narratoria/engine";
import { type Criterion, LONG } from "./support/criterion.js";
import { inFreshHome } from "./support/home.js";

const PLAY_MS = LONG ? 30 * 60_000 : 15_000;
/** Until then processes start that stay, and code is compiled. */
const SETTLED_TURNS = 8;
const MEMORY_SHARE = 1.5;

export interface Seen020 {
  readonly turns: number;
  /** Notices about failures. */
  readonly faults: readonly string[];
  /** Processes, open files and memory, when the story had settled and at the end. */
  readonly settled: Load020;
  readonly end: Load020;
}

export interface Load020 {
  readonly processes: number;
  readonly files: number;
  readonly heapMb: number;
}

export function judge020({ turns, faults, settled, end }: Seen020) {
  const flat =
    end.processes <= settled.processes + 2 &&
    end.files <= settled.files + 8 &&
    end.heapMb <= MEMORY_SHARE * settled.heapMb + 20;
  return {
    met: turns > SETTLED_TURNS && faults.length === 0 && flat,
    found: `${turns} turns, ${faults.length} faults, ${JSON.stringify(settled)} and at the end ${JSON.stringify(end)}`,
  };
}

/** Stories are played one after another with all skills, as long as an evening takes. */
export const sc020: Criterion = {
  id: "SC-020",
  title: "Session stability",
  target: "half an hour of play with all skills (15 s here): no failure, memory, files and processes flat",
  measure: () =>
    inFreshHome(async (dataDir) => {
      const engine = await openEngine({ dataDir });
      try {
        await engine.skills.configure("reputation", { factionList: ["The Mutual"] });
        const faults: string[] = [];
        let settled: Load020 | null = null;
        let turns = 0;
        const until = performance.now() + PLAY_MS;
        for (let round = 0; performance.now() < until; round++) {
          const story = await engine.play("one-wheel-over", { seed: `20-${round}`, fresh: true });
          for await (const _ of story.begin());
          while (performance.now() < until && story.scene && !story.scene.ended) {
            const number = 1 + (turns % story.scene.choices.length);
            for await (const event of story.choose(number)) {
              if (event.type === "notice" && /fail|off|disabled|broken/.test(event.code)) faults.push(event.code);
            }
            if (++turns === SETTLED_TURNS) settled = load();
          }
          await story.close();
        }
        return judge020({ turns, faults, settled: settled ?? load(), end: load() });
      } finally {
        await engine.close();
      }
    }),
};

function load(): Load020 {
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
