import fc from "fast-check";
import { checkContract } from "@narratoria/protocol/contracts";
import { describe, expect, it } from "vitest";
import { fitContract } from "../src/fit-contract.js";
import { load, profile } from "./campaign-folder.js";

describe("a breach of a contract", () => {
  it("[CA24] costs the value alone, and is reported at its place", async () => {
    const { campaign, problems } = await load({
      "manifest.json": '{\n  "title": "A",\n  "version": "1.0.0",\n  "genre": 4,\n  "tags": ["a",\n    5, "b"]\n}',
    });
    expect(campaign.manifest).toEqual({ title: "A", version: "1.0.0", tags: ["a", "b"] });
    expect(problems).toEqual([
      {
        file: "manifest.json",
        line: 4,
        column: 12,
        severity: "error",
        code: "wrong_type",
        message: expect.stringMatching(/^"genre" must be text.*\. It is left out\.$/),
      },
      {
        file: "manifest.json",
        line: 6,
        column: 5,
        severity: "error",
        code: "wrong_type",
        message: expect.stringMatching(/^"tags\[1\]" must be text.*\. It is left out\.$/),
      },
    ]);
  });

  it("[CA25] by something missing costs its object, at the opening brace", async () => {
    const { campaign, problems } = await load({
      "plot/beats.json": `{ "beats": [
        { "id": "beat_001", "title": "First", "description": "Something happens." },
        { "id": "beat_002", "title": "Second" },
        { "id": "beat_003", "title": "Third", "description": "Something else happens." }
      ] }`,
    });
    expect(campaign.beats.map(({ id }) => id)).toEqual(["beat_001", "beat_003"]);
    expect(problems).toMatchObject([{ line: 3, column: 9, severity: "error" }]);
    expect(problems[0]?.message).toBe('"description" is missing in "beats[1]". So beats[1] is left out.');
  });

  it("[CA25] goes on upwards as far as something is missing", async () => {
    const { campaign, problems } = await load({
      "characters/npcs/ada/profile.json": profile("Ada"),
      "plot/beats.json": `{ "beats": [
        { "id": "beat_001", "title": "First", "description": "Something happens.",
          "dialogue": [ { "speaker": "ada", "line": "" }, { "speaker": "ada", "line": "Yes." } ] } ] }`,
    });
    expect(campaign.beats[0]?.dialogue).toEqual([{ speaker: "ada", line: "Yes." }]);
    expect(problems.map(({ line, message }) => [line, message])).toEqual([
      [3, expect.stringMatching(/So beats\[0\].dialogue\[0\] is left out\.$/)],
    ]);
  });

  it("[CA24] never leaves anything invalid, and takes nothing of what is valid", () => {
    const good = { id: "beat_001", title: "First", description: "Something happens." };
    const part = fc.oneof(
      fc.constant(good),
      fc.record(
        {
          id: fc.constantFrom("beat_002", "two", 2),
          title: fc.constantFrom("Second", "", 4),
          description: fc.constantFrom("Something happens.", "no", null),
          tags: fc.array(fc.constantFrom("a", "", 1), { maxLength: 3 }),
          outcomes: fc.array(
            fc.record({ description: fc.constantFrom("It rains.", 1), probability: fc.constantFrom(0.5, 7) }),
          ),
        },
        { requiredKeys: ["id"] },
      ),
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 6 }), (beats) => {
        const given = JSON.parse(JSON.stringify({ beats }));
        const { value, issues, origin } = fitContract("plot-beats", given);
        expect(issues.length > 0).toBe(checkContract("plot-beats", given).length > 0);
        if (value === null) return;
        expect(checkContract("plot-beats", value)).toEqual([]);
        const goods = beats.filter((beat) => beat === good).length;
        expect(value.beats.filter((beat) => JSON.stringify(beat) === JSON.stringify(good))).toHaveLength(goods);
        for (const [index, beat] of value.beats.entries()) {
          const from = given.beats[Number(origin(`/beats/${index}`).split("/")[2])];
          expect(from.description).toBe(beat.description);
        }
      }),
    );
  });

  it("[CA25] a thousand times over costs the file, and no more time", async () => {
    const faulty = { id: 1, title: "T", description: "no" };
    const { campaign, problems } = await load({
      "plot/beats.json": { beats: Array.from({ length: 2_000 }, () => faulty) },
    });
    expect(campaign.beats).toEqual([]);
    expect(problems[0]?.message).toBe("There are too many faults to go on. The file is left out.");
    expect(problems.length).toBeLessThanOrEqual(101);
  });

  it("[CA29] by an unknown property is an error where none is allowed, with the name that was meant", async () => {
    const { campaign, problems } = await load({
      "manifest.json": '{\n"titel": "B", "title": "A", "version": "1.0.0" }',
      "characters/npcs/ada/profile.json": profile("Ada", { apearance: "tall" }),
    });
    expect(campaign.manifest).toEqual({ title: "A", version: "1.0.0" });
    expect(campaign.npcs[0]?.profile).toEqual(profile("Ada"));
    expect(problems).toMatchObject([
      { file: "characters/npcs/ada/profile.json", severity: "error" },
      { file: "manifest.json", line: 2, column: 1, severity: "error" },
    ]);
    expect(problems[0]?.message).toContain('did you mean "appearance"?');
    expect(problems[1]?.message).toContain('did you mean "title"?');
  });

  it("[CA29] by an unknown property is a warning where more may come, and the rest is used", async () => {
    const { campaign, problems } = await load({
      "plot/beats.json": `{ "beats": [ { "id": "beat_001", "title": "First", "description": "Something happens.",
        "conditions": { "sceneCount": { "min": 3 } } } ] }`,
      "characters/player/template.json":
        '{ "starting_place": "The Scale", "prompts": [{ "question": "Who?", "hint": "x" }] }',
      "plot/endings/even.md": "---\ntitel: Even\n---\nAll is even.",
    });
    expect(campaign.beats).toHaveLength(1);
    expect(campaign.playerTemplate).not.toBeNull();
    expect(campaign.endings).toHaveLength(1);
    expect(problems.map(({ file, line, severity }) => [file, line, severity])).toEqual([
      ["characters/player/template.json", 1, "warning"],
      ["characters/player/template.json", 1, "warning"],
      ["plot/beats.json", 2, "warning"],
      ["plot/endings/even.md", 2, "warning"],
    ]);
    expect(problems[2]?.message).toContain("scene_count");
    expect(problems[3]?.message).toContain('Did you mean "title"?');
  });
});
