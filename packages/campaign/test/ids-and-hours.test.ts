import { describe, expect, it } from "vitest";
import { conditionsInWords } from "../src/ending-words.js";
import { ownWords } from "../src/reading/script-lines.js";
import { beat, person, readSmall } from "./support/small-story.js";

const lore = (file: string, text: string) => ({ file: `lore/${file}.md`, text });

describe("places of lore and of openings", () => {
  const house = [
    lore("house/the-lift", "# The lift\n\nIt stops between floors. Nobody is in the lift for long."),
    lore("house/flat-9", "# Flat 9\n\nPlants. Somebody always sits in Flat 9."),
    lore("house/the-boiler-room", "# The boiler room\n\nWarm. The cat sleeps in the boiler room."),
    lore("house/the-laundry", "# The laundry\n\nFourteen steps down."),
    lore("house/the-rota", "# The rota\n\nWho sweeps when."),
  ];

  it("[CA1350] are those of a folder that holds places, whatever its name", () => {
    const { placeOf, reading } = readSmall({
      lore: house,
      npcs: [person("Ida Brack", "Caretaker")],
      beats: [beat("b1", "Ida Brack waits in the laundry with a form.")],
    });
    expect(placeOf("b1")).toBe("the laundry");
    expect(reading.places.map(({ called }) => called)).not.toContain("the rota");
  });

  it("[CA1546] begin with the one where the story starts, in however many words, else with the first beat's", () => {
    const first = (startingLocation?: string) =>
      readSmall({
        lore: house,
        npcs: [person("Ida Brack", "Caretaker")],
        beats: [beat("b1", "Ida waits in the laundry.", { location: "The laundry" })],
        ...(startingLocation === undefined ? {} : { startingLocation }),
      }).reading.places[0]?.called;
    expect(first("Outside the boiler room, by the stairs")).toBe("the boiler room");
    expect(first()).toBe("the laundry");
  });

  it("[CA1545] are none where a letter goes", () => {
    const { reading } = readSmall({
      setting: "Nobody goes to Head Office.",
      lore: [
        lore(
          "letters",
          "# Letters\n\n**To Head Office, 3 March.** I was away.\n\n**To Head Office, 12 May.** I was here.\n\n**To Head Office, 20 June.** I am away.",
        ),
      ],
    });
    expect(reading.places.map(({ called }) => called)).not.toContain("To Head Office");
  });

  it("[CA1351] are a noun with its article where texts put somebody there", () => {
    const { placeOf } = readSmall({
      premise: "The vote was held in the laundry. Everybody came down to the laundry.",
      lore: [lore("papers/the-laundry", "# The laundry\n\nFourteen steps down.")],
      beats: [beat("b1", "You are asked down to the laundry and given a form.")],
    });
    expect(placeOf("b1")).toBe("the laundry");
  });

  it.each([
    ["Sunday, a little before seven, the fifth-floor landing. Ida has knocked.", "the fifth-floor landing"],
    ["Late, the back kitchen. Ida boils eggs.", "the back kitchen"],
    ["After midnight, the ferry dock. Nobody is about.", "the ferry dock"],
  ])("[CA1352] are named by a first sentence without a verb: %s", (text, place) => {
    const { placeOf } = readSmall({ npcs: [person("Ida Brack", "Caretaker")], beats: [beat("b1", text)] });
    expect(placeOf("b1")).toBe(place);
  });

  it("[CA1352] are none that go at a time", () => {
    const { reading } = readSmall({ beats: [beat("b1", "Six o'clock, the Saturday late boat. Nobody is about.")] });
    expect(reading.places.map(({ called }) => called)).not.toContain("the Saturday late boat");
  });

  it.each([
    ["On Thursday all of them come down to the laundry. The chairs are still in the lift.", "the laundry"],
    ["Along row three of the boiler room you stretch the tape. Flat 9 has its door open.", "the boiler room"],
  ])("[CA1356] are where a first sentence brings somebody, or of which it names a part: %s", (text, place) => {
    const { placeOf } = readSmall({ lore: house, beats: [beat("b1", text)] });
    expect(placeOf("b1")).toBe(place);
  });
});

describe("hours", () => {
  const clockOf = (parts: Parameters<typeof readSmall>[0]) =>
    readSmall(parts).reading.beats.map(({ clock }) => [clock?.day, clock?.minutes]);

  it.each([
    ["On Thursday at three all of them come down.", 15 * 60],
    ["On Thursday at seven all of them come down.", undefined],
    ["On Thursday evening at seven, the bell rings.", 19 * 60],
    ["Thursday morning at seven, the bell rings.", 7 * 60],
    ["Thursday night at two, the bell rings.", 2 * 60],
  ])("[CA1353] that have no half of the day are read where one is meant: %s", (text, minutes) => {
    expect(clockOf({ premise: "It is Monday.", beats: [beat("b1", text)] })).toEqual([[4, minutes]]);
  });

  it.each([
    ["It is ten past seven on the evening of Friday the seventeenth of April. You are in the lift.", "Friday", 1150],
    ["You knock. It was half past six on Tuesday morning.", "Tuesday", 390],
    ["So it's Sunday, early evening. Rain.", "Sunday", 1200],
    ["It is half past one on the Saturday and you are standing on a trailer.", "Saturday", 810],
  ])("[CA1354] [CA1515] of the opening are those of a sentence of time: %s", (premise, weekday, minutes) => {
    expect(readSmall({ premise }).reading.manners.calendar).toMatchObject({ weekday, minutes });
  });

  it("[CA1542] [CA1543] are those of a title that is one, and of the half of the day that goes on", () => {
    const beats = [
      beat("b1", "21:40. Ida rings the bell."),
      beat("b2", "Half past midnight. Ida sits down."),
      beat("b3", "01:30. It rains."),
      beat("b4", "The bell is heavier than at twenty to ten.", { title: "Six O'Clock" }),
    ];
    expect(clockOf({ beats })).toEqual([
      [1, 1300],
      [2, 30],
      [2, 90],
      [2, 360],
    ]);
    const { reading } = readSmall({ beats: [beat("b1", "On Tuesday Ida rings the bell.", { title: "Ten Past Six" })] });
    expect(reading.beats[0]?.clock).toMatchObject({ day: 1, minutes: 1090 });
    const noon = readSmall({
      beats: [beat("b1", "Quarter to midnight. It rains."), beat("b2", "Ten past noon. Sun.")],
    });
    expect(noon.reading.beats.map(({ clock }) => clock?.minutes)).toEqual([1425, 730]);
  });

  it("[CA5925] are none where a day is only named as that by which something is to be done", () => {
    const text = "You stand under the clocks. Osk says that the bell must be home before the twelfth night.";
    expect(clockOf({ beats: [beat("b1", text)] })).toEqual([[undefined, undefined]]);
    expect(clockOf({ beats: [beat("b1", "You land on the twelfth night. It rains.")] })).not.toEqual([
      [undefined, undefined],
    ]);
  });

  it("[CA1623] an ordinal that opens a beat is a day", () => {
    expect(clockOf({ beats: [beat("b1", "Sixth dawn, and a fog.")] })).toEqual([[6, 360]]);
    expect(clockOf({ beats: [beat("b1", "He asks about the first night off.")] })).toEqual([[1, 1320]]);
  });

  it.each([
    ["All the town is at the Lion tonight.", 1260],
    ["It must be done before tonight.", undefined],
    ["Tonight's bread is on the table.", undefined],
  ])("[CA1623] %s", (text, minutes) => {
    expect(clockOf({ beats: [beat("b1", text)] })).toEqual([[undefined, minutes]]);
  });

  it("[CA1556] are one night's, in which the clocks go back and after which comes a morning", () => {
    const hours = ["19:15", "22:00", "00:55", "02:00", "01:30", "06:25", "07:15"];
    const beats = hours.map((hour, at) => beat(`b${at}`, `${hour}. Ida writes it down.`, { title: `${hour} Round` }));
    expect(clockOf({ beats })).toEqual([
      [1, 1155],
      [1, 1320],
      [2, 55],
      [2, 120],
      [2, 120],
      [2, 385],
      [2, 435],
    ]);
  });

  it("[CA1518] are all of one day where they go on and name no other", () => {
    const hours = (last: string, more: string[] = []) =>
      clockOf({
        beats: [
          beat("b1", "You find Ida in the laundry at ten past two."),
          beat("b2", "At twenty-five past three Ida rings the bell."),
          beat("b3", `Ida sits down at half past nine in the evening. ${more.join(" ")}`),
          beat("b4", last),
        ],
      });
    const one = [
      [1, 850],
      [1, 925],
      [1, 1290],
    ];
    expect(hours("At one in the morning Ida puts the lamp out.")).toEqual([...one, [2, 60]]);
    const several = [
      [undefined, 850],
      [undefined, 925],
      [undefined, 1290],
    ];
    // What goes back is another day's, and so is what is said to be.
    expect(hours("At half past eight in the morning Ida puts the lamp out.")).toEqual([...several, [undefined, 510]]);
    expect(hours("Ida puts the lamp out at one in the morning.", ["The next morning she was gone."])[0]).toEqual([
      undefined,
      850,
    ]);
  });

  it.each([
    ["You have the watch. It's 0200. The cat is asleep.", undefined, 120],
    ["You came to the Head on a Monday in May, with a trunk.", "Monday", undefined],
    ["It was a wet Tuesday. The van is late.", "Tuesday", undefined],
    ["You had come down on the Wednesday bus with a stamp in your bag.", "Wednesday", undefined],
  ])("[CA1502] of the opening may be a ship's, or a day on which the player comes: %s", (premise, weekday, minutes) => {
    expect(readSmall({ premise }).reading.manners.calendar).toEqual(
      expect.objectContaining({ ...(weekday && { weekday }), ...(minutes && { minutes }) }),
    );
  });

  it.each([
    "You were born on a Monday.",
    "She had come on a Friday, and stayed.",
    "It is 1934. The light turns.",
    "Nobody works on the last Friday.",
  ])("[CA1502] are none of what is told of another time: %s", (premise) => {
    expect(readSmall({ premise }).reading.manners.calendar).toBeUndefined();
  });

  it("[CA1502] put the beats of later weekdays on their days", () => {
    const premise = "You came to the Head on a Monday in May. The Captain comes on Friday.";
    expect(clockOf({ premise, beats: [beat("b1", "On Thursday the goat got in.")] })).toEqual([[4, undefined]]);
  });

  it("[CA1503] have the half of the day that their title names", () => {
    const titled = beat("b1", "At a quarter to three the weight jams.", { title: "The Night the Light Stood Still" });
    expect(clockOf({ beats: [titled] })).toEqual([[undefined, 165]]);
    expect(clockOf({ beats: [beat("b1", "At a quarter to three the weight jams.")] })).toEqual([[undefined, 885]]);
  });

  it("[CA1354] are none of a sentence that says something else", () => {
    expect(readSmall({ premise: "It is Friday that he fears." }).reading.manners.calendar?.minutes).toBeUndefined();
  });

  it("[CA1355] are of the half of the day in which the premise names them", () => {
    const beats = [beat("b1", "Ten past seven: something begins to simmer.")];
    expect(clockOf({ beats })).toEqual([[undefined, 430]]);
    expect(clockOf({ premise: "The lift stops at ten past seven every evening.", beats })).toEqual([[undefined, 1150]]);
    expect(
      clockOf({ premise: "It stops at ten past seven in the evening, and at ten past seven in the morning.", beats }),
    ).toEqual([[undefined, 430]]);
  });

  it("[CA1360] stand before titles, and count the days where most titles have one", () => {
    const titled = (id: string, title: string) => beat(id, "The train goes on, hours before morning.", { title });
    const night = [
      titled("b1", "22:47 - Doors"),
      titled("b2", "23:55 - Last Orders"),
      titled("b3", "00:40 - The Suitcase"),
      titled("b4", "08:12 - Lindenau"),
    ];
    expect(clockOf({ beats: night })).toEqual([
      [1, 1367],
      [1, 1435],
      [2, 40],
      [2, 492],
    ]);
    expect(clockOf({ beats: [titled("b1", "4:15 pm: Tea")] })).toEqual([[undefined, 975]]);
    expect(clockOf({ beats: [beat("b1", "Rain.", { title: "3 Wishes" })] })).toEqual([[undefined, undefined]]);
  });
});

describe("ids in prose", () => {
  const train = readSmall({
    premise: "You have a berth in loc_car_23. The attendant, npc_dragan, looks at item_gray_suitcase.",
    setting: "Baggage car, dining car, sleeper. The heat in the dining car is off. Four minutes from Mirna, a bell.",
    lore: [
      lore("loc/loc_dining", "# loc_dining\n\nSix tables. Table 6 belongs to Yuri Halasz (npc_halasz)."),
      lore(
        "loc/loc_stations",
        "# loc_mirna, loc_tunnel\n\n**loc_tunnel.** Kostel Tunnel, 9.1 miles.\n\n**loc_mirna.** One lamp.",
      ),
    ],
    npcs: [
      person("Milo Dragan", "Attendant", { id: "npc_dragan" }),
      person("Yuri Halasz", "Train manager", { id: "npc_halasz" }),
      person("Sava Reed", "Guard", { id: "npc_sava" }),
      person("Nina Reed", "Cook", { id: "npc_reed" }),
    ],
    beats: [
      beat("b1", "npc_dragan opens loc_car_23.", { location: "loc_car_23" }),
      beat("b2", "The train enters loc_tunnel. npc_halasz sits in loc_dining with npc_reed.", {
        location: "loc_dining",
      }),
      beat("b3", "loc_mirna, snow. npc_halasz counts.", { location: "loc_mirna" }),
      beat("b4", "There is a light in loc_baggage.", { location: "loc_baggage" }),
    ],
  });
  const told = (id: string) => train.reading.beats.find((one) => one.id === id)?.told.join(" ");

  it("[CA1357] of places are told as texts call them", () => {
    expect(train.reading.opening.join(" ")).toBe(
      "You have a berth in Car 23. The attendant, Dragan, looks at gray suitcase.",
    );
    expect(["b1", "b2", "b3", "b4"].map(train.placeOf)).toEqual([
      "Car 23",
      "the dining car",
      "Mirna",
      "the baggage car",
    ]);
    expect(told("b2")).toBe("The train enters Kostel Tunnel. Halasz sits in the dining car with Nina Reed.");
    expect(told("b3")).toBe("Mirna, snow. Halasz counts.");
  });

  it("[CA1358] of people are told as the part of the name that they are, where it is nobody else's", () => {
    expect(train.somebody("npc_halasz").called).toBe("Halasz");
    expect(told("b1")).toBe("Dragan opens Car 23.");
    expect(JSON.stringify(train.reading)).not.toContain("Halasz (");
  });
});

describe("lines of a script", () => {
  const people = ["Adaeze Okafor", "Ray Ortiz", "the Farthings"];
  it.each([
    ["OKAFOR: Who's in 14? Because I've talked to 14.", "Adaeze Okafor", "Who's in 14? Because I've talked to 14."],
    ["ORTIZ: You always this friendly? OKAFOR: Buddy, this is me asleep.", "npc_okafor", "Buddy, this is me asleep."],
    [
      "YOU: Are you police? OKAFOR: (laughs) God, no. They fill out forms.",
      "Adaeze Okafor",
      "God, no. They fill out forms.",
    ],
    [
      "Cosmo: We say she did it. Damaris: We also say she didn't.",
      "the Farthings",
      "We say she did it. We also say she didn't.",
    ],
    ["Listen: it is late.", "Ray Ortiz", "Listen: it is late."],
    ["Item: one cup. Item: one spoon, bent.", "Ray Ortiz", "Item: one cup. Item: one spoon, bent."],
    ["— Nobody goes in there.", "Ray Ortiz", "Nobody goes in there."],
    ["Two things: a cup. And a chair.", "Ray Ortiz", "Two things: a cup. And a chair."],
  ])("[CA1359] %s, said by %s", (line, speaker, own) => {
    expect(ownWords(line, speaker, people)).toEqual([own]);
  });

  it.each([
    [
      "You asked about the key. 'I never had it.' She folded the cloth. 'It hangs there.'",
      "I never had it. It hangs there.",
    ],
    [
      "You say that it is late. “Then come back,” he says kindly, “and wipe your feet.”",
      "Then come back, and wipe your feet.",
    ],
    ["You said so. 'It is the living,' she said, 'that I mean.'", "It is the living that I mean."],
    ["'You'll want the lamp,' he said. 'No, you won't.'", "You'll want the lamp. No, you won't."],
    ["You ask outright. He sits down. 'I saw it', he says.", "You ask outright. He sits down. 'I saw it', he says."],
    ["It says here 'Captain.' Is he in?", "It says here 'Captain.' Is he in?"],
    [
      "'Come in,' says the eldest. 'Mind the goose,' says the youngest.",
      "'Come in,' says the eldest. 'Mind the goose,' says the youngest.",
    ],
    ["The Reeve said 'Oh dear.' This was carried.", "The Reeve said 'Oh dear.' This was carried."],
  ])("[CA4800] told with what is asked and done are what is said: %s", (line, said) => {
    expect(ownWords(line, "Ray Ortiz", people)).toEqual([said]);
  });

  it("[CA1602] that report what somebody says are whole", () => {
    const line = "My mother says: shut the gate. I say: ask first.";
    expect(ownWords(line, "Ray Ortiz", people)).toEqual([line]);
  });

  it("[CA1359] that are somebody else's give nothing", () => {
    expect(ownWords("ORTIZ: Don't fly.", "Adaeze Okafor", people)).toEqual([]);
  });
});

describe("scripts in prose", () => {
  it("[CA1363] are told as speech", () => {
    const { reading } = readSmall({
      npcs: [person("Dr. Irena Vasko", "Chemist"), person("Tom Ek", "Guard")],
      beats: [
        beat(
          "b1",
          "The door opens.\n\nVASKO: Who was in my berth?\n\nYOU: (quietly) An actress.\n\nTOM EK: Out.\n\nNOTE: Mind it.",
        ),
      ],
    });
    expect(reading.beats[0]?.told.join(" ")).toContain(
      "“Who was in my berth?” says Vasko. “An actress,” you say. “Out,” says Tom Ek.",
    );
  });
});

describe("deeds", () => {
  it("[CA1364] are made of no id of something else in an ending, and ask clauses as they are", () => {
    expect(
      conditionsInWords("Requires flag_seal_broken. She runs from loc_baggage. Player choice `say_it_loud`.", []),
    ).toEqual({
      player_choice: "say_it_loud",
    });
    const { reading } = readSmall({
      npcs: [person("Ida Brack", "Notary")],
      beats: [beat("b1", "Ida Brack waits.", { conditions: { player_choice: "ask_how_many_shares" } })],
    });
    expect(reading.acts.map(({ text }) => text)).toEqual(["Ask how many shares"]);
  });

  it("[CA1364] of one case are the first way of it, of a thing that is named", () => {
    const choicesOf = (text: string) => readSmall({ beats: [beat("b1", `A hive. ${text}`)] }).reading.beats[0]?.choices;
    expect(choicesOf("GM: If you lift the lid with her (no roll) or for her (Hands), there is pencil on it.")).toEqual([
      { text: "lift the lid with her", result: "there is pencil on it" },
    ]);
    expect(choicesOf("GM: If you lift one with her, there is pencil on it.")).toEqual([]);
  });
});

describe("what an author sets beside the prose", () => {
  it("[CA1365] is no part of the opening: lists under headings of their own, and what is for the teller's eyes", () => {
    const { reading } = readSmall({
      premise:
        "# So far\n\nThe car quit on Wednesday.\n\n## What everyone thought\n\n- That it was the seniors.\n- That it was the Barn.\n\n## What was really going on (keeper's eyes only)\n\n1. Skip stole it.\n\nHe hid it well.",
    });
    expect(reading.opening).toEqual(["The car quit on Wednesday."]);
  });

  it("[CA1366] is told without footnotes and their marks", () => {
    const { reading } = readSmall({
      beats: [beat("b1", "The Cellarer opens.[^1] He says nothing.\n\n[^1]: He passes every night.")],
    });
    expect(reading.beats[0]?.told).toEqual(["The Cellarer opens.", "He says nothing."]);
  });

  it.each([
    ["clue", "There is a clue in the Barn.", "Look for the clue"],
    ["silence", "The silence holds.", "Keep silence"],
    ["confess", "They want you to confess.", "Confess"],
  ])("[CA1367] makes a deed of the tag %s", (tag, premise, text) => {
    const { reading } = readSmall({ premise, beats: [beat("b1", "Rain.", { conditions: { player_choice: tag } })] });
    expect(reading.acts.map((act) => act.text)).toEqual([text]);
  });

  it("[CA1367] makes a deed of a state in which one stays", () => {
    const conditions = { player_state: "awake after Compline" };
    const { reading } = readSmall({ beats: [beat("b1", "Rain.", { conditions })] });
    expect(reading.acts.map((act) => act.text)).toEqual(["Stay awake after Compline"]);
  });

  it("[CA1368] makes choices of a list with what comes of each behind an arrow", () => {
    const { reading } = readSmall({
      npcs: [person("Dot Holm", "Cook")],
      beats: [
        beat(
          "b1",
          'Dot Holm waits on the roof.\n\nOptions:\n- Smell the purple -> Boysenberry. Only the Barn served it (clue 3)\n- Follow Dot inside → She dropped eleven eggs; +1 trust with Dot\n- Ask Dot about it -> "A diary."\n- The sky -> blue',
        ),
      ],
    });
    expect(reading.beats[0]?.choices).toEqual([
      { text: "smell the purple", result: "Boysenberry. Only the Barn served it" },
      { text: "follow Dot inside", result: "She dropped eleven eggs" },
      { text: "ask Dot about it" },
    ]);
    expect(reading.beats[0]?.told.join(" ")).not.toContain("->");
  });
});

describe("notes among what is told", () => {
  const told = (text: string) =>
    readSmall({ npcs: [person("Asa Mork", "Cook")], beats: [beat("b1", text)] }).reading.beats[0]?.told;

  it.each([
    ["GM note: she volunteers nothing.", []],
    ['IF asked about the hand: "Stove."', []],
    ["IF guest eats: see rules, move on, do not gloat.", []],
    ["If pressed (Nerve): she looks at the water.", []],
    ["Do not make anybody cry.", []],
    ["Let them take the hand away.", []],
    ["The one tender scene.", []],
    ["Go on with read_the_slips.", []],
    ["If pressed kindly, he says that he carried it.", []],
    ["If she is shamed she will shut the door.", []],
    ["If Osk is trusted he will tell all of it.", []],
    ["If it rains she will close the shutters.", ["If it rains she will close the shutters."]],
    ["If you have the hilt, the two halves will meet.", []],
    ["If it is a tie you have a washer in your pocket.", []],
    ["If he learns that he was made a fool, he will not thank you.", []],
    ["If the box is not lined you hear each washer land.", []],
    ["If the rain is heavy nobody comes.", ["If the rain is heavy nobody comes."]],
    ["If the pump is free, says Osk, nobody will pay.", ["If the pump is free, says Osk, nobody will pay."]],
    ["If he learns of it, he will not thank you. But he will ask who did it.", []],
    ["If you know the name, it is at once worse. It is also, as it happens, true.", []],
    ["You may not do it quietly: it is read aloud.", []],
    ["The keeper: a small man with a lamp.", ["The keeper: a small man with a lamp."]],
  ])("[CA1362] [CA1580] [CA1622] %s", (text, kept) => {
    expect(told(`Asa Mork takes the plate. ${text} Flour is everywhere.`)).toEqual([
      "Asa Mork takes the plate.",
      ...kept,
      "Flour is everywhere.",
    ]);
  });

  it.each([
    ["You might cry him false, or buy the tooth, or ask him softly: who cut it? For at that word he went white.", []],
    ["You might cry him false, or buy the tooth. For three days nobody ate.", ["For three days nobody ate."]],
    ["Nobody ate. For it was Lent.", ["Nobody ate.", "For it was Lent."]],
    ["Will you choose the weapons and one condition, or refuse? The condition may be anything.", []],
    ["Will you take the plate, or refuse? The plate is hot.", ["The plate is hot."]],
  ])("[CA1581] [CA1624] %s", (text, kept) => {
    expect(told(`Asa Mork takes the plate. ${text} Flour is everywhere.`)).toEqual([
      "Asa Mork takes the plate.",
      ...kept,
      "Flour is everywhere.",
    ]);
  });

  it("[CA1362] that say what comes of a deed make a choice", () => {
    const { reading } = readSmall({
      npcs: [person("Asa Mork", "Cook")],
      beats: [
        beat("b1", "Asa Mork waits. IF you open the oven: the cat runs out. IF you touch the clock: say what it does."),
      ],
    });
    expect(reading.beats[0]?.choices).toEqual([{ text: "open the oven", result: "the cat runs out" }]);
  });
});
