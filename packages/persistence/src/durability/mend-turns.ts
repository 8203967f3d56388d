/** Turns that read back differently from how they were written, taken from a backup that has them as they were. (HARDENING 2.6) */
import type Database from "better-sqlite3";
import { isSound, type TurnRow } from "../turn.js";

/** Ids of the turns whose hash does not hold. */
export function unsoundTurns(db: Database.Database): string[] {
  const ids: string[] = [];
  for (const row of db.prepare<[], TurnRow>("select * from turns").iterate()) if (!isSound(row)) ids.push(row.id);
  return ids;
}

/**
 * Puts turns back as they were, all that the source has or nothing.
 *
 * @param source - A backup of the same format.
 * @returns The ids of those that it does not have either.
 */
export function mendTurns(db: Database.Database, source: Database.Database, ids: readonly string[]): string[] {
  const columns = db
    .prepare<[], string>("select name from pragma_table_info('turns') where name <> 'id'")
    .pluck()
    .all();
  const find = source.prepare<[string], TurnRow>("select * from turns where id = ?");
  const put = db.prepare<[TurnRow]>(
    `update turns set ${columns.map((column) => `${column} = :${column}`).join(", ")} where id = :id`,
  );
  return db.transaction(() =>
    ids.filter((id) => {
      const row = find.get(id);
      if (row === undefined || !isSound(row)) return true;
      put.run(row);
      return false;
    }),
  )();
}
