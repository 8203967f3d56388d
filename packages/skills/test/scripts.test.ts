import { chmodSync, mkdirSync, realpathSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { lowerLimits } from "@narratoria/protocol";
import { expect, it } from "vitest";
import type { SkillOrigin } from "../src/index.js";
import { discover, freshFolder, lamp, MANIFEST, writeSkill } from "./helpers/folders.js";

const withScripts = (...scripts: object[]) => ({ ...MANIFEST, scripts });

it("[SK11] a script is found in the skill's folder, or by its bare name in scripts/", async () => {
  const { skill, said, dir } = await lamp({
    "skill.json": withScripts(
      { name: "a", path: "a.mjs" },
      { name: "b", path: "b.mjs" },
      { name: "c", path: "scripts/c.mjs" },
    ),
    "a.mjs": "",
    "scripts/a.mjs": "",
    "scripts/b.mjs": "",
    "scripts/c.mjs": "",
  });
  expect(said).toEqual([]);
  expect(skill?.scripts.map(({ name, path, file }) => [name, path, file])).toEqual(
    [
      ["a", "a.mjs"],
      ["b", "scripts/b.mjs"],
      ["c", "scripts/c.mjs"],
    ].map(([name, path = ""]) => [name, path, realpathSync(join(dir, path))]),
  );
});

it.each([
  ["scripts/none.mjs", 'There is no file "scripts/none.mjs" in the skill\'s folder.'],
  ["../outside.mjs", "must be a relative path that stays inside its folder"],
  ["/etc/hostname", "must be a relative path that stays inside its folder"],
  ["scripts/../../outside.mjs", "must be a relative path that stays inside its folder"],
  ["scripts/link.mjs", "leads out of its folder by a link"],
  ["away/outside.mjs", "leads out of its folder by a link"],
  ["scripts/dir.mjs", '"scripts/dir.mjs" is not a plain file.'],
  ["a\u0000b", "it holds a NUL character"],
])("[SK12] a script at %j is left out, and the others stay", async (path, message) => {
  const folder = freshFolder();
  const dir = writeSkill(folder, "lamp", {
    "skill.json": withScripts({ name: "good", path: "scripts/good.mjs" }, { name: "bad", path }),
    "scripts/good.mjs": "",
    "../outside.mjs": "",
  });
  symlinkSync(join(folder, "outside.mjs"), join(dir, "scripts/link.mjs"));
  symlinkSync(folder, join(dir, "away"));
  mkdirSync(join(dir, "scripts/dir.mjs"));
  const { skills, problems } = await discover(folder);
  expect(skills[0]?.scripts.map(({ name }) => name)).toEqual(["good"]);
  expect(problems.map((problem) => problem.message)).toEqual([expect.stringContaining(message)]);
  expect(problems[0]).toMatchObject({ file: join(dir, "skill.json"), severity: "warning" });
  expect(problems[0]?.line).toBeGreaterThan(8);
});

it("[SK12] a link that stays inside the folder is followed to its end", async () => {
  const folder = freshFolder();
  const dir = writeSkill(folder, "lamp", { "skill.json": withScripts({ name: "a", path: "a.mjs" }), "real.mjs": "" });
  symlinkSync("real.mjs", join(dir, "a.mjs"));
  const { skills } = await discover(folder);
  expect(skills[0]?.scripts[0]?.file).toBe(realpathSync(join(dir, "real.mjs")));
});

it.skipIf(process.platform === "win32").each<[SkillOrigin, string[]]>([
  ["extra", []],
  ["user", []],
  ["bundled", ["a"]],
])("[SK12] a script of origin %s that everybody may change: %j is left", async (origin, names) => {
  const folder = freshFolder();
  const dir = writeSkill(folder, "lamp", { "skill.json": withScripts({ name: "a", path: "a.mjs" }), "a.mjs": "" });
  chmodSync(join(dir, "a.mjs"), 0o666);
  const { skills, problems } = await discover(folder, origin);
  expect(skills[0]?.scripts.map(({ name }) => name)).toEqual(names);
  expect(problems).toHaveLength(1 - names.length);
});

it("[SK13] a script needs a name of its own that can stand in a tool path", async () => {
  const files = { "a.mjs": "" };
  const names = ["ok", "a/b", "", "ok", "..", "x".repeat(65), "Fine_1.0-b"];
  const { skill, said } = await lamp({
    "skill.json": withScripts(...names.map((name) => ({ name, path: "a.mjs" }))),
    ...files,
  });
  expect(skill?.scripts.map(({ name }) => name)).toEqual(["ok", "Fine_1.0-b"]);
  expect(said).toHaveLength(5);
  expect(said.every((text) => text.endsWith("The script is left out."))).toBe(true);
  const nameless = await lamp({ "skill.json": withScripts({ path: "a.mjs" }, { name: "a", path: "a.mjs" }), ...files });
  expect(nameless.skill?.scripts.map(({ name }) => name)).toEqual(["a"]);
  expect(nameless.said).toEqual([expect.stringContaining("skill.json:6")]);
});

it.each([
  [undefined, 30_000, 0],
  [5_000, 5_000, 0],
  [100, 100, 0],
  [60_000, 60_000, 0],
  [0, 100, 1],
  [-1, 100, 1],
  [300_000, 60_000, 1],
  [1e12, 60_000, 1],
  [1000.4, 1_000, 1],
  ["30", 30_000, 1],
  [null, 30_000, 1],
])("[SK14] a timeout of %j is taken as %i ms", async (timeout, used, warnings) => {
  const { skill, said } = await lamp({
    "skill.json": withScripts({ name: "a", path: "a.mjs", timeout }),
    "a.mjs": "",
  });
  expect(skill?.scripts[0]?.timeoutMs).toBe(used);
  expect(said).toHaveLength(warnings);
  if (warnings > 0) {
    expect(said[0]).toMatch(/^skill\.json:9 A timeout is a whole number of milliseconds from 100 to 60000, not /);
    expect(said[0]).toContain(`${used} is used instead.`);
  }
});

it("[SK60] a script may lower the caps on its invocations and raise none", async () => {
  const limits = { events: 20, lineBytes: 1e9, jsonDepth: 0, stdoutBytes: "1" };
  const { skill, said } = await lamp({
    "skill.json": withScripts({ name: "a", path: "a.mjs", limits }),
    "a.mjs": "",
  });
  expect(skill?.scripts[0]?.limits).toEqual({ ...lowerLimits(), events: 20 });
  expect(said).toHaveLength(3);
  expect(said.join("\n")).toContain(
    'limits.lineBytes" must be at most 1048576, got 1000000000 It is left out.'.replace(" It", ". It"),
  );
});

it("[SK740] a misspelt key of the context is left out with what is meant, and a key of another skill is told", async () => {
  const { skill, said, problems } = await lamp({
    "skill.json": withScripts({ name: "a", path: "a.mjs", context: ["poeple", "clock", "tide"] }),
    "a.mjs": "",
  });
  expect(skill?.scripts[0]?.context).toEqual(["clock", "tide"]);
  expect(said).toEqual([
    'skill.json:10 There is no part of the story called "poeple"; is "people" meant? It is left out.',
    'skill.json:12 "tide" is no part of every story: a script is given it once a skill has put it into session state.',
  ]);
  expect(problems.map(({ severity }) => severity)).toEqual(["warning", "notice"]);
});

const SKILL_MD = "---\nname: lamp\ndescription: Writes documents about lamps.\n---\n# Lamp\n";
const OWN_EVENTS = `import json\nprint(json.dumps({"version": "0", "type": "done", "ok": True}))\n`;

it("[SK741] of a folder by the Agent Skills standard only programs that look like skill scripts are run", async () => {
  const files = {
    "SKILL.md": SKILL_MD,
    "scripts/docx.py": 'import argparse\nversion = "1"\nprint("done")\n',
    "scripts/events.py": OWN_EVENTS,
    "scripts/sdk.py": "from narratoria import define_tool\n",
  };
  const { skill, said, problems } = await lamp(files, "user");
  expect(skill?.scripts.map(({ name }) => name)).toEqual(["events", "sdk"]);
  expect(said).toEqual([
    expect.stringContaining('"scripts/docx.py" does not look like a skill script, so no plan runs it.'),
  ]);
  expect(problems[0]?.severity).toBe("notice");
});

it("[SK741] runs each of them where a manifest is there or the metadata says when", async () => {
  const program = { "scripts/docx.py": "import argparse\n" };
  const described = SKILL_MD.replace("\n---\n#", "\nmetadata:\n  narratoria-when: turn\n---\n#");
  for (const about of [{ "SKILL.md": described }, { "skill.json": MANIFEST }])
    expect((await lamp({ ...about, ...program })).skill?.scripts.map(({ name }) => name)).toEqual(["docx"]);
});

it("[SK15] without a list, the programs in scripts/ are the skill's scripts", async () => {
  const folder = freshFolder();
  const dir = writeSkill(folder, "lamp", {
    "skill.json": MANIFEST,
    "scripts/b.py": "",
    "scripts/a.mjs": "",
    "scripts/a.sh": "",
    "scripts/notes.txt": "",
    "scripts/run": "#!/bin/sh\n",
    "scripts/.hidden.mjs": "",
    "scripts/lib/inner.mjs": "",
    "../outside.mjs": "",
  });
  chmodSync(join(dir, "scripts/run"), 0o755);
  symlinkSync(join(folder, "outside.mjs"), join(dir, "scripts/out.mjs"));
  const { skills, problems } = await discover(folder);
  expect(skills[0]?.scripts.map(({ name, path }) => [name, path])).toEqual([
    ["a", "scripts/a.mjs"],
    ["b", "scripts/b.py"],
    ["run", "scripts/run"],
  ]);
  expect(skills[0]?.scripts[0]).toMatchObject({ timeoutMs: 30_000, required: false, context: [], resident: false });
  expect(problems.map(({ message }) => message)).toEqual([expect.stringContaining("leads out of its folder")]);
});

it("[SK15] a list that is empty means no scripts, and so does a missing folder", async () => {
  const empty = await lamp({ "skill.json": withScripts(), "scripts/a.mjs": "" });
  expect(empty.skill?.scripts).toEqual([]);
  const none = await lamp({ "skill.json": MANIFEST });
  expect(none.skill?.scripts).toEqual([]);
  writeFileSync(join(none.dir, "scripts"), "a file");
  expect((await discover(join(none.dir, ".."))).skills[0]?.scripts).toEqual([]);
});

it("[SK481] names the scripts that a manifest does not list, but no module of a listed one", async () => {
  const { skill, said, problems } = await lamp(
    {
      "skill.json": withScripts({ name: "light", path: "scripts/light.mjs" }, { name: "gone", path: "gone.py" }),
      "scripts/light.mjs": 'import { wick } from "./wick.mjs";\n',
      "scripts/wick.mjs": "export const wick = 1;\n",
      "scripts/run.mjs": "",
      "scripts/snuff.py": "from narratoria import define_tool\n",
      "scripts/narratoria.py": "",
      "scripts/notes.txt": "",
    },
    "user",
  );
  expect(skill?.scripts.map(({ name }) => name)).toEqual(["light"]);
  expect(said.slice(0, 1)).toEqual([
    'skill.json:5 The manifest does not list "scripts/run.mjs" and "scripts/snuff.py", so no plan runs them. List each that is a script of its own.',
  ]);
  expect(problems[0]?.severity).toBe("notice");
});

it("[SK481] says nothing of a manifest that lists all, or whose scripts come with Narratoria", async () => {
  const manifest = withScripts({ name: "light", path: "light.mjs" });
  const all = await lamp({ "skill.json": manifest, "scripts/light.mjs": "" }, "user");
  expect(all.said).toEqual([]);
  const ours = await lamp({ "skill.json": manifest, "scripts/light.mjs": "", "scripts/wick.mjs": "" }, "bundled");
  expect(ours.said).toEqual([]);
});

it("[SK62] an input schema is read from its file, and one that cannot be read is named and not used", async () => {
  const { skill, said } = await lamp({
    "skill.json": withScripts(
      { name: "good", path: "a.mjs", inputSchema: "good.schema.json" },
      { name: "none", path: "a.mjs" },
      { name: "missing", path: "a.mjs", inputSchema: "missing.json" },
      { name: "broken", path: "a.mjs", inputSchema: "broken.json" },
      { name: "list", path: "a.mjs", inputSchema: "list.json" },
    ),
    "a.mjs": "",
    "good.schema.json": { type: "object", properties: { oil: { type: "number", minimum: 0 } }, required: ["oil"] },
    "broken.json": '{\n "type": }',
    "list.json": { type: "array" },
  });
  expect(skill?.scripts.map(({ name, inputShape }) => [name, inputShape])).toEqual([
    ["good", { type: "object", properties: { oil: { type: "number", minimum: 0 } }, required: ["oil"] }],
    ["none", null],
    ["missing", null],
    ["broken", null],
    ["list", null],
  ]);
  expect(said).toEqual([
    expect.stringContaining('"missing.json" is not used: there is no such file'),
    expect.stringMatching(/"broken.json" is not used: .*\(line 2, column \d+\)/),
    expect.stringContaining('"list.json" is not used: its "type" must be "object".'),
  ]);
});

it("[SK6600] an input that can never fit the schema beside it is told with its place; what a scene fills in may fit", async () => {
  const takes = (input: object) => ({ path: "a.mjs", inputSchema: "in.json", input });
  const { skill, said } = await lamp({
    "skill.json": withScripts(
      { name: "fits", ...takes({ place: "the mill", hours: 6 }) },
      { name: "filled", ...takes({ place: "{place}", hours: 6 }) },
      { name: "long", ...takes({ place: "{place}", hours: 60 }) },
      { name: "absent", ...takes({ place: "the mill" }) },
      { name: "worded", ...takes({ place: "the mill", hours: "{partOfDay}" }) },
      { name: "asked", path: "a.mjs", inputSchema: "in.json" },
    ),
    "a.mjs": "",
    "in.json": {
      type: "object",
      properties: { place: { type: "string", enum: ["the mill"] }, hours: { type: "integer", maximum: 12 } },
      required: ["place", "hours"],
    },
  });
  expect(skill?.scripts).toHaveLength(6);
  const told = (name: string, why: string): string =>
    `The input of the script "${name}" does not fit its input schema: ${why}. Where no model plans, it is never called.`;
  expect(said).toEqual([
    expect.stringContaining(told("long", '"hours" must be at most 12, got 60')),
    expect.stringContaining(told("absent", '"hours" is missing')),
    expect.stringContaining(told("worded", '"hours" is no text there')),
  ]);
});

it("[SK128] a script says in which scenes it is run of itself, and a kind of scene that there is not is reported", async () => {
  const scripts = [
    { name: "often", path: "scripts/a.mjs", when: ["opening", "turn"] },
    { name: "never", path: "scripts/a.mjs" },
    { name: "odd", path: "scripts/a.mjs", when: ["turn", "always"] },
  ];
  const { skill, said } = await lamp({ "skill.json": { ...MANIFEST, scripts }, "scripts/a.mjs": "" });
  expect(skill?.scripts.map(({ name, when }) => [name, when])).toEqual([
    ["often", ["opening", "turn"]],
    ["never", []],
    ["odd", ["turn"]],
  ]);
  expect(said).toEqual([expect.stringMatching(/^skill\.json:\d+ .*always.* It is left out\.$/)]);
});

it("[SK5550] a script may name the file whose process is kept in its place", async () => {
  const shared = { resident: "scripts/kept.mjs" };
  const files = {
    "skill.json": withScripts(
      { name: "light", path: "light.mjs", ...shared },
      { name: "snuff", path: "snuff.mjs", ...shared },
    ),
    "scripts/light.mjs": "",
    "scripts/snuff.mjs": "",
  };
  const { skill, said } = await lamp({ ...files, "scripts/kept.mjs": "" }, "user");
  expect(said).toEqual([]);
  for (const script of skill?.scripts ?? [])
    expect(script).toMatchObject({ resident: true, keptFile: expect.stringMatching(/scripts.kept\.mjs$/) });
  const without = await lamp(files, "user");
  expect(without.skill?.scripts.map(({ resident, keptFile }) => [resident, keptFile])).toEqual([
    [false, undefined],
    [false, undefined],
  ]);
  expect(without.said[0]).toContain(
    'There is no file "scripts/kept.mjs" in the skill\'s folder. Its process is not kept.',
  );
});
