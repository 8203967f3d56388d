/** Whether a story begins in the middle of its first beat. Pure. */
import { getPath } from "@narratoria/protocol";
import { countWords } from "@narratoria/protocol/english";
import type { Campaign } from "@narratoria/campaign";
import type { StoryIndex } from "@narratoria/narrator";
import type { BeatMoment } from "./conditions.js";

/** Words of a premise and its first beat that are read at one go. */
const MOST_WORDS = 260;

/**
 * Whether the first beat is told with the premise: it comes where the story begins, waits for nothing, nobody else is there, and the two
 * are short enough to be read at one go. What it would tell again is left out (rule NA3125). (rule EN2506)
 *
 * @param moment - The opening.
 */
export function opensWithBeat(
  { beats: [first] }: Pick<Campaign, "beats">,
  { beats, matter: { people }, opening }: Pick<StoryIndex, "beats" | "matter" | "opening">,
  { state, jumpTo }: BeatMoment,
): boolean {
  const matter = first && beats.get(first.id);
  const place = getPath(state, "place");
  if (!first || !matter || (jumpTo?.(first) ?? 0) > 0) return false;
  // With nobody about there is nothing to do where the story begins but to set out. (rule EN3140)
  const isAlone = people.every(({ id }) => getPath(state, `people.${id}.place`) !== place);
  if (matter.place !== place && !(isAlone && matter.place !== undefined)) return false;
  const { scene_count: window, ...others } = first.conditions ?? {};
  const waits = Object.values(others).some((value) => value !== undefined) || (window?.min ?? 0) > 0;
  const isAmongThem = people.every(
    ({ id }) => matter.people.includes(id) || getPath(state, `people.${id}.place`) !== place,
  );
  const premise = opening.join(" ");
  const told = [...matter.told, ...matter.dialogue.map(({ line }) => line)].join(" ");
  return !waits && isAmongThem && countWords(premise) + countWords(told) <= MOST_WORDS;
}
