import { checkJson, isForbiddenKey, jsonByteLength } from "./check-json.js";
import { ProtocolError } from "./errors.js";
import type { ToolEvent } from "./generated/contracts.js";
import type { JsonObject } from "./json.js";
import { LIMITS } from "./limits.js";
import { nearest } from "./suggest.js";

const EVENT_TYPES = ["log", "state_patch", "asset", "ui_event", "error", "done"] as const;
const LOG_LEVELS = ["debug", "info", "warn", "error"];
const MIME_TYPE =
  /^[A-Za-z0-9][A-Za-z0-9!#$&^_.+-]{0,126}\/[A-Za-z0-9][A-Za-z0-9!#$&^_.+-]{0,126}(\s*;\s*[A-Za-z0-9!#$&^_.+-]+=([A-Za-z0-9!#$&^_.+-]+|"[^"]*"))*$/;
const TIMESTAMP = /^\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d:\d\d(\.\d+)?([Zz]|[+-]\d\d(:?\d\d)?)$/;

/** A tool's event, and what was dropped from it because it was of no use. */
export interface ParsedEvent {
  readonly event: ToolEvent;
  /** Plain sentences for the developer console. */
  readonly warnings: string[];
}

type Fields = Readonly<Record<string, unknown>>;

/**
 * Checks one line of a tool's output. Forward compatible: unknown members pass, unknown types do not. A member that may be
 * absent and has the wrong type is dropped with a warning; one that must be there makes the line an error. Implements
 * rules PR10 to PR18.
 *
 * @param value - What the NDJSON decoder gave.
 * @param line - Number of the line, for the error's message.
 * @throws {ProtocolError} `not_an_object`, `unsupported_version`, `unknown_type`, `invalid_field`, `too_deep`,
 * `number_out_of_range`, and for a patch `forbidden_key` or `state_limit` (over 256 KiB).
 */
export function parseEvent(value: unknown, line?: number): ParsedEvent {
  const drops: Drop[] = [];
  try {
    if (!isChecked(value, drops)) throw new ProtocolError("not_an_object", "an event is a JSON object");
  } catch (error) {
    if (!(error instanceof ProtocolError) || line === undefined) throw error;
    throw new ProtocolError(error.code, error.message, { line, excerpt: error.excerpt });
  }
  const warnings = value.type === "state_patch" && holdsUnsafeInteger(value.patch) ? [DIGITS_LOST] : [];
  if (drops.length === 0) return { event: value, warnings };
  const event = { ...value };
  for (const { name, reason } of drops) {
    Reflect.deleteProperty(event, name);
    warnings.push(`"${name}" was ignored: ${reason}`);
  }
  return { event, warnings };
}

const DIGITS_LOST = "a whole number beyond 2^53 has lost its last digits: send it as text";

/** A member that is of no use, and why. */
interface Drop {
  readonly name: string;
  readonly reason: string;
}

/** Checks everything that makes an object an event; what is wrong beyond repair is thrown. */
function isChecked(value: unknown, drops: Drop[]): value is ToolEvent {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  const fields = value as Fields;
  if (fields.version !== "0") {
    const got = fields.version === undefined ? "it is missing" : `got ${JSON.stringify(fields.version)?.slice(0, 40)}`;
    throw new ProtocolError("unsupported_version", `"version" must be "0", ${got}`);
  }
  for (const name in fields) {
    const member = fields[name];
    if (typeof member === "object" || typeof member === "number") checkJson(member, INSIDE_AN_EVENT);
  }
  optionalText(fields, "requestId", drops);
  if (fields.timestamp !== undefined && (typeof fields.timestamp !== "string" || !TIMESTAMP.test(fields.timestamp))) {
    drops.push({ name: "timestamp", reason: "it must be an ISO 8601 date and time" });
  }
  switch (fields.type) {
    case "log":
      if (typeof fields.level !== "string" || !LOG_LEVELS.includes(fields.level)) {
        throw invalid(fields, "level", "one of debug, info, warn or error");
      }
      requiredText(fields, "message");
      optionalObject(fields, "fields", drops);
      return true;
    case "state_patch":
      if (!isObject(fields.patch)) throw invalid(fields, "patch", "an object");
      checkPatch(fields.patch);
      return true;
    case "asset":
      requiredText(fields, "assetId");
      requiredText(fields, "kind");
      requiredText(fields, "path");
      if (typeof fields.mediaType !== "string" || !MIME_TYPE.test(fields.mediaType)) {
        throw invalid(fields, "mediaType", "a MIME type such as image/png");
      }
      optionalObject(fields, "metadata", drops);
      return true;
    case "ui_event":
      requiredText(fields, "event");
      optionalObject(fields, "payload", drops);
      return true;
    case "error":
      requiredText(fields, "errorCode");
      requiredText(fields, "errorMessage");
      optionalObject(fields, "details", drops);
      return true;
    case "done":
      if (typeof fields.ok !== "boolean") throw invalid(fields, "ok", "true or false");
      optionalText(fields, "summary", drops);
      optionalObject(fields, "output", drops);
      return true;
    default:
      throw unknownType(fields.type);
  }
}

function requiredText(fields: Fields, name: string): void {
  const given = fields[name];
  if (typeof given !== "string" || given === "") throw invalid(fields, name, "text that is not empty");
}

function optionalText(fields: Fields, name: string, drops: Drop[]): void {
  const given = fields[name];
  if (given !== undefined && typeof given !== "string") drops.push({ name, reason: "it must be a string" });
}

function optionalObject(fields: Fields, name: string, drops: Drop[]): void {
  const given = fields[name];
  if (given !== undefined && !isObject(given)) drops.push({ name, reason: "it must be an object" });
}

/** One of the 64 levels is the event itself. */
const INSIDE_AN_EVENT = { maxDepth: LIMITS.jsonDepth - 1 };

function checkPatch(patch: JsonObject): void {
  // Writing a patch out to measure it costs more than all other checks, so it is done only where it could matter.
  if (checkKeys(patch) <= LIMITS.patchBytes) return;
  const bytes = jsonByteLength(patch);
  if (bytes > LIMITS.patchBytes) {
    throw new ProtocolError("state_limit", `a patch of ${bytes} bytes is over the limit of ${LIMITS.patchBytes}`);
  }
}

/**
 * Depth has been checked, so the recursion ends.
 *
 * @returns A number of bytes that the value, written as JSON, cannot exceed: six for each UTF-16 unit of a string, as in
 * `\u0000`, and 25 for a number.
 */
function checkKeys(value: unknown): number {
  if (typeof value === "string") return value.length * 6 + 3;
  if (typeof value !== "object" || value === null) return 25;
  let bytes = 3;
  if (Array.isArray(value)) {
    for (const item of value) bytes += checkKeys(item);
    return bytes;
  }
  for (const [key, member] of Object.entries(value)) {
    if (isForbiddenKey(key)) {
      throw new ProtocolError("forbidden_key", `the key "${key}" is not allowed in a patch`, { excerpt: key });
    }
    bytes += key.length * 6 + 4 + checkKeys(member);
  }
  return bytes;
}

/** Depth has been checked, so the recursion ends. */
function holdsUnsafeInteger(value: unknown): boolean {
  if (typeof value === "number") return Number.isInteger(value) && !Number.isSafeInteger(value);
  return typeof value === "object" && value !== null && Object.values(value).some(holdsUnsafeInteger);
}

function invalid(fields: Fields, name: string, wanted: string): ProtocolError {
  const given = fields[name];
  const got = given === undefined ? "it is missing" : `got ${JSON.stringify(given)?.slice(0, 60)}`;
  const type = String(fields.type);
  const article = /^[aeiou]/.test(type) ? "an" : "a";
  return new ProtocolError("invalid_field", `"${name}" of ${article} ${type} event must be ${wanted}, ${got}`);
}

function unknownType(type: unknown): ProtocolError {
  if (typeof type !== "string")
    return new ProtocolError("unknown_type", `"type" must be one of ${EVENT_TYPES.join(", ")}`);
  const meant = nearest(type, EVENT_TYPES);
  const hint = meant === null ? `the types are ${EVENT_TYPES.join(", ")}` : `did you mean "${meant}"?`;
  return new ProtocolError("unknown_type", `there is no event type ${JSON.stringify(type.slice(0, 60))}: ${hint}`);
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
