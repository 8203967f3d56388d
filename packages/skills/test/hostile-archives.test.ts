// SPEC.md SK101 to SK108. Each archive has one fault, built here byte by byte; nothing may be written for any of them.
import { randomBytes } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { crc32 } from "node:zlib";
import { beforeEach, describe, expect, it } from "vitest";
import { ArchiveError, installFrom } from "../src/archive.js";
import { freshFolder } from "./helpers/folders.js";
import { type RawEntry, rawZip, sumsOf } from "./helpers/raw-zip.js";

const MANIFEST: RawEntry = {
  name: "lamp/skill.json",
  data: JSON.stringify({ name: "lamp", version: "1.2.3", description: "Lights lamps." }),
};
const NOTE: RawEntry = { name: "lamp/note.txt", data: "A lamp in the dark.\n" };

/** A sound skill with some entries more, all of them in the list of checksums. */
const withEntries = (...more: RawEntry[]): Buffer => {
  const entries = [MANIFEST, NOTE, ...more];
  return rawZip([...entries, sumsOf(entries)]);
};
/** A sound skill with one file of this name more. */
const named = (name: string | Buffer, more: Partial<RawEntry> = {}): Buffer =>
  withEntries({ name, data: "gotcha", ...more });
const sound = (): Buffer => withEntries();
const listed = (change: (text: string) => string): Buffer => rawZip([MANIFEST, NOTE, sumsOf([MANIFEST, NOTE], change)]);

let home = "";
let canary = "";

beforeEach(() => {
  home = freshFolder();
  mkdirSync(join(home, "data", "skills"), { recursive: true });
  canary = join(home, "canary.txt");
  writeFileSync(canary, "untouched");
});

/** Every path below a folder, links not followed. */
const allBelow = (folder: string): string[] => readdirSync(folder, { recursive: true }).map(String).sort();

async function refused(bytes: Buffer): Promise<ArchiveError> {
  const file = join(home, "x.narratoria");
  writeFileSync(file, bytes);
  const before = allBelow(home);
  const error = await installFrom({
    from: file,
    folders: { skill: join(home, "data", "skills"), campaign: join(home, "data", "campaigns") },
    checkCampaign: async () => ({ title: null, problems: [] }),
  }).then(
    (done) => expect.fail(`it was installed in ${done.dir}`),
    (reason: unknown) => reason,
  );
  expect(allBelow(home)).toEqual(before);
  expect(readFileSync(canary, "utf8")).toBe("untouched");
  if (!(error instanceof ArchiveError)) throw error;
  // One sentence or two that a terminal can show, and something to do.
  expect(error.message).toMatch(/^[^\p{C}]+[.]$/u);
  expect(error.action).not.toBe("");
  return error;
}

it("[SK101] the archive that all of these differ from is installed", async () => {
  const file = join(home, "x.narratoria");
  writeFileSync(file, sound());
  const folders = { skill: join(home, "data", "skills"), campaign: join(home, "data", "campaigns") };
  const checkCampaign = async () => ({ title: null, problems: [] });
  expect(await installFrom({ from: file, folders, checkCampaign })).toMatchObject({ name: "lamp", files: 2 });
  expect(allBelow(folders.skill)).toEqual(["lamp", "lamp/note.txt", "lamp/skill.json"]);
});

describe("names", () => {
  it.each<[string, string | Buffer]>([
    ["leads upwards", "lamp/../../canary.txt"],
    ["leads upwards at once", "../canary.txt"],
    ["leads upwards at its end", "lamp/.."],
    ["is absolute", "/tmp/canary.txt"],
    ["names a drive", "C:/canary.txt"],
    ["names a drive inside", "lamp/C:canary.txt"],
    ["has backslashes", "lamp\\..\\..\\canary.txt"],
    ["names a server", "\\\\server\\share\\x"],
    ["has a part that is a dot", "lamp/./note2.txt"],
    ["has an empty part", "lamp//note2.txt"],
    ["is empty", ""],
    ["is a slash", "/"],
    ["holds a NUL", "lamp/note\0.txt"],
    ["holds a line end", "lamp/no\nte.txt"],
    ["holds an escape", "lamp/\u001b[31mred"],
    ["turns the direction of writing", "lamp/\u202etxt.exe"],
    ["has a stream", "lamp/note.txt::$DATA"],
    ["is a device", "lamp/NUL"],
    ["is a device with an ending", "lamp/com1.txt"],
    ["ends with a dot", "lamp/note."],
    ["ends with a space", "lamp/note "],
    ["is hidden", "lamp/.bashrc"],
    ["lies in a hidden folder", "lamp/.git/hooks/post-checkout"],
    ["has a part that is too long", `lamp/${"x".repeat(201)}`],
    ["is too long", `lamp/${`${"y".repeat(100)}/`.repeat(12)}z`],
    ["is 65,000 bytes long", `lamp/${"z".repeat(65_000)}`],
    ["lies too deep", `lamp/${"d/".repeat(17)}x`],
    ["is not UTF-8", Buffer.from([0x6c, 0x61, 0x6d, 0x70, 0x2f, 0xff, 0xfe])],
    ["is an archive", "lamp/inner.narratoria"],
    ["is a zip file", "lamp/42.zip"],
    ["is the player's settings", "lamp/config.json"],
    ["is the player's settings, in capitals", "lamp/CONFIG.json"],
    ["is the player's data", "lamp/data/cache.db"],
    ["lies in another folder", "other/note.txt"],
    ["lies beside the folder", "note.txt"],
  ])("[SK102] a file whose name %s", async (_what, name) => {
    expect((await refused(named(name))).code).toBe("unsafe");
  });

  it("[SK102] a name that two codes read as two names", async () => {
    const name = Buffer.from("lamp/n\u00f6te.txt");
    expect((await refused(named(name, { central: { flags: 0 } }))).code).toBe("unsafe");
  });

  /** An extra field; of one with a name, with the checksum of `of`. */
  const field = (id: number, data: Buffer): Buffer => {
    const head = Buffer.alloc(4);
    head.writeUInt16LE(id, 0);
    head.writeUInt16LE(data.length, 2);
    return Buffer.concat([head, data]);
  };
  const unicodePath = (name: string, of: string): Buffer => {
    const head = Buffer.alloc(5);
    head.writeUInt8(1, 0);
    head.writeUInt32LE(crc32(of), 1);
    return field(0x7075, Buffer.concat([head, Buffer.from(name)]));
  };

  it.each([
    ["names another file", unicodePath("lamp/other.txt", "lamp/evil.txt")],
    ["leads out", unicodePath("../canary.txt", "lamp/evil.txt")],
    ["has a wrong checksum", unicodePath("../canary.txt", "something else")],
    ["is cut short", field(0x7075, Buffer.from([1, 2]))],
    ["makes a link of a file", field(0x756e, Buffer.alloc(14))],
    ["stands behind another field", Buffer.concat([field(0x5455, Buffer.alloc(5)), unicodePath("x", "lamp/evil.txt")])],
  ])("[SK423] an extra field that %s", async (_what, extra) => {
    expect((await refused(named("lamp/evil.txt", { extra }))).code).toBe("unsafe");
    expect((await refused(named("lamp/evil.txt", { localExtra: extra }))).code).toBe("unsafe");
  });

  it("[SK423] an extra field that gives the same name has no effect", async () => {
    const extra = unicodePath("lamp/sound.txt", "lamp/sound.txt");
    const file = join(home, "x.narratoria");
    writeFileSync(file, named("lamp/sound.txt", { extra, localExtra: extra }));
    const folders = { skill: join(home, "data", "skills"), campaign: join(home, "data", "campaigns") };
    await installFrom({ from: file, folders, checkCampaign: async () => ({ title: null, problems: [] }) });
    expect(allBelow(folders.skill)).toContain("lamp/sound.txt");
    expect(readFileSync(canary, "utf8")).toBe("untouched");
  });

  it.each<[string, string, string]>([
    ["is there twice", "lamp/one.txt", "lamp/one.txt"],
    ["differs by case alone", "lamp/one.txt", "lamp/ONE.txt"],
    ["differs by case of another alphabet", "lamp/stra\u00dfe", "lamp/STRASSE"],
    ["differs by composition alone", "lamp/caf\u00e9", "lamp/cafe\u0301"],
    ["has a folder that differs by case", "lamp/art/one", "lamp/Art/two"],
    ["is a folder for another", "lamp/art", "lamp/art/two"],
    ["is the list of checksums again", "lamp/one.txt", "sha256sums"],
  ])("[SK103] a file that %s", async (_what, one, other) => {
    expect((await refused(withEntries({ name: one, data: "1" }, { name: other, data: "2" }))).code).toBe("unsafe");
  });
});

describe("kinds of file", () => {
  it.each<[string, Partial<RawEntry>]>([
    ["a link", { mode: 0o120777, data: "/etc/passwd" }],
    ["a link to a folder", { mode: 0o120777, data: ".." }],
    ["a device", { mode: 0o020666, data: "" }],
    ["a disk", { mode: 0o060666, data: "" }],
    ["a pipe", { mode: 0o010666, data: "" }],
    ["a socket", { mode: 0o140666, data: "" }],
    ["a folder by its mode alone", { mode: 0o040755, data: "" }],
    ["a folder by its DOS attribute alone", { central: { attributes: 0x10 } }],
    ["a reparse point", { central: { attributes: 0x400 } }],
    ["encrypted", { deflate: true, central: { flags: 0x801 } }],
    ["masked", { deflate: true, central: { flags: 0x2800 } }],
    ["compressed in another way", { central: { method: 12 } }],
  ])("[SK104] what is %s", async (_what, more) => {
    expect((await refused(named("lamp/extra", more))).code).toBe("unsafe");
  });

  it("[SK104] what is encrypted in the strong way", async () => {
    expect((await refused(named("lamp/extra", { central: { flags: 0x841 } }))).code).toBe("damaged");
  });

  it("[SK104] a link, and a file through it", async () => {
    symlinkSync(home, join(home, "data", "through"));
    const link: RawEntry = { name: "lamp/out", mode: 0o120777, data: home };
    expect((await refused(withEntries(link, { name: "lamp/out/canary.txt", data: "gotcha" }))).code).toBe("unsafe");
  });

  it("[SK104] a folder that has a content", async () => {
    expect((await refused(named("lamp/folder/", { mode: 0o040755 }))).code).toBe("unsafe");
  });
});

describe("sizes", () => {
  const zeros = Buffer.alloc(3 * 1024 * 1024);

  it("[SK105] a file that grows to more than 200 times its size", async () => {
    expect((await refused(named("lamp/bomb", { data: zeros, deflate: true }))).code).toBe("unsafe");
  });

  it("[SK105] a file that says it is small and is not", async () => {
    const { code } = await refused(named("lamp/bomb", { data: zeros, deflate: true, central: { size: 1000 } }));
    expect(code).toBe("damaged");
  });

  it("[SK105] a file that says it is larger than it is", async () => {
    expect((await refused(named("lamp/x", { deflate: true, central: { size: 1000 } }))).code).toBe("damaged");
  });

  it("[SK105] more than 512 MiB by what the directory says", async () => {
    const noise = randomBytes(600_000);
    const many = Array.from({ length: 6 }, (_, at) => ({
      name: `lamp/${at}`,
      data: noise,
      deflate: true,
      central: { size: 100_000_000 },
    }));
    expect((await refused(withEntries(...many))).code).toBe("too_large");
  });

  it("[SK105] more than 5,000 files", async () => {
    const many = Array.from({ length: 5_000 }, (_, at) => ({ name: `lamp/${at}`, data: "" }));
    expect((await refused(withEntries(...many))).code).toBe("too_large");
  });

  it("[SK105] a directory that claims more files than it lists", async () => {
    const entries = [MANIFEST, NOTE];
    expect((await refused(rawZip([...entries, sumsOf(entries)], { count: 4_000 }))).code).toBe("damaged");
  });
});

describe("the form of the file", () => {
  const entries = [MANIFEST, NOTE];

  it.each<[string, () => Buffer, string]>([
    ["text", () => Buffer.from("This is a story about a lamp that nobody lights."), "not_an_archive"],
    ["empty", () => Buffer.alloc(0), "not_an_archive"],
    ["an end with nothing before it", () => rawZip([]), "not_an_archive"],
    ["cut short by a byte", () => sound().subarray(0, -1), "damaged"],
    ["cut in the middle", () => sound().subarray(0, sound().length / 2), "damaged"],
    ["cut at the directory", () => sound().subarray(0, sound().length - 22), "damaged"],
    ["behind a program", () => Buffer.concat([Buffer.from("#!/bin/sh\nexit\n"), sound()]), "unsafe"],
    ["before something else", () => Buffer.concat([sound(), Buffer.from("more")]), "damaged"],
    ["two archives in a row", () => Buffer.concat([sound(), sound()]), "unsafe"],
    ["part of several", () => rawZip([...entries, sumsOf(entries)], { disk: 1 }), "unsafe"],
    ["made with an entry that is read twice", () => named("lamp/x", { central: { offset: 0 } }), "unsafe"],
    ["made with a header that names another file", () => named("lamp/x", { local: { name: "lamp/y" } }), "unsafe"],
    ["made with a header that tells other sizes", () => named("lamp/x", { local: { size: 3 } }), "unsafe"],
    ["made with a header of another method", () => named("lamp/x", { local: { method: 8 } }), "unsafe"],
    ["hiding a file that its directory does not list", () => hiding(), "unsafe"],
  ])("[SK106] one that is %s", async (_what, make, code) => {
    expect((await refused(make())).code).toBe(code);
  });

  /** The third file is there, and the directory passes over it. */
  function hiding(): Buffer {
    const whole = withEntries({ name: "lamp/zz", data: "hidden" });
    const name = Buffer.from("lamp/zz");
    const at = whole.lastIndexOf(name) - 46;
    const cut = Buffer.concat([whole.subarray(0, at), whole.subarray(at + 46 + name.length)]);
    const end = cut.length - 22;
    cut.writeUInt16LE(3, end + 8);
    cut.writeUInt16LE(3, end + 10);
    cut.writeUInt32LE(cut.readUInt32LE(end + 12) - 46 - name.length, end + 12);
    return cut;
  }
});

describe("checksums", () => {
  const other = "0".repeat(64);

  it.each<[string, () => Buffer, string]>([
    ["a wrong CRC", () => named("lamp/x", { central: { crc: 7 } }), "damaged"],
    ["no list of checksums", () => rawZip([MANIFEST, NOTE]), "not_an_archive"],
    ["a list that leaves a file out", () => rawZip([MANIFEST, NOTE, sumsOf([MANIFEST])]), "damaged"],
    ["a list with a file too many", () => rawZip([MANIFEST, sumsOf([MANIFEST, NOTE])]), "damaged"],
    ["a changed checksum", () => listed((text) => text.replace(/[0-9a-f]{64}/, other)), "damaged"],
    ["a list with a line twice", () => listed((text) => `${text}${other}  lamp/note.txt\n`), "damaged"],
    ["a list that is cut short", () => listed((text) => text.slice(0, -1)), "damaged"],
    ["a list with a line that is none", () => listed((text) => `${text}hello\n`), "damaged"],
    ["a list of another kind", () => listed(() => "{}"), "damaged"],
    ["a list of a newer form", () => listed((text) => text.replace("archive 1", "archive 2")), "not_an_archive"],
    ["a list that leads out", () => listed((text) => `${text}${other}  ../canary.txt\n`), "damaged"],
  ])("[SK107] %s", async (_what, make, code) => {
    expect((await refused(make())).code).toBe(code);
  });
});

describe("what is in it", () => {
  it.each<[string, RawEntry[], string]>([
    ["neither campaign nor skill", [NOTE], "unknown_kind"],
    ["both campaign and skill", [MANIFEST, { name: "lamp/manifest.json", data: "{}" }], "unknown_kind"],
    ["a folder too deep", [{ name: "lamp/lamp/skill.json", data: "{}" }], "unknown_kind"],
    ["a skill that is broken", [{ name: "lamp/skill.json", data: "{" }], "invalid"],
    ["a skill of another name", [{ ...MANIFEST, name: "torch/skill.json" }], "invalid"],
    ["a campaign that is broken", [{ name: "tale/manifest.json", data: "{}" }], "invalid"],
  ])("[SK108] %s", async (_what, entries, code) => {
    expect((await refused(rawZip([...entries, sumsOf(entries)]))).code).toBe(code);
  });

  it("[SK108] a folder in place of the archive is read as a folder, a device not at all", async () => {
    const options = {
      folders: { skill: join(home, "data", "skills"), campaign: join(home, "data", "campaigns") },
      checkCampaign: async () => ({ title: null, problems: [] }),
    };
    await expect(installFrom({ ...options, from: home })).rejects.toMatchObject({ code: "unknown_kind" });
    await expect(installFrom({ ...options, from: "/dev/null" })).rejects.toMatchObject({ code: "not_an_archive" });
    await expect(installFrom({ ...options, from: join(home, "none") })).rejects.toMatchObject({ code: "not_found" });
    expect(statSync(join(home, "data", "skills")).isDirectory()).toBe(true);
    expect(allBelow(join(home, "data"))).toEqual(["skills"]);
  });
});
