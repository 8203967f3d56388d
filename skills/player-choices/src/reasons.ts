/** Reason clauses: a choice that stands on little is tied to a memory of its person or its place. (STORYBOOK 7) */
import type { Bindings, StoryMemory } from "@narratoria/protocol/story";
import type { Candidate } from "./candidate.js";
import { memoryKey, memorySource } from "./sources.js";
import { deedInWords, isTelling } from "./deeds.js";
import type { View } from "./view.js";
import { CHOICE_LETTERS } from "./wording.js";

/** A set of choices with more than this many reasons reads like a list of excuses. */
const MOST_REASONS = 2;
/** Scenes for which a memory used as a reason rests. */
const REST = 5;

export interface Reasoned {
  readonly candidate: Candidate;
  readonly text: string;
  readonly reason?: string;
  /** Key of the memory that the reason is taken from. */
  readonly reasonKey?: string;
}

/**
 * Ties choices that nothing learned in play stands behind to a memory each, where one fits.
 *
 * @param worded - The choices with their texts, in the order in which they were picked.
 * @param memories - Recalled memories, the most relevant first.
 */
export function giveReasons(
  view: View,
  worded: readonly { readonly candidate: Candidate; readonly text: string }[],
  memories: readonly StoryMemory[],
): readonly Reasoned[] {
  const used = new Set<string>(worded.flatMap(({ candidate }) => candidate.bind.memory ?? []));
  let given = 0;
  return worded.map(({ candidate, text }) => {
    if (candidate.reason !== undefined && `${text}, ${candidate.reason}`.length <= CHOICE_LETTERS) {
      given += 1;
      return { candidate, text: `${text}, ${candidate.reason}`, reason: candidate.reason };
    }
    if (candidate.learned || given >= MOST_REASONS) return { candidate, text };
    for (const memory of memories) {
      const key = memoryKey(memory);
      const last = view.memory.reasons[key];
      if (used.has(key) || memory.scene >= view.scene || (last !== undefined && view.scene - last < REST)) continue;
      const reason = reasonFrom(view, candidate.bind, candidate.verb, memory);
      if (reason === null || `${text}, ${reason}`.length > CHOICE_LETTERS) continue;
      used.add(key);
      given += 1;
      return {
        candidate: { ...candidate, learned: true, memory, sources: [memorySource(memory), ...candidate.sources] },
        text: `${text}, ${reason}`,
        reason,
        reasonKey: key,
      };
    }
    return { candidate, text };
  });
}

function reasonFrom(view: View, bind: Bindings, verb: string, memory: StoryMemory): string | null {
  const { deed } = memory;
  if (!deed) return null;
  if (bind.npc !== undefined && deed.bind.npc === bind.npc && isTelling(memory)) {
    const words = deedInWords(view, deed, "pronoun");
    if (words === null) return null;
    if (deed.polarity === "mixed") return null;
    return deed.polarity === "bad" ? `though you ${words}` : `seeing that you ${words}`;
  }
  const goesThere = verb === "go" && bind.npc === undefined && memory.location === bind.place;
  // "where you kept watch at the mill" says the place twice.
  if (!goesThere || memory.significance === "low" || deed.template.includes("{place}") || deed.verb === "go")
    return null;
  const words = deedInWords(view, deed, "name");
  return words === null ? null : `where you ${words}`;
}
