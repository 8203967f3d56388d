import { ProtocolError } from "@narratoria/protocol";

/** A value of its own, and how long it can be at most as JSON. */
export interface JsonCopy {
  readonly value: unknown;
  /** A number of bytes that its JSON cannot exceed; usually it has far fewer. */
  readonly atMostBytes: number;
}

/**
 * Copies what JSON can hold of a value, as writing and reading it would, in one pass and only as deep as allowed.
 *
 * @param maxDepth - Greatest depth of nested objects and arrays; a flat object has depth 1.
 * @throws {ProtocolError} `too_deep`, also for a value that contains itself, and `number_out_of_range`.
 * @throws {TypeError} For a bigint, and whatever a getter of the value throws.
 */
export function copyJson(value: unknown, maxDepth: number): JsonCopy {
  const sum = { bytes: 0 };
  return { value: copy(value, maxDepth, sum), atMostBytes: sum.bytes };
}

function copy(value: unknown, levelsLeft: number, sum: { bytes: number }): unknown {
  switch (typeof value) {
    case "string":
      // At worst each UTF-16 unit is written as \u0000.
      sum.bytes += value.length * 6 + 3;
      return LONE_SURROGATE.test(value) ? value.replace(LONE_SURROGATES, "\ufffd") : value;
    case "number":
      if (!Number.isFinite(value)) throw new ProtocolError("number_out_of_range", "a number is too large to be kept");
      sum.bytes += 25;
      return value;
    case "boolean":
      sum.bytes += 6;
      return value;
    case "bigint":
      throw new TypeError("JSON has no place for a bigint");
    case "object":
      break;
    default:
      return undefined;
  }
  sum.bytes += 5;
  if (value === null) return null;
  if (levelsLeft === 0) throw new ProtocolError("too_deep", "objects and arrays are nested too deeply");
  if (Array.isArray(value)) return value.map((item) => copy(item, levelsLeft - 1, sum) ?? null);
  if ("toJSON" in value && typeof value.toJSON === "function") return copy(value.toJSON(), levelsLeft - 1, sum);
  const result: Record<string, unknown> = {};
  const members = value as Readonly<Record<string, unknown>>;
  for (const key of Object.keys(members)) {
    const copied = copy(members[key], levelsLeft - 1, sum);
    if (copied === undefined) continue;
    sum.bytes += key.length * 6 + 4;
    // As a plain assignment this key would set the prototype.
    if (key === "__proto__") Object.defineProperty(result, key, { value: copied, ...OWN });
    else result[key] = copied;
  }
  return result;
}

const LONE_SURROGATE = /\p{Surrogate}/u;
const LONE_SURROGATES = /\p{Surrogate}/gu;
const OWN = { enumerable: true, configurable: true, writable: true } as const;
