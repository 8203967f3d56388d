import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { debianPackage, tarGz } from "./archives.mjs";
import { withoutStale } from "./contents.mjs";
import { commitTime, neededLibraries, whyNotShipped } from "./download.mjs";
import { nodeLicenceOf, noticesText } from "./notices.mjs";

const time = 1_700_000_000;
const file = (path: string, text: string, executable = false) => ({ path, data: Buffer.from(text), executable });

function folderWith(files: Readonly<Record<string, string>>): string {
  const root = mkdtempSync(join(tmpdir(), "narratoria-package-"));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return root;
}

it("writes the same tar whatever the order of its entries", async () => {
  const entries = [file("b/c", "two"), file("a", "one", true), file("b-d", "three")];
  const tar = await tarGz(entries, { time });
  expect(await tarGz(entries.toReversed(), { time })).toEqual(tar);
  expect(await tarGz(entries, { time: time + 1 })).not.toEqual(tar);
});

it("writes a tar that tar reads: folders, links, long paths, modes, sizes and texts", async () => {
  const long = `${"folder/".repeat(20)}${"name".repeat(20)}`;
  const tar = await tarGz([file("run", "text", true), file(long, "far"), { path: "bin/run", link: "../run" }], {
    time,
  });
  const listed = execFileSync("tar", ["-tzf", "-"], { input: tar, encoding: "utf8" }).trim().split("\n");
  expect(listed).toHaveLength(2 + 1 + 1 + 20);
  expect(listed).toEqual(expect.arrayContaining(["bin/", "bin/run", "folder/", long, "run"]));
  expect(execFileSync("tar", ["-xzOf", "-", "run", long], { input: tar, encoding: "utf8" })).toBe("fartext");
});

it("refuses a path that no tar can hold", async () => {
  await expect(tarGz([file("name".repeat(40), "")], { time })).rejects.toThrow("too long for a tar");
});

it("writes a Debian package as an archive of three members, each at an even place", async () => {
  const made = await debianPackage([file("opt/odd", "odd")], { time, control: { Package: "one" } });
  const names: string[] = [];
  for (let at = 8; at < made.length; ) {
    expect(at % 2).toBe(0);
    names.push(made.toString("latin1", at, at + 16).trim());
    const size = Number(made.toString("latin1", at + 48, at + 58));
    at += 60 + size + (size % 2);
  }
  expect(made.toString("latin1", 0, 8)).toBe("!<arch>\n");
  expect(names).toEqual(["debian-binary", "control.tar.gz", "data.tar.gz"]);
});

it("asks for the newest libraries that one of the binaries asks for", () => {
  const node = file("runtime/node", "GLIBC_2.9\0GLIBC_2.28\0GLIBC_PRIVATE\0GLIBCXX_3.4.21\0");
  const addon = file("app/addon.node", "GLIBC_2.34\0GLIBCXX_3.4.29\0");
  const text = file("app/page.js", "GLIBC_2.99");
  expect(neededLibraries([node, text])).toBe("libc6 (>= 2.28), libstdc++6 (>= 5), libgcc-s1");
  expect(neededLibraries([node, addon])).toBe("libc6 (>= 2.34), libstdc++6 (>= 11), libgcc-s1");
});

it("ships no Node that uses libraries of its machine", () => {
  expect(whyNotShipped({ node_shared: false, node_shared_zlib: false })).toBeNull();
  expect(whyNotShipped({ node_shared: false, node_shared_openssl: true })).toContain("node_shared_openssl");
});

it("takes the time of the commit, or the one that is given, and asks for it where there is neither", () => {
  const none = folderWith({ file: "" });
  expect(commitTime(none, { SOURCE_DATE_EPOCH: "1700000000" })).toBe(1_700_000_000);
  expect(() => commitTime(none, {})).toThrow("Set SOURCE_DATE_EPOCH");
  expect(() => commitTime(none, { SOURCE_DATE_EPOCH: "today" })).toThrow("Set SOURCE_DATE_EPOCH");
});

it("leaves out what an older build left beside the page", () => {
  const root = folderWith({
    "index.html": '<script src="/assets/index-AAAAAAAA.js">',
    "icon.svg": "<svg/>",
    "assets/index-AAAAAAAA.js": 'import("./story-BBBBBBBB.js")',
    "assets/story-BBBBBBBB.js": "",
    "assets/story-CCCCCCCC.js": "",
  });
  const paths = [
    "index.html",
    "icon.svg",
    ...["index-AAAAAAAA", "story-BBBBBBBB", "story-CCCCCCCC"].map((name) => join("assets", `${name}.js`)),
  ];
  expect(withoutStale(root, paths).sort()).toEqual(paths.slice(0, 4).sort());
});

it("finds a licence for every package or says for which there is none", () => {
  const root = folderWith({
    "full/package.json": '{ "license": "MPL-2.0", "author": "Ann" }',
    "full/LICENSE.md": "Its own words.",
    "bare/package.json": '{ "license": "MIT", "author": { "name": "Bob" } }',
    "like/package.json": '{ "license": "MPL-2.0" }',
    "none/package.json": "{}",
  });
  const of = (...names: string[]) =>
    noticesText(
      names.map((name) => ({ name, version: "1.0.0", folder: join(root, name) })),
      "Node's words.",
    );
  const text = of("like", "full", "bare");
  expect(text).toContain("full 1.0.0\nLicence: MPL-2.0\nBy: Ann\n\nIts own words.");
  expect(text).toContain("Copyright (c) Bob\n\nPermission is hereby granted");
  expect(text).toContain("stands in the section of full 1.0.0");
  expect(text.trimEnd().endsWith("Node's words.")).toBe(true);
  expect(() => of("none")).toThrow("none 1.0.0 names no licence");
});

it("finds the licence of a Node that was unpacked, and names the option where there is none", () => {
  const root = folderWith({ "bin/node": "", LICENSE: "", "alone/bin/node": "" });
  expect(nodeLicenceOf(join(root, "bin", "node"))).toBe(join(root, "LICENSE"));
  expect(() => nodeLicenceOf(join(root, "alone", "bin", "node"))).toThrow("--node-licence");
});
