import { describe, expect, it } from "vitest";
import { addressed } from "../src/reading/audience.js";
import { beat, person, readSmall } from "./support/small-story.js";

const put = (description: string) => {
  const npcs = [person("Cupcake Dow", "guard"), person("Ede Marlow", "binder")];
  const [first] = readSmall({ npcs, beats: [beat("b1", description, { location: "the loft" })] }).reading.beats;
  return {
    ways: [...(first?.decisions ?? []), ...(first?.choices ?? []).map(({ text }) => text)],
    results: (first?.choices ?? []).map(({ result }) => result),
    told: first?.told ?? [],
  };
};

describe("what is for the teller", () => {
  const told = (text: string) => addressed(text, "plot/premise.md", 1, true).told;

  it.each([
    "What is true underneath, for the one who tells the tale: the cook did it. He ran.",
    "6. What is true underneath, for the one who tells the tale: the cook did it. He ran.",
    "Underneath it all, and for nobody but the storyteller: the cook did it.",
    "The truth, which only the narrator may know: the cook did it.",
    "The truth of it, and nobody in the house has said so: the cook did it.",
  ])("[CA4703] %s", (text) => {
    expect(told(`The bell rang.\n\n${text}`).trim()).toBe("The bell rang.");
  });

  it.each([
    "The cook told the one who kept the door: go home.",
    "Underneath the stair, and behind the coal: a key.",
    "He said to nobody but the cat: come in.",
  ])("[CA4703] and not %s", (text) => {
    expect(told(text)).toContain(text);
  });
});

describe("a condition without what comes of it", () => {
  const read = (first: string) =>
    addressed(
      `${first} You read it. She lets you come to the end. Then she thanks you.`,
      "plot/endings/one.md",
      1,
      true,
    ).told;

  it.each(["If you promised Osk, and read.", "*If you kept the book and told nobody.*", "If the player has the bell."])(
    "[CA4808] is not told: %s",
    (text) => {
      expect(read(text).trim()).toBe("You read it. She lets you come to the end. Then she thanks you.");
    },
  );

  it.each(["If you found the verse, Osk sings it.", "If you like, and nobody minds, she sings.", "If only."])(
    "[CA4808] and what has one is: %s",
    (text) => {
      expect(read(text)).toContain(text);
    },
  );
});

describe("a page that gives the story away", () => {
  const of = (title: string) => addressed(`# ${title}\n\n1. The cook cut the rope.`, "lore/notes.md", 1, false).told;

  it.each([
    "Secrets, numbered, and whose they were",
    "All the clues",
    "Clues and answers",
    "The solution to the murder",
    "Secrets of the story",
    "Whodunit",
  ])("[CA4801] is the teller's: %s", (title) => {
    expect(of(title)).not.toContain("The cook");
  });

  it.each([
    "The secret of the lake",
    "Secrets of the deep",
    "Clues to the weather",
    "The answer of the bells",
    "The cook",
  ])("[CA4801] %s is not", (title) => {
    expect(of(title)).toContain("The cook");
  });
});

describe("somebody whose name others have a word of", () => {
  it("[CA4704] is one, whose own profile calls her she", () => {
    const npcs = [
      person("Juror Nine", "baker", {
        speech_patterns: { style: "She is slow, and her words are full of bread. She asks nothing of her cousin." },
      }),
    ];
    const text =
      "The Nine are led across the yard. The Nine have the use of the pump. The Nine sit where the Nine were put, and the Nine do not speak.";
    const { reading } = readSmall({ npcs, setting: `# The hall\n\n${text}`, beats: [beat("b1", text)] });
    expect(reading.cast[0]).toMatchObject({ pronoun: "she", plural: false });
  });
});

describe("ways behind labels", () => {
  it.each([
    ["DECIDE: back Doe, back Vane, or back the mule.", ["back Doe", "back Vane", "back the mule"]],
    ["Back Doe, back Vane, or back the mule.", ["back Doe", "back Vane", "back the mule"]],
    ["Choose: use it on Vane, or with Vane.", ["use it on Vane", "use it with Vane"]],
    ["The choice: open the gate or ring the bell.", ["open the gate", "ring the bell"]],
  ])("[CA4809] are told apart by one verb, and behind a label: %s", (text, ways) => {
    expect(put(`He stops by the safe. ${text}`)).toMatchObject({ ways, told: ["He stops by the safe."] });
  });

  it("[CA4809] are no things that begin alike", () => {
    expect(put("He stops by the safe. The red one, the blue one, or the green one.").ways).toEqual([]);
  });

  it("[CA4705] are the deeds that the labels say, where the beat says that there are so many", () => {
    const text =
      "He stops by the library. Two ways. Feed him: leave the tin, he sits eleven minutes. Follow him: you learn it all, and he might turn round. A light is moving.";
    expect(put(text)).toMatchObject({
      ways: ["feed him", "follow him"],
      told: ["He stops by the library.", "Two ways.", "A light is moving."],
    });
  });

  it("[CA4705] are chosen between, where they are things", () => {
    const text =
      "Two plans. Laundry: carts, linens, service door, slow. Or Frosty: the ice cream truck, right up the ramp. They are two and two. You break it.";
    expect(put(text).ways).toEqual(["choose Laundry", "choose Frosty"]);
    expect(put("There is a sign. Laundry: by the back door. Kitchen: upstairs. It rains.").ways).toEqual([]);
  });
});

describe("roads of which one is to be taken", () => {
  it("[CA4705] [CA4701] are ways, with the tags that wait for them", () => {
    const text =
      "Two roads south. The fort road: three days, petrol, papers. The Great Erg: two days, dunes, no help. Cupcake wants a decision.";
    const after = (id: string, tag: string) =>
      beat(id, "It is hot.", { conditions: { requires_beat: "b1", player_choice: tag } });
    const beats = [beat("b1", text), after("b2", "take_the_erg"), after("b3", "take_the_fort_road")];
    const { reading } = readSmall({ npcs: [person("Cupcake Dow", "guard")], beats });
    expect(reading.beats[0]?.choices).toMatchObject([
      { text: "choose the fort road", tag: "take_the_fort_road" },
      { text: "choose the Great Erg", tag: "take_the_erg" },
    ]);
  });
});

describe("what is done with a verb in no list", () => {
  it("[CA1525] is a way beside others", () => {
    expect(
      put("The truck hangs on the crest. Dump stores, dump water, or sit it out until the sand cools.").ways,
    ).toEqual(["dump stores", "dump water", "sit it out until the sand cools"]);
    expect(put("There are three ways. Publish it, seal it, or sign it over.").ways).toEqual([
      "publish it",
      "seal it",
      "sign it over",
    ]);
  });
});

describe("what there is time for", () => {
  it("[CA4716] is a way each", () => {
    const text =
      "There is time for you to hold the boy's head coming down, or to go for the tin, or to hold the line, and for one of them only.";
    expect(put(text)).toMatchObject({
      ways: ["hold the boy's head coming down", "go for the tin", "hold the line"],
      told: [],
    });
    expect(put("There is time to eat before they go to the pier.").ways).toEqual([]);
  });
});

describe("how the first of two deeds is done", () => {
  it("[CA4715] stays with it", () => {
    const text = "The captain can go now, in the dark, on the worst of the tide, or wait for the slack at six.";
    expect(put(text).ways).toHaveLength(2);
    expect(put(text).ways.join(" ")).not.toMatch(/keep the captain/u);
  });
});

describe("how a deed is done", () => {
  it("[CA4706] makes a way of each manner", () => {
    const text =
      "Somebody has to say it to her, and how it is said will matter: as an accusation, or with the letter, or only by sitting down in the sixth chair.";
    expect(put(text).ways).toEqual([
      "say it to her as an accusation",
      "say it to her with the letter",
      "say it to her only by sitting down in the sixth chair",
    ]);
    expect(put("How do you tell him: in front of them all, or alone?").ways).toEqual([
      "tell him in front of them all",
      "tell him alone",
    ]);
  });

  it("[CA4706] and what one can feel is no way", () => {
    const text = "It is dusk and you can feel her going, like a word on the tip of the tongue.";
    expect(put(text)).toMatchObject({ ways: [], told: [text] });
    expect(put("You can feel the wall, or read the stone.").ways).toEqual(["feel the wall", "read the stone"]);
  });
});

describe("what somebody could do", () => {
  it("[CA4711] is the player's to do", () => {
    const text =
      "The vents are open. Somebody could override it at the panel on the gantry, or close the vents by hand. Each has a cost.";
    expect(put(text).ways).toEqual(["override it at the panel on the gantry", "close the vents by hand"]);
    expect(put("Somebody could see you from the gate, or hear you.").ways).toEqual([]);
  });
});

describe("two things of which one is to be chosen", () => {
  it("[CA4712] are a way each", () => {
    const text =
      "So there are two things to steal. Twelve hundred pounds of quarters in the elevator, with Cupcake. Or eleven ounces of book. Not both. They turn to you.";
    expect(put(text).ways).toEqual([
      "choose twelve hundred pounds of quarters in the elevator",
      "choose eleven ounces of book",
    ]);
    expect(put("There is a light. Or a fire. It goes out.").ways).toEqual([]);
  });
});

describe("a question that leaves the deed out", () => {
  it("[CA4714] asks for the deed before it, with another thing", () => {
    const text =
      "They both look at you. Do you take the side of the wheel? Or the side of the clock? Or do you put a third thing between them?";
    expect(put(text)).toMatchObject({
      ways: ["take the side of the wheel", "take the side of the clock", "put a third thing between them"],
      told: ["They both look at you."],
    });
  });
});

describe("what each of two deeds is", () => {
  it("[CA4707] stands on either side of a semicolon", () => {
    const text =
      "You have a bean in each hand. To lay white is to make an ally; to lay black, and be the eighth, is to be thanked, and to leave her alone at the table.";
    expect(put(text)).toMatchObject({
      ways: ["lay white", "lay black"],
      results: ["You make an ally.", "You are thanked, and you leave her alone at the table."],
    });
  });
});

describe("the player who does something", () => {
  it("[CA4708] has the choice to do it, and what comes of it", () => {
    const text =
      "He would hang the case on it. The player who takes the rope from him and feels along it will find the other end.";
    expect(put(text)).toMatchObject({
      ways: ["take the rope from him and feel along it"],
      results: ["You find the other end."],
      told: ["He would hang the case on it."],
    });
  });
});

describe("a line that counts", () => {
  it("[CA4709] keeps its numbers, which name nobody", () => {
    const line = "One: I report by noon. Two: I may seal it. Three: does nobody else see her?";
    const dialogue = [{ speaker: "Cupcake Dow", line }];
    const beats = [beat("b1", "Cupcake is here.", { location: "the loft", dialogue })];
    const { reading } = readSmall({ npcs: [person("Cupcake Dow", "guard")], beats });
    expect(JSON.stringify(reading.beats[0]?.moments)).toContain(line);
  });
});
