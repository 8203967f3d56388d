import { brokenLaws } from "@narratoria/protocol/laws";
import type { BeatMatter, ChoiceSlot } from "@narratoria/protocol/story";
import type { StorySource } from "@narratoria/protocol/story";
import { describe, expect, it } from "vitest";
import { createStorybook } from "../src/index.js";
import { brief, slot, state, textOf } from "./support/briefs.js";
import { WEIGHBRIDGE } from "./support/fixture-story.js";
import { lawsAgainst, readIndex } from "./support/read-index.js";

const seeds = Array.from({ length: 40 }, (_, seed) => `seed ${seed}`);
const bookUnder = (constraints: readonly string[], forbidden: readonly string[] = []) => {
  const source: StorySource = { ...WEIGHBRIDGE, constraints, forbidden };
  const story = readIndex(source);
  return { story, book: createStorybook(story, source) };
};
const beat = (more: Partial<BeatMatter> = {}): BeatMatter => ({
  id: "beat_001",
  title: "The Open Drawer",
  told: ["You find the drawer open."],
  decisions: [],
  dialogue: [],
  people: ["orsolya"],
  names: [],
  ...more,
});
const ask = slot("ask", { npc: "orsolya", topic: "salt-book" });

describe("the storybook", () => {
  it("[NA400] tells nothing that a law of the story forbids, and still tells a scene", () => {
    const { story, book } = bookUnder([
      "Orsolya Brandt never smiles, nods or shrugs.",
      "No counter and no scales appear.",
    ]);
    for (const seed of seeds) {
      const told = book.tell(brief(ask, [], { seed, slots: [ask, slot("wait", {}, { id: "b" })] }), state());
      expect(brokenLaws(textOf(told), story.laws)).toEqual([]);
      expect(told.paragraphs.length).toBeGreaterThan(1);
    }
  });

  it("[NA400] tells a beat as its author wrote it", () => {
    const { book } = bookUnder([], ["drawer"]);
    const told = book.tell(brief(slot("wait", {}), [], { beat: beat() }), state());
    expect(textOf(told)).toContain("You find the drawer open.");
  });

  it("[NA401] has nobody quoted who does not speak: what they do is told, and their words stand alone", () => {
    const { story, book } = bookUnder(["Orsolya never speaks."]);
    const lines = [
      { speaker: "orsolya", line: "(two knocks on the counter)" },
      { speaker: "orsolya", line: "To the ounce." },
    ];
    for (const seed of seeds) {
      const text = textOf(book.tell(brief(slot("wait", {}), [], { seed, beat: beat({ dialogue: lines }) }), state()));
      expect(text).toContain("Two knocks on the counter.");
      expect(text).toContain("“To the ounce.”");
      expect(brokenLaws(text, story.laws)).toEqual([]);
    }
  });

  it("[NA402] words no choice against a law, as an order to the player", () => {
    const { story, book } = bookUnder(["The player never asks Orsolya anything.", "Nobody shuts the drawer."]);
    for (const seed of seeds) {
      const slots: ChoiceSlot[] = [
        slot("press", { npc: "orsolya", topic: "salt-book" }, { id: "a", text: "Press her" }),
      ];
      const { choices } = book.tell(brief(slot("wait", {}), [], { seed, slots }), state());
      for (const { text } of choices) expect(brokenLaws(text, story.laws, { order: true })).toEqual([]);
    }
  });

  it("[NA403] holds to a law until the beat that ends it", () => {
    const laws = lawsAgainst("scales").map((law) => ({
      ...law,
      checks: law.checks.map((check) => ({ ...check, until: "beat_002" })),
    }));
    const story = readIndex({ ...WEIGHBRIDGE, forbidden: [], constraints: [] });
    const book = createStorybook({ ...story, laws }, WEIGHBRIDGE);
    const arrive = (beats: object) =>
      seeds.some((seed) =>
        /\bscales\b/i.test(
          textOf(
            book.tell(
              brief(slot("go", { place: "weigh-house" }), [{ kind: "move", place: "weigh-house" }], { seed }),
              state({ beats: { ...beats }, storybook: {}, world: { visited: {} } }),
            ),
          ),
        ),
      );
    expect(arrive({})).toBe(false);
    expect(arrive({ beat_002: { state: "fired", scene: 4 } })).toBe(true);
  });
});
