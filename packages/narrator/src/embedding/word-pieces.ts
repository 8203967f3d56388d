/** WordPiece: cuts a text into the pieces that BERT's uncased models were trained on. */

/** A longer word is unknown, as it is to the models. */
const LONGEST_WORD = 100;
/** So many take about a millisecond. */
const PIECES_AT_ONCE = 2_000;

/** Controls, unassigned characters and lone surrogates; not the blanks among them. */
const UNREADABLE = /(?![\t\n\r])[\p{C}\ufffd]/gu;
const CHINESE = /[\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\u{20000}-\u{2a6df}\u{2a700}-\u{2ceaf}\u{2f800}-\u{2fa1f}]/gu;
const WORD = /[\p{P}\x21-\x2f\x3a-\x40\x5b-\x60\x7b-\x7e]|[^\s\p{P}\x21-\x2f\x3a-\x40\x5b-\x60\x7b-\x7e]+/gu;
const LETTER = /[\p{L}\p{N}]/u;
const PLAIN_WORD = /[a-z0-9]+|[^\sa-z0-9]/g;
// What needs no more than lower case: printable ASCII and blanks.
const PLAIN = /^[\t\n\r\x20-\x7e]*$/;

export class WordPieces {
  readonly #beginnings = new Map<string, number>();
  readonly #rests = new Map<string, number>();
  /** Of each piece, without the marks that it goes on with a word. */
  readonly #lengths: number[] = [];

  /** @param vocabulary - The pieces by their numbers; those that go on with a word begin with `##`. */
  constructor(vocabulary: readonly string[]) {
    this.#add(vocabulary);
  }

  /** As the constructor, with a stop after every few thousand pieces. */
  static *reading(vocabulary: readonly string[]): Generator<void, WordPieces> {
    const pieces = new WordPieces([]);
    for (let from = 0; from < vocabulary.length; from += PIECES_AT_ONCE) {
      yield;
      pieces.#add(vocabulary.slice(from, from + PIECES_AT_ONCE));
    }
    return pieces;
  }

  #add(vocabulary: readonly string[]): void {
    for (const piece of vocabulary) {
      const number = this.#lengths.length;
      const rest = piece.startsWith("##") ? piece.slice(2) : null;
      if (rest === null) this.#beginnings.set(piece, number);
      else this.#rests.set(rest, number);
      this.#lengths.push((rest ?? piece).length);
    }
  }

  /** @returns The numbers of a text's pieces, in order; -1 for a word that the vocabulary cannot spell. */
  of(text: string): number[] {
    return wordsOf(text).flatMap((word) => this.#spelled(word) ?? [-1]);
  }

  /**
   * @returns The pieces of each word of letters or digits, marks left out. A word is known if one of its pieces is at least half of it:
   * smaller pieces spell it, and say nothing of what it means.
   */
  words(text: string): { readonly pieces: readonly number[]; readonly isKnown: boolean }[] {
    return wordsOf(text)
      .filter((word) => LETTER.test(word))
      .map((word) => {
        const pieces = this.#spelled(word) ?? [];
        return { pieces, isKnown: pieces.some((piece) => 2 * (this.#lengths[piece] ?? 0) >= word.length) };
      });
  }

  /** @returns How many pieces a model may read of the text: no fewer, where a word cannot be spelled with these. */
  count(text: string): number {
    let count = 0;
    for (const word of wordsOf(text)) count += this.#spelled(word)?.length ?? word.length;
    return count;
  }

  /** The longest piece that fits, again and again; null where none does. */
  #spelled(word: string): readonly number[] | null {
    const whole = this.#beginnings.get(word);
    if (whole !== undefined) return [whole];
    if (word.length > LONGEST_WORD && [...word].length > LONGEST_WORD) return null;
    const numbers: number[] = [];
    for (let from = 0; from < word.length; ) {
      const known = from === 0 ? this.#beginnings : this.#rests;
      let to = word.length;
      let number = known.get(word.slice(from));
      while (number === undefined && --to > from) number = known.get(word.slice(from, to));
      if (number === undefined) return null;
      numbers.push(number);
      from = to;
    }
    return numbers;
  }
}

/** The words and marks of a text as the models see them: lower case, without accents; every Chinese character is a word. */
function wordsOf(text: string): readonly string[] {
  if (PLAIN.test(text)) return text.toLowerCase().match(PLAIN_WORD) ?? [];
  const readable = text
    .replace(UNREADABLE, "")
    .replace(CHINESE, " $& ")
    .normalize("NFD")
    .replace(/\p{Mn}/gu, "")
    .toLowerCase();
  return readable.match(WORD) ?? [];
}
