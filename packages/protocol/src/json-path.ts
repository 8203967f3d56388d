import type { JsonObject, JsonValue } from "./json.js";

/**
 * Reads one value of a state by its path. Only own properties count; where keys themselves hold dots, the longest key that
 * is there is followed. Implements rule PR34.
 *
 * @param path - Keys joined by dots, an array's index among them: `inventory.torch.lit`, `rolls.0`.
 * @returns The value, or undefined where the path leads nowhere.
 */
export function getPath(state: JsonObject, path: string): JsonValue | undefined {
  let current: JsonValue | undefined = state;
  let rest: string | null = path;
  while (rest !== null) {
    if (typeof current !== "object" || current === null) return undefined;
    let end: number = rest.length;
    let found = member(current, rest);
    while (found === undefined && (end = rest.lastIndexOf(".", end - 1)) > 0)
      found = member(current, rest.slice(0, end));
    if (found === undefined) return undefined;
    current = found;
    rest = end === rest.length ? null : rest.slice(end + 1);
  }
  return current;
}

function member(holder: JsonObject | readonly JsonValue[], key: string): JsonValue | undefined {
  if (!Array.isArray(holder)) return Object.hasOwn(holder, key) ? (holder as JsonObject)[key] : undefined;
  return /^(0|[1-9]\d*)$/.test(key) ? (holder as readonly JsonValue[])[Number(key)] : undefined;
}
