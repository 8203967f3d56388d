import { mergePatch } from "@narratoria/protocol";
import { readIndex } from "./support/read-index.js";
import { describe, expect, it } from "vitest";
import { createStorybook } from "../src/index.js";
import { brief, slot, state, tell, tellings, textOf } from "./support/briefs.js";
import { story, WEIGHBRIDGE } from "./support/fixture-story.js";
import { kindsIn } from "./support/frame-kinds.js";

const wait = slot("wait", {});
const ask = slot("ask", { npc: "orsolya", topic: "salt-book" });
const beat = story.beats.values().next().value;

describe("how a scene closes", () => {
  it("[NA110] leaves the last word to a beat", () => {
    if (!beat) throw new Error("the fixture has no beat");
    const at = mergePatch(state(), { storybook: { named: { "place:long-yard": 1 } } });
    for (const draft of tellings(wait, [], { beat, slots: [ask, slot("go", { place: "long-yard" })] }, at))
      expect(kindsIn(draft).some((kind) => /^(?:hook|knowledge|time|thread)/.test(kind))).toBe(false);
  });

  it("[NA110] names what is missing after a beat in a paragraph of its own", () => {
    if (!beat) throw new Error("the fixture has no beat");
    for (const draft of tellings(wait, [], { beat, slots: [ask], bringIn: ["topic:salt-book"] })) {
      const naming = draft.sentences.find(({ key }) => key?.startsWith("hook") || key?.startsWith("knowledge"));
      const told = draft.sentences.filter(({ sources }) => sources.some(({ kind }) => kind === "beat"));
      if (naming) expect(told.some(({ paragraph }) => paragraph === naming.paragraph)).toBe(false);
    }
  });

  it("[NA111] names a thing in a sentence of the author's where one can, and not where a reader remembers it", () => {
    const topic = "topic:night-carts";
    const bringIn = [topic];
    const sentences = ["The night carts come down on Fridays."];
    const places = story.matter.places.map((place) => (place.id === "weigh-house" ? { ...place, sentences } : place));
    const book = createStorybook({ ...story, places: new Map(places.map((place) => [place.id, place])) }, WEIGHBRIDGE);
    const told = book.tell(brief(wait, [], { slots: [ask], bringIn }), state());
    expect(kindsIn(told).filter((kind) => kind.startsWith("knowledge"))).toEqual([]);
    const at = state();
    const known = { ...at, storybook: { ...(at.storybook as object), named: { [topic]: 2 } } };
    for (const draft of tellings(wait, [], { slots: [ask], bringIn }, known))
      expect(kindsIn(draft).filter((kind) => kind.startsWith("knowledge"))).toEqual([]);
  });

  it("[NA454] has somebody speak of what the choices ask them about, in a line of theirs", () => {
    const bringIn = ["topic:night-carts"];
    const slots = [slot("ask", { npc: "orsolya", topic: "night-carts" })];
    const line = "I heard the night carts again, all three of them.";
    const people = story.matter.people.map((one) => (one.id === "orsolya" ? { ...one, lines: [line] } : one));
    const told = (of: typeof people): string =>
      textOf(
        createStorybook(
          { ...story, people: new Map(of.map((one) => [one.id, one])), matter: { ...story.matter, people: of } },
          WEIGHBRIDGE,
        ).tell(brief(wait, [], { slots, bringIn }), state()),
      );
    expect(told(people)).toContain("I heard the night carts again");
    expect(told(story.matter.people.map((one) => ({ ...one, lines: [] })))).not.toContain("night carts?");
  });

  it("[NA111] adds no hook to names that it has brought in", () => {
    const slots = [slot("rest", {}), ask];
    for (const draft of tellings(wait, [], { slots, bringIn: ["topic:night-carts", "place:long-yard"] })) {
      const kinds = kindsIn(draft);
      if (kinds.some((kind) => kind.startsWith("knowledge")))
        expect(kinds.some((kind) => kind.startsWith("hook"))).toBe(false);
    }
  });
});

describe("kinds of remark", () => {
  it("[NA113] rest as a kind, however they are worded", () => {
    const at = state();
    const gone = { alive: false };
    const seen = { "weigh-house": 0, "long-yard": 0 };
    const nobody = {
      ...at,
      people: { orsolya: gone, jonas: gone },
      place: "long-yard",
      world: { visited: seen },
    };
    const go = slot("go", { place: "long-yard" });
    const alone = (storybook: object): number =>
      tellings(go, [{ kind: "move", place: "long-yard" }], {}, { ...nobody, storybook: { ...storybook, seen } }).filter(
        (draft) => kindsIn(draft).includes("ground alone"),
      ).length;
    expect(alone(at.storybook as object)).toBeGreaterThan(15);
    expect(alone({ ...(at.storybook as object), propUse: { "ground alone": 2 } })).toBe(0);
  });

  it("[NA113] does not say that nobody is here where a first visit has a place to describe", () => {
    const at = state();
    const gone = { alive: false };
    const nobody = { ...at, people: { orsolya: gone, jonas: gone }, place: "long-yard" };
    const go = slot("go", { place: "long-yard" });
    for (const draft of tellings(go, [{ kind: "move", place: "long-yard" }], {}, nobody))
      expect(kindsIn(draft)).not.toContain("ground alone");
  });
});

describe("a campaign without lore", () => {
  const source = { ...WEIGHBRIDGE, lore: [], npcs: [], beats: [], frames: [] };
  const mined = readIndex(source);
  const book = createStorybook(mined, source);

  it("[NA115] shows the first of a place at once and leaves the rest to be found", () => {
    const house = mined.places.get("weigh-house");
    const found = mined.matter.facts.map(({ text }) => text);
    expect(found).not.toContain(house?.sentences[0]);
    expect(found).toContain(house?.sentences[2]);
    for (let seed = 0; seed < 20; seed++) {
      const told = book.tell(
        brief(slot("go", { place: "weigh-house" }), [{ kind: "move", place: "weigh-house" }], { seed: `${seed}` }),
        state({ people: {}, world: {}, storybook: { stage: { place: "long-yard", people: [] } } }),
      );
      expect(told.paragraphs.join(" ")).not.toContain(house?.sentences[2]);
    }
  });

  it("[NA115] reads off no paper what anybody standing there can see", () => {
    const fact = mined.matter.facts.find(({ topic }) => topic === "weigh-house");
    if (!fact) throw new Error("nothing to find");
    for (let seed = 0; seed < 20; seed++) {
      const told = book.tell(
        brief(
          slot("search", { place: "weigh-house" }),
          [{ kind: "learn", fact: fact.id, whole: false, how: "found" }],
          {
            seed: `${seed}`,
          },
        ),
        state({ people: {} }),
      );
      expect(told.paragraphs.join(" ").toLowerCase()).toContain(fact.text.toLowerCase().slice(0, -1));
      expect(told.paragraphs.join(" ")).not.toContain(`“${fact.text}”`);
    }
  });
});

it("[NA116] counts the words of each passage that are the campaign's own", () => {
  const draft = tell(ask, [{ kind: "learn", fact: "salt-book-1", from: "orsolya", whole: false, how: "told" }]);
  const fact = story.facts.get("salt-book-1");
  const told = draft.sentences.find(({ own, text }) => own !== undefined && text.includes("Salt Book"));
  expect(told?.own).toBeGreaterThan(0);
  const gain = draft.sentences.filter(({ key }) => key?.startsWith("gain")).reduce((sum, { own = 0 }) => sum + own, 0);
  expect(gain).toBeGreaterThanOrEqual((fact?.clause.split(" ").length ?? 0) - 1);
  for (const { own, text, key } of draft.sentences)
    if (key === undefined && own !== undefined) expect(own).toBeGreaterThanOrEqual(text.split(" ").length - 1);
});
