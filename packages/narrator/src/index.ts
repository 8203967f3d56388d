export { ModelError, type ModelErrorCode } from "./errors.js";
export { type FalseClaim, falseClaims } from "./false-claims.js";
export { type LintHit, lintScene } from "./lint-scene.js";
export { type DirectionMeasures, measureDirection } from "./measure-direction.js";
export { measureScenes, type SceneMeasures } from "./measure-scenes.js";
export {
  beatTiming,
  journeysIn,
  type Journeys,
  type BeatTiming,
  type Callback,
  callbacksIn,
  type ChoiceMeasures,
  measureChoices,
} from "./measure-story.js";
export { WordPieces } from "./embedding/word-pieces.js";
export { createMiniLmEmbedder } from "./embedding/minilm-embedder.js";
export { createStaticEmbedder, type StaticEmbedder } from "./embedding/static-embedder.js";
export { indexStory, indexStoryInSlices, type StoryIndex } from "./index-story.js";
export type {
  HostStatus,
  ModelHost,
  PreloadRequest,
  TextWriter,
  WriteOptions,
  WriteRequest,
  Written,
} from "./model-host/model-host.js";
export { CleanText } from "./model-host/clean-text.js";
export { type MeasureOptions, measureModel, type ModelMeasures } from "./model-host/measure-model.js";
export { MARK, type ModelProbe, probeModel, type ProbeOptions } from "./model-host/probe-model.js";
export { hostGenerator } from "./model-host/host-generator.js";
export { type ModelHostOptions, openModelHost } from "./model-host/open-model-host.js";
export type { Patience } from "./model-host/patience.js";
export type { Embedder, TextGenerator, TextRequest } from "./models.js";
export { createModelPlanner, type ModelPlannerOptions } from "./planning/model-planner.js";
export { createPatternPlanner } from "./planning/pattern-planner.js";
export type {
  PlanGenerator,
  PlanMoment,
  PlanOptions,
  PlanRequest,
  PlanScript,
  PlanSkill,
  PlanOffer,
  PlanStory,
} from "./planning/plan-request.js";
export {
  createModelNarrator,
  type ModelNarrator,
  type ModelNarratorOptions,
  type ModelTells,
  type SceneToTell,
} from "./prose/model-narrator.js";
export type { NarratedScene, Narration, ProseAttempt } from "./prose/scene-writer.js";
export { WrittenAhead } from "./prose/written-ahead.js";
export type { Style } from "./prose/scene-prompt.js";
export { NO_PAST, type PastOfStory } from "./prose/story-so-far.js";
export { choiceInKnownNames } from "./scene/names-heard.js";
export { createStorybook, createStorybookInSlices, type SceneDraft, type Storybook } from "./storybook.js";
export { isToldByBeat } from "./scene/turn-scene.js";
export { guideTo } from "./scene/way.js";
export { unheardNames } from "./unheard-names.js";
export { fallbackNarration, templateScene } from "./template-scene.js";
export { type JournalledTurn, readToldScenes, type ToldScene } from "./told-scene.js";
