/** Turns pushed values into an async iterable with one consumer. */
import { setImmediate } from "node:timers/promises";

/** A consumer that has had the event loop for so long gives it up before the next value. */
const TURN_MS = 10;

export class EventQueue<T> implements AsyncIterable<T> {
  private waiting: T[] = [];
  private wake: (() => void) | undefined;
  private state: "open" | "closed" | "failed" = "open";
  private failure: unknown;

  push(value: T): void {
    if (this.state !== "open") return;
    this.waiting.push(value);
    this.wake?.();
  }

  close(): void {
    if (this.state === "open") this.state = "closed";
    this.wake?.();
  }

  /** Ends the stream with an error, after what was pushed before it. */
  fail(error: unknown): void {
    if (this.state !== "open") return;
    this.state = "failed";
    this.failure = error;
    this.wake?.();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<T, void, void> {
    let since = performance.now();
    for (;;) {
      const batch = this.waiting;
      this.waiting = [];
      for (const value of batch) {
        yield value;
        // Values that are there already reach the consumer without a turn of the event loop, however many they are.
        if (performance.now() - since < TURN_MS) continue;
        await setImmediate();
        since = performance.now();
      }
      if (batch.length > 0) continue;
      if (this.state === "closed") return;
      if (this.state === "failed") throw this.failure;
      await new Promise<void>((resolve) => {
        this.wake = resolve;
      });
      this.wake = undefined;
      since = performance.now();
    }
  }
}
