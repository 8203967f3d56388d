import { describe, expect, it } from "vitest";
import { happeningsIn } from "../src/reading/noted-happenings.js";

const CAST = new Set(["Anna", "Mrs. Bell", "Captain Ross"]);
const told = (entry: string): string => happeningsIn(entry, (name) => CAST.has(name)).join(" ");

describe("an entry of a teller's list beside a text that is read aloud", () => {
  it.each([
    ["Anna hands you her mittens.", "Anna hands you her mittens."],
    [
      "Mrs. Bell puts a hand over his mouth. She shakes her head. Quietly.",
      "Mrs. Bell puts a hand over his mouth. She shakes her head.",
    ],
    ["Captain Ross pockets the letter! He smiles, if you look.", "Captain Ross pockets the letter!"],
    ["Anna says nothing.", "Anna says nothing."],
    ["Anna: that's my voice. She laughs.", "“That's my voice,” says Anna. She laughs."],
  ])("[CA1650] tells %s", (entry, expected) => {
    expect(told(entry)).toBe(expected);
  });

  it.each([
    "Everyone is at the rail. Anna turns round.",
    "Don't linger on Anna. She smiles.",
    "Anna knows where the key is.",
    "Anna says reflection.",
    "Anna has the key in her boot.",
    "Anna secretly counts the plates.",
    "Anna tells it if you feed her.",
    "Anna finds you, or you find Anna.",
    "Anna goes red (she is lying).",
    "Anna: nice, tired, never asks.",
    "Lanterns burn on the ice.",
    "Otto opens the hatch.",
    "Anna opens the hatch on a roll of 8.",
  ])("[CA1650] leaves %s", (entry) => {
    expect(told(entry)).toBe("");
  });
});
