import type { ToolFailure } from "../tool/tool-failure.js";
import { overFolder } from "./watch-quota.js";

type FolderQuota = Parameters<typeof overFolder>[1];

/** Data folders that held too much when they were last looked at. */
const full = new Set<string>();
/** Those that are being looked at. */
const looking = new Map<string, Promise<void>>();

/**
 * Looks at what a skill keeps, once an invocation is over: nobody waits for it, and the next invocation hears of it. Implements
 * rule EX257.
 */
export function noteData(dataDir: string, quota: FolderQuota): void {
  if (looking.has(dataDir)) return;
  const looked = overFolder(dataDir, quota).then((failure) => {
    looking.delete(dataDir);
    if (failure) full.add(dataDir);
    else full.delete(dataDir);
  });
  looking.set(dataDir, looked);
}

/** Why a skill must not be started until it keeps less; null where nothing is against it. Takes no time unless it kept too much. */
export async function dataFault(dataDir: string, quota: FolderQuota): Promise<ToolFailure | null> {
  if (!full.has(dataDir)) return null;
  const failure = await overFolder(dataDir, quota);
  if (!failure) full.delete(dataDir);
  return failure;
}
