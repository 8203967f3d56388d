import { isJsonObject, type JsonObject, type JsonValue, mergePatch } from "@narratoria/protocol";
import { HostError, type StagedWrite } from "@narratoria/executor";
import {
  checkRecord as checkStored,
  type DataType,
  type RecordChange,
  type SearchRequest,
  type Store,
  StoreError,
} from "@narratoria/persistence";
import type { KeptLore } from "./kept-lore.js";
import type { KeptRecords } from "./staged-records.js";

/** What scripts may read, and what of it they may write. */
const READABLE: readonly DataType[] = ["memory", "lore", "reputation", "perception", "portrait"];
const WRITABLE: readonly DataType[] = ["memory", "reputation", "perception", "portrait"];

/**
 * The least similarity of a memory that a script is given: a cosine of 0.25, below which hardly anything belongs together. A script that
 * wants to be surer looks at `relevance`. Lore has none: a question in the asker's own words is often farther from its answer than that.
 */
export const LEAST_SIMILARITY = 0.625;

/**
 * The store's records of one story, as the host services ask for them.
 *
 * @param lore - Is there before any of it is looked for.
 */
export function keptRecords(store: Store, playthroughId: string, lore?: Pick<KeptLore, "ready">): KeptRecords {
  return {
    async search(dataType, query, filters, limit) {
      if (dataType === "lore") await lore?.ready();
      const threshold = dataType === "lore" ? 0 : LEAST_SIMILARITY;
      const asked = { dataType: typeIn(READABLE, dataType), query, filters, limit, threshold };
      const [found, pinned] = await Promise.all([
        wanted(store.semanticSearch(playthroughId, asked)),
        pinnedAmong(store, playthroughId, asked),
      ]);
      const first = new Set(pinned.map(({ id }) => id));
      return [...pinned, ...found.filter(({ id }) => !first.has(id))].map(
        ({ id, relevance, record, pinned: kept }) => ({
          id,
          relevance,
          record: kept ? { ...plain(record), pinned: true } : plain(record),
        }),
      );
    },
    async match(dataType, filters, limit) {
      if (dataType === "lore") await lore?.ready();
      const page = await wanted(store.exactMatch(playthroughId, typeIn(READABLE, dataType), filters, { limit }));
      return page.records.map(({ id, record }) => ({ id, record: plain(record) }));
    },
  };
}

/** What the player wants remembered may be so much farther from the words that it is looked for by. (rule EN602) */
const PINNED_ALLOWANCE = 0.1;

async function pinnedAmong(
  store: Store,
  playthroughId: string,
  asked: SearchRequest,
): Promise<Awaited<ReturnType<Store["semanticSearch"]>>> {
  if (asked.dataType !== "memory" || asked.filters?.pinned === false) return [];
  const { total } = await store.exactMatch(playthroughId, "memory", { pinned: true }, { limit: 1 });
  if (total === 0) return [];
  const filters = { ...asked.filters, pinned: true };
  return wanted(
    store.semanticSearch(playthroughId, { ...asked, filters, threshold: LEAST_SIMILARITY - PINNED_ALLOWANCE }),
  );
}

/**
 * Says whether a record will do, before the turn depends on it.
 *
 * @throws {HostError} `unknown_data_type`, or `invalid_record` with the field to blame.
 */
export function checkRecord(dataType: string, record: JsonObject): void {
  const type = typeIn(WRITABLE, dataType);
  try {
    checkStored(type, record);
  } catch (error) {
    throw error instanceof StoreError ? new HostError("invalid_record", error.message, 400) : error;
  }
}

/** @throws {HostError} `unknown_data_type`, where scripts do not write records of the type. */
export function checkWritable(dataType: string): void {
  typeIn(WRITABLE, dataType);
}

/** What a turn's writes come to. */
export interface TurnWrites {
  readonly memories: readonly { readonly id: string; readonly record: JsonObject }[];
  /** All else, in order. */
  readonly changes: readonly RecordChange[];
}

/**
 * Folds writes: what was stored in this turn and changed or deleted in it as well comes to one record or none.
 *
 * @param writes - As the scripts staged them, each checked then.
 */
export function foldWrites(writes: readonly StagedWrite[]): TurnWrites {
  const fresh = new Map<string, { readonly dataType: DataType; readonly record: JsonObject }>();
  const changes: RecordChange[] = [];
  for (const write of writes) {
    const dataType = typeIn(WRITABLE, write.dataType);
    const before = fresh.get(write.id);
    if (write.change === "store") fresh.set(write.id, { dataType, record: write.record });
    else if (!before) changes.push({ ...write, dataType });
    else if (write.change === "delete") {
      fresh.delete(write.id);
      // It may have taken the place of an older one, which goes with it.
      if (dataType !== "memory") changes.push({ ...write, dataType });
    } else fresh.set(write.id, { dataType, record: mergePatch(before.record, write.changes) });
  }
  const stored = [...fresh].map(([id, { dataType, record }]) => ({ change: "store", id, dataType, record }) as const);
  return {
    memories: stored.filter(({ dataType }) => dataType === "memory").map(({ id, record }) => ({ id, record })),
    changes: [...stored.filter(({ dataType }) => dataType !== "memory"), ...changes],
  };
}

/**
 * Changes of what the player has forgotten meanwhile come to nothing: a turn is not lost for them.
 *
 * @returns Those that still have something to change.
 */
export async function changesThatHold(
  store: Store,
  playthroughId: string,
  changes: readonly RecordChange[],
): Promise<RecordChange[]> {
  const held: RecordChange[] = [];
  for (const change of changes) {
    if (change.change === "store") held.push(change);
    else {
      const { total } = await store.exactMatch(playthroughId, change.dataType, { ids: [change.id] }, { limit: 1 });
      if (total > 0) held.push(change);
    }
  }
  return held;
}

function typeIn(types: readonly DataType[], dataType: string): DataType {
  const found = types.find((one) => one === dataType);
  if (found) return found;
  const message = `There are no records of the type "${dataType}" here: there are ${types.join(", ")}.`;
  throw new HostError("unknown_data_type", message, 400);
}

/** What the store says no to is put as a refusal; anything else is a fault of ours. */
async function wanted<T>(found: Promise<T>): Promise<T> {
  try {
    return await found;
  } catch (error) {
    if (error instanceof StoreError && error.code === "invalid")
      throw new HostError("invalid_request", error.message, 400);
    throw error;
  }
}

function plain(record: object): JsonObject {
  const copy: JsonValue = JSON.parse(JSON.stringify(record));
  return isJsonObject(copy) ? copy : {};
}
