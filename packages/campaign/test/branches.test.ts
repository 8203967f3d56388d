import { describe, expect, it } from "vitest";
import { beat, person, readSmall } from "./support/small-story.js";
import { asHappening } from "../src/reading/decisions/happening.js";
import {
  listedBranches,
  loneBranch,
  metInPassing,
  readBranches,
  treatedBranch,
} from "../src/reading/decisions/branches.js";

/** Deeds with what comes of each: "pay => He nods." */
const branchesOf = (...sentences: string[]): readonly string[] =>
  readBranches(sentences, sentences).branches.map(({ text, result }) =>
    result === undefined ? text : `${text} => ${result}`,
  );

describe("what comes of the deeds that a beat puts to the player", () => {
  it.each([
    [
      "[CA1590] stands behind a colon, a semicolon or an “and”, and in the sentences up to the next deed",
      [
        "The clerk holds out the sheet.",
        "You can sign; Mara cries with relief, and your name is on it.",
        "Or you can refuse and write the true number beside hers.",
        "Then she is frightened, and honest.",
      ],
      [
        "sign => Mara cries with relief, and your name is on it.",
        "refuse and write the true number beside hers => Then she is frightened, and honest.",
      ],
    ],
    [
      "[CA1590] of each of three",
      [
        "You can tell him to put it back: he does, and he does not speak to you for a day.",
        "You can witness it: then there are two of you who know.",
        "Or you try the next one on the rack.",
        "It reads full too.",
        "It isn't.",
      ],
      [
        "tell him to put it back => He does, and he does not speak to you for a day.",
        "witness it => There are two of you who know.",
        "try the next one on the rack => It reads full too. It isn't.",
      ],
    ],
    [
      "[CA1590] in what would be",
      [
        "You could ask him straight out what the lot costs and he'd tell you, to the penny, and look ten years older.",
        "You could ask him about the tune, and he'll pick up those shirts wet.",
      ],
      [
        "ask him straight out what the lot costs => He tells you, to the penny, and looks ten years older.",
        "ask him about the tune => He picks up those shirts wet.",
      ],
    ],
    [
      "[CA1591] behind conditions, with or without a comma",
      [
        "If you drop the tablet and look under the hem, there are two feet.",
        "If you cut a basket, river stones, and the watchman shouts.",
        "If you call the deputy you'll be doing the right thing, and he'll be gone by morning.",
      ],
      [
        "drop the tablet and look under the hem => There are two feet.",
        "cut a basket => River stones, and the watchman shouts.",
        "call the deputy => You are doing the right thing, and he'll be gone by morning.",
      ],
    ],
    [
      "[CA1592] behind commands side by side",
      [
        "There is felt in her lap.",
        "Line it, and the vote is secret.",
        "Leave it, and Osk can hear every coward.",
        "Mara does not say which.",
      ],
      ["line it => The vote is secret.", "leave it => Osk can hear every coward."],
    ],
    [
      "[CA1592] [CA1553] beside a command without one, before a question",
      [
        "Ask what is wrong with the car, and the eggs get cold.",
        "Knock, and she'll open it.",
        "Which play?",
        "Say nothing and pay for the hose.",
        "She'll remember that, too.",
        "Or just thank him and go, and he will follow.",
        "Or take her and ask: how did you know?",
        "Or ask him softly, what would he do if it were true?",
        "What do you say?",
      ],
      [
        "ask what is wrong with the car => The eggs get cold.",
        "knock => She opens it.",
        "say nothing and pay for the hose => She remembers that, too.",
        "thank him and go => He follows.",
        "take her and ask: “How did you know?”",
        "ask him softly what he would do if it were true",
      ],
    ],
    [
      "[CA1592] behind a condition and commands",
      [
        "He holds it out.",
        "If you leave it with him it may be gone by Thursday.",
        "Take it to Mara and it is a leaflet.",
        "Take it to Osk and it is a fist.",
      ],
      [
        "leave it with him => It may be gone by Thursday.",
        "take it to Mara => It is a leaflet.",
        "take it to Osk => It is a fist.",
      ],
    ],
    [
      "[CA1592] behind gerunds",
      [
        "Telling him gently costs an evening and gains a king.",
        "Telling him that all is well gains a night and loses him later.",
        "Not telling leaves it for someone worse.",
      ],
      [
        "tell him gently => That costs an evening and gains a king.",
        "tell him that all is well => That gains a night and loses him later.",
        "do not tell him => That leaves it for someone worse.",
      ],
    ],
    [
      "[CA1593] of what may be done, and of what somebody would do",
      [
        "It may be bought from him, with a moth; or it may be let out of him, by somebody who sits there; or he may be left to it, in which case he will tell the first who shouts.",
      ],
      ["buy it from him", "let it out of him", "leave him to it => He tells the first who shouts."],
    ],
    [
      "[CA1593] of what somebody does if asked",
      [
        "Mara will put the tape out tonight if you tell her to, and then everyone will come; or she'll put it in the vault if you ask.",
      ],
      ["tell Mara to put the tape out tonight => Everyone comes.", "tell her to put it in the vault"],
    ],
    [
      "[CA1594] of all of them alike",
      [
        "If you weigh a sack, it comes out light.",
        "If you cut a sack, a man shouts.",
        "Whichever is chosen, there is pitch on the floor.",
      ],
      [
        "weigh a sack => It comes out light. There is pitch on the floor.",
        "cut a sack => A man shouts. There is pitch on the floor.",
      ],
    ],
    [
      "[CA1590] apart from each other",
      [
        "You can call everyone in and lay it out: the card, the chit, the count.",
        "Some will want to run for the boats.",
        "You can give it to Mara.",
        "The clerk waits.",
        "Or you can say nothing.",
      ],
      ["call everyone in and lay it out => Some want to run for the boats.", "give it to Mara", "say nothing"],
    ],
    [
      "[CA1591] of what one would do",
      [
        "If you asked her to stand up, she would do it.",
        "If you went up the hill and asked for the book, the debt might be put right.",
        "It was past eleven, and it had begun to rain.",
      ],
      ["ask her to stand up => She does it.", "go up the hill and ask for the book => The debt might be put right."],
    ],
    [
      "[CA1592] of whom one believes",
      [
        "It is the first true thing.",
        "Believe him, and you have a foreman who says it again.",
        "Call him a liar, and he goes back to being one.",
      ],
      ["believe him => You have a foreman who says it again.", "call him a liar => He goes back to being one."],
    ],
    [
      "[CA1590] of what one may do",
      [
        "One may find it for him.",
        "One may tell him that there is no hurry.",
        "Or one may lay the paper in his hand and say nothing whatever; he will know it by the fold.",
      ],
      [
        "find it for him",
        "tell him that there is no hurry",
        "lay the paper in his hand and say nothing whatever => He will know it by the fold.",
      ],
    ],
    [
      "[CA1590] of two in one sentence",
      ["One may sit down by him, and be looked at; or one may finish one's breakfast, and be comfortable."],
      ["sit down by him => You are looked at.", "finish your breakfast => You are comfortable."],
    ],
  ])("%s", (_, sentences, branches) => {
    expect(branchesOf(...sentences)).toEqual(branches);
  });

  it.each([
    [["You can see the mill from here: it stands on a hill.", "You can hear it turn."]],
    [["If you are late, he waits.", "If you know the way, it is an hour."]],
    [["You have until six.", "Then she goes."]],
    [["Give a dog a bone, and he is yours."]],
    [["You can tell he is lying; his hands shake.", "You can feel the cold."]],
    [["Waiting suits him.", "Rowing takes an hour."]],
  ])("[CA1590] nothing is put by %j", (sentences) => {
    expect(branchesOf(...sentences)).toEqual([]);
  });

  it("[CA1591] stands behind a condition alone, of the first of two ways that is a deed", () => {
    const lone = (sentence: string) => loneBranch(sentence, sentence);
    expect(lone("If you are patient, or swear not to tell his uncle, he gets as far as the ladder.")).toEqual({
      text: "swear not to tell his uncle",
      result: "He gets as far as the ladder.",
    });
    expect(
      lone(
        "But if you promise to bring her an orange that tastes like one, or if you'll be his clerk for a day, she'll ask you in.",
      ),
    ).toEqual({ text: "promise to bring her an orange that tastes like one", result: "She asks you in." });
    expect(lone("To answer him is to be made to show one's working, aloud, in front of everyone.")).toEqual({
      text: "answer him",
      result: "You are made to show your working, aloud, in front of everyone.",
    });
    expect(
      lone("If somebody reads to him and does not stop, he will say of his own accord that he was there."),
    ).toEqual({
      text: "read to him and do not stop",
      result: "He says of his own accord that he was there.",
    });
    expect(lone("If you listen you can hear the sea.")).toBeUndefined();
    expect(lone("If you look up, he is there.")).toBeUndefined();
  });

  it.each([
    ["If pressed kindly, he says that he carried it.", "press him kindly => He says that he carried it."],
    ["If she is shamed she will shut the door.", "shame her => She shuts the door."],
    ["Asked properly, with clean hands, he will open it.", "ask him properly => He opens it."],
    ["Asked outright, at a halt, Osk unpicks the lining.", "ask Osk outright => Osk unpicks the lining."],
    ["If left alone, the boy will eat.", "leave the boy alone => The boy eats."],
    ["If pressed, the door gives.", undefined],
    ["Asked for by nobody, the soup is cold.", undefined],
    ["If it is pressed it rings.", undefined],
  ])("[CA1620] is what somebody does who is treated so: %s", (sentence, branch) => {
    const read = treatedBranch(sentence, sentence);
    expect(read && `${read.text} => ${read.result ?? ""}`).toBe(branch);
  });

  it("[CA1621] is told where a deed of words stands in the middle of a beat", () => {
    const met = (sentence: string) => metInPassing(sentence, sentence);
    expect(met("If you have been there, or ask him kindly what is in it, he takes off his apron and digs.")).toBe(
      "He takes off his apron and digs.",
    );
    expect(met("Asked outright, at a halt, Osk will open the lining.")).toBe("Osk opens the lining.");
    expect(met("If pressed, he says so.")).toBeUndefined();
    expect(met("If you break the door, he runs.")).toBeUndefined();
  });

  it("[CA1596] stands in a list behind a mark, or in the sentences after the deed", () => {
    const read = (...entries: string[]) => listedBranches(entries).map(({ text, result }) => `${text} => ${result}`);
    expect(
      read(
        "Sit with 7: she'll settle, and gives you a napkin.",
        "Neither, finish the round: on time. First and last time tonight.",
        "Let it go. She's bright.",
        "Refuse. You can. She writes down your name.",
        "**Drink the tea.** It's hot. +1. (You'll be interrupted.)",
        "The machine's right there.",
        'Say "not happy, come when you can": he takes his time.',
      ),
    ).toEqual([
      "sit with 7 => She settles, and gives you a napkin.",
      "finish the round => On time. First and last time tonight.",
      "let it go => She's bright.",
      "refuse => You can. She writes down your name.",
      "drink the tea => It's hot.",
      "say “Not happy, come when you can” => He takes his time.",
    ]);
    expect(read("Forty chairs.", "A hatch: soup comes out of it.", "One stove.")).toEqual([]);
    expect(read("Count the keys.", "Lock the door.")).toEqual([]);
    expect(read("You're a nurse: you witness.", "You're not: Osk does.", "Say wait: he waits.")).toEqual([
      "say wait => He waits.",
    ]);
  });

  it.each([
    [
      ["You may pretend to be bought.", "It will work for a day.", "Osk waits."],
      ["pretend to be bought => It works for a day."],
    ],
    [
      ["You may buy some news for three soldi: the mask was seen twice."],
      ["buy some news for three soldi => The mask was seen twice."],
    ],
    [
      ["You may ask the boy one question.", "He answers truthfully."],
      ["ask the boy one question => He answers truthfully."],
    ],
    [
      ["You may give ground once to learn a thing: he limps, or he is weeping."],
      ["give ground once to learn a thing => He limps."],
    ],
    [["You can walk to the mill.", "It stands on a hill."], []],
    [["You may see the mill from here.", "It stands on a hill."], []],
  ])("[CA1559] of one that may be done: %j", (sentences, branches) => {
    expect(branchesOf(...sentences)).toEqual(branches);
  });

  it("[CA1597] is what befalls whoever does it", () => {
    expect(
      branchesOf(
        "Here might you tell her all, and have a friend; or say that it was rope, and be watched; or walk beside Hugh.",
      ),
    ).toEqual(["tell her all => You have a friend.", "say that it was rope => You are watched.", "walk beside Hugh"]);
  });

  it("[CA1594] [CA1595] [CA1598] does not bring in whom it names, and what comes of any comes of each", () => {
    const { reading, castOf } = readSmall({
      npcs: [person("Osk", "Printer"), person("Nina", "Smith"), person("Ruth", "Clerk")],
      beats: [
        beat("b1", "Osk holds out the sheet. Take it to Nina and it is a leaflet. Take it to Ruth and it is a fist."),
        beat(
          "b2",
          "Osk runs in. There is a choice to be made quickly: the man, or the press. Whatever you do, Osk does the braver thing.",
        ),
        beat("b3", "Osk waits at the press. You may hold the ladder, refuse to, or ask Osk how often he has done it."),
      ],
    });
    expect(castOf("b1")).toEqual(["osk"]);
    expect(reading.beats[1]?.choices.filter(({ asks }) => asks === undefined)).toEqual([
      { text: "choose the man", result: "Osk does the braver thing.", decides: true },
      { text: "choose the press", result: "Osk does the braver thing.", decides: true },
    ]);
    expect(reading.beats[1]?.told).toEqual(["Osk runs in."]);
    expect(reading.beats[2]?.choices.map(({ text }) => text)).toContain("refuse to hold the ladder");
  });

  it.each([
    ["He'll ask what it looks like, the end.", "He asks what it looks like, the end."],
    [
      "He'd tell you, to the penny, and look ten years older.",
      "He tells you, to the penny, and looks ten years older.",
    ],
    [
      "She will shrug and like you better, and go and ask Osk.",
      "She shrugs and likes you better, and goes and asks Osk.",
    ],
    [
      "You'll be doing the right thing, and he'll be gone by morning.",
      "You are doing the right thing, and he'll be gone by morning.",
    ],
    [
      "He'll thank you, and something will happen to its tires.",
      "He thanks you, and something will happen to its tires.",
    ],
    ["She'll get a ride inside the hour.", "She'll get a ride inside the hour."],
    [
      "He'll be gone by morning, and they'll find the skates.",
      "He'll be gone by morning, and they'll find the skates.",
    ],
    ["She'll open it and say she was rehearsing.", "She opens it and says she was rehearsing."],
    ["They will go.", "They go."],
    ["It will be terrible.", "It is terrible."],
    ["There will be two of you who know.", "There are two of you who know."],
    ["He'd better go.", "He'd better go."],
    [
      "She'll say that she has been meaning to clear the boxes.",
      "She says that she has been meaning to clear the boxes.",
    ],
    ["“I'll go,” he says.", "“I'll go,” he says."],
    ["Osk says that she'd have docked you for it.", "Osk says that she'd have docked you for it."],
  ])("[CA1599] is told as it happens: %s", (result, told) => {
    expect(asHappening(result)).toBe(told);
  });

  it("[CA1590] no sentence of which all is such is told, and what describes stays", () => {
    const { taken } = readBranches(
      [
        "Osk waits.",
        "You can pay: he nods.",
        "Osk has a scale.",
        "Or you can go.",
        "He follows.",
        "Osk says: eat first.",
      ],
      [
        "Osk waits.",
        "You can pay: he nods.",
        "Osk has a scale.",
        "Or you can go.",
        "He follows.",
        "Osk says: eat first.",
      ],
    );
    expect([...taken].sort()).toEqual([1, 3, 4]);
    const line = [
      "Line it, and the vote is secret.",
      "Leave it, and Osk can hear.",
      "Osk does not tell you which.",
      "Osk says: eat.",
    ];
    expect([...readBranches(line, line).taken].sort()).toEqual([0, 1, 2]);
  });
});
