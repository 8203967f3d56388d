// SPEC.md NA2800: who the player is, as a model is told.
import { expect, it } from "vitest";
import { playerCard } from "../src/prose/player-card.js";

const people = new Map([["wim", { short: "Wim" }]]);

it("[NA2800] says who the player is, in the words of the author and the player", () => {
  const state = {
    player: {
      name: "Ada",
      past: [
        { kind: "class", of: "Auditor", text: "Sent by the bank" },
        { kind: "ability", of: "Auditor", text: "sits still" },
        { kind: "trait", of: "Human", text: "stubborn" },
        { kind: "relationship", of: "Canal child", npc: "wim", text: "Knew your mother." },
        { kind: "answer", of: "Whom do you owe?", text: "My brother" },
      ],
      restrictions: ["may not enter the counting-room alone", "has never dug in sand", "The player came alone."],
    },
  };
  expect(playerCard(state, people)).toEqual([
    "You are called Ada.",
    "Auditor: Sent by the bank.",
    "Auditor: sits still.",
    "You are like this: stubborn.",
    "Wim, of you: Knew your mother.",
    "Asked “Whom do you owe?”, you say: My brother.",
    "You may not enter the counting-room alone.",
    "You have never dug in sand.",
    "The player came alone.",
  ]);
});

it("[NA2800] says nothing of a player who has not said who they are", () => {
  expect(playerCard({ player: { name: "Ada", traits: [] } }, people)).toEqual([]);
  expect(playerCard({}, people)).toEqual([]);
});

it("[NA2800] says what the story of a player who has said who they are is about", () => {
  const past = [
    { kind: "answer", of: "Whom do you owe?", text: "My brother." },
    { kind: "theme", text: "what a lamp costs" },
    { kind: "theme", text: "who pays for it." },
  ];
  expect(playerCard({ player: { past } }, new Map())).toEqual([
    "Asked “Whom do you owe?”, you say: My brother.",
    "Your story is about what a lamp costs; who pays for it.",
  ]);
});
