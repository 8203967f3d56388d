import { type ChildProcessWithoutNullStreams, execFile, spawn } from "node:child_process";
import type { ScriptCommand } from "@narratoria/protocol/launch";

/** How long a tool may take over its end, in milliseconds. */
export interface GraceTimes {
  /** From SIGTERM to SIGKILL. */
  readonly killAfterMs: number;
  /** From the exit of the process to giving up on whoever else still holds its stdout. */
  readonly pipeMs: number;
  /** From `done` to being ended for not having exited. */
  readonly lingerMs: number;
}

/** A started process that has been given nothing yet: it waits for its input. */
export interface ToolProcess {
  readonly child: ChildProcessWithoutNullStreams;
  /** False once the process is over, or was never started. */
  readonly running: boolean;
  /** Writes the tool's whole input and closes its stdin. A tool that does not read it is no fault. */
  feed(text: string): void;
  /** Asks the process group to end, and kills it `killAfterMs` later. Idempotent. */
  terminate(): void;
  /** Kills the process group at once. */
  kill(): void;
  /** True once `terminate` or `kill` was called. */
  readonly ended: boolean;
  /** Settles when the process is gone, or when not even SIGKILL ended it within another `killAfterMs`. Never rejects. */
  readonly gone: Promise<void>;
}

const alive = new Set<ToolProcess>();
let killsOnExit = false;

/**
 * Starts a tool as the leader of a process group of its own. Starting and feeding are two steps, as a process may be started
 * ahead of need.
 *
 * @param command - The program, as `findCommand` and `guardAgainstOrphans` gave it.
 * @param options - `cwd` and `env` of the process.
 * @throws What `spawn` throws for unusable arguments; a program that cannot be started is the child's `error` event.
 */
export function startToolProcess(
  command: ScriptCommand,
  options: { readonly cwd: string; readonly env: Record<string, string>; readonly grace: GraceTimes },
): ToolProcess {
  if (!killsOnExit) {
    killsOnExit = true;
    process.once("exit", () => {
      for (const tool of alive) tool.kill();
    });
  }
  const child = spawn(command.program, [...command.args], {
    cwd: options.cwd,
    env: options.env,
    shell: false,
    windowsHide: true,
    detached: process.platform !== "win32",
    stdio: ["pipe", "pipe", "pipe"],
  });
  // EPIPE from a tool that never reads; unhandled it would end the runtime.
  child.stdin.on("error", () => {});
  child.stdout.on("error", () => {});
  child.stderr.on("error", () => {});

  let ended = false;
  let killTimer: NodeJS.Timeout | undefined;
  let giveUpTimer: NodeJS.Timeout | undefined;
  let isGone: () => void = () => {};
  const gone = new Promise<void>((resolve) => {
    isGone = resolve;
  });
  const running = (): boolean => child.pid !== undefined && child.exitCode === null && child.signalCode === null;
  const finish = (): void => {
    clearTimeout(killTimer);
    clearTimeout(giveUpTimer);
    alive.delete(tool);
    isGone();
  };
  const kill = (): void => {
    ended = true;
    clearTimeout(killTimer);
    if (!running()) return;
    signalTree(child.pid, "SIGKILL");
    giveUpTimer ??= setTimeout(() => {
      // Stuck in the kernel, on a dead network disk for instance. It must not hold the runtime open as well.
      child.unref();
      finish();
    }, options.grace.killAfterMs);
  };
  const tool: ToolProcess = {
    child,
    gone,
    get running() {
      return running();
    },
    get ended() {
      return ended;
    },
    feed: (text) => child.stdin.end(text),
    kill,
    terminate: () => {
      if (ended) return;
      ended = true;
      if (!running()) return;
      child.stdin.destroy();
      signalTree(child.pid, "SIGTERM");
      // SIGKILL follows, as a tool may ignore SIGTERM or be stopped.
      killTimer = setTimeout(kill, options.grace.killAfterMs);
    },
  };
  alive.add(tool);
  child.once("exit", () => {
    // What the tool left behind in its group. The leader was reaped in this very tick, so its id cannot have been reused.
    if (process.platform !== "win32") signalTree(child.pid, "SIGKILL");
    finish();
  });
  child.on("error", () => {
    if (child.pid === undefined) finish();
  });
  return tool;
}

/**
 * Ends every tool process of this runtime and waits until none is left: SIGTERM, then SIGKILL after the grace time. For a
 * program that is about to end. Implements rule EX42.
 *
 * @param options.now - Kill what still runs at once instead.
 */
export async function endTools(options: { now?: boolean } = {}): Promise<void> {
  const running = [...alive];
  for (const tool of running) {
    if (options.now) tool.kill();
    else tool.terminate();
  }
  await Promise.all(running.map(({ gone }) => gone));
}

function signalTree(pid: number | undefined, signal: NodeJS.Signals): void {
  if (pid === undefined) return;
  if (process.platform === "win32") {
    execFile("taskkill", ["/PID", String(pid), "/T", "/F"], () => {});
    return;
  }
  try {
    process.kill(-pid, signal);
  } catch {
    // ESRCH: nobody is left in the group.
  }
}
