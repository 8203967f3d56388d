// Two players who treat the same five people differently for 20 scenes meet other words, odds, choices and rumours, and the sources of
// choices name the scene. That they come to other endings is shown by EN57, over whole stories.
import { type JsonObject, mergePatch } from "@narratoria/protocol";
import { createRandom } from "@narratoria/protocol/random";
import { type Matter, type Verb, VERBS } from "@narratoria/protocol/story";
import { describe, expect, it } from "vitest";
import { updatePerceptions, changesOf } from "../skills/npc-perception/src/update.js";
import type { Perception } from "../skills/npc-perception/src/kept.js";
import { candidatesFor } from "../skills/player-choices/src/candidates.js";
import { outcomesOf } from "../skills/player-choices/src/effects.js";
import { modifiersFor } from "../skills/player-choices/src/odds.js";
import { makeOffer } from "../skills/player-choices/src/offer.js";
import { applyOutcome } from "../skills/player-choices/src/outcome.js";
import { readView } from "../skills/player-choices/src/view.js";
import { RICH } from "../skills/player-choices/test/fixture-story.js";
import { slotOf } from "../skills/player-choices/test/support.js";
import { contextOf, openingState, SETTINGS } from "../skills/player-choices/test/walk.js";

const SCENES = 20;
const ruled = { modifierScale: 1, decayRate: 0.1, factionInfluenceWeight: 0.5, filesToo: false };
const FRIENDLY: readonly Verb[] = ["trust", "warn", "accept"];

const [, benedek] = RICH.people;
if (!benedek) throw new Error("The story has lost its people.");
/** The people of the fixture and a cousin, each at home. */
const MATTER: Matter = {
  ...RICH,
  people: [
    ...RICH.people,
    {
      ...benedek,
      id: "runa",
      name: "Runa Tallow",
      short: "Runa",
      pronoun: "she",
      home: "back-room",
      relations: [{ to: "orsolya", text: "is a cousin of Orsolya", spoken: "She is my cousin." }],
    },
  ],
};
const FIVE = MATTER.people;

interface Played {
  readonly state: JsonObject;
  /** What people bring up of the player's deeds. */
  readonly said: readonly string[];
}

/** Does the same to each of the five in turn, then talks with each of them. */
function play(verb: "warn" | "refuse"): Played {
  const known = {
    facts: Object.fromEntries(MATTER.facts.flatMap(({ id }) => (id.endsWith("-1") ? [[id, 0]] : []))),
    topics: Object.fromEntries(MATTER.topics.map(({ id }) => [id, 0])),
  };
  let state = openingState(MATTER, { world: { known } });
  const kept = new Map<string, Perception>();
  const said: string[] = [];
  for (let scene = 1; scene <= SCENES + FIVE.length * 5; scene++) {
    const isTalk = scene > SCENES;
    const isPause = isTalk && scene % 5 !== 0;
    const person = FIVE[(isTalk ? Math.ceil(scene / 5) : scene) % FIVE.length];
    if (!person) continue;
    const { id: npc, home } = person;
    const npc2 = FIVE.find(({ id }) => id !== npc)?.id ?? "";
    const slot = slotOf(isPause ? "wait" : isTalk ? "gossip" : verb, { npc, npc2, text: `the ${scene}th time` });
    state = mergePatch(state, { place: home, people: { [npc]: { met: 1 } } }) as JsonObject;
    const view = readView(contextOf(MATTER, state, { scene, seed: `p${scene}`, choice: slot }));
    const row = isPause ? [] : outcomesOf(view, slot, createRandom(`p${scene}`)).none;
    const applied = applyOutcome(view, slot, "none", row);
    const changes = changesOf(applied);
    const updated = updatePerceptions({ scene, people: state["people"] }, kept, changes, ruled);
    for (const one of updated.perceptions) kept.set(one.npc, one);
    state = mergePatch(mergePatch(state, applied.patch), updated.patch) as JsonObject;
    for (const effect of applied.effects) if (effect.kind === "hearsay") said.push(`${effect.npc}: ${effect.text}`);
  }
  return { state, said };
}

/** What one of the five can be met with, over some seeds. */
function meeting({ state }: Played, npc: string, home: string) {
  // What somebody wants is theirs to say while it is spoken of.
  const things = { scene: 59, names: ["tally", "kiln", "ladder", "harvest", "toll"] };
  const at = mergePatch(state, {
    place: home,
    people: { [npc]: { place: home } },
    world: { choices: { things } },
  }) as JsonObject;
  const offers = ["a", "b", "c", "d"].flatMap(
    (seed) => makeOffer(readView(contextOf(MATTER, at, { scene: 60, seed }), { patch: {} }), [], [], SETTINGS).slots,
  );
  const theirs = offers.filter(({ bind, verb }) => bind.npc === npc && VERBS[verb].class !== "move");
  const view = readView(contextOf(MATTER, at, { scene: 60, seed: "a" }), { patch: {} });
  const bonus = modifiersFor(view, "press", { npc, topic: "tally" }, undefined).find(({ label }) => /you$/.test(label));
  return { theirs, bonus };
}

describe("two players who treat five people differently", () => {
  const kind = play("warn");
  const harsh = play("refuse");

  it.each(FIVE.map(({ id, home }) => [id, home] as const))(
    "find other choices, odds and words with %s",
    (npc, home) => {
      const [well, ill] = [meeting(kind, npc, home), meeting(harsh, npc, home)];
      expect(ill.theirs.filter(({ verb }) => FRIENDLY.includes(verb))).toEqual([]);
      const texts = (of: typeof well.theirs) => new Set(of.map(({ text }) => text));
      if (well.theirs.length > 0) expect(texts(well.theirs)).not.toEqual(texts(ill.theirs));
      expect([well.bonus?.value, ill.bonus?.value]).toEqual([1, -1]);
      expect(well.bonus?.label).not.toBe(ill.bonus?.label);
    },
  );

  it.each(FIVE.map(({ id, home, short }) => [short, id, home] as const))(
    "are told why %s thinks so, with the scene",
    (short, npc, home) => {
      for (const [played, word, deed] of [
        [kind, "well", "You warned"],
        [harsh, "ill", "You turned"],
      ] as const) {
        const { theirs } = meeting(played, npc, home);
        const why = new RegExp(`^${short} thinks ${word} of you: ${deed} .*\\(scene \\d+\\)$`);
        for (const { sources } of theirs)
          expect(sources.map(({ text }) => text)).toContainEqual(expect.stringMatching(why));
      }
    },
  );

  it("have more to do with people who like them, and something with those who do not", () => {
    // What can be done with somebody, before chance and what else there is make three of it.
    const open = ({ state }: Played) =>
      FIVE.flatMap(({ id, home }) => {
        const at = mergePatch(state, { place: home, people: { [id]: { place: home } } }) as JsonObject;
        const view = readView(contextOf(MATTER, at, { scene: 60, seed: "a" }), { patch: {} });
        return candidatesFor(view, [], []).filter(({ bind, verb }) => bind.npc === id && VERBS[verb].class !== "move");
      }).length;
    expect(open(harsh)).toBeGreaterThan(0);
    expect(open(kind)).toBeGreaterThan(open(harsh));
  });

  it("hear other things said of them, by those who were told", () => {
    expect(kind.said.length).toBeGreaterThan(0);
    expect(harsh.said.length).toBeGreaterThan(0);
    expect(kind.said.every((text) => text.includes("You warned"))).toBe(true);
    expect(harsh.said.every((text) => text.includes("You turned"))).toBe(true);
  });
});
