export { type CallScriptOptions, callScript } from "./call-script.js";
export { HostError } from "./errors.js";
export {
  type ExecutePlanOptions,
  type ExecutionWarning,
  type ExecutorEvent,
  executePlan,
  type PlanRun,
} from "./execute-plan.js";
export { exportTrace } from "./export-trace.js";
export type { HostCall, HostGrant, StagedWrite } from "./host-grants.js";
export type { HostLogEntry } from "./host-log.js";
export { type HostServer, type HostService, openHostServer } from "./host-server.js";
export { type LogFile, type LogFileOptions, openLogFile } from "./log-file.js";
export type { LogEntry } from "./plan-log.js";
export { type GenerateRequest, type ReplanOptions, type ReplanResult, runReplanLoop } from "./replan-loop.js";
export {
  functionTools,
  type InvocationVerdict,
  type ResolvedFunction,
  type ResolvedScript,
  type ResolvedTool,
  type ScriptResolver,
  type ToolFunction,
} from "./resolver.js";
export { describeSandbox, type SandboxNote, type SandboxPolicy, type SandboxTier } from "./sandbox/describe-sandbox.js";
export { probeSandbox, type SandboxProbe } from "./sandbox/probe-sandbox.js";
export { openSandbox, type Sandbox, SandboxError } from "./sandbox/sandbox.js";
export type { ToolFailure } from "./tool-failure.js";
export { endTools, type GraceTimes } from "./tool-process.js";
export type { InvocationTrace, PlanOutcome, PlanTrace, SkippedTrace, TurnTrace } from "./trace.js";
export { createWarmPool, type WarmPool, type WarmPoolOptions, type WarmTool } from "./warm-pool.js";
