/** For tests and reports: a campaign as the narrator knows it. */
import { loadCampaign } from "@narratoria/campaign";
import { type MinedStory, mineStory } from "@narratoria/narrator";
import { EngineError } from "./errors.js";
import { findCampaign, isBundled } from "./locate.js";
import { sourceOf } from "./story-source.js";

/**
 * @param name - Name or folder of the campaign.
 * @param dataDir - Where installed ones are.
 * @throws {EngineError} `campaign_not_found` or `campaign_broken`.
 */
export async function minedCampaign(name: string, dataDir: string): Promise<MinedStory> {
  const dir = await findCampaign(name, dataDir);
  const { campaign } = await loadCampaign(dir, { hardLinks: isBundled(dir) });
  if (!campaign) throw new EngineError("campaign_broken", `The campaign at ${dir} cannot be read.`);
  return mineStory(sourceOf(campaign));
}
