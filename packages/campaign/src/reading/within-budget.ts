import type { Reading } from "@narratoria/protocol/contracts";
import { indexPhrases, withoutArticle } from "@narratoria/protocol/english";
import { fileTitle, firstHeading } from "../markdown.js";
import type { ReadingSource } from "./read-story.js";

/**
 * How much of a campaign is read into a story, in letters. A story tells some hundreds of sentences, and reading takes a second or two
 * for each megabyte, so that larger world books are read in part: all that play hangs on, the lore that it names, and the opening of
 * every other file. The rest is there to be searched.
 */
export const READ_LETTERS = {
  lore: 300_000,
  /** Of the lore, what may go to files that the rest of the campaign names. */
  named: 200_000,
  /** Of each of premise, setting and rules. */
  text: 60_000,
  /** Of all people together, all beats, all endings, all storybook files. */
  people: 400_000,
  beats: 300_000,
  endings: 200_000,
  frames: 200_000,
  constraints: 60_000,
} as const;

type LeftOut = Reading["leftOut"][number];

/** A source as much of which is read as a story needs. */
export interface BoundedSource {
  readonly source: ReadingSource;
  /** What was left out, for the author. */
  readonly leftOut: readonly LeftOut[];
}

/**
 * Cuts a campaign's texts to what is read into the story. A campaign of an ordinary size stays as it is.
 *
 * The cut depends on the texts alone, so that the same campaign is read the same everywhere.
 */
export function withinBudget(source: ReadingSource): BoundedSource {
  const rest = { ...source, ...boundedFrame(source) };
  const { lore, leftOut } = boundedLore(source, rest);
  if (leftOut.length === 0) return { source: { ...rest, lore }, leftOut };
  const read = new Map(lore.map(({ file, text }) => [file, text.length]));
  return {
    leftOut,
    source: {
      ...rest,
      lore,
      // Whoever looks for a line looks in the part that was read; front matter and comments lie before and in it.
      ...(source.text && {
        text: (file) => {
          const letters = read.get(file);
          const text = source.text?.(file);
          return letters === undefined ? text : text?.slice(0, letters + FRONT_MATTER);
        },
      }),
    },
  };
}

/** Letters of front matter and comments that stand before or between what was read. */
const FRONT_MATTER = 4_000;

/** Everything but the lore. */
function boundedFrame(source: ReadingSource): Omit<ReadingSource, "lore" | "title" | "text" | "forbidden"> {
  const { npcs, beats, endings, frames, constraints } = source;
  return {
    premise: opening(source.premise, READ_LETTERS.text),
    setting: opening(source.setting, READ_LETTERS.text),
    ...(source.rules === undefined ? {} : { rules: opening(source.rules, READ_LETTERS.text) }),
    npcs: shared(npcs, READ_LETTERS.people),
    beats: shared(beats, READ_LETTERS.beats),
    endings: shared(endings, READ_LETTERS.endings),
    frames: shared(frames, READ_LETTERS.frames),
    constraints: shared(constraints, READ_LETTERS.constraints),
  };
}

/** Files that the rest of the campaign names have the first share; what is left goes to all alike. */
function boundedLore(
  { lore }: ReadingSource,
  frame: Omit<ReadingSource, "lore">,
): { readonly lore: ReadingSource["lore"]; readonly leftOut: readonly LeftOut[] } {
  const total = lore.reduce((sum, { text }) => sum + text.length, 0);
  if (total <= READ_LETTERS.lore) return { lore, leftOut: [] };
  const named = namedFiles(lore, frame);
  const ofNamed = limitOf(
    lore.flatMap(({ file, text }) => (named.has(file) ? [text.length] : [])),
    READ_LETTERS.named,
  );
  const taken = (file: string, text: string): number => (named.has(file) ? Math.min(text.length, ofNamed) : 0);
  const left = READ_LETTERS.lore - lore.reduce((sum, { file, text }) => sum + taken(file, text), 0);
  const ofOthers = limitOf(
    lore.flatMap(({ file, text }) => (named.has(file) ? [] : [text.length])),
    left,
  );
  let cut = 0;
  const bounded = lore.map((entry) => {
    const text = opening(entry.text, named.has(entry.file) ? ofNamed : ofOthers);
    if (text.length < entry.text.length) cut++;
    return { ...entry, text };
  });
  const kilobytes = (letters: number): string => `${Math.round(letters / 1000)} kB`;
  const why =
    `The lore comes to ${kilobytes(total)}. All of it can be searched, and ${kilobytes(READ_LETTERS.lore)} of it are read into the ` +
    `story: files that the rest of the campaign names first, then the opening of every other. ${cut} files are read in part.`;
  return { lore: bounded, leftOut: [{ file: "lore", line: 0, text: "", why }] };
}

/** Files whose title stands in what is not lore, and those of places. */
function namedFiles(lore: ReadingSource["lore"], frame: Omit<ReadingSource, "lore">): ReadonlySet<string> {
  const { premise, setting, rules = "", npcs, beats, endings } = frame;
  const phrases = indexPhrases(
    [premise, setting, rules, JSON.stringify(npcs), JSON.stringify(beats), JSON.stringify(endings)].join("\n"),
  );
  return new Set(
    lore.flatMap(({ file, text }) => {
      const title = withoutArticle(firstHeading(text.slice(0, LONGEST_TITLE)) ?? fileTitle(file));
      return phrases.offsetsOf(title, true).length > 0 ? [file] : [];
    }),
  );
}

/** Letters of a file in which its title is looked for. */
const LONGEST_TITLE = 2_000;

/** The limit for each at which lengths together come to a budget, those that are shorter taken whole. */
function limitOf(lengths: readonly number[], budget: number): number {
  let left = budget;
  const rising = [...lengths].sort((a, b) => a - b);
  for (const [at, length] of rising.entries()) {
    const share = left / (rising.length - at);
    if (length > share) return Math.floor(share);
    left -= length;
  }
  return Number.POSITIVE_INFINITY;
}

/** Entries whose texts together come to a budget: long texts are cut first. */
function shared<Entry>(entries: readonly Entry[], budget: number): readonly Entry[] {
  const lengths: number[] = [];
  for (const entry of entries) eachText(entry, (text) => lengths.push(text.length));
  const limit = limitOf(lengths, budget);
  if (limit === Number.POSITIVE_INFINITY) return entries;
  return entries.map((entry) => cutTexts(entry, Math.max(limit, NAME_LETTERS)));
}

/** A name or an id is never cut. */
const NAME_LETTERS = 80;

function eachText(value: unknown, visit: (text: string) => void): void {
  if (typeof value === "string") visit(value);
  else if (typeof value === "object" && value !== null) for (const one of Object.values(value)) eachText(one, visit);
}

function cutTexts<Value>(value: Value, limit: number): Value;
function cutTexts(value: unknown, limit: number): unknown {
  if (typeof value === "string") return opening(value, limit);
  if (Array.isArray(value)) return value.map((one: unknown) => cutTexts(one, limit));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]: [string, unknown]) => [key, cutTexts(one, limit)]));
}

/** The first letters of a text, up to the end of a paragraph, else of a sentence, else of a word. */
function opening(text: string, letters: number): string {
  if (text.length <= letters) return text;
  const start = text.slice(0, letters);
  for (const end of ["\n\n", ". ", " "]) {
    const at = start.lastIndexOf(end);
    if (at > letters / 2) return start.slice(0, at + (end === ". " ? 1 : 0));
  }
  return start;
}
