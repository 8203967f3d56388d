import { execFile } from "node:child_process";
import { statSync } from "node:fs";
import { type FoundCommand, findCommand, findProgram, type ScriptCommand } from "@narratoria/protocol/launch";

let probed: Promise<string | null> | undefined;

/**
 * Wraps a command so that the kernel kills the tool when this runtime dies, however it dies: Linux's parent-death signal,
 * set by `setpriv`, which costs about half a millisecond at a start. Where there is none (other systems, BusyBox) the command
 * is returned as it is, and only an orderly exit takes the tools along. Implements rule EX41.
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

/** A script as it stands on the disk at this moment, and how it is started. */
export interface StartableScript {
  readonly command: ScriptCommand;
  /** The same without the guard: where the sandbox does its work. */
  readonly plain: ScriptCommand;
  /** Tells one version of the script from another. */
  readonly stamp: string;
}

export type FoundScript = ({ readonly ok: true } & StartableScript) | Extract<FoundCommand, { ok: false }>;

/** What was found last for each script; good for as long as its file is the same. */
const found = new Map<string, StartableScript>();

/** How a script is started here, guard and all, or why it cannot be. Settled at once where the script is known. */
export async function findScript(file: string): Promise<FoundScript> {
  const stamp = stampOf(file);
  const known = found.get(file);
  if (known && known.stamp === stamp) return { ok: true, ...known };
  const plain = findCommand(file);
  if (!plain.ok) return plain;
  const startable = { command: await guardAgainstOrphans(plain.command), plain: plain.command, stamp };
  found.set(file, startable);
  return { ok: true, ...startable };
}

function stampOf(file: string): string {
  try {
    const { dev, ino, size, mtimeMs, ctimeMs } = statSync(file);
    return `${dev}:${ino}:${size}:${mtimeMs}:${ctimeMs}`;
  } catch {
    return "none";
  }
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
