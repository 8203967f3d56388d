// SPEC.md CA5846: endings written as lists.
import { expect, it } from "vitest";
import { withEntriesTold } from "../src/reading/ending-lists.js";

const other = "The Vale: was saved, and cheered.";
const told = (entry: string): string | undefined => withEntriesTold([other, entry])[1];

it.each([
  ["Tobin: swore the oath after all.", "Tobin swore the oath after all."],
  [
    "The Frost Court: withdrew beyond the wood. It sent a gift.",
    "The Frost Court withdrew beyond the wood. It sent a gift.",
  ],
  ["The price: the Queen went on sleeping.", "The Queen went on sleeping."],
  ["The Vale: the Beacon went out.", "The Beacon went out."],
  ["Last image: gold light on snow.", "Gold light on snow."],
  ["Mill Street: Somebody has painted the doors.", "Somebody has painted the doors."],
])("[CA5846] %s", (given, wanted) => {
  expect(told(given)).toBe(wanted);
});

it("[CA5846] leaves speech, lists of things and a single colon as they stand", () => {
  expect(told('Osk: "I am late."')).toBe('Osk: "I am late."');
  expect(told("Debts: bread, rope and lamp oil.")).toBe("Debts: bread, rope and lamp oil.");
  expect(withEntriesTold(["Then he said it: was it so bad?"])).toEqual(["Then he said it: was it so bad?"]);
  expect(withEntriesTold([other])).toEqual([other]);
});
