import { randomBytes } from "node:crypto";
import { mkdir, rename } from "node:fs/promises";
import { join } from "node:path";
import { removeTree } from "@narratoria/protocol/files";
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
  // Called as an installation calls its own, so that the next one sweeps up what is left of a removal that was killed.
  const work = join(parent, `${WORK}${process.pid}-${randomBytes(6).toString("hex")}`);
  await mkdir(work, { mode: 0o700 });
  try {
    // Of a folder that an author linked here, only the link: neither step follows it.
    await rename(join(parent, folder), join(work, "gone"));
  } finally {
    // Processes of the skill may still be at work in its data folder.
    await removeTree(work);
  }
}
