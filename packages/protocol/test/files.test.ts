// SPEC.md PR70 to PR75.
import { execFileSync } from "node:child_process";
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  FileError,
  pathFault,
  readPlainFile,
  readPlainFileSync,
  resolveInside,
  writeFileAtomic,
} from "@narratoria/protocol/files";
import { afterEach, beforeEach, describe, expect, it } from "vitest";

let home = "";
let root = "";
beforeEach(() => {
  home = realpathSync(mkdtempSync(join(tmpdir(), "narratoria-files-")));
  root = join(home, "root");
  mkdirSync(join(root, "art"), { recursive: true });
  writeFileSync(join(root, "art", "a.png"), "inside");
  mkdirSync(join(home, "root-2"));
  writeFileSync(join(home, "root-2", "secret"), "outside");
});
afterEach(() => rmSync(home, { recursive: true }));

const codeOf = async (promise: Promise<unknown>): Promise<string> => {
  try {
    await promise;
  } catch (error) {
    if (error instanceof FileError) return error.code;
    throw error;
  }
  return "none";
};

describe("resolveInside", () => {
  it("[PR70] gives the real path of files and folders", async () => {
    expect(await resolveInside(root, "art/a.png")).toBe(join(root, "art", "a.png"));
    expect(await resolveInside(root, "art")).toBe(join(root, "art"));
  });

  it.each([
    "",
    ".",
    "..",
    "../root-2/secret",
    "art/../../root-2/secret",
    "art/./a.png",
    "/etc/passwd",
    "art//a.png",
    "art/",
    "art/a.png\0.txt",
  ])("[PR71] refuses %j by its text", async (path) => {
    expect(await codeOf(resolveInside(root, path))).toBe("bad_path");
  });

  it.each([
    ["C:/x", false],
    ["a.txt:stream", false],
    ["a\\..\\b", false],
    ["art/nul", false],
    ["CON.txt", false],
    ["com1/x", false],
    ["art./x", false],
    ["art /x", false],
    ["console/context.txt", true],
    ["art/a.png", true],
  ])("[PR71] on Windows, %j is fit for use: %s", (path, fit) => {
    expect(pathFault(path, "win32") === null).toBe(fit);
    expect(pathFault(path, "linux")).toBeNull();
  });

  it("[PR71] takes names that only look like escapes for names", async () => {
    for (const name of ["..a", "a..", "...", "%2e%2e", "~"]) {
      writeFileSync(join(root, name), "");
      expect(await resolveInside(root, name)).toBe(join(root, name));
    }
  });

  it("[PR72] refuses what a link leads out to, at any part of the path", async () => {
    symlinkSync(join(home, "root-2"), join(root, "folder"));
    symlinkSync(join(home, "root-2", "secret"), join(root, "file"));
    symlinkSync("../root-2/secret", join(root, "relative"));
    for (const path of ["folder", "folder/secret", "file", "relative"]) {
      expect(await codeOf(resolveInside(root, path))).toBe("outside");
    }
  });

  it("[PR72] follows links that stay inside, and takes a root that is a link itself", async () => {
    symlinkSync(join(root, "art"), join(root, "images"));
    symlinkSync(root, join(home, "link"));
    expect(await resolveInside(join(home, "link"), "images/a.png")).toBe(join(root, "art", "a.png"));
  });

  it("[PR72] takes the root for inside, and its neighbour of a longer name for outside", async () => {
    symlinkSync(root, join(root, "self"));
    symlinkSync(`${root}-2`, join(root, "neighbour"));
    expect(await resolveInside(root, "self")).toBe(root);
    expect(await codeOf(resolveInside(root, "neighbour"))).toBe("outside");
  });

  it("[PR73] says when nothing is there", async () => {
    expect(await codeOf(resolveInside(root, "art/b.png"))).toBe("not_found");
    expect(await codeOf(resolveInside(root, "art/a.png/b"))).toBe("not_found");
    expect(await codeOf(resolveInside(join(home, "none"), "a"))).toBe("not_found");
    symlinkSync(join(root, "loop"), join(root, "loop"));
    expect(await codeOf(resolveInside(root, "loop"))).toBe("unreadable");
    await expect(resolveInside(root, "a\u001b[1m")).rejects.toThrow('there is no file "a\\u001b[1m"');
  });
});

describe("writeFileAtomic", () => {
  const left = (): string[] => readdirSync(root).sort();

  it("[PR74] writes text and bytes, new and over what was there, and leaves nothing else", async () => {
    const path = join(root, "config.json");
    await writeFileAtomic(path, "näïve 🔔");
    expect(readFileSync(path, "utf8")).toBe("näïve 🔔");
    await writeFileAtomic(path, new Uint8Array([1, 2, 3]));
    expect([...readFileSync(path)]).toEqual([1, 2, 3]);
    const longest = "x".repeat(255);
    await writeFileAtomic(join(root, longest), "fits");
    expect(left()).toEqual(["art", "config.json", longest]);
  });

  it.skipIf(process.platform === "win32")(
    "[PR74] gives the file to its owner alone unless told otherwise",
    async () => {
      const mask = process.umask(0);
      try {
        await writeFileAtomic(join(root, "secret"), "x");
        await writeFileAtomic(join(root, "shared"), "x", { mode: 0o644 });
      } finally {
        process.umask(mask);
      }
      expect(statSync(join(root, "secret")).mode & 0o777).toBe(0o600);
      expect(statSync(join(root, "shared")).mode & 0o777).toBe(0o644);
    },
  );

  it.skipIf(process.platform === "win32")("[PR425] what is no plain file is refused at once", async () => {
    const pipe = join(root, "pipe");
    execFileSync("mkfifo", [pipe]);
    for (const path of [pipe, root, "/dev/zero"]) {
      await expect(readPlainFile(path)).rejects.toMatchObject({ code: "not_a_file" });
      expect(() => readPlainFileSync(path)).toThrow(expect.objectContaining({ code: "not_a_file" }));
    }
    await expect(readPlainFile(join(root, "none"))).rejects.toMatchObject({ code: "ENOENT" });
    writeFileSync(join(root, "plain"), "näïve");
    expect(await readPlainFile(join(root, "plain"))).toBe("näïve");
    expect(readPlainFileSync(join(root, "plain"))).toBe("näïve");
  });

  it("[PR75] leaves the old file and no other when it cannot finish", async () => {
    const folder = join(root, "occupied");
    mkdirSync(folder);
    writeFileSync(join(folder, "inside"), "x");
    await expect(writeFileAtomic(folder, "new")).rejects.toThrow();
    expect(left()).toEqual(["art", "occupied"]);
    await expect(writeFileAtomic(join(root, "nowhere", "x"), "new")).rejects.toThrow(/ENOENT/);
    expect(readFileSync(join(folder, "inside"), "utf8")).toBe("x");
    expect(left()).toEqual(["art", "occupied"]);
  });

  it("[PR75] shows readers the old file or the new one, never a part", async () => {
    const path = join(root, "state");
    await writeFileAtomic(path, "0".repeat(100_000));
    const seen = new Set<string>();
    const writing = (async () => {
      for (let round = 1; round <= 20; round++) await writeFileAtomic(path, String(round % 10).repeat(100_000));
    })();
    let done = false;
    void writing.finally(() => {
      done = true;
    });
    while (!done) {
      const text = readFileSync(path, "utf8");
      expect(text).toHaveLength(100_000);
      expect(text).toBe(text.charAt(0).repeat(100_000));
      seen.add(text.charAt(0));
      await new Promise((resolve) => setImmediate(resolve));
    }
    await writing;
    expect(seen.size).toBeGreaterThan(1);
  });
});
