// SPEC.md CA1000 to CA1008: choices in their author's own words.
import { describe, expect, it } from "vitest";
import { checkCampaign, type Problem, readStory } from "../src/index.js";
import { type Files, load, profile } from "./campaign-folder.js";

const beat = (id: string, more: object = {}): object => ({
  id,
  title: `The ${id}`,
  description: "Something happens here.",
  ...more,
});
const OSK: Files = { "characters/npcs/osk/profile.json": profile("Osk Barrow") };
/** A campaign with these in `plot/choices.json`, and two beats. */
const withChoices = (...choices: object[]): Files => ({
  ...OSK,
  "plot/beats.json": { beats: [beat("beat_001"), beat("beat_002")] },
  "plot/choices.json": { choices },
});

async function check(files: Files): Promise<readonly Problem[]> {
  const { campaign, problems } = await load(files);
  return [...problems, ...(await checkCampaign(campaign, readStory(campaign)))];
}
const lineOf = (json: object, words: string): number =>
  JSON.stringify(json, null, 2)
    .split("\n")
    .findIndex((line) => line.includes(words)) + 1;

describe("choices of the author's own", () => {
  it("[CA3291] are tried at a difficulty that is written as a number, and their author is told", async () => {
    const roll = (difficulty: unknown): object => ({
      roll: { stat: "strength", difficulty },
      then: { told: "It gives." },
    });
    const { campaign, problems } = await load({
      "plot/beats.json": { beats: [beat("beat_001", { choices: [{ text: "Push", ...roll(14) }] })] },
      "plot/endings/sea.md": `---
title: The Sea
choices:
  - text: Swim
    roll: { difficulty: true }
---
The boat goes out.`,
      "plot/choices.json": {
        choices: [
          { text: "Dig", ...roll("hard") },
          { text: "Lift", ...roll(9.5) },
        ],
      },
    });
    expect(campaign.choices.map(({ text, roll: tried }) => [text, tried?.difficulty])).toEqual([
      ["Push", "14"],
      ["Swim", undefined],
      ["Dig", "hard"],
      ["Lift", "9.5"],
    ]);
    expect(problems.filter(({ code }) => code === "loose_form")).toMatchObject([
      { file: "plot/beats.json", line: 12, message: expect.stringContaining('in double quotes, "14"') },
      { file: "plot/choices.json", line: 17, message: expect.stringContaining('"9.5"') },
    ]);
    expect(problems.filter(({ code }) => code === "wrong_type")).toMatchObject([
      { file: "plot/endings/sea.md", line: 5 },
    ]);
  });

  it("[CA1000] stand in beats, in the front matter of endings and in plot/choices.json", async () => {
    const { campaign, problems } = await load({
      ...OSK,
      "plot/beats.json": {
        beats: [
          beat("beat_001", { location: "The mill", choices: [{ text: "Ring the bell.", with: "Osk Barrow" }] }),
          beat("beat_002"),
        ],
      },
      "plot/endings/sea.md": `---
title: The Sea
conditions: { requires_beat: beat_001, player_choice: aboard }
choices:
  - text: Step aboard
    tag: aboard
    then: { told: You step aboard., closed: beat_002 }
---
The boat goes out.`,
      "plot/choices.json": { choices: [{ text: "Look round", again: true, when: { requires_beat: "beat_001" } }] },
    });
    expect(problems).toEqual([]);
    expect(campaign.choices).toEqual([
      {
        text: "Ring the bell.",
        tag: "ring-the-bell",
        with: "osk",
        location: "The mill",
        of: { kind: "beat", id: "beat_001", title: "The beat_001" },
        at: { file: "plot/beats.json", pointer: "/beats/0/choices/0" },
      },
      {
        text: "Step aboard",
        tag: "aboard",
        then: { told: "You step aboard.", closed: ["beat_002"] },
        of: { kind: "ending", id: "sea", title: "The Sea" },
        at: { file: "plot/endings/sea.md", pointer: "/choices/0" },
      },
      {
        text: "Look round",
        tag: "look-round",
        again: true,
        when: { requires_beat: "beat_001" },
        at: { file: "plot/choices.json", pointer: "/choices/0" },
      },
    ]);
    // Its own choice leads to an ending: it does not wait for the tag besides.
    expect(campaign.endings[0]?.conditions).toEqual({ requires_beat: "beat_001" });
    expect(campaign.beats[0]).not.toHaveProperty("choices");
  });

  it("[CA1000] lose what breaks the contract, at its line in each kind of file", async () => {
    const faulty = { text: "Ring", then: { items: { rope: 0.5 }, tolled: "?" } };
    const beats = { beats: [beat("beat_001", { choices: [faulty] })] };
    const { campaign, problems } = await load({
      "plot/beats.json": beats,
      "plot/choices.json": { choices: [{ text: "Go", whne: {} }] },
      "plot/endings/sea.md": "---\ntitle: Sea\nchoices:\n  - text: Swim\n    again: maybe\n---\nIt ends.",
    });
    expect(campaign.choices.map(({ text, then, again }) => [text, then, again])).toEqual([
      ["Ring", { items: {}, tolled: "?" }, undefined],
      ["Swim", undefined, undefined],
      ["Go", undefined, undefined],
    ]);
    expect(problems.map(({ file, line, severity, code }) => [file, line, severity, code])).toEqual([
      ["plot/beats.json", lineOf(beats, "0.5"), "error", "wrong_type"],
      ["plot/beats.json", lineOf(beats, "tolled"), "warning", "unknown_field"],
      ["plot/choices.json", expect.any(Number), "warning", "unknown_field"],
      ["plot/endings/sea.md", 5, "error", "wrong_type"],
    ]);
  });

  it("[CA1001] have a tag each in the whole campaign: a second one is left out", async () => {
    const files = {
      ...withChoices({ text: "Ring the bell" }, { text: "Ring it again", tag: "ring-the-bell" }),
      "plot/endings/sea.md": "---\nchoices:\n  - text: Ring the bell!\n---\nIt ends.",
    };
    const { campaign, problems } = await load(files);
    expect(campaign.choices).toHaveLength(1);
    expect(problems).toMatchObject([
      { file: "plot/choices.json", code: "duplicate_id", severity: "error" },
      { file: "plot/choices.json", code: "duplicate_id", message: expect.stringContaining('"Ring the bell!"') },
    ]);
  });

  it("[CA1002] lose references to beats and people that there are not", async () => {
    const { campaign, problems } = await load(
      withChoices({
        text: "Ring",
        with: "Oska",
        when: { requires_beat: ["beat_001", "beat_009"] },
        then: { feelings: { osk: 5, nobody: 5 }, due: ["beat_002", "beat_003"], closed: "beat_004" },
      }),
    );
    expect(campaign.choices[0]).toEqual({
      text: "Ring",
      tag: "ring",
      when: { requires_beat: "beat_001" },
      then: { feelings: { osk: 5 }, due: ["beat_002"] },
      at: { file: "plot/choices.json", pointer: "/choices/0" },
    });
    expect(problems.map(({ code, severity }) => `${code} ${severity}`)).toEqual([
      "unknown_character error",
      "unknown_beat error",
      "unknown_character error",
      "unknown_beat error",
      "unknown_beat error",
    ]);
    expect(new Set(problems.map(({ line }) => line)).size).toBe(5);
  });

  it("[CA1003] have no outcome that nothing leads to, and no roll in an ending", async () => {
    const { campaign, problems } = await load({
      ...withChoices({ text: "Ring", fail: { told: "It cracks." } }),
      "plot/endings/sea.md": "---\nchoices:\n  - text: Swim\n    roll: { stat: strength }\n---\nIt ends.",
    });
    expect(campaign.choices.map(({ fail, roll }) => [fail, roll])).toEqual([
      [undefined, undefined],
      [undefined, undefined],
    ]);
    expect(problems).toMatchObject([
      { file: "plot/choices.json", severity: "warning", message: expect.stringContaining("Without a roll") },
      { file: "plot/endings/sea.md", line: 4, severity: "warning", message: expect.stringContaining("no dice") },
    ]);
  });

  it("[CA1004] say where they make a beat due and close it at once", async () => {
    const { problems } = await load(withChoices({ text: "Ring", then: { due: "beat_001", closed: "beat_001" } }));
    expect(problems).toMatchObject([{ code: "contradiction", severity: "warning" }]);
  });

  it("[CA1005] are told of where they can never be offered, and make reachable what they make due", async () => {
    const never = { custom: { expression: "false" } };
    const problems = await check({
      ...withChoices(
        { text: "Ring", when: { requires_beat: "beat_002" } },
        { text: "Call", when: { scene_count: { min: 9, max: 3 } } },
        { text: "Wait for it", then: { due: "beat_003" } },
      ),
      "plot/beats.json": {
        beats: [
          beat("beat_001"),
          beat("beat_002", { conditions: never }),
          beat("beat_003", { conditions: never, choices: [{ text: "Answer it" }] }),
        ],
      },
    });
    const codes = problems.flatMap(({ code, message }) =>
      /unreach|never_opens|window/.test(code) ? [`${code}: ${message}`] : [],
    );
    expect(codes).toEqual([
      expect.stringMatching(/^window_closed/),
      expect.stringMatching(/^never_opens: Beat beat_002 can never come/),
      // It comes, as a choice calls for it; its own condition is told of all the same. (rule CA5983)
      expect.stringMatching(/^never_opens: Beat beat_003 comes only where it is called for/),
      expect.stringMatching(/^unreachable_choice: The choice "ring" can never come/),
    ]);
  });

  it("[CA1006] are told of where no text tells of their place", async () => {
    const problems = await check({
      ...withChoices({
        text: "Ring",
        location: "The towpth",
        then: { place: "The moon", people: { osk: { place: "The towpath" } } },
      }),
      "world/setting.md": "# The canal\n\n## The towpath\n\nThe towpath is muddy. The towpath is long.\n",
    });
    expect(problems.filter(({ code }) => code === "unknown_place")).toMatchObject([
      { file: "plot/choices.json", severity: "warning", message: expect.stringContaining('"the towpath"') },
      { file: "plot/choices.json", severity: "notice" },
    ]);
  });

  it("[CA1007] are told of where they try a stat that there is not", async () => {
    const problems = await check(
      withChoices({ text: "Ring", roll: { stat: "strenght" } }, { text: "Call", roll: { stat: "Strength" } }),
    );
    expect(problems.filter(({ code }) => code === "unknown_stat")).toMatchObject([
      { severity: "warning", message: expect.stringContaining('"strength"') },
    ]);
  });

  it("[CA4601] are told of a faction that the story does not have, at its name", async () => {
    const { campaign } = await load(
      withChoices({ text: "Ring", then: { factions: { "The Parsh": 5, "the Parish": 5 } } }, { text: "Call" }),
    );
    const problems = await checkCampaign(campaign, readStory(campaign), () => ["The Parish", "The Watch"]);
    expect(problems.filter(({ code }) => code === "unknown_faction")).toMatchObject([
      {
        file: "plot/choices.json",
        severity: "warning",
        message: expect.stringContaining('Did you mean "The Parish"?'),
      },
    ]);
  });

  it("[CA1008] set what conditions wait for, and leave no deed to be made up", async () => {
    const problems = await check({
      ...withChoices(
        { text: "Ring", then: { flags: { rung: true }, world: { noise: "+1" } } },
        { text: "Listen", when: { player_choice: "rung", world_state: { "flags.rung": true } } },
        { text: "Run", when: { custom: { expression: 'noise > 2 && flags.rung && count("ring") > 0' } } },
        { text: "Hide", when: { player_choice: "rnug" } },
        { text: "Shout", when: { player_choice: "never-set" } },
      ),
      "plot/beats.json": {
        beats: [
          beat("beat_001", { conditions: { player_choice: "rung", world_state: { noise: 1 } } }),
          beat("beat_002", { conditions: { custom: { expression: "rung" } } }),
        ],
      },
    });
    const told = problems.filter(
      ({ code }) => !["no_premise", "no_setting", "no_location", "no_pronoun"].includes(code),
    );
    expect(told.map(({ code, severity, message }) => [code, severity, message])).toEqual([
      ["unknown_tag", "warning", expect.stringContaining('Did you mean "rung"')],
      ["unknown_tag", "notice", expect.stringContaining("never offered")],
    ]);
  });

  it("[CA1008] break a law of their campaign at the sentence that breaks it", async () => {
    const problems = await check({
      ...withChoices({ text: "Light the lamp", then: { told: "The radio crackles." } }),
      "world/constraints.md": "- There are no radios.\n",
    });
    expect(problems.filter(({ code }) => code === "breaks_law")).toMatchObject([
      { file: "plot/choices.json", line: expect.any(Number), message: expect.stringContaining("radio") },
    ]);
  });
});
