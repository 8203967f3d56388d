import type { Patience } from "./patience.js";

export interface WatchOptions {
  readonly patience: Pick<Patience, "beatMs" | "hangMs" | "startMs" | "stallMs">;
  /** Whether the process starts or loads, which goes on for seconds without a sign of life. */
  readonly isLoading: () => boolean;
  /** Told in a sentence that the process is not to be waited for any longer. */
  readonly condemn: (verdict: string) => void;
}

/** Looks, while a process has something to do, whether it still lives and gets on. Implements rule NA148. */
export class Watch {
  readonly #options: WatchOptions;
  #timer: NodeJS.Timeout | null = null;
  #heardAt = 0;
  #lookedAt = 0;
  #progress = 0;
  #progressAt = 0;

  constructor(options: WatchOptions) {
    this.#options = options;
  }

  /** The process is given something more to do. */
  begin(): void {
    const now = performance.now();
    if (this.#timer === null) this.#alive(now);
    this.#lookedAt = now;
    this.#timer ??= setInterval(() => this.#look(), this.#options.patience.beatMs);
  }

  /** It has nothing more to do. */
  end(): void {
    if (this.#timer !== null) clearInterval(this.#timer);
    this.#timer = null;
  }

  /** A sign of life. */
  heard(): void {
    this.#heardAt = performance.now();
  }

  /** @param progress - How far it is; another number each time it has got on. Left out, it has. */
  gotOn(progress?: number): void {
    if (progress === this.#progress) return;
    this.#progress = progress ?? this.#progress;
    this.#progressAt = performance.now();
  }

  #alive(now: number): void {
    this.#heardAt = now;
    this.#progressAt = now;
  }

  #look(): void {
    const { patience, isLoading, condemn } = this.#options;
    const { beatMs, hangMs, startMs, stallMs } = patience;
    const now = performance.now();
    const asleep = now - this.#lookedAt > hangMs / 2 + beatMs;
    this.#lookedAt = now;
    // We were held up ourselves, or the machine slept: its silence says nothing.
    if (asleep) return this.#alive(now);
    if (now - this.#heardAt > (isLoading() ? startMs : hangMs)) condemn("The model process hung.");
    else if (now - this.#progressAt > stallMs) condemn("The model did not get on.");
  }
}
