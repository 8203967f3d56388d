/** Where two values part, for a replay to tell. */
import type { JsonValue } from "@narratoria/protocol";

export interface Difference {
  /** JSON pointer to it. */
  readonly where: string;
  /** What stands there in each: JSON text, cut after 200 characters; empty where nothing does. */
  readonly expected: string;
  readonly found: string;
}

const LONGEST_SHOWN = 200;

/** The first place where two values differ, to the character: the order of members counts too. Null where there is none. */
export function firstDifference(
  expected: JsonValue | undefined,
  found: JsonValue | undefined,
  where = "",
): Difference | null {
  if (JSON.stringify(expected) === JSON.stringify(found)) return null;
  const [before, after] = [new Map(members(expected)), new Map(members(found))];
  if (before.size > 0 && after.size > 0 && Array.isArray(expected) === Array.isArray(found)) {
    for (const key of new Set([...before.keys(), ...after.keys()])) {
      const pointer = `${where}/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`;
      const inner = firstDifference(before.get(key), after.get(key), pointer);
      if (inner) return inner;
    }
  }
  return { where, expected: shown(expected), found: shown(found) };
}

function members(value: JsonValue | undefined): [string, JsonValue | undefined][] {
  return typeof value === "object" && value !== null ? Object.entries(value) : [];
}

/** A value as a replay shows it. */
export function shown(value: JsonValue | undefined): string {
  const text = JSON.stringify(value) ?? "";
  return text.length > LONGEST_SHOWN ? `${text.slice(0, LONGEST_SHOWN)}…` : text;
}
