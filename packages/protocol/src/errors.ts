import type { JsonValue } from "./json.js";

/** Base of every error a Narratoria package throws on purpose. Callers branch on `code`, never on `message`. */
export abstract class NarratoriaError extends Error {
  abstract readonly code: string;
}

/** What can be wrong with a line, an event or a patch. */
export type ProtocolErrorCode =
  | "invalid_utf8"
  | "line_too_long"
  | "invalid_json"
  | "too_deep"
  | "number_out_of_range"
  | "forbidden_key"
  | "not_an_object"
  | "unsupported_version"
  | "unknown_type"
  | "invalid_field"
  | "state_limit";

/** One line of a stream: its number from 1 (blank lines count) and the value it holds. */
export interface DecodedLine {
  readonly line: number;
  readonly value: JsonValue;
}

/** A peer broke the tool protocol. Trying to read on is pointless: the stream or the value is unusable. */
export class ProtocolError extends NarratoriaError {
  override readonly name = "ProtocolError";
  /** Number of the line in its stream, from 1, where it is known. */
  readonly line: number | undefined;
  /** The start of the offending text with control characters escaped, at most 200 characters. */
  readonly excerpt: string | undefined;
  /**
   * Thrown by `NdjsonDecoder.push` and `.end`: the lines of the same call that came before the bad one. A `done` among
   * them settles the invocation, whatever nonsense follows it.
   */
  readonly decoded: readonly DecodedLine[];

  constructor(
    readonly code: ProtocolErrorCode,
    message: string,
    options: { line?: number | undefined; excerpt?: string | undefined; decoded?: readonly DecodedLine[] } = {},
  ) {
    super(options.line === undefined ? message : `line ${options.line}: ${message}`);
    this.line = options.line;
    this.excerpt = options.excerpt;
    this.decoded = options.decoded ?? [];
  }
}
