/** What went on inside each turn, a line of JSON each, for authors of skills and whoever wants to see what a model was asked. */
import { closeSync, openSync, writeSync } from "node:fs";
import { resolve } from "node:path";
import type { TurnTrace } from "@narratoria/engine";
import { CliError, EXIT } from "../errors.js";

export interface TraceFile {
  /** @param trace - Null where no turn was played. */
  add(trace: TurnTrace | null): void;
  close(): void;
}

/**
 * Opens the file, or makes it; what is in it stays.
 *
 * @throws {CliError} Where it cannot be written.
 */
export function openTraceFile(path: string): TraceFile {
  const file = openForWriting(resolve(path));
  return {
    add(trace) {
      if (trace) writeSync(file, `${JSON.stringify(trace)}\n`);
    },
    close: () => closeSync(file),
  };
}

function openForWriting(path: string): number {
  try {
    // It holds the story's words: nobody else's business.
    return openSync(path, "a", 0o600);
  } catch {
    throw new CliError(
      `${path} cannot be written. --trace takes the path of a file, which is made if need be.`,
      EXIT.usage,
    );
  }
}
