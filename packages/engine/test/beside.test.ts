import { describe, expect, it } from "vitest";
import { besideOf } from "../src/scene/beside.js";
import { situationOf } from "../src/scene/situation.js";

const STATS = [
  { name: "charisma", min: 1, max: 20, default: 10 },
  { name: "stealth", min: 1, max: 20, default: 10 },
];
const linesOf = (...matter: Parameters<typeof situationOf>) => besideOf(situationOf(...matter));
const PRESENT = [{ id: "odo", name: "Odo Marsh" }];

describe("what stands beside a scene", () => {
  it("[EN40] says who is here, what you are good at, what you carry and what you promised", () => {
    const after = {
      player: {
        name: "Wren Ashdown",
        stats: { charisma: 14, stealth: 13 },
        traits: ["patient"],
        conditions: { wet: true },
      },
      inventory: {
        letter: { name: "letter", count: 1 },
        weight: { name: "clock weight", count: 1 },
        coin: { name: "coin", count: 3 },
      },
      people: { odo: { feeling: 31 } },
      threads: {
        a: { kind: "promise", state: "open", text: "your promise to Odo" },
        b: { kind: "debt", state: "due", text: "what you owe Marta" },
        c: { kind: "promise", state: "closed", text: "kept long ago" },
        d: { kind: "watcher", state: "open", text: "Odo has an eye on you" },
      },
    };
    const before = { ...after, inventory: { letter: { name: "letter" }, coin: { name: "coin" } } };
    expect(linesOf(before, after, PRESENT, STATS)).toEqual({
      here: ["Odo Marsh, warming to you"],
      you: ["Wren Ashdown", "charisma 14", "patient", "wet"],
      carrying: ["letter", "clock weight  (new)", "coin, 3"],
      promises: ["your promise to Odo", "what you owe Marta"],
    });
  });

  it.each([
    [75, "Odo Marsh, devoted"],
    [74, "Odo Marsh, fond"],
    [45, "Odo Marsh, fond"],
    [44, "Odo Marsh, warming to you"],
    [30, "Odo Marsh"],
    [-30, "Odo Marsh"],
    [-31, "Odo Marsh, wary"],
    [-45, "Odo Marsh, cold"],
    [-75, "Odo Marsh, hostile"],
  ])("[EN40] puts a feeling of %i in words", (feeling, words) => {
    expect(linesOf({}, { people: { odo: { feeling } } }, PRESENT, []).here).toEqual([words]);
  });

  it("[EN40] says nothing of what is not there, or not as it should be", () => {
    expect(linesOf({}, { inventory: { x: 7 }, threads: [], player: { name: "" } }, [], STATS)).toEqual({
      here: [],
      you: [],
      carrying: [],
      promises: [],
    });
  });
});
