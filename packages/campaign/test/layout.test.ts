import { describe, expect, it } from "vitest";
import { load, MANIFEST, profile } from "./campaign-folder.js";

describe("folders in a layout of their own", () => {
  it.each([
    ["characters/npcs/mags.json"],
    ["characters/mags.json"],
    ["npcs/mags.json"],
    ["NPCs/mags/profile.json"],
    ["characters/mags/profile.json"],
    ["characters/npcs/mags/mags.json"],
    ["Characters/NPCs/mags/Profile.JSON"],
  ])("[CA669] have a character in %s", async (path) => {
    const { campaign, problems } = await load({ [path]: profile("Mags Pike") });
    expect(campaign.npcs.map(({ id }) => id)).toEqual(["mags"]);
    expect(problems.map(({ file, severity }) => [file, severity])).toEqual([[path, "warning"]]);
  });

  it.each([
    ["premise.txt", "premise"],
    ["plot/PREMISE.MD", "premise"],
    ["setting.md", "setting"],
    ["World/Setting.md", "setting"],
    ["RULES.md", "rules"],
  ] as const)("[CA669] have a text in %s", async (path, part) => {
    const { campaign, problems } = await load({ [path]: "\ufeffYou stand in the rain.\r\n" });
    expect(campaign[part]).toBe("You stand in the rain.");
    expect(problems).toMatchObject([{ file: path, severity: "warning" }]);
  });

  it.each([
    ["beats.json", "endings/Bridge.md", "places/mill.md"],
    ["Plot/Beats.json", "Plot/Endings/Bridge.md", "Lore/places/mill.md"],
    ["plot/beats.json", "plot/endings/Bridge.txt", "world/locations/mill.txt"],
  ])("[CA669] have plot and lore in %s, %s and %s", async (beats, ending, place) => {
    const { campaign } = await load({
      [beats]: { beats: [{ id: "beat_001", title: "First", description: "Something happens." }] },
      [ending]: "# The bridge\n\nIt falls.",
      [place]: "# The mill\n\nA wheel turns.",
    });
    expect(campaign.beats).toHaveLength(1);
    expect(campaign.endings.map(({ id }) => id)).toEqual(["Bridge"]);
    expect(campaign.lore.map(({ file }) => file)).toEqual([
      "lore/places/mill" + (place.endsWith("x") ? ".txt" : ".md"),
    ]);
  });

  it("[CA669] have a manifest in capitals", async () => {
    const { campaign } = await load({ "manifest.json": MANIFEST, "World/Constraints.md": "- No guns." });
    expect(campaign.constraints).toHaveLength(1);
  });

  it("[CA670] read what lies where the format has it, and say so of the other", async () => {
    const { campaign, problems } = await load({ "plot/premise.md": "Rain.", "premise.txt": "Snow." });
    expect(campaign.premise).toBe("Rain.");
    expect(problems).toMatchObject([{ file: "premise.txt", severity: "warning" }]);
  });
});
