import Database from "better-sqlite3";
import { NarratoriaError } from "@narratoria/protocol";

/**
 * What can be wrong with a store:
 * - `locked`: another Narratoria plays with this data folder;
 * - `newer_version`: the file was written by a newer Narratoria;
 * - `unwritable`: the folder or the file cannot be used (rights, a file in the way, a read-only disk);
 * - `corrupt`: the file is empty, damaged, or no database of ours; it is left as it is;
 * - `damaged_turn`: one turn reads back differently from how it was written; `Store.recover` goes back behind it;
 * - `disk_full`, `io`: the disk refused a read or a write; nothing of that call was kept;
 * - `busy`: another connection kept the file for longer than the wait;
 * - `read_only`, `closed`: the call does not fit the way this store was opened, or comes after `close()`;
 * - `no_addon`: the part of SQLite that is built for each machine is missing, or was built for another Node;
 * - `not_found`, `invalid`: the call names a playthrough, session or turn that is not there, or holds an unusable value.
 */
export type StoreErrorCode =
  | "locked"
  | "newer_version"
  | "unwritable"
  | "corrupt"
  | "damaged_turn"
  | "disk_full"
  | "io"
  | "busy"
  | "read_only"
  | "closed"
  | "no_addon"
  | "not_found"
  | "invalid";

/** The store cannot do what was asked. `message` is a sentence that can be shown to a player as it stands. */
export class StoreError extends NarratoriaError {
  override readonly name = "StoreError";
  constructor(
    readonly code: StoreErrorCode,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/**
 * Turns whatever SQLite or the file system threw into a `StoreError` with a sentence about `path`. Errors that are
 * neither (mistakes in our own code) come back unchanged.
 */
export function asStoreError(error: unknown, path: string): unknown {
  if (error instanceof StoreError) return error;
  if (error instanceof Database.SqliteError) return fromSqlite(error, path);
  const addon = addonFault(error);
  if (addon) return addon;
  // Text that was JSON when it was written.
  if (error instanceof SyntaxError) return corrupt(path, { cause: error });
  if (error instanceof Error && "code" in error && typeof error.code === "string") {
    return fromSystem(error, error.code, path);
  }
  return error;
}

/**
 * What it means that better-sqlite3 does not load, and what to do: an installation without scripts, as pnpm's is by default, leaves its
 * addon unbuilt. Implements rule PE460.
 *
 * @returns Null for any other error.
 */
export function addonFault(error: unknown): StoreError | null {
  if (!(error instanceof Error)) return null;
  const code = "code" in error ? error.code : undefined;
  const missing = /bindings file|module root given file|better_sqlite3\.node/.test(error.message);
  if (code !== "ERR_DLOPEN_FAILED" && !missing) return null;
  const why =
    code === "ERR_DLOPEN_FAILED"
      ? `The addon of better-sqlite3 does not load in this ${runtimeName()}.`
      : "The addon of better-sqlite3 has not been built, as packages were installed without running their scripts.";
  return new StoreError("no_addon", `${why} ${howToBuild()}`, { cause: error });
}

const runtimeName = (): string =>
  process.versions["electron"] === undefined
    ? `Node ${process.versions.node}`
    : `Electron ${process.versions["electron"]}`;

const howToBuild = (): string =>
  process.versions["electron"] === undefined
    ? "Build it with `npm rebuild better-sqlite3 --ignore-scripts=false`, or with pnpm by `pnpm approve-builds`, then `pnpm rebuild better-sqlite3`."
    : "Build it for Electron with `npx @electron/rebuild --only better-sqlite3`, and leave better-sqlite3 out of bundles.";

function fromSqlite(error: Error & { code: string }, path: string): StoreError {
  const cause = { cause: error };
  const code = error.code;
  if (code.startsWith("SQLITE_NOTADB") || code.startsWith("SQLITE_CORRUPT")) return corrupt(path, cause);
  // A file that holds no story, but has to be made longer for one to be opened.
  if (code.startsWith("SQLITE_FULL") || code === "SQLITE_IOERR_SHMSIZE") return diskFull(path, cause);
  if (code.startsWith("SQLITE_BUSY") || code.startsWith("SQLITE_LOCKED")) {
    return new StoreError("busy", `${path} is in use by another program. Try again in a moment.`, cause);
  }
  if (code.startsWith("SQLITE_CANTOPEN") || code.startsWith("SQLITE_READONLY") || code.startsWith("SQLITE_PERM")) {
    return unwritable(path, cause);
  }
  if (code.startsWith("SQLITE_CONSTRAINT")) {
    return new StoreError("invalid", `The store refused a record: ${error.message}.`, cause);
  }
  return new StoreError(
    "io",
    `The disk could not read or write ${path}. Check that it is healthy and has room.`,
    cause,
  );
}

function fromSystem(error: Error, code: string, path: string): unknown {
  const cause = { cause: error };
  if (code === "ENOSPC" || code === "EDQUOT") return diskFull(path, cause);
  if (["EACCES", "EPERM", "EROFS", "ENOTDIR", "EEXIST", "EISDIR", "ENOENT", "ENAMETOOLONG", "ELOOP"].includes(code)) {
    return unwritable(path, cause);
  }
  if (code === "EIO") {
    return new StoreError("io", `The disk could not read or write ${path}. Check that it is healthy.`, cause);
  }
  return error;
}

export function corrupt(path: string, options?: ErrorOptions): StoreError {
  return new StoreError(
    "corrupt",
    `${path} is damaged or is not a Narratoria database. It has been left as it is. ` +
      "A repair brings back what can be read of it and of its backups, and keeps it aside.",
    options,
  );
}

function diskFull(path: string, options: ErrorOptions): StoreError {
  return new StoreError(
    "disk_full",
    `There is no room left to save ${path}. Free some space and try again. What was told before can be read and exported meanwhile.`,
    options,
  );
}

function unwritable(path: string, options: ErrorOptions): StoreError {
  return new StoreError(
    "unwritable",
    `Narratoria cannot write to ${path}. Choose another data folder, or make this one writable.`,
    options,
  );
}
