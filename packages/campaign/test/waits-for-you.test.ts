import { describe, expect, it } from "vitest";
import { beat, person, readSmall } from "./support/small-story.js";

const npcs = [person("Osk", "Ringer")];
const first = (description: string, more = {}) =>
  readSmall({ npcs, beats: [beat("b1", description)], ...more }).reading.beats[0];

describe("what comes of a deed that nobody has done", () => {
  it.each([
    "If you only look and go down again, he will say nothing.",
    "One who stays, and misses supper for it, shall hear the rest.",
    "Whoever waits will be told.",
    "Anyone who pays will be let in.",
    "A hasty one will have the rope free by noon.",
  ])("[CA1508] is not told: %s", (sentence) => {
    expect(first(`Osk holds the rope. ${sentence}`)?.told).toEqual(["Osk holds the rope."]);
  });

  it.each([
    "If you listen you can hear the sea.",
    "One who sat by the door laughed.",
    "A young one will always ask.".replace("one", "dog"),
    "You will hear the bell.",
  ])("[CA1508] is told where it is no such thing: %s", (sentence) => {
    expect(first(`Osk holds the rope. ${sentence}`)?.told).toHaveLength(2);
  });

  it("[CA1508] is a choice where the player has another name and it is plain enough", () => {
    const consequences = ["The guest knows the word.", "The guest has the rope.", "The guest keeps the lamp."];
    const { reading } = readSmall({
      npcs,
      beats: [
        beat("b1", "Osk holds it. If the guest takes the rope from him for an hour he will sleep.", { consequences }),
      ],
    });
    expect(reading.beats[0]?.choices).toMatchObject([
      { text: "take the rope from him for an hour", result: "He will sleep" },
    ]);
    expect(reading.beats[0]?.told).toEqual(["Osk holds it."]);
  });
});

it("[CA1508] a motto above a beat is not told with it", () => {
  expect(first("*Knock, and it shall be opened.* — Matthew 7\n\nOsk opens the gate.")?.told).toEqual([
    "Osk opens the gate.",
  ]);
  expect(first("*Knock, knock, knock,* he says.\n\nOsk opens the gate.")?.told).toHaveLength(2);
});

it("[CA1509] somebody who has done something of themselves is stayed with", () => {
  const beats = [beat("b1", "Osk nods.", { conditions: { npc_state: { osk: "has marked how you stand" } } })];
  expect(readSmall({ npcs, beats }).reading.acts[0]?.text).toBe("Stay with Osk for a while");
});

describe("days and hours of a house that prays", () => {
  const clocks = (...texts: string[]) =>
    readSmall({ npcs, beats: texts.map((text, at) => beat(`b${at}`, text)) }).reading.beats.map(({ clock }) => [
      clock?.day,
      clock?.minutes,
    ]);

  it("[CA1510] [CA1511] are those of its offices, and of the month", () => {
    expect(
      clocks(
        "You come up on the evening of the eighth, with the snow beginning.",
        "On the ninth, between Terce and Sext, Osk sends you down.",
        "The rope is frozen.",
        "At Vespers on the tenth Osk wants a light.",
      ),
    ).toEqual([
      [1, 1200],
      [2, 540],
      [undefined, undefined],
      [3, 1080],
    ]);
  });

  it("[CA1511] are none of two dates alone, nor of dates that go back", () => {
    expect(clocks("On the ninth, Osk sings.", "On the tenth, Osk sleeps.").map(([day]) => day)).toEqual([
      undefined,
      undefined,
    ]);
    expect(
      clocks("On the ninth, he sings.", "On the third, he sleeps.", "On the tenth, he eats.").map(([day]) => day),
    ).toEqual([undefined, undefined, undefined]);
  });
});
