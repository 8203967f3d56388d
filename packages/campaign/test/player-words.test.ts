import { describe, expect, it } from "vitest";
import { beat, person, readSmall } from "./support/small-story.js";
import { findPlayerWords } from "../src/reading/player-words.js";

const roles = ["the prompter", "the delegate", "the ship's cook", "the new hand"];
const words = findPlayerWords([], [], roles);
const told = (sentence: string): string => words.inSecondPerson(sentence);

describe("the player's role in a sentence", () => {
  it.each([
    ["What frightens the prompter is not the roar.", "What frightens you is not the roar."],
    ["What the prompter fears is the roar.", "What you fear is the roar."],
    ["He does a sum for the prompter, who is his only friend.", "He does a sum for you, who are his only friend."],
    ["The delegate, who has no card, waits at the gate.", "You, who have no card, wait at the gate."],
    ["The prompter sees that mouth close.", "You see that mouth close."],
    ["Nor has the delegate been told of it.", "Nor have you been told of it."],
    ["Does the delegate know the road?", "Do you know the road?"],
    ["Only then does the new hand look up.", "Only then do you look up."],
    ["The lamp was lit by the new hand on Monday.", "The lamp was lit by you on Monday."],
    ["Osk hands the delegate a card and leaves.", "Osk hands you a card and leaves."],
    ["She moves it an inch nearer to the prompter's hand.", "She moves it an inch nearer to your hand."],
    ["Zorzi stands between the prompter and the dark.", "Zorzi stands between you and the dark."],
    [
      "It is raining, and the delegate has no coat and carries a bag.",
      "It is raining, and you have no coat and carry a bag.",
    ],
    ["When the delegate goes out, the gulls rise.", "When you go out, the gulls rise."],
    ["In casting up the ledger the delegate comes upon a blot.", "In casting up the ledger you come upon a blot."],
    ["He moves the tongs to where the new hand has put them.", "He moves the tongs to where you have put them."],
    ["When the delegate looks up, Osk is there, and he nods.", "When you look up, Osk is there, and he nods."],
    ["They look at the delegate.", "They look at you."],
    ["She asks the prompter whether it was flat.", "She asks you whether it was flat."],
  ])("[CA710] %s", (sentence, second) => {
    expect(told(sentence)).toBe(second);
  });

  it.each([
    "She has heard that the prompter of this house can get a paper to anyone.",
    "The prompter lifts one finger of his left hand.",
    "The delegate lays their hat on the table.",
    "After the rehearsal Osk saw the delegate hide his hat.",
    "Nobody sits so near as the prompter.",
    "Osk was the delegate before the war.",
    "The letter the delegate carries is sealed.",
    "Of all who came the delegate alone in the hall sits down.",
    "It is the office of the prompter.",
    "The delegate who came before left a hat.",
    "The delegate in the grey coat sits down.",
    "Whoever the prompter is, nobody looks down.",
  ])("[CA710] leaves as it is: %s", (sentence) => {
    expect(told(sentence)).toBe(sentence);
  });

  it.each([
    [
      "The door opens and lets in the player, and all are silent.",
      "The door opens and lets you in, and all are silent.",
    ],
    ["Ada takes along the player.", "Ada takes you along."],
    ["The ladder leads up the player's wall.", "The ladder leads up your wall."],
  ])("[CA1046] puts you before a particle: %s", (given, told) => {
    expect(findPlayerWords([], []).inSecondPerson(given)).toBe(told);
  });

  it("[CA1046] tells a premise in the second person", () => {
    const { reading } = readSmall({ premise: "The player was sent for to copy parts. Nobody met the player." });
    expect(reading.opening).toEqual(["You were sent for to copy parts. Nobody met you."]);
  });

  it("[CA710] says you for the player in any case", () => {
    expect(told("The player of the flute is the player.")).toContain("you");
    expect(told("What worries the player is the tide.")).toBe("What worries you is the tide.");
  });
});

describe("a player's character with a name", () => {
  const read = (playerName?: string) =>
    readSmall({
      ...(playerName === undefined ? {} : { playerName }),
      npcs: [person("Abel Crane", "Notary")],
      beats: [
        beat(
          "b1",
          "Ilse Marr stops at the bridge. Ilse must decide whether to go in, which all wait for, or to turn back.",
          {
            consequences: ["Ilse has the iron key", "Ilse has stood in the rain", "Ilse knows that the mill is sold"],
          },
        ),
        beat("b2", "Abel Crane reads, and Ilse listens."),
      ],
    }).reading;

  it("[CA1413] is the player in decisions and consequences, and is told of as the author does", () => {
    const [first, second] = read("Ilse Marr").beats;
    expect(first?.decisions).toEqual(["go in", "turn back"]);
    expect(first?.opens.map(({ kind }) => kind)).toEqual(["item", "note", "learn"]);
    expect(first?.told).toEqual(["Ilse Marr stops at the bridge."]);
    expect(second?.told).toEqual(["Abel Crane reads, and Ilse listens."]);
  });

  it.each(["(unnamed", "*", "[Your Name]", ""])("[CA1413] is nobody where the name is %j", (name) => {
    expect(read(name).beats[0]?.decisions).toEqual([]);
  });

  it("[CA1413] is nobody where the author names none", () => {
    expect(read().beats[0]?.decisions).toEqual([]);
  });
});

describe("a title that the author gives the player", () => {
  const beats = ["The Third rode down.", "Both made room for the Third.", "The Third walked round the whale."];
  const guidance = "The player was the Sworn Third, sent from over the heath.";
  const { inSecondPerson, asYou } = findPlayerWords([], ["Osk", "a smith"], [], { premise: "", beats, guidance });

  it("[CA1528] is the player's with its capital alone", () => {
    expect(inSecondPerson("The Third rode down, and Osk looked at the Third.")).toBe(
      "You rode down, and Osk looked at you.",
    );
    expect(asYou("The Sworn Third could swear them in.")).toBe("You could swear them in.");
    expect(inSecondPerson("The oath of the Third was broken.")).toBe("Your oath was broken.");
    expect(inSecondPerson("He gave the first section and coughed through the third.")).toBe(
      "He gave the first section and coughed through the third.",
    );
  });

  it("[CA1528] is nobody's where few beats speak of it, or somebody else has it", () => {
    const said = "The Third rode down.";
    expect(findPlayerWords([], [], [], { premise: "", beats: [said], guidance }).inSecondPerson(said)).toBe(said);
    const others = ["Osk", "the third"];
    expect(findPlayerWords([], others, [], { premise: "", beats, guidance }).inSecondPerson(said)).toBe(said);
  });
});

it("[CA1554] a role in what the author says to whoever makes a character is the player, told of in the third person", () => {
  const beats = ["The pilgrim wakes.", "Here might the pilgrim tell her all.", "The pilgrim unrolled the taper."];
  const guidance = "The pilgrim is some plain person of the town. Let the pilgrim say whose child it is.";
  const told = (given: readonly string[]) =>
    findPlayerWords([], ["a hired pilgrim"], [], { premise: "", beats: given, guidance });
  expect(told(beats).asYou("Here might the pilgrim tell her all.")).toBe("Here might you tell her all.");
  expect(told(beats).inSecondPerson("The pilgrim wakes.")).toBe("The pilgrim wakes.");
  expect(told(beats.slice(0, 2)).asYou("The pilgrim wakes.")).toBe("The pilgrim wakes.");
});
