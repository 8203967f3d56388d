import { countWords } from "@narratoria/protocol/english";
import { asYou } from "./checks/as-you.js";
import { bodies } from "./checks/bodies.js";
import { constraints } from "./checks/constraints.js";
import { deeds } from "./checks/deeds.js";
import { language, length, markup, tense } from "./checks/form.js";
import { harm } from "./checks/harm.js";
import { hour } from "./checks/hour.js";
import { keptWords, locked, saidWithoutMarks } from "./checks/kept-words.js";
import { past, things } from "./checks/lasting.js";
import { names, presence, relatives } from "./checks/names.js";
import { numbers } from "./checks/numbers.js";
import { outcome } from "./checks/outcome.js";
import { player, withSubjects } from "./checks/player.js";
import { inPresent } from "./checks/present-tense.js";
import { repetition } from "./checks/repetition.js";
import { sameFacts } from "./checks/same-facts.js";
import { stateOfThings } from "./checks/state-of-things.js";
import type { Check, SceneFacts } from "./checks/scene-facts.js";
import { holdsWords } from "./steps.js";

/** In the order in which they are made: what nothing good comes after is looked for first. */
const CHECKS = {
  markup,
  language,
  length,
  player,
  kept: keptWords,
  names,
  presence,
  relatives,
  past,
  things,
  numbers,
  hour,
  constraints,
  outcome,
  deeds,
  harm,
  same: sameFacts,
  bodies,
  state: stateOfThings,
  locked,
  tense,
  repetition,
} as const satisfies Readonly<Record<string, Check>>;

export type CheckName = keyof typeof CHECKS;

/**
 * They know what is done by its forms of the present, and the player by "you": where a story is told in the past, or the player is called
 * by a role, they are given that. (rules NA3320 and NA3404)
 */
const OF_DEEDS: ReadonlySet<CheckName> = new Set([
  "player",
  "presence",
  "relatives",
  "past",
  "things",
  "hour",
  "deeds",
  "outcome",
  "same",
  "bodies",
  "harm",
  "state",
]);

/** Fewer words may stand in any draft. */
const LEAST_OF_DRAFT = 4;

/** The first check that a sentence does not pass, and what its writer should do instead. */
export interface ProseFault {
  readonly check: CheckName;
  readonly reason: string;
}

/**
 * Holds a model's sentence against hard facts alone: who is here, names, numbers, laws, fixed lines, the player's own words, the outcome.
 * Gestures, props, weather, breath, jokes and manners of address pass. Implements rules NA710 to NA720.
 *
 * @param sentence - Whole, with its stop and with all of the speech in it.
 * @returns Null where it can be told.
 */
export function checkSentence(sentence: string, facts: SceneFacts): ProseFault | null {
  const unmarked = saidWithoutMarks(sentence, facts.kept);
  if (unmarked !== null) return { check: "kept", reason: unmarked };
  // What the storybook tells of the scene is so, in whatever form its author wrote it; it is told once.
  const isDraft = countWords(sentence) >= LEAST_OF_DRAFT && holdsWords(facts.draft, sentence);
  if (isDraft && !holdsWords(facts.told.join(" "), sentence)) return null;
  const { happensInPast, calls } = facts.story;
  const asTold = (text: string): string => {
    const present = happensInPast ? inPresent(text) : text;
    return calls === undefined ? present : asYou(present, calls);
  };
  const now = happensInPast || calls !== undefined ? { ...facts, draft: asTold(facts.draft) } : facts;
  const told = asTold(sentence)
    .split(/(“[^”]*(?:”|$))/)
    .map((part) => (part.startsWith("“") ? part : withSubjects(part)))
    .join("");
  for (const [check, looksAt] of Object.entries(CHECKS) as readonly (readonly [CheckName, Check])[]) {
    const reason = OF_DEEDS.has(check) ? looksAt(told, now) : looksAt(sentence, facts);
    if (reason !== null) return { check, reason };
  }
  return null;
}
