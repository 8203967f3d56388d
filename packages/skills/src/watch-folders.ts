import { once } from "node:events";
import { existsSync } from "node:fs";
import { join, relative, resolve, sep } from "node:path";
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

/**
 * Watches folders of skills, for hosts that ask for it. What skills write while they run is not looked at.
 * Implements architecture 3.2, point 5, rule SK81.
 *
 * @param onQuiet - Called once for all that changed. What it throws or rejects with is the caller's to handle.
 * @param options.quietMs - So many milliseconds without a change come before it; 500 unless given.
 */
export function watchFolders(
  folders: readonly SkillFolder[],
  onQuiet: () => void,
  options: { readonly quietMs?: number } = {},
): FolderWatch {
  let timer: NodeJS.Timeout | undefined;
  const changed = (): void => {
    clearTimeout(timer);
    timer = setTimeout(onQuiet, options.quietMs ?? QUIET_MS).unref();
  };
  const roots = folders.map(({ path }) => resolve(path)).filter((path) => existsSync(path));
  // Loaded for those who watch alone: a story in a terminal starts without it.
  const watching = import("chokidar").then(async ({ watch }) => {
    const watcher = watch(roots, {
      ignoreInitial: true,
      depth: DEPTH,
      ignored: (path) => roots.some((root) => passedOver(root, path)),
    });
    watcher.on("all", changed);
    // A folder that cannot be watched is one whose changes are seen at the next start.
    watcher.on("error", () => {});
    await once(watcher, "ready");
    return watcher;
  });
  return {
    ready: watching.then(() => {}),
    async close() {
      clearTimeout(timer);
      await (await watching).close();
      clearTimeout(timer);
    },
  };
}

function passedOver(root: string, path: string): boolean {
  const parts = relative(root, path).split(sep);
  if (parts[0] === ".." || parts[0] === "") return false;
  if (parts.some((part) => part === "node_modules" || part.startsWith("."))) return true;
  const isSkill = existsSync(join(root, "skill.json")) || existsSync(join(root, "SKILL.md"));
  return parts[isSkill ? 0 : 1] === "data";
}
