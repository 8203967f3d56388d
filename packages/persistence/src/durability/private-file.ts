import { chmodSync, closeSync, constants, fchmodSync, openSync, statSync } from "node:fs";

const OWNER_ONLY = 0o600;
const OTHERS = 0o077;

/**
 * Makes an empty file that nobody but its owner may read, for SQLite to fill: by itself it would make one that everybody can
 * read where the folder lets them in. What SQLite puts beside it, such as its log, has the same mode. Implements rule PE420.
 */
export function makePrivateFile(file: string): void {
  const handle = openSync(file, constants.O_WRONLY | constants.O_CREAT, OWNER_ONLY);
  try {
    fchmodSync(handle, OWNER_ONLY);
  } finally {
    closeSync(handle);
  }
}

/** Takes the right to read away from others, where a file of an older version has given it. */
export function keepPrivate(file: string): void {
  try {
    if (process.platform !== "win32" && (statSync(file).mode & OTHERS) !== 0) chmodSync(file, OWNER_ONLY);
  } catch {
    // It is not there, or belongs to somebody else, who decides about it.
  }
}
