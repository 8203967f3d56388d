import type { Criterion } from "./support/criterion.js";
import { INVOCATIONS, type Invocations, longPlay } from "./support/long-play.js";

const SHARE = 0.99;

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
  target: "99% of 1,000 invocations succeed within their timeout",
  measure: async () => judge005((await longPlay()).invocations),
};
