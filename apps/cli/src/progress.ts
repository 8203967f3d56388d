/** How far something long has come, on standard error: one line that changes at a terminal, a line now and then elsewhere. */
import { withControlsShown } from "@narratoria/protocol/text";
import { writeControl } from "./clean-output.js";
import type { Terminal } from "./terminal.js";

const ANNOUNCED_AFTER_MS = 1_000;
const REDRAWN_EVERY_MS = 200;
const LINE_EVERY_MS = 5_000;

export interface ProgressLine {
  show(text: string): void;
  end(): void;
}

/** @param now - A clock in milliseconds. */
export function startProgress(stderr: Terminal["stderr"], now: () => number = () => performance.now()): ProgressLine {
  const startedAt = now();
  const every = stderr.isTTY ? REDRAWN_EVERY_MS : LINE_EVERY_MS;
  let shownAt = Number.NEGATIVE_INFINITY;
  let width = 0;
  return {
    show(text) {
      const at = now();
      if (at - startedAt < ANNOUNCED_AFTER_MS || at - shownAt < every) return;
      shownAt = at;
      const shown = withControlsShown(text);
      if (stderr.isTTY) writeControl(stderr, `\r${shown.padEnd(width)}`);
      else stderr.write(`${shown}\n`);
      width = shown.length;
    },
    end() {
      if (stderr.isTTY && width > 0) writeControl(stderr, `\r${" ".repeat(width)}\r`);
    },
  };
}
