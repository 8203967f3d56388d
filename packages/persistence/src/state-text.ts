/**
 * How session state is kept in the journal: whole in every tenth turn of a line, and in between as the JSON Merge Patch that
 * makes it of the state before.
 */
import { diffPatch, isJsonObject, type JsonObject, type JsonValue, mergePatch } from "@narratoria/protocol";

/** More patches in a row would make a state slower to read than to write. */
const PATCHES_IN_A_ROW = 9;

/** Stands before a patch, with the number of patches since the last whole state: `~3{"place":"mill"}`. A state begins with `{`. */
const PATCH = /^~(\d+)/;

/** The state of the turn before, and how it is kept. */
export interface StateBefore {
  readonly text: string;
  readonly state: JsonObject;
}

/**
 * Writes a state: as a patch where that is shorter and gives the state back to the character, else whole.
 *
 * @param whole - JSON text of the state.
 * @param after - The same, parsed.
 * @param before - Null for an opening.
 */
export function stateText(whole: string, after: JsonValue, before: StateBefore | null): string {
  const patches = before === null ? PATCHES_IN_A_ROW : patchesIn(before.text);
  if (before === null || patches >= PATCHES_IN_A_ROW) return whole;
  if (!isJsonObject(after)) return whole;
  const patch = diffPatch(before.state, after);
  const text = `~${patches + 1}${JSON.stringify(patch)}`;
  return text.length < whole.length && JSON.stringify(applied(before.state, patch)) === whole ? text : whole;
}

/** How many patches lie between a kept state and the last whole one: 0 where it is whole. */
export function patchesIn(text: string): number {
  return Number(PATCH.exec(text)?.[1] ?? 0);
}

/**
 * Reads a state back.
 *
 * @param texts - As they are kept: a whole one first, then every patch up to the state that is wanted.
 */
export function readState([whole = "{}", ...patches]: readonly string[]): JsonObject {
  return patches.reduce((state: JsonObject, text) => nextState(state, text), JSON.parse(whole));
}

/** The state after another, from how it is kept. */
export function nextState(before: JsonObject, text: string): JsonObject {
  return PATCH.test(text) ? mergePatch(before, JSON.parse(text.replace(PATCH, ""))) : JSON.parse(text);
}

function applied(state: JsonObject, patch: JsonObject): JsonObject | null {
  try {
    return mergePatch(state, patch);
  } catch {
    // A key that no patch may name.
    return null;
  }
}
