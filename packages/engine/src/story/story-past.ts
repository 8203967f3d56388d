/**
 * The story so far, kept short as the story grows: every turn adds a line to `past` in session state and thins out what lies
 * further back. As part of the state it belongs to its turn, so that undo takes it back and a branch has its own. No turn
 * reads more than the lines that are kept.
 */
import { getPath, isJsonObject, type JsonObject, type JsonValue } from "@narratoria/protocol";
import type { Matter, PastChapter, PastLine, StoryPast } from "@narratoria/protocol/story";
import { FORGOTTEN } from "@narratoria/persistence";
import { isText, textsIn } from "../scene/story-values.js";
import type { KeptMemory } from "./remembered.js";

/**
 * How many lines are kept of so many scenes in a row: a summary of four scenes is made of them, one of sixteen of four such
 * summaries, and so on. A stretch is never longer than it lies back, so that nothing of late is thinned out at one blow.
 */
const STRETCHES = [
  { scenes: 4, lines: 2 },
  { scenes: 16, lines: 3 },
  { scenes: 64, lines: 4 },
] as const;
/** No scene is thinned out before so many others were told. */
const RECENT = 6;
/** What ended longer ago than this is one stretch. */
const LONG_AGO = 320;
const LINES_OF_LONG_AGO = 12;

/** How much of a story a narrator is told, in characters. */
export interface PastLimits {
  /** Of chapters and recent scenes; people and open threads are told in any case. */
  readonly lines: number;
  readonly facts: number;
}

/** Together some 4,000 tokens. */
const LIMITS: PastLimits = { lines: 5_000, facts: 9_000 };
/** Of one line. */
const LONGEST_LINE = 400;

interface Line extends PastLine {
  /** 0 to 2: how much hangs on it. */
  readonly weight: number;
  readonly people: readonly string[];
}

/**
 * What a turn adds to the past, and what it thins out: a merge patch of session state.
 *
 * @param before - Session state.
 * @param scene - The scene that was told.
 * @param memories - What it is remembered by.
 */
export function foldPast(before: JsonObject, scene: number, memories: readonly KeptMemory[]): JsonObject {
  const kept = linesIn(before);
  const lines = [...kept, ...lineOf(scene, memories)];
  const stays = new Set(chapters(lines, scene).flatMap((chapter) => chapter.lines.map((line) => line.scene)));
  const dropped = kept.filter((line) => !stays.has(line.scene)).map((line) => [line.scene, null]);
  const added = lineOf(scene, memories).map(({ scene: key, ...line }) => [key, line]);
  return { past: Object.fromEntries([...dropped, ...added]) };
}

/** What a narrator is told of the story so far. */
export function storyPast(
  state: JsonObject,
  matter: Pick<Matter, "people" | "facts" | "questions">,
  { lines: mostLines, facts: mostFacts }: PastLimits = LIMITS,
): StoryPast {
  const lines = linesIn(state)
    .filter(({ text }) => text !== FORGOTTEN)
    .map((line) => ({ ...line, text: shortened(line.text) }));
  const now = lines.at(-1)?.scene ?? 0;
  const all = chapters(lines, now);
  const told = fitting([...all].reverse().flatMap(inOrderOfNeed), mostLines);
  const facts = knownFacts(state, matter);
  const toldFacts = fitting([...facts].reverse(), mostFacts);
  const short = ({ scene, text }: Line): PastLine => ({ scene, text });
  return {
    chapters: all.flatMap((chapter): PastChapter[] => {
      const left = chapter.lines.filter((line) => told.has(line)).map(short);
      return chapter.recent || left.length === 0 ? [] : [{ from: chapter.from, to: chapter.to, lines: left }];
    }),
    recent: all.flatMap((chapter) => (chapter.recent ? chapter.lines.filter((line) => told.has(line)).map(short) : [])),
    people: matter.people
      .flatMap(({ id, name }) => {
        const met = getPath(state, `people.${id}.met`);
        const isDead = getPath(state, `people.${id}.alive`) === false;
        return typeof met === "number" ? [{ id, name, met, ...(isDead ? { dead: true as const } : {}) }] : [];
      })
      .sort((one, other) => one.met - other.met),
    threads: openThreads(state),
    questions: openQuestions(state, matter),
    facts: facts.filter((fact) => toldFacts.has(fact)),
    leftOut: { lines: lines.length - told.size, facts: facts.length - toldFacts.size },
  };
}

/** Lines of what happened, and open threads, that a sitting opens with. */
const SO_FAR = { lines: 4, threads: 2 } as const;

/**
 * What a player who comes back is reminded of: the weightiest that happened, without the scene on the table, in its order, then what
 * is not settled. Whole sentences; few enough to be read. Implements rule EN687.
 */
export function soFar(state: JsonObject): string[] {
  const lines = linesIn(state).filter(({ text }) => text !== FORGOTTEN);
  const before = lines.slice(0, -1).filter(({ scene }) => scene > 0);
  const happened = weightiest(before, SO_FAR.lines).map(({ text }) => shortened(text));
  const open = openThreads(state).map(({ text }) => `Still open: ${text.replace(/\.$/, "")}.`);
  return [...happened, ...open.slice(-SO_FAR.threads)];
}

/** Lines of what happened last, for who looks for their story among others, and how long they are together. */
const LATELY = { lines: 3, letters: 360 } as const;

/** What happened last, the scene on the table included: the opening only where nothing else happened yet. Implements rule EN1050. */
export function lately(state: JsonObject): string[] {
  const lines = linesIn(state).filter(({ text }) => text !== FORGOTTEN);
  const later = lines.filter(({ scene }) => scene > 0);
  const latest = (later.length > 0 ? later : lines).slice(-LATELY.lines).reverse();
  const told: string[] = [];
  let room: number = LATELY.letters;
  for (const { text } of latest) {
    const line = shortened(text, LATELY.letters);
    if (line.length > room) break;
    room -= line.length;
    told.unshift(line);
  }
  return told;
}

interface Stretch {
  readonly from: number;
  readonly to: number;
  /** A single scene that is not thinned out yet. */
  readonly recent: boolean;
  readonly lines: readonly Line[];
}

/** Lines by stretches, thinned out, the oldest first. */
function chapters(lines: readonly Line[], now: number): Stretch[] {
  const stretches = new Map<number, { from: number; to: number; most: number; lines: Line[] }>();
  for (const line of lines) {
    const stretch = stretchOf(line.scene, now);
    const found = stretches.get(stretch.from) ?? { ...stretch, lines: [] };
    found.lines.push(line);
    stretches.set(stretch.from, found);
  }
  return [...stretches.values()].map(({ most, ...stretch }) => ({
    ...stretch,
    recent: most === Number.POSITIVE_INFINITY,
    lines: weightiest(stretch.lines, most),
  }));
}

function stretchOf(scene: number, now: number): { from: number; to: number; most: number } {
  const [longest] = STRETCHES.slice(-1);
  const longAgo = Math.floor((now - LONG_AGO) / (longest?.scenes ?? 1)) * (longest?.scenes ?? 1);
  if (scene < longAgo) return { from: 0, to: longAgo - 1, most: LINES_OF_LONG_AGO };
  for (const { scenes, lines } of [...STRETCHES].reverse()) {
    const from = Math.floor(scene / scenes) * scenes;
    const to = from + scenes - 1;
    if (now - to >= RECENT + scenes) return { from, to, most: lines };
  }
  return { from: scene, to: scene, most: Number.POSITIVE_INFINITY };
}

/** The lines that weigh most, in their order; among equals those with somebody whom no other tells of, then the later. */
function weightiest(lines: readonly Line[], most: number): readonly Line[] {
  if (lines.length <= most) return lines;
  const kept = new Set<Line>();
  const told = new Set<string>();
  while (kept.size < most) {
    const worth = (line: Line): number => line.weight * 2 + (line.people.some((one) => !told.has(one)) ? 1 : 0);
    const [best] = lines.filter((line) => !kept.has(line)).sort((a, b) => worth(b) - worth(a) || b.scene - a.scene);
    if (best === undefined) break;
    kept.add(best);
    for (const one of best.people) told.add(one);
  }
  return lines.filter((line) => kept.has(line));
}

function inOrderOfNeed({ lines }: Stretch): Line[] {
  return [...lines].sort((one, other) => other.weight - one.weight || other.scene - one.scene);
}

/** As many as fit, the first ones before others. */
function fitting<Item extends { readonly text: string }>(items: readonly Item[], most: number): ReadonlySet<Item> {
  const told = new Set<Item>();
  let room = most;
  for (const item of items) {
    if (item.text.length > room) continue;
    room -= item.text.length;
    told.add(item);
  }
  return told;
}

const WEIGHTS: ReadonlyMap<JsonValue | undefined, number> = new Map([
  ["medium", 1],
  ["high", 2],
]);

/** The whole of a memory's text or nothing: the journal knows it again by that, so that it can be forgotten. */
function lineOf(scene: number, memories: readonly KeptMemory[]): Line[] {
  const record = memories[0]?.record ?? {};
  const text = record["summary"];
  if (!isText(text) || text === "") return [];
  const weight = WEIGHTS.get(record["significance"]) ?? 0;
  return [{ scene, text, weight, people: textsIn(record["characters"]) }];
}

/** Lines of the past about somebody or something, the latest first. */
export function linesAbout(state: JsonObject, people: readonly string[], names: readonly string[]): string[] {
  const isAbout = (line: Line): boolean =>
    line.people.some((id) => people.includes(id)) || names.some((name) => line.text.includes(name));
  return linesIn(state)
    .filter((line) => line.text !== FORGOTTEN && isAbout(line))
    .map(({ text }) => text)
    .reverse();
}

/** In the order of their scenes; scripts may have written here, so that what is no line is none. */
function linesIn(state: JsonObject): Line[] {
  const past = state["past"];
  if (!isJsonObject(past)) return [];
  return Object.entries(past)
    .flatMap(([key, line]): Line[] => {
      if (!/^\d+$/.test(key) || !isJsonObject(line) || !isText(line["text"])) return [];
      const weight = typeof line["weight"] === "number" ? line["weight"] : 0;
      return [{ scene: Number(key), text: line["text"], weight, people: textsIn(line["people"]) }];
    })
    .sort((one, other) => one.scene - other.scene);
}

function openThreads(state: JsonObject): StoryPast["threads"] {
  const threads = state["threads"];
  if (!isJsonObject(threads)) return [];
  return Object.entries(threads)
    .flatMap(([id, thread]) => {
      if (!isJsonObject(thread) || thread["state"] === "closed" || !isText(thread["text"])) return [];
      return [{ id, text: thread["text"], opened: typeof thread["opened"] === "number" ? thread["opened"] : 0 }];
    })
    .sort((one, other) => one.opened - other.opened);
}

/** Questions that the premise or a beat has asked, and that no beat has answered. */
export function openQuestions(
  state: JsonObject,
  { questions = [] }: Pick<Matter, "questions">,
): { id: string; text: string }[] {
  const hasHappened = (id: string): boolean => getPath(state, `beats.${id}.state`) === "fired";
  return questions.flatMap(({ id, text, from, answeredBy }) =>
    (from === "premise" || hasHappened(from)) && !answeredBy.some(hasHappened) ? [{ id, text }] : [],
  );
}

function knownFacts(
  state: JsonObject,
  { facts }: Pick<Matter, "facts">,
): { id: string; text: string; scene: number }[] {
  const known = getPath(state, "world.known.facts");
  if (!isJsonObject(known)) return [];
  return facts
    .flatMap(({ id, text }) => {
      const scene = Object.hasOwn(known, id) ? known[id] : undefined;
      return typeof scene === "number" ? [{ id, text, scene }] : [];
    })
    .sort((one, other) => one.scene - other.scene);
}

/** Cut behind a sentence, or a word. */
function shortened(text: string, longest = LONGEST_LINE): string {
  if (text.length <= longest) return text;
  const start = text.slice(0, longest);
  const end = [...start.matchAll(/[.!?…]["”’')]*(?=\s)/gu)].at(-1);
  return end ? start.slice(0, end.index + end[0].length) : `${start.slice(0, start.lastIndexOf(" "))}…`;
}
