// SPEC.md EN5810, EN5811, EN5814: who made a file, at the end of its name, is no part of what it shows, nor is how a piece sounds.
import { describe, expect, it } from "vitest";
import { dressedBefore, PNG, removeAfterwards, sceneAt, WAV } from "./support/dressed-campaign.js";

removeAfterwards();

describe("files signed by who drew them", () => {
  const harrow = dressedBefore({
    "lore/places/the-rope-walk.md":
      "# The Rope Walk\n\nThe rope walk is long and dry, and rope hangs from its beams.\n",
    "art/wall/Old Mill - Priya.png": PNG,
    "art/wall/Old Mill, stars coming out - Mei.png": PNG,
    "art/wall/Mill Pond - Priya.png": PNG,
    // A pupil who has the ferryman's name.
    "art/wall/Chapel - Odo R.png": PNG,
    "art/wall/Gull in the rain - Odo R.png": PNG,
    "art/wall/Drowned Ferry Stage - Mei.png": PNG,
    "art/wall/map - Class 6L.png": PNG,
    "art/who/nesa by Mei.png": PNG,
    "art/who/Odo (Priya).png": PNG,
    "music/chapel bell (Mei + kazoo).wav": WAV,
    "music/gull tavern (battle).wav": WAV,
    "music/rope creaking.wav": WAV,
    "music/rope burning.wav": WAV,
  });
  const file = (path: string) => harrow().director.files.find((one) => one.file === path);
  const shown = async (place: string, hour = 12) =>
    (await harrow().director.stage(sceneAt(harrow().place(place), { hour }), null)).background?.asset ?? null;

  it.each([
    ["The Old Mill", "art/wall/Old Mill - Priya.png"],
    ["The Mill Pond", "art/wall/Mill Pond - Priya.png"],
    ["The Chapel", "art/wall/Chapel - Odo R.png"],
    ["The Drowned Ferry Stage", "art/wall/Drowned Ferry Stage - Mei.png"],
  ])("[EN5810] shows at %s the picture that is signed behind its name: %s", async (place, picture) => {
    expect(await shown(place)).toBe(picture);
  });

  it("[EN5810] takes a signature for nobody of the story, and for no word of what is shown", () => {
    expect(file("art/wall/Gull in the rain - Odo R.png")).toMatchObject({ people: [], rest: [] });
    expect(file("art/who/nesa by Mei.png")).toMatchObject({ use: "portrait", people: ["nesa"], rest: [] });
    expect(file("art/who/Odo (Priya).png")).toMatchObject({ use: "portrait", people: ["odo"], rest: [] });
  });

  it("[EN5819] leaves who drew a picture out of the words for those who do not see it", async () => {
    const rainy = sceneAt(harrow().place("The Gull"), { weather: "rain" });
    expect((await harrow().director.stage(rainy, null)).background?.alt).toBe("The Gull in the rain");
    const stars = file("art/wall/Old Mill, stars coming out - Mei.png");
    expect(stars && harrow().director.altOf(stars)).toBe("The old mill in the evening");
  });

  it("[EN5811] ignores words in brackets behind the name of a piece that no text has", () => {
    expect(file("music/chapel bell (Mei + kazoo).wav")?.rest).toEqual(["bell"]);
    expect(file("music/gull tavern (battle).wav")?.qualifiers.moods).toEqual(["tense"]);
  });

  it("[EN5814] links a piece to the only place whose name has its word beside what is heard", () => {
    expect(file("music/rope creaking.wav")?.place).toBe(harrow().place("The Rope Walk"));
    expect(file("music/rope burning.wav")?.place).toBeNull();
  });
});

describe("files whose names end otherwise", () => {
  const harrow = dressedBefore({
    "art/Old Mill - Nesa.png": PNG,
    "art/Chapel - Odo.png": PNG,
    "art/Gull - Nesa.png": PNG,
    "art/Mill Pond - Odo.png": PNG,
    "art/Drowned Ferry Stage - Nesa.png": PNG,
    "art/days/Old Mill - Night.png": PNG,
    "art/days/Chapel - Night.png": PNG,
    "art/days/Gull - Night.png": PNG,
    "art/days/Mill Pond - Flooded.png": PNG,
    "art/days/Drowned Ferry Stage - Flooded.png": PNG,
    "art/few/Old Mill - Gauger.png": PNG,
  });
  const file = (path: string) => harrow().director.files.find((one) => one.file === path);

  it("[EN5810] keeps the people of the story, and words of time and of one moment, that end the names of files", () => {
    expect(file("art/Chapel - Odo.png")?.people).toEqual(["odo"]);
    expect(file("art/days/Gull - Night.png")?.qualifiers.times).toEqual(["night"]);
    expect(file("art/days/Mill Pond - Flooded.png")?.telling).toEqual(["flooded"]);
    expect(file("art/few/Old Mill - Gauger.png")?.rest).toContain("gauger");
  });
});
