import { expect, it } from "vitest";
import { pastTense as past } from "@narratoria/protocol/english";

it.each([
  ["sign", "signed"],
  ["pin", "pinned"],
  ["admit", "admitted"],
  ["were", "were"],
  ["open", "opened"],
  ["carry", "carried"],
  ["take", "took"],
  ["sell", "sold"],
  ["leave", "left"],
  ["hear", "heard"],
  ["answer", "answered"],
  ["row", "rowed"],
  ["play", "played"],
])("[PC14] what was decided is told in the past: %s, %s", (lemma, expected) => {
  expect(past(lemma)).toBe(expected);
});
