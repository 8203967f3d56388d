/** The folders in which the files lie that skills made, one for each story. */
import { readdir, rename } from "node:fs/promises";
import { join } from "node:path";
import { removeTree } from "@narratoria/protocol/files";
import type { Store } from "@narratoria/persistence";
import { tracesOfStory } from "./timeline/kept-traces.js";

const ASIDE = ".deleted-";

/** @param id - Of a playthrough that is there: it becomes part of a path. */
export function assetsOfStory(dataDir: string, id: string): string {
  return join(dataDir, "assets", id);
}

/**
 * Deletes a story with the files of its scenes: all of it, or where that fails nothing. The files are put aside first, so that
 * whatever ends the program in between, `finishDeleting` knows what was to go.
 *
 * @returns False where there is no such story.
 */
export async function deleteStory(dataDir: string, store: Store, id: string): Promise<boolean> {
  if (!(await store.playthrough(id))) return store.deletePlaythrough(id);
  const [folder, aside] = [assetsOfStory(dataDir, id), assetsOfStory(dataDir, `${ASIDE}${id}`)];
  const moved = await succeeds(rename(folder, aside));
  try {
    const deleted = await store.deletePlaythrough(id);
    if (moved) await succeeds(removeTree(aside));
    await succeeds(removeTree(tracesOfStory(dataDir, id)));
    return deleted;
  } catch (error) {
    if (moved) await succeeds(rename(aside, folder));
    throw error;
  }
}

/** Brings to its end what was being deleted when the program ended, or takes it back. */
export async function finishDeleting(dataDir: string, store: Store): Promise<void> {
  const names = await readdir(assetsOfStory(dataDir, "")).catch(() => []);
  for (const name of names) {
    if (!name.startsWith(ASIDE)) continue;
    const id = name.slice(ASIDE.length);
    const aside = assetsOfStory(dataDir, name);
    if (await store.playthrough(id)) await succeeds(rename(aside, assetsOfStory(dataDir, id)));
    else await succeeds(removeTree(aside));
  }
  for (const id of await readdir(tracesOfStory(dataDir, "")).catch(() => []))
    if (!(await store.playthrough(id))) await succeeds(removeTree(tracesOfStory(dataDir, id)));
}

/** What cannot be done now is tried again at the next start. */
async function succeeds(work: Promise<unknown>): Promise<boolean> {
  return work.then(
    () => true,
    () => false,
  );
}
