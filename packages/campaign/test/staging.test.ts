// SPEC.md CA210 to CA214: each row is a habit of some author's, in a story of a few sentences.
import { describe, expect, it } from "vitest";
import { beat, person, readSmall } from "./support/small-story.js";

const NPCS = [
  person("Ada Venn", "Baker", { relationships: { "Tam Venn": "Her younger brother, who never writes" } }),
  person("Tam Venn", "Ferryman on the Ouse"),
  person("Old Corvin", "The harbour master, and a heron", { id: "corvin" }),
  person("Seven", "Robot porter", { background: "Seven is a robot with three wheels." }),
  person("Rain", "A swarm of small lights", { background: "Rain are a swarm. They live in a jar." }),
  person("Grace", "Engineer", { background: "She mends pumps." }),
];

/** Who is in a beat that has this description. */
const cast = (description: string, more: Parameters<typeof beat>[2] = {}): string[] =>
  readSmall({ npcs: NPCS, beats: [beat("beat_001", description, more)] }).castOf("beat_001");

describe("the cast of a beat", () => {
  it.each([
    ["who acts there", "Ada kneads the dough.", ["ada-venn"]],
    [
      "both of two clauses after a report",
      "Ada says what nobody else would, Grace shuts the door.",
      ["ada-venn", "grace"],
    ],
    ["a name that is a word, before a verb", "Supper is late. Seven carries the soup.", ["seven"]],
    ["several under a name that is a word", "It is dark. Rain light the stair.", ["rain"]],
    ["whose hands are seen", "Ada's hands shake. You look away.", ["ada-venn"]],
    ["who is hindered", "You cannot get Grace to sit down.", ["grace"]],
    ["a calling that only one has, with adjectives", "On the quay the tired old ferryman coils a rope.", ["tam-venn"]],
    ["an animal by its kind", "The heron steps over your boots.", ["corvin"]],
    ["kin of somebody named", "Ada laughs, and her brother puts the kettle on.", ["ada-venn", "tam-venn"]],
    ["who comes as something happens", "The lamp falls as Ada sweeps in.", ["ada-venn"]],
    ["whose line it is", "The lights go out on Grace's line.", ["grace"]],
    ["who is forestalled", "Before Tam can answer, the door opens.", ["tam-venn"]],
    [
      "who goes on, and not whose sister she is",
      "Ada is bottling plums. She is Tam's sister. She tells you so.",
      ["ada-venn"],
    ],
    ["who is not looked at", "Ada does not look at Grace, and the tap drips.", ["ada-venn", "grace"]],
    ["who will not be hurried", "Ada comes in. You cannot get Grace to sit down.", ["ada-venn", "grace"]],
    ["to whom it is handed", "Ada hands the key to Grace, and goes out.", ["ada-venn", "grace"]],
    ["who is spoken to", '"Sit down, Grace," somebody says.', ["grace"]],
  ])("[CA210] holds %s", (_, description, expected) => {
    expect(cast(description)).toEqual(expected);
  });

  it.each([
    ["who was told something before", "You find the note which Tam had told Ada was burnt."],
    ["who is written to", "On the table lies a letter to Grace."],
    ["whom somebody stayed with", "You walk on alone; the dog stayed with Tam."],
    ["who is only said to have done it", "They all say that it was Ada, and nod."],
    ["who would not do it", "The door is open and the gate is too, because Grace wouldn't see to it."],
    ["a thing that sounds like a calling", "Snow falls on the water, on the paper, on the winter."],
    [
      "whom somebody left elsewhere",
      "It is noon and the boat is empty. Either you left Tam where it is warm or he is on his way.",
    ],
    ["who is missing", "Nobody sees Grace."],
    ["to whom nothing will be given", "The clerk will not give the key to Ada, nor to the ferryman, nor to you."],
    ["who is only described", "It is raining. Grace has never in her life been ill. Tam was to have come and has not."],
    ["who has a right to something", "The parish shall have the meadow so long as a comb is laid in the hand of Ada."],
    ["who is to be paid", "He would like to be robbed, please. Fifty thousand to Grace."],
    ["whose wishes a deed names", "It is written that the boat shall go to the ferryman, or to Ada after him."],
    ["whose hand is law", "The rent goes into the hand of the baker. Nobody pays it."],
  ])("[CA211] [CA714] leaves out %s", (_, description) => {
    expect(cast(description)).toEqual([]);
  });

  /** Who has gone when it is over. */
  const leaves = (description: string): string[] => [
    ...(readSmall({ npcs: NPCS, beats: [beat("beat_001", description)] }).reading.beats[0]?.leaves ?? []),
  ];

  it.each([
    ["Ada puts her cap on and goes out to roll the dough.", ["ada-venn"]],
    ["Grace cuts the cake and Tam legs it out of the fire exit.", ["tam-venn"]],
    ["Ada laughs. Tam leaves without a word.", ["tam-venn"]],
    ["Grace gives you the spanner and goes off to see to the pump.", ["grace"]],
    ["Tam looks at the oven. Tam leaves rather fast.", ["tam-venn"]],
    ["Ada sets out a mug of cocoa and pours it away.", []],
    ["Tam leaves, at speed, and comes back to get his hat.", []],
    ["Ada walks out. A minute later Ada is back with two cups.", []],
    ["Ada turns up on a Friday, and the boat goes home.", []],
    ["If Ada goes out, the dough falls.", []],
    ["Ada never leaves.", []],
    ["Tam walks out of the fog.", []],
    ["Ada leaves the bread on the table.", []],
    ['Grace waits. "Ada goes out on Sundays," says Grace.', []],
  ])("[CA355] %s leaves by its end: %j", (description, expected) => {
    expect(leaves(description)).toEqual(expected);
  });

  it.each([
    "Ada laughs, and everybody looks at the floor.",
    "The well is deep, so that everyone who drinks there has been hauled for.",
    "Everybody knows about the bread.",
    "Ada has heard about the bread; the whole crew has.",
    "The whole household had heard it by noon, and Ada laughs.",
  ])("[CA375] leaves everyone where they are in: %s", (description) => {
    expect(cast(description).length).toBeLessThan(2);
  });

  it.each([
    "Ada has heard about the bread; the whole village crew has.",
    "Ada waits. The whole crew has heard of it.",
    "Ada counts the loaves, and the whole company is.",
  ])("[CA5770] brings nobody by what all of them know: %s", (description) => {
    expect(cast(description)).toEqual(["ada-venn"]);
  });

  it("[CA212] is all who can be there where everyone acts", () => {
    expect(cast("Everyone stands in the square.")).toHaveLength(NPCS.length);
    expect(cast("Then all hands pull.")).toHaveLength(NPCS.length);
  });

  it.each([
    ["Everybody helps: Ada holds the lamp, Tam ties the knot, Grace counts.", ["ada-venn", "grace", "tam-venn"]],
    ["House after house, all along the lane, everyone falls asleep. Ada yawns.", ["ada-venn"]],
    ["The lights come in, all of them, thousands.", []],
    ["Ada puts down her spoon, for everybody to hear.", ["ada-venn"]],
    ["The whole village talks of it.", []],
  ])("[CA212] is nobody more where everyone is listed, scattered or meant in passing: %s", (description, expected) => {
    expect(cast(description)).toEqual(expected);
  });

  it("[CA213] holds who acts in an outcome, who gives or tells something by it, and who is drawn in with the player", () => {
    const outcomes = [{ description: "Grace, who cannot sleep, follows you out.", probability: 1 }];
    expect(cast("You wait.", { outcomes })).toEqual(["grace"]);
    expect(cast("You wait.", { consequences: ["Ada notices it, and says nothing"] })).toEqual(["ada-venn"]);
    expect(cast("You wait.", { consequences: ["The player, Tam and Grace are sworn friends"] })).toEqual([
      "grace",
      "tam-venn",
    ]);
    expect(cast("You wait.", { consequences: ["Ada will hear of it in a week"] })).toEqual([]);
  });

  it("[CA213] holds whom a line is said to", () => {
    const line = (words: string, context?: string) =>
      cast("You wait.", { dialogue: [{ speaker: "Tam Venn", line: words, ...(context ? { context } : {}) }] });
    expect(line("You know that, Ada.")).toEqual(["ada-venn", "tam-venn"]);
    expect(line("So be it.", "To Grace, over his shoulder")).toEqual(["grace", "tam-venn"]);
    expect(line("Ada would have laughed.", "About Ada")).toEqual(["tam-venn"]);
  });
});

describe("the place of a beat", () => {
  it("[CA214] does not take the name of whoever stands there for a part of it", () => {
    const kitchen = { file: "lore/places/the-kitchen.md", text: "# The Kitchen\n\nThe Kitchen has one stove." };
    const story = readSmall({
      npcs: NPCS,
      lore: [kitchen],
      beats: [beat("beat_001", "In the Kitchen Grace stands in four meters of paper.")],
    });
    expect(story.placeOf("beat_001")).toBe("the Kitchen");
    expect(story.reading.places).toHaveLength(1);
  });
});

it.each([
  [
    "'I have a barrel that wants seeing to,' says Ann, and goes down to the cellar, and does not come up again.",
    ["ann-dow"],
  ],
  [
    "'It was raining,' says Ann to the fire-irons, and then she sees that the milk is low, and goes out with the jug.",
    ["ann-dow"],
  ],
  ["Ann looks at the range. Ann goes in to see to the pans.", ["ann-dow"]],
  ["Ben Rook nods at the bell and goes off for some coal.", ["ben-rook"]],
  ["Ann goes down to the cellar, and you follow her.", []],
  ["Ann goes out to meet you with the lantern.", []],
  ["If the milk is low, Ann goes out with the jug.", []],
  ["Ann goes down to the river with Ben.", []],
  ["Ann goes to the cellar door and listens.", []],
])("[CA6530] after %s have left the room: %j", (text, expected) => {
  const npcs = [
    person("Ann Dow", "Landlady", { background: "She keeps the inn. She was born in it." }),
    person("Ben Rook", "Doctor"),
  ];
  expect(readSmall({ npcs, beats: [beat("b1", text)] }).reading.beats[0]?.leaves ?? []).toEqual(expected);
});

const ON_THE_ROAD = [
  person("Bram Ott", "Pilot", { background: "He flies the cable. He was born on it." }),
  person("Ada Pell", "Warden", { background: "She keeps the lamps." }),
];

it.each([
  ["Send him home, or keep him.", ["bram-ott"]],
  ["Send Ada away, or hear her out.", ["ada-pell"]],
  ["Leave her with her people, or take her along.", ["ada-pell"]],
  ["Go on without Bram, or wait for him.", ["bram-ott"]],
  ["Send him the key, or keep it.", []],
  ["Send her up the mast, or go yourself.", []],
  ["Leave him alone, or ask him.", []],
])("[CA6531] %s sends away %j", (ways, expected) => {
  const text = `Bram Ott sits by the fire, and Ada Pell beside him. You can ${ways.charAt(0).toLowerCase()}${ways.slice(1)}`;
  const { reading } = readSmall({
    npcs: ON_THE_ROAD,
    beats: [beat("b1", text), beat("b2", "Rain falls on the road.")],
  });
  const away = (reading.beats[0]?.choices ?? []).flatMap(({ effects = [] }) =>
    effects.flatMap(({ kind, npc, value }) => (kind === "presence" && value === "away" ? [npc] : [])),
  );
  expect(away).toEqual(expected);
});

it.each([
  ["Bram has come up the other path.", []],
  ["Bram is on the ladder ahead, stuck.", []],
  ["Bram is waiting at the ford.", []],
  ["Bram counts the rungs.", ["bram-ott"]],
])("[CA6532] with %s later, those who follow are %j", (later, expected) => {
  const first = beat("b1", "Bram Ott shuts the book.", { consequences: ["Bram follows the player from here on"] });
  const { reading } = readSmall({ npcs: ON_THE_ROAD, beats: [first, beat("b2", later)] });
  const follows = (reading.beats[0]?.opens ?? []).flatMap(({ kind, npc }) => (kind === "follows" ? [npc] : []));
  expect(follows).toEqual(expected);
});

it("[CA460] has gone whom a beat leaves with the words that they had gone", () => {
  const npcs = [person("Ann Dow", "Clerk"), person("Ben Rook", "Doctor")];
  const left = (text: string) => readSmall({ npcs, beats: [beat("b1", text)] }).reading.beats[0]?.leaves ?? [];
  expect(
    left("Ben Rook asks for the book. He looks into every drawer. When he has gone, there is a leg short."),
  ).toEqual(["ben-rook"]);
  expect(left("Ben Rook asks for the book. When he has gone through it, he sits down.")).toEqual([]);
});

it("[CA461] has whoever lies in bed go nowhere by themselves", () => {
  const mobility = (role: string, appearance = "Tall.") =>
    readSmall({ npcs: [person("Ann Dow", role, { appearance })] }).somebody("ann-dow").mobility;
  expect(mobility("Clerk; now in the Infirmary with the gout")).toBe("carried");
  expect(mobility("Clerk", "Round, propped upon four bolsters.")).toBe("carried");
  expect(mobility("Clerk", "Was laid to rest in May.")).toBe("walks");
});
