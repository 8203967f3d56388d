import {
  EventReader,
  LIMITS,
  type ProtocolError,
  type ToolEvent,
  type ToolInput,
  type ToolLimits,
} from "@narratoria/protocol";
import { failedBehindGuard } from "@narratoria/protocol/launch";
import type { Redact } from "../trace/redact.js";
import { failedBeforeTool } from "../sandbox/sandbox.js";
import { type Quota, watchQuota } from "../sandbox/watch-quota.js";
import type { Stop, StopListener } from "../process/stop.js";
import {
  BLAMELESS,
  failed,
  handlerFailure,
  HUNG,
  type Invocation,
  type InvocationOutcome,
  type Judgement,
  REPEATABLE,
  ToolAccount,
  tookTooLong,
} from "./tool-account.js";
import type { ToolFailure } from "./tool-failure.js";
import type { GraceTimes, ToolListener, ToolProcess } from "../process/tool-process.js";

/** One try of one tool. */
export interface InvocationRequest {
  /** Starts the process, or gives one that was started ahead and has been given nothing. What it throws fails the invocation. */
  readonly start: () => ToolProcess;
  readonly input: ToolInput;
  /** The input as JSON; written here unless given. */
  readonly text?: string;
  /** Caps that its manifest has lowered. */
  readonly limits?: ToolLimits;
  /** Counts from when the process has its input. */
  readonly timeoutMs: number;
  readonly grace: GraceTimes;
  /** What it may take of the machine, and where it may write; nobody looks unless given. */
  readonly quota?: { readonly most: Quota; readonly folders: readonly string[] };
  /** Ends the invocation with the run. */
  readonly stop: Stop;
  /** Leaves out of all that it says what nobody is to know of its settings; nothing is left out unless given. */
  readonly hide?: Redact;
  /** Given each event as it comes. What it throws fails the invocation, not the runtime. */
  onEvent(event: ToolEvent): void;
}

/**
 * Runs one process: one input, one stream of events, one deadline. Whatever the process does ends up in the outcome.
 * Implements rules EX25 to EX29, EX33, EX39 and EX40.
 */
export function invokeTool(request: InvocationRequest): Invocation {
  const text = request.text ?? JSON.stringify(request.input);
  const { stdinBytes } = request.limits ?? LIMITS;
  if (Buffer.byteLength(text) > stdinBytes) {
    // Not worth repeating: the same input would be as long.
    const message = `the input is longer than ${stdinBytes} bytes`;
    return withoutProcess(failed({ code: "INPUT_TOO_LARGE", message, category: "process_error" }, BLAMELESS));
  }
  if (request.stop.failure) {
    return withoutProcess({ ...failed(request.stop.failure, BLAMELESS), state: "stopped" });
  }
  let tool: ToolProcess;
  try {
    tool = request.start();
  } catch (error) {
    return withoutProcess(unstartable(error));
  }
  return new Conversation(tool, request, text);
}

function withoutProcess(outcome: InvocationOutcome): Invocation {
  return { outcome: Promise.resolve(outcome), gone: Promise.resolve() };
}

/** What goes on between the runtime and one process, until the outcome is known. */
class Conversation implements Invocation, ToolListener, StopListener {
  readonly outcome: Promise<InvocationOutcome>;
  readonly gone: Promise<void>;
  readonly #tool: ToolProcess;
  readonly #request: InvocationRequest;
  readonly #account: ToolAccount;
  readonly #reader: EventReader;
  readonly #stderr: Tail;
  readonly #hide: Redact;
  readonly #timers: NodeJS.Timeout[] = [];
  #resolve: (outcome: InvocationOutcome) => void = () => {};
  #leave: () => void = () => {};
  #settled = false;
  #unwatch: () => void = () => {};
  #stdoutEnded = false;
  #exit: { code: number | null; signal: NodeJS.Signals | null } | null = null;

  constructor(tool: ToolProcess, request: InvocationRequest, input: string) {
    this.#tool = tool;
    this.#request = request;
    const { limits = LIMITS } = request;
    this.#hide = request.hide ?? ((value) => value);
    this.#reader = new EventReader({ limits, hide: this.#hide });
    this.#stderr = new Tail(limits.stderrBytes, this.#hide);
    this.#account = new ToolAccount(request.input.requestId);
    this.outcome = new Promise((resolve) => {
      this.#resolve = resolve;
    });
    this.gone = new Promise((resolve) => {
      this.#leave = resolve;
    });
    tool.listen(this);
    request.stop.listen(this);
    this.#after(request.timeoutMs, () => {
      this.#cutShort("timeout", tookTooLong(request.timeoutMs), HUNG);
    });
    tool.feed(input);
    const { quota } = request;
    if (quota && tool.child.pid !== undefined) {
      this.#unwatch = watchQuota(tool.child.pid, quota.folders, quota.most, (failure) => {
        this.#cutShort("failed", failure, GREEDY);
      });
    }
  }

  onStop(): void {
    const { failure } = this.#request.stop;
    if (failure) this.#cutShort("stopped", failure, BLAMELESS);
  }

  onUnstartable(error: Error): void {
    this.#settle(unstartable(error));
  }

  onStderr(chunk: Buffer): void {
    this.#stderr.push(chunk);
  }

  onExit(code: number | null, signal: NodeJS.Signals | null): void {
    this.#exit = { code, signal };
    // Bytes may still lie in the pipe, so the end of stdout settles it; but a process that got away may hold it open.
    if (this.#stdoutEnded) this.#conclude();
    else this.#after(this.#request.grace.pipeMs, () => this.#conclude());
  }

  onStdout(chunk: Buffer): void {
    // Drained all the same, so that the tool is not blocked.
    if (this.#settled) return;
    this.#takeAll(this.#reader.push(chunk));
    if (this.#account.done && this.#tool.resident) this.#answered();
  }

  /**
   * A tool that stays does not exit after `done`. It is kept only where all went well: whoever failed may have left things
   * half done, and what follows `done` would be taken for the answer to the next input.
   */
  #answered(): void {
    if (this.#settled) return;
    const outcome = this.#account.verdict();
    if (outcome.state === "success" && !this.#reader.wentOn) {
      this.#tool.listen(null);
      this.#conversationOver(outcome);
      this.#leave();
    } else {
      this.#settle(outcome);
      this.#tool.terminate();
    }
  }

  #takeAll(events: readonly ToolEvent[]): void {
    for (const event of events) {
      if (this.#settled) return;
      this.#take(event);
    }
    const { fault } = this.#reader;
    if (fault && !this.#settled) this.#cutShort("failed", protocolFailure(fault));
  }

  #take(said: ToolEvent): void {
    const event = this.#hide(said);
    const { requestId } = this.#request.input;
    if (this.#tool.resident && event.requestId !== undefined && event.requestId !== requestId) {
      const message = "an event belongs to an earlier invocation of the process";
      this.#cutShort("failed", { code: "WRONG_REQUEST", message, category: "invalid_json" });
      return;
    }
    const fault = this.#account.take(event);
    if (fault) {
      this.#cutShort("failed", fault);
      return;
    }
    if (event.type === "done" && !this.#tool.resident) this.#onDone();
    try {
      this.#request.onEvent(event);
    } catch (error) {
      this.#cutShort("failed", handlerFailure(error), BLAMELESS);
    }
  }

  #onDone(): void {
    this.#after(this.#request.grace.lingerMs, () => {
      if (this.#exit) return;
      this.#account.warnings.push("the tool did not exit after done and was ended");
      this.#settle(this.#account.verdict());
      this.#tool.terminate();
    });
  }

  onStdoutEnd(): void {
    this.#stdoutEnded = true;
    if (this.#exit) this.#conclude();
    else if (!this.#account.done) {
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
    if (!this.#stdoutEnded) {
      this.#account.warnings.push("a process that the tool left behind held its output open and was not waited for");
    }
    const { code, signal } = this.#exit;
    const details = { exitCode: code, signal, stderr: this.#stderr.text(STDERR_CHARS) };
    if (failedBehindGuard(code, this.#stderr.text(STDERR_CHARS))) {
      this.#settle(unstartable(this.#stderr.text(STDERR_CHARS)));
      return;
    }
    if (failedBeforeTool(code, this.#stderr.text(STDERR_CHARS)) && this.#account.events.length === 0) {
      const message = `the sandbox could not be set up: ${this.#stderr.text(STDERR_CHARS).trim()}`;
      const failure = { code: SANDBOX_FAILED, message, category: "process_error" } as const;
      this.#settle(failed(failure, { repeatable: false, verdict: "unstartable" }));
      return;
    }
    // An unfinished last line of a crashed tool is a sign of the crash, not a fault of its own.
    if (code === 0) this.#takeAll(this.#reader.end());
    if (this.#settled) return;
    if (code !== 0) {
      const how = signal === null ? `with exit code ${code}` : `by the signal ${signal}`;
      const message = `the tool ended ${how}${this.#account.done ? " after done" : ""}`;
      this.#settle(failed({ code: "PROCESS_EXIT", message, category: "process_error", details }));
    } else if (!this.#account.done) this.#settle(failed({ ...MISSING_DONE, details }));
    else this.#settle(this.#account.verdict());
  }

  /** Ends the invocation before the process has ended. No deadline takes back a `done` that came in time. */
  #cutShort(state: "failed" | "timeout" | "stopped", failure: ToolFailure, judgement: Judgement = REPEATABLE): void {
    if (this.#settled) return;
    if (this.#account.done && failure.category === "timeout") this.#settle(this.#account.verdict());
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
    void this.#tool.gone.then(() => {
      this.#tool.closePipes();
      this.#leave();
    });
    this.#reportStrays();
    this.#conversationOver(outcome);
  }

  #conversationOver(outcome: InvocationOutcome): void {
    this.#settled = true;
    this.#unwatch();
    for (const timer of this.#timers) clearTimeout(timer);
    this.#request.stop.unlisten(this);
    this.#account.warnings.unshift(...this.#reader.warnings);
    const told = outcome.state === "success" ? outcome : { ...outcome, failure: this.#hide(outcome.failure) };
    this.#resolve({ ...this.#account.complete(told), exit: this.#exit });
  }

  /** They are looked for before the tool is ended, too: its result may be known long before it is gone. */
  #reportStrays(): void {
    const names = this.#exit ? this.#tool.strays : this.#tool.endStrays();
    if (names.length === 0) return;
    const shown = names.slice(0, 5).map((name) => JSON.stringify(this.#hide(name)));
    const list = `${shown.join(", ")}${names.length > 5 ? ", ..." : ""}`;
    const what = names.length === 1 ? "a process" : `${names.length} processes`;
    this.#account.warnings.push(`the tool left ${what} behind, out of its group (${list}); what was found was ended`);
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

/** The code of a failure that the tool has no part in: its process never came to be. */
export const SANDBOX_FAILED = "SANDBOX_FAILED";
/** Tried again it would take as much again. */
const GREEDY: Judgement = { repeatable: false, verdict: "failure" };

/** How much of stderr a trace keeps: the end, where the reason stands. */
const STDERR_CHARS = 4_096;
const MISSING_DONE: ToolFailure = {
  code: "MISSING_DONE",
  message: "the tool ended without done",
  category: "process_error",
};

function protocolFailure({ code, message, rule, line, pointer, excerpt }: ProtocolError): ToolFailure {
  const known = Object.entries({ rule, line, pointer, excerpt }).filter(([, value]) => value !== undefined);
  return { code: code.toUpperCase(), message, category: "invalid_json", details: Object.fromEntries(known) };
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

const NOTHING = Buffer.alloc(0);
/** Settings are kept shorter: what begins before the text that is kept is recognised as a whole. */
const LONGEST_SECRET_BYTES = 32 * 1024;

/** The last bytes of a stream, however much flows through it. */
class Tail {
  #kept: Buffer = NOTHING;

  /** @param hide - Applied before the text is cut. */
  constructor(
    readonly limitBytes: number,
    readonly hide: Redact,
  ) {}

  push(chunk: Buffer): void {
    this.#kept = Buffer.concat([this.#kept, chunk]).subarray(-this.limitBytes - LONGEST_SECRET_BYTES);
  }

  /** @returns The last characters, control characters escaped, so that a console cannot be written to by them. */
  text(chars: number): string {
    const whole = Buffer.from(this.hide(this.#kept.toString("utf8")));
    const text = whole.subarray(-this.limitBytes).toString("utf8").slice(-chars);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for.
    return text.replace(
      /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g,
      (c) => `\\x${c.charCodeAt(0).toString(16).padStart(2, "0")}`,
    );
  }
}
