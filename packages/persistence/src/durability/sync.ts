/** What has been written is only sure to be there once the disk has been told so: the file, and the folder that names it. */
import { closeSync, fsyncSync, openSync } from "node:fs";
import { open } from "node:fs/promises";

export function syncFile(file: string): void {
  sync(file, "r+");
}

/** As `syncFile`, while everything else goes on: a large file may take seconds. */
export async function syncFileMeanwhile(file: string): Promise<void> {
  const handle = await open(file, "r+");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

export function syncFolder(folder: string): void {
  if (process.platform === "win32") return; // folders cannot be opened there, and renames are journalled
  sync(folder, "r");
}

function sync(path: string, flags: string): void {
  const handle = openSync(path, flags);
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
