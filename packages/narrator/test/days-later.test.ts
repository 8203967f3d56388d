import { expect, it } from "vitest";
import { daysLater, isThen, timeBeforeBeat } from "../src/scene/days-later.js";
import { nightsSince } from "../src/scene/time-told.js";

const at = (day: number, hour: number): number => (day - 1) * 1440 + hour * 60;

it.each([
  [at(1, 9), at(1, 23), undefined],
  [at(1, 23), at(2, 3), undefined],
  [at(1, 23), at(2, 8), "the next morning"],
  [at(2, 3), at(2, 8), "the next morning"],
  [at(1, 9), at(2, 19), "the next evening"],
  [at(1, 9), at(4, 8), "three days later"],
  [at(1, 9), at(8, 8), "a week later"],
  [at(1, 9), at(9, 8), "eight days later"],
  [at(1, 9), at(21, 8), "20 days later"],
  [at(3, 9), at(2, 9), undefined],
])("[NA424] from minute %d to minute %d it is %s", (before, now, words) => {
  expect(daysLater(before, now)).toBe(words);
});

it.each([
  [at(1, 9), at(4, 8), "The bell rings.", { span: "three days" }],
  [at(1, 9), at(2, 8), "The bell rings.", { span: "a night" }],
  [at(1, 9), at(2, 21), "The bell rings.", { span: "a day" }],
  [at(1, 9), at(5, 21), "Thursday night, nine below, there is a bang.", { span: "four days" }],
  [at(1, 9), at(2, 8), "The next morning the bell rings.", undefined],
  [at(1, 9), at(1, 22), "The bell rings.", "part"],
  [at(1, 9), at(1, 22), "Night in the bunkroom.", undefined],
  [at(1, 9), at(1, 11), "The bell rings.", undefined],
])("[NA505] from minute %d to a beat at minute %d that begins “%s”", (before, now, told, passed) => {
  expect(timeBeforeBeat(before, now, [told])).toEqual(passed);
});

it.each([
  [at(1, 9), at(4, 8), ["Thursday.", "The bell rings."], undefined],
  [at(1, 9), at(4, 8), ["Thursday morning, eight o'clock.", "The bell rings."], undefined],
  [at(1, 9), at(1, 22), ["Midnight.", "The bell rings."], undefined],
  [at(1, 9), at(1, 22), ["Monday the 5th of May, ten o'clock.", "The bell rings."], undefined],
  [at(1, 9), at(4, 12), ["Noon.", "The bell rings."], { span: "three days" }],
])("[NA3361] from minute %d to a beat at minute %d that says when it is: %j", (before, now, told, passed) => {
  expect(timeBeforeBeat(before, now, told)).toEqual(passed);
});

it.each([
  [{ day: 2, minutes: 720 }, at(2, 12), true],
  [{ day: 2, minutes: 720 }, at(2, 14), true],
  [{ day: 2, minutes: 720 }, at(3, 12), false],
  [{ day: 2, minutes: 720 }, at(2, 20), false],
  [{ day: 2 }, at(2, 20), true],
  [{ day: 2 }, at(3, 9), false],
  [{ minutes: 1430 }, at(4, 1), true],
  [{ minutes: 720 }, at(4, 1), false],
])("[NA3361] a beat at %j is told its own hour at minute %d: %j", (clock, now, is) => {
  expect(isThen(clock, now)).toBe(is);
});

it("[NA505] no night goes by for who is awake from before dawn to after it", () => {
  expect(timeBeforeBeat(1730, 1750, ["She wants them all standing."])).toBeUndefined();
  expect(daysLater(1730, 1750)).toBeUndefined();
  expect(daysLater(1500, 1980)).toBe("the next morning");
});

it.each([
  [{ minutes: at(2, 8), carriedOff: false }, "the next morning"],
  [{ minutes: at(4, 8), carriedOff: false }, "three days later"],
  [{ minutes: at(1, 22), carriedOff: false }, "that night"],
  [{ minutes: at(1, 20), carriedOff: false }, undefined],
  [{ minutes: at(2, 8), carriedOff: true }, undefined],
])("[NA820] [NA3162] a journey to a beat at %j is made %s", (stage, words) => {
  const told = ["On Saturday you are asked down."];
  const beat = {
    id: "b1",
    title: "",
    decisions: [],
    dialogue: [],
    people: [],
    names: [],
    clock: { minutes: 480 },
    told,
  };
  expect(nightsSince({ memory: { stageMinutes: at(1, 18) }, stage }, { beat, effects: [] })).toBe(words);
});

it("[NA5772] counts the way in how much later it is, and takes no day of a vow for a time", () => {
  const way = { kind: "time", minutes: 2880 } as const;
  const beat = {
    id: "b1",
    title: "",
    decisions: [],
    dialogue: [],
    people: [],
    names: [],
    clock: { day: 4 },
    told: ["It rains."],
  };
  const stage = { minutes: at(4, 8), carriedOff: false };
  expect(nightsSince({ memory: { stageMinutes: at(1, 18) }, stage }, { beat, effects: [way] })).toBe(
    "three days later",
  );
  expect(timeBeforeBeat(at(1, 9), at(3, 9), ["Who hauls is from that day rope-kin."])).toEqual({ span: "two days" });
  expect(timeBeforeBeat(at(1, 9), at(1, 22), ["Osk, on watch, hears you."])).toBe("part");
  expect(timeBeforeBeat(at(1, 9), at(1, 22), ["The night porter lets you up."])).toBe("part");
  expect(timeBeforeBeat(at(1, 9), at(1, 22), ["First watch. Osk hears you."])).toBeUndefined();
});
