import { existsSync } from "node:fs";
import { setImmediate } from "node:timers/promises";
import { newUlid } from "./new-ids.js";
import { backupSentence, goodBackups, hasRoomForBackup } from "./durability/backups.js";
import { type Edits, findEdits, keepEdits } from "./durability/edits.js";
import { allDamage, CHECKED, type Finding, LOOKED_AT, lossFindings, recentDamage } from "./durability/findings.js";
import { keepHouse } from "./durability/housekeeping.js";
import { letGo, lostTurns } from "./durability/lost-turns.js";
import { releaseReserve, RESERVE_BYTES, reserveFile } from "./durability/reserve.js";
import { type Due, dueToGo, type Removed, removedOf, type RetentionPolicy } from "./durability/retention.js";
import { sizeOf } from "./durability/size.js";
import { openToldTurns, type ToldTurn, type ToldTurns } from "./durability/told-turns.js";
import { asStoreError, StoreError } from "./errors.js";
import { playthroughRow, storyRows } from "./hashed-rows.js";
import { importPlaythrough } from "./import-playthrough.js";
import { openJournal } from "./journal.js";
import { databaseFile, type OpenDatabase, openForReading, openingForPlayer } from "./open-database.js";
import { type Embedder, TextVectors } from "./records/embedder.js";
import type { Graphs } from "./records/held-stories.js";
import { openRecords } from "./records/records.js";
import { sessionRecords } from "./records/sessions.js";
import { sqliteRecordTable } from "./records/sqlite-record-table.js";
import { StoryRecords } from "./records/story-records.js";
import { type PlaythroughRow, prepareStatements } from "./statements.js";
import type { PlaythroughSummary, Store } from "./store.js";
import { type Branch, openTimeline } from "./timeline.js";
import { loadGraphLibrary } from "./vector-scan/hnsw-index.js";
import { changesOf, mentionsIn, type Turn, type TurnRow } from "./turn.js";

export interface OpenStoreOptions {
  /** The folder of `narratoria.db`; created when missing, unless `readOnly`. */
  readonly dataDir: string;
  /** Opens for reading alone, beside whoever plays. Everything that writes is then refused with `read_only`. */
  readonly readOnly?: boolean;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
  /** Ids of playthroughs, sessions, turns and records. */
  readonly newId?: () => string;
  /** Says what texts mean. Without one records are found by their words. */
  readonly embedder?: Embedder;
  /** How long a call waits for it, 2 s when left out; what it is late with is done in the background. */
  readonly embedTimeoutMs?: number;
  /** In-game minutes in which an opinion loses its rate; a week when left out. */
  readonly decayUnitMinutes?: number;
  /**
   * How the nearest vectors are found: by the `scan`, or in large scopes by a graph (`hnsw`), which takes the optional dependency
   * `hnswlib-node` and is built in the background. `auto`, when left out, takes the graph from 250,000 vectors on. Where that could not be built it is
   * the scan either way; `measures()` says which it was.
   */
  readonly index?: "auto" | "scan" | "hnsw";
  /** Bytes of stories held in memory for searching, 256 MiB when left out; the ones searched longest ago go first. */
  readonly cacheBytes?: number;
  /**
   * Whether what is told survives a power cut: turns are forced to the disk, and a reserve, a note of the turns told last and backups are kept
   * beside them. They are, unless this is false: for a folder that goes with whoever opened it.
   */
  readonly durable?: boolean;
  /** What may go so that the disk stays bounded; nothing when left out. It goes between turns, a few records at a time. */
  readonly retention?: RetentionPolicy;
}

/** The note of a store that is not durable. */
const NO_NOTE: ToldTurns = { all: () => [], add: () => {}, drop: () => {} };

/** The log is folded into the file after the first turn that is told, and then after so many. */
const FOLD_EVERY = 10;
/** Records that go in one transaction: a turn that comes then waits for a few milliseconds at most. */
const GO_AT_ONCE = 20;

/**
 * Opens the store of a data folder.
 * Implements architecture section 6.1 and the journal of 6.3.
 *
 * @throws {StoreError} `locked`, `newer_version`, `unwritable`, `corrupt`, `io` or `disk_full`.
 */
export async function openStore(options: OpenStoreOptions): Promise<Store> {
  const {
    dataDir,
    readOnly = false,
    durable = true,
    now = Date.now,
    newId = newUlid,
    embedder,
    decayUnitMinutes,
    cacheBytes,
  } = options;
  const file = databaseFile(dataDir);
  const graphs = embedder ? await graphsFor(options.index) : null;
  const told = durable ? openToldTurns(dataDir) : NO_NOTE;

  /** What went wrong, for whoever called; of a file that is damaged, with what there is to go back to. */
  function inWords(error: unknown): unknown {
    const known = asStoreError(error, file);
    if (!(known instanceof StoreError) || known.code !== "corrupt") return known;
    return new StoreError("corrupt", `${known.message} ${backupSentence(dataDir)}`, { cause: known.cause });
  }

  let reserveUsed = false;
  /** Makes room on a full disk. @throws What went wrong, where that was something else or there is no reserve. */
  function useReserve(error: unknown): void {
    if (!isFull(error) || !releaseReserve(dataDir)) throw error;
    reserveUsed = true;
  }

  /** Does what a full disk may refuse once more, in the room of the reserve where there is one. */
  function withReserve<T>(work: () => T, again: () => void = () => {}): T {
    try {
      return work();
    } catch (error) {
      useReserve(error);
      again();
      return work();
    }
  }

  /** Opens for playing, a step in each turn of the event loop: what is done for the first time takes a while. */
  async function openSlowly(): Promise<OpenDatabase> {
    const opening = openingForPlayer(dataDir, now);
    for (;;) {
      const step = opening.next();
      if (step.done) return step.value;
      await setImmediate();
    }
  }

  let opened: OpenDatabase | undefined;
  let lost: readonly ToldTurn[];
  let damage: readonly Finding[];
  let edits: readonly Finding[];
  let losses: readonly Finding[];
  try {
    opened = readOnly
      ? openForReading(dataDir, now)
      : await openSlowly().catch((error: unknown) => {
          useReserve(error);
          return openSlowly();
        });
    const { db: read } = opened;
    lost = lostTurns(opened.db, told.all(), dataDir);
    losses = lossFindings(opened.db, lost, dataDir);
    // A disk that takes nothing more has what was changed left out until it does.
    edits = editFindings(tolerant(() => (readOnly ? findEdits : keepEdits)(read, dataDir, RECENT)) ?? []);
    damage = recentDamage(opened.db);
  } catch (error) {
    opened?.close();
    throw inWords(error);
  }
  const { db, close: closeDatabase } = opened;
  if (!durable) db.pragma("synchronous = off");
  const statements = prepareStatements(db);
  const journal = openJournal(statements, (name) => stories.formerTexts(name));
  const rows = storyRows(db);
  const timeline = openTimeline(db, rows, newId);
  const table = sqliteRecordTable(db);
  const vectors = embedder ? new TextVectors(embedder, options.embedTimeoutMs) : null;
  const stories = new StoryRecords({ table, now, newId, vectors, decayUnitMinutes, cacheBytes, graphs });
  const house = readOnly
    ? null
    : keepHouse(db, dataDir, now, durable ? wantedBackups : null, async (stop) => {
        await records.embedPending(stop);
        if (durable && !checked) await checkAll(stop);
        return retain(stop);
      });
  let checked = false;
  let committed = 0;
  let seen: unknown = null;
  /** Why nothing more is written. */
  let broken: StoreError | null = null;

  /** Does one thing: whatever goes wrong in it comes out as a `StoreError`. */
  async function guard<T>(work: () => T): Promise<T> {
    if (!db.open) throw new StoreError("closed", "The store has been closed.");
    try {
      return work();
    } catch (error) {
      throw inWords(error);
    }
  }

  /** Runs one call that reads: all of it from one moment of the file, and its locks taken once, not for each statement. */
  async function call<T>(work: () => T): Promise<T> {
    return guard(() => {
      statements.begin.run();
      try {
        if (readOnly) followPlayer();
        return work();
      } finally {
        // A file that turns out to be damaged has ended it already.
        if (db.inTransaction) statements.end.run();
      }
    });
  }

  /** Runs what may write. */
  async function apart<T>(work: () => T): Promise<T> {
    if (readOnly) throw new StoreError("read_only", "The store was opened for reading only.");
    if (broken) throw readOnlyAfter(broken, file);
    try {
      return await guard(work);
    } catch (error) {
      // What a disk that fails has really taken nobody can tell, and asking it again proves nothing.
      if (error instanceof StoreError && ["io", "unwritable", "corrupt"].includes(error.code)) broken = error;
      throw error;
    }
  }

  /** As `apart`, in a transaction that is there whole or not at all. */
  async function change<T>(work: () => T): Promise<T> {
    const write = () => db.transaction(work).immediate();
    return apart(() => {
      try {
        return withReserve(write, () => stories.forgetStories());
      } catch (error) {
        // What is held of stories may hold what was taken back.
        stories.forgetStories();
        throw error;
      }
    });
  }

  /** Looks at all that opening had no time for. */
  async function checkAll(stop: AbortSignal): Promise<void> {
    let found = await allDamage(db, stop);
    if (found !== null && found.length > 0) {
      const kept = await change(() => keepEdits(db, dataDir));
      if (kept.length > 0) {
        stories.forgetStories();
        edits = [...edits, ...editFindings(kept)];
        found = await allDamage(db, stop);
      }
    }
    if (found === null) return;
    checked = true;
    damage = found;
  }

  /** Lets go of what the policy says, and makes way for a turn that is being told. */
  async function retain(stop: AbortSignal): Promise<readonly Removed[]> {
    const due = options.retention ? await call(() => dueToGo(db, options.retention ?? {}, now())) : [];
    const gone: Due[] = [];
    while (gone.length < due.length && !stop.aborted && statements.anyTurnBegun.get() === undefined) {
      const next = due.slice(gone.length, gone.length + GO_AT_ONCE);
      await change(() => {
        for (const { playthroughId, dataType, id } of next) stories.remove(playthroughId, dataType, id);
      });
      gone.push(...next);
      await setImmediate();
    }
    return removedOf(gone);
  }

  /** A reader lets go of what it holds when the player has written. */
  function followPlayer(): void {
    const version = db.pragma("data_version", { simple: true });
    if (seen !== null && seen !== version) stories.forgetStories();
    seen = version;
  }

  const sessions = sessionRecords(
    {
      list: (playthrough) => statements.sessionRows.all(playthrough),
      add: (playthrough, row) => rows.sessions.add({ ...row, playthrough }),
      set: (row) => rows.sessions.set(row.id, { ...row }),
      inUse: (id) => statements.sessionInUse.get(id) !== undefined,
      remove: (id) => void statements.removeSession.run(id),
    },
    now,
    newId,
  );
  const {
    embed,
    close: closeRecords,
    ...records
  } = openRecords({ stories, sessions, table, vectors, call, change, apart });

  /** Ids of the turns that a story has lost. */
  function lostOf(playthroughId: string): string[] {
    return lost.filter(({ playthrough }) => playthrough === playthroughId).map(({ id }) => id);
  }

  /** Full paths of the backups that have what the database has lost. */
  function wantedBackups(): string[] {
    return losses.flatMap((one) => (one.kind === "lost_turns" ? (one.backup?.file ?? []) : []));
  }

  /** Folds the log into the file, so that a log that is lost takes few turns with it. */
  function foldLog(): void {
    try {
      db.pragma("wal_checkpoint(passive)");
    } catch {
      // A full disk: the turns are safe in the log.
    }
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

  /** A story stands at a turn from now on, and is the one played last. */
  function goTo(playthroughId: string, head: string, time = now()): void {
    rows.playthroughs.set(playthroughId, { head, updated_at: time, played: nextPlayed() });
  }

  function nextPlayed(): number {
    return (statements.lastPlayed.get() ?? 0) + 1;
  }

  /** Goes from the head to another turn of the same line, if there is one. */
  function step(playthroughId: string, to: (head: string) => string | null): Turn | null {
    const { head } = existing(playthroughId);
    const turn = head === null ? null : to(head);
    if (turn === null) return null;
    goTo(playthroughId, turn);
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

  return {
    ...records,

    createPlaythrough: (playthrough) =>
      change(() => {
        const id = newId();
        rows.playthroughs.add(playthroughRow({ ...playthrough, id }, now(), nextPlayed()));
        return summaryOf(existing(id));
      }),

    playthroughs: (filter = {}) => call(() => statements.playthroughs.all(filter.campaign ?? null).map(summaryOf)),

    playthrough: (id) =>
      call(() => {
        const row = statements.playthrough.get(id);
        return row === undefined ? null : summaryOf(row);
      }),

    deletePlaythrough: (id) =>
      change(() => {
        // First, as what is noted and not there counts as lost.
        told.drop(({ playthrough }) => playthrough === id);
        letGo(db, [id]);
        return statements.deletePlaythrough.run(id).changes > 0;
      }),

    openSession: async (playthroughId) => {
      const id = newId();
      await change(() => {
        existing(playthroughId);
        const started_at = now();
        rows.sessions.add({ id, playthrough: playthroughId, started_at, ended_at: null, location: null });
      });
      return { id, close: () => change(() => rows.sessions.set(id, { ended_at: now() })) };
    },

    sessions: (playthroughId) =>
      call(() => {
        existing(playthroughId);
        return statements.sessions.all(playthroughId);
      }),

    recordsOfTurn: (playthroughId, turnId) =>
      call(() => {
        existing(playthroughId);
        return stories.carried.ofTurn(playthroughId, turnId);
      }),

    importPlaythrough: async (playthrough, check = () => {}) => {
      const parts = { rows, statements, journal, newId, stories };
      const imported = await change(() => summaryOf(existing(importPlaythrough(parts, playthrough, check))));
      records.embedPending().catch(() => {});
      return imported;
    },

    beginTurn: (playthroughId, { parentId, choiceId }) =>
      change(() => {
        existing(playthroughId);
        statements.beginTurn.run(playthroughId, parentId, choiceId, now());
      }),

    abandonTurn: (playthroughId) => change(() => void statements.abandonTurn.run(playthroughId)),

    commitTurn: async (turn) => {
      const changes = changesOf(turn);
      const embedded = await embed(changes);
      // The transaction cannot be interrupted: it has a turn of the event loop of its own.
      await setImmediate();
      const kept = await change(() => {
        const { head } = existing(turn.playthroughId);
        if (turn.parentId === null && head !== null) {
          throw new StoreError("invalid", "A story has one opening: this turn needs a parent.");
        }
        const parent = turn.parentId === null ? null : turnOf(turn.playthroughId, turn.parentId);
        if (statements.session.get(turn.sessionId) !== turn.playthroughId) {
          throw new StoreError("not_found", `Playthrough ${turn.playthroughId} has no session ${turn.sessionId}.`);
        }
        const time = now();
        const names = stories.namesFor(turn.playthroughId, changes, mentionsIn(turn));
        const row = journal.rowOf(turn, turn.id ?? newId(), time, parent, names);
        statements.addTurn.run(row);
        timeline.grow(row.playthrough, row.id, row.parent, time);
        goTo(row.playthrough, row.id, time);
        stories.apply(row.playthrough, changes, embedded, { asTurn: true, names, scoredAt: parent?.minutes ?? null });
        const location = locationOf(turn.sceneRecord);
        if (location !== null) rows.sessions.set(row.session, { location });
        statements.abandonTurn.run(row.playthrough);
        // Whoever goes on from what is left has heard of what is lost.
        letGo(db, lostOf(row.playthrough));
        return journal.made(row);
      });
      const { playthroughId } = kept;
      const gone = new Set(lostOf(playthroughId));
      told.drop(({ id }) => gone.has(id));
      losses = losses.filter((one) => !("playthroughId" in one) || one.playthroughId !== playthroughId);
      told.add({ playthrough: playthroughId, scene: kept.scene, id: kept.id });
      if (durable && committed++ % FOLD_EVERY === 0) foldLog();
      house?.turnTold();
      // So has what the caller does with it.
      await setImmediate();
      return kept;
    },

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

    past: (playthroughId, limit) =>
      call(() => {
        existing(playthroughId);
        return journal.past(playthroughId, limit);
      }),

    moveHead: (playthroughId, turnId) =>
      change(() => {
        existing(playthroughId);
        turnOf(playthroughId, turnId);
        timeline.stand(playthroughId, turnId);
        goTo(playthroughId, turnId);
        statements.abandonTurn.run(playthroughId);
      }),

    undo: (playthroughId) => change(() => step(playthroughId, (head) => turnOf(playthroughId, head).parent)),

    redo: (playthroughId) => change(() => step(playthroughId, (head) => timeline.next(playthroughId, head))),

    branch: (playthroughId, turnId, name) =>
      change(() => {
        existing(playthroughId);
        turnOf(playthroughId, turnId);
        const id = timeline.begin(playthroughId, turnId, name ?? null, now());
        goTo(playthroughId, turnId);
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
        goTo(playthroughId, timeline.change(playthroughId, branchId));
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
          goTo(playthroughId, turn.id);
          return turn;
        }
        return null;
      }),

    findings: () => {
      reserveUsed &&= !existsSync(reserveFile(dataDir));
      const full: readonly Finding[] = reserveUsed ? [{ kind: "reserve_used", bytes: RESERVE_BYTES }] : [];
      return [...losses, ...damage, ...edits, ...full];
    },

    size: () => call(() => sizeOf(db, file, dataDir)),

    tidy: async ({ signal } = {}) => {
      if (!db.open) throw new StoreError("closed", "The store has been closed.");
      try {
        return { removed: (await house?.tidy(signal)) ?? [] };
      } catch (error) {
        throw asStoreError(error, dataDir);
      }
    },

    backUp: async () => {
      if (!db.open) throw new StoreError("closed", "The store has been closed.");
      if (!house) throw new StoreError("read_only", "A store that only reads makes no backups.");
      try {
        if (!(await hasRoomForBackup(db, dataDir, RESERVE_BYTES)))
          throw new StoreError("disk_full", `There is no room in ${dataDir} for a backup.`);
        const made = await house.backUp();
        const backup = goodBackups(dataDir).find((one) => one.file === made);
        if (!backup)
          throw new StoreError("corrupt", "The copy does not read back as it was written, so there is no new backup.");
        return backup;
      } catch (error) {
        throw asStoreError(error, dataDir);
      }
    },

    close: async () => {
      if (!db.open) return;
      // Both at once: the house may be waiting for an embedder.
      await Promise.all([house?.close(), closeRecords()]);
      try {
        closeDatabase();
      } catch (error) {
        throw asStoreError(error, file);
      }
    },
  };
}

/** What is looked at while a story opens; all the rest is in idle time. */
const RECENT = { turns: CHECKED, records: LOOKED_AT };

function editFindings(edits: readonly Edits[]): Finding[] {
  return edits.map((one) => ({ kind: "edited", ...one }));
}

function tolerant<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch (error) {
    if (isRefused(error)) return undefined;
    throw error;
  }
}

async function graphsFor(index: OpenStoreOptions["index"] = "auto"): Promise<Graphs | null> {
  const library = index === "scan" ? null : await loadGraphLibrary();
  return library && { library, fromRows: index === "hnsw" ? 1 : undefined };
}

function isRefused(error: unknown): boolean {
  const known = asStoreError(error, "");
  return known instanceof StoreError && ["disk_full", "unwritable", "io"].includes(known.code);
}

function isFull(error: unknown): boolean {
  const known = asStoreError(error, "");
  return known instanceof StoreError && known.code === "disk_full";
}

function readOnlyAfter(cause: StoreError, file: string): StoreError {
  return new StoreError(
    "read_only",
    `Since ${file} could not be written, nothing more is saved. What was told before is safe and can be read. ` +
      `Check the disk, then start Narratoria again.`,
    { cause },
  );
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
