import { type Campaign, CampaignError, type LoadedCampaign, loadCampaign } from "@narratoria/campaign";
import { EngineError } from "./errors.js";
import { isBundled } from "./locate.js";

/** A campaign that can be played, with whatever is wrong in it. */
export type ReadCampaign = LoadedCampaign & { readonly campaign: Campaign };

/**
 * Reads a campaign's folder.
 *
 * @throws {EngineError} `campaign_broken`, with the first fault and where it is.
 */
export async function readCampaign(dir: string): Promise<ReadCampaign> {
  const read = await loadCampaign(dir, { hardLinks: isBundled(dir) }).catch((error: unknown) => {
    throw error instanceof CampaignError
      ? new EngineError("campaign_broken", error.message, "`narratoria validate` shows every problem.")
      : error;
  });
  if (read.campaign) return { campaign: read.campaign, problems: read.problems };
  const first = read.problems.find(({ severity }) => severity === "error");
  const where = first ? `${first.file}${first.line ? `:${first.line}` : ""} ` : "";
  throw new EngineError(
    "campaign_broken",
    `This campaign cannot be opened. ${where}${first?.message ?? ""}`.trim(),
    "`narratoria validate` shows every problem.",
  );
}
