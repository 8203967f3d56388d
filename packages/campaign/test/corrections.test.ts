import type { ReadingCorrections } from "@narratoria/protocol/contracts";
import { describe, expect, it } from "vitest";
import { loadCampaign } from "../src/index.js";
import { readingAdvice } from "../src/reading/advice.js";
import { readStory } from "../src/reading/read-story.js";
import { readSource, WEIGHBRIDGE } from "../src/testing.js";
import { campaignFolder } from "./campaign-folder.js";

const corrected = (value: ReadingCorrections) =>
  readSource({ ...WEIGHBRIDGE, corrections: { value, lines: { "/cast/jonas": 4 } } });
const FILES = {
  "manifest.json": JSON.stringify({ title: "The Mill", version: "1.0.0" }),
  "world/setting.md": "# The Mill\n\nThe mill has no wheel.\n",
  "characters/npcs/osk/profile.json": JSON.stringify({
    name: "Osk Tallow",
    role: "Miller",
    personality: { traits: ["dry"] },
  }),
  "plot/beats.json": JSON.stringify({
    beats: [
      { id: "beat_001", title: "The Wheel", description: "The wheel turns.", conditions: { player_choice: "turn_it" } },
    ],
  }),
};

describe("an author's corrections", () => {
  it("[CA345] are read from reading.json, by any of a character's names", async () => {
    const dir = await campaignFolder({
      ...FILES,
      "reading.json": JSON.stringify({ cast: { "Osk Tallow": { pronoun: "it", kind: "machine" } } }),
    });
    const { campaign, problems } = await loadCampaign(dir);
    expect(problems.filter(({ file }) => file === "reading.json")).toEqual([]);
    expect(campaign && readStory(campaign).cast[0]).toMatchObject({
      pronoun: "it",
      kind: "machine",
      evidence: { pronoun: { certainty: "stated", file: "reading.json" } },
    });
  });

  it("[CA346] are left out where they name nobody, with line, column and the nearest name", async () => {
    const text =
      '{\n  "cast": { "oks": { "pronoun": "he" } },\n  "beats": { "beat_002": { "place": "the mill" } },\n  "acts": { "turn_on": {} }\n}';
    const { problems } = await loadCampaign(await campaignFolder({ ...FILES, "reading.json": text }));
    expect(problems.filter(({ file }) => file === "reading.json")).toMatchObject([
      { line: 2, column: 13, severity: "error", message: expect.stringContaining('Did you mean "osk"?') },
      { line: 3, column: 14, severity: "error", message: expect.stringContaining("beat_001") },
      { line: 4, severity: "warning" },
    ]);
  });

  it("[CA347] hold over what was inferred", () => {
    const reading = corrected({
      cast: { jonas: { called: "the carter", pronoun: null, home: "the Weigh House", presentFrom: "beat_002" } },
      places: { "The Long Yard": { indoors: true }, "the Gut": { preposition: "in" } },
      beats: { beat_002: { place: "The Long Yard", cast: ["orsolya"] } },
      questions: ["Who drinks the tea?"],
    });
    expect(reading.cast.find(({ id }) => id === "jonas")).toMatchObject({
      called: "the carter",
      pronoun: null,
      home: "weigh-house",
      presence: { from: "beat_002" },
      evidence: { home: { certainty: "stated", line: 4 } },
    });
    expect(reading.places.find(({ id }) => id === "long-yard")?.indoors).toBe(true);
    expect(reading.places.find(({ id }) => id === "gut")).toMatchObject({ preposition: "in", indoors: null });
    expect(reading.beats[1]).toMatchObject({ place: "long-yard", cast: ["orsolya"] });
    expect(reading.questions.map(({ text }) => text)).toEqual(["Who drinks the tea?"]);
  });

  it("[CA347] say which place is nowhere", () => {
    const reading = corrected({ cast: { jonas: { home: "the Moon" } } });
    expect(reading.leftOut).toContainEqual(
      expect.objectContaining({ file: "reading.json", line: 4, why: expect.stringContaining('no place "the Moon"') }),
    );
  });

  it("[CA347] keep passages from being told, and say what the player is called", () => {
    const reading = corrected({ notTold: ["Orsolya Brandt would like"], playerRole: ["the carter's boy"] });
    expect(reading.opening.join(" ")).not.toContain("would like you to believe");
  });
});

describe("advice to an author", () => {
  it("[CA348] names who has no pronoun, which beat no place and which act is a guess", async () => {
    const { campaign } = await loadCampaign(await campaignFolder(FILES));
    const advice = campaign === null ? [] : readingAdvice(readStory(campaign));
    expect(advice.map(({ file, severity }) => [file, severity])).toEqual([
      ["characters/npcs/osk/profile.json", "notice"],
      ["plot/beats.json", "notice"],
      ["plot/beats.json", "notice"],
    ]);
    expect(advice[0]?.message).toContain("reading.json");
  });
});
