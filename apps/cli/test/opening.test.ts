import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { openingWords, whileListing, whileOpening } from "../src/opening.js";
import { fakeTerminal } from "./fake-terminal.js";

beforeEach(() => void vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "performance"] }));
afterEach(() => void vi.useRealTimers());

describe("a campaign that takes long to open", () => {
  it("[CL500] is told of from the first second on, and not before", async () => {
    const { terminal, err } = fakeTerminal();
    const opened = await whileOpening(terminal, async ({ onProgress }) => {
      onProgress?.({ stage: "files", files: 412, of: 1000 });
      await vi.advanceTimersByTimeAsync(900);
      expect(err()).toBe("");
      await vi.advanceTimersByTimeAsync(200);
      expect(err()).toBe("Reading the campaign: 412 of 1,000 files ...\n");
      return "opened";
    });
    expect(opened).toBe("opened");
    await vi.advanceTimersByTimeAsync(60_000);
    expect(err().split("\n").length).toBe(2);
  });

  it("[CL500] is told of only where it is long, however slow the machine", async () => {
    const { terminal, err } = fakeTerminal();
    await whileOpening(terminal, async ({ onProgress }) => {
      onProgress?.({ stage: "files", files: 12, of: 70 });
      await vi.advanceTimersByTimeAsync(9_000);
      onProgress?.({ stage: "meaning", letters: 250_000 });
      await vi.advanceTimersByTimeAsync(9_000);
      expect(err()).toBe("");
      onProgress?.({ stage: "meaning", letters: 400_000 });
      await vi.advanceTimersByTimeAsync(900);
      expect(err()).toContain("Working out");
    });
  });

  it("[CL500] says which part of it takes so long", () => {
    expect(openingWords({ stage: "files", files: 3, of: 60 })).toBe("Reading the campaign: 3 of 60 files ...");
    expect(openingWords({ stage: "meaning", letters: 1 })).toBe("Working out who and what the campaign is about ...");
  });

  it("[CL501] ends by Ctrl-C without an error; any other fault is told", async () => {
    const { terminal } = fakeTerminal();
    const stop = new AbortController();
    const stopped = whileOpening({ ...terminal, signal: stop.signal }, async ({ signal }) => {
      stop.abort();
      signal?.throwIfAborted();
      return "opened";
    });
    expect(await stopped).toBeNull();
    await expect(whileOpening(terminal, () => Promise.reject(new Error("broken")))).rejects.toThrow("broken");
  });
});

it("[CL833] a shelf that takes long to read is told of from the first second on, and Ctrl-C ends it", async () => {
  const { terminal, err } = fakeTerminal();
  const stop = new AbortController();
  const listed = whileListing({ ...terminal, signal: stop.signal }, async ({ onProgress, signal }) => {
    onProgress?.({ read: 12, of: 40 });
    await vi.advanceTimersByTimeAsync(900);
    expect(err()).toBe("");
    await vi.advanceTimersByTimeAsync(200);
    expect(err()).toBe("Reading the campaigns: 12 of 40 ...\n");
    stop.abort();
    signal?.throwIfAborted();
    return "listed";
  });
  expect(await listed).toBeNull();
});
