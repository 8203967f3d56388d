/** What goes wrong is told in a sentence and an exit code, never as a stack trace. */
import { remedyFor } from "./remedies.js";

/** Exit codes of every command. */
export const EXIT = { done: 0, failed: 1, usage: 2, interrupted: 130 } as const;

/** A command that cannot go on. `message` is a sentence for the person at the terminal. */
export class CliError extends Error {
  override readonly name = "CliError";
  constructor(
    message: string,
    readonly exitCode: number = EXIT.failed,
  ) {
    super(message);
  }
}

/**
 * What is told of an error: its message and what can be done about it. An error that nobody planned for is called what it is.
 *
 * @param error - Anything thrown.
 * @returns One line.
 */
export function errorWords(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const planned = error.name === "CliError" || ("code" in error && typeof error.code === "string");
  const action = "action" in error && typeof error.action === "string" ? error.action : "";
  const sentences = [error.message, action, remedyFor(error)].filter((text) => text !== "");
  const message = sentences.map((text, place) => (place < sentences.length - 1 ? ended(text) : text)).join(" ");
  const line = ended(message).replace(/\s*\n\s*/g, " ");
  return planned ? line : `${line} This is a fault in Narratoria; your stories are safe.`;
}

const ended = (text: string): string => (/[.!?:]$/.test(text) ? text : `${text}.`);

/** What a program is told of an error: one line of JSON. Implements rule CL726. */
export function errorJson(error: unknown): string {
  const usage = error instanceof CliError && error.exitCode === EXIT.usage;
  const known = error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : null;
  const planned = error instanceof Error && (error.name === "CliError" || known !== null);
  const code = known ?? (usage ? "usage" : planned ? "failed" : "fault");
  return JSON.stringify({ error: { code, message: errorWords(error) } });
}

/** @returns The words of an error as a line that begins with `Error:`. */
export function errorLine(error: unknown): string {
  return `Error: ${errorWords(error)}`;
}
