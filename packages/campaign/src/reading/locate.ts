import type { ReadingSource } from "./read-story.js";

/** Letters of a text's opening that are enough to find it again. */
const OPENING_LENGTH = 40;

/**
 * Finds the line at which a text stands in a file, also where the file is JSON, wraps its lines or marks words up.
 *
 * @param text - The text, or its opening.
 * @returns The line, from 1; 0 where the file is not at hand or does not hold the text.
 */
export function lineOf(source: Pick<ReadingSource, "text">, file: string, text: string): number {
  const raw = source.text?.(file);
  if (raw === undefined || text.trim() === "") return 0;
  const opening = text.trim().slice(0, OPENING_LENGTH);
  const plain = raw.indexOf(opening);
  if (plain >= 0) return lineAt(raw, plain);
  const words = opening.match(/[\p{L}\p{N}]+/gu)?.slice(0, 6) ?? [];
  if (words.length === 0) return 0;
  const found = new RegExp(words.join("[^\\p{L}\\p{N}]{1,6}"), "u").exec(raw);
  return found === null ? 0 : lineAt(raw, found.index);
}

function lineAt(text: string, offset: number): number {
  let line = 1;
  for (let at = text.indexOf("\n"); at >= 0 && at < offset; at = text.indexOf("\n", at + 1)) line++;
  return line;
}
