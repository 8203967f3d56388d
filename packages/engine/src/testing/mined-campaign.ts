/** For tests and reports: a campaign as the narrator knows it. */
import { storySourceOf } from "@narratoria/campaign";
import { indexStory, type StoryIndex } from "@narratoria/narrator";
import type { StorySource } from "@narratoria/protocol/story";
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

/** A campaign as a model's prompts and checks know it: indexed, and in its author's texts. @throws {EngineError} As `minedCampaign`. */
export async function narratedCampaign(
  name: string,
  dataDir: string,
): Promise<{ readonly story: StoryIndex; readonly source: StorySource }> {
  const { campaign, reading } = await readCampaign(await findCampaign(name, dataDir));
  return { story: indexStory(reading), source: storySourceOf(campaign) };
}
