// SPEC.md PC440 to PC443: which journeys are offered, in which words, and how long they take.
import { createRandom } from "@narratoria/protocol/random";
import type { JsonObject } from "@narratoria/protocol";
import type { Matter, Place } from "@narratoria/protocol/story";
import { describe, expect, it } from "vitest";
import { openCases } from "../src/case-file.js";
import { candidatesFor } from "../src/candidates.js";
import { outcomesOf } from "../src/effects.js";
import { journeys as journeysIn } from "../src/journey-candidates.js";
import { applyOutcome } from "../src/outcome.js";
import { minutesTo } from "../src/roads.js";
import { wayTo, wordChoice } from "../src/wording.js";
import { RICH } from "./fixture-story.js";
import { before, type Given, slotOf, staged } from "./support.js";

const stop = (at: number): Place => ({
  id: `well-${at}`,
  name: `the well of ${"one two three four five".split(" ")[at - 1]}`,
  indoor: false,
  sentences: [],
  props: [],
  road: { stop: at, minutes: 2880 },
});
const ROAD: Matter = { ...RICH, places: [1, 2, 3, 4, 5].map(stop) };
const on = (place: string, more: Given = {}): Given => ({
  ...more,
  matter: ROAD,
  state: { place, world: { visited: { "well-1": 0, [place]: 1 } }, ...more.state },
});
const journeys = (given: Given) => candidatesFor(staged(given), []).filter(({ verb }) => verb === "go");
const goals = (given: Given) => journeys(given).map(({ bind }) => bind.place);

describe("journeys", () => {
  it("[PC441] lead to the next stop of the road alone", () => {
    expect(goals(on("well-2"))).toEqual(["well-3"]);
    expect(goals(on("well-5"))).toEqual([]);
  });

  it("[PC441] lead to what lies at the stop where the player is, and not yet to what lies at the next", () => {
    const part = (id: string, at: number): Place => ({
      ...stop(at),
      id,
      road: { stop: at, minutes: 2880, part: true },
    });
    const places = [...ROAD.places, part("hut", 2), part("tower", 3)];
    expect(goals({ ...on("well-2"), matter: { ...ROAD, places } }).sort()).toEqual(["hut", "well-3"]);
  });

  it("[PC5770] lead back along the road to what presses alone", () => {
    const hook = {
      kind: "tag",
      tag: "look",
      text: "look under the lip",
      beat: "b",
      title: "B",
      place: "well-1",
    } as const;
    const back = (more: object): unknown[] => goals(on("well-3", { hooks: [{ ...hook, ...more }] }));
    expect(back({})).toEqual(["well-4"]);
    expect(back({ presses: true })).toContain("well-2");
  });

  it("[PC5840] say of the next stop on which day one is there, and of no waiting", () => {
    const hook = {
      kind: "beat-elsewhere",
      beat: "b",
      title: "B",
      place: "well-3",
      when: "due",
      minutes: 2880,
    } as const;
    const words = (given: Given): unknown => journeys(given).find(({ sources }) => sources[0]?.kind === "beat")?.text;
    expect(words(on("well-2", { hooks: [{ ...hook, weekday: "Friday" }] }))).toBe(
      "Go on to the well of three, to be there on Friday",
    );
    expect(words(on("well-2", { hooks: [hook] }))).toBe("Go on to the well of three");
    expect(words(on("well-4", { hooks: [{ ...hook, weekday: "Friday" }] }))).toMatch(/^Wait for Friday and /u);
  });

  it("[PC5771] go on from what carries the player as from the stop that it is at", () => {
    const ship: Place = { ...stop(1), id: "ship", name: "the ship", carries: true };
    const { road: _, ...adrift } = ship;
    const matter = { ...ROAD, places: [...ROAD.places, adrift] };
    const given = on("ship", { state: { world: { visited: { "well-1": 0, "well-2": 1 }, stop: "well-2" } } });
    const found = goals({ ...given, matter });
    expect(found).toContain("well-3");
    expect(found.filter((place) => place === "well-1" || place === "well-4")).toEqual([]);
  });

  it.each([
    ["well-3", undefined, 2880],
    ["well-3", 600, 600],
    ["well-3", 5000, 2880],
  ])("[PC5773] to %s with a beat in %s minutes take %i", (place, left, minutes) => {
    const view = before(on("well-2"));
    const going = {
      ...view,
      choice: slotOf("go", { place }),
      ...(left === undefined ? {} : { by: view.minutes + left }),
    };
    expect(minutesTo(going, place)).toBe(minutes);
  });

  it.each([
    ["unload and lose a day", 1440],
    ["wait two days for the water to fall", 2880],
    ["rest here for half an hour", 30],
    ["take the day train", 0],
    ["say nothing", 0],
  ])("[PC5772] to %s takes %i minutes and more", (text, minutes) => {
    const view = before({});
    const decided = slotOf("decide", { beat: "b", text });
    const { patch } = applyOutcome(view, decided, "none", []);
    const now = (patch as { clock: { minutes: number } }).clock.minutes - view.minutes;
    expect(now >= Math.max(1, minutes) && now < minutes + 60).toBe(true);
  });

  it.each([
    ["well-5", "well-3"],
    ["well-1", "well-1"],
  ])("[PC441] take the first stop of the way to a beat at %s", (place, first) => {
    const hook = { kind: "beat-elsewhere", beat: "b", title: "B", place, when: "due" } as const;
    const due = journeys(on("well-2", { hooks: [hook] })).filter(({ insists }) => insists);
    expect(due.map(({ bind }) => bind.place)).toEqual([first]);
  });

  it("[PC3210] [PC5300] to what no text has named look for somebody, or go on, each in one way", () => {
    const unnamed = { storybook: { named: {} } };
    const hook = { kind: "beat-elsewhere", beat: "b", title: "B", place: "kiln", when: "due" } as const;
    const due = (state: object, more: object = {}, called = "the kiln") => {
      const places = RICH.places.map((one) => (one.id === "kiln" ? { ...one, name: called } : one));
      const matter = { ...RICH, places };
      const view = staged({ matter, state: state as never, hooks: [{ ...hook, ...more }] });
      const [found] = candidatesFor(view, []).filter(({ verb, insists }) => verb === "go" && insists);
      if (!found) throw new Error("no way leads there");
      return found.text ?? wordChoice(view, found.verb, found.bind, createRandom("a"));
    };
    expect(due({})).toMatch(/the kiln/u);
    const alone = { ...unnamed, people: { orsolya: { place: "orchard" } } };
    expect(due(alone, {}, "kilnside")).toBe("Leave the Weigh House");
    // Who is with one or two others leaves them.
    expect(due(unnamed, {}, "kilnside")).toBe("Take your leave of Orsolya");
    expect(due(unnamed)).toBe("Go to the kiln");
    // What any such place has is gone to all the same.
    expect(due(unnamed, {}, "the lamp room")).toBe("Go to the lamp room");
    const known = { people: { "toll-man": { met: 3 } }, storybook: { named: {} } };
    expect(due(known, { people: ["toll-man"] })).toMatch(/^Look for /u);
  });

  it("[PC4800] lead nowhere that no text has named while the story waits for the player elsewhere", () => {
    const hook = { kind: "beat-elsewhere", beat: "b", title: "B", place: "kiln", when: "due" } as const;
    const vault: Place = { ...stop(1), id: "vault", name: "the Iron Vault" };
    const { road: _, ...unnamed } = vault;
    const matter = { ...RICH, places: [...RICH.places, unnamed] };
    const blind = (hooks: Given["hooks"]) => {
      const view = staged({ matter, hooks, state: { storybook: { named: {} } } as never });
      return journeysIn(view, openCases(view)).filter(({ bind }) => bind.place === "vault");
    };
    expect(blind([]).length).toBeGreaterThan(0);
    expect(blind([hook])).toEqual([]);
  });

  it("[PC3709] name no place that only a topic bears on", () => {
    const places = RICH.places.map((one) =>
      one.id === "kiln" ? { ...one, name: "the Red Kiln", topic: "cut-page" } : one,
    );
    const words = (storybook: JsonObject): string => {
      const state = { world: { known: { topics: { "cut-page": 1 } } }, storybook };
      return wayTo(staged({ matter: { ...RICH, places }, state }), "kiln");
    };
    expect(words({ named: {} })).not.toContain("Red Kiln");
    expect(words({ named: { "place:kiln": 2 } })).toBe("Go to the Red Kiln");
  });

  it("[PC3163] to whom the beat at hand has named are no idle ones", () => {
    const visit = (names: readonly string[]) => {
      const beat = {
        id: "b",
        title: "The page",
        told: ["The toll-man wrote it."],
        decisions: [],
        dialogue: [],
        people: [],
        names,
      };
      const given: Given = { beat, state: { people: { "toll-man": { met: 1 } } } };
      return candidatesFor(staged(given), []).find(({ verb, bind }) => verb === "go" && bind.npc === "toll-man");
    };
    expect(visit(["npc:toll-man"])).toMatchObject({ bind: { npc: "toll-man" } });
    expect(visit(["npc:toll-man"])?.idle).toBeUndefined();
  });

  it("[PC440] to where nothing waits are kept for when too little else is left", () => {
    const elsewhere = candidatesFor(staged(), []).filter(({ verb, bind }) => verb === "go" && bind.npc === undefined);
    expect(elsewhere.length).toBeGreaterThan(0);
    for (const { idle, serves = [], learned } of elsewhere)
      expect(idle === true || serves.length > 0 || learned).toBe(true);
  });

  it("[PC442] take the author's time, which is told", () => {
    const view = before(on("well-2", { state: { place: "well-2", clock: { minutes: 600 } } }));
    const slot = slotOf("go", { place: "well-3" });
    const { none } = outcomesOf(view, slot, createRandom("s"));
    expect(none).toEqual([
      { kind: "time", minutes: 2880 },
      { kind: "move", place: "well-3" },
    ]);
    expect(applyOutcome(view, slot, "none", none).patch).toMatchObject({ clock: { minutes: 3480 } });
  });

  it.each([
    ["well-2", "well-3", {}, "Go on to the well of three"],
    ["well-2", "well-1", {}, "Go back to the well of one"],
  ])("[PC443] from %s to %s are worded so", (from, place, bind, text) => {
    expect(wordChoice(staged(on(from)), "go", { place, ...bind }, createRandom("s"))).toBe(text);
  });

  it("[PC443] say whom they are to see about what, and that is what can be asked next", () => {
    const [topic] = RICH.topics;
    const [person] = RICH.people;
    if (!topic || !person) throw new Error("the fixture has nobody");
    const bind = { place: "well-3", npc: person.id, topic: topic.id };
    const view = staged(on("well-2"));
    expect(wordChoice(view, "go", bind, createRandom("s"))).toBe(
      `Go on to the well of three to see ${person.short} about ${topic.np}`,
    );
    // Nobody goes to the well to ask about the well.
    const places = view.matter.places.map((place) => (place.id === "well-3" ? { ...place, topic: topic.id } : place));
    const itself = staged({ ...on("well-2"), matter: { ...view.matter, places } });
    expect(wordChoice(itself, "go", bind, createRandom("s"))).not.toContain("about");
    const { patch } = applyOutcome(view, slotOf("go", bind), "none", []);
    expect(patch).toMatchObject({ world: { choices: { redirect: { npc: person.id, topic: topic.id } } } });
  });
});
