import { lstat, readdir } from "node:fs/promises";
import { join } from "node:path";

/** What the files of a folder and of the folders in it come to, in bytes. */
export async function folderBytes(folder: string): Promise<number> {
  let bytes = 0;
  for (const entry of await readdir(folder, { withFileTypes: true, recursive: true })) {
    if (entry.isFile()) bytes += (await lstat(join(entry.parentPath, entry.name))).size;
  }
  return bytes;
}
