export type { EngineEvent, EventStamp, NoticeAction, PlayerTemplate } from "@narratoria/protocol/contracts";
export { exportTrace, type TurnTrace } from "@narratoria/executor";
export {
  type Backup,
  type Repair,
  type RetentionLimits,
  type Restored,
  type RetentionPolicy,
  StoreError,
  type StoreErrorCode,
  type StoreSize,
} from "@narratoria/persistence";
export { type Problem, PROBLEM_KINDS, type ProblemCode } from "@narratoria/campaign";
export {
  type Embedder,
  ModelError,
  type ModelErrorCode,
  type TextGenerator,
  type TextRequest,
} from "@narratoria/narrator";
export {
  ArchiveError,
  type ArchiveErrorCode,
  type FolderChanges,
  type HealthState,
  type SandboxPolicy,
  type SaveOutcome,
  type SettingChanges,
  type SettingFault,
  type SettingField,
  type SettingsForm,
  settingFromText,
  SkillError,
  type SkillEntry,
  type SkillNews,
  type SkillState,
  type SkillWishes,
  skillNameFault,
} from "@narratoria/skills";
export { EngineError, type EngineErrorCode } from "./errors.js";
export type { Language } from "./words/say.js";
export {
  type CampaignCard,
  type Campaigns,
  type CampaignsOptions,
  type CharacterCheck,
  type CharacterSheet,
  type ListingOptions,
  openCampaigns,
  type OwnCampaign,
} from "./campaigns.js";
export type { StoryAsset } from "./assets.js";
export { decodePicture } from "@narratoria/campaign";
export type { CampaignChanges } from "./campaign-changes.js";
export { type PreferencesFile, preferences, preferencesFile, setPreferences } from "./preferences.js";
export { dataFolder } from "./locate.js";
export type { EngineOptions, PlayOptions } from "./engine-options.js";
export { type Engine, openEngine } from "./open-engine.js";
export { openScripts, type SharedScripts } from "./script-pool.js";
export { missingShippedSkills, SHIPPED_SKILLS } from "./shipped-skills.js";
export {
  listBackups,
  listCampaigns,
  listFindings,
  listPlaythroughs,
  type PlaythroughSummary,
  repairData,
  restoreBackup,
  sizeOnDisk,
} from "./data-folder-tools.js";
export type { HistoryTrouble } from "./without-history.js";
export { readTimings, type Timing, type Timings } from "./log-timings.js";
export {
  campaignChanged,
  readCampaignStory,
  validateCampaign,
  type Validation,
  validationReport,
} from "./check-campaign.js";
export {
  type IdleFile,
  stageCampaign,
  type StagedExample,
  type StagedPerson,
  type StagedPlace,
  type StageReport,
} from "./stage-campaign.js";
export { importCampaign, type ImportedCampaign } from "./import-campaign.js";
export { drawPlot, whyNoBeat, type WhyOptions } from "./campaign-plot.js";
export type { GraphFormat } from "./plot/draw-graph.js";
export type { WhyAnswer, WhyCondition } from "./plot/why-beat.js";
export type { OpeningOptions, OpeningProgress } from "./read-campaign.js";
export type { ModelSettings } from "./story-models.js";
export type { Notice } from "./notices.js";
export {
  editMemory,
  forgetMemory,
  listMemories,
  type MemoriesPlace,
  type Memory,
  pinMemory,
  searchMemories,
  type StoryMemories,
} from "./memories.js";
export { limitMemories, type MemoryLimits, memoryLimits } from "./memory-limits.js";
export { benchModel, type BenchOptions, type ModelBench } from "./bench-model.js";
export {
  chosenModel,
  estimatedSize,
  type EstimatedSize,
  measuredModel,
  type Models,
  type ModelsOptions,
  openModels,
  recommendedModel,
  type SetupOptions,
} from "./models.js";
export type {
  AppRuntime,
  ChosenModel,
  DownloadProgress,
  MeasuredModel,
  ModelEntry,
  Runtime,
} from "@narratoria/narrator/model-store";
export { openSkills, type Skills, type SkillsOptions } from "./skills.js";
export {
  type Installed,
  type InstallOptions,
  install,
  type PackFolderOptions,
  type Packed,
  type PackedFolder,
  pack,
  type Progress,
} from "./packing.js";
export type { SceneEvent } from "./scene/scene-record.js";
export type { Player, PlayerCharacter } from "./story/player-character.js";
export type { Bookmark } from "./timeline/bookmark.js";
export type { StoryBranch } from "./timeline/branches.js";
export type {
  BranchComparison,
  PastValue,
  Road,
  SceneRange,
  StoryHistory,
  StoryTree,
  TreeTurn,
} from "./timeline/history.js";
export type { KnownPerson, KnownPlace, KnownWorld, MemoryUse, StateChange } from "./timeline/known.js";
export type { StoryPortrait } from "./story/portraits.js";
export type { BeginOptions, EventsOptions, PlanLimits, Story, TurnOptions } from "./story/story.js";
export type { EventPlace, TurnEvent, TurnEvents } from "./story/turn-events.js";
export type { ExportFormat, ExportOptions } from "./timeline/export.js";
export type { Replay, ReplayDifference, ReplayOptions } from "./timeline/replay.js";
export type { CampaignFacts, FactsComparison } from "@narratoria/campaign";
export type { Reading } from "@narratoria/protocol/contracts";
export { type CampaignProvenance, campaignProvenance, type ProvenanceLack } from "./campaign-provenance.js";
export { enrichCampaign, type EnrichedCampaign, type EnrichOptions } from "./enrich-campaign.js";
export { testCampaign, type TestOptions } from "./story-test/test-campaign.js";
export type { TestProgress } from "./story-test/walkers.js";
export type {
  ChoiceCoverage,
  DeadEnd,
  LoreCoverage,
  MetCoverage,
  PlotCoverage,
  StoryCoverage,
  StoryFaults,
  StoryTest,
  TestedWalk,
  TranscriptChange,
  TranscriptReport,
  WalkedTo,
  WalkFinding,
} from "./story-test/report.js";
export type { PlayerName } from "./story-test/players.js";
