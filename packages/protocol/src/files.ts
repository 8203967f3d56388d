import { randomBytes } from "node:crypto";
import { closeSync, constants, fstatSync, openSync, readFileSync } from "node:fs";
import { type FileHandle, open, realpath, rename, unlink } from "node:fs/promises";
import { dirname, join, sep } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { NarratoriaError } from "./errors.js";

export { clearFolderNow, removeTree } from "./remove-tree.js";

export type FileErrorCode = "bad_path" | "outside" | "not_found" | "unreadable" | "not_a_file";

/** A path was refused, or leads nowhere. */
export class FileError extends NarratoriaError {
  override readonly name = "FileError";
  constructor(
    readonly code: FileErrorCode,
    message: string,
    /** The path as it was given. */
    readonly path: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

const WINDOWS_DEVICE = /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$)(\..*)?$/i;

/**
 * Why a relative path may not be used, judged by its text alone.
 *
 * @param path - Components joined by `/` (on Windows no other separator either).
 * @param platform - As `process.platform`; a parameter so that the rules of one system can be tested on another.
 * @returns A phrase such as "it leads upwards", or null when the path is fit for use.
 */
export function pathFault(path: string, platform: NodeJS.Platform = process.platform): string | null {
  if (path === "") return "it is empty";
  if (path.includes("\0")) return "it holds a NUL character";
  for (const part of path.split("/")) {
    if (part === "") return "it is absolute or holds an empty part";
    if (part === ".") return 'it holds a part "."';
    if (part === "..") return "it leads upwards";
    if (platform !== "win32") continue;
    if (/[:\\]/.test(part)) return "it holds a character that Windows gives a meaning";
    if (/[. ]$/.test(part)) return "a part ends with a dot or a space";
    if (WINDOWS_DEVICE.test(part)) return `"${part}" is the name of a device`;
  }
  return null;
}

/**
 * Finds the file or folder that a relative path names, and makes sure that it lies inside its root once all links are
 * followed. Implements rules PR70 to PR73.
 *
 * @param root - The folder to stay in.
 * @param relative - A path with `/` between its parts, without `.` and `..`.
 * @returns The real path.
 * @throws {FileError} `bad_path` for a path refused by its text, `outside` when a link leads out of the root, `not_found`
 * when nothing is there, `unreadable` for any other fault of the file system.
 */
export async function resolveInside(root: string, relative: string): Promise<string> {
  const fault = pathFault(relative);
  if (fault !== null)
    throw new FileError("bad_path", `the path "${printable(relative)}" cannot be used: ${fault}`, relative);
  const realRoot = await follow(root, root);
  const real = await follow(join(root, relative), relative);
  const prefix = realRoot.endsWith(sep) ? realRoot : realRoot + sep;
  if (real !== realRoot && !real.startsWith(prefix)) {
    throw new FileError("outside", `the path "${printable(relative)}" leads out of its folder by a link`, relative);
  }
  return real;
}

async function follow(path: string, given: string): Promise<string> {
  try {
    return await realpath(path);
  } catch (error) {
    const code = errnoOf(error);
    const missing = code === "ENOENT" || code === "ENOTDIR";
    throw new FileError(
      missing ? "not_found" : "unreadable",
      missing ? `there is no file "${printable(given)}"` : `"${printable(given)}" cannot be read (${code})`,
      given,
      { cause: error },
    );
  }
}

/** Without O_NONBLOCK, opening a named pipe waits for a writer, in a thread that no signal and no exit ends. */
const READ_AT_ONCE = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

/**
 * Reads a text file that should be there and plain. A named pipe, a device or a folder in its place is an error at once.
 * Implements rule PR425.
 *
 * @throws {FileError} `not_a_file`. @throws Whatever the file system reports, unchanged.
 */
export async function readPlainFile(path: string): Promise<string> {
  const file = await open(path, READ_AT_ONCE);
  try {
    if (!(await file.stat()).isFile()) throw notAFile(path);
    return await file.readFile("utf8");
  } finally {
    await file.close();
  }
}

/** As `readPlainFile`, at once. */
export function readPlainFileSync(path: string): string {
  const file = openSync(path, READ_AT_ONCE);
  try {
    if (!fstatSync(file).isFile()) throw notAFile(path);
    return readFileSync(file, "utf8");
  } finally {
    closeSync(file);
  }
}

function notAFile(path: string): FileError {
  return new FileError("not_a_file", `"${printable(path)}" is not a plain file`, path);
}

/**
 * Replaces a file whole or not at all: written beside it, flushed to the disk, then renamed over it. On any error the old
 * file stands as it was and the new one is gone. Implements rules PR74 and PR75.
 *
 * @param path - The file to write; its folder must be there.
 * @param data - Text (written as UTF-8) or bytes.
 * @param options - `mode` of the file, owner only (0o600) unless given.
 * @throws Whatever the file system reports, unchanged.
 */
export async function writeFileAtomic(
  path: string,
  data: string | Uint8Array,
  options: { mode?: number } = {},
): Promise<void> {
  // Not named after the file: the longest name a folder can hold leaves no room for more.
  const temporary = join(dirname(path), `.narratoria-${randomBytes(8).toString("hex")}.tmp`);
  let file: FileHandle | null = null;
  try {
    file = await open(temporary, "wx", options.mode ?? 0o600);
    await file.writeFile(data);
    await file.sync();
    await file.close();
    file = null;
    await renameOver(temporary, path);
  } catch (error) {
    await file?.close().catch(() => undefined);
    await unlink(temporary).catch(() => undefined);
    throw error;
  }
  await syncFolder(dirname(path));
}

async function renameOver(from: string, to: string): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await rename(from, to);
    } catch (error) {
      // On Windows a virus scanner or an indexer may hold either file for a moment.
      const held = process.platform === "win32" && ["EPERM", "EBUSY", "EACCES"].includes(errnoOf(error));
      if (!held || attempt === 10) throw error;
      await delay(50);
    }
  }
}

/** Without this the rename itself may be lost with the power. Windows cannot do it, and some file systems refuse. */
async function syncFolder(path: string): Promise<void> {
  if (process.platform === "win32") return;
  let folder: FileHandle | null = null;
  try {
    folder = await open(path, "r");
    await folder.sync();
  } catch (error) {
    if (!["EINVAL", "EACCES", "EPERM", "ENOTSUP"].includes(errnoOf(error))) throw error;
  } finally {
    await folder?.close();
  }
}

function errnoOf(error: unknown): string {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "unknown";
}

function printable(path: string): string {
  return JSON.stringify(path.slice(0, 200)).slice(1, -1);
}
