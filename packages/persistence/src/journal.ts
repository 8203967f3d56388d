/** Turns as the database keeps them: written with their hash, read back with their state. */
import type { JsonObject } from "@narratoria/protocol";
import { StoreError } from "./errors.js";
import { isSoundRow } from "./hashed-rows.js";
import { hideMemories, namesIn, showMemories } from "./memory-names.js";
import { nextState, patchesIn, readState, type StateBefore, stateText } from "./state-text.js";
import type { Statements } from "./statements.js";
import {
  fromRow,
  isSound,
  memoriesFrom,
  type NewTurn,
  type PastTurn,
  toJson,
  toRow,
  type Turn,
  type TurnRow,
} from "./turn.js";

/** States at hand: whoever plays writes after the turn written last, and looks back a few. */
const STATES_AT_HAND = 16;

export interface Journal {
  /**
   * The turn as a row, not written yet.
   *
   * @param names - Names of memories by their text: they stand for them in the row.
   */
  rowOf(
    turn: NewTurn,
    id: string,
    createdAt: number,
    parent: TurnRow | null,
    names: ReadonlyMap<string, string>,
  ): TurnRow;
  /** @throws {StoreError} `damaged_turn` where it reads back differently from how it was written. */
  read(row: TurnRow): Turn;
  /** As `read`, of a row that `rowOf` has only just made. */
  made(row: TurnRow): Turn;
  /** As `read`, of up to `limit` turns from `start` on along the parents, youngest first. */
  history(start: string | null, limit: number): Turn[];
  /** Up to `limit` turns from the head on along the parents, youngest first, in short and without a look at their hashes. */
  past(playthrough: string, limit: number): PastTurn[];
  /** The turns from `start` on, along the parents; each at most once, whatever the file says. */
  lineage(start: string | null): Generator<TurnRow>;
}

/** A state with its JSON text, and the names of memories in that. */
interface KnownState extends StateBefore {
  readonly whole: string;
  readonly names: readonly string[];
}

/** @param formerTexts - Texts that the name of a memory stood for before the memory was removed or reworded. */
export function openJournal(
  statements: Pick<Statements, "turn" | "past" | "memoriesOf" | "namedMemory">,
  formerTexts: (name: string) => Iterable<string>,
): Journal {
  const states = new Map<string, KnownState>();

  /** Those that are damaged are left out. */
  const memoriesOf = (turn: string) => statements.memoriesOf.all(turn).filter((row) => isSoundRow("records", row));

  const textOf = (name: string): string | undefined => statements.namedMemory.get(name);

  function* lineage(start: string | null): Generator<TurnRow> {
    const seen = new Set<string>();
    for (let id = start; id !== null && !seen.has(id); ) {
      seen.add(id);
      const row = statements.turn.get(id);
      if (row === undefined) return;
      yield row;
      id = row.parent;
    }
  }

  function keep(row: TurnRow, known: KnownState): KnownState {
    states.delete(row.id);
    states.set(row.id, known);
    const [oldest] = states.keys();
    if (states.size > STATES_AT_HAND && oldest !== undefined) states.delete(oldest);
    return known;
  }

  /** The state after a turn: that of the nearest turn that keeps it whole, and every patch from there on. */
  function stateOf(row: TurnRow): KnownState {
    const atHand = states.get(row.id);
    if (atHand?.text === row.state) return atHand;
    const rows: TurnRow[] = [];
    for (const one of lineage(row.id)) {
      if (!isSound(one)) throw damaged(one);
      rows.push(one);
      if (patchesIn(one.state) === 0) break;
    }
    return keep(row, knownState(row, readState(rows.reverse().map(({ state }) => state))));
  }

  function turnFrom(row: TurnRow, { state, whole, names }: KnownState): Turn {
    const shown: JsonObject = names.length === 0 ? state : JSON.parse(showMemories(whole, textOf));
    return fromRow(row, memoriesOf(row.id), shown, textOf);
  }

  return {
    lineage,

    rowOf(turn, id, createdAt, parent, told) {
      const before = parent === null ? null : stateOf(parent);
      // What a state names it still names after a turn that had nothing to do with it.
      const held = before?.names ?? [];
      // Whoever hands the state over may have read it before a memory was removed or reworded.
      const texts = (name: string) => [textOf(name) ?? "", ...formerTexts(name)];
      const names = new Map([...held.flatMap((name) => texts(name).map((text) => [text, name] as const)), ...told]);
      names.delete("");
      const whole = hideMemories(toJson("state", turn.state), names);
      const after: JsonObject = JSON.parse(whole);
      const state = stateText(whole, after, before);
      const row = toRow(turn, { id, createdAt, previousHash: parent?.hash ?? "", state, names });
      keep(row, knownState(row, after, whole));
      return row;
    },

    made: (row) => turnFrom(row, stateOf(row)),

    read(row) {
      if (!isSound(row)) throw damaged(row);
      return turnFrom(row, stateOf(row));
    },

    past: (playthrough, limit) =>
      statements.past.all(playthrough, limit).map(({ id, scene, summary }) => ({
        id,
        scene,
        sceneRecord: summary === null ? {} : { summary: JSON.parse(showMemories(summary, textOf)) },
        memories: memoriesFrom(memoriesOf(id)),
      })),

    history(start, limit) {
      const rows: TurnRow[] = [];
      for (const row of lineage(start)) {
        if (rows.length >= limit) break;
        if (!isSound(row)) throw damaged(row);
        rows.push(row);
      }
      let state: JsonObject | null = null;
      return rows
        .reverse()
        .map((row) => {
          const known = state === null ? stateOf(row) : knownState(row, nextState(state, row.state));
          state = known.state;
          return turnFrom(row, known);
        })
        .reverse();
    },
  };
}

function knownState(row: TurnRow, state: JsonObject, whole = JSON.stringify(state)): KnownState {
  return { text: row.state, state, whole, names: namesIn(whole) };
}

function damaged(row: TurnRow): StoreError {
  return new StoreError(
    "damaged_turn",
    `Scene ${row.scene} of this story is damaged on the disk. The story can go on from an earlier scene.`,
  );
}
