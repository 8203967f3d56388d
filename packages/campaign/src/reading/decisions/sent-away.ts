/** Whom a decision sends away or leaves behind: they go with the player no more. */
import type { CastEntry, DeclaredEffect } from "@narratoria/protocol/contracts";
import { escape } from "../patterns.js";

type Somebody = Pick<CastEntry, "id" | "called" | "name" | "pronoun" | "kind">;

const SENDS =
  /^(?:send|order|pack|drive|turn) (.{2,30}?) (?:home|away|back|off|packing|back home|off home)(?: (?:to|with|alone|at|for|by|in|down|up)\b[^,;]*)?$/iu;
const LEAVES =
  /^leave (.{2,30}?) (?:behind|there|here|at home|where (?:he|she|they|it) (?:is|are|was|were)|with (?:his|her|their|its) (?:own )?\p{Ll}+|(?:in|on|at) the \p{Ll}+)(?: and (?:go|walk|ride|climb|run|sail|push|press|carry) on\b[^,;]*)?$/iu;
const GOES_ON_WITHOUT = /^(?:go|walk|ride|climb|run|sail|push|press|carry) on without (.{2,30})$/iu;
const PRONOUNS: Readonly<Record<string, string>> = { him: "he", her: "she", it: "it" };

/**
 * The effect of a decision that sends somebody away or leaves them behind; none where it does not say whom. (rule CA6531)
 *
 * @param people - Who is in the beat.
 */
export function sentAway(decision: string, people: readonly Somebody[], file: string): readonly DeclaredEffect[] {
  const words = decision.trim().replace(/[.!]$/u, "");
  const [, whom = ""] = SENDS.exec(words) ?? LEAVES.exec(words) ?? GOES_ON_WITHOUT.exec(words) ?? [];
  const pronoun = PRONOUNS[whom.toLowerCase()];
  const meant = people.filter(({ called, name, pronoun: own, kind }) =>
    pronoun === undefined
      ? new RegExp(`^(?:(?:old|poor|young|the|both) )?(?:${escape(called)}|${escape(name)})$`, "u").test(whom)
      : own === pronoun && (pronoun === "it" || kind === "human"),
  );
  const [one] = meant;
  return one === undefined || meant.length > 1
    ? []
    : [{ kind: "presence", text: decision, npc: one.id, value: "away", file, line: 0 }];
}
