/**
 * One cap on every boundary, in one place. A manifest may lower some of these, nothing raises them.
 * Sizes are in bytes and times in milliseconds; a name without a unit is a count.
 */
export const LIMITS = {
  lineBytes: 1024 * 1024,
  lineValues: 50_000,
  lineMembers: 12_000,
  stdoutBytes: 16 * 1024 * 1024,
  events: 10_000,
  stderrBytes: 64 * 1024,
  stdinBytes: 1024 * 1024,
  patchBytes: 256 * 1024,
  stateBytes: 512 * 1024,
  stateValues: 10_000,
  jsonDepth: 64,

  toolTimeoutMs: 30_000,
  minToolTimeoutMs: 100,
  maxToolTimeoutMs: 60_000,
  planTimeoutMs: 60_000,
  turnTimeoutMs: 90_000,
  patienceMs: 120_000,
  generateTimeoutMs: 5_000,
  killAfterMs: 5_000,
  pipeGraceMs: 500,
  lingerMs: 2_000,

  planBytes: 64 * 1024,
  planDepth: 32,
  planTools: 32,
  planAttempts: 5,
  planExecutions: 3,
  maxRetries: 5,
  maxBackoffMs: 5_000,
  narrativeChars: 20_000,

  memoryBytes: 1024 * 1024 * 1024,
  processes: 64,
  folderBytes: 256 * 1024 * 1024,
  folderEntries: 20_000,
  temporaryBytes: 64 * 1024 * 1024,

  hostRequestBytes: 1024 * 1024,
  hostResponseBytes: 4 * 1024 * 1024,
  hostInFlight: 64,
  hostInFlightEach: 16,
  hostConnections: 128,
  hostConnectionsEach: 32,
  hostStagedWrites: 32,
  hostStagedBytes: 64 * 1024,
  hostRequests: 500,
  socketPathBytes: 100,

  logLineBytes: 8 * 1024,
  logFileBytes: 10 * 1024 * 1024,
  logFiles: 5,

  assetBytes: 50 * 1024 * 1024,
  assetMetadataBytes: 16 * 1024,
  turnAssetMetadataBytes: 128 * 1024,
  turnAssets: 256,
  turnAssetBytes: 256 * 1024 * 1024,
  storyAssetBytes: 1024 * 1024 * 1024,
  imagePixels: 40_000_000,
  campaignFiles: 5_000,
  campaignBytes: 512 * 1024 * 1024,
  textFileBytes: 8 * 1024 * 1024,
  jsonFileBytes: 4 * 1024 * 1024,
  promptBytes: 8 * 1024,
  choices: 8,
  choiceChars: 200,
} as const;

/** The caps that a script's manifest may lower, under `limits`; its timeout has a field of its own. */
const LOWERABLE = [
  "lineBytes",
  "stdoutBytes",
  "events",
  "stderrBytes",
  "stdinBytes",
  "patchBytes",
  "jsonDepth",
  "assetBytes",
  "hostRequests",
] as const;

/** The caps of one script. */
export type ToolLimits = { readonly [name in (typeof LOWERABLE)[number]]: number };

/** The caps on one stream of events. */
export type StreamLimits = Pick<ToolLimits, "lineBytes" | "stdoutBytes" | "events" | "patchBytes" | "jsonDepth">;

/**
 * The caps that hold where a manifest asks for lower ones. Implements rule PR105.
 *
 * @param wanted - What the manifest says. Anything that is not a whole number from 1 up to the cap has no effect: nothing
 * raises a cap.
 */
export function lowerLimits(wanted: { readonly [name: string]: unknown } = {}): ToolLimits {
  const lowered = LOWERABLE.map((name) => {
    const cap = LIMITS[name];
    const value = Object.hasOwn(wanted, name) ? wanted[name] : cap;
    return [name, Number.isInteger(value) ? Math.min(Math.max(Number(value), 1), cap) : cap] as const;
  });
  return Object.fromEntries(lowered) as ToolLimits;
}

/**
 * Bytes of code that a function runs before V8 compiles it for speed, four and a half times as many as V8 takes by itself. The largest
 * script we ship spent a third of its processor time on that compiler, over a thousand turns.
 */
export const OPTIMISE_LATE = "--interrupt-budget=600000";
