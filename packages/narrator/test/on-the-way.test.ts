// SPEC.md NA3391 to NA3393: what a journey meets with.
import type { JsonObject } from "@narratoria/protocol";
import type { Fact, Place, SceneBrief } from "@narratoria/protocol/story";
import { describe, expect, it } from "vitest";
import { createStorybook, journeysIn, type StoryIndex } from "../src/index.js";
import { brief, slot, state, textOf } from "./support/briefs.js";
import { story, WEIGHBRIDGE } from "./support/fixture-story.js";

const go = slot("go", { place: "long-yard" }, { class: "move" });
const move = [{ kind: "move", place: "long-yard" }] as const;
const away = { place: "", alive: true, met: 0, feeling: 0 };
const at = (people: JsonObject = {}, more: JsonObject = {}): JsonObject =>
  state({ place: "long-yard", people: { orsolya: away, jonas: away, ...people }, ...more });

interface Given {
  readonly facts?: readonly string[];
  readonly people?: StoryIndex["matter"]["people"];
  readonly general?: readonly string[];
  readonly tone?: StoryIndex["tone"];
  /** What the third place says of itself, and how the three lie to each other. */
  readonly bridge?: readonly string[];
  readonly lies?: "on the road" | "by its ways" | "miles off" | "apart";
}

/** A story in which a third place, the Toll Bridge, may lie between the Weigh House and the Long Yard. */
function storyWith({
  people = story.matter.people,
  facts = [],
  general = [],
  tone = [],
  bridge = [],
  lies = "apart",
}: Given): StoryIndex {
  const [template] = story.matter.places;
  if (!template) throw new Error("the fixture has no place");
  const ways = (to: readonly (readonly [string, number])[]) => to.map(([id, minutes]) => ({ to: id, minutes }));
  const lie = (stop: number, to: readonly (readonly [string, number])[]): Partial<Place> =>
    lies === "on the road"
      ? { road: { stop, minutes: 300 } }
      : lies === "by its ways"
        ? { ways: ways(to) }
        : lies === "miles off"
          ? { far: to.map(([id]) => id) }
          : {};
  const own = ({ topic: _topic, ...place }: Place): Place => ({ ...place, sentences: [], inside: [] });
  const places = [
    ...story.matter.places.map((place) => ({
      ...own(place),
      indoor: place.id === "long-yard" ? false : place.indoor,
      ...(place.id === "weigh-house"
        ? lie(1, [
            ["toll-bridge", 30],
            ["long-yard", 60],
          ])
        : place.id === "long-yard"
          ? lie(3, [
              ["weigh-house", 60],
              ["toll-bridge", 30],
            ])
          : {}),
    })),
    {
      ...own(template),
      id: "toll-bridge",
      name: "the Toll Bridge",
      sentences: bridge,
      ...lie(2, [
        ["weigh-house", 30],
        ["long-yard", 30],
      ]),
    },
  ];
  const fact = (text: string, at: number): Fact => ({
    id: `way-${at}`,
    text,
    clause: text,
    topic: "ways",
    file: "lore/ways.md",
    knownBy: "common",
    names: [],
  });
  const keysIn = (text: string): string[] => [
    ...story.names.keysIn(text),
    ...(/Toll Bridge/.test(text) ? ["place:toll-bridge"] : []),
  ];
  return {
    ...story,
    tone,
    general: [...general],
    names: { ...story.names, keysIn },
    places: new Map(places.map((place) => [place.id, place])),
    matter: { ...story.matter, people, places, facts: facts.map(fact) },
  };
}

const SEEDS = Array.from({ length: 60 }, (_, at) => `seed ${at}`);

/** The scenes of coming to the Long Yard, one a seed. */
function comings(given: Given, of = at(), more: Partial<SceneBrief> = {}): string[] {
  const book = createStorybook(storyWith(given), WEIGHBRIDGE);
  return SEEDS.map((seed) => textOf(book.tell(brief(go, move, { ...more, seed }), of)));
}

const share = (texts: readonly string[], part: string | RegExp): number =>
  texts.filter((text) => (typeof part === "string" ? text.includes(part) : part.test(text))).length / texts.length;

const WAY = "The cart road runs from the Weigh House to the Long Yard between two hedges.";
const RAIN = "The rain blows in over the fields.";

describe("a journey", () => {
  it("[NA3391] is told a sentence of the author's about the way between its two ends", () => {
    expect(share(comings({ facts: [WAY] }), WAY)).toBeGreaterThan(0.2);
    expect(share(comings({ general: [WAY] }), WAY)).toBeGreaterThan(0.2);
  });

  it.each([
    ["of a way to a third place", "The cart road runs from the Weigh House to the Toll Bridge and the Long Yard."],
    ["of both places and no way", "The Weigh House and the Long Yard are of one stone."],
    ["of what was", "The cart road ran from the Weigh House to the Long Yard, and was closed."],
    ["of somebody", "Orsolya goes from the Weigh House to the Long Yard at noon."],
  ])("[NA3391] is told no sentence %s", (_what, text) => {
    expect(share(comings({ facts: [text] }), text)).toBe(0);
  });

  it("[NA3391] meets with something as often as the tone has it", () => {
    const often = share(comings({ facts: [WAY], tone: ["dread"] }), WAY);
    const seldom = share(comings({ facts: [WAY], tone: ["tender", "dread"] }), WAY);
    expect(often).toBeGreaterThan(0.6);
    expect(seldom).toBeLessThan(0.5);
    expect(seldom).toBeGreaterThan(0.15);
  });

  it.each(["on the road", "by its ways"] as const)("[NA3391] passes who stands at a place between, %s", (lies) => {
    const jonas = { place: "toll-bridge", alive: true, met: 0, feeling: 0 };
    const seen = /On the way you see Peel (?:at|on|in) the Toll Bridge\./;
    expect(share(comings({ lies }, at({ jonas })), seen)).toBeGreaterThan(0.2);
    // Not where nothing says that it lies there, where he is elsewhere, or where the scene's beat has him.
    expect(share(comings({}, at({ jonas })), /On the way/)).toBe(0);
    expect(share(comings({ lies }), /On the way/)).toBe(0);
    const beat = { id: "b", title: "B", told: ["Jonas lifts a sack."], decisions: [], dialogue: [], people: ["jonas"] };
    const more = { beat: { ...beat, names: [] }, sceneType: "resolution" } as const;
    expect(share(comings({ lies }, at({ jonas }), more), /On the way/)).toBe(0);
  });

  it("[NA5000] shows that somebody whom the player knows has gone out, or has gone the same way before", () => {
    const out = (place: string, home: string, more: JsonObject = {}): [Given, JsonObject] => {
      const jonas = { place, alive: true, met: 1, feeling: 0, ...more };
      const people = story.matter.people.map((one) => (one.id === "jonas" ? { ...one, home } : one));
      return [{ people, lies: "on the road" }, at({ jonas })];
    };
    const goal = { goal: { text: "to see the bridge", state: "pursued", scene: 1, place: "toll-bridge" } };
    const gone = /Peel has gone (?:out, )?to the Toll Bridge\./;
    expect(share(comings(...out("toll-bridge", "long-yard", goal)), gone)).toBeGreaterThan(0.2);
    // Not who is there for no wish of theirs, or does not live where the player comes to.
    expect(share(comings(...out("toll-bridge", "long-yard")), gone)).toBe(0);
    expect(share(comings(...out("toll-bridge", "weigh-house", goal)), gone)).toBe(0);
  });

  it("[NA5001] tells on the way who comes up with the player, and not once more as somebody who comes in", () => {
    const joins = [...move, { kind: "arrive", npc: "jonas", place: "long-yard" }] as const;
    const jonas = { place: "long-yard", alive: true, met: 1, feeling: 0 };
    const book = createStorybook(storyWith({ lies: "on the road" }), WEIGHBRIDGE);
    for (const seed of SEEDS.slice(0, 12)) {
      const text = textOf(book.tell(brief(go, joins, { seed }), at({ jonas })));
      expect(text).toMatch(/On the way (?:Jonas )?Peel (?:comes up|falls in) with you/);
      expect(text).not.toMatch(/Peel (?:comes in|comes up to you|is here now)/);
    }
  });

  it("[NA3391] is told of a place that it passes what names it", () => {
    const bridge = ["The Toll Bridge has a gate of green iron."];
    expect(share(comings({ bridge, lies: "on the road" }), "green iron")).toBeGreaterThan(0.2);
    expect(share(comings({ bridge }), "green iron")).toBe(0);
  });

  it("[NA3391] on the story's road is told of the road, where the sentence leans on nothing but it", () => {
    const road = "The salt road runs for ten days, and it stops where beyond it there is nothing to walk to.";
    expect(share(comings({ general: [road], lies: "on the road" }), road)).toBeGreaterThan(0.2);
    expect(share(comings({ general: [road] }), road)).toBe(0);
    const other = "The salt road runs for ten days, and they stop where beyond them there is nothing.";
    expect(share(comings({ general: [other], lies: "on the road" }), other)).toBe(0);
  });

  it("[NA6100] on the story's road is told that there is one", () => {
    const text = "Past the Weigh House there is a wagon road, and in winter there is less of one.";
    expect(share(comings({ general: [text], lies: "on the road" }), text)).toBeGreaterThan(0.2);
    expect(share(comings({ general: [text] }), text)).toBe(0);
  });

  it("[NA6100] is told no length of a part of the road beyond which the journey goes", () => {
    const text = "From the Weigh House to the Toll Bridge is a day by horse.";
    expect(share(comings({ general: [text], lies: "on the road" }), text)).toBe(0);
  });

  it("[NA6100] is told what the region between consists of", () => {
    const llano = "The Llano is two hundred miles of short grass with a railroad at one end.";
    expect(share(comings({ general: [llano], lies: "on the road" }), llano)).toBeGreaterThan(0.2);
    expect(share(comings({ general: [llano] }), llano)).toBe(0);
    const league = "The League is two hundred years of bad blood.";
    expect(share(comings({ general: [league], lies: "on the road" }), league)).toBe(0);
  });

  it("[NA3391] meets with nothing for three scenes after one that did", () => {
    const told = (scene: number): number => {
      const { storybook } = at();
      const met = { ...(storybook as JsonObject), propUse: { way: scene } };
      return share(comings({ facts: [WAY], tone: ["dread"] }, at({}, { storybook: met })), WAY);
    };
    expect(told(4)).toBe(0);
    expect(told(3)).toBeGreaterThan(0.5);
  });

  it("[NA3392] between places far apart is told of the weather, where the setting's is so at any time", () => {
    expect(share(comings({ general: [RAIN], lies: "by its ways" }), RAIN)).toBeGreaterThan(0.2);
    expect(share(comings({ general: [RAIN], lies: "miles off" }), RAIN)).toBeGreaterThan(0.2);
    expect(share(comings({ general: [RAIN] }), RAIN)).toBe(0);
    expect(share(comings({ general: [RAIN], lies: "by its ways" }, at({}, { weather: "clear" })), RAIN)).toBe(0);
    const once = "The rain blows in over the fields on Monday.";
    expect(share(comings({ general: [once], lies: "by its ways" }), once)).toBe(0);
  });

  it("[NA5960] between places far apart is told of the country that lies there, with a sentence that goes on from it", () => {
    const grass = "There is grass, and under the grass there is more grass. In winter there is snow on it.";
    expect(share(comings({ general: [grass], lies: "on the road" }), grass)).toBeGreaterThan(0.2);
    expect(share(comings({ general: [grass], lies: "miles off" }), grass)).toBeGreaterThan(0.2);
    expect(share(comings({ general: [grass] }), grass)).toBe(0);
    const wind = "The wind is out of the west mostly. When it goes round to the north, you have about an hour.";
    expect(share(comings({ general: [wind], lies: "on the road" }), wind)).toBeGreaterThan(0.2);
  });

  it.each([
    ["of a place that is neither end", "The hills begin behind the Toll Bridge."],
    ["of what one has to stand still for", "The hills look blue from there."],
    ["of three sentences", "The hills are low. They are green. They are wet."],
    ["of one day", "The hills are white this morning."],
  ])("[NA5960] is told no sentence %s", (_what, text) => {
    expect(share(comings({ general: [text], lies: "on the road" }), text)).toBe(0);
  });

  it("[NA5961] is told what lore says of the road or the weather, of no third place, and once", () => {
    const road = "The road is paved with round stones as big as a head.";
    expect(share(comings({ facts: [road], lies: "on the road" }), road)).toBeGreaterThan(0.2);
    expect(share(comings({ facts: [road] }), road)).toBe(0);
    expect(share(comings({ facts: [RAIN], lies: "miles off" }), RAIN)).toBeGreaterThan(0.2);
    const third = "The road is steep at the Toll Bridge.";
    expect(share(comings({ facts: [third], lies: "on the road" }), third)).toBe(0);
  });

  it("[NA3392] of which nothing is known is told as ever", () => {
    expect(comings({ general: ["The town sells salt."] })).toEqual(
      comings({ general: ["The town sells salt."], tone: [] }),
    );
    expect(share(comings({ lies: "on the road" }), /On the way|rain/)).toBe(0);
  });
});

it("[NA3393] counts journeys, and those that met with something", () => {
  const scene = (number: number, from: string, to: string, way?: number) => ({
    scene: number,
    paragraphs: [],
    sentences: [],
    choice: null,
    slots: [],
    outcome: "none" as const,
    effects: [],
    memories: [],
    before: { place: from },
    after: { place: to, ...(way === undefined ? {} : { storybook: { propUse: { way } } }) },
    ended: false,
  });
  expect(
    journeysIn(storyWith({ lies: "miles off" }), [
      scene(0, "", "mill"),
      scene(1, "mill", "ford"),
      scene(2, "ford", "quay", 2),
      scene(3, "quay", "quay", 2),
      scene(4, "quay", "mill", 2),
      scene(5, "weigh-house", "long-yard", 5),
    ]),
  ).toEqual({ made: 4, met: 2, far: { made: 1, met: 1 } });
});
