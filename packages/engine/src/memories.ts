/** What a story remembers, for the player to read and to put right: beside whoever plays to read, alone to change. */
import { openStore, type Store, type StoredRecord } from "@narratoria/persistence";
import type { Embedder } from "@narratoria/narrator";
import { EMBEDDER, embedderFor } from "./embedding.js";
import { LEAST_SIMILARITY } from "./host/kept-records.js";
import { dataFolder } from "./locate.js";
import { type ChecksOf, checkOptions, checkValue, text } from "./options.js";
import { openStoryModels } from "./story-models.js";
import { KeptTraces, tracesOfStory } from "./timeline/kept-traces.js";

/** A memory as a player sees it. */
export interface Memory {
  readonly id: string;
  readonly summary: string;
  /** The scene it is of; null where it does not say. */
  readonly scene: number | null;
  /** Ids of the people and the place it is about. */
  readonly characters: readonly string[];
  readonly location: string | null;
  readonly pinned: boolean;
  /** How well it fits what was searched for, 0 to 1. */
  readonly relevance?: number;
}

export interface MemoriesPlace {
  readonly dataDir?: string;
  readonly playthroughId: string;
  /** What finds by meaning; when left out MiniLM where it is set up, else the one that ships; none with null. */
  readonly embedder?: Embedder | null;
}

/** What one story remembers, for the player to read and to put right. */
export interface StoryMemories {
  /** All where the story stands, the oldest first. */
  list(): Promise<Memory[]>;
  /** What is remembered of something, the best first; ten unless `limit` says otherwise. */
  search(query: string, limit?: number): Promise<Memory[]>;
  /** Keeps a memory before others, or no longer. No undo takes it back. @throws StoreError `not_found`. */
  pin(id: string, pinned?: boolean): Promise<Memory>;
  /** Puts a memory into other words. No undo takes it back. @throws StoreError `not_found`, `invalid`. */
  edit(id: string, summary: string): Promise<Memory>;
  /** Forgets a memory for good; scenes that were told and older backups keep their text. False when there is none of that id. */
  forget(id: string): Promise<boolean>;
}

/** Whether a memory has other words now, or none, or was only pinned. */
export type MemoryChange = "words" | "pin";

const PLACE: ChecksOf<MemoriesPlace> = { dataDir: text, playthroughId: text, embedder: EMBEDDER };

const PAGE = 1000;

/**
 * The memories of a story in a store that is open.
 *
 * @param changed - Called after each change, before it is answered.
 */
export function memoriesIn(
  store: Store,
  playthroughId: string,
  changed: (change: MemoryChange) => Promise<void>,
): StoryMemories {
  const then = async <T>(change: MemoryChange, work: Promise<T>): Promise<T> => {
    const done = await work;
    await changed(change);
    return done;
  };
  return {
    async list() {
      const memories: Memory[] = [];
      for (let after: string | null = ""; after !== null; ) {
        const page: Awaited<ReturnType<typeof store.exactMatch<"memory">>> = await store.exactMatch(
          playthroughId,
          "memory",
          {},
          { limit: PAGE, order: "oldest", ...(after === "" ? {} : { after }) },
        );
        memories.push(...page.records.map(memoryOf));
        after = page.next;
      }
      return memories;
    },
    async search(query, limit = 10) {
      const wanted = { dataType: "memory", query, limit, threshold: LEAST_SIMILARITY } as const;
      const found = await store.semanticSearch(playthroughId, wanted);
      return found.map((one) => ({ ...memoryOf(one), relevance: one.relevance }));
    },
    pin: async (id, pinned = true) => memoryOf(await then("pin", store.pin(playthroughId, id, pinned))),
    edit: async (id, summary) => memoryOf(await then("words", store.edit(playthroughId, id, summary))),
    forget: (id) => then("words", store.forget(playthroughId, id)),
  };
}

/** All that a story remembers where it stands, the oldest first. @throws StoreError of persistence. */
export async function listMemories(place: MemoriesPlace): Promise<Memory[]> {
  return withMemories(place, true, (memories) => memories.list());
}

/** What a story remembers of something, the best first. @throws StoreError of persistence. */
export async function searchMemories(place: MemoriesPlace, query: string, limit = 10): Promise<Memory[]> {
  return withMemories(place, true, (memories) => memories.search(query, limit));
}

/** Keeps a memory before others, or no longer. No undo takes it back. @throws StoreError `not_found`, `locked`. */
export function pinMemory(place: MemoriesPlace, id: string, pinned = true): Promise<Memory> {
  return withMemories(place, false, (memories) => memories.pin(id, pinned));
}

/** Puts a memory into other words. No undo takes it back. @throws StoreError `not_found`, `invalid`, `locked`. */
export function editMemory(place: MemoriesPlace, id: string, summary: string): Promise<Memory> {
  return withMemories(place, false, (memories) => memories.edit(id, summary));
}

/**
 * Forgets a memory for good; scenes that were told and older backups keep their text. False when there is none of that id.
 *
 * @throws StoreError `locked`.
 */
export function forgetMemory(place: MemoriesPlace, id: string): Promise<boolean> {
  return withMemories(place, false, (memories) => memories.forget(id));
}

async function withMemories<T>(
  place: MemoriesPlace,
  readOnly: boolean,
  work: (memories: StoryMemories) => Promise<T>,
): Promise<T> {
  checkOptions("the memories", place, PLACE);
  checkValue("playthroughId", place.playthroughId, text);
  const { dataDir, embedder: named } = place;
  const home = dataFolder(dataDir);
  const models = await openStoryModels(undefined, home, named === undefined);
  try {
    const embedder = embedderFor(named, models?.embedder);
    const store = await openStore({ dataDir: home, readOnly, ...(embedder ? { embedder } : {}) });
    try {
      const { playthroughId } = place;
      // The id becomes part of a path: only one that is there.
      const changed = async (change: MemoryChange): Promise<void> => {
        if (change === "words" && (await store.playthrough(playthroughId)))
          await new KeptTraces(tracesOfStory(home, playthroughId)).forget();
      };
      return await work(memoriesIn(store, playthroughId, changed));
    } finally {
      await store.close();
    }
  } finally {
    await models?.host.close();
  }
}

function memoryOf({ id, pinned, record }: StoredRecord<"memory">): Memory {
  const { summary, location, scene, characterIds = [], characters } = record;
  const people = Array.isArray(characters) ? characters.filter((one) => typeof one === "string") : characterIds;
  return {
    id,
    summary,
    scene: typeof scene === "number" ? scene : null,
    characters: people,
    location: location || null,
    pinned,
  };
}
