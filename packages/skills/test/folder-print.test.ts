import { execFileSync } from "node:child_process";
import {
  chmodSync,
  mkdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import fc from "fast-check";
import { expect, it } from "vitest";
import { changesBetween, printFolder, stampFolder } from "../src/folder-print.js";
import { freshFolder, lamp, MANIFEST } from "./helpers/folders.js";

/** Writes a file with all folders above it. */
function put(dir: string, path: string, text: string): void {
  mkdirSync(dirname(join(dir, path)), { recursive: true });
  writeFileSync(join(dir, path), text);
}

function lantern(): string {
  const dir = freshFolder();
  put(dir, "skill.json", "{}");
  put(dir, "scripts/light.sh", "light");
  put(dir, "lib/data/table.txt", "table");
  return dir;
}

it.each<[string, (dir: string) => void]>([
  ["a byte", (dir) => put(dir, "scripts/light.sh", "Light")],
  ["a mode", (dir) => chmodSync(join(dir, "scripts/light.sh"), 0o755)],
  ["the mode of a folder", (dir) => chmodSync(join(dir, "scripts"), 0o700)],
  ["a name", (dir) => renameSync(join(dir, "scripts/light.sh"), join(dir, "scripts/lit.sh"))],
  ["a new file", (dir) => put(dir, "scripts/x", "")],
  ["a new hidden file", (dir) => put(dir, ".env", "")],
  ["an empty folder", (dir) => mkdirSync(join(dir, "empty"))],
  ["a file less", (dir) => rmSync(join(dir, "skill.json"))],
  [
    "a file for a link to its like",
    (dir) => {
      put(dir, "scripts/copy", "light");
      rmSync(join(dir, "scripts/light.sh"));
      symlinkSync("copy", join(dir, "scripts/light.sh"));
    },
  ],
  ["a folder called data further inside", (dir) => put(dir, "lib/data/table.txt", "other")],
  ["a file moved into another folder", (dir) => renameSync(join(dir, "skill.json"), join(dir, "lib/skill.json"))],
])("[SK71] %s makes another hash and another stamp", (_what, change) => {
  const dir = lantern();
  chmodSync(join(dir, "scripts/light.sh"), 0o644);
  chmodSync(join(dir, "scripts"), 0o755);
  const before = [printFolder(dir).hash, stampFolder(dir)];
  change(dir);
  expect(printFolder(dir).hash).not.toBe(before[0]);
  expect(stampFolder(dir)).not.toBe(before[1]);
});

it("[SK71] what the skill writes for itself and what the player sets change nothing, nor does a time", () => {
  const dir = lantern();
  const { hash } = printFolder(dir);
  const stamp = stampFolder(dir);
  put(dir, "data/cache/x", "x");
  put(dir, "config.json", "{}");
  expect([printFolder(dir).hash, stampFolder(dir)]).toEqual([hash, stamp]);
  utimesSync(join(dir, "skill.json"), 1, 1);
  expect(printFolder(dir).hash).toBe(hash);
});

it("[SK71] equal folders have equal hashes, different ones different hashes, and the changes lead from one to the other", () => {
  const path = fc.stringMatching(/^[a-c](\/[a-c]){0,2}$/);
  const tree = fc.dictionary(path, fc.constantFrom("", "x", "y"), { maxKeys: 6 }).map((files) =>
    // A name cannot be a file and a folder at once.
    Object.fromEntries(Object.entries(files).filter(([at]) => !Object.keys(files).some((o) => o.startsWith(`${at}/`)))),
  );
  fc.assert(
    fc.property(tree, tree, (one, other) => {
      const [a, b] = [one, other].map((files) => {
        const dir = freshFolder();
        for (const [at, text] of Object.entries(files)) put(dir, at, text);
        return printFolder(dir);
      });
      if (!a || !b) throw new Error("two folders were made");
      const same = JSON.stringify(Object.entries(one).sort()) === JSON.stringify(Object.entries(other).sort());
      expect(a.hash === b.hash).toBe(same);
      const { added, removed, changed } = changesBetween(a.files, b.files);
      expect(added).toEqual(
        Object.keys(other)
          .filter((at) => !(at in one))
          .sort(),
      );
      expect(removed).toEqual(
        Object.keys(one)
          .filter((at) => !(at in other))
          .sort(),
      );
      expect(changed).toEqual(
        Object.keys(one)
          .filter((at) => at in other && one[at] !== other[at])
          .sort(),
      );
    }),
    { numRuns: 60 },
  );
});

it.each<[string, (dir: string) => void, string]>([
  ["a link that leads out", (dir) => symlinkSync("/etc/hostname", join(dir, "lib/out")), "leads out"],
  [
    "a link to its caches",
    (dir) => {
      put(dir, "data/late.sh", "");
      symlinkSync("../data/late.sh", join(dir, "lib/late.sh"));
    },
    "may change at any time",
  ],
  [
    "a link to its settings",
    (dir) => {
      put(dir, "config.json", "");
      symlinkSync("../config.json", join(dir, "lib/late.sh"));
    },
    "may change at any time",
  ],
  ["a link to nothing", (dir) => symlinkSync("nothing", join(dir, "lib/gone")), "leads nowhere"],
  ["a pipe", (dir) => execFileSync("mkfifo", [join(dir, "pipe")]), "neither a file nor a folder"],
  [
    "6,000 files",
    (dir) => {
      for (let n = 0; n < 6_000; n++) writeFileSync(join(dir, `f${n}`), "");
    },
    "more than 5000 files",
  ],
  [
    "200 MiB",
    (dir) => {
      put(dir, "large", "");
      truncateSync(join(dir, "large"), 200 * 1024 * 1024);
    },
    "more than 128 MiB",
  ],
  [
    "40 folders in one another",
    (dir) => mkdirSync(join(dir, ...Array<string>(40).fill("d")), { recursive: true }),
    "32 deep",
  ],
])("[SK72] nobody can agree to a folder with %s", (_what, change, message) => {
  const dir = lantern();
  change(dir);
  expect(() => printFolder(dir)).toThrow(message);
});

it.each([
  ["a script", { scripts: [{ name: "light", path: "data/light.mjs" }] }, "lies in data/"],
  ["a script behind a link", { scripts: [{ name: "light", path: "light.mjs" }] }, "lies in data/"],
  ["a prompt", { prompt: "data/prompt.md" }, "lies in data/"],
  ["a description of settings", { configSchema: "data/schema.json" }, "lies in data/"],
])("[SK84] %s among the caches is not used, as no agreement covers it", async (_what, fields, message) => {
  const { skill, said } = await lamp(
    {
      "skill.json": { ...MANIFEST, ...fields },
      "data/light.mjs": "",
      "data/prompt.md": "Be late.",
      "data/schema.json": { type: "object", properties: { a: { type: "string", default: "b" } } },
    },
    "extra",
    (dir) => symlinkSync("data/light.mjs", join(dir, "light.mjs")),
  );
  expect(said.join("\n")).toContain(message);
  expect(skill).toMatchObject({ scripts: [], prompt: null, config: {} });
});
