/** Whether a story begins in the middle of its first beat. Pure. */
import { getPath } from "@narratoria/protocol";
import { countWords } from "@narratoria/protocol/english";
import type { Campaign } from "@narratoria/campaign";
import type { StoryIndex } from "@narratoria/narrator";
import type { BeatMoment } from "./conditions.js";

/** Words of a premise and its first beat that are read at one go. */
const MOST_WORDS = 480;
/** The same where the beat cannot wait: it would be missed, or told after the player has gone elsewhere. */
const MOST_AT_ONCE = 650;
/** Scene by which a beat that cannot wait comes. */
const AT_ONCE = 2;

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
  const { scene_count: window, ...others } = first.conditions ?? {};
  const waits = Object.values(others).some((value) => value !== undefined) || (window?.min ?? 0) > 1;
  const isAmongThem = people.every(
    // Who travels with the player is there wherever it begins. (rule EN4300)
    ({ id, travels }) =>
      travels === true || matter.people.includes(id) || getPath(state, `people.${id}.place`) !== place,
  );
  // Where nobody is but who is in it there is nothing to do but to set out for it. (rule EN3140)
  if (matter.place !== place && !(isAmongThem && matter.place !== undefined)) return false;
  const premise = opening.join(" ");
  const told = [...matter.told, ...matter.dialogue.map(({ line }) => line)].join(" ");
  const most = (window?.max ?? Infinity) <= AT_ONCE ? MOST_AT_ONCE : MOST_WORDS;
  return !waits && isAmongThem && countWords(premise) + countWords(told) <= most;
}
