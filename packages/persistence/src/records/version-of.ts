/** A record as a row that can be looked for. */
import type { JsonObject } from "@narratoria/protocol";
import { hideMemories } from "../memory-names.js";
import { newName } from "../new-ids.js";
import { sameWords } from "./alike.js";
import { findable } from "./record-shapes.js";
import { type NewVersion, OPINIONS } from "./record-table.js";
import type { DataType } from "./record-types.js";

export const NO_NAMES: ReadonlyMap<string, string> = new Map();

/**
 * A version of a record, but for where it stands. An opinion names the memories that it gives as reasons, as the journal does.
 *
 * @param names - What the turn in hand calls its memories, by their texts; any other gets a name of its own.
 */
export function versionOf(
  playthrough: string,
  dataType: DataType,
  record: JsonObject,
  names = NO_NAMES,
): Omit<NewVersion, "born" | "id" | "turn" | "session" | "timestamp" | "minutes"> {
  const found = findable(dataType, record);
  return {
    ...found,
    key: dataType === "memory" && found.text !== "" ? sameWords(record) : found.key,
    playthrough,
    dataType,
    record:
      names.size > 0 && OPINIONS.includes(dataType) ? JSON.parse(hideMemories(JSON.stringify(record), names)) : record,
    length: dataType === "lore" ? found.text.length : 0,
    gone: false,
    name: dataType === "memory" ? (names.get(found.text) ?? newName()) : null,
    pinned: false,
  };
}

/** When something happened, by the wall clock: as the record says, else now. */
export function timeOf(record: JsonObject, now: number): number {
  const said = typeof record.timestamp === "string" ? Date.parse(record.timestamp) : Number.NaN;
  return Number.isNaN(said) ? now : said;
}
