// SPEC.md EN1804 to EN1811: which picture, music and portraits a scene has. Three campaigns, each of an author's own habits.
import { describe, expect, it } from "vitest";
import type { SceneStage } from "@narratoria/protocol/contracts";
import type { SceneToStage } from "../src/stage/stage-director.js";
import { PLAYS_SCENES, RESTS_SCENES } from "../src/stage/direct-stage.js";
import {
  type DressedCampaign,
  dressed,
  dressedBefore,
  PNG,
  removeAfterwards,
  sceneAt,
  WAV,
} from "./support/dressed-campaign.js";

const FOUND_ROPE = {
  id: "beat_001",
  title: "The Rope",
  description: "You find a rope at the mill.",
  priority: "high",
};

removeAfterwards();

const BROKEN = Buffer.concat([PNG.subarray(0, 40), Buffer.alloc(20), PNG.subarray(60)]);

/** A scene, and the files it should have. */
type Case = readonly [place: string, more: Partial<SceneToStage>, background: string | null, music: string | null];

async function shown(campaign: DressedCampaign, place: string, more: Partial<SceneToStage>): Promise<SceneStage> {
  return campaign.director.stage(sceneAt(campaign.place(place), more), null);
}

const files = ({ background, music }: SceneStage) => [background?.asset ?? null, music?.asset ?? null];

describe("files named after places and people", () => {
  const harrow = dressedBefore({
    "art/locations/old-mill-day.png": PNG,
    "art/locations/old-mill-night.png": PNG,
    "art/locations/mill-pond.png": PNG,
    "art/locations/ferry_stage.png": PNG,
    "art/locations/chapel.png": BROKEN,
    "art/locations/chapel-2.png": PNG,
    "art/locations/gull-in-the-rain.png": PNG,
    "art/mill-burning.png": PNG,
    "art/scenes/nesa-at-the-pond.png": PNG,
    "art/characters/nesa.png": PNG,
    "art/characters/odo.png": BROKEN,
    "art/cover.png": PNG,
    "music/ambient/old_mill.wav": WAV,
    "music/ambient/quiet.wav": WAV,
    "music/combat/drums.wav": WAV,
    "music/nesas_theme.wav": WAV,
    "music/01.wav": WAV,
  });

  const cases: readonly Case[] = [
    ["The Old Mill", { hour: 10 }, "art/locations/old-mill-day.png", "music/ambient/old_mill.wav"],
    ["The Old Mill", { hour: 23 }, "art/locations/old-mill-night.png", "music/ambient/old_mill.wav"],
    ["The Mill Pond", {}, "art/locations/mill-pond.png", "music/ambient/quiet.wav"],
    ["The Mill Pond", { people: ["nesa"] }, "art/scenes/nesa-at-the-pond.png", "music/nesas_theme.wav"],
    ["The Drowned Ferry Stage", { people: ["odo"] }, "art/locations/ferry_stage.png", "music/ambient/quiet.wav"],
    ["The Drowned Ferry Stage", { sceneType: "danger" }, "art/locations/ferry_stage.png", "music/combat/drums.wav"],
    ["The Chapel", {}, "art/locations/chapel-2.png", "music/ambient/quiet.wav"],
    ["The Gull", {}, null, "music/ambient/quiet.wav"],
    ["The Gull", { weather: "light rain" }, "art/locations/gull-in-the-rain.png", "music/ambient/quiet.wav"],
  ];
  it.each(cases)("[EN1805] stages %s %j with %s and %s", async (place, more, background, music) => {
    expect(files(await shown(harrow(), place, more))).toEqual([background, music]);
  });

  it("[EN1811] shows the portraits of those who are there, and none that is broken", async () => {
    const { portraits } = await shown(harrow(), "The Old Mill", { people: ["nesa", "odo"] });
    expect(portraits).toEqual([
      {
        person: "nesa",
        name: "Nesa Brosi",
        picture: { asset: "art/characters/nesa.png", alt: "Portrait of Nesa Brosi, the wheelwright", by: "people" },
      },
      { person: "odo", name: "Odo Marsh", picture: null },
    ]);
  });

  it("[EN1804] says why in plain sentences", async () => {
    expect((await shown(harrow(), "The Gull", {})).why).toEqual([
      "Background: none, as no picture fits.",
      "Music: music/ambient/quiet.wav, as its words fit the mood (calm).",
    ]);
  });
});

describe("files by number, with keywords and links in beats", () => {
  const harrow = dressedBefore({
    "art/p01.png": PNG,
    "art/p01.png.keywords.txt": "The Gull\nnight\n",
    "art/p02.png": PNG,
    "art/p02.png.keywords.txt": "The Drowned Ferry Stage\nmud\nropes\n",
    "art/p03.png": PNG,
    "art/p03.png.keywords.txt": "Odo Marsh\nThe Drowned Ferry Stage\n",
    "art/p04.png": PNG,
    "art/p05.png": PNG,
    "music/m1.wav": WAV,
    "music/m1.wav.keywords.txt": "rain\nslates\n",
    "music/m2.wav": WAV,
    "music/m2.wav.keywords.txt": "dread\n",
    "music/m3.wav": WAV,
    "plot/beats.json": JSON.stringify({
      beats: [
        {
          ...FOUND_ROPE,
          background: "art/p04.png",
          music: "music/m3.wav",
        },
      ],
    }),
  });

  const beat = { beat: "beat_001", background: "art/p04.png", music: "music/m3.wav" };
  const cases: readonly Case[] = [
    ["The Gull", { hour: 22 }, "art/p01.png", null],
    ["The Gull", { hour: 12 }, null, null],
    ["The Gull", { hour: 22, weather: "rain" }, "art/p01.png", "music/m1.wav"],
    ["The Drowned Ferry Stage", {}, "art/p02.png", null],
    ["The Drowned Ferry Stage", { people: ["odo"] }, "art/p03.png", null],
    ["The Old Mill", beat, "art/p04.png", "music/m3.wav"],
    ["The Old Mill", {}, null, null],
    ["The Chapel", { mood: "Foreboding" }, null, "music/m2.wav"],
  ];
  it.each(cases)("[EN1806] stages %s %j with %s and %s", async (place, more, background, music) => {
    expect(files(await shown(harrow(), place, more))).toEqual([background, music]);
  });

  it("[EN1804] takes a skill's picture and sound for the scene after the beat's own", async () => {
    const made = (kind: string, mediaType: string, checksum: string) => ({
      assetId: "drawn-weir",
      kind,
      mediaType,
      path: "x",
      toolId: "painter-paint",
      sizeBytes: 3,
      checksum,
      format: kind === "background" ? ("png" as const) : ("ogg" as const),
    });
    const both = [made("background", "image/png", "sha256:1"), made("music", "audio/ogg", "sha256:2")];
    const stage = await shown(harrow(), "The Drowned Ferry Stage", { made: both });
    expect(stage.background).toEqual({
      asset: "sha256:1",
      alt: "drawn weir",
      by: "skill",
      generated: { model: "painter-paint", date: "" },
    });
    expect(stage.music).toMatchObject({ asset: "sha256:2", since: 4 });
    expect(files(await shown(harrow(), "The Old Mill", { ...beat, made: both }))).toEqual([
      "art/p04.png",
      "music/m3.wav",
    ]);
  });
});

describe("files that no name links", () => {
  const harrow = dressedBefore({
    "art/tavern.png": PNG,
    "art/inn-by-night.png": PNG,
    "art/forest.png": PNG,
    "art/harbour.png": PNG,
    "art/bell.png": PNG,
    "art/church.png": PNG,
    "music/thunderstorm.wav": WAV,
    "music/farewell.wav": WAV,
    "music/forest birds.wav": WAV,
  });

  const cases: readonly Case[] = [
    ["The Gull", {}, "art/tavern.png", null],
    ["The Gull", { hour: 23, weather: "a storm" }, "art/inn-by-night.png", "music/thunderstorm.wav"],
    ["The Chapel", { mood: "Solemn, then sad" }, "art/church.png", "music/farewell.wav"],
    ["The Mill Pond", {}, null, null],
    ["The Drowned Ferry Stage", {}, null, null],
  ];
  it.each(cases)("[EN1807] stages %s %j with %s and %s", async (place, more, background, music) => {
    expect(files(await shown(harrow(), place, more))).toEqual([background, music]);
  });
});

it("[EN1814] gives a scene the same stage each time, and its background the same before it is told", async () => {
  const { director, place } = await dressed({ "art/tavern.png": PNG, "art/inn.png": PNG, "music/quiet.wav": WAV });
  const gull = sceneAt(place("The Gull"));
  const stage = await director.stage(gull, null);
  expect(await director.stage(gull, null)).toEqual(stage);
  expect(await director.background(gull)).toEqual(stage.background);
});

describe("music over scenes", () => {
  const harrow = dressedBefore({
    "music/old-mill.wav": WAV,
    "music/chapel.wav": WAV,
    "music/danger.wav": WAV,
    "music/beat.wav": WAV,
    "plot/beats.json": JSON.stringify({
      beats: [
        {
          ...FOUND_ROPE,
          music: "music/beat.wav",
        },
      ],
    }),
  });

  async function heard(scenes: readonly (readonly [place: string, more: Partial<SceneToStage>])[]) {
    const all: (readonly [string | null, number | null])[] = [];
    let before: SceneStage | null = null;
    for (const [scene, [place, more]] of scenes.entries()) {
      before = await harrow().director.stage(sceneAt(harrow().place(place), { ...more, scene }), before);
      all.push([before.music?.asset ?? null, before.music?.since ?? null]);
    }
    return all;
  }

  it("[EN1808] changes with place and mood, and silence follows where nothing fits", async () => {
    expect(
      await heard([
        ["The Old Mill", {}],
        ["The Old Mill", { sceneType: "dialogue" }],
        ["The Chapel", {}],
        ["The Gull", {}],
        ["The Gull", { sceneType: "danger" }],
        ["The Old Mill", {}],
      ]),
    ).toEqual([
      ["music/old-mill.wav", 0],
      ["music/old-mill.wav", 0],
      ["music/chapel.wav", 2],
      [null, null],
      ["music/danger.wav", 4],
      ["music/old-mill.wav", 5],
    ]);
  });

  it("[EN1809] lets a beat's piece play on while place and mood are the same", async () => {
    const quiet = { mood: "quiet" };
    const beat = { beat: "beat_001", music: "music/beat.wav", ...quiet };
    expect(
      await heard([
        ["The Gull", quiet],
        ["The Gull", beat],
        ["The Gull", {}],
        ["The Chapel", {}],
      ]),
    ).toEqual([
      [null, null],
      ["music/beat.wav", 1],
      ["music/beat.wav", 1],
      ["music/chapel.wav", 3],
    ]);
  });

  it("[EN1810] rests after some scenes and begins anew after the rest", async () => {
    const scenes = Array.from({ length: PLAYS_SCENES + RESTS_SCENES + 2 }, () => ["The Old Mill", {}] as const);
    const all = await heard(scenes);
    const plays = Array.from({ length: PLAYS_SCENES }, () => ["music/old-mill.wav", 0]);
    const rests = Array.from({ length: RESTS_SCENES }, () => [null, null]);
    const since = PLAYS_SCENES + RESTS_SCENES;
    expect(all).toEqual([...plays, ...rests, ["music/old-mill.wav", since], ["music/old-mill.wav", since]]);
  });
});
