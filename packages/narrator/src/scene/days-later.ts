/** A night that has passed between two scenes, in words. */
import { partOfDay } from "@narratoria/protocol/english";

const DAY = 1440;
/** The small hours belong to the night before. */
const EARLY = 5 * 60;
const NUMBERS = "two three four five six seven eight nine ten eleven twelve".split(" ");

/**
 * Says how much later it is when a night or more has passed: "the next morning", "three days later".
 *
 * @param before - In-game minutes since the first midnight, when the last scene ended.
 * @param now - The same, in this scene.
 * @returns The words in lower case, or undefined where no night lies between.
 */
export function daysLater(before: number, now: number): string | undefined {
  const dayOf = (minutes: number): number => Math.floor(Math.max(0, minutes - EARLY) / DAY);
  const days = dayOf(now) - dayOf(before);
  if (days < 1) return undefined;
  if (days > 1) return days === 7 ? "a week later" : `${NUMBERS[days - 2] ?? days} days later`;
  return `the next ${partOfDay(now)}`;
}
