import { describe, expect, it } from "vitest";
import { load, profile } from "./campaign-folder.js";

const ADA = "characters/npcs/ada";

describe("characters", () => {
  it("[CA35] are known by folder name, and left out without a usable profile", async () => {
    const { campaign, problems } = await load({
      [`${ADA}/profile.json`]: profile("Ada Weir"),
      "characters/npcs/bo/profile.json": "[]",
      "characters/npcs/cy/secrets.md": "Hidden.",
      "characters/npcs/constructor/profile.json": profile("Con"),
      "characters/npcs/Dr. No/profile.json": profile("No"),
    });
    expect(campaign.npcs.map(({ id, profile: { name } }) => [id, name])).toEqual([
      ["Dr. No", "No"],
      ["ada", "Ada Weir"],
    ]);
    expect(
      problems
        .filter(({ message }) => !message.startsWith("Nothing reads"))
        .map(({ file, severity }) => [file, severity]),
    ).toEqual([
      ["characters/npcs/Dr. No", "warning"],
      ["characters/npcs/bo/profile.json", "error"],
      ["characters/npcs/constructor", "error"],
      ["characters/npcs/cy", "warning"],
    ]);
  });

  it.each([
    ["told inline", { secrets: "She wrote it." }, {}, "She wrote it.", 0],
    ["in a file that is not named", {}, { "secrets.md": "She hid it.\n" }, "She hid it.", 0],
    [
      "in the usual file, named in words",
      { secrets: "See secrets.md." },
      { "secrets.md": "She hid it." },
      "She hid it.",
      0,
    ],
    [
      "in the usual file, spoken of",
      { secrets: "The rest is in secrets.md, all of it" },
      { "secrets.md": "She hid it." },
      "She hid it.",
      0,
    ],
    [
      "in a file of another name",
      { secrets: "past.md" },
      { "past.md": "---\ngenerated: false\n---\nShe ran." },
      "She ran.",
      0,
    ],
    ["in both", { secrets: "She wrote it." }, { "secrets.md": "She hid it." }, "She wrote it.\n\nShe hid it.", 0],
    [
      "in a named file and the usual one",
      { secrets: "past.md" },
      { "past.md": "She ran.", "secrets.md": "Gone." },
      "She ran.\n\nGone.",
      0,
    ],
    ["in a file that is missing", { secrets: "past.md" }, {}, undefined, 1],
  ])("[CA36] have secrets %s", async (_, more, files, secrets, faults) => {
    const beside = Object.fromEntries(Object.entries(files).map(([name, text]) => [`${ADA}/${name}`, text]));
    const { campaign, problems } = await load({ [`${ADA}/profile.json`]: profile("Ada", more), ...beside });
    expect(campaign.npcs[0]?.secrets).toBe(secrets);
    expect(problems).toHaveLength(faults);
  });

  it.each([
    ["the profile names", { portrait: "art/x/ada.png" }, ["art/x/ada.png", `${ADA}/portrait.png`], "art/x/ada.png"],
    [
      "the profile names beside it",
      { portrait: "portrait.png" },
      [`${ADA}/portrait.png`, "art/characters/ada.png"],
      `${ADA}/portrait.png`,
    ],
    ["lies beside the profile", {}, [`${ADA}/portrait.webp`, "art/characters/ada.png"], `${ADA}/portrait.webp`],
    ["goes by the folder's name", {}, ["art/characters/ada.jpg", "art/characters/bo.png"], "art/characters/ada.jpg"],
    ["goes by the folder's name as an NPC", {}, ["art/characters/npc_ada.png"], "art/characters/npc_ada.png"],
    ["is nowhere", {}, ["art/characters/bo.png"], undefined],
  ])("[CA37] have the portrait that %s", async (_, more, images, portrait) => {
    const files = Object.fromEntries(images.map((path) => [path, "image"]));
    const { campaign } = await load({ [`${ADA}/profile.json`]: profile("Ada", more), ...files });
    expect(campaign.npcs[0]?.portrait).toBe(portrait);
    expect(campaign.npcs[0]?.profile.portrait).toBe(portrait);
  });

  it("[CA38] are related by id, whatever name was written", async () => {
    const { campaign, problems } = await load({
      [`${ADA}/profile.json`]: profile("Ada Weir", {
        relationships: {
          bo: "owes him salt",
          "Cy Ost": "avoids him",
          "zo\u00eb": "taught her",
          Nobdy: "is unheard of",
        },
      }),
      "characters/npcs/bo/profile.json": profile("Bo Lund", { relationships: { Ada: "lends to her" } }),
      "characters/npcs/cy-ost/profile.json": profile("Cyril Ost"),
      "characters/npcs/zoe/profile.json": profile("Zoe Marsh"),
    });
    const [ada, bo] = campaign.npcs;
    expect(ada?.profile.relationships).toEqual({
      bo: "owes him salt",
      "cy-ost": "avoids him",
      zoe: "taught her",
      Nobdy: "is unheard of",
    });
    expect(bo?.profile.relationships).toEqual({ ada: "lends to her" });
    expect(problems).toMatchObject([{ file: `${ADA}/profile.json`, line: 13, column: 5, severity: "warning" }]);
  });

  it("[CA39] of one name both stay", async () => {
    const { campaign, problems } = await load({
      [`${ADA}/profile.json`]: profile("Zo\u00eb"),
      "characters/npcs/bo/profile.json": profile("zoe"),
    });
    expect(campaign.npcs).toHaveLength(2);
    expect(problems).toMatchObject([{ file: "characters/npcs/bo/profile.json", severity: "warning" }]);
  });
});

describe("named files", () => {
  it.each([
    "../../../../etc/passwd",
    "../bo/profile.json",
    "/etc/passwd",
    "C:\\secret.md",
    "..\\secret.md",
    "past/../../x.md",
  ])("[CA18] as %s lead out, and are not opened", async (path) => {
    const { campaign, problems } = await load({
      [`${ADA}/profile.json`]: profile("Ada", { secrets: path.endsWith(".md") ? path : `${path}.md` }),
      "characters/npcs/bo/profile.json.md": "Not hers.",
    });
    expect(campaign.npcs[0]?.secrets).toBeUndefined();
    expect(problems.filter(({ severity }) => severity === "error")).toMatchObject([
      { file: `${ADA}/profile.json`, line: 9, column: 14, message: expect.stringContaining("leads out of") },
    ]);
  });

  it("[CA19] that are not there are warned of with the nearest name, and left out", async () => {
    const { campaign, problems } = await load({
      [`${ADA}/profile.json`]: profile("Ada", { portrait: "art/characters/adda.png", voice: "music/ada.ogg" }),
      "art/characters/ada.png": "image",
    });
    expect(campaign.npcs[0]?.profile).toEqual(profile("Ada"));
    expect(problems.map(({ line, severity, message }) => [line, severity, message])).toEqual([
      [9, "warning", 'There is no file "art/characters/adda.png". Did you mean "art/characters/ada.png"?'],
      [10, "warning", 'There is no file "music/ada.ogg".'],
    ]);
  });
});
