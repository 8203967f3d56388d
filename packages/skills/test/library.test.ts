import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, renameSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { openLibrary, type SandboxNote, type Skill, type SkillFolder, type SkillLibrary } from "../src/index.js";
import { type Files, freshFolder, MANIFEST, writeSkill } from "./helpers/folders.js";

const SCRIPT = { scripts: [{ name: "light", path: "scripts/light.mjs" }] };
const FILES: Files = { "skill.json": { ...MANIFEST, ...SCRIPT }, "scripts/light.mjs": "// light" };
const SANDBOX = { tier: "box", sentence: "It runs in a box." };

interface Home {
  readonly folder: string;
  readonly shipped: string;
  readonly open: (options?: { readonly folders?: readonly SkillFolder[] }) => Promise<SkillLibrary>;
  readonly file: string;
}

/** A home with two folders of skills: `folder` of the user, and one that we ship. */
function home(sandbox: (skill: Pick<Skill, "sandbox">) => SandboxNote = () => SANDBOX): Home {
  const root = freshFolder();
  const [folder, shipped, file] = [join(root, "skills"), join(root, "shipped"), join(root, "skills.json")];
  mkdirSync(folder);
  mkdirSync(shipped);
  const usual = [
    { path: shipped, origin: "bundled" as const },
    { path: folder, origin: "extra" as const },
  ];
  const open = ({ folders = usual }: { readonly folders?: readonly SkillFolder[] } = {}): Promise<SkillLibrary> =>
    openLibrary({
      folders,
      dataRoot: join(root, "skill-data"),
      standingsFile: file,
      sandbox,
    });
  return { folder, shipped, file, open };
}

async function agreeTo(library: SkillLibrary, name: string): Promise<void> {
  await library.agree(name, library.show(name).hash ?? "");
}

const names = (library: SkillLibrary): string[] => library.usable().map(({ name }) => name);
const stateOf = (library: SkillLibrary, name = "lamp"): string => library.show(name).state;

it("[SK70] a skill that waits stands before nobody, and one that was agreed to does", async () => {
  const { folder, shipped, open } = home();
  const own = writeSkill(folder, "lamp", FILES);
  const ours = writeSkill(shipped, "lamp", FILES);
  const library = await open();
  expect(library.usable().map(({ origin }) => origin)).toEqual(["bundled"]);
  expect(library.list().map(({ dir, state }) => [dir, state])).toEqual([
    [own, "waiting"],
    [ours, "ready"],
  ]);
  await agreeTo(library, "lamp");
  expect(library.usable().map(({ origin }) => origin)).toEqual(["extra"]);
  expect(library.list().map(({ state }) => state)).toEqual(["ready", "replaced"]);
});

it("[SK73] what we ship runs at once, others wait until they are agreed to, also after the next start", async () => {
  const { folder, shipped, open } = home();
  writeSkill(shipped, "rope", { "skill.json": { ...MANIFEST, name: "rope" } });
  writeSkill(folder, "lamp", FILES);
  const library = await open();
  expect(names(library)).toEqual(["rope"]);
  expect(library.show("lamp")).toMatchObject({ state: "waiting", changes: null });
  await agreeTo(library, "lamp");
  expect(names(library)).toEqual(["lamp", "rope"]);
  expect(names(await open())).toEqual(["lamp", "rope"]);
});

it("[SK73] a skill that changed by one byte, one mode or one name asks again, and says what changed", async () => {
  const { folder, open } = home();
  const dir = writeSkill(folder, "lamp", { ...FILES, "lib/a.txt": "a", "lib/b.txt": "b" });
  await agreeTo(await open(), "lamp");
  writeFileSync(join(dir, "scripts/light.mjs"), "// Light");
  renameSync(join(dir, "lib/a.txt"), join(dir, "lib/c.txt"));
  const library = await open();
  expect(names(library)).toEqual([]);
  expect(library.show("lamp")).toMatchObject({
    state: "waiting",
    changes: { added: ["lib/c.txt"], removed: ["lib/a.txt"], changed: ["scripts/light.mjs"] },
  });
  await agreeTo(library, "lamp");
  expect(names(await open())).toEqual(["lamp"]);
});

it("[SK74] what is agreed to is what was shown, not what lies there since", async () => {
  const { folder, open } = home();
  const dir = writeSkill(folder, "lamp", FILES);
  const library = await open();
  const { hash } = library.show("lamp");
  writeFileSync(join(dir, "scripts/light.mjs"), "// other");
  await expect(library.agree("lamp", hash ?? "")).rejects.toMatchObject({ code: "skill_changed" });
  await expect(library.agree("lamp", "0".repeat(64))).rejects.toMatchObject({ code: "skill_changed" });
  expect(names(library)).toEqual([]);
  await agreeTo(library, "lamp");
  expect(names(library)).toEqual(["lamp"]);
});

it("[SK74] nothing can be agreed to where nothing is asked", async () => {
  const { shipped, folder, open } = home();
  writeSkill(shipped, "rope", { "skill.json": { ...MANIFEST, name: "rope" } });
  writeSkill(folder, "knot", { "skill.json": "{" });
  const library = await open();
  await expect(library.agree("rope", "")).rejects.toMatchObject({ code: "no_agreement_needed" });
  await expect(library.agree("knot", "")).rejects.toMatchObject({ code: "skill_faulty" });
  await expect(library.agree("lamp", "")).rejects.toMatchObject({ code: "unknown_skill" });
});

it("[SK75] an agreement can be taken back, and a skill turned off and on whatever was agreed to", async () => {
  const { folder, shipped, open } = home();
  writeSkill(folder, "lamp", FILES);
  writeSkill(shipped, "rope", { "skill.json": { ...MANIFEST, name: "rope" } });
  const library = await open();
  await agreeTo(library, "lamp");
  expect((await library.setEnabled("lamp", false)).state).toBe("disabled");
  await library.setEnabled("rope", false);
  const again = await open();
  expect([stateOf(again), stateOf(again, "rope")]).toEqual(["disabled", "disabled"]);
  expect(names(again)).toEqual([]);
  expect((await again.setEnabled("lamp", true)).state).toBe("ready");
  expect((await again.withdraw("lamp")).state).toBe("waiting");
  expect((await again.setEnabled("rope", true)).state).toBe("ready");
  expect(names(await open())).toEqual(["rope"]);
});

it("[SK76] decisions are for the player's eyes alone, and two who decide at once lose nothing", async () => {
  const { folder, file, open } = home();
  for (const name of ["lamp", "rope"]) writeSkill(folder, name, { "skill.json": { ...MANIFEST, name } });
  const [one, other] = [await open(), await open()];
  await agreeTo(one, "lamp");
  await agreeTo(other, "rope");
  expect(names(await open())).toEqual(["lamp", "rope"]);
  if (process.platform !== "win32") expect(statSync(file).mode & 0o777).toBe(0o600);
});

it.each(["{", "[]", '{"skills": {}}', '{"version": 1}'])(
  "[SK76] a damaged file, %s, agrees to nothing",
  async (text) => {
    const { folder, file, open } = home();
    writeSkill(folder, "lamp", FILES);
    await agreeTo(await open(), "lamp");
    writeFileSync(file, text);
    const library = await open();
    expect(stateOf(library)).toBe("waiting");
    expect(library.problems().map((problem) => [problem.file, problem.message])).toEqual([
      [file, "It is damaged. All skills of others ask again."],
    ]);
    await agreeTo(library, "lamp");
    expect(names(await open())).toEqual(["lamp"]);
  },
);

it.skipIf(process.platform === "win32")(
  "[SK422] a named pipe in the place of what was decided agrees to nothing and holds nobody up",
  async () => {
    const { folder, file, open } = home();
    writeSkill(folder, "lamp", FILES);
    execFileSync("mkfifo", [file]);
    const library = await open();
    expect(library.show("lamp").state).toBe("waiting");
    expect(library.problems().map(({ message }) => message)).toContain(
      "It is not a plain file. All skills of others ask again.",
    );
    await library.agree("lamp", library.show("lamp").hash ?? "");
    await library.saved();
    expect(statSync(file).isFile()).toBe(true);
  },
);

it("[SK76] names that no object should have as keys are kept like any other", async () => {
  const { folder, open } = home();
  writeSkill(folder, "constructor", {
    "skill.json": { ...MANIFEST, name: "constructor" },
    __proto__x: "",
    "lib/constructor": "",
  });
  await agreeTo(await open(), "constructor");
  expect(names(await open())).toEqual(["constructor"]);
});

it("[SK77] tells what a skill asks for, in words that cannot play tricks on the terminal", async () => {
  const { folder, open } = home();
  const dir = writeSkill(folder, "lamp", {
    "skill.json": {
      ...MANIFEST,
      ...SCRIPT,
      displayName: "La\u001b[31mmp",
      author: "Mi\u202era",
      host: ["store"],
      network: ["example.org"],
    },
    "config-schema.json": {
      $schema: "https://json-schema.org/draft/2020-12/schema",
      type: "object",
      properties: { key: { type: "string", "x-env-var": "LAMP_KEY" } },
    },
    "scripts/light.mjs": "",
  });
  const { displayName, author, hash, wishes } = (await open()).show("lamp");
  expect([displayName, author]).toEqual(["La [31mmp", "Mi ra"]);
  expect(hash).toMatch(/^[0-9a-f]{64}$/);
  expect(wishes).toEqual({
    commands: [{ script: "light", command: `${process.execPath} ${dir}/scripts/light.mjs`, fault: null }],
    network: ["example.org"],
    host: ["store"],
    environment: ["LAMP_KEY"],
    files: [
      { path: dir, access: "read" },
      { path: join(dir, "data"), access: "write" },
    ],
    sandbox: SANDBOX,
  });
});

it("[SK77] says why a script could not be started", async () => {
  const { folder, open } = home();
  const scripts = [{ name: "light", path: "scripts/light" }];
  writeSkill(folder, "lamp", {
    "skill.json": { ...MANIFEST, scripts },
    "scripts/light": "#!/usr/bin/env no-such-thing\n",
  });
  const [command] = (await open()).show("lamp").wishes?.commands ?? [];
  expect(command?.command).toBeNull();
  expect(command?.fault).toContain("no-such-thing");
});

it("[SK86] without a sandbox another's skill does not run, unless the player agreed to that", async () => {
  const { folder, shipped, open } = home(({ sandbox }) => ({ tier: "none", sentence: sandbox }));
  writeSkill(shipped, "rope", { ...FILES, "skill.json": { ...MANIFEST, ...SCRIPT, name: "rope" } });
  const dir = writeSkill(folder, "lamp", FILES);
  writeSkill(folder, "words", { "skill.json": { ...MANIFEST, name: "words" } });
  const library = await open();
  expect(library.show("lamp")).toMatchObject({ state: "waiting", wishes: { sandbox: { sentence: "required" } } });
  await agreeTo(library, "words");
  await agreeTo(library, "lamp");
  expect(stateOf(library)).toBe("unheld");
  // One of words alone has nothing to be held back.
  expect(names(library)).toEqual(["rope", "words"]);

  const withoutSandbox = true;
  await library.agree("lamp", library.show("lamp").hash ?? "", { withoutSandbox });
  expect(library.show("lamp")).toMatchObject({ state: "ready", wishes: { sandbox: { sentence: "off" } } });
  const policyOf = (one: SkillLibrary, tool: string): string => {
    const found = one.registry().resolve(tool);
    return found.ok ? found.script.sandbox : found.code;
  };
  expect([policyOf(library, "lamp/light"), policyOf(library, "rope/light")]).toEqual(["off", "preferred"]);
  expect(policyOf(await open(), "lamp/light")).toBe("off");

  // A change asks again from the beginning, and so does an agreement without those words.
  writeFileSync(join(dir, "scripts/light.mjs"), "// Light");
  const changed = await open();
  expect(changed.show("lamp")).toMatchObject({ state: "waiting", wishes: { sandbox: { sentence: "required" } } });
  await agreeTo(changed, "lamp");
  expect(stateOf(changed)).toBe("unheld");
  await changed.withdraw("lamp");
  expect(readFileSync(join(folder, "..", "skills.json"), "utf8")).not.toContain("withoutSandbox");
});

it("[SK86] where there is one, another's skill must run in it, and changes its way as soon as the player says so", async () => {
  const { folder, open } = home();
  writeSkill(folder, "lamp", FILES);
  const library = await open();
  await agreeTo(library, "lamp");
  const registry = library.registry();
  const policy = (): string => {
    const found = registry.resolve("lamp/light");
    return found.ok ? found.script.sandbox : found.code;
  };
  expect(policy()).toBe("required");
  await library.agree("lamp", library.show("lamp").hash ?? "", { withoutSandbox: true });
  expect(policy()).toBe("off");
  await agreeTo(library, "lamp");
  expect(policy()).toBe("required");
});

it("[SK78] a skill is not started once its folder is not what was agreed to, or gone", async () => {
  const { folder, open } = home();
  const dir = writeSkill(folder, "lamp", { ...FILES, "lib/helper.mjs": "" });
  const library = await open();
  await agreeTo(library, "lamp");
  const registry = library.registry();
  const found = registry.resolve("lamp/light");
  if (!found.ok) throw new Error(found.message);
  expect(registry.recheck(found.script)).toBeNull();
  mkdirSync(join(dir, "data"));
  writeFileSync(join(dir, "data/cache"), "x");
  writeFileSync(join(dir, "config.json"), "{}");
  expect(registry.recheck(found.script)).toBeNull();
  writeFileSync(join(dir, "lib/new.mjs"), "");
  expect(registry.recheck(found.script)?.code).toBe("SKILL_CHANGED");
  rmSync(dir, { recursive: true });
  expect(registry.recheck(found.script)?.code).toBe("SKILL_SCRIPT_NOT_FOUND");
  await library.reload();
  expect(registry.recheck(found.script)?.code).toBe("SKILL_SCRIPT_NOT_FOUND");
});

it("[SK742] a skill that its author is at work on runs unasked, in a sandbox where there is one, and so does what it becomes", async () => {
  const { folder, open } = home();
  const dir = writeSkill(join(folder, "..", "mine"), "lamp", FILES);
  const library = await open({ folders: [{ path: join(dir, ".."), origin: "dev" }] });
  expect(library.show("lamp")).toMatchObject({ state: "ready", hash: null, origin: "dev" });
  expect(library.usable()[0]?.sandbox).toBe("preferred");
  const registry = library.registry();
  const found = registry.resolve("lamp/light");
  if (!found.ok) throw new Error(found.message);
  writeFileSync(join(dir, "scripts/light.mjs"), "// changed\n");
  expect(registry.recheck(found.script)).toBeNull();
  writeSkill(join(dir, ".."), "lamp", { "skill.json": { ...MANIFEST, version: "2.0.0" } });
  expect(await library.reload()).toMatchObject([{ name: "lamp", what: "changed", state: "ready" }]);
  await expect(library.agree("lamp", "x")).rejects.toMatchObject({ code: "no_agreement_needed" });
  expect((await library.setEnabled("lamp", false)).state).toBe("disabled");
});

it("[SK742] stands before every other of its name, and may hold more files than anybody could agree to", async () => {
  const { shipped, open } = home();
  writeSkill(shipped, "lamp", FILES);
  const dir = writeSkill(join(shipped, "..", "mine"), "lamp", FILES);
  symlinkSync("/nowhere", join(dir, "gone"));
  const folders = [
    { path: shipped, origin: "bundled" as const },
    { path: dir, origin: "dev" as const },
  ];
  const library = await open({ folders });
  expect(library.show("lamp")).toMatchObject({ state: "ready", origin: "dev", problems: [] });
});

it("[SK79] what comes, changes or goes is so at the next use, with news of it, and only what changed starts healthy again", async () => {
  const { shipped, open } = home();
  const dir = writeSkill(shipped, "lamp", FILES);
  writeSkill(shipped, "rope", { "skill.json": { ...MANIFEST, name: "rope" } });
  const library = await open();
  const registry = library.registry();
  for (const skill of ["lamp", "rope"]) registry.report(skill, "unstartable");
  expect(await library.reload()).toEqual([]);
  expect(registry.disabled()).toEqual(["lamp", "rope"]);

  writeFileSync(join(dir, "scripts/light.mjs"), "// brighter");
  writeSkill(shipped, "oil", { "skill.json": { ...MANIFEST, name: "oil" } });
  rmSync(join(shipped, "rope"), { recursive: true });
  expect(registry.disabled()).toEqual(["lamp", "rope"]);
  expect(await library.reload()).toEqual([
    { name: "lamp", displayName: "lamp", what: "changed", state: "ready" },
    { name: "oil", displayName: "oil", what: "added", state: "ready" },
    { name: "rope", displayName: "rope", what: "removed", state: null },
  ]);
  expect(registry.list().map(({ name }) => name)).toEqual(["lamp", "oil"]);
  expect(registry.disabled()).toEqual([]);
});

it("[SK79] a changed skill of others takes effect once it is agreed to", async () => {
  const { folder, open } = home();
  const dir = writeSkill(folder, "lamp", FILES);
  const library = await open();
  await agreeTo(library, "lamp");
  const registry = library.registry();
  writeFileSync(join(dir, "SKILL.md"), "Be bright.");
  expect(await library.reload()).toEqual([{ name: "lamp", displayName: "lamp", what: "changed", state: "waiting" }]);
  expect(registry.resolve("lamp/light").ok).toBe(false);
  await agreeTo(library, "lamp");
  expect(registry.resolve("lamp/light").ok).toBe(true);
  expect(registry.prompts()).toEqual([{ skill: "lamp", text: "Be bright." }]);
});

it("[SK80] a folder that cannot be read as it is now keeps the old skill, until it can", async () => {
  const { shipped, open } = home();
  const dir = writeSkill(shipped, "lamp", FILES);
  const library = await open();
  const registry = library.registry();
  writeFileSync(join(dir, "skill.json"), '{ "name": "la');
  expect(await library.reload()).toEqual([{ name: "lamp", displayName: "lamp", what: "kept", state: "ready" }]);
  expect(await library.reload()).toEqual([]);
  expect(registry.resolve("lamp/light").ok).toBe(true);
  expect(library.list().map(({ state }) => state)).toEqual(["ready"]);
  expect(library.problems().map(({ severity }) => severity)).toEqual(["error"]);
  writeFileSync(join(dir, "skill.json"), JSON.stringify({ ...MANIFEST, version: "2.0.0" }));
  expect(await library.reload()).toMatchObject([{ name: "lamp", what: "changed" }]);
  expect(registry.resolve("lamp/light").ok).toBe(true);
  expect(library.show("lamp").version).toBe("2.0.0");
});

it.each(["bundled", "extra"] as const)(
  "[SK82] three native faults turn a skill of origin %s off, until it changes or is turned on again",
  async (origin) => {
    const { folder, shipped, open } = home();
    const dir = writeSkill(origin === "bundled" ? shipped : folder, "lamp", FILES);
    if (origin === "extra") await agreeTo(await open(), "lamp");
    for (let session = 1; session <= 3; session++) {
      const library = await open();
      expect(stateOf(library)).toBe("ready");
      library.registry().report("lamp", "crashed");
      await library.saved();
    }
    const library = await open();
    expect([stateOf(library), names(library)]).toEqual(["off", []]);
    expect((await library.setEnabled("lamp", true)).state).toBe("ready");
    for (let crash = 1; crash <= 3; crash++) library.registry().report("lamp", "crashed");
    await library.saved();
    expect(stateOf(await open())).toBe("off");
    writeFileSync(join(dir, "scripts/light.mjs"), "// mended");
    expect(stateOf(await open())).toBe(origin === "bundled" ? "ready" : "waiting");
  },
);

it("[SK83] data and settings of a skill that we ship lie under the data folder, of another one in its own", async () => {
  const { folder, shipped, open } = home();
  writeSkill(shipped, "rope", { "skill.json": { ...MANIFEST, name: "rope" } });
  const dir = writeSkill(folder, "lamp", FILES);
  const library = await open();
  await agreeTo(library, "lamp");
  expect(library.usable().map(({ dataDir }) => dataDir)).toEqual([
    join(dir, "data"),
    join(folder, "../skill-data/rope/data"),
  ]);
});

it("[SK83] a data folder that is a link to somewhere else is left alone", async () => {
  const { folder, open } = home();
  const dir = writeSkill(folder, "lamp", FILES);
  symlinkSync(freshFolder(), join(dir, "data"));
  const library = await open();
  await agreeTo(library, "lamp");
  expect(library.usable().map(({ dataDir }) => dataDir)).toEqual([join(folder, "../skill-data/lamp/data")]);
});

it("[SK85] lists what cannot be used beside what can, with file, line and reason", async () => {
  const { folder, shipped, open } = home();
  writeSkill(shipped, "rope", { "skill.json": { ...MANIFEST, name: "rope" } });
  const dir = writeSkill(folder, "knot", { "skill.json": '{\n  "name": "knot",\n}' });
  const library = await open();
  expect(library.list().map(({ name, state }) => [name, state])).toEqual([
    ["knot", "faulty"],
    ["rope", "ready"],
  ]);
  expect(library.show("knot")).toMatchObject({
    dir,
    wishes: null,
    problems: [{ file: join(dir, "skill.json"), line: 3, severity: "error" }],
  });
  expect(() => library.show("lamp")).toThrow('There is no skill "lamp".');
  expect(readFileSync(join(dir, "skill.json"), "utf8")).toContain("knot");
});

it("[SK484] a reload takes in what another program decided meanwhile", async () => {
  const { folder, open } = home();
  writeSkill(folder, "lamp", FILES);
  const [playing, deciding] = [await open(), await open()];
  await agreeTo(deciding, "lamp");
  expect(stateOf(playing)).toBe("waiting");
  await playing.reload();
  expect([stateOf(playing), names(playing)]).toEqual(["ready", ["lamp"]]);
  await deciding.setEnabled("lamp", false);
  await playing.reload();
  expect([stateOf(playing), names(playing)]).toEqual(["disabled", []]);
});

it("[SK484] a reload keeps what was decided here where the file is damaged or cannot be written", async () => {
  const { folder, file, open } = home();
  writeSkill(folder, "lamp", FILES);
  const library = await open();
  await agreeTo(library, "lamp");
  writeFileSync(file, "{");
  await library.reload();
  expect(stateOf(library)).toBe("ready");
  rmSync(file);
  mkdirSync(file);
  await expect(library.setEnabled("lamp", false)).rejects.toThrow();
  await library.reload();
  expect(stateOf(library)).toBe("disabled");
});

it("[SK72] the libraries that a package of ours is built with are not looked at, those of another's are", async () => {
  const { folder, shipped, open } = home();
  for (const [skills, name] of [
    [shipped, "lamp"],
    [folder, "torch"],
  ] as const) {
    const dir = writeSkill(skills, name, { ...FILES, "skill.json": { ...MANIFEST, ...SCRIPT, name } });
    mkdirSync(join(dir, "node_modules"));
    symlinkSync(join(dir, "..", ".."), join(dir, "node_modules", "library"));
  }
  const library = await open();
  expect([stateOf(library), stateOf(library, "torch")]).toEqual(["ready", "faulty"]);
  expect(library.problems().map(({ file }) => file)).toEqual([join(folder, "torch", "skill.json")]);
});
