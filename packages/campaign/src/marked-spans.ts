/** What an author sets apart in the texts of a campaign: emphasis, verse and quotes, found again by their words wherever they are told. */
import { escape } from "./reading/patterns.js";
import type { Campaign } from "./campaign.js";
import { inlineMarks, type MarkedText } from "./inline-marks.js";

/** Words that an author sets apart. */
export interface MarkedSpan {
  /** As `wordsIn` gives them. */
  readonly words: readonly string[];
  /** Up to three words that stand before it in its block, the nearest last. */
  readonly before: readonly string[];
  /** Up to three that follow it, the nearest first. */
  readonly after: readonly string[];
  readonly em: boolean;
  readonly strong: boolean;
  /** Punctuation that belongs to it at its end. */
  readonly tail: string;
  /** Where it is a line of a quote or a verse. */
  readonly block?: MarkedBlock;
}

export interface MarkedBlock {
  readonly kind: "quote" | "verse";
  /** The same for all spans of one block. */
  readonly id: number;
  /** From 0; always 0 where the author's lines are those of the editor alone. */
  readonly line: number;
}

/** What `markedSpans` finds. */
export interface MarkedSpans {
  readonly spans: readonly MarkedSpan[];
  /** Names that the author always emphasises, such as those of ships, each as its words. */
  readonly names: readonly (readonly string[])[];
}

export interface WordInText {
  /** In small letters, with straight apostrophes. */
  readonly word: string;
  readonly start: number;
  readonly end: number;
}

/** The words of a text and where they stand in it. */
export function wordsIn(text: string): WordInText[] {
  return Array.from(text.matchAll(/[\p{L}\p{M}\p{N}]+(?:['’][\p{L}\p{M}\p{N}]+)*/gu), ({ 0: word, index }) => ({
    word: word.toLowerCase().replaceAll("’", "'"),
    start: index,
    end: index + word.length,
  }));
}

const CONTEXT = 3;
/** A line of a quote whose line ends are the author's is no longer; letters. */
const LONGEST_LINE = 80;
/** No editor breaks lines at an edge nearer than this; letters. */
const LEAST_EDGE = 50;
/** A name that is emphasised as often as this, and three times as often as not, is always emphasised. */
const LEAST_MARKED = 2;
const LONGEST_NAME = 5;
/** More than a large campaign has; what comes after is plain. */
const MOST_SPANS = 20_000;

/** Finds what a campaign's author sets apart; stops at each `yield`, after a file. (rules CA2100 to CA2105) */
export function* markedSpans({ texts }: Pick<Campaign, "texts">): Generator<void, MarkedSpans> {
  const spans: MarkedSpan[] = [];
  const names = new Map<string, number>();
  const prose: string[] = [];
  let isReadAloud = false;
  let id = 0;
  const seen = new Set<string>();
  const add = (found: readonly MarkedSpan[]): void => {
    for (const span of found) {
      const key = `${span.before.join(" ")}|${span.words.join(" ")}|${span.after.join(" ")}|${span.em}${span.strong}${span.block?.kind}`;
      if (!seen.has(key)) spans.push(span);
      seen.add(key);
    }
  };
  // What is told to everybody comes before what few ever ask about.
  const inOrder = [...texts].sort(([a], [b]) => Number(a.startsWith("lore/")) - Number(b.startsWith("lore/")));
  for (const [path, text] of inOrder) {
    if (spans.length >= MOST_SPANS) break;
    const isMarkdown = /\.(?:md|markdown|txt)$/iu.test(path);
    if (isMarkdown) prose.push(text);
    const parts = isMarkdown ? [text] : path.endsWith(".json") ? stringsOf(text) : [];
    isReadAloud ||= parts.some((part) => READ_ALOUD.test(part));
    const isBoxed = !isMarkdown && tellsInQuotes(parts);
    for (const { kind, text: block } of parts.flatMap(markedBlocks)) {
      const marked = inlineMarks(block);
      add(emphasised(marked));
      if (kind === "verse" || (kind === "quote" && !isBoxed)) add(linesOf(marked.plain, kind, id));
      for (const { kind: mark, start, end } of marked.marks) {
        const name = marked.plain.slice(start, end);
        if (mark === "em" && isName(name)) names.set(name, (names.get(name) ?? 0) + 1);
      }
      id += 1;
    }
    yield;
  }
  const often = [...names].filter(([, count]) => count >= LEAST_MARKED).map(([name]) => name);
  const found = yield* occurrences(often, prose);
  const always = often.filter((name) => {
    const count = names.get(name) ?? 0;
    return count >= 3 * ((found.get(name) ?? 0) - count);
  });
  const kept = isReadAloud ? spans.filter(({ block }) => block?.kind !== "quote") : spans;
  return { spans: kept, names: always.map((name) => wordsIn(name).map(({ word }) => word)) };
}

/** A label of what is the narration itself, which modules put into quotes. */
const READ_ALOUD = /^[\s>]*(?:\*\*|__)?(?:read[- ](?:aloud|this)|boxed text|player text)\b/imu;
/** Texts of beats are longer than titles and conditions; letters. */
const LEAST_TEXT = 80;

/** Whether quotes are how a file tells its story: three of its longer texts, and every third, hold one. */
function tellsInQuotes(texts: readonly string[]): boolean {
  const long = texts.filter((text) => text.length >= LEAST_TEXT);
  const quoted = long.filter((text) => /^\s*>/mu.test(text)).length;
  return quoted >= 3 && quoted * 3 >= long.length;
}

const isName = (text: string): boolean =>
  /^\p{Lu}/u.test(text) && /[\p{L}\p{N}]$/u.test(text) && text.split(/\s+/).length <= LONGEST_NAME;

/** How often each of some names stands in some texts. */
function* occurrences(names: readonly string[], texts: readonly string[]): Generator<void, Map<string, number>> {
  const found = new Map<string, number>();
  if (names.length === 0) return found;
  const longestFirst = [...names].sort((a, b) => b.length - a.length);
  const pattern = longestFirst.map(escape).join("|");
  const any = new RegExp(`(?<![\\p{L}\\p{N}])(?:${pattern})(?![\\p{L}\\p{N}])`, "gu");
  for (const text of texts) {
    for (const [name] of text.matchAll(any)) found.set(name, (found.get(name) ?? 0) + 1);
    yield;
  }
  return found;
}

/** Strings of a JSON file that hold a mark; none where it is no JSON. */
function stringsOf(text: string): string[] {
  if (!/[*_>]|\\n/.test(text)) return [];
  const strings: string[] = [];
  try {
    JSON.parse(text, (_key, value: unknown) => {
      if (typeof value === "string") strings.push(value);
      return value;
    });
  } catch {
    // What is wrong with it was reported when it was read.
  }
  return strings;
}

interface TextBlock {
  readonly kind: "prose" | "quote" | "verse";
  /** Its lines where they are the author's, else one. */
  readonly text: string;
}

const MARKED = /[*_]|^\s*>|(?: {2}|\\)$|\n/mu;

/** Blocks of a text that may set something apart: no heading's rule, table or fence. */
function markedBlocks(text: string): TextBlock[] {
  const blocks: TextBlock[] = [];
  const withoutFences = text.replace(/\r\n?/g, "\n").replace(/^\s*(```|~~~)[^]*?^\s*\1.*$/gmu, "");
  for (const paragraph of withoutFences.split(/\n(?:[^\S\n]*\n)+/)) {
    if (!MARKED.test(paragraph)) continue;
    for (const group of groupsOf(paragraph.split("\n"))) {
      const isQuote = QUOTED.test(group[0] ?? "");
      const lines = isQuote ? group.map((line) => line.replace(QUOTED, "")) : group;
      const kept = isVerse(lines, isQuote);
      const kind = isQuote ? "quote" : kept ? "verse" : "prose";
      blocks.push({ kind, text: joined(lines, kept) });
    }
  }
  return blocks;
}

const QUOTED = /^\s*(?:>[^\S\n]?)+/u;
const OPENS = /^\s*(?:#{1,6}|[-*+•]|\d+[.)])\s+/u;

/** Lines that belong together: a quote, a list entry, a heading, or a paragraph. */
function groupsOf(lines: readonly string[]): string[][] {
  const groups: string[][] = [];
  let quoted: boolean | null = null;
  for (const line of lines) {
    if (/^\s*\|/.test(line) || /^\s*(?:[-*_]\s*){3,}$/.test(line)) {
      quoted = null;
      continue;
    }
    const isQuote = QUOTED.test(line);
    const opens = OPENS.test(line);
    if (quoted !== isQuote || opens) groups.push([]);
    groups.at(-1)?.push(line.replace(OPENS, ""));
    // A heading is one line.
    quoted = /^\s*#/.test(line) ? null : isQuote;
  }
  return groups;
}

/** Whether line ends are the author's, and not those of an editor that breaks lines at its edge. */
function isVerse(lines: readonly string[], isQuote: boolean): boolean {
  const full = lines.filter((line) => line.trim() !== "");
  const ends = full.slice(0, -1);
  if (ends.length === 0) return false;
  if (ends.every((line) => HARD_BREAK.test(line))) return true;
  const edge = Math.max(...full.map((line) => line.trim().length));
  if (edge > LEAST_EDGE && (!isQuote || edge > LONGEST_LINE)) return false;
  if (edge > LEAST_EDGE) {
    // An editor breaks a line where its next word has no room.
    const free = ends.filter((line, index) => {
      const [next = ""] = (full[index + 1] ?? "").trim().split(/\s/);
      return line.trim().length + 1 + next.length <= edge;
    });
    return free.length * 2 > ends.length;
  }
  // Without a mark, a line for each sentence is a habit of editing.
  return isQuote || (ends.length >= 2 && ends.filter((line) => /[.!?…]\W*$/u.test(line)).length * 2 <= ends.length);
}

const HARD_BREAK = /(?: {2,}|\\)$/u;

function joined(lines: readonly string[], kept: boolean): string {
  const bare = lines.map((line) => line.replace(HARD_BREAK, "").trim());
  if (kept) return bare.filter((line) => line !== "").join("\n");
  // An empty line of a quote parts its paragraphs.
  return bare
    .map((line) => (line === "" ? "\n" : line))
    .join(" ")
    .replace(/ ?\n ?/g, "\n")
    .trim();
}

/** Spans of emphasis, cut at the ends of sentences: seldom is more than one told at once. */
function emphasised({ plain, marks }: MarkedText): MarkedSpan[] {
  return marks
    .flatMap(({ start, end, kind }) =>
      sentencesIn(plain, start, end).map((part) => ({
        ...spanAt(plain, part.start, part.end),
        em: kind === "em",
        strong: kind === "strong",
      })),
    )
    .filter(({ words }) => words.length > 0);
}

/** Sentences of a quote or of a verse, line by line. */
function linesOf(plain: string, kind: MarkedBlock["kind"], id: number): MarkedSpan[] {
  let at = 0;
  return plain.split("\n").flatMap((text, line) => {
    const start = at;
    at += text.length + 1;
    return sentencesIn(plain, start, start + text.length)
      .map((part) => ({ ...spanAt(plain, part.start, part.end), em: false, strong: false, block: { kind, id, line } }))
      .filter(({ words }) => words.length > 0);
  });
}

function sentencesIn(text: string, start: number, end: number): { readonly start: number; readonly end: number }[] {
  const parts: { start: number; end: number }[] = [];
  let from = start;
  for (const { 0: gap, index } of text.slice(start, end).matchAll(/(?<=[.!?…]["'”’)]*)\s+|\n/gu)) {
    parts.push({ start: from, end: start + index });
    from = start + index + gap.length;
  }
  return [...parts, { start: from, end }];
}

function spanAt(plain: string, start: number, end: number): Pick<MarkedSpan, "words" | "before" | "after" | "tail"> {
  const text = plain.slice(start, end);
  const near = (words: readonly WordInText[]): string[] => words.map(({ word }) => word);
  return {
    words: near(wordsIn(text)),
    // A word is at most some thirty letters long.
    before: near(wordsIn(plain.slice(Math.max(0, start - 100), start))).slice(-CONTEXT),
    after: near(wordsIn(plain.slice(end, end + 100).replace(/^['’]\p{L}+/u, ""))).slice(0, CONTEXT),
    tail: /[\p{P}]*$/u.exec(text)?.[0] ?? "",
  };
}
