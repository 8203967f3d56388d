/**
 * Finds again what an author sets apart in what is told. The plain paragraphs are what laws, checks, memories and models work with;
 * the formatting stands beside them.
 */
import type { FormattedBlock, FormattedParagraph, FormattedRun } from "@narratoria/protocol/contracts";
import type { SceneDraft } from "@narratoria/narrator";
import { type MarkedBlock, type MarkedSpan, type MarkedSpans, wordsIn } from "@narratoria/campaign";

/** Words of a paper as it is read out, between its quotation marks. */
export type PaperTexts = ReadonlyMap<number, readonly string[]>;

/** A paper's words, which the reading puts between quotation marks behind what introduces them. */
const READ_OUT = /: “(.+)”$/su;

/** What papers say in a scene, by the paragraph in which they are read out. */
export function papersIn(sentences: SceneDraft["sentences"]): PaperTexts {
  const papers = new Map<number, string[]>();
  for (const { paragraph, sources } of sentences) {
    for (const { kind, text } of sources) {
      const paper = kind === "lore" ? READ_OUT.exec(text)?.[1] : undefined;
      if (paper !== undefined) papers.set(paragraph, [...new Set([...(papers.get(paragraph) ?? []), paper])]);
    }
  }
  return papers;
}

interface Range {
  readonly start: number;
  readonly end: number;
}

interface EmphasisRange extends Range {
  readonly em: boolean;
  readonly strong: boolean;
}

interface BlockRange extends Range {
  readonly kind: FormattedBlock["kind"];
  readonly id: number;
  readonly line: number;
}

/** A span is known again by as many words of it and around it; by all there are where its block has fewer. */
const LEAST_WORDS = 4;
/** Fewer words of a quote stay in the sentence. */
const LEAST_QUOTED = 3;
const LEAST_READ_OUT = 8;

type ToldWord = ReturnType<typeof wordsIn>[number];

/** Formats what is told of one campaign. Implements rules EN2100 to EN2106. */
export class SceneFormatter {
  /** By two words that follow each other, one of them of the span. */
  readonly #spans = new Map<string, MarkedSpan[]>();
  readonly #names: MarkedSpans["names"];

  constructor({ spans, names }: MarkedSpans) {
    this.#names = names;
    for (const span of spans) {
      for (const key of keysOf(span)) {
        const known = this.#spans.get(key);
        if (known) known.push(span);
        else this.#spans.set(key, [span]);
      }
    }
  }

  /**
   * The paragraphs in which something is set apart.
   *
   * @param papers - What papers say, by the paragraph in which they are read out.
   */
  format(paragraphs: readonly string[], papers: PaperTexts = new Map()): FormattedParagraph[] {
    return paragraphs.flatMap((text, paragraph) => {
      const { emphasis, blocks } = this.#find(text);
      const read = (papers.get(paragraph) ?? []).flatMap((paper, index) => readOut(text, paper, -1 - index));
      const apart = setApart(text, [...blocks, ...read]);
      if (emphasis.length === 0 && apart.length === 0) return [];
      return [{ paragraph, blocks: blocksOf(text, emphasis, apart) }];
    });
  }

  #find(text: string): { readonly emphasis: EmphasisRange[]; readonly blocks: BlockRange[] } {
    const words = wordsIn(text);
    const emphasis: EmphasisRange[] = [];
    const blocks: BlockRange[] = [];
    words.forEach((_, at) => {
      for (const span of this.#candidates(words, at)) {
        if (!stands(words, at, span) || !opensAsWritten(text, words, at, span)) continue;
        const range = rangeOf(text, words, at, span);
        if (span.block) blocks.push({ ...range, ...span.block });
        else emphasis.push({ ...range, em: span.em, strong: span.strong });
      }
      for (const name of this.#names) {
        if (!standsAt(words, at, name) || !/^\p{Lu}/u.test(text.slice(words[at]?.start))) continue;
        emphasis.push({ ...rangeOf(text, words, at, { words: name, tail: "" }), em: true, strong: false });
      }
    });
    return { emphasis, blocks };
  }

  #candidates(words: readonly ToldWord[], at: number): Set<MarkedSpan> {
    const [before, here, next] = [words[at - 1], words[at], words[at + 1]].map((word) => bare(word?.word ?? ""));
    return new Set(
      [`${here} ${next}`, `${before} |${here}`, `${here}| ${next}`, `|${here}|`].flatMap(
        (key) => this.#spans.get(key) ?? [],
      ),
    );
  }
}

function keysOf({ words, before, after }: MarkedSpan): string[] {
  const [first = "", second] = words.map(bare);
  if (second !== undefined) return [`${first} ${second}`];
  const keys = [
    ...before.slice(-1).map((word) => `${bare(word)} |${first}`),
    ...after.slice(0, 1).map((word) => `${first}| ${bare(word)}`),
  ];
  return keys.length > 0 ? keys : [`|${first}|`];
}

const straight = (text: string): string => text.replace(/[‘’]/g, "'").replace(/[“”]/g, '"');

/** Without the ending of a possessive, which stands outside the marks. */
const bare = (word: string): string => word.replace(/'s?$/, "");

/** Whether a span's words stand at a place of what is told, with enough of what stands around them in its text. */
function stands(told: readonly ToldWord[], at: number, { words, before, after }: MarkedSpan): boolean {
  if (!standsAt(told, at, words)) return false;
  const backwards = before.toReversed().findIndex((word, index) => told[at - 1 - index]?.word !== word);
  const onwards = after.findIndex((word, index) => told[at + words.length + index]?.word !== word);
  const around = (backwards < 0 ? before.length : backwards) + (onwards < 0 ? after.length : onwards);
  const least = Math.min(LEAST_WORDS, words.length + before.length + after.length);
  // One word alone is found everywhere.
  return words.length + around >= Math.max(2, least);
}

/** What opens a block, as a label does, is none of its words in the middle of a sentence; a whole clause of it may be. */
function opensAsWritten(text: string, told: readonly ToldWord[], at: number, { words, before }: MarkedSpan): boolean {
  if (before.length > 0 || words.length >= LEAST_WORDS) return true;
  return /(?:^|[.!?…:;—][”’"')\]]* |[“‘"'(])$/u.test(text.slice(0, told[at]?.start));
}

function standsAt(told: readonly ToldWord[], at: number, words: readonly string[]): boolean {
  return words.every((word, index) => {
    const here = told[at + index]?.word ?? "";
    return here === word || (index === words.length - 1 && bare(here) === word);
  });
}

function rangeOf(
  text: string,
  told: readonly ToldWord[],
  at: number,
  { words, tail }: Pick<MarkedSpan, "words" | "tail">,
): Range {
  const first = told[at];
  const last = told[at + words.length - 1];
  if (!first || !last) throw new RangeError("a span that does not stand here");
  const owned = last.word !== words.at(-1) ? last.word.length - bare(last.word).length : 0;
  const own = straight(text.slice(last.end, last.end + tail.length)) === straight(tail) ? tail.length : 0;
  return { start: first.start, end: last.end - owned + own };
}

/** Where a paper's words are told. */
function readOut(text: string, paper: string, id: number): BlockRange[] {
  const start = text.indexOf(paper);
  if (start < 0 || wordsIn(paper).length < LEAST_READ_OUT) return [];
  return [{ start, end: start + paper.length, kind: "letter", id, line: 0 }];
}

const OPENERS = /[“‘"'([]*$/u;
const CLOSERS = /^[”’"')\]—–.,;:!?…]*/u;

/** Neighbouring lines of one block as one, where the whole stands between sentences; in their order, and none inside another. */
function setApart(text: string, ranges: readonly BlockRange[]): BlockRange[][] {
  const groups: BlockRange[][] = [];
  for (const range of [...ranges].sort((a, b) => a.start - b.start || b.end - a.end)) {
    const group = groups.at(-1);
    const last = group?.at(-1);
    if (last && range.start < last.end) continue;
    const isNext = last?.id === range.id && !/[\p{L}\p{N}]/u.test(text.slice(last.end, range.start));
    if (group && isNext) group.push(range);
    else groups.push([range]);
  }
  return groups.flatMap((group) => {
    const whole = wholeOf(text, group);
    if (whole === null) return [];
    const isShort = wordsIn(text.slice(whole.start, whole.end)).length < LEAST_QUOTED;
    const isAll = whole.start === 0 && whole.end === text.length;
    const lines = new Set(group.map(({ line }) => line)).size;
    if ((isShort && !isAll) || (group[0]?.kind === "verse" && lines < 2)) return [];
    return [
      group.map((range, index) => ({
        ...range,
        start: index === 0 ? whole.start : range.start,
        end: group[index + 1] === undefined ? whole.end : endOfLine(text, range.end),
      })),
    ].map((lines) =>
      lines.map((range, index) => ({
        ...range,
        start: index === 0 ? range.start : (lines[index - 1]?.end ?? range.start),
      })),
    );
  });
}

/** Marks that stand right behind a line are its own; a dash or an opening quote behind a blank is the next one's. (rule EN4604) */
const endOfLine = (text: string, end: number): number => end + (/^\S*/.exec(text.slice(end))?.[0].length ?? 0);

/** A block with the marks around it; null where it is part of a sentence. */
function wholeOf(text: string, group: readonly BlockRange[]): Range | null {
  const first = group[0]?.start ?? 0;
  const last = group.at(-1)?.end ?? 0;
  const start = first - (OPENERS.exec(text.slice(0, first))?.[0].length ?? 0);
  const end = last + (CLOSERS.exec(text.slice(last))?.[0].length ?? 0);
  const opens = start === 0 || /[.!?…:][”’"')\]]* $/u.test(text.slice(0, start));
  const closes = end === text.length || (/[.!?…:][”’"')\]]*$/u.test(text.slice(0, end)) && text.charAt(end) === " ");
  return opens && closes ? { start, end } : null;
}

function blocksOf(text: string, emphasis: readonly EmphasisRange[], apart: readonly BlockRange[][]): FormattedBlock[] {
  const blocks: FormattedBlock[] = [];
  const add = (kind: FormattedBlock["kind"], ranges: readonly Range[]): void => {
    const lines = ranges.map(({ start, end }) => runsOf(text, start, end, emphasis)).filter((runs) => runs.length > 0);
    if (lines.length > 0) blocks.push({ kind, lines });
  };
  let at = 0;
  for (const group of apart) {
    const start = group[0]?.start ?? at;
    add("prose", [{ start: at, end: start }]);
    add(group[0]?.kind ?? "prose", linesOf(group));
    at = group.at(-1)?.end ?? at;
  }
  add("prose", [{ start: at, end: text.length }]);
  return blocks;
}

function linesOf(group: readonly BlockRange[]): Range[] {
  const lines: { start: number; end: number; line: MarkedBlock["line"] }[] = [];
  for (const { start, end, line } of group) {
    const last = lines.at(-1);
    if (last?.line === line) last.end = end;
    else lines.push({ start, end, line });
  }
  return lines;
}

/** A stretch of text, without the blanks at its ends, in runs of one look. */
function runsOf(text: string, from: number, to: number, emphasis: readonly EmphasisRange[]): FormattedRun[] {
  const part = text.slice(from, to);
  const start = from + (part.length - part.trimStart().length);
  const end = to - (part.length - part.trimEnd().length);
  const near = emphasis.filter((range) => range.start < end && range.end > start);
  const cuts = [...new Set([start, end, ...near.flatMap((range) => [range.start, range.end])])]
    .filter((cut) => cut >= start && cut <= end)
    .sort((a, b) => a - b);
  return cuts.slice(0, -1).map((cut, index) => {
    const over = near.filter((range) => range.start <= cut && range.end > cut);
    return {
      text: text.slice(cut, cuts[index + 1]),
      ...(over.some(({ em }) => em) ? { em: true as const } : {}),
      ...(over.some(({ strong }) => strong) ? { strong: true as const } : {}),
    };
  });
}
