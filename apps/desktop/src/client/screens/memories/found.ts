/** Why a memory was found, in words, and which of its words are meant. */

/** Words that say nothing of what is looked for. */
const COMMON = new Set(
  "about after all and are but did for from had has have her him his how into let not off out she that the them then there they this was were what when where which who why with you your".split(
    " ",
  ),
);
const SHORTEST = 3;
/** Endings under which a word is the same for whoever looks for it. */
const ENDING = /(?:[’']s|ing|ed|es|s)$/;

/** Words of a search that can be found by name. */
export function wordsOf(search: string): string[] {
  const words = search.toLowerCase().match(/[\p{L}\p{N}’']+/gu) ?? [];
  return [...new Set(words.filter((word) => word.length >= SHORTEST && !COMMON.has(word)))];
}

/** A piece of a text, marked where it is one of the words. */
export interface Piece {
  readonly text: string;
  readonly marked: boolean;
}

/** @returns The text in pieces, in order. */
export function markedPieces(text: string, search: string): Piece[] {
  const stems = wordsOf(search).map((word) => word.replace(ENDING, ""));
  const isMeant = (word: string): boolean => {
    const stem = word
      .toLowerCase()
      .replace(/[’']s$/, "")
      .replace(ENDING, "");
    return stems.some((wanted) => wanted.length >= SHORTEST && stem === wanted);
  };
  const pieces: Piece[] = [];
  for (const part of text.split(/([\p{L}\p{N}’']+)/u)) {
    const marked = part !== "" && isMeant(part);
    const last = pieces.at(-1);
    if (last && last.marked === marked) pieces[pieces.length - 1] = { text: last.text + part, marked };
    else if (part !== "") pieces.push({ text: part, marked });
  }
  return pieces;
}

/** Less is only faintly like what was looked for. */
const CLOSE = 0.62;

/** "closest in meaning, and by name": never a bare number. @param place - Among what was found, 0 for the first. */
export function whyFound(text: string, search: string, relevance: number | undefined, place: number): string {
  const named = markedPieces(text, search).some(({ marked }) => marked);
  const close = place === 0 ? "closest in meaning" : (relevance ?? 0) >= CLOSE ? "close in meaning" : "";
  if (named) return close === "" ? "by name" : `${close}, and by name`;
  return close === "" ? "faintly" : close;
}
