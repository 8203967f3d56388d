import type { JsonValue } from "./json.js";

/** Base of every error a Narratoria package throws on purpose. Callers branch on `code`, never on `message`. */
export abstract class NarratoriaError extends Error {
  abstract readonly code: string;
}

/** What can be wrong with a stream, a line, an event, a patch or a document, and the rule of `SPEC.md` that forbids it. */
const RULES = {
  invalid_utf8: "PR4",
  line_too_long: "PR5",
  too_many_values: "PR423",
  invalid_json: "PR6",
  not_an_object: "PR10",
  unsupported_version: "PR10",
  unknown_type: "PR10",
  invalid_field: "PR12",
  too_deep: "PR20",
  number_out_of_range: "PR21",
  forbidden_key: "PR22",
  state_limit: "PR16",
  stdout_too_long: "PR101",
  too_many_events: "PR100",
  too_long: "PR111",
  invalid_document: "PR112",
} as const;

export type ProtocolErrorCode = keyof typeof RULES;

/** One line of a stream: its number from 1 (blank lines count), the value it holds and its text. */
export interface DecodedLine {
  readonly line: number;
  readonly value: JsonValue;
  readonly text: string;
}

/** Where a fault lies, as far as that is known. */
export interface FaultPlace {
  readonly line?: number | undefined;
  readonly pointer?: string | undefined;
  readonly excerpt?: string | undefined;
  readonly rule?: string | undefined;
  readonly decoded?: readonly DecodedLine[];
}

/** A peer broke the tool protocol. Trying to read on is pointless: the stream or the value is unusable. */
export class ProtocolError extends NarratoriaError {
  override readonly name = "ProtocolError";
  /** The rule of `SPEC.md` that was broken, such as `PR12`. */
  readonly rule: string;
  /** Number of the line in its stream, from 1, where it is known. */
  readonly line: number | undefined;
  /** JSON pointer to the value at fault; "" is the whole. A missing member is reported where it should stand. */
  readonly pointer: string | undefined;
  /** The start of the offending line with control characters escaped, at most 200 characters. */
  readonly excerpt: string | undefined;
  /** What is wrong, without the number of the line. */
  readonly reason: string;
  /**
   * Thrown by `NdjsonDecoder.push` and `.end`: the lines of the same call that came before the bad one. A `done` among
   * them settles the invocation, whatever nonsense follows it.
   */
  readonly decoded: readonly DecodedLine[];

  constructor(
    readonly code: ProtocolErrorCode,
    reason: string,
    place: FaultPlace = {},
  ) {
    super(place.line === undefined ? reason : `line ${place.line}: ${reason}`);
    this.reason = reason;
    this.rule = place.rule ?? RULES[code];
    this.line = place.line;
    this.pointer = place.pointer;
    this.excerpt = place.excerpt;
    this.decoded = place.decoded ?? [];
  }

  /** The same fault, with what else is known of its place. */
  at(place: FaultPlace): ProtocolError {
    return new ProtocolError(this.code, this.reason, {
      line: this.line,
      pointer: this.pointer,
      excerpt: this.excerpt,
      rule: this.rule,
      decoded: this.decoded,
      ...place,
    });
  }
}
