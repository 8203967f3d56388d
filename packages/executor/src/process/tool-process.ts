import { type ChildProcessWithoutNullStreams, execFile, spawn } from "node:child_process";
import { constants } from "node:os";
import type { ScriptCommand } from "@narratoria/protocol/launch";
import { endStrays } from "./strays.js";

/** How long a tool may take over its end, in milliseconds. */
export interface GraceTimes {
  /** From SIGTERM to SIGKILL. */
  readonly killAfterMs: number;
  /** From the exit of the process to giving up on whoever else still holds its stdout. */
  readonly pipeMs: number;
  /** From `done` to being ended for not having exited. */
  readonly lingerMs: number;
}

/** Hears a process: what it says, and its end. */
export interface ToolListener {
  onStdout(chunk: Buffer): void;
  onStdoutEnd(): void;
  onStderr(chunk: Buffer): void;
  onExit(code: number | null, signal: NodeJS.Signals | null): void;
  onUnstartable(error: Error): void;
}

/** A started process that has been given nothing yet: it waits for its input. */
export interface ToolProcess {
  readonly child: ChildProcessWithoutNullStreams;
  /** Its working folder. */
  readonly cwd: string;
  /** Takes one input a line and stays, instead of one to the end of the file. */
  readonly resident: boolean;
  /** False once the process is over, or was never started. */
  readonly running: boolean;
  /** Until the first time nothing is read. A process that speaks while it is heard by nobody, later on, is killed. */
  listen(listener: ToolListener | null): void;
  /** Writes one whole input; a tool that is not resident gets the end of its stdin with it. Not reading it is no fault. */
  feed(text: string): void;
  /** Whether it was given anything yet. */
  readonly fed: boolean;
  /** Asks the process group to end, and kills it `killAfterMs` later. Idempotent. */
  terminate(): void;
  /** Kills the process group at once. */
  kill(): void;
  /** True once `terminate` or `kill` was called. */
  readonly ended: boolean;
  /** Kills what the tool started and what got out of its process group, where that can be found. Also done at its exit. */
  endStrays(): readonly string[];
  /** The names of all programs that were found so. */
  readonly strays: readonly string[];
  /** Lets go of its pipes, which a process that got away might hold open for ever. */
  closePipes(): void;
  /** Settles when the process is gone, or when not even SIGKILL ended it within another `killAfterMs`. Never rejects. */
  readonly gone: Promise<void>;
}

const alive = new Set<ToolProcess>();
let killsOnExit = false;

/** So long what a tool says is read before all else has its turn. */
const SLICE_MS = 8;

/**
 * Starts a tool as the leader of a process group of its own. Starting and feeding are two steps, as a process may be started
 * ahead of need. Implements rules EX27, EX28, EX33 and EX42.
 *
 * @param command - The program, as `findScript` gave it.
 * @param options - `cwd` and `env` of the process; `resident` where it is to stay for further inputs; `apart` where it has
 * processes of its own alone, so that nothing of it outlives it, and its end is told by bubblewrap.
 * @throws What `spawn` throws for unusable arguments; a program that cannot be started is told to its listener.
 */
export function startToolProcess(
  command: ScriptCommand,
  options: {
    readonly cwd: string;
    readonly env: Record<string, string>;
    readonly grace: GraceTimes;
    readonly resident?: boolean;
    readonly apart?: boolean;
  },
): ToolProcess {
  if (!killsOnExit) {
    killsOnExit = true;
    // First of all: their folders are removed after them.
    process.prependOnceListener("exit", () => {
      for (const tool of alive) {
        tool.kill();
        tool.endStrays();
      }
    });
  }
  const { cwd, env, grace, resident = false, apart = false } = options;
  const child = spawn(command.program, [...command.args], {
    cwd,
    env,
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
  let listener: ToolListener | null = null;
  let heard = false;
  let fed = false;
  let busyMs = 0;
  const strays: string[] = [];
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
    }, grace.killAfterMs);
  };
  const tool: ToolProcess = {
    child,
    cwd,
    resident,
    gone,
    get running() {
      return running();
    },
    get ended() {
      return ended;
    },
    listen: (next) => {
      listener = next;
      if (heard) return;
      heard = true;
      child.stdout.on("data", (chunk: Buffer) => {
        // Nobody could say to which invocation it belongs.
        if (listener === null) return kill();
        const startedAt = performance.now();
        listener.onStdout(chunk);
        busyMs += performance.now() - startedAt;
        if (busyMs < SLICE_MS) return;
        // A pipe that is full is read to its end within one turn of the event loop: all others would wait for that.
        child.stdout.pause();
        setImmediate(() => {
          busyMs = 0;
          child.stdout.resume();
        });
      });
      child.stdout.once("end", () => listener?.onStdoutEnd());
      child.stderr.on("data", (chunk: Buffer) => listener?.onStderr(chunk));
    },
    get fed() {
      return fed;
    },
    feed: (text) => {
      fed = true;
      if (resident) child.stdin.write(`${text}\n`);
      else child.stdin.end(text);
    },
    kill,
    terminate: () => {
      if (ended) return;
      ended = true;
      if (!running()) return;
      child.stdin.destroy();
      signalTree(child.pid, "SIGTERM");
      // SIGKILL follows, as a tool may ignore SIGTERM or be stopped.
      killTimer = setTimeout(kill, grace.killAfterMs);
    },
    strays,
    endStrays: () => {
      if (child.pid !== undefined && !apart) strays.push(...endStrays(cwd, child.pid));
      return strays;
    },
    closePipes: () => {
      for (const pipe of [child.stdin, child.stdout, child.stderr]) pipe.destroy();
    },
  };
  alive.add(tool);
  child.once("exit", (code, signal) => {
    // What the tool left behind in its group. The leader was reaped in this very tick, so its id cannot have been reused.
    if (process.platform !== "win32") signalTree(child.pid, "SIGKILL");
    tool.endStrays();
    finish();
    const told = apart ? signalIn(code) : null;
    listener?.onExit(told === null ? code : null, told ?? signal);
  });
  child.on("error", (error) => {
    if (child.pid !== undefined) return;
    finish();
    listener?.onUnstartable(error);
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

/** Bubblewrap exits with 128 and the number of the signal that ended what it held. */
function signalIn(code: number | null): NodeJS.Signals | null {
  if (code === null || code <= 128) return null;
  for (const [name, number] of Object.entries(constants.signals)) {
    if (number === code - 128) return name as NodeJS.Signals;
  }
  return null;
}

/**
 * How the tree of a process is ended on Windows, which has no process groups and no signals: by its own tool, and by force,
 * as a console program without a window cannot be asked. Implements rule EX106.
 *
 * @param systemRoot - The folder of Windows itself; the program is never looked up along a path.
 */
export function windowsTreeKill(
  pid: number,
  systemRoot: string,
): { readonly program: string; readonly args: string[] } {
  return { program: `${systemRoot}\\System32\\taskkill.exe`, args: ["/PID", String(pid), "/T", "/F"] };
}

function signalTree(pid: number | undefined, signal: NodeJS.Signals): void {
  if (pid === undefined) return;
  if (process.platform === "win32") {
    const { program, args } = windowsTreeKill(pid, process.env.SYSTEMROOT ?? "C:\\Windows");
    execFile(program, args, { windowsHide: true }, () => {});
    return;
  }
  try {
    process.kill(-pid, signal);
  } catch {
    // ESRCH: nobody is left in the group.
  }
}
