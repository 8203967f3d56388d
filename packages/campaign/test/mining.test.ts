import { describe, expect, it } from "vitest";
import { readSource } from "../src/testing.js";
import type { StorySource } from "@narratoria/protocol/story";
import { mineStory, story, WEIGHBRIDGE } from "./support/mined.js";

const texts = story.matter.facts.map((fact) => fact.text);
const fact = (text: string) => story.matter.facts.find((entry) => entry.text === text);
const withLore = (text: string, more: Partial<StorySource> = {}) =>
  mineStory({ ...WEIGHBRIDGE, lore: [{ file: "lore/a.md", text }], ...more });

describe("facts", () => {
  it("[CA101] takes sentences that stand alone, and none that speak to the reader or of the game", () => {
    expect(texts).toContain("Nobody in Coldharbour has owned up to the short weight.");
    expect(texts.join("\n")).not.toMatch(/\byou\b|dice/i);
  });

  it.each([
    ["The bell fell.", "under five words"],
    ["A lamp in a window on the far side of the yard.", "no verb"],
    ["Is anybody ever told about the bell rope?", "a question"],
    ["Players who find the bell rope gain a point.", "talk of the game"],
    ["sarq: the shaking of the air that hides the bell rope.", "an entry of a list"],
    ["We have always kept the bell rope dry here.", "we"],
  ])("[CA101] leaves out %s (%s)", (sentence) => {
    expect(withLore(`# The Bell Rope\n\n${sentence}`).matter.facts).toEqual([]);
  });

  it("[CA101] counts words: 45 pass, 46 without a place to cut do not", () => {
    const words = (count: number): string =>
      `The bell rope holds ${Array.from({ length: count - 4 }, () => "knots").join(" ")}.`;
    expect(withLore(`# The Bell Rope\n\n${words(45)}`).matter.facts).toHaveLength(1);
    expect(withLore(`# The Bell Rope\n\n${words(46)}`).matter.facts).toHaveLength(0);
  });

  it.each([
    "It itches before bad weather comes in.",
    "They keep a boat ready for it.",
    "But nobody has ever asked the ferryman.",
    "This was the winter of the long frost.",
    "Two of them have never come back here.",
    "Nearly every winter it rings by itself again.",
    "Fishermen leave her small change on the step.",
    "Now the photograph was taken that same Thursday.",
    "Nobody in the village has worn it since.",
    "Nobody has rung nine since, at any age.",
    "Because of the frost the ringers went home.",
    "Unlike other ropes it never frays at all.",
    "When nobody listens it hums to itself.",
  ])("[CA102] never tells a leaning sentence by itself: %s", (sentence) => {
    const mined = withLore(`# The Bell Rope\n\nThe bell rope hangs in the tower. ${sentence}`);
    expect(mined.matter.facts.map((entry) => entry.text)).toEqual(["The bell rope hangs in the tower."]);
    expect(mined.matter.facts[0]?.tail).toBe(sentence);
  });

  it("[CA102] lets a definite phrase lean on the sentence before it, unless it is what the text is about", () => {
    const mined = withLore(
      "# The Bell Rope\n\nA tinker mended the bell rope in spring. The tinker has not been back since then. The rope is as good as new again.",
    );
    expect(mined.matter.facts.map((entry) => entry.text)).toEqual([
      "A tinker mended the bell rope in spring.",
      "The rope is as good as new again.",
    ]);
    expect(mined.matter.facts[0]?.tail).toBe("The tinker has not been back since then.");
  });

  it("[CA102] marks what goes on from another sentence of its paragraph, in lore and in what is seen of a place", () => {
    const mined = withLore(
      "# The Bell Rope\n\nThe bell rope hangs in the tower. Every ringer has tied a knot in it.\n\nNobody rings a bell after dark.",
    );
    expect(mined.matter.facts.map(({ text, inside }) => [text, inside === true])).toEqual([
      ["The bell rope hangs in the tower.", false],
      ["Every ringer has tied a knot in it.", true],
      ["Nobody rings a bell after dark.", false],
    ]);
  });

  it("[CA102] drops a leaning sentence that follows nothing it could be told after", () => {
    expect(withLore("# The Bell Rope\n\nIt has hung there since the flood came.").matter.facts).toEqual([]);
  });

  it("[CA103] puts the name where a person's pronoun opens the sentence after", () => {
    expect(texts).toContain("Orsolya has never torn out a page.");
    expect(texts).not.toContain("She has never torn out a page.");
  });

  it("[CA104] drops a long sentence that would be cut inside a list", () => {
    const list = `The bell rope has cards on it in a round hand: ${"one for the ringer and ".repeat(9)}one, which nobody reads.`;
    expect(withLore(`# The Bell Rope\n\n${list}`).matter.facts).toEqual([]);
  });

  it("[CA104] cuts a long sentence at its relative clause if enough is left", () => {
    const long =
      "The bell rope was spun from the hair of eleven grey horses by a widow of the upper town, who was never paid for it and who has said so every Sunday since then to whoever sat near enough to hear it, and to some who did not.";
    expect(withLore(`# The Bell Rope\n\n${long}`).matter.facts.map((entry) => entry.text)).toEqual([
      "The bell rope was spun from the hair of eleven grey horses by a widow of the upper town.",
    ]);
  });

  it("[CA105] makes a clause with a small first letter, unless the word is a name", () => {
    expect(fact("Every cart of salt since the flood is entered in the Salt Book.")?.clause).toBe(
      "every cart of salt since the flood is entered in the Salt Book",
    );
    expect(fact("Orsolya Brandt keeps the Salt Book on a chain.")?.clause).toBe(
      "Orsolya Brandt keeps the Salt Book on a chain",
    );
  });

  it("[CA105] learns names from running text, not from headings", () => {
    const mined = withLore(
      "# Would the Ferry Sink\n\n# The Ferry\n\nWould anybody sink the ferry for the price of the rope? Ferrymen say that the ferry goes down in April.",
    );
    expect(mined.proper.has("Would")).toBe(false);
    expect(mined.proper.has("April")).toBe(true);
  });

  it("[CA391] keeps what cannot be told alone with the fact that it leads up to or follows", () => {
    const rope = "The bell rope is tarred every spring by the ferryman.";
    const [first, second] = withLore(
      `# The Bell Rope\n\nHemp. You may touch it.\n\nForty ells. ${rope} It itches. Nobody rings it twice. Players roll here. It hurts.`,
    ).matter.facts;
    expect(first).toMatchObject({
      text: rope,
      lead: ["Hemp.", "You may touch it.", "Forty ells."],
      tail: "It itches.",
    });
    expect(first?.rest).toBeUndefined();
    expect(second).toBeUndefined();
  });

  it("[CA391] marks a fact before which a sentence is left out", () => {
    const [first, second] = withLore(
      "# The Bell Rope\n\nThe bell rope is tarred every spring. Players roll here. The ferryman keeps the tar in a jar.",
    ).matter.facts;
    expect([first?.apart, second?.apart]).toEqual([undefined, true]);
  });

  it("[CA107] says which topics, people and places a fact and its tail name", () => {
    expect(fact("The short weight lies in the Weigh House under the left-hand pan.")?.names).toEqual([
      "topic:short-weight",
      "place:weigh-house",
    ]);
    expect(fact("Jonas Peel counts the night carts and writes nothing down.")?.names).toEqual([
      "npc:jonas",
      "topic:night-carts",
    ]);
  });

  it("[CA107] finds a capitalised name only where the capitals stand", () => {
    expect(story.names.keysIn("He keeps a salt book at home.")).toEqual([]);
    expect(story.names.keysIn("He keeps the Salt Book at home.")).toEqual(["topic:salt-book"]);
  });

  it("[CA108] knows who alone knows a fact", () => {
    expect(fact("Jonas Peel counts the night carts and writes nothing down.")?.knownBy).toEqual(["jonas"]);
    expect(fact("Orsolya Brandt keeps the Salt Book on a chain.")?.knownBy).toBe("common");
  });
});

describe("topics and places", () => {
  it("[CA106] writes a heading as the texts write it", () => {
    expect(story.topics.get("salt-book")?.np).toBe("the Salt Book");
    expect(story.topics.get("short-weight")?.np).toBe("the short weight");
    expect(story.topics.get("night-carts")).toMatchObject({ np: "the night carts", plural: true });
  });

  it("[CA106] makes a topic of a beat's title only where it is a noun phrase", () => {
    // The text speaks of a drawer, and calls it open nowhere.
    expect(story.topics.get("open-drawer")?.np).toBe("the drawer");
    expect([...story.topics.keys()].some((id) => id.includes("jonas"))).toBe(false);
  });

  it("[CA109] gathers places from setting, lore, people and beats, each once", () => {
    expect([...story.places.keys()]).toEqual(["weigh-house", "long-yard"]);
    expect(story.places.get("long-yard")).toMatchObject({ name: "the Long Yard", topic: "long-yard" });
  });

  it("[CA109] knows a room from the open air", () => {
    expect(story.places.get("weigh-house")?.indoor).toBe(true);
    expect(story.places.get("long-yard")?.indoor).toBe(false);
  });

  it("[CA109] keeps a leaning sentence of the setting with the one before it", () => {
    expect(story.places.get("weigh-house")?.sentences).toContain(
      "Ledgers fill the shelf behind the counter. It smells of salt and wet rope.",
    );
  });

  it("[CA109] tells no label that only names the place", () => {
    const setting =
      "# Town\n\n- **The pump house.** A shed, basically. Holds two people or one cart.\n- **The quay.** Wet.";
    const { places } = readSource({ ...WEIGHBRIDGE, setting });
    const pump = places.find(({ name }) => name === "the pump house");
    expect(pump?.sights[0]?.text).toMatch(/^A shed, basically/);
  });

  it("[CA391] leaves out of a place what stands for something in a sentence that was left out", () => {
    const setting =
      "# Town\n\n## The Dunes\n\nThe dunes stand behind the pens in two rows. They do it at noon when we listen, and I like the sound. Musicians have come out from the town in order to write it down. Below the lowest is one by itself.\n\nGrass grows on the dunes in spring.";
    const { places } = readSource({ ...WEIGHBRIDGE, setting });
    expect(places.find(({ name }) => /dunes/i.test(name))?.sights.map(({ text }) => text)).toEqual([
      "The dunes stand behind the pens in two rows.",
      "Grass grows on the dunes in spring.",
    ]);
  });

  it("[CA110] takes an author's list of things before its own finds, and no place for a thing", () => {
    expect(story.places.get("weigh-house")?.props.map((prop) => prop.np)).toEqual([
      "the brass scales",
      "a tin scoop",
      "ledgers",
    ]);
    expect(story.places.get("long-yard")?.props.map((prop) => prop.np)).toEqual(["the gate"]);
  });

  it("[CA122] keeps what lies among somebody's things apart from what is told", () => {
    const text =
      "# keeps Orsolya\n- In the Salt Book lies a ticket. It has not been clipped.\n\n# keeps Nobody\n- A hat.\n";
    const mined = mineStory({ ...WEIGHBRIDGE, frames: [...WEIGHBRIDGE.frames, { file: "storybook/things.md", text }] });
    const owner = WEIGHBRIDGE.npcs.find(({ id }) => id === "orsolya")?.profile.name ?? "";
    const own = mineStory({
      ...WEIGHBRIDGE,
      frames: [{ file: "storybook/things.md", text: text.replace("keeps Orsolya", `keeps ${owner}`) }],
    });
    for (const found of [mined, own])
      expect(found.facts.get("orsolya-keeps-1")).toEqual({
        id: "orsolya-keeps-1",
        text: "In the Salt Book lies a ticket.",
        clause: "in the Salt Book lies a ticket",
        tail: "It has not been clipped.",
        topic: "salt-book",
        file: "storybook/things.md",
        knownBy: ["orsolya"],
        keptBy: "orsolya",
        names: expect.arrayContaining(["topic:salt-book", "npc:orsolya"]),
      });
    expect(mined.topics.get("salt-book")?.facts).not.toContain("orsolya-keeps-1");
    expect(mined.problems).toContainEqual({
      file: "storybook/things.md",
      line: 4,
      message: 'No character is called "Nobody".',
      severity: "warning",
    });
  });

  it("[CA110] finds what a person wears and is marked by", () => {
    expect(story.people.get("orsolya")?.props).toEqual([
      { np: "the burn across the left knuckles", plural: false, use: "mark" },
      { np: "the apron", plural: false, use: "worn" },
    ]);
  });

  it("[CA115] makes facts of the setting where there is no lore", () => {
    const mined = mineStory({ ...WEIGHBRIDGE, lore: [] });
    expect(mined.matter.facts.map((entry) => entry.text)).toContain("Gulls stand on every chimney that is warm.");
    expect(mined.matter.facts.every((entry) => mined.topics.has(entry.topic))).toBe(true);
  });

  it("[CA115] has a place to stand in even where nothing names one", () => {
    const { startingLocation: _, ...rest } = WEIGHBRIDGE;
    const mined = mineStory({
      ...rest,
      setting: "# Low Hope\n\nLow Hope is a lamp on a rock and a man.",
      lore: [],
      npcs: [],
      beats: [],
      frames: [],
    });
    expect(mined.matter.places.map((place) => place.name)).toEqual(["Low Hope"]);
  });
});

describe("people", () => {
  it("[CA111] uses a names entry before anything it can count", () => {
    expect(story.people.get("jonas")).toMatchObject({ short: "Peel", epithet: "the carter", pronoun: "he" });
  });

  it("[CA111] counts pronouns in the profile, and says none where it does not tell", () => {
    expect(story.people.get("orsolya")).toMatchObject({ short: "Orsolya", epithet: "the weigher", pronoun: "she" });
    const mined = mineStory({
      ...WEIGHBRIDGE,
      npcs: [{ id: "x", profile: { name: "Sam Vole", role: "Clerk", personality: { traits: ["quiet"] } } }],
    });
    expect(mined.people.get("x")?.pronoun).toBeNull();
  });

  it("[CA111] keeps a title with its surname where the texts do not say otherwise", () => {
    const mined = mineStory({
      ...WEIGHBRIDGE,
      npcs: [{ id: "osk", profile: { name: "Brother Anselm Osk", role: "Monk", personality: { traits: ["quiet"] } } }],
    });
    expect(mined.people.get("osk")?.short).toBe("Brother Osk");
  });

  it("[CA112] makes motives bare infinitives and relations point to people by id", () => {
    expect(story.people.get("orsolya")?.motives).toEqual([
      "to keep the scales true to the ounce",
      "to find the missing page",
    ]);
    expect(story.people.get("jonas")?.relations).toEqual([
      { to: "orsolya", text: "owes Orsolya for a wheel, and drives round by the back so as not to say so" },
    ]);
  });

  it("[CA116] never mines what a person keeps secret", () => {
    expect(JSON.stringify({ ...story.matter, forms: [...story.forms] })).not.toMatch(/wax herself|on a Sunday/);
  });
});

describe("beats and endings", () => {
  it("[CA113] tells a beat in the second person and leaves the decision to the player", () => {
    expect(story.beats.get("beat_001")).toMatchObject({
      told: [
        "You come on the drawer under the scales, and it stands open.",
        "Orsolya shuts it with her hip and says nothing.",
      ],
      decisions: ["ask for the key", "let the drawer be"],
      place: "weigh-house",
      people: ["orsolya"],
    });
  });

  it.each([
    ["The player finds the page and reads it.", "You find the page and read it."],
    ["The player is alone, and the player's lamp goes out.", "You are alone, and your lamp goes out."],
    ["Yusri counts the player's aloud.", "Yusri counts yours aloud."],
    ["The player carries the box to the door, where it stops.", "You carry the box to the door, where it stops."],
    ["Jonas waits while the player does the sum.", "Jonas waits while you do the sum."],
  ])("[CA113] %s", (written, told) => {
    const mined = mineStory({ ...WEIGHBRIDGE, beats: [{ id: "beat_009", title: "A Test", description: written }] });
    expect(mined.beats.get("beat_009")?.told).toEqual([told]);
  });

  it.each(["The player promises to come back.", "The player feels a great relief.", "The player agrees at once."])(
    "[CA113] does not tell %s",
    (written) => {
      const mined = mineStory({
        ...WEIGHBRIDGE,
        beats: [{ id: "beat_009", title: "A Test", description: `Jonas waits by the gate. ${written}` }],
      });
      expect(mined.beats.get("beat_009")?.told).toEqual(["Jonas waits by the gate."]);
    },
  );

  it("[CA114] parts an ending from its epilogue and keeps the place of the deeds", () => {
    expect(story.endings.get("true-weight")).toEqual({
      id: "true-weight",
      title: "True Weight",
      paragraphs: ["You put the short weight on the counter, and the pan goes down.", "Orsolya reads the scale aloud."],
      epilogue: ["The carts go by day now.", "{deeds}", "The gulls have kept their opinions."],
    });
  });
});

describe("the prepositions of places", () => {
  it("[CA117] are said with the word that the campaign's texts use, else with what such a name takes", () => {
    const placed = (name: string, text = "") =>
      mineStory({
        ...WEIGHBRIDGE,
        lore: [{ file: "lore/places/one.md", text: `# ${name}\n\n${text}` }],
      }).world.places.find((place) => place.name === name)?.preposition;
    expect(
      placed("the Ropehead", "On the Ropehead you wait. Nobody is at the Ropehead, or ever at the Ropehead."),
    ).toBe("at");
    expect(placed("the Fifth Floor")).toBe("on");
    expect(placed("the Long Hall")).toBe("in");
    expect(placed("Coldharbour Weir")).toBe("at");
    expect(story.world.places.find(({ id }) => id === "long-yard")?.preposition).toBe("in");
  });
});
