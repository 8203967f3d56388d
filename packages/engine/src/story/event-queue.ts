/** Turns pushed values into an async iterable with one consumer. */
export class EventQueue<T> implements AsyncIterable<T> {
  private waiting: T[] = [];
  private wake: (() => void) | undefined;
  private closed = false;

  push(value: T): void {
    if (this.closed) return;
    this.waiting.push(value);
    this.wake?.();
  }

  close(): void {
    this.closed = true;
    this.wake?.();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<T, void, void> {
    for (;;) {
      const batch = this.waiting;
      this.waiting = [];
      yield* batch;
      if (batch.length > 0) continue;
      if (this.closed) return;
      await new Promise<void>((resolve) => {
        this.wake = resolve;
      });
      this.wake = undefined;
    }
  }
}
