// SPEC.md CA5410 to CA5422: what those who play at a table write into a beat: when and where it is, checks, labels in mid-paragraph.
import { describe, expect, it } from "vitest";
import { beat, person, readSmall } from "./support/small-story.js";

const npcs = [person("Osk", "Ferryman"), person("Ada", "Clerk")];
const read = (beats: ReturnType<typeof beat>[], more: object = {}) => readSmall({ npcs, beats, ...more }).reading;

describe("the head of a beat", () => {
  const heads = [
    "**Mon 1 May, 06:15. Carter's Cross, the cinder lot.** Osk waits by the pump. Ada counts.",
    "**Tue 2 May, 00:40. Halfway.** Ada stops the lorry.",
    "**Wed 3 May, noon. Sennet Mill.** Osk sleeps under the tailboard.",
  ];

  it("[CA5410] names the place where an author opens beats so", () => {
    const { beats, places } = read(heads.map((text, at) => beat(`b${at}`, text)));
    expect(beats.map(({ place }) => place)).toEqual(
      ["carters-cross", "halfway", "sennet-mill"].map((id) => expect.stringContaining(id)),
    );
    expect(places.map(({ called }) => called)).toEqual(["Carter's Cross", "Halfway", "Sennet Mill"]);
  });

  it.each([
    "Monday, half past five. Osk waits by the pump.",
    "Night Two, late. Bad news. Ada counts.",
    "Shift change, hour four. Ada counts.",
    "Osk waits at six. Ada counts.",
  ])("[CA5410] names none in %j", (text) => {
    expect(
      read([beat("b0", text), beat("b1", "Ada sleeps."), beat("b2", "Osk wakes.")]).places.map(({ id }) => id),
    ).toEqual(["small-story"]);
  });

  it("[CA5411] takes no direction for a place", () => {
    const lore = [
      {
        file: "lore/places/fork.md",
        text: "# The Fork\n\n- **Left:** Upper Mill, 15.\n- **Right:** the ford, 8.\n- **Straight:** the yard, 5.",
      },
    ];
    const names = read([beat("b0", "Osk waits at the Fork.")], { lore }).places.map(({ called }) =>
      called.toLowerCase(),
    );
    expect(names).not.toEqual(expect.arrayContaining([expect.stringMatching(/^(?:left|right|straight)$/)]));
  });
});

it("[CA5413] takes whom the premise makes the player for the player in every beat, and for no place", () => {
  const { beats, places } = read([beat("b0", "Osk asks the knot-rider for the cord."), beat("b1", "Ada sleeps.")], {
    premise: "You are the knot-rider of the nine clans.",
    setting: "That person is the **knot-rider**. Much rests on the knot-rider.",
  });
  expect(beats[0]?.moments[0]?.sentences).toEqual(["Osk asks you for the cord."]);
  expect(places.map(({ id }) => id)).toEqual(["small-story"]);
});

it("[CA5414] reads the name of a page behind what kind of thing it is about", () => {
  const lore = [{ file: "lore/locations/bell.md", text: "# LOCATION: THE SUNK BELL\n\nA low room with a stove." }];
  const { places } = read([beat("b0", "Osk waits.", { location: "The Sunk Bell" })], { lore });
  expect(places.map(({ called }) => called)).toEqual(["the Sunk Bell"]);
});

describe("checks in a beat", () => {
  const CHECKED =
    "Osk waits by the pump. Ada watches him. DC 12 Wits: Osk's hands shake. DC 16 Nimble: read page two. It names the ferry. Fail: she takes it back.";

  it("[CA5420] are left out of what is told, with what comes of them", () => {
    expect(read([beat("b0", CHECKED)]).beats[0]?.moments[0]?.sentences).toEqual([
      "Osk waits by the pump.",
      "Ada watches him.",
    ]);
  });

  it("[CA5421] are choices with stat, difficulty and result", () => {
    expect(read([beat("b0", CHECKED)]).beats[0]?.choices).toMatchObject([
      { text: "look more closely", stat: "Wits", difficulty: "12", result: "Osk's hands shake." },
      { text: "read page two", stat: "Nimble", difficulty: "16", result: "It names the ferry." },
    ]);
  });

  it("[CA5420] that only say how hard the way is leave what happens on it", () => {
    const told = read([
      beat("b0", "The stair is waxed. DC 12 Nimble with the list, DC 16 without. Ada finds a door. (Why? SECRET 6.)"),
    ]);
    expect(told.beats[0]?.moments[0]?.sentences).toEqual(["The stair is waxed.", "Ada finds a door."]);
  });

  it("[CA5420] and what is said to those who play are told to nobody", () => {
    const told = read([
      beat("b0", "Osk waits by the pump. What do they do? NO ROLL. Ada comes in. END when somebody leaves."),
    ]);
    expect(told.beats[0]?.moments[0]?.sentences).toEqual(["Osk waits by the pump.", "Ada comes in."]);
  });
});

describe("labels in the middle of a paragraph", () => {
  const MIXED =
    'Shift change. READ ALOUD: "The lamp is out." Osk pours. Ada drinks. TELLER: let Osk say it twice. He is afraid.';

  it("[CA5422] part what is told from what is the teller's", () => {
    expect(read([beat("b0", MIXED)]).beats[0]?.moments[0]?.sentences).toEqual([
      "Shift change.",
      "The lamp is out.",
      "Osk pours.",
      "Ada drinks.",
    ]);
  });

  it("[CA5422] leaves to a speaker what is read aloud in their own words", () => {
    const told = read([beat("b0", 'Osk puts a pencil down. Read aloud: "It is mine. Find me my part." He goes up.')]);
    expect(told.beats[0]?.moments[0]?.sentences.join(" ")).toBe(
      "Osk puts a pencil down. “It is mine. Find me my part.” He goes up.",
    );
  });

  it("[CA5435] leaves out a sentence that names a beat by its number", () => {
    const endings = [
      {
        id: "e",
        title: "The End",
        body: "If nothing was said by Saturday (beat ten). Osk goes home. The lamp is out.",
      },
    ];
    const read0 = readSmall({ npcs, beats: [beat("b0", "Osk waits.")], endings }).reading.endings[0];
    expect(JSON.stringify(read0)).not.toContain("beat ten");
  });

  it("[CA5422] but what is unmarked in paragraphs of its own beside them stays the teller's", () => {
    const told = read([beat("b0", 'READ ALOUD: "The lamp is out."\n\nOsk did it.')]).beats[0]?.moments[0]?.sentences;
    expect(told).toEqual(["The lamp is out."]);
  });
});

describe("what a beat puts behind a label", () => {
  const ways = (description: string, consequences: string[] = []) =>
    (read([beat("b0", description, { consequences })]).beats[0]?.choices ?? []).map(({ text, tag, decides }) => [
      text,
      tag,
      decides,
    ]);

  it.each([
    [
      "**Decision:** which cab? Duchess (Ada, no talking). Bishop (jokes). Snail (24 mph).",
      ["ride in Duchess", "ride in Bishop", "ride in Snail"],
    ],
    [
      "**Decision:** tell Ada (and she must stop, by law). Keep quiet. Take the spade and help. It will be light at five.",
      ["tell Ada", "keep quiet", "take the spade and help"],
    ],
    [
      "Choice: Left, Upper Mill, 200 by dawn, and say nothing. Right, Marl, and knock. She will argue.",
      ["go left, to Upper Mill, and say nothing", "go right, to Marl, and knock"],
    ],
  ])("[CA5423] is put to the player: %s", (text, expected) => {
    expect(ways(`Osk waits by the pump. ${text}`).map(([way]) => way)).toEqual(expected);
  });

  it.each([
    [
      "Decide: take the envelope, send him off, or ask him to stay for coffee. Then he rides on.",
      ["take the envelope", "send him off", "ask him to stay for coffee"],
    ],
    [
      "Decide: the north road, the south road, or tell them both.",
      ["take the north road", "take the south road", "tell them both"],
    ],
    [
      "The clock strikes.\n\nChoices:\nA) Promise him the part.\nB) Say that Ada asked you first.",
      ["promise him the part", "say that Ada asked you first"],
    ],
    [
      "Before noon, one of these:\n- Run off a slip.\n- Say nothing, and let them go out.",
      ["run off a slip", "say nothing, and let them go out"],
    ],
  ])("[CA5423] may be a list in one sentence or on lines of its own: %s", (text, expected) => {
    expect(ways(`Osk waits by the pump. ${text}`).map(([way]) => way)).toEqual(expected);
    const told = read([beat("b0", `Osk waits by the pump. ${text}`)]).beats[0]?.moments[0]?.sentences.join(" ");
    expect(told).not.toMatch(/Decide|Choices|one of these|A\)/);
  });

  it("[CA5423] is not told where it only says what there is to decide", () => {
    const told = read([beat("b0", "Osk waits. Decide what you tell her, and whether she rides along.")]);
    expect(told.beats[0]?.moments[0]?.sentences).toEqual(["Osk waits."]);
  });

  it("[CA5423] has the tags that the consequences set, in their order", () => {
    expect(ways("Osk waits. **Decision:** tell Ada. Keep quiet.", ["Sets told_ada or kept_quiet"])).toEqual([
      ["tell Ada", "told_ada", true],
      ["keep quiet", "kept_quiet", true],
    ]);
  });

  it("[CA5423] may be tags, each with what it comes to", () => {
    const text =
      "Ada asks for the form. What is decided: **read_the_log**, that is, have it read out, which stops the sale. Or **sign_the_form**, and let it be.";
    expect(ways(text)).toEqual([
      ["read the log", "read_the_log", true],
      ["sign the form", "sign_the_form", true],
    ]);
    expect(read([beat("b0", text)]).beats[0]?.moments[0]?.sentences).toEqual(["Ada asks for the form."]);
  });

  it("[CA5424] stands apart from a head in bold or in capitals, which is not told", () => {
    const told = (text: string, location?: string) =>
      read([beat("b0", text, location === undefined ? {} : { location })]).beats[0]?.moments[0]?.sentences;
    expect(told("**Sun 30 Apr, 20:40. Low Mill.** Osk waits.")).toEqual(["Osk waits."]);
    expect(told("NIGHT TWO, early doors. Osk waits.")).toEqual(["Osk waits."]);
    expect(told("NIGHT ONE. The Sunk Bell. Osk waits.", "The Sunk Bell")).toEqual(["Osk waits."]);
    expect(told("Friday, ten to four. Osk waits.")).toEqual(["Friday, ten to four.", "Osk waits."]);
  });
});

describe("ways that an author writes loosely", () => {
  const put = (text: string): readonly string[] => {
    const [{ decisions = [], choices = [] } = {}] = read([beat("b0", text)]).beats;
    return [...decisions, ...choices.map((one) => one.text)];
  };

  it("[CA5425] are done like the first where they are a name alone", () => {
    expect(
      put(
        "Ada has the pen. You could say Osk Vale, and tell them why; or Ned Moll, and leave the rest; or say no name at all.",
      ),
    ).toContain("say Ned Moll and leave the rest");
  });

  it("[CA5426] leave out what says how, and what has no end or no object", () => {
    expect(
      put(
        "Osk waits at the gate. You could bring him up, whatever the custom; you could send him back to his inn; or have him in as far as the lodge.",
      ),
    ).toEqual(["bring him up", "send him back to his inn", "have him in as far as the lodge"]);
    expect(
      put("He waits. You may refuse him, and be kind or otherwise; you may take his hand; or tell him the truth."),
    ).toEqual(["refuse him", "take his hand", "tell him the truth"]);
    expect(
      put(
        "She waits. It is for you to say how much she is to hear: the cards, or only that she was loved, or the letter, put into her hand.",
      ),
      // What may be told are ways. (rule CA5717)
    ).toEqual(["tell her of the cards", "tell her only that she was loved", "tell her of the letter"]);
  });

  it("[CA5426] may be asked one after the other", () => {
    expect(
      put("It was slippers. Will you tell Osk? Will you have it out with Ada? Or will you shut the case?"),
    ).toEqual(["tell Osk", "have it out with Ada", "shut the case"]);
  });
});

it.each([
  ["curious about the sisters", "Ask about the sisters"],
  ["suspicious of the clerk", "Ask about the clerk"],
  ["is outside at the yard with Osk", "Go to the yard with Osk"],
  ["kind to Osk", "Be kind to Osk"],
])("[CA5427] a state of mind or of place asks for what leads to it: %s", (state, text) => {
  const { acts } = read([
    beat("b0", "Osk waits in the yard."),
    beat("b1", "Ada counts.", { conditions: { player_state: state } }),
  ]);
  expect(acts.map((one) => one.text)).toContain(text);
});

it("[CA5429] tells an outcome without the case in which it comes", () => {
  const outcomes = [
    { description: "If mended: she slides in at a walk. One crate cracks.", probability: 0.6 },
    { description: "If not: four crates go over the edge.", probability: 0.4 },
  ];
  expect(read([beat("b0", "Osk brakes.", { outcomes })]).beats[0]?.outcomes.map(({ told }) => told)).toEqual([
    ["She slides in at a walk.", "One crate cracks."],
    ["Four crates go over the edge."],
  ]);
});

it("[CA5430] takes a house whose rooms are places of beats for the whole of them, and for nobody's way", () => {
  const rooms = ["the stair hall", "the dining room", "the library"];
  const { places } = read(
    rooms.map((location, at) => beat(`b${at}`, "Osk waits.", { location })),
    { setting: "Harrow Court stood in its park. Nobody in the house was wicked, and Osk lives at Harrow Court." },
  );
  expect(places.map(({ called }) => called)).toEqual(rooms);
});

it("[CA5432] reads a throw against a difficulty out of a table, whatever else is counted in one", () => {
  const rules = `Roll **d20 + stat**. Meet the DC or beat it.

| How hard | DC | For example |
| --- | --- | --- |
| Easy | 8 | a footman |
| Fair | 12 | a lock |
| Hard | 16 | a stair |

| Heat | What has changed |
| --- | --- |
| 0–1 | Nobody knows. |
| 2–3 | Double guard. |
| 4–5 | A drawing of you. |`;
  expect(readSmall({ npcs, beats: [beat("b0", "Osk waits.")], rules, stats: ["wits"] }).reading.rules).toMatchObject({
    dice: { count: 1, sides: 20 },
    partial: 12,
    success: 12,
    target: 12,
  });
});

it("[CA5433] tells no case of which nothing comes", () => {
  const told = read([
    beat("b0", "Osk waits. If you call on her (cards, or in through the pantry). She was a bride, once."),
  ]);
  expect(told.beats[0]?.moments[0]?.sentences).toEqual(["Osk waits.", "She was a bride, once."]);
});

it("[CA5422] [CA5434] takes a box for what is read aloud", () => {
  const premise = "> **BOX:** *Osk has put the good candle out.*\n\nYou owe Osk.";
  const opening = readSmall({ npcs, premise, beats: [] }).reading.opening.join(" ");
  expect(opening).not.toMatch(/BOX/);
  expect(opening).toContain("You owe Osk.");
});
