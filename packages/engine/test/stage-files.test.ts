// SPEC.md EN1800 to EN1803 and EN1812: what the files of a campaign belong to, and their words.
import { describe, expect, it } from "vitest";
import { dressedBefore, PNG, removeAfterwards, WAV } from "./support/dressed-campaign.js";

removeAfterwards();

describe("the files of a campaign", () => {
  const harrow = dressedBefore({
    "art/locations/old-mill.png": PNG,
    "art/locations/mill_pond.png": PNG,
    "art/OldMillNight.png": PNG,
    "art/ferry-stage.png": PNG,
    "art/locations/03_chapel_interior_v2.png": PNG,
    "art/characters/npc_nesa.png": PNG,
    "art/odo-at-the-chapel.png": PNG,
    "art/mill-burning.png": PNG,
    "art/chapel-pond.png": PNG,
    "art/items/bell.png": PNG,
    "art/harrow().png": PNG,
    "art/x1.png": PNG,
    "art/x1.png.keywords.txt": "# where\nThe Gull\nevening\n",
    "art/old-mill-2.png": PNG,
    "art/old-mill-2.png.keywords.txt": "chapel\nsnow\n",
    "art/panel.png": PNG,
    "lore/the-bell.md": "# The Chapel\n\nIts bell has no tongue. ![The chapel with its mute bell](../art/panel.png)\n",
    "music/nesas_theme.wav": WAV,
    "music/combat/drums.wav": WAV,
    "music/one.wav": WAV,
    "music/m7.wav": WAV,
    "music/m7.wav.keywords.txt": "The Gull\nThe Chapel\n",
    "plot/beats.json": JSON.stringify({
      beats: [
        {
          id: "beat_001",
          title: "The Rope",
          description: "You find a rope at the mill.",
          priority: "high",
          music: "music/one.wav",
          background: "art/harrow().png",
        },
      ],
    }),
  });

  const file = (path: string) => {
    const found = harrow().director.files.find((one) => one.file === path);
    if (!found) throw new Error(`no file ${path}`);
    return found;
  };

  it.each([
    ["art/locations/old-mill.png", "The Old Mill", []],
    ["art/locations/mill_pond.png", "The Mill Pond", []],
    ["art/OldMillNight.png", "The Old Mill", ["night"]],
    ["art/ferry-stage.png", "The Drowned Ferry Stage", []],
    ["art/locations/03_chapel_interior_v2.png", "The Chapel", []],
  ])("[EN1800] links %s by its name to %s", (path, place, times) => {
    expect(file(path)).toMatchObject({ place: harrow().place(place), by: "name", rest: [], qualifiers: { times } });
  });

  it("[EN1800] links a file to nobody and nothing where two names share its words", () => {
    expect(file("art/chapel-pond.png").place).toBeNull();
    expect(file("music/combat/drums.wav")).toMatchObject({ place: null, by: null, qualifiers: { moods: ["tense"] } });
  });

  it("[EN1800] keeps the words that no name explains", () => {
    expect(file("art/mill-burning.png")).toMatchObject({ place: harrow().place("The Old Mill"), rest: ["burning"] });
  });

  it("[EN1801] links people by the convention of names, by possessives and beside a place", () => {
    expect(file("art/characters/npc_nesa.png")).toMatchObject({ people: ["nesa"], use: "portrait", by: "text" });
    expect(file("music/nesas_theme.wav")).toMatchObject({ people: ["nesa"], place: null, rest: [] });
    expect(file("art/odo-at-the-chapel.png")).toMatchObject({ people: ["odo"], place: harrow().place("The Chapel") });
    expect(file("art/items/bell.png").use).toBe("item");
  });

  it("[EN1800] lets music belong to several places", () => {
    expect(file("music/m7.wav")).toMatchObject({
      place: harrow().place("The Gull"),
      alsoAt: [harrow().place("The Chapel")],
    });
  });

  it("[EN1802] takes the keywords of a sidecar in the place of the file's name", () => {
    expect(file("art/x1.png")).toMatchObject({
      place: harrow().place("The Gull"),
      by: "keywords",
      qualifiers: { times: ["evening"] },
    });
    expect(file("art/old-mill-2.png")).toMatchObject({
      place: harrow().place("The Chapel"),
      qualifiers: { weathers: ["snow"] },
      keywords: ["chapel", "snow"],
    });
  });

  it("[EN1803] links what a beat or a page names", () => {
    expect(file("music/one.wav")).toMatchObject({ beats: ["beat_001"], by: "text", referencedBy: ["plot/beats.json"] });
    expect(file("art/panel.png")).toMatchObject({
      place: harrow().place("The Chapel"),
      referencedBy: ["lore/the-bell.md"],
    });
  });

  it.each([
    ["art/characters/npc_nesa.png", "Portrait of Nesa Brosi, the wheelwright"],
    ["art/OldMillNight.png", "The old mill by night"],
    ["art/odo-at-the-chapel.png", "Odo in the Chapel"],
    ["art/old-mill-2.png", "The Chapel in the snow"],
    ["art/panel.png", "The chapel with its mute bell"],
    ["art/mill-burning.png", "mill burning"],
    ["music/nesas_theme.wav", "nesas theme"],
  ])("[EN1812] says of %s: %s", (path, alt) => {
    expect(harrow().director.altOf(file(path))).toBe(alt);
  });
});
