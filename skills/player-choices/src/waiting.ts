/** Waiting for a beat that comes only later: the choice, its words and the time that it takes. (rule PC615) */
import { partOfDay } from "@narratoria/protocol/english";
import type { Hook } from "@narratoria/protocol/story";
import type { Candidate } from "./candidate.js";
import type { View } from "./view.js";
import { capitalised } from "./words.js";

type LaterBeat = Extract<Hook, { kind: "beat-later" }>;

const DAY = 1440;
/** The small hours belong to the night before. */
const EARLY = 5 * 60;
/** Hours at which the parts of a day begin that are waited for where nothing says when the beat is. */
const EVENING = 18 * 60;
const MORNING = 8 * 60;
/** Hours from which the next part of a day is its evening, and the next morning. */
const TOWARDS_EVENING = 12 * 60;
const TOWARDS_MORNING = 17 * 60;
const NOON = 12;
const NUMBERS =
  "two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty".split(
    " ",
  );
/** Spans that have a word of their own, by their days. */
const WEEKS: Readonly<Record<number, string>> = { 7: "a week", 14: "two weeks", 21: "three weeks" };

/** Time that goes on until the beat: offered first where only its hour lies ahead, else where little is left to do before it. */
export function waitingFor(view: View, hook: LaterBeat): Candidate {
  const text = waitWords(view.minutes, hook);
  return {
    verb: "wait",
    bind: { beat: hook.beat, text },
    text: capitalised(text),
    sources: [{ kind: "beat", ref: hook.beat, text: hook.title }],
    learned: true,
    tags: [],
    ...(hook.due ? { salience: 1.8, due: true } : { salience: 1, passesTime: true }),
  };
}

/** "wait for Saturday", "wait for the evening", "let three days go by", "see what the morning brings". */
export function waitWords(now: number, { minutes, weekday }: Pick<LaterBeat, "minutes" | "weekday">): string {
  if (minutes === undefined) return `see what the ${nextPart(now)} brings`;
  const then = now + minutes;
  const days = Math.floor((then - EARLY) / DAY) - Math.floor((now - EARLY) / DAY);
  if (days > 0 && days < 7 && weekday !== undefined) return `wait for ${weekday}`;
  if (days > 1) return `let ${WEEKS[days] ?? `${NUMBERS[days - 2] ?? days} days`} go by`;
  if (days === 1) return "wait for the next day";
  const part = hourWord(then);
  if (part === hourWord(now)) return "wait a while";
  return part === "noon" ? "wait for noon" : `wait for the ${part}`;
}

const hourWord = (minutes: number): string => (Math.floor((minutes % DAY) / 60) === NOON ? "noon" : partOfDay(minutes));

function nextPart(now: number): "day" | "evening" | "morning" {
  const minute = now % DAY;
  if (minute >= TOWARDS_MORNING) return "morning";
  return minute >= TOWARDS_EVENING ? "evening" : "day";
}

/** Minutes that go by in waiting so; none where the beat has an hour of its own, or comes at once. */
export function minutesWaited(now: number, text: string): number | undefined {
  const part = /^see what the (morning|evening) brings$/.exec(text)?.[1];
  if (part === undefined) return undefined;
  return (DAY + (part === "morning" ? MORNING : EVENING) - (now % DAY)) % DAY;
}

/** Rest lasts until the morning when it is late, else until the next part of the day. */
export function restMinutes(minutes: number): number {
  const ofDay = minutes % 1440;
  const toMorning = (24 * 60 + 7 * 60 - ofDay) % 1440;
  return ofDay >= 20 * 60 || ofDay < 5 * 60 ? toMorning : 180;
}
