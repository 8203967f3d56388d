export type { BeatConditions } from "./beats.js";
export type { Campaign, CampaignEnding, CampaignNpc, LoreFile, Stat, VariedTexts } from "./campaign.js";
export type { CampaignChoice } from "./choices.js";
export { renderVaried, ToldVariants } from "./varied-text.js";
export { CampaignError, type CampaignErrorCode } from "./errors.js";
export {
  type LoadedCampaign,
  type LoadOptions,
  type LoadProgress,
  generatedWarning,
  loadCampaign,
  printFolder,
} from "./load-campaign.js";
export { isNewerFormat } from "./format-version.js";
export { type GeneratedMark, generatedMarks, provenanceFaults } from "./generated-marks.js";
export { contentFiles, enrich, type Enrichment, isSparse, STORYBOOK_GENERATOR } from "./enrich/enrich.js";
export type { GeneratedFile } from "./enrich/generated-files.js";
export { type WrittenFiles, writeGenerated } from "./enrich/write-files.js";
export { type LoreChunk, loreChunks } from "./lore-chunks.js";
export { PROBLEM_KINDS, type ProblemCode } from "./problem-codes.js";
export { byPlace, type Problem } from "./problems.js";
export { checkCampaign } from "./checks/check-campaign.js";
export { ruledOut } from "./checks/player-rules.js";
export { decodePicture, type ReadMedia, readMedia } from "./checks/read-media.js";
export { learnShippedMedia, shipMedia } from "./checks/shipped-media.js";
export { carriedThings } from "./reading/mine/carried-things.js";
export {
  type CampaignFacts,
  compareWithFacts,
  FACT_ROWS,
  type FactDifference,
  type FactRow,
  type FactsComparison,
} from "./reading/compare-facts.js";
export { type MarkedBlock, type MarkedSpan, type MarkedSpans, markedSpans, wordsIn } from "./marked-spans.js";
export { openReading, type ReadingOptions, shipReading } from "./reading/open-reading.js";
export { readStory, storySourceOf, withReadLore } from "./reading/read-story.js";
