/** A roll as it is drawn: dice in brackets on one line, or as boxes with the sum beside them. */
import { keptDice, outcomeWords, type Roll, rollTitle } from "@narratoria/engine/shell";
import type { Line, Span, Style } from "./marks.js";
import { lineWidth, wrap } from "./wrap.js";

/** Where each face has its pips: rows of a die, top to bottom. */
const PIPS: readonly (readonly [string, string, string])[] = [
  ["     ", "  ●  ", "     "],
  ["●    ", "     ", "    ●"],
  ["●    ", "  ●  ", "    ●"],
  ["●   ●", "     ", "●   ●"],
  ["●   ●", "  ●  ", "●   ●"],
  ["●   ●", "●   ●", "●   ●"],
];
const MOST_BOXES = 3;

/**
 * @param columns - Room for the roll.
 * @param boxed - Whether there is height enough to draw dice.
 */
export function rollLines(roll: Roll, columns: number, boxed: boolean, style: Style): Line[] {
  return (boxed && style.marks.boxes ? boxedRoll(roll, columns, style) : null) ?? flatRoll(roll, columns, style);
}

function boxedRoll(roll: Roll, columns: number, style: Style): Line[] | null {
  const faces = roll.dice.map((face) => PIPS[face - 1]);
  if (faces.length === 0) return null;
  if (!/^\d?d6(?!\d)/.test(roll.formula) || faces.length > MOST_BOXES || keptDice(roll).kept !== null) return null;
  const box = (row: (pips: readonly [string, string, string]) => string): string =>
    faces.flatMap((pips) => (pips ? [row(pips)] : [])).join(" ");
  const sum = [roll.dice.join(" + "), ...modifierTexts(roll, style)].join(", ");
  const beside: Line[] = [
    [{ text: style.text(rollTitle(roll)) }],
    [{ text: style.text(sum) }],
    [{ text: `${roll.total}  ` }, ...outcomeSpans(roll, style)],
  ];
  const rows = [
    box(() => "┌───────┐"),
    box(([top]) => `│ ${top} │`),
    box(([, middle]) => `│ ${middle} │`),
    box(([, , bottom]) => `│ ${bottom} │`),
    box(() => "└───────┘"),
  ];
  const lines = rows.map((row, index): Line => [{ text: row }, ...prefixed(beside[index - 1])]);
  return lines.every((line) => lineWidth(line) <= columns) ? lines : null;
}

function prefixed(line: Line | undefined): Line {
  return line ? [{ text: "   " }, ...line] : [];
}

function flatRoll(roll: Roll, columns: number, style: Style): Line[] {
  const { dice, kept } = keptDice(roll);
  const shown = dice.map(({ face, dropped }) => (dropped ? `(${face})` : `[${face}]`)).join(" ");
  const faces = shown === "" ? roll.formula : shown;
  const modifiers = modifierTexts(roll, style).join(", ");
  const start = [
    ...(kept === null || shown === "" ? [faces] : [`${kept}:`, faces]),
    ...(modifiers === "" ? [] : ["", modifiers]),
  ].join(" ");
  const end: Line = [{ text: `  = ${roll.total}   ` }, ...outcomeSpans(roll, style)];
  const wrapped = wrap(style.text(start), columns);
  const last = wrapped.pop() ?? "";
  const whole: Line = [{ text: last }, ...end];
  const lines = wrapped.map((text): Line => [{ text }]);
  return lineWidth(whole) <= columns ? [...lines, whole] : [...lines, [{ text: last }], end];
}

function modifierTexts(roll: Roll, style: Style): string[] {
  return roll.modifiers.map(({ label, value }) => `${signed(value, style)} ${label}`);
}

export function signed(value: number, style: Style): string {
  return value < 0 ? `${style.marks.minus}${-value}` : `+${value}`;
}

function outcomeSpans({ outcome }: Roll, { marks, colour }: Style): Span[] {
  if (outcome === "none") return [];
  const mark = { success: marks.works, partial: marks.cost, fail: marks.fails }[outcome];
  const ink = ({ success: "green", partial: "magenta", fail: "red" } as const)[outcome];
  return [{ text: mark, ...(colour ? { colour: ink } : {}) }, { text: ` ${outcomeWords(outcome)}` }];
}
