/** Where one sentence ends and the next begins. */
const BETWEEN_SENTENCES = /(?<=[.!?…]["'”’)\]]?)\s+|\n+/;

/**
 * Cuts a text into windows that a model reads whole: by sentences, a sentence that is too long by words, a word that is too long by
 * characters.
 *
 * @param mostPieces - What a window may hold.
 * @param piecesIn - Pieces of a text; at most one a character.
 */
export function windowsOf(text: string, mostPieces: number, piecesIn: (text: string) => number): string[] {
  if (text.length <= mostPieces) return [text];
  const windows: string[] = [];
  let room = 0;
  const put = (part: string, pieces: number, between: string): void => {
    const last = windows.length - 1;
    if (pieces <= room && last >= 0) windows[last] += between + part;
    else {
      windows.push(part);
      room = mostPieces;
    }
    room -= pieces;
  };
  for (const sentence of text.split(BETWEEN_SENTENCES)) {
    const pieces = piecesIn(sentence);
    if (pieces === 0) continue;
    if (pieces <= mostPieces) put(sentence, pieces, " ");
    else {
      for (const word of sentence.split(/\s+/)) {
        for (let from = 0; from < word.length; from += mostPieces) {
          const part = word.slice(from, from + mostPieces);
          put(part, piecesIn(part), from === 0 ? " " : "");
        }
      }
    }
  }
  return windows.length === 0 ? [text] : windows;
}
