import type { Socket } from "node:net";

export interface PaceLimits {
  /** Refusals that are answered at once. */
  readonly burst: number;
  /** Refusals a second that are answered in the long run. */
  readonly perSecond: number;
}

/** How often those that wait are looked at. */
const TICK_MS = 20;

/**
 * Answers a number of refusals at once and the others one after another, at a steady pace: whoever asks without pause waits, and the
 * machine has time for the player's page. Implements rule DT3039.
 */
export class RefusalPace {
  /** One a connection, since its connection ends with it. In the order in which they came. */
  readonly #waiting = new Map<Socket, () => void>();
  #left: number;
  #filledAt: number;
  #isTicking = false;

  constructor(
    private readonly limits: PaceLimits,
    private readonly now: () => number = () => performance.now(),
  ) {
    this.#left = limits.burst;
    this.#filledAt = now();
  }

  /** Calls `answer` now or in its turn, and never where the connection is gone by then. */
  refuse(socket: Socket, answer: () => void): void {
    this.#fill();
    if (this.#waiting.size === 0 && this.#left >= 1) {
      this.#left -= 1;
      answer();
    } else if (!this.#waiting.has(socket)) {
      this.#waiting.set(socket, answer);
      this.#tickLater();
    }
  }

  #tick(): void {
    this.#isTicking = false;
    this.#fill();
    for (const [socket, answer] of this.#waiting) {
      if (!socket.destroyed) {
        if (this.#left < 1) break;
        this.#left -= 1;
        answer();
      }
      this.#waiting.delete(socket);
    }
    if (this.#waiting.size > 0) this.#tickLater();
  }

  #tickLater(): void {
    if (this.#isTicking) return;
    this.#isTicking = true;
    setTimeout(() => this.#tick(), TICK_MS).unref();
  }

  #fill(): void {
    const now = this.now();
    const { burst, perSecond } = this.limits;
    this.#left = Math.min(burst, this.#left + ((now - this.#filledAt) * perSecond) / 1_000);
    this.#filledAt = now;
  }
}
