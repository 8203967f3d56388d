/** Turns that read back differently from how they were written, taken from a backup that has them as they were. */
import type Database from "better-sqlite3";
import { sideHashOfTurn } from "../hashed-rows.js";
import { isSideSound, isSound, type TurnRow, withSideRestored } from "../turn.js";

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
  return db.transaction(() =>
    ids.filter((id) => {
      const row = rows.get(id);
      const backup = backups?.get(id);
      const whole = backup && isSound(backup) && isSideSound(backup) ? backup : null;
      const before = whole ?? (row && isSound(row) ? withSideRestored(row) : null);
      if (before !== null) put(before);
      return before === null;
    }),
  )();
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
