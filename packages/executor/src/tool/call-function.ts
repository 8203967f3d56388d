import { LIMITS, NarratoriaError, ProtocolError, parseEvent, type ToolEvent } from "@narratoria/protocol";
import type { Emit, ToolKit } from "@narratoria/protocol/skill";
import { copyJson } from "../copy-json.js";
import type { Redact } from "../trace/redact.js";
import type { ToolFunction } from "./resolver.js";
import type { Stop, StopListener } from "../process/stop.js";
import {
  BLAMELESS,
  failed,
  handlerFailure,
  HUNG,
  type InvocationOutcome,
  type Judgement,
  REPEATABLE,
  ToolAccount,
  tookTooLong,
} from "./tool-account.js";
import type { ToolFailure } from "./tool-failure.js";
import type { GivenInput } from "./tool-input.js";

/** One try of one tool that is a function. */
export interface CallRequest {
  readonly call: ToolFunction;
  readonly given: GivenInput;
  readonly timeoutMs: number;
  /** How long a function that was cut short may go on before it is taken to be gone. */
  readonly killAfterMs: number;
  readonly stop: Stop;
  /** Leaves out of all that it sends what nobody is to know of its settings. */
  readonly hide: Redact;
  /** Given each event as it comes. What it throws fails the invocation, not the runtime. */
  onEvent(event: ToolEvent): void;
}

/**
 * Calls a function as if it were a script: the same input, the same checks of what it sends, the same deadline, the same
 * outcomes. Never rejects. Implements rules EX110 to EX112.
 *
 * @param conclude - Makes the answer of what the call came to. `gone` settles when the function is over, and is null when it
 * is; a function that was cut short may go on.
 */
export function callFunction<T>(
  request: CallRequest,
  conclude: (outcome: InvocationOutcome, gone: Promise<void> | null) => T,
): Promise<T> {
  return new Promise((resolve) => {
    new Call(request, (outcome, gone) => resolve(conclude(outcome, gone))).begin();
  });
}

class Call implements StopListener {
  readonly account: ToolAccount;
  readonly #request: CallRequest;
  readonly #conclude: (outcome: InvocationOutcome, gone: Promise<void> | null) => void;
  #isOver = false;
  #isGone: (() => void) | undefined;
  #settled = false;
  #sentAtMost = 0;
  #sentBytes: number | undefined;
  #timer: NodeJS.Timeout | undefined;
  #controller: AbortController | undefined;

  constructor(request: CallRequest, conclude: (outcome: InvocationOutcome, gone: Promise<void> | null) => void) {
    this.#request = request;
    this.#conclude = conclude;
    this.account = new ToolAccount(request.given.requestId);
  }

  /** Null when the function is over. */
  #whenGone(): Promise<void> | null {
    if (this.#isOver) return null;
    return new Promise((resolve) => {
      this.#isGone = resolve;
    });
  }

  #over(): void {
    this.#isOver = true;
    this.#isGone?.();
  }

  get signal(): AbortSignal {
    this.#controller ??= new AbortController();
    if (this.#settled) this.#controller.abort();
    return this.#controller.signal;
  }

  begin(): void {
    const { stop } = this.#request;
    if (stop.failure) {
      this.#over();
      this.#settle({ ...failed(stop.failure, BLAMELESS), state: "stopped" });
      return;
    }
    let result: unknown;
    try {
      result = this.#request.call(copied(this.#request.given.input), new Kit(this, this.#request.given));
    } catch (error) {
      this.#over();
      this.#fail(error);
      return;
    }
    if (!(result instanceof Promise)) {
      this.#over();
      this.#succeed(result);
      return;
    }
    result.then(
      (output: unknown) => {
        this.#over();
        this.#succeed(output);
      },
      (error: unknown) => {
        this.#over();
        this.#fail(error);
      },
    );
    if (this.#settled) return;
    // Somebody who was told of one of its events may have stopped the run by now.
    if (stop.failure) return this.onStop();
    stop.listen(this);
    startTimerSoon(this);
  }

  onStop(): void {
    const { failure } = this.#request.stop;
    if (failure) this.#cutShort("stopped", failure, BLAMELESS);
  }

  startTimer(): void {
    const { timeoutMs } = this.#request;
    this.#timer = setTimeout(() => this.#cutShort("timeout", tookTooLong(timeoutMs), HUNG), timeoutMs);
  }

  /**
   * @throws {ProtocolError} What is wrong with the event. The invocation has failed by then, but the function should not go on
   * as if nothing had happened.
   */
  send(event: object): void {
    if (this.#settled) return;
    try {
      // One level deeper than an event may be, so that it is the event that is told of it.
      const { value, atMostBytes } = copyJson(event, LIMITS.jsonDepth + 1);
      this.#take(value, atMostBytes);
    } catch (error) {
      this.#refuse(error);
      throw error;
    }
  }

  #refuse(error: unknown): void {
    const message = error instanceof Error ? error.message : String(error);
    const code = error instanceof NarratoriaError ? error.code.toUpperCase() : "INVALID_JSON";
    this.#cutShort("failed", { code, message, category: "invalid_json" });
  }

  /** @param value - A copy, which is kept. */
  #take(value: unknown, atMostBytes: number): void {
    // Writing an event out to measure it costs more than all else, so it is done only where it could matter.
    if (atMostBytes + this.#sentAtMost > LIMITS.lineBytes) this.#measure(value);
    this.#sentAtMost += atMostBytes;
    const { event: said, warnings } = parseEvent(value);
    const event = this.#request.hide(said);
    if (warnings.length > 0) this.account.warnings.push(...warnings);
    const fault = this.account.take(event);
    if (fault) return this.#cutShort("failed", fault);
    try {
      this.#request.onEvent(event);
    } catch (error) {
      return this.#cutShort("failed", handlerFailure(error), BLAMELESS);
    }
  }

  #measure(value: unknown): void {
    const bytes = Buffer.byteLength(JSON.stringify(value));
    if (bytes > LIMITS.lineBytes) {
      throw new ProtocolError("line_too_long", `the event is longer than ${LIMITS.lineBytes} bytes`);
    }
    if (this.#sentAtMost <= LIMITS.stdoutBytes) return;
    // The estimate is out: from here on what was sent is counted as it stands.
    this.#sentBytes ??= this.account.events.reduce(
      (sum, event) => sum + Buffer.byteLength(JSON.stringify(event)) + 1,
      0,
    );
    this.#sentBytes += bytes + 1;
    if (this.#sentBytes > LIMITS.stdoutBytes) throw new TooMuch(`the tool wrote more than ${LIMITS.stdoutBytes} bytes`);
  }

  #succeed(output: unknown): void {
    if (this.#settled) return;
    if (output !== undefined && (typeof output !== "object" || output === null || Array.isArray(output))) {
      return this.#fail(new TypeError("What a tool gives back must be an object or nothing."));
    }
    try {
      if (output === undefined) this.#take({ version: "0", type: "done", ok: true }, ENVELOPE_BYTES);
      else {
        const { value, atMostBytes } = copyJson(output, LIMITS.jsonDepth);
        this.#take({ version: "0", type: "done", ok: true, output: value }, atMostBytes + ENVELOPE_BYTES);
      }
    } catch (error) {
      return this.#refuse(error);
    }
    this.#settle(this.account.verdict());
  }

  #fail(error: unknown): void {
    if (this.#settled) return;
    const said = (error instanceof Error && error.message) || String(error) || "unknown error";
    // Half a secret would not be recognised any more.
    const message = this.#request.hide(said).slice(0, 2_000);
    const errorCode = error instanceof NarratoriaError ? error.code : "unexpected";
    const details =
      error instanceof NarratoriaError && "details" in error && error.details ? { details: error.details } : {};
    try {
      this.send({ version: "0", type: "error", errorCode, errorMessage: message, ...details });
      this.send({ version: "0", type: "done", ok: false, summary: message.slice(0, 200) });
    } catch {
      return;
    }
    this.#settle(this.account.verdict());
  }

  #cutShort(state: "failed" | "timeout" | "stopped", failure: ToolFailure, judgement: Judgement = REPEATABLE): void {
    if (this.#settled) return;
    this.#settle({ ...failed(failure, judgement), state });
    this.#controller?.abort();
    // A function cannot be killed, and nobody can wait for one that does not listen.
    setTimeout(() => this.#over(), this.#request.killAfterMs).unref();
  }

  #settle(outcome: InvocationOutcome): void {
    if (this.#settled) return;
    this.#settled = true;
    if (this.#timer) clearTimeout(this.#timer);
    else withoutTimer.delete(this);
    this.#request.stop.unlisten(this);
    this.#conclude(this.account.complete(outcome), this.#whenGone());
  }
}

/**
 * Most functions are done before anything else gets a turn, and a timer costs more than they do: one is started only for those
 * that are not.
 */
function startTimerSoon(call: Call): void {
  withoutTimer.add(call);
  if (timersAreDue) return;
  timersAreDue = true;
  setImmediate(() => {
    timersAreDue = false;
    for (const one of withoutTimer) one.startTimer();
    withoutTimer.clear();
  });
}

const withoutTimer = new Set<Call>();
let timersAreDue = false;

/** A done event without its output has no more. */
const ENVELOPE_BYTES = 64;

class TooMuch extends NarratoriaError {
  readonly code = "stdout_too_long";
}

/** What the function works with. It is handed copies, as a process would be. */
class Kit implements ToolKit {
  readonly host = null;
  readonly #call: Call;
  readonly #given: GivenInput;
  #emit: Emit | undefined;

  constructor(call: Call, given: GivenInput) {
    this.#call = call;
    this.#given = given;
  }

  get requestId(): string {
    return this.#given.requestId;
  }

  get signal(): AbortSignal {
    return this.#call.signal;
  }

  get dependencies(): Record<string, unknown> {
    return copied(this.#given.dependencies);
  }

  get context(): Record<string, unknown> {
    return copied(this.#given.context);
  }

  get config(): Record<string, unknown> {
    return copied(this.#given.config);
  }

  get emit(): Emit {
    const send = (event: object): void => this.#call.send({ version: "0", ...event });
    this.#emit ??= {
      log: (level, message, fields) => send({ type: "log", level, message, ...(fields && { fields }) }),
      statePatch: (patch) => send({ type: "state_patch", patch }),
      asset: (asset) => send({ type: "asset", ...asset }),
      uiEvent: (event, payload) => send({ type: "ui_event", event, ...(payload && { payload }) }),
      error: (errorCode, errorMessage, details) =>
        send({ type: "error", errorCode, errorMessage, ...(details && { details }) }),
    };
    return this.#emit;
  }
}

/** @param value - Checked when it came into the plan, so that the depth is only a way to say so. */
function copied<T extends object>(value: T): T {
  return copyJson(value, INPUT_DEPTH).value as T;
}

/** What a tool gives is at most 64 deep; a context holds such things a few levels down. */
const INPUT_DEPTH = LIMITS.jsonDepth * 2;
