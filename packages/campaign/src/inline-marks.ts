/** Marks of emphasis inside a block of Markdown, by CommonMark's rules for delimiter runs. */

/** A stretch of a text, from one place in it to another. */
export interface InlineMark {
  readonly start: number;
  readonly end: number;
  readonly kind: "em" | "strong";
}

export interface MarkedText {
  /** The text without its marks. */
  readonly plain: string;
  readonly marks: readonly InlineMark[];
}

interface DelimiterRun {
  readonly letter: string;
  /** Where it stands in the plain text. */
  readonly at: number;
  readonly canOpen: boolean;
  count: number;
}

const PIECE = /\\([\\*_`[\]<>#])|`[^`\n]*`|!?\[([^\]\n]*)\]\([^)\n]*\)|<!--.*?-->|\*+|_+/gsu;
const isBlank = (letter: string): boolean => letter === "" || /\s/u.test(letter);
const isPunctuation = (letter: string): boolean => /[\p{P}\p{S}]/u.test(letter);

/** Takes the marks of emphasis out of a text and says where they were. */
export function inlineMarks(text: string): MarkedText {
  const marks: InlineMark[] = [];
  const open: DelimiterRun[] = [];
  let plain = "";
  let last = 0;
  for (const match of text.matchAll(PIECE)) {
    const [piece, escaped, linked] = match;
    plain += text.slice(last, match.index);
    last = match.index + piece.length;
    const [letter = ""] = piece;
    if (escaped !== undefined) plain += escaped;
    else if (letter === "`") plain += piece.slice(1, -1);
    else if (letter === "[") plain += linked ?? "";
    else if (letter === "*" || letter === "_") {
      const before = text.slice(0, match.index).at(-1) ?? "";
      const after = text.charAt(last);
      const opens = !isBlank(after) && (!isPunctuation(after) || isBlank(before) || isPunctuation(before));
      const closes = !isBlank(before) && (!isPunctuation(before) || isBlank(after) || isPunctuation(after));
      const canOpen = opens && (letter === "*" || !closes || isPunctuation(before));
      const canClose = closes && (letter === "*" || !opens || isPunctuation(after));
      const run: DelimiterRun = { letter, at: plain.length, canOpen, count: piece.length };
      if (!canOpen && !canClose) plain += piece;
      if (canClose) closeRuns(run, open, marks);
      if (canOpen && run.count > 0) open.push(run);
    }
  }
  return { plain: plain + text.slice(last), marks };
}

function closeRuns(run: DelimiterRun, open: DelimiterRun[], marks: InlineMark[]): void {
  while (run.count > 0) {
    const at = open.findLastIndex(({ letter }) => letter === run.letter);
    const opener = open[at];
    if (!opener) return;
    const used = opener.count >= 2 && run.count >= 2 ? 2 : 1;
    marks.push({ start: opener.at, end: run.at, kind: used === 2 ? "strong" : "em" });
    opener.count -= used;
    run.count -= used;
    // What was opened inside and not closed is no mark.
    open.length = opener.count === 0 ? at : at + 1;
  }
}
