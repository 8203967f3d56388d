import { checkJson, isForbiddenKey } from "./check-json.js";
import { ProtocolError } from "./errors.js";
import { isJsonObject, type JsonObject, type JsonValue } from "./json.js";
import { memberPointer } from "./json-pointer.js";
import { LIMITS } from "./limits.js";

/**
 * JSON Merge Patch (RFC 7396): objects merge key by key, everything else replaces, null removes its key. A null inside an
 * object that the patch newly adds is dropped too. Implements rules PR30 to PR32.
 *
 * @param target - What is patched. Anything but an object counts as an empty one. It is never changed; the result shares
 * the parts that the patch does not touch.
 * @param patch - Anything but an object, which no event may hold, takes the place of the target.
 * @returns The patched value.
 * @throws {ProtocolError} `forbidden_key` for `__proto__`, `constructor` or `prototype` anywhere in the patch, `too_deep`
 * beyond 64 levels. Nothing has happened then.
 */
export function mergePatch(target: JsonValue | undefined, patch: JsonObject): JsonObject;
export function mergePatch(target: JsonValue | undefined, patch: JsonValue): JsonValue;
export function mergePatch(target: JsonValue | undefined, patch: JsonValue): JsonValue {
  if (!isJsonObject(patch)) {
    checkJson(patch, { refuseForbiddenKeys: true });
    return patch;
  }
  return merge(target, patch, LIMITS.jsonDepth);
}

function merge(target: JsonValue | undefined, patch: JsonObject, levelsLeft: number): JsonObject {
  if (levelsLeft === 0) throw new ProtocolError("too_deep", "a patch is nested too deeply");
  const result: Record<string, JsonValue | undefined> = isJsonObject(target) ? { ...target } : {};
  for (const [key, value] of Object.entries(patch)) {
    if (isForbiddenKey(key)) {
      throw new ProtocolError("forbidden_key", `the key "${key}" is not allowed in a patch`, {
        pointer: memberPointer("", key),
      });
    }
    if (value === undefined) continue;
    if (value === null) delete result[key];
    else if (isJsonObject(value)) {
      result[key] = merge(result[key], value, levelsLeft - 1);
    } else {
      // A list replaces what was there, but what it holds may be merged into later.
      checkJson(value, { maxDepth: levelsLeft - 1, refuseForbiddenKeys: true });
      result[key] = value;
    }
  }
  return result;
}
