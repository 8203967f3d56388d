import { describe, expect, it } from "vitest";
import { readStory } from "../src/index.js";
import { load, profile } from "./campaign-folder.js";

const FILE = "characters/npcs/mags/profile.json";
const BASE = { name: "Margaret Pike", role: "baker", personality: { traits: ["brisk"] } };

describe("profiles in a form of their own", () => {
  it("[CA1361] take a list as a sentence for each entry", async () => {
    const { campaign } = await load({
      [FILE]: {
        ...BASE,
        appearance: "- Big, fair.\n- Flour to the elbow\n- A tin under the table",
        background: "- One line.",
      },
    });
    const { appearance, background } = campaign.npcs[0]?.profile ?? {};
    expect(appearance).toBe("Big, fair.\nFlour to the elbow.\nA tin under the table.");
    expect(background).toBe("- One line.");
  });

  it("[CA662] take what an author says plainly in other fields", async () => {
    const { campaign, problems } = await load({
      [FILE]: {
        id: "NPC-02",
        ...BASE,
        nicknames: ["Mags", "Boss (to the crew)"],
        pronouns: "she/her",
        species: "Human",
        home: "the Bakery",
        favourite_colour: "white",
      },
      "characters/npcs/agnes/profile.json": profile("Agnes Pike", { status: "dead", gender: "female", kind: "robot" }),
      "characters/npcs/kit/profile.json": profile("Kit Novak", { pronouns: "they", aliases: "Tuppence, Tup" }),
      "lore/places/bakery.md": "# The Bakery\n\nAn oven and a long table. Mags keeps the till here.",
      "plot/premise.md": "Mags is paying. Mags has a plan. Tuppence looks away. Tuppence has the drainpipes.",
    });
    expect(problems.filter(({ severity }) => severity === "error").map(({ message }) => message)).toEqual([
      'There is no field "favourite_colour". It is left out.',
    ]);
    const reading = readStory(campaign);
    const of = (id: string): unknown => {
      const entry = reading.cast.find((one) => one.id === id);
      return [entry?.called, entry?.pronoun, entry?.kind, entry?.presence.state];
    };
    expect(of("mags")).toEqual(["Mags", "she", "human", "here"]);
    expect(of("kit")).toEqual(["Tuppence", "they", "human", "here"]);
    expect(of("agnes")).toEqual([expect.any(String), "she", "machine", "dead"]);
    expect(reading.cast.find(({ id }) => id === "mags")?.home).toBe(
      reading.places.find(({ called }) => /bakery/i.test(called))?.id,
    );
  });

  it("[CA663] take texts for lists, and lists and objects for texts", async () => {
    const { campaign, problems } = await load({
      [FILE]: {
        name: "Margaret Pike",
        role: ["baker", "boss"],
        age: 79,
        personality: "brisk, organised",
        motivations: "To open at six, once",
        secrets: ["S-1: she sold it.", "She has the card."],
        background: { childhood: "On the Row.", since: "Away." },
        speech_patterns: ["Three things.", "Eat that."],
        inventory: "keys, a card",
        goals: "Find the jar",
        relationships: [{ name: "Agnes", type: "mother", description: "Misses her" }, "Kit: taught them to plait"],
      },
      "characters/npcs/agnes/profile.json": profile("Agnes Pike"),
      "characters/npcs/kit/profile.json": profile("Kit Novak"),
    });
    const [npc] = campaign.npcs.filter(({ id }) => id === "mags");
    expect(npc?.profile).toMatchObject({
      role: "baker, boss",
      age: 79,
      personality: { traits: ["brisk", "organised"] },
      motivations: ["To open at six, once"],
      background: "On the Row. Away.",
      speech_patterns: { examples: ["Three things.", "Eat that."] },
      inventory: ["keys", "a card"],
      goals: [{ description: "Find the jar" }],
      relationships: { agnes: "mother. Misses her", kit: "taught them to plait" },
    });
    expect(npc?.secrets).toBe("S-1: she sold it.\n\nShe has the card.");
    expect(problems.every(({ severity, line }) => severity === "warning" && line > 0)).toBe(true);
  });

  it("[CA664] keep lists that are too long or too short", async () => {
    const traits = Array.from({ length: 12 }, (_, index) => `trait ${index}`);
    const { campaign, problems } = await load({
      [FILE]: { ...BASE, personality: { traits }, motivations: ["win"], speech_patterns: { examples: ["Out. Now."] } },
    });
    expect(campaign.npcs[0]?.profile).toMatchObject({
      personality: { traits },
      motivations: ["win"],
      speech_patterns: { examples: ["Out. Now."] },
    });
    expect(problems.map(({ severity }) => severity)).toEqual(["warning", "warning", "warning"]);
  });

  it("[CA665] do without name, role and traits", async () => {
    const { campaign, problems } = await load({
      "characters/npcs/old_mags/profile.json": { motivations: ["To win it"] },
    });
    expect(campaign.npcs[0]?.profile).toMatchObject({
      name: "Old Mags",
      role: "somebody",
      personality: { traits: [] },
    });
    expect(problems.map(({ severity }) => severity)).toEqual(["warning", "warning", "warning"]);
  });

  it("[CA666] are found by nicknames, ids and what stands in quotation marks", async () => {
    const { campaign, problems } = await load({
      [FILE]: { ...BASE, id: "P-7", nicknames: ["Mags"] },
      "characters/npcs/agnes/profile.json": profile('Agnes Pike, "the Duchess"'),
      "characters/npcs/bo/profile.json": profile("Sir Bo Wren"),
      "plot/beats.json": {
        beats: [
          {
            id: "beat_001",
            title: "Morning",
            description: "They meet in the bakery.",
            dialogue: ["Mags", "P-7", "The Duchess", "duchess", "Bo Wren"].map((speaker) => ({
              speaker,
              line: "Well.",
            })),
          },
        ],
      },
    });
    expect(campaign.beats[0]?.dialogue?.map(({ speaker }) => speaker)).toEqual([
      "mags",
      "mags",
      "agnes",
      "agnes",
      "bo",
    ]);
    expect(problems.filter(({ message }) => message.includes("name of no character"))).toEqual([]);
  });
});
