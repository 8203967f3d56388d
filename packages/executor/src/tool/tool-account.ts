import {
  type AssetEvent,
  type DoneEvent,
  type JsonObject,
  LIMITS,
  PatchFold,
  ProtocolError,
  type ToolEvent,
} from "@narratoria/protocol";
import type { ToolFailure } from "./tool-failure.js";

/** What a tool said, as far as it counts: nothing of a failed invocation reaches the session. */
interface InvocationOutput {
  readonly output: JsonObject;
  /** At most two, which have the effect of all that it sent. */
  readonly patches: readonly JsonObject[];
  readonly assets: readonly AssetEvent[];
}

interface InvocationRecord {
  /** In the order they were sent, up to the fault or to `done`. */
  readonly events: readonly ToolEvent[];
  /** When each of them was taken, on the clock of `performance.now()`. */
  readonly eventTimes: readonly number[];
  readonly warnings: readonly string[];
  /** How its process ended; null where that was not waited for, or there was none. */
  readonly exit: { readonly code: number | null; readonly signal: string | null } | null;
}

export interface SuccessfulInvocation extends InvocationRecord, InvocationOutput {
  readonly state: "success";
}

export interface FailedInvocation extends InvocationRecord {
  readonly state: "failed" | "timeout" | "stopped";
  readonly failure: ToolFailure;
  /** Whether the same invocation could go better another time. */
  readonly repeatable: boolean;
  /** What it says about the health of the skill; null when the fault was not the tool's. */
  readonly verdict: "failure" | "timeout" | "unstartable" | null;
}

export type InvocationOutcome = SuccessfulInvocation | FailedInvocation;

/** One try of one tool under way. */
export interface Invocation {
  /** What the invocation came to. Never rejects. Known at once when it is cut short, though the tool may take its time. */
  readonly outcome: Promise<InvocationOutcome>;
  /** Settles when nothing of the tool is left. Never rejects. */
  readonly gone: Promise<void>;
}

/**
 * Keeps what one try of a tool sends and says what it comes to, whether a process sent it or a function. Implements rules
 * EX25 and EX26.
 */
export class ToolAccount {
  readonly events: ToolEvent[] = [];
  readonly warnings: string[] = [];
  readonly #eventTimes: number[] = [];
  #patches: PatchFold | null = null;
  #assets: Map<string, AssetEvent> | null = null;
  #done: DoneEvent | null = null;

  constructor(readonly requestId: string) {}

  /** The event that ended it, once it has come. */
  get done(): DoneEvent | null {
    return this.#done;
  }

  /**
   * @param event - One that has passed the checks of the protocol.
   * @returns What is wrong with its being sent; null when it was taken.
   */
  take(event: ToolEvent): ToolFailure | null {
    if (this.events.length >= LIMITS.events) {
      const message = `the tool sent more than ${LIMITS.events} events`;
      return { code: "TOO_MANY_EVENTS", message, category: "invalid_json" };
    }
    this.events.push(event);
    this.#eventTimes.push(performance.now());
    if (event.requestId !== undefined && event.requestId !== this.requestId) {
      this.warnings.push(`an event names another request ("${event.requestId.slice(0, 80)}"); that was ignored`);
    }
    if (event.type === "state_patch") return this.#addPatch(event.patch);
    if (event.type === "asset") this.#takeAsset(event);
    else if (event.type === "done") this.#done = event;
    return null;
  }

  /** Adds it to those before it at once: to fold all of them at the end would stop the runtime for as long as they took. */
  #addPatch(patch: JsonObject): ToolFailure | null {
    this.#patches ??= new PatchFold();
    try {
      this.#patches.add(patch);
      return null;
    } catch (error) {
      return patchFailure(error);
    }
  }

  #takeAsset(event: AssetEvent): void {
    this.#assets ??= new Map();
    if (this.#assets.has(event.assetId))
      this.warnings.push(`asset "${event.assetId}" came twice; the first one stands`);
    else this.#assets.set(event.assetId, event);
  }

  /** What `done` says, once nothing contradicts it. */
  verdict(): InvocationOutcome {
    if (this.#done?.ok) {
      let patches: readonly JsonObject[];
      try {
        patches = this.#patches?.patches() ?? NO_PATCHES;
      } catch (error) {
        return failed(patchFailure(error));
      }
      return {
        state: "success",
        events: this.events,
        eventTimes: this.#eventTimes,
        warnings: this.warnings,
        exit: null,
        // What the tool says it gives, else the sum of its patches.
        output: this.#done.output ?? this.#patches?.value() ?? {},
        patches,
        assets: this.#assets === null ? NO_ASSETS : [...this.#assets.values()],
      };
    }
    const last = this.events.findLast((event) => event.type === "error");
    const code = last?.errorCode ?? "TOOL_FAILED";
    const message = last?.errorMessage ?? this.#done?.summary ?? "the tool reported that it failed";
    const details = last?.details;
    return failed({ code, message, category: "tool_failure", ...(details && { details }) });
  }

  /** @returns The outcome with all that was sent until then. */
  complete(outcome: InvocationOutcome): InvocationOutcome {
    // A success is complete as it stands.
    if (outcome.events === this.events) return outcome;
    return { ...outcome, events: this.events, eventTimes: this.#eventTimes, warnings: this.warnings };
  }
}

export type Judgement = Pick<FailedInvocation, "repeatable" | "verdict">;
export const REPEATABLE: Judgement = { repeatable: true, verdict: "failure" };
export const BLAMELESS: Judgement = { repeatable: false, verdict: null };
/** Once a tool has hung, it is left alone: a second wait would cost the player the same again. */
export const HUNG: Judgement = { repeatable: false, verdict: "timeout" };

const NO_PATCHES: readonly JsonObject[] = [];
const NO_ASSETS: readonly AssetEvent[] = [];
const NOTHING_SAID = { events: [], eventTimes: [], warnings: [], exit: null } as const;

export function failed(failure: ToolFailure, judgement = REPEATABLE): FailedInvocation {
  return { state: "failed", ...NOTHING_SAID, failure, ...judgement };
}

function patchFailure(error: unknown): ToolFailure {
  if (!(error instanceof ProtocolError)) throw error;
  return { code: error.code.toUpperCase(), message: error.message, category: "invalid_json" };
}

/** The runtime's own code could not take an event, which is not the tool's fault. */
export function handlerFailure(error: unknown): ToolFailure {
  const message = `an event could not be handled: ${error instanceof Error ? error.message : String(error)}`;
  return { code: "EVENT_HANDLER_FAILED", message, category: "process_error" };
}

/** @returns The failure of a tool that took longer than it may. */
export function tookTooLong(timeoutMs: number): ToolFailure {
  return { code: "TOOL_TIMEOUT", message: `the tool took longer than ${timeoutMs} ms`, category: "timeout" };
}
