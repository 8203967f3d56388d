import { isUtf8 } from "node:buffer";
import { type DecodedLine, ProtocolError } from "./errors.js";
import { excerptOf, excerptOfBytes } from "./excerpt.js";
import type { JsonValue } from "./json.js";
import { MOST_VALUES, valuesFault } from "./line-values.js";
import { LIMITS } from "./limits.js";
import { replaceLoneSurrogates } from "./lone-surrogates.js";

const LF = 10;
const BACKSLASH = 92;
const BOM = Buffer.from([0xef, 0xbb, 0xbf]);

/**
 * Decodes newline-delimited JSON from bytes, in any chunking, strictly. Tolerates CRLF, blank
 * lines, a byte order mark at the start and a missing last newline; nothing else. Implements rules PR1 to PR9.
 */
export class NdjsonDecoder {
  readonly #maxLineBytes: number;
  readonly #hide: (text: string) => string;
  /** The start of a line whose end has not come, in a buffer that grows by doubling: one byte at a time costs no more. */
  #held = Buffer.alloc(0);
  #heldBytes = 0;
  #line = 0;

  /**
   * @param options.hide - Applied to a line before an error quotes its start: what is cut first cannot be recognised any more.
   */
  constructor(options: { maxLineBytes?: number; hide?: (text: string) => string } = {}) {
    this.#maxLineBytes = options.maxLineBytes ?? LIMITS.lineBytes;
    this.#hide = options.hide ?? ((text) => text);
  }

  /**
   * @param chunk - The next bytes, cut anywhere. They are copied where they are kept.
   * @returns The lines that this chunk completed, in order.
   * @throws {ProtocolError} `invalid_utf8`, `invalid_json`, `too_many_values` or `line_too_long` (before its newline has come); its `decoded`
   * holds the lines of this call before the bad one. The decoder is of no use then.
   */
  push(chunk: Uint8Array): DecodedLine[] {
    return collect((take) => this.feed(chunk, take));
  }

  /**
   * The stream has ended.
   *
   * @returns The last line, if it came without a newline.
   * @throws {ProtocolError} As `push` does.
   */
  end(): DecodedLine[] {
    return collect((take) => this.finish(take));
  }

  /** As `push`, but hands each line on at once. */
  feed(chunk: Uint8Array, take: TakeLine): void {
    const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    const last = bytes.lastIndexOf(LF);
    if (last === -1) return this.#hold(bytes);
    let start = 0;
    if (this.#heldBytes > 0) {
      const first = bytes.indexOf(LF);
      this.#hold(bytes.subarray(0, first));
      this.finish(take);
      start = first + 1;
    }
    if (start <= last) this.#decodeBlock(bytes.subarray(start, last), take);
    this.#hold(bytes.subarray(last + 1));
  }

  /** As `end`, but hands the line on. */
  finish(take: TakeLine): void {
    if (this.#heldBytes === 0) return;
    const line = this.#held.subarray(0, this.#heldBytes);
    this.#heldBytes = 0;
    this.#decodeBlock(line, take);
  }

  #hold(bytes: Buffer): void {
    if (bytes.length === 0) return;
    const needed = this.#heldBytes + bytes.length;
    if (needed > this.#maxLineBytes) {
      throw this.#tooLong(Buffer.concat([this.#held.subarray(0, Math.min(this.#heldBytes, QUOTED_BYTES)), bytes]));
    }
    if (needed > this.#held.length) {
      const grown = Buffer.allocUnsafe(Math.min(Math.max(needed, this.#held.length * 2, 4096), this.#maxLineBytes));
      this.#held.copy(grown, 0, 0, this.#heldBytes);
      this.#held = grown;
    }
    bytes.copy(this.#held, this.#heldBytes);
    this.#heldBytes = needed;
  }

  /** @param block - Whole lines without the newline of the last one. */
  #decodeBlock(block: Buffer, take: TakeLine): void {
    // One check for all lines is cheaper than one for each; each is checked only to find the one that is at fault.
    const wellFormed = isUtf8(block);
    // Looking for a byte costs next to nothing, and most blocks hold no backslash at all.
    const mayHoldSurrogates = block.includes(BACKSLASH) && block.includes("\\u");
    for (let start = 0; start <= block.length; ) {
      const newline = block.indexOf(LF, start);
      const end = newline === -1 ? block.length : newline;
      if (end - start > this.#maxLineBytes) throw this.#tooLong(block.subarray(start, end));
      if (!wellFormed && !isUtf8(block.subarray(start, end))) throw this.#notUtf8(block.subarray(start, end));
      if (this.#line === 0 && startsWithMark(block)) start = BOM.length;
      this.#line++;
      // By itself, and not as a part of the block's text: a line of ASCII then takes one byte a character, not two.
      const line = block.toString("utf8", start, end);
      const lineStart = start;
      start = end + 1;
      if (isBlank(line)) continue;
      const fault = valuesFault(block.subarray(lineStart, end));
      if (fault !== null) throw fault === "invalid_json" ? this.#notJson(line) : this.#tooMany(line);
      take(this.#parse(mayHoldSurrogates ? replaceLoneSurrogates(line) : line, line), this.#line, line);
    }
  }

  #parse(json: string, line: string): JsonValue {
    try {
      return JSON.parse(json) as JsonValue;
    } catch {
      throw this.#notJson(line);
    }
  }

  #notJson(line: string): ProtocolError {
    const excerpt = excerptOf(this.#hide(line));
    const place = { line: this.#line, pointer: "", excerpt };
    if (/^[ \t\r]*\ufeff/.test(line)) {
      const reason = "a byte order mark may stand only at the very start of the stream";
      return new ProtocolError("invalid_json", reason, { ...place, rule: "PR3" });
    }
    return new ProtocolError("invalid_json", `not one JSON value: ${excerpt}`, place);
  }

  #notUtf8(line: Buffer): ProtocolError {
    const text = line.toString("utf8");
    const hidden = this.#hide(text);
    const excerpt = hidden === text ? excerptOfBytes(line) : excerptOf(hidden);
    const place = { line: this.#line + 1, pointer: "", excerpt };
    return new ProtocolError("invalid_utf8", "the text is not valid UTF-8", place);
  }

  #tooMany(line: string): ProtocolError {
    const place = { line: this.#line, pointer: "", excerpt: excerptOf(this.#hide(line)) };
    return new ProtocolError("too_many_values", `the line holds more than ${MOST_VALUES}`, place);
  }

  /** @param line - Its start will do. */
  #tooLong(line: Buffer): ProtocolError {
    const marked = this.#line === 0 && startsWithMark(line);
    const start = line.toString("utf8", marked ? BOM.length : 0, QUOTED_BYTES);
    const message = `the line is longer than ${this.#maxLineBytes} bytes`;
    const place = { line: this.#line + 1, pointer: "", excerpt: excerptOf(this.#hide(start)) };
    return new ProtocolError("line_too_long", message, place);
  }
}

type TakeLine = (value: JsonValue, line: number, text: string) => void;

function collect(decode: (take: TakeLine) => void): DecodedLine[] {
  const decoded: DecodedLine[] = [];
  try {
    decode((value, line, text) => decoded.push({ line, value, text }));
  } catch (error) {
    throw error instanceof ProtocolError ? error.at({ decoded }) : error;
  }
  return decoded;
}

/** Holds at least as many characters as an error quotes. */
const QUOTED_BYTES = 1_024;

function startsWithMark(bytes: Buffer): boolean {
  return bytes[0] === BOM[0] && bytes[1] === BOM[1] && bytes[2] === BOM[2];
}

/** Spaces, tabs and carriage returns only; a byte order mark here is an error, not a blank. */
function isBlank(line: string): boolean {
  for (let index = 0; index < line.length; index++) {
    const unit = line.charCodeAt(index);
    if (unit !== 32 && unit !== 9 && unit !== 13) return false;
  }
  return true;
}
