import { readdirSync, readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";

/** A process that outlived the script which started it. */
export interface Leftover {
  readonly pid: number;
  readonly name: string;
}

/** How long processes that are ending anyway may take, in milliseconds. */
const MOMENT_MS = 500;

/**
 * Finds what a script has left running, and kills it. On Linux also what has left the process group: it still carries the
 * environment it was started with. Elsewhere only the group is known.
 *
 * @param group - Process group of the script, which has ended.
 * @param marker - Text that stands in the environment of this run and of no other.
 * @param before - What `runningNow` gave before the script was started.
 */
export async function endLeftovers(group: number, marker: string, before: ReadonlySet<string>): Promise<Leftover[]> {
  const until = performance.now() + MOMENT_MS;
  let found = leftovers(group, marker, before);
  // The last members of a pipeline end a moment after the shell that waits for them.
  while (found.length > 0 && performance.now() < until) {
    await sleep(25);
    found = leftovers(group, marker, before);
  }
  for (const { pid } of found) kill(pid);
  return found;
}

/** The processes that run now, where the kernel tells. */
export function runningNow(): ReadonlySet<string> {
  return new Set(process.platform === "linux" ? readdirSync("/proc") : []);
}

function leftovers(group: number, marker: string, before: ReadonlySet<string>): Leftover[] {
  if (process.platform === "win32") return [];
  if (process.platform !== "linux") return isAlive(-group) ? [{ pid: -group, name: "a process" }] : [];
  return readdirSync("/proc").flatMap((name) => {
    const pid = Number(name);
    // Most are older than the script, and to look at each would take longer than the script does.
    if (before.has(name) || !Number.isInteger(pid) || pid === process.pid) return [];
    const stat = statOf(pid);
    if (stat === null || stat.state === "Z" || stat.state === "X") return [];
    return stat.group === group || environmentOf(pid).includes(marker) ? [{ pid, name: stat.name }] : [];
  });
}

/** What the kernel says of a process; null where there is none, or no such kernel. */
export function statOf(pid: number): { name: string; state: string; group: number; ticks: number } | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The name stands in brackets and may hold any character, brackets included.
    const end = text.lastIndexOf(")");
    const fields = text.slice(end + 2).split(" ");
    const name = text.slice(text.indexOf("(") + 1, end);
    return { name, state: fields[0] ?? "", group: Number(fields[2]), ticks: Number(fields[11]) + Number(fields[12]) };
  } catch {
    return null;
  }
}

function environmentOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/environ`, "latin1");
  } catch {
    // Another user's process, or one that is gone by now.
    return "";
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

function kill(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It has ended meanwhile.
  }
}
