import type { PlotBeat } from "@narratoria/protocol/contracts";
import type { NotedBeat } from "./labelled-fields.js";
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
  const ofEndings = endings.map(({ id, title, body }) => wordsOf(`${title} ${id.replaceAll("-", " ")}`, body, rare));
  const all = [...ofBeats, ...ofEndings];
  // What several endings or several last beats speak of tells them apart the less.
  const tells = (word: string): number => 1 / Math.max(1, all.filter((words) => words.has(word)).length - 1) ** 2;
  const likeness = ofEndings.map((ending) =>
    ofBeats.map((beat) => {
      const dot = [...ending].reduce((sum, [word, weight]) => sum + weight * (beat.get(word) ?? 0) * tells(word), 0);
      return dot / (length(ending) * length(beat));
    }),
  );
  const pairs = bestPairs(likeness);
  const sure = (row: number, column: number): boolean => {
    const others = likeness.map((one, at) => (at === row ? one.map((value, to) => (to === column ? -1 : value)) : one));
    const sum = sumOf(likeness, pairs);
    return sum > 0 && sum - sumOf(likeness, bestPairs(others)) >= MARGIN * sum;
  };
  return new Map(
    endings.flatMap(({ id }, at) => {
      const beat = pairs[at];
      const page = beat === undefined ? undefined : last[beat];
      return beat !== undefined && page !== undefined && sure(at, beat) ? [[id, page.id] as const] : [];
    }),
  );
}

const sumOf = (likeness: readonly (readonly number[])[], pairs: readonly (number | undefined)[]): number =>
  pairs.reduce<number>((sum, column, row) => sum + (column === undefined ? 0 : (likeness[row]?.[column] ?? 0)), 0);

/** The beat whose id an ending's file names, where it names one alone: "Reached when beat_012 has happened." */
function beatNamed(body: string, beats: readonly PlotBeat[]): string | undefined {
  const named = beats.filter(({ id }) => new RegExp(`(?<![\\w-])${id}(?![\\w-])`).test(body));
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
