// SPEC.md PC5000 to PC5003, PC5005: what a player who has said who they are can say and ask as who they are.
import type { PastEntry } from "@narratoria/protocol/story";
import { describe, expect, it } from "vitest";
import { candidatesFor } from "../src/candidates.js";
import { outcomesOf } from "../src/effects.js";
import { naturesOf } from "../src/nature.js";
import { makeOffer } from "../src/offer.js";
import { reminderOf } from "../src/old-times.js";
import { createRandom } from "@narratoria/protocol/random";
import { RICH } from "./fixture-story.js";
import { type Given, SETTINGS, slotOf, staged } from "./support.js";

const DROVER: readonly PastEntry[] = [
  { kind: "class", of: "Drover", text: "You lost the herd in the thaw." },
  { kind: "background", of: "Born in Oakley", text: "It rains there." },
];
const FERRIER: readonly PastEntry[] = [
  { kind: "class", of: "Chapel singer", text: "You sing alto at the chapel of ease." },
  { kind: "trait", of: "Islander", text: "patient" },
];

const BEAT = {
  id: "beat_004",
  title: "The page",
  told: ["A page lies on the scale."],
  decisions: [],
  dialogue: [],
  people: ["orsolya"],
  names: ["topic:toll", "npc:orsolya"],
};

const as = (past: readonly PastEntry[], given: Given = {}, people: object = { orsolya: { met: 2 } }) =>
  staged({
    ...given,
    state: {
      player: { past: past.map((one) => ({ ...one })) },
      people: JSON.parse(JSON.stringify(people)),
      world: { known: { topics: { "brass-scale": 1, tally: 1, "locked-drawer": 1, toll: 1 } } },
      ...given.state,
    },
  });

const slotsOf = (past: readonly PastEntry[], given: Given = {}) => makeOffer(as(past, given), [], [], SETTINGS).slots;

describe("after a beat", () => {
  it("[PC5000] whoever has said who they are can say what one like them makes of it, to one of its people", () => {
    const own = candidatesFor(as(DROVER, { beat: BEAT }), []).filter(
      ({ bind }) => bind.memory?.startsWith("past:view:beat_004:") === true,
    );
    expect(own).toHaveLength(1);
    expect(own[0]?.text).toMatch(/^(?:Tell|Ask) Orsolya .*(?:drover|thaw|Oakley)/);
    expect(own[0]?.sources.map(({ kind }) => kind)).toEqual(["beat", "player"]);
    const nobody = candidatesFor(as([], { beat: BEAT }), []);
    expect(nobody.filter(({ facet }) => facet !== undefined)).toEqual([]);
  });

  it("[PC5000] so they can in the scene after it, where it happened", () => {
    const kept = { ...BEAT, scene: 7, place: "weigh-house", choices: [] };
    const own = (scene: number, more: object = {}) =>
      candidatesFor(
        as(DROVER, {
          scene,
          state: { world: { choices: { beat: JSON.parse(JSON.stringify({ ...kept, ...more })) } } },
        }),
        [],
      ).filter(({ bind }) => bind.memory?.startsWith("past:view:") === true);
    expect(own(8)).toHaveLength(1);
    expect(own(8, { place: "kiln" })).toEqual([]);
    expect(own(10)).toEqual([]);
  });

  it("[PC5000] whom they tell it warms to them, and says something of their own", () => {
    const says = { ...RICH.facts[0], id: "orsolya-says-9", text: "Rain is only water.", said: "orsolya" };
    const matter = JSON.parse(JSON.stringify({ ...RICH, facts: [...RICH.facts, says] }));
    const slot = slotOf("decide", {
      npc: "orsolya",
      memory: "past:view:b",
      text: "tell Orsolya how it looks to a drover",
    });
    const rows = outcomesOf(as(DROVER, { matter }), slot, createRandom("a"));
    expect(rows.none).toContainEqual(expect.objectContaining({ kind: "feeling", npc: "orsolya" }));
    expect(rows.none).toContainEqual(expect.objectContaining({ kind: "learn", fact: "orsolya-says-9" }));
    const asked = { ...slot, bind: { ...slot.bind, text: "ask Orsolya what a drover could do here" } };
    const answer = outcomesOf(as(DROVER, { matter }), asked, createRandom("a"));
    expect(answer.none).toContainEqual(expect.objectContaining({ kind: "learn", fact: "orsolya-says-9" }));
  });

  it("[PC5000] nobody asks who has nothing to say, nor tells who has a grudge and nothing to say", () => {
    const matter = JSON.parse(JSON.stringify({ ...RICH, facts: RICH.facts.filter(({ said }) => said !== "orsolya") }));
    const own = (feeling: number) =>
      Array.from({ length: 12 }, (_, at) =>
        candidatesFor(as(DROVER, { matter, beat: BEAT, seed: `s${at}` }, { orsolya: { met: 2, feeling } }), []).filter(
          ({ facet }) => facet !== undefined,
        ),
      ).flat();
    expect(own(0).length).toBeGreaterThan(0);
    expect(
      own(0)
        .map(({ text = "" }) => text)
        .filter((text) => text.startsWith("Ask")),
    ).toEqual([]);
    expect(own(-20)).toEqual([]);
  });

  it("[PC5003] it stands beside three answers, though it decides as they do", () => {
    const decisions = ["sign the page", "burn the page", "fold the page"];
    const texts = slotsOf(DROVER, { beat: { ...BEAT, decisions } }).map(({ text }) => text);
    expect(texts).toEqual(expect.arrayContaining(["Sign the page", "Burn the page", "Fold the page"]));
    expect(texts).toHaveLength(4);
    expect(texts.filter((text) => /drover|thaw|Oakley/.test(text))).toHaveLength(1);
  });
});

describe("of oneself", () => {
  const tellings = (people: object, given: Given = {}) =>
    candidatesFor(as(DROVER, given, people), []).filter(({ text }) => /^Tell Orsolya that you /.test(text ?? ""));

  it("[PC5001] one tells whom one has just met, and others for want of anything better", () => {
    expect(tellings({ orsolya: {} })[0]).toMatchObject({
      own: "deed",
      text: expect.stringMatching(/thaw|drover|Oakley/),
    });
    expect(tellings({ orsolya: {} })[0]?.idle).toBeUndefined();
    expect(tellings({ orsolya: { met: 1 } })[0]?.idle).toBe(true);
  });

  it("[PC5001] nothing is told twice to one, nor to two within three scenes, nor to whom it has to do with", () => {
    const done = { world: { choices: { done: { "past:class-0:orsolya": 3 } } } };
    const told = tellings({ orsolya: {} }, { state: done }).map(({ text }) => text);
    expect(told).not.toContain("Tell Orsolya that you lost the herd in the thaw");
    const late = {
      world: {
        choices: {
          reasons: Object.fromEntries(["class-0", "class-0-is", "background-1"].map((id) => [`own:${id}`, 6])),
        },
      },
    };
    expect(tellings({ orsolya: {} }, { state: late })).toEqual([]);
    const known: PastEntry = { kind: "relationship", of: "Drover", npc: "orsolya", text: "Bought your last cow" };
    const others = candidatesFor(as([...DROVER, known], {}, { orsolya: {} }), []).map(({ text }) => text);
    expect(others).not.toContain("Tell Orsolya that you lost the herd in the thaw");
    expect(others).not.toContain("Tell Orsolya that you are a drover");
  });
});

describe("a set of choices", () => {
  it("[PC5002] is put in the words of who the player is until a third of it is, with that as its source", () => {
    for (const past of [DROVER, FERRIER]) {
      const slots = slotsOf(past);
      const own = slots.filter(({ sources }) => sources.some(({ kind }) => kind === "player"));
      expect(own.length / slots.length).toBeGreaterThanOrEqual(1 / 3);
    }
    const texts = (past: readonly PastEntry[]) => new Set(slotsOf(past).map(({ text }) => text));
    const drover = texts(DROVER);
    const common = [...texts(FERRIER)].filter((text) => drover.has(text));
    expect(common.length).toBeLessThanOrEqual(2);
  });

  it("[PC5002] stays as it is for a player who has said nothing, and in what the story waits for", () => {
    expect(slotsOf([]).flatMap(({ sources }) => sources.filter(({ kind }) => kind === "player"))).toEqual([]);
    const decisions = ["sign the page", "burn the page"];
    const texts = slotsOf(DROVER, { beat: { ...BEAT, decisions } }).map(({ text }) => text);
    expect(texts).toEqual(expect.arrayContaining(["Sign the page", "Burn the page"]));
  });

  it("[PC5002] has somebody by what they were to the player", () => {
    const past: PastEntry[] = [{ kind: "relationship", of: "X", npc: "orsolya", text: "Taught you to swim" }];
    const all = Array.from({ length: 6 }, (_, at) => slotsOf(past, { seed: `s${at}` })).flat();
    expect(
      all.map(({ text }) => text).filter((text) => text.includes("Orsolya, who taught you to swim")).length,
    ).toBeGreaterThan(0);
  });
});

describe("a past", () => {
  it("[PC5005] that says what others do says nothing of how the player is", () => {
    const natures = (text: string) =>
      naturesOf(as([{ kind: "background", of: "X", text }])).map(({ nature }) => nature);
    expect(natures("Your mother knows what you had for lunch.")).toEqual([]);
    expect(natures("You know what others had for lunch.")).toEqual(["keen"]);
  });

  it("[PC5005] by which somebody is the player's own is asked about of nobody", () => {
    const [orsolya] = RICH.people;
    if (!orsolya) throw new Error("the story has nobody");
    expect(reminderOf(orsolya, "Your neighbour's boy")).toBeUndefined();
  });
});
