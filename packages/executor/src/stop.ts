import { setMaxListeners } from "node:events";
import { RunStop, type ToolFailure } from "./tool-failure.js";

/**
 * The one thing that ends a run before its time. Functions and the order of running listen to it directly, which costs next to
 * nothing; processes by the signal.
 */
export class Stop {
  #controller: AbortController | undefined;
  readonly #listeners = new Set<StopListener>();
  #failure: ToolFailure | null = null;

  /** Aborted with a `RunStop` as reason. */
  get signal(): AbortSignal {
    if (!this.#controller) {
      this.#controller = new AbortController();
      // Each process that runs or waits listens.
      setMaxListeners(0, this.#controller.signal);
      if (this.#failure) this.#controller.abort(new RunStop(this.#failure));
    }
    return this.#controller.signal;
  }

  /** Why the run has ended; null while it goes on. */
  get failure(): ToolFailure | null {
    return this.#failure;
  }

  /** Ends the run. Only the first reason counts. */
  end(failure: ToolFailure): void {
    if (this.#failure) return;
    this.#failure = failure;
    this.#controller?.abort(new RunStop(failure));
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
