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

  it("[CA5926] does not take the page of a village for one about the road, where it says how far it is to another", () => {
    const names = ["Arling", "Besk", "Corvo"];
    const pages = lore(names).map((one) =>
      one.text.startsWith("# Besk") ? { ...one, text: `${one.text}\n\nIt is an hour from Arling to Corvo.` } : one,
    );
    const { reading } = readSmall({
      setting: "It is cold here.",
      lore: pages,
      beats: names.map((name, at) => beat(`beat_00${at + 1}`, `You stand in ${name}.`, { location: name })),
    });
    expect(reading.route?.evidence.file).toBe("lore/places/besk.md");
    expect(reading.places.map(({ called }) => called).toSorted()).toEqual(names);
    expect(reading.beats.map(({ place }) => reading.places.find(({ id }) => id === place)?.called)).toEqual(names);
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

describe("a road in a table", () => {
  const table = (head: string, rows: readonly string[]): string =>
    [`| ${head} |`, `|${" --- |".repeat(head.split("|").length)}`, ...rows.map((row) => `| ${row} |`)].join("\n");
  const roadIn = (text: string, more: Partial<Parameters<typeof readSmall>[0]> = {}) => {
    const { reading } = readSmall({
      lore: [...lore(TOWNS), { file: "lore/the-road.md", text: `# The Road\n\n${text}` }],
      beats: TOWNS.map((name, at) => beat(`beat_00${at + 1}`, `You stand in ${name}.`, { location: name })),
      ...more,
    });
    const called = (id: string): string => reading.places.find((place) => place.id === id)?.called ?? id;
    const { stops = [], ways = [], forks = [], parts = [] } = reading.route ?? {};
    return {
      reading,
      stops: stops.map(called),
      legs: ways.map(({ from, to, minutes }) => `${called(from)}-${called(to)} ${minutes}`),
      forks: forks.map((fork) => fork.stops.map(called)),
      parts: parts.map(({ place, stop }) => `${called(place)} in ${called(stop)}`),
    };
  };
  const MILES = ["Arling | 0", "Besk | 20", "Corvo | 80", "Dunmere | 120", "Esk | 160"];

  it("[CA5771] [CA5772] has the stops of its rows, and days for miles from the first", () => {
    const { stops, legs } = roadIn(`${table("Stop | Miles", MILES)}\n\nTwenty miles is a good day.`);
    expect(stops).toEqual(TOWNS);
    expect(legs).toEqual(["Arling-Besk 600", "Besk-Corvo 4320", "Corvo-Dunmere 2880", "Dunmere-Esk 2880"]);
  });

  it.each([
    ["The wagons creak, and the mules want water.", "Besk-Corvo 4320"],
    ["They ride all day, the horses blown, a rider ahead.", "Besk-Corvo 2880"],
    ["The lorries go in the dark, each lorry behind another.", "Besk-Corvo 144"],
  ])("[CA5772] goes as fast as what they travel in: %s", (setting, leg) => {
    expect(roadIn(table("Stop | Miles", MILES), { setting }).legs).toContain(leg);
  });

  it("[CA5771] has distances from the stop before, in hours or days", () => {
    const days = ["Arling | 0", "Besk | 2", "Corvo | 1", "Dunmere | 3", "Esk | 1"];
    expect(roadIn(table("Stop | Days", days)).legs[2]).toBe("Corvo-Dunmere 4320");
    const hours = ["Arling | 0", "Besk | 5", "Corvo | 9", "Dunmere | 14", "Esk | 20"];
    expect(roadIn(table("Stop | Hours from Arling", hours)).legs[0]).toBe("Arling-Besk 300");
  });

  it("[CA5771] forks where rows say so, and keeps beside a stop what its row alone names", () => {
    const rows = [
      "Arling | 0 | the gate",
      "Besk | 60 | ",
      "Corvo | 120 | ",
      "Dunmere (north fork) | 160 | ",
      "Esk (south fork) | 158 | ",
    ];
    const { stops, forks, legs, parts } = roadIn(table("Stop | Miles | What is there", rows), {
      beats: [...TOWNS, "the gate"].map((name, at) =>
        beat(`beat_00${at + 1}`, `You stand in ${name}.`, { location: name }),
      ),
    });
    expect(stops).toEqual(TOWNS);
    expect(forks).toEqual([["Dunmere", "Esk"]]);
    expect(legs.some((leg) => leg.startsWith("Corvo-Esk"))).toBe(true);
    expect(parts).toEqual(["gate in Arling"]);
  });

  it("[CA5771] is made of ways that follow each other", () => {
    const rows = ["Arling | Besk | 21:00 | 03:00", "Besk | Corvo | 20:00 | 02:30", "Corvo | Dunmere | 21:00 | 01:00"];
    const { stops, legs } = roadIn(table("From | To | Leave | Arrive", rows));
    expect(stops).toEqual(TOWNS.slice(0, 4));
    expect(legs).toEqual(["Arling-Besk 360", "Besk-Corvo 390", "Corvo-Dunmere 240"]);
  });

  it.each([
    ["three places", table("Stop | Miles", MILES.slice(0, 3))],
    ["no distances", table("Stop | What is there", ["Arling | a gate", "Besk | a well", "Corvo | mud", "Esk | rain"])],
    ["ways of no length", table("From | To", ["Arling | Besk", "Besk | Corvo", "Corvo | Dunmere"])],
    [
      "rooms of a house",
      table("From | To | Minutes", ["Arling | Besk | 2", "Besk | Corvo | 3", "Corvo | Dunmere | 1"]),
    ],
  ])("[CA5771] is none with %s", (_, text) => {
    expect(roadIn(text).stops).toEqual([]);
  });

  it("[CA5775] [CA5776] keeps a guess that lies behind, and the text about the road, out of the beats", () => {
    const npcs = [person("Ned", "Warden of Arling", { background: "Ned lives in Arling." })];
    const beats = [
      ...TOWNS.slice(0, 4).map((name, at) => beat(`beat_00${at + 1}`, `You stand in ${name}.`, { location: name })),
      beat("beat_005", "A wheel goes.", { dialogue: [{ speaker: "ned", line: "I told you." }] }),
      beat("beat_006", "The road goes down into Esk."),
    ];
    const { reading } = roadIn(table("Stop | Miles", MILES), { npcs, beats });
    expect(reading.places.map(({ called }) => called)).not.toContain("Road");
    expect(reading.beats.map(({ place }) => place ?? "-").slice(4)).toEqual(["-", "esk"]);
  });

  it("[CA5778] has a beat of fellow travellers wherever they are", () => {
    const npcs = ["Ned", "Osk", "Mara"].map((name) => person(name, "Carter"));
    const beats = TOWNS.map((name, at) =>
      beat(`beat_00${at + 1}`, `Ned looks at ${name}. Osk waters the mules. Mara counts them.`, { location: name }),
    );
    const watch = beat("beat_006", "Ned asks Osk to sit up.", { conditions: { requires_beat: "beat_005" } });
    const { reading } = roadIn(table("Stop | Miles", MILES), { npcs, beats: [...beats, watch] });
    expect(reading.cast.filter(({ travels }) => travels === true).map(({ id }) => id)).toEqual(["ned", "osk", "mara"]);
    expect(reading.beats.at(-1)?.place).toBeUndefined();
  });
});

describe("a road of beats", () => {
  const STOPS = ["Arling", "Besk", "Corvo", "Dunmere", "Esk", "Fell"];
  const roadOf = (names: readonly string[], days: readonly number[], setting: string) => {
    const { reading } = readSmall({
      setting,
      lore: lore(names.filter((name, at) => names.indexOf(name) === at)),
      beats: names.map((name, at) =>
        beat(`beat_${at}`, days[at] === undefined ? "It rains." : `Day ${days[at]}. It rains.`, { location: name }),
      ),
    });
    const called = (id: string): string => reading.places.find((place) => place.id === id)?.called ?? id;
    return { ...reading.route, stops: (reading.route?.stops ?? []).map(called) };
  };
  const TRIP = "You march at dawn. The wagons follow, and the camps are cold; they ride ahead, and travel light.";

  it("[CA5773] goes by the days between places that do not come back", () => {
    const { stops, ways } = roadOf(STOPS.slice(0, 5), [1, 3, 4, 6, 9], TRIP);
    expect(stops).toEqual(STOPS.slice(0, 5));
    expect(ways?.map(({ minutes }) => minutes / 1440)).toEqual([2, 1, 2, 3]);
  });

  it("[CA5773] goes by their order where the words are of a long way", () => {
    const far =
      "It is two days' march to Besk. You are three nights out. It is forty miles to Esk, and the long road goes on.";
    expect(roadOf(STOPS, [], far).stops).toEqual(STOPS);
    expect(roadOf(STOPS, [], TRIP).stops).toEqual([]);
  });

  it.each([
    ["one direction", "The journey goes in one direction, and we do not go back to a place that we have left.", true],
    ["one way only", "The caravan goes one way only. It never turns back.", true],
    [
      "other peoples' miles",
      "It is three hundred ri to Esk. Eight ri are all stones. The mules walk ten versts an hour.",
      true,
    ],
    ["a road in one direction among others", "The traffic goes in one direction. You can go back to the shop.", false],
    ["no way back to a time", "You cannot go back to how it was. The street is one way.", false],
  ])("[CA5973] goes by the order of the beats with %s", (_, setting, isRoad) => {
    expect(roadOf(STOPS, [], setting).stops).toEqual(isRoad ? STOPS : []);
    expect(roadOf(["Arling", "Besk", "Corvo", "Besk", "Dunmere", "Esk"], [], setting).stops).toEqual([]);
  });

  it("[CA5773] is none in a town that is walked through and through", () => {
    expect(roadOf(["Arling", "Besk", "Corvo", "Besk", "Dunmere"], [1, 2, 3, 4, 5], TRIP).stops).toEqual([]);
    expect(roadOf(STOPS.slice(0, 5), [1, 2, 3, 4, 5], "The rooms are cold.").stops).toEqual([]);
  });

  it("[CA5773] comes round, and leaves out the ship", () => {
    const ship =
      "The Petrel is a slow post boat. You sail at dawn; the islands lie a day apart, and the boats and the ships travel by night.";
    const names = ["Arling", "Petrel", "Besk", "Corvo", "Petrel", "Dunmere", "Esk", "Arling"];
    const { stops, round, carried } = roadOf(names, [1, 1, 2, 4, 5, 6, 8, 9], ship);
    expect({ stops, round, carried }).toEqual({ stops: STOPS.slice(0, 5), round: true, carried: ["petrel"] });
  });

  it("[CA5774] keeps what is no stop beside the stop before it", () => {
    const rows = STOPS.slice(0, 5).map((name, at) => `| ${name} | ${at * 40} |`);
    const { reading } = readSmall({
      lore: [
        ...lore([...STOPS.slice(0, 5), "Quarry"]),
        { file: "lore/the-road.md", text: `# The Road\n\n| Stop | Miles |\n| --- | --- |\n${rows.join("\n")}` },
      ],
      beats: ["Arling", "Besk", "Quarry", "Corvo", "Dunmere", "Esk"].map((name, at) =>
        beat(`beat_${at}`, "It rains.", { location: name }),
      ),
    });
    expect(reading.route?.parts).toEqual([{ place: "quarry", stop: "besk" }]);
  });
});
