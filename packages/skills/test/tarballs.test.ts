// SPEC.md SK8, SK720 to SK722: a skill as npm packs it is installed, and refused for what any archive is refused for.
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { packTar, type TarEntry } from "modern-tar";
import { describe, expect, it } from "vitest";
import { type CheckFolder, type InstallFoldersOptions, installFrom } from "../src/archive.js";
import { discover, freshFolder, MANIFEST, writeSkill } from "./helpers/folders.js";

const checkCampaign: CheckFolder = async () => ({ title: null, problems: [] });

const install = (from: string, home: string, more: Partial<InstallFoldersOptions> = {}) =>
  installFrom({
    from,
    folders: { skill: join(home, "skills"), campaign: join(home, "campaigns") },
    checkCampaign,
    ...more,
  });

const SCRIPT = '#!/bin/sh\necho \'{"version":"0","type":"done","ok":true}\'\n';
const file = (name: string, body: string, mode = 0o644): TarEntry => ({
  header: { name, size: Buffer.byteLength(body), type: "file", mode },
  body,
});
/** What npm packs of a skill called lamp. */
const LAMP: readonly TarEntry[] = [
  file(
    "package/package.json",
    '{ "name": "@acme/skill-lamp", "version": "1.2.3", "scripts": { "postinstall": "touch /tmp/ran" } }',
  ),
  file("package/skill.json", JSON.stringify({ ...MANIFEST, scripts: [{ name: "light", path: "scripts/light.sh" }] })),
  file("package/scripts/light.sh", SCRIPT, 0o755),
];

async function tarball(entries: readonly TarEntry[]): Promise<string> {
  const path = join(freshFolder(), "acme-skill-lamp-1.2.3.tgz");
  writeFileSync(path, gzipSync(await packTar(entries)));
  return path;
}

const refusal = async (entries: readonly TarEntry[]): Promise<{ code: string; left: boolean }> => {
  const home = freshFolder();
  const error: unknown = await install(await tarball(entries), home).then(
    () => null,
    (reason: unknown) => reason,
  );
  const code = error instanceof Error && "code" in error ? String(error.code) : "installed";
  return { code, left: existsSync(join(home, "skills")) && readdirSync(join(home, "skills")).length > 0 };
};

describe("a skill in a .tgz file", () => {
  it("[SK720] is installed under its own name, and can be used", async () => {
    const home = freshFolder();
    const installed = await install(await tarball(LAMP), home);
    expect(installed).toMatchObject({ kind: "skill", name: "lamp", replaced: false, problems: [] });
    const { skills, problems } = await discover(join(home, "skills"), "user");
    expect(skills.map(({ name, scripts }) => [name, scripts.map((one) => one.name)])).toEqual([["lamp", ["light"]]]);
    expect(problems).toEqual([]);
    expect(readFileSync(join(home, "skills", "lamp", "scripts", "light.sh"), "utf8")).toBe(SCRIPT);
    if (process.platform !== "win32")
      expect(statSync(join(home, "skills", "lamp", "scripts", "light.sh")).mode & 0o777).toBe(0o755);
  });

  it("[SK720] may have a SKILL.md alone, and any name for its folder", async () => {
    const home = freshFolder();
    const entries = [file("lamp-1.0.0/SKILL.md", "---\nname: lamp\ndescription: Lights lamps.\n---\nLight them.\n")];
    expect((await install(await tarball(entries), home)).name).toBe("lamp");
  });

  it("[SK720] keeps out what is hidden, and replaces only when that is asked for", async () => {
    const home = freshFolder();
    const path = await tarball([...LAMP, file("package/.eslintrc", "{}"), file("package/.github/a.yml", "a")]);
    await install(path, home);
    expect(readdirSync(join(home, "skills", "lamp")).sort()).toEqual(["package.json", "scripts", "skill.json"]);
    mkdirSync(join(home, "skills", "lamp", "data"));
    writeFileSync(join(home, "skills", "lamp", "data", "kept"), "mine");
    await expect(install(path, home)).rejects.toMatchObject({ code: "exists" });
    expect((await install(path, home, { replace: true })).replaced).toBe(true);
    expect(readFileSync(join(home, "skills", "lamp", "data", "kept"), "utf8")).toBe("mine");
    await expect(install(path, home, { replace: true, takenSkills: ["lamp"] })).rejects.toMatchObject({
      code: "exists",
    });
  });

  it.each<[string, string, readonly TarEntry[]]>([
    ["a campaign", "unknown_kind", [file("package/manifest.json", '{ "title": "A", "version": "1.0.0" }')]],
    ["neither", "unknown_kind", [file("package/index.js", "")]],
    ["a skill without a name", "invalid", [file("package/skill.json", '{ "version": "1.0.0" }')]],
    ["a name that leads out", "unsafe", [...LAMP, file("package/../../evil", "x")]],
    ["an absolute name", "unsafe", [...LAMP, file("/package/evil", "x")]],
    ["a hidden name that leads out", "unsafe", [...LAMP, file("package/.git/../../../evil", "x")]],
    ["a second folder", "unsafe", [...LAMP, file("other/evil", "x")]],
    ["a file for its folder", "unsafe", [file("package", "x")]],
    ["names that some disk cannot keep apart", "unsafe", [...LAMP, file("package/SKILL.JSON", "{}")]],
    ["one name twice", "unsafe", [...LAMP, file("package/skill.json", "{}")]],
    ["what is the player's", "unsafe", [...LAMP, file("package/config.json", "{}")]],
    ["what is the player's, in a folder", "unsafe", [...LAMP, file("package/data/x", "{}")]],
    ["a link", "unsafe", [...LAMP, { header: { name: "package/a", size: 0, type: "symlink", linkname: "/etc" } }]],
    ["a hard link", "unsafe", [...LAMP, { header: { name: "package/a", size: 0, type: "link", linkname: "b" } }]],
    ["a pipe", "unsafe", [...LAMP, { header: { name: "package/a", size: 0, type: "fifo" } }]],
  ])("[SK721] is refused whole for %s", async (_, code, entries) => {
    expect(await refusal(entries)).toEqual({ code, left: false });
  });

  it("[SK721] is refused where it is cut short, changed, or grows too much", async () => {
    const home = freshFolder();
    const whole = await packTar(LAMP);
    const cases: [string, Uint8Array][] = [
      ["damaged", gzipSync(whole).subarray(0, 200)],
      ["damaged", gzipSync(whole.subarray(0, 700))],
      ["damaged", gzipSync(whole.map((byte, at) => (at === 20 ? byte ^ 1 : byte)))],
      ["too_large", gzipSync(new Uint8Array(8 * 1024 * 1024))],
    ];
    for (const [code, bytes] of cases) {
      const path = join(freshFolder(), "a.tgz");
      writeFileSync(path, bytes);
      await expect(install(path, home)).rejects.toMatchObject({ code });
    }
    expect(existsSync(join(home, "skills"))).toBe(false);
  });

  it("[SK722] tells which packages it needs and does not bring along", async () => {
    const manifest = '{ "name": "skill-lamp", "dependencies": { "left-pad": "^1.0.0", "@acme/oil": "^2.0.0" } }';
    const entries = [
      file("package/package.json", manifest),
      file("package/node_modules/left-pad/index.js", ""),
      ...LAMP.slice(1),
    ];
    const { problems } = await install(await tarball(entries), freshFolder());
    expect(problems).toEqual([
      { file: "package.json", line: 1, severity: "warning", message: expect.stringMatching(/^It needs @acme\/oil, /) },
    ]);
  });
});

describe("the folder of an npm package", () => {
  it.each(["lamp", "skill-lamp", "narratoria-skill-lamp"])(
    "[SK8] may be called %s where the skill is lamp",
    async (name) => {
      const folder = freshFolder();
      const dir = writeSkill(folder, name, { "skill.json": MANIFEST });
      const { skills, problems } = await discover(folder);
      expect([skills.map((one) => one.name), problems]).toEqual([["lamp"], []]);
      const home = freshFolder();
      expect((await install(dir, home)).name).toBe("lamp");
      expect(readdirSync(join(home, "skills"))).toEqual(["lamp"]);
    },
  );

  it.each(["lamps", "kill-lamp", "skill-lamp-2"])("[SK8] may not be called %s", async (name) => {
    const folder = freshFolder();
    writeSkill(folder, name, { "skill.json": MANIFEST });
    expect((await discover(folder)).skills).toEqual([]);
  });
});
