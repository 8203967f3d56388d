import { ProtocolError, type ProtocolErrorCode } from "./errors.js";
import { memberPointer } from "./json-pointer.js";
import { LIMITS } from "./limits.js";

export interface JsonLimits {
  /** Greatest depth of nested objects and arrays; a flat object has depth 1. */
  readonly maxDepth?: number;
  /** Whether a key `__proto__`, `constructor` or `prototype` anywhere is refused. */
  readonly refuseForbiddenKeys?: boolean;
}

/** Keys that could reach an object's prototype where somebody assigns them carelessly. */
export function isForbiddenKey(key: string): boolean {
  return key === "__proto__" || key === "constructor" || key === "prototype";
}

/**
 * Checks that a parsed value is safe to keep, merge and write again. The recursion ends at `maxDepth`, so that no input
 * can exhaust the stack. Implements rules PR20 to PR22.
 *
 * @param value - What `JSON.parse` gave.
 * @throws {ProtocolError} `too_deep`, `number_out_of_range` (1e400 would be saved as null, and null means "remove") or
 * `forbidden_key`, with a pointer to what is at fault.
 */
export function checkJson(value: unknown, limits: JsonLimits = {}): void {
  const fault = findFault(value, limits.maxDepth ?? LIMITS.jsonDepth, limits.refuseForbiddenKeys ?? false);
  if (fault !== null) throw faultError(fault, "");
}

/** Whole numbers beyond 2^53 may have lost their last digits when they were parsed. */
export interface NumbersFound {
  unsafeIntegers: number;
}

/** What is wrong with a value, and where. */
interface JsonFault {
  readonly code: Extract<ProtocolErrorCode, "too_deep" | "number_out_of_range" | "forbidden_key">;
  /** Keys and indices from the inside out: put together on the way back, so that the good pay nothing for it. */
  readonly path: string[];
}

/** @param pointer - JSON pointer to the value that was looked at. */
export function faultError({ code, path }: JsonFault, pointer: string): ProtocolError {
  const reason = code === "forbidden_key" ? `the key "${path[0]}" is not allowed` : REASONS[code];
  return new ProtocolError(code, reason, { pointer: path.reduceRight((at, key) => memberPointer(at, key), pointer) });
}

const REASONS = {
  too_deep: "objects and arrays are nested too deeply",
  number_out_of_range: "a number is too large to be kept",
};

/**
 * As `checkJson`, without the cost of an exception. What is thrown for a fault, `faultError` makes.
 *
 * @param levelsLeft - Greatest depth; the recursion ends there.
 * @param found - Counts what is no fault and may still surprise.
 */
export function findFault(
  value: unknown,
  levelsLeft: number,
  refuseKeys: boolean,
  found?: NumbersFound,
): JsonFault | null {
  if (typeof value === "number") {
    if (value >= Number.MIN_SAFE_INTEGER && value <= Number.MAX_SAFE_INTEGER) return null;
    if (!Number.isFinite(value)) return { code: "number_out_of_range", path: [] };
    if (found !== undefined && Number.isInteger(value)) found.unsafeIntegers++;
    return null;
  }
  if (typeof value !== "object" || value === null) return null;
  if (levelsLeft === 0) return { code: "too_deep", path: [] };
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index++) {
      const fault = findFault(value[index], levelsLeft - 1, refuseKeys, found);
      if (fault !== null) return inside(fault, String(index));
    }
    return null;
  }
  const members = value as Readonly<Record<string, unknown>>;
  for (const key in members) {
    if (refuseKeys && isForbiddenKey(key)) return { code: "forbidden_key", path: [key] };
    const fault = findFault(members[key], levelsLeft - 1, refuseKeys, found);
    if (fault !== null) return inside(fault, key);
  }
  return null;
}

function inside(fault: JsonFault, key: string): JsonFault {
  fault.path.push(key);
  return fault;
}

/**
 * @param value - A JSON value that `checkJson` has passed.
 * @returns How many bytes of UTF-8 it takes when written as JSON without spaces.
 */
export function jsonByteLength(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value));
}

/** A rough size of a JSON value, found without writing it out. */
export interface JsonSize {
  /** Number of members and elements at any depth. */
  values: number;
  /** UTF-16 code units of its keys and texts, each of which takes at least one byte of JSON. */
  textUnits: number;
}

/**
 * Adds the size of a value to a sum.
 *
 * @param value - A JSON value that `checkJson` has passed, so that the recursion ends.
 */
export function addSize(value: unknown, sum: JsonSize): void {
  if (typeof value === "string") sum.textUnits += value.length;
  if (typeof value !== "object" || value === null) return;
  if (Array.isArray(value)) {
    sum.values += value.length;
    for (const element of value) addSize(element, sum);
    return;
  }
  const members = value as Readonly<Record<string, unknown>>;
  for (const key in members) {
    sum.values++;
    sum.textUnits += key.length;
    addSize(members[key], sum);
  }
}
