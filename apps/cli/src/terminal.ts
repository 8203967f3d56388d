/** The outside of the program: its streams, and what ends it early. */
import { isatty } from "node:tty";
import type { SharedScripts } from "@narratoria/engine";
import { cleanOutput } from "./clean-output.js";
import { CliError, EXIT, errorLine } from "./errors.js";

/** Standard input; a keyboard where `isTTY`. */
export interface TerminalInput extends NodeJS.ReadableStream {
  readonly isTTY?: boolean;
  unref?(): unknown;
}

/** Standard output; a screen with a size where `isTTY`. */
export interface TerminalOutput extends NodeJS.WritableStream {
  readonly isTTY?: boolean;
  readonly columns?: number;
  readonly rows?: number;
  /** Writes what moves the cursor; `write` shows such things instead of doing them. */
  readonly control?: (text: string | Uint8Array) => boolean;
}

export interface Terminal {
  readonly stdin: TerminalInput;
  readonly stdout: TerminalOutput;
  readonly stderr: TerminalOutput;
  readonly env: NodeJS.ProcessEnv;
  readonly platform: NodeJS.Platform;
  /** Fires when the program is to end: a signal, or nobody reads its output any more. */
  readonly signal: AbortSignal;
  /** Processes of scripts that several commands of one program share; each has its own where there are none. */
  readonly scripts?: SharedScripts;
  /** Ends the program as Ctrl-C does. */
  interrupt(): void;
  /** Stops the program as Ctrl-Z does; returns when it goes on. */
  suspend(): void;
}

/** Exit code for a program that ended by the signal. */
const SIGNALS = { SIGINT: EXIT.interrupted, SIGTERM: 143, SIGHUP: 129 } as const;

function unwritable({ code, message }: NodeJS.ErrnoException): string {
  const why = code === "ENOSPC" ? "there is no space left where it goes" : message;
  return `The output could not be written: ${why}. Turns that ended are kept.`;
}

/**
 * Takes hold of the process's streams and signals.
 *
 * @returns The terminal, and the exit code that an early end asks for, undefined when there was none.
 */
export function openTerminal(): {
  readonly terminal: Terminal;
  earlyEnd(): number | undefined;
} {
  const control = new AbortController();
  const stdout = cleanOutput(process.stdout);
  const stderr = cleanOutput(process.stderr);
  let code: number | undefined;
  const end = (exitCode: number): void => {
    // Asked twice: no more patience for a turn that does not stop.
    if (code !== undefined) process.exit(exitCode);
    code = exitCode;
    // A stream may fail after the command has ended.
    process.exitCode = exitCode;
    control.abort();
  };
  for (const [signal, exitCode] of Object.entries(SIGNALS)) process.on(signal, () => end(exitCode));
  // A terminal that is gone takes no setting any more.
  process.stdin.on("error", () => {});
  const terminals = [0, 1, 2].filter((fd) => isatty(fd));
  process.once("exit", () => {
    if (terminals.some((fd) => !isatty(fd))) dieOfHangup();
  });
  // A reader that has seen enough, such as `head`, is no fault of anybody.
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (code !== undefined) return;
    if (error.code !== "EPIPE") stderr.write(`${errorLine(new CliError(unwritable(error)))}\n`);
    end(error.code === "EPIPE" ? EXIT.done : EXIT.failed);
  });
  process.stderr.on("error", () => {});
  // The last net: whatever nobody caught is still told in a sentence, and the screen given back by those who listen for the exit.
  process.on("uncaughtException", (error) => {
    stderr.write(`${errorLine(error)}\n`);
    process.exit(EXIT.failed);
  });
  return {
    terminal: {
      stdin: process.stdin,
      stdout,
      stderr,
      env: process.env,
      platform: process.platform,
      signal: control.signal,
      interrupt: () => end(EXIT.interrupted),
      suspend,
    },
    earlyEnd: () => code,
  };
}

/**
 * Ends the process by SIGHUP itself. An ordinary exit sets the terminal back, and Node aborts with a native stack where the terminal is gone.
 */
function dieOfHangup(): void {
  process.removeAllListeners("SIGHUP");
  process.kill(process.pid, "SIGHUP");
}

/** Stops the whole job, so that a program that started this one stops with it and the shell gets its terminal back. */
function suspend(): void {
  if (process.platform === "win32") return;
  process.kill(0, "SIGTSTP");
  // The size may have changed meanwhile, and only jobs in the foreground are told of that.
  process.kill(process.pid, "SIGWINCH");
}
