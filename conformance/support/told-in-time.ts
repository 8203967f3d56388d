import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

/** How long scenes took to be told in a process of their own. */
export interface ToldInTime {
  /** From the start of the process's work to the end of the first scene. */
  readonly firstMs: number;
  /** From each choice to the end of its scene. */
  readonly sceneMs: readonly number[];
  /** The most memory that the process and its scripts held, in MB; null where the system does not tell. */
  readonly mostMb: number | null;
  readonly failures: readonly string[];
}

/**
 * Plays a story in a process of its own.
 *
 * @param limitMb - How much data, in MB, that process and each of its scripts can hold; as much as there is where it is absent or
 *   the system knows no such limit.
 * @throws {Error} Where the process did not come to its end.
 */
export function toldInTime(dataDir: string, campaign: string, turns: number, limitMb?: number): Promise<ToldInTime> {
  const file = fileURLToPath(new URL("../../benchmarks/told-in-time.mjs", import.meta.url));
  const play = [process.execPath, file, dataDir, campaign, String(turns)];
  const [command = "", ...args] =
    limitMb === undefined || process.platform !== "linux"
      ? play
      : ["sh", "-c", `ulimit -d ${limitMb * 1024} && exec "$@"`, "sh", ...play];
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: ["ignore", "pipe", "pipe"] });
    let out = "";
    let err = "";
    child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
      out += chunk;
    });
    child.stderr.setEncoding("utf8").on("data", (chunk: string) => {
      err += chunk;
    });
    child.on("close", (code) => {
      const line = out.trim().split("\n").at(-1);
      if (code === 0 && line !== undefined) resolve(JSON.parse(line) as ToldInTime);
      else reject(new Error(`The play ended with ${code}: ${err.slice(-500)}`));
    });
  });
}
