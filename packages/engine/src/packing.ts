/** Campaigns and skills as single files: `.narratoria` archives are made and installed. */
import { realpath } from "node:fs/promises";
import { basename, join } from "node:path";
import { type Campaign, CampaignError, loadCampaign } from "@narratoria/campaign";
import type { FolderVerdict, Installed as InstalledFolder, Packed, Progress } from "@narratoria/skills/archive";
import { type CampaignChanges, changesBetween } from "./campaign-changes.js";
import { bundledSkillNames, dataFolder, isBundled } from "./locate.js";
import { abortSignal, callback, type ChecksOf, checkOptions, checkValue, flag, text } from "./options.js";

export type { Packed, Progress } from "@narratoria/skills/archive";

export interface Installed extends InstalledFolder {
  /** How a campaign differs from the one that it took the place of; null where nothing is different, and of anything else. */
  readonly changes: CampaignChanges | null;
}

interface Watched {
  /** Whether what is there already is replaced. Of a skill, its settings and data stay. It is not, unless this is true. */
  readonly replace?: boolean;
  /** Stops it; nothing is left then. */
  readonly signal?: AbortSignal;
  /** Called as it goes on, in bytes of the files. */
  readonly onProgress?: (progress: Progress) => void;
}

export interface PackFolderOptions extends Watched {
  /** The archive to write, or a folder for it; the current folder unless given. */
  readonly file?: string;
}

export interface InstallOptions extends Watched {
  /** Folder that holds all data; by default `NARRATORIA_HOME`, else the platform's own. */
  readonly dataDir?: string;
}

const WATCHED: ChecksOf<Watched> = { replace: flag, signal: abortSignal, onProgress: callback };
const PACK_OPTIONS: ChecksOf<PackFolderOptions> = { ...WATCHED, file: text };
const INSTALL_OPTIONS: ChecksOf<InstallOptions> = { ...WATCHED, dataDir: text };

/**
 * Packs the folder of a campaign or skill into one `.narratoria` file, which `install` takes. (rule EN70)
 *
 * @param dir - A folder without errors; its name is what it will be installed as.
 * @throws {ArchiveError} With `code`, a sentence, and an `action`. EngineError `invalid_option`.
 */
export async function pack(dir: string, options: PackFolderOptions = {}): Promise<Packed> {
  checkValue("dir", dir, text);
  checkOptions("pack", options, PACK_OPTIONS);
  const { packFolder } = await import("@narratoria/skills/archive");
  return packFolder({ ...options, dir, file: options.file ?? ".", checkCampaign });
}

/**
 * Installs a campaign or skill: a campaign can then be played by its name, a skill is found when an engine is opened.
 * (rules EN71 and EN72)
 *
 * @param from - A `.narratoria` file, or a folder to copy.
 * @throws {ArchiveError} What was there before is there still. EngineError `invalid_option`.
 */
export async function install(from: string, given: InstallOptions = {}): Promise<Installed> {
  checkValue("from", from, text);
  checkOptions("install", given, INSTALL_OPTIONS);
  const { dataDir, ...options } = given;
  const { installFrom } = await import("@narratoria/skills/archive");
  const home = dataFolder(dataDir);
  const campaigns = join(home, "campaigns");
  let changes: CampaignChanges | null = null;
  const installed = await installFrom({
    ...options,
    from,
    folders: { campaign: campaigns, skill: join(home, "skills") },
    takenSkills: await bundledSkillNames(),
    checkCampaign: async (dir) => {
      const { campaign, ...verdict } = await judged(dir);
      const before = await judged(join(campaigns, basename(dir)));
      if (before.campaign && campaign) changes = changesBetween(before.campaign, campaign);
      return verdict;
    },
  });
  return { ...installed, changes };
}

async function checkCampaign(dir: string): Promise<FolderVerdict> {
  const { title, problems } = await judged(dir);
  return { title, problems };
}

async function judged(dir: string): Promise<FolderVerdict & { readonly campaign: Campaign | null }> {
  try {
    const hardLinks = await realpath(dir).then(isBundled, () => false);
    const { campaign, problems } = await loadCampaign(dir, { hardLinks });
    return { title: campaign?.manifest.title ?? null, problems, campaign };
  } catch (error) {
    if (!(error instanceof CampaignError)) throw error;
    return { title: null, problems: [{ file: "", message: error.message, severity: "error" }], campaign: null };
  }
}
