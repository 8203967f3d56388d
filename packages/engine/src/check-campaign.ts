/** What is wrong with a campaign and what a story understands of it, without playing it. */
import type { Reading } from "@narratoria/protocol/contracts";
import {
  CampaignError,
  type CampaignFacts,
  compareWithFacts,
  type FactsComparison,
  lawProblems,
  loadCampaign,
  openReading,
  type Problem,
  readingAdvice,
} from "@narratoria/campaign";
import { EngineError } from "./errors.js";
import { dataFolder, findCampaign } from "./locate.js";
import { checkOptions, checkValue, text } from "./options.js";
import { lettersOf, loadOptions, OPENING_OPTIONS, type OpeningOptions, readCampaign } from "./read-campaign.js";

/**
 * Everything that is wrong with a campaign, without playing it.
 *
 * @throws {EngineError} `campaign_not_found`, `campaign_broken`; what `signal` was aborted with.
 */
export async function validateCampaign(
  path: string,
  options: OpeningOptions = {},
): Promise<{ readonly title: string | null; readonly problems: readonly Problem[] }> {
  checkValue("path", path, text);
  checkOptions("validateCampaign", options, OPENING_OPTIONS);
  const dir = await findCampaign(path, dataFolder());
  try {
    const { campaign, problems } = await loadCampaign(dir, loadOptions(dir, options));
    const { signal, onProgress } = options;
    onProgress?.({ stage: "meaning", letters: campaign === null ? 0 : lettersOf(campaign) });
    const reading = campaign && (await openReading(campaign, { ...(signal && { signal }) }));
    const advice =
      campaign === null || reading === null ? [] : [...readingAdvice(reading), ...lawProblems(campaign, reading)];
    return { title: campaign?.manifest.title ?? null, problems: [...problems, ...advice].sort(byPlace) };
  } catch (error) {
    if (error instanceof CampaignError) throw new EngineError("campaign_broken", error.message);
    throw error;
  }
}

const byPlace = (one: Problem, other: Problem): number =>
  (one.file < other.file ? -1 : one.file > other.file ? 1 : 0) || one.line - other.line || one.column - other.column;

/**
 * What a story understands of a campaign, without playing it.
 *
 * @param path - Folder or name of the campaign.
 * @param facts - What a person found in it, to be compared; as it was parsed from JSON.
 * @throws {EngineError} `campaign_not_found` or `campaign_broken`; what `signal` was aborted with.
 */
export async function readCampaignStory(
  path: string,
  facts?: CampaignFacts,
  options: OpeningOptions = {},
): Promise<{ readonly reading: Reading; readonly comparison: FactsComparison | null }> {
  checkValue("path", path, text);
  checkOptions("readCampaignStory", options, OPENING_OPTIONS);
  const { reading } = await readCampaign(await findCampaign(path, dataFolder()), null, options);
  return { reading, comparison: facts === undefined ? null : compareWithFacts(reading, facts) };
}
