/** The time that has gone by, as a scene tells it. */
import { daysLater, timeBeforeBeat } from "./days-later.js";
import type { SceneBrief } from "@narratoria/protocol/story";
import { type PartOfDay, partOfDay } from "@narratoria/protocol/english";
import type { Composer } from "./composer.js";

/** When the last scene ended, and when this one is. */
interface Timed {
  readonly memory: Pick<Composer["memory"], "stageMinutes">;
  readonly stage: Pick<Composer["stage"], "minutes" | "carriedOff">;
}

/**
 * How much later it is, where a night has passed since the last scene and no beat says so in words of its own, or where a journey to a beat
 * takes until a later part of the day. (rules NA820 and NA3162)
 */
export function nightsSince({ memory, stage }: Timed, brief: Pick<SceneBrief, "beat" | "effects">): string | undefined {
  if (memory.stageMinutes === undefined) return undefined;
  // The way is a part of the time that has gone by: it is said once, all of it. (rule NA5772)
  const before = memory.stageMinutes;
  if (brief.beat?.clock !== undefined) {
    if (stage.carriedOff) return undefined;
    const passed = timeBeforeBeat(before, stage.minutes, brief.beat.told);
    if (passed === "part") return LATER_THAT_DAY[partOfDay(stage.minutes)];
    if (passed === undefined) return undefined;
  }
  return daysLater(before, stage.minutes);
}

/** How a later part of the same day is said. */
const LATER_THAT_DAY: Readonly<Record<PartOfDay, string>> = {
  morning: "in the morning",
  afternoon: "that afternoon",
  evening: "that evening",
  night: "that night",
};

const minutesSpent = ({ effects }: Pick<SceneBrief, "effects">): number =>
  effects.reduce((sum, effect) => sum + (effect.kind === "time" ? effect.minutes : 0), 0);

/** Minutes still to go from which on an hour that was waited is not what has passed. */
const LONG_WAIT = 240;

/** Whether nights are told to go by before the beat: the hours within them are none's. (rule NA3368) */
export function tellsNights({ memory, stage }: Timed, brief: Pick<SceneBrief, "beat" | "effects">): boolean {
  const { beat } = brief;
  if (beat?.clock === undefined || memory.stageMinutes === undefined) return false;
  const before = memory.stageMinutes + minutesSpent(brief);
  const passed = timeBeforeBeat(before, stage.minutes, beat.told);
  // "An hour passes" from an afternoon until a beat at two in the morning: it is said by the beat, or as what comes. (rule NA6535)
  const isLong = stage.minutes - before >= LONG_WAIT && partOfDay(stage.minutes) !== partOfDay(before);
  return isLong || (passed !== undefined && passed !== "part");
}

/** "Two days go by." stands before a beat with a time of its own that it does not tell itself. */
export function sayTimeBeforeBeat(composer: Composer, brief: SceneBrief): void {
  const { memory, stage } = composer;
  const { beat } = brief;
  if (beat?.clock === undefined || memory.stageMinutes === undefined) return;
  const passed = timeBeforeBeat(memory.stageMinutes + minutesSpent(brief), stage.minutes, beat.told);
  if (passed === "part") composer.say({ keys: ["turn part"], fill: {}, must: true });
  else if (passed) composer.say({ keys: ["turn days"], fill: passed, must: true });
}
