import { faultError, findFault, jsonByteLength, type NumbersFound } from "./check-json.js";
import { ProtocolError, type ProtocolErrorCode } from "./errors.js";
import { excerptOf } from "./excerpt.js";
import type { ToolEvent } from "./generated/contracts.js";
import type { JsonObject } from "./json.js";
import { memberPointer } from "./json-pointer.js";
import { LIMITS, type StreamLimits } from "./limits.js";
import { nearest } from "./suggest.js";

const EVENT_TYPES = ["log", "state_patch", "asset", "ui_event", "error", "done"] as const;
/** The member of each type that the runtime merges or hands to other tools, and so holds no key that reaches prototypes. */
const GUARDED: ReadonlyMap<unknown, string> = new Map([
  ["state_patch", "patch"],
  ["done", "output"],
]);
const LOG_LEVELS = ["debug", "info", "warn", "error"];
const MIME_TYPE =
  /^[A-Za-z0-9][A-Za-z0-9!#$&^_.+-]{0,126}\/[A-Za-z0-9][A-Za-z0-9!#$&^_.+-]{0,126}(\s*;\s*[A-Za-z0-9!#$&^_.+-]+=([A-Za-z0-9!#$&^_.+-]+|"[^"]*"))*$/;
const TIMESTAMP = /^\d{4}-\d\d-\d\d[Tt\s]\d\d:\d\d:\d\d(\.\d+)?([Zz]|[+-]\d\d(:?\d\d)?)$/;
const ZONE = /([+-])(\d\d):?(\d\d)?$/;

/** A tool's event, and what was dropped from it because it was of no use. */
export interface ParsedEvent {
  readonly event: ToolEvent;
  /** Plain sentences for the developer console. */
  readonly warnings: readonly string[];
}

/** Where an event stands in its stream: what `NdjsonDecoder` tells of a line. */
export interface EventPlace {
  readonly line?: number;
  /** The line as it came, which errors quote. */
  readonly text?: string;
  /** Leaves out of the line, and of the value, what no error may quote. */
  readonly hide?: <T>(value: T) => T;
}

type Fields = Readonly<Record<string, unknown>>;

/**
 * Checks one line of a tool's output. Forward compatible: unknown members pass, unknown types do not. A member that may be
 * absent and has the wrong type is dropped with a warning; one that must be there makes the line an error. Implements
 * rules PR10 to PR18.
 *
 * @param value - What the NDJSON decoder gave.
 * @param place - Where it stands, for the error's message.
 * @param limits - Caps that a manifest has lowered.
 * @throws {ProtocolError} `not_an_object`, `unsupported_version`, `unknown_type`, `invalid_field`, `too_deep`,
 * `number_out_of_range`, and for a patch `forbidden_key` or `state_limit` (over 256 KiB).
 */
export function parseEvent(
  value: unknown,
  place: EventPlace = {},
  limits: Pick<StreamLimits, "jsonDepth" | "patchBytes"> = LIMITS,
): ParsedEvent {
  const drops: Drop[] = [];
  try {
    if (!isChecked(value, drops, limits, place.text?.length)) {
      throw new ProtocolError("not_an_object", "an event is a JSON object", { pointer: "" });
    }
  } catch (error) {
    if (!(error instanceof ProtocolError)) throw error;
    const { hide = same } = place;
    const told = place.hide === undefined ? error : faultOf(hide(value), limits, error);
    throw told.at({
      line: place.line,
      excerpt: place.text === undefined ? undefined : excerptOf(hide(place.text)),
      rule: RULES_OF_EVENTS[told.code] ?? told.rule,
    });
  }
  const digitsLost = value.type === "state_patch" && numbers.unsafeIntegers > 0;
  if (drops.length === 0 && !digitsLost) return { event: value, warnings: NONE };
  const warnings = digitsLost ? [DIGITS_LOST] : [];
  const event = { ...value };
  for (const { name, reason } of drops) {
    Reflect.deleteProperty(event, name);
    warnings.push(`"${name}" was ignored: ${reason}`);
  }
  return { event, warnings };
}

function same<T>(value: T): T {
  return value;
}

/** The same fault of a value in which something was left out, so that it is not quoted. */
function faultOf(
  value: unknown,
  limits: Pick<StreamLimits, "jsonDepth" | "patchBytes">,
  fault: ProtocolError,
): ProtocolError {
  try {
    isChecked(value, [], limits);
  } catch (error) {
    if (error instanceof ProtocolError && error.code === fault.code) return error;
  }
  return fault;
}

/** What holds for any value has a rule of its own for events. */
const RULES_OF_EVENTS: { readonly [code in ProtocolErrorCode]?: string } = {
  too_deep: "PR14",
  number_out_of_range: "PR14",
  forbidden_key: "PR15",
};

const NONE: readonly string[] = [];
/** One for all: what it counts is read before the next event is looked at. */
const numbers: NumbersFound = { unsafeIntegers: 0 };
const DIGITS_LOST = "a whole number beyond 2^53 has lost its last digits: send it as text";

/** A member that is of no use, and why. */
interface Drop {
  readonly name: string;
  readonly reason: string;
}

/** Checks everything that makes an object an event; what is wrong beyond repair is thrown. */
function isChecked(
  value: unknown,
  drops: Drop[],
  { jsonDepth, patchBytes }: Pick<StreamLimits, "jsonDepth" | "patchBytes">,
  textLength = Number.POSITIVE_INFINITY,
): value is ToolEvent {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  const fields = value as Fields;
  if (fields.version !== "0") {
    const got = fields.version === undefined ? "it is missing" : `got ${shown(fields.version, 40)}`;
    throw new ProtocolError("unsupported_version", `"version" must be "0", ${got}`, { pointer: "/version" });
  }
  const { type } = fields;
  numbers.unsafeIntegers = 0;
  for (const name in fields) {
    const member = fields[name];
    if (typeof member === "string" || typeof member === "boolean") continue;
    // One of the levels is the event itself.
    const fault = findFault(member, jsonDepth - 1, GUARDED.get(type) === name, numbers);
    if (fault !== null) throw faultError(fault, memberPointer("", name));
  }
  optionalText(fields.requestId, "requestId", drops);
  const { timestamp } = fields;
  if (timestamp !== undefined && (typeof timestamp !== "string" || !isTimestamp(timestamp))) {
    drops.push({ name: "timestamp", reason: "it must be an ISO 8601 date and time" });
  }
  switch (type) {
    case "log":
      if (typeof fields.level !== "string" || !LOG_LEVELS.includes(fields.level)) {
        throw invalid(fields, "level", "one of debug, info, warn or error");
      }
      requiredText(fields.message, "message", fields);
      optionalObject(fields.fields, "fields", drops);
      return true;
    case "state_patch":
      if (!isObject(fields.patch)) throw invalid(fields, "patch", "an object");
      // No text grows more than sixfold when it is written again: 1e20 to 21 digits, a control character to an escape.
      if (textLength * 6 > patchBytes) checkSize(fields.patch, patchBytes);
      return true;
    case "asset":
      requiredText(fields.assetId, "assetId", fields);
      requiredText(fields.kind, "kind", fields);
      requiredText(fields.path, "path", fields);
      if (typeof fields.mediaType !== "string" || !MIME_TYPE.test(fields.mediaType)) {
        throw invalid(fields, "mediaType", "a MIME type such as image/png");
      }
      optionalObject(fields.metadata, "metadata", drops);
      return true;
    case "ui_event":
      requiredText(fields.event, "event", fields);
      optionalObject(fields.payload, "payload", drops);
      return true;
    case "error":
      requiredText(fields.errorCode, "errorCode", fields);
      requiredText(fields.errorMessage, "errorMessage", fields);
      optionalObject(fields.details, "details", drops);
      return true;
    case "done":
      if (typeof fields.ok !== "boolean") throw invalid(fields, "ok", "true or false");
      optionalText(fields.summary, "summary", drops);
      optionalObject(fields.output, "output", drops);
      return true;
    default:
      throw unknownType(type);
  }
}

/** A moment that the calendar has, leap seconds included, as the contracts take it. */
function isTimestamp(text: string): boolean {
  if (!TIMESTAMP.test(text)) return false;
  // By position: many events carry a time, and groups of an expression cost ten times as much.
  const year = twoDigits(text, 0) * 100 + twoDigits(text, 2);
  const month = twoDigits(text, 5);
  const day = twoDigits(text, 8);
  const leap = month === 2 && year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 1 : 0;
  const minuteOfDay = twoDigits(text, 11) * 60 + twoDigits(text, 14);
  const second = twoDigits(text, 17);
  if (day < 1 || day > (DAYS[month] ?? 0) + leap || second > 60) return false;
  if (twoDigits(text, 11) > 23 || twoDigits(text, 14) > 59) return false;
  const [, sign, hours = "0", minutes = "0"] = /[Zz]$/.test(text) ? [] : (ZONE.exec(text) ?? []);
  const zone = (sign === "-" ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
  if (Number(hours) > 23 || Number(minutes) > 59) return false;
  return second < 60 || (minuteOfDay - zone + 2 * DAY_MINUTES) % DAY_MINUTES === DAY_MINUTES - 1;
}

function twoDigits(text: string, at: number): number {
  return (text.charCodeAt(at) - 48) * 10 + text.charCodeAt(at + 1) - 48;
}

/** Of each month from 1. */
const DAYS = [0, 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
const DAY_MINUTES = 24 * 60;

// The members are read where their names are written out: the engine reads those ten times faster than computed ones.
function requiredText(given: unknown, name: string, fields: Fields): void {
  if (typeof given !== "string" || given === "") throw invalid(fields, name, "text that is not empty");
}

function optionalText(given: unknown, name: string, drops: Drop[]): void {
  if (given !== undefined && typeof given !== "string") drops.push({ name, reason: "it must be a string" });
}

function optionalObject(given: unknown, name: string, drops: Drop[]): void {
  if (given !== undefined && !isObject(given)) drops.push({ name, reason: "it must be an object" });
}

function checkSize(patch: JsonObject, patchBytes: number): void {
  // Writing a patch out to measure it costs more than all other checks, so it is done only where it could matter.
  if (bytesAtMost(patch) <= patchBytes) return;
  const bytes = jsonByteLength(patch);
  if (bytes > patchBytes) {
    const reason = `a patch of ${bytes} bytes is over the limit of ${patchBytes}`;
    throw new ProtocolError("state_limit", reason, { pointer: "/patch" });
  }
}

/**
 * Depth has been checked, so the recursion ends.
 *
 * @returns A number of bytes that the value, written as JSON, cannot exceed: six for each UTF-16 unit of a string, as in
 * `\u0000`, and 25 for a number.
 */
function bytesAtMost(value: unknown): number {
  if (typeof value === "string") return value.length * 6 + 3;
  if (typeof value !== "object" || value === null) return 25;
  let bytes = 3;
  if (Array.isArray(value)) {
    for (const item of value) bytes += bytesAtMost(item);
    return bytes;
  }
  const members = value as Fields;
  for (const key in members) bytes += key.length * 6 + 4 + bytesAtMost(members[key]);
  return bytes;
}

function invalid(fields: Fields, name: string, wanted: string): ProtocolError {
  const given = fields[name];
  const got = given === undefined ? "it is missing" : `got ${shown(given, 60)}`;
  const type = String(fields.type);
  const article = /^[aeiou]/.test(type) ? "an" : "a";
  const reason = `"${name}" of ${article} ${type} event must be ${wanted}, ${got}`;
  return new ProtocolError("invalid_field", reason, { pointer: `/${name}` });
}

function unknownType(type: unknown): ProtocolError {
  const pointer = "/type";
  const known = EVENT_TYPES.join(", ");
  if (typeof type !== "string") return new ProtocolError("unknown_type", `"type" must be one of ${known}`, { pointer });
  const meant = nearest(type, EVENT_TYPES);
  const hint = meant === null ? `the types are ${known}` : `did you mean "${meant}"?`;
  return new ProtocolError("unknown_type", `there is no event type ${shown(type, 60)}: ${hint}`, { pointer });
}

/** What a peer sent, as a message may show it. Objects are not written out: they may be too deep to be. */
function shown(value: unknown, chars: number): string {
  if (typeof value === "object" && value !== null) return Array.isArray(value) ? "a list" : "an object";
  return excerptOf(JSON.stringify(value).slice(0, chars));
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
