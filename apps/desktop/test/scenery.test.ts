import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { MusicPlayer, type Sound } from "../src/client/screens/story/music-player.js";
import {
  flyingLine,
  madeByWords,
  musicLines,
  pieceOf,
  plateOf,
  portraitOf,
} from "../src/client/screens/story/scenery.js";
import { flyingScene } from "../src/client/screens/story/shown-scene.js";
import { countSpoken, isSpeaking } from "../src/client/screens/story/spoken.js";
import { beginTurn, withEvent } from "../src/client/story/turn-now.js";
import type { LinkedScene } from "../src/server/linked-files.js";

const picture = (asset: string) => ({ asset, alt: `what ${asset} shows`, url: `/files/${asset}` });
const scene = (location: string, background: string | null, more: Partial<LinkedScene> = {}): LinkedScene => ({
  type: "scene",
  scene: 1,
  turnId: "t1",
  title: "A Mill",
  sceneType: "travel",
  narrator: "storybook",
  time: "First evening",
  paragraphs: [],
  choices: [],
  present: [],
  ended: false,
  location,
  assets: [],
  stage: { background: background === null ? null : picture(background), music: null, portraits: [] },
  ...more,
});

describe("what is seen and heard of a scene", () => {
  it("[DT270] has the stage's picture where it comes to a place or looks otherwise, and never twice", () => {
    const mill = scene("The Mill", "mill.png");
    expect(plateOf(mill, undefined)).toEqual(picture("mill.png"));
    expect(plateOf(mill, mill)).toBeNull();
    expect(plateOf(scene("The Mill", "mill-night.png"), mill)).toEqual(picture("mill-night.png"));
    expect(plateOf(mill, scene("The Ferry", "mill.png"))).toEqual(picture("mill.png"));
    expect(plateOf(scene("The Mill", null), undefined)).toBeNull();
    const drawn = { assetId: "weir.png", kind: "background", mediaType: "image/png", sizeBytes: 1, toolId: "t" };
    const assets = [{ ...drawn, checksum: "sha256:1", url: "/files/weir.png", alt: null, caption: null }];
    expect(plateOf(scene("The Mill", "mill.png", { assets }), undefined)).toBeNull();
    expect(plateOf(scene("The Mill", null, { stage: null }), undefined)).toBeNull();
  });

  it("[DT271] has the stage's music, and silence where there is none", () => {
    const stage = { background: null, music: picture("rain.ogg"), portraits: [] };
    expect(pieceOf({ stage })).toEqual({ url: "/files/rain.ogg", words: "what rain.ogg shows" });
    expect(pieceOf({ stage: { ...stage, music: null } })).toBeNull();
    expect(pieceOf({ stage: null })).toBeNull();
  });

  it("[DT5812] has a line about music from the first scene with some, which names a piece where it begins", () => {
    const heard = (music: string | null) => ({
      stage: { background: null, music: music === null ? null : picture(music), portraits: [] },
    });
    const lines = musicLines([heard(null), heard("rain"), heard("rain"), heard(null), heard("rain"), heard("wind")]);
    expect(lines).toEqual([
      null,
      { words: "what rain shows", begins: true },
      { words: "what rain shows", begins: false },
      { words: null, begins: false },
      { words: "what rain shows", begins: true },
      { words: "what wind shows", begins: true },
    ]);
    expect(flyingLine(lines[5])).toEqual({ words: "what wind shows", begins: false });
    expect(flyingLine(lines[0])).toBeNull();
    expect(musicLines([heard(null)])).toEqual([null]);
  });

  it("[DT310] has the picture of the scene in flight before its prose, and the same when it is finished", () => {
    const before = scene("The Ferry", "ferry.png");
    const begun = beginTurn({ turn: "t2", at: 1 });
    expect(plateOf(flyingScene(begun, before), before)).toBeNull();
    const heading = { location: "The Mill", time: "First night" };
    const told = { type: "progress" as const, stage: "writing" as const, heading, background: picture("mill.png") };
    const headed = withEvent(begun, { ...told, turn: "t2", seq: 2, at: 2 });
    expect(plateOf(flyingScene(headed, before), before)).toEqual(plateOf(scene("The Mill", "mill.png"), before));
  });

  it("[DT312] says who made a picture that no person made", () => {
    expect(madeByWords({})).toBeNull();
    expect(madeByWords({ generated: { model: "a-model", date: "2026-01-01T00:00:00Z" } })).toBe(
      "Made by a machine: a-model, 1 January 2026",
    );
    expect(madeByWords({ generated: { model: "paint", date: "" } })).toBe("Made by a machine: paint");
  });

  it("[DT314] has the campaign's own portrait beside a speaker, else one that was drawn", () => {
    const drawn = [{ person: "odo", source: "local", url: "/files/drawn" }];
    expect(portraitOf("odo", [{ person: "odo", picture: picture("odo.png") }], drawn)).toEqual(picture("odo.png"));
    expect(portraitOf("odo", [{ person: "odo", picture: null }], drawn)).toEqual(drawn[0]);
    expect(portraitOf("nesa", [], drawn)).toBeUndefined();
    // [DT316] The player's own comes before either.
    const own = { person: "odo", source: "player", url: "/files/own" };
    expect(portraitOf("odo", [{ person: "odo", picture: picture("odo.png") }], [own])).toEqual(own);
  });

  it("[DT311] counts the lines that are being read, and none that was cancelled before it began", () => {
    const line = (): EventTarget => new EventTarget();
    const [first, second] = [line(), line()];
    for (const one of [first, second]) countSpoken(one);
    expect(isSpeaking()).toBe(false);
    first.dispatchEvent(new Event("start"));
    expect(isSpeaking()).toBe(true);
    first.dispatchEvent(new Event("end"));
    second.dispatchEvent(new Event("error"));
    expect(isSpeaking()).toBe(false);
  });
});

describe("the music player", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it("[DT272] lets one piece fade out while the next fades in, and keeps to the volume", async () => {
    const opened: (Sound & { readonly url: string; plays: boolean })[] = [];
    const player = new MusicPlayer((url) => {
      const sound = {
        url,
        volume: 1,
        loop: false,
        plays: false,
        play: async () => void (sound.plays = true),
        pause: () => void (sound.plays = false),
      };
      opened.push(sound);
      return sound;
    });
    player.setVolume(0.5);
    player.play("a");
    player.play("a");
    expect(opened).toHaveLength(1);
    expect(opened[0]).toMatchObject({ volume: 0, loop: true, plays: true });
    await vi.advanceTimersByTimeAsync(300);
    expect(opened[0]?.volume).toBeGreaterThan(0.1);
    expect(opened[0]?.volume).toBeLessThan(0.5);
    await vi.advanceTimersByTimeAsync(2000);
    expect(opened[0]?.volume).toBe(0.5);
    player.play("b");
    await vi.advanceTimersByTimeAsync(300);
    expect(opened.map(({ plays }) => plays)).toEqual([true, true]);
    expect(opened[0]?.volume).toBeLessThan(0.5);
    await vi.advanceTimersByTimeAsync(2000);
    expect(opened.map(({ plays, volume }) => [plays, volume])).toEqual([
      [false, 0],
      [true, 0.5],
    ]);
    player.play(null);
    await vi.advanceTimersByTimeAsync(2000);
    expect(opened[1]?.plays).toBe(false);
    expect(vi.getTimerCount()).toBe(0);
  });

  it("[DT5813] keeps what is heard until the next piece has come, for five seconds at most", async () => {
    const opened: (Sound & { arrive: () => void; plays: boolean })[] = [];
    const player = new MusicPlayer(() => {
      const sound = {
        volume: 1,
        loop: false,
        plays: true,
        arrive: () => {},
        play: () => new Promise<void>((resolve) => void (sound.arrive = resolve)),
        pause: () => void (sound.plays = false),
      };
      opened.push(sound);
      return sound;
    });
    player.play("a");
    opened[0]?.arrive();
    await vi.advanceTimersByTimeAsync(2000);
    player.play("b");
    await vi.advanceTimersByTimeAsync(3000);
    expect(opened.map(({ volume }) => volume)).toEqual([1, 0]);
    opened[1]?.arrive();
    await vi.advanceTimersByTimeAsync(2000);
    expect(opened.map(({ volume, plays }) => [volume, plays])).toEqual([
      [0, false],
      [1, true],
    ]);
    player.play("c");
    await vi.advanceTimersByTimeAsync(4900);
    expect(opened[1]?.volume).toBe(1);
    await vi.advanceTimersByTimeAsync(2500);
    expect(opened[1]).toMatchObject({ volume: 0, plays: false });
    player.stop();
    await vi.advanceTimersByTimeAsync(5000);
    expect(vi.getTimerCount()).toBe(0);
  });

  it("[DT5811] goes on with a piece that comes back while it is still heard", async () => {
    const opened: (Sound & { plays: boolean })[] = [];
    const player = new MusicPlayer(() => {
      const sound = {
        volume: 1,
        loop: false,
        plays: false,
        play: async () => void (sound.plays = true),
        pause: () => void (sound.plays = false),
      };
      opened.push(sound);
      return sound;
    });
    player.play("a");
    await vi.advanceTimersByTimeAsync(2000);
    player.play("b");
    await vi.advanceTimersByTimeAsync(500);
    player.play("a");
    await vi.advanceTimersByTimeAsync(2000);
    expect(opened.map(({ plays, volume }) => [plays, volume])).toEqual([
      [true, 1],
      [false, 0],
    ]);
    player.play(null);
    await vi.advanceTimersByTimeAsync(500);
    player.play("a");
    await vi.advanceTimersByTimeAsync(2000);
    expect(opened).toHaveLength(2);
    expect(opened[0]).toMatchObject({ plays: true, volume: 1 });
  });

  it("[DT272] plays what the browser held back once the player has pressed something", async () => {
    let again = (): void => {};
    let tries = 0;
    const play = (): Promise<void> =>
      ++tries === 1 ? Promise.reject(new Error("NotAllowedError")) : Promise.resolve();
    const player = new MusicPlayer(
      () => ({ volume: 0, loop: false, play, pause() {} }),
      (next) => void (again = next),
    );
    player.play("a");
    await Promise.resolve();
    await Promise.resolve();
    again();
    expect(tries).toBe(2);
    player.stop();
    again();
    expect(tries).toBe(2);
  });
});
