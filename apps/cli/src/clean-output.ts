/** Whatever is printed is cleaned in one place: a stranger's words must not move a cursor, retitle a window or hide a line. */
import { withControlsShown } from "@narratoria/protocol/text";
import type { TerminalOutput } from "./terminal.js";

/**
 * Wraps a stream so that all text written to it is shown and none of it obeyed; `control` writes as it stands. Implements
 * rule CL420.
 */
export function cleanOutput(stream: NodeJS.WritableStream): TerminalOutput {
  const write: NodeJS.WritableStream["write"] = (
    chunk: string | Uint8Array,
    encoding?: BufferEncoding | ((error?: Error | null) => void),
    done?: (error?: Error | null) => void,
  ) => {
    const text = typeof chunk === "string" ? chunk : Buffer.from(chunk).toString("utf8");
    const then = typeof encoding === "function" ? encoding : done;
    return stream.write(withControlsShown(text), then);
  };
  const control = (text: string | Uint8Array): boolean => stream.write(text);
  return new Proxy(stream, {
    get(target, name) {
      if (name === "write") return write;
      if (name === "control") return control;
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
}

/**
 * Writes what moves the cursor.
 *
 * @param text - Ours; what is somebody else's in it has been cleaned.
 */
export function writeControl(output: TerminalOutput, text: string | Uint8Array): void {
  if (output.control) output.control(text);
  else output.write(text);
}

/** What Ink draws with: the looks of text. */
const LOOKS = /\u001b\[[\d;]*m/g;

/** A drawn line in which nothing but the looks of text is left of what a terminal obeys. */
export function cleanDrawing(line: string): string {
  const looks = line.match(LOOKS) ?? [];
  return line
    .split(LOOKS)
    .map((text, at) => withControlsShown(text) + (looks[at] ?? ""))
    .join("");
}
