import type { JsonObject, JsonValue } from "./json.js";

/**
 * Reads one value of a state by its path. Only own properties count; where keys themselves hold dots, the longest key that
 * is there is followed. Implements rule PR23.
 *
 * @param path - Keys joined by dots, an array's index among them: `inventory.torch.lit`, `rolls.0`.
 * @returns The value, or undefined where the path leads nowhere.
 */
export function getPath(state: JsonObject, path: string): JsonValue | undefined {
  let current: JsonValue | undefined = state;
  for (let start = 0; start <= path.length; ) {
    if (typeof current !== "object" || current === null) return undefined;
    const holder: JsonObject | readonly JsonValue[] = current;
    let end = path.length;
    current = member(holder, path.slice(start, end));
    while (current === undefined) {
      end = path.lastIndexOf(".", end - 1);
      if (end <= start) return undefined;
      current = member(holder, path.slice(start, end));
    }
    start = end + 1;
  }
  return current;
}

function member(holder: JsonObject | readonly JsonValue[], key: string): JsonValue | undefined {
  if (!isList(holder)) return Object.hasOwn(holder, key) ? holder[key] : undefined;
  return /^(0|[1-9]\d*)$/.test(key) ? holder[Number(key)] : undefined;
}

/** `Array.isArray` does not tell a readonly array from an object. */
function isList(value: JsonObject | readonly JsonValue[]): value is readonly JsonValue[] {
  return Array.isArray(value);
}
