import { chmod, readdir, rename, rm, rmdir } from "node:fs/promises";
import { sep } from "node:path";

/** Folders that a tool may have nested; a tree that still grows under our hands is given up at last. */
const MOST_LEVELS = 100_000;

/**
 * Removes a folder with all that is in it, also where it goes deeper than a path can say, or has parts that its owner has shut.
 * Implements rule EX132.
 *
 * @param folder - An absolute path; where there is none, nothing is done.
 * @throws What the file system reports where something cannot be removed.
 */
export async function removeTree(folder: string): Promise<void> {
  try {
    await rm(folder, { recursive: true, force: true });
  } catch {
    await removeByLevels(Buffer.from(folder));
  }
}

/**
 * Brings the folders of the second level up to the first until there are none: no path grows longer than three names. The
 * attempt before it may still be at work, so what is gone meanwhile is as good as removed.
 */
async function removeByLevels(folder: Buffer): Promise<void> {
  let brought = 0;
  await unlessGone(chmod(folder, 0o700));
  for (let level = 0; level < MOST_LEVELS; level++) {
    const paths = await foldersLeft(folder);
    if (paths.length === 0) break;
    for (const path of paths) {
      for (const inner of await foldersLeft(path)) {
        const name = `${process.pid}-${Date.now()}-${++brought}`;
        await unlessGone(rename(inner, inside(folder, Buffer.from(name))));
      }
      await unlessGone(rmdir(path));
    }
  }
  await unlessGone(rmdir(folder));
}

/** Removes all that is no folder from a folder. @returns The folders in it, which may now be opened and moved. */
async function foldersLeft(folder: Buffer): Promise<Buffer[]> {
  const left: Buffer[] = [];
  // Names are bytes: a tool may give a file one that is no text.
  for (const entry of (await unlessGone(readdir(folder, { withFileTypes: true, encoding: "buffer" }))) ?? []) {
    const path = inside(folder, entry.name);
    if (!entry.isDirectory()) await rm(path, { force: true });
    else {
      await unlessGone(chmod(path, 0o700));
      left.push(path);
    }
  }
  return left;
}

function inside(folder: Buffer, name: Buffer): Buffer {
  return Buffer.concat([folder, Buffer.from(sep), name]);
}

async function unlessGone<T>(done: Promise<T>): Promise<T | undefined> {
  try {
    return await done;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw error;
  }
}
