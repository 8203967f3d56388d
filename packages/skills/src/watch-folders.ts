import { existsSync } from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";
import type { SkillFolder } from "./discover-skills.js";

/** Tells when something in folders of skills changed and then was quiet for a while. */
export interface FolderWatch {
  /** Settles when changes are seen from then on. */
  readonly ready: Promise<void>;
  close(): Promise<void>;
}

/** Long enough for the copy of a folder to go on to its next file. */
const QUIET_MS = 500;
/** Folders of a skill that are watched: its own, and those inside of it. */
const DEPTH = 3;

export interface WatchOptions {
  /** So many milliseconds without a change come before it is told; 500 unless given. */
  readonly quietMs?: number;
  /** Single files to watch as well, which need not be there yet. Their folders must be. */
  readonly files?: readonly string[];
}

/**
 * Watches folders of skills, for hosts that ask for it. What skills write while they run is not looked at.
 * Implements rules SK81 and SK485.
 *
 * @param onQuiet - Called once for all that changed. What it throws or rejects with is the caller's to handle.
 */
export function watchFolders(
  folders: readonly SkillFolder[],
  onQuiet: () => void,
  { quietMs = QUIET_MS, files = [] }: WatchOptions = {},
): FolderWatch {
  let timer: NodeJS.Timeout | undefined;
  const changed = (): void => {
    clearTimeout(timer);
    timer = setTimeout(onQuiet, quietMs).unref();
  };
  const roots = folders.map(({ path }) => resolve(path)).filter((path) => existsSync(path));
  const single = new Set(files.map((file) => resolve(file)));
  const parents = new Set([...single].map((file) => dirname(file)).filter((path) => existsSync(path)));
  const ignored = (path: string): boolean => {
    const root = roots.find((one) => isWithin(one, path));
    if (root !== undefined) return passedOver(root, path);
    return !single.has(path) && !parents.has(path);
  };
  // Loaded for those who watch alone: a story in a terminal starts without it.
  const watching = import("chokidar").then(({ watch }) => {
    const watcher = watch([...roots, ...parents], { ignoreInitial: true, depth: DEPTH, ignored });
    watcher.on("all", changed);
    // A folder that cannot be watched is one whose changes are seen at the next start.
    watcher.on("error", () => {});
    return watcher;
  });
  return {
    // Not `events.once`, which would reject at an error that costs one folder alone.
    ready: watching.then((watcher) => new Promise<void>((resolve) => watcher.once("ready", resolve))),
    async close() {
      clearTimeout(timer);
      await (await watching).close();
      clearTimeout(timer);
    },
  };
}

function isWithin(root: string, path: string): boolean {
  const [first] = relative(root, path).split(sep);
  return first !== "..";
}

function passedOver(root: string, path: string): boolean {
  const parts = relative(root, path).split(sep);
  if (parts[0] === "") return false;
  if (parts.some((part) => part === "node_modules" || part.startsWith("."))) return true;
  const isSkill = existsSync(join(root, "skill.json")) || existsSync(join(root, "SKILL.md"));
  return parts[isSkill ? 0 : 1] === "data";
}
