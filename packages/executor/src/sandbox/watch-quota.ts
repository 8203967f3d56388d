import { LIMITS } from "@narratoria/protocol";
import type { ToolFailure } from "../tool/tool-failure.js";
import { folderUse } from "./folder-use.js";
import { lookAtProcesses, type TreeUse } from "./process-tree.js";

/** What one invocation may take of the machine, besides its time and its output. */
export type Quota = {
  readonly [cap in "memoryBytes" | "processes" | "folderBytes" | "folderEntries"]: number;
};

/** The caps that hold for every skill. */
export const QUOTA: Quota = LIMITS;

interface Watched {
  readonly pid: number;
  readonly folders: readonly string[];
  readonly quota: Quota;
  readonly onOver: (failure: ToolFailure) => void;
  /** Its folders are being looked at. */
  looking: boolean;
}

const EVERY_MS = 500;
const watched = new Set<Watched>();
let timer: NodeJS.Timeout | undefined;

/**
 * Looks every half second at what a tool takes: the memory and the number of its processes, and what its folders hold. A turn is
 * usually over before the first look. Implements rules EX256 and EX257.
 *
 * @param folders - Where it may write.
 * @param onOver - Told once, and then no more.
 * @returns How to stop looking.
 */
export function watchQuota(
  pid: number,
  folders: readonly string[],
  quota: Quota,
  onOver: (failure: ToolFailure) => void,
): () => void {
  const one: Watched = { pid, folders, quota, onOver, looking: false };
  watched.add(one);
  timer ??= setInterval(look, EVERY_MS).unref();
  return () => leave(one);
}

function leave(one: Watched): void {
  watched.delete(one);
  if (watched.size > 0) return;
  clearInterval(timer);
  timer = undefined;
}

function look(): void {
  const useOf = lookAtProcesses();
  for (const one of watched) {
    const failure = overUse(useOf(one.pid), one.quota);
    if (failure) end(one, failure);
    else if (!one.looking) void lookAtFolders(one);
  }
}

async function lookAtFolders(one: Watched): Promise<void> {
  one.looking = true;
  for (const folder of one.folders) {
    const failure = await overFolder(folder, one.quota);
    if (failure && watched.has(one)) end(one, failure);
  }
  one.looking = false;
}

function end(one: Watched, failure: ToolFailure): void {
  leave(one);
  one.onOver(failure);
}

function overUse(use: TreeUse, { memoryBytes, processes }: Quota): ToolFailure | null {
  if (use.memoryBytes > memoryBytes) {
    return overQuota("MEMORY_QUOTA", `the tool took more than ${inMiB(memoryBytes)} of memory and was ended`);
  }
  if (use.processes > processes) {
    return overQuota("PROCESS_QUOTA", `the tool started more than ${processes} processes and was ended`);
  }
  return null;
}

/** What is wrong with how much a folder holds; null where nothing is. */
export async function overFolder(
  folder: string,
  { folderBytes, folderEntries }: Pick<Quota, "folderBytes" | "folderEntries">,
): Promise<ToolFailure | null> {
  const { bytes, entries } = await folderUse(folder, { bytes: folderBytes, entries: folderEntries });
  if (bytes <= folderBytes && entries <= folderEntries) return null;
  const most = bytes > folderBytes ? inMiB(folderBytes) : `${folderEntries} files`;
  return overQuota("DISK_QUOTA", `the tool keeps more than ${most} in ${folder}; remove what is not needed there`);
}

function overQuota(code: string, message: string): ToolFailure {
  return { code, message, category: "process_error" };
}

function inMiB(bytes: number): string {
  return `${Math.round(bytes / 1024 / 1024)} MiB`;
}
