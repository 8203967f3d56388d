// SPEC.md EN6150 to EN6157, EN6160 to EN6163: names of files in other languages, short forms, folders that are called like places, and lamps.
import { expect, it } from "vitest";
import type { SceneToStage } from "../src/stage/stage-director.js";
import { dressedBefore, PNG, removeAfterwards, sceneAt, WAV } from "./support/dressed-campaign.js";

removeAfterwards();

const profile = (name: string, role: string): string =>
  JSON.stringify({ name, role, personality: { traits: ["patient"] } });

const place = (name: string, text: string): Record<string, string> => ({
  [`lore/places/${name.toLowerCase().replaceAll(" ", "-")}.md`]: `# ${name}\n\n${text}\n`,
});

const harrow = dressedBefore({
  ...place("Dorn Bridge", "Dorn Bridge has nine arches."),
  ...place("Farrow Island", "Farrow Island is flat, and sheep live on it."),
  ...place("Three Kilns", "Three Kilns lie in a row."),
  ...place("San Osk", "San Osk is a village of potters."),
  ...place("Cravenmoor", "Cravenmoor is a town on the moor."),
  ...place("The Scullery", "The scullery is where pots are washed."),
  ...place("The Net Loft", "The net loft smells of tar."),
  ...place("The Sail Loft", "The sail loft is long and light."),
  ...place("Ketterwell", "Ketterwell has a market, and its wells have cold water."),
  ...place("Salt Bay", "Salt Bay has beds. Everybody calls it the Bay, and the Bay is quiet."),
  ...place("Bay Nine", "Bay Nine is out beyond the wall."),
  ...place("The Dining Room", "The dining room has a long table."),
  ...place("East Marsh", "East Marsh is reeds and nothing else."),
  ...place("Long Water", "Long Water is a lake without a wind."),
  "lore/the-country.md":
    "# The country\n\n1. **Ketterwell** - the sluice, and the man who keeps it\n2. **San Osk** - potters\n",
  "plot/beats.json": JSON.stringify({
    beats: [
      {
        id: "wet",
        title: "Wet",
        location: "Cravenmoor",
        description: "Rain, and no end to it, at Cravenmoor.",
        priority: "medium",
      },
    ],
  }),
  "characters/npcs/lund/profile.json": profile("Sir Anders Lund", "Judge"),
  "characters/npcs/zofka/profile.json": profile("Zofka Moll", "Cook"),
  "art/gull_jour.png": PNG,
  "art/gull_nuit.png": PNG,
  "art/chapel - Tag.png": PNG,
  "art/chapel - nachts.png": PNG,
  "art/mill-pond_dia.png": PNG,
  "art/Dorn Br. with a cart.png": PNG,
  "art/Farrow Is/sheep.png": PNG,
  "art/kilns/3 Kilns.png": PNG,
  "art/sn-osk.png": PNG,
  "art/Cravenm. in the rain.png": PNG,
  "art/house/scullery/general view.png": PNG,
  "art/house/scullery/Zofka's pots.png": PNG,
  "art/old mill, table.png": PNG,
  "art/old mill, lamps.png": PNG,
  "art/lofts.png": PNG,
  "art/lofts.png.keywords.txt": "the Net Loft\nthe Sail Loft\n",
  "art/1 Dorn/old mill, fire door open.png": PNG,
  "art/who/Sir L.png": PNG,
  "art/who/odo.png": PNG,
  "art/Three Kilns (night, moths).png": PNG,
  "art/docs/Wet.png": PNG,
  "art/E. marsh.png": PNG,
  "art/who/nesa.png": PNG,
  "music/sluice.wav": WAV,
  "music/dining (spoons).wav": WAV,
  "music/03 out.wav": WAV,
  "music/bed_SALT BAY_monitor.wav": WAV,
  "music/chapel & water.wav": WAV,
});
const stage = async (name: string, more: Partial<SceneToStage> = {}) =>
  harrow().director.stage(sceneAt(harrow().place(name), more), null);
const shown = async (name: string, more: Partial<SceneToStage> = {}) =>
  (await stage(name, more)).background?.asset ?? null;
const file = (path: string) => harrow().director.files.find((one) => one.file === path);

it.each([
  ["The Gull", 12, "art/gull_jour.png"],
  ["The Gull", 23, "art/gull_nuit.png"],
  ["The Chapel", 12, "art/chapel - Tag.png"],
  ["The Chapel", 23, "art/chapel - nachts.png"],
])("[EN6150] shows at %s at %i o'clock %s, by a word of another language", async (name, hour, picture) => {
  expect(await shown(name, { hour })).toBe(picture);
});

it("[EN6150] takes a word that may mean anything for no time where no file speaks that language", () => {
  expect(file("art/mill-pond_dia.png")?.qualifiers.times).toEqual([]);
});

it.each([
  ["Dorn Bridge", "art/Dorn Br. with a cart.png"],
  ["Farrow Island", "art/Farrow Is/sheep.png"],
  ["Three Kilns", "art/kilns/3 Kilns.png"],
  ["San Osk", "art/sn-osk.png"],
])("[EN6151] knows %s by a short form of its name", async (name, picture) => {
  expect(await shown(name)).toBe(picture);
});

it("[EN6151] knows somebody by a title and a first letter", () => {
  expect(file("art/who/Sir L.png")).toMatchObject({ use: "portrait", people: ["lund"] });
});

it("[EN6152] shows in a place what its folder is called after, and what is somebody's there whoever is present", async () => {
  expect(await shown("The Scullery")).toBe("art/house/scullery/general view.png");
  expect(file("art/house/scullery/Zofka's pots.png")).toMatchObject({ people: [] });
});

it("[EN6152] parts no picture from the place that it names by a name in a folder, nor by the door of a fire", () => {
  expect(file("art/1 Dorn/old mill, fire door open.png")).toMatchObject({ foreign: [], telling: [] });
});

it("[EN6153] shows what has lamps in it when it is dark, and something else by day", async () => {
  expect(await shown("The Old Mill", { hour: 12 })).not.toBe("art/old mill, lamps.png");
  expect(await shown("The Old Mill", { hour: 22 })).toBe("art/old mill, lamps.png");
});

it("[EN6154] shows a picture at each place that its keywords name", async () => {
  expect(await shown("The Net Loft")).toBe("art/lofts.png");
  expect(await shown("The Sail Loft")).toBe("art/lofts.png");
});

it("[EN6155] shows rain where nobody but the beat says that it rains", async () => {
  expect(await shown("Cravenmoor")).toBeNull();
  expect(await shown("Cravenmoor", { beat: "wet", told: new Set(["rain"]) })).toBe("art/Cravenm. in the rain.png");
  expect(await shown("Cravenmoor", { beat: "wet", told: new Set(["rain"]), weather: "clear" })).toBeNull();
});

it("[EN6156] plays at a place what a list says that it is", async () => {
  expect((await stage("Ketterwell")).music?.asset).toBe("music/sluice.wav");
});

it("[EN6157] plays at the place that a piece names, whatever else is called after one of its words", async () => {
  expect((await stage("The Chapel")).music?.asset).toBe("music/chapel & water.wav");
  expect((await stage("Long Water")).music).toBeNull();
});

it("[EN6151] knows a place by the first letter of its name before the rest", () => {
  expect(file("art/E. marsh.png")?.place).toBe(harrow().place("East Marsh"));
});

it("[EN6160] shows by night what is of the night, though one word of it is strange", async () => {
  expect(await shown("Three Kilns", { hour: 23 })).toBe("art/Three Kilns (night, moths).png");
  expect(await shown("Three Kilns", { hour: 12 })).toBe("art/kilns/3 Kilns.png");
});

it("[EN6161] plays at a place what a part of its name and words in brackets mean, and nothing for a word such as out", async () => {
  expect((await stage("The Dining Room")).music?.asset).toBe("music/dining (spoons).wav");
  expect(file("music/03 out.wav")?.rest).toEqual([]);
  expect((await stage("East Marsh")).music).toBeNull();
});

it("[EN6162] plays nothing of a salt bay in another bay", async () => {
  expect((await stage("Salt Bay")).music?.asset).toBe("music/bed_SALT BAY_monitor.wav");
  expect((await stage("Bay Nine")).music).toBeNull();
});

it("[EN6163] shows no paper of a folder of papers as what a beat looks like", () => {
  expect(file("art/docs/Wet.png")).toMatchObject({ use: "item", beats: [] });
});
