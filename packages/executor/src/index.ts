export { HostError } from "./errors.js";
export {
  type ExecutePlanOptions,
  type ExecutionWarning,
  type ExecutorEvent,
  executePlan,
  type PlanRun,
} from "./execute-plan.js";
export type { HostCall, HostGrant, StagedWrite } from "./host-grants.js";
export { type HostServer, type HostService, openHostServer } from "./host-server.js";
export { type GenerateRequest, type ReplanOptions, type ReplanResult, runReplanLoop } from "./replan-loop.js";
export type { InvocationVerdict, ResolvedScript, ScriptResolver } from "./resolver.js";
export type { ToolFailure } from "./tool-failure.js";
export { endTools, type GraceTimes } from "./tool-process.js";
export { createWarmPool, type WarmPool, type WarmPoolOptions, type WarmTool } from "./warm-pool.js";
