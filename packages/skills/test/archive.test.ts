// SPEC.md SK100 to SK115: what is packed comes out again, and an install is whole or not at all.
import { execFileSync, spawnSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type CheckFolder,
  type InstallFoldersOptions,
  installFrom,
  type PackOptions,
  packFolder,
} from "../src/archive.js";
import { type Files, freshFolder, MANIFEST, writeSkill } from "./helpers/folders.js";

/** Stands in for the campaign package: a campaign is sound when its manifest names a title. */
const checkCampaign: CheckFolder = async (dir) => {
  const manifest: unknown = JSON.parse(readFileSync(join(dir, "manifest.json"), "utf8"));
  const title =
    typeof manifest === "object" && manifest !== null && "title" in manifest ? String(manifest.title) : null;
  const message = "A title is needed.";
  return { title, problems: title === null ? [{ file: "manifest.json", line: 1, message, severity: "error" }] : [] };
};

const pack = (dir: string, file: string, more: Partial<PackOptions> = {}) =>
  packFolder({ dir, file, checkCampaign, ...more });
const install = (from: string, home: string, more: Partial<InstallFoldersOptions> = {}) =>
  installFrom({
    from,
    folders: { skill: join(home, "skills"), campaign: join(home, "campaigns") },
    checkCampaign,
    ...more,
  });

/** Every file below a folder with its bytes. */
function contents(folder: string): Record<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const pairs = files.map((entry): [string, string] => {
    const path = join(entry.parentPath, entry.name);
    return [path.slice(folder.length + 1), readFileSync(path, "hex")];
  });
  return Object.fromEntries(pairs.sort());
}

const lampIn = (folder: string, files: Files = {}): string =>
  writeSkill(folder, "lamp", { "skill.json": MANIFEST, ...files });

describe("a round trip", () => {
  const word = fc.stringMatching(/^[a-z\u00e9\u4e00-\u4e10][a-z0-9_ \u00e9-]{0,10}[a-z0-9]$/);
  const path = fc.array(word, { minLength: 1, maxLength: 4 }).map((parts) => parts.join("/"));
  const files = fc.dictionary(path, fc.uint8Array({ maxLength: 3_000 }), { maxKeys: 12, noNullPrototype: true });

  it("[SK100] gives back every file byte for byte, whatever they are called and hold", async () => {
    await fc.assert(
      fc.asyncProperty(files, async (extra) => {
        const folder = freshFolder();
        const dir = lampIn(folder, prefixFree(extra));
        const { file } = await pack(dir, folder);
        const done = await install(file, folder);
        expect(contents(done.dir)).toEqual(contents(dir));
        expect(done).toMatchObject({
          kind: "skill",
          name: "lamp",
          replaced: false,
          files: Object.keys(contents(dir)).length,
        });
      }),
      { numRuns: 40 },
    );
  });

  it("[SK109] gives the same archive for the same files, whenever, in whatever zone and order they were made", async () => {
    await fc.assert(
      fc.asyncProperty(files, fc.integer({ min: 0, max: 4e9 }), async (extra, seconds) => {
        const folder = freshFolder();
        const sound = Object.entries(prefixFree(extra));
        const one = lampIn(join(folder, "a"), Object.fromEntries(sound));
        const other = lampIn(join(folder, "b"), Object.fromEntries([...sound].reverse()));
        utimesSync(join(other, "skill.json"), seconds, seconds);
        const first = readFileSync((await pack(one, join(folder, "a.narratoria"))).file);
        const zone = process.env["TZ"];
        process.env["TZ"] = "Pacific/Apia";
        const second = readFileSync((await pack(other, join(folder, "b.narratoria"))).file);
        if (zone === undefined) delete process.env["TZ"];
        else process.env["TZ"] = zone;
        expect(second.equals(first)).toBe(true);
      }),
      { numRuns: 20 },
    );
  });

  /** A path that another one has for a folder is left out: no disk holds both. */
  function prefixFree(all: Record<string, Uint8Array>): Record<string, Uint8Array> {
    const paths = Object.keys(all).filter((one) => !/^(data|config\.json)(\/|$)/.test(one));
    const kept = paths.filter((one) => !paths.some((other) => other.startsWith(`${one}/`)));
    return Object.fromEntries(kept.map((one) => [one, all[one] ?? new Uint8Array()]));
  }

  it("[SK100] is a zip file with a list that stock tools check", async () => {
    const folder = freshFolder();
    const { file } = await pack(lampIn(folder, { "prompt.md": "Light the lamp.\n".repeat(500) }), folder);
    expect(statSync(file).size).toBeLessThan(2_000);
    const out = join(folder, "out");
    const unzipped = spawnSync("python3", ["-m", "zipfile", "-e", file, out]);
    // Where there is no Python, the list itself is still held against what install reads.
    if (unzipped.error === undefined) {
      expect(unzipped.status).toBe(0);
      const checked = spawnSync("sha256sum", ["--check", "--strict", "SHA256SUMS"], { cwd: out });
      if (checked.error === undefined) expect(checked.status).toBe(0);
    }
    expect((await install(file, folder)).files).toBe(2);
  });

  it("[SK110] keeps what may be run in a skill, and nothing of the kind in a campaign", async () => {
    const folder = freshFolder();
    const skill = lampIn(folder, { "scripts/light": "#!/bin/sh\n", "scripts/notes": "" });
    const tale = writeSkill(folder, "tale", { "manifest.json": { title: "A Tale" }, "lore/run.sh": "#!/bin/sh\n" });
    chmodSync(join(skill, "scripts/light"), 0o777);
    chmodSync(join(tale, "lore/run.sh"), 0o755);
    const mode = (path: string): number => statSync(path).mode & 0o777;
    const lamp = await install((await pack(skill, folder)).file, folder);
    expect(mode(join(lamp.dir, "scripts/light")) & 0o111).not.toBe(0);
    expect(mode(join(lamp.dir, "scripts/light")) & 0o022).toBe(0);
    expect(mode(join(lamp.dir, "scripts/notes")) & 0o111).toBe(0);
    const installed = await install((await pack(tale, folder)).file, folder);
    expect(installed).toMatchObject({ kind: "campaign", title: "A Tale", dir: join(folder, "campaigns", "tale") });
    expect(mode(join(installed.dir, "lore/run.sh")) & 0o111).toBe(0);
  });
});

describe("packing", () => {
  it("[SK114] leaves out what is hidden, derived, packed already or the player's", async () => {
    const folder = freshFolder();
    const dir = lampIn(folder, {
      ".git/HEAD": "ref",
      ".env": "KEY=1",
      "data/cache.db": "x",
      "config.json": { key: "secret" },
      "scripts/__pycache__/a.pyc": "x",
      "lamp.narratoria": "x",
      "scripts/data/kept.txt": "kept",
    });
    const packed = await pack(dir, folder);
    expect([...packed.leftOut].sort()).toEqual(
      [".env", ".git/", "config.json", "data/", "lamp.narratoria", "scripts/__pycache__/"].sort(),
    );
    expect(Object.keys(contents((await install(packed.file, folder)).dir))).toEqual([
      "scripts/data/kept.txt",
      "skill.json",
    ]);
    // In a folder of its own the archive of before is no part of the next one.
    const inside = await pack(dir, dir, { replace: true });
    expect(readFileSync(inside.file).equals(readFileSync(packed.file))).toBe(true);
  });

  it.each<[string, (dir: string) => void, string]>([
    ["a link", (dir) => symlinkSync("/etc/passwd", join(dir, "link")), "unsafe"],
    ["a pipe", (dir) => execFileSync("mkfifo", [join(dir, "pipe")]), "unsafe"],
    ["a name that Windows has no room for", (dir) => writeFileSync(join(dir, "a:b"), ""), "unsafe"],
    ["names that differ by case", (dir) => ["a", "A"].forEach((one) => writeFileSync(join(dir, one), "")), "unsafe"],
    ["a zip file", (dir) => writeFileSync(join(dir, "more.zip"), ""), "unsafe"],
    ["no manifest", (dir) => renameSync(join(dir, "skill.json"), join(dir, "other.json")), "unknown_kind"],
    ["a manifest that is broken", (dir) => writeFileSync(join(dir, "skill.json"), "{"), "invalid"],
  ])("[SK115] refuses a folder with %s, and writes nothing", async (_what, spoil, code) => {
    const folder = freshFolder();
    const dir = lampIn(folder);
    spoil(dir);
    await expect(pack(dir, folder)).rejects.toMatchObject({ code });
    expect(readdirSync(folder)).toEqual(["lamp"]);
  });

  it("[SK115] refuses a campaign with errors, and a folder that is none", async () => {
    const folder = freshFolder();
    const tale = writeSkill(folder, "tale", { "manifest.json": {} });
    await expect(pack(tale, folder)).rejects.toMatchObject({
      code: "invalid",
      message: "The campaign tale has errors and is not packed. manifest.json:1 A title is needed.",
    });
    await expect(pack(join(folder, "none"), folder)).rejects.toMatchObject({ code: "not_found" });
    await expect(pack(folder, folder)).rejects.toMatchObject({
      code: "unknown_kind",
      message: expect.stringContaining("There is one a folder deeper, in tale."),
    });
  });

  it("[SK111] replaces an archive only when told to, and not by a broken one", async () => {
    const folder = freshFolder();
    const dir = lampIn(folder);
    const { file } = await pack(dir, folder);
    const before = readFileSync(file);
    writeFileSync(join(dir, "more.txt"), "more");
    await expect(pack(dir, folder)).rejects.toMatchObject({ code: "exists" });
    expect(readFileSync(file).equals(before)).toBe(true);
    await pack(dir, folder, { replace: true });
    expect(readFileSync(file).equals(before)).toBe(false);
  });
});

describe("installing", () => {
  it("[SK111] replaces only when told to, and keeps the settings and data of a skill", async () => {
    const folder = freshFolder();
    const dir = lampIn(folder, { "old.txt": "old" });
    const { file } = await pack(dir, folder);
    const installed = await install(file, folder);
    writeFileSync(join(installed.dir, "config.json"), '{"key":"secret"}');
    mkdirSync(join(installed.dir, "data"));
    writeFileSync(join(installed.dir, "data", "cache"), "kept");
    await expect(install(file, folder)).rejects.toMatchObject({ code: "exists" });
    expect(existsSync(join(installed.dir, "old.txt"))).toBe(true);

    renameSync(join(dir, "old.txt"), join(dir, "new.txt"));
    await pack(dir, folder, { replace: true });
    expect(await install(file, folder, { replace: true })).toMatchObject({ replaced: true });
    expect(Object.keys(contents(installed.dir))).toEqual(["config.json", "data/cache", "new.txt", "skill.json"]);
    expect(readFileSync(join(installed.dir, "config.json"), "utf8")).toBe('{"key":"secret"}');
    expect(readdirSync(dirname(installed.dir))).toEqual(["lamp"]);
  });

  it("[SK111] never replaces a link, nor a skill that is shipped", async () => {
    const folder = freshFolder();
    const dir = lampIn(folder, { "data/cache": "the author's" });
    const { file } = await pack(dir, folder);
    mkdirSync(join(folder, "skills"));
    symlinkSync(dir, join(folder, "skills", "lamp"));
    await expect(install(file, folder, { replace: true })).rejects.toMatchObject({ code: "exists" });
    expect(readFileSync(join(dir, "data", "cache"), "utf8")).toBe("the author's");
    const other = join(folder, "other");
    await expect(install(file, other, { takenSkills: ["lamp"] })).rejects.toMatchObject({ code: "exists" });
    expect(existsSync(other)).toBe(false);
  });

  it("[SK108] checks the folder before it takes its place: the old one stays when the new one is broken", async () => {
    const folder = freshFolder();
    const dir = writeSkill(folder, "tale", { "manifest.json": { title: "A Tale" }, "lore/a.md": "A" });
    const { file } = await pack(dir, folder);
    const installed = await install(file, folder);
    const before = contents(installed.dir);
    const broken: CheckFolder = async (staged) => {
      expect(contents(staged)).toEqual(before);
      return { title: null, problems: [] };
    };
    const attempt = install(file, folder, { replace: true, checkCampaign: broken });
    await expect(attempt).rejects.toMatchObject({ code: "invalid" });
    expect(contents(installed.dir)).toEqual(before);
    expect(readdirSync(join(folder, "campaigns"))).toEqual(["tale"]);
  });

  it("[SK112] tells how far it has come, to the last byte", async () => {
    const folder = freshFolder();
    const dir = lampIn(folder, { "a.bin": new Uint8Array(300_000), "b.bin": new Uint8Array(5) });
    for (const run of [
      (onProgress: PackOptions["onProgress"]) => pack(dir, folder, onProgress ? { onProgress } : {}),
      (onProgress: PackOptions["onProgress"]) =>
        install(join(folder, "lamp.narratoria"), folder, onProgress ? { onProgress } : {}),
    ]) {
      const told: number[] = [];
      await run(({ doneBytes, totalBytes }) => told.push(doneBytes / totalBytes));
      expect(told).toEqual([...told].sort((a, b) => a - b));
      expect(told.at(-1)).toBe(1);
      expect(told.length).toBeGreaterThan(3);
    }
  });

  it("[SK112] stopped at any moment, packing and installing leave nothing", async () => {
    const folder = freshFolder();
    const dir = lampIn(folder, { "a.bin": new Uint8Array(300_000), "b.bin": new Uint8Array(5) });
    const { file } = await pack(dir, folder);
    for (let after = 0; after < 6; after++) {
      const stopping = () => {
        const control = new AbortController();
        let left = after;
        if (left === 0) control.abort();
        return { signal: control.signal, onProgress: () => (--left === 0 ? control.abort() : undefined) };
      };
      await expect(pack(dir, join(folder, "new.narratoria"), stopping())).rejects.toMatchObject({ code: "cancelled" });
      await expect(install(file, join(folder, "home"), stopping())).rejects.toMatchObject({ code: "cancelled" });
      expect(readdirSync(folder).sort()).toEqual(["lamp", "lamp.narratoria"]);
    }
  });

  it("[SK113] killed while one takes another's place, the old one is back with the next install", async () => {
    const folder = freshFolder();
    const installed = await install(lampIn(folder, { "old.txt": "old" }), folder);
    writeFileSync(join(installed.dir, "config.json"), "{}");
    const skills = dirname(installed.dir);
    // As it is between the steps: the old one out of the way, the settings moved over, the new one not in place.
    const gone = spawnSync(process.execPath, ["-e", "console.log(process.pid)"]).stdout.toString().trim();
    const work = join(skills, `.narratoria-install-${gone}-0123456789ab`);
    writeSkill(join(work, "new"), "lamp", { "skill.json": MANIFEST });
    mkdirSync(join(work, "old"));
    renameSync(installed.dir, join(work, "old", "lamp"));
    renameSync(join(work, "old", "lamp", "config.json"), join(work, "new", "lamp", "config.json"));
    // One that is at work now is let be.
    const other = `.narratoria-install-${process.pid}-0123456789ab`;
    mkdirSync(join(skills, other));
    const torch = writeSkill(folder, "torch", { "skill.json": { ...MANIFEST, name: "torch" } });
    await install(torch, folder);
    expect(readdirSync(skills).sort()).toEqual([other, "lamp", "torch"]);
    expect(Object.keys(contents(installed.dir))).toEqual(["config.json", "old.txt", "skill.json"]);
  });
});
