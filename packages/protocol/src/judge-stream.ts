import { type DecodedLine, ProtocolError } from "./errors.js";
import type { AssetEvent, DoneEvent, ToolEvent } from "./generated/contracts.js";
import type { JsonObject } from "./json.js";
import { LIMITS } from "./limits.js";
import { mergePatch } from "./merge-patch.js";
import { NdjsonDecoder } from "./ndjson.js";
import { parseEvent } from "./parse-event.js";

/** Why an invocation has no output. */
export interface StreamError {
  /** The tool's own code where it reported one; else one of ours, in capitals, as the trace of a plan shows it. */
  readonly code: string;
  readonly message: string;
  readonly category: "tool_failure" | "invalid_json" | "process_error";
  /** What the tool said beside it. */
  readonly details?: JsonObject;
  /** The line at fault, from 1, and the start of it with control characters escaped. */
  readonly line?: number;
  readonly excerpt?: string;
}

/** What the standard output of one invocation and its exit code came to. */
export interface Judgement {
  /** `failed`: the tool says so itself. `protocol_error`: what it wrote, or how it ended, cannot be trusted. */
  readonly outcome: "success" | "failed" | "protocol_error";
  /** In the order they were written, up to the fault or to `done`. */
  readonly events: readonly ToolEvent[];
  /** What was ignored or dropped, in plain sentences. */
  readonly warnings: readonly string[];
  /** Null exactly where the outcome is success. */
  readonly error: StreamError | null;
  /** What other tools are given: `done.output`, else the merge of the patches; null without success. */
  readonly output: JsonObject | null;
}

/** How the process ended: its exit code, or null where a signal ended it. */
export interface StreamExit {
  readonly code: number | null;
  readonly signal?: string | null;
}

/**
 * Judges the output of one invocation as it comes. `judgeStream` is the same for bytes that are all there; both are
 * exactly what the runtime makes of them. Implements rules PR200 to PR206 (architecture 2.1.5, DESIGN 5).
 */
export class StreamJudge {
  readonly #decoder = new NdjsonDecoder();
  readonly #requestId: string | undefined;
  readonly #events: ToolEvent[] = [];
  readonly #warnings: string[] = [];
  readonly #patches: JsonObject[] = [];
  readonly #assets = new Map<string, AssetEvent>();
  #bytes = 0;
  #done: DoneEvent | null = null;
  #fault: StreamError | null = null;

  /** @param options.requestId - Of the tool input; an event that names another one gets a warning. */
  constructor(options: { readonly requestId?: string } = {}) {
    this.#requestId = options.requestId;
  }

  /** The fault that ended the invocation, as soon as there is one: the runtime kills the process for it. */
  get fault(): StreamError | null {
    return this.#fault;
  }

  /** The `done` that settled the invocation, as soon as it has come. */
  get done(): DoneEvent | null {
    return this.#done;
  }

  get events(): readonly ToolEvent[] {
    return this.#events;
  }

  /** The first asset of each id. */
  get assets(): readonly AssetEvent[] {
    return [...this.#assets.values()];
  }

  /** @param chunk - The next bytes of standard output, cut anywhere. */
  push(chunk: Uint8Array): void {
    if (this.#fault !== null) return;
    if (this.#done !== null) {
      if (!chunk.every(isBlank)) this.#ignoreRest();
      return;
    }
    // Cut at the cap, so that what counts does not hang on how the bytes were chunked.
    const room = LIMITS.stdoutBytes - this.#bytes;
    this.#bytes += chunk.length;
    this.#decode(() => this.#decoder.push(chunk.length > room ? chunk.subarray(0, room) : chunk));
    // An unfinished line behind `done` is ignored like a finished one; blanks are nothing.
    if (this.#done !== null) this.#decode(() => this.#decoder.end());
    else if (this.#fault === null && this.#bytes > LIMITS.stdoutBytes) {
      this.#giveUp("STDOUT_TOO_LONG", `the tool wrote more than ${LIMITS.stdoutBytes} bytes`);
    }
  }

  /** The process is over and all of its output was pushed. */
  end(exit: StreamExit): Judgement {
    // An unfinished last line of a crashed tool is a sign of the crash, not a fault of its own.
    if (exit.code === 0 && this.#done === null && this.#fault === null) this.#decode(() => this.#decoder.end());
    if (this.#fault !== null) return this.#judgement("protocol_error", this.#fault);
    if (exit.code !== 0) {
      const how = exit.code === null ? `by the signal ${exit.signal}` : `with exit code ${exit.code}`;
      const message = `the tool ended ${how}${this.#done === null ? "" : " after done"}`;
      return this.#judgement("protocol_error", { code: "PROCESS_EXIT", message, category: "process_error" });
    }
    return this.settle();
  }

  /** What there is counts, however the process ends: for one that the runtime ended because it lingered after `done`. */
  settle(): Judgement {
    if (this.#fault !== null) return this.#judgement("protocol_error", this.#fault);
    if (this.#done === null) {
      const message = "the tool ended without done";
      return this.#judgement("protocol_error", { code: "MISSING_DONE", message, category: "process_error" });
    }
    if (this.#done.ok) return this.#judgement("success", null);
    const last = this.#events.findLast((event) => event.type === "error");
    return this.#judgement("failed", {
      code: last?.errorCode ?? "TOOL_FAILED",
      message: last?.errorMessage ?? this.#done.summary ?? "the tool reported that it failed",
      category: "tool_failure",
      ...(last?.details && { details: last.details }),
    });
  }

  #judgement(outcome: Judgement["outcome"], error: StreamError | null): Judgement {
    const output =
      outcome === "success"
        ? (this.#done?.output ?? this.#patches.reduce<JsonObject>((sum, patch) => mergePatch(sum, patch), {}))
        : null;
    return { outcome, events: this.#events, warnings: this.#warnings, error, output };
  }

  /** Takes what the decoder gives, also what came before the line that made it give up. */
  #decode(decode: () => DecodedLine[]): void {
    let lines: readonly DecodedLine[];
    let fault: ProtocolError | null = null;
    try {
      lines = decode();
    } catch (error) {
      if (!(error instanceof ProtocolError)) throw error;
      fault = error;
      lines = error.decoded;
    }
    for (const { line, value } of lines) {
      if (this.#fault !== null) return;
      if (this.#done !== null) return this.#ignoreRest();
      try {
        const { event, warnings } = parseEvent(value, line);
        this.#warnings.push(...warnings);
        this.#take(event);
      } catch (error) {
        if (!(error instanceof ProtocolError)) throw error;
        this.#break(error, error.excerpt ?? excerptOf(value));
      }
    }
    if (fault === null || this.#fault !== null) return;
    if (this.#done !== null) this.#ignoreRest();
    else this.#break(fault, fault.excerpt);
  }

  #take(event: ToolEvent): void {
    if (this.#events.length >= LIMITS.events) {
      return this.#giveUp("TOO_MANY_EVENTS", `the tool sent more than ${LIMITS.events} events`);
    }
    this.#events.push(event);
    if (this.#requestId !== undefined && event.requestId !== undefined && event.requestId !== this.#requestId) {
      this.#warnings.push(`an event names another request ("${event.requestId.slice(0, 80)}"); that was ignored`);
    }
    if (event.type === "state_patch") this.#patches.push(event.patch);
    else if (event.type === "done") this.#done = event;
    else if (event.type === "asset") {
      if (this.#assets.has(event.assetId)) {
        this.#warnings.push(`asset "${event.assetId}" came twice; the first one stands`);
      } else this.#assets.set(event.assetId, event);
    }
  }

  #ignoreRest(): void {
    if (!this.#warnings.includes(AFTER_DONE)) this.#warnings.push(AFTER_DONE);
  }

  #break(error: ProtocolError, excerpt: string | undefined): void {
    this.#fault = {
      code: error.code.toUpperCase(),
      message: error.message,
      category: "invalid_json",
      ...(error.line !== undefined && { line: error.line }),
      ...(excerpt !== undefined && { excerpt }),
    };
  }

  #giveUp(code: string, message: string): void {
    this.#fault = { code, message, category: "invalid_json" };
  }
}

/**
 * Judges a recorded standard output.
 *
 * @param stdout - All that the process wrote.
 * @param exit - How it ended; exit code 0 unless told otherwise.
 */
export function judgeStream(stdout: Uint8Array, exit: StreamExit = { code: 0 }): Judgement {
  const judge = new StreamJudge();
  judge.push(stdout);
  return judge.end(exit);
}

const AFTER_DONE = "output after done was ignored";

function isBlank(byte: number): boolean {
  return byte === 10 || byte === 13 || byte === 32 || byte === 9;
}

/** A value that was JSON but no event. What JSON writes holds no raw control characters, so nothing is left to escape. */
function excerptOf(value: unknown): string | undefined {
  try {
    return JSON.stringify(value)
      .slice(0, 200)
      .replace(/[\ud800-\udbff]$/, "");
  } catch {
    // Nested too deep to be written again.
    return undefined;
  }
}
