import type { Person } from "@narratoria/protocol/story";
import { describe, expect, it } from "vitest";
import { createStorybook, type StoryIndex } from "../src/index.js";
import { brief, slot, state, textOf } from "./support/briefs.js";
import { story, WEIGHBRIDGE } from "./support/fixture-story.js";

/** The fixture with something else known of Orsolya, or of the Weigh House. */
function known(of: Partial<Person>, indoor: boolean | null = true, more: Partial<StoryIndex> = {}): StoryIndex {
  const people = story.matter.people.map((person) => (person.id === "orsolya" ? { ...person, ...of } : person));
  const places = story.matter.places.map((place) => (place.id === "weigh-house" ? { ...place, indoor } : place));
  return {
    ...story,
    matter: { ...story.matter, people, places },
    people: new Map(people.map((person) => [person.id, person])),
    places: new Map(places.map((place) => [place.id, place])),
    ...more,
  };
}

/** What a question is answered with, where the story has these deed frames alone, under many seeds. */
function told(of: StoryIndex, frames: readonly string[], at = state()): string {
  const own = {
    ...WEIGHBRIDGE,
    frames: [
      { file: "own.md", text: ["# deed ask success", ...frames.map((one) => `- ${one} #who=orsolya`)].join("\n") },
    ],
  };
  const book = createStorybook(of, own);
  return Array.from({ length: 12 }, (_, seed) =>
    textOf(
      book.tell(
        brief(slot("ask", { npc: "orsolya", topic: "salt-book" }), [], { seed: `${seed}`, outcome: "success" }),
        at,
      ),
    ),
  ).join("\n");
}

describe("what the reading is not sure of", () => {
  it.each([
    ["hands", { body: ["face"] }, true, {}],
    ["words", { speech: "sounds" }, true, {}],
    ["pronoun", { pronoun: null }, true, {}],
    ["roof", {}, null, {}],
    ["sky", {}, null, {}],
    ["clock", {}, true, { clocks: null }],
    ["animals", {}, true, { animals: false }],
  ] as const)("[NA361] tells no frame that needs %s", (need, of, indoor, more) => {
    const frame = `Zebra {npc} [nod]. #needs=${need}`;
    expect(told(known(of as Partial<Person>, indoor, more), [frame])).not.toContain("Zebra");
  });

  it.each([
    ["hands", {}, true, {}],
    ["words", {}, true, {}],
    ["roof", {}, true, {}],
    ["sky", {}, false, {}],
    ["clock", {}, true, { clocks: true }],
    ["animals", {}, true, { animals: true }],
  ] as const)("[NA361] tells a frame that needs %s where it is sure", (need, of, indoor, more) => {
    expect(told(known(of, indoor, more), [`Zebra {npc} [nod]. #needs=${need}`])).toContain("Zebra");
  });

  it("[NA362] repeats the name of somebody without a pronoun, and has no reflexive for them", () => {
    const text = told(known({ pronoun: null }), ["{Npc.name} [nod], and {npc} [find] {npc.p} keys."]);
    expect(text).toMatch(/Orsolya nods, and Orsolya finds Orsolya’s keys/);
    expect(told(known({ pronoun: null }), ["Zebra {npc} [ask] {npc.r}."])).not.toMatch(
      /Zebra .* (?:themselves|herself)/,
    );
  });

  it("[NA362] agrees in the plural with the name of a swarm, and with they", () => {
    expect(
      told(known({ pronoun: "they", plural: true, short: "Rain" }), ["{Npc.name} [nod], and {npc} [go]."]),
    ).toMatch(/Rain nod, and they go/);
    expect(told(known({ pronoun: "they" }), ["{Npc.name} [nod], and {npc} [go]."])).toMatch(
      /Orsolya nods, and they go/,
    );
    expect(told(known({ pronoun: "it" }), ["{Npc.name} [nod], and {npc} [find] {npc.p} keys."])).toMatch(
      /Orsolya nods, and it finds its keys/,
    );
  });
});
