/** What can be read and mended in a data folder without an engine. */
import {
  type Backup,
  listBackups as backupsOf,
  openStore,
  restoreBackup as restore,
  type Restored,
  type PlaythroughSummary as StoredPlaythrough,
  type Repair,
  type StoreSize,
  repairStore,
  type Store,
} from "@narratoria/persistence";
import { campaignNames, dataFolder } from "./locate.js";
import { foundInFolder, type Notice } from "./notices.js";
import { checkValue, text } from "./options.js";

/** One story from its opening to where it stands. */
export type PlaythroughSummary = Omit<StoredPlaythrough, "campaignPath">;

/** Names of the campaigns that can be opened by name. */
export async function listCampaigns(dataDir?: string): Promise<string[]> {
  return campaignNames(dataFolder(dataDir));
}

/**
 * The stories of a data folder, newest first, read beside whoever plays: nothing is locked, made or changed.
 *
 * @throws StoreError of persistence where the data cannot be read.
 */
export async function listPlaythroughs(dataDir?: string): Promise<PlaythroughSummary[]> {
  const store = await openStore({ dataDir: dataFolder(dataDir), readOnly: true });
  try {
    return (await store.playthroughs()).map(shownPlaythrough);
  } finally {
    await store.close();
  }
}

/**
 * What is amiss in a data folder, such as stories that are lost or damaged, in words that name the story. Read beside whoever plays.
 *
 * @throws StoreError of persistence where the data cannot be read.
 */
export async function listFindings(dataDir?: string): Promise<Notice[]> {
  const store = await openStore({ dataDir: dataFolder(dataDir), readOnly: true });
  try {
    return await findingsOf(store);
  } finally {
    await store.close();
  }
}

/** What opening a data folder found amiss, with the titles of its stories. */
export async function findingsOf(store: Store): Promise<Notice[]> {
  const titles = new Map((await store.playthroughs()).map(({ id, title }) => [id, title]));
  return store.findings().map((finding) => foundInFolder(finding, titles));
}

/**
 * What a data folder takes up on the disk, in bytes: its database, backups and reserve, and each story by its id. Read beside
 * whoever plays.
 *
 * @throws StoreError of persistence where the data cannot be read.
 */
export async function sizeOnDisk(dataDir?: string): Promise<StoreSize> {
  const store = await openStore({ dataDir: dataFolder(dataDir), readOnly: true });
  try {
    return await store.size();
  } finally {
    await store.close();
  }
}

/**
 * The backups of a data folder that are sound, newest first. Nothing is locked.
 *
 * @throws {EngineError} `data_folder` for a name that is empty.
 */
export async function listBackups(dataDir?: string): Promise<Backup[]> {
  return backupsOf({ dataDir: dataFolder(dataDir) });
}

/**
 * Puts a backup in the place of all stories, once no engine plays with the data folder; what stood there is kept beside it.
 *
 * @param file - Of a backup, as `listBackups` gives it.
 * @throws StoreError of persistence: `not_found`, `locked`.
 */
export async function restoreBackup(file: string, dataDir?: string): Promise<Restored> {
  checkValue("file", file, text);
  return restore({ dataDir: dataFolder(dataDir) }, file);
}

/**
 * Mends a data folder whose database cannot be opened, from what can be read of it and from its newest good backup; the
 * damaged file is kept beside it.
 *
 * @returns Null where nothing was wrong.
 * @throws StoreError of persistence: `corrupt` where nothing can be saved, and then all is as it was.
 */
export async function repairData(dataDir?: string): Promise<Repair | null> {
  return repairStore({ dataDir: dataFolder(dataDir) });
}

/** Without the folder of its campaign, which is this machine's alone. */
export function shownPlaythrough(playthrough: StoredPlaythrough): PlaythroughSummary {
  const { campaignPath: _, ...shown } = playthrough;
  return shown;
}
