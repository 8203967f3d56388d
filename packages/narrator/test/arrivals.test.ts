import { isSaidInReply, sentenceKey, standsAsSpeech } from "@narratoria/protocol/english";
import type { Effect, Fact, SceneBrief } from "@narratoria/protocol/story";
import { mergePatch } from "@narratoria/protocol";
import { describe, expect, it } from "vitest";
import { createStorybook } from "../src/index.js";
import { brief, slot, state, textOf } from "./support/briefs.js";
import { story, WEIGHBRIDGE } from "./support/fixture-story.js";

const go = slot("go", { place: "long-yard" });
const move = [{ kind: "move", place: "long-yard" }] as const;
const gone = { orsolya: { alive: false }, jonas: { alive: false } };
const at = (more: object = {}) =>
  state({ place: "long-yard", people: gone, world: { visited: { "weigh-house": 0 } }, ...more });

/** The text of coming to the Long Yard, with these sentences about places. */
function coming(
  sentences: { yard?: string[]; house?: string[]; general?: string[]; inside?: string[] },
  of = at(),
  more: Partial<SceneBrief> = {},
): string {
  const places = story.matter.places.map((place) => ({
    ...place,
    sentences: (place.id === "long-yard" ? sentences.yard : sentences.house) ?? [],
    inside: sentences.inside ?? [],
  }));
  const own = {
    ...story,
    general: sentences.general ?? [],
    places: new Map(places.map((place) => [place.id, place])),
    matter: { ...story.matter, places, facts: [] },
  };
  return textOf(createStorybook(own, WEIGHBRIDGE).tell(brief(go, move, more), of));
}

describe("an arrival", () => {
  it("[NA462] tells of a place without a description what the setting says of it, and nothing cut from the text of another", () => {
    expect(coming({ general: ["The Long Yard is under water every March."] })).toContain(
      "The Long Yard is under water every March.",
    );
    expect(coming({ house: ["Behind the scales lies the Long Yard, where the carts wait."] })).not.toContain("scales");
  });

  it("[NA3112] tells what everybody knows of a place from a sentence on that names it", () => {
    const known = (text: string): Fact => ({
      id: "floods-1",
      text,
      clause: text,
      topic: "long-yard",
      file: "lore/yard.md",
      knownBy: "common",
      names: [],
    });
    const told = (text: string): string => {
      const facts = [known(text)];
      const places = story.matter.places.map((place) => ({ ...place, sentences: [], inside: [], topic: "long-yard" }));
      const own = { ...story, places: new Map(places.map((place) => [place.id, place])) };
      const matter = { ...story.matter, places, facts };
      return textOf(createStorybook({ ...own, general: [], matter }, WEIGHBRIDGE).tell(brief(go, move), at()));
    };
    expect(told("The Long Yard is under water every spring.")).toContain("The Long Yard is under water every spring.");
    expect(told("Nobody trusts the water in spring.")).not.toContain("water");
  });

  it("[NA6504] tells nothing of a place that is about somebody in it", () => {
    const general = ["Orsolya Tallow was born near the Long Yard and never left it."];
    expect(coming({ general })).not.toContain("was born");
    expect(coming({ general: ["The Long Yard is where Orsolya Tallow was born."] })).toContain("was born");
  });

  it("[NA604] ends with its paragraph, and goes on with the next at another visit", () => {
    const first = ["A pump of green iron stands in the middle, and nobody drinks of it before noon.", "It was a gift."];
    first.push("Its handle is chained to the wall, and the chain is longer than it has to be for a handle.");
    const second = "The carts stand in rows by the length of their shafts.";
    const seen = { "weigh-house": 0, "long-yard": 1 };
    const ring = Object.fromEntries(first.map((sentence) => [sentenceKey(sentence), 0]));
    const again = at({
      world: { visited: seen },
      storybook: { seen, ring, stage: { place: "weigh-house", people: [] } },
    });
    const inside = first.slice(1);
    const now = coming({ yard: [...first, second], inside });
    for (const sentence of first) expect(now).toContain(sentence);
    expect(now).not.toContain(second);
    expect(coming({ yard: [...first, second], inside }, again)).toContain(second);
  });

  it("[NA5901] tells a second paragraph on a first visit where the first is short, but not before a beat", () => {
    const yard = [
      "A pump of green iron stands in the middle, and nobody drinks of it before noon.",
      "The carts stand in rows by the length of their shafts.",
    ];
    expect(coming({ yard })).toContain(yard[1]);
    const beat = { id: "b", title: "B", told: ["It rains."], decisions: [], dialogue: [], people: [], names: [] };
    expect(coming({ yard }, at(), { beat, sceneType: "resolution" })).not.toContain(yard[1]);
  });

  it("[NA605] tells nothing of where the player comes to before a beat that tells the way there", () => {
    const told = (sentence: string): string =>
      coming({ yard: ["A pump of green iron stands in the middle."] }, at(), {
        beat: { id: "b", title: "B", told: [sentence], decisions: [], dialogue: [], people: [], names: [] },
        sceneType: "resolution",
      });
    expect(told("You follow the thread down to the Long Yard, where it ends.")).not.toContain("pump");
    expect(told("The thread ends at the pit.")).toContain("pump");
  });

  it("[NA462] shows what a place looks like, with and without a verb", () => {
    expect(coming({ yard: ["A long shed of tarred boards with its doors off."] })).toContain("A long shed of tarred");
  });

  it("[NA462] tells on a further visit only what is about the place itself", () => {
    const seen = { "weigh-house": 0, "long-yard": 1 };
    const again = at({ world: { visited: seen }, storybook: { seen, stage: { place: "weigh-house", people: [] } } });
    const yard = ["Behind the Long Yard stands the Weigh House, on two legs.", "The Long Yard has a pump."];
    expect(coming({ yard }, again)).not.toContain("on two legs");
    expect(coming({ yard }, again)).toContain("has a pump");
  });
});

describe("a journey of some days", () => {
  it("[NA424] says once how long it took", () => {
    const before = at({ storybook: { stage: { place: "weigh-house", people: [], minutes: 600 } } });
    const after = { ...before, clock: { minutes: 3 * 1440 + 600 } };
    const book = createStorybook(story, WEIGHBRIDGE);
    const text = textOf(book.tell(brief(go, [...move, { kind: "time", minutes: 3 * 1440 }]), after));
    expect(text).toMatch(/^Three days later you/);
    expect(text).not.toMatch(/takes/);
  });
});

describe("somebody asked about another", () => {
  const asked = slot("gossip", { npc: "orsolya", npc2: "jonas" });
  const relation = { kind: "relation", npc: "orsolya", to: "jonas", text: "trusts him" } as const;
  const line = "Peel is honest, and I would lend that man my scales.";
  const people = story.matter.people.map((one) =>
    one.id === "orsolya"
      ? { ...one, lines: [line], relations: [{ to: "jonas", text: "trusts him", spoken: "I trust him." }] }
      : one,
  );
  const book = createStorybook(
    { ...story, people: new Map(people.map((one) => [one.id, one])), matter: { ...story.matter, people } },
    WEIGHBRIDGE,
  );

  it("[NA461] goes on in a line of theirs that names the other", () => {
    const text = textOf(book.tell(brief(asked, [relation]), state())).replace(/\s+/g, " ");
    expect(text).toMatch(/I trust (?:Peel|him)/);
    expect(text).toContain("lend that man my scales");
  });

  it("[NA3443] does not say again what was just said, however short", () => {
    const short = "Peel's cross. Peel's tired.";
    const fact = {
      id: "orsolya-says-1",
      text: short,
      clause: short,
      topic: "",
      file: "characters/npcs/orsolya/profile.json",
      knownBy: ["orsolya"],
      names: ["npc:jonas"],
      said: "orsolya",
    };
    const sayers = people.map((one) => (one.id === "orsolya" ? { ...one, lines: [short] } : one));
    const twice = createStorybook(
      {
        ...story,
        facts: new Map([...story.facts, [fact.id, fact]]),
        people: new Map(sayers.map((one) => [one.id, one])),
        matter: { ...story.matter, people: sayers, facts: [...story.matter.facts, fact] },
      },
      WEIGHBRIDGE,
    );
    const told: Effect = { kind: "learn", fact: fact.id, from: "orsolya", whole: true, how: "told" };
    const text = textOf(twice.tell(brief(asked, [told]), state()));
    expect(text.match(/\bcross\b/g)).toHaveLength(1);
  });
});

describe("a scene with little to tell", () => {
  it("[NA463] goes on with what somebody here says on what was told of late, and with no gesture", () => {
    const line = "That rope-maker is paid in salt.";
    const people = story.matter.people.map((one) =>
      one.id === "orsolya" ? { ...one, lines: [line] } : { ...one, lines: [] },
    );
    const book = createStorybook(
      { ...story, people: new Map(people.map((one) => [one.id, one])), matter: { ...story.matter, people } },
      WEIGHBRIDGE,
    );
    const text = (lately: string[]): string => {
      const before = state();
      const at = { ...before, storybook: { ...(before.storybook as object), lately: { "0": lately } } };
      return textOf(book.tell(brief(slot("wait", {}), []), at));
    };
    expect(text(["rope-maker knot cart count"])).toContain(line.slice(0, -1));
    expect(text([])).not.toContain("rope-maker");
    expect(text([])).not.toMatch(/looks at you|smiles|nods/);
  });
});

describe("somebody who has nothing to answer", () => {
  const greeted = (
    lines: readonly string[],
    looks: readonly string[],
    verb = "go",
    { met = true, beat, fact }: { met?: boolean; beat?: SceneBrief["beat"]; fact?: Fact } = {},
  ): string => {
    const people = story.matter.people.map((one) => (one.id === "orsolya" ? { ...one, lines, looks } : one));
    const places = story.matter.places.map((place) => ({ ...place, sentences: [] }));
    const book = createStorybook(
      {
        ...story,
        general: [],
        people: new Map(people.map((one) => [one.id, one])),
        places: new Map(places.map((place) => [place.id, place])),
        facts: new Map(fact ? [[fact.id, fact]] : []),
        matter: { ...story.matter, people, places, facts: fact ? [fact] : [] },
      },
      WEIGHBRIDGE,
    );
    const here = { orsolya: { place: "long-yard", ...(met ? { met: 0 } : {}) }, jonas: { alive: false } };
    const seen = { "weigh-house": 0, "long-yard": 1 };
    const named = met ? { "npc:orsolya": 0 } : {};
    const before = at({ people: here, world: { visited: seen }, storybook: { seen, named } });
    const choice =
      verb === "wait" ? slot("wait", {}) : slot("go", { ...go.bind, ...(verb === "see" ? { npc: "orsolya" } : {}) });
    const told = fact ? [{ kind: "learn", fact: fact.id, from: "orsolya", whole: true, how: "told" } as const] : [];
    const effects: SceneBrief["effects"] = [...(verb === "wait" ? [] : move), ...told];
    return textOf(book.tell(brief(choice, effects, beat ? { beat } : {}), before));
  };
  const looks = ["She is broad, with a chalked sleeve."];

  it("[NA606] greets whoever comes in a line that is said to them, else is looked at", () => {
    expect(greeted(["Sit down and mind the wet."], looks)).toContain("Sit down and mind the wet");
    expect(greeted(["My father counted the carts."], looks)).toContain("chalked sleeve");
    expect(greeted(["Sit down and mind the wet."], looks, "wait")).toContain("chalked sleeve");
  });

  it("[NA1005] says nothing before what happens there, and no first word that answers something", () => {
    const beat = {
      id: "beat_001",
      title: "Carts",
      place: "long-yard",
      people: ["orsolya"],
      told: ["The carts stand in the rain, and Orsolya Fenn counts them."],
      names: [],
      dialogue: [],
      decisions: [],
    };
    const line = "You have come about the carts.";
    expect(greeted([line], [], "go", { met: false })).toContain("come about the carts");
    expect(greeted([line], [], "go", { met: false, beat })).not.toContain("come about the carts");
    expect(greeted(["Do not thank me yet, I may find you out."], [], "go", { met: false })).not.toContain("thank me");
  });

  it("[NA3451] says nothing unasked that speaks of being asked", () => {
    for (const line of [
      "You’ll want to eat something before you ask me that.",
      "You may not ask me, and I shall not say.",
      "You have a good question there.",
    ])
      expect(greeted([line], [], "go", { met: false })).not.toContain(line.slice(4, 20));
    expect(greeted(["You have asked for the carts."], [], "go", { met: false })).toContain("asked for the carts");
  });

  it("[NA1006] is not said to greet whom they have already spoken to", () => {
    const text = "The carts wait for the tally.";
    const fact: Fact = {
      id: "carts-1",
      text,
      clause: text,
      topic: "tally",
      file: "lore/a.md",
      knownBy: "common",
      names: [],
    };
    expect(greeted([], [], "see")).toMatch(/nods/);
    expect(greeted([], [], "see", { fact })).toContain("The carts wait for the tally");
    expect(greeted([], [], "see", { fact })).not.toMatch(/nods/);
  });

  it.each([
    ["No, leave the lamp. The gallery was always dark.", true],
    ["I couldn't tell you that, not for three bits.", true],
    ["She's not slow. She's steady.", true],
    ["Left, you lump!", true],
    ["By me, I mean.", true],
    ["Nineteen hundred and forty metres. I carried the chain.", true],
    ["Cracked? There is no crack.", true],
    ["No one came up the stairs.", false],
    ["I told you that the boat is late.", false],
    ["The soup is good on a Friday.", false],
  ])("[NA6351] knows what is said only in reply: %s", (line, isReply) => {
    expect(isSaidInReply(line)).toBe(isReply);
    if (isReply) expect(standsAsSpeech(line)).toBe(false);
  });

  it("[NA606] says unasked nothing that answers somebody or points at what nobody has named", () => {
    for (const line of ["I don't hear it. I've not heard it for years.", "My father counted carts. So no, I don't."])
      expect(standsAsSpeech(line)).toBe(false);
    expect(standsAsSpeech("Salt keeps its own weather.")).toBe(true);
  });

  it('[NA610] [NA3251] tells a paragraph of what has come up of late to its end, and nothing of another place with "here"', () => {
    const fact = (at: number, text: string, more: Partial<Fact> = {}): Fact => ({
      id: `pan-${at}`,
      text,
      clause: text,
      topic: "pans",
      file: "lore/pans.md",
      knownBy: ["orsolya"],
      names: [],
      ...more,
    });
    const said = (facts: readonly Fact[], cameUp = brief(slot("wait", {}), []).scene - 1): string => {
      const people = story.matter.people.map((one) =>
        one.id === "orsolya" ? { ...one, lines: [], looks: [], topics: ["pans"] } : one,
      );
      const places = story.matter.places.map((place) => ({ ...place, sentences: [] }));
      const topic = { id: "pans", np: "the pans", plural: true, facts: facts.map(({ id }) => id) };
      const book = createStorybook(
        {
          ...story,
          general: [],
          facts: new Map(facts.map((one) => [one.id, one])),
          topics: new Map([["pans", topic]]),
          people: new Map(people.map((one) => [one.id, one])),
          places: new Map(places.map((place) => [place.id, place])),
          matter: { ...story.matter, people, places, facts, topics: [topic] },
        },
        WEIGHBRIDGE,
      );
      const at = mergePatch(state(), { storybook: { named: { "topic:pans": cameUp } } });
      return textOf(book.tell(brief(slot("wait", {}), []), at));
    };
    const facts = [
      fact(1, "Nobody draws the pans before dusk."),
      fact(2, "Salt that is drawn by day is grey.", { inside: true }),
    ];
    expect(said(facts)).toMatch(/Nobody draws the pans before dusk[\s\S]*Salt that is drawn by day is grey/);
    expect(said(facts, -9)).not.toContain("draws");
    // [NA3251] Nothing is said unasked of what is not its subject.
    expect(said([fact(1, "Two brothers sold a cart before dusk.")])).not.toContain("brothers");
    expect(said(facts.slice(1))).not.toContain("grey");
    expect(said([fact(1, "Nobody here draws the pans.", { topic: "quay" })])).not.toContain("pans");
  });

  it("[NA607] has heard of what was done to somebody by name, in few words", () => {
    const heard = (text: string): string =>
      textOf(
        createStorybook(story, WEIGHBRIDGE).tell(
          brief(slot("ask", { npc: "orsolya", topic: "salt-book" }), [
            { kind: "hearsay", npc: "orsolya", from: "jonas", place: "long-yard", text, scene: 2 },
          ]),
          state(),
        ),
      );
    expect(heard("You paid Jonas what you owed.")).toContain("you paid Jonas what you owed");
    expect(heard("You followed the dropped e.")).not.toContain("dropped");
  });

  it("[NA608] is not heard in passing on what is not theirs to know", () => {
    const text = "Every barge is weighed at noon.";
    const fact = {
      id: "barge-1",
      text,
      clause: text,
      topic: "barges",
      file: "lore/barges.md",
      knownBy: "common",
      names: [],
    } as const;
    const book = createStorybook(
      {
        ...story,
        facts: new Map([[fact.id, fact]]),
        topics: new Map([["barges", { id: "barges", np: "the barges", plural: true, facts: [fact.id] }]]),
        matter: { ...story.matter, facts: [fact] },
      },
      WEIGHBRIDGE,
    );
    const overheard = { kind: "learn", fact: fact.id, whole: true, how: "overheard" } as const;
    expect(textOf(book.tell(brief(slot("listen", {}), [overheard]), state()))).not.toContain("“Every barge");
  });
});
