import { describe, expect, it } from "vitest";
import { unheardNames } from "../src/index.js";
import { story } from "./support/fixture-story.js";

describe("names that a choice may not use yet", () => {
  it("[NA86] are people, places, topics and things that no text has named", () => {
    expect(unheardNames(story, "Ask Peel about the Salt Book", ["You came to weigh a cart."])).toEqual([
      "npc:jonas",
      "topic:salt-book",
    ]);
    expect(unheardNames(story, "Go to the Long Yard", [])).toContain("place:long-yard");
    expect(unheardNames(story, "Look behind the brass scales", ["A stove ticks."])).toEqual(["thing:the brass scales"]);
    expect(unheardNames(story, "Hand the brass tally to Orsolya", ["Orsolya looks up."], ["brass tally"])).toEqual([
      "thing:brass tally",
    ]);
  });

  it("[NA86] are free once any text has named them, by any of their names", () => {
    const told = [
      "Jonas Peel would like you not to ask.",
      "The Salt Book lies on its chain, and the scales say less. You still have your tally.",
    ];
    for (const choice of ["Ask Peel about the Salt Book", "Look behind the brass scales", "Show Peel the brass tally"])
      expect(unheardNames(story, choice, told, ["brass tally"]), choice).toEqual([]);
  });

  it("[NA86] are no plain words", () => {
    expect(unheardNames(story, "Wait, and see who comes", [])).toEqual([]);
    expect(unheardNames(story, "Turn the talk to something else", [])).toEqual([]);
    expect(unheardNames(story, "Search the corner", [], ["the corner"])).toEqual(["thing:the corner"]);
    expect(unheardNames(story, "Find a quiet corner, and rest", [], ["the corner"])).toEqual([]);
    expect(unheardNames(story, "Find a corner of the room and keep watch", [], ["the corner"])).toEqual([]);
  });
});
