import type { PlotBeat } from "@narratoria/protocol/contracts";
import type { NotedBeat } from "./labelled-fields.js";
import { whenItComes, withBeatIds } from "../ending-words.js";
import { contentWords } from "@narratoria/protocol/english";
import type { RareWords } from "./rare-words.js";

interface Ending {
  readonly conditions?: unknown;
  readonly id: string;
  readonly title: string;
  readonly body: string;
}

/** A pair holds only where the best pairing without it shares this much less. */
const MARGIN = 0.16;
/** What the words of a title, a tag or an id count beside those of a description. */
const TITLE = 2;
/** What a name weighs. */
const NAME = 1;
/** What words count by which an author says when an ending comes: "This is how it ends if Percy is the one to tell it". */
const SAID = 3;
/** More last beats or endings than an author writes: then nothing is paired. */
const MOST = 7;

/**
 * The beat that leads to each ending: the last of its way, of which the ending's page tells the rest. Where the files of endings name
 * beats, these are they. Else they are found: last beats stand after all that
 * other beats need; where there are as many as endings, each is paired with one of them, so that the pairs together share the most words that the others do not have.
 *
 * @param beats - In the author's order.
 * @returns Beat ids by ending id; an ending that could as well belong to another beat has none.
 */
export function readLastPages(
  beats: readonly NotedBeat[],
  endings: readonly Ending[],
  rare: RareWords,
): ReadonlyMap<string, string> {
  const needed = new Set(beats.flatMap(({ conditions = {} }) => neededBy(conditions)));
  const said = endings.map(({ id, body }) => [id, beatNamed(body, beats)] as const);
  const last = beats.slice(beats.findLastIndex(({ id }) => needed.has(id)) + 1);
  if (said.some(([, beat]) => beat !== undefined))
    return new Map(
      said.flatMap(([id, beat], at) =>
        // An ending that asks for more has none; nor is one told while others wait for what comes after it. (rule CA4702)
        beat === undefined || !last.some((one) => one.id === beat) || endings[at]?.conditions !== undefined
          ? []
          : [[id, beat] as const],
      ),
    );
  if (needed.size === 0 || last.length > MOST || last.length !== endings.length) return new Map();
  const ofBeats = last.map((beat) => wordsOf(titleOf(beat), textOf(beat), rare));
  const pairs = new Map(pairsOf(endings, ofBeats, rare));
  // A beat and an ending of one title are one.
  for (const [at, { id, title }] of endings.entries()) {
    const to = last.findIndex((beat) => isOneTitle(beat.title, title, id));
    if (to < 0) continue;
    for (const [row, column] of pairs) if (column === to) pairs.delete(row);
    pairs.set(at, to);
  }
  return new Map(
    [...withTheLast(pairs, endings.length, last.length)].flatMap(([at, to]) => found(endings[at]?.id, last[to]?.id)),
  );
}

/** Pairs with the one that is left of each, where all others are known. */
function withTheLast(pairs: ReadonlyMap<number, number>, rows: number, columns: number): ReadonlyMap<number, number> {
  const taken = new Set(pairs.values());
  const left = Array.from({ length: rows }, (_, at) => at).filter((at) => !pairs.has(at));
  const open = Array.from({ length: columns }, (_, at) => at).filter((at) => !taken.has(at));
  const [row, column] = [left[0], open[0]];
  const isKnown = pairs.size > 0 && left.length === 1 && open.length === 1;
  return isKnown && row !== undefined && column !== undefined ? new Map([...pairs, [row, column]]) : pairs;
}

const plainTitle = (title: string): string =>
  title
    .toLowerCase()
    .replace(/^(?:the|an?) /u, "")
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();

const isOneTitle = (beat: string, title: string, id: string): boolean =>
  [title, id].some((one) => plainTitle(one) !== "" && plainTitle(one) === plainTitle(beat));

const found = <Of>(ending: string | undefined, of: Of | undefined): (readonly [string, Of])[] =>
  ending === undefined || of === undefined ? [] : [[ending, of]];

/** A decision that a beat leaves to the player, with what comes of it. */
export interface PutDecision {
  readonly text: string;
  /** What the author tells of it besides. */
  readonly told?: readonly string[];
}

/** A beat with the decisions that it leaves to the player. */
export interface DecidingBeat {
  readonly id: string;
  readonly description: string;
  readonly decisions: readonly PutDecision[];
}

/**
 * The decision that leads to each ending, where a beat near the end leaves several: as many pairs as share the most words that the
 * others do not have. (rule CA5840)
 *
 * @param beats - In the author's order.
 * @param endings - Those that ask for nothing and have no beat of their own.
 * @returns The beat and the words of the decision by ending id; an ending that could as well follow from another has none.
 */
export function readDecidedEndings(
  beats: readonly DecidingBeat[],
  endings: readonly Ending[],
  rare: RareWords,
): ReadonlyMap<string, { readonly beat: string; readonly decision: string }> {
  const late = beats.slice(Math.floor(beats.length / 2));
  const beat = late.findLast(({ decisions }) => decisions.length > 1 && decisions.length <= MOST);
  if (beat === undefined || endings.length < 2 || endings.length > MOST) return new Map();
  const clauses = beat.description.split(/[;.!?]+|,? \bor\b /u).filter((clause) => clause.trim() !== "");
  const ofDecisions = beat.decisions.map(({ text, told = [] }) =>
    wordsOf(text, [clauseOf(text, clauses), ...told].join(" "), rare),
  );
  const pairs = withTheLast(pairsOf(endings, ofDecisions, rare), endings.length, beat.decisions.length);
  return new Map(
    [...pairs].flatMap(([at, to]) => {
      const text = beat.decisions[to]?.text;
      return found(endings[at]?.id, text === undefined ? undefined : { beat: beat.id, decision: text });
    }),
  );
}

/** The clause of a beat that puts a decision: the one that shares the most words with it. */
function clauseOf(decision: string, clauses: readonly string[]): string {
  const words = contentWords(decision);
  const shared = clauses.map((clause) => [...contentWords(clause)].filter((word) => words.has(word)).length);
  const most = Math.max(0, ...shared);
  return most === 0 ? "" : (clauses[shared.indexOf(most)] ?? "");
}

/** What each ending goes with, by all of its words; where that leaves some open, with what its author says of when it comes first. */
function pairsOf(
  endings: readonly Ending[],
  columns: readonly ReadonlyMap<string, number>[],
  rare: RareWords,
): ReadonlyMap<number, number> {
  const [plain, said] = [1, SAID].map((weight) =>
    surePairs(
      endings.map((ending) => wordsOfEnding(ending, rare, weight)),
      columns,
    ),
  ) as [ReadonlyMap<number, number>, ReadonlyMap<number, number>];
  return said.size > plain.size ? said : plain;
}

/** Columns by row, where no other pairing shares nearly as much. */
function surePairs(
  rows: readonly ReadonlyMap<string, number>[],
  columns: readonly ReadonlyMap<string, number>[],
): ReadonlyMap<number, number> {
  const all = [...rows, ...columns];
  // What several endings or several last beats speak of tells them apart the less.
  const tells = (word: string): number => 1 / Math.max(1, all.filter((words) => words.has(word)).length - 1) ** 2;
  const likeness = rows.map((row) =>
    columns.map((column) => {
      const dot = [...row].reduce((sum, [word, weight]) => sum + weight * (column.get(word) ?? 0) * tells(word), 0);
      return dot / (length(row) * length(column));
    }),
  );
  const pairs = bestPairs(likeness);
  const sum = sumOf(likeness, pairs);
  const sure = (row: number, column: number): boolean => {
    const others = likeness.map((one, at) => (at === row ? one.map((value, to) => (to === column ? -1 : value)) : one));
    return sum > 0 && sum - sumOf(likeness, bestPairs(others)) >= MARGIN * sum;
  };
  return new Map(
    pairs.flatMap((column, row) => (column !== undefined && sure(row, column) ? [[row, column] as const] : [])),
  );
}

/** @param weight - What words count that say when it comes. */
function wordsOfEnding({ id, title, body }: Ending, rare: RareWords, weight: number): ReadonlyMap<string, number> {
  const words = wordsOf(`${title} ${id.replaceAll("-", " ")}`, body, rare);
  const { when } = whenItComes(body);
  if (weight === 1 || when === undefined) return words;
  return new Map([...words, ...[...wordsOf("", when, rare)].map(([word, one]) => [word, weight * one] as const)]);
}

const sumOf = (likeness: readonly (readonly number[])[], pairs: readonly (number | undefined)[]): number =>
  pairs.reduce<number>((sum, column, row) => sum + (column === undefined ? 0 : (likeness[row]?.[column] ?? 0)), 0);

/** The beat whose id an ending's file names, where it names one alone: "Reached when beat_012 has happened." */
function beatNamed(body: string, beats: readonly PlotBeat[]): string | undefined {
  const text = withBeatIds(
    body,
    beats.map(({ id }) => id),
  );
  const named = beats.filter(({ id }) => new RegExp(`(?<![\\w-])${id}(?![\\w-])`).test(text));
  return named.length === 1 ? named[0]?.id : undefined;
}

/** For each row the column that it is paired with, so that the sum is the greatest; a row may stay without. */
function bestPairs(likeness: readonly (readonly number[])[]): readonly (number | undefined)[] {
  let best: { readonly sum: number; readonly columns: readonly (number | undefined)[] } = { sum: -1, columns: [] };
  const columns = likeness[0]?.length ?? 0;
  const spare = Math.max(0, likeness.length - columns);
  const tryRow = (row: number, sum: number, taken: readonly (number | undefined)[]): void => {
    if (row === likeness.length) {
      if (sum > best.sum) best = { sum, columns: taken };
      return;
    }
    for (let column = 0; column < columns; column++)
      if (!taken.includes(column)) tryRow(row + 1, sum + (likeness[row]?.[column] ?? 0), [...taken, column]);
    if (taken.filter((one) => one === undefined).length < spare) tryRow(row + 1, sum, [...taken, undefined]);
  };
  tryRow(0, 0, []);
  return best.columns;
}

const length = (words: ReadonlyMap<string, number>): number =>
  Math.sqrt([...words.values()].reduce((sum, weight) => sum + weight * weight, 0)) || 1;

const neededBy = ({ requires_beat, requires_any_beat }: NonNullable<PlotBeat["conditions"]>): readonly string[] => [
  ...(requires_beat === undefined ? [] : [requires_beat].flat()),
  ...(requires_any_beat ?? []),
];

function titleOf({ title, conditions = {} }: PlotBeat): string {
  const tags = [conditions.player_choice ?? [], conditions.player_choices ?? []].flat();
  return [title, ...tags].join(" ").replace(/[_-]+/g, " ");
}

/** What its author says of it, and to whoever tells it. */
function textOf({ description, consequences, outcomes, dialogue, notes }: NotedBeat): string {
  return [
    description,
    ...(notes?.left ?? []).map(({ text }) => text),
    ...(consequences ?? []),
    ...(outcomes ?? []).map((one) => one.description),
    ...(dialogue ?? []).map(({ line }) => line),
  ].join(" ");
}

/** Weights of the words of a text, those of its title counting more; a name says a little. */
function wordsOf(title: string, text: string, rare: RareWords): ReadonlyMap<string, number> {
  const weighed = (words: string): (readonly [string, number])[] => {
    const weights = rare.weights(words);
    return [...contentWords(words)].map((word) => [word, weights.get(word) ?? NAME] as const);
  };
  const all = new Map(weighed(text));
  for (const [word, weight] of weighed(title)) all.set(word, TITLE * weight);
  return all;
}
