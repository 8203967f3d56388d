/** Puts frames on a terminal: only lines that changed, and not more often than an eye can follow. (UI.md 10) */
import { Writable } from "node:stream";
import { cleanDrawing, writeControl } from "../clean-output.js";
import type { TerminalOutput } from "../terminal.js";
import type { Size } from "./size.js";

const ESCAPE = "\u001b[";
/** The other screen of a terminal, so that what was there before comes back afterwards. */
const ENTER = `${ESCAPE}?1049h${ESCAPE}?25l${ESCAPE}2J`;
const LEAVE = `${ESCAPE}?25h${ESCAPE}?1049l`;
/** Twenty times a second. */
const FRAME_MS = 50;

export interface Painter {
  /** Takes whole frames, as Ink draws them. */
  readonly frames: FrameSink;
  /** Draws everything anew at the next frame, as after a change of size. */
  forget(size: Size): void;
  close(): void;
}

export function createPainter(terminal: TerminalOutput, size: Size): Painter {
  let shown: readonly string[] = [];
  let next: readonly string[] | null = null;
  let timer: NodeJS.Timeout | null = null;
  let paintedAt = Number.NEGATIVE_INFINITY;
  let closed = false;
  let full = true;

  const paint = (): void => {
    timer = null;
    if (!next || closed) return;
    const lines = next;
    next = null;
    paintedAt = performance.now();
    let out = full ? `${ESCAPE}2J` : "";
    for (let row = 0; row < Math.max(lines.length, shown.length); row++) {
      const line = lines[row] ?? "";
      if (full || line !== (shown[row] ?? "")) out += `${ESCAPE}${row + 1};1H${line}${ESCAPE}K`;
    }
    shown = lines;
    full = false;
    if (out !== "") writeControl(terminal, out);
  };

  const frames = new FrameSink(size, (frame) => {
    next = frame.split("\n").map(cleanDrawing);
    const wait = Math.max(0, paintedAt + FRAME_MS - performance.now());
    if (wait === 0) paint();
    else timer ??= setTimeout(paint, wait);
  });

  writeControl(terminal, ENTER);
  return {
    frames,
    forget(newSize) {
      frames.columns = newSize.columns;
      frames.rows = newSize.rows;
      full = true;
    },
    close() {
      if (closed) return;
      if (timer) clearTimeout(timer);
      paint();
      closed = true;
      writeControl(terminal, LEAVE);
    },
  };
}

/** A stream that is as large as the terminal and hands on what is written, frame by frame. */
class FrameSink extends Writable {
  readonly isTTY = true;
  columns: number;
  rows: number;

  constructor(
    { columns, rows }: Size,
    private readonly take: (frame: string) => void,
  ) {
    super({ decodeStrings: false });
    this.columns = columns;
    this.rows = rows;
  }

  override _write(frame: string, _encoding: BufferEncoding, done: () => void): void {
    this.take(frame);
    done();
  }
}
