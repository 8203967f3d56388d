/** Campaigns and skills as single files: `.narratoria` archives are made and installed. */
import { realpath } from "node:fs/promises";
import { basename, join } from "node:path";
import { type Campaign, CampaignError, type GeneratedMark, generatedMarks, loadCampaign } from "@narratoria/campaign";
import type { FolderVerdict, Installed as InstalledFolder, Packed, Progress } from "@narratoria/skills/archive";
import { type CampaignChanges, changesBetween } from "./campaign-changes.js";
import { dataFolder, isBundled } from "./locate.js";
import { abortSignal, callback, type ChecksOf, checkOptions, checkValue, flag, text } from "./options.js";
import { shippedSkillNames } from "./shipped-skills.js";

export type { Packed, Progress } from "@narratoria/skills/archive";

export interface Installed extends InstalledFolder {
  /** How a campaign differs from the one that it took the place of; null where nothing is different, and of anything else. */
  readonly changes: CampaignChanges | null;
  /** Files of a campaign that a model made. */
  readonly generated: readonly GeneratedMark[];
}

export interface PackedFolder extends Packed {
  /** Files of a campaign that a model made, as `PROVENANCE.md` in the archive lists them. */
  readonly generated: readonly GeneratedMark[];
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
  /** Told which files of a campaign a model made, before anything is written; not called where there are none. */
  readonly onGenerated?: (files: readonly GeneratedMark[]) => void;
}

export interface InstallOptions extends Watched {
  /** Folder that holds all data; by default `NARRATORIA_HOME`, else the platform's own. */
  readonly dataDir?: string;
}

const WATCHED: ChecksOf<Watched> = { replace: flag, signal: abortSignal, onProgress: callback };
const PACK_OPTIONS: ChecksOf<PackFolderOptions> = { ...WATCHED, file: text, onGenerated: callback };
const INSTALL_OPTIONS: ChecksOf<InstallOptions> = { ...WATCHED, dataDir: text };

/**
 * Packs the folder of a campaign or skill into one `.narratoria` file, which `install` takes. (rule EN70)
 *
 * @param dir - A folder without errors; its name is what it will be installed as.
 * @throws {ArchiveError} With `code`, a sentence, and an `action`. EngineError `invalid_option`.
 */
export async function pack(dir: string, options: PackFolderOptions = {}): Promise<PackedFolder> {
  checkValue("dir", dir, text);
  checkOptions("pack", options, PACK_OPTIONS);
  const { packFolder } = await import("@narratoria/skills/archive");
  const { onGenerated, ...rest } = options;
  let generated: readonly GeneratedMark[] = [];
  const packed = await packFolder({
    ...rest,
    dir,
    file: options.file ?? ".",
    checkCampaign: async (folder) => {
      const { title, problems, made } = await judged(folder);
      generated = made;
      const isFaulty = title === null || problems.some(({ severity }) => severity === "error");
      if (made.length > 0 && !isFaulty) onGenerated?.(made);
      return {
        title,
        problems,
        ...(made.length > 0 && { added: [{ path: PROVENANCE, text: provenancePage(title ?? "", made) }] }),
      };
    },
  });
  return { ...packed, generated };
}

/**
 * Installs a campaign or skill: a campaign can then be played by its name, a skill is found when an engine is opened.
 * (rules EN71 and EN72)
 *
 * @param from - A `.narratoria` file, a folder to copy, or a skill in a `.tgz` file as npm packs it.
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
  let generated: readonly GeneratedMark[] = [];
  const installed = await installFrom({
    ...options,
    from,
    folders: { campaign: campaigns, skill: join(home, "skills") },
    takenSkills: shippedSkillNames(),
    checkCampaign: async (dir) => {
      const { campaign, made, ...verdict } = await judged(dir);
      generated = made;
      const before = await judged(join(campaigns, basename(dir)));
      if (before.campaign && campaign) changes = changesBetween(before.campaign, campaign);
      return verdict;
    },
  });
  return { ...installed, changes, generated };
}

/** What a model made of a campaign, as the author and whoever installs it are told. */
const PROVENANCE = "PROVENANCE.md";

/** The page that goes with a campaign of which a model made some files. Implements rule EN1822. */
function provenancePage(title: string, made: readonly GeneratedMark[]): string {
  const cell = (text: string): string => text.replaceAll("|", "\\|") || "unknown";
  const rows = made.map(({ file, model, date, seed }) => `| ${[file, model, date, seed].map(cell).join(" | ")} |`);
  const count = made.length === 1 ? "1 file" : `${made.length} files`;
  return [
    `# What machines made of ${title}`,
    "",
    `A model or a program made ${count} of this campaign. People made the rest.`,
    "",
    "| file | made by | when | from |",
    "| --- | --- | --- | --- |",
    ...rows,
    "",
  ].join("\n");
}

async function judged(
  dir: string,
): Promise<FolderVerdict & { readonly campaign: Campaign | null; readonly made: readonly GeneratedMark[] }> {
  try {
    const hardLinks = await realpath(dir).then(isBundled, () => false);
    const { campaign, problems } = await loadCampaign(dir, { hardLinks });
    const made = campaign ? await generatedMarks(campaign) : [];
    return { title: campaign?.manifest.title ?? null, problems, campaign, made };
  } catch (error) {
    if (!(error instanceof CampaignError)) throw error;
    const problems = [{ file: "", message: error.message, severity: "error" as const }];
    return { title: null, problems, campaign: null, made: [] };
  }
}
