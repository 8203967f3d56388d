/** The methods for records, as one store offers them: what is asked of a model comes first, then one transaction. */
import { StoreError } from "../errors.js";
import type { TextVectors } from "./embedder.js";
import type { RecordTable } from "./record-table.js";
import type { DataType, RecordChange, Records, StoredRecord } from "./record-types.js";
import type { sessionRecords } from "./sessions.js";
import type { Embedded, StoryRecords } from "./story-records.js";

export interface RecordsParts {
  readonly stories: StoryRecords;
  readonly sessions: ReturnType<typeof sessionRecords>;
  readonly table: RecordTable;
  readonly vectors: TextVectors | null;
  /** Reads. */
  call<T>(work: () => T): Promise<T>;
  /** Writes, whole or not at all. */
  change<T>(work: () => T): Promise<T>;
  /** Runs what no transaction can hold. */
  apart<T>(work: () => T): Promise<T>;
}

export interface OpenRecords extends Records {
  /** Vectors for the texts among changes; for a turn that is about to be committed. */
  embed(changes: readonly RecordChange[]): Promise<Embedded>;
  /** Gives vectors to what has none by this embedder; once the returned promise is there, no more are being made. */
  embedPending(signal?: AbortSignal): Promise<{ readonly left: number }>;
  /** Ends embedding in the background where it is, without a wait for the embedder. */
  close(): Promise<void>;
}

/** How many texts are embedded at a time in the background. */
const BATCH = 32;

export function openRecords({ stories, sessions, table, vectors, call, change, apart }: RecordsParts): OpenRecords {
  const closing = new AbortController();
  let running: Promise<{ readonly left: number }> | null = null;

  const embed = async (changes: readonly RecordChange[]): Promise<Embedded> =>
    vectors ? vectors.of(stories.textsOf(changes)) : new Map();

  async function pass(signal = closing.signal): Promise<{ readonly left: number }> {
    if (!vectors) return { left: 0 };
    let left = 0;
    const spoilt = table.spoiltVectors();
    if (spoilt.length > 0) await change(() => spoilt.forEach((number) => table.setVectors(number, vectors.id, [])));
    for (let below = Number.MAX_SAFE_INTEGER; !closing.signal.aborted && !signal.aborted; ) {
      const texts = await call(() => table.unembedded(vectors.id, below, BATCH));
      const last = texts.at(-1);
      if (!last) break;
      below = last.number;
      const found = await vectors.of(
        texts.map(({ text }) => text),
        closing.signal,
      );
      if (closing.signal.aborted) break;
      left += texts.filter(({ text }) => !found.has(text)).length;
      await change(() => {
        for (const { number, text } of texts) {
          const own = found.get(text);
          // It may have been taken out while its vector was made.
          if (own && table.record(number) !== undefined) table.setVectors(number, vectors.id, own);
        }
      });
    }
    return { left };
  }

  function embedPending(signal?: AbortSignal): Promise<{ readonly left: number }> {
    running ??= pass(signal).finally(() => {
      running = null;
    });
    return running;
  }

  /** Words changed: their vector is made when there is time. */
  function later(): void {
    if (vectors) embedPending().catch(() => {});
  }

  function one(playthroughId: string, item: RecordChange, embedded: Embedded): StoredRecord | null {
    if (item.dataType !== "session") return stories.apply(playthroughId, [item], embedded)[0] ?? null;
    switch (item.change) {
      case "store":
        return sessions.store(playthroughId, item.record, item.id);
      case "update":
        return sessions.update(playthroughId, item.id, item.changes);
      case "delete":
        sessions.delete(playthroughId, item.id);
        return null;
    }
  }

  async function apply(playthroughId: string, changes: readonly RecordChange[]): Promise<(StoredRecord | null)[]> {
    const embedded = await embed(changes);
    const done = await change(() => {
      stories.standing(playthroughId);
      return runsOf(changes).flatMap((run) => {
        const [first] = run;
        return first && !isNew(first)
          ? one(playthroughId, first, embedded)
          : stories.apply(playthroughId, run, embedded);
      });
    });
    if (changes.some((item) => item.change === "update")) later();
    return done;
  }

  async function single<T extends DataType>(
    playthroughId: string,
    item: RecordChange & { dataType: T },
  ): Promise<StoredRecord<T>> {
    const [done] = await apply(playthroughId, [item]);
    if (!done) throw new StoreError("not_found", `This story has no such ${item.dataType}.`);
    return ofType<T>(done, item.dataType);
  }

  return {
    embed,
    embedPending,
    close: async () => {
      closing.abort();
      await running?.catch(() => {});
    },
    store: (playthroughId, dataType, record, { id } = {}) =>
      single(playthroughId, { change: "store", dataType, record, ...(id === undefined ? {} : { id }) }),
    update: (playthroughId, dataType, id, changes) =>
      single(playthroughId, { change: "update", dataType, id, changes }),
    delete: (playthroughId, dataType, id) =>
      change(() => {
        stories.standing(playthroughId);
        return dataType === "session"
          ? sessions.delete(playthroughId, id)
          : stories.remove(playthroughId, dataType, id);
      }),
    change: apply,
    exactMatch: (playthroughId, dataType, filters = {}, page = {}) =>
      call(() => {
        stories.standing(playthroughId);
        if (dataType !== "session") return stories.exactMatch(playthroughId, dataType, filters, page);
        const { records, ...rest } = sessions.exactMatch(playthroughId, filters, page);
        return { ...rest, records: records.map((record) => ofType(record, dataType)) };
      }),
    semanticSearch: async (playthroughId, request) => {
      let { vector } = request;
      if (vector !== undefined && !vectors?.usable(vector)) {
        throw new StoreError(
          "invalid",
          vectors
            ? `The query's vector must hold ${vectors.dimensions} finite numbers, not all zero.`
            : "This store has no embedder: search by words.",
        );
      }
      if (vector === undefined && vectors && request.query.trim() !== "") {
        vector = (await vectors.of([request.query])).get(request.query)?.[0];
      }
      return call(() => stories.search(playthroughId, request, vector));
    },
    pin: (playthroughId, id, pinned) => change(() => stories.byHand(playthroughId, id, { pinned })),
    edit: async (playthroughId, id, summary) => {
      // Before it is written: whoever edits may close at once, and is to find by its meaning what was said anew.
      const embedded = vectors ? await vectors.of([summary]) : undefined;
      const edited = await change(() => stories.byHand(playthroughId, id, { summary }, embedded));
      await apart(() => table.wipe());
      later();
      return edited;
    },
    forget: async (playthroughId, id) => {
      const found = await change(() => stories.remove(playthroughId, "memory", id));
      if (found) await apart(() => table.wipe());
      return found;
    },
    measures: () => [...stories.measures],
  };
}

/** Every change of a type gives a record of that type. */
function ofType<T extends DataType>(record: StoredRecord, dataType: T): StoredRecord<T> {
  return record as StoredRecord<DataType> & StoredRecord<T> & { dataType: typeof dataType };
}

/** Changes in their order, with new records that follow each other together: what opinions give as reasons is looked up once for them. */
function runsOf(changes: readonly RecordChange[]): RecordChange[][] {
  const runs: RecordChange[][] = [];
  for (const item of changes) {
    const last = runs.at(-1);
    if (last?.[0] && isNew(last[0]) && isNew(item)) last.push(item);
    else runs.push([item]);
  }
  return runs;
}

/** Whether a change names no record that may be there already, and belongs to the story as it is told. */
const isNew = (item: RecordChange): boolean =>
  item.change === "store" && item.id === undefined && item.dataType !== "session";
