import { describe, expect, it } from "vitest";
import { beat, person, readSmall } from "./support/small-story.js";
import { alternativesIn, permittedIn, toldBeforeLeft } from "../src/reading/decisions/alternatives.js";
import { behindTheDeed, chosenIn } from "../src/reading/decisions/chosen-outcomes.js";
import { isDeed } from "../src/reading/decisions/deed-words.js";
import { readDecisions } from "../src/reading/decisions/options.js";

const decisionsOf = (...sentences: string[]): readonly string[] => readDecisions(sentences).decisions;

describe("decisions put in bare words", () => {
  it("[CA1500] are the deeds that a sentence at the end of a beat lists", () => {
    expect(decisionsOf("The smith waits.", "Pay him, threaten him, or walk away.")).toEqual([
      "pay him",
      "threaten him",
      "walk away",
    ]);
    expect(decisionsOf("The paper is on the desk.", "Sign, or don’t.")).toEqual(["sign", "refuse to sign"]);
    expect(decisionsOf("The door is shut.", "Ram the door or ring the bell.")).toEqual([
      "ram the door",
      "ring the bell",
    ]);
    expect(readDecisions(["The smith waits.", "Pay him or walk away.", "Nobody speaks."]).taken).toEqual(new Set([1]));
  });

  it("[CA1500] are a deed and others after it that begin with “Or”, without what they bring about", () => {
    expect(
      decisionsOf(
        "The boat is too heavy.",
        "Vent the tank and it floats.",
        "Or throw out the chests: twelve of them, and all the silver.",
        "Or pray.",
        "The mate looks at you.",
      ),
    ).toEqual(["vent the tank", "throw out the chests", "pray"]);
  });

  it.each([
    "Rain or shine, the mail comes.",
    "Sooner or later they ask.",
    "Two or three people laugh.",
    "He laughs, or coughs.",
    "You hear a cart or a wagon.",
    "Past the gate or over the wall.",
    "“Go home or stay,” he says.",
    "Do you stay, or do you go?",
  ])("[CA1500] are not found where none is put: %s", (sentence) => {
    expect(decisionsOf("The street is empty.", sentence)).toEqual([]);
  });

  it("[CA1500] are put at the end of a beat alone", () => {
    const rest = Array.from({ length: 6 }, (_, at) => `Bell ${at} rings.`);
    expect(decisionsOf("Pay him or walk away.", ...rest)).toEqual([]);
  });
});

it.each([
  ["team up", true],
  ["bail the boat", true],
  ["ram him", true],
  ["under the boat", false],
  ["badly done", false],
  ["the boat", false],
])("[CA1500] a verb in no list is one beside other deeds: %s", (words, is) => {
  expect(isDeed(words, true)).toBe(is);
  expect(isDeed(words, false)).toBe(false);
});

it.each([
  ["Feed the fire, or the dogs.", ["feed the fire", "feed the dogs"]],
  ["Put the hose on the fire, or on the flood.", ["put the hose on the fire", "put the hose on the flood"]],
  [
    "Tell the mate on the open line, where all can hear; tell her by hand; or keep it until port.",
    ["tell the mate on the open line", "tell her by hand", "keep it until port"],
  ],
  ["The letter can be burnt, or sent on to Osk.", ["burn the letter", "send the letter on to Osk"]],
  [
    "The gate may be opened before the crowd, and the names read; it may be given to Osk; or it may stay shut, as Nina asks.",
    ["open the gate before the crowd", "give the gate to Osk", "let the gate stay shut"],
  ],
  ["Jump now, or lose a leg between the hulls.", []],
  ["Sign, or hang.", []],
  ["The lamp could be seen from the road, or from the river.", []],
])("[CA1500] bare words at the end of a beat: %s", (sentence, ways) => {
  expect(decisionsOf("The mate waits.", sentence)).toEqual(ways);
});

it.each([
  [
    "You must settle whether the tenants are to hear of it tonight, at the meeting, or not until after the show.",
    ["let the tenants hear of it tonight", "wait until after the show"],
  ],
  ["It is up to you whether to open the gate or leave it shut.", ["open the gate", "leave it shut"]],
  ["It is for you to say whether he hangs or walks.", ["let him hang", "let him walk"]],
  ["You have to choose between the north road and the river.", ["choose the north road", "choose the river"]],
  ["You have to decide between telling Osk and telling nobody.", ["tell Osk", "tell nobody"]],
  ["The choice is yours: run, hide, or talk.", ["run", "hide", "talk"]],
  ["There are two ways out: through the scullery, or over the wall.", ["go through the scullery", "go over the wall"]],
  [
    "What you write is up to you: the truth; or three lines of it; or nothing.",
    ["write the truth", "write three lines of it", "write nothing"],
  ],
  [
    "Front door, drain or roof: somebody has to say which, and it is you.",
    ["choose the front door", "choose the drain", "choose the roof"],
  ],
  ["To tell it, to hush it, or to dither till noon: that is up to you.", ["tell it", "hush it", "dither till noon"]],
  ["Whether you tell her is up to you.", ["tell her", "decide not to tell her"]],
  ["Somebody goes first: you, or the other man.", ["go first", "let the other man go first"]],
  [
    "Who gets the third seat: Osk, who can rig a tow, or Nina, who cannot?",
    ["give the third seat to Osk", "give the third seat to Nina"],
  ],
  [
    "Where do you go first: the mill, the chapel or the weir?",
    ["go to the mill", "go to the chapel", "go to the weir"],
  ],
  [
    "What do you tell her: the truth, half of it, or nothing?",
    ["tell her the truth", "tell her half of it", "tell her nothing"],
  ],
  ["Which way: left, towards the mill, or right, down to the weir?", ["choose left", "choose right"]],
  [
    "And what about the log: inside your coat, copied and left, or handed to Osk?",
    ["keep the log inside your coat", "copy and leave the log", "hand the log to Osk"],
  ],
  ["There is the money: keep it, split it, or give it back?", ["keep the money", "split it", "give it back"]],
  ["So do you stay, or take her home?", ["stay", "take her home"]],
  ["Do I show her or don't I?", ["show her", "decide not to show her"]],
  [
    "Is he laid on the bench; is he kept in the chest; or can Osk be brought to open it?",
    ["lay him on the bench", "keep him in the chest", "bring Osk to open it"],
  ],
  ["Should the gate be opened to them, or kept shut?", ["open the gate to them", "keep the gate shut"]],
  [
    "Is the child to be told now, or only when they are across?",
    ["tell the child now", "tell the child only when they are across"],
  ],
])("[CA1524] one sentence leaves to the player: %s", (sentence, ways) => {
  expect(alternativesIn(sentence)).toEqual(ways);
});

it.each([
  "You cannot say whether he is asleep or dead.",
  "He asks you whether you came by the road or by the river.",
  "The question, blotted heavily: is it snowing still?",
  "Is it a dog or a wolf?",
  "She could be in the attic, or in the cellar.",
  "You decide nothing tonight, or you decide everything.",
  "Either it opens now and she says it, or the box goes to the man in the coat.",
  "However you answer, by paying, by laughing or by going thirsty, it will be told.",
])("[CA1524] nothing is left to the player: %s", (sentence) => {
  expect(alternativesIn(sentence)).toEqual([]);
});

const putBy = (...sentences: string[]): readonly string[] => {
  const { decisions, choices } = readDecisions(["The street is empty.", ...sentences]);
  return [...decisions, ...choices.map(({ text }) => text)];
};

describe("deeds that several sentences put", () => {
  it.each([
    [
      [
        "You could lift the latch (lift, then pull) and see who comes.",
        "Or keep them in till you've found somebody to take the lot.",
      ],
      ["lift the latch and see who comes", "keep them in till you've found somebody to take the lot"],
    ],
    [
      [
        "Is it to be measured with a cord, now, before all?",
        "Is it to be measured alone?",
        "A person might also scrape the moss off.",
      ],
      ["measure it with a cord", "measure it alone", "scrape the moss off"],
    ],
    [
      [
        "One could ask the child.",
        "Or put it to the whole court: who shot this?",
        "Asking nobody was a third way, and kept her out of it.",
      ],
      ["ask the child", "put it to the whole court", "ask nobody"],
    ],
    [
      ["Pour it out, and where?", "Go and wake the cook?", "Call the number on the wall?"],
      ["pour it out", "go and wake the cook", "call the number on the wall"],
    ],
    [
      ["It could be halved, and no names named.", "It could go by the stone."],
      ["halve it", "let it go by the stone"],
    ],
    [
      ["It'd be easy to ask him about the bill.", "Harder to ask what's in the tin."],
      ["ask him about the bill", "ask what's in the tin"],
    ],
    [
      ["You might yell back, it's expected.", "Or do what nobody has done here, and take your hat off."],
      ["yell back", "take your hat off"],
    ],
    [["You may set the bowl upon the scale."], ["set the bowl upon the scale"]],
    [["You may spar with him for the truth: three touches, three answers."], ["spar with him for the truth"]],
    [
      ["Ask him whose it is.", "Tell him the man lived.", "Or close the lid."],
      ["ask him whose it is", "tell him the man lived", "close the lid"],
    ],
  ])("[CA1525] %s", (sentences, ways) => {
    expect(putBy(...sentences)).toEqual(ways);
  });

  it("[CA1525] a condition beside them is a deed with its result", () => {
    const { choices } = readDecisions([
      "She holds it out.",
      "You could hide it.",
      "If you take it, it is evidence by Friday.",
    ]);
    expect(choices).toEqual([{ text: "hide it" }, { text: "take it", result: "it is evidence by Friday" }]);
  });

  it.each([
    [["You could see the whole town.", "You could hear the sea."]],
    [["You can tell he is lying.", "You can feel the cold."]],
    [["You may ask him anything but that."]],
    [["It is late.", "Go home?"]],
    [["The gulls could be heard.", "The sea could be seen."]],
    [["Say it now.", "Whatever it is, say it kindly."]],
  ])("[CA1525] nothing is put by %s", (sentences) => {
    expect(putBy(...sentences)).toEqual([]);
  });
});

it("[CA1532] things side by side, each with what it is like, are to be chosen from where the beat asks for one", () => {
  const ports = [
    "Storr, 31 hours, police on the quay.",
    "Kilbeg, 38, no questions.",
    "Lee of the island, 16, and sit it out.",
  ];
  const of = (...sentences: string[]): readonly string[] => readDecisions(sentences).decisions;
  expect(of("She has the dividers out.", ...ports, "She listens to her mate.")).toEqual([
    "choose Storr",
    "choose Kilbeg",
    "choose Lee of the island",
  ]);
  expect(readDecisions([...ports, "Which one?"]).taken.size).toBe(0);
  expect(of("She wants an answer.", "Open Form: no cure, no pay.", "Day rate: paid whatever happens.")).toEqual([
    "choose Open Form",
    "choose Day rate",
  ]);
  expect(of("She has the dividers out.", ...ports)).toEqual([]);
  expect(of("Which one?", "Storr, 31 hours.", "It rains.")).toEqual([]);
});

it.each([
  [
    "He offered a pear, and it lay with you whether to ask him why he had never said so, or to sit and let him come to it, which might take until dark.",
    ["ask him why he had never said so", "sit and let him come to it"],
    "He offered a pear.",
  ],
  [
    "You had to consider whether to praise the gauge, which would please Osk, or to ask Nina to read it; and either way you saw the key.",
    ["praise the gauge", "ask Nina to read it"],
    undefined,
  ],
  [
    "You had to make up your mind whether a child might be sworn to silence, which she would keep, or sent to tell her mother, or simply thanked, and asked what it meant.",
    ["swear the child to silence", "send the child to tell her mother", "thank the child"],
    undefined,
  ],
  [
    "You were left to settle with yourself, and the candle was not long, whether you would carry this to Nina tonight, while her light was still burning, or keep it by you until you knew.",
    ["carry this to Nina tonight", "keep it by you until you knew"],
    undefined,
  ],
])("[CA1524] [CA1625] what is left to the player at length: %s", (sentence, ways, lead) => {
  expect(alternativesIn(sentence)).toEqual(ways);
  expect(toldBeforeLeft(sentence)).toBe(lead);
});

it.each([
  [
    "You may ask him about the jar, or you may pocket the wick and say nothing, and he will think the better or the worse of you.",
    ["ask him about the jar", "pocket the wick and say nothing"],
  ],
  [
    "You can take the low road, the high road or the train.",
    ["take the low road", "take the high road", "take the train"],
  ],
  [
    "You may take the rope, and ring, and be of use; or may go out as far as the first cairn and bring in a boy and two mules by the sleeve.",
    ["take the rope", "go out as far as the first cairn and bring in a boy"],
  ],
  [
    "You can go by it and take your bag up to the fourth floor like a sensible visitor, or you can carry it.",
    ["go by it and take your bag up to the fourth floor", "carry it"],
  ],
  ["You can see the sea or the town.", []],
])("[CA1526] what the player may do: %s", (sentence, ways) => {
  expect(permittedIn(sentence)).toEqual(ways);
});

describe("outcomes that the player chooses", () => {
  it.each([
    ["You pay well, and the quick water carries you up.", "pay well", "The quick water carries you up."],
    ["You hire Ada with her boat, and she sings you off.", "hire Ada with her boat", "She sings you off."],
    ["You take Osk, who is sick and delighted by it.", "take Osk", "Osk is sick and delighted by it."],
    ["You bargain badly, and spend the night on a bank.", "bargain badly", "You spend the night on a bank."],
    ["You take the boat alone, with a list of wishes.", "take the boat alone", ""],
    ["You refuse the coin.", "refuse the coin", ""],
    ["You go back, or sit down with Osk.", "sit down with Osk", ""],
  ])("[CA5924] tells what stands behind the deed of %s", (sentence, deed, behind) => {
    expect(behindTheDeed(sentence, deed)).toBe(behind);
  });

  it("[CA1501] are deeds of the player's", () => {
    expect(chosenIn("You go back to the van, or sit down with Osk at the table.")).toEqual([
      "go back to the van",
      "sit down with Osk at the table",
    ]);
    expect(chosenIn("You refuse the coin.")).toEqual(["refuse the coin"]);
  });

  it.each([
    "You lose the lantern.",
    "You are caught.",
    "You hear a bell.",
    "Osk goes home.",
    "You let it in (let_it_in).",
  ])("[CA1501] are none where it befalls the player, or is another's: %s", (text) => {
    expect(chosenIn(text)).toEqual([]);
  });
});

describe("what the player could do, a sentence each", () => {
  const choicesOf = (text: string) => {
    const { reading } = readSmall({ npcs: [person("Osk", "Vicar")], beats: [beat("b1", `Osk looks up. ${text}`)] });
    const [read] = reading.beats;
    return { told: read?.told, choices: read?.choices.map((choice) => choice.text) };
  };

  it("[CA1517] is a choice each, in as many words as name the deed", () => {
    expect(
      choicesOf(
        "You could tell them. You could say, in that strange late voice, that he has died, and let the lawn go quiet. You could also bring the raffle forward, and let them have ten minutes.",
      ),
    ).toEqual({
      told: ["Osk looks up."],
      choices: [
        "tell them",
        "say that he has died and let the lawn go quiet",
        "bring the raffle forward and let them have ten minutes",
      ],
    });
    expect(
      choicesOf("You could ask who. You could also not ask, and sit on the other bucket for a bit.").choices,
    ).toEqual(["ask who", "sit on the other bucket for a bit"]);
  });

  it.each(["You could see the sea.", "You could hear him. You could feel the cold.", "You could ask who."])(
    "[CA1517] is none alone, nor what is only noticed: %s",
    (text) => {
      expect(choicesOf(text).choices).toEqual([]);
    },
  );
});

describe("what comes of choices", () => {
  const choicesOf = (text: string, consequences: string[] = []) => {
    const { reading } = readSmall({
      npcs: [person("Osk", "Printer")],
      beats: [beat("b1", `Osk takes down the sheet. ${text}`, { consequences })],
    });
    const [read] = reading.beats;
    return [
      ...(read?.decisions ?? []),
      ...(read?.choices ?? []).map(({ effects = [], ...choice }) => {
        changes.set(
          choice.text,
          effects.map(({ kind, path, faction, value }) => [kind, path ?? faction, value]),
        );
        return choice;
      }),
    ];
  };
  /** What each choice changes, by its words. */
  const changes = new Map<string, unknown>();

  it("[CA1520] are put by what the player is near enough to do, and cut before what says why", () => {
    expect(choicesOf("You are near enough to take his arm, if he should be kept from it, or to stand back.")).toEqual([
      { text: "take his arm" },
      { text: "stand back" },
    ]);
    expect(
      choicesOf("You can bring the sheet up to Osk so that he reads it at his own table, or you can keep it."),
    ).toEqual([
      { text: "bring the sheet up to Osk", decides: true },
      { text: "keep it", decides: true },
    ]);
  });

  it("[CA1521] is what consequences say, with the tag, by shared words and else in their order", () => {
    const put = "You can put the sheet in your pocket, or show it to the editor.";
    expect(
      choicesOf(put, [
        "If you kept it (kept-the-sheet), Osk thinks the better of you",
        "If the editor has it (gave-up-the-sheet), he will be comparing paper by evening",
        "Osk goes home",
      ]),
    ).toEqual([
      {
        text: "put the sheet in your pocket",
        decides: true,
        tag: "kept-the-sheet",
        result: "Osk thinks the better of you",
      },
      {
        text: "show the sheet to the editor",
        decides: true,
        tag: "gave-up-the-sheet",
        result: "He will be comparing paper by evening",
      },
    ]);
    // One of two is said of, and points are for whoever counts them.
    expect(choicesOf(put, ["If you showed it, Osk thinks worse of you by three"])).toEqual([
      { text: "put the sheet in your pocket", decides: true },
      { text: "show the sheet to the editor", decides: true },
    ]);
    expect(choicesOf(put, ["If you sing, the lamp goes out"])).toEqual([
      { text: "put the sheet in your pocket", decides: true },
      { text: "show the sheet to the editor", decides: true },
    ]);
  });

  it("[CA1521] is said in bidden words, in past ones, and of what is done to somebody", () => {
    const put =
      "You could lift the latch. Or keep them in till Monday. It was also possible to ask Osk about the cough.";
    expect(
      choicesOf(put, [
        "Let them fly and Nina tells the whole of it twice",
        "Keep them in and they are safe; Trust +1",
        "If Osk was asked: he went red till Thursday",
      ]),
    ).toEqual([
      { text: "lift the latch", decides: true, result: "Nina tells the whole of it twice" },
      { text: "keep them in till Monday", decides: true, result: "They are safe" },
      { text: "ask Osk about the cough", decides: true, result: "He went red till Thursday" },
    ]);
    expect(
      choicesOf("You can go by it, or get your arms around it.", [
        "If you carried it, she says that dinner is at seven",
        "If you went around it, Nina carries it up by morning",
      ]),
    ).toEqual([
      { text: "go by it", decides: true, result: "Nina carries it up by morning" },
      { text: "get your arms around it", decides: true, result: "She says that dinner is at seven" },
    ]);
  });

  it("[CA1521] [CA1685] loses what is only counted, which is what the choice changes", () => {
    const put = "Osk holds out the book. The player must choose whether to take the book, or make him ask twice.";
    const counted = choicesOf(put, [
      "Took the book: Mill House +1, and the town calls you Clerk",
      "Made him ask twice: Osk makes a note, River Guild -2. He is slow about it",
      "Marks still owing: 9",
    ]);
    expect(counted).toEqual([
      { text: "take the book", decides: true, result: "The town calls you Clerk" },
      { text: "make him ask twice", decides: true, result: "Osk makes a note. He is slow about it" },
    ]);
    expect(changes.get("take the book")).toEqual([["world", "mill_house", "+1"]]);
    expect(changes.get("make him ask twice")).toEqual([["world", "river_guild", "-2"]]);
  });

  it("[CA1521] is that of the deed done or left undone", () => {
    expect(
      choicesOf("Do you tell her that the book is short?", [
        "Told her: she offers the mule, and means it. River Guild +1",
        "Didn't tell her: you have a secret from the one person who fed you",
      ]),
    ).toEqual([
      { text: "tell her that the book is short", decides: true, result: "She offers the mule, and means it" },
      {
        text: "decide not to tell her that the book is short",
        decides: true,
        result: "You have a secret from the one person who fed you",
      },
    ]);
  });

  it("[CA1527] names choices that the beat's text leaves out, told of the player where nobody else is named", () => {
    expect(
      choicesOf("Nina lays a piece of strap on the board.", [
        "Ate the piece: honoured the house and took a meal from it; Hamar +1",
        "Rang the bell: the parish came, and was ashamed",
        "Threw it in the sea: no shooter, and a child who did not speak",
        "Let him go by the yard: The Open Yard",
        "If you had the key, the door is open",
        "Note: the strap is the last of its kind",
        "Nina is hungry",
      ]),
    ).toEqual([
      { text: "eat the piece", result: "You honoured the house and took a meal from it" },
      { text: "ring the bell", result: "The parish came, and was ashamed" },
      { text: "throw it in the sea" },
      { text: "let him go by the yard" },
    ]);
    // One alone may be anything, and what was done long before is no choice.
    expect(choicesOf("Nina waits.", ["Rang the bell: the parish came"])).toEqual([]);
    expect(
      choicesOf("Nina waits.", ["If you took the money, she knows", "If you kept the ring, she asks for it"]),
    ).toEqual([]);
  });

  it("[CA3503] names the two ways of a plain question, and is not put beside them", () => {
    const answers = ["Rang the bell: the parish came", "Went home: nobody ever knew"];
    expect(choicesOf("Osk holds his breath. Do you wake the parish?", answers)).toEqual([
      { text: "ring the bell", decides: true, result: "The parish came" },
      { text: "go home", decides: true, result: "Nobody ever knew" },
    ]);
    // What is said of one of them is said of it, and no third way.
    expect(
      choicesOf("Osk holds his breath. Do you wake the parish?", [
        "Woke the parish: they came",
        "Went home: it rained",
      ]),
    ).toEqual([
      { text: "wake the parish", decides: true, result: "They came" },
      { text: "decide not to wake the parish", decides: true, result: "It rained" },
    ]);
  });

  it("[CA1540] is a choice by itself where it says what the player does, and the beat tells of it", () => {
    const told = "Osk stands in front of the carp with his arms out.";
    expect(
      choicesOf(told, ["If you promise to save the carp (promise-the-carp), Osk will do anything at all"]),
    ).toEqual([{ text: "promise to save the carp", tag: "promise-the-carp", result: "Osk will do anything at all" }]);
    expect(choicesOf(told, ["If you sold or promised the carp, Hamar thinks better of you by ten"])).toEqual([
      { text: "sell or promise the carp" },
    ]);
    expect(choicesOf(told, ["If you feed the carp, it is remembered, and can be called on"])).toEqual([
      { text: "feed the carp" },
    ]);
    expect(choicesOf(told, ["If you had the key, the door is open"])).toEqual([]);
    expect(choicesOf(told, ["If the carp is fed, Osk is glad"])).toEqual([]);
  });

  it("[CA1548] [CA1549] are put in deeds, and told of the player", () => {
    expect(
      choicesOf(
        "You may give it, and mean it or not; you may refuse an old lady in her own room; or you may ask her why she is not angrier.",
        [
          "If the player promises, Nina likes them, and the bill stays",
          "If the player refuses, Nina respects them, and Osk strikes out the verses and keeps one",
        ],
      ).slice(0, 2),
    ).toEqual([
      { text: "give it", decides: true, result: "Nina likes you, and the bill stays" },
      {
        text: "refuse an old lady in her own room",
        decides: true,
        result: "Nina respects you, and Osk strikes out the verses and keeps one",
      },
    ]);
    expect(
      choicesOf("You could ring the bell. Or is there some third thing that can be said?", [
        "If the bell is rung, Osk goes home",
        "If the sheet is spoken of or laid on the table, Nina goes out",
        "If the silence is kept, and Nina knows by now, she stands up",
      ]).map((one) => (typeof one === "string" ? one : one.text)),
    ).toEqual(["ring the bell", "speak of the sheet"]);
  });

  it("[CA1551] are asked for by choices, and not by what is told", () => {
    const toldOf = (consequences: string[]) =>
      readSmall({
        npcs: [person("Nina", "a smith")],
        beats: [
          beat("one", "Nina cuts the bread. Do you let the printer have it? The lamp burns. What do you say to him?", {
            consequences,
          }),
        ],
      }).reading.beats[0]?.told.join(" ");
    const both = ["If the printer is blamed, Nina is polite", "If the slip is burnt, Nina goes out"];
    expect(toldOf(both)).toBe("Nina cuts the bread. The lamp burns.");
  });

  it("[CA1527] does not come of the beat, where it comes of a choice", () => {
    const { reading } = readSmall({
      npcs: [person("Nina", "a smith"), person("Osk", "a smith")],
      beats: [
        beat("one", "Nina and Osk look at you.", {
          consequences: ["Stood by Nina: Hamar +1", "Stood by Osk: Eyri +1", "Eyri thinks worse of you by two"],
        }),
      ],
    });
    const [read] = reading.beats;
    expect(read?.choices.map(({ text }) => text)).toEqual(["stand by Nina", "stand by Osk"]);
    expect(read?.opens.map(({ text }) => text)).toEqual(["Eyri thinks worse of you by two"]);
    const alone = beat("two", "Nina waits.", { consequences: ["Rang the bell: the parish came"] });
    const opened = readSmall({ npcs: [person("Nina", "a smith")], beats: [alone] }).reading.beats[0]?.opens;
    expect(opened?.map(({ text }) => text)).toEqual(["Rang the bell: the parish came"]);
  });
});
