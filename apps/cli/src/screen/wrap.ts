/** Text in lines of a given width, and lines cut and filled to width, counted in columns of the terminal. */
import stringWidth from "string-width";
import wrapAnsi from "wrap-ansi";
import type { Line, Span } from "./marks.js";

/** @returns Lines of at most `columns` columns, broken between words; a longer word is broken where it must be. */
export function wrap(text: string, columns: number): string[] {
  return wrapAnsi(text, Math.max(1, columns), { hard: true, trim: true })
    .split("\n")
    .map((line) => line.trimEnd());
}

export function widthOf(text: string): number {
  return stringWidth(text);
}

export function lineWidth(line: Line): number {
  return line.reduce((sum, span) => sum + stringWidth(span.text), 0);
}

/** `left` and `right` at the two ends of a line; the left one gives way when they do not fit. */
export function spread(left: Line, right: Line, columns: number): Line {
  const room = columns - lineWidth(right) - 2;
  const kept = lineWidth(left) <= room ? left : [];
  const gap = Math.max(0, columns - lineWidth(kept) - lineWidth(right));
  return [...kept, { text: " ".repeat(gap) }, ...right];
}

/** A line filled with blanks up to a column. */
export function padTo(line: Line, columns: number): Line {
  const missing = columns - lineWidth(line);
  return missing > 0 ? [...line, { text: " ".repeat(missing) }] : line;
}

/** A text that is too wide, cut with a mark that says so. */
export function cut(text: string, columns: number, ellipsis: string): string {
  if (stringWidth(text) <= columns) return text;
  let kept = "";
  for (const letter of text) {
    if (stringWidth(kept + letter + ellipsis) > columns) break;
    kept += letter;
  }
  return kept.trimEnd() + ellipsis;
}

/** As many whole sentences of a text as there is room for; the first one cut where not even that fits. */
export function cutToSentences(text: string, columns: number, ellipsis: string): string {
  const sentences = text.split(/(?<=[.!?]) (?=\S)/);
  for (let count = sentences.length; count > 0; count--) {
    const kept = sentences.slice(0, count).join(" ");
    if (stringWidth(kept) <= columns) return kept;
  }
  return cut(text, columns, ellipsis);
}

export function plainLine(line: Line): string {
  return line
    .map((span: Span) => span.text)
    .join("")
    .trimEnd();
}
