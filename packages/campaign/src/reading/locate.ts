import type { ReadingSource } from "./read-story.js";

/** Letters of a text's opening that are enough to find it again. */
const OPENING_LENGTH = 40;
const OPENING_WORDS = 6;

const WORD = /[\p{L}\p{N}]+/gu;

/** A file in which the lines of many texts are looked up, mostly in their order. */
interface SearchedFile {
  readonly raw: string;
  /** Offsets of its line breaks. */
  readonly breaks: readonly number[];
  /** Its words, a space before each, and where each stands: in `plain`, and in the file. Made when first needed. */
  words: { readonly plain: string; readonly inPlain: readonly number[]; readonly inRaw: readonly number[] } | null;
  /** Where the text looked up last was found: the next one mostly stands behind it. */
  inRaw: number;
  inPlain: number;
}

/** By the function that gives the texts, which all copies of a source share. */
const searched = new WeakMap<object, Map<string, SearchedFile>>();

/**
 * Finds the line at which a text stands in a file, also where the file is JSON, wraps its lines or marks words up.
 *
 * @param text - The text, or its opening.
 * @returns The line, from 1; 0 where the file is not at hand or does not hold the text.
 */
export function lineOf(source: Pick<ReadingSource, "text">, file: string, text: string): number {
  const found = fileIn(source, file);
  const at = found === null ? -1 : offsetOf(found, file, text);
  return found === null || at < 0 ? 0 : lineAt(found, at);
}

/**
 * Finds the place of some words of a text in a file.
 *
 * @param words - As they stand in the text.
 * @returns The place of the text where the words are not found in it, of the file's beginning where the text is not.
 */
export function placeOfWords(
  source: Pick<ReadingSource, "text">,
  file: string,
  text: string,
  words: string,
): { readonly line: number; readonly column: number } {
  const found = fileIn(source, file);
  const start = found === null ? -1 : offsetOf(found, file, text);
  if (found === null || start < 0) return { line: 1, column: 1 };
  const parts = words.match(WORD) ?? [];
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}])${parts.join("[^\\p{L}\\p{N}]{1,6}")}(?![\\p{L}\\p{N}])`, "iu");
  const within = pattern.exec(found.raw.slice(start, start + 2 * text.length + OPENING_LENGTH));
  const at = start + (within?.index ?? 0);
  const line = lineAt(found, at);
  return { line, column: at - (line === 1 ? -1 : (found.breaks[line - 2] ?? 0)) };
}

/** Where a text begins in a file; -1 where the file does not hold it. */
function offsetOf(found: SearchedFile, file: string, text: string): number {
  const opening = text.trim().slice(0, OPENING_LENGTH);
  if (opening === "") return -1;
  const at = find(found.raw, opening, found.inRaw);
  if (at >= 0) {
    found.inRaw = at;
    return at;
  }
  const words = opening.match(WORD)?.slice(0, OPENING_WORDS) ?? [];
  if (words.length === 0) return -1;
  const { plain, inPlain, inRaw } = (found.words ??= wordsOf(found.raw, file));
  const match = find(plain, ` ${words.join(" ")}`, found.inPlain);
  if (match < 0) return -1;
  found.inPlain = match;
  return inRaw[countUpTo(inPlain, match) - 1] ?? 0;
}

function fileIn(source: Pick<ReadingSource, "text">, file: string): SearchedFile | null {
  if (source.text === undefined) return null;
  const files = searched.get(source.text) ?? new Map<string, SearchedFile>();
  searched.set(source.text, files);
  const known = files.get(file);
  if (known) return known;
  const raw = source.text(file);
  if (raw === undefined) return null;
  const breaks: number[] = [];
  for (let at = raw.indexOf("\n"); at >= 0; at = raw.indexOf("\n", at + 1)) breaks.push(at);
  const made = { raw, breaks, words: null, inRaw: 0, inPlain: 0 };
  files.set(file, made);
  return made;
}

/** The first place from a given one on, else from the start. */
function find(text: string, wanted: string, from: number): number {
  const behind = text.indexOf(wanted, from);
  return behind >= 0 || from === 0 ? behind : text.indexOf(wanted);
}

function wordsOf(raw: string, file: string): NonNullable<SearchedFile["words"]> {
  // An escape in JSON would run into the word behind it.
  const text = file.endsWith(".json") ? raw.replace(/\\[nrt"]/g, "  ") : raw;
  const parts: string[] = [];
  const inPlain: number[] = [];
  const inRaw: number[] = [];
  let length = 0;
  for (const { 0: word, index } of text.matchAll(WORD)) {
    parts.push(word);
    inPlain.push(length);
    inRaw.push(index);
    length += word.length + 1;
  }
  return { plain: parts.length === 0 ? "" : ` ${parts.join(" ")}`, inPlain, inRaw };
}

const lineAt = ({ breaks }: SearchedFile, offset: number): number => 1 + countUpTo(breaks, offset - 1);

/** How many of some rising numbers are at most `limit`. */
function countUpTo(numbers: readonly number[], limit: number): number {
  let [low, high] = [0, numbers.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((numbers[middle] ?? 0) <= limit) low = middle + 1;
    else high = middle;
  }
  return low;
}
