/** A store without a file, for tests of whoever embeds the engine: the same records, in maps. */
import type { JsonObject } from "@narratoria/protocol";
import { newUlid } from "./new-ids.js";
import { StoreError } from "./errors.js";
import { type Embedder, TextVectors } from "./records/embedder.js";
import type { NewVersion, RecordTable, StoredVector } from "./records/record-table.js";
import type { Records } from "./records/record-types.js";
import { openRecords } from "./records/records.js";
import { type SessionRow, sessionRecords } from "./records/sessions.js";
import { StoryRecords } from "./records/story-records.js";
import { stem } from "./search-words.js";
import type { PlaythroughSummary, Store } from "./store.js";
import { changesOf, fromRow, type Turn, toJson, toRow, type TurnRow } from "./turn.js";

/** What a store has to do for records to have a story to belong to: what `storeConformance` asks of one. */
export interface RecordStore
  extends Records,
    Pick<
      Store,
      | "createPlaythrough"
      | "deletePlaythrough"
      | "openSession"
      | "commitTurn"
      | "head"
      | "turn"
      | "moveHead"
      | "embedPending"
      | "close"
    > {}

export interface InMemoryStoreOptions {
  /** Milliseconds since 1970. */
  readonly now?: () => number;
  readonly newId?: () => string;
  readonly embedder?: Embedder;
  readonly decayUnitMinutes?: number;
}

interface HeldVersion extends NewVersion {
  readonly number: number;
}

interface HeldVector extends StoredVector {
  readonly embedder: string;
}

/** Takes back what was done since it was made. */
type Undo = (() => void)[];

/** Makes a store that is gone with its process. */
export function createInMemoryStore(options: InMemoryStoreOptions = {}): RecordStore {
  const { now = Date.now, newId = newUlid, embedder, decayUnitMinutes } = options;
  const playthroughs = new Map<string, PlaythroughSummary>();
  const sessions = new Map<string, SessionRow & { readonly playthrough: string }>();
  const turns = new Map<string, TurnRow>();
  const versions = new Map<number, HeldVersion>();
  const words = new Map<string, Set<number>>();
  const vectorsOf = new Map<number, HeldVector[]>();
  let [numbers, vectorIds, closed] = [0, 0, false];
  let undo: Undo = [];

  /** Sets or, without a value, deletes an entry of a map, so that it can be taken back. */
  function put<K, V>(map: Map<K, V>, key: K, value?: V): void {
    const before = map.get(key);
    undo.push(() => void (before === undefined ? map.delete(key) : map.set(key, before)));
    if (value === undefined) map.delete(key);
    else map.set(key, value);
  }

  function addVectors(number: number, vectors: readonly Pick<HeldVector, "embedder" | "vector">[]): void {
    put(
      vectorsOf,
      number,
      vectors.map(({ embedder: by, vector }) => ({ id: ++vectorIds, number, embedder: by, vector })),
    );
  }

  const ofStory = (playthrough: string): HeldVersion[] =>
    [...versions.values()].filter((one) => one.playthrough === playthrough);

  const table: RecordTable = {
    standing(playthrough) {
      const story = playthroughs.get(playthrough);
      if (!story) return undefined;
      const head = story.head === null ? undefined : turns.get(story.head);
      return {
        head: story.head,
        parent: head?.parent ?? null,
        session: head?.session ?? null,
        minutes: head?.minutes ?? 0,
        last: Math.max(0, ...ofStory(playthrough).map(({ number }) => number)),
      };
    },
    way(playthrough) {
      const way = new Set<string>();
      for (let id = playthroughs.get(playthrough)?.head ?? null; id !== null; id = turns.get(id)?.parent ?? null)
        way.add(id);
      return way;
    },
    versions: (playthrough, above) =>
      ofStory(playthrough)
        .filter(({ number }) => number > above)
        .map((one) => ({ ...one, born: one.born ?? one.number })),
    add(version) {
      const number = ++numbers;
      put(versions, number, { ...version, record: structuredClone(version.record), number });
      for (const word of `${version.text} ${version.names}`.match(/[\p{L}\p{N}\p{M}]+/gu) ?? []) {
        const holders = words.get(stem(word)) ?? new Set();
        words.set(stem(word), holders.add(number));
      }
      return number;
    },
    remove(number) {
      put(versions, number);
      put(vectorsOf, number);
    },
    record(number): JsonObject | undefined {
      const version = versions.get(number);
      return version && structuredClone(version.record);
    },
    namesIn: () => [],
    named: () => undefined,
    holders: (word, first, last) =>
      [...(words.get(stem(word)) ?? [])].filter((number) => number >= first && number <= last && versions.has(number)),
    vectors: (playthrough, by, after) =>
      ofStory(playthrough)
        .flatMap(({ number }) => vectorsOf.get(number) ?? [])
        .filter(({ id, embedder: own }) => own === by && id > after)
        .sort((a, b) => a.id - b.id),
    setVectors: (number, by, all) =>
      addVectors(
        number,
        all.map((vector) => ({ embedder: by, vector })),
      ),
    copyVectors: (from, to) => addVectors(to, vectorsOf.get(from) ?? []),
    spoiltVectors: () => [],
    unembedded: (by, below, limit) =>
      [...versions.values()]
        .filter(
          ({ number, text }) =>
            number < below && text !== "" && !vectorsOf.get(number)?.some((one) => one.embedder === by),
        )
        .sort((a, b) => b.number - a.number)
        .slice(0, limit),
    wipe() {
      for (const holders of words.values())
        for (const number of holders) if (!versions.has(number)) holders.delete(number);
      for (const [word, holders] of words) if (holders.size === 0) words.delete(word);
    },
  };

  const vectors = embedder ? new TextVectors(embedder) : null;
  const stories = new StoryRecords({ table, now, newId, vectors, decayUnitMinutes });

  async function call<T>(work: () => T): Promise<T> {
    if (closed) throw new StoreError("closed", "The store has been closed.");
    return work();
  }

  async function change<T>(work: () => T): Promise<T> {
    return call(() => {
      undo = [];
      try {
        return work();
      } catch (error) {
        for (const back of undo.reverse()) back();
        stories.forgetStories();
        throw error;
      }
    });
  }

  const sessionTable = {
    list: (playthrough: string) => [...sessions.values()].filter((row) => row.playthrough === playthrough),
    add: (playthrough: string, row: SessionRow) => put(sessions, row.id, { ...row, playthrough }),
    set: (row: SessionRow) => put(sessions, row.id, { ...row, playthrough: sessions.get(row.id)?.playthrough ?? "" }),
    inUse: (id: string) => [...turns.values()].some(({ session }) => session === id),
    remove: (id: string) => put(sessions, id),
  };
  const {
    embed,
    close: closeRecords,
    ...records
  } = openRecords({
    stories,
    sessions: sessionRecords(sessionTable, now, newId),
    table,
    vectors,
    call,
    change,
    apart: call,
  });

  const existing = (id: string): PlaythroughSummary => {
    const story = playthroughs.get(id);
    if (story) return story;
    throw new StoreError("not_found", `There is no playthrough ${id}.`);
  };

  const turnOf = (playthroughId: string, id: string): TurnRow => {
    const row = turns.get(id);
    if (row?.playthrough === playthroughId) return row;
    throw new StoreError("not_found", `Playthrough ${playthroughId} has no turn ${id}.`);
  };

  const read = (row: TurnRow): Turn => {
    const memories = ofStory(row.playthrough).filter(
      (one) => one.turn === row.id && one.dataType === "memory" && !one.gone,
    );
    return fromRow(
      row,
      memories.map(({ id, record }) => ({ id, record: JSON.stringify(record) })),
      JSON.parse(row.state),
      () => undefined,
    );
  };

  const standAt = (story: PlaythroughSummary, { id, scene, first_line, ended }: TurnRow): void =>
    put(playthroughs, story.id, {
      ...story,
      head: id,
      scene,
      lastLine: first_line,
      ended: ended === 1,
      updatedAt: now(),
    });

  return {
    ...records,
    createPlaythrough: (playthrough) =>
      change(() => {
        const story = { ...playthrough, id: newId(), createdAt: now(), updatedAt: now(), head: null, scene: null };
        const summary = { ...story, lastLine: null, ended: false, interrupted: null };
        put(playthroughs, summary.id, summary);
        return summary;
      }),
    deletePlaythrough: (id) =>
      change(() => {
        if (!playthroughs.has(id)) return false;
        for (const { number } of ofStory(id)) table.remove(number);
        for (const [turn, row] of turns) if (row.playthrough === id) put(turns, turn);
        for (const { id: session } of sessionTable.list(id)) put(sessions, session);
        put(playthroughs, id);
        stories.forgetStories();
        return true;
      }),
    openSession: async (playthroughId) => {
      const row = await change(() => {
        existing(playthroughId);
        const opened = { id: newId(), started_at: now(), ended_at: null, location: null };
        sessionTable.add(playthroughId, opened);
        return opened;
      });
      return { id: row.id, close: () => change(() => sessionTable.set({ ...row, ended_at: now() })) };
    },
    commitTurn: async (turn) => {
      const changes = changesOf(turn);
      const embedded = await embed(changes);
      return change(() => {
        const story = existing(turn.playthroughId);
        if (turn.parentId === null && story.head !== null) {
          throw new StoreError("invalid", "A story has one opening: this turn needs a parent.");
        }
        const parent = turn.parentId === null ? null : turnOf(story.id, turn.parentId);
        if (sessions.get(turn.sessionId)?.playthrough !== story.id) {
          throw new StoreError("not_found", `Playthrough ${story.id} has no session ${turn.sessionId}.`);
        }
        const id = turn.id ?? newId();
        if (turns.has(id)) throw new StoreError("invalid", `There is a turn ${id} already.`);
        const state = toJson("state", turn.state);
        const row = toRow(turn, { id, createdAt: now(), previousHash: parent?.hash ?? "", state, names: new Map() });
        put(turns, id, row);
        standAt(story, row);
        stories.apply(story.id, changes, embedded, { asTurn: true, scoredAt: parent?.minutes ?? null });
        return read(row);
      });
    },
    head: (playthroughId) =>
      call(() => {
        const { head } = existing(playthroughId);
        return head === null ? null : read(turnOf(playthroughId, head));
      }),
    turn: (id) =>
      call(() => {
        const row = turns.get(id);
        return row ? read(row) : null;
      }),
    moveHead: (playthroughId, turnId) => change(() => standAt(existing(playthroughId), turnOf(playthroughId, turnId))),
    close: async () => {
      await closeRecords();
      closed = true;
    },
  };
}
