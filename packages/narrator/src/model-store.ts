/** Getting models and what they run on, apart from playing. */
export { ModelError, type ModelErrorCode } from "./errors.js";
export {
  findRuntime,
  type InstallProgress,
  installRuntime,
  type InstallRuntimeOptions,
  type Runtime,
} from "./model-store/runtimes.js";
export type { RuntimeName } from "./model-store/runtime-recipes.js";
