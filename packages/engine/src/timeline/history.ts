/** The past of a story: its scenes, its tree, its states, and the ways that were not taken. */
import { setImmediate } from "node:timers/promises";
import { diffPatch, getPath, isJsonObject, type JsonObject, type JsonValue } from "@narratoria/protocol";
import type { SceneStage } from "@narratoria/protocol/contracts";
import type { TurnTrace } from "@narratoria/executor";
import { type Store, StoreError, type Turn, type TurnOutline } from "@narratoria/persistence";
import { EngineError } from "../errors.js";
import { checkOptions, checkValue, count, text } from "../options.js";
import { eventOf, recordOf, type SceneEvent } from "../scene/scene-record.js";
import { Remembered, REMEMBERED_TURNS } from "../story/remembered.js";
import { say } from "../words/say.js";
import { type Bookmark, bookmarkOf } from "./bookmark.js";
import { findTurn, type StoryBranch, titled } from "./branches.js";
import { keptTrace } from "./kept-traces.js";
import { changesOf, knowersOf, type KnownWorld, knownWorld, type MemoryUse, type StateChange, useOf } from "./known.js";

/** A turn of the tree. */
export interface TreeTurn extends TurnOutline {
  /** Whether it led to where the story stands. */
  readonly onTheWay: boolean;
  /** Whether the story stands at it. */
  readonly current: boolean;
}

/** The playthrough as a tree, in the order in which its turns were made. */
export interface StoryTree {
  readonly turns: readonly TreeTurn[];
  readonly branches: readonly StoryBranch[];
}

export interface SceneRange {
  /** Number of the first scene; 0, the opening, where it is left out. */
  readonly from?: number;
  /** Number of the last scene; the branch's last where it is left out. */
  readonly to?: number;
  /** Id of the branch, with what led to it; the one the story stands on, up to there, where it is left out. */
  readonly branch?: string;
}

/** A choice of a scene, and where it led. */
export interface Road {
  readonly choice: SceneEvent["choices"][number];
  /** The turns that it led to, the earliest first; none where nobody ever took it. */
  readonly taken: readonly string[];
  /** Whether one of them led to where the story stands. */
  readonly onTheWay: boolean;
}

/** A value of session state, from the turn on that gave it. */
export interface PastValue {
  readonly turnId: string;
  readonly scene: number;
  /** Null where it was removed. */
  readonly value: JsonValue;
  /** The tool that did it; null where the engine did. */
  readonly toolId: string | null;
}

/** Two branches beside each other. */
export interface BranchComparison {
  /** The last turn that both have; null where they have none. */
  readonly parting: { readonly turnId: string; readonly scene: number } | null;
  /** What each told from there on. A scene that is damaged is left out. */
  readonly left: readonly SceneEvent[];
  readonly right: readonly SceneEvent[];
  /** The merge patch that makes the state at the right tip of that at the left one. */
  readonly state: JsonObject;
}

/**
 * The past of one story, read from its journal: beside whoever plays, and of the story that is being played. Where `at` stands, a number names
 * a scene that led to where the story stands, a text the id of any turn; left out, it is where the story stands.
 */
export interface StoryHistory {
  /** Scenes in story order. Those that are damaged on the disk are left out. @throws {EngineError} `no_such_turn` for an unknown branch. */
  scenes(range?: SceneRange): Promise<SceneEvent[]>;
  /** @throws {EngineError} `no_such_turn`, `scene_unreadable`. StoreError `damaged_turn`. */
  scene(at?: number | string): Promise<SceneEvent>;
  tree(): Promise<StoryTree>;
  /** Where the story stands, in short; null before its opening. @throws As `scene`. */
  bookmark(): Promise<Bookmark | null>;
  /** Session state after a turn. @throws {EngineError} `no_such_turn`. StoreError `damaged_turn`. */
  state(at?: number | string): Promise<JsonObject>;
  /**
   * How a value of session state came to be: each that it had on the way to `at`, the earliest first.
   *
   * @param path - Names with dots between them, such as `people.odo.feeling`.
   * @throws {EngineError} `no_such_turn`. StoreError `damaged_turn`.
   */
  values(path: string, at?: number | string): Promise<PastValue[]>;
  /** What a turn changed in session state. @throws As `state`. */
  changes(at?: number | string): Promise<StateChange[]>;
  /** Whom the player has met and where they have been, as far as scenes told of it. @throws As `state`. */
  known(): Promise<KnownWorld>;
  /** What came of what a scene on the way is remembered by: who knows of it, and where it came up again. @throws As `state`. */
  memory(scene: number): Promise<MemoryUse>;
  /** What a scene offered, and where each choice led; what was never taken is a road to try. @throws As `scene`. */
  roads(at?: number | string): Promise<Road[]>;
  /**
   * All that went on behind a turn: those of the last 50 turns are kept, also after a restart, until a memory of the story is edited or
   * forgotten. See `exportTrace`.
   *
   * @returns Null where none is kept. @throws {EngineError} `no_such_turn`.
   */
  trace(at?: number | string): Promise<TurnTrace | null>;
  /** @param left - Id of a branch. @throws {EngineError} `no_such_turn`. */
  compare(left: string, right: string): Promise<BranchComparison>;
}

const AT = {
  wanted: "the number of a scene or the id of a turn",
  holds: (at: unknown) => count.holds(at) || text.holds(at),
};
/** So many turns are read between two turns of the event loop. */
const AT_ONCE = 8;

/**
 * @param folders - Where the files of the story lie, and its traces.
 * @param stageHere - Finds the campaign's files of a stage on this machine.
 */
export function historyOf(
  store: Store,
  playthroughId: string,
  folders: { readonly assets: string; readonly traces: string },
  stageHere: (stage: SceneStage) => SceneStage,
): StoryHistory {
  const turnAt = async (at: number | string | undefined): Promise<TurnOutline> => {
    if (at !== undefined) checkValue("at", at, AT);
    return findTurn(store, playthroughId, at ?? (await store.playthrough(playthroughId))?.head ?? "");
  };
  const whole = async ({ id }: TurnOutline): Promise<Turn> => {
    const turn = await store.turn(id);
    if (turn) return turn;
    throw new EngineError("no_such_turn", say("error.no_such_turn"));
  };
  const shower = async (): Promise<(turn: Turn) => SceneEvent> => {
    const remembered = Remembered.of((await store.past(playthroughId, REMEMBERED_TURNS)).reverse());
    return (turn) => {
      const event = eventOf(recordOf(turn), (ref) => remembered.publicRef(ref), folders.assets);
      return event.stage ? { ...event, stage: stageHere(event.stage) } : event;
    };
  };
  const told = async (turns: readonly TurnOutline[]): Promise<SceneEvent[]> => {
    const show = await shower();
    const scenes: SceneEvent[] = [];
    for (const [place, turn] of turns.entries()) {
      if (place % AT_ONCE === AT_ONCE - 1) await setImmediate();
      const scene = await undamaged(async () => show(await whole(turn)));
      if (scene) scenes.push(scene);
    }
    return scenes;
  };
  const branchOf = async (id: string): Promise<StoryBranch> => {
    const branch = titled(await store.branches(playthroughId)).find((one) => one.id === id);
    if (branch) return branch;
    throw new EngineError("no_such_turn", say("error.no_such_branch"), say("error.no_such_branch.action"));
  };
  const wayTo = async (turnId: string | null): Promise<TurnOutline[]> =>
    lineage(await store.outline(playthroughId), turnId);
  const headOf = async (): Promise<string | null> => (await store.playthrough(playthroughId))?.head ?? null;

  const known = async (): Promise<KnownWorld> => {
    const way = await wayTo(await headOf());
    const past = (await store.past(playthroughId, REMEMBERED_TURNS)).reverse();
    const show = await shower();
    return knownWorld(past, (await whole(await turnAt(undefined))).state, async (scene) => {
      const outline = way.find((one) => one.scene === scene);
      return outline ? undamaged(async () => show(await whole(outline))) : null;
    });
  };

  return {
    async scenes(range = {}) {
      checkOptions("scenes", range, { from: count, to: count, branch: text });
      const { from = 0, to = Number.POSITIVE_INFINITY, branch } = range;
      const tip = branch === undefined ? await headOf() : (await branchOf(branch)).tip.turnId;
      return told((await wayTo(tip)).filter(({ scene }) => scene >= from && scene <= to));
    },
    scene: async (at) => (await shower())(await whole(await turnAt(at))),
    async tree() {
      const [outline, head] = [await store.outline(playthroughId), await headOf()];
      const way = new Set(lineage(outline, head).map(({ id }) => id));
      return {
        turns: outline.map((turn) => ({ ...turn, onTheWay: way.has(turn.id), current: turn.id === head })),
        branches: titled(await store.branches(playthroughId)),
      };
    },
    async bookmark() {
      if ((await headOf()) === null) return null;
      const turn = await whole(await turnAt(undefined));
      return bookmarkOf(turn, (await shower())(turn), await store.outline(playthroughId));
    },
    trace: async (at) => keptTrace(folders.traces, (await turnAt(at)).id),
    state: async (at) => (await whole(await turnAt(at))).state,
    async values(path, at) {
      checkValue("path", path, text);
      const values: PastValue[] = [];
      let before: JsonValue | undefined;
      for (const [place, outline] of (await wayTo((await turnAt(at)).id)).entries()) {
        if (place % AT_ONCE === AT_ONCE - 1) await setImmediate();
        const turn = await whole(outline);
        const value = getPath(turn.state, path);
        if (JSON.stringify(value) === JSON.stringify(before)) continue;
        before = value;
        values.push({
          turnId: turn.id,
          scene: turn.scene,
          value: value ?? null,
          toolId: toolBehind(turn, path, value),
        });
      }
      return values;
    },
    async changes(at) {
      const turn = await whole(await turnAt(at));
      const before = turn.parentId === null ? null : await store.turn(turn.parentId);
      return changesOf(turn, before?.state ?? {});
    },
    known: () => known(),
    async memory(scene) {
      checkValue("scene", scene, count);
      const { people } = await known();
      const names = new Map(people.map(({ id, name }) => [id, name]));
      const { state } = await whole(await turnAt(undefined));
      const later = (await wayTo(await headOf())).filter((turn) => turn.scene > scene).slice(-REMEMBERED_TURNS);
      return {
        knownBy: knowersOf(scene, state, (id) => names.get(id) ?? null),
        usedIn: (await told(later)).flatMap((one) => useOf(scene, one) ?? []),
      };
    },
    async roads(at) {
      const turn = await turnAt(at);
      const outline = await store.outline(playthroughId);
      const way = new Set(lineage(outline, await headOf()).map(({ id }) => id));
      const after = outline.filter(({ parentId }) => parentId === turn.id);
      const { choices } = (await shower())(await whole(turn));
      return choices.map((choice) => {
        const taken = after.filter((one) => one.choice?.id === choice.id).map(({ id }) => id);
        return { choice, taken, onTheWay: taken.some((id) => way.has(id)) };
      });
    },
    async compare(left, right) {
      checkValue("left", left, text);
      checkValue("right", right, text);
      const tips = [(await branchOf(left)).tip.turnId, (await branchOf(right)).tip.turnId] as const;
      const [one, other] = [await wayTo(tips[0]), await wayTo(tips[1])];
      const shared = one.filter((turn, place) => other[place]?.id === turn.id);
      const parting = shared.at(-1);
      return {
        parting: parting ? { turnId: parting.id, scene: parting.scene } : null,
        left: await told(one.slice(shared.length)),
        right: await told(other.slice(shared.length)),
        state: diffPatch((await store.turn(tips[0]))?.state ?? {}, (await store.turn(tips[1]))?.state ?? {}),
      };
    },
  };
}

/** The turns that led to one, the opening first. */
function lineage(outline: readonly TurnOutline[], turnId: string | null): TurnOutline[] {
  const byId = new Map(outline.map((turn) => [turn.id, turn]));
  const way: TurnOutline[] = [];
  for (let turn = byId.get(turnId ?? ""); turn; turn = byId.get(turn.parentId ?? "")) way.push(turn);
  return way.reverse();
}

/** The last tool of a turn whose patch gave a value what it is. */
function toolBehind({ patches }: Turn, path: string, value: JsonValue | undefined): string | null {
  const found = patches.findLast((one) => {
    const patch = isJsonObject(one) && isJsonObject(one["patch"]) ? one["patch"] : {};
    const given = getPath(patch, path);
    return given !== undefined && JSON.stringify(given) === JSON.stringify(value ?? null);
  });
  const toolId = isJsonObject(found) ? found["toolId"] : undefined;
  return typeof toolId === "string" ? toolId : null;
}

/** What is read; null where it is damaged on the disk. */
async function undamaged<T>(read: () => Promise<T>): Promise<T | null> {
  try {
    return await read();
  } catch (error) {
    if (isDamage(error)) return null;
    throw error;
  }
}

function isDamage(error: unknown): boolean {
  if (error instanceof StoreError) return error.code === "damaged_turn";
  return error instanceof EngineError && error.code === "scene_unreadable";
}
