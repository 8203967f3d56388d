/** What went on behind the turns of one sitting: the last ones in memory, and on the disk where the story keeps them. */
import type { TurnTrace } from "@narratoria/executor";
import { KeptTraces, TRACES_KEPT } from "./kept-traces.js";

export class TurnTraces {
  readonly #last = new Map<string, () => TurnTrace>();
  readonly #kept: KeptTraces | null;
  /** Whether the turn in hand may have quoted what has been forgotten since. */
  #mayQuote = false;

  /** @param dir - Folder of the story's traces; null where none are kept. */
  constructor(dir: string | null) {
    this.#kept = dir === null ? null : new KeptTraces(dir);
  }

  /** Begins a turn, which quotes nothing that is forgotten. */
  begin(): void {
    this.#mayQuote = false;
  }

  /** The trace of a turn, or of the last one; null where there is none in memory. */
  of(turnId?: string): TurnTrace | null {
    const found = turnId === undefined ? [...this.#last.values()].at(-1) : this.#last.get(turnId);
    return found?.() ?? null;
  }

  add(turnId: string, trace: () => TurnTrace): void {
    this.#last.delete(turnId);
    this.#last.set(turnId, trace);
    const [oldest] = this.#last.keys();
    if (this.#last.size > TRACES_KEPT && oldest !== undefined) this.#last.delete(oldest);
  }

  /** Adds the whole trace of a turn that has come to its end, on the disk too. */
  finish(turnId: string, trace: () => TurnTrace): void {
    this.add(turnId, trace);
    if (!this.#mayQuote) this.#kept?.add(turnId, trace);
  }

  /** Removes all of them: they quote what the player wants forgotten. */
  async forget(isTurnInHand: boolean): Promise<void> {
    this.#mayQuote = isTurnInHand;
    this.#last.clear();
    await this.#kept?.forget();
  }

  async saved(): Promise<void> {
    await this.#kept?.saved();
  }
}
