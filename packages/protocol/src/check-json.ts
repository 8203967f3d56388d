import { ProtocolError } from "./errors.js";
import type { JsonValue } from "./json.js";
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
 * `forbidden_key`.
 */
export function checkJson(value: unknown, limits: JsonLimits = {}): void {
  visit(value, limits.maxDepth ?? LIMITS.jsonDepth, limits.refuseForbiddenKeys ?? false);
}

function visit(value: unknown, levelsLeft: number, refuseKeys: boolean): void {
  if (typeof value === "number") {
    if (!Number.isFinite(value)) throw new ProtocolError("number_out_of_range", "a number is too large to be kept");
    return;
  }
  if (typeof value !== "object" || value === null) return;
  if (levelsLeft === 0) throw new ProtocolError("too_deep", "objects and arrays are nested too deeply");
  if (Array.isArray(value)) {
    for (const item of value) visit(item, levelsLeft - 1, refuseKeys);
    return;
  }
  const members = value as Readonly<Record<string, unknown>>;
  for (const key in members) {
    if (refuseKeys && isForbiddenKey(key)) {
      throw new ProtocolError("forbidden_key", `the key "${key}" is not allowed`, { excerpt: key });
    }
    visit(members[key], levelsLeft - 1, refuseKeys);
  }
}

/**
 * @param value - A JSON value that `checkJson` has passed.
 * @returns How many bytes of UTF-8 it takes when written as JSON without spaces.
 */
export function jsonByteLength(value: JsonValue): number {
  return Buffer.byteLength(JSON.stringify(value));
}
