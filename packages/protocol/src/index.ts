export { addSize, checkJson, type JsonLimits, type JsonSize, jsonByteLength } from "./check-json.js";
export { atOnce, breather, inSlices } from "./breathe.js";
export { encodeEvent } from "./encode-event.js";
export { EventReader } from "./event-reader.js";
export { type DecodedLine, type FaultPlace, NarratoriaError, ProtocolError, type ProtocolErrorCode } from "./errors.js";
export type {
  AssetEvent,
  DoneEvent,
  ErrorEvent,
  HostAccess,
  LogEvent,
  StatePatchEvent,
  ToolEvent,
  ToolInput,
  UiEvent,
} from "./generated/contracts.js";
export { inputFaults, readInputShape, type InputShape } from "./input-shape.js";
export { isJsonObject, type JsonObject, type JsonValue } from "./json.js";
export { getPath } from "./json-path.js";
export { type Judgement, judgeStream, StreamJudge, type StreamError, type StreamExit } from "./judge-stream.js";
export { MOST_VALUES, valuesFault } from "./line-values.js";
export { LIMITS, lowerLimits, type StreamLimits, type ToolLimits } from "./limits.js";
export { diffPatch, mergePatch, mergePatches, PatchedCopy, PatchFold } from "./merge-patch.js";
export { NdjsonDecoder } from "./ndjson.js";
export { type EventPlace, type ParsedEvent, parseEvent } from "./parse-event.js";
export { isNetworkError } from "./network-errors.js";
export { CONTEXT_KEYS, misspeltContextKey } from "./context-keys.js";
export { isContextKey } from "./story-context.js";
export { fitsSkillFolder } from "./skill-folder.js";
export { speaksProtocol } from "./speaks-protocol.js";
export { withControlsShown, withoutControls } from "./text.js";
export { nearest } from "./suggest.js";
