import { isUtf8 } from "node:buffer";
import { type DecodedLine, ProtocolError } from "./errors.js";
import type { JsonValue } from "./json.js";
import { LIMITS } from "./limits.js";

const LF = 10;
const BOM = Buffer.from([0xef, 0xbb, 0xbf]);
const LONE_SURROGATE_SUSPECT = /\\u[dD][89a-fA-F]/;

/**
 * Decodes newline-delimited JSON from bytes, in any chunking, strictly. Tolerates CRLF, blank
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
   * @throws {ProtocolError} `invalid_utf8`, `invalid_json` or `line_too_long` (before its newline has come); its `decoded`
   * holds the lines of this call before the bad one. The decoder is of no use then.
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
    if (needed > this.#maxLineBytes) throw this.#tooLong(this.#line + 1, decoded);
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
    let start = 0;
    if (this.#atStart) {
      this.#atStart = false;
      if (block.subarray(0, BOM.length).equals(BOM)) start = BOM.length;
    }
    // One check for all lines is cheaper than one for each; each is checked only to find the one that is at fault.
    const checked = isUtf8(block);
    while (start <= block.length) {
      const newline = block.indexOf(LF, start);
      const end = newline === -1 ? block.length : newline;
      this.#line++;
      if (end - start > this.#maxLineBytes) throw this.#tooLong(this.#line, decoded);
      if (!checked && !isUtf8(block.subarray(start, end))) throw this.#notUtf8(block.subarray(start, end), decoded);
      if (!isBlank(block, start, end)) {
        decoded.push({ line: this.#line, value: this.#parse(block.toString("utf8", start, end), decoded) });
      }
      start = end + 1;
    }
  }

  #parse(line: string, decoded: readonly DecodedLine[]): JsonValue {
    try {
      return JSON.parse(line.includes("\\u") ? replaceLoneSurrogates(line) : line) as JsonValue;
    } catch {
      const excerpt = excerptOf(line);
      throw new ProtocolError("invalid_json", `not one JSON value: ${excerpt}`, { line: this.#line, excerpt, decoded });
    }
  }

  #notUtf8(line: Buffer, decoded: readonly DecodedLine[]): ProtocolError {
    const excerpt = excerptOf(line.toString("latin1", 0, 200));
    return new ProtocolError("invalid_utf8", "the text is not valid UTF-8", { line: this.#line, excerpt, decoded });
  }

  #tooLong(line: number, decoded: readonly DecodedLine[]): ProtocolError {
    const message = `the line is longer than ${this.#maxLineBytes} bytes`;
    return new ProtocolError("line_too_long", message, { line, decoded });
  }
}

/** Spaces, tabs and carriage returns only; a byte order mark here is an error, not a blank. */
function isBlank(block: Buffer, start: number, end: number): boolean {
  for (let index = start; index < end; index++) {
    const byte = block[index];
    if (byte !== 32 && byte !== 9 && byte !== 13) return false;
  }
  return true;
}

/**
 * Valid UTF-8 holds no lone surrogate, but an escape can. U+FFFD takes its place before parsing, so that what is saved
 * equals what is loaded. The pattern consumes each escape whole: in `\\\\ud800` the backslash is escaped, not the u.
 */
function replaceLoneSurrogates(text: string): string {
  if (!LONE_SURROGATE_SUSPECT.test(text)) return text;
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
