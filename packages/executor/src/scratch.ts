import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

const PREFIX = "narratoria-run-";
/** A folder this young may belong to a runtime whose process id means nothing here, in another container. */
const YOUNG_MS = 10 * 60_000;
const swept = new Set<string>();
/** Not removed yet. What is left of them goes when the runtime exits, also without waiting for anything. */
const inUse = new Set<string>();
let removesOnExit = false;

/** The folder of one plan, in which each try of a tool finds an empty folder of its own. */
export interface Scratch {
  /**
   * @returns A new, empty folder: working folder, home and temporary folder of one try.
   * @throws What the file system reports when no folder can be made.
   */
  next(): string;
  /** Takes over the folders of another: they are removed with its own. */
  adopt(other: Scratch): void;
  remove(): Promise<void>;
}

/**
 * The scratch folder of a plan, open to its owner only. It is made when the first tool needs it, and the first one in a root
 * also removes what killed runtimes left there. Implements rules EX35 and EX43.
 *
 * @param root - The folder to make it in; the temporary folder unless given.
 */
export function makeScratch(root = tmpdir()): Scratch {
  let tries = 0;
  let folder: string | undefined;
  const adopted: Scratch[] = [];
  return {
    next: () => {
      folder ??= makeFolder(root);
      const path = join(folder, String(++tries));
      mkdirSync(path, { mode: 0o700 });
      return path;
    },
    adopt: (other) => {
      adopted.push(other);
    },
    remove: async () => {
      for (const other of adopted.splice(0)) await other.remove();
      if (folder === undefined) return;
      await rm(folder, { recursive: true, force: true });
      inUse.delete(folder);
    },
  };
}

function makeFolder(root: string): string {
  if (!swept.has(root)) {
    swept.add(root);
    sweepStale(root);
  }
  if (!removesOnExit) {
    removesOnExit = true;
    process.once("exit", () => {
      for (const folder of inUse) {
        try {
          rmSync(folder, { recursive: true, force: true });
        } catch {
          // A tool was quicker to write than it was to die. A later start sweeps it.
        }
      }
    });
  }
  const folder = mkdtempSync(join(root, `${PREFIX}${process.pid}-`));
  inUse.add(folder);
  return folder;
}

/** Not waited for by anyone: it is of use to the next run, not to this one. */
function sweepStale(root: string): void {
  for (const name of readdirSync(root)) {
    const pid = new RegExp(`^${PREFIX}(\\d+)-`).exec(name)?.[1];
    if (pid === undefined || isAlive(Number(pid))) continue;
    const path = join(root, name);
    const age = Date.now() - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
    if (age > YOUNG_MS) void rm(path, { recursive: true, force: true }).catch(() => {});
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}
