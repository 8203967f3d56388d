import { describe, expect, it } from "vitest";
import { inThirdPerson, orderWithoutYou } from "../src/english.js";

describe("a player who is called by a role", () => {
  it.each([
    ["You leave the mill and go home.", "The keeper leaves the mill and goes home."],
    ["You stand still and listen.", "The keeper stands still and listens."],
    ["You are at the mill.", "The keeper is at the mill."],
    ["You have no bread, and Osk has none.", "The keeper has no bread, and Osk has none."],
    ["You do not ask.", "The keeper does not ask."],
    ["You no longer have the lamp.", "The keeper no longer has the lamp."],
    ["You take bread and water.", "The keeper takes bread and water."],
    ["Two days later you try the door.", "Two days later the keeper tries the door."],
    ["Osk gives you the lamp and goes.", "Osk gives the keeper the lamp and goes."],
    ["Osk gives you work.", "Osk gives the keeper work."],
    ["Osk frowns at you. You wait.", "Osk frowns at the keeper. The keeper waits."],
    ["You tell Osk that you will help.", "The keeper tells Osk that the keeper will help."],
    [
      "Your lamp is out, and what you know is yours.",
      "The keeper’s lamp is out, and what the keeper knows is the keeper’s.",
    ],
    ["You look around you.", "The keeper looks around."],
    ["You offer Osk your help.", "The keeper offers Osk help."],
    ["You and Osk are even.", "The keeper and Osk are even."],
    ["You all go on to the mill.", "They all go on to the mill."],
    ["You ask Osk: “Are you well? Is it your lamp?”", "The keeper asks Osk: “Are you well? Is it your lamp?”"],
    ["Osk sees your youth.", "Osk sees the keeper’s youth."],
  ])("[PR872] %s", (told, called) => {
    expect(inThirdPerson(told, "the keeper", false)).toBe(called);
  });

  it.each([
    ["You went to the mill.", "The keeper went to the mill."],
    ["You were at the mill.", "The keeper was at the mill."],
    ["You put the lamp down and read the book.", "The keeper put the lamp down and read the book."],
    ["You stood still and were watched.", "The keeper stood still and was watched."],
    ["Osk was glad to see you.", "Osk was glad to see the keeper."],
    ["You gave Osk your word.", "The keeper gave Osk a promise."],
  ])("[PR872] in the past: %s", (told, called) => {
    expect(inThirdPerson(told, "the keeper", true)).toBe(called);
  });

  it.each([
    ["Offer Maud your help", "Offer Maud help"],
    ["Look around you", "Look around"],
    ["Promise Maud your help to see it safe", "Promise Maud to help see it safe"],
    ["Promise Maud that you will help her see it safe", "Promise Maud to help her see it safe"],
    ["Give Maud your word that you will help her", "Give Maud a promise to help her"],
    ["Tell Maud that you will not do it", "Tell Maud no"],
    ["Tell Maud what you know", "Tell Maud what the keeper knows"],
    ["Ask Maud: “Are you well?”", "Ask Maud: “Are you well?”"],
  ])("[PR873] %s", (order, plain) => {
    expect(orderWithoutYou(order, "the keeper")).toBe(plain);
  });
});
