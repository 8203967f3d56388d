import { type Criterion, LONG } from "./support/criterion.js";
import { type Invocations, longPlay } from "./support/long-play.js";

const SHARE = 0.99;
const INVOCATIONS = LONG ? 1000 : 120;

export function judge005(seen: Readonly<Invocations>, least = INVOCATIONS) {
  const made = seen.success + seen.failed + seen.timeout;
  return {
    met: made >= least && seen.success >= SHARE * made,
    found: `${seen.success} of ${made} invocations succeeded in time, ${seen.failed} failed, ${seen.timeout} took too long`,
  };
}

/** Stories are played until enough invocations were made. */
export const sc005: Criterion = {
  id: "SC-005",
  title: "Script execution success",
  target: "99% of invocations succeed within their timeout (120 of them here, 1,000 with `--long`)",
  measure: async () => judge005((await longPlay()).invocations),
};
