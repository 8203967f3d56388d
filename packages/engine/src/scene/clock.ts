/** In-game time in words. The clock counts minutes; day 1 begins at minute 0. */

const ORDINALS = [
  "First",
  "Second",
  "Third",
  "Fourth",
  "Fifth",
  "Sixth",
  "Seventh",
  "Eighth",
  "Ninth",
  "Tenth",
  "Eleventh",
  "Twelfth",
];

/** The same hours as the narrator's prose keeps, with noon by its own name. */
const PARTS: readonly (readonly [fromHour: number, word: string])[] = [
  [21, "night"],
  [17, "evening"],
  [13, "afternoon"],
  [12, "noon"],
  [5, "morning"],
  [0, "night"],
];

/**
 * Says when a scene takes place, as the heading of a scene does ("Third evening").
 *
 * @param minutes - In-game minutes since the first midnight of the story.
 */
export function timeInWords(minutes: number): string {
  const whole = Math.max(0, Math.floor(minutes));
  // The small hours belong to the night before: nobody says that a new day has begun at one o'clock.
  const day = Math.floor(Math.max(0, whole - 5 * 60) / 1440);
  const ordinal = ORDINALS[day];
  return ordinal ? `${ordinal} ${partOfDay(whole)}` : `Day ${day + 1}, ${partOfDay(whole)}`;
}

/** The word for the hour: "morning", "noon", "night". */
export function partOfDay(minutes: number): string {
  const hour = Math.floor((minutes % 1440) / 60);
  return PARTS.find(([from]) => hour >= from)?.[1] ?? "night";
}

const OPENING_HOURS: readonly (readonly [word: RegExp, hour: number])[] = [
  [/\b(?:dawn|sunrise|first light)\b/i, 6],
  [/\b(?:morning|breakfast)\b/i, 8],
  [/\b(?:noon|midday)\b/i, 12],
  [/\bafternoon\b/i, 15],
  [/\b(?:evening|dusk|sunset|supper)\b/i, 19],
  [/\b(?:midnight|night)\b/i, 22],
];

/** The minute at which a story opens: the first time of day that its premise names, else late afternoon. */
export function openingMinute(premise: string): number {
  let best: { at: number; hour: number } | undefined;
  for (const [word, hour] of OPENING_HOURS) {
    const at = premise.search(word);
    if (at >= 0 && (!best || at < best.at)) best = { at, hour };
  }
  return (best?.hour ?? 17) * 60;
}
