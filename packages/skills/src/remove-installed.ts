import { randomBytes } from "node:crypto";
import { lstat, mkdir, rename, rm, unlink } from "node:fs/promises";
import { join } from "node:path";
import { WORK } from "./archive/names.js";

/**
 * Deletes an installed skill. It is out of sight at once and whole until then, so that whoever looks finds all of it or none.
 * Implements rule SK127.
 *
 * @param parent - The folder that skills are installed in.
 * @param folder - The name of the skill's folder there.
 * @throws What the file system reports.
 */
export async function removeInstalled(parent: string, folder: string): Promise<void> {
  const path = join(parent, folder);
  // A folder that an author linked here is the author's: only the link goes.
  if ((await lstat(path)).isSymbolicLink()) return unlink(path);
  // Called as an installation calls its own, so that the next one sweeps up what is left of a removal that was killed.
  const work = join(parent, `${WORK}${process.pid}-${randomBytes(6).toString("hex")}`);
  await mkdir(work, { mode: 0o700 });
  await rename(path, join(work, "gone"));
  await rm(work, { recursive: true, force: true });
}
