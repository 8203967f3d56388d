// SPEC.md CA5910 to CA5912: what one sees of somebody, out of the text on who they are.
import { describe, expect, it } from "vitest";
import { allLooksOf } from "../src/reading/looks.js";
import { looksInProse } from "../src/reading/looks-in-prose.js";
import { person, readSmall } from "./support/small-story.js";

const vera = {
  name: "Miss Vera Lund",
  called: "Vera",
  aliases: ["the Weighmistress"],
  pronoun: "she" as const,
  plural: false,
  kind: "human" as const,
};

describe("looks in prose", () => {
  it.each([
    [
      "Vera has had the scales since her mother died. She's a broad woman who stoops to the beam, with chalk on her sleeves, and she believes in brass as others do in church.",
      "She is a broad woman who stoops to the beam, with chalk on her sleeves.",
    ],
    [
      "Your aunt weighs salt. She has done it for twelve years, and she's got arms like a bargeman and a very good hat.",
      "She has arms like a bargeman and a very good hat.",
    ],
    [
      "She is seventy and pink and she walks as if there were a band.",
      "She is seventy and pink, and she walks as if there were a band.",
    ],
    ["The Weighmistress is tall and thin. Nobody likes her.", "She is tall and thin."],
    ["Miss Vera Lund wears two shawls; she has never sold one.", "She wears two shawls."],
  ])("[CA5910] are taken from %j", (text, look) => {
    expect(looksInProse(text, vera)).toEqual([look]);
  });

  it.each([
    "She was a tall girl with red hair when the bridge stood.",
    "She has found a boot, a bayonet and a hat.",
    "She is forty-five.",
    "She has a hand in everything.",
    "She has an eye for a bargain.",
    "She looks at your hands a good deal.",
    "“She is tall and has no teeth,” they say of her.",
    "Osk is tall, with a beard.",
    "If it rains she wears a hat.",
    "She is afraid of her mother.",
  ])("[CA5910] are not %j", (text) => {
    expect(looksInProse(text, vera)).toEqual([]);
  });

  it("[CA5911] and in a list of notes what stands under a label for looks and for habits", () => {
    const list =
      "- **Appearance:** Tall, grey.\n- **Home:** The weigh house.\n- **History:** She has a scar from the fire.\n- **Mannerism:** She counts steps aloud. Her left hand shakes. Once she ran.";
    expect(looksInProse(list, vera)).toEqual([
      "She is tall and grey.",
      "She counts steps aloud.",
      "Her left hand shakes.",
    ]);
  });

  it.each([
    [
      "Tall, grey. White teeth. Pale scarf with a burn on it.",
      ["She has white teeth.", "She has a pale scarf with a burn on it."],
    ],
    ["Tall, grey. The hem of her coat is stained with salt.", ["The hem of Vera's coat is stained with salt."]],
    ["Tall, grey. Her ferret, Tom, rides in her hood.", []],
    ["Tall, grey. The mill is behind her house. Rain falls on her hat. A plaster on one thumb.", []],
  ])("[CA5912] are further sentences of %j", (note, further) => {
    expect(allLooksOf(note, vera).slice(1)).toEqual(further);
  });

  it("[CA5910] stand behind those of a note on their appearance, which are not said again", () => {
    const background = "Vera is tall and grey. She wears three keys on her belt. She grew up at the ford.";
    const looks = (more: object) =>
      readSmall({
        setting: "Vera keeps the scales. She is always there.",
        npcs: [person("Vera Lund", "Weighmistress", { background, ...more })],
      }).reading.cast[0]?.looks;
    expect(looks({ appearance: "Tall and grey, with chalk on her sleeves." })).toEqual([
      "She is tall and grey, with chalk on her sleeves.",
      "She wears three keys on her belt.",
    ]);
    expect(looks({})).toEqual(["She is tall and grey.", "She wears three keys on her belt."]);
  });
});
