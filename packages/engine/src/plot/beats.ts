/**
 * Plot beats: which one happens in a scene, which wait for the player, which can no longer happen.
 * Pure: from the authored beats and session state to a decision and a patch.
 */
import { getPath, type JsonObject, mergePatch } from "@narratoria/protocol";
import type { PlotBeat } from "@narratoria/protocol/contracts";
import type { Random } from "@narratoria/protocol/random";
import type { Hook } from "@narratoria/protocol/story";
import { isClosing, isJourney, precedes } from "./author-order.js";
import {
  answersTags,
  type BeatMoment,
  type BeatState,
  beatState,
  cannotHappen,
  deedsInExpression,
  eased,
  expressionAllows,
  isPast,
  isReachable,
  isSubset,
  isPassedBy,
  isTurnedDown,
  list,
  mentionsScenes,
  missingTags,
  PRIORITY,
  sceneCount,
  storyHolds,
} from "./conditions.js";
import { conditionsNow, goesOn, isDeciding, isLastPage } from "./still-ahead.js";
import { type BeatByTime, hasDeed, isLongQuiet, nextByTime, passTo, QUIET_SCENES, QUIET_WITH_DEEDS } from "./pace.js";
import { inTheirTime } from "./late-windows.js";
import { drawOutcome, type SettledBeat, settledNow } from "./outcomes.js";
import { actHooks, awaitedTags, type WaitingBeat, wantsOf, isWayTo, waysTaken } from "./wanted-deeds.js";

/** A beat that may happen now, since when, and whether another beat called for it. */
interface DueBeat {
  readonly beat: PlotBeat;
  readonly since: number;
  readonly forced?: boolean;
}

export interface BeatDecision {
  /** The beat that happens in this scene. */
  readonly fires: PlotBeat | null;
  /** Index of the outcome that was drawn for it. */
  readonly outcome?: number;
  /** A beat of a scene before that comes out now, and how. */
  readonly settles?: SettledBeat;
  /** What the story wants offered because of beats that wait. */
  readonly hooks: readonly Hook[];
  /** For `beats` of session state: what changed. */
  readonly patch: JsonObject;
  /** Ids of the beats that may still come: due, waiting for the player or for a scene that is still ahead, or after such a beat. */
  readonly open: ReadonlySet<string>;
  /** Whether something that matters is still to come before the last pages. */
  readonly goesOn: boolean;
  /** Tags that beats wait for, and whether they press. */
  readonly awaited: ReadonlyMap<string, boolean>;
}

/** A beat that has waited so long goes before what is merely important. */
const LONG_DUE = 2;

/** Scenes before its window by which waiting may bring a beat forward: more would leave out the story between. */
const SCENES_SKIPPED = 8;
/** By how many scenes a beat may come sooner where a decision has nothing else to lead to. (rule EN2504) */
const SCENES_LED_ON = 1;

/** So many scenes before its window opens a beat elsewhere is offered as a journey: who sets out then arrives as it opens. */
const SCENES_FORESEEN = 1;

/**
 * Decides about all beats for one scene.
 *
 * @param beats - The campaign's beats, in the author's order.
 * @param moment - The scene that is about to be made.
 * @param random - Draws the outcome of a beat that fires.
 */
export function decideBeats(beats: readonly PlotBeat[], started: BeatMoment, random: Random): BeatDecision {
  return decide(inTheirTime(beats, started), started, random);
}

/** @param before - The pace of the story, where time has been let pass in this very scene. */
function decide(
  beats: readonly PlotBeat[],
  started: BeatMoment,
  random: Random,
  before: JsonObject | undefined = undefined,
): BeatDecision {
  const ways = waysTaken(beats, started);
  const moment = ways.length === 0 ? started : { ...started, tags: [...started.tags, ...ways] };
  const changed = new Map<string, BeatState>();
  const stateOf = (id: string): BeatState | undefined => changed.get(id) ?? beatState(moment.state, id);
  const due: DueBeat[] = [];
  const waiting: WaitingBeat[] = [];
  const soon: PlotBeat[] = [];
  const fallbacks: string[] = [];
  const hooksHere: PlotBeat[] = [];
  const tooEarlyToClose = goesOn(beats, moment, stateOf);
  let passed: JsonObject = before ?? {};

  for (const beat of beats) {
    const known = stateOf(beat.id);
    if (known?.state === "fired" || known?.state === "skipped") continue;
    if (known?.state === "due") {
      // What has been decided since may rule out a beat that was waiting for its turn.
      if (known.forced || expressionAllows(beat.conditions, moment, stateOf))
        due.push({ beat, since: known.scene, ...(known.forced ? { forced: true } : {}) });
      continue;
    }
    const conditions = conditionsNow(beat, moment, stateOf);
    if (
      isPast(conditions, sceneCount(moment)) ||
      cannotHappen(conditions, stateOf) ||
      isTurnedDown(conditions, moment) ||
      isPassedBy(beat, conditions, moment)
    ) {
      changed.set(beat.id, { state: "skipped", scene: moment.scene });
      continue;
    }
    if (tooEarlyToClose && isLastPage(beat, moment)) continue;
    if (isHeldBack(beat, beats, moment, stateOf)) continue;
    if (!isReachable(conditions, sceneCount(moment), stateOf)) {
      if (beat.id === moment.awaited && waitsForTime(beat, moment, stateOf)) {
        due.push({ beat, since: moment.scene });
        passed = passTo(beat.conditions?.scene_count?.min ?? 0, moment);
      } else if (isForeseen(beat, moment, stateOf)) soon.push(beat);
      else if (isForeseen(beat, moment, stateOf, "here")) hooksHere.push(beat);
      continue;
    }
    const waits = known ?? { state: "waiting" as const, scene: moment.scene };
    const asked = isImportant(beat) ? eased(conditions, moment.scene - waits.scene, moment) : conditions;
    if (missingTags(conditions, moment).length === 0 && storyHolds(asked, moment, stateOf)) {
      due.push({ beat, since: moment.scene });
      continue;
    }
    if (!known) changed.set(beat.id, waits);
    const timeout = beat.timeout;
    if (timeout?.scene_count !== undefined && moment.scene - waits.scene >= timeout.scene_count) {
      changed.set(beat.id, { state: "skipped", scene: moment.scene });
      if (timeout.fallback_beat) fallbacks.push(timeout.fallback_beat);
      continue;
    }
    const wants = wantsOf(conditions, moment, stateOf);
    if (wants.length > 0)
      waiting.push({
        beat,
        place: moment.placeOf(beat),
        people: moment.peopleOf(beat),
        since: waits.scene,
        wants,
      });
  }

  // After the others, so that the order in which the author wrote them does not matter.
  for (const id of fallbacks) {
    const target = unplayed(id);
    if (target && !due.some(({ beat }) => beat === target))
      due.push({ beat: target, since: moment.scene, forced: true });
  }

  // Nothing else happens while a beat waits for the player's decision.
  const open = beats.find(({ id }) => stateOf(id)?.open === true);
  const settles = open && settledNow(open, moment, stateOf(open.id)?.scene, random);
  const hasNothingToDo = !waiting.some(({ wants }) => hasDeed(wants)) || (moment.quiet ?? 0) >= QUIET_WITH_DEEDS;
  const withDeeds = before === undefined && hasNothingToDo;
  const goesOnAtOnce = open === undefined && (moment.isBare === true || moment.isIdle === true);
  // After three scenes with a beat one after another the next is left to what the player does with what they have seen.
  // Who only waits where nothing has begun yet comes to where it begins. (rule EN5402)
  const hasBegun = beats.some(({ id }) => stateOf(id)?.state === "fired");
  const mayLeadOn =
    (!hasBegun && moment.isIdle === true) ||
    (goesOnAtOnce && ![2, 3, 4].every((before) => hasFired(beats, moment.scene - before, stateOf)));
  const next =
    due.length === 0 && open === undefined ? broughtByTime(beats, moment, stateOf, withDeeds, mayLeadOn) : undefined;
  if (next?.waitsForDeed) {
    // What then waits is offered in this scene.
    const pace = passTo(next.count, moment);
    return decide(beats, { ...started, state: mergePatch(started.state, pace) }, random, pace);
  }
  if (next) {
    due.push({ beat: next.beat, since: moment.scene });
    passed = passTo(next.count, moment);
  }

  const fires = choose(due, beats, moment, {
    free: goesOnAtOnce || (open === undefined && !hasFired(beats, moment.scene - 1, stateOf)),
    leadsOn: mayLeadOn,
  });
  const hooks: Hook[] = [];
  let isCalled = false;
  const byRank = [...due].sort((a, b) => rankOf(b, moment) - rankOf(a, moment) || a.since - b.since);
  for (const one of inAuthorsOrder(byRank, beats)) {
    const { beat, since, forced } = one;
    if (beat === fires || isRival(beat, fires, moment)) continue;
    changed.set(beat.id, { state: "due", scene: since, ...(forced ? { forced } : {}) });
    const place = moment.placeOf(beat);
    const later = moment.jumpTo?.(beat) ?? 0;
    const waitsHere = later > 0 && isHere(place, moment);
    if (waitsHere) hooks.push({ ...waitFor(beat, moment), due: true });
    if (!place || waitsHere) continue;
    // One thing calls at a time.
    hooks.push(journeyTo(beat, place, isCalled ? "soon" : "due", moment));
    isCalled = true;
  }
  const isLeftOpen = fires !== null && moment.leavesOpen?.(fires) === true;
  const outcome = fires && !isLeftOpen ? drawOutcome(fires, random) : undefined;
  const called =
    (outcome === undefined ? undefined : fires?.outcomes?.[outcome]?.triggers_beat) ??
    settles?.beat.outcomes?.[settles.outcome]?.triggers_beat;
  const calledFor = called === undefined ? undefined : unplayed(called);
  // What would come by itself once its day is there waits for those of earlier days, called for or not. (rule EN843)
  const thenState = (id: string): BeatState | undefined =>
    id === fires?.id ? { state: "fired", scene: moment.scene } : stateOf(id);
  const follows = calledFor && waitsForItsDay(calledFor, beats, moment, thenState) ? undefined : calledFor;
  const opened = fires ? openedBy(fires, beats, moment, stateOf) : { soon: [], waiting: [] };
  // How this beat has come out calls for another.
  const whereTo = follows && moment.placeOf(follows);
  if (follows && whereTo !== undefined) hooks.push(journeyTo(follows, whereTo, "due", moment));
  // One thing at a time: what is still to come does not compete with what waits, and what this beat opens goes first.
  const ahead = hooks.length > 0 ? undefined : (opened.soon[0] ?? soon[0]);
  const there = ahead && moment.placeOf(ahead);
  if (ahead && there !== undefined) hooks.push(journeyTo(ahead, there, "soon", moment));
  // Nor does the player leave what is about to happen where they are.
  const [nextHere] = hooksHere;
  const here = nextHere && moment.placeOf(nextHere);
  if (hooks.length === 0 && nextHere && here !== undefined) hooks.push(journeyTo(nextHere, here, "soon", moment));
  const others = [...opened.waiting, ...waiting].filter(
    ({ beat: { id } }) => !moment.rivals?.get(fires?.id ?? "")?.includes(id),
  );
  hooks.push(...actHooks(others, moment, hooks.length === 0 && !fires));
  const later = laterBeat(beats, moment, fires, stateOf);
  const isWaitedFor = hooks.some(({ kind }) => kind === "beat-later");
  const laterAt = later && moment.placeOf(later);
  // Time goes on where the player is; what comes elsewhere is gone to.
  if (later && later !== follows) {
    if (isHere(laterAt, moment)) hooks.push(...(isWaitedFor ? [] : [waitFor(later, moment)]));
    else if (laterAt !== undefined && hooks.length === 0) hooks.push(journeyTo(later, laterAt, "soon", moment));
  }
  if (settles) {
    const { beat, outcome: drawn } = settles;
    changed.set(beat.id, {
      state: "fired",
      scene: stateOf(beat.id)?.scene ?? moment.scene,
      outcome: drawn,
      open: false,
    });
  }
  if (fires) {
    changed.set(fires.id, {
      state: "fired",
      scene: moment.scene,
      ...(outcome === undefined ? {} : { outcome }),
      ...(isLeftOpen ? { open: true } : {}),
    });
    for (const id of moment.rivals?.get(fires.id) ?? [])
      if (stateOf(id)?.state !== "fired") changed.set(id, { state: "skipped", scene: moment.scene });
  }
  if (follows && follows !== fires) changed.set(follows.id, { state: "due", scene: moment.scene, forced: true });
  return {
    fires,
    ...(outcome === undefined ? {} : { outcome }),
    ...(settles ? { settles } : {}),
    hooks: hooks.filter((hook) => hook.kind === "ending" || !isLeftBehind(hook.beat)),
    patch: {
      beats: Object.fromEntries([...changed].map(([id, state]) => [id, { ...state }])),
      ...passed,
      ...(ways.length === 0 ? {} : { flags: Object.fromEntries(ways.map((tag) => [tag, moment.scene])) }),
    },
    open: canComeStill(beats, moment, stateOf),
    goesOn: goesOn(beats, moment, stateOf),
    awaited: awaitedTags(others, moment),
  };

  /** A beat of a stop that the road has left behind, on a day that is over, calls nobody back, unless nobody may pass it over. (rule EN5772) */
  function isLeftBehind(id: string): boolean {
    const beat = beats.find((one) => one.id === id);
    if (beat === undefined || moment.isPassed?.(beat) !== true) return false;
    return beat.priority !== "critical" || beat.skippable === true;
  }

  /** The beat of this id, unless it has happened; one that had been skipped can be brought back. */
  function unplayed(id: string): PlotBeat | undefined {
    const target = beats.find((beat) => beat.id === id);
    return target && stateOf(id)?.state !== "fired" ? target : undefined;
  }
}

/**
 * A beat whose state of the world nothing brings about, and that names neither a beat nor a scene to wait for, comes in the author's order:
 * once the beat before it is done.
 */
function isOutOfTurn(
  beat: PlotBeat,
  beats: readonly PlotBeat[],
  { changes, state }: BeatMoment,
  stateOf: (id: string) => BeatState | undefined,
): boolean {
  const { world_state, requires_beat, requires_any_beat, scene_count } = beat.conditions ?? {};
  if (world_state === undefined || changes === undefined || isSubset(world_state, state)) return false;
  if (requires_beat !== undefined || requires_any_beat !== undefined || scene_count?.min !== undefined) return false;
  const before = beats[beats.indexOf(beat) - 1];
  return before !== undefined && !["fired", "skipped"].includes(stateOf(before.id)?.state ?? "");
}

/**
 * A beat with a day waits for those of earlier days, and of earlier hours of that day, that come by themselves: the calendar of a story
 * runs one way. (rule EN843)
 */
function isAheadOfItsDay(
  beat: PlotBeat,
  beats: readonly PlotBeat[],
  moment: BeatMoment,
  stateOf: (id: string) => BeatState | undefined,
): boolean {
  const day = moment.dayOf?.(beat);
  if (day === undefined) return false;
  const comesByItself = (one: PlotBeat, asked: ReadonlySet<string>): boolean => {
    const state = stateOf(one.id)?.state;
    if (state === "fired" || state === "skipped") return state === "fired";
    const { scene_count: window, requires_beat, requires_any_beat, ...others } = one.conditions ?? {};
    const isOpen = window?.max === undefined || sceneCount(moment) <= window.max;
    if (!isOpen || asked.has(one.id) || Object.values(others).some((value) => value !== undefined)) return false;
    const known = (id: string): boolean => {
      const needed = beats.find((other) => other.id === id);
      return needed !== undefined && comesByItself(needed, new Set([...asked, one.id]));
    };
    return list(requires_beat).every(known) && (requires_any_beat === undefined || requires_any_beat.some(known));
  };
  return beats.some((other) => {
    if (other === beat || stateOf(other.id)?.state === "fired") return false;
    return isEarlier(other, beat, moment) && comesByItself(other, new Set([beat.id]));
  });
}

/** Whether a beat waits for those of earlier days, and would come without anybody's call. */
function waitsForItsDay(
  beat: PlotBeat,
  beats: readonly PlotBeat[],
  moment: BeatMoment,
  stateOf: (id: string) => BeatState | undefined,
): boolean {
  const { scene_count, requires_beat, requires_any_beat, ...others } = beat.conditions ?? {};
  const asksForMore = Object.values(others).some((value) => value !== undefined);
  const open = { ...(requires_beat ? { requires_beat } : {}), ...(requires_any_beat ? { requires_any_beat } : {}) };
  return (
    scene_count !== undefined &&
    !asksForMore &&
    !isPast(beat.conditions ?? {}, sceneCount(moment)) &&
    isReachable(open, sceneCount(moment), stateOf) &&
    isAheadOfItsDay(beat, beats, moment, stateOf)
  );
}

/**
 * Whether a beat waits for others: by its turn, its day, or its author's order. After many quiet scenes those others will not come.
 * (rule EN5915)
 */
function isHeldBack(
  beat: PlotBeat,
  beats: readonly PlotBeat[],
  moment: BeatMoment,
  stateOf: (id: string) => BeatState | undefined,
): boolean {
  if ((moment.quiet ?? 0) >= QUIET_WITH_DEEDS) return false;
  return (
    isOutOfTurn(beat, beats, moment, stateOf) ||
    isAheadOfItsDay(beat, beats, moment, stateOf) ||
    isOutOfOrder(beat, beats, moment, stateOf)
  );
}

/**
 * Of two beats that can come now, the later one by its author's order waits for the earlier one, unless its window is about to close, it
 * answers what the player has done, or the player has set out for where it is and the story is no journey. (rule EN3160)
 */
function isOutOfOrder(
  beat: PlotBeat,
  beats: readonly PlotBeat[],
  moment: BeatMoment,
  stateOf: (id: string) => BeatState | undefined,
): boolean {
  if (isClosing(beat, moment) || isAnswer(beat, moment) || beat.id === moment.awaited) return false;
  // What waits for a deed besides is offered all the same.
  if (missingTags(conditionsNow(beat, moment, stateOf), moment).length > 0) return false;
  const place = moment.placeOf(beat);
  if (place !== undefined && place === moment.destination && !isJourney(beats, moment)) return false;
  return beats.some((other) => precedes(other, beat, beats) && canComeNow(other, beats, moment, stateOf));
}

/** Whether nothing is missing for a beat to come, but that the player goes to where it is or waits for its hour. */
function canComeNow(
  beat: PlotBeat,
  beats: readonly PlotBeat[],
  moment: BeatMoment,
  stateOf: (id: string) => BeatState | undefined,
): boolean {
  const state = stateOf(beat.id)?.state;
  if (state === "fired" || state === "skipped") return false;
  if (state === "due") return expressionAllows(beat.conditions, moment, stateOf);
  const conditions = conditionsNow(beat, moment, stateOf);
  return (
    !isPast(conditions, sceneCount(moment)) &&
    !cannotHappen(conditions, stateOf) &&
    isReachable(conditions, sceneCount(moment), stateOf) &&
    missingTags(conditions, moment).length === 0 &&
    storyHolds(conditions, moment, stateOf) &&
    !isOutOfTurn(beat, beats, moment, stateOf) &&
    !isAheadOfItsDay(beat, beats, moment, stateOf)
  );
}

/** Whether a beat plays on an earlier day than another, or at an earlier hour of the same, by its author's words. */
function isEarlier(one: PlotBeat, other: PlotBeat, { dayOf, hourOf }: BeatMoment): boolean {
  const [day, than] = [dayOf?.(one), dayOf?.(other)];
  if (day === undefined || than === undefined || day !== than)
    return day !== undefined && than !== undefined && day < than;
  const [hour, late] = [hourOf?.(one), hourOf?.(other)];
  return hour !== undefined && late !== undefined && hour < late;
}

/**
 * What a beat opens as it is told: the beats after it that wait for it alone, to go to, and those that wait for a deed besides, to be
 * offered at once. Nothing follows more closely from what was just said. (rule EN620)
 */
function openedBy(
  fires: PlotBeat,
  beats: readonly PlotBeat[],
  moment: BeatMoment,
  stateOf: (id: string) => BeatState | undefined,
): { readonly soon: readonly PlotBeat[]; readonly waiting: readonly WaitingBeat[] } {
  const place = moment.placeOf(fires) ?? moment.destination;
  const after: BeatMoment = {
    ...moment,
    scene: moment.scene + 1,
    ...(place === undefined ? {} : { destination: place }),
  };
  const then = (id: string): BeatState | undefined =>
    id === fires.id ? { state: "fired", scene: moment.scene } : stateOf(id);
  const soon: PlotBeat[] = [];
  const waiting: WaitingBeat[] = [];
  const tooEarlyToClose = goesOn(beats, after, then);
  for (const beat of beats) {
    const conditions = conditionsNow(beat, after, then);
    if (beat === fires || stateOf(beat.id)?.state !== undefined || isPast(conditions, sceneCount(after))) continue;
    const waitsForIt = [...list(conditions.requires_beat), ...(conditions.requires_any_beat ?? [])].includes(fires.id);
    const isNew = waitsForIt && !isReachable(beat.conditions ?? {}, sceneCount(moment), stateOf);
    const wasHeld = isHeldBack(beat, beats, moment, stateOf);
    const isOpened =
      isNew || wasHeld || (isLastPage(beat, moment) && isDeciding(after, then) && !isDeciding(moment, stateOf));
    if (!isOpened || !isReachable(conditions, sceneCount(after), then)) continue;
    if (tooEarlyToClose && isLastPage(beat, moment)) continue;
    if (isHeldBack(beat, beats, after, then)) continue;
    if (isForeseen(beat, after, then)) {
      soon.push(beat);
      continue;
    }
    const wants = wantsOf(conditions, after, then);
    if (wants.length > 0)
      waiting.push({
        beat,
        place: moment.placeOf(beat),
        people: moment.peopleOf(beat),
        since: moment.scene,
        wants,
      });
  }
  return { soon, waiting };
}

/**
 * The beat that time brings where nothing is due: one for whose place the player has just set out; else one here after quiet scenes, one
 * elsewhere a scene sooner, so that it can call first. (rules EN1501 and EN1503)
 */
function broughtByTime(
  beats: readonly PlotBeat[],
  moment: BeatMoment,
  stateOf: (id: string) => BeatState | undefined,
  withDeeds: boolean,
  mayLeadOn: boolean,
): BeatByTime | undefined {
  const { quiet = 0, destination } = moment;
  if (quiet < QUIET_SCENES - 1 && destination === undefined && !mayLeadOn) return undefined;
  const isLeftOut = (beat: PlotBeat): boolean => {
    const place = moment.placeOf(beat);
    return (
      moment.rivals?.has(beat.id) === true ||
      isHeldBack(beat, beats, moment, stateOf) ||
      (place !== undefined && (moment.stopsTo?.(place) ?? 0) > 1)
    );
  };
  const next = nextByTime(beats, moment, stateOf, isLeftOut, withDeeds && isLongQuiet(moment));
  if (!next) return undefined;
  const place = moment.placeOf(next.beat);
  const isGoneTo = place !== undefined && place === destination && next.count - sceneCount(moment) <= SCENES_SKIPPED;
  const isLedOnTo = mayLeadOn && next.waitsForDeed !== true && next.count - sceneCount(moment) <= SCENES_LED_ON;
  const isCalledFrom = quiet >= QUIET_SCENES - 1 && !isHere(place, moment);
  return isGoneTo || isLedOnTo || isCalledFrom || isLongQuiet(moment) ? next : undefined;
}

/** Whether a beat's window has not opened yet, and nothing else keeps it from coming. */
function waitsForTime(beat: PlotBeat, moment: BeatMoment, stateOf: (id: string) => BeatState | undefined): boolean {
  const conditions = beat.conditions ?? {};
  const opens = conditions.scene_count?.min ?? 0;
  return (
    opens > sceneCount(moment) &&
    isReachable(conditions, opens, stateOf) &&
    storyHolds(conditions, moment, stateOf) &&
    missingTags(conditions, moment).length === 0
  );
}

/**
 * The next beat, in the author's order, for which nothing is missing but time: who waits for it has it come. None that lies more than one
 * stop away on the story's road, and none that closes the story. (rule EN960)
 */
function laterBeat(
  beats: readonly PlotBeat[],
  moment: BeatMoment,
  fires: PlotBeat | null,
  stateOf: (id: string) => BeatState | undefined,
): PlotBeat | undefined {
  const then = (id: string): BeatState | undefined =>
    id === fires?.id ? { state: "fired", scene: moment.scene } : stateOf(id);
  // Who is where it will be has not set out for it before those that come sooner.
  const { destination: _, ...here } = moment;
  const after: BeatMoment = { ...here, scene: moment.scene + 1 };
  return beats.find((one) => {
    const place = moment.placeOf(one);
    return (
      one !== fires &&
      stateOf(one.id) === undefined &&
      waitsForTime(one, after, then) &&
      (one.conditions?.scene_count?.min ?? 0) - sceneCount(moment) <= SCENES_SKIPPED &&
      moment.rivals?.has(one.id) !== true &&
      !isHeldBack(one, beats, after, then) &&
      (place === undefined || (moment.stopsTo?.(place) ?? 0) <= 1)
    );
  });
}

function waitFor(beat: PlotBeat, moment: BeatMoment): Extract<Hook, { kind: "beat-later" }> {
  const place = moment.placeOf(beat);
  return {
    kind: "beat-later",
    beat: beat.id,
    title: beat.title,
    ...(place === undefined ? {} : { place }),
    people: moment.peopleOf(beat),
  };
}

const isImportant = ({ priority }: PlotBeat): boolean => priority === "critical" || priority === "high";

/** Whether a beat was told in a scene: that leaves the next one to what it opened. */
function hasFired(beats: readonly PlotBeat[], scene: number, stateOf: (id: string) => BeatState | undefined): boolean {
  return beats.some(({ id }) => {
    const known = stateOf(id);
    return known?.state === "fired" && known.scene === scene;
  });
}

/** What waits, as it is ranked, but none before one that its author has come sooner. */
function inAuthorsOrder(due: readonly DueBeat[], beats: readonly PlotBeat[]): readonly DueBeat[] {
  const left = [...due];
  const sorted: DueBeat[] = [];
  while (left.length > 0) {
    const at = left.findIndex(({ beat }) => !left.some((other) => precedes(other.beat, beat, beats)));
    sorted.push(...left.splice(Math.max(at, 0), 1));
  }
  return sorted;
}

function isRival(beat: PlotBeat, fires: PlotBeat | null, { rivals }: BeatMoment): boolean {
  return fires !== null && (rivals?.get(fires.id)?.includes(beat.id) ?? false);
}

/** Ids of beats that may still come: what waits for a world that nobody can change does not. */
function canComeStill(
  beats: readonly PlotBeat[],
  moment: BeatMoment,
  stateOf: (id: string) => BeatState | undefined,
): ReadonlySet<string> {
  const open = new Set<string>();
  const left = beats.filter(({ id }) => !["fired", "skipped"].includes(stateOf(id)?.state ?? ""));
  const mayFire = (id: string): boolean => stateOf(id)?.state === "fired" || open.has(id);
  const canCome = ({ id, conditions = {} }: PlotBeat): boolean => {
    if (stateOf(id)?.state === "due") return true;
    if (isPast(conditions, sceneCount(moment))) return false;
    const any = conditions.requires_any_beat ?? [];
    if (!list(conditions.requires_beat).every(mayFire) || (any.length > 0 && !any.some(mayFire))) return false;
    // What it will ask of the player, once it can be asked.
    return (
      (missingTags(conditions, moment).length === 0 && storyHolds(conditions, moment, stateOf)) ||
      wantsOf(conditions, moment, stateOf).length > 0 ||
      mentionsScenes(conditions)
    );
  };
  for (let grown = true; grown; ) {
    grown = false;
    for (const beat of left)
      if (!open.has(beat.id) && canCome(beat)) {
        open.add(beat.id);
        grown = true;
      }
  }
  return open;
}

/**
 * Ids of the places that the story has not come to: only beats that cannot come yet happen there. Nobody sets out for them by the way.
 *
 * @param keep - Whether a place is known for another reason: somebody known lives there, or the player is or has been there.
 */
export function placesAhead(
  beats: readonly PlotBeat[],
  moment: BeatMoment,
  keep: (place: string) => boolean,
): ReadonlySet<string> {
  const stateOf = (id: string): BeatState | undefined => beatState(moment.state, id);
  const ahead = new Set<string>();
  const reached = new Set<string>();
  for (const beat of beats) {
    const place = moment.placeOf(beat);
    if (place === undefined) continue;
    const known = stateOf(beat.id)?.state;
    // Nobody strolls to where a way is still to be gone for the first time.
    const isWayOpen = moment.acts?.every(
      (act) => !act.for.some(({ kind, id }) => kind === "beat" && id === beat.id) || !isWayTo(act, place),
    );
    if (known !== "fired" && isWayOpen === false) {
      ahead.add(place);
      continue;
    }
    const open =
      known !== undefined || isReachable(beat.conditions ?? {}, sceneCount(moment) + SCENES_FORESEEN, stateOf);
    (open ? reached : ahead).add(place);
  }
  return new Set([...ahead].filter((place) => !reached.has(place) && !keep(place)));
}

/**
 * Beats of which one alone can happen, since each closes the story in another way: they stand after all that others need, follow from
 * some of it, and the player decides between them or each leads to an ending.
 *
 * @param beats - The campaign's beats, in the author's order.
 * @param isLastPage - Whether a beat leads to an ending.
 * @returns For the id of each such beat the ids of the others.
 */
export function rivalsIn(
  beats: readonly PlotBeat[],
  isLastPage: (beat: PlotBeat) => boolean,
): ReadonlyMap<string, readonly string[]> {
  const before = ({ conditions = {} }: PlotBeat): readonly string[] => [
    ...list(conditions.requires_beat),
    ...(conditions.requires_any_beat ?? []),
  ];
  const needed = new Set(beats.flatMap(before));
  const after = beats.slice(beats.findLastIndex(({ id }) => needed.has(id)) + 1);
  const decides = ({ conditions = {} }: PlotBeat): boolean =>
    conditions.player_choice !== undefined ||
    (conditions.player_choices ?? []).length > 0 ||
    (conditions.custom !== undefined && deedsInExpression(conditions.custom.expression).length > 0);
  const last = after.filter((beat) => before(beat).length > 0 && (decides(beat) || isLastPage(beat)));
  return new Map(last.map(({ id }) => [id, last.flatMap((other) => (other.id === id ? [] : [other.id]))]));
}

/**
 * What an opening may offer: the journey to the first beat, though no beat happens in an opening.
 *
 * @param beats - The campaign's beats, in the author's order.
 * @param moment - The opening.
 */
export function foreseen(beats: readonly PlotBeat[], moment: BeatMoment): readonly Hook[] {
  const none = (): undefined => undefined;
  const first = beats.find((beat) => isForeseen(beat, moment, none, "here") || isForeseen(beat, moment, none));
  const place = first && moment.placeOf(first);
  return first && place !== undefined ? [journeyTo(first, place, "soon", moment)] : [];
}

/** True when every beat that may not be skipped has fired or can no longer happen. */
export function allBeatsDone(beats: readonly PlotBeat[], state: JsonObject): boolean {
  return beats.every((beat) => {
    const known = beatState(state, beat.id)?.state;
    return beat.skippable === true || known === "fired" || known === "skipped";
  });
}

/** What may come in a scene besides what answers the player's deed. */
interface Leave {
  /** Whether any beat may come; else only one that answers what the player has just done. */
  readonly free: boolean;
  /** Whether what waits elsewhere is gone to at once: the player has decided, and nothing is written of what comes of it. (rule EN4800) */
  readonly leadsOn: boolean;
}

function choose(
  due: readonly DueBeat[],
  beats: readonly PlotBeat[],
  moment: BeatMoment,
  { free, leadsOn }: Leave,
): PlotBeat | null {
  const ready = due.filter(({ beat }) => {
    if (isAnswer(beat, moment)) return true;
    const place = moment.placeOf(beat);
    // Nobody is carried off: what waits elsewhere is gone to.
    if (!isHere(place, moment)) return false;
    // Who waits for a beat has it come.
    if (beat.id === moment.awaited) return true;
    // No day goes by in the middle of a talk.
    if ((moment.jumpTo?.(beat) ?? 0) > 0) return false;
    // Whoever sets out for where a beat waits finds it there.
    return free || (place !== undefined && place === moment.destination);
  });
  // Nobody waits where nobody is left once all is decided there; but a decision is over where it was made. (rule EN3141)
  if (ready.length === 0 && moment.isAlone === true)
    ready.push(...due.filter(({ beat }) => isHere(moment.placeOf(beat), moment) && (moment.jumpTo?.(beat) ?? 0) === 0));
  if (ready.length === 0 && leadsOn) ready.push(...due.filter(({ beat }) => isNear(beat, moment)));
  if (ready.length === 0) ready.push(...overdue(due, moment));
  // Of those that may all come now, the author's order decides. (rule EN3160)
  const inOrder = ready.filter(
    ({ beat }) =>
      isClosing(beat, moment) || isAnswer(beat, moment) || !ready.some((one) => precedes(one.beat, beat, beats)),
  );
  return (
    inOrder.reduce<DueBeat | null>(
      (best, one) => (!best || rankOf(one, moment) > rankOf(best, moment) ? one : best),
      null,
    )?.beat ?? null
  );
}

/** Minutes that may go by with talk once the story goes on by itself. */
const HALF_A_DAY = 720;
/** Minutes that may go by with a decision, or with time that is only spent, before what follows it. */
const WITHIN_A_DAY = 1440;

/** Whether a beat is no more than one stop away on the story's road, and no more than a day off. */
const isNear = (beat: PlotBeat, { placeOf, stopsTo, jumpTo, refused }: BeatMoment): boolean => {
  const place = placeOf(beat);
  if (place !== undefined && refused?.has(place)) return false;
  return (jumpTo?.(beat) ?? 0) <= WITHIN_A_DAY && (place === undefined || (stopsTo?.(place) ?? 0) <= 1);
};

/**
 * What is due after quiet scenes comes although its hour is later. Where it is elsewhere and has called the player, they go there once they
 * let time pass, or with somebody of it who is with them; else only when they have left it for so long that nothing else brings the story
 * on. What is here goes first. (rule EN1500)
 */
function overdue(due: readonly DueBeat[], moment: BeatMoment): readonly DueBeat[] {
  const { quiet = 0, destination, letsTimePass = false, isIdle = false, wasEmpty = false } = moment;
  if (!isLongQuiet(moment)) return [];
  const here = due.filter(({ beat }) => isHere(moment.placeOf(beat), moment));
  if (here.length > 0) return here;
  if (destination !== undefined) return [];
  const called = due.filter(({ since }) => since < moment.scene || wasEmpty);
  // Nobody who talks or looks around has a night or days go by, unless nothing else is left for long.
  const most = letsTimePass || quiet > QUIET_SCENES ? Infinity : isIdle ? WITHIN_A_DAY : HALF_A_DAY;
  return called.filter(({ beat }) => (moment.jumpTo?.(beat) ?? 0) <= most);
}

/** What has waited longest past its two scenes goes before what is merely important: a beat is never late for another's sake. */
function rankOf({ beat, since }: DueBeat, moment: BeatMoment): number {
  return (
    (isAnswer(beat, moment) || beat.id === moment.awaited ? 100 : 0) +
    10 * Math.min(moment.scene - since, LONG_DUE) +
    (PRIORITY[beat.priority ?? "medium"] ?? 2)
  );
}

/** Whether a place is where the player is, or has just set out for; a beat without one happens anywhere. */
const isHere = (place: string | undefined, { destination, state }: BeatMoment): boolean =>
  place === undefined || place === (destination ?? getPath(state, "place"));

/** Whether the choice taken is what a beat was waiting for: then the beat is what comes of it. */
const isAnswer = (beat: PlotBeat, { tags }: BeatMoment): boolean => answersTags(beat, tags);

function journeyTo(
  beat: PlotBeat,
  place: string,
  when: "soon" | "due",
  moment: BeatMoment,
): Extract<Hook, { kind: "beat-elsewhere" }> {
  const guide = when === "due" ? moment.guideTo?.(beat) : undefined;
  const host = when === "due" ? moment.hostOf?.(beat) : undefined;
  return {
    kind: "beat-elsewhere",
    beat: beat.id,
    title: beat.title,
    place,
    people: moment.peopleOf(beat),
    when,
    ...(guide === undefined ? {} : { guide }),
    ...(host === undefined ? {} : { host }),
  };
}

/** Nothing but a scene or two is missing, and it will happen somewhere else, or here. */
function isForeseen(
  beat: PlotBeat,
  moment: BeatMoment,
  stateOf: (id: string) => BeatState | undefined,
  where: "elsewhere" | "here" = "elsewhere",
): boolean {
  const conditions = beat.conditions ?? {};
  const place = moment.placeOf(beat);
  return (
    place !== undefined &&
    (place === (moment.destination ?? getPath(moment.state, "place"))) === (where === "here") &&
    isReachable(conditions, sceneCount(moment) + SCENES_FORESEEN, stateOf) &&
    storyHolds(conditions, moment, stateOf) &&
    missingTags(conditions, moment).length === 0
  );
}
