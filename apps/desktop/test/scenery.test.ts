import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { MusicPlayer, type Sound } from "../src/client/screens/story/music-player.js";
import { pieceOf, plateOf } from "../src/client/screens/story/scenery.js";

const asset = (id: string, kind: "image" | "audio", alt: string, more: object = {}) => ({
  id,
  kind,
  mediaType: kind === "image" ? "image/png" : "audio/ogg",
  alt,
  origin: "campaign" as const,
  madeBy: null,
  people: [],
  scene: null,
  turnId: null,
  missing: false,
  showable: true,
  url: `/files/${id}`,
  ...more,
});
const MUSIC = [
  asset("music/voices/odile.wav", "audio", "odile"),
  asset("music/ambient/scale_room.ogg", "audio", "scale room"),
  asset("music/ambient/deep_drip.wav", "audio", "deep drip"),
  asset("music/tension/no_pumps.mp3", "audio", "no pumps"),
];
const scene = (location: string, sceneType: "quiet" | "danger" = "quiet", assets: readonly object[] = []) => ({
  location,
  sceneType,
  assets: assets as never[],
});

describe("what is seen and heard of a scene", () => {
  it("[DT270] has the campaign's picture of the place, unless the scene brings one of its own", () => {
    const pictures = [asset("art/locations/salt-square.jpg", "image", "salt square")];
    expect(plateOf(scene("The Salt Square"), pictures)?.url).toBe("/files/art/locations/salt-square.jpg");
    expect(plateOf(scene("The Weigh House"), pictures)).toBeNull();
    expect(plateOf(scene("The Salt Square", "quiet", [{ kind: "background" }]), pictures)).toBeNull();
    const ofSomebody = [asset("art/characters/salt-square.jpg", "image", "salt square", { people: ["odile"] })];
    expect(plateOf(scene("The Salt Square"), ofSomebody)).toBeNull();
  });

  it("[DT271] has music that a skill made for it, else the campaign's for the place, else for its kind; never voices", () => {
    expect(pieceOf(scene("The Scale Room"), MUSIC)?.words).toBe("scale room");
    expect(pieceOf(scene("The Deep Drip", "danger"), MUSIC)?.words).toBe("deep drip");
    expect(pieceOf(scene("The Weigh House"), MUSIC)?.words).toBe("scale room");
    expect(pieceOf(scene("The Weigh House", "danger"), MUSIC)?.words).toBe("no pumps");
    expect(pieceOf(scene("The Weigh House"), MUSIC.slice(0, 1))).toBeNull();
    const made = { kind: "audio", mediaType: "audio/mpeg", url: "/files/made", alt: null, caption: "Rain" };
    expect(pieceOf(scene("The Scale Room", "quiet", [made]), MUSIC)).toEqual({ url: "/files/made", words: "Rain" });
  });
});

describe("the music player", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it("[DT272] lets one piece fade out while the next fades in, and keeps to the volume", () => {
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
    vi.advanceTimersByTime(300);
    expect(opened[0]?.volume).toBeGreaterThan(0.1);
    expect(opened[0]?.volume).toBeLessThan(0.5);
    vi.advanceTimersByTime(2000);
    expect(opened[0]?.volume).toBe(0.5);
    player.play("b");
    vi.advanceTimersByTime(300);
    expect(opened.map(({ plays }) => plays)).toEqual([true, true]);
    expect(opened[0]?.volume).toBeLessThan(0.5);
    vi.advanceTimersByTime(2000);
    expect(opened.map(({ plays, volume }) => [plays, volume])).toEqual([
      [false, 0],
      [true, 0.5],
    ]);
    player.play(null);
    vi.advanceTimersByTime(2000);
    expect(opened[1]?.plays).toBe(false);
    expect(vi.getTimerCount()).toBe(0);
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
