import { describe, expect, it } from "vitest";
import { load, profile } from "./campaign-folder.js";

const BEATS = { beats: [{ id: "beat_001", title: "First", description: "Something happens." }] };

describe("endings", () => {
  it("[CA46] are the Markdown files of their folder", async () => {
    const { campaign, problems } = await load({
      "plot/endings/a-even.md":
        "---\ntitle: Even\ntone: wry\n---\n\n# Not the title\n\nAll is even.\n\n## Epilogue\n\n{deeds}\n",
      "plot/endings/b-odd.md": "# Odd at Last #\nOne is over.",
      "plot/endings/c_no-name.markdown": "Nobody knows.",
      "plot/endings/d-empty.md": "---\ntitle: Empty\n---\n\n",
      "plot/endings/e-year.md": "---\ntitle: 1899\ntone: [wry]\n---\nIt ends.",
    });
    expect(campaign.endings).toEqual([
      { id: "a-even", title: "Even", tone: "wry", body: "All is even.\n\n## Epilogue\n\n{deeds}" },
      { id: "b-odd", title: "Odd at Last", body: "One is over." },
      { id: "c_no-name", title: "c no name", body: "Nobody knows." },
      { id: "e-year", title: "1899", body: "It ends." },
    ]);
    expect(problems.map(({ file, line, severity }) => [file, line, severity])).toEqual([
      ["plot/endings/d-empty.md", 1, "error"],
      ["plot/endings/e-year.md", 3, "error"],
    ]);
  });

  it("[CA3292] of one title both stay, and the author is told at the second", async () => {
    const { campaign, problems } = await load({
      "plot/endings/a.md": "---\ntitle: The Sea\n---\nYou go.",
      "plot/endings/b.md": "---\ntone: wry\ntitle: the sea\n---\nYou stay.",
      "plot/endings/c.md": "# The Shore\nNobody knows.",
    });
    expect(campaign.endings.map(({ id }) => id)).toEqual(["a", "b", "c"]);
    expect(problems).toMatchObject([
      {
        file: "plot/endings/b.md",
        line: 3,
        severity: "warning",
        message: expect.stringContaining('"a" has this title'),
      },
    ]);
  });

  it("[CA70] may be the one of a story that is left", async () => {
    const { campaign, problems } = await load({
      "plot/endings/a.md": "---\nbreaks_off: true\n---\nYou go.",
      "plot/endings/b.md": "---\nbreaks_off: false\n---\nYou stay.",
      "plot/endings/c.md": "---\nbreaks_off: perhaps\n---\nWho knows.",
    });
    expect(campaign.endings.map(({ breaksOff }) => breaksOff)).toEqual([true, undefined, undefined]);
    expect(problems).toMatchObject([{ file: "plot/endings/c.md", line: 2, severity: "error" }]);
  });

  it("[CA47] have conditions as a beat has, settled like a beat's", async () => {
    const { campaign, problems } = await load({
      "plot/beats.json": BEATS,
      "characters/npcs/ada/profile.json": profile("Ada Weir"),
      "plot/endings/a.md": `---
title: A
conditions:
  scene_count: { min: 20 }
  requires_beat: [beat_001, beat_01]
  npc_state: { Ada: trusts the player }
---
It ends.`,
    });
    expect(campaign.endings[0]?.conditions).toEqual({
      scene_count: { min: 20 },
      requires_beat: "beat_001",
      npc_state: { ada: "trusts the player" },
    });
    expect(problems).toMatchObject([{ line: 5, severity: "error", message: expect.stringContaining('"beat_001"?') }]);
  });

  it("[CA47] lose a condition that no beat could have, at its line", async () => {
    const { campaign, problems } = await load({
      "plot/endings/a.md":
        "---\ntitle: A\nconditions:\n  player_choice: stay\n  scene_count:\n    min: soon\n---\nIt ends.",
      "plot/endings/b.md": "---\nconditions: late\n---\nIt ends.",
    });
    expect(campaign.endings.map(({ conditions }) => conditions)).toEqual([
      { player_choice: "stay", scene_count: {} },
      undefined,
    ]);
    expect(problems.map(({ file, line, severity }) => [file, line, severity])).toEqual([
      ["plot/endings/a.md", 6, "error"],
      ["plot/endings/b.md", 2, "error"],
    ]);
    expect(problems[0]?.message).toMatch(/^"conditions.scene_count.min" must be a whole number/);
  });
});

describe("a beat", () => {
  it("[CA402] with a title of two letters stays, with a warning at its title", async () => {
    const { campaign, problems } = await load({
      "plot/beats.json": '{ "beats": [\n{ "id": "beat_001",\n "title": "It", "description": "Something happens." }] }',
    });
    expect(campaign.beats.map(({ title }) => title)).toEqual(["It"]);
    expect(problems).toMatchObject([{ file: "plot/beats.json", line: 3, column: 11, severity: "warning" }]);
  });

  it("[CA402] without any title is left out", async () => {
    const { campaign, problems } = await load({
      "plot/beats.json": { beats: [{ id: "beat_001", title: " ", description: "Something happens." }] },
    });
    expect(campaign.beats).toEqual([]);
    expect(problems.map(({ severity }) => severity)).toContain("error");
  });

  it("[CA660] with an id of another form, or a long description, stays as it was written", async () => {
    const long = `${"Somebody counts the loaves. ".repeat(60)}Then the lamp goes out.`;
    const { campaign, problems } = await load({
      "plot/beats.json": {
        beats: [
          { id: "B1", title: "Ten cards", description: "Mags deals the cards out." },
          { id: "monday_the_hole", title: "The hole", description: long, conditions: { requires_beat: "B1" } },
          {
            id: "beat_001",
            title: "Noon",
            description: "Noon comes.",
            conditions: { requires_beat: "monday_the_hole" },
          },
        ],
      },
    });
    expect(campaign.beats.map(({ id, description }) => [id, description.length])).toEqual([
      ["B1", 25],
      ["monday_the_hole", long.length],
      ["beat_001", 11],
    ]);
    expect(campaign.beats.map(({ conditions }) => conditions?.requires_beat)).toEqual([
      undefined,
      "B1",
      "monday_the_hole",
    ]);
    expect(problems.map(({ severity }) => severity)).toEqual(["warning", "warning", "warning"]);
    expect(problems[0]?.message).toMatch(/^The id "B1" should be beat_ and at least three digits/);
  });

  it("[CA661] names its speakers by the labels of their folders, where one has it alone", async () => {
    const person = (name: string) => ({ name, role: "somebody", personality: { traits: ["calm"] } });
    const { campaign } = await load({
      "characters/npcs/npc_04_colonel/profile.json": person("Violet Bannerman"),
      "characters/npcs/npc_05_tuppence/profile.json": person("Tup"),
      "plot/beats.json": {
        beats: [
          {
            id: "beat_001",
            title: "Ten cards",
            description: "Mags deals the cards out.",
            dialogue: [
              { speaker: "NPC-04", line: "Agnes never miscounted a thing." },
              { speaker: "NPC-06", line: "Nobody says this." },
            ],
          },
        ],
      },
    });
    expect(campaign.beats[0]?.dialogue?.map(({ speaker }) => speaker)).toEqual(["npc_04_colonel", "NPC-06"]);
  });
});
