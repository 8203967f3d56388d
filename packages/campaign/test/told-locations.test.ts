import { afterEach, describe, expect, it, vi } from "vitest";
import { unknownPlaces, unknownStart } from "../src/checks/told-texts.js";
import { readStory } from "../src/index.js";
import { load } from "./campaign-folder.js";

afterEach(() => void vi.restoreAllMocks());

/** A campaign with one beat at a location, and a text of its own. */
async function campaignAt(location: string, text: string) {
  const beat = { id: "beat_1", title: "The visit", description: "Somebody knocks.", location };
  const { campaign } = await load({ "plot/beats.json": { beats: [beat] }, "lore/places.md": text });
  return { campaign, reading: readStory(campaign) };
}

async function codesAt(location: string, text: string): Promise<string[]> {
  const { campaign, reading } = await campaignAt(location, text);
  return unknownPlaces(campaign, reading).map(({ severity }) => severity);
}

describe("locations that a text tells of", () => {
  it.each([
    ["in other letters", "The Café Noir", "Everybody meets at the CAFE NOIR on Fridays."],
    ["across two lines", "the rope walk", "Hemp is twisted at the rope\nwalk by the river."],
    ["with a hyphen", "rope walk", "Hemp is twisted at the rope-walk."],
    ["behind a longer word", "the ferry stage", "The ferrymen sleep. The ferry stage is wet."],
  ])("[CA747] are found %s", async (_, location, text) => {
    expect(await codesAt(location, text)).toEqual([]);
  });

  it("[CA747] are not found in parts of words", async () => {
    expect(await codesAt("the ferry stage", "A ferry stagecoach waits. The wherry stage is wet.")).toHaveLength(1);
  });

  it("[CA2203] are looked for together, whichever file names them", async () => {
    const text = "The gates of it leak. ".repeat(2_000);
    const beat = { id: "beat_1", title: "The visit", description: "Somebody knocks.", location: "The Lanternhouse" };
    const { campaign } = await load({
      "plot/beats.json": { beats: [beat] },
      "characters/player/template.json": { starting_location: "The Wherry Stage" },
      "lore/places.md": text,
    });
    const reading = readStory(campaign);
    const toLowerCase = String.prototype.toLowerCase;
    let folded = 0;
    vi.spyOn(String.prototype, "toLowerCase").mockImplementation(function (this: string) {
      folded += this.length;
      return toLowerCase.call(this);
    });
    const found = [...unknownPlaces(campaign, reading), ...unknownStart(campaign, reading)];
    vi.restoreAllMocks();
    expect(found.map(({ pointer }) => pointer)).toEqual(["/location", "/starting_location"]);
    expect(folded).toBeGreaterThanOrEqual(text.length);
    expect(folded).toBeLessThan(2.5 * text.length);
  });

  it("[CA2203] are looked for by searching each text once, however many headings there are", async () => {
    const headings = Array.from({ length: 300 }, (_, at) => `## The ${at}th lock\n\nThe gates of it leak.`);
    const text = headings.join("\n\n");
    const { campaign, reading } = await campaignAt("The Lanternhouse", text);
    const includes = String.prototype.includes;
    let searched = 0;
    vi.spyOn(String.prototype, "includes").mockImplementation(function (this: string, ...sought) {
      searched += this.length;
      return includes.apply(this, sought);
    });
    const found = unknownPlaces(campaign, reading);
    vi.restoreAllMocks();
    expect(found).toHaveLength(1);
    expect(searched).toBeGreaterThanOrEqual(text.length);
    expect(searched).toBeLessThan(4 * text.length);
  });
});
