import { expect, it } from "vitest";
import { tidy } from "../src/scene/realise.js";

it.each([
  ["You go on to outside.", "You go outside."],
  ["you went to upstairs to find Osk.", "You went upstairs to find Osk."],
  ["You go on to the outside.", "You go on to the outside."],
])("[NA3160] %s is %s", (text, said) => {
  expect(tidy(text)).toBe(said);
});
