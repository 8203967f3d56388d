import type { JsonObject, JsonValue } from "@narratoria/protocol";
import { contentWords } from "@narratoria/protocol/english";

/** Scenes within which no sentence is told twice. */
export const RING_SCENES = 30;
/** A frame rests at most this long, so older uses need not be kept. */
const MAX_REST = 40;

/** What the narrator remembers between scenes: `storybook` of session state, read once and changed by one patch. */
export interface NarratorMemory {
  readonly ring: ReadonlyMap<string, number>;
  readonly lastUse: ReadonlyMap<string, number>;
  readonly propUse: ReadonlyMap<string, number>;
  readonly named: ReadonlyMap<string, number>;
  readonly callbacks: ReadonlyMap<string, number>;
  readonly threadsTold: ReadonlyMap<string, number>;
  /** Lines spoken by each person, for the rarity of catchphrases. */
  readonly spoken: ReadonlyMap<string, number>;
  readonly metInText: ReadonlySet<string>;
  readonly seenPlaces: ReadonlySet<string>;
  /** Names of things by id, kept for when they are gone. */
  readonly items: ReadonlyMap<string, string>;
  /** What the player has put to whom (`npc/topic`) and looked into (`prop:key`), with the scene. */
  readonly done: ReadonlyMap<string, number>;
  /** Content words of the longer sentences of the last scenes, each as one text. */
  readonly lately: readonly string[];
  readonly lastWords: number;
  readonly stagePlace: string | undefined;
  /** In-game minutes at the end of the scene before. */
  readonly stageMinutes: number | undefined;
  readonly stagePeople: readonly string[];
  readonly mood: { readonly family: string; readonly until: number } | undefined;
}

/** The same, as one scene changes it. */
export interface MemoryChange {
  readonly pieces: ReadonlySet<string>;
  /** The sentences of the scene. */
  readonly told: readonly string[];
  readonly frames: ReadonlySet<string>;
  readonly props: ReadonlySet<string>;
  readonly named: ReadonlySet<string>;
  readonly callbacks: ReadonlySet<string>;
  readonly threads: ReadonlySet<string>;
  readonly spoken: ReadonlyMap<string, number>;
  readonly met: ReadonlySet<string>;
  readonly items: ReadonlyMap<string, string>;
  readonly done: ReadonlySet<string>;
  readonly words: number;
  readonly place: string | undefined;
  readonly minutes: number;
  readonly people: readonly string[];
  readonly mood: { readonly family: string; readonly until: number } | undefined;
}

const objectAt = (value: JsonValue | undefined): JsonObject =>
  value !== null && typeof value === "object" && !Array.isArray(value) ? (value as JsonObject) : {};

function numbers(value: JsonValue | undefined): Map<string, number> {
  const found = new Map<string, number>();
  for (const [key, number] of Object.entries(objectAt(value))) if (typeof number === "number") found.set(key, number);
  return found;
}

/** Reads `storybook`; whatever is missing or of a wrong type counts as not remembered. */
export function readMemory(state: JsonObject): NarratorMemory {
  const own = objectAt(state.storybook);
  const stage = objectAt(own.stage);
  const mood = objectAt(own.mood);
  return {
    ring: numbers(own.ring),
    lastUse: numbers(own.lastUse),
    propUse: numbers(own.propUse),
    named: numbers(own.named),
    callbacks: numbers(own.callbacks),
    threadsTold: numbers(own.threads),
    spoken: numbers(own.spoken),
    metInText: new Set(numbers(own.met).keys()),
    seenPlaces: new Set(numbers(own.seen).keys()),
    items: new Map(
      Object.entries(objectAt(own.items)).flatMap(([id, name]) =>
        typeof name === "string" ? [[id, name] as const] : [],
      ),
    ),
    done: numbers(own.done),
    lately: Object.values(objectAt(own.lately)).flatMap((texts) =>
      Array.isArray(texts) ? texts.filter((text): text is string => typeof text === "string") : [],
    ),
    lastWords: typeof own.words === "number" ? own.words : 0,
    stagePlace: typeof stage.place === "string" ? stage.place : undefined,
    stageMinutes: typeof stage.minutes === "number" ? stage.minutes : undefined,
    stagePeople: Array.isArray(stage.people) ? stage.people.filter((id): id is string => typeof id === "string") : [],
    mood:
      typeof mood.family === "string" && typeof mood.until === "number"
        ? { family: mood.family, until: mood.until }
        : undefined,
  };
}

/** Scenes whose sentences are not said again in other words, how many of each are kept, and of how many content words at least. */
const LATELY_SCENES = 3;
const MOST_LATELY = 12;
const LONG_WORDS = 5;

/** The content words of a scene's longer sentences, in the place of those of the scene that is three back. */
function latelyTold(sentences: readonly string[], scene: number): JsonObject {
  const texts = sentences
    .map((text) => [...contentWords(text)])
    .filter((words) => words.length >= LONG_WORDS)
    .map((words) => words.join(" "))
    .slice(-MOST_LATELY);
  return { [`${scene % LATELY_SCENES}`]: texts };
}

/**
 * The JSON Merge Patch that brings `storybook` up to date: only what changed, and null for what has grown too old to matter, so
 * neither the state nor a turn's patch grows without bound.
 */
export function memoryPatch(before: NarratorMemory, change: MemoryChange, scene: number): JsonObject {
  const updated = (old: ReadonlyMap<string, number>, now: Iterable<string>, keepScenes: number): JsonObject => {
    const patch: Record<string, JsonValue> = {};
    for (const [key, when] of old) if (when < scene - keepScenes) patch[key] = null;
    for (const key of now) patch[key] = scene;
    return patch;
  };
  const spoken: Record<string, JsonValue> = {};
  for (const [npc, count] of change.spoken) spoken[npc] = (before.spoken.get(npc) ?? 0) + count;
  const met: Record<string, JsonValue> = {};
  for (const npc of change.met) if (!before.metInText.has(npc)) met[npc] = scene;
  return {
    storybook: {
      ring: updated(before.ring, change.pieces, RING_SCENES),
      lastUse: updated(before.lastUse, change.frames, MAX_REST),
      propUse: updated(before.propUse, change.props, MAX_REST),
      named: updated(new Map(), change.named, 0),
      callbacks: updated(before.callbacks, change.callbacks, MAX_REST),
      threads: updated(before.threadsTold, change.threads, MAX_REST),
      spoken,
      met,
      seen: change.place === undefined || before.seenPlaces.has(change.place) ? {} : { [change.place]: scene },
      items: Object.fromEntries([...change.items].filter(([id, name]) => before.items.get(id) !== name)),
      done: updated(new Map(), change.done, 0),
      lately: latelyTold(change.told, scene),
      words: change.words,
      stage: {
        ...(change.place === undefined ? {} : { place: change.place }),
        minutes: change.minutes,
        people: [...change.people],
      },
      mood: change.mood === undefined ? null : { ...change.mood },
    },
  };
}
