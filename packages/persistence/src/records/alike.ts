/** When two memories say the same. */
import { createHash } from "node:crypto";
import type { JsonObject, JsonValue } from "@narratoria/protocol";
import { searchWords, stem } from "../search-words.js";
import { findable } from "./record-shapes.js";
import { LONGEST_COMPARED, marksOf, mayBeSame } from "./told-apart.js";

/** From this cosine on two summaries say the same, if they are about the same people at the same place. */
export const SAME_MEANING = 0.985;

/**
 * What memories have in common that say the same of the same people at the same place: the stems of their words without those that
 * stand in nearly every sentence, whatever their order, and in their order the words that turn a sentence round.
 */
export function sameWords(record: JsonObject): string {
  const { text } = findable("memory", record);
  // A long text is told again only letter for letter.
  if (text.length > LONGEST_COMPARED) return digest([[text], about(record)]);
  const words = [...new Set(searchWords(text, Number.POSITIVE_INFINITY).map(stem))].sort();
  // A sentence of nothing but small words is compared as it stands.
  const marks = marksOf(text);
  const said = words.length > 0 ? words : [text.trim().toLowerCase()];
  return digest(marks.length > 0 ? [said, about(record), marks] : [said, about(record)]);
}

/** Whether two memories that an embedder takes for one are about the same people, place and deed, and neither denies the other. */
export function sameMatter(one: JsonObject, other: JsonObject): boolean {
  if (JSON.stringify(about(one)) !== JSON.stringify(about(other))) return false;
  return mayBeSame(findable("memory", one).text, findable("memory", other).text);
}

/** The earlier memory told again: as it is said now, of all that either is about, and how often it happened. */
export function merged(earlier: JsonObject, later: JsonObject): JsonObject {
  const both: Record<string, JsonValue | undefined> = { ...earlier, ...later };
  for (const name of ["characterIds", "characters", "semanticTags", "tags", "factionIds"]) {
    const lists = [earlier[name], later[name]].filter((list): list is readonly JsonValue[] => Array.isArray(list));
    if (lists.length > 0) both[name] = [...new Set(lists.flat())];
  }
  const times = typeof earlier.times === "number" && Number.isSafeInteger(earlier.times) ? earlier.times : 1;
  return { ...both, times: times + 1 };
}

function about(record: JsonObject): JsonValue[] {
  const { people, location } = findable("memory", record);
  return [[...new Set(people)].sort(), location, record.deed ?? null, record.actionType ?? null];
}

function digest(value: JsonValue): string {
  return createHash("sha256").update(JSON.stringify(value)).digest("base64url").slice(0, 22);
}
