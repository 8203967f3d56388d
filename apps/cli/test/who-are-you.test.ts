import type { PlayerTemplate } from "@narratoria/engine";
import { describe, expect, it } from "vitest";
import { askWhoYouAre } from "../src/play/who-are-you.js";

const TEMPLATE: PlayerTemplate = {
  character_creation: { mode: "guided", guidance: "You came with the ferry." },
  allowed_classes: [{ name: "Clerk", description: "You write." }, { name: "Diver" }],
  starting_stats: {
    point_pool: 20,
    attributes: [
      { name: "strength", min: 5, max: 15, default: 10 },
      { name: "charisma", min: 5, max: 15, default: 10 },
    ],
  },
  prompts: [{ question: "What do you owe?", guidance: "A kindness counts.", examples: ["A coat."] }],
  optional_attributes: ["age"],
  presets: [{ name: "The warden", description: "Keeps the keys." }, { name: "The guest" }],
};

async function asked(template: PlayerTemplate, typed: readonly string[]) {
  const lines = [...typed];
  const shown: string[] = [];
  const character = await askWhoYouAre({
    template,
    input: {
      read: async (prompt) => {
        shown.push(`> ${prompt}`);
        return lines.shift() ?? null;
      },
    },
    say: (text) => shown.push(text),
  });
  return { character, shown, left: lines };
}

describe("who the player is", () => {
  it("[CL49] is two questions, and Enter answers both", async () => {
    const { character, shown } = await asked(TEMPLATE, ["", ""]);
    expect(character).toEqual({});
    expect(shown).toEqual([
      "Who are you?",
      "You came with the ferry.",
      "1. The warden. Keeps the keys.\n2. The guest.",
      "> Enter begins as the story has you, 1 to 2 takes one of these, m makes your own: ",
      "> Your name, or Enter to leave it unsaid: ",
    ]);
  });

  it("[CL49] can be one of the ready-made, by a name of their own", async () => {
    expect((await asked(TEMPLATE, ["7", "x", "2", " Wren "])).character).toEqual({ preset: "The guest", name: "Wren" });
    expect((await asked(TEMPLATE, ["7"])).shown.at(-2)).toMatch(/^That is none of these\. Enter begins/);
  });

  it("[CL49] can be made, field by field, each of them skipped by Enter", async () => {
    const { character, shown } = await asked(TEMPLATE, ["m", "2", "charisma 12, strength 8", "A boat.", "31", "Wren"]);
    expect(character).toEqual({
      class: "Diver",
      stats: { charisma: 12, strength: 8 },
      answers: { "What do you owe?": "A boat.", age: "31" },
      name: "Wren",
    });
    expect(shown).toContain("What do you owe? A kindness counts. Such as: A coat.");
    expect(shown).toContain("What you are good at, in 20 points: strength 10 (5 to 15), charisma 10 (5 to 15).");
    expect((await asked(TEMPLATE, ["m", "", "", "", "", ""])).character).toEqual({});
  });

  it("[CL49] is asked again for what the template requires, and for nothing else", async () => {
    const required_attributes = ["name", "class", "what you are after", "What do you owe?"];
    const typed = ["m", "", "Salt", "", "", "", "A coat", "", "Ada"];
    const { character, shown, left } = await asked({ ...TEMPLATE, required_attributes }, typed);
    expect(character).toEqual({ name: "Ada", answers: { "what you are after": "Salt", "What do you owe?": "A coat" } });
    expect(shown.filter((text) => text === "The story needs to know this.")).toHaveLength(2);
    expect(shown).toContain("What you are after?");
    expect(left).toEqual([]);
  });

  it("[CL49] is asked again where the template does not have it", async () => {
    const wrong = ["m", "9", "1", "luck 3", "charisma 16", "charisma 15", "charisma 9", "", "", ""];
    const { character, shown } = await asked(TEMPLATE, wrong);
    expect(character).toEqual({ class: "Clerk", stats: { charisma: 9 } });
    for (const told of [
      "There is no 9 here.",
      "Name one of: strength, charisma.",
      "charisma goes from 5 to 15.",
      "That comes to 25 points, and there are 20.",
    ])
      expect(shown).toContain(told);
  });

  it("[CL49] is nobody when the player goes away, and a name alone where there is nothing to choose", async () => {
    for (const typed of [[], [""], ["1"], ["m"], ["m", "1"]])
      expect((await asked(TEMPLATE, typed)).character).toBeNull();
    const plain = await asked({ starting_items: ["a lamp"] }, ["Wren"]);
    expect(plain).toMatchObject({ character: { name: "Wren" }, shown: ["> Your name, or Enter to leave it unsaid: "] });
    const ready: PlayerTemplate = { ...TEMPLATE, character_creation: { mode: "preset" } };
    expect((await asked(ready, ["m", ""])).character).toBeNull();
    expect((await asked({ character_creation: { mode: "freeform" } }, ["m", "A diver.", ""])).character).toEqual({
      answers: { "Who are you?": "A diver." },
    });
  });
});
