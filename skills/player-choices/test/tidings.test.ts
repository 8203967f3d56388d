// SPEC.md PC451 to PC454: news of what has happened, second questions, pretences, and staying for what is about to happen.
import type { JsonObject } from "@narratoria/protocol";
import { mergePatch } from "@narratoria/protocol";
import { createRandom } from "@narratoria/protocol/random";
import { describe, expect, it } from "vitest";
import { RICH } from "./fixture-story.js";
import { candidatesFor } from "../src/candidates.js";
import { outcomesOf } from "../src/effects.js";
import { applyOutcome } from "../src/outcome.js";
import { fillSlots, type Scored } from "../src/scoring.js";
import type { Candidate } from "../src/candidate.js";
import { type Given, slotOf, staged, withLine } from "./support.js";

const raised = (change: JsonObject = {}): JsonObject => ({
  people: { orsolya: { met: 1 } },
  world: {
    choices: {
      raised: [
        {
          id: "b",
          title: "Fire at the Kiln",
          scene: 6,
          topics: [],
          place: "kiln",
          people: ["benedek"],
          names: ["topic:brass-scale"],
          ...change,
        },
      ],
    },
  },
});
/** Orsolya has a line of her own on scales. */
const WITH_LINE = withLine("orsolya", "A brass scale is never wrong by much.");
const tidings = (given: Given) =>
  candidatesFor(staged({ scene: 8, matter: WITH_LINE, ...given }), []).filter(
    ({ verb, bind }) => verb === "trust" && bind.text,
  );

describe("what has happened", () => {
  it("[PC451] is told to whom it touches and who was not there, by its place", () => {
    expect(tidings({ state: raised() })[0]?.bind).toEqual({
      npc: "orsolya",
      place: "kiln",
      text: "what happened in the kiln",
    });
    // By the preposition that the author's sentences have for it.
    const places = RICH.places.map((place) =>
      place.id === "kiln" ? { ...place, sentences: [`Ash lies on ${place.name}, a hand deep.`] } : place,
    );
    expect(tidings({ state: raised(), matter: { ...WITH_LINE, places } })[0]?.bind.text).toBe(
      "what happened on the kiln",
    );
    expect(tidings({ state: raised({ people: ["orsolya"] }) })).toEqual([]);
    expect(tidings({ state: raised({ names: [], title: "Nothing" }) })).toEqual([]);
    expect(tidings({ scene: 15, state: raised() })).toEqual([]);
    // Whoever was met only afterwards has heard.
    const later = mergePatch(raised(), { people: { orsolya: { met: 7 } } }) as JsonObject;
    expect(tidings({ state: later })).toEqual([]);
  });

  it("[PC451] [PC5402] is met with a line of their own, and told once", () => {
    const slot = slotOf("trust", { npc: "orsolya", place: "kiln", text: "what happened in the kiln" });
    const given = { scene: 8, matter: WITH_LINE, state: raised() };
    const [warmer, answer] = outcomesOf(staged(given), slot, createRandom("a")).none;
    expect(warmer).toMatchObject({ kind: "feeling", npc: "orsolya" });
    expect(answer).toMatchObject({ kind: "learn", fact: "orsolya-says-1", from: "orsolya" });
    const { patch } = applyOutcome(
      staged(given),
      slot,
      "none",
      [warmer, answer].flatMap((one) => one ?? []),
    );
    const next = mergePatch(raised(), patch) as JsonObject;
    expect(tidings({ scene: 9, state: next })).toEqual([]);
  });

  it("[PC5402] is not told to somebody who has no line to it", () => {
    expect(tidings({ state: raised(), matter: RICH })).toEqual([]);
    expect(tidings({ state: raised(), matter: withLine("orsolya", "Eels are best in May.") })).toEqual([]);
  });
});

describe("a set with too little to do", () => {
  const scored = (candidate: Partial<Candidate> & Pick<Candidate, "verb" | "bind">, score: number): Scored => ({
    candidate: { sources: [{ kind: "npc", ref: "x", text: "x" }], salience: 1, learned: false, tags: [], ...candidate },
    key: JSON.stringify([candidate.verb, candidate.bind]),
    score,
    bringIn: [],
    news: [],
    rests: false,
    stays: false,
    recalls: false,
    follows: false,
  });

  it("[PC452] asks somebody else before it leaves twice, or for nothing", () => {
    const view = staged({ scene: 9 });
    const all = [
      scored({ verb: "ask", bind: { npc: "orsolya", topic: "tally" } }, 3),
      scored({ verb: "ask", bind: { npc: "orsolya", topic: "toll" } }, 2.5),
      scored({ verb: "ask", bind: { npc: "ilka", topic: "frost-year" } }, 1),
      scored({ verb: "go", bind: { place: "kiln" } }, 2.8),
      scored({ verb: "go", bind: { place: "orchard" }, idle: true }, 2.7),
      scored({ verb: "rest", bind: {}, idle: true }, 2.6),
    ];
    const chosen = fillSlots(view, all, [], 3, 3).map(({ candidate }) => candidate.bind);
    expect(chosen).toEqual(
      expect.arrayContaining([
        { npc: "orsolya", topic: "tally" },
        { npc: "ilka", topic: "frost-year" },
        { place: "kiln" },
      ]),
    );
    const alone = all.filter(({ candidate }) => candidate.bind.npc !== "ilka" && candidate.idle !== true);
    expect(fillSlots(view, alone, [], 3, 3)).toHaveLength(3);
  });
});

describe("pretences and force", () => {
  it("[PC453] are for who has refused, and for where nobody looks on", () => {
    const known = { world: { known: { topics: { tally: 3 } } } };
    const verbs = (state: JsonObject) =>
      new Set(candidatesFor(staged({ scene: 8, state }), []).map(({ verb }) => verb));
    expect(verbs(known)).not.toContain("bluff");
    const refused = { world: { ...known.world, choices: { done: { "refused:orsolya:tally": 2 } } } };
    expect(verbs(refused)).toContain("bluff");
    expect(verbs(known)).not.toContain("force");
  });
});

describe("what is about to happen here", () => {
  it("[PC454] keeps the player where they are", () => {
    const hook = (place: string) => ({
      hooks: [{ kind: "beat-elsewhere", beat: "b", title: "Here", place, people: [], when: "soon" }],
    });
    const verbs = (place: string) => candidatesFor(staged({ scene: 8, ...hook(place) }), []).map(({ verb }) => verb);
    expect(verbs("weigh-house")).not.toContain("go");
    expect(verbs("kiln")).toContain("go");
  });
});
