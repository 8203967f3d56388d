// What sparse campaigns of several habits turn on: their authors' own people, nouns and decisions, and nothing of another world.
import { describe, expect, it } from "vitest";
import { enrich, loadCampaign } from "../src/index.js";
import { cardOf, listedPeople, playerName } from "../src/enrich/seed-cast.js";
import { isNote, planIn } from "../src/enrich/seed-notes.js";
import { seedOf } from "../src/enrich/seed.js";
import { deadlineIn } from "../src/enrich/seed-aim.js";
import { sentencesOf } from "../src/enrich/seed-sentences.js";
import { campaignFolder, type Files, load } from "./campaign-folder.js";

const NOW = () => Date.parse("2026-02-03T10:30:00Z");

async function made(files: Files) {
  const { campaign, problems } = await loadCampaign(await campaignFolder(files));
  if (campaign === null) throw new Error("no campaign");
  const { files: written } = await enrich(campaign, { now: NOW });
  const text = (path: string): string =>
    written
      .find((one) => one.path === path)
      ?.text.split("---\n")
      .at(-1) ?? "";
  const people = written.flatMap(({ path }) => /npcs\/([^/]+)\//.exec(path)?.[1] ?? []);
  return {
    text,
    people,
    problems,
    all: written.map((one) => one.text.replace(/"seed_data": ".*"|seed_data: [\s\S]*?version/g, "")).join("\n"),
  };
}

const peopleOf = async (premise: string): Promise<string[]> =>
  seedOf((await load({ "plot/premise.md": premise })).campaign).people.map(({ name }) => name);

const CLOCK =
  "# The Salt Clock\n\nThis is a fantasy thing, sort of melancholy. You play Hesper Vane, apprentice to the clockwright of Tamm. Tamm is a city on a dry lake, and all its clocks run on salt. The big clock has gained an hour every night since the old duke was buried.\n\nMaster Oom says that the clock is right and the city is wrong. The salt miners hate it.\n\nI'd like it to be slow. Eventually Hesper learns that the old duke is buried inside the clock (he asked for it himself). At the end she must choose whether to stop the clock or let it run.\n\n## Characters\n\n- **Master Oom**: clockwright, deaf in one ear, drinks\n- **Duchess Immel**: new to the job, wants everybody to like her\n- **Tuck**: speaks for the miners, angry\n";
const CREEK =
  "DRY CREEK\n\n- one well for the whole town, it drops a hand a week\n- the railroad company offered to buy the well\n- the Ortega family has a second well & hides it\n- winds: Old Marrow, The Broom\n- Money: tokens\n- nobody has drunk from the creek since the cattle died\n\nWho is here\n- Sheriff Abel Munn - already took their money\n- Pia Ortega - keeps the key, 19\n- the stranger called Two-Hats, who counts fence posts\n\nThings that could happen\n- somebody poisons the trough\n- Upper Town wants to fence the well, Lower Town cuts the wire\n";
const ROOM =
  "You're Dev, the night porter of the Hotel Bellavista. Room 14 has been booked by the same guest every August for forty years, and no one has ever slept in the bed. This year a second key was handed in. Mrs. Alder, the owner, doesn't know about the second key. Her son Pietro does, and he wants to sell the hotel. The cook, Nives, says that she hears dancing.\n\nThe tone is gentle. Nobody is really a villain. In the end Dev has to decide whether he opens the door or gives the key back.\n";

describe("notes to whoever tells the story", () => {
  it.each([
    "Ok so this is a sci-fi mystery thing.",
    "I want it to be quiet and a bit creepy but not gory.",
    "The story covers the four days before the fight.",
    "It should be about loyalty, debts and the body.",
    "It may end at the first bell.",
    "Nobody is really evil.",
    "At some point Ines should find out that Wim is on board.",
    "In the end she has to decide if she digs it up.",
    "Tone: melancholy.",
  ])("[CA6000] are no part of it: %s", (sentence) => {
    expect(isNote(sentence)).toBe(true);
  });

  it.each([
    "The story of the bell is known to every child.",
    "It may rain before noon.",
    "In the end the duke was buried.",
    "We want the well back.",
    "Okay, said the miller.",
  ])("[CA6000] are not: %s", (sentence) => {
    expect(isNote(sentence)).toBe(false);
  });

  it("[CA6001] say what comes out, what may happen and what is decided", () => {
    const plan = planIn(sentencesOf(CLOCK), CLOCK);
    expect(plan.hidden).toEqual(["The old duke is buried inside the clock.", "The old duke asked for it himself."]);
    expect(plan.decision).toEqual(["stop the clock", "let it run"]);
    expect(planIn(sentencesOf(CREEK), CREEK).happenings).toEqual([
      "Somebody poisons the trough.",
      "Upper Town wants to fence the well, Lower Town cuts the wire.",
    ]);
  });
});

describe("the people of a sparse campaign", () => {
  it("[CA6002] are those that a list has", () => {
    expect(listedPeople(CREEK).map(({ name, role }) => [name, role])).toEqual([
      ["Sheriff Abel Munn", null],
      ["Pia Ortega", null],
      ["Two-Hats", "the stranger"],
    ]);
    expect(listedPeople(CLOCK).map(({ name, role }) => [name, role])).toEqual([
      ["Master Oom", "clockwright"],
      ["Duchess Immel", null],
      ["Tuck", null],
    ]);
    expect(listedPeople(CLOCK)[0]?.told).toContain("Master Oom drinks.");
    expect(listedPeople("Places\n- The Mill - old\n- The Weir - wet\n")).toEqual([]);
  });

  it.each([
    ["Upper Row is rich. The wind has names: Old Marrow and Sweetling. Old Marrow knows no rest.", []],
    ["Lantern Night is in May. Everybody fears Lantern Night. Osk Bell says so.", ["Osk Bell"]],
    ["Kepler Nine is a post on a moon. Kepler Nine has four beds.", []],
    [
      "Tonino is tired. On Saturday your friend Tonino Esposito is to fight Bruno Falco.",
      ["Tonino Esposito", "Bruno Falco"],
    ],
    ["A man in a cream suit has offered you money.", ["the man in the cream suit"]],
    ["Wim walked into the store and never came out. Pell, the cook, is tired.", ["Pell"]],
  ])("[CA6003, CA6004] are nobody twice and no matter: %s", async (premise, names) => {
    expect(await peopleOf(premise)).toEqual(names);
  });

  it.each([
    ["You are Ines Okafor, the new gardener.", "Ines Okafor"],
    ["You play Hesper Vane, apprentice to the clockwright.", "Hesper Vane"],
    ["You're Dev.", "Dev"],
    ["You are in Tamm.", null],
    ["You are the cook.", null],
  ])("[CA6004] are not the player: %s", (sentence, name) => {
    expect(playerName([sentence])).toBe(name);
  });

  it("[CA6004] have pages of their own", async () => {
    const card = cardOf(
      "Old_Prudence.txt",
      'Prudence Gall\nRole: the well keeper\nWants: to rest\n\nShe owes money and has told nobody.\n"Water remembers."\n',
    );
    expect(card).toMatchObject({ name: "Prudence Gall", role: "the well keeper", wants: "to rest", pronoun: "she" });
    expect(card.lines).toEqual(["Water remembers."]);
    expect(card.told).toEqual([]);
    const { people, problems } = await made({
      "plot/premise.md": "Something in the well has started to answer.\n",
      "characters/prudence-gall.md": "# Prudence Gall\n\nRole: the well keeper\n",
    });
    expect(people).toContain("prudence-gall");
    expect(problems.find(({ file }) => file === "characters/prudence-gall.md")?.severity).toBe("notice");
  });
});

it.each([
  ["It has been dead since before anybody signed on.", null],
  ["You were hired before the roof fell.", null],
  ["You have to find it before anybody signs on.", "before anybody signs on"],
  ["You have to go before the table is laid.", "before the table is laid"],
])("[CA6005] takes no half clause for a term: %s", (sentence, deadline) => {
  expect(deadlineIn(sentence)).toBe(deadline);
});

describe("a seed that tells enough", () => {
  it.each([
    [
      "a README",
      { "manifest.json": { title: "The Salt Clock", version: "1.0.0" }, "README.md": CLOCK },
      "the clock",
      ["Stop the clock", "Let the clock run"],
    ],
    [
      "notes",
      { "manifest.json": { title: "Low Water", version: "1.0.0", genre: "western" }, "setting.txt": CREEK },
      "the creek",
      ["Stand by Upper Town", "Stand by Lower Town"],
    ],
    [
      "a premise",
      { "manifest.json": { title: "Room", version: "1.0.0" }, "plot/premise.md": ROOM },
      "Room 14",
      ["Open the door", "Give the key back"],
    ],
  ] as const)(
    "[CA6006] of %s turns on its own matter and ends with its own decision",
    async (_, files, topic, endings) => {
      const { text, all } = await made(files);
      expect(JSON.parse(text("plot/beats_generated.json")).beats[0].description).toContain(`about ${topic},”`);
      for (const [at, title] of endings.entries())
        expect(text(`plot/endings/${["first", "second"][at]}_generated.md`)).toContain(
          title.slice(0, 1).toLowerCase() + title.slice(1),
        );
      expect(all).not.toMatch(/You have noticed|the odd thing|made me an offer/);
    },
  );

  it("[CA6007] has nothing of another world", async () => {
    const { all, text } = await made({
      "manifest.json": { title: "The Salt Clock", version: "1.0.0" },
      "README.md": CLOCK,
    });
    expect(all).not.toMatch(/\b(?:sea|ship|gravel|drawing room|boathouse|lamp room)\b/);
    expect(text("plot/premise_generated.md")).not.toMatch(/fantasy thing|like it to be|buried inside|choose whether/);
  });

  it("[CA6006] has what one of its people wants to do be done or prevented, and says so of them", async () => {
    const { text } = await made({
      "setting.md":
        "Kepler is a post on a moon. Four people work there. Since Tuesday the antenna picks up a voice. Dr. Ilse Brandt has told everybody to stop listening. Tomas Rell, the cook, listens at night. Anneke Voss wants to answer the voice, and she has written what to say.\n",
    });
    expect(text("plot/beats_generated.json")).toContain(
      "Some want to answer the voice. Some would sooner see to it that nobody does.",
    );
    expect(text("characters/npcs/anneke-voss/profile_generated.json")).toContain("to answer the voice");
  });

  it("[CA6008] opens with the first notes, and has the others said once", async () => {
    const { text } = await made({ "manifest.json": { title: "Low Water", version: "1.0.0" }, "setting.txt": CREEK });
    expect(text("plot/premise_generated.md")).toContain("The Ortega family has a second well and hides it.");
    expect(text("plot/beats_generated.json")).toContain("Somebody poisons the trough.");
  });

  it("[CA6009] has whoever knows nothing of it be asked last, and told nothing before", async () => {
    const { text } = await made({
      "plot/premise.md":
        "You are the cutman. On Saturday Tonino Esposito is to fight Bruno Falco. A man in a cream suit has offered money for Tonino to lie down. Tonino does not know of the offer. The ropes are old. The roof leaks.\n",
    });
    const beats = JSON.parse(text("plot/beats_generated.json")).beats;
    expect(beats[7].title).toBe("Tonino Esposito");
    expect(beats[8].description).toContain("There is something that I do not know.");
    expect(beats[0].title).not.toBe("Tonino Esposito");
    expect(text("plot/endings/first_generated.md")).toContain("You tell Tonino of the offer.");
    expect(text("plot/endings/second_generated.md")).toContain("You say nothing of the offer.");
  });
});
