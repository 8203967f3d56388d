import { constraints } from "./checks/constraints.js";
import { language, length, markup, slips, tense } from "./checks/form.js";
import { names, world } from "./checks/names.js";
import { outcome } from "./checks/outcome.js";
import { player, speech } from "./checks/player.js";
import { repetition } from "./checks/repetition.js";
import type { Check, SceneFacts } from "./checks/scene-facts.js";

/** In the order in which they are made: what would be worst is looked for first. */
const CHECKS = {
  outcome,
  constraints,
  player,
  speech,
  repetition,
  language,
  length,
  names,
  world,
  tense,
  markup,
  slips,
} as const satisfies Readonly<Record<string, Check>>;

/** Whoever asked for a sentence sees more: that it is not about its `subject`, and that it `leans` on one that was cut. */
export type CheckName = keyof typeof CHECKS | "subject" | "leans";

/** The first check that a sentence does not pass, and what its writer should do instead. */
export interface ProseFault {
  readonly check: CheckName;
  readonly reason: string;
}

/**
 * Holds a model's sentence against the dice, the campaign and the story so far. Implements rules NA332 to NA343.
 *
 * @param sentence - Whole, with its stop.
 * @returns Null where it can be told.
 */
export function checkSentence(sentence: string, facts: SceneFacts): ProseFault | null {
  for (const [check, looksAt] of Object.entries(CHECKS) as readonly (readonly [keyof typeof CHECKS, Check])[]) {
    const reason = looksAt(sentence, facts);
    if (reason !== null) return { check, reason };
  }
  return null;
}
