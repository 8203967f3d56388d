/** The pages that follow the events: while there is one, somebody is there. */
export class Audience {
  #pages = 0;
  #came = false;
  readonly #changed = new Set<() => void>();

  /** Takes how many pages follow. */
  readonly count = (pages: number): void => {
    this.#pages = pages;
    this.#came ||= pages > 0;
    for (const look of this.#changed) look();
  };

  /** @returns Once a page follows, or did before. */
  came(signal: AbortSignal): Promise<void> {
    return this.#until(() => this.#came, signal);
  }

  /**
   * @param idleMs - So long nobody may follow; a page that is loaded anew is away for a moment.
   * @param isBusy - Whether something goes on that must not be ended.
   * @returns Once nobody has followed for so long while nothing went on.
   */
  async left(idleMs: number, isBusy: () => boolean | Promise<boolean>, signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await this.#until(() => this.#pages === 0, signal);
      const back = new AbortController();
      const stop = AbortSignal.any([signal, back.signal]);
      const over = await Promise.race([
        passed(idleMs, stop).then(() => true),
        this.#until(() => this.#pages > 0, stop).then(() => false),
      ]);
      back.abort();
      if (over && !(await isBusy())) return;
    }
  }

  /** @returns Once `holds` does, or `signal` fires. */
  #until(holds: () => boolean, signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const look = (): void => {
        if (!holds() && !signal.aborted) return;
        this.#changed.delete(look);
        signal.removeEventListener("abort", look);
        resolve();
      };
      this.#changed.add(look);
      signal.addEventListener("abort", look);
      look();
    });
  }
}

function passed(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const stop = (): void => {
      clearTimeout(timer);
      signal.removeEventListener("abort", stop);
      resolve();
    };
    const timer = setTimeout(stop, ms);
    signal.addEventListener("abort", stop);
    if (signal.aborted) stop();
  });
}
