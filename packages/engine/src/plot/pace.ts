/** How a story keeps going: scenes in which nothing brings it on, and the time that is let pass instead. Pure. */
import { getPath, isJsonObject, type JsonObject, mergePatch } from "@narratoria/protocol";
import type { PlotBeat } from "@narratoria/protocol/contracts";
import type { Question } from "@narratoria/protocol/story";
import {
  type BeatConditions,
  type BeatMoment,
  type BeatState,
  isPast,
  isReachable,
  missingTags,
  sceneCount,
  scenesPassed,
  slugOf,
  storyHolds,
} from "./conditions.js";
import { type Want, wantsOf } from "./wanted-deeds.js";

/** Scenes without a beat, a clue or a deed that a beat waits for, after which the story goes on by itself. */
export const QUIET_SCENES = 2;
/** Quiet scenes after which time goes on also past a deed that is offered. */
export const QUIET_WITH_DEEDS = 4;
/** Clues and deeds put that off by no more than so many scenes. */
const PUT_OFF = 2;

/**
 * Scenes before this one, without a gap, that told no beat, no clue to an open question and no deed that a beat waits for. (rule EN1500)
 *
 * @param questions - The story's questions; a clue to one that a beat has answered is none.
 */
export function quietScenes(
  beats: readonly PlotBeat[],
  { scene, state }: Pick<BeatMoment, "scene" | "state">,
  questions: readonly Pick<Question, "clues" | "answeredBy">[] = [],
): number {
  const hasFired = (id: string): boolean => getPath(state, `beats.${id}.state`) === "fired";
  const sceneOf = (path: string): number => {
    const value = getPath(state, path);
    return typeof value === "number" ? value : 0;
  };
  const lastBeat = Math.max(0, ...beats.map(({ id }) => (hasFired(id) ? sceneOf(`beats.${id}.scene`) : 0)));
  const open = questions.filter(({ answeredBy }) => !answeredBy.some(hasFired));
  const clues = new Set(open.flatMap((question) => question.clues));
  const known = getPath(state, "world.known.facts");
  const learned = isJsonObject(known) ? Object.entries(known).filter(([id]) => clues.has(id)) : [];
  const flags = getPath(state, "flags");
  const wanted = new Set(
    beats.flatMap(({ conditions = {} }) => tagsOf(conditions)).flatMap((tag) => [tag, slugOf(tag)]),
  );
  const done = isJsonObject(flags) ? Object.entries(flags).filter(([name]) => wanted.has(name)) : [];
  const steps = [...learned, ...done].flatMap(([, at]) => (typeof at === "number" && at < scene ? [at] : []));
  const last = Math.max(lastBeat, Math.min(lastBeat + PUT_OFF, Math.max(0, ...steps)));
  return Math.max(0, scene - 1 - last);
}

/** Whether nothing was learned in the scene before this one. (rule EN5916) */
export function wasEmpty({ scene, state }: Pick<BeatMoment, "scene" | "state">): boolean {
  const known = getPath(state, "world.known.facts");
  return !isJsonObject(known) || !Object.values(known).includes(scene - 1);
}

/** Whether the story goes on by itself: enough scenes were quiet, or the last of them brought nothing at all. (rules EN1500, EN5916) */
export const isLongQuiet = ({ quiet = 0, wasEmpty = false }: BeatMoment): boolean =>
  quiet >= QUIET_SCENES || (quiet > 0 && wasEmpty);

/** Tags and states that conditions ask of the player. */
function tagsOf({ player_choice, player_choices = [], player_state }: BeatConditions): readonly string[] {
  return [player_choice, ...player_choices, player_state].flatMap((tag) => tag ?? []);
}

/** A beat that time alone brings, and the scene count at which it does; or brings so far that a deed is all it waits for. */
export interface BeatByTime {
  readonly beat: PlotBeat;
  readonly count: number;
  readonly waitsForDeed?: true;
}

/**
 * The beat that comes next if time goes on: all that it waits for is its scene count. No time is let pass in which a beat that may not be
 * skipped would be missed. (rule EN1501)
 *
 * @param isLeftOut - Beats that time does not bring: last pages, and those that wait for others in the author's order.
 * @param withDeeds - Whether one counts that then waits for a deed.
 */
export function nextByTime(
  beats: readonly PlotBeat[],
  moment: BeatMoment,
  stateOf: (id: string) => BeatState | undefined,
  isLeftOut: (beat: PlotBeat) => boolean,
  withDeeds: boolean,
): BeatByTime | undefined {
  const isToCome = ({ id }: PlotBeat): boolean => !["due", "fired", "skipped"].includes(stateOf(id)?.state ?? "");
  const [first] = beats
    .filter((beat) => isToCome(beat) && !isLeftOut(beat))
    .flatMap((beat): readonly BeatByTime[] => {
      const found = countFor(beat.conditions ?? {}, moment, stateOf);
      return found === undefined || (found.waitsForDeed && !withDeeds) ? [] : [{ beat, ...found }];
    })
    .sort((a, b) => a.count - b.count);
  if (!first) return undefined;
  const isMissed = beats.some(({ id, skippable, conditions = {} }) => {
    const max = conditions.scene_count?.max;
    if (max === undefined || max >= first.count || skippable === true || id === first.beat.id) return false;
    if (["fired", "skipped"].includes(stateOf(id)?.state ?? "")) return false;
    return !isPast(conditions, sceneCount(moment)) && isReachable(conditions, max, stateOf);
  });
  return isMissed ? undefined : first;
}

/** The scene count, later than this scene's, at which nothing else is missing of conditions, or only a deed that can be offered then. */
function countFor(
  conditions: BeatConditions,
  moment: BeatMoment,
  stateOf: (id: string) => BeatState | undefined,
): Omit<BeatByTime, "beat"> | undefined {
  const now = sceneCount(moment);
  const expression = conditions.custom?.expression ?? "";
  const counts = [
    conditions.scene_count?.min ?? 0,
    ...(expression.includes("scene_count")
      ? [...expression.matchAll(/\b\d+\b/g)].flatMap(([number]) => [Number(number), Number(number) + 1])
      : []),
  ].filter((count) => count > now);
  const comes = (count: number): readonly Omit<BeatByTime, "beat">[] => {
    const then = { ...moment, state: mergePatch(moment.state, passTo(count, moment)) };
    if (isPast(conditions, count) || !isReachable(conditions, count, stateOf)) return [];
    if (missingTags(conditions, then).length === 0 && storyHolds(conditions, then, stateOf)) return [{ count }];
    return hasDeed(wantsOf(conditions, then, stateOf)) ? [{ count, waitsForDeed: true }] : [];
  };
  return counts.sort((a, b) => a - b).flatMap(comes)[0];
}

/** Whether there is something to do, and not only somebody to win. */
export const hasDeed = (wants: readonly Want[]): boolean =>
  wants.some(({ act }) => act !== undefined && act.measure === undefined);

/** The merge patch by which this scene counts as a later one. */
export function passTo(count: number, moment: Pick<BeatMoment, "scene" | "state">): JsonObject {
  return { pace: { passed: scenesPassed(moment.state) + Math.max(0, count - sceneCount(moment)) } };
}
