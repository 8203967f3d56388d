/** `narratoria ui`: the other player, in a window. */
import { DesktopError, type DesktopFlags, openDesktop } from "@narratoria/desktop";
import { CliError, EXIT } from "./errors.js";
import type { Terminal } from "./terminal.js";

/** @returns The exit code, once the window is closed or the program is ended. */
export async function openUi(flags: DesktopFlags, terminal: Terminal): Promise<number> {
  try {
    await openDesktop(flags, terminal);
  } catch (error) {
    if (!(error instanceof DesktopError && error.code === "usage")) throw error;
    throw new CliError([error.message, error.action].filter(Boolean).join(" "), EXIT.usage);
  }
  return EXIT.done;
}
