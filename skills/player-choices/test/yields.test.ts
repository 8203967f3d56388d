// SPEC.md PC495: what would give the player nothing is not offered.
import { sentenceKey } from "@narratoria/protocol/english";
import { createRandom } from "@narratoria/protocol/random";
import { describe, expect, it } from "vitest";
import { candidatesFor } from "../src/candidates.js";
import { untold } from "../src/knowledge.js";
import { outcomesOf } from "../src/effects.js";
import { makeOffer } from "../src/offer.js";
import { canBeAwaited, canBeHeard, canBeSearched, canBeShown } from "../src/yields.js";
import { RICH } from "./fixture-story.js";
import { before, type Given, SETTINGS, slotOf, staged } from "./support.js";

const PLACE = RICH.places[0]?.id ?? "";
const OTHER = RICH.places[1]?.id ?? "";
const nobody = Object.fromEntries(RICH.people.map(({ id }) => [id, { alive: false }]));
const bare = RICH.places.map((place) => ({ ...place, sentences: [], props: [] }));
const EMPTY: Given = { matter: { ...RICH, places: bare, facts: [] }, state: { place: PLACE, people: nobody } };
const sight = "A brass scale hangs over the long counter.";
const withSight = bare.map((place) => ({ ...place, sentences: [sight] }));
const SEEN: Given = { ...EMPTY, matter: { ...RICH, places: withSight, facts: [] } };
const told = { storybook: { ring: { [sentenceKey(sight)]: 3 } } };

describe("what a deed would give", () => {
  it("[PC495] is nothing where nothing is left to see, to find or to hear, and nobody comes", () => {
    const view = before(EMPTY);
    expect([canBeSearched(view), canBeHeard(view), canBeAwaited(view), canBeShown(view, OTHER)]).toEqual([
      false,
      false,
      false,
      false,
    ]);
  });

  it("[PC5950] is said of a choice that would bring nothing, and of no other", () => {
    const offered = (given: Given) =>
      Array.from({ length: 20 }, (_, at) => makeOffer(staged({ ...given, seed: `s${at}` }), [], [], SETTINGS).slots)
        .flat()
        .filter(({ verb }) => ["search", "listen", "watch", "wait"].includes(verb))
        .map(({ verb, empty }) => [verb, empty]);
    const alone: Given = { ...EMPTY, matter: { ...RICH, places: bare.slice(0, 1), facts: [], people: [] } };
    expect(offered(alone).length).toBeGreaterThan(0);
    for (const [, empty] of offered(alone)) expect(empty).toBe(true);
    for (const [verb, empty] of offered(SEEN)) expect([verb, empty]).not.toEqual(["search", true]);
  });

  it("[PC495] is a sight that has not been told", () => {
    expect([canBeSearched(before(SEEN)), canBeShown(before(SEEN), OTHER)]).toEqual([true, true]);
    const after = before({ ...SEEN, state: { ...SEEN.state, ...told } });
    expect([canBeSearched(after), canBeShown(after, OTHER)]).toEqual([false, false]);
  });

  it("[PC537] is what a thing shows that was seen here, looked at closely", () => {
    const sights = [sight, "It has two pans.", "The brass scale has a wax seal."];
    const props = [{ np: "a brass scale", use: "fixture", plural: false }] as const;
    const places = bare.map((place) => ({ ...place, sentences: sights, props }));
    const looks = (state: object) =>
      candidatesFor(
        staged({ ...EMPTY, matter: { ...RICH, places, facts: [] }, state: { ...EMPTY.state, ...state } }),
        [],
      )
        .filter(({ verb, bind, idle }) => verb === "decide" && bind.prop !== undefined && !idle)
        .map(({ text, result }) => [text, result]);
    expect(looks({})).toEqual([]);
    expect(looks(told)).toEqual([["Look closely at the brass scale", "The brass scale has a wax seal."]]);
    const slot = slotOf(
      "decide",
      { prop: "a brass scale", text: "look closely at the brass scale" },
      { result: "It is." },
    );
    expect(outcomesOf(before(), slot, createRandom("s")).none).toEqual([{ kind: "authored", text: "It is." }]);
  });

  it("[PC5400] is no habit and no condition", () => {
    const props = [{ np: "a brass scale", use: "fixture", plural: false }] as const;
    const shown = (more: string): boolean => {
      const places = bare.map((place) => ({ ...place, sentences: [sight, more], props }));
      const view = staged({
        ...EMPTY,
        matter: { ...RICH, places, facts: [] },
        state: { ...EMPTY.state, ...told },
      });
      return candidatesFor(view, []).some(({ verb, bind }) => verb === "decide" && bind.prop !== undefined);
    };
    expect(shown("The brass scale has a wax seal.")).toBe(true);
    expect(shown("If the brass scale does not move, nothing is weighed that day.")).toBe(false);
    expect(shown("Nobody touches the brass scale on a Sunday.")).toBe(false);
  });

  it("[PC495] is whoever is at a place, and what waits there", () => {
    const [someone] = RICH.people;
    const people = { ...nobody, [someone?.id ?? ""]: { alive: true, place: OTHER } };
    expect(canBeShown(before({ ...EMPTY, state: { place: PLACE, people } }), OTHER)).toBe(true);
    const hook = { kind: "beat-elsewhere", beat: "b", title: "B", place: OTHER, when: "due" } as const;
    expect(canBeShown(before({ ...EMPTY, hooks: [hook] }), OTHER)).toBe(true);
  });

  it("[PC496] is no talk where nobody is", () => {
    const lore: Given = { ...EMPTY, matter: { ...RICH, places: bare } };
    expect(canBeHeard(before(lore))).toBe(false);
    expect(outcomesOf(before(lore), slotOf("listen"), createRandom("s")).none?.map((one) => one?.kind)).not.toContain(
      "learn",
    );
  });

  it("[PC497] is no fact that was told", () => {
    const [fact] = RICH.facts;
    const news = (state: object): boolean =>
      before({ state: { ...state } as never }).unlearned.some(({ id }) => id === fact?.id);
    expect(news({})).toBe(true);
    const ring = { storybook: { ring: { [sentenceKey(fact?.text ?? "")]: 4 } } };
    expect(news(ring)).toBe(false);
    const told = untold(before({ state: ring as never }), fact?.topic ?? "").map(({ id }) => id);
    expect(told).not.toContain(fact?.id);
  });

  it("[PC495] decides what is offered, while enough is left", () => {
    for (const { empty } of candidatesFor(staged(), [])) expect(empty).toBeUndefined();
    expect(candidatesFor(staged(EMPTY), []).some(({ empty }) => empty)).toBe(true);
  });
});
