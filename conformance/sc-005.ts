import { type WalkedTurn, walk } from "./support/walk.js";
import { openEngine } from "@narratoria/engine";
import { type Criterion, LONG } from "./support/criterion.js";
import { inFreshHome } from "./support/home.js";

const SHARE = 0.99;
const INVOCATIONS = LONG ? 1000 : 120;

/** How the invocations of scripts ended. */
export interface Seen005 {
  readonly success: number;
  readonly failed: number;
  readonly timeout: number;
}

export function judge005(seen: Seen005, least = INVOCATIONS) {
  const made = seen.success + seen.failed + seen.timeout;
  return {
    met: made >= least && seen.success >= SHARE * made,
    found: `${seen.success} of ${made} invocations succeeded in time, ${seen.failed} failed, ${seen.timeout} took too long`,
  };
}

/** Stories are played, each script a process of its own, until enough invocations were made. */
export const sc005: Criterion = {
  id: "SC-005",
  title: "Script execution success",
  target: "99% of invocations succeed within their timeout (120 of them here, 1,000 with `--long`)",
  measure: () =>
    inFreshHome(async (dataDir) => {
      const engine = await openEngine({ dataDir });
      const count = { success: 0, failed: 0, timeout: 0 };
      const made = () => count.success + count.failed + count.timeout;
      try {
        for (let round = 0; made() < INVOCATIONS; round++) {
          const story = await engine.play("one-wheel-over", { seed: `5-${round}`, fresh: true });
          const turns = await walk(story, 8, ({ choices }, turn) => 1 + ((turn + round) % choices.length));
          for (const state of turns.flatMap(endings)) count[state]++;
          await story.close();
        }
        return judge005(count);
      } finally {
        await engine.close();
      }
    }),
};

/** What was stopped because its turn was over says nothing of the script, and is not counted. */
function endings({ tools }: WalkedTurn): (keyof Seen005)[] {
  return tools.flatMap(({ state }) =>
    state === "success" || state === "failed" || state === "timeout" ? [state] : [],
  );
}
