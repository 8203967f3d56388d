/** The play screen as lines of exactly one screen: title, prose that scrolls, choices and status that stay. */
import type { SceneEvent } from "@narratoria/engine";
import { assetLines } from "../play/asset-words.js";
import {
  beginningOf,
  endWords,
  type Heading,
  movesOnAt,
  sceneName,
  timeAndWeather,
  waitingWords,
} from "@narratoria/engine/shell";
import { choiceLines, type Detail } from "./choice-lines.js";
import { drawList } from "./list-page.js";
import type { Line, Span, Style } from "./marks.js";
import { helpScreen, leavingScreen, noticesScreen, toolsScreen } from "./overlays.js";
import type { PicturePlace } from "./pictures.js";
import { rollLines } from "./roll-lines.js";
import { plainBlocks, setLines, setParagraphs } from "./set-prose.js";
import type { Size } from "./size.js";
import { isCalm, type Running, type ScreenState } from "./state.js";
import { timelineScreen } from "./timeline-screen.js";
import { cut, cutToSentences, lineWidth, padTo, spread, wrap } from "./wrap.js";

const SIDE_FROM_COLUMNS = 100;
/** With less, a side column is not worth its place. */
const LEAST_SIDE = 24;
/** Column of the line between text and side column. */
const sideColumn = ({ measure }: Style): number => 4 + measure + 6;
/** As many rows as four choices of two lines and the question take: they are kept free while the words come. */
const ROOMY_FOOT = 9;
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
  /** The same for earlier scenes: none or less. */
  readonly firstScroll: number;
  /** Where scenes begin, the earliest first. */
  readonly starts: readonly number[];
  /** Whose portrait stands where. */
  readonly picture?: { readonly path: string | null; readonly place: PicturePlace };
}

export function layoutScreen(state: ScreenState, size: Size, style: Style): Layout {
  const paged = (lines: readonly Line[], page = 1, lastScroll = 0): Layout => {
    return { lines: fitted(lines, size), page, lastScroll, firstScroll: 0, starts: [] };
  };
  if (state.overlay === "timeline") {
    const { lines, page } = timelineScreen(state.branches, state.branch, size, style);
    return paged(lines, page);
  }
  if (state.overlay === "page" && state.page) {
    const { lines, page } = drawList(state.page, size, style);
    return paged(lines, page);
  }
  if (state.overlay === "tools") {
    const { lines, page, lastBack } = toolsScreen(state.console, state.back, size, style);
    return paged(lines, page, lastBack);
  }
  const over = overlayLines(state, size, style);
  if (over) return paged(over);

  const tall = size.rows >= TALL_FROM_ROWS;
  const sideAt = sideColumn(style);
  const wide = size.columns >= Math.max(SIDE_FROM_COLUMNS, sideAt + LEAST_SIDE);
  const rule: Line = [{ text: ` ${style.marks.rule.repeat(size.columns - 2)}` }];
  const prose = proseLines(state, size, wide, tall, style);
  const before = earlierLines(state, size, wide, style);
  const wish = Math.max(-before.lines.length, state.scroll);
  const above = wish < 0 ? sceneAt(before, wish) : null;
  const top = [titleLine(state, above, size, style), rule];
  let heading: Line[] = [];
  let foot: Line[] = [];
  let height = 0;
  // From the roomiest way to the tightest, until the prose has room.
  // What was in sight is not to be hidden by the choices, unless nothing but their numbers would be left.
  const wanted = Math.max(LEAST_PROSE, Math.min(state.sight, prose.length));
  for (const level of [0, 1, 2, 3]) {
    // Earlier scenes bring their headings along.
    heading = above ? [] : headingLines(state, size, wide, level, style);
    foot = footLines(state, size, level, style);
    height = size.rows - top.length - heading.length - foot.length - 2 - (tall ? 2 : 0);
    if (height >= wanted || (level === 2 && height >= LEAST_PROSE)) break;
  }
  height = Math.max(1, height);

  const lastScroll = Math.max(0, prose.length - height);
  const scroll = Math.min(wish, lastScroll);
  const first = before.lines.length + scroll;
  const window = [...before.lines, ...prose].slice(first, first + height);
  while (window.length < height) window.push([]);
  const edge = wide ? 4 + style.measure : size.columns - 1;
  const left = [
    ...heading,
    ...window,
    pagingLine({ scroll, lastScroll, past: pastScene(state, before, scroll) }, edge, style),
  ];
  const shown = wide ? pictureOf(state, style) : undefined;
  const place = shown && { ...placeOfPicture(size, sideAt, shown.isWide), row: top.length };
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
    firstScroll: -before.lines.length,
    starts: [...before.starts.map((start) => start - before.lines.length), 0],
    ...(shown && place && place.rows < left.length ? { picture: { path: shown.path, place } } : {}),
  };
}

/** A picture of the side column; a silhouette has no path. */
interface SidePicture {
  readonly path: string | null;
  /** Whether it shows a place: four cells wide for each one high. */
  readonly isWide: boolean;
}

/**
 * Whoever is there, the campaign's own picture first, then one that has been drawn; the place where nobody is, and the player where no
 * picture of it is. Implements rules CL541 and CL1013.
 */
function pictureOf({ scene, portraits }: ScreenState, { pictures }: Style): SidePicture | undefined {
  if (!scene || pictures === null) return undefined;
  const { stage, present } = scene;
  const own = stage?.portraits.find(({ picture }) => picture?.path !== undefined)?.picture?.path;
  if (own !== undefined) return { path: own, isWide: false };
  const found = present.map((name) => portraits.find((one) => one.name === name)).find((one) => one !== undefined);
  if (found) return { path: found.path, isWide: false };
  const background = stage?.background?.path;
  if (background !== undefined) return { path: background, isWide: true };
  const player = portraits.find(({ person }) => person === "player");
  return player && { path: player.path, isWide: false };
}

/** A square as the eye sees it: a cell is twice as high as wide. */
function placeOfPicture({ columns, rows }: Size, sideAt: number, isWide: boolean): Omit<PicturePlace, "row"> {
  const most = rows >= TALL_FROM_ROWS ? 13 : 9;
  const high = Math.min(most, Math.floor((columns - sideAt - 3) / 2));
  const wide = Math.min(columns - sideAt - 3, 40);
  // Nine points high for sixteen wide.
  if (isWide)
    return { column: sideAt + 2, columns: wide, rows: Math.max(3, Math.min(most, Math.round((wide * 9) / 32))) };
  return { column: sideAt + 2, columns: 2 * high, rows: high };
}

function fitted(lines: readonly Line[], { rows }: Size): Line[] {
  const kept = lines.slice(0, rows);
  while (kept.length < rows) kept.push([]);
  return kept;
}

function titleLine(state: ScreenState, above: SceneEvent | null, { columns }: Size, style: Style): Line {
  const shown = above ?? (state.running ? null : state.scene);
  const right = shown ? sceneName(shown.scene) : "";
  const title = cut(style.text(state.title), columns - right.length - 4, style.marks.ellipsis);
  return [{ text: " " }, ...spread([{ text: title, bold: true }], [{ text: right }], columns - 2)];
}

/** Time and place, or what was chosen while that is being told. */
function headingLines(state: ScreenState, { columns }: Size, wide: boolean, level: number, style: Style): Line[] {
  const indent = " ".repeat(wide ? 4 : 1);
  const room = (wide ? style.measure : columns - 2) - 1;
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
    const begins = beginningOf(scene);
    const time = scene.ending === undefined ? style.text(timeAndWeather(begins)) : "The end";
    const place = style.text(scene.ending ?? begins.location).toUpperCase();
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
  const { room } = proseRoom(columns, wide, style);
  const flying = inFlight(state.running);
  const paragraphs = flying ? flying.paragraphs.map(plainBlocks) : setParagraphs(state.scene);
  const roll = flying ? flying.roll : state.scene?.roll;
  const blocks: Line[][] = [];
  if (!flying && state.soFar.length > 0)
    for (const line of ["So far", ...state.soFar])
      blocks.push(
        wrap(style.text(line), room).map((text): Line => [{ text, ...(line === "So far" ? { bold: true } : {}) }]),
      );
  if (roll) blocks.push(rollLines(roll, room, tall, style));
  const moved = flying || !state.scene ? undefined : movesOnAt(state.scene);
  for (const [index, paragraph] of paragraphs.filter(({ length }) => length > 0).entries()) {
    if (state.scene && moved === index) blocks.push(whereAndWhen(state.scene, room, style));
    // A book's first line, where there is room for one.
    blocks.push(setLines(paragraph, wide && index > 0 ? "  " : "", room, style));
  }
  const files = state.scene && !flying ? assetLines(state.scene) : [];
  if (files.length > 0)
    blocks.push(files.flatMap((line) => wrap(style.text(line), room).map((text): Line => [{ text }])));
  return indented(blocks, wide);
}

/** What a running turn shows: its prose, before that what its plan says, else nothing yet. */
function inFlight(running: ScreenState["running"]): Pick<Running, "paragraphs" | "roll"> | null {
  if (!running) return null;
  if (running.paragraphs.length > 0) return running;
  return running.narrative.length > 0 ? { paragraphs: running.narrative, roll: null } : null;
}

/** A wrapped scene is kept: on a page of twenty, only the newest changes. */
const wrapped = new WeakMap<SceneEvent, { readonly key: string; readonly lines: readonly Line[] }>();

interface EarlierLines {
  readonly scenes: readonly SceneEvent[];
  readonly lines: readonly Line[];
  /** Index of each scene's first line. */
  readonly starts: readonly number[];
}

/** Scenes before the one that is shown, whole, with a heading each. */
function earlierLines(state: ScreenState, { columns }: Size, wide: boolean, style: Style): EarlierLines {
  const scenes = inFlight(state.running) && state.scene ? [...state.earlier, state.scene] : state.earlier;
  const starts: number[] = [];
  const lines: Line[] = [];
  for (const scene of scenes) {
    starts.push(lines.length);
    lines.push(...wrappedScene(scene, columns, wide, style), []);
  }
  // The one that is shown has its heading above the window; read on to from an earlier one, it needs another.
  const shown = inFlight(state.running) ? null : state.scene;
  if (scenes.length > 0 && shown) lines.push(...indented(headBlocks(shown, columns, wide, style), wide), []);
  return { scenes, lines, starts };
}

/** What was chosen, then time and place. */
function headBlocks(scene: SceneEvent, columns: number, wide: boolean, style: Style): Line[][] {
  const { room } = proseRoom(columns, wide, style);
  return [...(scene.choice ? [block(scene.choice, room, style)] : []), whereAndWhen(beginningOf(scene), room, style)];
}

const whereAndWhen = (heading: Heading, room: number, style: Style): Line[] => [
  ...block(timeAndWeather(heading), room, style),
  ...block(heading.location.toUpperCase(), room, style).map(([span]): Line => (span ? [{ ...span, bold: true }] : [])),
];

const block = (text: string, room: number, style: Style): Line[] =>
  wrap(style.text(text), room).map((line): Line => [{ text: line }]);

/** Blocks with a blank line between them, where prose stands. */
function indented(blocks: readonly (readonly Line[])[], wide: boolean): Line[] {
  return blocks.flatMap((lines, index) => [
    ...(index > 0 ? [[]] : []),
    ...lines.map((line): Line => [{ text: " ".repeat(wide ? 4 : 3) }, ...line]),
  ]);
}
function wrappedScene(scene: SceneEvent, columns: number, wide: boolean, style: Style): readonly Line[] {
  const { indent, room } = proseRoom(columns, wide, style);
  const key = `${indent} ${room} ${style.marks.boxes} ${style.colour}`;
  const known = wrapped.get(scene);
  if (known?.key === key) return known.lines;
  const blocks = [
    ...headBlocks(scene, columns, wide, style),
    ...(scene.roll ? [rollLines(scene.roll, room, false, style)] : []),
    ...setParagraphs(scene).flatMap((paragraph, at) => [
      ...(movesOnAt(scene) === at ? [whereAndWhen(scene, room, style)] : []),
      setLines(paragraph, "", room, style),
    ]),
  ];
  const lines = indented(blocks, wide);
  wrapped.set(scene, { key, lines });
  return lines;
}

/** Whose text the first line of the window is. */
function sceneAt({ scenes, lines, starts }: EarlierLines, scroll: number): SceneEvent | null {
  return scenes[starts.findLastIndex((start) => start <= lines.length + scroll)] ?? null;
}

/** Number of the scene that lies above the window; null where there is none. */
function pastScene(state: ScreenState, before: EarlierLines, scroll: number): number | null {
  const above = before.scenes[before.starts.findLastIndex((start) => start < before.lines.length + scroll)];
  if (above) return above.scene;
  const oldest = before.scenes[0] ?? state.scene;
  return state.hasPast && !state.running && oldest && oldest.scene > 0 ? oldest.scene - 1 : null;
}

function proseRoom(columns: number, wide: boolean, { measure }: Style): { indent: number; room: number } {
  const indent = wide ? 4 : 3;
  return { indent, room: Math.min(measure, columns - indent - 1) };
}

interface Paging {
  readonly scroll: number;
  readonly lastScroll: number;
  /** Number of the scene that lies above. */
  readonly past: number | null;
}

function pagingLine({ scroll, lastScroll, past }: Paging, edge: number, { marks }: Style): Line {
  const count = (lines: number): string => (lines === 1 ? "1 line" : `${lines} lines`);
  const parts = [
    ...(scroll > 0 ? [`${marks.up} PgUp ${count(scroll)}`] : []),
    ...(scroll <= 0 && past !== null ? [`${marks.up} PgUp ${sceneName(past)}`] : []),
    ...(scroll < lastScroll ? [`${marks.down} Space ${count(lastScroll - scroll)}`] : []),
  ];
  return parts.length === 0 ? [] : [{ text: parts.join("   ").padStart(edge) }];
}

/** Who is here, you, what you carry and what you promised: only what there is. */
function sideLines(state: ScreenState, { columns }: Size, style: Style): Line[] {
  const room = columns - sideColumn(style) - 3;
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

function withSide(left: readonly Line[], side: readonly Line[], style: Style): Line[] {
  const mark = `${style.marks.side} `;
  return left.map((line, index) => [...padTo(line, sideColumn(style)), { text: mark }, ...(side[index] ?? [])]);
}

/** The end of a story, and what can be done with it then. */
function endLines(scene: SceneEvent, { ending }: ScreenState, columns: number, level: number, style: Style): Line[] {
  const line = (text: string, bold = false): Line => [{ text: ` ${cut(style.text(text), columns - 2, "")}`, bold }];
  if (level >= 2) return [line(endWords(scene), true)];
  return [
    line(endWords(scene), true),
    ...(ending === "" ? [] : [line(ending)]),
    [],
    line("r  read it again      b  branch from a scene"),
    line("x  export it          Enter  what was rolled and promised"),
  ];
}

function footLines(state: ScreenState, { columns }: Size, level: number, style: Style): Line[] {
  const { scene, running } = state;
  if (!scene) return inFlight(running) && level < 2 ? Array.from({ length: ROOMY_FOOT }, (): Line => []) : [];
  const detail: Detail = level < 2 ? "all" : level === 2 ? "selected" : "cut";
  if (scene.ended && !running) return endLines(scene, state, columns, level, style);
  const view = running ? { selected: running.chosen ?? -1, why: false } : state;
  const drawn = choiceLines(scene.choices, view, columns, detail, style);
  const question: Line[] = level === 0 ? [[{ text: " What do you do?", bold: true }]] : [];
  if (!running) return [...question, ...drawn];
  // Only what was chosen stays; the rest keeps its room, so that nothing moves.
  const kept = drawn.map((line) => (running.chosen !== null && line[0]?.text === style.marks.selected ? line : []));
  // The choices that come may need more of it, and what is in sight by then is not to be hidden.
  if (inFlight(running) && level < 2) while (question.length + kept.length < ROOMY_FOOT) kept.push([]);
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

function workWords({ waiting, elapsedMs }: Running): string {
  return `${waiting ? waitingWords(waiting) : "Writing the scene"}, ${Math.floor(elapsedMs / 1000)} s`;
}

function statusText({ scene, running, notices }: ScreenState, room: number, wide: boolean, style: Style): Line {
  if (running) {
    if (running.elapsedMs < QUIET_MS) return [];
    return [{ text: `${workWords(running)}   Esc stops` }];
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
    case "page":
      return null;
    case "help":
      return helpScreen(size, style);
    case "notices":
      return noticesScreen(notices, size, style);
    case "leaving":
      return leavingScreen(size, style);
  }
}
