/** How a clock is spoken of: whole words, to the quarter of an hour. */

const HOURS = [
  "twelve",
  "one",
  "two",
  "three",
  "four",
  "five",
  "six",
  "seven",
  "eight",
  "nine",
  "ten",
  "eleven",
] as const;

const COUNTS = ["", "one", ...HOURS.slice(2), "twelve"];

export type PartOfDay = "morning" | "afternoon" | "evening" | "night";

/**
 * @param minutes - In-game minutes since midnight of the first day.
 * @returns "a quarter to nine", "half past four", "noon", "midnight", "ten".
 */
export function clockWords(minutes: number): string {
  const quarter = Math.round((((minutes % 1440) + 1440) % 1440) / 15) % 96;
  const hour = Math.floor(quarter / 4);
  const name = (at: number): string =>
    at % 24 === 0 ? "midnight" : at % 24 === 12 ? "noon" : (HOURS[at % 12] ?? "twelve");
  switch (quarter % 4) {
    case 1:
      return `a quarter past ${name(hour)}`;
    case 2:
      return `half past ${HOURS[hour % 12] ?? "twelve"}`;
    case 3:
      return `a quarter to ${name(hour + 1)}`;
    default:
      return name(hour);
  }
}

/** Night from nine in the evening to five in the morning. */
export function partOfDay(minutes: number): PartOfDay {
  const hour = Math.floor((((minutes % 1440) + 1440) % 1440) / 60);
  if (hour < 5 || hour >= 21) return "night";
  if (hour < 12) return "morning";
  return hour < 17 ? "afternoon" : "evening";
}

/** A length of time in words: "ten minutes", "half an hour", "the better part of two hours". */
export function durationWords(minutes: number): string {
  if (minutes < 8) return "a few minutes";
  if (minutes < 13) return "ten minutes";
  if (minutes < 23) return "a quarter of an hour";
  if (minutes < 38) return "half an hour";
  if (minutes < 53) return "three quarters of an hour";
  if (minutes < 75) return "an hour";
  if (minutes < 105) return "an hour and a half";
  const hours = Math.round(minutes / 60);
  if (hours < 12) return `${HOURS[hours] ?? String(hours)} hours`;
  const days = Math.round(minutes / 1440);
  return days < 2 ? "the whole of a day" : `${COUNTS[days] ?? String(days)} days`;
}
