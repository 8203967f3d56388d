/** Sittings as records: the journal keeps them, since every turn names one. */
import { isJsonObject, type JsonObject, mergePatch } from "@narratoria/protocol";
import { StoreError } from "../errors.js";
import { isDate } from "./record-shapes.js";
import type { Page, PageRequest, RecordFilters, StoredRecord } from "./record-types.js";

/** A sitting as the journal keeps it; times are milliseconds since 1970. */
export interface SessionRow {
  readonly id: string;
  readonly started_at: number;
  readonly ended_at: number | null;
  readonly location: string | null;
}

export interface SessionTable {
  /** All of a story, in the order they began. */
  list(playthrough: string): readonly SessionRow[];
  add(playthrough: string, row: SessionRow): void;
  set(row: SessionRow): void;
  /** True where a turn was told in it. */
  inUse(id: string): boolean;
  remove(id: string): void;
}

/** The five methods for sittings. Those with turns cannot be deleted: the turns name them. */
export function sessionRecords(table: SessionTable, now: () => number, newId: () => string) {
  const find = (playthrough: string, id: string): SessionRow | undefined =>
    table.list(playthrough).find((row) => row.id === id);

  const stored = (playthroughId: string, row: SessionRow): StoredRecord<"session"> => ({
    id: row.id,
    dataType: "session",
    playthroughId,
    sessionId: row.id,
    turnId: null,
    timestamp: row.started_at,
    gameMinutes: 0,
    pinned: false,
    record: {
      startTime: new Date(row.started_at).toISOString(),
      endTime: row.ended_at === null ? null : new Date(row.ended_at).toISOString(),
      currentLocation: row.location,
    },
  });

  return {
    store(playthrough: string, given: object, id = newId()): StoredRecord<"session"> {
      if (find(playthrough, id)) throw new StoreError("invalid", `There is a session with the id ${id} already.`);
      const row = rowOf(id, { startTime: new Date(now()).toISOString(), ...given });
      table.add(playthrough, row);
      return stored(playthrough, row);
    },
    update(playthrough: string, id: string, changes: JsonObject): StoredRecord<"session"> {
      const old = find(playthrough, id);
      if (!old) throw new StoreError("not_found", `This story has no session with the id ${id}.`);
      const patched = mergePatch({ ...stored(playthrough, old).record }, changes);
      const row = rowOf(id, isJsonObject(patched) ? patched : {});
      table.set(row);
      return stored(playthrough, row);
    },
    delete(playthrough: string, id: string): boolean {
      if (!find(playthrough, id)) return false;
      if (table.inUse(id))
        throw new StoreError("invalid", "This session has turns, which name it: it stays with them.");
      table.remove(id);
      return true;
    },
    exactMatch(
      playthrough: string,
      filters: RecordFilters,
      { limit = 100, after, order = "newest" }: PageRequest,
    ): Page<"session"> {
      const { ids, session, location, from = Number.NEGATIVE_INFINITY, to = Number.POSITIVE_INFINITY } = filters;
      const { characters, npcs, factions, tags, path, fromMinutes, toMinutes, pinned } = filters;
      // What a sitting does not have it cannot match.
      const foreign = [characters, npcs, factions, tags, path, fromMinutes, toMinutes].some((one) => one !== undefined);
      const rows = table
        .list(playthrough)
        .filter(
          (row) =>
            !foreign &&
            pinned !== true &&
            (ids?.includes(row.id) ?? true) &&
            (session === undefined || row.id === session) &&
            (location === undefined || row.location === location) &&
            row.started_at >= from &&
            row.started_at <= to,
        );
      const sorted = order === "newest" ? rows.toReversed() : rows;
      const start = after === undefined ? 0 : sorted.findIndex(({ id }) => id === after) + 1;
      const page = sorted.slice(start, start + Math.min(Math.max(1, Math.floor(limit)), 1000));
      return {
        records: page.map((row) => stored(playthrough, row)),
        total: rows.length,
        next: start + page.length < rows.length ? (page.at(-1)?.id ?? null) : null,
      };
    },
  };
}

function rowOf(id: string, given: object): SessionRow {
  const { startTime, endTime = null, currentLocation = null } = Object.fromEntries(Object.entries(given));
  if (!isDate(startTime)) throw wrong("startTime", "an ISO 8601 date and time such as 2026-02-03T10:30:00Z");
  if (endTime !== null && !isDate(endTime)) throw wrong("endTime", "null, or an ISO 8601 date and time");
  if (currentLocation !== null && typeof currentLocation !== "string") throw wrong("currentLocation", "null, or text");
  return {
    id,
    started_at: Date.parse(startTime),
    ended_at: endTime === null ? null : Date.parse(endTime),
    location: currentLocation,
  };
}

function wrong(name: string, wants: string): StoreError {
  return new StoreError("invalid", `The field "${name}" of a session must be ${wants}.`);
}
