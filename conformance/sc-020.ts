import type { Criterion } from "./support/criterion.js";
import { type Load, longPlay, SETTLED_TURNS } from "./support/long-play.js";

const MEMORY_SHARE = 1.5;

export interface Seen020 {
  readonly turns: number;
  /** Notices about failures. */
  readonly faults: readonly string[];
  /** Processes, open files and memory, when the story had settled and at the end. */
  readonly settled: Load;
  readonly end: Load;
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
  target: "half an hour of play with all skills (100 turns here): no failure, memory, files and processes flat",
  measure: async () => judge020(await longPlay()),
};
