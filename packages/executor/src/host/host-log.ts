import { NarratoriaError } from "@narratoria/protocol";
import { HostError } from "../errors.js";
import { statusOf } from "./host-answer.js";
import type { LiveGrant } from "./host-grants.js";
import { wallClock } from "../trace/trace.js";

/**
 * One line of the log about a request that was not served. It tells who was refused what, never a token, a request or a text
 * of the story.
 */
export interface HostLogEntry {
  /** ISO 8601. */
  readonly time: string;
  readonly level: "warn" | "error";
  readonly event: "host-refused" | "host-failed";
  /** HTTP status of the answer. */
  readonly status: number;
  readonly code: string;
  /** The service that was asked for; null where the request did not say so properly. */
  readonly service: string | null;
  /** Whose token it was; null where it was nobody's. */
  readonly skill: string | null;
  readonly script: string | null;
  readonly invocationId: string | null;
  /** How many times this has happened to the same invocation, or to nobody's. */
  readonly count: number;
  /** Places in the runtime's own code, where a service failed that did not mean to. */
  readonly at?: readonly string[];
}

/** Of each kind the first ones are told, then each tenth, hundredth and thousandth one: nobody floods the log. */
const TOLD_EACH = 5;

/** Tells the log of requests that are refused, and of services that fail, without ever being in the way. Implements rule EX282. */
export class HostLog {
  readonly #sink: ((entry: HostLogEntry) => void) | undefined;
  /** Of refusals that are nobody's, by code; an invocation's are forgotten with it. */
  readonly #nobodys = new Map<string, number>();
  readonly #counts = new WeakMap<LiveGrant, Map<string, number>>();

  constructor(sink: ((entry: HostLogEntry) => void) | undefined) {
    this.#sink = sink;
  }

  /** @param url - As it was asked for. */
  failed(url: string, live: LiveGrant | null, error: unknown): void {
    // The caller went away, or its time was up: that is told elsewhere.
    if (error instanceof HostError && error.code === "gone") return;
    const expected = error instanceof NarratoriaError;
    this.#tell(live, {
      level: expected ? "warn" : "error",
      event: expected ? "host-refused" : "host-failed",
      status: statusOf(error),
      code: expected ? error.code : "internal_error",
      service: /^\/v0\/([A-Za-z]{1,64})$/.exec(url)?.[1] ?? null,
      ...(expected || !(error instanceof Error) ? {} : { at: placesIn(error) }),
    });
  }

  /** @param status - With its words, such as "400 Bad Request". */
  malformed(status: string): void {
    const [number = ""] = status.split(" ");
    this.#tell(null, {
      level: "warn",
      event: "host-refused",
      status: Number(number),
      code: "malformed",
      service: null,
    });
  }

  #tell(
    live: LiveGrant | null,
    entry: Pick<HostLogEntry, "level" | "event" | "status" | "code" | "service" | "at">,
  ): void {
    if (!this.#sink) return;
    const counts = live === null ? this.#nobodys : (this.#counts.get(live) ?? new Map<string, number>());
    if (live) this.#counts.set(live, counts);
    const count = (counts.get(entry.code) ?? 0) + 1;
    counts.set(entry.code, count);
    if (count > TOLD_EACH && !/^10+$/.test(String(count))) return;
    const { skill = null, script = null, invocationId = null } = live?.call ?? {};
    try {
      this.#sink({ time: wallClock(performance.now()), ...entry, skill, script, invocationId, count });
    } catch {
      // A log that fails harms nothing.
    }
  }
}

/** Where an error arose, without its message, which could hold anything. */
function placesIn(error: Error): string[] {
  const lines = (error.stack ?? "").split("\n").filter((line) => /^\s+at /.test(line));
  return [error.name, ...lines.slice(0, 5).map((line) => line.trim())];
}
