import { readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { atOnce, inSlices } from "@narratoria/protocol";
import { WordPieces } from "./word-pieces.js";

/** The first bytes of a file of vectors. */
const MAGIC = "NSE1";
const HEADER_AT = 8;
/** Characters. What is longer has words enough that are known. */
const SHORT_TEXT = 80;
/** The share of a short text's weight that its known words need. */
const KNOWN_SHARE = 0.25;

/** What stands at the beginning of a file of vectors, as JSON. */
interface Header {
  readonly id: string;
  readonly dimensions: number;
  readonly pieces: number;
  readonly vocabularyBytes: number;
}

/**
 * The packed file of the static embedder, opened: four bytes `NSE1`, the header's length (32 bits, little endian), the header as JSON, the
 * vocabulary (UTF-8, a piece a line), a float32 of scale for every piece, and its vector in 4 bits a number, -8 to 7, the even one first.
 * The header is padded with blanks so that the scales begin at a multiple of four.
 */
export class StaticVectors {
  readonly #scales: Float32Array;
  readonly #nibbles: Uint8Array;

  private constructor(
    readonly id: string,
    readonly dimensions: number,
    readonly pieces: WordPieces,
    scales: Float32Array,
    nibbles: Uint8Array,
  ) {
    this.#scales = scales;
    this.#nibbles = nibbles;
  }

  /** @throws Error where the file is missing or is none of ours, in words for whoever looks after the installation. */
  static read(file: URL): StaticVectors {
    return atOnce(StaticVectors.#opening(file, readFileSync(file)));
  }

  /** As `read`, while whatever else the program does goes on. */
  static async load(file: URL): Promise<StaticVectors> {
    return inSlices(StaticVectors.#opening(file, await readFile(file)));
  }

  static *#opening(file: URL, bytes: Buffer): Generator<void, StaticVectors> {
    const header = headerOf(bytes);
    if (!header) throw new Error(`${file.pathname} is not a file of word vectors. Install Narratoria again.`);
    const vocabularyAt = HEADER_AT + bytes.readUInt32LE(4);
    const scalesAt = vocabularyAt + header.vocabularyBytes;
    const nibblesAt = scalesAt + header.pieces * 4;
    const vocabulary = bytes.toString("utf8", vocabularyAt, scalesAt).trimEnd().split("\n");
    // A copy, as a pooled buffer may begin anywhere.
    const scales = new Float32Array(new Uint8Array(bytes.subarray(scalesAt, nibblesAt)).buffer);
    const nibbles = bytes.subarray(nibblesAt);
    if (vocabulary.length !== header.pieces || nibbles.length !== (header.pieces * header.dimensions) / 2) {
      throw new Error(`${file.pathname} is cut short. Install Narratoria again.`);
    }
    const pieces = yield* WordPieces.reading(vocabulary);
    return new StaticVectors(header.id, header.dimensions, pieces, scales, nibbles);
  }

  /**
   * @returns The sum of the vectors of the text's pieces, of length 1. Zeros alone where it has none that is known, and for a short
   * text that is little more than words that it does not know: the pieces of a strange word are near to all that has strange words.
   */
  vectorOf(text: string): Float32Array {
    const sum = new Float32Array(this.dimensions);
    if (text.length <= SHORT_TEXT && this.#isStrange(text)) return sum;
    for (const piece of this.pieces.of(text)) if (piece >= 0) this.#add(piece, sum);
    let squares = 0;
    for (const value of sum) squares += value * value;
    const shorter = squares > 0 ? 1 / Math.sqrt(squares) : 0;
    for (let at = 0; at < sum.length; at++) sum[at] = (sum[at] ?? 0) * shorter;
    return sum;
  }

  #isStrange(text: string): boolean {
    const words = this.pieces.words(text);
    if (words.every(({ isKnown }) => isKnown)) return false;
    let [known, all] = [0, 0];
    for (const { pieces, isKnown } of words) {
      for (const piece of pieces) {
        const weight = this.#lengthOf(piece);
        all += weight;
        if (isKnown) known += weight;
      }
    }
    return known < KNOWN_SHARE * all;
  }

  #lengthOf(piece: number): number {
    const vector = new Float32Array(this.dimensions);
    this.#add(piece, vector);
    return Math.hypot(...vector);
  }

  #add(piece: number, sum: Float32Array): void {
    const scale = this.#scales[piece] ?? 0;
    const from = (piece * this.dimensions) / 2;
    for (let at = 0; at < sum.length; at += 2) {
      const both = this.#nibbles[from + at / 2] ?? 0;
      sum[at] = (sum[at] ?? 0) + ((both & 15) - 8) * scale;
      sum[at + 1] = (sum[at + 1] ?? 0) + ((both >> 4) - 8) * scale;
    }
  }
}

function headerOf(bytes: Buffer): Header | null {
  if (bytes.toString("latin1", 0, 4) !== MAGIC) return null;
  try {
    const header: unknown = JSON.parse(bytes.toString("utf8", HEADER_AT, HEADER_AT + bytes.readUInt32LE(4)));
    return isHeader(header) ? header : null;
  } catch {
    return null;
  }
}

function isHeader(value: unknown): value is Header {
  if (typeof value !== "object" || value === null) return false;
  const held = new Map(Object.entries(value));
  return (
    typeof held.get("id") === "string" &&
    ["dimensions", "pieces", "vocabularyBytes"].every((name) => Number.isSafeInteger(held.get(name)))
  );
}
