// SPEC.md EN4500 to EN4506: pictures and music named after beats, numbers, roles and hours, and pages that show them in other ways.
import { describe, expect, it } from "vitest";
import { assetsIn } from "../src/assets.js";
import { moodsIn } from "../src/stage/file-words.js";
import { stageCampaign } from "../src/stage-campaign.js";
import type { SceneToStage } from "../src/stage/stage-director.js";
import { dressedBefore, PNG, removeAfterwards, sceneAt, WAV } from "./support/dressed-campaign.js";

removeAfterwards();

const person = (name: string, role: string, more: object = {}): string =>
  JSON.stringify({ name, role, personality: { traits: ["patient"] }, ...more });

const beat = (id: string, title: string, location: string, description: string): object => ({
  id,
  title,
  location,
  description,
  priority: "medium",
});

describe("files named after beats", () => {
  const harrow = dressedBefore({
    "plot/beats.json": JSON.stringify({
      beats: [
        beat("beat_001", "Low Tide", "The Drowned Ferry Stage", "You wait at the ferry stage."),
        beat("beat_002", "The Short Count, Again", "The Old Mill", "You count the sacks at the old mill."),
        beat("beat_003", "The Chapel", "The Chapel", "You sit in the chapel."),
        beat("beat_013", "The Tallow Seal", "The Gull", "You break the tallow seal in the Gull."),
        beat("beat_012", "Hush", "The Gull", "You hush them in the Gull."),
      ],
    }),
    "lore/things/tallow-seal.md":
      "# The tallow seal\n\nThe tallow seal is as small as a pea. The tallow seal melts easily.\n",
    "plot/endings/bell.md": "# The Last Bell\n\nThe bell rings.\n",
    "art/beats/beat_001.png": PNG,
    "art/XIV. Short count.png": PNG,
    "art/the chapel.png": PNG,
    "art/scenes/hush.png": PNG,
    "art/hush.png": PNG,
    "art/props/low tide.png": PNG,
    "art/old mill.png": PNG,
    "art/beat_012_night.png": PNG,
    "art/endings/last bell.png": PNG,
    "art/tallow seal.png": PNG,
    "music/01 Low Tide.wav": WAV,
    "music/old_mill.wav": WAV,
  });
  const file = (path: string) => harrow().director.files.find((one) => one.file === path);
  const stage = (place: string, more: Partial<SceneToStage> = {}) =>
    harrow().director.stage(sceneAt(harrow().place(place), more), null);

  it.each([
    ["art/beats/beat_001.png", ["beat_001"]],
    ["art/XIV. Short count.png", ["beat_002"]],
    ["art/the chapel.png", []],
    ["art/scenes/hush.png", ["beat_012"]],
    ["art/hush.png", []],
    ["art/tallow seal.png", []],
    ["art/props/low tide.png", []],
    ["art/endings/last bell.png", ["bell"]],
    ["music/01 Low Tide.wav", ["beat_001"]],
  ])("[EN4500] takes %s for a file of %j", (path, beats) => {
    expect(file(path)?.beats).toEqual(beats);
  });

  it("[EN4500] shows and plays it in its beat, before what is the place's own, and never elsewhere", async () => {
    const low = await stage("The Drowned Ferry Stage", { beat: "beat_001" });
    expect(low).toMatchObject({
      background: { asset: "art/beats/beat_001.png", by: "beat" },
      music: { asset: "music/01 Low Tide.wav" },
    });
    expect(low.why[0]).toBe("Background: art/beats/beat_001.png, as it is named after beat_001.");
    expect(await stage("The Drowned Ferry Stage")).toMatchObject({ background: null, music: null });
    expect((await stage("The Old Mill", { beat: "beat_002" })).background?.asset).toBe("art/XIV. Short count.png");
    expect((await stage("The Old Mill")).background?.asset).toBe("art/old mill.png");
  });

  it("[EN4500] keeps to what beat and name say first", async () => {
    const named = { beat: "beat_002", background: "art/old mill.png" };
    expect((await stage("The Old Mill", named)).background?.asset).toBe("art/old mill.png");
    expect((await stage("The Gull", { beat: "beat_012", hour: 12 })).background?.asset).toBe("art/scenes/hush.png");
    const { idle } = await stageCampaign(harrow().dir);
    expect(idle.map((one) => one.file).sort()).toEqual([
      "art/hush.png",
      "art/props/low tide.png",
      "art/tallow seal.png",
    ]);
  });

  it("[EN4500] describes it by the title of its beat where its name says nothing", async () => {
    const { background } = await stage("The Drowned Ferry Stage", { beat: "beat_001" });
    expect(background?.alt).toBe("Low Tide");
  });
});

describe("files named by numbers, hours, roles and brackets", () => {
  const harrow = dressedBefore({
    "characters/npcs/ada/profile.json": person("Ada Penrose", "Parish eel collector, since the flood"),
    "characters/npcs/jane/profile.json": person("Jane Tregear", "Deputy collector"),
    "characters/npcs/will/profile.json": person("Will Hask", "Diver"),
    "characters/npcs/orly/profile.json": person("Captain Luc d'Orly", "Gauger"),
    "characters/npcs/bea/profile.json": person("Bea Rook", "Baker", { background: "She bakes. Her oven is hers." }),
    "characters/npcs/sam/profile.json": person("Sam Rook", "Smith", {
      background: "He shoes horses. His forge is his.",
    }),
    "characters/npcs/pim/profile.json": person("Sister Pim Hask", "Weaver"),
    "lore/places/pictures.md":
      "# Pictures\n\n| Where | File |\n| --- | --- |\n| The Chapel | art/p1.png |\n| Odo's boots | art/p3.png |\n",
    "lore/places/the-gull.md": "# The Gull\n\nThe Gull is a tavern with a low roof.\n\n![[p2.png|The Gull at noon]]\n",
    "lore/places/reeds.md": "# The reed beds\n\nReeds stand in the reed beds up to the weir.\n",
    "lore/places/salthouse.md":
      "# The salt kitchen at Salthouse\n\nIt is warm.\n\n# Salthouse\n\nSalthouse has a salt kitchen, and the salt kitchen has a kettle called the Countess. Salthouse stands in Dyer's Rents.\n",
    "plot/beats.json": JSON.stringify({
      beats: [
        beat("b1", "One", "Loft One", "You climb to Loft One."),
        beat("b2", "Two", "Loft Two", "You climb to Loft Two."),
        beat("b3", "Three", "Number Seven", "You knock at Number Seven."),
        beat("b4", "Four", "The brink of the Mill Pond", "You stand on the brink of the Mill Pond."),
        beat("b5", "Five", "The foot of the Old Mill", "You stand at the foot of the Old Mill."),
        beat("b6", "Six", "The mooring ring", "You tie up at the mooring ring."),
        beat("b7", "Seven", "The salt kitchen at Salthouse", "You cook in the salt kitchen at Salthouse."),
        beat("b8", "Eight", "The reed beds", "You wade through the reed beds."),
        beat("b9", "Nine", "Ada's smoke house", "You smoke eels in Ada's smoke house."),
        beat("b10", "Ten", "The smoke house", "You sit in the smoke house."),
      ],
    }),
    "art/p1.png": PNG,
    "art/p2.png": PNG,
    "art/p3.png": PNG,
    "art/bg_L1_v03.png": PNG,
    "art/bg_L2_beams.png": PNG,
    "art/bg_L9_beams.png": PNG,
    "art/bg_mooring.png": PNG,
    "art/after/old mill.png": PNG,
    "art/after/chapel.png": PNG,
    "art/before/old mill.png": PNG,
    "art/Dyer's Rents/No. 7.png": PNG,
    "art/Dyer's Rents/Chapel (lamp).png": PNG,
    "art/Dyer's Rents/The Gull, lamps lit.png": PNG,
    "art/mill pond~reed.png": PNG,
    "art/scan44.png": PNG,
    "art/scan44.png.keywords.txt": "salt kitchen\nthe Countess\nkettle\n",
    "art/adas smoke house/hall.png": PNG,
    "art/folks/eel collector.png": PNG,
    "art/folks/diver.png": PNG,
    "art/folks/collector.png": PNG,
    "art/sitting/nesa/1.png": PNG,
    "art/sitting/odo/1.png": PNG,
    "art/sitting/jane/1.png": PNG,
    "art/cast/Hask.png": PNG,
    "art/cast/capt_dorly.png": PNG,
    "art/cast/mlle_rook.png": PNG,
    "art/cast/Hask_P.png": PNG,
    "art/cast/Hask_W.png": PNG,
    "art/cast/odo_angry.png": PNG,
    "art/cast/odo_neutral.png": PNG,
    "music/AMB_weir_loop.wav": WAV,
    "music/AMB_L1_loop.wav": WAV,
    "music/AMB_village_loop.wav": WAV,
    "music/Chapel, 2 a.m..wav": WAV,
    "music/MUS_credits.wav": WAV,
    "music/Signature tune.wav": WAV,
  });
  const file = (path: string) => harrow().director.files.find((one) => one.file === path);
  const stage = (place: string, more: Partial<SceneToStage> = {}) =>
    harrow().director.stage(sceneAt(harrow().place(place), more), null);
  const shown = async (place: string, more: Partial<SceneToStage> = {}) =>
    (await stage(place, more)).background?.asset ?? null;

  it.each([
    ["Loft One", "art/bg_L1_v03.png"],
    ["Loft Two", "art/bg_L2_beams.png"],
    ["Number Seven", "art/Dyer's Rents/No. 7.png"],
  ])("[EN4501] finds %s by its letter and number, however the number is written: %s", async (place, picture) => {
    expect(await shown(place)).toBe(picture);
  });

  it("[EN4501] shows none of another number", () => {
    expect(file("art/bg_L9_beams.png")?.place).toBeNull();
  });

  it.each([
    ["The Chapel", 12, "art/p1.png"],
    ["The Gull", 12, "art/p2.png"],
    ["The mooring ring", 12, "art/bg_mooring.png"],
    ["The salt kitchen at Salthouse", 12, "art/scan44.png"],
    ["Ada's smoke house", 12, "art/adas smoke house/hall.png"],
  ])("[EN4502] shows %s as pages, rows of tables, keywords and folders say", async (place, hour, picture) => {
    expect(await shown(place, { hour })).toBe(picture);
  });

  it("[EN4502] links no picture of a row on something else, and one in brackets to the place before them", () => {
    expect(file("art/p3.png")?.place).toBeNull();
    expect(file("art/Dyer's Rents/Chapel (lamp).png")?.place).toBe(harrow().place("The Chapel"));
    expect(file("art/mill pond~reed.png")?.place).toBe(harrow().place("The Mill Pond"));
  });

  it("[EN4502] describes what is shown in the author's words, else by its place", async () => {
    expect((await stage("The Gull")).background?.alt).toBe("The Gull at noon");
    expect((await stage("Loft Two")).background?.alt).toBe("Loft Two: beams");
  });

  it("[EN4503] shows a place on its brink and in its middle, and no building at its foot", async () => {
    expect(await shown("The Mill Pond")).toBe("art/mill pond~reed.png");
    expect(await shown("The brink of the Mill Pond")).toBe("art/mill pond~reed.png");
    expect(await shown("The foot of the Old Mill")).toBeNull();
    expect(await shown("The smoke house")).toBe("art/adas smoke house/hall.png");
  });

  it.each([
    ["art/folks/eel collector.png", ["ada"]],
    ["art/folks/diver.png", ["will"]],
    ["art/folks/collector.png", []],
    ["art/sitting/nesa/1.png", ["nesa"]],
    ["art/cast/Hask_W.png", ["will"]],
    ["art/cast/Hask_P.png", ["pim"]],
    ["art/cast/Hask.png", []],
    ["art/cast/capt_dorly.png", ["orly"]],
    ["art/cast/mlle_rook.png", ["bea"]],
  ])("[EN4504] takes %s for a portrait of %j", (path, people) => {
    expect(file(path)?.people).toEqual(people);
    if (people.length > 0) expect(file(path)?.use).toBe("portrait");
  });

  it("[EN4509] shows what is called after something in no scene but a beat's, and what is called before it at any time", async () => {
    expect(await shown("The Old Mill")).toBe("art/before/old mill.png");
    expect(file("art/after/old mill.png")?.telling).toEqual(["after"]);
  });

  it("[EN4504] shows somebody as they are on every day before any other look of theirs", async () => {
    const { portraits } = await stage("The Gull", { people: ["odo", "nesa"] });
    expect(portraits.map(({ picture }) => picture?.asset)).toEqual([
      "art/cast/odo_neutral.png",
      "art/sitting/nesa/1.png",
    ]);
  });

  it("[EN4508] lists a picture that nothing says anything of as unknown", async () => {
    const assets = await assetsIn(harrow().director, []);
    const unknown = assets.flatMap(({ id, isUnknown }) => (isUnknown ? [id] : []));
    expect(unknown).toEqual(expect.arrayContaining(["art/bg_L9_beams.png", "art/p3.png"]));
    for (const id of ["art/p1.png", "art/cast/odo_neutral.png", "music/Signature tune.wav"])
      expect(unknown).not.toContain(id);
  });

  it("[EN4505] plays what is called ambience, a signature tune and credits where they belong", async () => {
    expect((await stage("Loft One")).music?.asset).toBe("music/AMB_L1_loop.wav");
    expect((await stage("The Mill Pond")).music?.asset).toBe("music/AMB_village_loop.wav");
    expect((await stage("The Mill Pond", { scene: 0 })).music?.asset).toBe("music/Signature tune.wav");
    expect((await stage("The Mill Pond", { isEnding: true })).music?.asset).toBe("music/MUS_credits.wav");
    expect(moodsIn("Credits")).toEqual(["ending"]);
  });

  it("[EN4506] reads hours and lit lamps as times of day", async () => {
    expect(file("music/Chapel, 2 a.m..wav")?.qualifiers.times).toEqual(["night"]);
    expect(file("art/Dyer's Rents/The Gull, lamps lit.png")?.qualifiers.times).toEqual(["lamplight"]);
    expect((await stage("The Chapel", { hour: 12 })).music?.asset).not.toBe("music/Chapel, 2 a.m..wav");
    expect((await stage("The Chapel", { hour: 1 })).music?.asset).toBe("music/Chapel, 2 a.m..wav");
  });
});
