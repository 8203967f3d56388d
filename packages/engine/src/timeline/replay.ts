/**
 * Plays a story again from its journal, with the same seed and choices, and compares every turn with what was written down
 * then.
 */
import { makeScratch } from "@narratoria/executor";
import { getPath, isJsonObject, type JsonObject, type JsonValue } from "@narratoria/protocol";
import type { EngineEvent } from "@narratoria/protocol/contracts";
import type { Embedder } from "@narratoria/narrator";
import {
  openStore,
  type RecordChange,
  type Store,
  StoreError,
  type Turn,
  type TurnOutline,
  type TurnRecord,
} from "@narratoria/persistence";
import { ulid } from "ulid";
import { outputHash } from "../scene/kept-result.js";
import { abortSignal, callback, type ChecksOf, text } from "../options.js";
import { isText, textsIn } from "../scene/story-values.js";
import type { Player } from "../story/player-character.js";
import { readPast } from "../story/player-past.js";
import type { HeldStory, StoryParts } from "../story/story.js";
import { firstDifference, shown } from "./difference.js";
import { WrittenPlans } from "./written-plans.js";
import { say } from "../words/say.js";

export interface ReplayOptions {
  /** Id of the turn to play up to; where the story stands when left out. */
  readonly turn?: string;
  /** Stops it; what was compared until then is reported. */
  readonly signal?: AbortSignal;
  /** Told after each turn: its scene, and how many there are. */
  readonly onScene?: (scene: number, scenes: number) => void;
}

export const REPLAY_OPTIONS: ChecksOf<ReplayOptions> = { turn: text, signal: abortSignal, onScene: callback };

/** What a replay came to. */
export interface Replay {
  /** How many turns were gone through, the opening among them. */
  readonly turns: number;
  /**
   * Scenes that were taken from the journal as they are, since chance of another kind was in them: a model's words, dice that no
   * seed decides, a skill that failed.
   */
  readonly taken: readonly number[];
  /** The first thing that came out differently; null where all was the same, to the character. */
  readonly difference: ReplayDifference | null;
}

export interface ReplayDifference {
  readonly scene: number;
  readonly turnId: string;
  readonly what: "rolls" | "scene" | "state" | "memories" | "opinions" | "choice" | "journal";
  /** JSON pointer into it, such as `/paragraphs/1`. */
  readonly where: string;
  /** What stands there in the journal, and what came now: JSON text, cut after 200 characters. */
  readonly expected: string;
  readonly found: string;
  /** Why, in a sentence. */
  readonly why: string;
}

export interface ReplayMatter {
  /** Read only. */
  readonly store: Store;
  readonly playthroughId: string;
  /** The version of the campaign that is there now. */
  readonly campaignVersion: string;
  /** What finds memories by their meaning now. */
  readonly embedder: Embedder | null;
  /** Opens a story whose journal is another store. */
  open(parts: Pick<StoryParts, "store" | "playthrough" | "newId" | "player" | "planner">): Promise<HeldStory>;
}

export async function replay(matter: ReplayMatter, options: ReplayOptions = {}): Promise<Replay> {
  const { store, playthroughId } = matter;
  const playthrough = await store.playthrough(playthroughId);
  const way = wayTo(await store.outline(playthroughId), options.turn ?? playthrough?.head ?? null);
  const first = way[0] === undefined ? null : await readTurn(store, way[0].id);
  const taken: number[] = [];
  let turns = 0;
  const cameTo = (difference: ReplayDifference | null): Replay => ({ turns, taken, difference });
  if (!playthrough || !first) return cameTo(null);
  if (first === "damaged") return { ...cameTo(changedOnDisk(way[0])), turns: 1 };

  // Swept at the program's end, and after a kill by a later run: the whole story is told again in it.
  const scratch = makeScratch();
  const folder = scratch.next();
  const second = await openStore({ dataDir: folder, ...(matter.embedder ? { embedder: matter.embedder } : {}) });
  let story: HeldStory | null = null;
  try {
    const { campaign, campaignPath, title, campaignVersion, seed } = playthrough;
    const again = await second.createPlaythrough({ campaign, campaignPath, title, campaignVersion, seed });
    const session = await second.openSession(again.id);
    // A memory has the id it had, so that what names one stays the same to the character.
    let [turnId, ids]: [string, string[]] = ["", []];
    const seen = new Set<string>();
    const planner = new WrittenPlans();
    // A story that was begun before the state kept its past has none, or only the later part of it.
    const comparable = "past" in first.state ? (turn: Turn) => turn : withoutPast;
    story = await matter.open({
      store: second,
      planner,
      playthrough: again,
      player: playerOf(first),
      newId: (of) => (of === "turn" ? turnId : ((of === "memory" ? ids.shift() : undefined) ?? ulid())),
    });
    for (const outline of way) {
      const { id: at } = outline;
      if (options.signal?.aborted) break;
      const then = await readTurn(store, at);
      if (!then) break;
      if (then === "damaged") return { ...cameTo(changedOnDisk(outline)), turns: turns + 1 };
      const records = await store.recordsOfTurn(playthroughId, at);
      if (holdsOtherChance(then)) {
        // A memory that was told again joins the one it repeats, as it did then.
        const memories = then.memories.map(({ id, record }) => ({ id: seen.has(id) ? ulid() : id, record }));
        const changes = changesOf(records);
        await second.commitTurn({ ...then, memories, changes, playthroughId: again.id, sessionId: session.id });
        await story.reload();
        taken.push(then.scene);
      } else {
        [turnId, ids] = [then.id, then.memories.map((memory) => (seen.has(memory.id) ? ulid() : memory.id))];
        planner.begin(then);
        const events = takeAgain(story, then, options.signal);
        if (events) for await (const _ of events);
        if (options.signal?.aborted) break;
        const now = await second.head(again.id);
        const difference =
          events && now
            ? differenceOf(
                { ...comparable(then), records: opinionsIn(records) },
                { ...comparable(now), records: opinionsIn(await second.recordsOfTurn(again.id, now.id)) },
                matter.campaignVersion !== campaignVersion,
              )
            : notOffered(then);
        if (difference) return { ...cameTo(difference), turns: turns + 1 };
      }
      for (const memory of then.memories) seen.add(memory.id);
      turns += 1;
      options.onScene?.(then.scene, way.length);
    }
    return cameTo(null);
  } finally {
    await story?.close();
    await second.close();
    await scratch.remove();
  }
}

/** A turn that reads back differently from how it was written is told of like any other difference. */
async function readTurn(store: Store, id: string): Promise<Turn | null | "damaged"> {
  try {
    return await store.turn(id);
  } catch (error) {
    if (error instanceof StoreError && error.code === "damaged_turn") return "damaged";
    throw error;
  }
}

function changedOnDisk(turn: TurnOutline | undefined): ReplayDifference {
  return {
    scene: turn?.scene ?? 0,
    turnId: turn?.id ?? "",
    what: "journal",
    where: "",
    expected: "",
    found: "",
    why: say("replay.journal"),
  };
}

function wayTo(outlines: readonly TurnOutline[], turnId: string | null): TurnOutline[] {
  const byId = new Map(outlines.map((turn) => [turn.id, turn]));
  const way: TurnOutline[] = [];
  for (let turn = byId.get(turnId ?? ""); turn; turn = byId.get(turn.parentId ?? "")) way.push(turn);
  return way.reverse();
}

function changesOf(records: readonly TurnRecord[]): RecordChange[] {
  return records.flatMap(({ dataType, id, record, gone }): RecordChange[] => {
    if (gone) return [{ change: "delete", dataType, id }];
    return dataType === "memory" ? [] : [{ change: "store", dataType, id, record }];
  });
}

/** Whether something else than seed and choices decided a turn. */
function holdsOtherChance({ narrator, results, rolls }: Turn): boolean {
  const seeded = rolls.every((roll) => isJsonObject(roll) && roll["source"] === "seeded");
  const [result, ...more] = results;
  const tools = toolsIn(result);
  const modelAsked = isJsonObject(result) && result["modelAsked"] === true;
  return (
    narrator !== "storybook" ||
    modelAsked ||
    !seeded ||
    more.length > 0 ||
    tools.some(({ state }) => state === "failed" || state === "timeout")
  );
}

/** The character of a story that has begun: the opening leaves it as it was. */
function playerOf({ state }: Turn): Player {
  const objectAt = (path: string): JsonObject => {
    const value = getPath(state, path);
    return isJsonObject(value) ? value : {};
  };
  const name = getPath(state, "player.name");
  const numbers = Object.entries(objectAt("player.stats")).filter(
    (entry): entry is [string, number] => typeof entry[1] === "number",
  );
  const texts = Object.entries(objectAt("world.player")).filter((entry): entry is [string, string] => isText(entry[1]));
  return {
    name: isText(name) ? name : "",
    stats: Object.fromEntries(numbers),
    traits: textsIn(getPath(state, "player.traits")),
    items: Object.values(objectAt("inventory")).flatMap((item) =>
      isJsonObject(item) && isText(item["name"]) ? [item["name"]] : [],
    ),
    about: Object.fromEntries(texts),
    past: readPast(getPath(state, "player.past")),
    restrictions: textsIn(getPath(state, "player.restrictions")),
  };
}

/** Null where the choice is not there to be taken. */
function takeAgain(story: HeldStory, { choice }: Turn, signal?: AbortSignal): AsyncIterable<EngineEvent> | null {
  const options = signal ? { signal } : {};
  if (choice === null) return story.begin(options);
  const { id, verb } = choice;
  if (story.scene?.choices.some((one) => one.id === id) && isText(id)) return story.choose(id, options);
  return verb === "end" && story.scene?.ended === false ? story.leave(options) : null;
}

function notOffered({ scene, id, choice }: Turn): ReplayDifference {
  return {
    scene,
    turnId: id,
    what: "choice",
    where: "",
    expected: shown(choice?.["text"]),
    found: "",
    why: say("replay.choice"),
  };
}

type ComparedTurn = Turn & { readonly records: JsonValue };

/** What people and factions think since a turn, but for ids and the wall clock. */
function opinionsIn(records: readonly TurnRecord[]): JsonValue {
  return records
    .filter(({ dataType }) => dataType !== "memory")
    .map(({ dataType, record, gone, minutes }) => {
      const { lastUpdated: _, lastInteraction: __, ...matter } = record;
      return { dataType, record: matter, gone, minutes };
    });
}

function differenceOf(then: ComparedTurn, now: ComparedTurn, otherVersion: boolean): ReplayDifference | null {
  const parts: readonly (readonly [ReplayDifference["what"], JsonValue, JsonValue])[] = [
    ["rolls", then.rolls, now.rolls],
    ["scene", sceneIn(then), sceneIn(now)],
    ["state", then.state, now.state],
    ["memories", memoriesIn(then), memoriesIn(now)],
    ["opinions", then.records, now.records],
  ];
  for (const [what, before, after] of parts) {
    const found = firstDifference(before, after);
    if (!found) continue;
    return { scene: then.scene, turnId: then.id, what, ...found, why: whyOf(then, now, otherVersion) };
  }
  return null;
}

function withoutPast(turn: Turn): Turn {
  const { past: _, ...state } = turn.state;
  return { ...turn, state };
}

/**
 * How long a scene took is another time's business, and the files that skills made are kept with the first telling. Why a scene is as
 * it is, what it looks like, how it is set, who is there and who speaks follow from what is compared, and older versions did not keep them.
 */
function sceneIn({ sceneRecord }: Turn): JsonValue {
  const {
    timeMs: _,
    assets: __,
    direction: ___,
    situation: ____,
    speakers: _____,
    stage: ______,
    formatted: _______,
    ...scene
  } = sceneRecord;
  return scene;
}

const memoriesIn = ({ memories }: Turn): JsonValue => memories.map(({ id, record }) => ({ id, record }));

function whyOf(then: Turn, now: Turn, otherVersion: boolean): string {
  const version = otherVersion ? ` ${say("replay.version")}` : "";
  // Every scene that is played again leaves as many memories.
  if (then.memories.length < now.memories.length) {
    return say("replay.forgotten");
  }
  const before = new Map(toolsIn(then.results[0]).map((tool) => [tool.toolId, tool]));
  for (const ran of toolsIn(now.results.at(-1))) {
    const old = before.get(ran.toolId);
    if (ran.state === old?.state && ran.output === old.output) continue;
    const tool = pathOf(now, ran.toolId);
    if (ran.state !== "success" && old?.state === "success") return `${say("replay.tool_failed", { tool })}${version}`;
    return `${say("replay.tool_differs", { tool })}${version || ` ${say("replay.tool_changed")}`}`;
  }
  if (firstDifference(memoriesIn(then), memoriesIn(now))) {
    return `${say("replay.memory")}${version}`;
  }
  return `${say("replay.engine")}${version}`;
}

function toolsIn(result: JsonValue | undefined): { toolId: string; state: string; output: JsonValue }[] {
  const tools = isJsonObject(result) ? result["toolResults"] : [];
  if (!Array.isArray(tools)) return [];
  return tools.flatMap((tool: JsonValue) => {
    if (!isJsonObject(tool) || !isText(tool["toolId"]) || !isText(tool["state"])) return [];
    return [{ toolId: tool["toolId"], state: tool["state"], output: outputHash(tool) }];
  });
}

function pathOf({ plans }: Turn, toolId: string): string {
  const plan = plans.at(-1);
  const tools = isJsonObject(plan) && Array.isArray(plan["tools"]) ? (plan["tools"] as readonly JsonValue[]) : [];
  const tool = tools.find((one) => isJsonObject(one) && one["toolId"] === toolId);
  const path = isJsonObject(tool) ? tool["toolPath"] : undefined;
  return isText(path) ? path : toolId;
}
