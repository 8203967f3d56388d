import { describe, expect, it } from "vitest";
import { load, profile } from "./campaign-folder.js";

describe("lore", () => {
  it("[CA52] is every text under its folder, however deep", async () => {
    const { campaign, problems } = await load({
      "lore/a.md": "Before.\n\n## The scale ##\n\nIt is old.",
      "lore/places/by-the_sea.txt": "Salt.",
      "lore/x/y/z.markdown": "---\ntitle: Zed\n---\n# Other\n\nZ.",
      "lore/empty.md": "  \n",
      "lore/table.csv": "a,b",
    });
    expect(campaign.lore).toEqual([
      { file: "lore/a.md", title: "The scale", text: "Before.\n\n## The scale ##\n\nIt is old." },
      { file: "lore/places/by-the_sea.txt", title: "by the sea", text: "Salt." },
      { file: "lore/x/y/z.markdown", title: "Zed", text: "# Other\n\nZ." },
    ]);
    expect(problems.map(({ file, severity }) => [file, severity])).toEqual([
      ["lore/empty.md", "notice"],
      ["lore/table.csv", "warning"],
    ]);
  });

  it.each([
    ["[Ada Weir, bo, ada]", ["ada", "bo"], 0],
    ["Bo", ["bo"], 0],
    ["[bo, Nobody]", ["bo"], 1],
    ["[Nobody]", [], 1],
    ["[]", undefined, 1],
    ["{ bo: yes }", undefined, 1],
  ])("[CA53] known by %s is known by %j", async (knownBy, ids, faults) => {
    const { campaign, problems } = await load({
      "characters/npcs/ada/profile.json": profile("Ada Weir"),
      "characters/npcs/bo/profile.json": profile("Bo"),
      "lore/a.md": `---\nknown_by: ${knownBy}\n---\n# A\n\nFact.`,
    });
    expect(campaign.lore[0]?.knownBy).toEqual(ids);
    expect(problems).toHaveLength(faults);
    if (faults > 0) expect(problems).toMatchObject([{ file: "lore/a.md", line: 2 }]);
  });

  it("[CA54] takes its keywords from the file beside it", async () => {
    const many = Array.from({ length: 300 }, (_, index) => `word${index}`);
    const { campaign, problems } = await load({
      "lore/a.md": "# A\n\nFact.",
      "lore/a.md.keywords.txt": "# words for a\r\nscale\n\n  brass pan  \n#none\nscale\n",
      "lore/b.md": "# B\n\nFact.",
      "lore/b.md.keywords.txt": "# nothing yet\n",
      "lore/c.md": "# C\n\nFact.",
      "lore/c.md.keywords.txt": [...many, "x".repeat(65)].join("\n"),
      "lore/gone.md.keywords.txt": "lost",
    });
    expect(campaign.lore.map(({ file }) => file)).toEqual(["lore/a.md", "lore/b.md", "lore/c.md"]);
    expect(campaign.lore[0]?.keywords).toEqual(["scale", "brass pan"]);
    expect(campaign.lore[1]).not.toHaveProperty("keywords");
    expect(campaign.lore[2]?.keywords).toEqual(many.slice(0, 256));
    expect(problems.map(({ file, severity }) => [file, severity])).toEqual([
      ["lore/b.md.keywords.txt", "notice"],
      ["lore/c.md.keywords.txt", "warning"],
      ["lore/gone.md.keywords.txt", "warning"],
    ]);
  });

  it("[CA55] may come to a thousand files, in order of their names", async () => {
    const files = Array.from({ length: 1_000 }, (_, index) => `lore/${String(index).padStart(4, "0")}.md`);
    const { campaign, problems } = await load(
      Object.fromEntries(files.map((file) => [file, `# ${file}\n\nFact.`]).reverse()),
    );
    expect(campaign.lore.map(({ file }) => file)).toEqual(files);
    expect(problems).toEqual([]);
  });
});

describe("frames for the storybook", () => {
  it("[CA56] keep their line numbers", async () => {
    const { campaign, problems } = await load({
      "storybook/a.md": "# deed ask success\n- You ask.\n",
      "storybook/b.md": "---\ngenerated: false\n---\n# deed ask fail\n- You ask.",
      "storybook/notes.txt": "none",
    });
    expect(campaign.storybook.map(({ file, text }) => [file, text.split("\n").indexOf("- You ask.")])).toEqual([
      ["storybook/a.md", 1],
      ["storybook/b.md", 4],
    ]);
    expect(problems).toMatchObject([{ file: "storybook/notes.txt", severity: "warning" }]);
  });
});
