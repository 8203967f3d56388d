// SPEC.md CA360 and CA361: the order of places on a road, and how long the ways are.
import { describe, expect, it } from "vitest";
import { beat, person, readSmall } from "./support/small-story.js";

const lore = (names: readonly string[]) =>
  names.map((name) => ({
    file: `lore/places/${name.toLowerCase().replace(/ /g, "-")}.md`,
    text: `# ${name}\n\n${name} is a walled place with a well and a gate, and a keeper who counts.`,
  }));
const routeOf = (setting: string, names: readonly string[], rules = "") => {
  const { reading } = readSmall({
    setting,
    rules,
    lore: lore(names),
    beats: names.map((name, at) => beat(`beat_00${at + 1}`, `You stand in ${name}.`, { location: name })),
  });
  const called = (id: string): string | undefined => reading.places.find((place) => place.id === id)?.called;
  return reading.route && { ...reading.route, stops: reading.route.stops.map(called) };
};

const TOWNS = ["Arling", "Besk", "Corvo", "Dunmere", "Esk"];

describe("the road of a story", () => {
  it.each([
    ["days apart", "The road runs south: Arling; Besk; Corvo; Dunmere; Esk. They lie two days apart.", "", 2880],
    [
      "days between, in the rules",
      "The stages of the line, in order: Besk, Arling, Dunmere, Corvo and Esk.",
      "Between two stages there are three days.",
      4320,
    ],
    ["hours", "The trail climbs by Esk, Corvo, Dunmere and Besk. It is six hours from each to the next.", "", 360],
  ])("[CA360] has the listed places in their order, with %s", (_, setting, rules, minutes) => {
    const route = routeOf(setting, TOWNS, rules);
    expect(route?.minutes).toBe(minutes);
    const order = [...setting.matchAll(/Arling|Besk|Corvo|Dunmere|Esk/g)].map(([name]) => name);
    expect(route?.stops).toEqual(order);
  });

  it("[CA3182] has the places that it passes, in a sentence beside the one that says how many days it takes", () => {
    const eight = "The Saint's Road goeth eastward eight days.";
    const passes = "It passeth Arling, the inn at Besk, Corvo and Dunmere, and it endeth at Esk.";
    expect(routeOf(`${eight} ${passes}`, TOWNS)).toMatchObject({ stops: TOWNS, minutes: 2880 });
    expect(routeOf("The road takes four days, and passes Dunmere, Corvo, Besk and Arling.", TOWNS)).toMatchObject({
      stops: ["Dunmere", "Corvo", "Besk", "Arling"],
      minutes: 1440,
    });
    expect(routeOf(passes, TOWNS)?.stops ?? []).toEqual([]);
    expect(routeOf(`${eight} The reeve hath eight sons. ${passes}`, TOWNS)?.stops ?? []).toEqual([]);
    expect(routeOf(`${eight} It passeth Arling and Besk.`, TOWNS)?.stops ?? []).toEqual([]);
  });

  it("[CA360] has numbered places in the order of their numbers", () => {
    const depots = ["Second Depot", "Fourth Depot", "First Depot", "Third Depot"];
    const route = routeOf("It is two days' march from one depot to the next.", depots);
    expect(route?.stops).toEqual(["First Depot", "Second Depot", "Third Depot", "Fourth Depot"]);
  });

  it.each([
    ["nothing says how far they are apart", "The road runs south: Arling; Besk; Corvo; Dunmere; Esk."],
    ["the way is short", "The lane runs by Arling, Besk, Corvo and Dunmere. They lie ten minutes apart."],
    ["no order is given", "Arling, Besk, Corvo and Dunmere pay the toll. They lie two days apart."],
  ])("[CA360] is none where %s", (_, setting) => {
    expect(routeOf(setting, TOWNS)?.stops ?? []).toEqual([]);
  });

  it.each([
    ["From Arling to Besk it is two hours' walk.", 120],
    ["Besk is a day and a half's ride from Arling.", 2160],
    ["It takes half an hour to row from Arling to Besk; Corvo is an hour older.", 30],
    ["From Arling to Besk it is far.", undefined],
    ["Arling is an hour ahead of Besk by its own clock.", undefined],
    ["From Arling by Besk to Corvo it is two hours' walk.", undefined],
  ])("[CA361] %s", (setting, minutes) => {
    expect(routeOf(setting, TOWNS)?.ways.map((way) => way.minutes)).toEqual(
      minutes === undefined ? undefined : [minutes],
    );
  });
});

describe("places that lie far apart", () => {
  it.each([
    ["Besk lies six miles from Arling.", 1],
    ["It is 12 kilometres from Arling to Besk by the lane.", 1],
    ["Besk is a league beyond Arling.", 1],
    ["Besk lies half a mile from Arling.", undefined],
    ["Besk is a mile off from Arling.", undefined],
    ["From Arling by Besk to Corvo it is nine miles.", undefined],
    ["Arling has six miles of wall, and so has Besk.", undefined],
  ])("[CA5600] %s", (setting, pairs) => {
    expect(routeOf(setting, TOWNS)?.apart?.length).toBe(pairs);
  });

  it.each([
    ["Four miles up the lane from Arling.", 1, 0],
    ["It's two and a half hours up from Arling.", 0, 1],
    ["You get there by the path from Arling, three miles and forty minutes on foot.", 1, 1],
    ["There is a bench four miles from Arling.", 0, 0],
    ["Its bell is heard four miles off, as far as Arling.", 0, 0],
  ])("[CA5601] under the name of a place: %s", (sentence, apart, ways) => {
    const { route } = told({ Arling: "The first town.", Besk: sentence });
    expect([route?.apart?.length ?? 0, route?.ways.length ?? 0]).toEqual([apart, ways]);
  });
});

const told = (entries: Readonly<Record<string, string>>, setting = "") => {
  const names = Object.keys(entries);
  const { reading } = readSmall({
    setting,
    npcs: [person("Mother Sallow", "cook", { background: "She lives in Mother Sallow's hut." })],
    lore: names.map((name) => ({
      file: `lore/places/${name.toLowerCase().replace(/ /g, "-")}.md`,
      text: `# ${name}\n\n${entries[name]}\n\n${name} is a walled place with a well and a gate, and a keeper who counts.`,
    })),
    beats: names.map((name, at) => beat(`beat_00${at + 1}`, `You stand in ${name}.`, { location: name })),
  });
  const called = (id: string): string | undefined => reading.places.find((place) => place.id === id)?.called;
  return { reading, route: reading.route && { ...reading.route, stops: reading.route.stops.map(called) } };
};
const WALK = "It takes five days to walk, if nothing goes wrong.";

describe("the stages of a road", () => {
  it.each([
    ["stages", (n: number) => `*Stage ${["one", "two", "three", "four"][n - 1]}. Goats and a pub.*`],
    [
      "halts, as ordinals",
      (n: number) => `The ${["first", "second", "third", "fourth"][n - 1]} halt. Goats and a pub.`,
    ],
    ["legs, in figures", (n: number) => `Leg ${n} (or ${n + 1}, if you dawdle). Goats.`],
  ])("[CA500] [CA501] are the places whose texts open with numbers: %s", (_, label) => {
    const { route } = told(
      { Corvo: label(3), Arling: label(1), Esk: "The end of the road.", Dunmere: label(4), Besk: label(2) },
      WALK,
    );
    expect(route?.stops).toEqual(TOWNS);
    expect(route?.minutes).toBe(1440);
  });

  it("[CA500] stand in lists and headings, too", () => {
    const days = TOWNS.map((name, at) => `- Day ${at + 1}: ${name}, where it rains.`).join("\n");
    expect(routeOf(`## The road\n\n${days}`, TOWNS)?.stops).toEqual(TOWNS);
    const legs = TOWNS.slice(1).map((name, at) => `- Day ${at + 1}: ${TOWNS[at]} to ${name}.`);
    expect(routeOf(`## The march\n\n${legs.join("\n")}`, TOWNS)?.stops).toEqual(TOWNS);
  });

  it.each([
    ["of what happened by day", `## What happened\n\n${TOWNS.map((n, i) => `- Day ${i + 1}: ${n} burns.`).join("\n")}`],
    ["of stages without a time", TOWNS.map((name, at) => `- Stage ${at + 1}: ${name}.`).join("\n")],
    ["of three places", `## The road\n\n- Day 1: Arling.\n- Day 2: Besk.\n- Day 3: Corvo.`],
  ])("[CA500] [CA501] are none in a list %s", (_, setting) => {
    expect(routeOf(setting, TOWNS)?.stops ?? []).toEqual([]);
  });

  it("[CA502] are the links of a chain of marches without a fork", () => {
    const chain =
      "Arling is a day's walk from Besk. From Besk to Corvo it is two days' walk. From Corvo to Dunmere it is a day's ride.";
    const route = routeOf(chain, TOWNS);
    expect(route?.stops).toEqual(["Arling", "Besk", "Corvo", "Dunmere"]);
    expect(route?.minutes).toBe(1440);
    expect(routeOf(`${chain} Esk is a day's walk from Besk.`, TOWNS)?.stops).toEqual([]);
  });

  it("[CA503] have what their texts set in bold as a part of them", () => {
    const { reading } = told({ Arling: "**Mother Sallow's hut** stands on a knoll in Arling.", Besk: "A ferry." });
    const hut = reading.places.find(({ name }) => /hut/.test(name));
    expect(hut?.within).toBe(reading.places.find(({ name }) => name === "Arling")?.id);
  });

  it("[CA504] are not told with their numbers", () => {
    const { reading } = told({
      Arling: "*Stage two (and three). The river is brown and wide here.*",
      Besk: "A ferry.",
    });
    const sights = reading.places.find(({ name }) => name === "Arling")?.sights.map(({ text }) => text) ?? [];
    expect(sights.join(" ")).toContain("The river is brown and wide here.");
    expect(sights.join(" ")).not.toContain("Stage");
  });
});
