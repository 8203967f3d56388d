/** For tests and reports: a campaign as the narrator knows it. */
import { type MinedStory, mineStory } from "@narratoria/narrator";
import { findCampaign } from "../locate.js";
import { readCampaign } from "../read-campaign.js";
import { sourceOf } from "../story-source.js";

/**
 * @param name - Name or folder of the campaign.
 * @param dataDir - Where installed ones are.
 * @throws {EngineError} `campaign_not_found` or `campaign_broken`.
 */
export async function minedCampaign(name: string, dataDir: string): Promise<MinedStory> {
  const { campaign } = await readCampaign(await findCampaign(name, dataDir));
  return mineStory(sourceOf(campaign));
}
