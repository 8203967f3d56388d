/** Whether what models made says so, and only that. Implements rules CA740 to CA742. */
import { isJsonObject, type JsonObject, type JsonValue } from "@narratoria/protocol";

/** Said of a generated file that lacks its provenance. */
export const MISSING_PROVENANCE =
  "Generated asset missing provenance (generated=true requires provenance.source_model, provenance.generated_at, provenance.seed_data)";
const FALSE = "Human-created asset must not contain provenance (generated=false conflicts with provenance object)";
const ISO =
  /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?(?:Z|[+-](?:[01]\d|2[0-3]):?[0-5]\d)$/i;
/** Clocks of two machines may differ by so much. */
const AHEAD_MS = 24 * 60 * 60 * 1000;

export interface ProvenanceFault {
  /** Which member is at fault: its name in the provenance, or `null` for the whole. */
  readonly member: string | null;
  readonly message: string;
}

/**
 * Compares the mark `generated` with its provenance.
 *
 * @param generated - The mark as it was written; undefined where there is none.
 * @param provenance - What stands beside it; undefined where there is nothing.
 * @param now - Milliseconds since 1970.
 */
export function provenanceFault(
  generated: JsonValue | undefined,
  provenance: JsonValue | undefined,
  now: number,
): ProvenanceFault | null {
  const has = provenance !== undefined && provenance !== null;
  if (generated !== undefined && typeof generated !== "boolean")
    return { member: null, message: '"generated" must be true or false.' };
  if (generated !== true) return has ? { member: null, message: `${FALSE}.` } : null;
  if (!has || !isJsonObject(provenance)) return { member: null, message: `${MISSING_PROVENANCE}.` };
  const lacks = ["source_model", "generated_at", "seed_data"].some((name) => {
    const value = provenance[name];
    return typeof value !== "string" || value.trim() === "";
  });
  if (lacks) return { member: null, message: `${MISSING_PROVENANCE}.` };
  return dateFault(provenance, now);
}

function dateFault(provenance: JsonObject, now: number): ProvenanceFault | null {
  const given = String(provenance["generated_at"]);
  const at = ISO.test(given) && isDay(given) ? Date.parse(given) : Number.NaN;
  const member = "generated_at";
  if (Number.isNaN(at))
    return {
      member,
      message: `"generated_at" must be a date and time (ISO 8601) such as 2026-02-03T10:30:00Z, got "${given.slice(0, 40)}".`,
    };
  return at > now + AHEAD_MS ? { member, message: `"generated_at" lies in the future: ${given.slice(0, 40)}.` } : null;
}

/** Whether the calendar has the day of an ISO date: Date.parse takes 30 February for 2 March. */
function isDay(date: string): boolean {
  const [year = 0, month = 0, day = 0] = date.slice(0, 10).split("-").map(Number);
  return new Date(Date.UTC(year, month - 1, day)).getUTCDate() === day;
}
