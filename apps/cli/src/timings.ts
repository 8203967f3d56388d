/** `doctor --timings`: how long plans, scripts and searches took, from the log. */
import { readTimings, type Timing, type Timings } from "@narratoria/engine";
import type { DoctorFlags } from "./doctor.js";
import { EXIT } from "./errors.js";
import { writeAnswer } from "./fitted-lines.js";
import type { Terminal } from "./terminal.js";

/** A search is to be answered within this time, in milliseconds. */
const SEARCH_MS = 200;

export async function timings(flags: DoctorFlags, { stdout }: Pick<Terminal, "stdout">): Promise<number> {
  const found = await readTimings(flags.data);
  writeAnswer(stdout, flags, { timings: found }, timingLines(found));
  return EXIT.done;
}

/** A table, a row for each kind of thing. Implements rule CL990. */
export function timingLines({ since, plans, scripts, searches }: Timings): string[] {
  if (since === null) return ["Nothing has been logged yet: play a story first."];
  const rows = [...(plans === null ? [] : [{ ...plans, name: "Whole plans" }]), ...scripts, ...searches];
  const columns = 4 + Math.max(...rows.map(({ name }) => name.length));
  const late = searches.filter(({ p95 }) => p95 > SEARCH_MS).length;
  return [
    `Since ${since.slice(0, 10)}, in milliseconds:`,
    "",
    `${" ".repeat(columns)}${["times", "failed", "median", "95%", "most"].map((head) => head.padStart(8)).join("")}`,
    ...rows.map((timing) => row(timing, columns)),
    ...(late === 0 ? [] : ["", `! Searches should be answered within ${SEARCH_MS} ms, 95 of 100 at least.`]),
  ];
}

function row({ name, count, failed, p50, p95, most, found }: Timing, columns: number): string {
  const slow = found !== undefined && p95 > SEARCH_MS;
  const label = `${slow ? "! " : "  "}${name}`.padEnd(columns);
  return `${label}${[count, failed, p50, p95, most].map((cell) => String(cell).padStart(8)).join("")}`;
}
