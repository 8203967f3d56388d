/** Pages drawn over the play screen: the keys, what went wrong in full, and a last question. */
import type { Size } from "./size.js";
import type { Line, Style } from "./marks.js";
import type { Notice } from "./state.js";
import { spread, wrap } from "./wrap.js";
import { OWN } from "../own-command.js";

type Entry = readonly [key: string, does: string];

const TWO_COLUMNS_FROM = 74;

export function helpScreen(size: Size, style: Style): Line[] {
  const { marks } = style;
  const left: readonly Entry[] = [
    ["1 2 3 4", "choose"],
    [`${marks.boxes ? "↑ ↓" : "Up Down"} Enter`, "move, choose"],
    ["w", "why this choice"],
    ["Space PgDn", "read on"],
    ["PgUp", "read back"],
    ["r", "say this scene again"],
    ["Esc", "stop the turn"],
    ["[ ]", "a scene back, on"],
    ["d", "details of a notice"],
    ["l", "library"],
  ];
  const right: readonly Entry[] = [
    ["u", "undo the last choice"],
    ["b", "branch from a scene"],
    ["t", "timeline"],
    ["m", "memories"],
    ["s", "state (workings)"],
    ["o", "tools (workings)"],
    [",", "settings"],
    ["U", "redo"],
    ["e", "end the story for good"],
    ["g", "gallery"],
  ];
  const row = ([key, does]: Entry, [otherKey, otherDoes]: Entry = ["", ""]): Line => [
    { text: `   ${key.padEnd(13)}${does.padEnd(24)}${otherKey.padEnd(11)}${otherDoes}`.trimEnd() },
  ];
  const roomy = size.columns >= TWO_COLUMNS_FROM;
  const keys = roomy
    ? left.map((entry, index) => row(entry, right[index]))
    : [...left, ...right].map((entry) => row(entry));
  const meanings = `${marks.works} it works    ${marks.cost} at a cost    ${marks.fails} it fails    ! notice`;
  const bars = `${marks.barWorks} works       ${marks.barCost} at a cost    ${marks.barFails} fails`;
  const lines: Line[] = [
    ...pageTop("Keys", "Esc closes", size, style),
    [],
    ...keys,
    [],
    row(["q", roomy ? "save and quit. Every turn is saved when it ends." : "save and quit"]),
    ...(!roomy || size.rows < 22
      ? []
      : [
          [],
          row(["Marks", meanings]),
          row(["Odds", bars]),
          [],
          [{ text: "   No colour: NO_COLOR=1. No drawing, for a screen reader or a pipe:" }],
          [{ text: `   ${OWN} play --plain` }],
        ]),
  ];
  return withLast(lines, "? closes", size);
}

export function noticesScreen(notices: readonly Notice[], size: Size, style: Style): Line[] {
  const room = Math.min(66, size.columns - 6);
  const told = notices.flatMap(({ message, action }): Line[] => [
    [],
    ...wrap(style.text([message, action].filter((text) => text !== "").join(" ")), room).map(
      (text): Line => [{ text: `   ${text}` }],
    ),
  ]);
  return withLast([...pageTop("What happened", "Esc closes", size, style), ...told], "d closes", size);
}

/**
 * What the tools of this sitting came to and logged, the latest last.
 *
 * @param back - How many lines are below the window.
 */
export function toolsScreen(
  told: readonly string[],
  back: number,
  size: Size,
  style: Style,
): { readonly lines: readonly Line[]; readonly page: number; readonly lastBack: number } {
  const top = [...pageTop("Skills at work", "Esc closes", size, style), []];
  const room = Math.max(1, size.rows - top.length - 2);
  const nothing = "Nothing yet. What the skills of a turn log, and what each came to, is shown here.";
  const all = (told.length === 0 ? [nothing] : told).flatMap((line) =>
    wrap(style.text(line), size.columns - 6).map(
      (text, row): Line => [{ text: `${row === 0 ? "   " : "     "}${text}` }],
    ),
  );
  const lastBack = Math.max(0, all.length - room);
  const end = all.length - Math.min(back, lastBack);
  return {
    lines: withLast([...top, ...all.slice(Math.max(0, end - room), end)], "PgUp goes back, o closes", size),
    page: Math.max(1, room - 1),
    lastBack,
  };
}

export function leavingScreen(size: Size, style: Style): Line[] {
  const room = Math.min(66, size.columns - 6);
  const told =
    "You leave, and do not come back. You are told what becomes of it all without you, and the story is over. " +
    "To put it down for today, press q instead: it waits where it stands.";
  return withLast(
    [
      ...pageTop("Leave for good?", "Esc stays", size, style),
      [],
      ...wrap(told, room).map((text): Line => [{ text: `   ${text}` }]),
    ],
    "Enter leaves, Esc stays",
    size,
  );
}

/** Title line and rule of a page. */
export function pageTop(title: string, right: string, { columns }: Size, { marks }: Style): Line[] {
  return [
    [{ text: " " }, ...spread([{ text: title, bold: true }], [{ text: right }], columns - 2)],
    [{ text: ` ${marks.rule.repeat(columns - 2)}` }],
  ];
}

/** A page of exactly one screen, with a word on how to leave it in the last line. */
export function withLast(lines: readonly Line[], text: string, { columns, rows }: Size): Line[] {
  const kept = lines.slice(0, rows - 1);
  while (kept.length < rows - 1) kept.push([]);
  return [...kept, [{ text: text.padStart(columns - 1) }]];
}
