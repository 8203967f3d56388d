/** The terminal as a screen to draw on: taken, given back for a while, and left as it was found. */
import type { Writable } from "node:stream";
import { render } from "ink";
import type { ReactElement } from "react";
import { setRawMode } from "../play/line-input.js";
import type { Terminal } from "../terminal.js";
import { createPainter, type Painter } from "./painter.js";
import { isLargeEnough, type Size, sizeOf } from "./size.js";

export interface DrawnScreen {
  readonly painter: Painter;
  /** Draws it as it is now. */
  redraw(): void;
  /** Gives the terminal back until the program goes on after Ctrl-Z. */
  suspend(): void;
  close(): void;
}

export interface DrawnOptions {
  readonly terminal: Pick<Terminal, "stdin" | "stdout" | "signal" | "suspend">;
  view(size: Size, painter: Painter): ReactElement;
  /** Ends it: a signal, or a keyboard that is gone. */
  onInterrupt(): void;
  /** There is no room to draw any more; the screen has been closed. */
  onTooSmall(): void;
}

export function openScreen({ terminal, view, onInterrupt, onTooSmall }: DrawnOptions): DrawnScreen {
  const { stdin, stdout, signal } = terminal;
  const sizeNow = (): Size => sizeOf(stdout);
  const painter = createPainter(stdout, sizeNow());
  const frames: Writable = painter.frames;
  const ink = render(view(sizeNow(), painter), {
    // Ink's types want a whole keyboard and a whole screen; what it uses of them is there.
    stdin: stdin as NodeJS.ReadStream,
    stdout: frames as NodeJS.WriteStream,
    // Every frame whole: the painter finds what changed, which Ink does not on a screen that is full.
    debug: true,
    exitOnCtrlC: false,
    patchConsole: false,
  });
  const redraw = (): void => ink.rerender(view(sizeNow(), painter));
  const resized = (): void => {
    // Plain lines suit what is left of the terminal better than a screen with its parts cut off.
    if (!isLargeEnough(sizeNow())) {
      painter.close();
      return onTooSmall();
    }
    painter.forget(sizeNow());
    redraw();
  };
  const takeAgain = (): void => {
    setRawMode(stdin, true);
    painter.resume();
  };
  stdout.on("resize", resized);
  // Also after it was stopped from outside, when nobody asked first.
  process.on("SIGCONT", takeAgain);
  // However the program ends, the terminal is left as it was found.
  process.once("exit", painter.close);
  signal.addEventListener("abort", onInterrupt, { once: true });
  // A keyboard that is gone types nothing any more.
  for (const lost of ["end", "error"]) stdin.on(lost, onInterrupt);
  return {
    painter,
    redraw,
    suspend() {
      setRawMode(stdin, false);
      painter.suspend();
      terminal.suspend();
      takeAgain();
    },
    close() {
      stdout.off("resize", resized);
      process.off("SIGCONT", takeAgain);
      for (const lost of ["end", "error"]) stdin.off(lost, onInterrupt);
      signal.removeEventListener("abort", onInterrupt);
      ink.unmount();
      painter.close();
      process.off("exit", painter.close);
    },
  };
}
