/** Turns pushed values into an async iterable with one consumer. */
export class EventQueue<T> implements AsyncIterable<T> {
  private readonly waiting: T[] = [];
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
    for (;;) {
      const next = this.waiting.shift();
      if (next !== undefined) {
        yield next;
        continue;
      }
      if (this.state === "closed") return;
      if (this.state === "failed") throw this.failure;
      await new Promise<void>((resolve) => {
        this.wake = resolve;
      });
      this.wake = undefined;
    }
  }
}
