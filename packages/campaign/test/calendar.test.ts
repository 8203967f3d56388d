import { describe, expect, it } from "vitest";
import type { BeatReading } from "@narratoria/protocol/contracts";
import { inTheirHalf, withDates, withDaysOfIds, withWeekdays } from "../src/reading/beat-clock.js";
import { openingWeekday, readCalendar } from "../src/reading/calendar.js";
import { readSource, WEIGHBRIDGE } from "../src/testing.js";
import { readSmall, beat as smallBeat } from "./support/small-story.js";

const beat = (id: string, clock?: BeatReading["clock"]): BeatReading => ({
  id,
  title: id,
  cast: [],
  mentioned: [],
  everyone: false,
  told: [],
  decisions: [],
  choices: [],
  moments: [],
  opens: [],
  outcomes: [],
  names: [],
  ...(clock ? { clock } : {}),
  evidence: {
    place: { certainty: "guessed", file: "plot/beats.json", line: 1, why: "a test" },
    cast: { certainty: "guessed", file: "plot/beats.json", line: 1, why: "a test" },
  },
});
const calendar = (premise: string, beats: readonly BeatReading[] = []): object | undefined =>
  readCalendar({ premise, setting: "", beats });

it.each([
  ["You have six days. On the seventh the bank's man arrives.", 6],
  ["In six nights it will be Founders' Night.", 6],
  ["It has to be there in twenty-eight days, which is to say that you are late.", 28],
  ["There are three weeks left, and the roof leaks.", 21],
  ["He stays for five more days.", 5],
  ["The sale goes through in a fortnight.", 14],
])("[CA353] %s", (premise, days) => {
  expect(calendar(premise)).toEqual({ days });
});

it.each([
  "In the last eleven days they have been bought up one by one.",
  "For nine years she was his clerk.",
  "He died eleven nights ago.",
  "Three days earlier the bell had rung.",
  "She was told in two days what she had known for ten years.",
])("[CA353] takes no length from the past: %s", (premise) => {
  expect(calendar(premise)).toBeUndefined();
});

it("[CA353] lasts as long as its beats say, and opens when the first of them does", () => {
  const beats = [beat("one", { text: "Monday, evening", minutes: 1200 }), beat("two", { text: "day 4", day: 4 })];
  expect(calendar("You are a cook.", beats)).toEqual({ days: 4, weekday: "Monday", minutes: 1200 });
});

it.each([
  ["# Wednesday, about noon\n\nOn Tuesday night the box was shut.", { weekday: "Wednesday", minutes: 720 }],
  ["## Friday, 16:30\n\nRain.", { weekday: "Friday", minutes: 990 }],
  ["# Monday\n\nRain.", { weekday: "Monday" }],
  ["# Monday's Child\n\nRain.", undefined],
  ["# The Morning After\n\nRain.", undefined],
])("[CA1045] begins when the heading of its premise says: %s", (premise, expected) => {
  expect(calendar(premise)).toEqual(expected);
});

it("[CA353] takes the first weekday from a label at the head of the premise, and from no sentence", () => {
  expect(calendar("Tue 7.30pm, week 1. The Clubhouse.")).toEqual({ weekday: "Tuesday", minutes: 1170 });
  expect(calendar("On Tuesday the clerk went down with his lamp and did not come up again.")).toBeUndefined();
});

it("[CA354] counts weeks from the week of the first day", () => {
  const beats = [
    beat("one", { text: "Tue, week 1, 7.30pm" }),
    beat("two", { text: "Sat, week 1" }),
    beat("three", { text: "Sat, week 6" }),
    beat("four", { text: "Sun" }),
  ];
  expect(withWeekdays(beats, "Tuesday").map(({ clock }) => clock?.day)).toEqual([1, 5, 40, 41]);
});

it("[CA437] counts the days of beats with a date from the last date of the premise", () => {
  const told = (id: string, text: string): BeatReading => ({ ...beat(id), told: [text] });
  const premise =
    "He came in on the 30th of March. On the 20th of August, after prayers, you walked over. Her bill had been signed on the sixteenth of July.";
  const beats = [
    told("one", "The log was opened."),
    told("two", "On the morning of Monday the 4th of September the bunk was empty."),
    told("three", "He laid the book open at the twenty-ninth of September, where it was stated."),
    told("four", "On September 9th the wrapper was read."),
    told("five", "On the twenty-first of August nobody had known."),
  ];
  expect(withDates(beats, premise).map(({ clock }) => clock?.day)).toEqual([undefined, 16, undefined, 21, undefined]);
  const log = [told("six", "11 June 1856. It blew hard."), told("seven", "5 July 1856, the Humber.")];
  expect(withDates(log, "On the 31st of May 1856 the barque hove to.").map(({ clock }) => clock?.day)).toEqual([
    12, 36,
  ]);
  expect(withDates(beats, "You are a cook.").map(({ clock }) => clock?.day)).toEqual(Array(5).fill(undefined));
});

it("[CA5920] takes no date of which the premise says something for the first day", () => {
  const beats = [{ ...beat("one"), told: ["Saturday 17 November, the two o'clock call."] }];
  const dayAfter = (premise: string) => withDates(beats, premise).map(({ clock }) => clock?.day)[0];
  expect(dayAfter("This Saturday, the seventeenth of November, is the last concert. You are the librarian.")).toBe(
    undefined,
  );
  expect(dayAfter("On the seventeenth of November there will be a concert.")).toBe(1);
  expect(dayAfter("The twelfth of November was a wet day.")).toBe(undefined);
  expect(dayAfter("Calderbeck, the twelfth of November. You come down the steps.")).toBe(6);
});

it("[CA5847] takes the months of a calendar that numbers them for those of the year", () => {
  const told = (id: string, text: string): BeatReading => ({ ...beat(id), told: [text] });
  const beats = [
    told("one", "The boat is late."),
    told("two", "On the twenty-sixth of the fourth month the court is let in."),
    told("three", "The 3rd day of the fifth month, and it rains."),
    told("four", "On the ninth of the thirteenth month nobody came."),
    told("five", "Stone Quay, the tenth of the fifth month. Rain again."),
    told("six", "Osk, the tenth of the twelve, the sixth of June in his hand."),
  ];
  const premise = "Since the thirteenth of the third month you have been walking.";
  expect(withDates(beats, premise).map(({ clock }) => clock?.day)).toEqual([
    undefined,
    45,
    52,
    undefined,
    59,
    undefined,
  ]);
});

it("[CA448] counts from the first day that a count has in the story, where it began before", () => {
  const beats = ["The Twenty-seventh Day; wind at south.", "A calm.", "Upon the Fortieth Day the gate stands open."];
  const days = (premise: string, told = beats) =>
    readSource({
      ...WEIGHBRIDGE,
      premise,
      beats: told.map((description, at) => ({ id: `beat_00${at + 1}`, title: "One", description })),
    }).beats.map(({ clock }) => clock?.day);
  expect(days("You arrive upon the Twenty-seventh Day.")).toEqual([1, undefined, 14]);
  expect(days("You arrive.")).toEqual([1, undefined, 14]);
  expect(days("You arrive upon the Twentieth Day.")).toEqual([8, undefined, 21]);
});

it("[CA1660] [CA1510] counts from a beat's own first day, whatever day the premise looks back from, with the office behind it", () => {
  const beats = ["Day 1, Prime. Fog.", "Day 2, Compline. A stable.", "Day 6, Terce. A gate."].map(
    (description, at) => ({
      id: `beat_00${at + 1}`,
      title: "One",
      description,
    }),
  );
  const read = readSource({ ...WEIGHBRIDGE, premise: "By the sixth day that was plain enough.", beats });
  expect(read.beats.map(({ clock }) => [clock?.day, clock?.minutes])).toEqual([
    [1, 360],
    [2, 1230],
    [6, 540],
  ]);
});

it("[CA1550] counts in figures from the day of the first beat, where the premise has it too", () => {
  const days = (premise: string) =>
    readSource({
      ...WEIGHBRIDGE,
      premise,
      beats: ["Day 6, morning. Rain.", "A calm.", "At noon on Day 9 the gate stands open."].map((description, at) => ({
        id: `beat_00${at + 1}`,
        title: "One",
        description,
      })),
    }).beats.map(({ clock }) => clock?.day);
  expect(days("So this morning, Day 6, you are sworn in. It must be over by Day 31.")).toEqual([1, undefined, 4]);
  expect(days("You are sworn in. It must be over by Day 31.")).toEqual([6, undefined, 9]);
});

it("[CA449] [CA1655] takes the day from a label among the first sentences, and from a screenplay's line of place and hour", () => {
  const clock = (description: string, location?: string) =>
    readSource({
      ...WEIGHBRIDGE,
      beats: [{ id: "beat_001", title: "One", description, ...(location === undefined ? {} : { location }) }],
    }).beats[0]?.clock?.text;
  const said = "“A lady called,” says the man. “She said that you were ill.”";
  expect(clock(`${said} Nobody moves. Wednesday, Falfurrias. A swept floor.`)).toBe("Wednesday");
  expect(clock(`${said} Nobody moves. They say on Wednesday it may rain.`)).toBeUndefined();
  // When what is announced is to be, is not when it is announced. (rule CA1655)
  const sold = "Every screen goes gold. It is the owner. He says that the mill is for sale.";
  expect(clock(`${sold} Saturday, midnight, at his ball. A bowl drops.`)).toBeUndefined();
  expect(clock("A circle of felt.", "INT. REC ROOM - TUESDAY NIGHT")).toBe("Tuesday, night");
});

it("[CA3183] takes no time from an entry of a paper, nor from what has happened before", () => {
  const clock = (description: string) =>
    readSource({ ...WEIGHBRIDGE, beats: [{ id: "beat_001", title: "One", description }] }).beats[0]?.clock?.text;
  expect(clock("Osk's log is written in big letters. Wednesday: cellar whitewashed, two till five.")).toBeUndefined();
  expect(clock("Osk's coat is written off. Wednesday: he buys another.")).toBe("Wednesday");
  const told =
    "Osk comes up the steps. The quarrel on the stair has come out: two hundred pounds, at six o'clock, heard.";
  expect(clock(`${told} He is white.`)).toBeUndefined();
  expect(clock("Osk comes up the steps. The clock has struck six o'clock. He is white.")).toBe("six o'clock");
  expect(clock("At six o'clock Osk has come up the steps. He is white.")).toBe("six o'clock");
});

it("[CA1667] takes the day that a clock shows in the beat", () => {
  const beats = [
    "Tuesday. A dock.",
    "A ship. A knock. Nobody speaks. And the clock on the dash says Friday. One day.",
    "Saturday, noon.",
  ].map((description, at) => ({
    id: `beat_00${at + 1}`,
    title: "One",
    description: `${description} The lamp is lit.`,
  }));
  expect(readSource({ ...WEIGHBRIDGE, beats }).beats.map(({ clock }) => clock?.day)).toEqual([1, 4, 5]);
});

it("[CA1659] counts the small hours of a night to the next day", () => {
  const beats = ["Monday, nine at night.", "Tuesday night, half past two.", "Tuesday, noon.", "Wednesday, noon."].map(
    (description, at) => ({ id: `beat_00${at + 1}`, title: "One", description: `${description} The lamp is lit.` }),
  );
  expect(readSource({ ...WEIGHBRIDGE, beats }).beats.map(({ clock }) => [clock?.day, clock?.minutes])).toEqual([
    [1, 1260],
    [3, 150],
    [2, 720],
    [3, 720],
  ]);
});

it("[CA457] takes the day of beats from titles that count them", () => {
  const days = (...titles: string[]) =>
    readSource({
      ...WEIGHBRIDGE,
      beats: titles.map((title, at) => ({ id: `beat_00${at + 1}`, title, description: "A calm." })),
    }).beats.map(({ clock }) => [clock?.day, clock?.minutes]);
  expect(days("First Dusk. The Charge", "First Dusk. Feet", "Second Dusk. The Fox", "The Going")).toEqual([
    [1, 1140],
    [1, 1140],
    [2, 1140],
    [undefined, undefined],
  ]);
  expect(days("Day 3: Ashore", "Day 4: The hut", "Day 6: Home").map(([day]) => day)).toEqual([1, 2, 4]);
  expect(days("First Night Nerves", "The Second Bell", "Third Time Lucky").flat()).toEqual(Array(6).fill(undefined));
});

it("[CA458] takes a label of the day that is the second sentence, also with its hour", () => {
  const clock = (description: string) =>
    readSource({ ...WEIGHBRIDGE, beats: [{ id: "beat_001", title: "One", description }] }).beats[0]?.clock;
  expect(clock("“Échale!” and the floor fills. Thursday, San Antone, the one show.")?.text).toBe("Thursday");
  expect(clock("“A contract,” says Ann. Friday sundown, the truck stop. Four straws.")).toMatchObject({
    text: "Friday, sundown",
    minutes: 1140,
  });
});

it("[CA459] keeps the number that a count of days has when the story begins", () => {
  const beats = [{ id: "beat_001", title: "One", description: "The Twenty-seventh Day; wind at south." }];
  expect(readSource({ ...WEIGHBRIDGE, beats }).manners.calendar?.number).toBe(27);
  const third = [{ id: "beat_001", title: "One", description: "The first day; wind at south." }];
  expect(readSource({ ...WEIGHBRIDGE, beats: third }).manners.calendar?.number).toBeUndefined();
});

it.each([
  ["The vicar finds the page in the chapel diary. Saturday the 26th, eleven o'clock, in pencil.", undefined],
  ["The vicar finds the page in the diary. Saturday the 26th, eleven o'clock, in a hand that is not his.", undefined],
  ["The letter on top is dated the evening of the fire.", undefined],
  ["She is asked where he was on the afternoon of the wedding.", undefined],
  ["The bell rings every morning, and nobody comes.", undefined],
  ["The vicar opens the diary on Saturday evening and finds the page.", "Saturday, evening"],
  ["On the morning of the second day the gate stands open.", "the second day, morning"],
])("[CA507] takes no time of another day, nor one that stands on a paper: %s", (description, text) => {
  const { beats } = readSource({ ...WEIGHBRIDGE, beats: [{ id: "beat_001", title: "One", description }] });
  expect(beats[0]?.clock?.text).toBe(text);
});

it("[CA701] takes the days of beats from ids that name them, where several do", () => {
  const days = (...ids: string[]): unknown[] =>
    withWeekdays(withDaysOfIds(ids.map((id) => beat(id))), "Monday").map(({ clock }) => clock?.day);
  expect(days("monday_hole", "monday_post", "tuesday_pencil", "bread_friday", "sunday_last")).toEqual([1, 1, 2, 5, 7]);
  expect(days("monday_hole", "friday_fish", "beat_003")).toEqual([undefined, undefined, undefined]);
  expect(days("man_friday", "friday_fish", "friday_bread")).toEqual([undefined, undefined, undefined]);
});

it("[CA1360] takes the hour of a title before a countdown in hours, which counts no days", () => {
  const titles = [
    "23:10 / T-13:55 / Handover",
    "23:42 / T-13:23 / The Bang",
    "00:20 | T-12:45 | Sums",
    "01:05 / T-12:00",
  ];
  const { beats } = readSource({
    ...WEIGHBRIDGE,
    premise: "23:10. T-13:55.\n\nYou are nights.",
    beats: titles.map((title, at) => ({ id: `beat_00${at + 1}`, title, description: "Osk was in the bay at 22:31." })),
  });
  expect(beats.map(({ clock }) => [clock?.day, clock?.minutes])).toEqual([
    [1, 1390],
    [1, 1422],
    [2, 20],
    [2, 65],
  ]);
});

it("[CA3184] an hour that says no half of the day comes after the one before it on its day", () => {
  const at = (text: string, minutes: number, day = 1) => ({ ...beat("beat_001"), clock: { text, minutes, day } });
  const hours = (...beats: ReturnType<typeof at>[]) => inTheirHalf(beats).map(({ clock }) => clock?.minutes);
  expect(hours(at("noon", 720), at("seven o'clock", 420))).toEqual([720, 1140]);
  expect(hours(at("noon", 720), at("seven in the morning", 420))).toEqual([720, 420]);
  expect(hours(at("noon", 720), at("07:00", 420))).toEqual([720, 420]);
  expect(hours(at("noon", 720), at("seven o'clock", 420, 2))).toEqual([720, 420]);
});

it("[CA701] takes the days of beats from their tags", () => {
  const days = (...tags: (readonly string[])[]): unknown[] => {
    const beats = tags.map((_, at) => beat(`beat_00${at + 1}`));
    const tagsOf = (id: string) => tags[beats.findIndex((one) => one.id === id)] ?? [];
    return withWeekdays(withDaysOfIds(beats, tagsOf), "Wednesday").map(({ clock }) => clock?.day);
  };
  expect(days(["wednesday", "school"], ["clue", "Thursday"], [], ["friday"])).toEqual([1, 2, undefined, 3]);
  expect(days(["friday", "saturday"], ["friday"], ["saturday"])).toEqual([undefined, undefined, undefined]);
});

it.each([
  ["You are the clerk. This morning is Thursday. Yesterday was Wednesday.", "Thursday"],
  ["It is Monday, and it rains.", "Monday"],
  ["You wake. Today is a Sunday in May.", "Sunday"],
  ["Tonight is Friday. You carry the lamp.", "Friday"],
  ["He says it is Friday. You carry the lamp.", undefined],
  ["It was Friday when he left.", undefined],
  ["The court is Tuesday at noon.", undefined],
])("[CA720] of %j the first day is %s", (premise, weekday) => {
  expect(calendar(premise)).toEqual(weekday === undefined ? undefined : expect.objectContaining({ weekday }));
});

describe("hours of either half of the day", () => {
  const hoursOf = (premise: string, description: string, ...texts: readonly string[]): (number | undefined)[] =>
    readSmall({ premise, description, beats: texts.map((text, at) => smallBeat(`b${at}`, text)) }).reading.beats.map(
      ({ clock }) => clock?.minutes,
    );
  const NIGHT = [
    "At nine o'clock she locks both doors.",
    "It was twenty past ten.",
    "By half past two the lamps are out.",
  ];

  it.each([
    ["# Seven in the Evening\n\nThey send a launch.", ""],
    ["They send a launch.", "At seven that evening a man was missed."],
    ["They send a launch.", "You keep a lighthouse until morning."],
    ["They send a launch.", "One night, two doors and a clock that is slow."],
    ["# The Last Night at Rook House\n\nIt rains.", "A house is emptied."],
  ])("[CA801] are the evening's and the night's: %s %s", (premise, description) => {
    expect(hoursOf(premise, description, ...NIGHT)).toEqual([1260, 1340, 150]);
  });

  it.each([
    ["They send a launch.", "A house is emptied."],
    ["They send a launch.", "You came this morning, and have until dawn."],
    ["# Monday\n\nThey send a launch.", "By the afternoon it is sold."],
  ])("[CA801] stay as they are where nothing says so: %s %s", (premise, description) => {
    expect(hoursOf(premise, description, ...NIGHT)).toEqual([540, 620, 870]);
  });

  it("[CA801] stay as they are where they say which they are, or days go by", () => {
    const late = "# One Long Evening\n\nIt rains.";
    expect(hoursOf(late, "", "At nine in the morning she locks up.", "It is 10:20.", "It is 10 p.m.")).toEqual([
      540, 620, 1320,
    ]);
    expect(hoursOf(late, "", "At nine o'clock she locks up.", "On the second day at nine o'clock she opens.")).toEqual([
      540, 540,
    ]);
  });
});

it.each([
  ["Here is what you don't know on the stoop, with your bag in your hand, on the Thursday morning.", "Thursday"],
  ["You have seen it once, on the Thursday morning.", undefined],
  ["The bell rings on the Sunday, and they come.", undefined],
])("[CA1531] the first day is that on which the player stands where the story begins: %s", (premise, weekday) => {
  expect(openingWeekday(`He was sixty. ${premise}`)).toBe(weekday);
});
