// SPEC.md CA6455 to CA6457: headings that say when, cases of a decision, and decisions told of the player.
import { describe, expect, it } from "vitest";
import { beat, person, readSmall } from "./support/small-story.js";

const read = (description: string) => {
  const [one] = readSmall({
    npcs: [person("Ann Oke", "smith"), person("Bo Lind", "pilot")],
    beats: [beat("b1", description)],
  }).reading.beats;
  const ways = [
    ...(one?.decisions ?? []).map((text) => ({ text, result: undefined })),
    ...(one?.choices ?? []).map(({ text, result }) => ({ text, result })),
  ];
  return { told: (one?.told ?? []).join(" "), ways, clock: one?.clock };
};

describe("the heading of a beat", () => {
  it.each([
    ["## Before dawn, Day One\n- Ann knocks.", 1, 300],
    ["## Market day, Day Four\n- Ann knocks.", 4, undefined],
    ["## Camp on the ledge, the fourth night\n- Ann knocks.", 4, 1320],
    ["### Day 3, noon\nAnn knocks.", 3, 720],
  ])("[CA6455] says when it plays: %s", (text, day, minutes) => {
    expect(read(text).clock).toMatchObject({ day, ...(minutes === undefined ? {} : { minutes }) });
  });

  it("[CA6455] that says nothing of it leaves the hour open", () => {
    expect(read("## The Good Tablecloth\nAnn knocks.").clock).toBeUndefined();
  });
});

describe("cases behind a decision", () => {
  it("[CA6456] are what comes of the way with which they share a word", () => {
    const { told, ways } = read(
      "Ann knocks.\n- **Decision:** leave by the front, or slip out by the cellar. If it's the front, the street hears by noon; if it's the cellar, you see the broken wall.",
    );
    expect(told).toBe("Ann knocks.");
    expect(ways).toEqual([
      expect.objectContaining({ text: "leave by the front", result: "The street hears by noon" }),
      expect.objectContaining({ text: "slip out by the cellar", result: "You see the broken wall" }),
    ]);
  });

  it("[CA6456] that hang on who is there are told to nobody", () => {
    expect(read("Ann sweeps the loft. If Bo is here, he tells her about the post.").told).toBe("Ann sweeps the loft.");
  });

  it.each([
    "If the count comes out wrong, the mine is the Guild's.",
    "If you look up, you can see the weir.",
    "“If Bo is here, I go,” says Ann.",
  ])("[CA6456] stand where they say how things are: %s", (sentence) => {
    expect(read(`Ann sweeps the loft. ${sentence}`).told).toContain(sentence);
  });

  it("[CA6456] stand in a beat of the past", () => {
    expect(read("Ann swept the loft. If Bo was there, he said nothing.").told).toContain("If Bo was there");
  });
});

it("[CA6457] a decision that is told of the player is what the player may do", () => {
  const { told, ways } = read("A strand has popped.\n- **Decision:** the player climbs out, or lets Bo do it.");
  expect(told).toBe("A strand has popped.");
  expect(ways.map(({ text }) => text)).toEqual(["climb out", "let Bo do it"]);
});

it("[CA6459] what the teller is to do is no result, and the beginning of a way is that way", () => {
  const { ways } = read(
    "Bo asks for his name.\n- **Decision:** send him home, or keep him and take on the job of telling him who he is. If the player keeps him, write down three things about him.",
  );
  expect(ways.map(({ text }) => text)).toEqual([
    "send him home",
    expect.stringMatching(/^keep him and take on the job/),
  ]);
  expect(ways.map(({ result }) => result)).toEqual([undefined, undefined]);
});
