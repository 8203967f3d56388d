import { isUtf8 } from "node:buffer";
import { checkJson } from "./check-json.js";
import { type DecodedLine, ProtocolError } from "./errors.js";
import type { JsonValue } from "./json.js";
import { LIMITS } from "./limits.js";

const LF = 10;
const BOM = Buffer.from([0xef, 0xbb, 0xbf]);
const LONE_SURROGATE_SUSPECT = /\\u[dD][89a-fA-F]/;

/**
 * Decodes newline-delimited JSON from bytes, in any chunking. Whole lines of a chunk are checked and decoded as one block,
 * which is the fastest strict way; only a block that fails is taken apart to name the bad line. Tolerates CRLF, blank
 * lines, a byte order mark at the start and a missing last newline; nothing else. Implements rules PR1 to PR9.
 */
export class NdjsonDecoder {
  readonly #maxLineBytes: number;
  /** The start of a line whose end has not come, in a buffer that grows by doubling: one byte at a time costs no more. */
  #held = Buffer.alloc(0);
  #heldBytes = 0;
  #line = 0;
  #atStart = true;

  constructor(options: { maxLineBytes?: number } = {}) {
    this.#maxLineBytes = options.maxLineBytes ?? LIMITS.lineBytes;
  }

  /**
   * @param chunk - The next bytes, cut anywhere. They are copied where they are kept.
   * @returns The lines that this chunk completed, in order.
   * @throws {ProtocolError} `invalid_utf8`, `invalid_json`, `line_too_long` (before its newline has come), `too_deep` or
   * `number_out_of_range`; its `decoded` holds the lines of this call before the bad one. The decoder is of no use then.
   */
  push(chunk: Uint8Array): DecodedLine[] {
    const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    const decoded: DecodedLine[] = [];
    const last = bytes.lastIndexOf(LF);
    if (last === -1) {
      this.#hold(bytes, decoded);
      return decoded;
    }
    let start = 0;
    if (this.#heldBytes > 0) {
      const first = bytes.indexOf(LF);
      this.#hold(bytes.subarray(0, first), decoded);
      this.#releaseHeld(decoded);
      start = first + 1;
    }
    if (start <= last) this.#decodeBlock(bytes.subarray(start, last), decoded);
    this.#hold(bytes.subarray(last + 1), decoded);
    return decoded;
  }

  /**
   * The stream has ended.
   *
   * @returns The last line, if it came without a newline.
   * @throws {ProtocolError} As `push` does.
   */
  end(): DecodedLine[] {
    const decoded: DecodedLine[] = [];
    if (this.#heldBytes > 0) this.#releaseHeld(decoded);
    return decoded;
  }

  #hold(bytes: Buffer, decoded: readonly DecodedLine[]): void {
    if (bytes.length === 0) return;
    const needed = this.#heldBytes + bytes.length;
    if (needed > this.#maxLineBytes) throw this.#tooLong(decoded);
    if (needed > this.#held.length) {
      const grown = Buffer.allocUnsafe(Math.min(Math.max(needed, this.#held.length * 2, 4096), this.#maxLineBytes));
      this.#held.copy(grown, 0, 0, this.#heldBytes);
      this.#held = grown;
    }
    bytes.copy(this.#held, this.#heldBytes);
    this.#heldBytes = needed;
  }

  #releaseHeld(decoded: DecodedLine[]): void {
    const line = this.#held.subarray(0, this.#heldBytes);
    this.#heldBytes = 0;
    this.#decodeBlock(line, decoded);
  }

  /** @param block - Whole lines without the newline of the last one. */
  #decodeBlock(block: Buffer, decoded: DecodedLine[]): void {
    if (this.#atStart) {
      this.#atStart = false;
      if (block.subarray(0, BOM.length).equals(BOM)) block = block.subarray(BOM.length);
    }
    if (block.length > this.#maxLineBytes || !isUtf8(block)) this.#decodeLineByLine(block, decoded);
    else this.#decodeText(block.toString("utf8"), decoded);
  }

  #decodeLineByLine(block: Buffer, decoded: DecodedLine[]): void {
    for (let start = 0; start <= block.length; ) {
      const newline = block.indexOf(LF, start);
      const end = newline === -1 ? block.length : newline;
      const line = block.subarray(start, end);
      if (line.length > this.#maxLineBytes) throw this.#tooLong(decoded);
      if (!isUtf8(line)) {
        const options = { line: this.#line + 1, excerpt: excerptOf(line.subarray(0, 200).toString("latin1")), decoded };
        throw new ProtocolError("invalid_utf8", "the text is not valid UTF-8", options);
      }
      this.#decodeText(line.toString("utf8"), decoded);
      start = end + 1;
    }
  }

  #decodeText(text: string, decoded: DecodedLine[]): void {
    for (let start = 0; start <= text.length; ) {
      const newline = text.indexOf("\n", start);
      const end = newline === -1 ? text.length : newline;
      this.#line++;
      if (!isBlank(text, start, end)) {
        decoded.push({ line: this.#line, value: this.#parse(text.slice(start, end), decoded) });
      }
      start = end + 1;
    }
  }

  #parse(text: string, decoded: readonly DecodedLine[]): JsonValue {
    let value: JsonValue;
    try {
      value = JSON.parse(LONE_SURROGATE_SUSPECT.test(text) ? replaceLoneSurrogates(text) : text) as JsonValue;
    } catch {
      const options = { line: this.#line, excerpt: excerptOf(text), decoded };
      throw new ProtocolError("invalid_json", `not one JSON value: ${options.excerpt}`, options);
    }
    try {
      checkJson(value);
    } catch (error) {
      if (!(error instanceof ProtocolError)) throw error;
      throw new ProtocolError(error.code, error.message, { line: this.#line, excerpt: excerptOf(text), decoded });
    }
    return value;
  }

  #tooLong(decoded: readonly DecodedLine[]): ProtocolError {
    const message = `the line is longer than ${this.#maxLineBytes} bytes`;
    return new ProtocolError("line_too_long", message, { line: this.#line + 1, decoded });
  }
}

/** Spaces, tabs and carriage returns only. Not `trim()`: it would swallow a byte order mark, which is an error here. */
function isBlank(text: string, start: number, end: number): boolean {
  for (let index = start; index < end; index++) {
    const code = text.charCodeAt(index);
    if (code !== 32 && code !== 9 && code !== 13) return false;
  }
  return true;
}

/**
 * Valid UTF-8 holds no lone surrogate, but an escape can. U+FFFD takes its place before parsing, so that what is saved
 * equals what is loaded. The pattern consumes each escape whole: in `\\\\ud800` the backslash is escaped, not the u.
 */
function replaceLoneSurrogates(text: string): string {
  return text.replace(
    /\\(?:u([dD][89abAB][0-9a-fA-F]{2})(\\u[dD][c-fC-F][0-9a-fA-F]{2})?|u[dD][c-fC-F][0-9a-fA-F]{2}|.)/g,
    (escape, high, low) =>
      (high !== undefined && low === undefined) || /^\\u[dD][c-fC-F]/.test(escape) ? "\\ufffd" : escape,
  );
}

function excerptOf(text: string): string {
  const start = text.slice(0, 200);
  const escaped = start.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029\ufeff]/g, (character) => {
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
  });
  // The cut may have halved a surrogate pair.
  return escaped.slice(0, 200).replace(/[\ud800-\udbff]$/, "");
}
