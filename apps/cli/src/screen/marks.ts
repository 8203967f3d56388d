/** The marks of the drawn screen, and what stands for them where a terminal has no UTF-8 or no colour. */

import type { TerminalSettings } from "../settings-table.js";
import { type PictureManner, pictureManner } from "./pictures.js";

/** Named colours only, so that the terminal's own theme rules. */
export type Colour = "green" | "magenta" | "red" | "cyan";

/** A run of text in one look. */
export interface Span {
  readonly text: string;
  readonly bold?: boolean;
  readonly italic?: boolean;
  readonly colour?: Colour;
}

export type Line = readonly Span[];

export interface Marks {
  readonly works: string;
  readonly cost: string;
  readonly fails: string;
  readonly barWorks: string;
  readonly barCost: string;
  readonly barFails: string;
  readonly selected: string;
  readonly rule: string;
  readonly side: string;
  readonly up: string;
  readonly down: string;
  readonly dot: string;
  readonly arrows: string;
  readonly minus: string;
  readonly ellipsis: string;
  /** Whether dice may be drawn with lines and pips. */
  readonly boxes: boolean;
}

const UNICODE: Marks = {
  works: "✓",
  cost: "≈",
  fails: "✗",
  barWorks: "█",
  barCost: "▒",
  barFails: "·",
  selected: "▌",
  rule: "─",
  side: "│",
  up: "▲",
  down: "▼",
  dot: "·",
  arrows: "↑↓",
  minus: "−",
  ellipsis: "…",
  boxes: true,
};

const ASCII: Marks = {
  works: "[ok]",
  cost: "[~]",
  fails: "[x]",
  barWorks: "#",
  barCost: "=",
  barFails: ".",
  selected: ">",
  rule: "-",
  side: "|",
  up: "^",
  down: "v",
  dot: "-",
  arrows: "Up Down",
  minus: "-",
  ellipsis: "...",
  boxes: false,
};

export interface Style {
  /** How pictures are shown; null where they are not. */
  readonly pictures: PictureManner | null;
  readonly marks: Marks;
  readonly colour: boolean;
  /** Columns of the prose. */
  readonly measure: number;
  /** Text as this terminal can show it. */
  text(text: string): string;
}

export type StyleSettings = Partial<Pick<TerminalSettings, "colour" | "measure">>;

const MEASURE = 66;

/**
 * How this terminal is drawn on.
 *
 * @param env - Read: NO_COLOR, TERM, COLORTERM, LC_ALL, LC_CTYPE, LANG, and what terminals say of themselves.
 * @param platform - Windows and macOS terminals are UTF-8 whatever the locale says.
 * @param settings - What the player set.
 */
export function styleFor(env: NodeJS.ProcessEnv, platform: NodeJS.Platform, settings: StyleSettings = {}): Style {
  // The first that is set and not empty decides, as in the C library.
  const locale = env["LC_ALL"] || env["LC_CTYPE"] || env["LANG"] || "";
  const utf8 = platform === "win32" || platform === "darwin" || /utf-?8/i.test(locale);
  return {
    pictures: pictureManner(env, utf8),
    marks: utf8 ? UNICODE : ASCII,
    colour: settings.colour !== "off" && !env["NO_COLOR"] && env["TERM"] !== "dumb",
    measure: settings.measure ?? MEASURE,
    text: utf8 ? (text) => text : asciiText,
  };
}

const ASCII_FOR: Readonly<Record<string, string>> = {
  "‘": "'",
  "’": "'",
  "“": '"',
  "”": '"',
  "–": "-",
  "—": "--",
  "…": "...",
  "\u00a0": " ",
  "◆": "#",
  "○": "o",
  "■": "*",
  "✗": "x",
  "·": "-",
  "−": "-",
};

/** Typographic marks in keyboard characters, accents dropped, anything else a question mark. */
function asciiText(text: string): string {
  return text
    .replace(/[‘’“”–—…\u00a0◆○■✗·−]/g, (mark) => ASCII_FOR[mark] ?? mark)
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .replace(/[^\x20-\x7e]/g, "?");
}
