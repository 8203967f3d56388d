// SPEC.md DT318: a piece that begins anew.
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { type LoopedElement, SeamlessLoop } from "../src/client/screens/story/seamless-loop.js";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** An element that plays as long as the clock of the test goes on. */
class Element implements LoopedElement {
  volume = 1;
  loop = false;
  paused = true;
  #begun = 0;
  constructor(readonly duration: number) {}
  get currentTime(): number {
    const played = this.paused ? 0 : (Date.now() - this.#begun) / 1000;
    return this.loop ? played % this.duration : Math.min(played, this.duration);
  }
  async play(): Promise<void> {
    this.paused = false;
    this.#begun = Date.now();
  }
  pause(): void {
    this.paused = true;
  }
}

const loopOf = (duration: number) => {
  const made: Element[] = [];
  const loop = new SeamlessLoop(() => {
    const element = new Element(duration);
    made.push(element);
    return element;
  });
  return { loop, made };
};

it("[DT318] fades the end of a piece into its beginning, as loud together, again and again", async () => {
  const { loop, made } = loopOf(60);
  loop.volume = 0.5;
  await loop.play();
  const loudness: number[] = [];
  for (let ms = 0; ms < 200_000; ms += 10) {
    await vi.advanceTimersByTimeAsync(10);
    loudness.push(made.reduce((sum, { paused, volume }) => sum + (paused ? 0 : volume ** 2), 0));
  }
  expect(Math.min(...loudness)).toBeCloseTo(0.25, 2);
  expect(Math.max(...loudness)).toBeCloseTo(0.25, 2);
  expect(made).toHaveLength(4);
  expect(made.filter(({ paused }) => !paused)).toHaveLength(1);
  loop.pause();
  expect(made.every(({ paused }) => paused)).toBe(true);
  expect(vi.getTimerCount()).toBe(0);
});

it("[DT318] keeps to a volume that is changed while both are heard", async () => {
  const { loop, made } = loopOf(60);
  await loop.play();
  await vi.advanceTimersByTimeAsync(59_750);
  loop.volume = 0.2;
  const [end, beginning] = made;
  expect((end?.volume ?? 0) ** 2 + (beginning?.volume ?? 0) ** 2).toBeCloseTo(0.04, 5);
  expect(beginning?.volume).toBeGreaterThan(0.05);
});

it("[DT318] leaves a piece alone that is too short for it, and one of unknown length", async () => {
  for (const duration of [2, Number.NaN]) {
    const { loop, made } = loopOf(duration);
    await loop.play();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(made).toMatchObject([{ loop: true, paused: false, volume: 1 }]);
    loop.pause();
  }
});

it("[DT318] says that the browser holds it back", async () => {
  const loop = new SeamlessLoop(() =>
    Object.assign(new Element(60), { play: () => Promise.reject(new Error("NotAllowed")) }),
  );
  await expect(loop.play()).rejects.toThrow("NotAllowed");
  expect(vi.getTimerCount()).toBe(0);
});

it("[DT318] stays silent where it is ended while it begins", async () => {
  const { loop, made } = loopOf(60);
  const beginning = loop.play();
  loop.pause();
  await beginning;
  expect(made).toMatchObject([{ paused: true }]);
  expect(vi.getTimerCount()).toBe(0);
});
