import type { JsonObject } from "@narratoria/protocol";
import { ulid } from "ulid";
import { asStoreError, StoreError } from "./errors.js";
import { importPlaythrough } from "./import-playthrough.js";
import { openJournal } from "./journal.js";
import { databaseFile, openForPlayer, openForReading } from "./open-database.js";
import { rank } from "./rank.js";
import { searchWords } from "./search-words.js";
import { type PlaythroughRow, prepareStatements } from "./statements.js";
import type { PlaythroughSummary, SearchRequest, SearchResult, Store } from "./store.js";
import { type Branch, openTimeline } from "./timeline.js";
import { type NewMemory, toJson, type Turn, type TurnRow } from "./turn.js";

export interface OpenStoreOptions {
  /** The folder of `narratoria.db`; created when missing, unless `readOnly`. */
  readonly dataDir: string;
  /** Opens for reading alone, beside whoever plays. Everything that writes is then refused with `read_only`. */
  readonly readOnly?: boolean;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
  /** Ids of playthroughs, sessions and turns. */
  readonly newId?: () => string;
}

/**
 * Opens the store of a data folder.
 * Implements architecture section 6.1 as far as playthroughs, sessions, turns and memories go.
 *
 * @throws {StoreError} `locked`, `newer_version`, `unwritable`, `corrupt`, `io` or `disk_full`.
 */
export async function openStore(options: OpenStoreOptions): Promise<Store> {
  const { dataDir, readOnly = false, now = Date.now, newId = ulid } = options;
  const file = databaseFile(dataDir);
  let opened: ReturnType<typeof openForPlayer>;
  try {
    opened = readOnly ? openForReading(dataDir, now) : openForPlayer(dataDir, now);
  } catch (error) {
    throw asStoreError(error, file);
  }
  const { db } = opened;
  const statements = prepareStatements(db);
  const journal = openJournal(statements);
  const timeline = openTimeline(db, newId);

  /** Runs one call: whatever goes wrong in it comes out as a `StoreError`. */
  async function call<T>(work: () => T): Promise<T> {
    if (!db.open) throw new StoreError("closed", "The store has been closed.");
    try {
      return work();
    } catch (error) {
      throw asStoreError(error, file);
    }
  }

  /** As `call`, in a transaction that is there whole or not at all. */
  async function change<T>(work: () => T): Promise<T> {
    if (readOnly) throw new StoreError("read_only", "The store was opened for reading only.");
    return call(() => db.transaction(work).immediate());
  }

  function existing(playthroughId: string): PlaythroughRow {
    const row = statements.playthrough.get(playthroughId);
    if (row === undefined) throw new StoreError("not_found", `There is no playthrough ${playthroughId}.`);
    return row;
  }

  function turnOf(playthroughId: string, turnId: string): TurnRow {
    const row = statements.turn.get(turnId);
    if (row === undefined || row.playthrough !== playthroughId) {
      throw new StoreError("not_found", `Playthrough ${playthroughId} has no turn ${turnId}.`);
    }
    return row;
  }

  /** Goes from the head to another turn of the same line, if there is one. */
  function step(playthroughId: string, to: (head: string) => string | null): Turn | null {
    const { head } = existing(playthroughId);
    const turn = head === null ? null : to(head);
    if (turn === null) return null;
    statements.setHead.run(turn, now(), playthroughId);
    statements.abandonTurn.run(playthroughId);
    return journal.read(turnOf(playthroughId, turn));
  }

  function branchOf(playthroughId: string, branchId: string): Branch {
    const branch = timeline.branches(playthroughId).find(({ id }) => id === branchId);
    if (branch !== undefined) return branch;
    throw new StoreError("not_found", `Playthrough ${playthroughId} has no branch ${branchId}.`);
  }

  /** Null for a turn that is damaged, or whose state is. */
  function readable(row: TurnRow): Turn | null {
    try {
      return journal.read(row);
    } catch (error) {
      if (error instanceof StoreError) return null;
      throw error;
    }
  }

  function addMemory(turn: TurnRow, memory: NewMemory): void {
    const { summary, names } = searchable(memory);
    statements.addMemory.run({
      id: memory.id,
      playthrough: turn.playthrough,
      turn: turn.id,
      summary,
      names,
      record: toJson("memory", memory.record),
    });
  }

  return {
    createPlaythrough: (playthrough) =>
      change(() => {
        const id = newId();
        const time = now();
        statements.addPlaythrough.run({ ...playthrough, id, time });
        return summaryOf(existing(id));
      }),

    playthroughs: (filter = {}) => call(() => statements.playthroughs.all(filter.campaign ?? null).map(summaryOf)),

    playthrough: (id) =>
      call(() => {
        const row = statements.playthrough.get(id);
        return row === undefined ? null : summaryOf(row);
      }),

    deletePlaythrough: (id) => change(() => statements.deletePlaythrough.run(id).changes > 0),

    openSession: async (playthroughId) => {
      const id = newId();
      await change(() => {
        existing(playthroughId);
        statements.addSession.run(id, playthroughId, now());
      });
      return { id, close: () => change(() => void statements.endSession.run(now(), id)) };
    },

    sessions: (playthroughId) =>
      call(() => {
        existing(playthroughId);
        return statements.sessions.all(playthroughId);
      }),

    importPlaythrough: (playthrough, check = () => {}) =>
      change(() => {
        const parts = { db, statements, journal, newId, addMemory };
        return summaryOf(existing(importPlaythrough(parts, playthrough, check)));
      }),

    beginTurn: (playthroughId, { parentId, choiceId }) =>
      change(() => {
        existing(playthroughId);
        statements.beginTurn.run(playthroughId, parentId, choiceId, now());
      }),

    abandonTurn: (playthroughId) => change(() => void statements.abandonTurn.run(playthroughId)),

    commitTurn: (turn) =>
      change(() => {
        const { head } = existing(turn.playthroughId);
        if (turn.parentId === null && head !== null) {
          throw new StoreError("invalid", "A story has one opening: this turn needs a parent.");
        }
        const parent = turn.parentId === null ? null : turnOf(turn.playthroughId, turn.parentId);
        if (statements.session.get(turn.sessionId) !== turn.playthroughId) {
          throw new StoreError("not_found", `Playthrough ${turn.playthroughId} has no session ${turn.sessionId}.`);
        }
        const time = now();
        const row = journal.rowOf(turn, turn.id ?? newId(), time, parent);
        statements.addTurn.run(row);
        timeline.grow(row.playthrough, row.id, row.parent, time);
        for (const memory of turn.memories) addMemory(row, memory);
        statements.setHead.run(row.id, time, row.playthrough);
        statements.setLocation.run(locationOf(turn.sceneRecord), row.session);
        statements.abandonTurn.run(row.playthrough);
        return journal.read(row);
      }),

    head: (playthroughId) =>
      call(() => {
        const { head } = existing(playthroughId);
        return head === null ? null : journal.read(turnOf(playthroughId, head));
      }),

    turn: (id) =>
      call(() => {
        const row = statements.turn.get(id);
        return row === undefined ? null : journal.read(row);
      }),

    history: (playthroughId, { limit = Number.POSITIVE_INFINITY, before } = {}) =>
      call(() => {
        const { head } = existing(playthroughId);
        const start = before === undefined ? head : turnOf(playthroughId, before).parent;
        return journal.history(start, limit);
      }),

    moveHead: (playthroughId, turnId) =>
      change(() => {
        existing(playthroughId);
        turnOf(playthroughId, turnId);
        timeline.stand(playthroughId, turnId);
        statements.setHead.run(turnId, now(), playthroughId);
        statements.abandonTurn.run(playthroughId);
      }),

    undo: (playthroughId) => change(() => step(playthroughId, (head) => turnOf(playthroughId, head).parent)),

    redo: (playthroughId) => change(() => step(playthroughId, (head) => timeline.next(playthroughId, head))),

    branch: (playthroughId, turnId, name) =>
      change(() => {
        existing(playthroughId);
        turnOf(playthroughId, turnId);
        const id = timeline.begin(playthroughId, turnId, name ?? null, now());
        statements.setHead.run(turnId, now(), playthroughId);
        statements.abandonTurn.run(playthroughId);
        return branchOf(playthroughId, id);
      }),

    nameBranch: (playthroughId, branchId, name) =>
      change(() => {
        existing(playthroughId);
        timeline.rename(playthroughId, branchId, name);
      }),

    switchBranch: (playthroughId, branchId) =>
      change(() => {
        existing(playthroughId);
        statements.setHead.run(timeline.change(playthroughId, branchId), now(), playthroughId);
        statements.abandonTurn.run(playthroughId);
      }),

    branches: (playthroughId) =>
      call(() => {
        existing(playthroughId);
        return timeline.branches(playthroughId);
      }),

    outline: (playthroughId) =>
      call(() => {
        existing(playthroughId);
        return timeline.outline(playthroughId);
      }),

    recover: (playthroughId) =>
      change(() => {
        for (const row of journal.lineage(existing(playthroughId).head)) {
          const turn = readable(row);
          if (turn === null) continue;
          statements.setHead.run(turn.id, now(), playthroughId);
          return turn;
        }
        return null;
      }),

    semanticSearch: (playthroughId, request) =>
      call(() => {
        existing(playthroughId);
        // Requests come from skills, which may be written in any language: the type is a promise only.
        const dataType: string = request.dataType;
        if (dataType !== "memory") throw new StoreError("invalid", `Only memories can be searched, not "${dataType}".`);
        const limit = Math.min(Math.max(1, Math.floor(request.limit ?? 10)), 100);
        const scope = statements.pastMemories.all(playthroughId);
        const words = searchWords(request.query);
        const first = scope[0];
        const last = scope.at(-1);
        if (first === undefined || last === undefined) return [];

        // No join here: joined to another table, SQLite may walk that one and search the index anew for every row.
        const hits =
          words.length > 0
            ? rank(
                new Set(scope),
                words.map((word) => statements.holders.all(`"${word}"`, first, last)),
              )
            : request.filters === undefined
              ? []
              : scope.toReversed().map((number) => ({ number, relevance: 0 }));

        const results: SearchResult[] = [];
        for (const { number, relevance } of hits) {
          const row = statements.memory.get(number);
          if (row === undefined) continue;
          const record: JsonObject = JSON.parse(row.record);
          if (!passes(record, request.filters ?? {})) continue;
          results.push({ id: row.id, relevance, record });
          if (results.length === limit) break;
        }
        return results;
      }),

    close: async () => {
      if (!db.open) return;
      try {
        opened.close();
      } catch (error) {
        throw asStoreError(error, file);
      }
    },
  };
}

function summaryOf(row: PlaythroughRow): PlaythroughSummary {
  return {
    id: row.id,
    campaign: row.campaign,
    campaignPath: row.campaign_path,
    campaignVersion: row.campaign_version,
    title: row.title,
    seed: row.seed,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    head: row.head,
    scene: row.scene,
    lastLine: row.first_line,
    ended: row.ended === 1,
    interrupted: row.begun === null ? null : { parentId: row.begun_parent, choiceId: row.begun_choice },
  };
}

function locationOf(sceneRecord: object): string | null {
  return "location" in sceneRecord && typeof sceneRecord.location === "string" ? sceneRecord.location : null;
}

/** The text that full-text search reads of a memory: its summary, and beside it whom and what it is about. */
function searchable({ id, record }: NewMemory): { summary: string; names: string } {
  if (!("summary" in record) || typeof record.summary !== "string" || record.summary.trim() === "") {
    throw new StoreError("invalid", `Memory ${id} has no summary.`);
  }
  const fields = new Map<string, unknown>(Object.entries(record));
  const names = [
    ...strings(fields.get("characters")),
    ...strings([fields.get("location")]),
    ...strings(fields.get("tags")),
  ];
  return { summary: record.summary, names: names.join(" ") };
}

function passes(record: JsonObject, filters: NonNullable<SearchRequest["filters"]>): boolean {
  const { characters, location, tags } = filters;
  if (location !== undefined && record.location !== location) return false;
  if (characters !== undefined && !strings(record.characters).some((id) => characters.includes(id))) return false;
  return tags === undefined || strings(record.tags).some((tag) => tags.includes(tag));
}

function strings(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === "string") : [];
}
