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

  it("[CA5422] but what is unmarked in paragraphs of its own beside them stays the teller's", () => {
    const told = read([beat("b0", 'READ ALOUD: "The lamp is out."\n\nOsk did it.')]).beats[0]?.moments[0]?.sentences;
    expect(told).toEqual(["The lamp is out."]);
  });
});
