import { lstat, opendir } from "node:fs/promises";
import { join } from "node:path";

/** What lies in a folder. */
export interface FolderUse {
  readonly bytes: number;
  readonly entries: number;
}

/**
 * What a folder holds, as far as it is worth counting. Links are not followed; what vanishes meanwhile is not counted. Implements
 * rule EX257.
 *
 * @param most - Where to stop: what holds more than that is over in any case.
 */
export async function folderUse(folder: string, most: FolderUse): Promise<FolderUse> {
  let bytes = 0;
  let entries = 0;
  const left = [folder];
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    try {
      for await (const entry of await opendir(next)) {
        const path = join(next, entry.name);
        if (entry.isDirectory()) left.push(path);
        // Blocks rather than lengths: a file full of holes takes no room.
        else bytes += await lstat(path).then(({ blocks }) => blocks * BLOCK_BYTES, NOTHING);
        if (++entries > most.entries || bytes > most.bytes) return { bytes, entries };
      }
    } catch {
      // Removed, or shut by the skill itself.
    }
  }
  return { bytes, entries };
}

const BLOCK_BYTES = 512;
const NOTHING = (): number => 0;
