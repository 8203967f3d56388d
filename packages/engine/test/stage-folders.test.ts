// SPEC.md EN5815 to EN5817: folders that hold everything, tokens, and words of every house.
import { describe, expect, it } from "vitest";
import { dressedBefore, PNG, removeAfterwards, sceneAt, WAV } from "./support/dressed-campaign.js";

removeAfterwards();

describe("files that all lie in one folder", () => {
  const harrow = dressedBefore({
    "lore/places/the-bakehouse.md": "# The Bakehouse\n\nThe bakehouse has an oven of brick. The oven is never cold.\n",
    "art/album/mill pond.png": PNG,
    "art/album/chapel.png": PNG,
    "art/album/people/nesa.png": PNG,
    "art/album/gull.png": PNG,
    "music/reel/oven ticking.wav": WAV,
    "music/reel/slates.wav": WAV,
    "music/reel/dread.wav": WAV,
  });
  const file = (path: string) => harrow().director.files.find((one) => one.file === path);

  it("[EN5815] takes the words of the folder that holds all files of a kind for none of theirs", async () => {
    expect(file("art/album/chapel.png")).toMatchObject({ rest: [] });
    expect(file("music/reel/oven ticking.wav")).toMatchObject({ rest: ["oven"] });
    const bakehouse = sceneAt(harrow().place("The Bakehouse"));
    expect((await harrow().director.stage(bakehouse, null)).music?.asset).toBe("music/reel/oven ticking.wav");
  });
});

describe("files in a folder that says something", () => {
  const harrow = dressedBefore({
    "music/combat/1.wav": WAV,
    "music/combat/2.wav": WAV,
    "music/combat/3.wav": WAV,
    "art/Old Mill/wheel.png": PNG,
    "art/Old Mill/loft.png": PNG,
    "art/Old Mill/race.png": PNG,
    "plot/beats.json": JSON.stringify({
      beats: [
        {
          id: "b1",
          title: "One",
          location: "The Old Mill",
          description: "Somebody stands in the doorway of the mill.",
          priority: "medium",
        },
      ],
    }),
  });
  const file = (path: string) => harrow().director.files.find((one) => one.file === path);

  it("[EN5815] keeps the mood and the place of such a folder", () => {
    expect(file("music/combat/2.wav")?.qualifiers.moods).toEqual(["tense"]);
    expect(file("art/Old Mill/loft.png")?.place).toBe(harrow().place("The Old Mill"));
  });
});

describe("tokens and doorways", () => {
  const harrow = dressedBefore({
    "art/tok/tok_nesa.png": PNG,
    "art/odo token choice 2.png": PNG,
    "music/M01 main title.wav": WAV,
    "music/stage creaks.wav": WAV,
    "music/old creaks.wav": WAV,
    "art/chapel_doorway.png": PNG,
    "music/03 - Combat (Weir).wav": WAV,
    "music/quiet.wav": WAV,
    "plot/beats.json": JSON.stringify({
      beats: [
        {
          id: "b1",
          title: "One",
          location: "The Chapel",
          description: "Somebody stands in the doorway of the chapel.",
          mood: "Violent, brief",
          priority: "medium",
        },
      ],
    }),
  });
  const stage = (place: string, more = {}) => harrow().director.stage(sceneAt(harrow().place(place), more), null);

  it("[EN5816] takes a token for a portrait", async () => {
    const { portraits } = await stage("The Old Mill", {
      people: ["nesa", "odo"],
      names: new Map([
        ["nesa", "Nesa Brosi"],
        ["odo", "Odo Marsh"],
      ]),
    });
    expect(portraits.map(({ picture }) => picture?.asset)).toEqual([
      "art/tok/tok_nesa.png",
      "art/odo token choice 2.png",
    ]);
  });

  it("[EN5817] shows a doorway at any time, and takes violence for danger", async () => {
    expect((await stage("The Chapel")).background?.asset).toBe("art/chapel_doorway.png");
    expect((await stage("The Chapel", { mood: "Violent, brief" })).music?.asset).toBe("music/03 - Combat (Weir).wav");
  });

  it("[EN5818] plays what is called after a kind of place at the only one, and a title in a quiet first scene", async () => {
    const pieces = (path: string) => harrow().director.files.find(({ file }) => file === path)?.place;
    expect(pieces("music/stage creaks.wav")).toBe(harrow().place("The Drowned Ferry Stage"));
    expect(pieces("music/old creaks.wav")).toBeNull();
    const first = await stage("The Gull", { scene: 0, mood: "Hushed" });
    expect(first.music?.asset).toBe("music/M01 main title.wav");
  });
});
