import { execFile } from "node:child_process";
import { findProgram, type ScriptCommand } from "./script-command.js";

let probed: Promise<string | null> | undefined;

/**
 * Wraps a command so that the kernel kills the process when this one dies, however it dies: Linux's parent-death signal,
 * set by `setpriv`, which costs about half a millisecond at a start. Where there is none (other systems, BusyBox) the command
 * is returned as it is, and only an orderly exit takes the tools along. Implements rule EX41 of the executor.
 *
 * @param command - What is to be started.
 */
export async function guardAgainstOrphans(command: ScriptCommand): Promise<ScriptCommand> {
  if (process.platform !== "linux") return command;
  probed ??= probe();
  const setpriv = await probed;
  if (setpriv === null) return command;
  return { program: setpriv, args: [...FLAGS, "--", command.program, ...command.args] };
}

const FLAGS = ["--pdeathsig", "KILL", "--no-new-privs"];

/** What `setpriv` prints when the program behind it could not be started; its exit code alone could be the tool's own. */
export function failedBehindGuard(exitCode: number | null, stderr: string): boolean {
  return (exitCode === 126 || exitCode === 127) && stderr.startsWith("setpriv: failed to execute");
}

/** Tried out rather than looked at: a `setpriv` that lacks an option, or is not allowed it, must not take every tool down. */
async function probe(): Promise<string | null> {
  const setpriv = findProgram("setpriv");
  const nothing = findProgram("true");
  if (setpriv === null || nothing === null) return null;
  return new Promise((resolve) => {
    const options = { env: {}, timeout: 2_000, killSignal: "SIGKILL" } as const;
    execFile(setpriv, [...FLAGS, "--", nothing], options, (error) => resolve(error === null ? setpriv : null));
  });
}
