import { type JsonObject, mergePatch } from "@narratoria/protocol";
import { HostError, type StagedWrite } from "@narratoria/executor";
import type { Store } from "@narratoria/persistence";
import type { Filters, KeptRecords } from "./staged-records.js";

/** As many as the store gives at once. */
const MOST_SEARCHED = 100;

/** The store's records of one story, as the host services ask for them. */
export function keptRecords(store: Store, playthroughId: string): KeptRecords {
  const search = async (dataType: string, query: string, filters: Filters, limit: number) => {
    if (dataType !== "memory") {
      throw new HostError(
        "unknown_data_type",
        `There are no records of the type "${dataType}": there is "memory".`,
        400,
      );
    }
    const { ids, characters, npcs, location, tags } = filters;
    const found = await store.semanticSearch(playthroughId, {
      dataType,
      query,
      limit: ids ? MOST_SEARCHED : limit,
      filters: {
        ...(characters || npcs ? { characters: [...(characters ?? []), ...(npcs ?? [])] } : {}),
        ...(location === undefined ? {} : { location }),
        ...(tags === undefined ? {} : { tags }),
      },
    });
    return ids ? found.filter(({ id }) => ids.includes(id)) : found;
  };
  return { search, match: (dataType, filters, limit) => search(dataType, "", filters, limit) };
}

/** The memories that a turn's writes come to. */
export function memoriesIn(writes: readonly StagedWrite[]): { readonly id: string; readonly record: JsonObject }[] {
  const memories = new Map<string, JsonObject>();
  for (const write of writes) {
    if (write.dataType !== "memory") continue;
    if (write.change === "store") memories.set(write.id, write.record);
    else if (write.change === "delete") memories.delete(write.id);
    else {
      const before = memories.get(write.id);
      if (before) memories.set(write.id, mergePatch(before, write.changes));
    }
  }
  return [...memories].map(([id, record]) => ({ id, record }));
}
