import { mkdir, mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

const PREFIX = "narratoria-run-";
/** A folder this young may belong to a runtime whose process id means nothing here, in another container. */
const YOUNG_MS = 10 * 60_000;
const swept = new Set<string>();

/** The folder of one plan, in which each try of a tool finds an empty folder of its own. */
export interface Scratch {
  /** @returns A new, empty folder: working folder, home and temporary folder of one try. */
  next(): Promise<string>;
  remove(): Promise<void>;
}

/**
 * The scratch folder of a plan, open to its owner only. It is made when the first tool needs it, and the first one in a root
 * also removes what killed runtimes left there. Implements rules EX35 and EX43.
 *
 * @param root - The folder to make it in; the temporary folder unless given.
 */
export function makeScratch(root = tmpdir()): Scratch {
  let folder: Promise<string> | undefined;
  let tries = 0;
  return {
    next: async () => {
      folder ??= makeFolder(root);
      const path = join(await folder, String(++tries));
      await mkdir(path, { mode: 0o700 });
      return path;
    },
    remove: async () => {
      if (folder) await rm(await folder, { recursive: true, force: true });
    },
  };
}

async function makeFolder(root: string): Promise<string> {
  if (!swept.has(root)) {
    swept.add(root);
    await sweepStale(root);
  }
  return mkdtemp(join(root, `${PREFIX}${process.pid}-`));
}

async function sweepStale(root: string): Promise<void> {
  const names = await readdir(root).catch(() => []);
  await Promise.all(
    names.map(async (name) => {
      const pid = new RegExp(`^${PREFIX}(\\d+)-`).exec(name)?.[1];
      if (pid === undefined || isAlive(Number(pid))) return;
      try {
        const { mtimeMs } = await stat(join(root, name));
        if (Date.now() - mtimeMs > YOUNG_MS) await rm(join(root, name), { recursive: true, force: true });
      } catch {
        // Somebody else removed it, or it is not ours to remove.
      }
    }),
  );
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}
