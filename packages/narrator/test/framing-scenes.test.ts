import { readIndex } from "./support/read-index.js";
import { describe, expect, it } from "vitest";
import { createStorybook } from "../src/index.js";
import { slot, state, textOf } from "./support/briefs.js";
import { story, storybook, WEIGHBRIDGE } from "./support/fixture-story.js";

const opening = (bringIn: readonly string[] = [], book = storybook) =>
  book.tell(
    {
      scene: 0,
      seed: "s",
      sceneType: "quiet",
      outcome: "none",
      effects: [],
      recalled: [],
      slots: [slot("ask", { npc: "orsolya", topic: "salt-book" })],
      bringIn,
    },
    state({ storybook: {} }),
  );

describe("the opening", () => {
  it("[NA55] is the author's premise, word for word, in two or three paragraphs", () => {
    expect(opening().paragraphs).toEqual([
      "You came to the Weigh House to have a cart of salt weighed, and the scales say less than they said last week.",
      "Orsolya Brandt would like you to believe the scales. Jonas Peel would like you not to ask.",
    ]);
  });

  it("[NA3364] tells what the premise says twice twice", () => {
    const premise =
      "A man comes up to the scales. He has a sack of salt.\n\nThen another man comes up. He has a sack of salt.\n\nThen a goat.";
    const source = { ...WEIGHBRIDGE, premise };
    expect(opening([], createStorybook(readIndex(source), source)).paragraphs.slice(0, 2)).toEqual([
      "A man comes up to the scales. He has a sack of salt.",
      "Then another man comes up. He has a sack of salt.",
    ]);
  });

  it("[NA3364] tells a premise whose sentences begin as no other does", () => {
    const premise =
      "You are new at the scales.\n\nFirst night, 1:00 a.m., the beam drops and it's the wrong weight. Not salt. Sand.";
    const source = { ...WEIGHBRIDGE, premise };
    expect(opening([], createStorybook(readIndex(source), source)).paragraphs.join(" ")).toContain("First night");
  });

  it("[NA55] says where it begins, if the premise does not", () => {
    const premise = "You came by cart, with a sack on your knees and no name on the sack.\n\nNobody met you.";
    const setting = "# Coldharbour\n\n## The Weigh House\n\nThe Weigh House stands over the road on two legs.";
    const openingOf = (source: typeof WEIGHBRIDGE): string =>
      opening([], createStorybook(readIndex(source), source)).paragraphs.join(" ");
    expect(openingOf({ ...WEIGHBRIDGE, setting, premise })).toMatch(/Nobody met you\. The Weigh House stands/);
    expect(openingOf({ ...WEIGHBRIDGE, setting })).not.toMatch(/stands over/);
  });

  it("[NA4313] says where it begins before the beat that opens it, unless a text names it, also without its noun", () => {
    const premise =
      "You came by cart, with a sack on your knees and no name on the sack, and it rained upon you all the way from the coast.\n\nNobody met you, nobody asked what you had brought, and nobody will say why the other carts have all gone home.";
    const opens = (setting: string, told: string[]): string => {
      const source = { ...WEIGHBRIDGE, setting, premise };
      const beat = { id: "b", title: "The sack", told, decisions: [], dialogue: [], people: [], names: [] };
      const brief = { scene: 0, seed: "s", sceneType: "quiet", outcome: "none", effects: [], recalled: [] } as const;
      const book = createStorybook(readIndex(source), source);
      const place = readIndex(source).matter.places[0]?.id ?? "";
      const slots = [slot("ask", { npc: "orsolya", topic: "salt-book" })];
      return book.tell({ ...brief, slots, bringIn: [], beat }, state({ storybook: {}, place })).paragraphs.join(" ");
    };
    const house = "# Coldharbour\n\n## The Weigh House\n\nThe Weigh House stands over the road on two legs.";
    expect(opens(house, ["The rope parts."])).toMatch(/on two legs\. The rope parts\.$/);
    expect(opens(house, ["The rope of the Weigh House parts."])).not.toContain("on two legs");
    const church = "# Coldharbour\n\n## Saint Osk's Church\n\nSaint Osk's Church stands over the road.";
    expect(opens(church, ["The rope at Saint Osk's parts."])).not.toContain("over the road");
  });

  it("[NA5771] names who is there before the beat that opens the story, not after its last question", () => {
    const told = ["A rope parts over the scales.", "What do you do about it?"];
    const beat = { id: "b", title: "The rope", told, decisions: [], dialogue: [], people: [], names: [] };
    const brief = { scene: 0, seed: "s", sceneType: "quiet", outcome: "none", effects: [], recalled: [] } as const;
    const slots = [slot("ask", { npc: "orsolya", topic: "salt-book" })];
    const at = state({ storybook: {} });
    const { paragraphs } = storybook.tell({ ...brief, slots, bringIn: ["npc:orsolya"], beat }, at);
    expect(paragraphs.at(-1)).toMatch(/What do you do about it\?$/);
    expect(paragraphs.slice(0, -1).join(" ")).toMatch(/Orsolya/);
  });

  it("[NA55] parts one long paragraph, and keeps more as they are", () => {
    const sentence = "You came by cart, with a sack on your knees and no name on the sack.";
    const one = readIndex({ ...WEIGHBRIDGE, premise: Array.from({ length: 4 }, () => sentence).join(" ") });
    expect(one.opening).toEqual([`${sentence} ${sentence}`, `${sentence} ${sentence}`]);
    expect(readIndex({ ...WEIGHBRIDGE, premise: "You came by cart. Nobody met you." }).opening).toEqual([
      "You came by cart. Nobody met you.",
    ]);
    const five = readIndex({ ...WEIGHBRIDGE, premise: "One.\n\nTwo.\n\nThree.\n\nFour.\n\nFive." });
    expect(five.opening).toEqual(["One.", "Two.", "Three.", "Four.", "Five."]);
  });

  it("[NA55] names what its choices name and the premise does not, in a sentence of the setting", () => {
    const sentence = "The Salt Book lies upon its chain by the window.";
    const own = { ...story, general: [sentence] };
    const draft = opening(["topic:salt-book"], createStorybook(own, WEIGHBRIDGE));
    expect(draft.paragraphs[0]).toBe(story.opening[0]);
    expect(textOf(draft)).toContain(sentence);
  });

  it("[NA55] makes a scene even of a premise of one sentence", () => {
    const source = { ...WEIGHBRIDGE, premise: "You came by cart." };
    const draft = opening([], createStorybook(readIndex(source), source));
    expect(draft.paragraphs.length).toBeGreaterThanOrEqual(2);
    expect(draft.paragraphs[0]).toBe("You came by cart.");
  });
});

describe("the ending", () => {
  const ending = story.endings.get("true-weight");
  const end = (deeds: readonly string[], at = ending) =>
    storybook.tell(
      {
        scene: 30,
        seed: "s",
        sceneType: "resolution",
        choice: slot("end", { ending: "true-weight" }),
        outcome: "none",
        effects: [],
        recalled: [],
        slots: [],
        bringIn: [],
        deeds,
        ...(at ? { ending: at } : {}),
      },
      state(),
    );

  it("[NA56] tells the author's ending and epilogue, and names the player's deeds where the author left room", () => {
    const draft = end(["You asked Orsolya about the Salt Book, and she told you.", "You paid Peel what you owed."]);
    const text = [...draft.paragraphs, ...(draft.epilogue ?? [])].join("\n");
    expect(draft.paragraphs.length).toBeLessThanOrEqual(3);
    expect(draft.paragraphs.length).toBeGreaterThanOrEqual(2);
    expect(draft.paragraphs.join()).not.toContain("The carts go by day now.");
    expect(draft.sentences.at(-1)?.paragraph).toBe(draft.paragraphs.length + (draft.epilogue?.length ?? 0) - 1);
    const places = [
      "You put the short weight on the counter",
      "Orsolya reads the scale aloud.",
      "The carts go by day now.",
      "you asked Orsolya about the Salt Book",
      "you paid Peel what you owed",
      "The gulls have kept their opinions.",
    ].map((words) => text.toLowerCase().indexOf(words.toLowerCase()));
    expect(places.every((at) => at >= 0)).toBe(true);
    expect([...places].sort((a, b) => a - b)).toEqual(places);
    expect(draft.choices).toEqual([]);
  });

  it("[NA56] tells deeds after the epilogue's first paragraph where the author left no room, and none where there are none", () => {
    const noRoom = ending && { ...ending, epilogue: ending.epilogue.filter((text) => text !== "{deeds}") };
    expect(end(["You paid Peel what you owed."], noRoom).epilogue?.join("\n")).toMatch(
      /day now[\s\S]*you paid Peel what you owed[\s\S]*opinions/i,
    );
    expect(end([]).epilogue?.join("\n")).not.toMatch(/deeds/);
  });

  it("[NA56] an ending of one paragraph is told in two, and one without an epilogue has the deeds alone", () => {
    const bare = ending && { ...ending, paragraphs: ["The scale tips. Nobody speaks. It rains."], epilogue: [] };
    const draft = end(["You paid Peel what you owed."], bare);
    expect(draft.paragraphs).toEqual(["The scale tips. Nobody speaks.", "It rains."]);
    expect(draft.epilogue).toHaveLength(1);
    expect(end([], bare).epilogue).toBeUndefined();
  });

  it("[NA56] one that has no page is an end all the same", () => {
    const empty = ending && { ...ending, paragraphs: [], epilogue: [] };
    expect(end([], empty).paragraphs).toEqual(["This is the end of The Weighbridge."]);
  });

  it("[NA56] names four deeds at most", () => {
    const deeds = ["one", "two", "three", "four", "five"].map((word) => `You weighed the cart number ${word}.`);
    expect(
      end(deeds)
        .epilogue?.join("\n")
        .match(/you weighed the cart/gi),
    ).toHaveLength(4);
  });
});
