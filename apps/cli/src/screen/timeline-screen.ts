/** The branches as a page over the play screen: a window on the tree that follows the marked one. */
import { branchWords, type TreeBranch } from "../play/branch-words.js";
import type { Line, Style } from "./marks.js";
import { pageTop, withLast } from "./overlays.js";
import type { Size } from "./size.js";
import { wrap } from "./wrap.js";

export interface TimelineScreen {
  readonly lines: readonly Line[];
  /** How many branches a page up or down moves by. */
  readonly page: number;
}

/** Deeper branches stand where this one stands, as their words need the room. */
const DEEPEST = 8;
const LAST_DIGIT = 9;

/** @param marked - Index of the branch that Enter goes to; where its line has come to is told below it. */
export function timelineScreen(
  branches: readonly TreeBranch[],
  marked: number,
  size: Size,
  style: Style,
): TimelineScreen {
  const top = [...pageTop("Timeline", "Esc closes", size, style), []];
  const blocks = branches.map((one, index) => branchBlock(one, index, index === marked, size, style));
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
  const shown = all.slice(first, first + room);
  while (shown.length < room) shown.push([]);
  const lines = [...top, ...shown, moreLine(above, below, size, style)];
  return {
    lines: withLast(lines, `${style.marks.arrows} Enter or 1-9 go there, t closes`, size),
    page: Math.max(1, branches.length - above - below - 1),
  };
}

function branchBlock({ branch, depth }: TreeBranch, index: number, marked: boolean, size: Size, style: Style): Line[] {
  const indent = " ".repeat(2 + 2 * Math.min(depth, DEEPEST));
  const number = index < LAST_DIGIT ? `${index + 1}  ` : "   ";
  const rest = `${indent}${" ".repeat(number.length)}`;
  const room = Math.max(20, size.columns - rest.length - 3);
  const words = wrap(style.text(branchWords(branch)), room).map((text) => ({ text, bold: branch.current }));
  const last = marked && branch.lastLine !== "" ? wrap(style.text(branch.lastLine), room) : [];
  return [...words, ...last.map((text) => ({ text, bold: false }))].map(({ text, bold }, line): Line => {
    const mark = marked ? style.marks.selected : " ";
    return [
      { text: mark, ...(marked && style.colour ? { colour: "cyan" as const } : {}) },
      { text: `${line === 0 ? indent + number : rest}${text}`, bold },
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
