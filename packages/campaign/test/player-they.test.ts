import { describe, expect, it } from "vitest";
import { findPlayerWords } from "../src/reading/player-words.js";

const words = findPlayerWords([], []);
const told = (sentence: string): string => words.inSecondPerson(sentence);

describe("they, of the player", () => {
  it("[CA3504] behind a noun and of", () => {
    expect(told("The player must choose what to give: a day of their life, or the coat they came in.")).toBe(
      "You must choose what to give: a day of your life, or the coat you came in.",
    );
    expect(told("The player sees three of them.")).toBe("You see three of them.");
  });

  it.each([
    [
      "Osk asks the player to hold a pail and then, since they are there, to look.",
      "Osk asks you to hold a pail and then, since you are there, to look.",
    ],
    [
      "Two days out, with the Skerries astern, Osk asks the player whether they know the light.",
      "Two days out, with the Skerries astern, Osk asks you whether you know the light.",
    ],
    [
      "There is a parcel for the player, from a Mrs N. Ibbs, whom they never met.",
      "There is a parcel for you, from a Mrs N. Ibbs, whom you never met.",
    ],
    [
      "Whatever the player does, Osk stands next to them, and is so cold that he shakes.",
      "Whatever you do, Osk stands next to you, and is so cold that he shakes.",
    ],
    [
      "It needs Ann at the tap, someone at the door, and the player below with their eye on the dial.",
      "It needs Ann at the tap, someone at the door, and you below with your eye on the dial.",
    ],
    [
      "The skipper asks the player what they have, and to lay it on the table.",
      "The skipper asks you what you have, and to lay it on the table.",
    ],
    ["If the player says yes they've got the boat.", "If you say yes you've got the boat."],
    [
      "The player must hold themselves upright, or theirs is the next fall.",
      "You must hold yourself upright, or yours is the next fall.",
    ],
    ["The player puts down their lamp.", "You put down your lamp."],
  ])("[CA1572] %s", (sentence, second) => {
    expect(told(sentence)).toBe(second);
  });

  it.each([
    ["The knives lie before the player, and they are sharp.", "The knives lie before you, and they are sharp."],
    ["The player tells the hands that they may go.", "You tell the hands that they may go."],
    ["The men look at the player and lower their eyes.", "The men look at you and lower their eyes."],
    ["They look at the player, and their eyes are cold.", "They look at you, and their eyes are cold."],
    ["The player takes two knives and hides them.", "You take two knives and hide them."],
    ["Osk and the player go down, and they are quiet.", "Osk and you go down, and they are quiet."],
    ["The player hands Pip the cup, and they drink.", "You hand Pip the cup, and they drink."],
    ["If the player tells Osk to feed them, he laughs.", "If you tell Osk to feed them, he laughs."],
    [
      "The player lays the letter by the note: together they are a proof.",
      "You lay the letter by the note: together they are a proof.",
    ],
    ["The player could swear them in.", "You could swear them in."],
    ["Osk asks the player to hold them.", "Osk asks you to hold them."],
    ["The player hears “they are gone” through the wall.", "You hear “they are gone” through the wall."],
    ["Everybody turns to the player and says their name.", "Everybody turns to you and says their name."],
  ])("[CA1572] are others: %s", (sentence, second) => {
    expect(told(sentence)).toBe(second);
  });

  it("[CA1572] are the player behind a name, too, where the author always calls the player so", () => {
    const sentence = "The player hands Pip the cup, and they drink.";
    const beats = [
      "The player sees their hand.",
      "Ask the player whether they know.",
      "The player may go if they like.",
    ];
    const habit = findPlayerWords([], [], [], { premise: "", beats });
    expect(habit.inSecondPerson(sentence)).toBe("You hand Pip the cup, and you drink.");
  });
});

describe("verbs beside the player's", () => {
  it.each([
    [
      "When the player leans on the bin he puts himself before it, and laughs, and has to sit down.",
      "When you lean on the bin he puts himself before it, and laughs, and has to sit down.",
    ],
    [
      "When the player comes up the ladder Osk is on deck, smoking, and asks who it was.",
      "When you come up the ladder Osk is on deck, smoking, and asks who it was.",
    ],
    [
      "If the player buys his beer and praises the second lion, he talks.",
      "If you buy his beer and praise the second lion, he talks.",
    ],
    ["The player finds the page, reads it, and goes out.", "You find the page, read it, and go out."],
    ["The player opens the door, and the cook laughs and goes.", "You open the door, and the cook laughs and goes."],
    ["The player takes the lamp and the key and goes out.", "You take the lamp and the key and go out."],
    ["While the player waits, Osk counts the money and sighs.", "While you wait, Osk counts the money and sighs."],
    ["The player who can add knows that it is short.", "You who can add know that it is short."],
    ["The player who reads the tablet finds a name.", "You who read the tablet find a name."],
    ["The player has nuts, apples, and hears the bell.", "You have nuts, apples, and hear the bell."],
    [
      "Ann, who has heard how the player behaved at the mill, tells it to Osk.",
      "Ann, who has heard how you behaved at the mill, tells it to Osk.",
    ],
    ["Osk looks at the player and laughs.", "Osk looks at you and laughs."],
  ])("[CA1573] %s", (sentence, second) => {
    expect(told(sentence)).toBe(second);
  });
});
