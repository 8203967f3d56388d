// SPEC.md DT305.
import { expect, it } from "vitest";
import { choiceIcon } from "../src/client/screens/story/choice-icons.js";

it("[DT305] gives deeds of a kind the same shape, and other kinds another", () => {
  expect(choiceIcon("Ask Odo")).not.toBeNull();
  expect(choiceIcon("Talk with Odo")).toBe(choiceIcon("Ask Odo"));
  expect(choiceIcon("Travel")).not.toBe(choiceIcon("Ask Odo"));
});

it.each(["", "Juggle", "constructor"])("[DT305] has no shape for the unknown kind %j", (label) => {
  expect(choiceIcon(label)).toBeNull();
});
