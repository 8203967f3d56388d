// SPEC.md CA4804 to CA4807: texts in the conventions of a screenplay, a list or an outline.
import { describe, expect, it } from "vitest";
import {
  namesInSmallLetters,
  scriptAsProse,
  taggedWords,
  withoutBullets,
  withoutTags,
} from "../src/reading/screenplay.js";
import { beat, person, readSmall } from "./support/small-story.js";

const PEOPLE = ["Dot Pelham", "Val McCreedy", "Tibor Halasz", "Li Wu"];

describe("names in capitals", () => {
  it.each([
    ["DOT PELHAM, sixty-one, looks up.", "Dot Pelham, sixty-one, looks up."],
    ["VAL MCCREEDY sells them.", "Val McCreedy sells them."],
    ["TIBBY HALASZ says please.", "Tibby Halasz says please."],
    ["SISTER DOT nods.", "Sister Dot nods."],
    ["DOT: Come in.", "DOT: Come in."],
    ["The picture is THE SUNDOWNERS.", "The picture is THE SUNDOWNERS."],
    ["Be NORMAL, Dot.", "Be NORMAL, Dot."],
    ["DOT AND VAL go.", "DOT AND VAL go."],
  ])("[CA4804] %s", (text, read) => {
    const told = ["DOT PELHAM nods. VAL goes. TIBBY HALASZ waits. LI WU counts."];
    expect(namesInSmallLetters(PEOPLE, told)(text)).toBe(read);
  });
});

it("[CA4804] nothing is read so where people are mostly written in small letters", () => {
  const read = namesInSmallLetters(PEOPLE, [
    "DOT GATE, says the sign. Dot nods. Val and Tibor nod, too, and VAL SHOUTS.",
  ]);
  expect(read("It says DOT PELHAM.")).toBe("It says DOT PELHAM.");
});

describe("a screenplay", () => {
  it("[CA4805] is told as prose", () => {
    const text = [
      "EXT. RAIL YARDS - DAWN",
      "",
      "You have a bag. DOT PELHAM looks at it.",
      "",
      "DOT",
      "(giving it back)",
      "Five towns, twelve days.",
      "You drive.",
      "",
      "CUT TO:",
      "",
      "YOU",
      "When?",
      "",
      "THE LONG ROAD",
      "It is hot.",
    ].join("\n");
    expect(scriptAsProse(text, PEOPLE).split("\n").filter(Boolean)).toEqual([
      "You have a bag. DOT PELHAM looks at it.",
      "“Five towns, twelve days. You drive,” says Dot, giving it back.",
      "“When?” you say.",
      "THE LONG ROAD",
      "It is hot.",
    ]);
    expect(scriptAsProse("It is hot. You wait.", PEOPLE)).toBe("It is hot. You wait.");
  });
});

describe("an outline", () => {
  it("[CA4806] has no bullets within a paragraph", () => {
    expect(withoutBullets("Monday. - You walk in. - A cat reads, loudly - twice.")).toBe(
      "Monday. You walk in. A cat reads, loudly - twice.",
    );
    expect(withoutBullets("- You walk in. • A cat reads.")).toBe("You walk in. A cat reads.");
    expect(withoutBullets("- one\n- two")).toBe("- one\n- two");
  });

  it("[CA4807] names the flags of its ways", () => {
    const text = "It is late. The player may open the gate (open_the_gate), or run home [`go_home`].";
    expect(withoutTags(text)).toBe("It is late. The player may open the gate, or run home.");
    expect(taggedWords(text)).toEqual([
      { words: "The player may open the gate", tag: "open_the_gate" },
      { words: "The player may open the gate, or run home", tag: "go_home" },
    ]);
    const description =
      "The bell rings. The player may gather men and sit on the steps (guard_it), call the watch, or go home.";
    const { reading } = readSmall({ npcs: [person("Osk Ray", "miller")], beats: [beat("b1", description)] });
    expect(reading.beats[0]?.choices.map(({ text: way, tag }) => [way, tag])).toEqual([
      ["gather men and sit on the steps", "guard_it"],
      ["call the watch", undefined],
      ["go home", undefined],
    ]);
    expect(reading.beats[0]?.told).toEqual(["The bell rings."]);
  });
});
