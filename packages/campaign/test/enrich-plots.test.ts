// Which stories are made of sparse campaigns: several, each about what its author names.
import { describe, expect, it } from "vitest";
import { enrich, loadCampaign } from "../src/index.js";
import { seedOf } from "../src/enrich/seed.js";
import { letterIn } from "../src/enrich/seed-letter.js";
import { anywhereNear } from "../src/enrich/kits/anywhere-near.js";
import { tellsOf } from "../src/enrich/place-tells.js";
import { campaignFolder, type Files, load } from "./campaign-folder.js";

const NOW = () => Date.parse("2026-02-03T10:30:00Z");

async function made(files: Files) {
  const { campaign } = await loadCampaign(await campaignFolder(files));
  if (campaign === null) throw new Error("no campaign");
  const { files: written } = await enrich(campaign, { now: NOW });
  const text = (path: string): string =>
    written
      .find((one) => one.path === path)
      ?.text.split("---\n")
      .at(-1) ?? "";
  const places = written.flatMap(({ path }) => /lore\/places\/(.+)_generated/.exec(path)?.[1] ?? []);
  const people = written.flatMap(({ path }) => /npcs\/([^/]+)\//.exec(path)?.[1] ?? []);
  return { text, places, people, plot: text("plot/beats_generated.json") + text("plot/choices_generated.json") };
}
const premise = (text: string): Files => ({ "plot/premise.md": text });
const titled = (title: string, description: string): Files => ({
  "manifest.json": { title, version: "1.0.0", author: "a", description },
});
const seedFrom = async (files: Files) => seedOf((await load(files)).campaign);

const ODD = [
  "The weathercock on the mill turns against the wind.",
  "The fountain in the square runs warm.",
  "The lift stops at a floor that is not there.",
  "The swing in the park moves each night.",
  "The bell under the lake rings on Thursdays.",
  "The vending machine gives back more than it gets.",
  "The portrait in the canteen has begun to age.",
  "The tram comes back empty each evening.",
];

describe("the plot of a sparse campaign", () => {
  it("[CA6550] is one of several, about what its author says is odd", async () => {
    const plots = await Promise.all(ODD.map((one, at) => made(titled(`Story ${at}`, one))));
    const firsts = new Set(plots.map(({ text }) => JSON.parse(text("plot/beats_generated.json")).beats[0].title));
    expect(firsts.size).toBeGreaterThan(2);
    for (const [at, { plot }] of plots.entries()) {
      const noun = /^The (?:vending )?(\w+)/.exec(ODD[at] ?? "")?.[1] ?? "";
      expect(plot).toMatch(new RegExp(`why the (?:vending )?${noun}`));
      expect(plot).not.toMatch(/<[\w ]+>|undefined|\bNAME\b|" "/);
    }
  });

  it("[CA6551] has its people say what the opening has not told", async () => {
    const { plot, text } = await made({
      ...titled("The Weir", "The eels in the weir have turned back."),
      "lore/weir.md":
        "The weir was built by two brothers. The lock house has stood empty since March. The miller sells eels.",
    });
    expect(text("plot/premise_generated.md")).not.toContain("The lock house has stood empty");
    expect(plot.match(/The lock house has stood empty since March/g)).toHaveLength(1);
  });

  it.each([
    [
      "You are the understudy. Last night the star left in the second act, and the play went on. Who took your part?",
      "who took your part",
    ],
    ["You live alone. Someone has been sleeping in the spare room.", "who has been sleeping in the spare room"],
    [
      "You wind the clocks. You have to find out what happened to Agnes before the museum opens.",
      "what happened to Agnes",
    ],
  ])("[CA6552] asks who was where: %s", async (text, question) => {
    const { plot } = await made(premise(text));
    expect(plot).toContain(`ask ${question}`);
    expect(plot).toContain("“It was I,” says");
    expect(plot).not.toContain("You have noticed it");
  });

  it("[CA6553] does what is wanted by a plan of which one of several has talked", async () => {
    const { plot } = await made(premise("You have to cross the motorway before it gets dark. The car park is empty."));
    expect(plot).toContain("cross the motorway");
    expect(plot).toMatch(/Somebody has talked/);
    expect(plot).not.toMatch(/sealed note|You are not the first/);
  });

  it("[CA6554] has people and places that belong to what is named", async () => {
    const near = anywhereNear("the ticket machine in the car park prints a name".split(" "), 0);
    expect(near.people.map(({ name }) => name)).toContain("the attendant");
    expect(anywhereNear(["xyzzy"], 0).id).toBe(near.id);
    const horror = await made({
      "manifest.json": { title: "Pumps", version: "1.0.0", author: "a", genre: "horror" },
      "plot/premise.md": "The petrol pumps by the motorway have begun to hum. The lorry in the car park has no driver.",
    });
    expect(horror.places).not.toContain("glasshouse");
  });

  it("[CA6555] tells of two places of a kind in unlike words", () => {
    const told = (name: string) => tellsOf("room", name, `in ${name}`, false).tells.map((one) => one.replace(name, ""));
    const rooms = ["the long room", "the blue room", "the drying room", "the club room"];
    expect(new Set(rooms.map((name) => told(name)[0])).size).toBeGreaterThan(1);
    expect(told("the long room")).toHaveLength(3);
  });

  it("[CA6556] plays at the places of a list, and with the people of another", async () => {
    const files: Files = {
      "manifest.json": { title: "Saltholm", version: "1.0.0", author: "a" },
      "lore/names.md":
        "# Names\n- Ketil Ask, ferryman\n- old Ragna\n\n# Characters\n- Bev, night manager\n- the hitchhiker\n\n# Places\n- the salt pans\n- Ragna's drying loft\n- Skarven, the inn\n- the footbridge over the weir (closed since March)\n",
    };
    const seed = await seedFrom(files);
    expect(seed.places.map(({ name }) => name)).toEqual(
      expect.arrayContaining(["the salt pans", "Ragna's drying loft", "Skarven"]),
    );
    expect(seed.people.map(({ name }) => name)).toEqual(expect.arrayContaining(["Bev", "the hitchhiker"]));
    expect(seed.oddity).toMatch(/salt pans|drying loft|Skarven|footbridge/);
  });

  it("[CA6557] is of the size of those of whom it tells", async () => {
    expect((await seedFrom(premise("The ants pay tax. The bees send an ambassador. The crown is gone."))).small).toBe(
      true,
    );
    expect((await seedFrom(premise("The ants are in the kitchen of two people, and so are the bees."))).small).toBe(
      false,
    );
  });

  it("[CA6558] has the player come for the sake of what is odd, in other words each time", async () => {
    const openings = await Promise.all(
      ODD.map(async (one, at) => (await made(titled(`Story ${at}`, one))).text("plot/premise_generated.md")),
    );
    for (const [at, opening] of openings.entries()) {
      expect(opening).toContain(ODD[at]);
      expect(opening).not.toMatch(/carrier would go no further|invited by mistake/);
    }
    expect(new Set(openings.map((one) => one.split("\n\n")[1])).size).toBeGreaterThan(2);
  });

  it("[CA6559] begins with the letter that is its author's only text", async () => {
    const text =
      "Dear M.,\n\nYour brother reads the post. I am leaving on the Thursday boat, and I kept the ticket for two.\n\nYours,\nJory\n";
    expect(letterIn(text)).toMatchObject({ from: "Jory", deadline: "before the Thursday boat leaves" });
    expect(letterIn("Dear me, what a town. It has a river.")).toBeNull();
    const files: Files = { ...titled("To M.", ""), "lore/letter.md": text };
    const { text: file } = await made(files);
    expect(file("plot/premise_generated.md")).toContain("It says: “Your brother reads the post. I am leaving");
    expect(file("plot/premise_generated.md")).toContain("It is signed: Jory.");
    expect(await seedFrom(files)).toMatchObject({ aim: "find Jory", deadline: "before the Thursday boat leaves" });
  });
});

describe("what a sparse campaign says", () => {
  it.each([
    ["Every night a man rings the bell for a stop that has been built over.", "The stop has been built over."],
    [
      "I drive a bus. Every evening somebody rings for a stop that has been built over.",
      "The stop has been built over.",
    ],
  ])("[CA6550] is odd of the thing that it says it of: %s", async (text, oddity) => {
    expect((await seedFrom(premise(text))).oddity).toContain(oddity.slice(4, -1));
    expect((await seedFrom(premise(text))).oddity).not.toContain("bell for a stop has");
  });

  it("[CA6553] is an aim, where it asks how somebody is to be got out", async () => {
    const seed = await seedFrom(
      premise("You repair mirrors. There is a boy in this one, and he waves. How do you get him out?"),
    );
    expect(seed.aim).toBe("get the boy out");
  });

  it("[CA6557] is said by no dog in a world of people", async () => {
    const seed = await seedFrom(
      premise("Your brother is rude to everybody. The dog has come home alone, and the mayor is silent."),
    );
    expect(seed.people.map(({ name }) => name)).not.toContain("the dog");
  });
});
