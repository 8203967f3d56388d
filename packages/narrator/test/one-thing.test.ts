import { readIndex } from "./support/read-index.js";
import { createRandom } from "@narratoria/protocol/random";
import { describe, expect, it } from "vitest";
import {} from "../src/index.js";
import { checkSentence } from "../src/prose/check-sentence.js";
import { campaignWords } from "../src/prose/checks/campaign-words.js";
import { ONE_THING_EXAMPLES, piecesFor } from "../src/prose/one-thing.js";
import { ANYTHING, type Subject, subjectsFor } from "../src/prose/subjects.js";
import { sceneToTell } from "./support/prose-scenes.js";
import { readCampaign } from "./support/read-campaign.js";

const source = readCampaign(new URL("../../../campaigns/one-wheel-over", import.meta.url).pathname);
const story = readIndex(source);
const words = campaignWords(source);
const { brief } = sceneToTell();

/** All that can be asked for anywhere in the story, whoever is there. */
const everything = [...story.places.keys()].flatMap((place) =>
  [...story.people.keys()].flatMap((id) => {
    const state = { place, people: { [id]: { place, feeling: 0 } } };
    return subjectsFor(0, { story, brief, state, told: [] }, createRandom(`${place}/${id}`));
  }),
);

const thing = (name: string, plural = false): Subject => ({
  kind: "thing",
  words: name.toLowerCase(),
  name,
  begins: `${name} ${plural ? "are" : "is"}`,
  holds: (sentence) => sentence.includes(name),
});

const piecesOf = (subject: Subject, told: readonly string[] = [], seed = "1"): readonly (readonly string[])[] =>
  piecesFor(subject, told, words, createRandom(seed));

/** Whatever the draw, as that decides on the shape. */
const everyPiece = (subject: Subject, told: readonly string[] = []): Set<string> =>
  new Set(Array.from({ length: 30 }, (_, seed) => piecesOf(subject, told, String(seed)).flat()).flat());

describe("[NA356] what a small model chooses among", () => {
  it("makes a sentence that passes every check, whatever it chooses and whatever it is about", () => {
    const facts = {
      story,
      words,
      laws: story.laws,
      outcome: brief.outcome,
      effects: [],
      moved: false,
      told: [...story.people.values()].map(({ short }) => `${short} is here.`),
      own: [],
      past: [],
      instructions: [],
    };
    const seen = new Set<string>();
    for (const [at, subject] of [...everything, ANYTHING].entries()) {
      const lists = piecesOf(subject, [], String(at));
      const longest = Math.max(...lists.map(({ length }) => length));
      for (let n = 0; n < longest; n++) {
        const sentence = subject.begins + lists.map((list) => list[n % list.length]).join("");
        if (seen.has(sentence)) continue;
        seen.add(sentence);
        expect(checkSentence(sentence, facts), sentence).toBeNull();
        expect(subject.holds(sentence), sentence).toBe(true);
      }
    }
    expect(seen.size).toBeGreaterThan(1000);
  });

  it("denies nothing that the thing's name says, and does not say it again", () => {
    const kettle = everyPiece(thing("The largest kettle"));
    for (const word of ["small", "large", "narrow", "thin", "larger than most", "smaller than most"])
      expect(kettle).not.toContain(` ${word}`);
    expect(kettle).toContain(" worn at the edges");
    expect([...everyPiece(thing("Cadosch’s very new boots", true))].join()).not.toMatch(
      /\b(?:old|worn|faded|stained)\b/,
    );
  });

  it("denies nothing that was told of the thing, however long ago", () => {
    const long = Array.from({ length: 40 }, () => "Nobody speaks.");
    const pieces = everyPiece(thing("The door"), ["The door is warm to the touch, smooth and narrow.", ...long]);
    for (const word of ["cold to the touch", "cool to the touch", "wide", "rough at the edges", "uneven"])
      expect(pieces).not.toContain(` ${word}`);
    expect(everyPiece(thing("The crate"), ["The door is warm to the touch.", ...long])).toContain(" cold to the touch");
  });

  it("leaves out what was told of anything lately, while enough is left", () => {
    const told = ["The crate is worn at the edges.", "The lamp is dull."];
    const pieces = everyPiece(thing("The door"), told);
    for (const word of ["worn", "worn in places", "rough at the edges", "dull with age"])
      expect(pieces).not.toContain(` ${word}`);
    expect(pieces).toContain(" faded with age");
    const [light = []] = piecesOf({ ...ANYTHING, kind: "light" }, [
      ONE_THING_EXAMPLES.map(({ answer }) => answer).join(" "),
    ]);
    expect(light).not.toContain(" thin");
    const [all = []] = piecesOf(ANYTHING, ["Quiet, still, cold, dim, plain, old, bare, dry, damp and clean."]);
    expect(all).toHaveLength(10);
  });

  it("fits what it is: a hole has no weight, a goat no scratches and a pin no patches, and many look as they look", () => {
    expect([...everyPiece(thing("The drill holes", true))].join()).not.toMatch(/heavy|touch|underneath/);
    expect([...everyPiece(thing("The goat"))].join()).not.toMatch(/scratched|worn|touch/);
    expect([...everyPiece(thing("The pails", true))].join()).toMatch(/heavier than they look/);
    expect(everyPiece(thing("The pin"))).not.toContain(" patched on one side");
    expect(everyPiece(thing("The keystone"))).not.toContain(" soft to the touch");
    expect(everyPiece(thing("Nesa’s two aprons", true))).toContain(" patched on one side");
  });

  it("says no word twice", () => {
    const plain = /^(?:a|and|at|by|from|in|is|it|of|on|one|small|than|the|they|to|touch|with|looks?|most|are|an)$/;
    const dusty: Subject = { ...ANYTHING, kind: "smell" };
    for (const [at, subject] of [...everything, ANYTHING, dusty].entries()) {
      const [first = [], , second = []] = piecesOf(subject, [], String(at));
      expect(first).not.toHaveLength(0);
      const taken = new Set(second.join(" ").split(" "));
      for (const piece of first)
        expect(
          piece
            .trim()
            .split(" ")
            .filter((word) => taken.has(word) && !plain.test(word)),
          piece,
        ).toEqual([]);
    }
  });

  it("smells and sounds of what the story has, and of nothing twice", () => {
    const smell: Subject = { ...ANYTHING, kind: "smell" };
    const elsewhere = { ...words, all: new Set([...words.all].filter((word) => !word.startsWith("chees"))) };
    for (let seed = 0; seed < 20; seed++) {
      const [first = [], , second = []] = piecesFor(smell, [], elsewhere, createRandom(String(seed)));
      expect(first.filter((one) => second.includes(one))).toEqual([]);
      expect([...first, ...second].join()).not.toContain("cheese");
    }
    expect(everyPiece(smell)).toContain(" cheese");
  });
});
