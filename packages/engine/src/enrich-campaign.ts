/** Sparse campaigns: what they lack is made from their author's words, and lies beside them or in the data folder. */
import { createHash } from "node:crypto";
import { join, resolve } from "node:path";
import { CampaignError, enrich, type LoadedCampaign, loadCampaign, writeGenerated } from "@narratoria/campaign";
import { EngineError } from "./errors.js";
import { campaignName, dataFolder, findCampaign, isBundled } from "./locate.js";
import { checkOptions, flag, text } from "./options.js";
import { loadOptions } from "./read-campaign.js";

/** What was made for a sparse campaign. */
export interface EnrichedCampaign {
  readonly title: string;
  /** The folder in which the files lie; null where there are none, where they were only looked at, and where none could be written. */
  readonly dir: string | null;
  /** What would be, or was, written: paths and whole texts. */
  readonly files: readonly { readonly path: string; readonly text: string }[];
  /** What made them: a model, or the storybook's generators. */
  readonly source: string;
}

export interface EnrichOptions {
  /** Folder that holds all data, for files of a campaign that cannot be written to. */
  readonly dataDir?: string;
  /** Whether nothing is written. */
  readonly preview?: boolean;
}

/**
 * Where generated files of a campaign lie that cannot be written to. It need not be there.
 *
 * @param dir - Of the campaign.
 */
export function generatedFolder(dir: string, dataDir: string): string {
  const print = createHash("sha256").update(resolve(dir)).digest("hex").slice(0, 12);
  return join(dataDir, "generated", `${campaignName(dir)}-${print}`);
}

/**
 * Makes what a sparse campaign lacks, and writes it into its folder, or into the data folder where that cannot be written to. No file
 * that is there is changed. Implements rules EN1650 to EN1652.
 *
 * @param path - A folder or a name.
 * @throws {EngineError} `campaign_not_found`, `campaign_broken`.
 */
export async function enrichCampaign(path: string, options: EnrichOptions = {}): Promise<EnrichedCampaign> {
  checkOptions("enrichCampaign", options, { dataDir: text, preview: flag });
  const dataDir = dataFolder(options.dataDir);
  const dir = await findCampaign(path, dataDir);
  return enrichFolder(dir, dataDir, options.preview === true);
}

/** {@link enrichCampaign} for a folder that was found. */
export async function enrichFolder(dir: string, dataDir: string, preview = false): Promise<EnrichedCampaign> {
  const aside = generatedFolder(dir, dataDir);
  const { campaign } = await loaded(dir, aside);
  if (campaign === null) return { title: campaignName(dir), dir: null, files: [], source: "" };
  const { files, source } = await enrich(campaign);
  const { title } = campaign.manifest;
  if (preview || files.length === 0) return { title, dir: null, files, source };
  // What ships with the program is nobody's to write to.
  const dirs = isBundled(dir) ? [aside] : [dir, aside];
  const written = await writeGenerated(dirs, files);
  if (written.dir === null) return { title, dir: null, files, source };
  const isWritten = new Set(written.files);
  return { title, dir: written.dir, files: files.filter((file) => isWritten.has(file.path)), source };
}

async function loaded(dir: string, generatedDir: string): Promise<LoadedCampaign> {
  try {
    return await loadCampaign(dir, { ...loadOptions(dir, {}), generatedDir });
  } catch (error) {
    throw error instanceof CampaignError ? new EngineError("campaign_broken", error.message) : error;
  }
}
