/** A program that runs to its end, out of sight. */
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";

export interface Program {
  readonly file: string;
  readonly args: readonly string[];
  /** Whether a shell has to start it, as it has to start a .cmd file on Windows. */
  readonly shell?: boolean;
  readonly cwd?: string;
  readonly env: NodeJS.ProcessEnv;
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
  readonly onLine?: (line: string) => void;
}

/** Lines that are kept for saying what went wrong. */
const TAIL_LINES = 60;

/**
 * @returns Its exit code, -1 where it could not be started, was ended or took too long, and the last lines of both its outputs.
 * @throws `signal.reason` once the signal fires, after the program has ended.
 */
export async function runNode(program: Program): Promise<{ readonly code: number; readonly tail: readonly string[] }> {
  const { file, args, shell = false, cwd, env, timeoutMs, signal, onLine } = program;
  signal?.throwIfAborted();
  const child = spawn(file, [...args], {
    shell,
    cwd,
    env,
    stdio: ["ignore", "pipe", "pipe"],
    windowsHide: true,
    timeout: timeoutMs,
    killSignal: "SIGKILL",
  });
  const tail: string[] = [];
  const take = (line: string): void => {
    tail.push(line);
    if (tail.length > TAIL_LINES) tail.shift();
    onLine?.(line);
  };
  for (const stream of [child.stdout, child.stderr]) createInterface({ input: stream }).on("line", take);
  const stop = (): void => void child.kill("SIGKILL");
  signal?.addEventListener("abort", stop, { once: true });
  try {
    const code = await new Promise<number>((resolve) => {
      child.once("error", (error) => {
        take(error.message);
        resolve(-1);
      });
      child.once("close", (exitCode) => resolve(exitCode ?? -1));
    });
    signal?.throwIfAborted();
    return { code, tail };
  } finally {
    signal?.removeEventListener("abort", stop);
  }
}
