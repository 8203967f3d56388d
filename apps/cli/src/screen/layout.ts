/** The play screen as lines of exactly one screen: title, prose that scrolls, choices and status that stay. */
import type { StoryPortrait } from "@narratoria/engine";
import { assetLines } from "../play/asset-words.js";
import { endWords, sceneName, timeAndWeather } from "../play/words.js";
import { choiceLines, type Detail } from "./choice-lines.js";
import type { Line, Span, Style } from "./marks.js";
import { helpScreen, leavingScreen, noticesScreen, toolsScreen } from "./overlays.js";
import type { PicturePlace } from "./pictures.js";
import { rollLines } from "./roll-lines.js";
import type { Size } from "./size.js";
import { isCalm, type Running, type ScreenState } from "./state.js";
import { timelineScreen } from "./timeline-screen.js";
import { cut, cutToSentences, lineWidth, padTo, spread, wrap } from "./wrap.js";

const MEASURE = 66;
const SIDE_FROM_COLUMNS = 100;
/** Column of the line between text and side column. */
const SIDE_AT = 4 + MEASURE + 6;
const TALL_FROM_ROWS = 36;
/** Prose keeps this much of the screen while anything else can give way. */
const LEAST_PROSE = 5;
/** A wait shorter than this is not worth a word. */
const QUIET_MS = 300;

export interface Layout {
  readonly lines: readonly Line[];
  /** Height of the window on the prose, for paging; in the timeline, how many branches make a page. */
  readonly page: number;
  /** The furthest the prose, or the console of the tools, can be scrolled. */
  readonly lastScroll: number;
  /** Whose portrait stands where. */
  readonly picture?: { readonly portrait: StoryPortrait; readonly place: PicturePlace };
}

export function layoutScreen(state: ScreenState, size: Size, style: Style): Layout {
  if (state.overlay === "timeline") {
    const { lines, page } = timelineScreen(state.branches, state.branch, size, style);
    return { lines: fitted(lines, size), page, lastScroll: 0 };
  }
  if (state.overlay === "tools") {
    const { lines, page, lastBack } = toolsScreen(state.console, state.back, size, style);
    return { lines: fitted(lines, size), page, lastScroll: lastBack };
  }
  const over = overlayLines(state, size, style);
  if (over) return { lines: fitted(over, size), page: 1, lastScroll: 0 };
  const tall = size.rows >= TALL_FROM_ROWS;
  const wide = size.columns >= SIDE_FROM_COLUMNS;
  const rule: Line = [{ text: ` ${style.marks.rule.repeat(size.columns - 2)}` }];
  const top = [titleLine(state, size, style), rule];

  let heading: Line[] = [];
  let foot: Line[] = [];
  let height = 0;
  // From the roomiest way to the tightest, until the prose has room.
  for (const level of [0, 1, 2, 3]) {
    heading = headingLines(state, size, wide, level, style);
    foot = footLines(state, size, level, style);
    height = size.rows - top.length - heading.length - foot.length - 2 - (tall ? 2 : 0);
    if (height >= LEAST_PROSE) break;
  }
  height = Math.max(1, height);

  const prose = proseLines(state, size, wide, tall, style);
  const lastScroll = Math.max(0, prose.length - height);
  const scroll = Math.min(state.scroll, lastScroll);
  const window = prose.slice(scroll, scroll + height);
  while (window.length < height) window.push([]);
  const edge = wide ? 4 + MEASURE : size.columns - 1;
  const left = [...heading, ...window, pagingLine(scroll, lastScroll, edge, style)];
  const portrait = wide ? portraitOf(state, style) : undefined;
  const place = portrait && { ...placeOfPicture(size), row: top.length };
  const side = [
    ...(place ? Array.from({ length: place.rows + 1 }, (): Line => []) : []),
    ...sideLines(state, size, style),
  ];
  const body = wide ? withSide(left, side, style) : left;
  const lines = [
    ...top,
    ...body,
    ...(tall ? [rule] : []),
    ...foot,
    ...(tall ? [rule] : []),
    statusLine(state, size, wide, style),
  ];
  return {
    lines: fitted(lines, size),
    page: Math.max(1, height - 1),
    lastScroll,
    ...(portrait && place && place.rows < left.length ? { picture: { portrait, place } } : {}),
  };
}

/** Whoever is there and has been drawn, the first one first; the player where nobody is. */
function portraitOf({ scene, portraits }: ScreenState, { pictures }: Style): StoryPortrait | undefined {
  if (!scene || pictures === null) return undefined;
  const found = scene.present.map((name) => portraits.find((one) => one.name === name));
  return found.find((one) => one !== undefined) ?? portraits.find(({ person }) => person === "player");
}

/** A square as the eye sees it: a cell is twice as high as wide. */
function placeOfPicture({ columns, rows }: Size): Omit<PicturePlace, "row"> {
  const most = rows >= TALL_FROM_ROWS ? 13 : 9;
  const high = Math.min(most, Math.floor((columns - SIDE_AT - 3) / 2));
  return { column: SIDE_AT + 2, columns: 2 * high, rows: high };
}

function fitted(lines: readonly Line[], { rows }: Size): Line[] {
  const kept = lines.slice(0, rows);
  while (kept.length < rows) kept.push([]);
  return kept;
}

function titleLine(state: ScreenState, { columns }: Size, style: Style): Line {
  const right = state.scene && !state.running ? sceneName(state.scene.scene) : "";
  const title = cut(style.text(state.title), columns - right.length - 4, style.marks.ellipsis);
  return [{ text: " " }, ...spread([{ text: title, bold: true }], [{ text: right }], columns - 2)];
}

/** Time and place, or what was chosen while that is being told. */
function headingLines(state: ScreenState, { columns }: Size, wide: boolean, level: number, style: Style): Line[] {
  const indent = " ".repeat(wide ? 4 : 1);
  const room = (wide ? MEASURE : columns - 2) - 1;
  const { scene, running } = state;
  const taken = running?.chosen === null || running === null ? undefined : scene?.choices[running.chosen]?.text;
  let lines: Span[] = [];
  if (inFlight(running)) {
    lines = taken
      ? wrap(style.text(taken), room)
          .slice(0, 2)
          .map((text) => ({ text }))
      : [];
  } else if (scene) {
    // A last page is set where its author sets it.
    const time = scene.ending === undefined ? style.text(timeAndWeather(scene)) : "The end";
    const place = style.text(scene.ending ?? scene.location).toUpperCase();
    lines = [
      { text: cut(time, room, style.marks.ellipsis) },
      { text: cut(place, room, style.marks.ellipsis), bold: true },
    ];
  }
  if (level >= 2) {
    const [first, second] = lines;
    const joined: Line =
      first && second ? [{ text: indent }, first, { text: ". " }, second] : [{ text: indent }, ...lines];
    return [lineWidth(joined) < columns ? joined : [{ text: indent }, ...(second ? [second] : [])]];
  }
  const kept = lines.map((span): Line => [{ text: indent }, span]);
  while (kept.length < 2) kept.push([]);
  return level === 0 ? [...kept, []] : kept;
}

function proseLines(state: ScreenState, { columns }: Size, wide: boolean, tall: boolean, style: Style): Line[] {
  const indent = wide ? 4 : 3;
  const room = Math.min(MEASURE, columns - indent - 1);
  const flying = inFlight(state.running);
  const paragraphs = flying
    ? flying.paragraphs
    : [...(state.scene?.paragraphs ?? []), ...(state.scene?.epilogue ?? [])];
  const roll = flying ? flying.roll : state.scene?.roll;
  const blocks: Line[][] = [];
  if (!flying && state.soFar.length > 0)
    for (const line of ["So far", ...state.soFar])
      blocks.push(
        wrap(style.text(line), room).map((text): Line => [{ text, ...(line === "So far" ? { bold: true } : {}) }]),
      );
  if (roll) blocks.push(rollLines(roll, room, tall, style));
  for (const [index, paragraph] of paragraphs.filter((text) => text !== "").entries()) {
    // A book's first line, where there is room for one.
    const first = wide && index > 0 ? "  " : "";
    blocks.push(wrapFirst(style.text(paragraph), first, room).map((text): Line => [{ text }]));
  }
  const files = state.scene && !flying ? assetLines(state.scene) : [];
  if (files.length > 0)
    blocks.push(files.flatMap((line) => wrap(style.text(line), room).map((text): Line => [{ text }])));
  return blocks.flatMap((lines, index) => [
    ...(index > 0 ? [[]] : []),
    ...lines.map((line): Line => [{ text: " ".repeat(indent) }, ...line]),
  ]);
}

/** What a running turn shows: its prose, before that what its plan says, else nothing yet. */
function inFlight(running: ScreenState["running"]): Pick<Running, "paragraphs" | "roll"> | null {
  if (!running) return null;
  if (running.paragraphs.length > 0) return running;
  return running.narrative.length > 0 ? { paragraphs: running.narrative, roll: null } : null;
}

/** Wrapped text whose first line begins with an indent. */
function wrapFirst(text: string, indent: string, columns: number): string[] {
  if (indent === "") return wrap(text, columns);
  // A mark of the same width holds the place, as leading blanks are trimmed.
  const [first = "", ...rest] = wrap(`${"\u2800".repeat(indent.length)}${text}`, columns);
  return [indent + first.slice(indent.length), ...rest];
}

function pagingLine(scroll: number, lastScroll: number, edge: number, { marks }: Style): Line {
  const count = (lines: number): string => (lines === 1 ? "1 line" : `${lines} lines`);
  const parts = [
    ...(scroll > 0 ? [`${marks.up} PgUp ${count(scroll)}`] : []),
    ...(scroll < lastScroll ? [`${marks.down} Space ${count(lastScroll - scroll)}`] : []),
  ];
  return parts.length === 0 ? [] : [{ text: parts.join("   ").padStart(edge) }];
}

/** Who is here, you, what you carry and what you promised: only what there is. */
function sideLines(state: ScreenState, { columns }: Size, style: Style): Line[] {
  const room = columns - SIDE_AT - 3;
  const { beside, present = [] } = state.scene ?? {};
  const sections = [
    ["Here", beside?.here ?? present],
    ["You", beside?.you ?? []],
    ["Carrying", beside?.carrying ?? []],
    ["Promises", beside?.promises ?? []],
  ] as const;
  const drawn = sections
    .filter(([, lines]) => lines.length > 0)
    .map(([title, lines]): Line[] => [
      [{ text: title, bold: true }],
      ...lines.flatMap((line) =>
        wrap(style.text(line), room - 2).map((text, row): Line => [{ text: `${row === 0 ? "  " : "    "}${text}` }]),
      ),
    ]);
  return drawn.flatMap((lines, index) => (index === 0 ? lines : [[], ...lines]));
}

function withSide(left: readonly Line[], side: readonly Line[], { marks }: Style): Line[] {
  return left.map((line, index) => [...padTo(line, SIDE_AT), { text: `${marks.side} ` }, ...(side[index] ?? [])]);
}

function footLines(state: ScreenState, { columns }: Size, level: number, style: Style): Line[] {
  const { scene, running } = state;
  if (!scene) return [];
  const detail: Detail = level < 2 ? "all" : level === 2 ? "selected" : "cut";
  if (scene.ended && !running) return [[{ text: ` ${style.text(endWords(scene))}`, bold: true }]];
  const view = running ? { selected: running.chosen ?? -1, why: false } : state;
  const drawn = choiceLines(scene.choices, view, columns, detail, style);
  const question: Line[] = level === 0 ? [[{ text: " What do you do?", bold: true }]] : [];
  if (!running) return [...question, ...drawn];
  // Only what was chosen stays; the rest keeps its room, so that nothing moves.
  const kept = drawn.map((line) => (running.chosen !== null && line[0]?.text === style.marks.selected ? line : []));
  return [...question.map(() => []), ...kept];
}

function statusLine(state: ScreenState, { columns }: Size, wide: boolean, style: Style): Line {
  const keys: Line = [{ text: keysText(state, wide, style) }];
  const left = statusText(state, columns - 2, wide, style);
  const { notices, running } = state;
  const word = running !== null || notices.length > 0;
  const roomForKeys = lineWidth(left) + lineWidth(keys) + 2 <= columns - 2;
  // A word about the turn is worth more than keys that help names as well; times are worth less.
  if (running || (word && !roomForKeys)) return [{ text: " " }, ...left];
  return [{ text: " " }, ...spread(left, keys, columns - 2)];
}

function statusText({ scene, running, notices }: ScreenState, room: number, wide: boolean, style: Style): Line {
  if (running) {
    if (running.elapsedMs < QUIET_MS) return [];
    return [{ text: `Writing the scene, ${Math.floor(running.elapsedMs / 1000)} s   Esc stops` }];
  }
  const notice = notices[0];
  if (notice) {
    if (isCalm(notice)) return [{ text: cutToSentences(style.text(notice.message), room, style.marks.ellipsis) }];
    const more = "   d details";
    const text = cutToSentences(style.text(notice.message), room - more.length - 2, style.marks.ellipsis);
    return [{ text: "!", ...(style.colour ? { colour: "red" as const } : {}) }, { text: ` ${text}${more}` }];
  }
  if (!scene) return [];
  const { firstText, total } = scene.timeMs ?? {};
  const times = [
    ...(firstText === undefined ? [] : [`first text ${seconds(firstText)}`]),
    ...(wide && total !== undefined ? [`choices ${seconds(total)}`] : []),
  ];
  return [{ text: [scene.narrator, ...times].join(` ${style.marks.dot} `) }];
}

function keysText({ scene }: ScreenState, wide: boolean, { marks }: Style): string {
  if (!scene) return "q quit";
  if (scene.ended) return "u undo  b branch  ? help  q quit";
  const choose = `1-${scene.choices.length} choose`;
  return wide
    ? `${choose}  ${marks.arrows} Enter  w why  u undo  b branch  ? help  q quit`
    : `${choose}  w why  u undo  ? help`;
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}

function overlayLines(
  { overlay, notices }: Pick<ScreenState, "overlay" | "notices">,
  size: Size,
  style: Style,
): Line[] | null {
  switch (overlay) {
    case "none":
    case "timeline":
    case "tools":
      return null;
    case "help":
      return helpScreen(size, style);
    case "notices":
      return noticesScreen(notices, size, style);
    case "leaving":
      return leavingScreen(size, style);
  }
}
