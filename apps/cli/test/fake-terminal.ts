import { PassThrough } from "node:stream";
import { openScripts, type SharedScripts } from "@narratoria/engine";
import { cleanOutput } from "../src/clean-output.js";
import { runCommand } from "../src/main.js";
import type { Terminal } from "../src/terminal.js";
import { named } from "./named.js";

export interface FakeTerminal {
  readonly terminal: Terminal;
  /** What was written to each stream so far. */
  readonly out: () => string;
  readonly err: () => string;
}

/**
 * The streams of a command, with nobody at them unless told.
 *
 * @param typed - Lines that come in: at once, or from a person one for each prompt.
 * @param tty - Somebody sits there, with 80 columns.
 */
export function fakeTerminal(typed: readonly string[] = [], tty = false): FakeTerminal {
  const kept = { out: "", err: "" };
  const left = [...typed];
  const stdin = Object.assign(new PassThrough(), tty ? { isTTY: true, setRawMode: () => {} } : {});
  const type = (): void => {
    const line = left.shift();
    if (line === undefined) stdin.end();
    else stdin.write(`${line}\n`);
  };
  const stream = (key: "out" | "err"): PassThrough => {
    const one = new PassThrough();
    one.on("data", (chunk: Buffer) => {
      kept[key] += chunk.toString();
      // A person waits for the prompt, which ends with a colon and the place of the cursor.
      if (tty && key === "out" && /: \u001b\[\d+G$/.test(kept.out)) setImmediate(type);
    });
    return Object.assign(one, tty ? { isTTY: true, columns: 80, rows: 24 } : {});
  };
  if (!tty) {
    for (const line of typed) stdin.write(`${line}\n`);
    stdin.end();
  }
  const terminal: Terminal = {
    stdin,
    stdout: cleanOutput(stream("out")),
    stderr: cleanOutput(stream("err")),
    env: {},
    platform: process.platform,
    signal: new AbortController().signal,
    interrupt: () => {},
    suspend: () => {},
  };
  return { terminal, out: () => kept.out, err: () => kept.err };
}

let shared: Promise<SharedScripts> | undefined;

/** Processes of our own scripts, which all tests of a worker share. They end with it. */
export function sharedScripts(): Promise<SharedScripts> {
  shared ??= openScripts();
  return shared;
}

export interface Answer {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** Runs a command in this process with these lines as its standard input: its exit code and all that it wrote. */
export async function answered(args: readonly string[], lines: readonly string[] = []): Promise<Answer> {
  const { terminal, out, err } = fakeTerminal(lines);
  const code = await runCommand(args, { ...terminal, scripts: await sharedScripts() });
  return { code, out: named(out()), err: named(err()) };
}

/** Runs a command in this process with nobody at its streams. */
export const typed = (...args: string[]): Promise<Answer> => answered(args);
