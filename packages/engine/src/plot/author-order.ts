/** The order in which an author has beats come: by their place in the list and by the scenes from which on they may come. Pure. */
import type { PlotBeat } from "@narratoria/protocol/contracts";
import type { BeatMoment } from "./conditions.js";
import { sceneCount } from "./conditions.js";

/** A beat whose window closes within so many scenes waits for no other. */
const CLOSING = 3;

const firstScene = ({ conditions = {} }: PlotBeat): number | undefined => conditions.scene_count?.min;

/** Whether an author has one beat come before another: it stands before it, and its window opens sooner. */
export function precedes(one: PlotBeat, other: PlotBeat, beats: readonly PlotBeat[]): boolean {
  const [first, second] = [firstScene(one), firstScene(other)];
  return first !== undefined && second !== undefined && first < second && beats.indexOf(one) < beats.indexOf(other);
}

/** Whether a beat cannot wait any longer for those before it. */
export function isClosing({ conditions = {} }: PlotBeat, moment: Pick<BeatMoment, "scene" | "state">): boolean {
  const last = conditions.scene_count?.max;
  return last !== undefined && last < sceneCount(moment) + CLOSING;
}

/** Beats that happen on a journey, at least. */
const FEWEST_HALTS = 7;

const journeys = new WeakMap<readonly PlotBeat[], boolean>();

/** Whether a story is a journey: its beats go from place to place, seven at least, and none comes back to where an earlier one was. */
export function isJourney(beats: readonly PlotBeat[], { placeOf }: Pick<BeatMoment, "placeOf">): boolean {
  const known = journeys.get(beats);
  if (known !== undefined) return known;
  const halts = beats.flatMap((beat) => placeOf(beat) ?? []).filter((place, at, all) => place !== all[at - 1]);
  const found = halts.length >= FEWEST_HALTS && new Set(halts).size === halts.length;
  journeys.set(beats, found);
  return found;
}
