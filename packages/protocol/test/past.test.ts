import { describe, expect, it } from "vitest";
import { deedInPast, pastOf, pastTense, sentenceInPast, withSecondDeed } from "../src/english.js";

describe("the past", () => {
  it.each([
    ["is", "was"],
    ["goes", "went"],
    ["go", "went"],
    ["goeth", "went"],
    ["turneth", "turned"],
    ["taketh", "took"],
    ["runneth", "ran"],
    ["cometh", "came"],
    ["saith", "said"],
    ["hath", "had"],
    ["carries", "carried"],
    ["flogs", "flogged"],
    ["isn't", "wasn’t"],
    ["teeth", undefined],
    ["candle", undefined],
  ])("[PR870] of %s is %s", (form, past) => {
    expect(pastOf(form)).toBe(past);
  });

  it.each([
    ["spare her, and borrow the book while she rings", "spared her, and borrowed the book while she rings"],
    ["sit down and sort the letters", "sat down and sorted the letters"],
    ["kneel, and unlatch it", "knelt, and unlatched it"],
    ["buy ink and label", "bought ink and label"],
    ["buy pins and thread", "bought pins and thread"],
  ])("[PR4400] of %s is %s", (deed, told) => {
    expect(deedInPast(deed)).toBe(told);
  });

  it.each([
    ["tell Ada that you will see to it", "told Ada that you would see to it"],
    ["let Ada see that you are on her side", "let Ada see that you were on her side"],
    ["tell Ada that you do not know yet", "told Ada that you did not know yet"],
    ["tell Ada that you would say the same", "told Ada that you would say the same"],
    ["read the letter that you keep", "read the letter that you keep"],
  ])("[PR5840] of %s is %s", (deed, told) => {
    expect(deedInPast(deed)).toBe(told);
  });

  it("[PR4400] of what is drawn back or led astray is irregular", () => {
    expect(["withdraw", "mislead"].map(pastTense)).toEqual(["withdrew", "misled"]);
  });

  it.each([
    ["You are watched.", "You were watched."],
    ["You have back near half a span of it.", "You had back near half a span of it."],
    ["You lose the crossing in the brawl.", "You lost the crossing in the brawl."],
    ["The reeve turneth back alone.", "The reeve turned back alone."],
    ["Osric and Dame Joan join the company", "Osric and Dame Joan joined the company"],
    ["The porter of the gate laughs, and the dog barks.", "The porter of the gate laughed, and the dog barked."],
    ["The smith knoweth, or guesseth, what the carter bears.", "The smith knew, or guessed, what the carter bore."],
    ["You stop and listen.", "You stopped and listened."],
    ["You take the bread and go out.", "You took the bread and went out."],
    ["The door is opened; nobody sees it.", "The door was opened; nobody saw it."],
    ["The bank holds, and at noon boat two comes up.", "The bank held, and at noon boat two came up."],
    ["The lamp is lit, and the shutter left open.", "The lamp was lit, and the shutter left open."],
    ["They will not speak of it.", "They would not speak of it."],
    ["“I go where I go,” says Nan.", "“I go where I go,” said Nan."],
    ["Nan gives you the key. ", "Nan gave you the key. "],
  ])("[PR871] %s", (now, then) => {
    expect(sentenceInPast(now)).toBe(then);
  });

  it.each([
    "The taper was lit, and the door is shut.",
    "It is a hard thing to stand at, and the others saw.",
    "Whoever drinks of it is healed.",
    "If you refuse, the reeve walks on.",
    "A man who lies is seldom believed.",
    "You have bread and drink.",
    "The rain lifted after a day, and they raised the tent upon the sixth march.",
    "They reached the hut by the long walk.",
    "Who sees you?",
    "A cold night.",
    "“You are watched.”",
    "I am no fool.",
    "You must go back.",
  ])("[PR871] leaves %s", (sentence) => {
    expect(sentenceInPast(sentence)).toBe(sentence);
  });

  it.each([
    ["[wake] him up gently and ask who it was", "[wake] him up gently and [ask] who it was"],
    ["[open] the tin and ask {npc.o}", "[open] the tin and [ask] {npc.o}"],
    ["[take] the bread and salt", "[take] the bread and salt"],
    ["[fall] back and walk beside Osk", "[fall] back and [walk] beside Osk"],
    ["[say] nothing, take the tin, and look into it", "[say] nothing, [take] the tin, and [look] into it"],
    ["[ask] Osk, the cook, and wait", "[ask] Osk, the cook, and [wait]"],
  ])("[PR874] a deed goes on: %s", (deed, marked) => {
    expect(withSecondDeed(deed, (verb) => `[${verb}]`)).toBe(marked);
  });
});
