/** Plays one piece of music over and over, and lets one fade out while the next fades in. */

/** What of an audio element is used. */
export interface Sound {
  volume: number;
  loop: boolean;
  play(): Promise<void>;
  pause(): void;
}

interface Playing {
  readonly url: string;
  readonly sound: Sound;
  /** How long it is still waited for: what was heard before goes on meanwhile. */
  patienceMs: number;
}

/** A piece that takes longer to come leaves silence before it. */
const PATIENCE_MS = 5000;

const FADE_MS = 1500;
const STEP_MS = 50;

export class MusicPlayer {
  #playing: Playing | null = null;
  #fading: Playing[] = [];
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
    const returning = this.#fading.find((one) => one.url === url) ?? null;
    this.#fading = this.#fading.filter((one) => one !== returning);
    if (this.#playing) this.#fading.push(this.#playing);
    // What is still heard goes on where it is.
    this.#playing = returning;
    if (url !== null && returning === null) {
      const sound = this.open(url);
      sound.loop = true;
      sound.volume = 0;
      const playing = { url, sound, patienceMs: PATIENCE_MS };
      this.#playing = playing;
      this.#begin(playing);
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
    for (const { sound } of [...this.#fading, ...(this.#playing ? [this.#playing] : [])]) sound.pause();
    this.#playing = null;
    this.#fading = [];
    this.#rest();
  }

  #begin(playing: Playing): void {
    const { sound } = playing;
    const arrive = (): void => void (playing.patienceMs = 0);
    sound.play().then(arrive, () => {
      arrive();
      this.onHeldBack(() => {
        if (this.#playing?.sound === sound) sound.play().catch(() => {});
      });
    });
  }

  #fade(): void {
    this.#timer ??= setInterval(() => this.#step(), STEP_MS);
  }

  #step(): void {
    if (this.#playing && this.#playing.patienceMs > 0) {
      this.#playing.patienceMs -= STEP_MS;
      return;
    }
    const step = STEP_MS / FADE_MS;
    const sound = this.#playing?.sound;
    if (sound) sound.volume = nearer(sound.volume, this.#volume, step);
    for (const { sound: old } of this.#fading) old.volume = nearer(old.volume, 0, step);
    for (const { sound: old } of this.#fading) if (old.volume === 0) old.pause();
    this.#fading = this.#fading.filter(({ sound: old }) => old.volume > 0);
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
