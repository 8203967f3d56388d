// SPEC.md EN3000 to EN3006: how authors of other habits name their files, and what is shown of it.
import { describe, expect, it } from "vitest";
import type { SceneToStage } from "../src/stage/stage-director.js";
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
