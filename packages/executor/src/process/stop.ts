import type { ToolFailure } from "../tool/tool-failure.js";

/**
 * The one thing that ends a run before its time. Whoever is to end with it listens directly, which costs next to nothing, unlike
 * an abort signal.
 */
export class Stop {
  readonly #listeners = new Set<StopListener>();
  #failure: ToolFailure | null = null;

  /** Why the run has ended; null while it goes on. */
  get failure(): ToolFailure | null {
    return this.#failure;
  }

  /** Ends the run. Only the first reason counts. */
  end(failure: ToolFailure): void {
    if (this.#failure) return;
    this.#failure = failure;
    for (const listener of this.#listeners) listener.onStop();
    this.#listeners.clear();
  }

  /** Has the listener told once; not if the run has ended already. */
  listen(listener: StopListener): void {
    if (!this.#failure) this.#listeners.add(listener);
  }

  unlisten(listener: StopListener): void {
    this.#listeners.delete(listener);
  }
}

export interface StopListener {
  onStop(): void;
}
