/** How places lie to each other: what is next on the story's road, and how long a way takes. */
import { OPERATORS } from "./operators.js";
import type { View } from "./view.js";

/** How many stops of the road a place lies ahead of the player, below 0 behind; undefined where one of the two is not on the road. */
export function stopsAhead(view: View, place: string): number | undefined {
  const here = view.place?.road?.stop;
  const there = view.places.get(place)?.road?.stop;
  return here === undefined || there === undefined ? undefined : there - here;
}

/** The place that one comes to first on the way to another: the next stop where both lie on the road, else the place itself. */
export function firstOnTheWay(view: View, place: string): string {
  const ahead = stopsAhead(view, place);
  if (ahead === undefined || Math.abs(ahead) <= 1) return place;
  const stop = (view.place?.road?.stop ?? 0) + Math.sign(ahead);
  return view.matter.places.find(({ road }) => road?.stop === stop && road.part === undefined)?.id ?? place;
}

/** In-game minutes of the way from where the player is: the author's, else those of a walk. */
export function minutesTo(view: View, place: string): number {
  const given = view.place?.ways?.find(({ to }) => to === place)?.minutes;
  if (given !== undefined) return given;
  const stops = stopsAhead(view, place);
  const march = view.place?.road?.minutes;
  return stops === undefined || stops === 0 || march === undefined ? OPERATORS.go.minutes : Math.abs(stops) * march;
}
