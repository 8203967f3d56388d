import { expect, it } from "vitest";
import fc from "fast-check";
import type { JsonObject } from "@narratoria/protocol";
import type { BeatMatter, Hook, Verb } from "@narratoria/protocol/story";
import {
  afterLastBeat,
  afterTheWay,
  beforeItBegins,
  dated,
  emptyHomes,
  hourOfArrival,
  inItsDays,
  jumpFor,
  stopsBehind,
  wholesAhead,
  withinAStop,
} from "../src/story/turn-start.js";
import { headingOf, stateAtHeading, toldThere } from "../src/scene/scene-record.js";
import { daysBehind, hourIn, openingMinute, settingOut, timeInWords } from "../src/scene/clock.js";

const at = (day: number, hour: number, minute = 0) => (day - 1) * 1440 + hour * 60 + minute;

it.each([
  [at(1, 5), "First morning"],
  [at(1, 11, 59), "First morning"],
  [at(1, 12), "First noon"],
  [at(1, 16, 59), "First afternoon"],
  [at(1, 20, 59), "First evening"],
  [at(1, 23), "First night"],
  [at(2, 1), "First night"],
  [at(2, 4, 59), "First night"],
  [at(2, 5), "Second morning"],
  [at(3, 18), "Third evening"],
  [at(14, 8), "Day 14, morning"],
  [-5, "First night"],
])("[EN23] minute %d is called %s", (minutes, words) => {
  expect(timeInWords(minutes)).toBe(words);
});

it.each([
  ["It is evening, and the night shift has not come.", 19 * 60],
  ["Before breakfast the pump stops.", 8 * 60],
  ["Nobody looks up when you come in.", 9 * 60],
])("[EN4] %s opens at minute %d", (premise, minute) => {
  expect(openingMinute(premise)).toBe(minute);
});

it.each([
  [at(1, 19), "Wednesday evening"],
  [at(2, 1), "Wednesday night"],
  [at(5, 8), "Sunday morning"],
  [at(8, 12), "Wednesday noon"],
])("[EN542] minute %d of a story that begins on a Wednesday is %s", (minutes, words) => {
  expect(timeInWords(minutes, "Wednesday")).toBe(words);
});

it.each([
  ["late at night", at(1, 22, 10), 6, at(2, 8)],
  ["in the small hours", at(2, 2), 6, at(2, 8)],
  ["in the afternoon", at(1, 15), 6, at(1, 15)],
  ["late in the last night", at(6, 23), 6, at(6, 23)],
  ["late on the day of a beat that is still to come", at(5, 23), 5, at(5, 23)],
])("[EN542] a journey chosen %s", (_, now, last, then) => {
  expect(settingOut(now, last)).toBe(then);
});

it.each([
  ["well within its days", at(2, 15), 6, 0.2, 6, 0],
  ["a day behind", at(1, 15), 6, 0.25, 6, 1],
  ["three days behind", at(1, 9), 6, 0.7, 6, 3],
  ["behind, with a beat still to come that has its day", at(1, 9), 56, 0.5, 5, 4],
  ["ahead of its days", at(5, 9), 6, 0.1, 6, 0],
  ["told to its end", at(6, 9), 6, 1.4, 6, 0],
])("[EN650] counts the days of a story %s", (_, now, days, share, last, behind) => {
  expect(daysBehind(now, days, share, last)).toBe(behind);
});

it("[EN542] a journey never begins before it is chosen, nor past the last day", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 20_000 }), fc.integer({ min: 2, max: 60 }), (now, last) => {
      const then = settingOut(now, last);
      expect(then).toBeGreaterThanOrEqual(now);
      expect(then === now || Math.floor(then / 1440) < Math.max(last, Math.floor(now / 1440) + 1)).toBe(true);
    }),
  );
});

it("[EN652] takes the time of the road before a beat elsewhere on it, and none before one that is set out for", () => {
  const stop = (at: number) => [`well-${at}`, { id: `well-${at}`, road: { stop: at, minutes: 2880 } }] as const;
  const story = { places: new Map([1, 2, 3].map(stop)) };
  const beat: Pick<BeatMatter, "place" | "clock"> = { place: "well-3" };
  const state = { place: "well-1", clock: { minutes: 600 } };
  expect(afterTheWay(beat, state, null, story).clock).toEqual({ day: 5, minutes: 600 });
  expect(afterTheWay(beat, state, { verb: "go" }, story).clock).toBeUndefined();
  expect(afterTheWay(beat, { ...state, place: "well-3" }, null, story).clock).toBeUndefined();
});

it("[EN842] counts days from the number that the author's own count has when the story begins", () => {
  expect(timeInWords(9 * 60, undefined, 27)).toBe("Day 27, morning");
  expect(timeInWords(1440 + 20 * 60, undefined, 27)).toBe("Day 28, evening");
  expect(timeInWords(9 * 60, "Tuesday", 27)).toBe("Tuesday morning");
});

it.each([
  ["He was put into the Saltings the same night. On the twentieth of November, in the morning, you stood on deck.", 8],
  ["So it's Tuesday, it's six in the morning. The radio gets one station after midnight.", 8],
  ["There is a packet for the Captain this evening. Every morning a bell rings.", 19],
  ["Every evening somebody lights the lamps.", 9],
  ["Somebody pays the rent upstairs, and tonight you hear steps there.", 20],
  ["Last month you missed the meeting. Tonight Sheila pushes a tin across the bar.", 20],
  ["The premiere is tonight, and it has to be sold out before tonight.", 9],
  ["A whale drove ashore in the night. By breakfast thirty people stood about it.", 9],
  ["A whale drove ashore in the night. You come down in the evening.", 19],
  ["Salt is sold by night, and somebody sings in the cellar at night. You have drawn the short straw.", 9],
  ["It was found that Crane had been out of his bed on Monday night. You stood in the passage in the morning.", 8],
  ["On the night of the eighth of August the water came through the dam. You had come down on the bus.", 9],
  ["You have until it is laid before the court by Sunday evening. You sit at breakfast.", 8],
])("[EN845] %s opens at %d", (premise, hour) => {
  expect(openingMinute(premise)).toBe(hour * 60);
});

it("[EN846] sends nobody to the empty home of whom a beat is still to bring in", () => {
  const people = ["osk", "ada", "ben"].map((id) => ({ id, home: `${id}-house`, enters: "b2" }));
  const matter = { people };
  const nowhere = { osk: { place: "" }, ada: { place: "" }, ben: { place: "osk-house" } };
  const state = { place: "mill", world: { visited: {} }, people: nowhere };
  expect(emptyHomes(matter, state, [])).toEqual(["ada-house"]);
  expect(emptyHomes(matter, { ...state, world: { visited: { "ada-house": 2 } } }, [])).toEqual([]);
  const hook = { kind: "beat-elsewhere", beat: "b2", title: "", place: "ada-house", people: [], when: "soon" } as const;
  expect(emptyHomes(matter, state, [hook])).toEqual([]);
  expect(emptyHomes(matter, state, [], "ada-house")).toEqual([]);
});

it("[EN5301] offers no way to a place of which the story has not come to a part", () => {
  const places = ["Orsk", "the well of Orsk", "the mill", "the house on the mill"].map((name) => ({
    id: name,
    name,
    indoor: null,
    sentences: [],
    props: [],
  }));
  const ahead = new Set(["the well of Orsk", "the house on the mill"]);
  expect(wholesAhead(places, ahead, () => false)).toEqual(["Orsk"]);
  expect(wholesAhead(places, ahead, (id) => id === "Orsk")).toEqual([]);
  expect(wholesAhead(places, new Set(), () => false)).toEqual([]);
});

const taken = (verb: Verb) => ({ verb, tags: [] });

it("[EN902] finds how far the clock would jump for a beat, unless the choice lets time pass", () => {
  const beat = { clock: { text: "evening", minutes: 20 * 60 } };
  const state = { place: "well-1", clock: { minutes: 600 } };
  expect(jumpFor(beat, state, taken("ask"))).toBe(600);
  expect(jumpFor(beat, { clock: { minutes: 17 * 60 } }, taken("ask"))).toBe(0);
  for (const verb of ["wait", "rest", "go"] as const) expect(jumpFor(beat, state, taken(verb))).toBe(0);
  // On a way two days may go by, and not a week.
  expect(jumpFor({ clock: { day: 3, minutes: 600 } }, state, taken("go"))).toBe(0);
  expect(jumpFor({ clock: { day: 6, minutes: 600 } }, state, taken("go"))).toBe(5 * 1440);
  expect(jumpFor({ clock: { day: 6, minutes: 600 } }, state, taken("wait"))).toBe(0);
  expect(jumpFor({}, state, taken("ask"))).toBe(0);
});

it("[EN960] counts the time until a beat from the hour of the beat that plays in this scene", () => {
  const hook = { kind: "beat-later", beat: "b2", title: "The sale" } as const;
  const story = { beats: new Map([["b2", { clock: { text: "Friday afternoon", day: 2, minutes: 15 * 60 } }]]) };
  const state = { clock: { minutes: 12 * 60 } };
  const noon = { clock: { text: "Friday noon", day: 2, minutes: 12 * 60 } };
  expect(dated(hook, state, null, story)).toMatchObject({ minutes: 27 * 60 });
  expect(dated(hook, state, noon, { ...story, calendar: { weekday: "Thursday" } })).toEqual({
    ...hook,
    minutes: 3 * 60,
    weekday: "Friday",
  });
  expect(dated({ ...hook, beat: "b1" }, state, noon, story)).toEqual({ ...hook, beat: "b1" });
});

it("[EN1503] waits for the hour of a beat that the player goes to, and says how long that is", () => {
  const beat = { id: "b2", place: "hall", clock: { text: "Friday", day: 9, minutes: 15 * 60 } };
  const state = { clock: { minutes: 12 * 60 } };
  const goes = (place: string, ref: string) => ({
    verb: "go" as const,
    bind: { place },
    sources: [{ kind: "beat" as const, ref, text: "The sale" }],
  });
  expect(jumpFor(beat, state, goes("hall", "b2"))).toBe(0);
  expect(jumpFor(beat, state, goes("hall", "b1"))).toBeGreaterThan(0);
  expect(jumpFor(beat, state, goes("mill", "b2"))).toBeGreaterThan(0);
  const hook = { kind: "beat-elsewhere", beat: "b2", title: "The sale", place: "hall", when: "due" } as const;
  const story = { beats: new Map([["b2", beat]]), calendar: { weekday: "Thursday" as const } };
  expect(dated(hook, state, null, story)).toEqual({ ...hook, minutes: 8 * 1440 + 3 * 60, weekday: "Friday" });
  const soon = { clock: { minutes: 8 * 1440 + 13 * 60 } };
  expect(dated(hook, soon, null, story)).toEqual(hook);
});

it("[EN902] lets days go by before a beat only where the player waits or rests", () => {
  const beat: Pick<BeatMatter, "clock"> = {};
  const known = { now: 600, days: 6, share: 0.9, last: 6 };
  expect(inItsDays(beat, null, taken("ask"), known).clock).toBeUndefined();
  expect(inItsDays(beat, null, taken("wait"), known).clock).toMatchObject({ day: 5 });
});

it.each([
  [23 * 60, 3, undefined, 1440 + 480],
  [23 * 60, 3, 1440 + 40, 23 * 60],
  [1440 + 60, 2, 1440 + 135, 1440 + 60],
  [1440 + 60, 2, 1440 + 492, 1440 + 480],
])("[EN1951] who sets out at minute %i of %i days, with something at %s, does so at %i", (now, last, next, then) => {
  expect(settingOut(now, last, next)).toBe(then);
});

it("[EN5400] leaves a journey's stops behind", () => {
  const behind = (places: readonly string[], place: string, hooks: readonly Hook[] = []): readonly string[] =>
    stopsBehind(
      places.map((id, at) => ({ id: `b${at}`, title: id, description: "" })) as never,
      { state: { place }, placeOf: ({ title }) => title },
      hooks,
    );
  const road = ["gate", "ford", "ford", "barn", "inn", "moor", "pass"];
  expect(behind(road, "inn")).toEqual(["gate", "ford", "barn"]);
  expect(behind(road, "gate")).toEqual([]);
  const hook: Hook = { kind: "beat-elsewhere", beat: "b", title: "B", place: "ford", people: [], when: "due" };
  expect(behind(road, "inn", [hook])).toEqual(["gate", "barn"]);
  // A town in which one comes and goes, and a short way, are no journey.
  expect(behind([...road, "gate"], "inn")).toEqual([]);
  expect(behind(["gate", "ford", "barn"], "barn")).toEqual([]);
});

it.each([
  ["You were seven when he went. It was the November of 1961, a Saturday night. Now you are twenty-two.", undefined],
  ["It was the night of the flood that made the town. So it is Tuesday, and you stand on the quay in the morning.", 8],
  // A story told in the past has nothing else to go by.
  ["It was evening when the coach stopped. A lamp was brought.", 19],
])("[EN6540] %s opens at the hour of now, and not of what is long past", (premise, hour) => {
  expect(hourIn(premise)).toBe(hour);
});

it.each([
  ["You have been night clerk for fourteen days.", undefined],
  ["The night-boat is late, and on Tuesday evening you wait for it.", 19],
  ["You are the night porter of a house that sleeps. It is night.", 22],
])("[EN6541] %s: what is of the night at any hour says no hour", (premise, hour) => {
  expect(hourIn(premise)).toBe(hour);
});

it("[EN5401] says the day alone where nobody has said what hour it is", () => {
  expect(timeInWords(540, undefined, 1, false)).toBe("First day");
  expect(timeInWords(540, "Monday", 1, false)).toBe("Monday");
  expect(timeInWords(540, undefined, 27, false)).toBe("Day 27");
  expect(timeInWords(540)).toBe("First morning");
  expect(hourIn("The last boat leaves in the evening.")).toBe(19);
  expect(hourIn("The will is read.")).toBeUndefined();
});

it("[EN6457] says later where nobody has said when it is, once more than two beats have been told", () => {
  const matter = { places: [{ id: "mill", name: "the mill" }] };
  const timeAfter = (told: number, clock: object | undefined = undefined, opening: readonly string[] = ["Rain."]) => {
    const beats = ["a", "b", "c", "d"].map((id) => [id, { id, ...(id === "c" ? { clock } : {}) }] as const);
    const state = {
      place: "mill",
      clock: { minutes: 540 },
      beats: Object.fromEntries(beats.slice(0, told).map(([id]) => [id, { state: "fired", scene: 1 }])),
    };
    return headingOf(state, { matter, opening, beats: new Map(beats) } as never).time;
  };
  expect([0, 1, 2, 3, 4].map((told) => timeAfter(told))).toEqual([
    "First day",
    "First day",
    "First day",
    "Later",
    "Later",
  ]);
  expect(timeAfter(4, { minutes: 540 })).toBe("Morning");
  expect(timeAfter(3, { minutes: 540 })).toBe("First morning");
  expect(timeAfter(4, { day: 2 })).toBe("First day");
  expect(timeAfter(4, undefined, ["It is noon."])).toBe("First morning");
});

it("[EN5402] goes nowhere but to where the story begins", () => {
  const beats = [{ id: "b1", title: "B", description: "" }] as never;
  const places = [{ id: "gate" }, { id: "hall" }, { id: "loft" }];
  const hooks: readonly Hook[] = [
    { kind: "beat-elsewhere", beat: "b1", title: "B", place: "hall", people: [], when: "due" },
  ];
  const before = (base: JsonObject, fires = false, waiting = hooks): readonly string[] =>
    beforeItBegins(beats, places, { base, hooks: waiting, fires });
  expect(before({ place: "gate" })).toEqual(["loft"]);
  expect(before({ place: "gate" }, true)).toEqual([]);
  expect(before({ place: "gate" }, false, [])).toEqual([]);
  expect(before({ place: "gate", beats: { b1: { state: "fired" } } })).toEqual([]);
});

it.each([
  ["a talk before a beat elsewhere", "ask", { place: "mill" }, "before"],
  ["a wait before a beat elsewhere", "wait", { place: "mill", clock: { minutes: 1320 } }, "before"],
  ["a talk before a beat of a later hour", "ask", { place: "quay", clock: { minutes: 1320 } }, "before"],
  ["a wait for a beat of a later hour", "wait", { place: "quay", clock: { minutes: 1320 } }, "after"],
  ["a talk before a beat here and now", "ask", { place: "quay" }, "after"],
  ["a journey to a beat", "go", { place: "mill" }, "after"],
  ["a talk without a beat", "ask", null, "after"],
] as const)("[EN5770] heads %s with the place and hour of the deed, or of its end", (_, verb, beat, expected) => {
  const [base, after] = [{ place: "quay" }, { place: "mill" }];
  const turn = { slot: { verb, bind: {} }, beat: beat && { told: ["The mill stands still."], ...beat }, base };
  const found = stateAtHeading(turn as unknown as Parameters<typeof stateAtHeading>[0], after);
  expect(found === base ? "before" : "after").toBe(expected);
});

it.each([
  [1, 3, 1],
  [0, 3, undefined],
  [2, 2, undefined],
  [undefined, 3, undefined],
])("[EN5940] with paragraph %s of the text on which the story moves on, of %s, says %s", (at, count, expected) => {
  const told = { text: "", sources: [] };
  const sentences = [
    { ...told, paragraph: 0 },
    ...(at === undefined ? [] : [{ ...told, paragraph: at, movesOn: true as const }]),
  ];
  expect(toldThere(sentences, count).paragraphs).toBe(expected);
});

it.each([
  ["a beat in the last scene", { state: "fired", scene: 3 }, [], 620],
  ["a beat two scenes ago", { state: "fired", scene: 2 }, [], 600],
  ["a beat that was passed over", { state: "skipped", scene: 3 }, [], 600],
  ["a beat to come at ten past ten", { state: "fired", scene: 3 }, [610], 605],
  ["a beat to come at once", { state: "fired", scene: 3 }, [602], 600],
] as const)("[EN5941] lets the time of a beat go by: %s", (_, told, ahead, expected) => {
  const beats = new Map<string, { readonly id: string; readonly clock?: object }>([["b1", { id: "b1" }]]);
  for (const minutes of ahead) beats.set("b2", { id: "b2", clock: { day: 1, minutes } });
  const after = afterLastBeat({ clock: { minutes: 600 }, beats: { b1: told } }, 4, beats as never);
  expect(after["clock"]).toEqual({ minutes: expected });
});

it("[EN5770] heads a decision that the beat tells as its own beginning with the beat's place", () => {
  const base = { place: "quay" };
  const slot = { verb: "decide", bind: { text: "climb the mill stair" } };
  const beat = { place: "mill", told: ["You climb the mill stair."] };
  const turn = { slot, beat, base } as unknown as Parameters<typeof stateAtHeading>[0];
  expect(stateAtHeading(turn, { place: "mill" })).toEqual({ place: "mill" });
});

it.each([
  ["a day of its own", { day: 3, minutes: 600 }, "mill", at(3, 10)],
  ["a day without an hour", { day: 3 }, "mill", at(3, 8)],
  ["a day that is over", { day: 1, minutes: 600 }, "mill", undefined],
  ["no day", { minutes: 600 }, "mill", undefined],
  ["another place", { day: 3 }, "quay", undefined],
])("[EN5775] a journey to a beat of %s has its minute, if any", (_, clock, place, expected) => {
  const slot = { verb: "go", bind: { place: "mill" } } as const;
  expect(hourOfArrival(slot, { place, clock }, { clock: { minutes: at(2, 9) } })).toBe(expected);
});

it("[EN5771] a decision leads one stop of the road on at most", () => {
  const stopsTo = (place: string): number => ({ mill: 0, ford: 1, quay: 2 })[place] ?? 0;
  expect(["mill", "ford", "quay", undefined].map((place) => withinAStop(place, { stopsTo }))).toEqual([
    "mill",
    "ford",
    undefined,
    undefined,
  ]);
});
