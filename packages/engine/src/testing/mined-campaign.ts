/** For tests and reports: a campaign as the narrator knows it. */
import { indexStory, type StoryIndex } from "@narratoria/narrator";
import { findCampaign } from "../locate.js";
import { readCampaign } from "../read-campaign.js";

/**
 * @param name - Name or folder of the campaign.
 * @param dataDir - Where installed ones are.
 * @throws {EngineError} `campaign_not_found` or `campaign_broken`.
 */
export async function minedCampaign(name: string, dataDir: string): Promise<StoryIndex> {
  return indexStory((await readCampaign(await findCampaign(name, dataDir))).reading);
}
