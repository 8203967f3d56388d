/** Greetings that are for one part of the day. */
const GREETING = /\bgood (morning|afternoon|evening|night)\b(?!['’]s)/iu;
/** Hours from which on, and until when, each is said. */
const HOURS: Readonly<Record<string, readonly [number, number]>> = {
  morning: [4, 13],
  afternoon: [12, 19],
  evening: [16, 24],
  night: [18, 29],
};

/** Whether a line greets at another hour: nobody says "Good morning" in the evening. (rule NA3164) */
export function greetsAtAnotherHour(line: string, minutes: number): boolean {
  const [from, to] = HOURS[GREETING.exec(line)?.[1]?.toLowerCase() ?? ""] ?? [0, 29];
  const hour = Math.floor((minutes % 1440) / 60);
  return !((hour >= from && hour < to) || (hour + 24 >= from && hour + 24 < to));
}
