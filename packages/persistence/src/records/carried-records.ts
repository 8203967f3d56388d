/** Records as a file of a playthrough carries them: what each turn did to them, and how that is kept where it is taken in. */
import type { JsonObject } from "@narratoria/protocol";
import { StoreError } from "../errors.js";
import type { HeldStories } from "./held-stories.js";
import { checkedRecord, shapeOf } from "./record-shapes.js";
import type { RecordTable } from "./record-table.js";
import type { DataType } from "./record-types.js";
import { timeOf, versionOf } from "./version-of.js";

/** A version of a record as a turn made it, for an export. */
export interface TurnRecord {
  readonly dataType: DataType;
  readonly id: string;
  readonly record: JsonObject;
  /** Whether the turn removed it. */
  readonly gone: boolean;
  readonly pinned: boolean;
  /** Milliseconds since 1970. */
  readonly timestamp: number;
  /** The in-game clock. */
  readonly minutes: number;
}

/** A memory that the turn is listed with already: all there is to say is that it is pinned. */
const isPinned = ({ dataType, gone, pinned }: TurnRecord): boolean => dataType === "memory" && !gone && pinned;

export class CarriedRecords {
  readonly #table: RecordTable;
  readonly #held: HeldStories;

  constructor(table: RecordTable, held: HeldStories) {
    this.#table = table;
    this.#held = held;
  }

  /**
   * Keeps the memories of a turn that was told elsewhere, as they were; the story need not stand there.
   *
   * @param names - As `namesFor` gave them for the turn.
   */
  takeIn(
    turn: {
      readonly id: string;
      readonly playthrough: string;
      readonly session: string;
      readonly created_at: number;
      readonly minutes: number | null;
    },
    memories: readonly { readonly id: string; readonly record: object }[],
    names: ReadonlyMap<string, string>,
    others: readonly TurnRecord[] = [],
  ): void {
    const { scope } = this.#held.get(turn.playthrough);
    const pinned = new Map(others.filter(isPinned).map((one) => [one.id, one]));
    const seen = new Set<string>();
    for (const { id, record: given } of memories) {
      if (seen.has(id)) throw new StoreError("invalid", `the memory ${id} is there twice.`);
      seen.add(id);
      const record = checkedRecord("memory", given, turn.created_at, true);
      this.#table.add({
        ...versionOf(turn.playthrough, "memory", record, names),
        id,
        turn: turn.id,
        born: scope.versionsOf("memory", id)[0]?.born ?? null,
        session: turn.session,
        timestamp: pinned.get(id)?.timestamp ?? timeOf(record, turn.created_at),
        minutes: pinned.get(id)?.minutes ?? turn.minutes ?? 0,
        pinned: pinned.has(id),
      });
    }
    for (const { dataType, id, record, gone, pinned: kept, timestamp, minutes } of others.filter(
      (one) => !isPinned(one),
    )) {
      if (!shapeOf(dataType).timeline) throw new StoreError("invalid", `A ${dataType} belongs to no turn.`);
      const checked = gone ? {} : checkedRecord(dataType, record, timestamp, true);
      // Looked at anew: a turn may have changed a record twice.
      const known = this.#held.get(turn.playthrough).scope;
      this.#table.add({
        ...versionOf(turn.playthrough, dataType, checked, names),
        id,
        turn: turn.id,
        born: known.versionsOf(dataType, id)[0]?.born ?? null,
        session: turn.session,
        timestamp,
        minutes,
        gone,
        pinned: kept,
      });
    }
  }

  /**
   * Keeps a record that belongs to no turn, as it was kept elsewhere.
   *
   * @throws StoreError `invalid` where it is no such record, or one takes the place of another.
   */
  takeInBeside(
    playthrough: string,
    session: string | null,
    { dataType, id, record, pinned, timestamp, minutes }: Omit<TurnRecord, "gone">,
  ): void {
    if (shapeOf(dataType).timeline) throw new StoreError("invalid", `A ${dataType} belongs to a turn.`);
    const fresh = versionOf(playthrough, dataType, checkedRecord(dataType, record, timestamp));
    const { scope } = this.#held.get(playthrough);
    if (scope.find(dataType, id) || (fresh.key !== null && scope.findByKey(dataType, fresh.key))) {
      throw new StoreError("invalid", `the ${dataType} ${id} is there twice.`);
    }
    this.#table.add({ ...fresh, id, turn: null, born: null, session, timestamp, minutes, pinned });
  }

  /** What a turn did to records, beside the memories it is listed with; and of those which the player has pinned. */
  ofTurn(playthrough: string, turn: string): TurnRecord[] {
    const { scope } = this.#held.get(playthrough);
    const records = scope.ofTurn(turn).flatMap(({ number, dataType, id, gone, pinned, timestamp, minutes }) => {
      if (dataType === "memory" && !gone && !pinned) return [];
      return [{ dataType, id, record: this.#table.record(number) ?? {}, gone, pinned, timestamp, minutes }];
    });
    // Pinning writes a memory anew, behind what came after it.
    return [...records.filter(isPinned), ...records.filter((one) => !isPinned(one))];
  }
}
