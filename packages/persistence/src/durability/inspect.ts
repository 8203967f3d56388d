/** Whether a file is a database of ours, of a format that is known here, and holds nothing that is not ours. */
import Database from "better-sqlite3";
import { corrupt, StoreError } from "../errors.js";
import { APPLICATION_ID, type Migration, migrate, schemaVersion } from "../schema.js";

/** A story's place in the file is not covered by the hash of a turn. */
const STANDS_NOWHERE = `
  select 1 from playthroughs p where head is not null and not exists (select 1 from turns where id = p.head and playthrough = p.id)`;

/**
 * Looks at an open database without writing to it, and returns its format.
 *
 * @param file - Its name, for the sentence.
 * @param steps - The migrations that are known here.
 * @throws {StoreError} `corrupt` when it is not ours, has tables, views or triggers that are not, or has a story that stands
 *   nowhere; `newer_version`.
 */
export function formatOf(db: Database.Database, file: string, steps: readonly Migration[]): number {
  if (Number(db.pragma("application_id", { simple: true })) !== APPLICATION_ID) throw corrupt(file);
  const version = schemaVersion(db);
  if (version > steps.length) {
    throw new StoreError(
      "newer_version",
      `${file} was written by a newer Narratoria (format ${version}; this one reads up to ${steps.length}). ` +
        `Update Narratoria, or choose another folder.`,
    );
  }
  if (version < 1 || thingsIn(db) !== ownThings(steps, version)) throw corrupt(file);
  if (db.prepare(STANDS_NOWHERE).get() !== undefined) throw corrupt(file);
  return version;
}

const known = new Map<Migration | undefined, string>();

/** The things in a database of ours of a format. */
function ownThings(steps: readonly Migration[], version: number): string {
  const last = steps[version - 1];
  const found = known.get(last);
  if (found !== undefined) return found;
  const db = new Database(":memory:");
  try {
    migrate(db, steps.slice(0, version));
    const things = thingsIn(db);
    known.set(last, things);
    return things;
  } finally {
    db.close();
  }
}

/** All that stands in a schema, in one text, whatever comments it was written with. */
function thingsIn(db: Database.Database): string {
  const things = db.prepare<[], { type: string; name: string; tbl_name: string; sql: string | null }>(
    `select type, name, tbl_name, sql from sqlite_schema where name not like 'sqlite\\_%' escape '\\' order by type, name`,
  );
  return JSON.stringify(
    things.all().map(({ sql, ...thing }) => ({ ...thing, sql: sql?.replace(/--[^\n]*/g, "").replace(/\s+/g, " ") })),
  );
}
