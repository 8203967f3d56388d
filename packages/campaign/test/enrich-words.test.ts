// What sparse campaigns of several habits say already, and where their authors have said it.
import { symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { enrich, loadCampaign } from "../src/index.js";
import { readmeProse, storyParagraphs } from "../src/enrich/readme-prose.js";
import { seedOf } from "../src/enrich/seed.js";
import { spokenToPlayer } from "../src/enrich/seed-sentences.js";
import { campaignFolder, type Files, load } from "./campaign-folder.js";

const NOW = () => Date.parse("2026-02-03T10:30:00Z");

async function made(files: Files): Promise<(path: string) => string> {
  const { campaign } = await loadCampaign(await campaignFolder(files));
  if (campaign === null) throw new Error("no campaign");
  const { files: written } = await enrich(campaign, { now: NOW });
  return (path) => written.find((one) => one.path === path)?.text ?? "";
}

const person = (name: string, role: string, motivations: readonly string[], more: object = {}) => ({
  name,
  role,
  personality: { traits: ["calm"] },
  motivations,
  ...more,
});

describe("a sparse campaign", () => {
  it("[CA5990] opens with the prose of its README where nothing else tells the story", async () => {
    const readme =
      "# The Bees\n\nThe hives of Orsk have been empty since June, and Wenna Holt has told nobody.\n\nYou have to find the queen before the fair.\n\n## License\n\nAll of it is free.\n";
    const file = await made({ "manifest.json": { title: "The Bees", version: "1.0.0" }, "README.md": readme });
    const premise = file("plot/premise_generated.md").split("---\n").at(-1) ?? "";
    expect(premise).toContain("The hives of Orsk have been empty since June, and Wenna Holt has told nobody.");
    expect(premise).not.toContain("free");
    expect(file("plot/beats_generated.json")).toContain("find the queen");
    expect(file("README_generated.md")).toBe("");
  });

  it("[CA5990] takes nothing from a README that is about the folder, is a link, or stands beside other texts", async () => {
    expect(
      storyParagraphs("# Oak\n\nInstall it with `narratoria install`.\n\n- one\n\nThis campaign is a draft."),
    ).toEqual([]);
    const dir = await campaignFolder({ "manifest.json": { title: "Oak", version: "1.0.0" } });
    await writeFile(join(dir, "other.txt"), "The oak has fallen on the house.\n");
    await symlink(join(dir, "other.txt"), join(dir, "README.md"));
    expect(await readmeProse(dir)).toEqual([]);
    const file = await made({
      "manifest.json": { title: "Oak", version: "1.0.0" },
      "plot/premise.md": "You wait under the oak.\n",
      "README.md": "The bridge of Tol has gone.\n",
    });
    expect(file("plot/beats_generated.json")).not.toContain("Tol");
  });

  it.each([
    ["I am a bell. I was cast here, and my rope is new.", "You are a bell. You were cast here, and your rope is new."],
    ["We are two bells.", "We are two bells."],
    ["I said: “I will.”", null],
    ["My sister and I keep our bell.", null],
  ])("[CA5991] is told to the player: %s", (text, told) => {
    expect(spokenToPlayer(text)).toBe(told);
  });

  it.each([
    ["I am a mill. Tomorrow they are going to pull me down.", "keep them from pulling you down"],
    ["You are a boat, and the owner is about to sell you.", "keep the owner from selling you"],
    ["There is a letter without a name. You would like to get rid of it before noon.", "get rid of the letter"],
  ])("[CA5992] has an aim: %s", async (premise, aim) => {
    const { campaign } = await load({ "plot/premise.md": premise });
    expect(seedOf(campaign).aim).toBe(aim);
  });

  it("[CA5993, CA5998] introduces people by what they do", async () => {
    const { campaign } = await load({
      "plot/premise.md":
        "The bell is rung by hand. The ringer is a woman called Ilse who has never been late. Tamm at the ferry says that it was late. In the town there is a man called Jost.",
    });
    const seed = seedOf(campaign);
    expect(seed.people.map(({ name, role, pronoun }) => [name, role, pronoun])).toEqual([
      ["Ilse", "the ringer", "she"],
      ["Tamm", null, null],
      ["Jost", null, "he"],
    ]);
  });

  it("[CA5994] plays at the places that have headings, with whom they name", async () => {
    const file = await made({
      "manifest.json": { title: "Brine", version: "1.0.0", genre: "fantasy" },
      "world/setting.md":
        "# Sool\n\nSool is a town under a town.\n\n## The Hall of Bells\n\nA hall cut from one crystal. The bells are rung by a woman called Hedda.\n\n## The Lift\n\nIt goes up once a week. Old Bartok weighs everything twice.\n\n## The Ninth Gallery\n\nClosed since the flood.\n\n## Money\n\nSalt is money, and debts are scratched on the wall.\n",
    });
    expect(file("lore/places/hall-of-bells_generated.md")).toContain(
      "The Hall of Bells is a hall cut from one crystal.",
    );
    expect(file("lore/places/lift_generated.md")).toContain("The Lift goes up once a week.");
    expect(file("lore/places/ninth-gallery_generated.md")).toContain(
      "The Ninth Gallery has been closed since the flood.",
    );
    expect(file("lore/places/money_generated.md")).toBe("");
    expect(file("characters/npcs/hedda/profile_generated.json")).toContain("can be found in the Hall of Bells");
    expect(file("plot/premise_generated.md")).toContain("You are in Sool.");
    // A town is out of doors, in whichever words (CA6555).
    expect(file("lore/places/sool_generated.md")).toMatch(/footprint|long way off|wheelbarrow|glove|Puddles|bench/);
    expect(file("plot/premise_generated.md")).toContain("---\n\nSool is a town under a town.");
  });

  it("[CA5995] turns on what one of its people wants to know, and another has the answer", async () => {
    const people: Files = {
      "manifest.json": { title: "Duet", version: "1.0.0" },
      "characters/npcs/ada/profile.json": person("Ada Vale", "Pianist", ["to win", "Find out who cut her score"]),
      "characters/npcs/ben/profile.json": person("Ben Holt", "Pianist", ["to leave quietly"], {
        secrets: "He cut pages from the score.",
      }),
    };
    const file = await made(people);
    expect(file("plot/premise_generated.md")).toContain(
      "Ada Vale wants to know who cut Ada’s score, and you have until",
    );
    expect(file("plot/beats_generated.json")).toContain("“It was I,” says Ben Holt.");
    expect(file("plot/beats_generated.json")).toContain("does not say where he was");
    expect(file("plot/beats_generated.json")).toContain("wardrobe");
  });

  it("[CA5995] else is about a wish of theirs with which one can help", async () => {
    const { campaign } = await load({
      "manifest.json": { title: "Moor", version: "1.0.0" },
      "characters/npcs/ada/profile.json": person("Ada Vale", "Shepherd", ["to keep her peace", "Bring the flock home"]),
    });
    expect(seedOf(campaign)).toMatchObject({ aim: "help Ada Vale bring the flock home", client: "Ada Vale" });
  });

  it("[CA5996] lets a house or a bridge go about, and not within itself", async () => {
    const file = await made({
      "manifest.json": {
        title: "Bridge",
        version: "1.0.0",
        description: "I am a bridge. I have carried everybody in the valley and nobody has ever carried me.",
      },
    });
    const premise = file("plot/premise_generated.md");
    expect(premise).toContain("You are a bridge. You have carried everybody in the valley");
    expect(premise).toContain("you may go about for a day and a night");
    expect(premise).not.toContain("on the bridge");
  });

  it("[CA5997] has the player be one of several of whom alone it tells", async () => {
    const file = await made({
      "manifest.json": { title: "Bellevue", version: "1.0.0" },
      "plot/premise.md": "Two brothers inherit a bad hotel. Neither has spoken to the other since the wedding.\n",
    });
    const beats = file("plot/beats_generated.json");
    expect(beats).toContain("You are one of the two brothers.");
    expect(beats).toContain("“It was I,” says your brother.");
    expect(JSON.parse(file("characters/npcs/brother/profile_generated.json")).role).toBe("brother");
    expect(beats).toContain("Nobody was to ask why neither has spoken to the other since the wedding");
  });

  it("[CA5989] has nobody twice, and neither a ship nor who has yet to come as a person", async () => {
    const { campaign } = await load({
      "characters/npcs/ada/profile.json": person("Ada Vale", "Pilot", ["to leave"]),
      "plot/premise.md":
        "You work for Ada Vale on the Orrin. You have to paint her before the inspector comes. The Orrin has never been late.",
    });
    expect(seedOf(campaign).people.map(({ name }) => name)).toEqual(["Ada Vale"]);
  });

  it("[CA5989, CA5997] has a sexton for an old one, and an answer to what something was called", async () => {
    const file = await made({
      "manifest.json": { title: "Ferry", version: "1.0.0" },
      "plot/premise.md":
        "You have to find out what the boat was called. The old sexton, who sits by the gate, watches everybody. Mr Quill, the harbour master, keeps the book.",
    });
    expect(JSON.parse(file("characters/npcs/old-sexton/profile_generated.json"))).toMatchObject({
      name: "The old sexton",
      role: "sexton",
    });
    expect(file("plot/beats_generated.json")).toContain("“I know what the boat was called,” says Mr Quill.");
  });

  it("[CA5988] has what its description or README opens with be what is odd", async () => {
    const description = "You drive the last bus, and tonight a passenger gets on who got off last year.";
    const { campaign } = await load({ "manifest.json": { title: "Bus", version: "1.0.0", description } });
    expect(seedOf(campaign).oddity).toBe("Tonight a passenger gets on who got off last year.");
    const { campaign: other } = await load({
      "plot/premise.md": "The baker bakes for it and never sleeps. Last year nobody came home.",
    });
    expect(seedOf(other).oddity).toBe("Last year nobody came home.");
  });

  it("[CA5999] turns on no salt and no part of a mine", async () => {
    const { campaign } = await load({ "plot/premise.md": "They live in the old salt mine. The bread is bad." });
    expect(seedOf(campaign).object).toBeNull();
  });
});
