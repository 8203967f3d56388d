import {
  type AssetEvent,
  type DecodedLine,
  type DoneEvent,
  type JsonObject,
  LIMITS,
  mergePatch,
  NdjsonDecoder,
  ProtocolError,
  parseEvent,
  type ToolEvent,
  type ToolInput,
} from "@narratoria/protocol";
import { failedBehindGuard } from "./orphan-guard.js";
import { stopFailure, type ToolFailure } from "./tool-failure.js";
import type { GraceTimes, ToolProcess } from "./tool-process.js";

/** One try of one tool. */
export interface InvocationRequest {
  /** Starts the process, or gives one that was started ahead and has been given nothing. What it throws fails the invocation. */
  readonly start: () => ToolProcess;
  readonly input: ToolInput;
  /** Counts from when the process has its input. */
  readonly timeoutMs: number;
  readonly grace: GraceTimes;
  /** Aborted when the run is to end; see `RunStop`. */
  readonly stop: AbortSignal;
  /** Given each event as it comes. What it throws fails the invocation, not the runtime. */
  onEvent(event: ToolEvent): void;
}

/** What a tool said, as far as it counts: nothing of a failed invocation reaches the session. */
interface InvocationOutput {
  readonly output: JsonObject;
  readonly patches: readonly JsonObject[];
  readonly assets: readonly AssetEvent[];
}

interface InvocationTrace {
  /** In the order they were written, up to the fault or to `done`. */
  readonly events: readonly ToolEvent[];
  readonly warnings: readonly string[];
}

export interface SuccessfulInvocation extends InvocationTrace, InvocationOutput {
  readonly state: "success";
}

export interface FailedInvocation extends InvocationTrace {
  readonly state: "failed" | "timeout" | "stopped";
  readonly failure: ToolFailure;
  /** Whether the same invocation could go better another time. */
  readonly repeatable: boolean;
  /** What it says about the health of the skill; null when the fault was not the tool's. */
  readonly verdict: "failure" | "timeout" | "unstartable" | null;
}

export type InvocationOutcome = SuccessfulInvocation | FailedInvocation;

export interface Invocation {
  /** What the invocation came to. Never rejects. Known at once when it is cut short, though the process may take its time. */
  readonly outcome: Promise<InvocationOutcome>;
  /** Settles when no process is left. Never rejects. */
  readonly gone: Promise<void>;
}

/**
 * Runs one process: one input, one stream of events, one deadline. Whatever the process does ends up in the outcome.
 * Implements rules EX25 to EX29, EX33, EX39 and EX40 (architecture 2.1, HARDENING 3.3 and 3.4).
 */
export function invokeTool(request: InvocationRequest): Invocation {
  const text = JSON.stringify(request.input);
  if (Buffer.byteLength(text) > LIMITS.stdinBytes) {
    // Not worth repeating: the same input would be as long.
    const message = `the input is longer than ${LIMITS.stdinBytes} bytes`;
    return withoutProcess(failed({ code: "INPUT_TOO_LARGE", message, category: "process_error" }, BLAMELESS));
  }
  if (request.stop.aborted) {
    return withoutProcess({ ...failed(stopFailure(request.stop), BLAMELESS), state: "stopped" });
  }
  let tool: ToolProcess;
  try {
    tool = request.start();
  } catch (error) {
    return withoutProcess(unstartable(error));
  }
  return { outcome: new Conversation(tool, request, text).outcome, gone: tool.gone };
}

function withoutProcess(outcome: InvocationOutcome): Invocation {
  return { outcome: Promise.resolve(outcome), gone: Promise.resolve() };
}

/** What goes on between the runtime and one process, until the outcome is known. */
class Conversation {
  readonly outcome: Promise<InvocationOutcome>;
  readonly #tool: ToolProcess;
  readonly #request: InvocationRequest;
  readonly #decoder = new NdjsonDecoder();
  readonly #stderr = new Tail(LIMITS.stderrBytes);
  readonly #events: ToolEvent[] = [];
  readonly #warnings: string[] = [];
  readonly #patches: JsonObject[] = [];
  readonly #assets = new Map<string, AssetEvent>();
  readonly #timers: NodeJS.Timeout[] = [];
  readonly #onStop = (): void => this.#cutShort("stopped", stopFailure(this.#request.stop), BLAMELESS);
  #resolve: (outcome: InvocationOutcome) => void = () => {};
  #settled = false;
  #done: DoneEvent | null = null;
  #stdoutBytes = 0;
  #stdoutEnded = false;
  #exit: { code: number | null; signal: NodeJS.Signals | null } | null = null;

  constructor(tool: ToolProcess, request: InvocationRequest, input: string) {
    this.#tool = tool;
    this.#request = request;
    this.outcome = new Promise((resolve) => {
      this.#resolve = resolve;
    });
    const { child } = tool;
    child.on("error", (error) => {
      if (child.pid === undefined) this.#settle(unstartable(error));
    });
    child.stdout.on("data", (chunk: Buffer) => this.#read(chunk));
    child.stdout.once("end", () => this.#onStdoutEnd());
    child.stderr.on("data", (chunk: Buffer) => this.#stderr.push(chunk));
    child.once("exit", (code, signal) => {
      this.#exit = { code, signal };
      // Bytes may still lie in the pipe, so the end of stdout settles it; but a process that got away may hold it open.
      if (this.#stdoutEnded) this.#conclude();
      else this.#after(request.grace.pipeMs, () => this.#conclude());
    });
    request.stop.addEventListener("abort", this.#onStop, { once: true });
    this.#after(request.timeoutMs, () => {
      const message = `the tool took longer than ${request.timeoutMs} ms`;
      this.#cutShort("timeout", { code: "TOOL_TIMEOUT", message, category: "timeout" }, HUNG);
    });
    tool.feed(input);
  }

  #read(chunk: Buffer): void {
    if (this.#settled) return;
    // Drained all the same, so that the tool is not blocked.
    if (this.#done) return this.#ignoreRest();
    this.#stdoutBytes += chunk.length;
    this.#decode(() => this.#decoder.push(chunk));
    if (!this.#done && this.#stdoutBytes > LIMITS.stdoutBytes) {
      this.#protocolFault("STDOUT_TOO_LONG", `the tool wrote more than ${LIMITS.stdoutBytes} bytes`);
    }
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
      if (this.#settled) return;
      if (this.#done) return this.#ignoreRest();
      try {
        const { event, warnings } = parseEvent(value, line);
        this.#warnings.push(...warnings);
        this.#take(event);
      } catch (error) {
        if (!(error instanceof ProtocolError)) throw error;
        this.#protocolFault(error.code.toUpperCase(), error.message);
      }
    }
    if (fault && this.#done) this.#ignoreRest();
    else if (fault) this.#protocolFault(fault.code.toUpperCase(), fault.message);
  }

  #ignoreRest(): void {
    if (!this.#warnings.includes(AFTER_DONE)) this.#warnings.push(AFTER_DONE);
  }

  #take(event: ToolEvent): void {
    if (this.#events.length >= LIMITS.events) {
      this.#protocolFault("TOO_MANY_EVENTS", `the tool sent more than ${LIMITS.events} events`);
      return;
    }
    this.#events.push(event);
    if (event.requestId !== undefined && event.requestId !== this.#request.input.requestId) {
      this.#warnings.push(`an event names another request ("${event.requestId.slice(0, 80)}"); that was ignored`);
    }
    if (event.type === "state_patch") this.#patches.push(event.patch);
    else if (event.type === "asset") this.#takeAsset(event);
    else if (event.type === "done") this.#takeDone(event);
    try {
      this.#request.onEvent(event);
    } catch (error) {
      const message = `an event could not be handled: ${error instanceof Error ? error.message : String(error)}`;
      this.#cutShort("failed", { code: "EVENT_HANDLER_FAILED", message, category: "process_error" }, BLAMELESS);
    }
  }

  #takeAsset(event: AssetEvent): void {
    if (this.#assets.has(event.assetId))
      this.#warnings.push(`asset "${event.assetId}" came twice; the first one stands`);
    else this.#assets.set(event.assetId, event);
  }

  #takeDone(event: DoneEvent): void {
    this.#done = event;
    this.#after(this.#request.grace.lingerMs, () => {
      if (this.#exit) return;
      this.#warnings.push("the tool did not exit after done and was ended");
      this.#settle(this.#verdict());
      this.#tool.terminate();
    });
  }

  #onStdoutEnd(): void {
    this.#stdoutEnded = true;
    if (this.#exit) this.#conclude();
    else if (!this.#done) {
      // The exit usually follows in the same breath. Without it nobody will ever say `done`.
      this.#after(this.#request.grace.pipeMs, () => {
        if (!this.#exit)
          this.#cutShort("failed", { ...MISSING_DONE, message: "the tool closed its output without done" });
      });
    }
  }

  /** The process is over and its output is read. */
  #conclude(): void {
    if (this.#settled || !this.#exit) return;
    const { code, signal } = this.#exit;
    const details = { exitCode: code, signal, stderr: this.#stderr.text(STDERR_CHARS) };
    if (failedBehindGuard(code, this.#stderr.text(STDERR_CHARS))) {
      this.#settle(unstartable(this.#stderr.text(STDERR_CHARS)));
      return;
    }
    // An unfinished last line of a crashed tool is a sign of the crash, not a fault of its own.
    if (code === 0 && !this.#done) this.#decode(() => this.#decoder.end());
    if (this.#settled) return;
    if (code !== 0) {
      const how = signal === null ? `with exit code ${code}` : `by the signal ${signal}`;
      const message = `the tool ended ${how}${this.#done ? " after done" : ""}`;
      this.#settle(failed({ code: "PROCESS_EXIT", message, category: "process_error", details }));
    } else if (!this.#done) this.#settle(failed({ ...MISSING_DONE, details }));
    else this.#settle(this.#verdict());
  }

  /** What `done` says, once nothing contradicts it. */
  #verdict(): InvocationOutcome {
    if (this.#done?.ok) {
      // What the tool says it gives, else the sum of its patches.
      const output = this.#done.output ?? this.#patches.reduce<JsonObject>((sum, patch) => mergePatch(sum, patch), {});
      return { state: "success", ...EMPTY, output, patches: this.#patches, assets: [...this.#assets.values()] };
    }
    const last = this.#events.findLast((event) => event.type === "error");
    const code = last?.errorCode ?? "TOOL_FAILED";
    const message = last?.errorMessage ?? this.#done?.summary ?? "the tool reported that it failed";
    const details = last?.details;
    return failed({ code, message, category: "tool_failure", ...(details && { details }) });
  }

  #protocolFault(code: string, message: string): void {
    this.#cutShort("failed", { code, message, category: "invalid_json" });
  }

  /** Ends the invocation before the process has ended. No deadline takes back a `done` that came in time. */
  #cutShort(state: "failed" | "timeout" | "stopped", failure: ToolFailure, judgement: Judgement = REPEATABLE): void {
    if (this.#settled) return;
    if (this.#done && failure.category === "timeout") this.#settle(this.#verdict());
    else {
      const stderr = this.#stderr.text(STDERR_CHARS);
      const details = stderr === "" ? failure.details : { ...failure.details, stderr };
      this.#settle({ ...failed({ ...failure, ...(details && { details }) }, judgement), state });
    }
    this.#tool.child.stdout.destroy();
    this.#tool.terminate();
  }

  #settle(outcome: InvocationOutcome): void {
    if (this.#settled) return;
    this.#settled = true;
    for (const timer of this.#timers) clearTimeout(timer);
    this.#request.stop.removeEventListener("abort", this.#onStop);
    const { child } = this.#tool;
    void this.#tool.gone.then(() => {
      // A process that got out of the group may hold the other ends for ever.
      child.stdin.destroy();
      child.stdout.destroy();
      child.stderr.destroy();
    });
    this.#resolve({ ...outcome, events: this.#events, warnings: this.#warnings });
  }

  /** A runtime that was busy for a while finds the time up before it has read what came in time: so it reads first. */
  #after(ms: number, run: () => void): void {
    const readFirst = (): void => {
      setImmediate(() => {
        if (!this.#settled) run();
      });
    };
    this.#timers.push(setTimeout(readFirst, ms));
  }
}

const AFTER_DONE = "output after done was ignored";
/** How much of stderr a trace keeps: the end, where the reason stands. */
const STDERR_CHARS = 4_096;
const EMPTY = { events: [], warnings: [] } as const;
const MISSING_DONE: ToolFailure = {
  code: "MISSING_DONE",
  message: "the tool ended without done",
  category: "process_error",
};

type Judgement = Pick<FailedInvocation, "repeatable" | "verdict">;
const REPEATABLE: Judgement = { repeatable: true, verdict: "failure" };
const BLAMELESS: Judgement = { repeatable: false, verdict: null };
/** Once a tool has hung, it is left alone: a second wait would cost the player the same again. */
const HUNG: Judgement = { repeatable: false, verdict: "timeout" };

function failed(failure: ToolFailure, judgement = REPEATABLE): FailedInvocation {
  return { state: "failed", ...EMPTY, failure, ...judgement };
}

/** Too many processes or too little memory passes; a program that is not there or may not run does not. */
function unstartable(error: unknown): InvocationOutcome {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  const passing = code === "EAGAIN" || code === "ENOMEM" || code === "EMFILE" || code === "ENFILE";
  const reason = error instanceof Error ? error.message : String(error).trim();
  const failure = {
    code: "SPAWN_FAILED",
    message: `the tool could not be started: ${reason}`,
    category: "process_error",
  } as const;
  return failed(failure, passing ? REPEATABLE : { repeatable: false, verdict: "unstartable" });
}

/** The last bytes of a stream, however much flows through it. */
class Tail {
  #kept = Buffer.alloc(0);
  constructor(readonly limitBytes: number) {}

  push(chunk: Buffer): void {
    this.#kept = Buffer.concat([this.#kept, chunk]).subarray(-this.limitBytes);
  }

  /** @returns The last characters, control characters escaped, so that a console cannot be written to by them. */
  text(chars: number): string {
    const text = this.#kept.toString("utf8").slice(-chars);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for.
    return text.replace(
      /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g,
      (c) => `\\x${c.charCodeAt(0).toString(16).padStart(2, "0")}`,
    );
  }
}
