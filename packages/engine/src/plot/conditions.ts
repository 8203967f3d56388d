/**
 * What beats and endings ask for: their windows, the beats before them, deeds, feelings and the state of the world, and whether it holds.
 * Pure: from authored conditions and session state.
 */
import { getPath, type JsonObject, type JsonValue } from "@narratoria/protocol";
import type { PlotBeat, ReadAct } from "@narratoria/protocol/contracts";
import { slug } from "@narratoria/protocol/english";
import { evaluateExpression, namesInExpression } from "@narratoria/protocol/expression";
import type { BeatMatter } from "@narratoria/protocol/story";

const STATES = ["waiting", "due", "fired", "skipped"] as const;

/** A beat's place in the story, as `beats.<id>` of session state holds it. */
export interface BeatState {
  readonly state: (typeof STATES)[number];
  /** Scene at which it came into this state. */
  readonly scene: number;
  /** Index of the outcome that was drawn when it fired. */
  readonly outcome?: number;
  /** Made due by another beat, its own conditions aside. */
  readonly forced?: boolean;
  /** It has happened, and how it comes out waits for the player. */
  readonly open?: boolean;
}

export type BeatConditions = NonNullable<PlotBeat["conditions"]>;

export interface BeatMoment {
  readonly scene: number;
  /** Scenes before this one, without a gap, in which nothing has brought the story on. (rule EN1500) */
  readonly quiet?: number;
  /** Whether nothing was learned in the scene before. */
  readonly wasEmpty?: boolean;
  readonly state: JsonObject;
  /** Tags of the choice that leads into this scene. */
  readonly tags: readonly string[];
  /** That choice answers a beat, and nothing is written of what comes of it: the next beat follows it. (rule EN2504) */
  readonly isBare?: boolean;
  /** That choice is a decision of a beat, and nobody is with the player: the story goes on wherever it is due. (rule EN3141) */
  readonly isAlone?: boolean;
  /** The player waits or rests: whatever comes next is what they wait for. */
  readonly letsTimePass?: boolean;
  /** Whether the player only spends time: they wait, rest, listen or keep watch. */
  readonly isIdle?: boolean;
  /** Id of whoever takes the player to where a beat is: somebody of it who is with them. */
  guideTo?(beat: PlotBeat): string | undefined;
  /** Id of whoever of a beat is at its place already, and may be spoken of before it. */
  hostOf?(beat: PlotBeat): string | undefined;
  /** Where that choice goes, when it is a journey. */
  readonly destination?: string;
  /** Place id of a beat's `location`, where the campaign knows it. */
  placeOf(beat: PlotBeat): string | undefined;
  /** Day of the story on which a beat plays by its author's words, from 1. */
  dayOf?(beat: PlotBeat): number | undefined;
  /** The minute of that day, where its author names an hour as well. */
  hourOf?(beat: PlotBeat): number | undefined;
  /** In-game minutes by which the clock would jump for a beat; 0 where it would not, or the choice lets time pass. */
  jumpTo?(beat: PlotBeat): number;
  /** How many stops of the story's road lie between the player and a place; 0 where one of them is not on it. */
  stopsTo?(place: string): number;
  /** Whether a beat lies behind the player on the story's road, on a day that is over. */
  isPassed?(beat: PlotBeat): boolean;
  /** Id of the beat that the player has chosen to wait for. */
  readonly awaited?: string;
  /** Ids of the people who are in a beat. */
  peopleOf(beat: PlotBeat): readonly string[];
  /** Whether what the story remembers answers to this text, optionally as one person remembers it. */
  remembers(text: string, npc?: string): boolean;
  /** Whether anything in the story changes this path of the world's state. */
  changes?(path: string): boolean;
  /** Whether how a beat comes out waits for what the player decides in it. */
  leavesOpen?(beat: PlotBeat): boolean;
  /** Whether the choice that leads into this scene is a decision that a beat has left to the player. */
  decidesIn?(beat: PlotBeat): boolean;
  /** Indices of the ways in which a beat can come out after that choice; undefined: any. */
  comesOut?(beat: PlotBeat): readonly number[] | undefined;
  /** What the player can do for the tags and states that beats and endings wait for. */
  readonly acts?: readonly ReadAct[];
  /** Tags and flags that the author's own choices set, with the words of the choice: no deed is made up for them. */
  readonly authored?: ReadonlyMap<string, string>;
  /** Tags of ways that were not taken where a beat left several and another was. (rule EN4701) */
  readonly closed?: ReadonlySet<string>;
  /** Ids of the places to which the player has just decided not to go. */
  readonly refused?: ReadonlySet<string>;
  /** Tags of the ways that were left for one that nothing waits for. (rule EN4802) */
  readonly passedBy?: ReadonlySet<string>;
  /** How many scenes the author thinks of. */
  readonly length?: number;
  /** Beats of which one alone can happen, by the id of each. */
  readonly rivals?: ReadonlyMap<string, readonly string[]>;
  /** Id of the beat after which the player decides between them. */
  readonly climax?: string;
  /** Id of the beat from which on deeds are offered that endings wait for and no beat puts to the player. */
  readonly decision?: string;
  /** The ending that the player's choices lean to, and the beats that lead there. */
  readonly leaning?: { readonly ending: string; readonly beats: readonly string[] };
}

/**
 * The scene's number as an author's `scene_count` counts: the scenes that were told, and those over which time was let pass, which
 * `pace.passed` of session state holds. (rule EN1501)
 */
export const sceneCount = ({ scene, state }: Pick<BeatMoment, "scene" | "state">): number =>
  scene + scenesPassed(state);

/** Scenes that the story has passed over. */
export function scenesPassed(state: JsonObject): number {
  const passed = getPath(state, "pace.passed");
  return typeof passed === "number" ? passed : 0;
}

export function beatState(state: JsonObject, id: string): BeatState | undefined {
  const value = getPath(state, `beats.${id}`);
  if (!isObject(value)) return undefined;
  const { state: name, scene, outcome, forced, open } = value;
  const known = STATES.find((one) => one === name);
  if (!known || typeof scene !== "number") return undefined;
  return {
    state: known,
    scene,
    ...(typeof outcome === "number" ? { outcome } : {}),
    ...(forced === true ? { forced } : {}),
    ...(open === true ? { open } : {}),
  };
}

/** Whether a set of conditions holds now, choice tags included: what an ending asks. */
export function conditionsHold(conditions: BeatConditions, moment: BeatMoment): boolean {
  const stateOf = (id: string): BeatState | undefined => beatState(moment.state, id);
  return (
    !isPast(conditions, sceneCount(moment)) &&
    isReachable(conditions, sceneCount(moment), stateOf) &&
    storyHolds(conditions, moment, stateOf) &&
    missingTags(conditions, moment).length === 0
  );
}

/** False once no scene to come can make these conditions hold: their window is past, or a beat that they need was skipped. */
export function canStillHold(conditions: BeatConditions, moment: BeatMoment): boolean {
  return !isPast(conditions, sceneCount(moment)) && !cannotHappen(conditions, (id) => beatState(moment.state, id));
}

/** Whether a choice with these tags is what a beat was waiting for. */
export function answersTags({ conditions = {} }: PlotBeat, tags: readonly string[]): boolean {
  const asked = [...(conditions.player_choice ? [conditions.player_choice] : []), ...(conditions.player_choices ?? [])];
  return (
    asked.some((tag) => tags.includes(tag)) ||
    (conditions.player_state !== undefined && tags.includes(conditions.player_state))
  );
}

export function isPast(conditions: BeatConditions, scene: number): boolean {
  const max = conditions.scene_count?.max;
  return max !== undefined && scene > max;
}

export function cannotHappen(conditions: BeatConditions, stateOf: (id: string) => BeatState | undefined): boolean {
  const gone = (id: string): boolean => stateOf(id)?.state === "skipped";
  const any = conditions.requires_any_beat ?? [];
  return list(conditions.requires_beat).some(gone) || (any.length > 0 && any.every(gone));
}

/** The window is open and the beats before it have happened: from here on its timeout counts. */
export function isReachable(
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

/** What the beat asks of the world, of people and of the past. */
export function storyHolds(
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

export function expressionAllows(
  conditions: BeatConditions | undefined,
  moment: BeatMoment,
  stateOf: (id: string) => BeatState | undefined,
): boolean {
  const expression = conditions?.custom?.expression;
  return expression === undefined || expressionHolds(expression, moment, (id) => stateOf(id)?.state === "fired");
}

/** Whether an expression of an author's text holds. */
export function holdsNow(expression: string, moment: BeatMoment): boolean {
  return expressionHolds(expression, moment, (id) => beatState(moment.state, id)?.state === "fired");
}

export function missingTags(conditions: BeatConditions, moment: BeatMoment): string[] {
  const wanted = [
    ...(conditions.player_choice ? [conditions.player_choice] : []),
    ...(conditions.player_choices ?? []),
  ];
  return wanted.filter((tag) => !moment.tags.includes(tag) && !hasFlag(moment.state, tag));
}

/** Whether conditions ask for a way that the player has turned down by taking another. (rule EN4701) */
export const isTurnedDown = (conditions: BeatConditions, moment: BeatMoment): boolean =>
  missingTags(conditions, moment).some((tag) => moment.closed?.has(tag) === true);

/**
 * Tags of the ways that were not taken, of each beat that left several, after one of them was. (rule EN4701)
 *
 * @param beats - Of the story, with the choices that they put.
 */
export function waysNotTaken(beats: Iterable<Pick<BeatMatter, "choices">>, state: JsonObject): ReadonlySet<string> {
  const closed = new Set<string>();
  for (const { choices = [] } of beats) {
    const tags = choices.flatMap(({ tag, decides }) => (tag !== undefined && decides === true ? tag : []));
    if (tags.length > 1 && tags.some((tag) => hasFlag(state, tag)))
      for (const tag of tags) if (!hasFlag(state, tag)) closed.add(tag);
  }
  return closed;
}

/** A way that only finds something out, puts off or leaves all as it is takes no other away. */
const SETTLES_NOTHING =
  /^(?:ask|look|listen|watch|read|hear|examine|wait|say nothing|keep (?:silent|quiet|still)|think)\b|\b(?:think (?:about|it over)|later|not yet)\b/iu;

/**
 * Tags of the ways of a beat that were left for one that nothing waits for. (rule EN4802)
 *
 * @param beats - Of the story, with the choices that they put.
 */
export function waysPassedBy(beats: Iterable<Pick<BeatMatter, "choices">>, state: JsonObject): ReadonlySet<string> {
  const passed = new Set<string>();
  for (const { choices = [] } of beats) {
    const ways = choices.filter(({ decides, text }) => decides === true && !SETTLES_NOTHING.test(text));
    if (!ways.some(({ tag, text }) => tag === undefined && hasFlag(state, slugOf(text)))) continue;
    for (const { tag } of ways) if (tag !== undefined && !hasFlag(state, tag)) passed.add(tag);
  }
  return passed;
}

/** Whether a beat that may be left out waits for a way that was passed by. */
export const isPassedBy = (
  { skippable, priority }: Pick<PlotBeat, "skippable" | "priority">,
  conditions: BeatConditions,
  moment: BeatMoment,
): boolean =>
  skippable !== false &&
  priority !== "critical" &&
  missingTags(conditions, moment).some((tag) => moment.passedBy?.has(tag) === true);

export function playerStateHolds(text: string, moment: BeatMoment): boolean {
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

/** Scores at which good feelings begin. */
const KIND_FEELINGS = { likes: 30, trusts: 45 } as const;

/** Names of the bands of a person's feeling and the scores they reach, beyond their limit too. */
const BANDS: Readonly<Record<string, (score: number) => boolean>> = {
  trusts: (score) => score >= KIND_FEELINGS.trusts,
  likes: (score) => score > KIND_FEELINGS.likes,
  neutral: (score) => score >= -30 && score <= 30,
  dislikes: (score) => score < -30,
  hates: (score) => score <= -45,
};

/** "Trusts the player" names a band by its first word. */
const bandNamed = (text: string): string => text.trim().toLowerCase().split(/\s+/)[0] ?? "";

function goodFeelingOf(text: string): number | undefined {
  const band = bandNamed(text);
  return band === "likes" || band === "trusts" ? KIND_FEELINGS[band] : undefined;
}

export function npcStateHolds(npc: string, text: string, moment: BeatMoment): boolean {
  if (moment.tags.includes(text) || hasFlag(moment.state, text)) return true;
  const band = BANDS[bandNamed(text)];
  const feeling = getPath(moment.state, `people.${npc}.feeling`);
  if (band) return band(typeof feeling === "number" ? feeling : 0);
  return moment.remembers(text, npc);
}

/** Scenes of waiting after which whoever thinks at all well of the player is enough. */
const EASES_IN = 6;

/**
 * Conditions of a beat that matters and has waited for somebody's liking or trust: each scene asks for a sixth less of it, down to the
 * least good opinion. Whoever has been wronged, or never met, is waited for as ever. (rule EN5842)
 *
 * @param waited - Scenes for which nothing else has been missing.
 */
export function eased(conditions: BeatConditions, waited: number, { state }: BeatMoment): BeatConditions {
  const { npc_state: theirs, ...others } = conditions;
  if (theirs === undefined || waited <= 0) return conditions;
  const left = Object.entries(theirs).filter(([npc, text]) => {
    const limit = typeof text === "string" ? goodFeelingOf(text) : undefined;
    const feeling = getPath(state, `people.${npc}.feeling`);
    if (limit === undefined || typeof feeling !== "number") return true;
    return feeling < Math.max(1, limit * (1 - waited / EASES_IN));
  });
  return left.length === 0 ? others : { ...others, npc_state: Object.fromEntries(left) };
}

function expressionHolds(expression: string, moment: BeatMoment, fired: (id: string) => boolean): boolean {
  const result = evaluateExpression(expression, {
    lookup: (name) =>
      name === "scene_count"
        ? sceneCount(moment)
        : (getPath(moment.state, name) ??
          getPath(moment.state, `player.stats.${name}`) ??
          getPath(moment.state, `world.${name}`) ??
          // A bare word that nothing else sets is something the player can do.
          (wasChosen(name, moment) ? true : undefined)),
    visited: fired,
    has: (thing) => isCarried(thing, moment.state),
    count: (tag) => {
      // What is chosen now counts as chosen.
      if (moment.tags.includes(tag)) return 1;
      const value = getPath(moment.state, `world.tags.${tag}`);
      return typeof value === "number" ? value : hasFlag(moment.state, tag) ? 1 : 0;
    },
  });
  return result.ok && result.value;
}

/** Whether the player carries a thing, by its id or by any form of its name: "the brass key" is "brass-key". Implements rule EN4600. */
function isCarried(thing: string, state: JsonObject): boolean {
  const inventory = state["inventory"];
  if (!isObject(inventory)) return false;
  const wanted = slug(thing);
  return Object.entries(inventory).some(([id, item]) => {
    if (item === null) return false;
    const name = isObject(item) ? item["name"] : undefined;
    return id === thing || slug(id) === wanted || (typeof name === "string" && slug(name) === wanted);
  });
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
export function actsIn(
  conditions: BeatConditions,
  moment: BeatMoment,
  stateOf: (id: string) => BeatState | undefined,
): string[] {
  const expression = conditions.custom?.expression;
  if (expression === undefined) return [];
  const { custom: _, ...rest } = conditions;
  if (!storyHolds(rest, moment, stateOf)) return [];
  return deedsInExpression(expression).filter(
    (name) =>
      getPath(moment.state, name) === undefined &&
      getPath(moment.state, `player.stats.${name}`) === undefined &&
      getPath(moment.state, `world.${name}`) === undefined,
  );
}

/** Bare words of an expression that stand for something done: what must be had is no deed, nor is what is compared ("cheek >= 5"). */
export function deedsInExpression(expression: string): readonly string[] {
  const { names } = namesInExpression(expression);
  const isCompared = (name: string): boolean =>
    new RegExp(`(?<![\\w.])${name}\\s*(?:[<>]|[=!]=)|[<>=]\\s*${name}(?![\\w.])`).test(expression);
  return names.filter((name) => !name.includes(".") && name !== "scene_count" && !isCompared(name));
}

/** Whether an expression waits for a number of scenes, which comes by itself. */
export function mentionsScenes({ custom }: BeatConditions): boolean {
  return custom !== undefined && namesInExpression(custom.expression).names.includes("scene_count");
}

export function hasFlag(state: JsonObject, name: string): boolean {
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
export function worldHolds(wanted: JsonObject | undefined, { state, changes }: BeatMoment): boolean {
  if (wanted === undefined) return true;
  const asked = Object.entries(wanted).filter(
    ([path]) => (getPath(state, path) ?? getPath(state, `world.${path}`)) !== undefined || (changes?.(path) ?? true),
  );
  return isSubset(Object.fromEntries(asked), state);
}

/** `world_state` is a subset match against session state; the `world.` prefix may be left out. */
export function isSubset(wanted: JsonObject, state: JsonObject): boolean {
  return Object.entries(wanted).every(([path, value]) => {
    const actual = getPath(state, path) ?? getPath(state, `world.${path}`);
    if (isObject(value) && isObject(actual)) return isSubset(value, actual);
    return JSON.stringify(actual) === JSON.stringify(value);
  });
}

export const PRIORITY: Readonly<Record<string, number>> = { critical: 4, high: 3, medium: 2, low: 1, optional: 0 };

export function list(value: string | readonly string[] | undefined): readonly string[] {
  if (value === undefined) return [];
  return typeof value === "string" ? [value] : value;
}

export const slugOf = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .replace(/^-|-$/g, "");

function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
