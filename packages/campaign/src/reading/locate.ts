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
  const opening = text.trim().slice(0, OPENING_LENGTH);
  if (opening === "") return 0;
  const found = fileIn(source, file);
  if (found === null) return 0;
  const at = find(found.raw, opening, found.inRaw);
  if (at >= 0) {
    found.inRaw = at;
    return lineAt(found, at);
  }
  const words = opening.match(WORD)?.slice(0, OPENING_WORDS) ?? [];
  if (words.length === 0) return 0;
  const { plain, inPlain, inRaw } = (found.words ??= wordsOf(found.raw, file));
  const match = find(plain, ` ${words.join(" ")}`, found.inPlain);
  if (match < 0) return 0;
  found.inPlain = match;
  return lineAt(found, inRaw[countUpTo(inPlain, match) - 1] ?? 0);
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
