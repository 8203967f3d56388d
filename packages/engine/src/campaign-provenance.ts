/** What of a campaign machines made, by whom and from what, and what does not say so as it should. */
import {
  CampaignError,
  generatedMarks,
  type GeneratedMark,
  generatedWarning,
  loadCampaign,
  provenanceFaults,
} from "@narratoria/campaign";
import { generatedFolder } from "./enrich-campaign.js";
import { EngineError } from "./errors.js";
import { dataFolder, findCampaign } from "./locate.js";
import { checkOptions, checkValue, text } from "./options.js";
import { loadOptions } from "./read-campaign.js";

/** A file whose provenance is missing, or is not as it should be. */
export interface ProvenanceLack {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly message: string;
}

export interface CampaignProvenance {
  /** Null where its manifest cannot be used. */
  readonly title: string | null;
  /** What whoever loads it is warned of; null where machines made nothing of it. */
  readonly warning: string | null;
  /** By path, those that were filled in and lie in the data folder included. */
  readonly made: readonly GeneratedMark[];
  readonly lacks: readonly ProvenanceLack[];
}

/**
 * Lists what machines made of a campaign, and what lacks its provenance. Implements rules EN2421 and EN2422.
 *
 * @param path - Folder or name of the campaign.
 * @throws {EngineError} `campaign_not_found`, `campaign_broken`.
 */
export async function campaignProvenance(
  path: string,
  options: { readonly dataDir?: string } = {},
): Promise<CampaignProvenance> {
  checkValue("path", path, text);
  checkOptions("campaignProvenance", options, { dataDir: text });
  const home = dataFolder(options.dataDir);
  const dir = await findCampaign(path, home);
  try {
    const { campaign, problems } = await loadCampaign(dir, {
      ...loadOptions(dir, {}),
      generatedDir: generatedFolder(dir, home),
    });
    // Named as they lie on the disk, whatever they are read as.
    const made = (campaign ? await generatedMarks(campaign) : []).map((mark) => ({
      ...mark,
      file: campaign?.elsewhere.get(mark.file) ?? mark.file,
    }));
    const lacks = provenanceFaults(campaign, problems).map(
      ({ file, line, column, message }): ProvenanceLack => ({ file, line, column, message }),
    );
    return {
      title: campaign?.manifest.title ?? null,
      warning: made.length === 0 ? null : generatedWarning(made.length),
      made,
      lacks,
    };
  } catch (error) {
    throw error instanceof CampaignError ? new EngineError("campaign_broken", error.message) : error;
  }
}
