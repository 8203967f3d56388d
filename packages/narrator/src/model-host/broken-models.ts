import { renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readPlainFileSync } from "@narratoria/protocol/files";

/** Files that no process could load. Implements rule NA290. */
export interface BrokenModels {
  /** Why a file is not to be tried: a sentence; null where nothing is known of it, or it is another by now. */
  faultOf(path: string): string | null;
  add(path: string, fault: string): void;
}

interface Broken {
  readonly bytes: number;
  readonly mtimeMs: number;
  readonly fault: string;
}

const FILE = "broken-models.json";
/** Nobody has so many models; a file that grows on and on has been tampered with. */
const MOST = 50;

/**
 * What a folder remembers of broken models; this process alone where none is named, or where it cannot be written to.
 *
 * @param folder - The data folder.
 */
export function brokenModelsIn(folder?: string): BrokenModels {
  const here = new Map<string, Broken>();
  let read = folder === undefined;
  const known = (): Map<string, Broken> => {
    if (!read && folder !== undefined) {
      for (const [path, broken] of readBroken(folder)) here.set(path, broken);
    }
    read = true;
    return here;
  };
  return {
    faultOf: (path) => {
      const broken = known().get(path);
      const info = broken && statSync(path, { throwIfNoEntry: false });
      return broken && info?.size === broken.bytes && info.mtimeMs === broken.mtimeMs ? broken.fault : null;
    },
    add: (path, fault) => {
      const info = statSync(path, { throwIfNoEntry: false });
      if (!info) return;
      known().set(path, { bytes: info.size, mtimeMs: info.mtimeMs, fault });
      if (folder !== undefined) writeBroken(folder, here);
    },
  };
}

/** Has a file tried again, since the player asked for it or it was found to be sound. */
export function forgetBroken(folder: string, path: string): void {
  const known = new Map(readBroken(folder));
  if (known.delete(path)) writeBroken(folder, known);
}

function readBroken(folder: string): [string, Broken][] {
  try {
    const value: unknown = JSON.parse(readPlainFileSync(join(folder, FILE)));
    return Object.entries(value ?? {}).filter((entry): entry is [string, Broken] => isBroken(entry[1]));
  } catch {
    return [];
  }
}

function writeBroken(folder: string, known: ReadonlyMap<string, Broken>): void {
  const path = join(folder, FILE);
  try {
    if (known.size === 0) return rmSync(path, { force: true });
    const text = JSON.stringify(Object.fromEntries([...known].slice(-MOST)), null, 2);
    writeFileSync(`${path}.new`, `${text}\n`, { mode: 0o600 });
    renameSync(`${path}.new`, path);
  } catch {
    // Then it is tried once more at the next start, which costs a scene its model and no more.
  }
}

function isBroken(value: unknown): value is Broken {
  if (typeof value !== "object" || value === null) return false;
  const { bytes, mtimeMs, fault }: Partial<Record<keyof Broken, unknown>> = value;
  return typeof bytes === "number" && typeof mtimeMs === "number" && typeof fault === "string";
}
