/** Records that can be read no more, put back from a backup or taken out, so that everything beside them can be used. (HARDENING 2.6) */
import type Database from "better-sqlite3";

/** A row of `records`, called `r`, of which a part that should be JSON is none. */
export const UNREADABLE =
  "not (json_valid(r.record) and json_valid(r.people) and json_valid(r.factions) and json_valid(r.tags))";

/** Numbers of the records that can be read no more. */
export function unreadableRecords(db: Database.Database): number[] {
  return db.prepare<[], number>(`select number from records r where ${UNREADABLE}`).pluck().all();
}

/**
 * Puts records back as they were.
 *
 * @param source - A backup of the same format.
 * @returns The numbers of those that it does not have either.
 */
export function mendRecords(db: Database.Database, source: Database.Database, numbers: readonly number[]): number[] {
  const columns = db
    .prepare<[], string>("select name from pragma_table_info('records') where name not in ('number', 'id')")
    .pluck()
    .all();
  const find = source.prepare<[number], Record<string, unknown>>(
    `select * from records r where number = ? and not ${UNREADABLE}`,
  );
  // A number may be another record's where the story went on differently after the backup.
  const put = db.prepare(
    `update records set ${columns.map((column) => `${column} = :${column}`).join(", ")} where number = :number and id = :id`,
  );
  return db.transaction(() =>
    numbers.filter((number) => {
      const row = find.get(number);
      return row === undefined || put.run(row).changes === 0;
    }),
  )();
}

/** Takes records out that no backup has. The journal then names them as forgotten. */
export function dropRecords(db: Database.Database, numbers: readonly number[]): void {
  const remove = db.prepare<[number]>("delete from records where number = ?");
  db.transaction(() => {
    for (const number of numbers) remove.run(number);
  })();
}
