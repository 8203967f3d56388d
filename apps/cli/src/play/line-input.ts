/** Lines from standard input, one at a time, whoever writes them: a person, a pipe, or nobody. */
import { createInterface } from "node:readline";
import { Writable } from "node:stream";
import { withControlsShown } from "@narratoria/protocol/text";
import { writeControl } from "../clean-output.js";
import type { TerminalOutput } from "../terminal.js";

export interface LineInput {
  /**
   * @param prompt - Shown at a terminal only.
   * @returns The next line, or null at the end of the input.
   */
  read(prompt: string): Promise<string | null>;
  /** The same, but what is typed is not shown. */
  readSecret(prompt: string): Promise<string | null>;
  close(): void;
}

export interface LineInputOptions {
  readonly stdin: NodeJS.ReadableStream;
  readonly stdout: TerminalOutput;
  /** Whether a person sits at a terminal: then the line can be edited, and prompts are shown. */
  readonly interactive: boolean;
  /**
   * Whether the terminal edits lines itself, as one must that cannot move its cursor: it then turns Ctrl-C and Ctrl-Z into signals. Nothing
   * secret can be asked for.
   */
  readonly cooked?: boolean;
  /** Ctrl-C, which a terminal that edits lines does not turn into a signal. */
  onInterrupt(): void;
  /** Ctrl-Z likewise; returns when the program goes on. */
  onSuspend?(): void;
}

export function openLineInput({
  stdin,
  stdout,
  interactive,
  cooked = false,
  onInterrupt,
  onSuspend,
}: LineInputOptions): LineInput {
  const lines: string[] = [];
  let waiting: ((line: string | null) => void) | null = null;
  let ended = false;
  const screen = mutable(stdout);
  const reader = createInterface({
    input: stdin,
    ...(interactive ? { output: screen.stream } : {}),
    terminal: interactive && !cooked,
    crlfDelay: Number.POSITIVE_INFINITY,
  });
  const give = (line: string | null): boolean => {
    const take = waiting;
    waiting = null;
    take?.(line);
    return take !== null;
  };
  reader.on("line", (line) => {
    if (!give(line)) lines.push(line);
  });
  reader.on("SIGINT", onInterrupt);
  reader.on("SIGTSTP", () => {
    // The shell wants its terminal as it was; readline's own way forgets to listen again afterwards.
    setRawMode(stdin, false);
    onSuspend?.();
    setRawMode(stdin, true);
    reader.prompt(true);
  });
  // The shell has written in between.
  const promptAgain = (): void => {
    if (waiting) reader.prompt(true);
  };
  if (interactive && cooked) process.on("SIGCONT", promptAgain);
  reader.on("close", () => {
    process.off("SIGCONT", promptAgain);
    ended = true;
    give(null);
  });
  // A closed or unreadable standard input is an end like any other.
  stdin.on("error", () => reader.close());
  const read = (prompt: string): Promise<string | null> => {
    const line = lines.shift();
    if (line !== undefined) return Promise.resolve(line);
    if (ended) return Promise.resolve(null);
    if (interactive) {
      stdout.write("\n");
      reader.setPrompt(withControlsShown(prompt));
      reader.prompt();
    }
    return new Promise((resolve) => {
      waiting = resolve;
    });
  };
  return {
    read,
    async readSecret(prompt) {
      const answer = read(prompt);
      screen.mute(true);
      const line = await answer;
      screen.mute(false);
      if (interactive && line !== null) stdout.write("\n");
      return line;
    },
    close: () => reader.close(),
  };
}

/** Whether each key is handed over at once; for anything but a keyboard that means nothing. */
export function setRawMode(stdin: NodeJS.ReadableStream, on: boolean): void {
  if ("setRawMode" in stdin && typeof stdin.setRawMode === "function") stdin.setRawMode(on);
}

/** A terminal that can be told to show nothing for a while. */
function mutable(stdout: TerminalOutput): {
  readonly stream: Writable;
  mute(on: boolean): void;
} {
  let muted = false;
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      if (!muted) writeControl(stdout, chunk);
      done();
    },
  });
  // Where lines break is read from here.
  Object.defineProperty(stream, "columns", { get: () => stdout.columns });
  return {
    stream,
    mute: (on) => {
      muted = on;
    },
  };
}
