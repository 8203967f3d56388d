// The nouns of a text that one could ask about.
import { expect, it } from "vitest";
import { thingsIn } from "../src/english.js";

it.each([
  ["She turns the thimble over, and waits.", ["thimble"]],
  ["He puts his boat book down.", ["boat book", "book"]],
  ["Nobody opened the tin.", ["tin"]],
  ["From the well again, my angels, and mind the tin.", ["well", "tin"]],
  ["Come, my treasure! I want your thimble.", ["thimble"]],
])("finds things without the words that follow them, and no form of address: %s", (text, names) => {
  expect(thingsIn(text).map(({ name }) => name)).toEqual(names);
});
