/** Memories that the player has had forgotten: gone from the page at once, from the story once it cannot be taken back any more. */

export class Forgetting {
  #hidden: ReadonlySet<string> = new Set();
  readonly #waiting = new Map<string, (leaving: boolean) => Promise<unknown>>();
  readonly #listeners = new Set<() => void>();

  readonly hidden = (): ReadonlySet<string> => this.#hidden;

  readonly listen = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** @param send - Has it forgotten for good; `leaving` says that the page is about to go. */
  begin(memory: string, send: (leaving: boolean) => Promise<unknown>): void {
    this.#waiting.set(memory, send);
    this.#set([...this.#hidden, memory]);
  }

  takeBack(memory: string): void {
    this.#waiting.delete(memory);
    this.#set([...this.#hidden].filter((one) => one !== memory));
  }

  /** Has a memory forgotten for good. It comes back where that fails. @returns Why it failed; null where it did not. */
  async finish(memory: string, leaving = false): Promise<unknown> {
    const send = this.#waiting.get(memory);
    this.#waiting.delete(memory);
    try {
      await send?.(leaving);
      return null;
    } catch (error) {
      this.takeBack(memory);
      return error;
    }
  }

  /** Nothing that the player had forgotten comes back because the page was closed. */
  leave(): void {
    for (const memory of this.#waiting.keys()) void this.finish(memory, true);
  }

  #set(hidden: readonly string[]): void {
    this.#hidden = new Set(hidden);
    for (const listener of this.#listeners) listener();
  }
}
