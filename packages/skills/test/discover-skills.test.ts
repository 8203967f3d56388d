import { mkdirSync, realpathSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { lowerLimits } from "@narratoria/protocol";
import { expect, it } from "vitest";
import { discoverSkills } from "../src/index.js";
import { discover, freshFolder, lamp, MANIFEST, writeSkill } from "./helpers/folders.js";

it("[SK1] finds every skill folder, by name, and passes over what is none", async () => {
  const folder = freshFolder();
  for (const name of ["b-skill", "a-skill", "c"]) writeSkill(folder, name, { "skill.json": { ...MANIFEST, name } });
  writeSkill(folder, "notes", { "README.md": "Nothing." });
  writeSkill(folder, ".hidden", { "skill.json": "{" });
  writeSkill(folder, "node_modules", { "skill.json": "{" });
  writeFileSync(join(folder, "file.txt"), "");
  const { skills, problems } = await discover(folder);
  expect(skills.map(({ name }) => name)).toEqual(["a-skill", "b-skill", "c"]);
  expect(problems).toEqual([]);
});

it("[SK1] a folder may be a skill itself, or a link to one", async () => {
  const elsewhere = freshFolder();
  const dir = writeSkill(elsewhere, "lamp", { "skill.json": MANIFEST });
  expect((await discover(dir, "extra")).skills.map(({ name }) => name)).toEqual(["lamp"]);
  const folder = freshFolder();
  symlinkSync(dir, join(folder, "lamp"));
  const { skills } = await discover(folder);
  expect(skills.map((skill) => skill.dir)).toEqual([realpathSync(dir)]);
});

it("[SK1] reads all that a skill says of itself", async () => {
  const { skill, said, dir } = await lamp({
    "skill.json": {
      ...MANIFEST,
      displayName: "Lamp",
      author: "Mira",
      license: "MIT",
      capabilities: ["light"],
      priority: 80,
      retryPolicy: { maxRetries: 1 },
      host: ["store"],
      network: ["example.org"],
      concurrent: true,
      scripts: [
        {
          name: "light",
          path: "scripts/light.mjs",
          description: "Lights.",
          timeout: 5000,
          required: true,
          context: ["clock"],
          when: ["turn"],
          resident: true,
        },
      ],
    },
    "scripts/light.mjs": "",
    "SKILL.md": "---\nname: lamp\ndescription: >-\n  Long.\n---\n\nBe bright.\n",
  });
  expect(said).toEqual([]);
  expect(skill).toEqual({
    name: "lamp",
    guide: "Lights lamps.",
    displayName: "Lamp",
    description: "Lights lamps.",
    version: "1.2.3",
    author: "Mira",
    license: "MIT",
    origin: "bundled",
    dir: realpathSync(dir),
    dataDir: join(dir, "../../none/lamp/data"),
    prompt: "Be bright.",
    scripts: [
      {
        name: "light",
        description: "Lights.",
        path: "scripts/light.mjs",
        file: realpathSync(join(dir, "scripts/light.mjs")),
        timeoutMs: 5000,
        required: true,
        context: ["clock"],
        when: ["turn"],
        resident: true,
        inputShape: null,
        limits: lowerLimits(),
      },
    ],
    capabilities: ["light"],
    dependencies: [],
    priority: 80,
    retryPolicy: { maxRetries: 1, backoffMs: 100 },
    host: ["store"],
    network: ["example.org"],
    sandbox: "preferred",
    concurrent: true,
    config: {},
    environment: [],
    secrets: [],
  });
});

it("[SK2] a skill that cannot be read costs itself alone", async () => {
  const folder = freshFolder();
  writeSkill(folder, "good", { "skill.json": { ...MANIFEST, name: "good" } });
  writeSkill(folder, "bad", { "skill.json": '{\n  "name": "bad",\n}' });
  mkdirSync(join(folder, "odd", "skill.json"), { recursive: true });
  const { skills, problems } = await discover(folder);
  expect(skills.map(({ name }) => name)).toEqual(["good"]);
  expect(problems.map(({ file, line, severity }) => [file, line, severity])).toEqual([
    [join(folder, "bad", "skill.json"), 3, "error"],
    [join(folder, "odd", "skill.json"), 1, "error"],
  ]);
});

it.each([
  ["extra", "is missing", "missing", ["There is no such folder."]],
  ["bundled", "is missing", "missing", ["There is no such folder."]],
  ["user", "is missing, where skills would be installed", "missing", []],
  ["extra", "is a file", "file", ["This is a file, not a folder of skills."]],
] as const)("[SK3] a folder of origin %s that %s is reported as fits", async (origin, _what, name, messages) => {
  const folder = freshFolder();
  writeFileSync(join(folder, "file"), "");
  const { skills, problems } = await discover(join(folder, name), origin);
  expect(skills).toEqual([]);
  expect(problems.map(({ message }) => message)).toEqual(messages);
  expect(problems.every(({ file }) => file === join(folder, name))).toBe(true);
});

it("[SK4] of two skills of one name the first is taken and the second reported", async () => {
  const [first, second] = [freshFolder(), freshFolder()];
  const kept = writeSkill(first, "lamp", { "skill.json": MANIFEST });
  const left = writeSkill(second, "lamp", { "skill.json": { ...MANIFEST, version: "2.0.0" } });
  const { skills, problems } = await discoverSkills({
    folders: [
      { path: first, origin: "bundled" },
      { path: second, origin: "user" },
    ],
    dataRoot: join(first, "none"),
  });
  expect(skills.map(({ dir }) => dir)).toEqual([realpathSync(kept)]);
  expect(problems).toEqual([
    {
      file: join(left, "skill.json"),
      line: 1,
      column: 1,
      severity: "error",
      message: `There is a skill "lamp" in ${realpathSync(kept)} already. This one is left out.`,
    },
  ]);
});

it("[SK4] a skill from a folder named for this run stands in for a shipped one, if it is sound", async () => {
  const [shipped, named] = [freshFolder(), freshFolder()];
  writeSkill(shipped, "lamp", { "skill.json": MANIFEST });
  writeSkill(shipped, "rope", { "skill.json": { ...MANIFEST, name: "rope" } });
  const own = writeSkill(named, "lamp", { "skill.json": { ...MANIFEST, version: "2.0.0" } });
  writeSkill(named, "rope", { "skill.json": { ...MANIFEST, name: "rope", version: "two" } });
  const { skills, problems } = await discoverSkills({
    folders: [
      { path: shipped, origin: "bundled" },
      { path: named, origin: "extra" },
    ],
    dataRoot: join(shipped, "none"),
  });
  expect(skills.map(({ name, version, origin }) => [name, version, origin])).toEqual([
    ["lamp", "2.0.0", "extra"],
    ["rope", "1.2.3", "bundled"],
  ]);
  const notices = problems.filter(({ severity }) => severity === "notice");
  expect(notices.map(({ message }) => message)).toEqual([
    `The skill "lamp" in ${realpathSync(own)} stands in for this one.`,
  ]);
});

it("[SK5] a skill that another one needs and that is not there is reported", async () => {
  const folder = freshFolder();
  writeSkill(folder, "lamp", { "skill.json": { ...MANIFEST, dependencies: ["oil", "wick"] } });
  writeSkill(folder, "oil", { "skill.json": { ...MANIFEST, name: "oil" } });
  const { skills, problems } = await discover(folder);
  expect(skills).toHaveLength(2);
  expect(problems.map(({ message }) => message)).toEqual(['It needs the skill "wick", which is not there.']);
});

it("[SK6] hundreds of skills and crowded folders are found in no time", async () => {
  const folder = freshFolder();
  for (let n = 0; n < 300; n++) writeSkill(folder, `s${n}`, { "skill.json": { ...MANIFEST, name: `s${n}` } });
  const crowd: Record<string, string> = {};
  for (let n = 0; n < 2_000; n++) crowd[`scripts/f${n}.mjs`] = "";
  writeSkill(folder, "crowd", { "skill.json": { ...MANIFEST, name: "crowd" }, ...crowd });
  const start = performance.now();
  const { skills } = await discover(folder);
  expect(performance.now() - start).toBeLessThan(2_000);
  expect(skills).toHaveLength(301);
  expect(skills.find(({ name }) => name === "crowd")?.scripts).toHaveLength(64);
});

it("[SK6] of a folder with more than a thousand entries the first thousand are looked at, and that is said", async () => {
  const folder = freshFolder();
  for (let n = 1000; n < 2003; n++) mkdirSync(join(folder, `d${n}`));
  writeSkill(folder, "a", { "skill.json": { ...MANIFEST, name: "a" } });
  writeSkill(folder, "z", { "skill.json": { ...MANIFEST, name: "z" } });
  const { skills, problems } = await discover(folder);
  expect(skills.map(({ name }) => name)).toEqual(["a"]);
  expect(problems.map(({ message }) => message)).toEqual([
    "There are 1005 entries here; the first 1000 are looked at.",
  ]);
});
