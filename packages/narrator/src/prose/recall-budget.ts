import type { SceneBrief, StoryMemory } from "@narratoria/protocol/story";
import type { StoryIndex } from "../index-story.js";
import { keysOfSlot } from "../scene/bring-in.js";
import { estimateTokens } from "./tokens.js";

/** What a prompt holds of what was recalled, and what it does not, with the reason: for the trace. */
export interface RecallBudget {
  readonly kept: readonly string[];
  readonly leftOut: readonly { readonly summary: string; readonly why: "no_room" | "told_lately" | "small_model" }[];
}

/**
 * Chooses what of the recalled memories goes into a prompt: pinned ones first, then those that name whom or what the choice is about,
 * then by relevance. What the prompt tells anyway is left out, pinned or not. (rules NA346 and NA1103)
 *
 * @param budgetTokens - What they may come to together.
 * @param isTold - Whether the prompt tells a memory in any case.
 */
export function budgetRecall(
  { recalled, choice }: Pick<SceneBrief, "recalled" | "choice">,
  story: StoryIndex,
  budgetTokens: number,
  isTold: (memory: StoryMemory) => boolean,
): RecallBudget {
  const about = new Set(choice ? keysOfSlot(choice) : []);
  const rank = (memory: StoryMemory): number =>
    memory.tags.includes("pinned") ? 2 : story.names.keysIn(memory.summary).some((key) => about.has(key)) ? 1 : 0;
  const ranked = recalled
    .map((memory, at) => ({ memory, at, rank: rank(memory) }))
    .sort((a, b) => b.rank - a.rank || (b.memory.relevance ?? 0) - (a.memory.relevance ?? 0) || a.at - b.at);
  const kept: string[] = [];
  const leftOut: RecallBudget["leftOut"][number][] = [];
  let left = budgetTokens;
  for (const { memory } of ranked) {
    const { summary } = memory;
    const cost = estimateTokens(summary);
    if (isTold(memory)) leftOut.push({ summary, why: "told_lately" });
    else if (cost > left) leftOut.push({ summary, why: "no_room" });
    else {
      kept.push(summary);
      left -= cost;
    }
  }
  return { kept, leftOut };
}
