/** The offered choices as they are drawn: number, text, odds as a bar with words, and reasons when asked. */
import { type Choice, type Odds, oddsWords, whyWords, withStop } from "@narratoria/engine/shell";
import type { Line, Span, Style } from "./marks.js";
import { signed } from "./roll-lines.js";
import { cut, padTo, widthOf, wrap } from "./wrap.js";

const BAR_CELLS = 12;
/** Text stands right of the number. */
const INDENT = 4;

export interface ChoiceView {
  /** Index of the marked choice; -1 for none. */
  readonly selected: number;
  /** Whether reasons are shown: of the marked choice, else of all. */
  readonly why: boolean;
}

/** How much of a choice is shown, as a screen gets lower. */
export type Detail = "all" | "selected" | "cut";

export function choiceLines(
  choices: readonly Choice[],
  view: ChoiceView,
  columns: number,
  detail: Detail,
  style: Style,
): Line[] {
  const room = columns - INDENT - 1;
  const widest = Math.max(0, ...choices.filter(({ odds }) => odds).map((choice) => widthOf(labelOf(choice, style))));
  return choices.flatMap((choice, index) => {
    const selected = index === view.selected;
    const text = style.text(withStop(choice.text));
    const words = detail === "cut" && !selected ? [cut(text, room, style.marks.ellipsis)] : wrap(text, room);
    const lines: Line[] = words.map((word, row) => [
      row === 0 ? { text: `${index + 1}`.padEnd(INDENT - 1), bold: true } : { text: " ".repeat(INDENT - 1) },
      { text: word },
    ]);
    if (detail === "all" || selected) {
      lines.push(...detailLines(choice, widest, room, style).map(indented));
    }
    if (view.why && (selected || view.selected === -1)) {
      lines.push(...wrap(style.text(`why: ${whyWords(choice)}`), room).map((text) => indented([{ text }])));
    }
    const mark: Span = selected
      ? { text: style.marks.selected, ...(style.colour ? { colour: "cyan" as const } : {}) }
      : { text: " " };
    return lines.map((line) => [mark, ...line]);
  });
}

const indented = (line: Line): Line => [{ text: " ".repeat(INDENT - 1) }, ...line];

function detailLines(choice: Choice, widest: number, room: number, style: Style): Line[] {
  const label = labelOf(choice, style);
  if (!choice.odds) return [[{ text: `${label}, no roll` }]];
  const line: Line = [
    ...padTo([{ text: label }], widest),
    { text: "  " },
    ...oddsBar(choice.odds, style),
    { text: `  ${oddsWords(choice.odds)}` },
  ];
  const width = line.reduce((sum, { text }) => sum + widthOf(text), 0);
  // Words come first where there is no room for both.
  return width <= room ? [line] : wrap(`${label}, ${oddsWords(choice.odds)}`, room).map((text) => [{ text }]);
}

function labelOf(choice: Choice, style: Style): string {
  const bonus = choice.bonus ? ` ${signed(choice.bonus, style)}` : "";
  const mark = choice.difficulty === undefined ? "" : `, ${style.text(choice.difficulty)}`;
  return `${style.text(choice.label).replace(/\.$/, "")}${bonus}${mark}`;
}

function oddsBar(odds: Odds, { marks, colour }: Style): Span[] {
  const [works, cost, fails] = barCells(odds);
  return [
    { text: marks.barWorks.repeat(works), ...(colour ? { colour: "green" as const } : {}) },
    { text: marks.barCost.repeat(cost), ...(colour ? { colour: "magenta" as const } : {}) },
    { text: marks.barFails.repeat(fails) },
  ];
}

/** Cells of the bar: both ends rounded, the middle takes the rest, and what can happen has at least one cell. */
function barCells({ success, partial, fail }: Odds): [works: number, cost: number, fails: number] {
  const least = (percent: number): number => (percent <= 0 ? 0 : Math.max(1, Math.round((percent * BAR_CELLS) / 100)));
  let works = least(success);
  let fails = least(fail);
  const middle = partial > 0 ? 1 : 0;
  // The longer end makes room.
  while (works + fails > BAR_CELLS - middle) {
    if (works > fails) works -= 1;
    else fails -= 1;
  }
  if (partial <= 0 && works > 0) works = BAR_CELLS - fails;
  return [works, BAR_CELLS - works - fails, fails];
}
