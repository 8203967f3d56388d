// SPEC.md EN3000 to EN3020: how authors of other habits name their files, and what is shown of it.
import { describe, expect, it } from "vitest";
import type { SceneToStage } from "../src/stage/stage-director.js";
import { saidWeather } from "../src/stage/staged-scene.js";
import { dressedBefore, PNG, removeAfterwards, sceneAt, WAV } from "./support/dressed-campaign.js";

removeAfterwards();

const person = (name: string, role: string, more: object = {}): string =>
  JSON.stringify({ name, role, personality: { traits: ["patient"] }, ...more });

const beat = (id: string, location: string, description: string, more: object = {}): object => ({
  id,
  title: id,
  location,
  description,
  priority: "medium",
  ...more,
});

describe("files of authors of other habits", () => {
  const harrow = dressedBefore({
    "characters/npcs/ada/profile.json": person("Ada Penrose", "Landlady", { appearance: "A woman in a blue apron." }),
    "characters/npcs/jane/profile.json": person("Jane Tregear", "Netmaker", { background: "She mends nets." }),
    "characters/npcs/will/profile.json": person("Will Tregear", "Diver", { background: "He dives for rope." }),
    "world/history.md": [
      "The Grey Heron lies at the stage. Nobody has slept on the Grey Heron since May. The Grey Heron leaks.",
      "The Sea Wren sank. They saw the Sea Wren go, and the Sea Wren took the bell.",
    ].join("\n\n"),
    "lore/rooms.md": [
      "# Rooms",
      "**The Gull.** Two rooms.",
      "![](../art/s1.png)",
      "**Of eels.** They are grey.",
      "![](../art/s2.png)",
      "## The Mill Pond",
      "Eels. ![](../art/s3.png)",
      "- Nesa Brosi: she has a scar. ![](../art/s4.png)",
    ].join("\n\n"),
    "plot/beats.json": JSON.stringify({
      beats: [
        beat("cabin", "Cabin 7", "You sleep in Cabin 7, and find a lantern under the bunk."),
        beat("other", "Cabin 8", "You sleep in Cabin 8."),
        beat("arms", "The Penrose Arms", "You drink at the Penrose Arms."),
        beat("bridge", "Bridge, Grey Heron", "You stand on the bridge of the Grey Heron."),
        beat("mess", "Mess room", "You eat in the mess room."),
        beat("arch", "The Arches of Ombrey", "You wait under the Arches of Ombrey."),
      ],
    }),
    "art/s1.png": PNG,
    "art/s2.png": PNG,
    "art/s3.png": PNG,
    "art/s4.png": PNG,
    "art/04_Cabin07.png": PNG,
    "art/05_Cabin8_lantern.png": PNG,
    "art/Cabin9.png": PNG,
    "art/penrose_taproom.png": PNG,
    "art/penrose.png": PNG,
    "art/MrsTregear.png": PNG,
    "art/tregear.png": PNG,
    "art/Odo-ferryman_02.png": PNG,
    "art/p9.png": PNG,
    "art/p9.png.keywords.txt": "portrait\nJane Tregear\n",
    "art/harrow-map.png": PNG,
    "art/odos_chapel.png": PNG,
    "art/chapel_pews.png": PNG,
    "art/chapel_wedding.png": PNG,
    "art/gull/evening.png": PNG,
    "art/drowned_steps.png": PNG,
    "art/ombrey_window.png": PNG,
    "art/GH_bridge.png": PNG,
    "art/SW_bridge.png": PNG,
    "art/mess.png": PNG,
  });
  const file = (path: string) => {
    const found = harrow().director.files.find((one) => one.file === path);
    if (!found) throw new Error(`no file ${path}`);
    return found;
  };
  const shown = async (place: string, more: Partial<SceneToStage> = {}): Promise<string | null> => {
    const { background } = await harrow().director.stage(sceneAt(harrow().place(place), more), null);
    return background?.asset ?? null;
  };

  it("[EN3000] tells places apart by their numbers, and shows none of another number", async () => {
    expect(file("art/04_Cabin07.png")).toMatchObject({ place: harrow().place("Cabin 7"), rest: [] });
    expect(await shown("Cabin 7")).toBe("art/04_Cabin07.png");
    expect(file("art/Cabin9.png").place).toBeNull();
    expect(await shown("Cabin 8")).toBeNull();
  });

  it("[EN3001] links what a page shows beside the name of a place or person", () => {
    expect(file("art/s1.png")).toMatchObject({ place: harrow().place("The Gull"), by: "text" });
    expect(file("art/s2.png").place).toBeNull();
    expect(file("art/s3.png").place).toBe(harrow().place("The Mill Pond"));
    expect(file("art/s4.png")).toMatchObject({ people: ["nesa"], place: null, use: "portrait" });
  });

  it("[EN3002] takes a picture of one person for a portrait, and a map for no place", () => {
    expect(file("art/Odo-ferryman_02.png")).toMatchObject({ people: ["odo"], use: "portrait" });
    expect(file("art/p9.png")).toMatchObject({ people: ["jane"], use: "portrait" });
    expect(file("art/harrow-map.png").use).toBe("item");
  });

  it("[EN3003] shows a place with more words than are known of it, and none that tells of a moment", async () => {
    expect(await shown("The Chapel")).toBe("art/chapel_pews.png");
    expect(file("art/chapel_wedding.png").telling).toEqual(["wedding"]);
    expect(file("art/05_Cabin8_lantern.png")).toMatchObject({ place: harrow().place("Cabin 8"), telling: ["lantern"] });
  });

  it("[EN3004] tells a place from whoever has the same name, and people of one name by their title", () => {
    expect(file("art/penrose_taproom.png")).toMatchObject({ place: harrow().place("The Penrose Arms"), people: [] });
    expect(file("art/penrose.png")).toMatchObject({ place: null, people: ["ada"], use: "portrait" });
    expect(file("art/MrsTregear.png")).toMatchObject({ people: ["jane"], use: "portrait" });
    expect(file("art/tregear.png").people).toEqual([]);
    expect(file("art/odos_chapel.png")).toMatchObject({ place: null, people: ["odo"] });
  });

  it("[EN3005] knows a place by the part of its name that is a name, and by first letters", async () => {
    expect(file("art/gull/evening.png")).toMatchObject({ place: harrow().place("The Gull") });
    expect(file("art/ombrey_window.png")).toMatchObject({ place: harrow().place("The Arches of Ombrey") });
    expect(file("art/drowned_steps.png")).toMatchObject({ place: null });
    expect(file("art/GH_bridge.png")).toMatchObject({ place: harrow().place("The bridge"), rest: ["grey", "heron"] });
    expect(await shown("The bridge")).toBe("art/GH_bridge.png");
    expect(file("art/SW_bridge.png").foreign).toContain("wren");
    expect(await shown("the mess room")).toBe("art/mess.png");
  });
});

describe("files of authors with words of their own for kinds of files", () => {
  const harrow = dressedBefore({
    "characters/npcs/ada/profile.json": person("Ada Penrose", "Landlady"),
    "characters/npcs/jane/profile.json": person("Jane Tregear", "Netmaker"),
    "lore/places/the-skylark.md": "# The Skylark\n\nThe Skylark is an old playhouse with a tin roof.\n",
    "lore/places/the-hall.md": "# The hall\n\nThe hall is long and cold.\n",
    "world/weather.md": "# The winter\n\nSnow lies on the fell from October on.",
    "plot/beats.json": JSON.stringify({
      beats: [
        beat("back", "The back room of Knots & Co", "You eat pie in the back room of Knots & Co, with the mates."),
        beat("front", "Knots & Co", "You buy a rope at Knots & Co."),
        beat("lark", "The Skylark", "You walk around the Skylark, which is an old playhouse."),
        beat("props", "The prop room at the Skylark", "You look through the prop room at the Skylark."),
        beat("yard", "The cart yard behind the wall", "You wait in the cart yard behind the wall."),
        beat("parish", "The parish hall", "You vote in the parish hall."),
        beat("hall", "The hall", "You sit in the hall."),
        beat("hut", "Arkle hut", "You reach Arkle hut."),
      ],
    }),
    "art/bg-knots-backroom.png": PNG,
    "art/bg-knots-window.png": PNG,
    "art/bg-skylark.png": PNG,
    "art/bg-skylark-prop-room.png": PNG,
    "art/bg-skylark-cart-yard.png": PNG,
    "art/parish hall.png": PNG,
    "art/Arkle hut (snow).png": PNG,
    "art/chapel/warm.png": PNG,
    "art/mates/Brosi.png": PNG,
    "art/mates/Marsh, Odo.png": PNG,
    "art/mates/Penrose and cat.png": PNG,
    "art/mates/Ada and Odo.png": PNG,
    "art/cu-jane.png": PNG,
    "art/cu-odo-angry.png": PNG,
    "art/cu-nesa.png": PNG,
    "art/prop-rope.png": PNG,
    "music/mus-skylark-polka.wav": WAV,
    "music/mus-weir-water.wav": WAV,
    "music/mus-knots.wav": WAV,
  });
  const file = (path: string) => harrow().director.files.find((one) => one.file === path);
  const stage = (place: string, more: Partial<SceneToStage> = {}) =>
    harrow().director.stage(sceneAt(harrow().place(place), more), null);

  it.each([
    ["art/mates/Brosi.png", ["nesa"]],
    ["art/mates/Marsh, Odo.png", ["odo"]],
    ["art/mates/Penrose and cat.png", ["ada"]],
    ["art/cu-jane.png", ["jane"]],
    ["art/cu-odo-angry.png", ["odo"]],
  ])("[EN3008] takes %s for a portrait, as most that is grouped with it shows one person", (path, people) => {
    expect(file(path)).toMatchObject({ use: "portrait", place: null, people });
  });

  it("[EN3008] takes no picture of two people and no thing for a portrait", () => {
    expect(file("art/mates/Ada and Odo.png")).toMatchObject({ use: "scene", people: ["ada", "odo"] });
    expect(file("art/prop-rope.png")).toMatchObject({ use: "item" });
  });

  it.each([
    ["The back room of Knots & Co", "art/bg-knots-backroom.png"],
    ["Knots & Co", "art/bg-knots-window.png"],
    ["The prop room at the Skylark", "art/bg-skylark-prop-room.png"],
    ["The cart yard behind the wall", "art/bg-skylark-cart-yard.png"],
    ["The hall", "art/parish hall.png"],
    ["The parish hall", "art/parish hall.png"],
  ])("[EN3009] shows at %s %s", async (place, picture) => {
    expect((await stage(place)).background?.asset).toBe(picture);
  });

  it("[EN3010] shows a picture in snow where the story has snow and nobody says what weather it is", async () => {
    expect((await stage("Arkle hut")).background?.asset).toBe("art/Arkle hut (snow).png");
    expect((await stage("Arkle hut", { weather: "clear" })).background).toBeNull();
    expect((await stage("Arkle hut", { weather: "heavy snow" })).background?.asset).toBe("art/Arkle hut (snow).png");
  });

  it("[EN3011] shows a place in a mood that is not opposed to the scene's", async () => {
    expect((await stage("The Chapel")).background?.asset).toBe("art/chapel/warm.png");
    expect((await stage("The Chapel", { sceneType: "danger" })).background).toBeNull();
  });

  it("[EN3012] plays the music of a place in its parts, unless they have some of their own", async () => {
    expect((await stage("The prop room at the Skylark")).music?.asset).toBe("music/mus-skylark-polka.wav");
    expect((await stage("The back room of Knots & Co")).music?.asset).toBe("music/mus-knots.wav");
    expect((await stage("The parish hall")).music).toBeNull();
  });
});

describe("files of authors who write short", () => {
  const harrow = dressedBefore({
    "plot/beats.json": JSON.stringify({
      beats: [
        beat("ward", "The north ward", "You sleep in the north ward, where a green light burns over each door."),
        beat("scullery", "The staff scullery", "You wash cups in the staff scullery."),
        beat("tap", "Tap room 4", "You count barrels in Tap room 4."),
        beat("loft", "The loft over the boat shed in Eel Lane", "You wake in the loft over the boat shed in Eel Lane."),
        beat("stage", "Playhouse of the Red Hen", "You clap in the Playhouse of the Red Hen."),
        beat("sick", "The sickbay", "You wake in the sickbay."),
        beat("wings", "Wings at the Red Hen", "You hide in the Wings at the Red Hen."),
      ],
    }),
    "art/ward/north ward, green lights.png": PNG,
    "art/ward/scullery.png": PNG,
    "art/ward/TR4.png": PNG,
    "art/ward/TR5.png": PNG,
    "art/Loft_v1.png": PNG,
    "art/infirmary.png": PNG,
    "art/gull, by day.png": PNG,
    "art/gull.png": PNG,
    "music/RedHen_Overture.wav": WAV,
  });
  const stage = (place: string, more: Partial<SceneToStage> = {}) =>
    harrow().director.stage(sceneAt(harrow().place(place), more), null);

  it.each([
    ["The north ward", "art/ward/north ward, green lights.png"],
    ["The staff scullery", "art/ward/scullery.png"],
    ["Tap room 4", "art/ward/TR4.png"],
    ["The loft over the boat shed in Eel Lane", "art/Loft_v1.png"],
    ["The sickbay", "art/infirmary.png"],
  ])("[EN3013] shows at %s %s", async (place, picture) => {
    expect((await stage(place)).background?.asset).toBe(picture);
  });

  it.each([
    [12, "art/gull, by day.png"],
    [19, "art/gull.png"],
  ])("[EN3014] shows at %i o'clock %s", async (hour, picture) => {
    expect((await stage("The Gull", { hour })).background?.asset).toBe(picture);
  });

  it("[EN3012] plays a piece at all places whose names have its words, and nowhere else", async () => {
    for (const place of ["The Playhouse of the Red Hen", "The Wings at the Red Hen"])
      expect((await stage(place)).music?.asset).toBe("music/RedHen_Overture.wav");
    expect((await stage("The old mill", { scene: 0 })).music).toBeNull();
  });
});

describe("files of authors with plates, versions and years", () => {
  const harrow = dressedBefore({
    "characters/npcs/vane/profile.json": person("Professor Olive Vane", "Astronomer"),
    "characters/npcs/penrose/profile.json": person("Mr Silas Penrose", "Teacher"),
    "lore/years.md": "# Years\n\nIn 1957 the weir broke and took the lane. It is 1999 now.\n",
    "lore/places/harrow.md":
      "# Harrow Market\n\nThe Comma is the saloon of the place. Harrow Market is a town of six streets.\n",
    "lore/places/the-comma.md": "# The Comma\n\nThe Comma has a long bar.\n",
    "plot/beats.json": JSON.stringify({
      beats: [
        beat("rooms", "Mr Penrose's rooms", "You knock at Mr Penrose's rooms."),
        beat("fault", "Nobody's Fault", "You cross the bridge at Nobody's Fault."),
        beat("second", "Second Helping", "You eat at Second Helping."),
        beat("market", "Harrow Market", "You walk through Harrow Market."),
        beat("comma", "The Comma", "You drink at the Comma."),
        beat("weir", "The weir", "You look at the weir."),
        beat("lane", "The lane", "You walk up the lane."),
        beat("road", "Old Highway 80", "You drive along Old Highway 80."),
        beat("quay", "The quay", "You stand on the quay in sleet with your bag."),
      ],
    }),
    "art/Plate XIV, The Chapel.png": PNG,
    "art/Plate XV, The Chapel, by candle.png": PNG,
    "art/Plate XVI, the Gull, after Lights.png": PNG,
    "art/Plate XVII, Mr Penrose's Fire-side.png": PNG,
    "art/mill pond FINAL.png": PNG,
    "art/nobodysfault.png": PNG,
    "art/2ndHelping.png": PNG,
    "art/weir_1957.png": PNG,
    "art/lane.png": PNG,
    "art/lane1957.png": PNG,
    "art/old mill.png": PNG,
    "art/x1.png": PNG,
    "art/x1.png.keywords.txt": "the Drowned Ferry Stage\nlanterns\nrope\nposts\n",
    "art/the Drowned Ferry Stage from the meadow.png": PNG,
    "art/Old 80, heat.png": PNG,
    "art/quay, sleet.png": PNG,
    "art/odo_sparks.png": PNG,
    "art/odo_wheel.png": PNG,
    "art/odo_dead.png": PNG,
    "art/persons/Olive.png": PNG,
    "art/persons/Penrose.png": PNG,
    "music/saloon piano.wav": WAV,
    "music/Andante for the Chapel.wav": WAV,
  });
  const file = (path: string) => harrow().director.files.find((one) => one.file === path);
  const shown = async (place: string, more: Partial<SceneToStage> = {}) => {
    const { background, music } = await harrow().director.stage(sceneAt(harrow().place(place), more), null);
    return { background: background?.asset ?? null, music: music?.asset ?? null };
  };

  it.each([
    ["The Chapel", 12, "art/Plate XIV, The Chapel.png"],
    ["The Chapel", 19, "art/Plate XV, The Chapel, by candle.png"],
    ["The Gull", 12, null],
    ["The Gull", 22, "art/Plate XVI, the Gull, after Lights.png"],
    ["The Mill Pond", 12, "art/mill pond FINAL.png"],
    ["Second Helping", 12, "art/2ndHelping.png"],
  ])("[EN3015] shows at %s at %i o'clock %s", async (place, hour, picture) => {
    expect((await shown(place, { hour })).background).toBe(picture);
  });

  it("[EN3015] plays a piece by the name of its tempo and its place", async () => {
    expect((await shown("The Chapel")).music).toBe("music/Andante for the Chapel.wav");
  });

  it("[EN3016] knows names in one word, people by each of their names, and what is called theirs", async () => {
    expect((await shown("Nobody's Fault")).background).toBe("art/nobodysfault.png");
    expect((await shown("Mr Penrose's rooms")).background).toBe("art/Plate XVII, Mr Penrose's Fire-side.png");
    expect(file("art/persons/Olive.png")).toMatchObject({ use: "portrait", people: ["vane"], place: null });
    expect(file("art/persons/Penrose.png")).toMatchObject({ use: "portrait", people: ["penrose"], place: null });
  });

  it("[EN3017] shows nothing of the past, and what the keywords of a sidecar name before views from elsewhere", async () => {
    expect((await shown("The weir")).background).toBeNull();
    expect((await shown("The lane")).background).toBe("art/lane.png");
    expect((await shown("The Drowned Ferry Stage")).background).toBe("art/x1.png");
  });

  it("[EN3019] knows a place by the number and one more word of its name", async () => {
    expect((await shown("Old Highway 80")).background).toBe("art/Old 80, heat.png");
  });

  it("[EN3019] takes one strange word behind a name for what somebody is called, unless it is a thing or tells of a moment", () => {
    expect(file("art/odo_sparks.png")).toMatchObject({ use: "portrait", people: ["odo"] });
    expect(file("art/odo_wheel.png")).toMatchObject({ use: "scene" });
    expect(file("art/odo_dead.png")).toMatchObject({ use: "scene" });
  });

  it("[EN3020] keeps a picture of the weather that was told on arriving, until another weather is told", async () => {
    expect((await shown("The quay")).background).toBeNull();
    expect((await shown("The quay", { weather: "sleet" })).background).toBe("art/quay, sleet.png");
    expect((await shown("The quay", { shown: "art/quay, sleet.png" })).background).toBe("art/quay, sleet.png");
    expect((await shown("The quay", { shown: "art/quay, sleet.png", weather: "clear" })).background).toBeNull();
  });

  it.each([
    ["You stand on the quay in sleet with your bag.", "sleet"],
    ["Rain falls on the ropes.", "Rain"],
    ["It was snowing on the road.", "snow"],
    ["She says that it was not raining, only leaking, and hums a hymn about rain.", ""],
  ])("[EN3020] reads of %j the weather %j", (text, weather) => {
    expect(saidWeather(text)).toBe(weather);
  });

  it("[EN3018] plays the music of a saloon in the saloon, and not in the town that has it", async () => {
    expect((await shown("The Comma")).music).toBe("music/saloon piano.wav");
    expect((await shown("Harrow Market")).music).toBeNull();
  });
});

describe("music of authors of other habits", () => {
  const harrow = dressedBefore({
    "music/theme.wav": WAV,
    "music/gull_solemn.wav": WAV,
    "music/gull_fight.wav": WAV,
    "music/ambient/village_weir.wav": WAV,
    "music/combat.wav": WAV,
    "music/evening hymn, ending.wav": WAV,
    "music/pond.wav": WAV,
    "music/pond.wav.keywords.txt": "wind\ncalm\nThe Mill Pond\n",
    "world/setting.md": "# Harrow Ferry\n\nThe village lies by a weir.\n\nThe Gull is a tavern with a low roof.\n",
  });
  const heard = async (place: string, more: Partial<SceneToStage> = {}): Promise<string | null> => {
    const { music } = await harrow().director.stage(sceneAt(harrow().place(place), more), null);
    return music?.asset ?? null;
  };

  it.each([
    ["The Gull", {}, "music/gull_solemn.wav"],
    ["The Gull", { sceneType: "danger" }, "music/gull_fight.wav"],
    ["The Mill Pond", {}, "music/pond.wav"],
    ["The Mill Pond", { sceneType: "danger" }, "music/combat.wav"],
    ["The Mill Pond", { isEnding: true }, "music/evening hymn, ending.wav"],
    ["The Old Mill", { scene: 0 }, "music/theme.wav"],
    ["The Old Mill", {}, "music/ambient/village_weir.wav"],
  ] as const)("[EN3006] plays at %s %j %s", async (place, more, piece) => {
    expect(await heard(place, more)).toBe(piece);
  });
});

describe("files whose names have years, surnames first, and titles that houses have too", () => {
  const harrow = dressedBefore({
    "characters/npcs/hal/profile.json": person("Hal Sparrow", "Cooper"),
    "characters/npcs/meg/profile.json": person("Meg Sparrow", "Cooper's daughter"),
    "characters/npcs/anne/profile.json": person("Anne Loftus", "The Colonel, retired"),
    "lore/places/the-cooperage.md": "# The Cooperage\n\nThe cooperage smells of oak. Barrels stand in rows.\n",
    "lore/places/the-colonels-villa.md": "# The Colonel's Villa\n\nThe villa has a flat roof and no bell.\n",
    "art/n_08_cooperage-1911.png": PNG,
    "art/n_09_cooperage.png": PNG,
    "art/n_10_cooperage_dwarf.png": PNG,
    "art/n_11_sparrow_hal.png": PNG,
    "art/n_12_sparrow_meg.png": PNG,
    "art/n_13_hal-and-meg.png": PNG,
    "art/places/colonel/stair.png": PNG,
    "art/cast/colonel/neutral.png": PNG,
    "characters/npcs/bolt/profile.json": person("Bolt", "Harvest machine"),
    "art/cast/machine.png": PNG,
    "art/n_14_the gull at night, candlelight.png": PNG,
  });
  const file = (path: string) => harrow().director.files.find((one) => one.file === path);

  it("[EN3021] shows a picture of another year after those of no year", async () => {
    const { background } = await harrow().director.stage(sceneAt(harrow().place("The Cooperage")), null);
    expect(background?.asset).toBe("art/n_09_cooperage.png");
  });

  it("[EN3021] takes a surname before a first name for one name, also where two have the surname", () => {
    expect(file("art/n_11_sparrow_hal.png")).toMatchObject({ use: "portrait", people: ["hal"], rest: [] });
    expect(file("art/n_12_sparrow_meg.png")).toMatchObject({ use: "portrait", people: ["meg"], rest: [] });
    expect(file("art/n_13_hal-and-meg.png")).toMatchObject({ use: "scene", people: ["hal", "meg"] });
  });

  it("[EN3022] takes a name in a folder of places for the place, and in a folder of people for the person", () => {
    const villa = harrow().place("The Colonel's Villa");
    expect(file("art/places/colonel/stair.png")).toMatchObject({ use: "scene", place: villa, people: [] });
    expect(file("art/cast/colonel/neutral.png")).toMatchObject({ use: "portrait", people: ["anne"], place: null });
  });

  it("[EN3025] takes a file in a folder of people that is called what one person alone is for their portrait", () => {
    expect(file("art/cast/machine.png")).toMatchObject({ use: "portrait", people: ["bolt"], rest: [] });
  });

  it("[EN3025] shows a picture by night and candle by night alone", async () => {
    const at = async (hour: number) =>
      (await harrow().director.stage(sceneAt(harrow().place("The Gull"), { hour }), null)).background?.asset ?? null;
    expect(await at(17)).toBeNull();
    expect(await at(22)).toBe("art/n_14_the gull at night, candlelight.png");
  });
});

describe("files of shops with their owners' names, of times of opening, and of what a beat alone tells", () => {
  const harrow = dressedBefore({
    "characters/npcs/ned/profile.json": person("Ned Marlow", "Ironmonger"),
    "characters/npcs/joan/profile.json": person("Joan Marlow", "Signal box operator"),
    "characters/npcs/silas/profile.json": person("Silas Tench", "Barber"),
    "characters/npcs/rook/profile.json": person("Captain Hilda Rook", "Harbour guard"),
    "characters/npcs/amos/profile.json": person("Amos Kite", "Sweep"),
    "characters/npcs/ivy/profile.json": person("Ivy Sool", "Baker"),
    "lore/places/marlows.md": "# Marlow's\n\nMarlow's sells nails by weight. Marlow's has a bell over the door.\n",
    "lore/places/tenchs.md": "# Tench's\n\nTench's has two chairs and one mirror.\n",
    "lore/places/the-goods-office.md":
      "# The Goods Office\n\nThe goods office smells of string. The signal office is closed.\n",
    "lore/places/the-office.md": "# The Office\n\nThe office has a counter and a stool.\n",
    "lore/signals.md": "# Of signals\n\nNobody may enter the signal office without a lamp.\n",
    "lore/places/the-dairy.md": "# The Dairy\n\nThe dairy is tiled to the ceiling.\n",
    "lore/places/the-abbey-salt-house.md": "# The Abbey Salt House\n\nThe Abbey Salt House is dry all year.\n",
    "plot/beats.json": JSON.stringify({
      beats: [
        beat("office", "The office", "You sign for a parcel and for a goose.", { mood: "Clerkly" }),
        beat("milk", "The Dairy", "Somebody has spilt the cream on a parrot.", { mood: "Sawdust and hush" }),
        beat("guard", "The Dairy", "Captain Rook comes in uniform, with a warrant."),
      ],
    }),
    "art/w_01 MARLOW family ironmongers.png": PNG,
    "art/w_02 tenchs_barber.png": PNG,
    "art/w_03 tench barber.png": PNG,
    "art/w_04 goods office.png": PNG,
    "art/w_05 dairy sawdust.png": PNG,
    "art/w_06 dairy, closing time.png": PNG,
    "art/w_07 dairy parrot.png": PNG,
    "art/wardrobe/rook-uniform.png": PNG,
    "art/wardrobe/amos.png": PNG,
    "art/wardrobe/ivy.png": PNG,
    "art/wardrobe/ned.png": PNG,
    "art/squad/keeper_amos.png": PNG,
    "art/squad/ivy_gloves.png": PNG,
    "art/squad/captain_silas.png": PNG,
    "art/squad/plough-man.png": PNG,
    "characters/npcs/plough/profile.json": person("The Ploughman", "Farmhand"),
    "lore/places/candle-street.md": "# Candle Street\n\nCandle Street is steep. Nobody drives up Candle Street.\n",
    "art/w_08 candle_st_nite.png": PNG,
    "lore/places/the-fire-station.md": "# The Fire Station\n\nThe fire station has one red engine.\n",
    "lore/places/the-yard.md": "# The Yard\n\nThe yard is swept on Fridays, before the school comes by.\n",
    "art/BG/w_10_fire station_n.png": PNG,
    "art/BG/w_10_fire station.png": PNG,
    "art/BG/w_11_abbey.png": PNG,
    "art/BG/w_12_schoolyard.png": PNG,
    "music/salt house drip.wav": WAV,
    "music/dairyroom.wav": WAV,
  });
  const file = (path: string) => harrow().director.files.find((one) => one.file === path);
  const shown = async (place: string, more: Partial<SceneToStage> = {}): Promise<string | null> => {
    const { background } = await harrow().director.stage(sceneAt(harrow().place(place), more), null);
    return background?.asset ?? null;
  };

  it("[EN5607] takes a surname that is all of a shop's name for the shop, unless the file says only what its bearer is", () => {
    const marlows = { use: "scene", place: harrow().place("Marlow's"), people: [] };
    expect(file("art/w_01 MARLOW family ironmongers.png")).toMatchObject(marlows);
    expect(file("art/w_02 tenchs_barber.png")).toMatchObject({
      use: "scene",
      place: harrow().place("Tench's"),
      people: [],
    });
    expect(file("art/w_03 tench barber.png")).toMatchObject({ use: "portrait", place: null, people: ["silas"] });
  });

  it("[EN5606] shows no place of a kind for another one of the kind that the texts know", async () => {
    expect(await shown("The Goods Office")).toBe("art/w_04 goods office.png");
    expect(await shown("office")).toBeNull();
  });

  it("[EN5605] where a beat happens and what it feels like tells nothing, and its own words are no news in it", async () => {
    expect(file("art/w_05 dairy sawdust.png")).toMatchObject({ telling: [] });
    expect(file("art/w_07 dairy parrot.png")).toMatchObject({ telling: ["parrot"] });
    expect(await shown("The Dairy")).toBe("art/w_05 dairy sawdust.png");
    const told = new Set(["parrot", "cream"]);
    expect(await shown("The Dairy", { beat: "milk", told })).toBe("art/w_07 dairy parrot.png");
  });

  it("[EN5609] takes a folder in which nearly everybody has one picture for one of portraits, whatever else they say", () => {
    expect(file("art/squad/keeper_amos.png")).toMatchObject({ use: "portrait", people: ["amos"] });
    expect(file("art/squad/captain_silas.png")).toMatchObject({ use: "portrait", people: ["silas"] });
    expect(file("art/squad/plough-man.png")).toMatchObject({ use: "portrait", people: ["plough"] });
  });

  it("[EN5608] knows a picture by night beside the one by day, and what means one place among pictures of places", () => {
    expect(file("art/BG/w_10_fire station_n.png")).toMatchObject({
      place: harrow().place("The Fire Station"),
      qualifiers: { times: ["night"] },
    });
    expect(file("art/BG/w_11_abbey.png")?.place).toBe(harrow().place("The Abbey Salt House"));
    expect(file("art/BG/w_12_schoolyard.png")?.place).toBe(harrow().place("The Yard"));
  });

  it("[EN5608] knows short forms of streets and of the night", () => {
    expect(file("art/w_08 candle_st_nite.png")).toMatchObject({
      place: harrow().place("Candle Street"),
      rest: [],
      qualifiers: { times: ["night"] },
    });
  });

  it("[EN5608] knows what people wear, the hour at which a house closes, rooms in one word, and two words of a name of three", async () => {
    expect(file("art/wardrobe/rook-uniform.png")).toMatchObject({ use: "portrait", people: ["rook"], telling: [] });
    expect(await shown("The Dairy", { hour: 23 })).toBe("art/w_06 dairy, closing time.png");
    expect(file("music/salt house drip.wav")?.place).toBe(harrow().place("The Abbey Salt House"));
    expect(file("music/dairyroom.wav")?.place).toBe(harrow().place("The Dairy"));
  });
});
