/** Sounds of the page whose loudness changes without clicks: browsers change the volume of an element from one sample to the next. */
import type { LoopedElement } from "./seamless-loop.js";

/** After so many seconds two thirds of a change of loudness are heard. */
const GLIDE_S = 0.01;
/** A sound that is ended is silent after this time, and its element is paused then. */
const ENDING_MS = 80;

/** What of an audio element is used. */
export type MixedElement = Pick<HTMLAudioElement, "currentTime" | "duration" | "paused" | "loop" | "play" | "pause">;

/** What of Web Audio is used. */
export interface MixingContext {
  readonly currentTime: number;
  resume(): Promise<void>;
  suspend(): Promise<void>;
  /** Leads an element through a gain to what is heard. */
  connect(element: MixedElement): { readonly gain: Gain; disconnect(): void; reconnect(): void };
}

interface Gain {
  value: number;
  setTargetAtTime(target: number, startTime: number, timeConstant: number): unknown;
}

/** Opens the sounds of a page. The context of Web Audio runs while one of them plays. */
export class Mixer {
  #context: MixingContext | null = null;
  #playing = 0;

  /** @param makeContext - Null where the browser has no Web Audio. */
  constructor(
    private readonly makeElement: (url: string) => MixedElement & LoopedElement,
    private readonly makeContext: () => MixingContext | null,
  ) {}

  /** @returns The element itself where there is no Web Audio. */
  open(url: string): LoopedElement {
    const element = this.makeElement(url);
    this.#context ??= this.makeContext();
    const context = this.#context;
    if (context === null) return element;
    return new MixedSound(element, context, (change) => {
      this.#playing += change;
      void (this.#playing > 0 ? context.resume() : context.suspend()).catch(() => {});
    });
  }
}

class MixedSound implements LoopedElement {
  readonly #line: ReturnType<MixingContext["connect"]>;
  #volume = 1;
  #isOn = false;
  #isConnected = true;
  /** Whether it was louder than nothing since it began to play. */
  #wasHeard = false;
  #ending: ReturnType<typeof setTimeout> | null = null;

  constructor(
    private readonly element: MixedElement,
    private readonly context: MixingContext,
    private readonly onPlaying: (change: 1 | -1) => void,
  ) {
    this.#line = context.connect(element);
  }

  get volume(): number {
    return this.#volume;
  }

  set volume(volume: number) {
    this.#volume = volume;
    if (this.#isOn) this.#glideTo(volume);
    // Nothing is heard that could click.
    else if (this.#ending === null) this.#line.gain.value = volume;
  }

  get loop(): boolean {
    return this.element.loop;
  }

  set loop(loop: boolean) {
    this.element.loop = loop;
  }

  get currentTime(): number {
    return this.element.currentTime;
  }

  get duration(): number {
    return this.element.duration;
  }

  get paused(): boolean {
    return !this.#isOn || this.element.paused;
  }

  async play(): Promise<void> {
    if (!this.#isOn) {
      this.#isOn = true;
      if (this.#ending === null) this.onPlaying(1);
      else clearTimeout(this.#ending);
      this.#ending = null;
      if (!this.#isConnected) this.#line.reconnect();
      this.#isConnected = true;
      this.#glideTo(this.#volume);
    } else void this.context.resume().catch(() => {});
    await this.element.play();
  }

  pause(): void {
    if (!this.#isOn) return;
    this.#isOn = false;
    this.#glideTo(0);
    if (this.#wasHeard) this.#ending = setTimeout(() => this.#end(), ENDING_MS);
    else this.#end();
  }

  #end(): void {
    this.#ending = null;
    this.#wasHeard = false;
    this.element.pause();
    // A browser keeps what is connected.
    this.#line.disconnect();
    this.#isConnected = false;
    this.onPlaying(-1);
  }

  #glideTo(volume: number): void {
    if (volume > 0) this.#wasHeard = true;
    this.#line.gain.setTargetAtTime(volume, this.context.currentTime, GLIDE_S);
  }
}

/** The mixer of this page. */
export function pageMixer(): Mixer {
  return new Mixer((url) => new Audio(url), pageContext);
}

function pageContext(): MixingContext | null {
  if (typeof AudioContext === "undefined") return null;
  const context = new AudioContext({ latencyHint: "playback" });
  return {
    get currentTime() {
      return context.currentTime;
    },
    resume: () => context.resume(),
    suspend: () => context.suspend(),
    connect(element) {
      const source = context.createMediaElementSource(element as HTMLAudioElement);
      const gain = context.createGain();
      source.connect(gain).connect(context.destination);
      return {
        gain: gain.gain,
        disconnect: () => gain.disconnect(),
        reconnect: () => void gain.connect(context.destination),
      };
    },
  };
}
