/** Windows of beats that wait for others which the story has told late. Pure. */
import type { PlotBeat } from "@narratoria/protocol/contracts";
import { type BeatMoment, beatState, list, sceneCount, scenesPassed } from "./conditions.js";

/**
 * Beats with their windows as they are now: a beat whose needed beats were told after their own windows, since they stood in the queue, can
 * come so many scenes later itself. (rule EN4702)
 *
 * @param beats - The campaign's beats. Those whose windows are as written stay the same objects.
 */
export function inTheirTime(
  beats: readonly PlotBeat[],
  moment: Pick<BeatMoment, "scene" | "state">,
): readonly PlotBeat[] {
  const byId = new Map(beats.map((beat) => [beat.id, beat]));
  const late = new Map<string, number>();
  const lateness = ({ id, conditions = {} }: PlotBeat): number => {
    const known = late.get(id);
    if (known !== undefined) return known;
    // Beats that wait for each other are none the later for it.
    late.set(id, 0);
    const needed = [...list(conditions.requires_beat), ...(conditions.requires_any_beat ?? [])];
    const scenes = Math.max(0, ...needed.map((one) => lateBy(byId.get(one))));
    late.set(id, scenes);
    return scenes;
  };
  const lateBy = (needed: PlotBeat | undefined): number => {
    if (needed === undefined) return 0;
    const known = beatState(moment.state, needed.id);
    const max = needed.conditions?.scene_count?.max;
    if (known?.state !== "due" && known?.state !== "fired") return known?.state === "skipped" ? 0 : lateness(needed);
    const told = known.state === "due" ? sceneCount(moment) : known.scene + scenesPassed(moment.state);
    return max === undefined ? 0 : Math.max(0, told - max);
  };
  return beats.map((beat) => {
    const window = beat.conditions?.scene_count;
    const scenes = window?.max === undefined ? 0 : lateness(beat);
    if (window?.max === undefined || scenes === 0) return beat;
    return { ...beat, conditions: { ...beat.conditions, scene_count: { ...window, max: window.max + scenes } } };
  });
}
