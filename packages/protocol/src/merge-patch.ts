import { addSize, checkJson, faultError, findFault, isForbiddenKey, type JsonSize } from "./check-json.js";
import { ProtocolError } from "./errors.js";
import { isJsonObject, type JsonObject, type JsonValue } from "./json.js";
import { memberPointer } from "./json-pointer.js";
import { LIMITS } from "./limits.js";

type Members = Record<string, JsonValue | undefined>;

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
  return merge(target, patch, LIMITS.jsonDepth, null);
}

/**
 * Applies merge patches one after another, as `mergePatch` does, but copies each object of the target at most once however
 * many patches touch it. Implements rule PR420.
 *
 * @param target - What is patched. It is never changed; the result shares the parts that no patch touches.
 * @returns The patched object; the target itself where there is no patch.
 * @throws {ProtocolError} As `mergePatch` does. Nothing has happened then.
 */
export function mergePatches(target: JsonObject, patches: Iterable<JsonObject>): JsonObject {
  const copy = new PatchedCopy(target);
  for (const patch of patches) copy.apply(patch);
  return copy.value;
}

/** A copy of an object that merge patches change in place, each object of it copied at most once. Implements rule PR420. */
export class PatchedCopy {
  readonly #owned = new Set<object>();
  #value: JsonObject;

  /** @param target - It is never changed. */
  constructor(target: JsonObject) {
    this.#value = target;
  }

  /** The object with all patches so far, which later patches change. It shares the parts that no patch touches. */
  get value(): JsonObject {
    return this.#value;
  }

  /** @throws {ProtocolError} As `mergePatch` does. The copy is of no use then. */
  apply(patch: JsonObject): void {
    this.#value = merge(this.#value, patch, LIMITS.jsonDepth, this.#owned);
  }
}

/** @param owned - Objects that were made for this result and may be changed; null where every object is copied. */
function merge(
  target: JsonValue | undefined,
  patch: JsonObject,
  levelsLeft: number,
  owned: Set<object> | null,
): JsonObject {
  if (levelsLeft === 0) throw new ProtocolError("too_deep", "a patch is nested too deeply");
  const result: Members = !isJsonObject(target) ? {} : owned?.has(target) ? (target as Members) : { ...target };
  owned?.add(result);
  for (const key in patch) {
    const value = patch[key];
    if (isForbiddenKey(key)) {
      throw new ProtocolError("forbidden_key", `the key "${key}" is not allowed in a patch`, {
        pointer: memberPointer("", key),
      });
    }
    if (value === undefined) continue;
    if (value === null) delete result[key];
    else if (isJsonObject(value)) {
      result[key] = merge(result[key], value, levelsLeft - 1, owned);
    } else {
      // A list replaces what was there, but what it holds may be merged into later.
      if (typeof value === "object" || typeof value === "number") {
        const fault = findFault(value, levelsLeft - 1, true);
        if (fault !== null) throw faultError(fault, "");
      }
      result[key] = value;
    }
  }
  return result;
}

/**
 * Adds up merge patches as they come, at the cost of each patch alone, into at most two patches that have the same effect on
 * every target. One patch does not always suffice: `{"a": null}` and then `{"a": {"b": 1}}` replaces `a`, which no single
 * merge patch can say of an object. Implements rules PR421 and PR422.
 */
export class PatchFold {
  /** Keys to remove before `#merged` is applied; null where there are none. */
  #removed: Members | null = null;
  #merged: Members | null = null;
  /** An upper bound of what the two hold. */
  readonly #size: JsonSize = { values: 0, textUnits: 0 };

  /**
   * @throws {ProtocolError} `forbidden_key`, `too_deep`, `number_out_of_range`, or `state_limit` where the patches together
   * hold more than a state may: 10,000 values, 512 Ki characters. The fold is of no use then.
   */
  add(patch: JsonObject): void {
    const fault = findFault(patch, LIMITS.jsonDepth, true);
    if (fault !== null) throw faultError(fault, "/patch");
    this.#merged ??= {};
    this.#removed = this.#fold(this.#merged, patch, this.#removed, false);
    addSize(patch, this.#size);
    // A value that replaces another is counted twice until the next exact count. That one comes only at double the limit, so
    // that its cost stays in proportion to what has been added since.
    const { values, textUnits } = this.#size;
    if (values > 2 * LIMITS.stateValues || textUnits > 2 * LIMITS.stateBytes) this.#checkSize();
  }

  /** What the patches make of an empty object. */
  value(): JsonObject {
    return merge(undefined, this.#merged ?? {}, LIMITS.jsonDepth, null);
  }

  /**
   * @returns Nothing, one patch or two, to be applied in order. They must not be changed.
   * @throws {ProtocolError} `state_limit`, as `add` does.
   */
  patches(): readonly JsonObject[] {
    this.#checkSize();
    if (this.#merged === null) return NO_PATCHES;
    return this.#removed === null ? [this.#merged] : [this.#removed, this.#merged];
  }

  #checkSize(): void {
    const size = this.#size;
    if (size.values <= LIMITS.stateValues && size.textUnits <= LIMITS.stateBytes) return;
    size.values = 0;
    size.textUnits = 0;
    addSize(this.#merged, size);
    addSize(this.#removed, size);
    if (size.values > LIMITS.stateValues) throw tooLarge(`${LIMITS.stateValues} values`);
    if (size.textUnits > LIMITS.stateBytes) throw tooLarge(`${LIMITS.stateBytes} bytes`);
  }

  /**
   * @param merged - Changed in place.
   * @param replaced - Whether the object is new as a whole, so that it has nothing to remove.
   * @returns What to remove first, at the level of `merged`.
   */
  #fold(merged: Members, patch: JsonObject, removed: Members | null, replaced: boolean): Members | null {
    let toRemove = removed;
    for (const key in patch) {
      const value = patch[key];
      if (value === undefined) continue;
      const before = merged[key];
      if (!isJsonObject(value)) {
        merged[key] = value;
      } else if (isJsonObject(before)) {
        const inner = toRemove?.[key];
        const isNew = replaced || inner === null;
        const below = this.#fold(before as Members, value, isJsonObject(inner) ? (inner as Members) : null, isNew);
        if (below !== null && !isNew) {
          toRemove ??= {};
          toRemove[key] = below;
        }
      } else {
        // Anything that is no object would be replaced whole, and so must be what the target has.
        if (before !== undefined && !replaced) {
          toRemove ??= {};
          toRemove[key] = null;
        }
        merged[key] = copyObject(value);
      }
    }
    return toRemove;
  }
}

function tooLarge(most: string): ProtocolError {
  return new ProtocolError("state_limit", `the patches hold more than ${most} together`, { rule: "PR422" });
}

const NO_PATCHES: readonly JsonObject[] = [];

/** Copies objects, which later patches may merge into; lists and texts are only ever replaced. */
function copyObject(value: JsonObject): Members {
  const copy: Members = {};
  for (const key in value) {
    const member = value[key];
    if (member !== undefined) copy[key] = isJsonObject(member) ? copyObject(member) : member;
  }
  return copy;
}

/**
 * Returns the merge patch that turns one object into another, as far as a merge patch can say it: a member that is null in the
 * second is missing from what comes of it. Implements rule PR700.
 */
export function diffPatch(before: JsonObject, after: JsonObject): JsonObject {
  const patch: Members = {};
  for (const key of Object.keys(before)) if (!Object.hasOwn(after, key)) patch[key] = null;
  for (const [key, value] of Object.entries(after)) {
    const old = Object.hasOwn(before, key) ? before[key] : undefined;
    if (value === undefined || old === value) continue;
    if (isJsonObject(old) && isJsonObject(value)) {
      const inner = diffPatch(old, value);
      if (Object.keys(inner).length > 0) patch[key] = inner;
    } else if (old === undefined || JSON.stringify(old) !== JSON.stringify(value)) patch[key] = value;
  }
  return patch;
}
