/** Turns that read back differently from how they were written, taken from a backup that has them as they were. */
import type Database from "better-sqlite3";
import { sideHashOfTurn } from "../hashed-rows.js";
import { isSideSound, isSound, matterOfTurn, type TurnRow, withSideRestored } from "../turn.js";
import { followOn, turnAt } from "./edits.js";
import { flippedBit } from "./flipped-bit.js";

/** Time for looking for flipped bits, in all turns together. */
const PATIENCE_MS = 5_000;

/** Ids of the turns that are not what was once written, in whole or in what is told of them in lists. */
export function unsoundTurns(db: Database.Database): string[] {
  const ids: string[] = [];
  for (const row of db.prepare<[], TurnRow>("select * from turns").iterate())
    if (!isSound(row) || !isSideSound(row)) ids.push(row.id);
  return ids;
}

/**
 * Puts turns back as they were, all that the source has or nothing.
 *
 * @param source - A backup of the same format; null to try without one.
 * @returns The ids of those that it does not help with.
 */
export function mendTurns(db: Database.Database, source: Database.Database | null, ids: readonly string[]): string[] {
  const rows = db.prepare<[string], TurnRow>("select * from turns where id = ?");
  const backups = source?.prepare<[string], TurnRow>("select * from turns where id = ?");
  const put = putter(db);
  const until = performance.now() + PATIENCE_MS;
  return db.transaction(() =>
    ids.filter((id) => {
      const row = rows.get(id);
      const backup = backups?.get(id);
      const whole = backup && isSound(backup) && isSideSound(backup) ? backup : null;
      const before = whole ?? (row && (isSound(row) ? withSideRestored(row) : withBitRestored(row, until)));
      if (!before) return true;
      put(before);
      standOn(db, before);
      return false;
    }),
  )();
}

/** A turn without the one bit that the disk flipped in it; null where that is not what it is. */
function withBitRestored(row: TurnRow, until: number): TurnRow | null {
  const flipped = flippedBit(matterOfTurn(row), until);
  if (flipped === null || flipped === "undecided") return null;
  const before: TurnRow = { ...row, [flipped.column]: flipped.value };
  return isSound(before) && isSideSound(before) ? before : null;
}

/** Has a turn that was put back follow on the one before it, where that was changed by hand since. */
function standOn(db: Database.Database, row: TurnRow): void {
  const parent = row.parent === null ? null : turnAt(db, row.parent);
  if (!parent || parent.hash === row.previous_hash || !isSound(parent)) return;
  followOn(db, row.previous_hash, parent);
}

/**
 * Keeps of the turns that no backup has what is told of them in lists, where that alone is damaged.
 *
 * @returns How many were kept so, and how many stay damaged.
 */
export function settleTurns(
  db: Database.Database,
  ids: readonly string[],
): { readonly doubtful: number; readonly damaged: number } {
  const rows = db.prepare<[string], TurnRow>("select * from turns where id = ?");
  const put = putter(db);
  return db.transaction(() => {
    const sound = ids.flatMap((id) => rows.get(id) ?? []).filter(isSound);
    for (const row of sound) put({ ...row, side_hash: sideHashOfTurn({ ...row }) });
    return { doubtful: sound.length, damaged: ids.length - sound.length };
  })();
}

function putter(db: Database.Database): (row: TurnRow) => void {
  const columns = db
    .prepare<[], string>("select name from pragma_table_info('turns') where name <> 'id'")
    .pluck()
    .all();
  const put = db.prepare<[TurnRow]>(
    `update turns set ${columns.map((column) => `${column} = :${column}`).join(", ")} where id = :id`,
  );
  return (row) => void put.run(row);
}
