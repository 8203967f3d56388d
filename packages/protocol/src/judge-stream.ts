import { ProtocolError } from "./errors.js";
import { EventReader } from "./event-reader.js";
import type { AssetEvent, DoneEvent, ToolEvent } from "./generated/contracts.js";
import type { JsonObject } from "./json.js";
import type { StreamLimits } from "./limits.js";
import { PatchFold } from "./merge-patch.js";

/** Why an invocation has no output. */
export interface StreamError {
  /** The tool's own code where it reported one; else one of ours, in capitals, as the trace of a plan shows it. */
  readonly code: string;
  readonly message: string;
  readonly category: "tool_failure" | "invalid_json" | "process_error";
  /** What the tool said beside it. */
  readonly details?: JsonObject;
  /** For a fault of the stream: the rule of `SPEC.md` that it broke. */
  readonly rule?: string;
  /** The line at fault, from 1, and the start of it with control characters escaped. */
  readonly line?: number;
  readonly excerpt?: string;
  /** JSON pointer to what is at fault in that line. */
  readonly pointer?: string;
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
 * exactly what the runtime makes of them. Implements rules PR200 to PR206.
 */
export class StreamJudge {
  readonly #reader: EventReader;
  readonly #events: ToolEvent[] = [];
  readonly #patches = new PatchFold();
  /** What is wrong with the patches as a whole. */
  #patchFault: ProtocolError | null = null;

  /**
   * @param options.requestId - Of the tool input; an event that names another one gets a warning.
   * @param options.limits - Caps, where a manifest has lowered them.
   */
  constructor(options: { readonly requestId?: string; readonly limits?: StreamLimits } = {}) {
    this.#reader = new EventReader(options);
  }

  /** The fault that ended the invocation, as soon as there is one: the runtime kills the process for it. */
  get fault(): StreamError | null {
    const fault = this.#patchFault ?? this.#reader.fault;
    return fault === null ? null : streamError(fault);
  }

  /** The `done` that settled the invocation, as soon as it has come. */
  get done(): DoneEvent | null {
    return this.#reader.done;
  }

  get events(): readonly ToolEvent[] {
    return this.#events;
  }

  /** The first asset of each id. */
  get assets(): readonly AssetEvent[] {
    return this.#events.filter((event) => event.type === "asset");
  }

  /** @param chunk - The next bytes of standard output, cut anywhere. */
  push(chunk: Uint8Array): void {
    this.#take(this.#reader.push(chunk));
  }

  #take(events: readonly ToolEvent[]): void {
    for (const event of events) {
      if (this.#patchFault !== null) return;
      this.#events.push(event);
      if (event.type === "state_patch") this.#fold(() => this.#patches.add(event.patch));
    }
  }

  #fold(work: () => void): void {
    try {
      work();
    } catch (error) {
      if (!(error instanceof ProtocolError)) throw error;
      this.#patchFault = error;
    }
  }

  /** The process is over and all of its output was pushed. */
  end(exit: StreamExit): Judgement {
    // An unfinished last line of a crashed tool is a sign of the crash, not a fault of its own.
    if (exit.code === 0) this.#take(this.#reader.end());
    const { fault } = this;
    if (fault !== null) return this.#judgement("protocol_error", fault);
    if (exit.code !== 0) {
      const how = exit.code === null ? `by the signal ${exit.signal}` : `with exit code ${exit.code}`;
      const message = `the tool ended ${how}${this.done === null ? "" : " after done"}`;
      return this.#judgement("protocol_error", { code: "PROCESS_EXIT", message, category: "process_error" });
    }
    return this.settle();
  }

  /** What there is counts, however the process ends: for one that the runtime ended because it lingered after `done`. */
  settle(): Judgement {
    if (this.done?.ok && this.#patchFault === null) this.#fold(() => this.#patches.patches());
    const { fault, done } = this;
    if (fault !== null) return this.#judgement("protocol_error", fault);
    if (done === null) {
      const message = "the tool ended without done";
      return this.#judgement("protocol_error", { code: "MISSING_DONE", message, category: "process_error" });
    }
    if (done.ok) return this.#judgement("success", null);
    const last = this.#events.findLast((event) => event.type === "error");
    return this.#judgement("failed", {
      code: last?.errorCode ?? "TOOL_FAILED",
      message: last?.errorMessage ?? done.summary ?? "the tool reported that it failed",
      category: "tool_failure",
      ...(last?.details && { details: last.details }),
    });
  }

  #judgement(outcome: Judgement["outcome"], error: StreamError | null): Judgement {
    const { warnings } = this.#reader;
    const output = outcome === "success" ? (this.done?.output ?? this.#patches.value()) : null;
    return { outcome, events: this.#events, warnings, error, output };
  }
}

function streamError({ code, message, rule, line, excerpt, pointer }: ProtocolError): StreamError {
  return {
    code: code.toUpperCase(),
    message,
    category: "invalid_json",
    rule,
    ...(line !== undefined && { line }),
    ...(excerpt !== undefined && { excerpt }),
    ...(pointer !== undefined && { pointer }),
  };
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
