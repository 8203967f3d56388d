/** A piece of music over and over, without the silence that browsers put between the end of a file and its beginning. */
import type { Sound } from "./music-player.js";

/** What of an audio element is used. */
export interface LoopedElement extends Sound {
  readonly currentTime: number;
  /** Seconds; not a number before the file is known. */
  readonly duration: number;
  readonly paused: boolean;
}

/** So long the end of the piece and its beginning are heard together. */
const OVERLAP_S = 0.5;
/** The fade is over so long before the end: a change of volume takes a moment until it is heard. */
const TAIL_S = 0.06;
/** The beginning is fetched so long before it is needed. */
const AHEAD_S = 3;
/** A shorter piece has no room for both. */
const SHORTEST_S = 4;
const STEP_MS = 20;
const WATCH_MS = 400;

/** Two elements take turns: the next one fades in while the one before it fades out, with the same loudness together. */
export class SeamlessLoop implements Sound {
  /** Each element repeats by itself as well: where no timer runs in time, the piece goes on with a short silence. */
  loop = true;
  #current: LoopedElement;
  #next: LoopedElement | null = null;
  #volume = 1;
  #isOn = false;
  #timer: ReturnType<typeof setTimeout> | null = null;

  /** @param open - Makes an element of the piece. */
  constructor(private readonly open: () => LoopedElement) {
    this.#current = open();
    this.#current.loop = true;
  }

  get volume(): number {
    return this.#volume;
  }

  set volume(volume: number) {
    this.#volume = volume;
    this.#mix();
  }

  async play(): Promise<void> {
    this.#isOn = true;
    await this.#current.play();
    // It may have been ended while it began.
    if (this.#isOn) this.#watch();
    else this.#current.pause();
  }

  pause(): void {
    this.#isOn = false;
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    this.#current.pause();
    this.#next?.pause();
    this.#next = null;
  }

  #watch(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    const left = this.#left();
    if (left <= AHEAD_S && this.#next === null) {
      this.#next = this.open();
      this.#next.loop = true;
      this.#next.volume = 0;
    }
    if (left <= OVERLAP_S + TAIL_S && this.#next?.paused) this.#next.play().catch(() => (this.#next = null));
    this.#mix();
    // Where the one before has begun anew by itself, it is far from its end.
    if (this.#next && !this.#next.paused && (left <= TAIL_S || left > AHEAD_S)) this.#swap(this.#next);
    this.#timer = setTimeout(() => this.#watch(), left <= AHEAD_S ? STEP_MS : WATCH_MS);
  }

  #swap(next: LoopedElement): void {
    this.#current.pause();
    this.#current = next;
    this.#next = null;
    this.#mix();
  }

  /** Seconds to the end; without end where the piece is too short, or its length is not known. */
  #left(): number {
    const { duration, currentTime } = this.#current;
    return duration >= SHORTEST_S ? duration - currentTime : Number.POSITIVE_INFINITY;
  }

  #mix(): void {
    const isHeard = this.#next !== null && !this.#next.paused && this.#next.currentTime > 0;
    const done = isHeard ? Math.min(1, Math.max(0, 1 - (this.#left() - TAIL_S) / OVERLAP_S)) : 0;
    this.#current.volume = this.#volume * Math.cos((done * Math.PI) / 2);
    if (this.#next) this.#next.volume = this.#volume * Math.sin((done * Math.PI) / 2);
  }
}
