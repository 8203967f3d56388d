import { symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { discover, freshFolder, lamp, MANIFEST, writeSkill } from "./helpers/folders.js";

const HEAD = "---\nname: lamp\ndescription: Lights lamps.\n---\n";

it("[SK16] a SKILL.md alone makes a skill", async () => {
  const { skill, said } = await lamp({
    "SKILL.md": `---\nname: lamp\ndescription: >-\n  Lights lamps,\n  all of them.\nlicense: MIT\nmetadata:\n  author: Mira\n  version: "2.1.0"\n---\n\nBe bright.\n`,
    "scripts/light.py": "from narratoria import define_tool\n",
  });
  expect(said).toEqual([]);
  expect(skill).toMatchObject({
    name: "lamp",
    description: "Lights lamps, all of them.",
    version: "2.1.0",
    author: "Mira",
    license: "MIT",
    prompt: "Be bright.",
    priority: 50,
    host: [],
  });
  expect(skill?.scripts.map(({ name }) => name)).toEqual(["light"]);
  expect((await lamp({ "SKILL.md": HEAD })).skill?.version).toBe("0.0.0");
});

it("[SK129] its SKILL.md says when a skill is used, else the manifest what it does", async () => {
  const guide = async (skillMd: string) => (await lamp({ "skill.json": MANIFEST, "SKILL.md": skillMd })).skill?.guide;
  expect(await guide("---\nname: lamp\ndescription: Use it in the dark.\n---\n")).toBe("Use it in the dark.");
  expect(await guide("---\nname: lamp\n---\n")).toBe(MANIFEST.description);
  expect(await guide("No front matter.")).toBe(MANIFEST.description);
  expect((await lamp({ "SKILL.md": HEAD })).skill?.guide).toBe("Lights lamps.");
});

it("[SK128] a SKILL.md alone says in its metadata when its scripts are run of themselves", async () => {
  const told = async (when: string) => {
    const { skill, said } = await lamp({
      "SKILL.md": `---\nname: lamp\ndescription: Lights lamps.\nmetadata:\n  narratoria-when: ${when}\n---\n`,
      "scripts/light.py": "",
    });
    return { when: skill?.scripts.map((script) => script.when), said };
  };
  expect(await told("opening, turn")).toEqual({ when: [["opening", "turn"]], said: [] });
  expect(await told("turn noon")).toEqual({
    when: [["turn"]],
    said: ['SKILL.md:5 "noon" is no kind of scene; there are opening, turn, ending.'],
  });
});

const bomb = `a: &a [x,x,x,x,x,x,x,x,x]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a]\nc: [*b,*b,*b,*b,*b,*b,*b,*b,*b]`;
it.each([
  ["has no front matter", "# Lamp\n", "SKILL.md:1 It must open with front matter"],
  ["does not close it", "---\nname: lamp\n", "SKILL.md:1 It must open with front matter"],
  ["has no name", "---\ndescription: x\n---\n", "SKILL.md:1 A skill needs a name."],
  ["has another folder's name", "---\ndescription: x\nname: candle\n---\n", 'SKILL.md:3 The name "candle" differs'],
  ["has no description", "---\nname: lamp\n---\n", "SKILL.md:1 A skill needs a description."],
  [
    "says a thing twice",
    "---\nname: lamp\ndescription: x\nname: lamp\n---\n",
    "SKILL.md:4 The front matter cannot be read",
  ],
  [
    "indents with a tab",
    "---\nname: lamp\nmetadata:\n\tauthor: x\n---\n",
    "SKILL.md:4 The front matter cannot be read",
  ],
  ["is a list", "---\n- name\n---\n", "SKILL.md:2 The front matter must be a list of names with values."],
  [
    "calls for code",
    "---\nname: !!js/function 'x'\ndescription: x\n---\n",
    "SKILL.md:2 The front matter cannot be read",
  ],
  [
    "repeats itself without end",
    `---\nname: lamp\ndescription: x\n${bomb}\n---\n`,
    "SKILL.md:2 The front matter repeats itself too often.",
  ],
  [
    "is far too long",
    `---\nname: lamp\ndescription: x\nx: ${"y".repeat(66_000)}\n---\n`,
    "SKILL.md:1 The front matter is too long.",
  ],
])("[SK17] a SKILL.md alone that %s is left out, with its line", async (_what, text, message) => {
  const { skill, said, problems } = await lamp({ "SKILL.md": text });
  expect(skill).toBeUndefined();
  expect(said).toEqual([expect.stringContaining(message)]);
  expect(problems[0]?.severity).toBe("error");
});

it("[SK18] where skill.json and SKILL.md disagree, skill.json holds and the line is named", async () => {
  const { skill, said } = await lamp({
    "skill.json": { ...MANIFEST, license: "MIT" },
    "SKILL.md": `---\ndescription: Other words, for a model.\nlicense: GPL-3.0\nname: "candle"\n---\nBe bright.`,
  });
  expect(skill).toMatchObject({ name: "lamp", license: "MIT", description: "Lights lamps.", prompt: "Be bright." });
  expect(said).toEqual([
    'SKILL.md:3 The license is "GPL-3.0" here and "MIT" in skill.json, which holds.',
    'SKILL.md:4 The name is "candle" here and "lamp" in skill.json, which holds.',
  ]);
});

it.each([
  [
    "the file that skill.json names",
    {
      "skill.json": { ...MANIFEST, prompt: "how.md" },
      "how.md": "How.",
      "SKILL.md": `${HEAD}Body.`,
      "prompt.md": "Prompt.",
    },
    "How.",
  ],
  ["the body of SKILL.md", { "skill.json": MANIFEST, "SKILL.md": `${HEAD}Body.`, "prompt.md": "Prompt." }, "Body."],
  [
    "the body of SKILL.md when that is named",
    { "skill.json": { ...MANIFEST, prompt: "SKILL.md" }, "SKILL.md": `${HEAD}Body.` },
    "Body.",
  ],
  ["a SKILL.md without front matter", { "skill.json": MANIFEST, "SKILL.md": "Body.\n" }, "Body."],
  ["prompt.md", { "skill.json": MANIFEST, "prompt.md": "\r\nPrompt.\n" }, "Prompt."],
  ["nothing", { "skill.json": MANIFEST }, null],
  ["nothing when it is blank", { "skill.json": MANIFEST, "prompt.md": " \n" }, null],
])("[SK19] the prompt is %s", async (_what, files, prompt) => {
  const { skill, said } = await lamp(files);
  expect(skill?.prompt).toBe(prompt);
  expect(said).toEqual([]);
});

it("[SK19] a prompt that is named and not there is reported, and SKILL.md used", async () => {
  const { skill, said } = await lamp({ "skill.json": { ...MANIFEST, prompt: "how.md" }, "SKILL.md": `${HEAD}Body.` });
  expect(skill?.prompt).toBe("Body.");
  expect(said).toEqual([expect.stringMatching(/^skill\.json:5 There is no file "how\.md"/)]);
});

it("[SK20] a prompt is cut at 8 KiB, between words, and never through a character", async () => {
  for (const word of ["word ", "wörd\n", "🕯 "]) {
    for (const files of [
      { "skill.json": MANIFEST, "prompt.md": word.repeat(3_000) },
      { "skill.json": MANIFEST, "SKILL.md": HEAD + word.repeat(3_000) },
      { "skill.json": MANIFEST, "SKILL.md": HEAD + word.repeat(1_000_000) },
    ]) {
      const { skill, said } = await lamp(files);
      const prompt = skill?.prompt ?? "";
      expect(Buffer.byteLength(prompt)).toBeLessThanOrEqual(8 * 1024);
      expect(Buffer.byteLength(prompt)).toBeGreaterThan(8 * 1024 - 16);
      expect(`${prompt}${word.at(-1)}`.replaceAll(word, "")).toBe("");
      expect(said).toEqual([expect.stringContaining("The prompt is longer than 8 KiB.")]);
    }
  }
});

it("[SK21] a prompt that leads out of the folder is refused", async () => {
  const folder = freshFolder();
  writeFileSync(join(folder, "secret.md"), "secret");
  const dir = writeSkill(folder, "lamp", { "skill.json": MANIFEST });
  for (const name of ["prompt.md", "SKILL.md"]) symlinkSync(join(folder, "secret.md"), join(dir, name));
  const { skills, problems } = await discover(folder);
  expect(skills[0]?.prompt).toBeNull();
  expect(problems.map(({ message }) => message)).toEqual([
    expect.stringContaining("leads out of its folder"),
    expect.stringContaining("leads out of its folder"),
  ]);
  const named = await lamp({ "skill.json": { ...MANIFEST, prompt: "../secret.md" } });
  expect(named.skill?.prompt).toBeNull();
  expect(named.said).toHaveLength(1);
});
