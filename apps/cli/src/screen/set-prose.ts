/** Prose as it is set on the drawn screen: emphasis in the looks that a terminal has, quotes and verse indented, line by line. */
import type { SceneEvent } from "@narratoria/engine";
import { blocksOf, type FormattedBlock, type FormattedRun } from "@narratoria/engine/shell";
import type { Line, Span, Style } from "./marks.js";
import { wrap } from "./wrap.js";

/** How far what stands apart is indented. */
const APART = "  ";

/** Prose that is still told, of which nothing more is known. */
export function plainBlocks(text: string): readonly FormattedBlock[] {
  return text === "" ? [] : [{ kind: "prose", lines: [[{ text }]] }];
}

/** All paragraphs of a scene, its epilogue included. */
export function setParagraphs(scene: SceneEvent | null): (readonly FormattedBlock[])[] {
  if (!scene) return [];
  return [...scene.paragraphs, ...(scene.epilogue ?? [])].map((_, index) => blocksOf(scene, index));
}

/** @param first - What the first line of the paragraph begins with, where that is prose. */
export function setLines(blocks: readonly FormattedBlock[], first: string, columns: number, style: Style): Line[] {
  return blocks.flatMap(({ kind, lines }, index) => {
    const isProse = kind === "prose";
    const room = isProse ? columns : columns - APART.length;
    return lines
      .flatMap((runs) => wrapRuns(runs, isProse && index === 0 ? first : "", room, style))
      .map((line): Line => (isProse ? line : [{ text: APART }, ...line]));
  });
}

function wrapRuns(runs: readonly FormattedRun[], indent: string, columns: number, style: Style): Line[] {
  const spans = runs.map(
    ({ text, em, strong }): Span => ({
      text: style.text(text),
      // Who wants no colour gets no other look of prose either.
      ...(em && style.colour ? { italic: true } : {}),
      ...(strong && style.colour ? { bold: true } : {}),
    }),
  );
  const text = spans.map((span) => span.text).join("");
  let at = 0;
  return wrapFirst(text, indent, columns).map((line, row): Line => {
    const words = row === 0 ? line.slice(indent.length) : line;
    const start = Math.max(at, text.indexOf(words, at));
    at = start + words.length;
    const own = cutSpans(spans, start, at);
    return row === 0 && indent !== "" ? [{ text: indent }, ...own] : own;
  });
}

/** Wrapped text whose first line begins with an indent. */
function wrapFirst(text: string, indent: string, columns: number): string[] {
  if (indent === "") return wrap(text, columns);
  // A mark of the same width holds the place, as leading blanks are trimmed.
  const [first = "", ...rest] = wrap(`${"\u2800".repeat(indent.length)}${text}`, columns);
  return [indent + first.slice(indent.length), ...rest];
}

/** The part of some spans that lies between two places of their text. */
function cutSpans(spans: readonly Span[], start: number, end: number): Span[] {
  let at = 0;
  return spans.flatMap((span) => {
    const from = at;
    at += span.text.length;
    const text = span.text.slice(Math.max(0, start - from), Math.max(0, end - from));
    return text === "" ? [] : [{ ...span, text }];
  });
}
