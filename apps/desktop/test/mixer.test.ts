// SPEC.md DT5810: loudness changes without clicks.
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { type MixedElement, Mixer, type MixingContext } from "../src/client/screens/story/mixer.js";
import type { LoopedElement } from "../src/client/screens/story/seamless-loop.js";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

class Element {
  volume = 1;
  loop = false;
  paused = true;
  currentTime = 3;
  duration = 60;
  async play(): Promise<void> {
    this.paused = false;
  }
  pause(): void {
    this.paused = true;
  }
}

/** A context whose gains follow their targets as Web Audio has it. */
function made() {
  const states: string[] = [];
  const elements: Element[] = [];
  const gains: {
    value: number;
    connected: boolean;
    glides: { target: number; from: number; at: number; tau: number } | null;
  }[] = [];
  const now = () => Date.now() / 1000;
  const context: MixingContext = {
    get currentTime() {
      return now();
    },
    resume: async () => void states.push("runs"),
    suspend: async () => void states.push("rests"),
    connect() {
      const line = { value: 1, connected: true, glides: null as (typeof gains)[number]["glides"] };
      gains.push(line);
      return {
        gain: {
          get value() {
            return heard(line);
          },
          set value(value) {
            line.value = value;
            line.glides = null;
          },
          setTargetAtTime(target, at, tau) {
            line.glides = { target, from: heard(line), at, tau };
          },
        },
        disconnect: () => void (line.connected = false),
        reconnect: () => void (line.connected = true),
      };
    },
  };
  const heard = ({ value, glides }: (typeof gains)[number]): number =>
    glides === null
      ? value
      : glides.target + (glides.from - glides.target) * Math.exp(-(now() - glides.at) / glides.tau);
  const makeElement = (): MixedElement & LoopedElement => {
    const element = new Element();
    elements.push(element);
    return element as unknown as MixedElement & LoopedElement;
  };
  return { mixer: new Mixer(makeElement, () => context), elements, gains, states, heard, makeElement };
}

it("[DT5810] glides to another volume, and is silent before its element is paused", async () => {
  const { mixer, elements, gains, heard } = made();
  const sound = mixer.open("a");
  sound.volume = 0;
  await sound.play();
  const [line] = gains;
  const [element] = elements;
  if (!line || !element) throw new Error("Nothing was opened.");
  const jumps: number[] = [];
  let last = heard(line);
  const pass = (ms: number): void => {
    for (let at = 0; at < ms; at++) {
      vi.advanceTimersByTime(1);
      jumps.push(Math.abs(heard(line) - last));
      last = heard(line);
    }
  };
  for (let volume = 0; volume <= 1; volume += 1 / 30) {
    sound.volume = volume;
    pass(50);
  }
  expect(heard(line)).toBeGreaterThan(0.95);
  sound.pause();
  expect(sound.paused).toBe(true);
  expect(element.paused).toBe(false);
  pass(60);
  expect(heard(line)).toBeLessThan(0.01);
  pass(40);
  expect(element.paused).toBe(true);
  expect(line.connected).toBe(false);
  // At 48,000 samples a second, a tenth in a millisecond is no click.
  expect(Math.max(...jumps)).toBeLessThan(0.1);
});

it("[DT5810] goes on with a sound that is played again before it is silent", async () => {
  const { mixer, elements, gains, states, heard } = made();
  const sound = mixer.open("a");
  sound.volume = 0.5;
  await sound.play();
  sound.pause();
  vi.advanceTimersByTime(20);
  await sound.play();
  vi.advanceTimersByTime(500);
  expect(elements[0]?.paused).toBe(false);
  expect(gains[0] && heard(gains[0])).toBeCloseTo(0.5);
  sound.pause();
  vi.advanceTimersByTime(500);
  await sound.play();
  expect(gains[0]?.connected).toBe(true);
  expect(states).toEqual(["runs", "rests", "runs"]);
});

it("[DT5810] pauses a sound at once that was never heard", async () => {
  const { mixer, elements } = made();
  const sound = mixer.open("a");
  sound.volume = 0;
  await sound.play();
  sound.pause();
  expect(elements[0]?.paused).toBe(true);
  expect(vi.getTimerCount()).toBe(0);
});

it("[DT5810] lets the context rest when the last of several sounds is over", async () => {
  const { mixer, states } = made();
  const [one, other] = [mixer.open("a"), mixer.open("b")];
  await one.play();
  await other.play();
  one.pause();
  vi.advanceTimersByTime(500);
  expect(states).not.toContain("rests");
  other.pause();
  vi.advanceTimersByTime(500);
  expect(states.at(-1)).toBe("rests");
});

it("[DT5810] takes the element itself where there is no Web Audio", () => {
  const { makeElement, elements } = made();
  const mixer = new Mixer(makeElement, () => null);
  expect(mixer.open("a")).toBe(elements[0]);
});
