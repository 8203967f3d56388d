/** Getting models and what they run on, apart from playing. */
export { ModelError, type ModelErrorCode } from "./errors.js";
export {
  type AppRuntime,
  findAppRuntime,
  findRuntime,
  type InstallProgress,
  installRuntime,
  type InstallRuntimeOptions,
  type Runtime,
} from "./model-store/runtimes.js";
export type { RuntimeName } from "./model-store/runtime-recipes.js";
export { type CatalogueModel, catalogueModels, type ModelKind } from "./model-store/catalogue.js";
export { download, type Downloaded, type DownloadOptions, type DownloadProgress } from "./model-store/download.js";
export { type GgufInfo, readGguf } from "./model-store/gguf.js";
export { forgetBroken } from "./model-host/broken-models.js";
export { type AheadCounts, aheadCounts, countAhead } from "./model-store/ahead-counts.js";
export { type MeasuredModel, measuredModel, rememberRate } from "./model-store/measured.js";
export {
  type ChosenModel,
  chosenModel,
  memoriesModel,
  type FetchOptions,
  type ModelEntry,
  type ModelStore,
  type ModelStoreOptions,
  openModelStore,
} from "./model-store/store.js";
export { probedModel, rememberProbe } from "./model-store/probed.js";
