import { describe, expect, it, vi } from "vitest";
import { load } from "./campaign-folder.js";

const yamlLoads = vi.hoisted(() => ({ count: 0 }));
vi.mock("yaml", async (original) => {
  yamlLoads.count++;
  return original();
});

describe("front matter", () => {
  // First of all, while nothing has asked for the parser yet.
  it("[CA26] costs nothing where there is none", async () => {
    await load({ "lore/a.md": "# A\n\nFact.\n\n---\n\nMore.", "plot/premise.md": "You wait." });
    expect(yamlLoads.count).toBe(0);
    await load({ "lore/a.md": "---\ntitle: A\n---\nFact." });
    expect(yamlLoads.count).toBe(1);
  });

  it("[CA26] is parted from the text", async () => {
    const { campaign, problems } = await load({
      "world/setting.md": "---\ngenerated: false\n---\n\n# Rain\n\n---\n\nA rule above stays.",
      "lore/a.md": "--- \ntitle: The scale\n...\nIt is old.",
    });
    expect(campaign.setting).toBe("# Rain\n\n---\n\nA rule above stays.");
    expect(campaign.lore[0]).toMatchObject({ title: "The scale", text: "It is old." });
    expect(problems).toEqual([]);
  });

  it.each([
    ["a bracket left open", "---\ntone: wry\ntitle: [Even\n---\nAll is even.", 4],
    ["a name given twice", "---\ntitle: A\ntitle: B\n---\nAll is even.", 3],
    ["a list in place of names", "---\n- Even\n---\nAll is even.", 2],
    [
      "aliases that multiply",
      `---\na: &a [x, x]\nb: &b [${"*a, ".repeat(9)}*a]\nc: [${"*b, ".repeat(9)}*b]\n---\nAll is even.`,
      2,
    ],
    ["more than anybody writes", `---\ntitle: ${"x".repeat(70_000)}\n---\nAll is even.`, 2],
  ])("[CA27] with %s is an error at its line, and the text is used", async (_, text, line) => {
    const { campaign, problems } = await load({ "plot/endings/even.md": text });
    expect(campaign.endings).toEqual([{ id: "even", title: "even", body: "All is even." }]);
    expect(problems).toMatchObject([{ file: "plot/endings/even.md", line, severity: "error" }]);
  });

  it("[CA27] without an end is a warning, and all is text that is no field", async () => {
    const { campaign, problems } = await load({ "world/rules.md": "---\nRoll two dice.\n\nRoll three." });
    expect(campaign.rules).toBe("---\nRoll two dice.\n\nRoll three.");
    expect(problems).toMatchObject([{ file: "world/rules.md", severity: "warning" }]);
  });
});

describe("comments", () => {
  it("[CA28] are not part of the text, and lines keep their numbers", async () => {
    const { campaign } = await load({
      "world/setting.md": "It rains.<!-- mention the\nscale --> The scale creaks.",
      "storybook/a.md": "# deed ask success\n<!-- two\nlines -->\n- You ask.",
    });
    expect(campaign.setting).toBe("It rains.\n The scale creaks.");
    expect(campaign.storybook[0]?.text.split("\n").indexOf("- You ask.")).toBe(3);
  });
});

it("[CA4608] without an end holds up to the first empty line, and none of it is told", async () => {
  const { campaign, problems } = await load({
    "plot/endings/dusk.md":
      "---\ntitle: A Sack Too Many\nconditions:\n  requires_beat: [beat_040]\n  player_choices:\n    - hid-it\n\nNobody asks about the {if noise > 1}letter.\n",
    "plot/premise.md": "---\n\nYou wait. A rule stands above.\n",
    "world/setting.md": "---\nRain falls on Pell: it never stops.\n\nMore rain.\n",
  });
  expect(campaign.endings[0]).toMatchObject({
    title: "A Sack Too Many",
    conditions: { player_choices: ["hid-it"] },
  });
  expect(campaign.endings[0]?.body).toMatch(/^Nobody asks about the/);
  expect(campaign.setting).toContain("Rain falls on Pell: it never stops.");
  expect(campaign.premise).toContain("You wait.");
  const at = (file: string) => problems.filter((one) => one.file === file).map(({ line, code }) => [line, code]);
  expect(at("plot/endings/dusk.md")).toEqual([
    [1, "front_matter"],
    [4, "unknown_beat"],
    [8, "varied_text"],
    [8, "unknown_path"],
  ]);
});
