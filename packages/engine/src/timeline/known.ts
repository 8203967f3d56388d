/** What the player knows of people and places, what came of a memory, and what a turn changed: read from turns of the journal. */
import { diffPatch, getPath, isJsonObject, type JsonObject, type JsonValue } from "@narratoria/protocol";
import type { ScenePerson } from "@narratoria/protocol/contracts";
import type { PastTurn, Turn } from "@narratoria/persistence";
import { type SceneEvent, summaryOf } from "../scene/scene-record.js";

/** Somebody whom the player has met. All of it is from scenes that were told. */
export interface KnownPerson extends Pick<ScenePerson, "id" | "name" | "feels" | "reasons" | "mood"> {
  /** Number of the scene in which the player met them. */
  readonly metIn: number;
  /** Number of the last scene in which they were there. */
  readonly lastIn: number;
  /** Name of the place of that scene. */
  readonly lastPlace: string;
  /** Sentences of the scene of their first meeting that name them. */
  readonly toldOf: readonly string[];
}

/** A place where the player has been. */
export interface KnownPlace {
  readonly id: string;
  readonly name: string;
  readonly firstIn: number;
  readonly lastIn: number;
  /** Sentences of the first scene there that describe it. */
  readonly seen: readonly string[];
  /** Names of those who were there in the last scene. */
  readonly people: readonly string[];
}

/** Whom the player has met, and where they have been; those of the last scenes first. */
export interface KnownWorld {
  readonly people: readonly KnownPerson[];
  readonly places: readonly KnownPlace[];
}

/** What came of what a scene is remembered by. */
export interface MemoryUse {
  /** Who of those whom the player has met knows of it. */
  readonly knownBy: readonly {
    readonly id: string;
    readonly name: string;
    /** Scene in which they saw or heard it. */
    readonly scene: number;
    /** Who told them; null where they were there, or the player has not met that one. */
    readonly from: string | null;
    /** Whether they were there. */
    readonly saw: boolean;
  }[];
  /** Where it came up again, in story order. */
  readonly usedIn: readonly {
    readonly scene: number;
    readonly turnId: string;
    readonly prose: boolean;
    /** Numbers of the choices that it is a reason for, 1 for the first. */
    readonly choices: readonly number[];
  }[];
}

/** A value of session state that a turn changed. */
export interface StateChange {
  /** Keys from the root on. Below a key that is new or gone nothing is listed by itself. */
  readonly path: readonly string[];
  /** Absent where the key was not there. */
  readonly before?: JsonValue;
  /** Absent where the key is gone. */
  readonly after?: JsonValue;
  /** The last tool that wrote it; null where the engine did. */
  readonly toolId: string | null;
}

/** So many sentences say who or what it is. */
const MOST_SENTENCES = 3;

/**
 * Returns the people and places that the player knows. Implements rule EN1060.
 *
 * @param past - Turns that led to where the story stands, the earliest first.
 * @param state - Session state there.
 * @param sceneOf - Reads a scene by its number; null where it is damaged.
 */
export async function knownWorld(
  past: readonly PastTurn[],
  state: JsonObject,
  sceneOf: (scene: number) => Promise<SceneEvent | null>,
): Promise<KnownWorld> {
  const summaries = past.map((turn) => summaryOf(turn));
  const people: KnownPerson[] = [];
  for (const [id, person] of entriesAt(state, "people")) {
    const metIn = isJsonObject(person) ? person["met"] : undefined;
    const lastIn = summaries.findLast((one) => one.people.includes(id))?.scene;
    if (typeof metIn !== "number" || lastIn === undefined) continue;
    const [first, last] = [await sceneOf(metIn), await sceneOf(lastIn)];
    const known = last?.situation?.people.find((one) => one.id === id);
    if (!last || !known) continue;
    const { name, feels, reasons, mood } = known;
    people.push({
      id,
      name,
      ...(feels ? { feels } : {}),
      ...(reasons ? { reasons } : {}),
      ...(mood ? { mood } : {}),
      metIn,
      lastIn,
      lastPlace: last.location,
      toldOf: first ? sentencesNaming(first, name) : [],
    });
  }
  const places: KnownPlace[] = [];
  for (const [id] of entriesAt(state, "world.visited")) {
    const here = summaries.filter(({ location }) => location === id);
    const [firstIn, lastIn] = [here[0]?.scene, here.at(-1)?.scene];
    if (firstIn === undefined || lastIn === undefined) continue;
    const [first, last] = [await sceneOf(firstIn), await sceneOf(lastIn)];
    if (!first || !last) continue;
    places.push({
      id,
      name: last.location,
      firstIn,
      lastIn,
      seen: sentencesAbout(first, id),
      people: last.present,
    });
  }
  const latest = (one: { readonly lastIn: number }, other: { readonly lastIn: number }): number =>
    other.lastIn - one.lastIn;
  return { people: people.sort(latest), places: places.sort(latest) };
}

/**
 * Returns who knows of what a scene is remembered by. Nobody is named whom the player has not met. Implements rule EN1061.
 *
 * @param nameOf - Name of somebody whom the player has met; null of anybody else.
 */
export function knowersOf(
  scene: number,
  state: JsonObject,
  nameOf: (person: string) => string | null,
): MemoryUse["knownBy"] {
  return entriesAt(state, `rumours.${scene}.known`).flatMap(([id, heard]) => {
    const name = nameOf(id);
    const when = isJsonObject(heard) ? heard["scene"] : undefined;
    if (name === null || !isJsonObject(heard) || typeof when !== "number") return [];
    const from = heard["from"];
    const teller = typeof from === "string" ? nameOf(from) : null;
    return [{ id, name, scene: when, from: teller, saw: from === undefined }];
  });
}

/** Returns where a later scene goes back to what another is remembered by; null where it does not. Implements rule EN1061. */
export function useOf(scene: number, later: SceneEvent): MemoryUse["usedIn"][number] | null {
  const isMeant = ({ kind, ref }: { readonly kind: string; readonly ref: string }): boolean =>
    kind === "memory" && ref === `scene-${scene}`;
  const prose = (later.sentences ?? []).some(({ sources }) => sources.some(isMeant));
  const choices = later.choices.flatMap(({ sources }, place) => (sources.some(isMeant) ? [place + 1] : []));
  return prose || choices.length > 0 ? { scene: later.scene, turnId: later.turnId, prose, choices } : null;
}

/** Returns what a turn changed in session state, in the order of its keys. Implements rule EN1062. */
export function changesOf({ state, patches }: Pick<Turn, "state" | "patches">, before: JsonObject): StateChange[] {
  const written = patches.flatMap((one) =>
    isJsonObject(one) && isJsonObject(one["patch"]) ? [{ patch: one["patch"], toolId: one["toolId"] }] : [],
  );
  const changes: StateChange[] = [];
  const walk = (patch: JsonObject, was: JsonObject, is: JsonObject, above: readonly string[]): void => {
    for (const [key, change] of Object.entries(patch)) {
      const path = [...above, key];
      const [old, now] = [ownMember(was, key), ownMember(is, key)];
      if (isJsonObject(change) && isJsonObject(old) && isJsonObject(now)) {
        walk(change, old, now, path);
        continue;
      }
      const toolId = written.findLast((one) => touches(one.patch, path))?.toolId;
      changes.push({
        path,
        ...(old === undefined ? {} : { before: old }),
        ...(now === undefined ? {} : { after: now }),
        toolId: typeof toolId === "string" ? toolId : null,
      });
    }
  };
  walk(diffPatch(before, state), before, state, []);
  return changes;
}

/** Whether a patch writes a value, what holds it, or something in it. */
function touches(patch: JsonObject, path: readonly string[]): boolean {
  let at: JsonValue | undefined = patch;
  for (const key of path) {
    if (at !== undefined && !isJsonObject(at)) return true;
    at = at && ownMember(at, key);
    if (at === undefined) return false;
  }
  return true;
}

function ownMember(holder: JsonObject, key: string): JsonValue | undefined {
  return Object.hasOwn(holder, key) ? holder[key] : undefined;
}

function entriesAt(state: JsonObject, path: string): [string, JsonValue | undefined][] {
  const value = getPath(state, path);
  return isJsonObject(value) ? Object.entries(value) : [];
}

/** A shorter word of a name is an article or a title as often as a name. */
const SHORTEST_NAME = 4;

function sentencesNaming({ sentences = [] }: SceneEvent, name: string): string[] {
  const words = name.split(/\s+/).filter((word) => word.length >= SHORTEST_NAME);
  const called = words.length > 0 ? words : [name];
  return sentences
    .map(({ text }) => text)
    .filter((text) => !/^[“"]/.test(text) && called.some((word) => text.includes(word)))
    .slice(0, MOST_SENTENCES);
}

function sentencesAbout({ sentences = [] }: SceneEvent, place: string): string[] {
  return sentences
    .filter(({ sources }) => sources.some(({ kind, ref }) => kind === "place" && ref === place))
    .map(({ text }) => text)
    .slice(0, MOST_SENTENCES);
}
