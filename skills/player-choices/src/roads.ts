/** How places lie to each other: what is next on the story's road, and how long a way takes. */
import { minutesBetween, stopsFrom } from "@narratoria/protocol/story";
import { OPERATORS } from "./operators.js";
import type { View } from "./view.js";

/** How many stops of the road a place lies ahead of the player, below 0 behind; undefined where one of the two is not on the road. */
export const stopsAhead = (view: View, place: string): number | undefined =>
  stopsFrom(view.place, view.places.get(place));

/** The place that one comes to first on the way to another: the next stop where both lie on the road, else the place itself. */
export function firstOnTheWay(view: View, place: string): string {
  const ahead = stopsAhead(view, place);
  if (ahead === undefined || Math.abs(ahead) <= 1) return place;
  const stop = (view.place?.road?.stop ?? 0) + Math.sign(ahead);
  return view.matter.places.find(({ road }) => road?.stop === stop && road.part === undefined)?.id ?? place;
}

/** A way that takes so many minutes takes its time. */
const LONG_WAY = 45;

/**
 * In-game minutes of the way from where the player is: the author's, else those of a walk. One comes to a beat that waits there no later than
 * its hour. (rule PC5773)
 */
export function minutesTo(view: View, place: string): number {
  const way = minutesBetween(view.matter.places, view.place, view.places.get(place)) ?? OPERATORS.go.minutes;
  if (way < LONG_WAY) return way;
  const { place: goal } = view.choice?.bind ?? {};
  const most = view.by === undefined || goal !== place ? way : view.by - view.minutes;
  return Math.max(LONG_WAY, Math.min(way, most));
}
