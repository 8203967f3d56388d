/** What a finished scene leaves behind in the journal: enough to show it again exactly, and to go on from it. */
import { getPath, isJsonObject, type JsonObject, type JsonValue } from "@narratoria/protocol";
import {
  type CampaignManifest,
  type EngineEvent,
  isContract,
  type SceneHeading,
  type SceneStage,
} from "@narratoria/protocol/contracts";
import type { ChoiceSlot, SceneDirection } from "@narratoria/protocol/story";
import type { Campaign } from "@narratoria/campaign";
import type { PlanRun } from "@narratoria/executor";
import { isToldByBeat, type StoryIndex, type SceneDraft } from "@narratoria/narrator";
import type { NewTurn, Turn } from "@narratoria/persistence";
import { capitalise } from "@narratoria/protocol/english";
import { EngineError } from "../errors.js";
import { keptDirection } from "../plot/direct-scene.js";
import type { TurnEnd } from "../story/turn-end.js";
import type { TurnStart } from "../story/turn-start.js";
import type { SceneSummary } from "../story/view.js";
import { say } from "../words/say.js";
import { besideOf } from "./beside.js";
import { situationOf, speakersOf } from "./situation.js";
import { hourIn, partOfDay, timeInWords } from "./clock.js";
import { type SceneFormatter, papersIn } from "./formatted-text.js";
import { keptResult } from "./kept-result.js";
import { assetsAt } from "./scene-assets.js";
import { clean, type Roll, sentencesInPublic } from "./scene-parts.js";
import { isDirection, isSlot, isText, textsIn } from "./story-values.js";

export type SceneEvent = Extract<EngineEvent, { type: "scene" }>;
type RollEvent = Extract<EngineEvent, { type: "roll" }>;

/** The scene event, and beside it what only the engine needs. */
export interface SceneRecord extends Omit<SceneEvent, "sentences"> {
  readonly slots: readonly ChoiceSlot[];
  /** Every sentence of the storybook's with the frame and the sources it came from; empty where another narrator told. */
  readonly sentences: SceneDraft["sentences"];
  readonly summary: SceneSummary;
  /** Why the scene is as it is; a scene kept by an older version does not say. */
  readonly direction?: SceneDirection;
}

/** What a source is known by outside. */
type PublicRef = (ref: string) => string;

export interface SceneMatter {
  readonly turnId: string;
  readonly title: string;
  readonly turn: TurnStart;
  readonly end: TurnEnd;
  readonly campaign: Campaign;
  readonly mined: StoryIndex;
  readonly stage: SceneStage;
  readonly sentences: SceneDraft["sentences"];
  readonly formatter: SceneFormatter;
  readonly epilogue: readonly string[] | undefined;
  readonly plannedByModel: boolean;
  /** From the choice on: until the first text, until the choices had their words, until the turn was done. */
  readonly timeMs: { readonly firstText?: number; readonly choices: number; readonly total: number };
}

/** Minutes of a day. */
const DAY = 1440;

/**
 * Whether anybody has said what hour it is: the author of how the story begins, or of a beat that has been told; from the second day on it
 * has been told how time went by. (rule EN5401)
 */
function isHourKnown(
  minutes: number,
  state: JsonObject,
  { calendar, opening, beats }: Pick<StoryIndex, "calendar" | "opening" | "beats">,
): boolean {
  return (
    minutes >= DAY ||
    calendar?.minutes !== undefined ||
    hourIn(opening.join("\n")) !== undefined ||
    [...beats.values()].some(
      ({ id, clock }) => clock?.minutes !== undefined && getPath(state, `beats.${id}.state`) === "fired",
    )
  );
}

/** So many beats may be told that say nothing of when they are, and be of the day on which the story began. */
const BEATS_OF_A_DAY = 2;
const LATER = "Later";

/**
 * Says where and when a scene takes place. Where nobody has said an hour or a day, and more beats have been told than one day is likely to
 * hold, that is later, or a part of some day, and no longer of the first. (rule EN6457)
 */
export function headingOf(
  state: JsonObject,
  { matter, calendar, opening, beats }: Pick<StoryIndex, "matter" | "calendar" | "opening" | "beats">,
): SceneHeading {
  const here = getPath(state, "place");
  const minutes = getPath(state, "clock.minutes");
  const weather = getPath(state, "weather");
  const place = matter.places.find(({ id }) => id === here)?.name ?? "";
  const now = typeof minutes === "number" ? minutes : 0;
  const isKnown =
    typeof minutes !== "number" ||
    isHourKnown(minutes, state, { opening, beats, ...(calendar === undefined ? {} : { calendar }) });
  const told = [...beats.values()].filter(({ id }) => getPath(state, `beats.${id}.state`) === "fired");
  const isDated = calendar?.weekday !== undefined || told.some(({ clock }) => (clock?.day ?? 1) > 1);
  const undated = told.filter(({ clock }) => clock === undefined);
  const isLost = !isDated && now < DAY && undated.length > BEATS_OF_A_DAY;
  const isOpened = calendar?.minutes !== undefined || hourIn(opening.join("\n")) !== undefined;
  return {
    location: place.charAt(0).toUpperCase() + place.slice(1),
    time:
      isLost && !isOpened
        ? isKnown
          ? capitalise(partOfDay(now))
          : LATER
        : timeInWords(now, calendar?.weekday, calendar?.number, isKnown),
    ...(typeof weather === "string" && weather !== "" ? { weather } : {}),
  };
}

/** After these the player is where the story has them, or lets it come to them. */
const MOVES: ReadonlySet<string> = new Set(["go", "follow", "flee"]);
const PASSES_TIME: ReadonlySet<string> = new Set(["wait", "rest"]);

/**
 * State that heads a scene: where the deed is told before the story moves on to another place or part of the day, that of the deed; else
 * that of the scene's end. (rule EN5770)
 *
 * @param after - The state in which the scene ends.
 */
export function stateAtHeading(
  { slot, beat, base }: Pick<TurnStart, "slot" | "beat" | "base">,
  after: JsonObject,
): JsonObject {
  if (slot === null || beat === null || MOVES.has(slot.verb) || isToldByBeat({ choice: slot, beat })) return after;
  const isElsewhere = beat.place !== undefined && beat.place !== getPath(base, "place");
  return isElsewhere || (beat.clock !== undefined && !PASSES_TIME.has(slot.verb)) ? base : after;
}

/** How many paragraphs are told before the story moves on; nothing where the told text does not show it. (rule EN5940) */
export function toldThere(sentences: SceneDraft["sentences"], count: number): { paragraphs?: number } {
  const at = sentences.find(({ movesOn }) => movesOn === true)?.paragraph ?? 0;
  return at > 0 && at < count ? { paragraphs: at } : {};
}

/** Puts down a finished scene. */
export function makeRecord(matter: SceneMatter, publicRef: PublicRef): SceneRecord {
  const { turn, end, campaign, mined } = matter;
  const ended = turn.ending !== null && end.prose.narrator !== "template";
  const here = getPath(end.state, "place");
  const present = mined.matter.people.filter(
    ({ id }) => getPath(end.state, `people.${id}.place`) === here && getPath(end.state, `people.${id}.alive`) !== false,
  );
  const first = end.memories[0]?.record["summary"];
  const situation = situationOf(turn.base, end.state, present, campaign.stats);
  const speakers = speakersOf(end.prose.paragraphs, matter.sentences, mined.matter.people, end.state);
  const heading = headingOf(end.state, mined);
  const begins = headingOf(stateAtHeading(turn, end.state), mined);
  const epilogue = turn.ending && matter.epilogue ? matter.epilogue.map(clean) : [];
  const formatted = matter.formatter.format([...end.prose.paragraphs, ...epilogue], papersIn(matter.sentences));
  return {
    type: "scene",
    scene: turn.scene,
    title: matter.title,
    sceneType: end.sceneType,
    ...(turn.slot ? { choice: turn.slot.text } : {}),
    paragraphs: [...end.prose.paragraphs],
    ...(ended && turn.ending ? { ending: turn.ending.title } : {}),
    ...(turn.ending && matter.epilogue ? { epilogue } : {}),
    ...(formatted.length > 0 ? { formatted } : {}),
    choices: end.slots.map((slot) => offeredChoice(slot, campaign.manifest.rules_hint, publicRef)),
    ...(end.roll ? { roll: withoutType(rollEvent(end.roll, turn.slot)) } : {}),
    ...heading,
    ...(begins.location === heading.location && begins.time === heading.time
      ? {}
      : { begins: { ...begins, ...toldThere(matter.sentences, end.prose.paragraphs.length) } }),
    present: present.map(({ name }) => name),
    ...(end.assets.length > 0 ? { assets: [...end.assets] } : {}),
    stage: matter.stage,
    ...(speakers.length > 0 ? { speakers } : {}),
    beside: besideOf(situation),
    situation,
    narrator: end.prose.narrator,
    ...(matter.plannedByModel ? { planner: "model" as const } : {}),
    timeMs: { ...matter.timeMs },
    ended,
    turnId: matter.turnId,
    slots: end.slots,
    sentences: matter.sentences,
    summary: {
      scene: turn.scene,
      choice: turn.slot?.text ?? null,
      summary: typeof first === "string" ? first : "",
      location: typeof here === "string" ? here : "",
      people: present.map(({ id }) => id),
    },
    direction: keptDirection(directionOf(end.brief)),
  };
}

/** A choice as it is offered, with as much of the rules as the campaign wants shown. (rule EN2115) */
export function offeredChoice(
  { id, text, label, sources, roll, difficulty, hint }: ChoiceSlot,
  rules: CampaignManifest["rules_hint"],
  publicRef: PublicRef,
): SceneEvent["choices"][number] {
  const isFull = rules === "crunchy" || rules === "tactical";
  const counts = isFull && roll ? roll.modifiers.map(({ label: what, value }) => `${what} ${signed(value)}`) : [];
  const why = sources.map(({ kind, ref, text: words }) => ({ kind, ref: publicRef(ref), text: words }));
  if (counts.length > 0) why.push({ kind: "stat", ref: roll?.stat ?? "roll", text: counts.join(", ") });
  return {
    id,
    text,
    label,
    sources: why,
    ...(roll ? { odds: { ...roll.odds }, bonus: roll.bonus } : {}),
    ...(difficulty ? { difficulty } : {}),
    ...(hint ? { hint } : {}),
  };
}

const signed = (value: number): string => (value < 0 ? `−${-value}` : `+${value}`);

/** The directed part of a brief: the rest of it is in the turn. */
function directionOf({ purpose, place, cast, mustTell, question, hooks, because }: SceneDirection): SceneDirection {
  return { purpose, place, cast, mustTell, ...(question ? { question } : {}), hooks, because };
}

/**
 * A scene as shells see it.
 *
 * @param assetsDir - Where the files of the story lie; null where nobody keeps them.
 */
export function eventOf(
  { slots: _slots, sentences, summary: _summary, direction: _direction, ...event }: SceneRecord,
  publicRef: PublicRef,
  assetsDir: string | null,
): SceneEvent {
  const told = sentencesInPublic(sentences, publicRef);
  return {
    ...event,
    ...(event.assets ? { assets: assetsAt(assetsDir, event.assets) } : {}),
    ...(told.length > 0 ? { sentences: told } : {}),
  };
}

export function rollEvent(roll: Roll, slot: ChoiceSlot | null): RollEvent {
  return {
    type: "roll",
    formula: roll.formula,
    dice: roll.diceHidden ? [] : [...roll.dice],
    modifiers: roll.modifiers.map(({ label, value }) => ({ label, value })),
    total: roll.total,
    outcome: roll.outcome,
    ...(slot ? { label: slot.label } : {}),
    ...(slot?.roll?.stat ? { stat: slot.roll.stat } : {}),
  };
}

/**
 * Reads a scene back from its turn.
 *
 * @throws {EngineError} `scene_unreadable` where it is no scene of ours.
 */
export function recordOf(turn: Turn): SceneRecord {
  const { slots, sentences, summary: _summary, direction, ...rest } = turn.sceneRecord;
  const event = withoutEmptySources(rest);
  // A scene kept by an older version says nothing of its sentences.
  const told = sentences ?? [];
  if (isContract("engine-event", event) && event.type === "scene" && areSlots(slots) && areSentences(told)) {
    const kept = isDirection(direction) ? { direction } : {};
    return { ...event, slots, sentences: told, summary: summaryOf(turn), ...kept };
  }
  throw new EngineError(
    "scene_unreadable",
    say("error.scene_unreadable", { scene: turn.scene }),
    say("error.scene_unreadable.action"),
  );
}

/** A scene whose choices have no source without words: some were kept so, and the contract knows none. (rule EN3206) */
function withoutEmptySources({ choices, ...event }: JsonObject): JsonObject {
  if (!Array.isArray(choices)) return choices === undefined ? event : { ...event, choices };
  const isShown = (source: JsonValue): boolean => !isJsonObject(source) || source["text"] !== "";
  return {
    ...event,
    choices: choices.map((choice: JsonValue) => {
      const sources = isJsonObject(choice) ? choice["sources"] : undefined;
      return isJsonObject(choice) && Array.isArray(sources) ? { ...choice, sources: sources.filter(isShown) } : choice;
    }),
  };
}

/** What later scenes are told of this one. */
export function summaryOf({ scene, sceneRecord }: Pick<Turn, "scene" | "sceneRecord">): SceneSummary {
  const summary = isJsonObject(sceneRecord["summary"]) ? sceneRecord["summary"] : {};
  const words = (key: string): string => (isText(summary[key]) ? summary[key] : "");
  return {
    scene,
    choice: isText(summary["choice"]) ? summary["choice"] : null,
    summary: words("summary"),
    location: words("location"),
    people: textsIn(summary["people"]),
  };
}

interface JournalMatter {
  readonly turn: TurnStart;
  readonly end: TurnEnd;
  readonly runs: readonly PlanRun[];
  /** Whether a script had a model write a text of its own: nobody can have that written again. */
  readonly modelAsked: boolean;
}

/** What the journal is given of a turn beside where it stands: all that its plans did, and what came of it. */
export function journalled(
  record: SceneRecord,
  { turn, end, runs, modelAsked }: JournalMatter,
): Omit<NewTurn, "playthroughId" | "sessionId" | "parentId"> {
  return {
    id: record.turnId,
    scene: turn.scene,
    choice: turn.slot ? plain(turn.slot) : null,
    plans: runs.flatMap(({ plan }) => (plan ? [plan] : [])),
    results: runs.map(({ result }) => ({ ...keptResult(result), ...(modelAsked ? { modelAsked } : {}) })),
    patches: runs.flatMap(({ patches }) => patches),
    rolls: end.roll ? [end.roll] : [],
    state: end.state,
    sceneRecord: plain(record),
    memories: end.memories,
    narrator: end.prose.narrator,
  };
}

function areSlots(value: JsonValue | undefined): value is readonly (JsonObject & ChoiceSlot)[] {
  return Array.isArray(value) && value.every(isSlot);
}

/** The journal is ours, and its hash holds: a sentence that has text and sources is one of the storybook's. */
function areSentences(value: JsonValue): value is readonly (JsonObject & SceneDraft["sentences"][number])[] {
  return (
    Array.isArray(value) &&
    value.every((one: JsonValue) => isJsonObject(one) && isText(one["text"]) && Array.isArray(one["sources"]))
  );
}

function withoutType({ type: _type, ...roll }: RollEvent): NonNullable<SceneEvent["roll"]> {
  return roll;
}

function plain(value: object): JsonObject {
  return JSON.parse(JSON.stringify(value)) as JsonObject;
}
