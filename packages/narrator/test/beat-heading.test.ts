// SPEC.md NA3491: a heading above a beat.
import { expect, it } from "vitest";
import { withoutPlaceHeading } from "../src/beat-heading.js";

it.each([
  ["The Lid, 1:20 a.m.", ["1:20 a.m."]],
  ["Monday, 11 p.m. The Lid.", ["Monday, 11 p.m."]],
  ["The Lid.", []],
  ["Thursday night, at the Lid.", ["Thursday night."]],
  ["The Lid is shut.", ["The Lid is shut."]],
  ["The Lid, upstairs, one lamp.", ["The Lid, upstairs, one lamp."]],
  ["The yard, noon.", ["The yard, noon."]],
])("[NA3491] says when, and not where the way has led: %s", (heading, told) => {
  expect(withoutPlaceHeading([heading, "Osk waits."], ["the Lid", "Lid"])).toEqual([...told, "Osk waits."]);
});

it("[NA3491] stays where nothing else is told, or further down", () => {
  expect(withoutPlaceHeading(["The Lid."], ["the Lid"])).toEqual(["The Lid."]);
  expect(withoutPlaceHeading(["Osk waits.", "He sits.", "The Lid."], ["the Lid"])).toHaveLength(3);
});

it.each([
  ["The Lid, Friday, in the dinner-hour, while Osk is out.", ["Friday, in the dinner-hour, while Osk is out."]],
  ["The Lid, Wednesday night or Thursday dinner.", []],
])("[NA4311] tells what goes on beside the hour, and no hour that is left open: %s", (heading, told) => {
  expect(withoutPlaceHeading([heading, "Osk waits."], ["the Lid", "Lid"])).toEqual([...told, "Osk waits."]);
});
