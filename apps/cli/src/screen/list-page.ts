/** A page over the play screen that is a list with one marked row: a window on it follows the mark. */
import type { Line, Style } from "./marks.js";
import { pageTop, withLast } from "./overlays.js";
import type { Size } from "./size.js";
import { wrap } from "./wrap.js";

export interface ListRow {
  readonly text: string;
  /** How deep it lies below others. */
  readonly depth?: number;
  /** Stands before the text: the key that takes it, or a mark. */
  readonly label?: string;
  readonly bold?: boolean;
  /** Shown below it while it is marked. */
  readonly more?: readonly string[];
}

export interface ListPage {
  readonly title: string;
  readonly rows: readonly ListRow[];
  readonly marked: number;
  /** Said where there are no rows. */
  readonly empty?: string;
  /** What the keys do, in the last line. */
  readonly hint: string;
  /** At the right of the title; how the page is closed unless given. */
  readonly right?: string;
  /** What is being typed: it takes the place of the hint. */
  readonly field?: { readonly label: string; readonly text: string } | null;
}

export interface DrawnList {
  readonly lines: readonly Line[];
  /** How many rows a page up or down moves by. */
  readonly page: number;
}

/** Deeper rows stand where this one stands, as their words need the room. */
const DEEPEST = 8;

export function drawList(list: ListPage, size: Size, style: Style): DrawnList {
  const { title, rows, marked, empty = "", hint, field, right = "Esc closes" } = list;
  const top = [...pageTop(style.text(title), right, size, style), []];
  const width = Math.max(0, ...rows.map(({ label = "" }) => label.length));
  const blocks = rows.map((row, index) => rowLines(row, width, index === marked, size, style));
  const room = Math.max(1, size.rows - top.length - 2);
  const starts: number[] = [];
  const all = blocks.flatMap((block, index) => {
    starts.push((starts[index - 1] ?? 0) + (blocks[index - 1]?.length ?? 0));
    return block;
  });
  const middle = (starts[marked] ?? 0) + Math.floor(((blocks[marked]?.length ?? 0) - room) / 2);
  const first = Math.max(0, Math.min(middle, all.length - room));
  const above = starts.filter((start) => start < first).length;
  const below = starts.filter((start) => start >= first + room).length;
  const nothing = wrap(style.text(empty), size.columns - 6).map((text): Line => [{ text: `   ${text}` }]);
  const shown = rows.length === 0 ? nothing : all.slice(first, first + room);
  while (shown.length < room) shown.push([]);
  const lines = [...top, ...shown, moreLine(above, below, size, style)];
  return {
    lines: field ? withField(lines, field, size, style) : withLast(lines, hint, size),
    page: Math.max(1, rows.length - above - below - 1),
  };
}

function rowLines(
  { text, depth = 0, label = "", bold = false, more = [] }: ListRow,
  width: number,
  marked: boolean,
  size: Size,
  style: Style,
): Line[] {
  const indent = " ".repeat(2 + 2 * Math.min(depth, DEEPEST));
  const start = width === 0 ? indent : `${indent}${style.text(label).padEnd(width)}  `;
  const rest = " ".repeat(start.length);
  const room = Math.max(20, size.columns - rest.length - 3);
  const words = wrap(style.text(text), room).map((line) => ({ line, bold }));
  const below = marked ? more.flatMap((one) => wrap(style.text(one), room)).map((line) => ({ line, bold: false })) : [];
  return [...words, ...below].map(({ line, bold: heavy }, row): Line => {
    const mark = marked ? style.marks.selected : " ";
    return [
      { text: mark, ...(marked && style.colour ? { colour: "cyan" as const } : {}) },
      { text: `${row === 0 ? start : rest}${line}`, bold: heavy },
    ];
  });
}

function moreLine(above: number, below: number, { columns }: Size, { marks }: Style): Line {
  const parts = [
    ...(above > 0 ? [`${marks.up} ${above} more`] : []),
    ...(below > 0 ? [`${marks.down} ${below} more`] : []),
  ];
  return parts.length === 0 ? [] : [{ text: parts.join("   ").padStart(columns - 1) }];
}

/** The end of what is typed is what its writer looks at. */
function withField(
  lines: readonly Line[],
  { label, text }: { readonly label: string; readonly text: string },
  { columns, rows }: Size,
  style: Style,
): Line[] {
  const kept = lines.slice(0, rows - 1);
  while (kept.length < rows - 1) kept.push([]);
  const start = ` ${label}: `;
  const room = Math.max(1, columns - start.length - 2);
  return [
    ...kept,
    [{ text: start, bold: true }, { text: `${style.text(text).slice(-room)}${style.marks.boxes ? "▏" : "_"}` }],
  ];
}
