// SPEC.md CA217 and CA218: each row is one way in which authors call somebody otherwise than by the full name.
import { describe, expect, it } from "vitest";
import { beat, person, readSmall } from "./support/small-story.js";

const story = (name: string, texts: string, more: Parameters<typeof person>[2] = {}) =>
  readSmall({
    npcs: [person(name, "Carter", { id: "one", ...more }), person("Ivo Rask", "Cooper", { id: "ivo" })],
    setting: `# Here\n\n${texts}`,
    beats: [beat("b1", "Snow falls.")],
  });
const called = (...given: Parameters<typeof story>): string => story(...given).somebody("one").called;

describe("what people are called", () => {
  it.each([
    ["the name of the folder", "Arthur Boone", "A cart. Pop drives it. You can ask Pop.", { id: "pop" }, "Pop"],
    [
      "the folder's name with its article",
      "Rev. Ann Ode",
      "Nobody asks the Vicar. The bell is the Vicar's.",
      { id: "the-vicar" },
      "the Vicar",
    ],
    [
      "the folder's name with a word in small letters",
      "José Inácio Rua",
      "You ask mestre Zé. Here is mestre Zé.",
      { id: "mestre-ze" },
      "mestre Zé",
    ],
    [
      "a title for a name",
      "Sabela Crowe",
      "You owe Auntie. Now Auntie laughs. Ask Auntie.",
      { id: "auntie" },
      "Auntie",
    ],
    [
      "what everybody calls them",
      "Arthur Boone",
      "Everyone calls Arthur Boone Thunder. You hear Thunder. Ask Thunder.",
      {},
      "Thunder",
    ],
    [
      "what the profile says",
      "Arthur Boone",
      "You hear the Owl. There sits the Owl.",
      { background: "He is known as the Owl." },
      "the Owl",
    ],
    ["a beginning of the given name", "Desmond Crick", "You ask Des. It is Des who drives.", {}, "Des"],
    ["a usual short form", "Margaret Vane", "You ask Peggy. It is Peggy who drives.", {}, "Peggy"],
    [
      "a word before the name",
      "Maria Amélia Lobo",
      "You ask tia Amélia. Here sits tia Amélia. The cart is tia Amélia's.",
      {},
      "tia Amélia",
    ],
    [
      "a title before a part of the name",
      "Dona Maria da Luz Rocha",
      "You ask Dona Luz. Here sits Dona Luz. You see Dona Luz.",
      {},
      "Dona Luz",
    ],
  ])("[CA217] is %s", (_, name, texts, { id = "one", ...more }: { id?: string; background?: string }, expected) => {
    const read = readSmall({
      npcs: [person(name, "Carter", { id, ...more }), person("Ivo Rask", "Cooper", { id: "ivo" })],
      setting: `# Here\n\n${texts}`,
      beats: [beat("b1", "Snow falls.")],
    });
    expect(read.somebody(id).called).toBe(expected);
  });

  it("[CA5923] is no word of a longer name, nor one behind an article", () => {
    const texts =
      "You see the Bark Quay. The boat lies at the Bark Quay. Down on the Bark Quay, someone is already loading.";
    const read = readSmall({
      npcs: [person("Mother Quarter", "Keeper of the clocks", { id: "mother" }), person("Ivo Rask", "Cooper")],
      setting: `# Here\n\n${texts}`,
      beats: [beat("b1", "Snow falls.")],
    });
    const { called, aliases } = read.somebody("mother");
    expect([called, ...(aliases ?? [])]).not.toContain("Quay");
  });

  it("[CA217] finds in a beat whom it names so", () => {
    const read = readSmall({
      npcs: [person("Arthur Boone", "Carter", { id: "pop" })],
      beats: [
        beat("b1", "Pop counts the barrels."),
        beat("b2", "You wait.", { dialogue: [{ speaker: "Pop", line: "Well." }] }),
      ],
    });
    expect(read.castOf("b1")).toEqual(["pop"]);
    expect(read.castOf("b2")).toEqual(["pop"]);
  });

  it.each([
    [
      "somebody else's name with the same surname",
      "Arthur Boone",
      "You ask Jory Boone. Here is Jory Boone. Jory Boone is dead.",
    ],
    ["a place named for them", "The Lady of Arjoun", "You leave Bir Arjoun. This is Bir Arjoun. You see Bir Arjoun."],
    [
      "what somebody beside them was called",
      "Arthur Boone",
      "Arthur descends from Orlando, called the Dry. Nobody likes the Dry. It is the Dry.",
    ],
    ["a pronoun", "Sheila Marsh", "She drives. She knows. You ask if She counts."],
    [
      "what they are no longer called",
      "Arthur Boone",
      "Nobody calls Arthur Lefty any more. You meet Lefty. Ask Lefty.",
    ],
    ["a word that texts use for another", "Arthur Boone", "You ask Ivo. It is Ivo who drives."],
  ])("[CA218] is never %s", (_, name, texts) => {
    const { called: read, aliases } = story(name, texts).somebody("one");
    expect(name).toContain(read.replace(/^the /, ""));
    expect(aliases.filter((alias) => !name.includes(alias.replace(/^the /, "")))).toEqual([]);
  });

  it.each([
    ["win-askew", "Winifred Askew", "You ask Win. It is not known that Win plays. Here is Win.", "Win"],
    ["win-askew", "Winifred Askew", "You win. It is not known who can win.", "Winifred"],
    ["miss-askew", "Winifred Askew", "You ask the Miss. Here is Miss Dale, and there Miss Vole.", "Winifred"],
  ])(
    "[CA5790] is what their folder %s has before the family name, where texts write it as a name",
    (id, name, texts, expected) => {
      const read = readSmall({
        npcs: [person(name, "Carter", { id }), person("Ivo Rask", "Cooper", { id: "ivo" })],
        setting: `# Here\n\n${texts}`,
        beats: [beat("b1", "Snow falls.")],
      });
      expect(read.somebody(id).called).toContain(expected);
      expect(read.somebody(id).aliases).not.toContain("Miss");
    },
  );

  it("[CA5791] is not what one of several is called", () => {
    const { aliases } = story(
      "The Lads",
      "One of the Lads is a lass called Kasia. You ask Kasia. Here is Kasia.",
    ).somebody("one");
    expect(aliases).not.toContain("Kasia");
  });

  it("[CA218] is what the name has where two could be meant", () => {
    const read = readSmall({
      npcs: [person("Desmond Crick", "Carter", { id: "a" }), person("Desiree Ode", "Cooper", { id: "b" })],
      setting: "# Here\n\nYou ask Des. It is Des who drives.",
    });
    expect([read.somebody("a").called, read.somebody("b").called]).toEqual(["Desmond Crick", "Desiree Ode"]);
    expect(called("Tom Ashe", "You ask Tom. Here is Tom.")).toBe("Tom");
  });
});

describe("what ends a role", () => {
  const of = (role: string, texts: string) => {
    const npcs = [person("Osk Ray", role, { id: "one" }), person("Ivo Rask", "Cooper", { id: "ivo" })];
    return readSmall({ npcs, setting: `# Here\n\n${texts}`, beats: [beat("b1", texts)] }).somebody("one");
  };

  it.each([
    [
      "Mate of the Heron, called the Bishop",
      "The Bishop goes up. You ask the Bishop. So the Bishop says.",
      "the Bishop",
    ],
    ["Ward girl at the Long House, called Wren", "Wren lays the table. You ask Wren.", "Wren"],
    ["Clerk of the Ferry House (known as Tidy)", "Tidy sits down. You ask Tidy.", "Tidy"],
    ["Second at Rudd Hall, a.k.a. the Goose", "The Goose sits down. You ask the Goose.", "the Goose"],
  ])("[CA4803] is what its owner is called: %s", (role, texts, name) => {
    expect(of(role, texts).called).toBe(name);
  });

  it("[CA4803] is no ship or house that people are in", () => {
    const texts =
      "You see the Bark Quay. The boat lies at the Bark Quay. Down on the Bark Quay, someone is already loading.";
    const { called, aliases } = of("Master of the Morrigan, called the Mule", texts);
    expect([called, ...aliases]).not.toContain("the Mule");
  });
});

describe("places by folders and codes", () => {
  const read = (location: string, lore: readonly { readonly file: string; readonly text: string }[], setting = "") =>
    readSmall({ lore, setting, beats: [beat("b1", "You wait.", { location })] });

  it.each(["lore/locations/pump-house.md", "lore/world-map/sites/pump-house.md", "lore/places/pump-house.md"])(
    "[CA219] reads %s as a place",
    (file) => {
      const { reading } = read("the Pump House", [{ file, text: "# The Pump House\n\nIt hums all night." }]);
      expect(reading.places.map(({ called: name }) => name)).toEqual(["the Pump House"]);
      expect(reading.places[0]?.evidence).toMatchObject({ certainty: "stated", file });
    },
  );

  it.each([
    ["Band Room", "the Band Room"],
    ["band room", "the band room"],
    ["Lamp-room", "the Lamp-room"],
    ["Kitchen", "the Kitchen"],
    ["Ann's Room", "Ann's Room"],
    ["Weaver Street", "Weaver Street"],
    ["Malha", "Malha"],
  ])("[CA221] gives a location that is a mere room its article: %s", (location, expected) => {
    expect(read(location, []).placeOf("b1")).toBe(expected);
  });

  it("[CA221] leaves a name as texts use it", () => {
    expect(read("Band Room", [], "# Here\n\nYou meet in Band Room. Nobody leaves Band Room.").placeOf("b1")).toBe(
      "Band Room",
    );
  });

  it.each([
    ["a heading", [{ file: "lore/locations/a.md", text: "# L1: The Pump House\n\nIt hums." }], ""],
    ["a file's name", [{ file: "lore/locations/L1-the-pump-house.md", text: "# The Pump House\n\nIt hums." }], ""],
    ["a remark", [{ file: "lore/locations/a.md", text: "# The Pump House (L1)\n\nIt hums." }], ""],
    ["a list", [], "# Places\n\n- **L1** The Pump House, which hums\n- **L2** The Well"],
    ["a table", [], "# Places\n\n| No. | Name |\n| --- | --- |\n| L1 | The Pump House |\n| L2 | The Well |"],
  ])("[CA219] knows what a code stands for by %s", (_, lore, setting) => {
    expect(read("L1", lore, setting).placeOf("b1")?.toLowerCase()).toBe("the pump house");
  });

  it("[CA419] is the last name where texts call the others by theirs and say too little of one", () => {
    const crew = [
      person("Marguerite Pike", "Engineer", { id: "pike" }),
      person("Jory Tamm", "Deck hand", { id: "tamm" }),
      person("Bartholomew Nye", "Cook", { id: "nye" }),
      person("Dorothea Calloway", "Captain", { id: "calloway" }),
    ];
    const rest = "Captain Calloway reads.";
    const surnames = "Pike shouts. Ask Pike. Tamm coils. Ask Tamm. Nye bakes. Ask Nye.";
    const given = "Marguerite shouts. Ask Marguerite. Jory coils. Ask Jory. Nye bakes. Ask Nye.";
    const read = (texts: string) =>
      readSmall({ npcs: crew, setting: `# Here\n\n${texts} ${rest}` }).somebody("calloway");
    expect(read(surnames).called).toBe("Calloway");
    expect(read(given).called).toBe("Captain Calloway");
  });
});

it("[CA718] takes what a profile lists for all that somebody is called", () => {
  const texts =
    "Everyone calls Arthur Boone Thunder. You hear Thunder. Ask Thunder. Sparks carries it. You ask Sparks.";
  const read = (nicknames: string[]) => {
    const one = person("Arthur Boone", "Carter", { id: "one" });
    const npcs = [{ ...one, stated: { labels: [], nicknames } }, person("Ivo Rask", "Cooper", { id: "ivo" })];
    const { called, aliases } = readSmall({ npcs, setting: `# Here\n\n${texts}` }).somebody("one");
    return [called, ...aliases];
  };
  expect(read([])).toContain("Thunder");
  expect(read(["Sparks"])).toContain("Sparks");
  expect(read(["Sparks"])).not.toContain("Thunder");
});

describe("a title after the name", () => {
  it.each([
    ["Head Sir", "Head Sir opens the door. A head looks in.", "Head Sir", "he"],
    ["Canteen Didi", 'Canteen Didi stirs. Canteen Didi laughs. "Didi!" they call.', "Canteen Didi", "she"],
    ["Station Madam", "Station Madam has a flag. Station Madam is never late.", "Station Madam", "she"],
    ["Tanaka Sensei", "Tanaka Sensei bows. Tanaka Sensei writes it down.", "Tanaka Sensei", null],
    ["Orhan Bey", "Orhan Bey smokes. The boat is Orhan Bey's.", "Orhan Bey", "he"],
    ["Rosa Prior", "Rosa waits. Rosa counts the ropes.", "Rosa", "she"],
  ])("[CA800] stays: %s", (name, texts, expected, pronoun) => {
    const somebody = story(name, texts).somebody("one");
    expect(somebody.called).toBe(expected);
    if (pronoun !== null && name !== "Rosa Prior") expect(somebody.pronoun).toBe(pronoun);
  });
});

it("[CA1610] a wish that goes on about somebody else tells no pronoun of whose wish it is", () => {
  const wants = (name: string, wish = "Get somebody to look at Ivo Rask. She is grey.") =>
    readSmall({
      npcs: [person(name, "Carter", { id: "one", motivations: [wish] }), person("Ivo Rask", "Cooper", { id: "ivo" })],
      beats: [beat("b1", "Snow falls.")],
    }).somebody("one").pronoun;
  expect(wants("Sam Vole")).toBeNull();
  expect(wants("Sam Vole", "Get somebody to look at Bernie. She is grey.")).toBeNull();
});

it.each([
  ["Sam Vole lifts her like post.", null],
  ["Sam Vole lifts her hand.", "she"],
  ["Sam Vole tells him, and goes.", null],
])("[CA1611] whom somebody does something to is another: %s", (text, pronoun) => {
  const { somebody } = readSmall({
    npcs: [person("Sam Vole", "Carter", { id: "one" }), person("Ivo Rask", "Cooper", { id: "ivo" })],
    beats: [beat("b1", text)],
  });
  expect(somebody("one").pronoun).toBe(pronoun);
});
