import type { Campaign } from "@narratoria/campaign";
import type { EndingMatter, Hook, StoryMemory } from "@narratoria/protocol/story";
import { allBeatsDone, type BeatMoment, conditionsHold } from "./beats.js";

/** A campaign that wrote no ending may be left once its beats are done, but not before a story has had time to be one. */
const SCENES_BEFORE_LEAVING = 12;

/** The ending of a campaign that wrote none: the player chooses to leave it there. */
export const LEAVE_TAKING: EndingMatter = {
  id: "leave-taking",
  title: "Here it rests",
  paragraphs: [
    "You leave it there. Not everything has been answered, and what has been answered will keep.",
    "The place goes on behind you as it did before you came.",
  ],
  epilogue: ["{deeds}"],
};

/**
 * The ending that is offered now: of those in reach, the one nearest to what the player did. (DESIGN 8, rule EN22)
 *
 * @param campaign - Its endings and beats.
 * @param moment - The scene about to be made.
 * @param memories - What the story remembers, for which ending is nearest.
 * @returns At most one hook.
 */
export function endingHooks(campaign: Campaign, moment: BeatMoment, memories: readonly StoryMemory[]): Hook[] {
  const beatsDone = allBeatsDone(campaign.beats, moment.state);
  if (campaign.endings.length === 0) {
    return beatsDone && moment.scene >= SCENES_BEFORE_LEAVING
      ? [{ kind: "ending", ending: LEAVE_TAKING.id, title: LEAVE_TAKING.title }]
      : [];
  }
  const inReach = campaign.endings.filter((ending) =>
    ending.conditions ? conditionsHold(ending.conditions, moment) : beatsDone,
  );
  if (inReach.length === 0) return [];
  const lived = wordCounts(memories.map(({ summary }) => summary).join(" "));
  const nearest = inReach
    .map((ending) => ({ ending, score: overlap(ending.body, lived) }))
    .reduce((best, one) => (one.score > best.score ? one : best));
  return [{ kind: "ending", ending: nearest.ending.id, title: nearest.ending.title }];
}

function overlap(text: string, lived: ReadonlyMap<string, number>): number {
  const words = [...wordCounts(text).keys()];
  return words.reduce((sum, word) => sum + Math.log1p(lived.get(word) ?? 0), 0) / Math.sqrt(words.length || 1);
}

function wordCounts(text: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const [word] of text.toLowerCase().matchAll(/\p{L}{4,}/gu)) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}
