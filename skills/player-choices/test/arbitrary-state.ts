/** States of a story that may come about somehow, and many that never would: for properties that hold in all of them. */
import type { JsonObject } from "@narratoria/protocol";
import type { Matter } from "@narratoria/protocol/story";
import fc from "fast-check";
import { NOTHING, RICH, TINY } from "./fixture-story.js";
import { openingState } from "./walk.js";

export interface Situation {
  readonly matter: Matter;
  readonly state: JsonObject;
  readonly scene: number;
  readonly seed: string;
}

const numbersFor = (keys: readonly string[], most: number): fc.Arbitrary<JsonObject> =>
  fc
    .subarray([...keys])
    .chain((some) =>
      fc
        .array(fc.nat(most), { minLength: some.length, maxLength: some.length })
        .map((scenes) => Object.fromEntries(some.map((key, index) => [key, scenes[index] ?? 0]))),
    );

function stateOf(matter: Matter): fc.Arbitrary<Omit<Situation, "seed">> {
  const places = [...matter.places.map(({ id }) => id), "nowhere"];
  const people = matter.people.map(({ id }) => id);
  const thread = fc.record({
    kind: fc.constantFrom("debt", "watcher", "promise", "condition"),
    npc: fc.constantFrom(...people, "nobody"),
    opened: fc.nat(20),
    state: fc.constantFrom("open", "due", "closed"),
  });
  return fc
    .record({
      scene: fc.integer({ min: 0, max: 40 }),
      place: fc.constantFrom(...places),
      facts: numbersFor(
        matter.facts.map(({ id }) => id),
        40,
      ),
      topics: numbersFor(
        matter.topics.map(({ id }) => id),
        40,
      ),
      whereabouts: fc.array(fc.constantFrom(...places), { minLength: people.length, maxLength: people.length }),
      feelings: fc.array(fc.integer({ min: -100, max: 100 }), { minLength: people.length, maxLength: people.length }),
      dead: fc.subarray(people),
      motives: fc.boolean(),
      relations: fc.boolean(),
      threads: fc.array(thread, { maxLength: 5 }),
      conditions: fc.subarray(["tired", "cold", "bruised"]),
      items: fc.subarray(["letter", "rope", "brass tally"]),
      named: numbersFor([...people.map((id) => `npc:${id}`), ...places.map((id) => `place:${id}`)], 40),
      company: numbersFor(people, 5),
      arrived: fc.nat(40),
      minutes: fc.nat(20_000),
    })
    .map((one) => ({
      matter,
      scene: one.scene,
      state: openingState(matter, {
        clock: { minutes: one.minutes },
        place: one.place,
        player: { conditions: Object.fromEntries(one.conditions.map((name) => [name, 1])) },
        inventory: Object.fromEntries(one.items.map((name) => [name.replace(" ", "-"), { name, count: 1 }])),
        people: Object.fromEntries(
          people.map((id, index) => [
            id,
            {
              place: one.whereabouts[index] ?? "nowhere",
              feeling: one.feelings[index] ?? 0,
              alive: !one.dead.includes(id),
              since: 0,
            },
          ]),
        ),
        threads: Object.fromEntries(
          one.threads.map((each) => [
            each.kind === "condition" ? "condition-tired" : `${each.kind}-${each.npc}`,
            { ...each, text: "tired" },
          ]),
        ),
        world: {
          known: {
            facts: one.facts,
            topics: one.topics,
            motives: one.motives
              ? Object.fromEntries(
                  matter.people.map(({ id, motives }) => [
                    id,
                    Object.fromEntries(motives.slice(0, 1).map((text) => [text, 1])),
                  ]),
                )
              : {},
            relations: one.relations
              ? Object.fromEntries(
                  matter.people.flatMap(({ id, relations }) =>
                    relations.slice(0, 1).map(({ to }) => [`${id}>${to}`, 1]),
                  ),
                )
              : {},
          },
          choices: { company: one.company, arrived: one.arrived },
        },
        storybook: { named: one.named },
      }),
    }));
}

/** Any situation in a rich story, in one of three files, or in one without even a place. */
export const situations: fc.Arbitrary<Situation> = fc
  .tuple(
    fc.oneof({ weight: 4, arbitrary: stateOf(RICH) }, stateOf(TINY), stateOf(NOTHING)),
    fc.string({ maxLength: 8 }),
  )
  .map(([one, seed]) => ({ ...one, seed }));
