/** How places lie to each other on the road of a story. */
import type { ReadRoute } from "./generated/contracts.js";
import type { Place } from "./story.js";

/** A place as far as it lies on a road. */
type OnRoad = Pick<Place, "id" | "road" | "ways">;

/**
 * Numbers the stops of a road from 1: those of a fork have one number, and a part of a stop has the number of the stop.
 *
 * @returns Undefined for a place that is not on the road.
 */
export function stopNumbers({
  stops,
  forks = [],
  parts = [],
}: Pick<ReadRoute, "stops" | "forks" | "parts">): (place: string) => number | undefined {
  const numbers = new Map<string, number>();
  let last = 0;
  for (const stop of stops) {
    const beside = forks.find((fork) => fork.stops.includes(stop))?.stops.find((one) => numbers.has(one));
    numbers.set(stop, beside === undefined ? ++last : (numbers.get(beside) ?? last));
  }
  for (const { place, stop } of parts) {
    const number = numbers.get(stop);
    if (number !== undefined && !numbers.has(place)) numbers.set(place, number);
  }
  return (place) => numbers.get(place);
}

/** How many stops of the road one place lies ahead of another, below 0 behind; undefined where one of the two is not on the road. */
export function stopsFrom(from: OnRoad | undefined, to: OnRoad | undefined): number | undefined {
  const [here, there] = [from?.road, to?.road];
  if (here === undefined || there === undefined) return undefined;
  return here.then === there.stop ? 1 : there.stop - here.stop;
}

/**
 * In-game minutes of the way between two places: the author's, else those of the stops between them, else undefined. From one way of a fork
 * to the other one goes back to where it forks.
 */
export function minutesBetween(
  places: Iterable<OnRoad>,
  from: OnRoad | undefined,
  to: OnRoad | undefined,
): number | undefined {
  if (from === undefined || to === undefined || from.id === to.id) return undefined;
  const given = from.ways?.find((way) => way.to === to.id) ?? to.ways?.find((way) => way.to === from.id);
  if (given !== undefined) return given.minutes;
  const stops = stopsFrom(from, to);
  if (stops === undefined) return undefined;
  const [here, there] = [from.road?.stop ?? 0, to.road?.stop ?? 0];
  if (from.road?.then === there) return from.road.minutes;
  // The whole stop says how far the next one is; a part of it need not.
  const leg = new Map<number, number>();
  for (const { road } of places)
    if (road !== undefined && (road.part !== true || !leg.has(road.stop))) leg.set(road.stop, road.minutes);
  if (stops === 0) {
    const isFork = from.road?.part !== true && to.road?.part !== true;
    return isFork ? 2 * (leg.get(here - 1) ?? 0) || undefined : undefined;
  }
  let sum = 0;
  for (let stop = Math.min(here, there); stop < Math.max(here, there); stop++) sum += leg.get(stop) ?? 0;
  return sum > 0 ? sum : undefined;
}
