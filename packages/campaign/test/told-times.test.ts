import { describe, expect, it } from "vitest";
import { beat, readSmall } from "./support/small-story.js";

interface Titled {
  readonly title?: string;
  readonly text: string;
}
const read = (texts: readonly (string | Titled)[], premise = "You keep the ferry.") =>
  readSmall({
    premise,
    beats: texts.map((one, at) => {
      const { text, title } = typeof one === "string" ? { text: one, title: undefined } : one;
      return beat(`b${at}`, text, title === undefined ? {} : { title });
    }),
  }).reading;
const clocks = (texts: readonly (string | Titled)[], premise?: string) =>
  read(texts, premise).beats.map(({ clock }) => [clock?.day, clock?.minutes]);
const clock = (text: string, title?: string) => clocks([title === undefined ? text : { text, title }])[0];
const NONE = [undefined, undefined];

describe("a time that a beat names", () => {
  it.each([
    "He saw a boat on Tuesday night with no light, and he tells nobody.",
    "The boatman says that they were paid to stay away on Tuesday night.",
    "He pours the tea. He made three mugs of it that night, he says.",
    "The bridge was down; the river, brown and loud, had taken two planks on Tuesday night.",
    "She has a permit for Tuesday night and says so.",
    "The clerk has a licence for Carnival night and shows it.",
    "Tuesday's snow lies on the step.",
  ])("[CA3160] is not the beat's where it is of something before or later: %s", (text) => {
    expect(clock(text)).toEqual(NONE);
  });

  it.each([
    "He can empty the ward by midnight.",
    "They must be out of the mill before dawn.",
    "She wants to have it signed by the evening.",
  ])("[CA3321] is not the beat's where something is to be done by then: %s", (text) => {
    expect(clock(text)).toEqual(NONE);
  });

  it("[CA3326] is not the beat's where it is an entry, of which is said next in whose hand it is", () => {
    expect(clock("Lit 10.10. Out 3.0. It is in his clerk's hand, and he turns the book to you.")).toEqual(NONE);
    expect(clock("At 10.10 he puts out the lamp. It is in his way.")).toEqual([undefined, 610]);
  });

  it.each([
    ["On Tuesday night the bell rang, and he went down.", [1, 1320]],
    ["By the evening the wind had dropped.", [undefined, 1200]],
    ["At supper he says nothing.", [undefined, 1140]],
    ["Before breakfast somebody knocks.", [undefined, 420]],
  ])("[CA3160] is the beat's where it happens then: %s", (text, time) => {
    expect(clock(text)).toEqual(time);
  });

  it("[CA3161] is an hour that it states in a sentence of its own further on", () => {
    expect(clock("The bridge was gone. Osk swore. It was ten past six, and the wind was getting up.")).toEqual([
      undefined,
      1090,
    ]);
    expect(clock("The bridge was gone. Osk swore. It was past mending, and ten past six.")).toEqual(NONE);
  });

  it("[CA3162] is of the night where there are stars", () => {
    expect(clock("At half past one the wind dropped, and there were stars.")).toEqual([undefined, 90]);
    expect(clock("At half past one the wind dropped.")).toEqual([undefined, 810]);
  });

  it("[CA3163] is of the story's own count where the premise says that it lasts as long, else of the count's", () => {
    const texts = ["They sail.", "On the fifteenth day the sea begins to smoke."];
    expect(clocks(texts, "You are going to be aboard for twenty-one days.").map(([day]) => day)).toEqual([
      undefined,
      15,
    ]);
    expect(clocks(texts, "You have been aboard for twenty-one days.").map(([day]) => day)).toEqual([undefined, 1]);
    const carnival = [
      "On the third day she climbs your stairs.",
      "Sixth dawn, and fog.",
      "It burns on the seventh night.",
    ];
    expect(clocks(carnival).map(([day]) => day)).toEqual([1, 4, 5]);
  });

  it("[CA3164] is a date at the head of a beat, counted from the one with which the premise opens", () => {
    const texts = [
      "The 10th. Four boats come in.",
      "Nobody sleeps.",
      "The night of the 14th.",
      "The 17th, night, the quay.",
    ];
    const days = (premise?: string) => clocks(texts, premise).map(([day]) => day);
    expect(days("6th of Barley-month. Two tablets reach your shelf.")).toEqual([5, undefined, 9, 12]);
    expect(days()).toEqual([1, undefined, 5, 8]);
    expect(days("11th of Barley-month. Two tablets reach your shelf.")).toEqual([1, undefined, 5, 8]);
  });

  it("[CA3165] is so many days out", () => {
    expect(clock("Two days out, with the isles astern, he asks you to hold a bucket.")).toEqual([3, undefined]);
  });

  it.each([
    ["Thursday, Eleven Forty", [1, undefined]],
    ["Saturday Night, in the Back Bedroom", [1, 1320]],
    ["Rain Sunday", [1, undefined]],
    ["Tuesday's bus", [1, undefined]],
    ["Waiting for Sunday", NONE],
    ["Sunday's Child", NONE],
  ])("[CA3166] is the weekday of its title: %s", (title, time) => {
    expect(clock("The bus comes in with one passenger.", title)).toEqual(time);
  });

  it.each([
    ["INT. ICE HOUSE - FRIDAY, 2 P.M.", "It is a cold room.", [1, 840]],
    ["EXT. THE HILL ROAD - SATURDAY, 8:15 A.M. (THE TRACK)", "Two men off the night shift carry it.", [1, 495]],
    ["INT. KITCHEN - NIGHT", "A kettle.", [undefined, 1320]],
    ["The Ice House, Friday 2 p.m.", "It is a cold room.", [undefined, 840]],
    ["Doors (19:30)", "They queue.", [undefined, 1170]],
    ["Platform 9", "They queue.", NONE],
    ["The 7.40", "They queue.", NONE],
  ])("[CA5940] is the hour in the heading of a script, or that with which a title closes: %s", (title, text, time) => {
    expect(clock(text, title)).toEqual(time);
  });

  it.each([
    ["The two men of the night shift carry it in.", NONE],
    ["The morning boy shows you the disc.", NONE],
    ["She has an evening dress on.", NONE],
    ["In the evening she has a dress on.", [undefined, 1200]],
    ["At night men come.", [undefined, 1320]],
  ])("[CA5941] is not named by what is of a part of the day by its kind: %s", (text, time) => {
    expect(clock(text)).toEqual(time);
  });

  it.each([
    ["She came in at two minutes to nine and was given an egg.", [undefined, 538]],
    ["At eleven minutes past eight in the evening the lamp goes.", [undefined, 1211]],
    ["At 4 minutes to noon they ring.", [undefined, 716]],
  ])("[CA5942] is counted in minutes to and past an hour: %s", (text, time) => {
    expect(clock(text)).toEqual(time);
  });

  it("[CA3167] counts from the weekday on which the premise has the first beat happen", () => {
    const texts = [
      "It is twenty past nine and the bucket chain stops.",
      "On Wednesday you take her out at first light.",
    ];
    const premise = "On Monday morning at twenty past nine the bucket chain stops.";
    expect(clocks(texts, premise).map(([day]) => day)).toEqual([undefined, 3]);
    expect(read(texts, premise).manners.calendar?.weekday).toBe("Monday");
    expect(clocks(texts, "You keep the ferry. On Monday the mayor sings.").map(([day]) => day)).toEqual([undefined, 1]);
  });

  it.each([
    ["It is Monday. This Saturday, the seventeenth of November, is the last concert.", 6],
    ["On Saturday 17 November they will play it.", 6],
    ["This Monday, the twelfth of November, is dark.", 6],
    ["On Saturday 17 November you come to the hall.", 1],
  ])("[CA5945] is counted from the day on which the story begins: %s", (premise, day) => {
    const texts = [
      "Monday, a quarter past nine. She puts a pencil down.",
      "Saturday 17 November, the two o'clock call.",
    ];
    expect(clocks(texts, premise)[1]?.[0]).toBe(day);
  });

  it("[CA3170] is a day with a name of its own", () => {
    const premise = "On Saint Luke's day, the eighteenth of October, after Mass, the lot is drawn.";
    const texts = [
      "The nave is full.",
      "On the twenty-eighth of October they ride in.",
      "The eve of Martinmas, the snow beginning.",
      "Saint Martin's day. He counts.",
    ];
    expect(clocks(texts, premise).map(([day]) => day)).toEqual([undefined, 11, 24, 25]);
    expect(clock("He has not been here since Martinmas, and says so.")).toEqual(NONE);
  });

  it("[CA3168] is night where only the day is said and it is dark", () => {
    expect(clock("It is Friday, and dark, and the river is up.")).toEqual([1, 1320]);
    expect(clock("It is Friday. A man with a flashlight walks up, and in the dark somebody sings.")).toEqual([1, 1320]);
    expect(clock("It is Friday. A man with a flashlight walks up.")).toEqual([1, undefined]);
  });
});
