import type { PlotBeat } from "@narratoria/protocol/contracts";
import { describe, expect, it } from "vitest";
import { waitedTags, withoutTags } from "../src/reading/declared-tags.js";
import { beat, person, readSmall } from "./support/small-story.js";

const OSK = person("Osk", "a ferryman");

/** Reads a beat that comes before one with these conditions. */
function readBoth(first: Partial<PlotBeat>, conditions: NonNullable<PlotBeat["conditions"]>) {
  const { reading } = readSmall({
    npcs: [OSK],
    beats: [
      beat("beat_001", "Osk stands in the door of the shed. He would like you to promise him the boat.", first),
      beat("beat_002", "The boat is out.", { conditions }),
    ],
  });
  const [one] = reading.beats;
  return {
    acts: reading.acts.map(({ text }) => text),
    flags: one?.opens.flatMap(({ kind, path }) => (kind === "flag" ? [path] : [])),
    choices: one?.choices,
    outcomes: one?.outcomes,
  };
}

describe("a tag that a consequence declares", () => {
  it.each([
    ["The player has the key and has seen the grey knot (has-the-key)", "has-the-key"],
    ["There is something on the shelf to sell, sort of (open-for-business).", "open-for-business"],
    ["Osk owes the player a bottle [flag: owed_a_bottle]", "owed_a_bottle"],
    ["The player is trusted by the house (tag: in-the-house)", "in-the-house"],
    ["has-the-key", "has-the-key"],
    ["Sets: has_the_key", "has_the_key"],
    ["player_state: has-the-key", "has-the-key"],
    ["The oven is cold; nobody bakes (sets oven-out)", "oven-out"],
  ])("[CA1565] is set by its beat, and is no deed: %s", (text, tag) => {
    const { acts, flags } = readBoth({ consequences: [text] }, { player_state: tag });
    expect({ acts, flags }).toEqual({ acts: [], flags: [tag] });
  });

  it("[CA1565] is the same with hyphens and with underscores, and also where a choice is waited for", () => {
    const consequences = ["The letter has been read (read_the_letter)"];
    expect(readBoth({ consequences }, { player_choice: "read-the-letter" })).toMatchObject({
      acts: [],
      flags: ["read-the-letter"],
    });
  });

  it("[CA1565] is nothing that nobody waits for, nor what the player may yet do, nor the same beat's own", () => {
    expect(readBoth({ consequences: ["The key is his (well-worn)"] }, { player_state: "has-the-key" }).flags).toEqual(
      [],
    );
    const may = readBoth(
      { consequences: ["The player may read it aloud (read_it_aloud)"] },
      { player_choice: "read_it_aloud" },
    );
    expect(may).toMatchObject({ acts: ["Read it aloud"], flags: [] });
    const { reading } = readSmall({
      beats: [
        beat("beat_001", "It is out.", {
          conditions: { player_choice: "ring_the_bell" },
          consequences: ["It rang (ring_the_bell)"],
        }),
      ],
    });
    expect(reading.acts.map(({ text }) => text)).toEqual(["Ring the bell"]);
  });

  it("[CA1565] is set with its outcome, and is not told", () => {
    const outcomes = [
      { description: "Osk keeps the boat (kept-the-boat).", probability: 0.5 },
      { description: "The boat sinks.", probability: 0.5 },
    ];
    const read = readBoth({ outcomes }, { player_state: "kept-the-boat" });
    expect(read.outcomes?.[0]).toMatchObject({
      told: ["Osk keeps the boat."],
      effects: [{ kind: "flag", path: "kept-the-boat" }],
    });
    expect(withoutTags("It is worn (well-worn).", waitedTags([]))).toBe("It is worn (well-worn).");
  });

  it.each([
    "If the player says yes they have got the boat and a red knot (promised-osk)",
    "If the player says yes, the player has got the boat and a red knot (promised-osk)",
    "If you say yes (promised-osk), you have got the boat and a red knot",
  ])("[CA1566] is its deed's: %s", (text) => {
    const { acts, flags, choices } = readBoth({ consequences: [text] }, { player_state: "promised-osk" });
    expect({ acts, flags }).toEqual({ acts: [], flags: [] });
    expect(choices).toMatchObject([
      { text: "say yes", tag: "promised-osk", result: "You have got the boat and a red knot" },
    ]);
  });
});

describe("a state of the player that is a tag", () => {
  it.each([
    ["has-the-key", ["Get the key"]],
    ["has_a_boat", ["Get the boat"]],
    ["has-met-osk", ["Meet Osk"]],
    ["promised-osk", ["Promise Osk"]],
    ["told-osk", ["Tell Osk"]],
    ["open-for-business", []],
    ["owed-a-bottle", []],
    ["oven-out", []],
    ["friend-of-osk", []],
  ])("[CA1567] %s asks to do %j", (tag, texts) => {
    expect(readBoth({}, { player_state: tag }).acts).toEqual(texts);
  });

  it("[CA1567] is got, too, where it is the tag of a choice", () => {
    expect(readBoth({}, { player_choice: "has_the_key" }).acts).toEqual(["Get the key"]);
  });
});
