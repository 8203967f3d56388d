import { createHash } from "node:crypto";
import { getPath, type JsonObject, type JsonValue } from "@narratoria/protocol";
import { StoreError } from "./errors.js";
import type { HashedMatter } from "./durability/flipped-bit.js";
import { type Row, sideHashOfTurn, type Value } from "./hashed-rows.js";
import { hideInScene, hideMemories, showMemories } from "./memory-names.js";
import type { RecordChange } from "./records/record-types.js";

/** A finished turn as it is handed to the journal. */
export interface NewTurn {
  /** Given where the scene record has to name it; otherwise the store makes one. */
  readonly id?: string;
  readonly playthroughId: string;
  readonly sessionId: string;
  /** The turn that this one follows; null for an opening. */
  readonly parentId: string | null;
  /** 0 for the opening. */
  readonly scene: number;
  /** The choice that was taken; null for the opening. */
  readonly choice: JsonObject | null;
  readonly plans: readonly unknown[];
  readonly results: readonly unknown[];
  readonly patches: readonly unknown[];
  /** Every roll with its dice and modifiers. */
  readonly rolls: readonly unknown[];
  /** Session state after the turn. */
  readonly state: object;
  /** What a shell shows: given back as it was, to the character, when the story is taken up again. */
  readonly sceneRecord: object;
  readonly memories: readonly NewMemory[];
  /** What else of the records the turn changed; undoing takes back what belongs to the timeline. */
  readonly changes?: readonly RecordChange[];
  /** Who told the scene: `model`, `storybook` or `template`. */
  readonly narrator: string;
}

export interface NewMemory {
  readonly id: string;
  /** A `StoryMemory`: `summary` is what full-text search reads, together with characters, location and tags. */
  readonly record: object;
}

/** What a turn does to the records: its memories first. */
export function changesOf({ memories, changes = [] }: NewTurn): RecordChange[] {
  return [
    ...memories.map(({ id, record }) => ({ change: "store", dataType: "memory", id, record }) as const),
    ...changes,
  ];
}

/** JSON text in which a turn names memories by their ids. */
export function mentionsIn({
  choice,
  plans,
  results,
  sceneRecord,
}: Pick<NewTurn, "choice" | "plans" | "results" | "sceneRecord">): string {
  return toJson("turn", [choice, plans, results, sceneRecord]);
}

/** A turn as the journal gives it back. */
export interface Turn {
  readonly id: string;
  readonly playthroughId: string;
  readonly sessionId: string;
  readonly parentId: string | null;
  readonly scene: number;
  readonly choice: JsonObject | null;
  readonly plans: readonly JsonValue[];
  readonly results: readonly JsonValue[];
  readonly patches: readonly JsonValue[];
  readonly rolls: readonly JsonValue[];
  readonly state: JsonObject;
  readonly sceneRecord: JsonObject;
  /** What the turn is remembered by, in the order it was stored. */
  readonly memories: readonly { readonly id: string; readonly record: JsonObject }[];
  readonly narrator: string;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  /** Hash of the turn it follows; empty for an opening. */
  readonly previousHash: string;
  /** SHA-256 over all of the above but the memories, which a player may edit later; in hexadecimal. */
  readonly hash: string;
}

/** What is left of a turn when its scene is long over. */
export interface PastTurn extends Pick<Turn, "id" | "scene" | "memories"> {
  /** Of what a shell shows, the member `summary` alone, where there is one. */
  readonly sceneRecord: JsonObject;
}

/** What a read needs of a row of the table `memories`. */
export interface MemoryRow {
  readonly id: string;
  readonly record: string;
}

/** A row of the table `turns`. */
export interface TurnRow {
  readonly id: string;
  readonly playthrough: string;
  readonly session: string;
  readonly parent: string | null;
  readonly scene: number;
  readonly narrator: string;
  readonly created_at: number;
  readonly ended: number;
  readonly first_line: string;
  /** The in-game clock after the turn. */
  readonly minutes: number | null;
  readonly previous_hash: string;
  readonly hash: string;
  readonly choice: string;
  readonly rolls: string;
  readonly patches: string;
  readonly scene_record: string;
  readonly plans: string;
  readonly results: string;
  readonly state: string;
  /** Over what the hash does not cover. */
  readonly side_hash: string;
}

/** What a row has that the turn does not say. */
interface RowMatter {
  readonly id: string;
  readonly createdAt: number;
  readonly previousHash: string;
  /** The state as it is kept. */
  readonly state: string;
  /** Names of memories by their text: they stand for them in the row. */
  readonly names: ReadonlyMap<string, string>;
}

/**
 * Writes a turn as a row, hash included.
 *
 * @throws {StoreError} `invalid` when something in it cannot be written as JSON.
 */
export function toRow(turn: NewTurn, { id, createdAt, previousHash, state, names }: RowMatter): TurnRow {
  if (!Number.isInteger(turn.scene) || turn.scene < 0) {
    throw new StoreError("invalid", `The number of a scene is a whole number from 0, not ${turn.scene}.`);
  }
  const row = {
    id,
    playthrough: turn.playthroughId,
    session: turn.sessionId,
    parent: turn.parentId,
    scene: turn.scene,
    narrator: turn.narrator,
    created_at: createdAt,
    ended: endedIn(turn.sceneRecord),
    first_line: firstLine(turn.sceneRecord),
    minutes: clockOf(turn.state),
    previous_hash: previousHash,
    choice: hideMemories(toJson("choice", turn.choice), names),
    rolls: hideMemories(toJson("rolls", turn.rolls), names),
    patches: hideMemories(toJson("patches", turn.patches), names),
    scene_record: jsonOf("sceneRecord", () => hideInScene(turn.sceneRecord, names)),
    plans: hideMemories(toJson("plans", turn.plans), names),
    results: hideMemories(toJson("results", turn.results), names),
    state,
  };
  return { ...row, hash: hashOf(row), side_hash: sideHashOfTurn(row) };
}

/** Whether a row is what was once written. */
export function isSound(row: TurnRow): boolean {
  return hashOf(row) === row.hash;
}

/** Whether the columns are what was once written that can be told from the turn itself: its first line, its clock, whether it ended the story. */
export function isSideSound(row: TurnRow): boolean {
  return row.side_hash === sideHashOfTurn({ ...row });
}

/** A row with the columns that are told from the turn itself as they were once written; null where that cannot be told. */
export function withSideRestored(row: TurnRow): TurnRow | null {
  const scene: unknown = JSON.parse(row.scene_record);
  if (typeof scene !== "object" || scene === null) return null;
  const told = { ...row, ended: endedIn(scene), first_line: firstLine(scene) };
  const clock = /"minutes":(-?[\d.e+-]+)/.exec(row.state)?.[1];
  const guesses = [row.minutes, clock === undefined ? 0 : Number(clock)].map((minutes) => ({ ...told, minutes }));
  return guesses.find(isSideSound) ?? null;
}

function endedIn(sceneRecord: object): number {
  return "ended" in sceneRecord && sceneRecord.ended === true ? 1 : 0;
}

/**
 * @param state - What the row's state comes to, with its memories in it.
 * @param textOf - The memory of a name.
 */
export function fromRow(
  row: TurnRow,
  memories: readonly MemoryRow[],
  state: JsonObject,
  textOf: (name: string) => string | undefined,
): Turn {
  const read = (json: string) => JSON.parse(showMemories(json, textOf));
  return {
    id: row.id,
    playthroughId: row.playthrough,
    sessionId: row.session,
    parentId: row.parent,
    scene: row.scene,
    choice: read(row.choice),
    plans: read(row.plans),
    results: read(row.results),
    patches: read(row.patches),
    rolls: read(row.rolls),
    state,
    sceneRecord: read(row.scene_record),
    memories: memoriesFrom(memories),
    narrator: row.narrator,
    createdAt: row.created_at,
    previousHash: row.previous_hash,
    hash: row.hash,
  };
}

export function memoriesFrom(rows: readonly MemoryRow[]): Turn["memories"] {
  return rows.flatMap(({ id, record }) => {
    try {
      return [{ id, record: JSON.parse(record) }];
    } catch {
      return []; // Damaged on the disk: what stands beside it is still of use.
    }
  });
}

/**
 * JSON text of one part of a record.
 *
 * @throws {StoreError} `invalid` for what JSON cannot hold: cycles, big integers, nothing at all.
 */
export function toJson(part: string, value: unknown): string {
  return jsonOf(part, () => JSON.stringify(value));
}

function jsonOf(part: string, write: () => string | undefined): string {
  let text: string | undefined;
  try {
    text = write();
  } catch (error) {
    throw new StoreError("invalid", `${part} cannot be written as JSON.`, { cause: error });
  }
  if (text === undefined) throw new StoreError("invalid", `${part} is missing.`);
  return text;
}

/** The columns that the hash of a turn covers, in the order in which they are hashed. */
const HASHED = [
  ..."previous_hash id playthrough session parent scene narrator created_at".split(" "),
  ..."choice rolls patches scene_record plans results state".split(" "),
];

/** SQLite's pages have no checksums, so that each turn carries its own. It covers the turn before as well: a chain. */
function hashOf(row: Omit<TurnRow, "hash" | "side_hash">): string {
  const whole = hashedParts(row)
    .map(({ value }) => hashedText(value).join(""))
    .join("");
  return createHash("sha256").update(whole).digest("hex");
}

function hashedParts(row: object): HashedMatter["parts"] {
  const values: Row = { ...row };
  return HASHED.map((column) => ({ column, value: values[column] ?? null }));
}

/** Lengths keep text from moving unseen between neighbouring columns. */
function hashedText(value: Value): readonly [before: string, text: string] {
  const text = value === null ? "" : String(value);
  return [`${text.length}:`, text];
}

/** What the hash of a row was made over. */
export function matterOfTurn(row: TurnRow): HashedMatter {
  return { parts: hashedParts(row), written: hashedText, encoding: "hex", stored: row.hash };
}

/** A row with the hashes of what it holds now, and with what is told of it in lists told anew. */
export function hashedAnew(row: TurnRow): TurnRow {
  const scene: unknown = JSON.parse(row.scene_record);
  const clock = getPath(JSON.parse(row.state.slice(row.state.indexOf("{"))), "clock.minutes");
  const told = typeof scene === "object" && scene !== null ? scene : {};
  const after = {
    ...row,
    ended: endedIn(told),
    first_line: firstLine(told),
    minutes: typeof clock === "number" ? clock : row.minutes,
  };
  return { ...after, hash: hashOf(after), side_hash: sideHashOfTurn({ ...after }) };
}

function clockOf(state: object): number {
  if (!("clock" in state) || typeof state.clock !== "object" || state.clock === null) return 0;
  const minutes = "minutes" in state.clock ? state.clock.minutes : 0;
  return typeof minutes === "number" && Number.isFinite(minutes) ? minutes : 0;
}

/** The first sentence of a scene, for a list of stories. */
function firstLine(sceneRecord: object): string {
  if (!("paragraphs" in sceneRecord) || !Array.isArray(sceneRecord.paragraphs)) return "";
  const paragraph: unknown = sceneRecord.paragraphs[0];
  if (typeof paragraph !== "string") return "";
  const end = /(?<!\b(?:Mr|Mrs|Ms|Dr|St|No))[.!?…]+["”’')]*(?=\s|$)/u.exec(paragraph);
  return end === null ? paragraph : paragraph.slice(0, end.index + end[0].length);
}
