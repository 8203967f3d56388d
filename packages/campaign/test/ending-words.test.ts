import { expect, it } from "vitest";
import { conditionsInWords, whenItComes, withBeatIds } from "../src/ending-words.js";

const BEATS = ["beat_001", "beat_002", "beat_010", "the-feast"];
const read = (body: string): unknown => conditionsInWords(body, BEATS);

it.each([
  [
    "Reached from beat_001 on if the player has chosen to name her (choice name_the_sender).",
    ["beat_001"],
    "name_the_sender",
  ],
  [
    "Everybody goes home. Reached when Osk has met his son (beat_002 with Osk there) and the player chose `go_over`.",
    ["beat_002"],
    "go_over",
  ],
  [
    "*Reached in the-feast if the party gets Hask to sit (choice offer_him_the_chair).*",
    ["the-feast"],
    "offer_him_the_chair",
  ],
])("[CA600] reads the choice that an ending waits for: %s", (body, requires_beat, player_choice) => {
  expect(read(body)).toEqual({ requires_beat, player_choice });
});

it("[CA600] reads several beats, a choice without one, and a beat that must not have happened", () => {
  expect(read("Reached when beat_010 has happened and beat_002 has happened before it.")).toEqual({
    requires_beat: ["beat_010", "beat_002"],
  });
  expect(read("Reached when beat_010 has happened without beat_002.")).toEqual({
    requires_beat: ["beat_010"],
    custom: { expression: '!visited("beat_002")' },
  });
  expect(read("When the feast has passed and the player has chosen `bless_the_match`.")).toEqual({
    player_choice: "bless_the_match",
  });
  expect(read("If both take_it and keep_it were chosen after beat_001.")).toEqual({
    requires_beat: ["beat_001"],
    player_choices: ["take_it", "keep_it"],
  });
});

it("[CA5921] takes a beat in brackets for where something was, unless it was not", () => {
  expect(read("*When you have told Osk the truth yourself, before the river (beat_010).*")).toBeUndefined();
  expect(read("When you told him before the feast (beat_010) and chose `go_over`.")).toEqual({
    requires_beat: ["beat_010"],
    player_choice: "go_over",
  });
  expect(read("When Osk was never told (beat_010), after beat_001.")).toEqual({
    requires_beat: ["beat_001"],
    custom: { expression: '!visited("beat_010")' },
  });
});

it.each([
  "You go home, and the mill stands still.",
  "*This came about by beat_010.*",
  "**Trigger:** beat_002 (the log was shown to Dask).",
  "The boat is called _the Perpetua_ by everybody. Reached when beat_001 has happened.",
  "Reached when beat_001 has happened and the flag met_osk is set, or trust_level > 3.",
])("[CA600] takes nothing else for a condition: %s", (body) => {
  expect(read(body)).toBeUndefined();
});

it.each([
  ["*If the slip went out (beat nine).*\n\nIt is small.", "If the slip went out (beat nine).", "It is small."],
  ["- **If:** you took the left road.\n- 05:04. Down.\n- Sun.", "you took the left road.", "- 05:04. Down.\n- Sun."],
  [
    "This is the ending in which you name nobody. You stand there.\n\nIt strikes.",
    "This is the ending in which you name nobody.",
    "You stand there.\n\nIt strikes.",
  ],
  ["**Comes up when:** the bell has rung.\n\nIt rings.", "the bell has rung.", "It rings."],
])("[CA5796] parts what an ending says of when it comes from its page: %j", (body, when, page) => {
  const parted = whenItComes(body);
  expect(parted.when).toBe(when);
  expect(parted.page.trim()).toBe(page);
});

it.each([
  "If you had asked, she would have told you. Nobody did.",
  "*When the ice goes out*, the river is loud.",
  "*“If it rains we go.”*\n\nIt rains.",
  "**Mercy:** She stays.\n\nSo do you.",
  "This is the end of the road.\n\nYou sit down.",
])("[CA5796] takes no telling for that: %j", (body) => {
  expect(whenItComes(body)).toEqual({ page: body });
});

it("[CA5797] reads a beat that is given by its number", () => {
  expect(withBeatIds("If nothing was said (beat ten), and not Beat 2.", BEATS)).toBe(
    "If nothing was said (beat_010), and not beat_002.",
  );
  expect(withBeatIds("after beat two", ["the-call", "the-feast"])).toBe("after the-feast");
  expect(withBeatIds("the beat of a drum, beat forty", BEATS)).toBe("the beat of a drum, beat forty");
});
