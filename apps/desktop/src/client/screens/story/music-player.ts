/** Plays one piece of music over and over, and lets one fade out while the next fades in. */

/** What of an audio element is used. */
export interface Sound {
  volume: number;
  loop: boolean;
  play(): Promise<void>;
  pause(): void;
}

const FADE_MS = 1500;
const STEP_MS = 50;

export class MusicPlayer {
  #playing: { readonly url: string; readonly sound: Sound } | null = null;
  #fading: Sound[] = [];
  #volume = 1;
  #timer: ReturnType<typeof setInterval> | null = null;

  /** @param open - Makes the sound of an address. @param onHeldBack - Called where the browser plays nothing before the player has pressed something. */
  constructor(
    private readonly open: (url: string) => Sound,
    private readonly onHeldBack: (again: () => void) => void = () => {},
  ) {}

  /** Has a piece fade in, and what was playing fade out; null is silence. The piece that plays already goes on. */
  play(url: string | null): void {
    if (url === (this.#playing?.url ?? null)) return;
    if (this.#playing) this.#fading.push(this.#playing.sound);
    this.#playing = null;
    if (url !== null) {
      const sound = this.open(url);
      sound.loop = true;
      sound.volume = 0;
      this.#playing = { url, sound };
      this.#begin(sound);
    }
    this.#fade();
  }

  /** @param volume - From 0 to 1. */
  setVolume(volume: number): void {
    this.#volume = volume;
    this.#fade();
  }

  /** Ends all of it at once. */
  stop(): void {
    for (const sound of [...this.#fading, ...(this.#playing ? [this.#playing.sound] : [])]) sound.pause();
    this.#playing = null;
    this.#fading = [];
    this.#rest();
  }

  #begin(sound: Sound): void {
    sound.play().catch(() => {
      this.onHeldBack(() => {
        if (this.#playing?.sound === sound) sound.play().catch(() => {});
      });
    });
  }

  #fade(): void {
    this.#timer ??= setInterval(() => this.#step(), STEP_MS);
  }

  #step(): void {
    const step = STEP_MS / FADE_MS;
    const sound = this.#playing?.sound;
    if (sound) sound.volume = nearer(sound.volume, this.#volume, step);
    for (const old of this.#fading) old.volume = nearer(old.volume, 0, step);
    for (const old of this.#fading.filter(({ volume }) => volume === 0)) old.pause();
    this.#fading = this.#fading.filter(({ volume }) => volume > 0);
    if (this.#fading.length === 0 && (sound?.volume ?? this.#volume) === this.#volume) this.#rest();
  }

  #rest(): void {
    if (this.#timer !== null) clearInterval(this.#timer);
    this.#timer = null;
  }
}

function nearer(from: number, to: number, step: number): number {
  return Math.abs(to - from) <= step ? to : from + Math.sign(to - from) * step;
}
