/** Whether a story still has something to come before its last pages. Pure. */
import type { PlotBeat } from "@narratoria/protocol/contracts";
import {
  type BeatConditions,
  type BeatMoment,
  type BeatState,
  expressionAllows,
  isPast,
  list,
  mentionsScenes,
  missingTags,
  npcStateHolds,
  playerStateHolds,
  sceneCount,
  slugOf,
  worldHolds,
} from "./conditions.js";

/** After so many scenes without a beat nothing is waited for any more. */
const SCENES_WITHOUT_A_BEAT = 12;

/**
 * Whether a beat that matters will still come, or can be brought about by what is offered: until then nothing is offered that closes
 * the story. Critical beats matter, and those of high priority that ask for no feeling, unless the player may skip them. (rule EN1020)
 */
export function goesOn(
  beats: readonly PlotBeat[],
  moment: BeatMoment,
  stateOf: (id: string) => BeatState | undefined,
): boolean {
  if (moment.length !== undefined && moment.scene >= moment.length) return false;
  if (isDeciding(moment, stateOf)) return false;
  const told = beats.map(({ id }) => stateOf(id)).filter((one) => one?.state === "fired");
  const last = Math.max(0, ...told.map((one) => one?.scene ?? 0));
  if (moment.scene - last > SCENES_WITHOUT_A_BEAT) return false;
  return beats.some((beat) => matters(beat, moment) && isAhead(beat, beats, moment, stateOf, new Set()));
}

/** Whether this beat closes the story: it is one of several last pages, of which one alone is told. */
export const isLastPage = ({ id }: PlotBeat, { rivals }: BeatMoment): boolean => (rivals?.get(id)?.length ?? 0) > 0;

/**
 * The climax: the last beat, in the author's order, that one of the last pages needs. (rule EN1030)
 *
 * @param rivals - Beats of which one alone can happen, by the id of each.
 */
export function climaxIn(
  beats: readonly PlotBeat[],
  rivals: ReadonlyMap<string, readonly string[]>,
): string | undefined {
  const pages = beats.filter(({ id }) => (rivals.get(id)?.length ?? 0) > 0);
  const needed = new Set(
    pages.flatMap(({ conditions = {} }) => [
      ...list(conditions.requires_beat),
      ...(conditions.requires_any_beat ?? []),
    ]),
  );
  return beats.findLast(({ id }) => needed.has(id) && !rivals.has(id))?.id;
}

/** What authors tag the beat with that puts the decision of the story. */
const PUTS_DECISION =
  /^(?:the[- ])?(?:final[- ]|last[- ]|big[- ])?(?:decision|choice|climax|finale|verdict|showdown)s?$/iu;

/** What authors call a beat after it. */
const COMES_AFTER = /\b(?:epilogue|aftermath|afterwards|coda|last[- ]page|the end)\b/iu;

/**
 * The beat from which on the player decides between endings whose deeds no beat puts to them: the last that its author tags as the
 * decision, else the last critical one that is no epilogue, else the last. (rule EN5840)
 *
 * @param beats - Those that are no last page, in the author's order.
 */
export function decisionIn(beats: readonly PlotBeat[]): string | undefined {
  const isTagged = ({ tags = [] }: PlotBeat): boolean => tags.some((tag) => PUTS_DECISION.test(tag));
  const isEpilogue = ({ title, tags = [] }: PlotBeat): boolean => [title, ...tags].some((one) => COMES_AFTER.test(one));
  const needed = beats.filter(({ skippable }) => skippable !== true);
  const critical = needed.filter((beat) => beat.priority === "critical" && !isEpilogue(beat));
  return (needed.findLast(isTagged) ?? critical.at(-1) ?? needed.findLast((beat) => !isEpilogue(beat)))?.id;
}

/**
 * Whether the story has come to rest though its beats are not all told: some scenes have brought nothing, and what is left waits for
 * feelings or for chances that have not come. (rule EN5841)
 */
export function hasComeToRest(
  beats: readonly PlotBeat[],
  moment: BeatMoment,
  stateOf: (id: string) => BeatState | undefined,
): boolean {
  const told = beats.filter(({ id }) => stateOf(id)?.state === "fired");
  const { quiet = 0 } = moment;
  if (told.length === 0 || quiet < QUIET_AT_REST) return false;
  const ahead = beats.filter((beat) => !isLastPage(beat, moment) && isAhead(beat, beats, moment, stateOf, new Set()));
  return ahead.length === 0 || (quiet >= QUIET_FOR_CHANCES && !ahead.some(({ priority }) => priority === "critical"));
}

/** Quiet scenes after which a story of which nothing is to come has come to rest. */
const QUIET_AT_REST = 3;
/** Quiet scenes after which what only the player's chance deeds would bring is not waited for. */
const QUIET_FOR_CHANCES = 6;

/** Whether the climax has been told: the player decides now how the story closes. */
export const isDeciding = ({ climax }: BeatMoment, stateOf: (id: string) => BeatState | undefined): boolean =>
  climax !== undefined && stateOf(climax)?.state === "fired";

/** What a beat asks for: a last page that waits for a deed has no window once the player decides how the story closes. (rule EN1030) */
export function conditionsNow(
  beat: PlotBeat,
  moment: BeatMoment,
  stateOf: (id: string) => BeatState | undefined,
): BeatConditions {
  const { scene_count: window, ...others } = beat.conditions ?? {};
  const isDecided = others.player_choice !== undefined || (others.player_choices ?? []).length > 0;
  if (window === undefined || !isDecided || !isLastPage(beat, moment) || !isDeciding(moment, stateOf))
    return beat.conditions ?? {};
  return { ...others, scene_count: window.max === undefined ? {} : { max: window.max } };
}

function matters(beat: PlotBeat, moment: BeatMoment): boolean {
  const { priority, skippable } = beat;
  return (priority === "critical" || (priority === "high" && skippable !== true)) && !isLastPage(beat, moment);
}

function isAhead(
  beat: PlotBeat,
  beats: readonly PlotBeat[],
  moment: BeatMoment,
  stateOf: (id: string) => BeatState | undefined,
  asked: ReadonlySet<string>,
): boolean {
  const state = stateOf(beat.id)?.state;
  if (state === "due") return true;
  const { conditions = {} } = beat;
  if (state === "fired" || state === "skipped" || asked.has(beat.id) || isPast(conditions, sceneCount(moment)))
    return false;
  const on = new Set([...asked, beat.id]);
  const comes = (id: string): boolean => {
    const needed = beats.find((one) => one.id === id);
    if (needed === undefined) return false;
    return stateOf(id)?.state === "fired" || isAhead(needed, beats, moment, stateOf, on);
  };
  const any = conditions.requires_any_beat ?? [];
  if (!list(conditions.requires_beat).every(comes) || (any.length > 0 && !any.some(comes))) return false;
  return canBeMet(conditions, moment, stateOf, beat.priority === "critical");
}

/** Tells whether what comes of a beat or a choice sets a flag. */
const setsFlag = (name: string, { changes }: BeatMoment): boolean => changes?.(`flags.${name}`) === true;

/** What else a beat asks for holds, comes with time, or is something that the player is offered to do. */
function canBeMet(
  conditions: NonNullable<PlotBeat["conditions"]>,
  moment: BeatMoment,
  stateOf: (id: string) => BeatState | undefined,
  withFeelings: boolean,
): boolean {
  const { player_state: own, npc_state: theirs = {}, world_state } = conditions;
  const isOffered = (id: string): boolean =>
    moment.acts?.some((act) => act.id === id || act.id === slugOf(id)) === true;
  const felt = Object.entries(theirs).every(
    ([npc, text]) => typeof text !== "string" || npcStateHolds(npc, text, moment) || withFeelings,
  );
  return (
    felt &&
    (own === undefined || playerStateHolds(own, moment) || withFeelings || setsFlag(own, moment)) &&
    worldHolds(world_state, moment) &&
    missingTags(conditions, moment).every(
      (tag) => moment.acts === undefined || isOffered(tag) || setsFlag(tag, moment),
    ) &&
    (expressionAllows(conditions, moment, stateOf) || mentionsScenes(conditions))
  );
}
