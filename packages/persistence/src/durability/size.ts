/** What a data folder takes up on the disk. */
import { statSync } from "node:fs";
import type Database from "better-sqlite3";
import { backupFiles } from "./backups.js";
import { reserveFile } from "./reserve.js";

/** In bytes. */
export interface StoreSize {
  /** The database with its log: all stories, and what is shared by them. */
  readonly database: number;
  readonly backups: number;
  /** Set aside for a disk that fills up. */
  readonly reserve: number;
  /** What each story holds of the database, by its id: turns, records and vectors, without the indexes over them. */
  readonly stories: Readonly<Record<string, number>>;
}

// The length of a column stands in the head of its row: none of the texts is read.
const BYTES_OF_STORIES = `
  select p.id,
    (select coalesce(sum(octet_length(choice) + octet_length(rolls) + octet_length(patches) + octet_length(scene_record)
      + octet_length(plans) + octet_length(results) + octet_length(state)), 0) from turns where playthrough = p.id)
    + (select coalesce(sum(octet_length(text) + octet_length(names) + octet_length(record)), 0) from records where playthrough = p.id)
    + (select coalesce(sum(octet_length(vector)), 0) from vectors where playthrough = p.id) as bytes
  from playthroughs p`;

export function sizeOf(db: Database.Database, file: string, dataDir: string): StoreSize {
  const stories = db.prepare<[], { id: string; bytes: number }>(BYTES_OF_STORIES).all();
  return {
    database: bytesOf(file) + bytesOf(`${file}-wal`),
    backups: backupFiles(dataDir).reduce((sum, one) => sum + bytesOf(one), 0),
    reserve: bytesOf(reserveFile(dataDir)),
    stories: Object.fromEntries(stories.map(({ id, bytes }) => [id, bytes])),
  };
}

function bytesOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}
