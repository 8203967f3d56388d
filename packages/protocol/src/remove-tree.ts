import { randomBytes } from "node:crypto";
import {
  closeSync,
  constants,
  type Dirent,
  existsSync,
  lstatSync,
  openSync,
  readdirSync,
  rmdirSync,
  unlinkSync,
} from "node:fs";
import { chmod, lstat, open, readdir, rename, rmdir, unlink } from "node:fs/promises";
import { sep } from "node:path";

/** Folders that somebody may have nested; a tree that still grows under our hands is given up at last. */
const MOST_ROUNDS = 100_000;
/** Each level holds a descriptor open. */
const MOST_LEVELS_AT_ONCE = 64;

/**
 * Removes a folder with all that is in it, also where it goes deeper than a path can say, or has parts that its owner has
 * shut. No link is followed. On Linux that holds whatever another process does to the tree meanwhile, such as putting a link
 * in the place of a folder that is about to be read; elsewhere such a process must be gone. Implements rules PR400 to PR402.
 *
 * @param folder - An absolute path. Where it names a link or a file, that alone is removed; where nothing is, nothing is done.
 * @throws What the file system reports where something cannot be removed.
 */
export async function removeTree(folder: string): Promise<void> {
  const path = Buffer.from(folder);
  const held = await hold(path);
  if (held === null) {
    await unless(GONE, unlink(path));
    return;
  }
  try {
    await clear(held);
  } finally {
    await held.close();
  }
  await unless(GONE, rmdir(path));
}

/**
 * Removes what is in a folder, by the same rules and at once: for an exit, and for a few files.
 *
 * @param most - How many files and folders at most.
 * @returns Whether the folder is empty now. The rest is left to `removeTree`.
 */
export function clearFolderNow(folder: string, most: number): boolean {
  return clearNow(Buffer.from(folder), { left: most }, 0);
}

/** A folder that stays the same one whatever becomes of its name. */
interface HeldFolder {
  /** Where what is in it is reached. */
  readonly path: Buffer;
  close(): Promise<void>;
}

/**
 * Brings the folders of the second level up to the first until there are none: no path grows longer than a few names, and two
 * descriptors are enough.
 */
async function clear(top: HeldFolder): Promise<void> {
  const prefix = `.${randomBytes(8).toString("hex")}-`;
  let brought = 0;
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const names = await removeFiles(top);
    if (names.length === 0) return;
    for (const name of names) {
      const path = inside(top, name);
      if (await wasEmpty(path)) continue;
      const held = await hold(path);
      // Something else has the name by now, and the next round sees to that.
      if (held === null) continue;
      try {
        for (const inner of await removeFiles(held)) {
          await bringUp(inside(held, inner), inside(top, Buffer.from(`${prefix}${++brought}`)));
        }
      } finally {
        await held.close();
      }
      await unless(CHANGED, rmdir(path));
    }
  }
}

/** Removes all that is no folder. @returns The names of the folders. */
async function removeFiles(held: HeldFolder): Promise<Buffer[]> {
  const folders: Buffer[] = [];
  for (const entry of await entriesIn(held)) {
    if (entry.isDirectory()) folders.push(entry.name);
    else await unless(CHANGED, unlink(inside(held, entry.name)));
  }
  return folders;
}

async function entriesIn(held: HeldFolder): Promise<Dirent<Buffer>[]> {
  await openUp(held);
  try {
    return await readdir(held.path, { withFileTypes: true, encoding: "buffer" });
  } catch (error) {
    if (codeOf(error) === "ENOENT") return [];
    throw error;
  }
}

/** A folder that its owner may not read, write in or enter can be neither emptied nor moved. */
async function openUp({ path }: HeldFolder): Promise<void> {
  await unless(NOT_OURS, chmod(path, 0o700));
}

async function bringUp(from: Buffer, to: Buffer): Promise<void> {
  const held = await hold(from);
  if (held === null) return;
  try {
    await openUp(held);
  } finally {
    await held.close();
  }
  await unless(CHANGED, rename(from, to));
}

async function wasEmpty(path: Buffer): Promise<boolean> {
  return unless(NOT_EMPTY, rmdir(path));
}

/** @returns Null where there is no folder of that name: nothing, a file or a link. */
async function hold(path: Buffer): Promise<HeldFolder | null> {
  try {
    if (!BY_DESCRIPTOR) return (await lstat(path)).isDirectory() ? { path, close: async () => {} } : null;
    const handle = await open(path, HOLD);
    return { path: descriptorPath(handle.fd), close: () => handle.close() };
  } catch (error) {
    if (NO_FOLDER.has(codeOf(error))) return null;
    throw error;
  }
}

function clearNow(path: Buffer, room: { left: number }, level: number): boolean {
  let descriptor: number | undefined;
  try {
    if (BY_DESCRIPTOR) descriptor = openSync(path, HOLD);
    else if (!lstatSync(path).isDirectory()) return false;
    const held = { path: descriptor === undefined ? path : descriptorPath(descriptor) };
    for (const entry of readdirSync(held.path, { withFileTypes: true, encoding: "buffer" })) {
      if (room.left-- <= 0) return false;
      const one = inside(held, entry.name);
      if (!entry.isDirectory()) unlinkSync(one);
      else if (level >= MOST_LEVELS_AT_ONCE || !clearNow(one, room, level + 1)) return false;
      else rmdirSync(one);
    }
    return true;
  } catch {
    return false;
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}

/** Names are bytes: somebody may have given a file one that is no text. */
function inside({ path }: Pick<HeldFolder, "path">, name: Buffer): Buffer {
  return Buffer.concat([path, Buffer.from(sep), name]);
}

/** The kernel takes what follows for a path below the folder that is open, not below a name. */
function descriptorPath(descriptor: number): Buffer {
  return Buffer.from(`/proc/self/fd/${descriptor}`);
}

const BY_DESCRIPTOR = process.platform === "linux" && existsSync("/proc/self/fd");
/** Opens a folder to reach what is in it, also one that may not be read. Node has no name for it. */
const O_PATH = 0o10000000;
const HOLD = O_PATH | (constants.O_DIRECTORY ?? 0) | (constants.O_NOFOLLOW ?? 0);

const NO_FOLDER: ReadonlySet<string> = new Set(["ENOENT", "ENOTDIR", "ELOOP"]);
const GONE: ReadonlySet<string> = new Set(["ENOENT"]);
/** It is not what it was when it was listed; the next round looks again. */
const CHANGED: ReadonlySet<string> = new Set(["ENOENT", "ENOTDIR", "ELOOP", "EISDIR", "ENOTEMPTY", "EEXIST"]);
/** Another's folder may be one that we can remove all the same. */
const NOT_OURS: ReadonlySet<string> = new Set(["ENOENT", "EPERM", "EROFS", "ENOTSUP"]);
const NOT_EMPTY: ReadonlySet<string> = new Set([...CHANGED, "EACCES", "EPERM"]);

/** @returns Whether it was done; false for an error that was to be expected. */
async function unless(expected: ReadonlySet<string>, work: Promise<unknown>): Promise<boolean> {
  try {
    await work;
    return true;
  } catch (error) {
    if (expected.has(codeOf(error))) return false;
    throw error;
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "";
}
