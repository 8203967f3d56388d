export {
  type AssetFolder,
  type AssetSource,
  openAssetFolder,
  type RefusedAsset,
  type TakenAssets,
} from "./tool/asset-folder.js";
export { type CallScriptOptions, callScript } from "./tool/call-script.js";
export { HostError } from "./errors.js";
export {
  type ExecutePlanOptions,
  type ExecutionWarning,
  type ExecutorEvent,
  executePlan,
  type PlanRun,
} from "./plan/execute-plan.js";
export { exportTrace } from "./trace/export-trace.js";
export type { HostCall, HostGrant, StagedWrite } from "./host/host-grants.js";
export type { HostLogEntry } from "./host/host-log.js";
export { type HostServer, type HostService, openHostServer } from "./host/host-server.js";
export { type LogFile, type LogFileOptions, openLogFile } from "./trace/log-file.js";
export type { LogEntry } from "./plan/plan-log.js";
export { type GenerateRequest, type ReplanOptions, type ReplanResult, runReplanLoop } from "./plan/replan-loop.js";
export {
  functionTools,
  type InvocationVerdict,
  type ResolvedFunction,
  type ResolvedScript,
  type ResolvedTool,
  type ScriptResolver,
  type ToolFunction,
} from "./tool/resolver.js";
export { describeSandbox, type SandboxNote, type SandboxPolicy, type SandboxTier } from "./sandbox/describe-sandbox.js";
export { probeSandbox, type SandboxProbe } from "./sandbox/probe-sandbox.js";
export { openSandbox, type Sandbox, SandboxError } from "./sandbox/sandbox.js";
export type { ToolFailure } from "./tool/tool-failure.js";
export type { Patience } from "./tool/tool-run.js";
export { makeScratch, type Scratch } from "./process/scratch.js";
export { endTools, type GraceTimes } from "./process/tool-process.js";
export type { InvocationTrace, PlanOutcome, PlanTrace, SkippedTrace, TurnTrace } from "./trace/trace.js";
export { createWarmPool, type WarmPool, type WarmPoolOptions, type WarmTool } from "./process/warm-pool.js";
