import { readSource, WEIGHBRIDGE } from "@narratoria/campaign/testing";
import { expect, it } from "vitest";
import { indexStory, indexStoryInSlices } from "../src/index-story.js";
import { createStorybook, createStorybookInSlices } from "../src/storybook.js";

it("[NA421] tells nobody as themselves who goes by another name in a beat", () => {
  const masked = {
    id: "beat_001",
    title: "The Heron",
    description: "The bell stops. The Heron whispers numbers and holds out a grey glove.",
    dialogue: [{ speaker: "jonas", line: "Nine thousand. Friday." }],
  };
  const lifted = {
    id: "beat_002",
    title: "The Beak Comes Off",
    description: "You follow the boat, and the beak comes off.",
    dialogue: [{ speaker: "jonas", line: "I slept through it." }],
    consequences: ["The Heron is Jonas"],
  };
  const { beats } = indexStory(readSource({ ...WEIGHBRIDGE, beats: [masked, lifted] }));
  expect(beats.get("beat_001")).toMatchObject({ people: [], dialogue: [] });
  expect(beats.get("beat_002")).toMatchObject({ people: ["jonas"], dialogue: [{ speaker: "jonas" }] });
});

it("[NA6533] sends whoever goes out in a beat home, and from home to no other place of the story", () => {
  const { people } = indexStory(readSource(WEIGHBRIDGE));
  const orsolya = people.get("orsolya");
  const beatAt = (location: string | undefined) => ({
    id: "beat_001",
    title: "The Jug",
    ...(location === undefined ? {} : { location }),
    description: "Orsolya sees that the milk is low. Orsolya goes out with the jug.",
  });
  const leavesAt = (location: string | undefined) =>
    indexStory(readSource({ ...WEIGHBRIDGE, beats: [beatAt(location)] })).beats.get("beat_001")?.leaves;
  expect(orsolya?.home).toBe("weigh-house");
  expect(leavesAt("the Weigh House")).toEqual([{ npc: "orsolya", place: "" }]);
  expect(leavesAt("the Long Yard")).toEqual([{ npc: "orsolya", place: "weigh-house" }]);
});

it("[NA6534] has whoever a decision sends away go with nobody", () => {
  const reading = readSource({
    ...WEIGHBRIDGE,
    beats: [
      { id: "beat_001", title: "Home", description: "Orsolya sits by the scales. Send Orsolya home, or hear her out?" },
    ],
  });
  const away = {
    kind: "presence" as const,
    text: "send Orsolya home",
    npc: "orsolya",
    value: "away",
    file: "",
    line: 0,
  };
  const choice = { text: "send Orsolya home", decides: true, effects: [away] };
  const beats = reading.beats.map((beat) => ({ ...beat, choices: [choice] }));
  expect(indexStory({ ...reading, beats }).beats.get("beat_001")?.choices?.[0]?.changes).toEqual([
    { kind: "person", npc: "orsolya", state: "missing", away: true },
  ]);
});

it("[NA422] offers as a wish what begins with its verb and is short, and nothing else", () => {
  const wishes = [
    "Keep the scales true",
    "Not to be asked about it",
    "That Orsolya should go",
    "Weigh the night carts; and sleep",
  ];
  const npcs = WEIGHBRIDGE.npcs.map((npc) =>
    npc.id === "jonas" ? { ...npc, profile: { ...npc.profile, motivations: wishes } } : npc,
  );
  const { people } = indexStory(readSource({ ...WEIGHBRIDGE, npcs }));
  expect(people.get("jonas")?.motives).toEqual(["to keep the scales true"]);
});

it("[NA423] keeps an example line that a beat says for its beat", () => {
  const npcs = WEIGHBRIDGE.npcs.map((npc) =>
    npc.id === "jonas"
      ? {
          ...npc,
          profile: { ...npc.profile, speech_patterns: { examples: ["I slept through it.", "Mind the step."] } },
        }
      : npc,
  );
  const beat = {
    id: "beat_001",
    title: "The Night",
    description: "Nobody heard the cart.",
    dialogue: [{ speaker: "jonas", line: "I slept through it." }],
  };
  const { people } = indexStory(readSource({ ...WEIGHBRIDGE, npcs, beats: [beat] }));
  expect(people.get("jonas")?.lines).toEqual(["Mind the step."]);
});

it("[NA490] keeps example lines that name something as what their speaker alone says to it", () => {
  const lines = [
    "The Salt Book is on its chain, and so am I.",
    "Bread is bread.",
    "Who has seen the Salt Book?",
    "Ask Orsolya, and bring a lamp.",
    "The drawer sticks, and the Salt Book is under it.",
  ];
  const npcs = WEIGHBRIDGE.npcs.map((npc) =>
    npc.id === "jonas" ? { ...npc, profile: { ...npc.profile, speech_patterns: { style: "", examples: lines } } } : npc,
  );
  const [beat, ...others] = WEIGHBRIDGE.beats;
  const beats =
    beat === undefined ? [] : [{ ...beat, dialogue: [{ speaker: "jonas", line: lines[4] ?? "" }] }, ...others];
  const { matter } = indexStory(readSource({ ...WEIGHBRIDGE, npcs, beats }));
  const said = matter.facts.filter((fact) => fact.said === "jonas");
  expect(
    said.filter(({ confided }) => confided !== true).map(({ text, names, knownBy }) => ({ text, names, knownBy })),
  ).toEqual([
    { text: lines[0], names: ["topic:salt-book"], knownBy: ["jonas"] },
    { text: lines[3], names: ["npc:orsolya"], knownBy: ["jonas"] },
  ]);
});

it("[NA3450] keeps an example line with a condition for its question, and for nothing else", () => {
  const examples = [
    'If asked about the Salt Book: "Who wants to know?"',
    'If asked about his hat: "It was my uncle\'s."',
    'If shown the key: "Shut the door."',
    "Bread is bread.",
  ];
  const npcs = WEIGHBRIDGE.npcs.map((npc) =>
    npc.id === "jonas" ? { ...npc, profile: { ...npc.profile, speech_patterns: { style: "", examples } } } : npc,
  );
  const { matter, people } = indexStory(readSource({ ...WEIGHBRIDGE, npcs }));
  expect(people.get("jonas")?.lines).toEqual(["Bread is bread."]);
  expect(matter.facts.filter(({ said, asked }) => said === "jonas" && asked !== undefined)).toMatchObject([
    { id: "jonas-says-1", text: "Who wants to know?", asked: "asked about the Salt Book", names: ["topic:salt-book"] },
    { id: "jonas-says-2", text: "It was my uncle's.", asked: "asked about his hat", confided: true },
  ]);
  expect(matter.facts.some(({ text }) => text === "Shut the door.")).toBe(false);
});

it("[NA545] keeps an example line that a beat tells in other words for its beat", () => {
  const lines = [
    "I did but restore a corner that the smoke had eaten.",
    "I do not weigh, friend. I arrange.",
    "A cart does not care what it carries.",
  ];
  const npcs = WEIGHBRIDGE.npcs.map((npc) =>
    npc.id === "jonas" ? { ...npc, profile: { ...npc.profile, speech_patterns: { style: "", examples: lines } } } : npc,
  );
  const [beat, ...others] = WEIGHBRIDGE.beats;
  const description =
    'It was a corner, he says. He did but restore a corner. "I do not weigh, friend," says Jonas, and looks away. "I arrange."';
  const beats = beat === undefined ? [] : [{ ...beat, description }, ...others];
  const { matter, people } = indexStory(readSource({ ...WEIGHBRIDGE, npcs, beats }));
  expect(matter.facts.filter(({ said }) => said === "jonas").map(({ text }) => text)).toEqual([lines[2]]);
  expect(people.get("jonas")?.lines).toEqual([lines[2]]);
});

it("[NA494] [NA495] has what somebody keeps to themselves, and lines that name nothing, as what they alone say when asked for it", () => {
  const secrets = { jonas: "He drowned the mule in the millrace and buried its harness." };
  const said = indexStory(readSource({ ...WEIGHBRIDGE, secrets })).matter.facts.filter((fact) => fact.said === "jonas");
  expect(said.filter(({ confided }) => confided).map(({ id, text }) => [id, text])).toEqual([
    ["jonas-says-1", "A cart does not care what it carries."],
    ["jonas-says-2", "Ask me something I can lift."],
    ["jonas-confides-1", "I drowned the mule in the millrace and buried its harness."],
  ]);
});

it("[NA640] has no wish and no words on somebody that are a secret of theirs", () => {
  const secrets = { jonas: "He drowned the mule in the millrace and buried its harness under the lime kiln." };
  const motivations = ["Keep the harness under the kiln", "Sell the cart"];
  const relationships = { orsolya: "Buried her harness by the kiln" };
  const npcs = WEIGHBRIDGE.npcs.map((npc) =>
    npc.id === "jonas" ? { ...npc, profile: { ...npc.profile, motivations, relationships } } : npc,
  );
  const jonas = indexStory(readSource({ ...WEIGHBRIDGE, npcs, secrets })).people.get("jonas");
  expect(jonas?.motives).toEqual(["to sell the cart"]);
  expect(jonas?.relations.map(({ spoken }) => spoken)).toEqual([undefined]);
});

it("[NA491] knows a topic by a word that it alone has, and nobody else's name has", () => {
  const { names } = indexStory(readSource(WEIGHBRIDGE));
  expect(names.keysIn("It is short weight, and the herring is dear.")).toEqual(["topic:short-weight"]);
  const lore = [{ file: "lore/notes.md", text: "# Thermostat Notes\n\nEleven notes have been laminated so far." }];
  const more = indexStory(readSource({ ...WEIGHBRIDGE, lore: [...WEIGHBRIDGE.lore, ...lore] }));
  expect(more.names.keysIn("Somebody turned the thermostat up.")).toEqual(["topic:thermostat-notes"]);
  const theirs = [{ file: "lore/peel.md", text: "# The Brandt Ledger\n\nNobody has read the ledger to its end." }];
  const named = indexStory(readSource({ ...WEIGHBRIDGE, lore: [...WEIGHBRIDGE.lore, ...theirs] }));
  expect(named.names.keysIn("A Brandt came by.")).toEqual([]);
  // The month is no name of its ninth.
  const dated = [{ file: "lore/ninth.md", text: "# The Ninth of January 1951\n\nThe scale froze that night." }];
  const ninth = indexStory(readSource({ ...WEIGHBRIDGE, lore: [...WEIGHBRIDGE.lore, ...dated] }));
  expect(ninth.names.keysIn("He came in on a night of snow in January 1951.")).toEqual([]);
});

it("[NA493] keeps a likely place of a beat where it is a real one or somebody's home", () => {
  const beats = [
    {
      id: "beat_003",
      title: "The Wheel",
      description: "A wheel is taken off and laid down.",
      dialogue: [{ speaker: "jonas", line: "That one is spent." }],
    },
  ];
  // A first beat without a place would play where the story starts.
  const { startingLocation: _, ...anywhere } = WEIGHBRIDGE;
  const reading = readSource({ ...anywhere, beats });
  expect(reading.beats[0]?.evidence.place.certainty).toBe("guessed");
  expect(indexStory(reading).beats.get("beat_003")?.place).toBe("long-yard");
  const nowhere = reading.places.map((one) => ({
    ...one,
    evidence: { ...one.evidence, certainty: "guessed" as const },
  }));
  const cast = reading.cast.map((one) => ({ ...one, home: "nowhere" }));
  expect(indexStory({ ...reading, places: nowhere, cast }).beats.get("beat_003")?.place).toBeUndefined();
  const said = reading.beats.map((one) => ({
    ...one,
    evidence: { ...one.evidence, place: { ...one.evidence.place, certainty: "inferred" as const } },
  }));
  const placeOf = (indoors: boolean | null): string | undefined =>
    indexStory({ ...reading, beats: said, places: nowhere.map((one) => ({ ...one, indoors })), cast }).beats.get(
      "beat_003",
    )?.place;
  expect([placeOf(false), placeOf(true), placeOf(null)]).toEqual(["long-yard", "long-yard", undefined]);
});

it("[NA4701] speaks of what is told of a place under the place's name", () => {
  const lore = [
    { file: "lore/places/lobby.md", text: "The lobby has a lighthouse in it. The lobby is where the bus stops." },
  ];
  const beats = [{ id: "beat_001", title: "Rain", description: "Tea in the lobby.", location: "lobby" }];
  const { matter } = indexStory(readSource({ ...WEIGHBRIDGE, beats, lore }));
  const place = matter.places.find(({ id }) => id === "lobby");
  expect(place?.name).toBe("the lobby");
  expect(matter.topics.find(({ id }) => id === place?.topic)?.np).toBe("the lobby");
});

it("[NA4701] gives a topic that is a noun and what it is of its article", () => {
  const text =
    "When it was done he opened the book on a barrel. The flood of year 22 took the low side, and nobody wrote it off.";
  const lore = [{ file: "lore/history/flood-of-year-22.md", text: `# Flood of year 22\n\n${text}` }];
  const { matter } = indexStory(readSource({ ...WEIGHBRIDGE, lore }));
  expect(matter.topics.map(({ np }) => np)).toContain("the flood of year 22");
});

it("[NA509] gives a place that is called by a noun its article", () => {
  const names = (list: readonly string[]): string[] => {
    const beats = list.map((location, at) => ({
      id: `beat_00${at + 1}`,
      title: `Beat ${at + 1}`,
      description: `The pump stops at ${at + 1} in the morning, and nobody says a word.`,
      location,
    }));
    const { places } = indexStory(readSource({ ...WEIGHBRIDGE, beats }));
    return [...places.values()].map(({ name }) => name);
  };
  const found = names([
    "Boat deck",
    "schoolroom",
    "Cabin 6",
    "The Long Room",
    "Coldharbour",
    "Foot of the Third Shaft",
  ]);
  expect(found).toEqual(
    expect.arrayContaining([
      "the boat deck",
      "the schoolroom",
      "Cabin 6",
      "Coldharbour",
      "the foot of the Third Shaft",
    ]),
  );
});

it("[NA890] indexes a story and reads its frames in slices as it does at once", async () => {
  const reading = readSource(WEIGHBRIDGE);
  const story = indexStory(reading);
  const sliced = await indexStoryInSlices(reading);
  expect(sliced.matter).toEqual(story.matter);
  expect(sliced.beats).toEqual(story.beats);
  expect(Object.keys(sliced)).toEqual(Object.keys(story));
  const frames = [{ file: "own.md", text: "# enter\n- {Npc} [come] in.\n- {Npc} [come] {nowhere}.\n" }];
  const book = createStorybook(story, { frames });
  const opened = await createStorybookInSlices(story, { frames });
  expect(opened.frameCount).toBe(book.frameCount);
  expect(opened.problems).toEqual(book.problems);
  expect(book.problems.length).toBeGreaterThan(0);
});

it("[NA521] has somebody whose home is only guessed enter with the first beat that has them", () => {
  const npcs = WEIGHBRIDGE.npcs.map(({ id, profile }) => {
    const { metadata: _, background: __, ...rest } = profile;
    return { id, profile: id === "jonas" ? { ...rest, role: "Carter" } : profile };
  });
  const beats = [
    { id: "beat_001", title: "The Drawer", description: "Orsolya shuts the drawer.", location: "The Weigh House" },
    { id: "beat_002", title: "The Count", description: "Jonas sits down on a shaft.", location: "The Long Yard" },
  ];
  const source = { ...WEIGHBRIDGE, npcs, beats, lore: [], frames: [] };
  const reading = readSource(source);
  expect(reading.cast.find(({ id }) => id === "jonas")?.evidence.home.certainty).toBe("guessed");
  expect(indexStory(reading).people.get("jonas")?.enters).toBe("beat_002");
  const first = indexStory(readSource({ ...source, beats: beats.toReversed() })).people.get("jonas");
  expect(first?.enters).toBeUndefined();
});

it("[NA524] [NA3493] gives a place its article that is called by a name and a plain noun, and none where a number tells it", () => {
  const named = (location: string): string | undefined => {
    const beats = [{ id: "beat_001", title: "The Drawer", description: "A drawer.", location }];
    return indexStory(readSource({ ...WEIGHBRIDGE, beats })).places.get(
      readSource({ ...WEIGHBRIDGE, beats }).beats[0]?.place ?? "",
    )?.name;
  };
  expect(named("KQXV studio")).toBe("the KQXV studio");
  expect(named("carriage four")).toBe("carriage four");
  expect(named("Salcedo Tire")).toBe("Salcedo Tire");
  expect(named("Chuy's yard")).toBe("Chuy's yard");
  expect(named("Mother Sallow's hut")).toBe("Mother Sallow's hut");
});
