// The nouns of a text that one could ask about.
import { expect, it } from "vitest";
import { isThing, thingsIn } from "../src/english.js";

it.each([
  ["She turns the thimble over, and waits.", ["thimble"]],
  ["He puts his boat book down.", ["boat book", "book"]],
  ["Nobody opened the tin.", ["tin"]],
  ["From the well again, my angels, and mind the tin.", ["well", "tin"]],
  ["At a quarter to three the tin is shut.", ["tin"]],
  ["He cut it in a quarter, and left.", ["quarter"]],
  ["Come, my treasure! I want your thimble.", ["thimble"]],
  ["He read the twenty-sixth, the himself of it.", []],
  ["She wanted his twenty-four, and the tin.", ["tin"]],
  ["The can the waves came out of has no lid.", ["waves"]],
])("finds things without the words that follow them, and no form of address: %s", (text, names) => {
  expect(thingsIn(text).map(({ name }) => name)).toEqual(names);
});

it.each(["clapped", "drowned", "e-y", "accused", "anyone"])(
  "takes no deed done and no piece of a word for a thing: %s",
  (word) => {
    expect(isThing(word)).toBe(false);
  },
);

it.each(["flowerbed", "watershed", "seaweed", "deed", "sled"])(
  "takes a noun for one that ends as a deed done does: %s",
  (word) => {
    expect(isThing(word)).toBe(true);
  },
);
