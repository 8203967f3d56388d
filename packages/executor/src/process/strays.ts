import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import { atOnce, inSlices } from "@narratoria/protocol";

/**
 * Kills what a tool started and what got out of its process group, which no signal to the group reaches. Such a process is
 * known by the tool's working folder, which no other tool has: it has it in its environment, or stands in it. Only Linux
 * shows either; on other systems nothing is found. Implements rule EX100.
 *
 * @param folder - The working folder of the tool, which is in the environment that it was started with.
 * @param leader - The process id of the tool. Its group is left to the signals that it gets.
 * @returns The names of the programs that were killed.
 */
export function endStrays(folder: string, leader: number): string[] {
  if (process.platform !== "linux") return [];
  const inGroup = String(leader);
  return atOnce(endingProcesses(startedAfter(leader), [folder], (pid) => groupOf(pid) !== inGroup));
}

/**
 * Kills what the tools of killed runtimes have left running. Implements rule EX101.
 *
 * @param folders - Scratch folders of runtimes that are no more; each of their tools worked somewhere below one of them.
 */
export async function endOrphans(folders: readonly string[]): Promise<void> {
  if (process.platform !== "linux" || folders.length === 0) return;
  // The name of a folder holds a process id, which in another container means another process.
  const here = readOrNull(() => readlinkSync("/proc/self/ns/pid"));
  const also = (pid: string): boolean => readOrNull(() => readlinkSync(`/proc/${pid}/ns/pid`)) === here;
  // There may be thousands of processes, and hundreds of folders.
  await inSlices(endingProcesses(processes(), folders, also));
}

function* endingProcesses(
  pids: readonly string[],
  folders: readonly string[],
  also: (pid: string) => boolean,
): Generator<void, string[]> {
  const ended: string[] = [];
  for (const pid of pids) {
    yield;
    if (Number(pid) === process.pid || !belongsToOne(pid, folders) || !also(pid)) continue;
    try {
      const name = readFileSync(`/proc/${pid}/comm`, "utf8").trim();
      process.kill(Number(pid), "SIGKILL");
      ended.push(name);
    } catch {
      // It has just ended by itself.
    }
  }
  return ended;
}

/** Whether a process stands in one of the folders, or below it, or has it in its environment. */
function belongsToOne(pid: string, folders: readonly string[]): boolean {
  const cwd = readOrNull(() => readlinkSync(`/proc/${pid}/cwd`));
  // That of another user, or of a process that is dead and only waits to be collected.
  if (cwd === null) return false;
  const environment = readOrNull(() => readFileSync(`/proc/${pid}/environ`, "latin1")) ?? "";
  return folders.some((folder) => {
    if (cwd === folder || cwd.startsWith(`${folder}/`)) return true;
    const value = `=${Buffer.from(folder).toString("latin1")}`;
    return environment.includes(`${value}\0`) || environment.includes(`${value}/`);
  });
}

/** Ids count upwards and begin anew at the end; the one given out last tells whether they have meanwhile. */
function startedAfter(leader: number): string[] {
  const last = Number(
    readOrNull(() => readFileSync("/proc/loadavg", "latin1"))
      ?.trim()
      .split(" ")
      .at(-1),
  );
  return processes().filter((pid) => Number(pid) > leader || (last < leader && Number(pid) <= last));
}

function processes(): string[] {
  return (readOrNull(() => readdirSync("/proc")) ?? []).filter((name) => /^\d+$/.test(name));
}

/** Its fifth field; the second is a name in brackets, which may hold anything. */
function groupOf(pid: string): string | undefined {
  const stat = readOrNull(() => readFileSync(`/proc/${pid}/stat`, "latin1")) ?? "";
  return stat.slice(stat.lastIndexOf(")") + 2).split(" ")[2];
}

/** A process may be gone, or another user's, at any moment. */
function readOrNull<T>(read: () => T): T | null {
  try {
    return read();
  } catch {
    return null;
  }
}
