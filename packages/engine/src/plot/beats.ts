/**
 * Plot beats: which one happens in a scene, which wait for the player, which can no longer happen.
 * Pure: from the authored beats and session state to a decision and a patch. (architecture 7.5, contract facts 7 to 9)
 */
import { getPath, type JsonObject, type JsonValue } from "@narratoria/protocol";
import type { PlotBeat, ReadAct } from "@narratoria/protocol/contracts";
import type { Random } from "@narratoria/protocol/random";
import type { Hook } from "@narratoria/protocol/story";
import { evaluateExpression, namesInExpression } from "@narratoria/protocol/expression";

const STATES = ["waiting", "due", "fired", "skipped"] as const;

/** A beat's place in the story, as `beats.<id>` of session state holds it. */
interface BeatState {
  readonly state: (typeof STATES)[number];
  /** Scene at which it came into this state. */
  readonly scene: number;
  /** Index of the outcome that was drawn when it fired. */
  readonly outcome?: number;
  /** Made due by another beat, its own conditions aside. */
  readonly forced?: boolean;
}

/** A beat that may happen now, since when, and whether another beat called for it. */
interface DueBeat {
  readonly beat: PlotBeat;
  readonly since: number;
  readonly forced?: boolean;
}

export type BeatConditions = NonNullable<PlotBeat["conditions"]>;

export interface BeatMoment {
  readonly scene: number;
  readonly state: JsonObject;
  /** Tags of the choice that leads into this scene. */
  readonly tags: readonly string[];
  /** Where that choice goes, when it is a journey. */
  readonly destination?: string;
  /** Place id of a beat's `location`, where the campaign knows it. */
  placeOf(beat: PlotBeat): string | undefined;
  /** How many stops of the story's road lie between the player and a place; 0 where one of them is not on it. */
  stopsTo?(place: string): number;
  /** Whether what has been chosen has an answer of its own, which nothing may cut short. */
  readonly isAnswered?: boolean;
  /** Ids of the people who are in a beat. */
  peopleOf(beat: PlotBeat): readonly string[];
  /** Whether what the story remembers answers to this text, optionally as one person remembers it. */
  remembers(text: string, npc?: string): boolean;
  /** Whether anything in the story changes this path of the world's state. */
  changes?(path: string): boolean;
  /** What the player can do for the tags and states that beats and endings wait for. */
  readonly acts?: readonly ReadAct[];
  /** Beats of which one alone can happen, by the id of each. */
  readonly rivals?: ReadonlyMap<string, readonly string[]>;
}

export interface BeatDecision {
  /** The beat that happens in this scene. */
  readonly fires: PlotBeat | null;
  /** Index of the outcome that was drawn for it. */
  readonly outcome?: number;
  /** What the story wants offered because of beats that wait. */
  readonly hooks: readonly Hook[];
  /** For `beats` of session state: what changed. */
  readonly patch: JsonObject;
  /** Ids of the beats that may still come: due, waiting for the player or for a scene that is still ahead, or after such a beat. */
  readonly open: ReadonlySet<string>;
}

const PRIORITY: Readonly<Record<string, number>> = { critical: 4, high: 3, medium: 2, low: 1, optional: 0 };

/** A beat that has waited so long goes before what is merely important. */
const LONG_DUE = 2;
/** A beat elsewhere is called for and offered as a journey first; after this many scenes it comes for the player. */
const SCENES_UNTIL_IT_COMES = 3;

/** So many scenes more for each further stop of the road. */
const SCENES_A_STOP = 3;
/** So much longer it waits while the player talks to somebody. */
const SCENES_OF_TALK = 4;

/** So many scenes before its window opens a beat elsewhere is offered as a journey: who sets out then arrives as it opens. */
const SCENES_FORESEEN = 1;

/**
 * Decides about all beats for one scene.
 *
 * @param beats - The campaign's beats, in the author's order.
 * @param moment - The scene that is about to be made.
 * @param random - Draws the outcome of a beat that fires.
 */
export function decideBeats(beats: readonly PlotBeat[], moment: BeatMoment, random: Random): BeatDecision {
  const changed = new Map<string, BeatState>();
  const stateOf = (id: string): BeatState | undefined => changed.get(id) ?? beatState(moment.state, id);
  const due: DueBeat[] = [];
  const waiting: WaitingBeat[] = [];
  const soon: PlotBeat[] = [];
  const fallbacks: string[] = [];
  const hooksHere: PlotBeat[] = [];

  for (const beat of beats) {
    const known = stateOf(beat.id);
    if (known?.state === "fired" || known?.state === "skipped") continue;
    if (known?.state === "due") {
      // What has been decided since may rule out a beat that was waiting for its turn.
      if (known.forced || expressionAllows(beat.conditions, moment, stateOf))
        due.push({ beat, since: known.scene, ...(known.forced ? { forced: true } : {}) });
      continue;
    }
    const conditions = beat.conditions ?? {};
    if (isPast(conditions, moment.scene) || cannotHappen(conditions, stateOf)) {
      changed.set(beat.id, { state: "skipped", scene: moment.scene });
      continue;
    }
    if (isOutOfTurn(beat, beats, moment, stateOf)) continue;
    if (!isReachable(conditions, moment.scene, stateOf)) {
      if (isForeseen(beat, moment, stateOf)) soon.push(beat);
      else if (isForeseen(beat, moment, stateOf, "here")) hooksHere.push(beat);
      continue;
    }
    if (missingTags(conditions, moment).length === 0 && storyHolds(conditions, moment, stateOf)) {
      due.push({ beat, since: moment.scene });
      continue;
    }
    const waits = known ?? { state: "waiting" as const, scene: moment.scene };
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

  const fires = choose(due, moment, !hasJustFired(beats, moment, stateOf));
  const hooks: Hook[] = [];
  for (const { beat, since, forced } of due) {
    if (beat === fires || isRival(beat, fires, moment)) continue;
    changed.set(beat.id, { state: "due", scene: since, ...(forced ? { forced } : {}) });
    const place = moment.placeOf(beat);
    const last = place !== undefined && moment.scene - since >= patienceFor(place, moment) - 1;
    if (place) hooks.push(journeyTo(beat, place, last ? "last" : "due", moment));
  }
  const outcome = fires ? drawOutcome(fires, random) : undefined;
  const called = outcome === undefined ? undefined : fires?.outcomes?.[outcome]?.triggers_beat;
  const follows = called === undefined ? undefined : unplayed(called);
  const opened = fires ? openedBy(fires, beats, moment, stateOf) : { soon: [], waiting: [] };
  // How this beat has come out calls for another.
  const whereTo = follows && moment.placeOf(follows);
  if (follows && whereTo !== undefined) hooks.push(journeyTo(follows, whereTo, "due", moment));
  // One thing at a time: what is still to come does not compete with what waits, and what this beat opens goes first.
  const next = hooks.some(({ kind }) => kind === "beat-elsewhere") ? undefined : (opened.soon[0] ?? soon[0]);
  const there = next && moment.placeOf(next);
  if (next && there !== undefined) hooks.push(journeyTo(next, there, "soon", moment));
  // Nor does the player leave what is about to happen where they are.
  const [nextHere] = hooksHere;
  const here = nextHere && moment.placeOf(nextHere);
  if (hooks.length === 0 && nextHere && here !== undefined) hooks.push(journeyTo(nextHere, here, "soon", moment));
  const others = [...opened.waiting, ...waiting].filter(
    ({ beat: { id } }) => !moment.rivals?.get(fires?.id ?? "")?.includes(id),
  );
  hooks.push(...actHooks(others, moment, hooks.length === 0 && !fires));
  if (fires) {
    changed.set(fires.id, { state: "fired", scene: moment.scene, ...(outcome === undefined ? {} : { outcome }) });
    for (const id of moment.rivals?.get(fires.id) ?? [])
      if (stateOf(id)?.state !== "fired") changed.set(id, { state: "skipped", scene: moment.scene });
    if (follows) changed.set(follows.id, { state: "due", scene: moment.scene, forced: true });
  }
  return {
    fires,
    ...(outcome === undefined ? {} : { outcome }),
    hooks,
    patch: { beats: Object.fromEntries([...changed].map(([id, state]) => [id, { ...state }])) },
    open: canComeStill(beats, moment, stateOf),
  };

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
  for (const beat of beats) {
    const conditions = beat.conditions ?? {};
    if (beat === fires || stateOf(beat.id)?.state !== undefined || isPast(conditions, after.scene)) continue;
    const waitsForIt = [...list(conditions.requires_beat), ...(conditions.requires_any_beat ?? [])].includes(fires.id);
    if (!waitsForIt || isReachable(conditions, moment.scene, stateOf) || !isReachable(conditions, after.scene, then))
      continue;
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

/** A beat told in the scene before leaves this one to what it opened. */
function hasJustFired(
  beats: readonly PlotBeat[],
  { scene }: BeatMoment,
  stateOf: (id: string) => BeatState | undefined,
): boolean {
  return beats.some(({ id }) => {
    const known = stateOf(id);
    return known?.state === "fired" && known.scene === scene - 1;
  });
}

function isRival(beat: PlotBeat, fires: PlotBeat | null, { rivals }: BeatMoment): boolean {
  return fires !== null && (rivals?.get(fires.id)?.includes(beat.id) ?? false);
}

/** A beat whose window is open and which something of the player's is missing for. */
interface WaitingBeat {
  readonly beat: Pick<PlotBeat, "id" | "title" | "priority">;
  /** Where it happens, and who is in it. */
  readonly place?: string | undefined;
  readonly people: readonly string[];
  readonly since: number;
  readonly wants: readonly Want[];
}

/** Something that the player can do towards a beat or an ending. */
interface Want {
  /** The tag of a choice that answers it. */
  readonly tag: string;
  readonly act?: ReadAct;
}

/** As many deeds that the story waits for are offered at once: more would leave no room for anything else. */
const MOST_ACTS = 2;
/** At its end there is nothing else: the player chooses between all last pages. */
const MOST_LAST_ACTS = 4;
/** Scenes after which a beat that waits for a deed has it offered in every scene. */
const PRESSES_AFTER: Readonly<Record<string, number>> = { critical: 3, high: 5 };
const PRESSES_AFTER_ALL = 8;

/**
 * What the player could still do for a set of conditions, the first step first: a feeling or a state before the deed that closes it.
 */
function wantsOf(
  conditions: BeatConditions,
  moment: BeatMoment,
  stateOf: (id: string) => BeatState | undefined,
): readonly Want[] {
  const actFor = (tag: string, condition: string): ReadAct | undefined =>
    moment.acts?.find(
      (act) => (act.id === tag || act.id === slugOf(tag)) && act.for.some((one) => one.condition === condition),
    );
  if (!worldHolds(conditions.world_state, moment)) return [];
  const steps: Want[] = [];
  const { player_state: own, npc_state: theirs = {} } = conditions;
  if (own !== undefined && !playerStateHolds(own, moment)) {
    const act = actFor(own, "player_state");
    if (act) steps.push({ tag: own, act });
    else if (moment.acts) return [];
  }
  for (const [npc, text] of Object.entries(theirs)) {
    if (typeof text !== "string" || npcStateHolds(npc, text, moment)) continue;
    const act = moment.acts?.find(
      ({ npc: of, for: uses, id }) =>
        of === npc && id === `${npc}-${slugOf(text)}` && uses.some(({ condition }) => condition === "npc_state"),
    );
    if (act) steps.push({ tag: text, act });
    else if (moment.acts) return [];
  }
  if (steps.length > 0) return steps;
  if (!storyHolds(conditions, moment, stateOf))
    return actsIn(conditions, moment, stateOf).map((tag) => ({ tag, ...given(actFor(tag, "custom")) }));
  return missingTags(conditions, moment).map((tag) => ({ tag, ...given(actFor(tag, "player_choice")) }));
}

const given = (act: ReadAct | undefined): Pick<Want, "act"> => (act ? { act } : {});

const slugOf = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .replace(/^-|-$/g, "");

/** Deeds that the story waits for, those that press first. */
function actHooks(waiting: readonly WaitingBeat[], moment: BeatMoment, idle: boolean): readonly Hook[] {
  const rank = ({ beat, since }: WaitingBeat): number => {
    const age = moment.scene - since;
    return (presses({ beat, since }, moment) ? 100 : 0) + 10 * (PRIORITY[beat.priority ?? "medium"] ?? 2) + age;
  };
  const hooks = [...waiting]
    .sort((a, b) => rank(b) - rank(a))
    .flatMap((one, index) => hooksOf(one, moment, presses(one, moment) || (idle && index === 0)));
  const deeds = new Set<string>();
  const closes = (hook: Hook): boolean => hook.kind === "tag" && (moment.rivals?.get(hook.beat)?.length ?? 0) > 0;
  const most = hooks.some(closes) ? MOST_LAST_ACTS : MOST_ACTS;
  return hooks.filter((hook) => {
    const key = hook.kind === "tag" ? `${hook.tag}|${hook.measure ?? ""}` : "";
    if (deeds.has(key) || deeds.size === most) return false;
    deeds.add(key);
    return true;
  });
}

function presses({ beat, since }: Pick<WaitingBeat, "beat" | "since">, { scene }: BeatMoment): boolean {
  return scene - since >= (PRESSES_AFTER[beat.priority ?? ""] ?? PRESSES_AFTER_ALL);
}

/** Words of a choice that does two things, at most. */
const MOST_WORDS = 14;

/** What is offered for a beat that waits: what its people must feel, else all deeds that it waits for as one, since it tells them all. */
function hooksOf(
  { beat, place: there, people, wants }: WaitingBeat,
  moment: BeatMoment,
  pressing: boolean,
): readonly Hook[] {
  const hookOf = ({ tag, act }: Want): Extract<Hook, { kind: "tag" }> => {
    const npc = act?.npc !== undefined && canBeMet(act.npc, moment, act.place) ? act.npc : undefined;
    const place = act?.place ?? (npc === undefined ? there : undefined);
    return {
      kind: "tag",
      beat: beat.id,
      title: beat.title,
      tag,
      ...(act ? { text: `${act.text.charAt(0).toLowerCase()}${act.text.slice(1)}` } : {}),
      ...(npc === undefined ? {} : { npc }),
      ...(place === undefined ? {} : { place }),
      ...(act?.topic === undefined ? {} : { topic: act.topic }),
      ...(act?.measure ? { measure: act.measure.feeling } : {}),
      people,
      ...(pressing ? { presses: true } : {}),
    };
  };
  const feelings = wants.filter(({ act }) => act?.measure).map(hookOf);
  const deeds = wants.filter(({ act }) => !act?.measure).map(hookOf);
  const [first, ...rest] = deeds;
  if (!first || rest.length === 0) return [...feelings, ...deeds];
  const texts = deeds.map(({ text }) => text);
  const both = texts.includes(undefined) ? undefined : texts.join(" and ");
  const npc = deeds.find((hook) => hook.npc !== undefined)?.npc;
  return [
    ...feelings,
    {
      ...first,
      ...(both !== undefined && both.split(" ").length <= MOST_WORDS ? { text: both } : {}),
      ...(npc === undefined ? {} : { npc }),
      also: rest.map(({ tag }) => tag),
    },
  ];
}

/** Alive and somewhere, there if the deed is done in one place: whoever else is wanted for it comes with the beat. */
function canBeMet(npc: string, { state }: BeatMoment, place: string | undefined): boolean {
  const where = getPath(state, `people.${npc}.place`);
  return getPath(state, `people.${npc}.alive`) !== false && where !== "" && (place === undefined || where === place);
}

/**
 * What an ending waits for from the player, while all else that it asks for holds.
 *
 * @param ending - An ending with conditions.
 */
export function endingWants(
  ending: { readonly id: string; readonly title: string; readonly conditions: BeatConditions },
  moment: BeatMoment,
): readonly Hook[] {
  const stateOf = (id: string): BeatState | undefined => beatState(moment.state, id);
  const { conditions } = ending;
  if (isPast(conditions, moment.scene) || !isReachable(conditions, moment.scene, stateOf)) return [];
  const wants = wantsOf(conditions, moment, stateOf);
  return hooksOf({ beat: ending, people: [], since: moment.scene, wants }, moment, true);
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
    if (isPast(conditions, moment.scene)) return false;
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
    const open = known !== undefined || isReachable(beat.conditions ?? {}, moment.scene + SCENES_FORESEEN, stateOf);
    (open ? reached : ahead).add(place);
  }
  return new Set([...ahead].filter((place) => !reached.has(place) && !keep(place)));
}

/** Whether an expression waits for a number of scenes, which comes by itself. */
function mentionsScenes({ custom }: BeatConditions): boolean {
  return custom !== undefined && namesInExpression(custom.expression).names.includes("scene_count");
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
    (conditions.custom !== undefined &&
      namesInExpression(conditions.custom.expression).names.some(
        (name) => !name.includes(".") && name !== "scene_count",
      ));
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

/** Whether a set of conditions holds now, choice tags included: what an ending asks. */
export function conditionsHold(conditions: BeatConditions, moment: BeatMoment): boolean {
  const stateOf = (id: string): BeatState | undefined => beatState(moment.state, id);
  return (
    !isPast(conditions, moment.scene) &&
    isReachable(conditions, moment.scene, stateOf) &&
    storyHolds(conditions, moment, stateOf) &&
    missingTags(conditions, moment).length === 0
  );
}

/** False once no scene to come can make these conditions hold: their window is past, or a beat that they need was skipped. */
export function canStillHold(conditions: BeatConditions, moment: BeatMoment): boolean {
  return !isPast(conditions, moment.scene) && !cannotHappen(conditions, (id) => beatState(moment.state, id));
}

/** True when every beat that may not be skipped has fired or can no longer happen. */
export function allBeatsDone(beats: readonly PlotBeat[], state: JsonObject): boolean {
  return beats.every((beat) => {
    const known = beatState(state, beat.id)?.state;
    return beat.skippable === true || known === "fired" || known === "skipped";
  });
}

function beatState(state: JsonObject, id: string): BeatState | undefined {
  const value = getPath(state, `beats.${id}`);
  if (!isObject(value)) return undefined;
  const { state: name, scene, outcome, forced } = value;
  const known = STATES.find((one) => one === name);
  if (!known || typeof scene !== "number") return undefined;
  return {
    state: known,
    scene,
    ...(typeof outcome === "number" ? { outcome } : {}),
    ...(forced === true ? { forced } : {}),
  };
}

/**
 * @param free - Whether any beat may come; else only one that answers what the player has just done.
 */
function choose(due: readonly DueBeat[], moment: BeatMoment, free: boolean): PlotBeat | null {
  const here = moment.destination ?? getPath(moment.state, "place");
  const ready = due.filter(({ beat, since }) => {
    if (isAnswer(beat, moment)) return true;
    const place = moment.placeOf(beat);
    // Whoever sets out for where a beat waits finds it there.
    if (!free) return place !== undefined && place === moment.destination;
    if (place === undefined || place === here) return true;
    const late = moment.scene - since - patienceFor(place, moment);
    // Whoever has just set out for somewhere else arrives there first: a beat that is due stays so. Whoever was asked answers.
    if (moment.destination !== undefined) return false;
    return late >= (moment.isAnswered ? SCENES_OF_TALK : 0);
  });
  // What has waited longest past its two scenes goes before what is merely important: a beat is never late for another's sake.
  const rank = ({ beat, since }: DueBeat): number =>
    (isAnswer(beat, moment) ? 100 : 0) +
    10 * Math.min(moment.scene - since, LONG_DUE) +
    (PRIORITY[beat.priority ?? "medium"] ?? 2);
  return (
    ready.reduce<DueBeat | null>((best, one) => (!best || rank(one) > rank(best) ? one : best), null)?.beat ?? null
  );
}

/** Scenes after which a beat elsewhere comes for the player: later where it lies stops away on the road. */
function patienceFor(place: string, { stopsTo }: BeatMoment): number {
  const stops = Math.max(0, (stopsTo?.(place) ?? 0) - 1);
  return SCENES_UNTIL_IT_COMES + SCENES_A_STOP * stops;
}

/** Whether the choice taken is what a beat was waiting for: then the beat is what comes of it. */
const isAnswer = (beat: PlotBeat, { tags }: BeatMoment): boolean => answersTags(beat, tags);

/** Whether a choice with these tags is what a beat was waiting for. */
export function answersTags({ conditions = {} }: PlotBeat, tags: readonly string[]): boolean {
  const asked = [...(conditions.player_choice ? [conditions.player_choice] : []), ...(conditions.player_choices ?? [])];
  return (
    asked.some((tag) => tags.includes(tag)) ||
    (conditions.player_state !== undefined && tags.includes(conditions.player_state))
  );
}

function isPast(conditions: BeatConditions, scene: number): boolean {
  const max = conditions.scene_count?.max;
  return max !== undefined && scene > max;
}

function cannotHappen(conditions: BeatConditions, stateOf: (id: string) => BeatState | undefined): boolean {
  const gone = (id: string): boolean => stateOf(id)?.state === "skipped";
  const any = conditions.requires_any_beat ?? [];
  return list(conditions.requires_beat).some(gone) || (any.length > 0 && any.every(gone));
}

/** The window is open and the beats before it have happened: from here on its timeout counts. */
function isReachable(
  conditions: BeatConditions,
  scene: number,
  stateOf: (id: string) => BeatState | undefined,
): boolean {
  const fired = (id: string): boolean => stateOf(id)?.state === "fired";
  const any = conditions.requires_any_beat ?? [];
  return (
    scene >= (conditions.scene_count?.min ?? 0) &&
    list(conditions.requires_beat).every(fired) &&
    (any.length === 0 || any.some(fired))
  );
}

function journeyTo(beat: PlotBeat, place: string, when: "soon" | "due" | "last", moment: BeatMoment): Hook {
  return { kind: "beat-elsewhere", beat: beat.id, title: beat.title, place, people: moment.peopleOf(beat), when };
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
    isReachable(conditions, moment.scene + SCENES_FORESEEN, stateOf) &&
    storyHolds(conditions, moment, stateOf) &&
    missingTags(conditions, moment).length === 0
  );
}

/** What the beat asks of the world, of people and of the past. */
function storyHolds(
  conditions: BeatConditions,
  moment: BeatMoment,
  stateOf: (id: string) => BeatState | undefined,
): boolean {
  if (conditions.player_state && !playerStateHolds(conditions.player_state, moment)) return false;
  for (const [npc, text] of Object.entries(conditions.npc_state ?? {})) {
    if (typeof text === "string" && !npcStateHolds(npc, text, moment)) return false;
  }
  if (!worldHolds(conditions.world_state, moment)) return false;
  return expressionAllows(conditions, moment, stateOf);
}

function expressionAllows(
  conditions: BeatConditions | undefined,
  moment: BeatMoment,
  stateOf: (id: string) => BeatState | undefined,
): boolean {
  const expression = conditions?.custom?.expression;
  return expression === undefined || expressionHolds(expression, moment, (id) => stateOf(id)?.state === "fired");
}

function missingTags(conditions: BeatConditions, moment: BeatMoment): string[] {
  const wanted = [
    ...(conditions.player_choice ? [conditions.player_choice] : []),
    ...(conditions.player_choices ?? []),
  ];
  return wanted.filter((tag) => !moment.tags.includes(tag) && !hasFlag(moment.state, tag));
}

function playerStateHolds(text: string, moment: BeatMoment): boolean {
  return moment.tags.includes(text) || hasFlag(moment.state, text) || moment.remembers(text) || isThere(text, moment);
}

/** A state of the player that is a place, "is at the foot of the slip", holds for whoever is there or has just set out for it. */
function isThere(text: string, { acts, state, destination }: BeatMoment): boolean {
  const act = acts?.find(
    ({ id, for: uses }) => id === slugOf(text) && uses.some(({ condition }) => condition === "player_state"),
  );
  const isPlace = act?.place !== undefined && act.npc === undefined && /^(?:go|come)\b/i.test(act.verb);
  return isPlace && act.place === (destination ?? state["place"]);
}

/** Names of the bands of a person's feeling and the scores they reach, beyond their limit too. (DESIGN 6) */
const BANDS: Readonly<Record<string, (score: number) => boolean>> = {
  trusts: (score) => score >= 45,
  likes: (score) => score > 30,
  neutral: (score) => score >= -30 && score <= 30,
  dislikes: (score) => score < -30,
  hates: (score) => score <= -45,
};

function npcStateHolds(npc: string, text: string, moment: BeatMoment): boolean {
  if (moment.tags.includes(text) || hasFlag(moment.state, text)) return true;
  const band = BANDS[text.trim().toLowerCase().split(/\s+/)[0] ?? ""];
  const feeling = getPath(moment.state, `people.${npc}.feeling`);
  if (band) return band(typeof feeling === "number" ? feeling : 0);
  return moment.remembers(text, npc);
}

function expressionHolds(expression: string, moment: BeatMoment, fired: (id: string) => boolean): boolean {
  const result = evaluateExpression(expression, {
    lookup: (name) =>
      name === "scene_count"
        ? moment.scene
        : (getPath(moment.state, name) ??
          getPath(moment.state, `player.stats.${name}`) ??
          getPath(moment.state, `world.${name}`) ??
          // A bare word that nothing else sets is something the player can do.
          (wasChosen(name, moment) ? true : undefined)),
    visited: fired,
    count: (tag) => {
      // What is chosen now counts as chosen.
      if (moment.tags.includes(tag)) return 1;
      const value = getPath(moment.state, `world.tags.${tag}`);
      return typeof value === "number" ? value : hasFlag(moment.state, tag) ? 1 : 0;
    },
  });
  return result.ok && result.value;
}

function wasChosen(tag: string, moment: BeatMoment): boolean {
  return (
    moment.tags.includes(tag) || hasFlag(moment.state, tag) || Number(getPath(moment.state, `world.tags.${tag}`)) > 0
  );
}

/**
 * Bare words of an expression that nothing but the player's act can make true: offered while all else that the beat asks
 * for holds.
 */
function actsIn(
  conditions: BeatConditions,
  moment: BeatMoment,
  stateOf: (id: string) => BeatState | undefined,
): string[] {
  const expression = conditions.custom?.expression;
  if (expression === undefined) return [];
  const { custom: _, ...rest } = conditions;
  if (!storyHolds(rest, moment, stateOf)) return [];
  const { names } = namesInExpression(expression);
  // What must be had is no deed.
  return names.filter(
    (name) =>
      !name.includes(".") &&
      !names.includes(`inventory.${name}`) &&
      name !== "scene_count" &&
      getPath(moment.state, name) === undefined &&
      getPath(moment.state, `player.stats.${name}`) === undefined &&
      getPath(moment.state, `world.${name}`) === undefined,
  );
}

function hasFlag(state: JsonObject, name: string): boolean {
  const flags = state["flags"];
  if (!isObject(flags)) return false;
  return [
    name,
    name
      .trim()
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, "-"),
  ].some((key) => Object.hasOwn(flags, key) && flags[key] !== false);
}

/**
 * What a beat asks of the world. What nothing in the story sets or changes is how things are from the start: else the beat could never
 * happen.
 */
function worldHolds(wanted: JsonObject | undefined, { state, changes }: BeatMoment): boolean {
  if (wanted === undefined) return true;
  const asked = Object.entries(wanted).filter(
    ([path]) => (getPath(state, path) ?? getPath(state, `world.${path}`)) !== undefined || (changes?.(path) ?? true),
  );
  return isSubset(Object.fromEntries(asked), state);
}

/** `world_state` is a subset match against session state; the `world.` prefix may be left out. */
function isSubset(wanted: JsonObject, state: JsonObject): boolean {
  return Object.entries(wanted).every(([path, value]) => {
    const actual = getPath(state, path) ?? getPath(state, `world.${path}`);
    if (isObject(value) && isObject(actual)) return isSubset(value, actual);
    return JSON.stringify(actual) === JSON.stringify(value);
  });
}

function drawOutcome(beat: PlotBeat, random: Random): number | undefined {
  const outcomes = beat.outcomes ?? [];
  if (outcomes.length === 0) return undefined;
  const given = outcomes.reduce((sum, { probability }) => sum + (probability ?? 0), 0);
  const unset = outcomes.filter(({ probability }) => probability === undefined).length;
  const share = unset > 0 ? Math.max(0, 1 - given) / unset : 0;
  const weights = outcomes.map(({ probability }) => probability ?? share);
  let left = random.next() * weights.reduce((sum, weight) => sum + weight, 0);
  for (const [index, weight] of weights.entries()) {
    left -= weight;
    if (left < 0) return index;
  }
  return outcomes.length - 1;
}

function list(value: string | readonly string[] | undefined): readonly string[] {
  if (value === undefined) return [];
  return typeof value === "string" ? [value] : value;
}

function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
