export {
  describeHostProgram,
  type HostProgram,
  modulePath,
  nodeEnvironment,
  nodeProgram,
  type PackagePath,
  packagePath,
} from "./host-program.js";
export { OPTIMISE_LATE } from "./limits.js";
export { failedBehindGuard, guardAgainstOrphans } from "./orphan-guard.js";
export {
  type CommandFacts,
  type CommandPlan,
  commandFor,
  compilingOnce,
  type FoundCommand,
  findCommand,
  findProgram,
  type ScriptCommand,
} from "./script-command.js";
export { toolEnvironment } from "./tool-environment.js";
