// SPEC.md PC17, PC19, PC23, PC30, PC31: whole stories played by the rules alone.
import type { Hook, Matter } from "@narratoria/protocol/story";
import { describe, expect, it } from "vitest";
import { attitudeOf } from "../src/attitude-words.js";
import { namedBy } from "../src/scoring.js";
import { NOTHING, RICH, TINY } from "./fixture-story.js";
import { brokenPrecondition } from "./preconditions.js";
import { type Step, walk } from "./walk.js";

const SEEDS = ["one", "two", "three", "four", "five"];
const played = new Map<string, readonly Step[]>();
/** Each story is played once and looked at by several tests. */
function play(matter: Matter, seed: string, scenes = 60): readonly Step[] {
  const key = `${matter.places.length} ${seed}`;
  const steps = played.get(key) ?? walk({ matter, seed, scenes: 60 });
  played.set(key, steps);
  return steps.slice(0, scenes + 1);
}

describe("a walk of 60 scenes", () => {
  it.each(SEEDS)(
    "[PC31] %s has 3 or 4 choices in every scene, all of them possible, all of them of known things",
    (seed) => {
      const steps = play(RICH, seed);
      expect(steps).toHaveLength(61);
      for (const { offer, view, scene, state } of steps) {
        expect([3, 4]).toContain(offer.slots.length);
        for (const slot of offer.slots) {
          expect(brokenPrecondition(view, slot), `${scene} ${slot.text}`).toBeNull();
          const named = (state.storybook as { named: Record<string, number> }).named;
          // In the text of this scene or of the one before, or heard of in one of them; a topic in one of the last ten.
          for (const key of namedBy(view, slot).filter((one) => !one.startsWith("item:"))) {
            const heard = key.startsWith("topic:") ? (view.known.topics[key.slice(6)] ?? -1) : -1;
            expect(Math.max(named[key] ?? -1, heard), `${scene} ${slot.text}: ${key}`).toBeGreaterThanOrEqual(
              scene - (key.startsWith("topic:") ? 10 : 1),
            );
          }
        }
      }
    },
  );

  it.each(SEEDS)("[PC31] %s uses many verbs, none all the time", (seed) => {
    const slots = play(RICH, seed, 40).flatMap(({ offer }) => offer.slots);
    const uses = new Map<string, number>();
    for (const { verb } of slots) uses.set(verb, (uses.get(verb) ?? 0) + 1);
    expect(uses.size).toBeGreaterThanOrEqual(11);
    const shares = [...uses.values()].map((count) => count / slots.length);
    expect(-shares.reduce((sum, share) => sum + share * Math.log2(share), 0)).toBeGreaterThan(2.2);
  });

  it("[PC22] offers no verb but going and asking twice in more than one set in fifteen", () => {
    const sets = SEEDS.flatMap((seed) => play(RICH, seed)).map(({ offer }) =>
      offer.slots.flatMap(({ verb, bind }) =>
        /^(?:go|ask|gossip)$/.test(verb) || attitudeOf(bind) !== undefined ? [] : [verb],
      ),
    );
    const doubled = sets.filter((verbs) => new Set(verbs).size < verbs.length);
    expect(doubled.length / sets.length).toBeLessThanOrEqual(1 / 15);
  });

  it("[PC31] rolls for some choices", () => {
    // One walk takes one way of many: the share is that of all of them.
    const slots = SEEDS.flatMap((seed) => play(RICH, seed, 40).flatMap(({ offer }) => offer.slots));
    const rolled = slots.filter((slot) => slot.roll).length / slots.length;
    expect(rolled).toBeGreaterThan(0.02);
    expect(rolled).toBeLessThan(0.3);
  });

  it("[PC23] takes four in five of its choices from what was learned, from scene 6 on, as far as there is enough", () => {
    const late = SEEDS.flatMap((seed) => play(RICH, seed, 40)).filter(({ scene }) => scene >= 6);
    const all = late.reduce((sum, { offer }) => sum + offer.slots.length, 0);
    expect(late.reduce((sum, { offer }) => sum + offer.learned, 0) / all).toBeGreaterThan(0.68);
  });

  it("[PC31] gets to know the story: facts, motives, relations and places", () => {
    const last = play(RICH, "one").at(-1);
    if (!last) throw new Error("no scenes");
    const { known } = last.view;
    const found =
      Object.keys(known.facts).length + Object.values(known.motives).flatMap((one) => Object.keys(one)).length;
    expect(found).toBeGreaterThan(20);
    expect(Object.keys(last.view.visited).length).toBeGreaterThan(1);
  });

  it.each(SEEDS)("[PC10] %s: the clock never stands still", (seed) => {
    const minutes = play(RICH, seed, 30).map(({ view }) => view.minutes);
    for (let index = 1; index < minutes.length; index += 1)
      expect(minutes[index]).toBeGreaterThan(minutes[index - 1] ?? 0);
  });
});

describe("a story of three files", () => {
  it.each([
    ["with two places", TINY],
    ["without even a place", NOTHING],
  ])("[PC30] %s never ends up without choices", (_, matter) => {
    for (const seed of SEEDS) {
      const steps = play(matter, seed);
      for (const { offer, view } of steps) {
        expect(offer.slots.length).toBeGreaterThanOrEqual(3);
        for (const slot of offer.slots) expect(brokenPrecondition(view, slot)).toBeNull();
      }
      const verbs = new Set(steps.flatMap(({ offer }) => offer.slots.map(({ verb }) => verb)));
      expect(verbs.size).toBeGreaterThanOrEqual(5);
    }
  });

  it("[PC30] offers its ending", () => {
    const hooks: readonly Hook[] = [{ kind: "ending", ending: "leave-taking", title: "Here it rests" }];
    const steps = walk({
      matter: TINY,
      seed: "one",
      scenes: 20,
      hooks: () => hooks,
      pick: (slots, index) => slots.filter(({ verb }) => verb !== "end")[index],
    });
    const offering = steps.filter(({ offer }) => offer.slots.some(({ verb }) => verb === "end"));
    expect(offering.length).toBeGreaterThan(8);
  });
});
