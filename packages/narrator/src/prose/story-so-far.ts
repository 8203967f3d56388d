import { getPath, type JsonObject } from "@narratoria/protocol";
import type { PastChapter, PastLine, StoryPast } from "@narratoria/protocol/story";
import { splitSentences } from "@narratoria/protocol/english";
import type { StoryIndex } from "../index-story.js";
import { estimateTokens, lastThatFit } from "./tokens.js";

/** What came before a scene. */
export interface PastOfStory {
  /** Paragraphs of the last thirty scenes at most, one list a scene, oldest first. */
  readonly scenes: readonly (readonly string[])[];
  /** The whole story, kept short. */
  readonly story: StoryPast;
}

export const NO_PAST: PastOfStory = {
  scenes: [],
  story: { chapters: [], recent: [], people: [], threads: [], facts: [], leftOut: { lines: 0, facts: 0 } },
};

/** The story so far as a prompt tells it. */
export interface StorySoFar {
  /** What lies back, in an order in which the next scene's goes on from it as far as it can. */
  readonly before: string;
  /** What bears on here and now: what is not settled, and what is known of whoever is present. */
  readonly present: string;
  /** Whether something remembered is told by it already. */
  tells(memory: { readonly scene: number; readonly summary: string }): boolean;
}

/** Of the tokens that the past has. */
const SHARES = { people: 0.07, chapters: 0.3, recent: 0.25, scenes: 0.28, present: 0.1 } as const;
/** Recent scenes are left out by so many at once, as a beginning that is another in every scene is read anew in each. */
const STEP = 4;
/** So many scenes at most stand in it whole. */
const WHOLE = 2;

interface SoFarMatter {
  readonly past: PastOfStory;
  readonly story: StoryIndex;
  readonly state: JsonObject;
  /** Number of the scene to be told. */
  readonly scene: number;
  /** Ids of those who are there. */
  readonly here: readonly string[];
}

/**
 * Tells the story so far within a budget: whom the player has met, what happened long ago by chapters, the last scenes by a line
 * each, the very last whole; then what is open, and what the player knows of whoever is present. What is added to stands before what
 * is replaced, so that of the past little is read anew. (rules NA345 and NA357)
 */
export function storySoFar(matter: SoFarMatter, budgetTokens: number): StorySoFar {
  const { past, scene } = matter;
  const room = (share: keyof typeof SHARES): number => Math.floor(budgetTokens * SHARES[share]);
  // A story without chapters yet has their room for its scenes.
  const spare = past.story.chapters.length === 0 ? Math.floor(room("chapters") / 2) : 0;
  const whole = wholeScenes(past.scenes, scene, room("scenes") + spare);
  const toldFrom = scene - whole.length;
  const chapters = chaptersThatFit(past.story.chapters, room("chapters"));
  const recentRoom = room("recent") + spare;
  const lines = [...chapters, ...recentThatFit(past.story.recent, toldFrom, recentRoom)];
  const met = lastThatFit(
    past.story.people.map(({ name, dead }) => (dead ? `${name} (dead)` : name)),
    room("people"),
  );
  return {
    before: [
      met.length === 0 ? "" : `You have met ${met.join(", ")}.`,
      lines.length === 0 && whole.length === 0
        ? ""
        : ["Before:", ...lines.map(({ text }) => text), ...whole.map((paragraphs) => paragraphs.join(" "))].join("\n"),
    ]
      .filter((section) => section !== "")
      .join("\n\n"),
    present: presentMatter(matter, whole, room("present")),
    tells: (memory) => memory.scene >= toldFrom || lines.some(({ text }) => isSameBeginning(text, memory.summary)),
  };
}

/** Whether one text is the other, or its beginning: a line may be shorter than what is remembered. */
function isSameBeginning(line: string, summary: string): boolean {
  const shorter = Math.min(line.length, summary.length);
  return shorter > 0 && line.slice(0, shorter - 1) === summary.slice(0, shorter - 1);
}

/**
 * One or two in turns, so that every other scene only adds. Of a last scene that is too long its end stands: what the next one goes on from.
 * Implements rule NA6603.
 */
function wholeScenes(scenes: PastOfStory["scenes"], scene: number, budgetTokens: number): PastOfStory["scenes"] {
  const count = Math.min(scenes.length, scene % WHOLE === 0 ? WHOLE : 1);
  const last = scenes.slice(scenes.length - count);
  const texts = last.map((paragraphs) => paragraphs.join(" "));
  const fitting = lastThatFit(texts, budgetTokens).length;
  if (fitting > 0 || count === 0) return last.slice(last.length - fitting);
  return [lastThatFit(splitSentences(texts.at(-1) ?? ""), budgetTokens)];
}

/** A line of each chapter, then a second of each, as long as there is room; the later chapters first. In the order of the story. */
function chaptersThatFit(chapters: readonly PastChapter[], budgetTokens: number): PastLine[] {
  const most = Math.max(0, ...chapters.map(({ lines }) => lines.length));
  const byNeed = Array.from({ length: most }, (_, at) =>
    [...chapters].reverse().flatMap(({ lines }) => lines[at] ?? []),
  );
  const kept = new Set<PastLine>();
  let left = budgetTokens;
  for (const line of byNeed.flat()) {
    const cost = estimateTokens(line.text);
    if (cost > left) continue;
    left -= cost;
    kept.add(line);
  }
  return chapters.flatMap(({ lines }) => lines.filter((line) => kept.has(line)));
}

/** The last ones, from a scene on that stays the first for some scenes. */
function recentThatFit(recent: readonly PastLine[], toldFrom: number, budgetTokens: number): PastLine[] {
  const lines = recent.filter(({ scene }) => scene < toldFrom);
  const costs = lines.map(({ text }) => estimateTokens(text));
  const fits = (from: number): boolean => costs.slice(from).reduce((sum, cost) => sum + cost, 0) <= budgetTokens;
  const from = lines.findIndex(({ scene }, at) => (at === 0 || scene % STEP === 0) && fits(at));
  return from < 0 ? fittingAtEnd(lines, budgetTokens) : lines.slice(from);
}

const fittingAtEnd = (lines: readonly PastLine[], budgetTokens: number): PastLine[] =>
  lines.slice(
    lines.length -
      lastThatFit(
        lines.map(({ text }) => text),
        budgetTokens,
      ).length,
  );

/** The latest of what is open, then what the player knows of those who are there and of the place, as far as it is not told above. */
function presentMatter(
  { past, story, state, here }: SoFarMatter,
  whole: PastOfStory["scenes"],
  budgetTokens: number,
): string {
  const open = lastThatFit(
    past.story.threads.map(({ text }) => text),
    budgetTokens / 2,
  );
  const questions = lastThatFit(
    (past.story.questions ?? []).map(({ text }) => text),
    budgetTokens / 8,
  );
  const bears = new Set([...here.map((id) => `npc:${id}`), `place:${String(getPath(state, "place") ?? "")}`]);
  const told = whole.flat().join("\n");
  const known = past.story.facts.filter(
    ({ id, text }) => story.facts.get(id)?.names.some((name) => bears.has(name)) === true && !told.includes(text),
  );
  const facts = lastThatFit(
    known.map(({ text }) => text),
    budgetTokens - [...open, ...questions].reduce((sum, text) => sum + estimateTokens(text), 0),
  );
  return [
    ...(open.length === 0 ? [] : [`Not settled: ${open.join("; ")}.`]),
    ...(questions.length === 0 ? [] : [`Not answered: ${questions.join(" ")}`]),
    ...(facts.length === 0 ? [] : [`You know: ${facts.join(" ")}`]),
  ].join("\n");
}
