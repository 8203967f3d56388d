/** What is wrong with a campaign, without calling unused what its scenes show or play. */
import type { Reading } from "@narratoria/protocol/contracts";
import { type Campaign, checkCampaign, type Problem } from "@narratoria/campaign";
import { indexStory } from "@narratoria/narrator";
import { factionsOf } from "../story/factions.js";
import { type StageFile, stageFiles } from "./stage-files.js";

/**
 * Checks a campaign as `checkCampaign` does. Of the files that nothing names it reports those that no scene and no shelf has a reason to
 * show. Implements rule EN3024.
 */
export async function checkCampaignFiles(campaign: Campaign, reading: Reading): Promise<Problem[]> {
  const problems = await checkCampaign(campaign, reading, () =>
    factionsOf(campaign, indexStory(reading).matter).map(({ name }) => name),
  );
  if (!problems.some(({ code }) => code === "unused_asset")) return problems;
  const used = new Set(stageFiles(campaign, reading).flatMap((file) => (hasUse(file) ? [file.file] : [])));
  return problems.filter(({ code, file }) => code !== "unused_asset" || !used.has(file));
}

function hasUse({ kind, use, place, people, beats, isAmbient, qualifiers }: StageFile): boolean {
  if (use === "item" || use === "voice") return false;
  const { moods, weathers, times } = qualifiers;
  const isFelt = kind === "audio" && (isAmbient || moods.length + weathers.length + times.length > 0);
  return use === "cover" || place !== null || people.length + beats.length > 0 || isFelt;
}
