import type { Backup } from "./durability/backups.js";
import type { Finding } from "./durability/findings.js";
import type { Removed } from "./durability/retention.js";
import type { StoreSize } from "./durability/size.js";
import type { ImportedPlaythrough } from "./import-playthrough.js";
import type { Records } from "./records/record-types.js";
import type { TurnRecord } from "./records/carried-records.js";
import type { Branch, TurnOutline } from "./timeline.js";
import type { NewTurn, PastTurn, Turn } from "./turn.js";

/** What a new story starts from. */
export interface NewPlaythrough {
  /** Name of the campaign. */
  readonly campaign: string;
  readonly campaignPath: string;
  readonly title: string;
  readonly campaignVersion: string;
  readonly seed: string;
}

/** One story from its opening to where it stands. */
export interface PlaythroughSummary extends NewPlaythrough {
  readonly id: string;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  readonly updatedAt: number;
  /** Id of the turn where the story stands; null before the opening. */
  readonly head: string | null;
  /** Number of that turn's scene. */
  readonly scene: number | null;
  /** First sentence of that scene. */
  readonly lastLine: string | null;
  readonly ended: boolean;
  /** A turn that was begun and neither finished nor given up: the last run ended in the middle of it. */
  readonly interrupted: { readonly parentId: string | null; readonly choiceId: string | null } | null;
}

/** One sitting. */
export interface Session {
  readonly id: string;
  close(): Promise<void>;
}

/** A sitting that was. */
export interface SessionSummary {
  readonly id: string;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  /** Null where it was never closed. */
  readonly endedAt: number | null;
  /** Where the story stood last. */
  readonly location: string | null;
}

/** Everything that outlives a run. All methods reject with `StoreError`; what they promise is on the disk when they resolve. */
export interface Store extends Records {
  createPlaythrough(playthrough: NewPlaythrough): Promise<PlaythroughSummary>;
  /** Newest first: the story that changed last comes first. */
  playthroughs(filter?: { readonly campaign?: string }): Promise<PlaythroughSummary[]>;
  playthrough(id: string): Promise<PlaythroughSummary | null>;
  /** Removes a story with its turns and memories. False when there is none of that id. */
  deletePlaythrough(id: string): Promise<boolean>;
  openSession(playthroughId: string): Promise<Session>;
  /** All sittings in the order in which they began. */
  sessions(playthroughId: string): Promise<SessionSummary[]>;
  /** What a turn did to records beside its memories, for an export. */
  recordsOfTurn(playthroughId: string, turnId: string): Promise<TurnRecord[]>;
  /**
   * Keeps a playthrough that was exported, under new ids and whole or not at all.
   *
   * @param check - Given every turn as it reads back; what it throws refuses the whole.
   */
  importPlaythrough(playthrough: ImportedPlaythrough, check?: (turn: Turn) => void): Promise<PlaythroughSummary>;
  /** Notes that a turn is being made, so that a restart knows of it. */
  beginTurn(
    playthroughId: string,
    turn: { readonly parentId: string | null; readonly choiceId: string | null },
  ): Promise<void>;
  /** Takes that note back: the turn was cancelled and changed nothing. */
  abandonTurn(playthroughId: string): Promise<void>;
  /** Writes a turn and its memories, moves the head to it and takes the note of `beginTurn` back, in one transaction. */
  commitTurn(turn: NewTurn): Promise<Turn>;
  /** The turn where a story stands. */
  head(playthroughId: string): Promise<Turn | null>;
  turn(id: string): Promise<Turn | null>;
  /** The way that led to the head, or to the turn `before` (itself left out), youngest first. */
  history(playthroughId: string, options?: { readonly limit?: number; readonly before?: string }): Promise<Turn[]>;
  /**
   * As `history`, in short: what later scenes are told of each. Hashes are not looked at.
   *
   * @param limit - How many turns at most.
   */
  past(playthroughId: string, limit: number): Promise<PastTurn[]>;
  /** Goes to any turn: the story stands there from now on, on the branch that the turn is part of. Nothing is removed by it. */
  moveHead(playthroughId: string, turnId: string): Promise<void>;
  /** Goes one turn back, and returns the turn where the story stands then; null at the opening, where nothing happens. */
  undo(playthroughId: string): Promise<Turn | null>;
  /** Goes one turn forward again on the branch that the story is on; null where nothing was undone. */
  redo(playthroughId: string): Promise<Turn | null>;
  /**
   * Begins a branch at a turn, and goes there. A turn that is committed where its branch has gone on already begins one by
   * itself.
   *
   * @param name - At most 80 letters; without one, a branch is known by its first choice.
   */
  branch(playthroughId: string, turnId: string, name?: string): Promise<Branch>;
  /** Names a branch anew; an empty name takes the name from it. */
  nameBranch(playthroughId: string, branchId: string, name: string): Promise<void>;
  /** Goes to the tip of a branch, and stands on it. */
  switchBranch(playthroughId: string, branchId: string): Promise<void>;
  /** All branches in the order in which they were begun, the line of the opening first. */
  branches(playthroughId: string): Promise<Branch[]>;
  /** All turns in the order in which they were made, in short: the tree. */
  outline(playthroughId: string): Promise<TurnOutline[]>;
  /**
   * Moves a head that cannot be read any more back to the last turn before it that can, and returns that turn; null when
   * there is none, and then the head stays where it is.
   */
  recover(playthroughId: string): Promise<Turn | null>;
  /**
   * What opening found: scenes that are lost or damaged. Those that are lost are told of until their story goes on. Names a full disk as
   * well, from when the reserve is given up until there is one again.
   */
  findings(): readonly Finding[];
  /** What the store takes up on the disk, whole and by story. */
  size(): Promise<StoreSize>;
  /**
   * Gives a vector to every text that has none by the store's embedder. It is done by itself when nobody waits, a while after
   * opening; this does it now. `left` counts the texts that the embedder failed on.
   */
  embedPending(): Promise<{ readonly left: number }>;
  /**
   * Sees to the day's backup, to the room that is kept for a full disk and to what the store's retention policy lets go of. It
   * runs by itself a while after opening; this waits for it. A turn that has been begun puts off what is still to go.
   *
   * @returns What went, by story and type.
   * @throws {StoreError} `disk_full`, `io`, `unwritable`: the stories themselves are as they were.
   */
  tidy(options?: { readonly signal?: AbortSignal }): Promise<{ readonly removed: readonly Removed[] }>;
  /**
   * Makes a backup now, beside those that are made by themselves.
   *
   * @throws {StoreError} `read_only`; `disk_full` where there is no room; `corrupt` where the copy does not read back.
   */
  backUp(): Promise<Backup>;
  /** May be called twice. */
  close(): Promise<void>;
}
