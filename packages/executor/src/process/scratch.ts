import { mkdirSync, mkdtempSync, rmdirSync, statSync } from "node:fs";
import { readdir, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inSlices } from "@narratoria/protocol";
import { clearFolderNow, removeTree } from "@narratoria/protocol/files";
import { endOrphans } from "./strays.js";

const PREFIX = "narratoria-run-";
const SCRATCH_NAME = new RegExp(`^${PREFIX}(\\d+)-`);
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
  remove(): Promise<void>;
}

/**
 * The scratch folder of a plan, open to its owner only. It is made when the first tool needs it, and the first one in a root
 * also removes what killed runtimes left there, folders and processes. Implements rules EX35, EX43 and EX101.
 *
 * @param root - The folder to make it in; the temporary folder unless given.
 */
export function makeScratch(root?: string): Scratch {
  let tries = 0;
  let folder: string | undefined;
  return {
    next: () => {
      folder ??= makeFolder(root ?? temporaryFolder());
      const path = join(folder, String(++tries));
      mkdirSync(path, { mode: 0o700 });
      return path;
    },
    remove: async () => {
      if (folder === undefined) return;
      await removeTree(folder);
      inUse.delete(folder);
    },
  };
}

/** What the environment names as temporary folder need not be there. */
export function temporaryFolder(): string {
  const named = tmpdir();
  const usual = "/tmp";
  return statSync(named, { throwIfNoEntry: false })?.isDirectory() || process.platform === "win32" ? named : usual;
}

function makeFolder(root: string): string {
  if (!swept.has(root)) {
    swept.add(root);
    void sweepStale(root).catch(() => {});
  }
  if (!removesOnExit) {
    removesOnExit = true;
    process.once("exit", () => {
      for (const folder of inUse) {
        // A tool may be quicker to write than it is to die. A later start sweeps what is left.
        if (clearFolderNow(folder, Number.POSITIVE_INFINITY)) rmdirSync(folder);
      }
    });
  }
  const folder = mkdtempSync(join(root, `${PREFIX}${process.pid}-`));
  inUse.add(folder);
  return folder;
}

/** Not waited for by anyone: it is of use to the next run, not to this one. A temporary folder may hold ten thousand names. */
async function sweepStale(root: string): Promise<void> {
  const left = await inSlices(leftBehind(await readdir(root)));
  await endOrphans(left.map((name) => join(root, name)));
  for (const name of left) {
    const path = join(root, name);
    const age = Date.now() - ((await stat(path).catch(() => null))?.mtimeMs ?? Date.now());
    if (age > YOUNG_MS) void removeTree(path).catch(() => {});
  }
}

/** Names of the scratch folders whose runtimes are no more. */
function* leftBehind(names: readonly string[]): Generator<void, string[]> {
  const left: string[] = [];
  for (const name of names) {
    const pid = SCRATCH_NAME.exec(name)?.[1];
    if (pid === undefined) continue;
    yield;
    if (!isAlive(Number(pid))) left.push(name);
  }
  return left;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}
