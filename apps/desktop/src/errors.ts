/** What keeps the window from opening, told in a sentence. */
import { NarratoriaError } from "@narratoria/protocol";

export type DesktopErrorCode = "usage" | "port" | "part_missing";

/** `message` is a sentence for the player, `action` what they can do. */
export class DesktopError extends NarratoriaError {
  override readonly name = "DesktopError";
  constructor(
    readonly code: DesktopErrorCode,
    message: string,
    readonly action: string = "",
  ) {
    super(message);
  }
}

/** @returns One line that begins with `Error:`. */
export function errorLine(error: unknown): string {
  if (!(error instanceof Error)) return `Error: ${String(error)}`;
  const planned = "code" in error && typeof error.code === "string";
  const action = "action" in error && typeof error.action === "string" ? error.action : "";
  const unplanned = planned ? "" : "This is a fault in Narratoria; your stories are safe.";
  const sentences = [error.message, action, unplanned].filter((text) => text !== "").map(ended);
  return `Error: ${sentences.join(" ").replace(/\s*\n\s*/g, " ")}`;
}

const ended = (text: string): string => (/[.!?:]$/.test(text) ? text : `${text}.`);
