/** Puts frames on a terminal: only lines that changed, and not more often than an eye can follow. */
import { Writable } from "node:stream";
import { cleanDrawing, writeControl } from "../clean-output.js";
import type { TerminalOutput } from "../terminal.js";
import type { Overlay } from "./pictures.js";
import type { Size } from "./size.js";

const ESCAPE = "\u001b[";
/** The other screen of a terminal, so that what was there before comes back afterwards. */
const ENTER = `${ESCAPE}?1049h${ESCAPE}?2004h${ESCAPE}?25l${ESCAPE}2J`;
const LEAVE = `${ESCAPE}?25h${ESCAPE}?2004l${ESCAPE}?1049l`;
/** Twenty times a second. */
const FRAME_MS = 50;

export interface Painter {
  /** Takes whole frames, as Ink draws them. */
  readonly frames: FrameSink;
  /** Lays a picture over the frames; null takes it away. */
  overlay(picture: Overlay | null): void;
  /** Draws everything anew at the next frame, as after a change of size. */
  forget(size: Size): void;
  /** Gives the terminal back for a while; `resume` takes it again and draws what was there. */
  suspend(): void;
  resume(): void;
  close(): void;
}

export function createPainter(terminal: TerminalOutput, size: Size): Painter {
  let shown: readonly string[] = [];
  let next: readonly string[] | null = null;
  let timer: NodeJS.Timeout | null = null;
  let paintedAt = Number.NEGATIVE_INFINITY;
  let closed = false;
  let away = false;
  let full = true;
  let laid: Overlay | null = null;
  let wanted: Overlay | null = null;

  const paint = (): void => {
    timer = null;
    if (closed || away) return;
    const lines = next ?? shown;
    next = null;
    paintedAt = performance.now();
    const moved = laid?.key !== wanted?.key;
    let out = full ? `${ESCAPE}2J` : "";
    if (laid && (moved || full)) out += laid.removal;
    let touched = full || moved;
    // Below its last row a terminal goes no further down: a line meant for there would fall on the last one.
    const rows = Math.min(Math.max(lines.length, shown.length), frames.rows);
    for (let row = 0; row < rows; row++) {
      const line = lines[row] ?? "";
      const uncovered = moved && laid !== null && covers(laid, row);
      if (!full && !uncovered && line === (shown[row] ?? "")) continue;
      out += `${ESCAPE}${row + 1};1H${line}${ESCAPE}K`;
      touched ||= wanted !== null && covers(wanted, row);
    }
    if (wanted && touched) {
      const { row, column, drawn, again } = wanted;
      const isThere = !full && !moved && again !== undefined;
      out += (isThere ? [again] : drawn).map((piece, at) => `${ESCAPE}${row + at + 1};${column + 1}H${piece}`).join("");
    }
    laid = wanted;
    shown = lines;
    full = false;
    if (out !== "") writeControl(terminal, out);
  };

  const soon = (): void => {
    const wait = Math.max(0, paintedAt + FRAME_MS - performance.now());
    if (wait === 0) paint();
    else timer ??= setTimeout(paint, wait);
  };

  const frames = new FrameSink(size, (frame) => {
    next = frame.split("\n").map(cleanDrawing);
    soon();
  });

  writeControl(terminal, ENTER);
  return {
    frames,
    overlay(picture) {
      if (picture?.key === wanted?.key) return;
      wanted = picture;
      soon();
    },
    forget(newSize) {
      frames.columns = newSize.columns;
      frames.rows = newSize.rows;
      full = true;
    },
    suspend() {
      if (closed || away) return;
      paint();
      away = true;
      writeControl(terminal, `${laid?.removal ?? ""}${LEAVE}`);
      laid = null;
    },
    resume() {
      if (closed) return;
      away = false;
      full = true;
      writeControl(terminal, ENTER);
      paint();
    },
    close() {
      if (closed) return;
      if (timer) clearTimeout(timer);
      paint();
      closed = true;
      if (!away) writeControl(terminal, `${laid?.removal ?? ""}${LEAVE}`);
    },
  };
}

const covers = ({ row: from, rows }: Overlay, row: number): boolean => row >= from && row < from + rows;

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
