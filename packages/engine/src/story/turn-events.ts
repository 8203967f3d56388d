/** The events of a story's turns: stamped, kept for the turn in hand, and read by as many as want them. */
import { setImmediate } from "node:timers/promises";
import { NarratoriaError } from "@narratoria/protocol";
import type { EngineEvent, EventStamp } from "@narratoria/protocol/contracts";
import type { SceneEvent } from "../scene/scene-record.js";

/** An event of a story: what happened, and where it stands in the stream of its turn. */
export type TurnEvent = EngineEvent & EventStamp;

/** The last event that a reader has: any event of the turn will do. */
export type EventPlace = Pick<EventStamp, "turn" | "seq">;

/**
 * What a turn brings, event by event as it comes; each loop over it begins with the first. Whoever wants none of the events awaits
 * it instead: it then waits until the turn is over, and gives the scene on the table. A turn whose events nobody reads goes on;
 * its signal stops it.
 */
export interface TurnEvents extends AsyncIterable<TurnEvent>, PromiseLike<SceneEvent | null> {
  /** The `turn` of its events. */
  readonly turn: string;
}

/** A turn that is being taken. */
export interface TurnWork {
  /** The `turn` of its events. */
  readonly turn: string;
  run(push: (event: EngineEvent) => void): Promise<void>;
  /** The scene on the table. */
  scene(): SceneEvent | null;
  /** It is over, whatever came of it. */
  over(): void;
}

/** A reader that has had the event loop for so long gives it up before the next event. */
const TURN_MS = 10;

/** The events of one turn, for as many readers as there are. */
class TurnLog {
  readonly events: TurnEvent[] = [];
  #state: "open" | "closed" | "failed" = "open";
  #failure: unknown;
  #next: TurnLog | null = null;
  readonly #waiting = new Set<() => void>();

  constructor(
    readonly turn: string,
    private readonly now: () => number,
  ) {}

  push(event: EngineEvent): void {
    if (this.#state !== "open") return;
    this.events.push(this.#stamped(event, this.events.length + 1));
    this.#wake();
  }

  close(): void {
    if (this.#state === "open") this.#state = "closed";
    this.#wake();
  }

  /** Ends the stream with an error, after what was pushed before it. */
  fail(error: unknown): void {
    if (this.#state !== "open") return;
    this.#state = "failed";
    this.#failure = error;
    this.#wake();
  }

  follow(next: TurnLog): void {
    this.#next = next;
    this.#wake();
  }

  /**
   * @param from - How many of its events the reader has.
   * @param left - Aborted when the reader wants no more.
   * @throws What the turn failed of.
   */
  async *read(from = 0, left?: AbortSignal): AsyncGenerator<TurnEvent, void, void> {
    let since = performance.now();
    for (let at = from; !left?.aborted; ) {
      const event = this.events[at];
      if (event) {
        yield event;
        at++;
        // Events that are there already reach the reader without a turn of the event loop, however many they are.
        if (performance.now() - since < TURN_MS) continue;
        await setImmediate();
        since = performance.now();
        continue;
      }
      if (this.#state === "closed") return;
      if (this.#state === "failed") throw this.#failure;
      await this.#change(left);
      since = performance.now();
    }
  }

  /** The events for a reader who did not take the turn: that it failed is the last of them. */
  async *readOn(from: number, left: AbortSignal): AsyncGenerator<TurnEvent, void, void> {
    try {
      yield* this.read(from, left);
    } catch (error) {
      const seq = this.events.length + 1;
      if (from < seq) yield this.#stamped(failureNotice(error), seq);
    }
  }

  /** The turn after this one; null where the reader left first. */
  async next(left: AbortSignal): Promise<TurnLog | null> {
    while (!this.#next && !left.aborted) await this.#change(left);
    return left.aborted ? null : this.#next;
  }

  #stamped(event: EngineEvent, seq: number): TurnEvent {
    return { ...event, turn: this.turn, seq, at: this.now() };
  }

  #wake(): void {
    for (const wake of this.#waiting) wake();
  }

  #change(left: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve) => {
      const wake = (): void => {
        this.#waiting.delete(wake);
        left?.removeEventListener("abort", wake);
        resolve();
      };
      this.#waiting.add(wake);
      left?.addEventListener("abort", wake);
    });
  }
}

/** All turns of an open story, one after the other. The last one is kept whole; those before as long as somebody reads them. */
export class StoryFeed {
  #last: TurnLog;
  readonly #readers = new Set<AbortController>();
  #isClosed = false;

  constructor(private readonly now: () => number = Date.now) {
    // Stands before the first turn.
    this.#last = new TurnLog("", now);
    this.#last.close();
  }

  /** Begins a turn at once. Implements rules EN462 and EN710 to EN713. */
  begin(work: TurnWork): TurnEvents {
    const log = new TurnLog(work.turn, this.now);
    this.#last.follow(log);
    this.#last = log;
    const taken = work.run((event) => log.push(event)).finally(work.over);
    void taken.then(
      () => log.close(),
      (error: unknown) => log.fail(error),
    );
    return {
      turn: work.turn,
      [Symbol.asyncIterator]: () => log.read(),
      // oxlint-disable-next-line unicorn/no-thenable -- `await story.undo()` waits for the turn, as it reads.
      then: (onFulfilled, onRejected) => taken.then(work.scene).then(onFulfilled, onRejected),
    };
  }

  /** Events from behind `after` on, turn after turn, until the reader leaves or the story is closed. (rule EN712) */
  async *read(after?: EventPlace, signal?: AbortSignal): AsyncGenerator<TurnEvent, void, void> {
    const reader = new AbortController();
    const leave = (): void => reader.abort();
    if (signal?.aborted || this.#isClosed) leave();
    signal?.addEventListener("abort", leave);
    this.#readers.add(reader);
    try {
      let log: TurnLog | null = this.#last;
      let from = after?.turn === log.turn ? after.seq : 0;
      while (log) {
        yield* log.readOn(from, reader.signal);
        log = await log.next(reader.signal);
        from = 0;
      }
    } finally {
      signal?.removeEventListener("abort", leave);
      this.#readers.delete(reader);
    }
  }

  /** Ends what is read, once it has been read to its end. */
  close(): void {
    this.#isClosed = true;
    for (const reader of this.#readers) reader.abort();
  }
}

/** Whoever takes a turn is told of its failure by an exception, everybody else by this. */
function failureNotice(error: unknown): EngineEvent {
  const known = error instanceof NarratoriaError;
  const action = known && "action" in error && typeof error.action === "string" ? error.action : "";
  return {
    type: "notice",
    code: known ? error.code : "turn_failed",
    severity: "failed",
    message: error instanceof Error && error.message !== "" ? error.message : String(error),
    action,
    actions: [],
  };
}
